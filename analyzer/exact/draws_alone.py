"""The number a hypergeometric reader knows: a goal's exact chance from natural draws alone, no mulligans, no spells.

Goals about lands had, lands in play, land drops and cards had are functions of what has been drawn by a few turns. With
one draw and one land play a turn, lands in play on turn t are min(t, land cards had by t): a missed drop means that all
lands had were in play, and each later turn adds at most one card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from analyzer.cards.lands import mana_units
from analyzer.goals.tree import OPEN_HIGH, And, Atom, Expr, Goal, Not, Term, atoms_of
from analyzer.plan.lines import TYPES, cost_payments
from analyzer.plan.model import GENERIC, Kind, Plan

MAX_PATHS = 100_000
LAND_MEASURES = ("lands", "land drops", "missed drops", "lands had")

Counts = tuple[int, ...]
Source = tuple[int, bool]  # types that a land makes one mana of, and whether it enters untapped


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that nothing tells apart: lands or not, the `had` terms they count for, what they tap for.

    `marks`: of the card sets that rules of play ask for, which ones they belong to.
    """

    is_land: bool
    things: tuple[Term, ...]
    source: Source
    marks: tuple[bool, ...]
    copies: int


def draws_alone(plan: Plan, goal: Goal) -> Fraction | None:
    """Exact chance of the goal when seven cards are kept and one is drawn a turn; None where there is no such form.

    None also for plans that start elsewhere, that draw nothing, or whose goal would take too many cases.
    """
    atoms = goal.atoms
    if not plan.draws or plan.start.hand is not None or plan.start.hand_filter or plan.start.turn != 1:
        return None
    if plan.start.library_top or plan.start.library_bottom or plan.start.battlefield or not all(map(has_form, atoms)):
        return None
    turns = sorted({atom.when.turn for atom in atoms if atom.when is not None})
    classes = classes_of(plan, atoms)
    if classes is None:
        return None
    sizes = tuple(each.copies for each in classes)
    seen = [plan.start.hand_size + _draws(plan, turn) for turn in turns]
    if not turns or seen[-1] > sum(sizes):
        return None
    met, both = 0, 0
    for number, (path, weight) in enumerate(paths(sizes, seen)):
        if number > MAX_PATHS:
            return None
        by_turn = dict(zip(turns, path, strict=True))
        if goal.given is None or _holds(plan, goal.given, by_turn, classes):
            met += weight
            both += weight if _holds(plan, goal.expr, by_turn, classes) else 0
    return Fraction(both, met) if met else None


def cards_seen(plan: Plan, turn: int) -> int:
    """Cards of the opening hand and of natural draws up to the draw step of a turn (TRN-4).

    >>> cards_seen(Plan((), ()), 4)
    10
    """
    return plan.start.hand_size + _draws(plan, turn)


def _draws(plan: Plan, turn: int) -> int:
    return max(0, turn - (1 if plan.seat == "play" and plan.players == 2 else 0))


def has_form(atom: Atom) -> bool:
    """Is it about cards that draws bring, at a moment of its own?"""
    return atom.when is not None and (atom.when.mode == "on" or _rises(atom)) and all(map(_is_drawn, atom.terms))


def _rises(atom: Atom) -> bool:
    """Once true, does it stay true? Then "by" and "on" are the same."""
    return atom.high >= OPEN_HIGH and not atom.complement


def _is_drawn(term: Term) -> bool:
    return (term.op == "measure" and term.name in LAND_MEASURES) or term.op in ("had", "payable")


def classes_of(plan: Plan, atoms: tuple[Atom, ...], sets: tuple[frozenset[int], ...] = ()) -> list[Group] | None:
    """The deck by groups that the goal, and rules that ask for these card sets, cannot tell apart.

    None when a land makes mana in a way with no closed form.
    """
    terms = [term for atom in atoms for term in atom.terms]
    things = tuple(dict.fromkeys(term for term in terms if term.op == "had"))
    asks_mana = any(term.op == "payable" for term in terms)
    found: dict[tuple[bool, tuple[Term, ...], Source, tuple[bool, ...]], int] = {}
    for number in plan.slots:
        if number < 0:
            continue
        kind = plan.kinds[number]
        source = _source(kind) if asks_mana and kind.card.is_land else (0, True)
        if source is None:
            return None
        mine = tuple(t for t in things if t.cards is not None and number in (t.cards.kinds or ()))
        key = (kind.card.is_land, mine, source, tuple(number in each for each in sets))
        found[key] = found.get(key, 0) + 1
    return [Group(*key, copies) for key, copies in found.items()]


def _source(kind: Kind) -> Source | None:
    """Types of the one mana that a land makes; None for lands that make more, ask for more, or enter by a condition."""
    if kind.card.tapped not in ("", "yes"):
        return None
    types = 0
    for option in mana_units(kind.card.produces):
        special = option.same or option.amount or option.costs or option.conditional or option.restricted or option.odd
        letters = "WUBRG" if option.units == ("any",) else option.units[0] if len(option.units) == 1 else "?"
        if special or not set(letters) <= set(TYPES):
            return None
        types |= sum(TYPES[letter] for letter in set(letters))
    return types, kind.card.tapped == ""


