"""What the permanents of a plan give when they are tapped for mana (formats F12), worked out once for each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.cards.lands import ManaOption, mana_text, mana_units
from analyzer.cards.model import CardFacts
from analyzer.goals import Goal, Names
from analyzer.goals.reading import parse_by, parse_measure
from analyzer.plan.lines import TYPES, cost_payments
from analyzer.plan.model import GENERIC, Plan

BOARD = 0  # a unit whose types the board decides
COLOURS = ("W", "U", "B", "R", "G")
ANY_COLOUR = 31
ANY_TYPE = 63


@dataclass(frozen=True, slots=True)
class ManaSource:
    """One tap: `units` are bit sets of types (BOARD: what lands in play make); `one_shot`: the permanent goes too."""

    units: tuple[int, ...]
    one_shot: bool = False

    def types(self, board: int) -> tuple[int, ...]:
        """The types of each unit when lands in play make the types `board`; units that make nothing are left out."""
        return tuple(types for types in (unit or board for unit in self.units) if types)

    def makes(self, board: int = ANY_TYPE) -> int:
        """Every type that some unit can be."""
        bits = 0
        for types in self.types(board):
            bits |= types
        return bits


TREASURE = ManaSource((ANY_COLOUR,), one_shot=True)


def sources_of(plan: Plan) -> dict[int, ManaSource]:
    """The sources of a plan by kind; kinds that make no mana are left out."""
    found = {}
    for kind in plan.kinds:
        source = source_of(kind.card, plan) if kind.card.is_permanent else None
        if source is not None:
            found[kind.index] = source
    return found


def source_of(card: CardFacts, plan: Plan) -> ManaSource | None:
    """What one tap gives for nothing more; else what its sacrifice gives; None for no mana.

    Alternatives of one mana each are one unit of several types. Where a card also offers more mana at once, the single
    mana is used; of several such mixes the first.
    """
    options = [one for one in mana_units(card.produces or mana_text(card.abilities)) if _is_usable(one)]
    lasting = [one for one in options if not one.costs]
    used = lasting or options
    single = [one for one in used if len(one.units) == 1]
    if single:
        units = _one_unit([one.units[0] for one in single], plan)
    else:
        several = [one for one in used if len(one.units) > 1]
        units = tuple(bits for word in several[0].units for bits in _bits(word, 0, plan)) if several else ()
        units = tuple(bits for bits in units if bits)[:8]
    return ManaSource(units, not lasting) if units else None


def _is_usable(option: ManaOption) -> bool:
    """Mana for its tapping or its sacrifice alone, in a fixed amount, for any purpose."""
    if option.odd or option.conditional or option.restricted or option.amount is not None:
        return False
    if option.same and len(option.units) > 1:
        return False
    return not option.costs or [cost.word for cost in option.costs] == ["sac"]


def _one_unit(words: list[str], plan: Plan) -> tuple[int, ...]:
    """The one unit of alternatives: fixed types if there are any, else what the board decides."""
    fixed = sum({TYPES[letter] for word in words if word.isupper() for letter in word})
    known = [bits for word in words for bits in _bits(word, fixed, plan)]
    union = 0
    for bits in known:
        union |= bits
    return (union,) if union else (BOARD,) if BOARD in known else ()


def _bits(word: str, beside: int, plan: Plan) -> Iterable[int]:
    """The types of one word of a `produces` text; nothing for a word that no goldfish can use."""
    if word.isupper():
        return [sum(TYPES[letter] for letter in set(word))]
    if word == "mylands":
        return [BOARD]
    if word == "chosen":
        return [chosen_colour(plan, beside)]
    if word == "id":
        identity = {letter for kind in plan.commanders for letter in plan.kinds[kind].card.identity}
        return [sum(TYPES[letter] for letter in identity)] if identity else []
    return []


def chosen_colour(plan: Plan, beside: int) -> int:
    """A chosen colour is the one that most coloured pips of the list ask for, of those not made already."""
    asked: Counter[int] = Counter()
    for slot in plan.slots:
        for line in plan.kinds[slot].lines[:1] if slot >= 0 else ():
            for letter in COLOURS:
                asked[TYPES[letter]] += sum(pip != GENERIC and bool(pip & TYPES[letter]) for pip in line.pips)
    return max((TYPES[letter] for letter in COLOURS if not TYPES[letter] & beside), key=lambda bit: (asked[bit], -bit))


def asked_types(plan: Plan) -> int:
    """Types that some coloured pip of the plan asks for: only these tell two units apart (formats F12)."""
    pips = [pip for kind in plan.kinds for line in kind.lines for pip in (*line.pips, *line.x_pips)]
    symbols = [cost.symbols for kind in plan.kinds for each in kind.abilities for cost in each.costs if cost.symbols]
    symbols += [leaf.cost for term in _terms(plan) for leaf in term.leaves if leaf.cost]
    for text in symbols:
        pips += [pip for way, _ in cost_payments(tuple(text))[0] for pip in way]
    asked = 0
    for pip in pips:
        asked |= pip if pip != GENERIC else 0
    return asked


def _terms(plan: Plan) -> list:
    names = Names.of(plan)
    terms = [term for goal in plan.goals if isinstance(goal, Goal) for atom in goal.atoms for term in atom.terms]
    terms += [term for text in plan.measures for term in parse_measure(text, names).terms]
    return terms + [term for text in plan.by for term in parse_by(text, names).terms]
