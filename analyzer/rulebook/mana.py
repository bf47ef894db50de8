"""Mana and mana abilities (rules section 7): what tapping makes, multipliers, triggers, and "could produce"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from analyzer.cards.ability_tree import Ability, Cost, Step
from analyzer.cards.lands import ManaOption, mana_units
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.filters import count, matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import MANA_TYPES, Mana, Permanent, Player

Units = tuple[str, ...]  # types of the mana made, in order


@dataclass(frozen=True, eq=False)
class Way:
    """One way to use one mana ability: what it makes in the end, and what it costs beside tapping."""

    permanent: Permanent
    index: int
    costs: tuple[Cost, ...]
    units: Units
    only_for: str = ""

    @property
    def taps(self) -> bool:
        return any(cost.word == "T" for cost in self.costs)

    @property
    def inputs(self) -> tuple[str, ...]:
        """Mana symbols that must be paid first (filters, {Q} abilities)."""
        return tuple(symbol for cost in self.costs if cost.word == "mana" for symbol in cost.symbols)

    @property
    def one_shot(self) -> bool:
        return any(cost.word in ("sac", "rm", "discard", "exile-gy", "put") for cost in self.costs)

    @property
    def life(self) -> int:
        return sum(cost.amount.number for cost in self.costs if cost.word == "life" and cost.amount)


def mana_steps(ability: Ability) -> list[Step] | None:
    """The mana steps of a mana ability (MAN-2: no target, could add mana, not loyalty), else None."""
    steps = [step for step in ability.program if isinstance(step, Step) and step.op in ("mana", "mana!")]
    if ability.kind != "activated" or not steps or any("target" in (str(step)) for step in ability.program):
        return None
    return steps


def usable(game: Game, permanent: Permanent, costs: tuple[Cost, ...]) -> str:
    """ "" if the tap part of a cost can be paid now, else the statement that forbids it (SIC-1, SIC-3)."""
    for cost in costs:
        if cost.word == "T" and permanent.tapped:
            return "SIC-3 TRN-8"
        if cost.word == "Q" and not permanent.tapped:
            return "SIC-3"
        if cost.word in ("T", "Q") and now.is_creature(game, permanent) and not _settled(game, permanent):
            return "SIC-1"
    return ""


def _settled(game: Game, permanent: Permanent) -> bool:
    return permanent.settled or "haste" in now.keywords(game, permanent)


def ways(
    game: Game, permanent: Permanent, ignore_costs: bool = False, seen: dict[int, set[str]] | None = None
) -> Iterator[Way]:
    """Every way in which a permanent makes mana now; with `ignore_costs` as CLD-1 asks."""
    for index, ability in enumerate(now.abilities(game, permanent)):
        steps = mana_steps(ability)
        if steps is None or (not ignore_costs and usable(game, permanent, ability.costs)):
            continue
        for step in steps:
            for option in mana_units(step.argument or "", "/"):
                if option.odd or option.conditional:
                    continue
                costs = (*ability.costs, *option.costs)
                taps = any(cost.word == "T" for cost in costs)
                for units in _made(game, permanent, option, taps, not ignore_costs, seen):
                    yield Way(permanent, index, costs, units, "!" if step.op == "mana!" or option.restricted else "")


def _made(
    game: Game, permanent: Permanent, option: ManaOption, taps: bool, triggers: bool, seen: dict[int, set[str]] | None
) -> list[Units]:
    """All final results of one option: replacements in any order, then triggered mana (MAN-4 to MAN-6)."""
    found: dict[Units, None] = {}
    for raw in _raw(game, permanent, option, seen):
        finals = replaced(game, permanent, raw) if taps and raw else {raw}
        for final in sorted(finals):
            for more in triggered(game, permanent, final) if taps and triggers and final else [()]:
                found.setdefault((*final, *more))
    return list(found)


def _raw(game: Game, permanent: Permanent, option: ManaOption, seen: dict[int, set[str]] | None) -> list[Units]:
    """What the ability itself makes, for each choice of types; MAN-7: an undefined type makes no mana."""
    player = permanent.controller
    sets = [_types(game, permanent, unit, seen) for unit in option.units]
    times = 1
    if option.amount is not None and option.amount.measure == "devotion" and option.amount.of in ("", "chosen"):
        return _devotions(game, permanent, sets)
    if option.amount is not None:
        if option.amount.kind == "X" or not option.amount.is_known:
            game.note_missing(f"amount of mana not modelled: {permanent.name}")
            return [()]
        times = count(game, option.amount, player, permanent)
    if any(not types for types in sets) or times <= 0:
        return [()]
    if option.same:
        return [tuple([letter] * len(sets) * times) for letter in sets[0]]
    return [tuple(choice) * times for choice in product(*sets)]


def _devotions(game: Game, permanent: Permanent, sets: list[str]) -> list[Units]:
    """Nykthos: choose a colour, add its devotion."""
    from analyzer.cards.ability_tree import Amount

    made = []
    for letter in sets[0]:
        size = count(game, Amount("V", measure="devotion", of=letter), permanent.controller, permanent)
        made.append((letter,) * size)
    return made


def _types(game: Game, permanent: Permanent, unit: str, seen: dict[int, set[str]] | None) -> str:
    """The types one unit may have, in WUBRGC order; board words are looked up (CLD-1 to CLD-4)."""
    player = permanent.controller
    if unit == "mylands":
        return _union(game, [one for one in game.controlled(player) if now.is_land(one)], seen, MANA_TYPES)
    if unit == "opplands":
        lands = [one for one in game.battlefield if now.is_land(one) and one.controller is not player]
        found = _union(game, lands, seen, "WUBRG")
        assumed = "".join(letters for seat, letters in game.land_sets.items() if seat != player.seat)
        if not lands and not assumed:
            game.note_missing(f"no opposing lands: {permanent.name} makes nothing (CLD-4)")
        return "".join(letter for letter in "WUBRG" if letter in found or letter in assumed)
    if unit == "mycolors":
        held = {letter for one in game.controlled(player) for letter in now.colors(one)}
        return "".join(letter for letter in "WUBRG" if letter in held)
    if unit == "id":
        return "".join(letter for letter in "WUBRG" if any(letter in card.facts.identity for card in player.command))
    if unit == "chosen":
        return permanent.chosen
    return unit


def _union(game: Game, lands: list[Permanent], seen: dict[int, set[str]] | None, allowed: str) -> str:
    known = could_produce(game) if seen is None else seen
    found = {letter for land in lands for letter in known.get(land.number, ())}
    return "".join(letter for letter in allowed if letter in found)


def could_produce(game: Game) -> dict[int, set[str]]:
    """CLD-1, CLD-2: types each permanent could produce, by number: the least fixed point from empty sets upward."""
    found: dict[int, set[str]] = {permanent.number: set() for permanent in game.battlefield}
    while True:
        before = sum(map(len, found.values()))
        for permanent in game.battlefield:
            for way in ways(game, permanent, ignore_costs=True, seen=found):
                found[permanent.number].update(way.units)
        if sum(map(len, found.values())) == before:
            return found


# --- replacements and triggers


def replaced(game: Game, permanent: Permanent, units: Units) -> set[Units]:
    """MAN-5: all results of applying the replacements in every order, each once, until none applies any more."""
    effects = _replacements(game, permanent)
    results: set[Units] = set()

    def go(current: Units, used: frozenset[int]) -> None:
        open_ones = [
            index for index, (step, source) in enumerate(effects)
            if index not in used and _applies(game, step, source, permanent, current)
        ]  # fmt: skip
        if not open_ones:
            results.add(current)
        alike: set[str] = set()
        for index in open_ones:
            if str(effects[index][0]) not in alike:
                alike.add(str(effects[index][0]))
                for changed in _apply(effects[index][0], current):
                    go(changed, used | {index})

    go(units, frozenset())
    return results


def _replacements(game: Game, permanent: Permanent) -> list[tuple[Step, Permanent]]:
    return [(step, source) for source, step in now.statics(game) if step.op in ("manax", "manais")]


def _applies(game: Game, step: Step, source: Permanent, permanent: Permanent, units: Units) -> bool:
    text = (step.argument or "permanent").split(",")[0]
    if step.op == "manax":
        return source.controller is permanent.controller and matches(game, text, permanent, source.controller, source)
    base, *qualifiers = text.split(".")
    for qualifier in qualifiers:
        if qualifier.startswith("amount>=") and len(units) < int(qualifier[8:]):
            return False
        if qualifier == "yours" and source.controller is not permanent.controller:
            return False
    return matches(game, base, permanent, source.controller, source)


def _apply(step: Step, units: Units) -> list[Units]:
    if step.op == "manax":
        return [tuple(letter for letter in units for _ in range(step.amount.number if step.amount else 2))]
    made = (step.argument or "").split(",")[1].strip()
    if made in ("any", "anytype"):  # the type changes, the amount stays
        return [(letter,) * len(units) for letter in "WUBRG"]
    return [tuple(made)]


def triggered(game: Game, permanent: Permanent, units: Units) -> list[Units]:
    """MAN-4: mana of "whenever it is tapped for mana" abilities; never multiplied, triggers nothing itself."""
    choices: list[list[Units]] = []
    for source, argument in mana_triggers(game, permanent, units):
        choices.append(_trigger_units(game, source, argument, units))
    return [tuple(letter for part in combined for letter in part) for combined in product(*choices)]


def mana_triggers(game: Game, permanent: Permanent, units: Units) -> Iterator[tuple[Permanent, str]]:
    """The triggered mana abilities that see `permanent` tapped for `units`: (source, what it adds)."""
    if not units:
        return
    for source in game.battlefield:
        for ability in now.abilities(game, source):
            if ability.word != "ontapmana" or not _sees(game, source, ability, permanent, units):
                continue
            for step in ability.program:
                if isinstance(step, Step) and step.op == "mana":
                    yield source, step.argument or ""


def _sees(game: Game, source: Permanent, ability: Ability, permanent: Permanent, units: Units) -> bool:
    """Filters: `attached`, or a kind of permanent of yours; `.chosen`: only if it made mana of the chosen colour."""
    base, *qualifiers = (ability.filter or "permanent").split(".")
    if base == "attached":
        return source.host is permanent
    if "chosen" in qualifiers and source.chosen not in units:
        return False
    if "anyone" not in qualifiers and permanent.controller is not source.controller:
        return False
    bare = ".".join([base, *(word for word in qualifiers if word != "chosen")])
    return matches(game, bare, permanent, source.controller, source)


def _trigger_units(game: Game, source: Permanent, argument: str, units: Units) -> list[Units]:
    if argument.startswith("produced"):  # MAN-8: one of the types really produced
        return [(letter,) for letter in dict.fromkeys(units)]
    made = [raw for option in mana_units(argument, "/") for raw in _raw(game, source, option, None)]
    return made or [()]


def empty_pools(game: Game) -> None:
    """MAN-1: mana empties at the end of every step and phase; no life is lost."""
    for player in game.players:
        if player.pool:
            game.remark(player, "empties", detail="".join(unit.type for unit in player.pool))
            player.pool.clear()


def is_snow(permanent: Permanent) -> bool:
    return "snow" in permanent.facts.types


def add_mana(game: Game, player: Player, permanent: Permanent | None, units: Units, only_for: str = "") -> None:
    """Put mana into the pool."""
    snow = permanent is not None and is_snow(permanent)
    player.pool.extend(Mana(letter, snow, only_for) for letter in units)
    player.counts["mana_made"] += len(units)
    game.remark(player, "mana", (permanent.name,) if permanent else (), "".join(units) or "nothing")
