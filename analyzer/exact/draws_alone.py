"""The number a hypergeometric reader knows: a goal's exact chance from natural draws alone, no mulligans, no spells.

Goals about lands had, lands in play, land drops and cards had are functions of what has been drawn by a few turns. With
one draw and one land play a turn, lands in play on turn t are min(t, land cards had by t): a missed drop means that all
lands had were in play, and each later turn adds at most one card.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from analyzer.goals.tree import OPEN_HIGH, And, Atom, Expr, Goal, Not, Term, atoms_of
from analyzer.plan.model import Plan

MAX_PATHS = 100_000
LAND_MEASURES = ("lands", "land drops", "lands had")

Counts = tuple[int, ...]


def draws_alone(plan: Plan, goal: Goal) -> Fraction | None:
    """Exact chance of the goal when seven cards are kept and one is drawn a turn; None where there is no such form.

    None also for plans that start elsewhere, that draw nothing, or whose goal would take too many cases.
    """
    atoms = goal.atoms
    if not plan.draws or plan.start.hand is not None or plan.start.hand_filter or plan.start.turn != 1:
        return None
    if plan.start.library_top or plan.start.library_bottom or plan.start.battlefield or not all(map(_has_form, atoms)):
        return None
    turns = sorted({atom.when.turn for atom in atoms if atom.when is not None})
    classes = _classes(plan, atoms)
    sizes = tuple(size for _, size in classes)
    seen = [plan.start.hand_size + _draws(plan, turn) for turn in turns]
    if not turns or seen[-1] > sum(sizes):
        return None
    met, both, paths = 0, 0, 0
    for path, weight in _paths(sizes, seen):
        paths += 1
        if paths > MAX_PATHS:
            return None
        by_turn = dict(zip(turns, path, strict=True))
        if goal.given is None or _holds(goal.given, by_turn, classes):
            met += weight
            both += weight if _holds(goal.expr, by_turn, classes) else 0
    return Fraction(both, met) if met else None


def cards_seen(plan: Plan, turn: int) -> int:
    """Cards of the opening hand and of natural draws up to the draw step of a turn (TRN-4).

    >>> cards_seen(Plan((), ()), 4)
    10
    """
    return plan.start.hand_size + _draws(plan, turn)


def _draws(plan: Plan, turn: int) -> int:
    return max(0, turn - (1 if plan.seat == "play" and plan.players == 2 else 0))


def _has_form(atom: Atom) -> bool:
    return atom.when is not None and (atom.when.mode == "on" or _rises(atom)) and all(map(_is_drawn, atom.terms))


def _rises(atom: Atom) -> bool:
    """Once true, does it stay true? Then "by" and "on" are the same."""
    return atom.high >= OPEN_HIGH and not atom.complement


def _is_drawn(term: Term) -> bool:
    return (term.op == "measure" and term.name in LAND_MEASURES) or term.op == "had"


def _classes(plan: Plan, atoms: tuple[Atom, ...]) -> list[tuple[tuple[bool, tuple[Term, ...]], int]]:
    """Kinds that no atom tells apart, as ((is a land, `had` terms it counts for), copies)."""
    things = tuple(dict.fromkeys(term for atom in atoms for term in atom.terms if term.op == "had"))
    sizes: dict[tuple[bool, tuple[Term, ...]], int] = {}
    for number in plan.slots:
        if number >= 0:
            mine = tuple(t for t in things if t.cards is not None and number in (t.cards.kinds or ()))
            key = (plan.kinds[number].card.is_land, mine)
            sizes[key] = sizes.get(key, 0) + 1
    return list(sizes.items())


def _paths(sizes: Counts, seen: list[int]) -> Iterator[tuple[tuple[Counts, ...], int]]:
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


def _holds(expr: Expr, by_turn: dict[int, Counts], classes: list[tuple[tuple[bool, tuple[Term, ...]], int]]) -> bool:
    if isinstance(expr, Atom):
        return _atom_holds(expr, by_turn, classes)
    if isinstance(expr, Not):
        return not _holds(expr.body, by_turn, classes)
    results = (_holds(part, by_turn, classes) for part in expr.parts)
    return all(results) if isinstance(expr, And) else any(results)


def _atom_holds(
    atom: Atom, by_turn: dict[int, Counts], classes: list[tuple[tuple[bool, tuple[Term, ...]], int]]
) -> bool:
    assert atom.when is not None
    turn = atom.when.turn
    counts = by_turn[turn]
    lands = sum(n for n, ((is_land, _), _) in zip(counts, classes, strict=True) if is_land)
    played = min(lands, turn if atom.when.moment != "draw" else turn - 1)
    if atom.every:
        return played >= turn
    total = 0
    for term in atom.terms:
        if term.op == "had":
            total += sum(n for n, ((_, mine), _) in zip(counts, classes, strict=True) if term in mine)
        else:
            total += lands if term.name == "lands had" else played
    return atom.holds(total)


def described(plan: Plan, goal: Goal) -> str:
    """What the exact number counts: `24 of 60, 10 cards`."""
    lands = sum(1 for number in plan.slots if number >= 0 and plan.kinds[number].card.is_land)
    size = sum(1 for number in plan.slots if number >= 0)
    named = {number for atom in atoms_of(goal.expr) for term in atom.terms for number in _kinds_of(term)}
    copies = sum(1 for number in plan.slots if number in named)
    what = " and ".join(
        word
        for word in (
            f"{lands} lands" if any(t.name in LAND_MEASURES for a in goal.atoms for t in a.terms) else "",
            f"{copies} wanted cards" if copies else "",
        )
        if word
    )
    return f"{what or 'cards'} of {size}, {cards_seen(plan, goal.last_turn)} cards seen"


def _kinds_of(term: Term) -> tuple[int, ...]:
    return (term.cards.kinds or ()) if term.op == "had" and term.cards is not None else ()
