"""When an expression is decided: its atoms numbered, and its disjuncts as pairs of bit masks over them."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.goals.tree import And, Atom, Expr, Not
from analyzer.goals.words import MAX_ATOMS, MAX_DISJUNCTS

Pair = tuple[int, int]  # atoms that must be true, atoms that must be false


@dataclass(frozen=True, slots=True)
class Truth:
    """An expression in disjunctive form.

    Every atom is unknown, then true or false for good. The expression is true as soon as one pair has all atoms of
    its first mask true and all atoms of its second mask false; atom i has bit i.
    """

    atoms: tuple[Atom, ...]
    pairs: tuple[Pair, ...]

    def holds(self, true: int, false: int) -> bool:
        """Is the expression known to be true, with these atoms known?"""
        return any(true & need == need and false & lack == lack for need, lack in self.pairs)


def truth_of(expr: Expr, text: str = "") -> Truth:
    """The disjunctive form; InputError names the limit (64 atoms, 64 disjuncts) that a goal exceeds.

    >>> from analyzer.goals import parse_goal
    >>> truth_of(parse_goal("not (lands >= 2 or stuck >= 1) on turn 3").expr).pairs
    ((0, 3),)
    """
    numbers: dict[Atom, int] = {}
    _number(expr, numbers)
    if len(numbers) > MAX_ATOMS:
        raise InputError(f"goal {text or str(expr)!r} has {len(numbers)} atoms; at most {MAX_ATOMS} are possible")
    pairs = _pairs(expr, True, numbers, text or str(expr))
    return Truth(tuple(numbers), tuple(sorted(pairs)))


def _number(expr: Expr, numbers: dict[Atom, int]) -> None:
    if isinstance(expr, Atom):
        numbers.setdefault(expr, len(numbers))
    else:
        for part in (expr.body,) if isinstance(expr, Not) else expr.parts:
            _number(part, numbers)


def _pairs(expr: Expr, wanted: bool, numbers: dict[Atom, int], text: str) -> set[Pair]:
    if isinstance(expr, Atom):
        bit = 1 << numbers[expr]
        return {(bit, 0) if wanted else (0, bit)}
    if isinstance(expr, Not):
        return _pairs(expr.body, not wanted, numbers, text)
    parts = [_pairs(part, wanted, numbers, text) for part in expr.parts]
    if isinstance(expr, And) != wanted:
        return _fewest({pair for part in parts for pair in part}, text)
    joined: set[Pair] = {(0, 0)}
    for part in parts:
        both = {(a | c, b | d) for a, b in joined for c, d in part}
        joined = _fewest({(need, lack) for need, lack in both if not need & lack}, text)
    return joined


def _fewest(pairs: set[Pair], text: str) -> set[Pair]:
    """The pairs without those that another pair makes superfluous."""
    if len(pairs) > MAX_DISJUNCTS**2:
        raise InputError(f"goal {text!r} has more than {MAX_DISJUNCTS} disjuncts; split it into several goals")
    kept: list[Pair] = []
    for need, lack in sorted(pairs, key=lambda pair: (pair[0].bit_count() + pair[1].bit_count(), pair)):
        if not any(a & need == a and b & lack == b for a, b in kept):
            kept.append((need, lack))
    if len(kept) > MAX_DISJUNCTS:
        raise InputError(f"goal {text!r} has {len(kept)} disjuncts; at most {MAX_DISJUNCTS} are possible")
    return set(kept)
