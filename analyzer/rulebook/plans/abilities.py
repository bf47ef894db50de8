"""Activated abilities of permanents as actions (F13 3): what can be paid here, who may use them, what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from analyzer.cards.abilities import Ability, Cost, parse_abilities
from analyzer.contract import actions
from analyzer.contract import events as codes
from analyzer.plan.lines import cost_payments
from analyzer.plan.model import GENERIC
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.objects import Permanent, StackItem
from analyzer.rulebook.plans.gist import felt_steps
from analyzer.rulebook.plans.table import Table
from analyzer.rulebook.zones import leave, set_tapped

HIGHEST_X = 99


@dataclass(frozen=True, slots=True)
class AbilityCosts:
    """Costs of an activation; `loyalty` is the change of loyalty, None for other abilities."""

    pips: tuple[int, ...] = ()
    x_factor: int = 0
    life: int = 0
    discard: int = 0
    taps: bool = False
    sacrifices: bool = False
    once: bool = False
    sorcery: bool = False
    loyalty: int | None = None

    def x_pips(self, x: int) -> tuple[int, ...]:
        return (GENERIC,) * (x * self.x_factor)

    def use(self, table: Table, permanent: Permanent, item: StackItem) -> None:
        """The parts of the costs that concern the permanent itself."""
        game = table.game
        if self.taps and not self.sacrifices:
            set_tapped(game, permanent, True)
        if self.once or self.loyalty is not None:
            permanent.loyalty_used = True
        if self.loyalty is not None:
            permanent.counters["loyalty"] += self.loyalty
        if self.sacrifices:
            table.player.counts["shards_used"] += int("shard" in permanent.facts.subtypes)
            leave(game, permanent, "graveyard", codes.SACRIFICED)


def costs_of(costs: Sequence[Cost]) -> AbilityCosts | None:
    """What can be paid here; None where a part cannot."""
    symbols: tuple[str, ...] = ()
    life = discard = 0
    words: set[str] = set()
    for cost in costs:
        number = cost.amount.number if cost.amount is not None and cost.amount.kind == "number" else None
        if cost.word == "mana":
            symbols += cost.symbols
        elif cost.word in ("T", "once", "sorcery") or (cost.word == "sac" and not cost.argument):
            words.add(cost.word)
        elif cost.word == "life" and number is not None:
            life += number
        elif cost.word == "discard" and number is not None and not cost.argument:
            discard += number
        else:
            return None
    ways, factor = cost_payments(symbols)
    pips, more = ways[0]
    return AbilityCosts(
        pips, factor, life + more, discard, "T" in words, "sac" in words, "once" in words, "sorcery" in words
    )


@lru_cache(maxsize=4096)
def usable_abilities(effects: str) -> tuple[tuple[int, Ability, AbilityCosts], ...]:
    """The abilities of a text that are actions: they are felt, their costs can be paid here; mana abilities are none."""
    return tuple(_usable(parse_abilities(effects)))


def _usable(abilities: Sequence[Ability]) -> Iterator[tuple[int, Ability, AbilityCosts]]:
    for number, ability in enumerate(abilities):
        if ability.gate or not (ability.word == "activate" or ability.word == "loyalty"):
            continue
        steps = list(felt_steps(ability.program))
        if ability.word == "loyalty":
            change = (ability.filter or "").replace("\u2212", "-")
            if change.lstrip("+-").isdigit():
                yield number, ability, AbilityCosts(loyalty=int(change))
            continue
        costs = costs_of(ability.costs)
        if costs is None or not ability.costs or not steps or all(step.op.rstrip("!?") == "mana" for step in steps):
            continue
        yield number, ability, costs


def activations(table: Table, window: bool, action: Callable[..., Any]) -> list[Any]:
    """Abilities of cards in play by kind, then of tokens; each once, for the first permanent that may use it."""
    first: dict[int, dict[int, tuple[Permanent, Ability, AbilityCosts]]] = {}
    for permanent in table.game.controlled(table.player):
        for number, ability, costs in usable_abilities(permanent.facts.effects):
            if number not in first.get(permanent.card.kind, {}) and may_use(table, permanent, costs, window):
                first.setdefault(permanent.card.kind, {})[number] = permanent, ability, costs
    found = []
    for kind in sorted(first):
        for number, (permanent, ability, costs) in sorted(first[kind].items()):
            x = highest_x(table, permanent, costs)
            gist = table.known.ability_gist(ability)
            sort = actions.TOKEN if permanent.token else actions.ACTIVATE
            one = action(sort, kind, number, x, len(costs.pips) + x * costs.x_factor)
            one.scry, one.draw, one.lands = gist.look, gist.draws, gist.lands if may_find(table, kind) else 0
            lost = now.is_creature(table.game, permanent) or "legendary" in now.types(table.game, permanent)
            one.sacrifices = int(costs.sacrifices and lost)
            one.loyalty = -1 if costs.loyalty is None else permanent.counters["loyalty"] + costs.loyalty
            one.sorcery = int(costs.sorcery or costs.loyalty is not None)
            one.about = (permanent, ability, costs)
            found.append(one)
    return found


def may_find(table: Table, kind: int) -> bool:
    """Is something left in the library that a fetch land of this kind may find? (True of everything else.)"""
    fetcher = table.facts.fetching.lands.get(kind)
    return fetcher is None or any(card.kind in fetcher.finds for card in table.player.library.cards())


def may_use(table: Table, permanent: Permanent, costs: AbilityCosts, window: bool) -> bool:
    """Timing, tapping, once a turn, loyalty, life, cards and mana."""
    player = table.player
    if window and (costs.sorcery or costs.loyalty is not None):
        return False
    sick = now.is_creature(table.game, permanent) and not permanent.settled
    if costs.taps and (permanent.tapped or (sick and "haste" not in now.keywords(table.game, permanent))):
        return False
    if (costs.once or costs.loyalty is not None) and permanent.loyalty_used:
        return False
    if costs.loyalty is not None and permanent.counters["loyalty"] + costs.loyalty < 0:
        return False
    if costs.life > player.life or costs.discard > len(player.hand):
        return False
    return _payable(table, permanent, costs, costs.pips)


def _payable(table: Table, permanent: Permanent, costs: AbilityCosts, pips: Sequence[int]) -> bool:
    """What is tapped or sacrificed for a cost makes no mana for it (CST-7)."""
    if (costs.taps or costs.sacrifices) and table.game.source(permanent) is not None:
        return table.game.payments.payable_without(pips, permanent)
    return table.game.payments.payable(pips)


def highest_x(table: Table, permanent: Permanent, costs: AbilityCosts) -> int:
    """The highest payable X."""
    if not costs.x_factor:
        return 0
    x = min(HIGHEST_X, (table.game.payments.left - len(costs.pips)) // costs.x_factor)
    while x > 0 and not _payable(table, permanent, costs, (*costs.pips, *costs.x_pips(x))):
        x -= 1
    return max(x, 0)
