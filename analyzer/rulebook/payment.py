"""Paying with real mana (CST-6, CST-7, CST-14): an exact search that finds a payment whenever one exists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

from analyzer.rulebook import characteristics as now
from analyzer.rulebook.costs import Demand
from analyzer.rulebook.game import Game
from analyzer.rulebook.mana import Way, usable, ways
from analyzer.rulebook.objects import MANA_TYPES, Card, Permanent, Player, StackItem

# costs of mana abilities that are not paid in the middle of a payment
NOT_WHILE_PAYING = ("cost?", "discard", "discardhand", "exile-gy", "tap", "exile-hand")
MAX_PLANS = 20_000  # combinations of sources with several results that one payment may try


@dataclass(frozen=True, eq=False)
class Unit:
    """One thing that can pay for one mana: what it may be, and where it comes from.

    `source`: "pool" (place in the pool), "way" (one of several results of a permanent's tapping, decided when
    spent), "made" (fixed result of a chosen way), "convoke" or "delve" (no mana at all: BOR-2).
    """

    types: str
    source: str
    ways: tuple[Way, ...] = ()
    place: int = 0
    snow: bool = False
    thing: Permanent | Card | None = None
    rank: tuple[int, ...] = ()


@dataclass
class Payment:
    """A found payment: which ways are used (in order), which units pay, and the life."""

    demand: Demand
    ways: list[Way] = field(default_factory=list)
    spent: list[tuple[Unit, str]] = field(default_factory=list)  # unit and the type taken from it
    fed: list[tuple[Unit, str]] = field(default_factory=list)  # the same for the inputs of filters

    @property
    def mana(self) -> int:
        return sum(unit.source not in ("convoke", "delve") for unit, _ in self.spent)

    @property
    def permanents(self) -> int:
        """Permanents tapped or used."""
        return len({way.permanent.number for way in self.ways})


def find(
    game: Game,
    player: Player,
    demands: Sequence[Demand],
    item: StackItem | None = None,
    using: Sequence[object] = (),
    allow_life: int | None = None,
    exclude: Sequence[Permanent] = (),
) -> Payment | None:
    """The first payable demand with a payment; None if none can be paid. Nothing is changed.

    `using` restricts mana sources, convoked creatures and delved cards to the named ones (where it names any of that
    sort). `allow_life` is the exact life to pay with Phyrexian mana, None for as little as possible.
    """
    for demand in demands:
        if allow_life is not None and demand.life != allow_life:
            continue
        if demand.life > player.life:  # CST-7: at least that much life
            continue
        found = _pay(game, player, demand, item, using, exclude)
        if found is not None:
            return found
    return None


def _pay(
    game: Game,
    player: Player,
    demand: Demand,
    item: StackItem | None,
    using: Sequence[object],
    exclude: Sequence[Permanent],
) -> Payment | None:
    pips = [*demand.pips, *["S"] * demand.snow, *["*"] * demand.generic]
    if not pips:
        return Payment(demand)
    simple, bundles = sources(game, player, item, using, exclude)
    fixed = [*_pool_units(player, item), *simple, *_other_units(game, player, item, using)]
    for plan in _plans(bundles):
        payment = _match(demand, pips, fixed, plan)
        if payment is not None:
            return payment
    return None


# --- what can pay


def sources(
    game: Game, player: Player, item: StackItem | None, using: Sequence[object] = (), exclude: Sequence[Permanent] = ()
) -> tuple[list[Unit], list[list[Way]]]:
    """Permanents that make one mana for nothing but their tapping (one unit each), and the others (lists of ways)."""
    named = [one for one in using if isinstance(one, Permanent) and any(True for _ in ways(game, one))]
    simple: list[Unit] = []
    bundles: list[list[Way]] = []
    for permanent in game.controlled(player):
        if permanent in exclude or (named and permanent not in named):
            continue
        open_ways = [way for way in ways(game, permanent) if way.units and _payable(game, player, way, item)]
        if not open_ways:
            continue
        costs = {str(way.costs) for way in open_ways}
        if len(costs) == 1 and all(len(way.units) == 1 and not way.inputs for way in open_ways):
            types = "".join(letter for letter in MANA_TYPES if any(way.units[0] == letter for way in open_ways))
            one = open_ways[0]
            rank = (1, int(one.one_shot), one.life, int(now.is_creature(game, permanent)), len(types), permanent.number)
            simple.append(
                Unit(types, "way", tuple(open_ways), snow="snow" in permanent.facts.types, thing=permanent, rank=rank)
            )
        else:
            bundles.append(open_ways)
    return simple, bundles


def _payable(game: Game, player: Player, way: Way, item: StackItem | None) -> bool:
    """Can the costs of the mana ability itself (beside mana) be paid, and may the mana be spent on this?"""
    if usable(game, way.permanent, way.costs) or player.life < way.life:
        return False
    if draws_while_paying(game, way):
        return False
    for cost in way.costs:
        if cost.word == "rm" and way.permanent.counters[cost.argument or ""] < (
            cost.amount.number if cost.amount else 1
        ):
            return False
        if cost.word in NOT_WHILE_PAYING or (cost.word == "sac" and cost.argument):
            return False
    return not way.only_for  # MAN-9: restricted mana needs a spell of its sort; not said by the table, so not spent


def draws_while_paying(game: Game, way: Way) -> bool:
    """CST-12: sources that draw or look are used only outside casting (OUT while a spell is being cast)."""
    ability = now.abilities(game, way.permanent)[way.index]
    return any(str(step).startswith(("draw", "scry", "surveil", "mill")) for step in ability.program)


def _pool_units(player: Player, item: StackItem | None) -> list[Unit]:
    return [
        Unit(mana.type, "pool", place=place, snow=mana.snow, rank=(0, 0, 0, 0, 1, place))
        for place, mana in enumerate(player.pool)
        if not mana.only_for
    ]


def _other_units(game: Game, player: Player, item: StackItem | None, using: Sequence[object]) -> list[Unit]:
    """Convoke (tap creatures, sick ones too) and delve (exile cards): they pay, but are no mana (BOR-2)."""
    if item is None or item.card is None:
        return []
    words = {ability.word for ability in item.card.facts.abilities if ability.kind == "keyword"}
    found: list[Unit] = []
    if "convoke" in words:
        for permanent in game.controlled(player):
            if now.is_creature(game, permanent) and not permanent.tapped:
                named = int(permanent not in using)
                found.append(
                    Unit(
                        now.colors(permanent) + "*",
                        "convoke",
                        thing=permanent,
                        rank=(2 * named, 0, 0, 0, 0, permanent.number),
                    )
                )
    if "delve" in words:
        for place, card in enumerate(player.graveyard):
            found.append(Unit("*", "delve", thing=card, rank=(2 * int(card not in using), 0, 0, 0, 0, place)))
    return found


def _plans(bundles: list[list[Way]]) -> Iterator[tuple[Way, ...]]:
    """Which sources of the second sort to use and how: fewest first; alike sources are tried once."""
    tried = 0
    signatures = [str(sorted((str(way.costs), way.units) for way in choices)) for choices in bundles]
    for number in range(len(bundles) + 1):
        seen: set[tuple[str, ...]] = set()
        for chosen in combinations(range(len(bundles)), number):
            signature = tuple(signatures[place] for place in chosen)
            if signature in seen:
                continue
            seen.add(signature)
            for plan in product(*(bundles[place] for place in chosen)):
                fed = [way for way in plan if way.inputs]
                plain = tuple(way for way in plan if not way.inputs)
                for order in permutations(fed):
                    tried += 1
                    if tried > MAX_PLANS:
                        return
                    yield (*plain, *order)


# --- matching


def _match(demand: Demand, pips: list[str], fixed: list[Unit], plan: tuple[Way, ...]) -> Payment | None:
    """Pay the pips, and the inputs of the planned ways from mana made before them."""
    units = list(fixed)
    for place, way in enumerate(plan):
        snow = "snow" in way.permanent.facts.types
        for number, letter in enumerate(way.units):
            units.append(
                Unit(letter, "made", (way,), place, snow, way.permanent, (0, 0, 0, 0, 1, 1000 * place + number))
            )
    owners = [len(plan)] * len(pips)
    wants = list(pips)
    for place, way in enumerate(plan):
        for symbol in way.inputs:
            if symbol.isdigit():
                wants.extend(["*"] * int(symbol))
                owners.extend([place] * int(symbol))
            else:
                wants.append("".join(letter for letter in symbol if letter in MANA_TYPES))
                owners.append(place)
    if len(wants) > len(units):
        return None
    units.sort(key=lambda unit: unit.rank)
    fits = [
        [
            place
            for place, unit in enumerate(units)
            if _fits(unit, want) and (unit.source != "made" or unit.place < owner)
        ]
        for want, owner in zip(wants, owners, strict=True)
    ]
    order = sorted(range(len(wants)), key=lambda one: (wants[one] == "*", len(wants[one]), len(fits[one])))
    chosen = _assign(order, fits)
    if chosen is None:
        return None
    return _payment(demand, plan, [(units[chosen[one]], wants[one], owners[one] == len(plan)) for one in order])


def _fits(unit: Unit, want: str) -> bool:
    if want == "*":
        return True
    if want == "S":
        return unit.snow and unit.source not in ("convoke", "delve")
    return any(letter in unit.types for letter in want)


def _assign(order: list[int], fits: list[list[int]]) -> dict[int, int] | None:
    """Each want, in order, takes the first unit that leaves the rest payable (F12); None if not all can be paid."""
    taken: dict[int, int] = {}
    if not _completes(order, fits, set()):
        return None
    used: set[int] = set()
    for step, want in enumerate(order):
        for unit in fits[want]:
            if unit not in used and _completes(order[step + 1 :], fits, used | {unit}):
                taken[want] = unit
                used.add(unit)
                break
    return taken


def _completes(wants: list[int], fits: list[list[int]], used: set[int]) -> bool:
    """Is there a unit for every want (augmenting paths)?"""
    holder: dict[int, int] = {}

    def place(want: int, visited: set[int]) -> bool:
        for unit in fits[want]:
            if unit in used or unit in visited:
                continue
            visited.add(unit)
            if unit not in holder or place(holder[unit], visited):
                holder[unit] = want
                return True
        return False

    return all(place(want, set()) for want in wants)


def _payment(demand: Demand, plan: tuple[Way, ...], spent: list[tuple[Unit, str, bool]]) -> Payment:
    payment = Payment(demand, list(plan))
    for unit, want, for_spell in spent:
        letter = next((one for one in unit.types if want in ("*", "S") or one in want), unit.types[:1])
        if unit.source == "way":
            payment.ways.insert(0, next(way for way in unit.ways if way.units[0] == letter))
        (payment.spent if for_spell else payment.fed).append((unit, letter))
    return payment


def most_mana(game: Game, player: Player) -> int:
    """The largest number of mana units the player could have now (pool and untapped sources, filters left out)."""
    simple, bundles = sources(game, player, None)
    best = [max((len(way.units) for way in choices if not way.inputs), default=0) for choices in bundles]
    return len(player.pool) + len(simple) + sum(best)