def paths(sizes: Counts, seen: list[int]) -> Iterator[tuple[tuple[Counts, ...], int]]:
    """Every way to have drawn so many of each class by each of the turns, with its number of arrangements."""

    def step(left: Counts, had: Counts, rest: list[int]) -> Iterator[tuple[tuple[Counts, ...], int]]:
        if not rest:
            yield (), 1
            return
        for drawn, ways in _draw(left, rest[0] - sum(had)):
            now = tuple(a + b for a, b in zip(had, drawn, strict=True))
            after = tuple(a - b for a, b in zip(left, drawn, strict=True))
            for tail, more in step(after, now, rest[1:]):
                yield (now, *tail), ways * more

    yield from step(sizes, tuple(0 for _ in sizes), seen)


def _draw(left: Counts, number: int) -> Iterator[tuple[Counts, int]]:
    if len(left) == 1:
        if number <= left[0]:
            yield (number,), comb(left[0], number)
        return
    for mine in range(min(left[0], number) + 1):
        for rest, ways in _draw(left[1:], number - mine):
            yield (mine, *rest), comb(left[0], mine) * ways


def _holds(plan: Plan, expr: Expr, by_turn: dict[int, Counts], classes: list[Group]) -> bool:
    if isinstance(expr, Atom):
        return atom_holds(plan, expr, by_turn, classes)
    if isinstance(expr, Not):
        return not _holds(plan, expr.body, by_turn, classes)
    results = (_holds(plan, part, by_turn, classes) for part in expr.parts)
    return all(results) if isinstance(expr, And) else any(results)


def atom_holds(plan: Plan, atom: Atom, by_turn: Mapping[int, Counts], classes: Sequence[Group]) -> bool:
    """Does an atom with a form hold, given the cards had by class by the draw of each turn it asks about?"""
    assert atom.when is not None
    turn = atom.when.turn
    counts = by_turn[turn]
    lands = sum(n for n, group in zip(counts, classes, strict=True) if group.is_land)
    played = min(lands, turn if atom.when.moment != "draw" else turn - 1)
    if atom.every:
        return played >= turn
    total = 0
    for term in atom.terms:
        if term.op == "had":
            total += sum(n for n, group in zip(counts, classes, strict=True) if term in group.things)
        elif term.op == "payable":
            sources = [(group.source, n) for n, group in zip(counts, classes, strict=True) if group.is_land and n]
            total += any(_payable(pips, sources, turn) for pips in _costs(plan, term))
        elif term.name == "missed drops":
            total += turn - played
        else:
            total += lands if term.name == "lands had" else played
    return atom.holds(total)


def _costs(plan: Plan, term: Term) -> list[Counts]:
    """The pips of every way to pay that a term names, without ways that cost more life than there is."""
    if term.cost:
        return [pips for pips, life in cost_payments(term.cost)[0] if life <= plan.life]
    kinds = (term.cards.kinds or ()) if term.cards is not None else ()
    lines = (line for kind in kinds for line in plan.kinds[kind].lines)
    return [line.pips for line in lines if line.life <= plan.life and not line.unpayable]


def _payable(pips: Counts, sources: list[tuple[Source, int]], turn: int) -> bool:
    """Can at most `turn` of these lands pay, one of them untapped if all of `turn` drops are needed (SEMANTICS 1)?"""
    if len(pips) > turn or not _matched(pips, sources):
        return False
    if len(pips) < turn or not pips:
        return True
    for (types, is_untapped), number in sources:
        if is_untapped:
            rest = [(each, n - (each == (types, True))) for each, n in sources]
            for place, pip in enumerate(pips):
                if (pip == GENERIC or pip & types) and _matched(pips[:place] + pips[place + 1 :], rest):
                    return number > 0
    return False


def _matched(pips: Counts, sources: list[tuple[Source, int]]) -> bool:
    """Hall's condition: no set of colours is asked for more often than lands can make it."""
    if len(pips) > sum(number for _, number in sources):
        return False
    coloured = [pip for pip in pips if pip != GENERIC]
    for wanted in range(1, 64):
        needed = sum(1 for pip in coloured if pip & ~wanted == 0)
        if needed > sum(number for (types, _), number in sources if types & wanted):
            return False
    return True


def described(plan: Plan, goal: Goal) -> str:
    """What the exact number counts: `24 of 60, 10 cards`."""
    lands = sum(1 for number in plan.slots if number >= 0 and plan.kinds[number].card.is_land)
    size = sum(1 for number in plan.slots if number >= 0)
    named = {number for atom in atoms_of(goal.expr) for term in atom.terms for number in _kinds_of(term)}
    copies = sum(1 for number in plan.slots if number in named)
    what = " and ".join(
        word
        for word in (
            f"{lands} lands"
            if any(t.name in LAND_MEASURES or t.op == "payable" for a in goal.atoms for t in a.terms)
            else "",
            f"{copies} wanted cards" if copies else "",
        )
        if word
    )
    return f"{what or 'cards'} of {size}, {cards_seen(plan, goal.last_turn)} cards seen"


def _kinds_of(term: Term) -> tuple[int, ...]:
    return (term.cards.kinds or ()) if term.op == "had" and term.cards is not None else ()
