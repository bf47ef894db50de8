"""Costs of spells (CST-2, CST-5): what was announced, and the total cost that is locked before anything is paid."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from analyzer.cards.abilities import keyword_costs
from analyzer.cards.ability_tree import Ability, Cost
from analyzer.cards.costs import format_cost, parse_cost, pip
from analyzer.cards.model import CardFacts
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.filters import count, matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Card, Player, StackItem


@dataclass
class Announcement:
    """Everything said while casting (CST-2, CST-3). None means: not said."""

    targets: list[Any] | None = None
    x: int | None = None
    kicked: int = 0
    buyback: bool = False
    modes: tuple[int, ...] = ()
    splice: list[Card] = field(default_factory=list)
    flashback: bool = False
    alternative: bool = False
    free: bool = False
    life: int | None = None
    using: list[Any] = field(default_factory=list)  # "with": convoked creatures, mana sources, pitched cards
    sacrificing: list[Any] = field(default_factory=list)
    discarding: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Demand:
    """One way to pay a locked cost: generic mana, typed pips (the types that can pay each), snow pips, life."""

    generic: int
    pips: tuple[str, ...]
    snow: int = 0
    life: int = 0

    @property
    def mana(self) -> int:
        return self.generic + len(self.pips) + self.snow


@dataclass(frozen=True)
class Total:
    """A locked total cost: all ways to pay its mana part (cheapest life first), and the other parts."""

    demands: tuple[Demand, ...]
    others: tuple[Cost, ...]
    text: str  # mana part as printed, e.g. "{1}{U}"


def keyword(facts: CardFacts, *names: str) -> Ability | None:
    """The first keyword ability of the card with one of these names."""
    return next((one for one in facts.abilities if one.kind == "keyword" and one.word in names), None)


def mana_part(costs: tuple[Cost, ...]) -> tuple[str, ...]:
    return tuple(symbol for cost in costs if cost.word == "mana" for symbol in cost.symbols)


def other_part(costs: tuple[Cost, ...]) -> tuple[Cost, ...]:
    return tuple(cost for cost in costs if cost.word != "mana")


def total_costs(game: Game, player: Player, item: StackItem, facts: CardFacts, said: Announcement) -> list[Total]:
    """CST-5: (mana cost or one alternative) + additional costs and increases - reductions; then it is locked.

    One total for each way to choose among printed alternatives ("sacrifice a creature or pay {3}{B}"), first one first.
    """
    increase = commander_tax(game, player, item) + _changes(game, player, item, "cost+")
    reduction = reductions(game, player, item)
    found = []
    for chosen in product(_base(facts, said, item), *_additional(facts, said)):
        symbols = tuple(symbol for costs in chosen for symbol in mana_part(costs))
        others = tuple(cost for costs in chosen for cost in other_part(costs))
        demands = {lock(choice, item.x, increase, reduction): None for choice in announced_symbols(symbols)}
        ordered = sorted(demands, key=lambda one: (one.life, one.mana))
        found.append(Total(tuple(ordered), others, _text(symbols, item.x, increase, reduction)))
    return found


Alternatives = tuple[tuple[Cost, ...], ...]


def _base(facts: CardFacts, said: Announcement, item: StackItem) -> Alternatives:
    """The mana cost, or the one alternative that was announced (CST-9)."""
    if sum((said.flashback, said.alternative, said.free)) > 1:
        raise Illegal("CST-9 CST-2", f"{facts.name}: at most one alternative cost or way of casting")
    if said.free:
        if item.x and "{X}" in facts.mana_cost:
            raise Illegal("CST-9 XPM-2", f"{facts.name}: X is 0 when the mana cost is not paid")
        return ((),)
    if said.flashback:
        return _keyword_costs(facts, "flashback", "CST-2 CST-9")
    if said.alternative:
        return _keyword_costs(facts, "altcost", "CST-9 CST-2")
    if not facts.mana_cost:
        raise Illegal("CST-7 CST-2", f"{facts.name} has no mana cost, so it cannot be cast for it")
    return ((Cost("mana", symbols=parse_cost(facts.mana_cost)),),)


def _keyword_costs(facts: CardFacts, name: str, statements: str) -> Alternatives:
    found = keyword(facts, name)
    if found is None:
        raise Illegal(statements, f"{facts.name} has no {name}")
    return keyword_costs(found)


def _additional(facts: CardFacts, said: Announcement) -> list[Alternatives]:
    """Kicker, multikicker, buyback, splice and printed additional costs (CST-9: also on free casts)."""
    found = [keyword_costs(one) for one in facts.abilities if one.kind == "keyword" and one.word == "addcost"]
    if said.kicked:
        many, once = keyword(facts, "multikicker"), keyword(facts, "kicker")
        if many is not None:
            found.extend([keyword_costs(many)] * said.kicked)
        elif once is not None:
            kickers = keyword_costs(once)
            if said.kicked > len(kickers):
                raise Illegal("KCK-1 CST-2", f"{facts.name} can be kicked only {len(kickers)} time(s)")
            found.extend([kickers] if said.kicked == 1 else [(one,) for one in kickers])
        else:
            raise Illegal("KCK-1 CST-2", f"{facts.name} has no kicker")
    if said.buyback:
        found.append(_keyword_costs(facts, "buyback", "BUY-1 CST-2"))
    for card in said.splice:
        found.append(_keyword_costs(card.facts, "splice", "SPL-1"))
    return found


def commander_tax(game: Game, player: Player, item: StackItem) -> int:
    """MUL-1: each recast of a commander from the command zone costs {2} more (903.8)."""
    if item.card is None or item.card not in player.command:
        return 0
    return 2 * player.commander_casts[item.card.facts.name]


def reductions(game: Game, player: Player, item: StackItem) -> int:
    """Generic reductions of permanents, and of the spell itself (affinity and the like)."""
    found = _changes(game, player, item, "cost-")
    facts = item.card.facts if item.card else None
    affinity = keyword(facts, "affinity") if facts else None
    if affinity is not None and affinity.text:
        from analyzer.cards.ability_tree import Amount

        found += count(game, Amount("V", measure="count", of=affinity.text), player)
    return found


def _changes(game: Game, player: Player, item: StackItem, op: str) -> int:
    """The sum of `static:cost-N(filter)` or `cost+N`: for the controller's own spells unless `.anyone` or `.theirs`."""
    found = 0
    for source, step in now.statics(game):
        if step.op != op:
            continue
        text = step.argument or "any"
        everyone = bool({"anyone", "theirs"} & set(text.split(".")))
        if (everyone or source.controller is player) and matches(game, text, item, source.controller, source):
            amount = step.amount
            if amount is None or amount.kind == "number":
                found += amount.number if amount else 1
            elif amount.measure == "spells":
                found += player.spells_this_turn
            else:
                found += count(game, amount, source.controller, source)
    return found


