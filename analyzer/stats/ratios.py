"""Ratios of two paired differences (Fieller) and the worth of a source on a ladder of changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from analyzer.stats.estimate import LEVEL, Estimate, z_value

Number = TypeVar("Number", float, Fraction)

RESOLVED = "resolved"
NOT_RESOLVED = "not resolved"
OUT_OF_REACH = "out of reach"
LADDER_TOO_SHORT = "ladder too short"


def ratio(
    numerator: float,
    denominator: float,
    numerator_variance: float,
    denominator_variance: float,
    covariance: float,
    games: int,
    *,
    level: float = LEVEL,
    comparisons: int = 1,
) -> Estimate:
    """Ratio of two estimates with Fieller's interval (SEMANTICS 3, 6); variances already divided by n.

    Where the denominator is not told apart from zero (g >= 1) both ends are infinite: not resolved.

    >>> e = ratio(0.06, 0.04, 1e-6, 1e-6, 5e-7, 10_000)
    >>> [round(x, 4) for x in (e.value, e.low, e.high)]
    [1.5, 1.4375, 1.5673]
    """
    a, b = numerator, denominator
    square = z_value(level, comparisons) ** 2
    value = a / b if b else math.nan
    if not b * b > square * denominator_variance:
        return Estimate(value, -math.inf, math.inf, games, "ratio", level)
    middle = a * b - square * covariance
    lead = b * b - square * denominator_variance
    root = math.sqrt(max(0.0, middle * middle - (a * a - square * numerator_variance) * lead))
    return Estimate(value, (middle - root) / lead, (middle + root) / lead, games, "ratio", level)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a source is worth in units of a ladder.

    `verdict` is one of RESOLVED, NOT_RESOLVED (unbounded or split interval), OUT_OF_REACH (the ladder turns down
    before it reaches the source: no number of units buys it) and LADDER_TOO_SHORT (still rising at its last rung).
    `best_rung` and `best_gain` name the rung with the largest gain in the direction of the source.
    """

    estimate: Estimate
    verdict: str
    best_rung: int
    best_gain: float


def ladder_point(gain: Number, rungs: Sequence[tuple[int, Number]]) -> Number | None:
    """Where a ladder, linear between its rungs, first meets `gain` on the way out from rung 0; None if it never does.

    `rungs` are (rung, gain over rung 0) with the gains as floats or Fractions (the answer is of the same type). The
    ladder is followed to the side on which its first rung moves the way `gain` does: a goal that one would rather
    miss (screw) has falling rungs upwards.

    >>> ladder_point(0.75, [(0, 0.0), (1, 0.5), (2, 1.0)]), ladder_point(-0.75, [(0, 0.0), (1, -0.5), (2, -1.0)])
    (1.5, 1.5)
    """
    by_rung = dict(rungs)
    if gain == by_rung[0]:
        return gain * 0
    sign, step = _sides(gain, by_rung)
    rung = 0
    while rung + step in by_rung:
        here, there = by_rung[rung], by_rung[rung + step]
        if sign * here <= sign * gain < sign * there:
            return rung + step * (gain - here) / (there - here)
        rung += step
    return rung + gain * 0 if gain == by_rung[rung] else None


def _sides(gain: Number, by_rung: Mapping[int, Number]) -> tuple[int, int]:
    """The sign of a gain, and which way along the ladder gains have it: upwards if neither side tells."""
    zero = by_rung[0]
    sign = 1 if gain >= zero else -1
    up, down = (sign * (by_rung.get(rung, zero) - zero) for rung in (1, -1))
    if up > 0 or down > 0:
        return sign, 1 if up > 0 and (up >= down or sign > 0) else -1
    return sign, sign if sign in by_rung else -sign


