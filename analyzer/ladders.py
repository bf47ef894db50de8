"""Ladders of changes to a list: nonlands turned into lands one by one, in an order of its own stream (SEMANTICS 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.cards.catalog import Catalog
from analyzer.contract.streams import LADDER
from analyzer.goals import Goal
from analyzer.plan.model import Kind, Plan
from analyzer.rulebook.randomness import Stream
from analyzer.versions import Source

WORD = (1 << 64) - 1
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


def ladder_order(seed: int, number: int) -> list[int]:
    """A random order of 0 .. number - 1 from the stream of ladders (class 6) of a seed; the same for every ladder.

    >>> sorted(ladder_order(1, 5))
    [0, 1, 2, 3, 4]
    """
    stream = Stream(seed, 0, LADDER)
    order = list(range(number))
    for place in range(number - 1):
        bound = number - place
        product = stream.word() * bound
        while product & WORD < (1 << 64) % bound:
            product = stream.word() * bound
        other = place + (product >> 64)
        order[place], order[other] = order[other], order[place]
    return order


def land_ladder(plan: Plan, sources: Sequence[Source], rungs: Sequence[int]) -> list[tuple[int, Plan]]:
    """Plans with k nonlands turned into lands (k < 0: lands into blanks of the nonlands), as far as the list goes.

    The nonlands come in a random order of the slots that are neither named in a goal nor sources; rung k + 1 contains
    rung k. The land is one of the deck's untapped lands that are no source, else a basic of its main colour. Downwards
    the same untapped lands become copies of the first nonland that is neither.
    """
    spared = {kind for goal in plan.goals if isinstance(goal, Goal) for kind in goal.kinds}
    spared |= {source.kind for source in sources}
    plan, land = _land_of(plan, spared)
    spells = [
        slot for slot, kind in enumerate(plan.slots) if kind >= 0 and _is_spell(plan, kind) and kind not in spared
    ]
    lands = [slot for slot, kind in enumerate(plan.slots) if kind == land]
    up = [spells[i] for i in ladder_order(plan.seed, len(spells))]
    down = [lands[i] for i in ladder_order(plan.seed, len(lands))]
    found = []
    for rung in rungs:
        slots = list(plan.slots)
        if rung > 0 and rung <= len(up):
            for slot in up[:rung]:
                slots[slot] = land
        elif rung < 0 and -rung <= len(down) and up:
            for slot, model in zip(down[:-rung], up, strict=False):
                slots[slot] = plan.slots[model]
        else:
            continue
        found.append((rung, replace(plan, slots=tuple(slots))))
    return found


def _is_spell(plan: Plan, kind: int) -> bool:
    return not plan.kinds[kind].card.is_land


def _land_of(plan: Plan, spared: set[int]) -> tuple[Plan, int]:
    """The kind of land a rung adds (the commonest untapped non-source land), in the plan that has it."""
    counts = {
        kind.index: plan.slots.count(kind.index)
        for kind in plan.kinds
        if kind.card.is_land and kind.card.tapped == "" and kind.index not in spared and kind.index in plan.slots
    }
    basics = {index: count for index, count in counts.items() if "basic" in plan.kinds[index].card.types}
    best = basics or counts
    if best:
        return plan, max(best, key=lambda index: (best[index], -index))
    card = Catalog().find(BASICS[_main_colour(plan)]).card
    twin = Kind(len(plan.kinds), card)
    return replace(plan, kinds=(*plan.kinds, twin)), twin.index


def _main_colour(plan: Plan) -> str:
    """The colour of most mana symbols in the list."""
    cost = "".join(plan.kinds[kind].card.mana_cost for kind in plan.slots if kind >= 0)
    return max("WUBRG", key=cost.count)