def announced_symbols(symbols: tuple[str, ...]) -> list[list[tuple[str, str, int, int]]]:
    """CST-2: one side of each monohybrid symbol, mana or life for each Phyrexian one.

    Each choice is a list of (kind, types, generic, life); a two-coloured symbol stays one pip with two types.
    """
    options: list[list[tuple[str, str, int, int]]] = []
    for symbol in symbols:
        one = pip(symbol)
        if one.kind == "generic":
            options.append([("generic", "", one.generic, 0)])
        elif one.kind == "variable":
            options.append([("x", "", 0, 0)])
        elif one.kind == "snow":
            options.append([("snow", "", 0, 0)])
        elif one.kind == "odd":
            options.append([("odd", "", 0, 0)])
        else:
            ways: list[tuple[str, str, int, int]] = [("typed", one.types, 0, 0)]
            if one.generic:
                ways.append(("generic", "", one.generic, 0))
            if one.life:
                ways.append(("life", "", 0, one.life))
            options.append(ways)
    return [list(choice) for choice in product(*options)]


def lock(choice: list[tuple[str, str, int, int]], x: int, increase: int, reduction: int) -> Demand:
    """CST-5: increases first; reductions touch only generic mana and stop at zero."""
    generic = increase + sum(one[2] if one[0] == "generic" else x if one[0] == "x" else 0 for one in choice)
    pips = tuple(sorted((one[1] for one in choice if one[0] == "typed"), key=lambda types: (len(types), types)))
    pips += ("",) * sum(one[0] == "odd" for one in choice)
    return Demand(
        max(0, generic - reduction), pips, sum(one[0] == "snow" for one in choice), sum(one[3] for one in choice)
    )


def _text(symbols: tuple[str, ...], x: int, increase: int, reduction: int) -> str:
    """The total cost as symbols: hybrid and Phyrexian symbols as printed, the generic part added up."""
    generic = increase + sum(int(one) if one.isdigit() else x if one in ("X", "Y", "Z") else 0 for one in symbols)
    rest = tuple(one for one in symbols if not one.isdigit() and one not in ("X", "Y", "Z"))
    generic = max(0, generic - reduction)
    printed = ((str(generic),) if generic or not rest else ()) + rest
    return format_cost(printed)
