"""Units: ladders of changes to a plan, rung by rung, in an order of their own stream (SEMANTICS 2).

Cards are drawn in turn 1; lands take the slots of nonlands; sources of a colour are lands that now also make it; a swap
puts copies of one card into the slots of another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from analyzer.cards.costs import COLOURS
from analyzer.cards.lands import mana_units
from analyzer.contract.moments import UPKEEP
from analyzer.contract.streams import LADDER
from analyzer.errors import InputError
from analyzer.goals import Goal
from analyzer.goals.filters import COLOUR_WORDS
from analyzer.kinds import with_kind, with_twins
from analyzer.plan.model import Free, Kind, Plan
from analyzer.plan.resolve import parse_program
from analyzer.rulebook.randomness import Stream
from analyzer.versions import Source

WORD = (1 << 64) - 1
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
CARD_RUNGS, OTHER_RUNGS = 2, 4  # twice as many for all sources together
DOWN_RUNGS = (-1, -2)
DEFAULT_UNITS = ("cards", "lands")
_COLOUR = re.compile(r"sources?\s*(?:of\s+|\(\s*)(\w+?)\s*\)?", re.IGNORECASE)
_SWAP = re.compile(r"\s*(\S.*?)\s*<-\s*(\S.*?)\s*")
KNOWN_UNITS = "cards, lands, 'sources of U', 'Opt<-Island' (an Opt in the slot of an Island)"

Ladder = list[tuple[int, Plan]]


@dataclass(frozen=True, slots=True)
class Unit:
    """What a worth is measured in: `steps(plan, sources, rungs)` are the plans of those rungs that the list allows.

    `why` says what is missing when there is no rung above the first.
    """

    name: str
    steps: Callable[[Plan, Sequence[Source], Sequence[int]], Ladder]
    up: int
    why: str

    def ladder(self, plan: Plan, sources: Sequence[Source], longer: int = 1) -> Ladder:
        """Rungs above and below the plan; `longer` times as many upwards. Empty without a rung above."""
        found = self.steps(plan, sources, (*DOWN_RUNGS, *range(1, self.up * longer + 1)))
        return found if any(rung > 0 for rung, _ in found) else []


def parse_unit(text: str) -> Unit:
    """The unit of a text; InputError names those that there are.

    >>> parse_unit("Lands").name, parse_unit("sources of blue").name, parse_unit("Opt <- Island").name
    ('lands', 'sources of U', 'Opt<-Island')
    """
    word = text.strip().casefold()
    if word in ("cards", "card", "a card"):
        return Unit("cards", card_ladder, CARD_RUNGS, "")
    if word in ("lands", "land", "a land"):
        return Unit("lands", land_ladder, OTHER_RUNGS, "every nonland is a source or named in a goal")
    if (found := _COLOUR.fullmatch(word)) and (colour := COLOUR_WORDS.get(found[1], found[1].upper())) in COLOURS:
        why = f"every land that is no source makes {colour} already"
        return Unit(f"sources of {colour}", _colour_steps(colour), OTHER_RUNGS, why)
    if swap := _SWAP.fullmatch(text):
        comes, leaves = swap[1], swap[2]
        why = f"no {leaves} that is no source is in the main deck"
        return Unit(f"{comes}<-{leaves}", _swap_steps(comes, leaves), OTHER_RUNGS, why)
    raise InputError(f"unit {text!r}: write one of {KNOWN_UNITS}")


def card_ladder(plan: Plan, sources: Sequence[Source], rungs: Sequence[int]) -> Ladder:
    """Plans with so many extra cards drawn in turn 1 before anything else; there are no fewer than none."""
    return [(rung, with_cards(plan, rung)) for rung in rungs if rung > 0]


def with_cards(plan: Plan, number: int) -> Plan:
    """The plan with so many extra cards drawn in turn 1 before anything else."""
    free = Free((1,), UPKEEP, parse_program(f"draw{number}", "unit"), f"draw{number}")
    return replace(plan, free=(free, *plan.free))


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


def land_ladder(plan: Plan, sources: Sequence[Source], rungs: Sequence[int]) -> Ladder:
    """Plans with k nonlands turned into lands (k < 0: lands into blanks of the nonlands), as far as the list goes.

    The nonlands come in a random order of the slots that are neither named in a goal nor sources; rung k + 1 contains
    rung k. The land is one of the deck's untapped lands that are no source, else a basic of its main colour. Downwards
    the same untapped lands become copies of the first nonland that is neither.
    """
    spared = {kind for goal in plan.goals if isinstance(goal, Goal) for kind in goal.kinds} | _kinds_of(sources)
    plan, land = _land_of(plan, spared)
    spells = [
        slot for slot, kind in enumerate(plan.slots) if kind >= 0 and _is_spell(plan, kind) and kind not in spared
    ]
    lands = [slot for slot, kind in enumerate(plan.slots) if kind == land]
    up, down = _shuffled(plan, spells), _shuffled(plan, lands)
    found = []
    for rung in rungs:
        slots = list(plan.slots)
        if 0 < rung <= len(up):
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
    return with_kind(plan, BASICS[_main_colour(plan)])


def _main_colour(plan: Plan) -> str:
    """The colour of most mana symbols in the list."""
    cost = "".join(plan.kinds[kind].card.mana_cost for kind in plan.slots if kind >= 0)
    return max("WUBRG", key=cost.count)


def _kinds_of(sources: Sequence[Source]) -> set[int]:
    return {source.kind for source in sources}


def _shuffled(plan: Plan, slots: Sequence[int]) -> list[int]:
    """Slots in the random order of ladders."""
    return [slots[i] for i in ladder_order(plan.seed, len(slots))]


# ---- sources of a colour ---------------------------------------------------------------------------------------------
def _colour_steps(colour: str) -> Callable[[Plan, Sequence[Source], Sequence[int]], Ladder]:
    return lambda plan, sources, rungs: colour_ladder(plan, sources, rungs, colour)


def colour_ladder(plan: Plan, sources: Sequence[Source], rungs: Sequence[int], colour: str) -> Ladder:
    """Plans in which k lands that do not make a colour also make it (k < 0: lands that make others too lose it).

    Lands that are sources of selection stay as they are; so does what a changed land is called in goals and rules.
    """
    spared = _kinds_of(sources)
    lands = [
        slot for slot, kind in enumerate(plan.slots)
        if kind >= 0 and kind not in spared and plan.kinds[kind].card.is_land and plan.kinds[kind].card.produces
    ]  # fmt: skip
    up = _shuffled(plan, [slot for slot in lands if not _makes(plan.kinds[plan.slots[slot]], colour)])
    down = _shuffled(plan, [slot for slot in lands if _without(plan.kinds[plan.slots[slot]], colour)])
    found = []
    for rung in rungs:
        places = up[:rung] if rung > 0 else down[:-rung]
        if len(places) == abs(rung):
            found.append((rung, _recoloured(plan, places, colour, rung > 0)))
    return found


def _makes(kind: Kind, colour: str) -> bool:
    return any(colour in unit for option in mana_units(kind.card.produces) for unit in option.units)


def _without(kind: Kind, colour: str) -> str:
    """What a land makes without a colour; "" where it does not make the colour, or nothing else by itself."""
    ways = kind.card.produces.split("|")
    others = [way for way in ways if way != colour]
    return "|".join(others) if colour in ways else ""


def _recoloured(plan: Plan, places: Sequence[int], colour: str, more: bool) -> Plan:
    kinds, slots = list(plan.kinds), list(plan.slots)
    changed: dict[int, int] = {}
    for slot in places:
        old = slots[slot]
        if old not in changed:
            card = kinds[old].card
            produces = f"{card.produces}|{colour}" if more else _without(kinds[old], colour)
            changed[old] = len(kinds)
            kinds.append(replace(kinds[old], index=len(kinds), card=replace(card, produces=produces)))
        slots[slot] = changed[old]
    return with_twins(replace(plan, kinds=tuple(kinds), slots=tuple(slots)), changed)


# ---- swaps -----------------------------------------------------------------------------------------------------------
def _swap_steps(comes: str, leaves: str) -> Callable[[Plan, Sequence[Source], Sequence[int]], Ladder]:
    return lambda plan, sources, rungs: swap_ladder(plan, sources, rungs, comes, leaves)


def swap_ladder(plan: Plan, sources: Sequence[Source], rungs: Sequence[int], comes: str, leaves: str) -> Ladder:
    """Plans in which k copies of a card stand in slots of another (k < 0: the other way round).

    A card that is the source in question stays as it is, muted as it may be, and one that comes is a whole card.
    InputError for a card that does not exist or is not in the deck.
    """
    spared = _kinds_of(sources)
    plan, old = with_kind(plan, leaves)
    if old not in plan.slots:
        raise InputError(f"unit '{comes}<-{leaves}': no {leaves} is in the main deck")
    plan, new = with_kind(plan, comes)
    up = [] if old in spared else _shuffled(plan, [slot for slot, kind in enumerate(plan.slots) if kind == old])
    down = [] if new in spared else _shuffled(plan, [slot for slot, kind in enumerate(plan.slots) if kind == new])
    found = []
    for rung in rungs:
        places = up[:rung] if rung > 0 else down[:-rung]
        if len(places) == abs(rung):
            slots = list(plan.slots)
            for slot in places:
                slots[slot] = new if rung > 0 else old
            found.append((rung, replace(plan, slots=tuple(slots))))
    return found