def worth(
    games: int,
    sums: Sequence[float],
    products: Sequence[Sequence[float]],
    full: int,
    rungs: Sequence[tuple[int, int]],
    *,
    level: float = LEVEL,
    comparisons: int = 1,
) -> Worth:
    """Worth of a source in units: where the ladder meets the full version, by segment-wise Fieller sets.

    `full` is the place of the full version in the group, `rungs` are (rung, place) with rung 0 the blind version;
    neighbouring rungs must differ by one. The set of all x at which full and ladder are not told apart is collected
    segment by segment, clipped to each segment and joined (SEMANTICS 2, Units; 3, 6).

    >>> sums = [500, 560, 540, 570]        # blind, full, one land more, two lands more
    >>> products = [[min(a, b) for b in sums] for a in sums]
    >>> w = worth(1000, sums, products, full=1, rungs=[(0, 0), (1, 2), (2, 3)])
    >>> w.verdict, round(w.estimate.value, 3)
    ('resolved', 1.667)
    """
    ladder = sorted(rungs)
    _check_ladder(ladder)
    blind = dict(ladder)[0]
    gains = [(rung, (sums[place] - sums[blind]) / games) for rung, place in ladder]
    gain = (sums[full] - sums[blind]) / games
    square = z_value(level, comparisons) ** 2
    pieces: list[tuple[float, float]] = []
    for (rung, lower), (_, upper) in pairwise(ladder):
        form = _segment_form(games, sums, products, full, lower, upper, square)
        pieces = _joined(pieces, [(rung + low, rung + high) for low, high in _where_not_positive(form)])
    point = ladder_point(gain, gains)
    sign, step = _sides(gain, dict(gains))
    best_rung, best_gain = max(gains, key=lambda pair: (sign * pair[1], -abs(pair[0])))
    ends = (float(ladder[0][0]), float(ladder[-1][0]))
    outer = ladder[-1][0] if step > 0 else ladder[0][0]
    verdict = _verdict(pieces, ends, point, best_rung == outer)
    low, high = _ends(pieces, ends)
    value = math.nan if point is None else float(point)
    return Worth(Estimate(value, low, high, games, "ratio", level), verdict, best_rung, best_gain)


def _check_ladder(ladder: Sequence[tuple[int, int]]) -> None:
    numbers = [rung for rung, _ in ladder]
    if 0 not in numbers or len(numbers) < 2 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        raise ValueError(f"rungs {numbers} must be neighbouring whole numbers with 0 among them")


def _segment_form(
    games: int,
    sums: Sequence[float],
    products: Sequence[Sequence[float]],
    full: int,
    lower: int,
    upper: int,
    square: float,
) -> tuple[float, float, float]:
    """Coefficients of (a - t b)^2 - z^2 Var(a - t b), a = full - lower rung, b = upper rung - lower rung."""

    def cov(first: tuple[int, int], second: tuple[int, int]) -> float:
        total = sum(
            sign * (games * products[i][j] - sums[i] * sums[j])
            for i, j, sign in (
                (first[0], second[0], 1),
                (first[0], second[1], -1),
                (first[1], second[0], -1),
                (first[1], second[1], 1),
            )
        )
        return total / (games * games * (games - 1)) if games > 1 else math.inf

    rise, reach = (upper, lower), (full, lower)
    a, b = (sums[full] - sums[lower]) / games, (sums[upper] - sums[lower]) / games
    return (
        b * b - square * cov(rise, rise),
        -2 * (a * b - square * cov(reach, rise)),
        a * a - square * cov(reach, reach),
    )


def _where_not_positive(form: tuple[float, float, float]) -> list[tuple[float, float]]:
    """Parts of [0, 1] on which q2 t^2 + q1 t + q0 <= 0."""
    q2, q1, q0 = form
    cuts = [0.0, 1.0]
    discriminant = q1 * q1 - 4 * q2 * q0
    if discriminant >= 0:
        # The stable pair of roots; the second form also serves when q2 is zero.
        half = -(q1 + math.copysign(math.sqrt(discriminant), q1)) / 2
        roots = [half / q2] if q2 else []
        roots += [q0 / half] if half else []
        cuts += [root for root in roots if 0 < root < 1]
    cuts.sort()
    parts: list[tuple[float, float]] = []
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        if (q2 * middle + q1) * middle + q0 <= 0:
            parts = _joined(parts, [(low, high)])
    return parts


def _joined(pieces: list[tuple[float, float]], more: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Two lists of rising pieces as one; pieces that touch become one."""
    out = list(pieces)
    for low, high in more:
        if out and low - out[-1][1] <= 1e-9:
            out[-1] = (out[-1][0], high)
        else:
            out.append((low, high))
    return out


def _verdict(
    pieces: list[tuple[float, float]], ends: tuple[float, float], point: float | None, rises_to_the_end: bool
) -> str:
    if point is None:
        return LADDER_TOO_SHORT if rises_to_the_end else OUT_OF_REACH
    inside = len(pieces) == 1 and pieces[0][0] > ends[0] and pieces[0][1] < ends[1]
    return RESOLVED if inside else NOT_RESOLVED


def _ends(pieces: list[tuple[float, float]], ends: tuple[float, float]) -> tuple[float, float]:
    """Outer ends of the set; a set that reaches the end of the ladder is open there."""
    if not pieces:
        return -math.inf, math.inf
    low, high = pieces[0][0], pieces[-1][1]
    return (low if low > ends[0] else -math.inf), (high if high < ends[1] else math.inf)
