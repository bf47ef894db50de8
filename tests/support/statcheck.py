"""Checks of sampled counts against exact probabilities, with stated chances of a false alarm and of a miss.

Every check passes when its two-sided exact binomial tail is at least `alarm`, and says which error of the
probability it would have found in 999 of 1,000 runs. Nothing here is approximate (analyzer/stats/tails.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.stats.tails import (
    FOUND_IN,
    accepted_range,
    binomial_term,
    lower_tail,
    smallest_error,
    two_sided_tail,
    upper_tail,
)

__all__ = [
    "FOUND_IN",
    "Check",
    "accepted_range",
    "assert_even",
    "assert_histogram",
    "assert_share",
    "binomial_term",
    "chi_square",
    "chi_square_tail",
    "lower_tail",
    "smallest_error",
    "two_sided_tail",
    "upper_tail",
]


@dataclass(frozen=True, slots=True)
class Check:
    """Outcome of a check that passed: its tail and the smallest errors, down and up, it finds in 999 of 1,000 runs."""

    tail: float
    down: float
    up: float

    def __str__(self) -> str:
        return f"tail {self.tail:.3g}; finds an error of -{self.down:.3g} or +{self.up:.3g} in 999 of 1,000 runs"


def assert_share(successes: int, games: int, p: float | Fraction, alarm: float) -> Check:
    """Fail unless `successes` of `games` agrees with probability p; a right program fails with chance < `alarm`.

    Values 0 and 1 must be met exactly. Returns what the check can see.
    """
    successes, games = int(successes), int(games)
    assert games > 0, "a check of no games proves nothing"
    assert 0 <= successes <= games, f"{successes} of {games} is not a share"
    assert 0 <= p <= 1, f"{p} is not a probability"
    tail = two_sided_tail(successes, games, p)
    check = Check(tail, *smallest_error(games, p, alarm))
    assert tail >= alarm, (
        f"{successes} of {games} = {successes / games:.8f} against {float(p):.8f}: {check}; alarm at {alarm:g}"
    )
    return check


def assert_histogram(counts: Sequence[int], probabilities: Sequence[float | Fraction], alarm: float) -> list[Check]:
    """Fail unless every cell of a histogram agrees with its probability; one comparison, one `alarm` for all cells.

    The alarm is split evenly over the cells with a probability strictly between 0 and 1; the others must be met
    exactly. The probabilities must add up to one.
    """
    assert len(counts) == len(probabilities), f"{len(counts)} counts for {len(probabilities)} probabilities"
    total = sum(probabilities)
    exact = all(isinstance(p, Fraction | int) for p in probabilities)
    assert total == 1 if exact else abs(float(total) - 1) < 1e-9, f"probabilities add up to {float(total)!r}"
    games = sum(int(count) for count in counts)
    open_cells = sum(0 < p < 1 for p in probabilities)
    checks = []
    for cell, (count, p) in enumerate(zip(counts, probabilities, strict=True)):
        try:
            checks.append(assert_share(count, games, p, alarm / max(1, open_cells)))
        except AssertionError as wrong:
            raise AssertionError(f"cell {cell}: {wrong}") from None
    return checks


def chi_square(counts: Sequence[int], expected: float | Sequence[float]) -> float:
    """Pearson's statistic of a histogram."""
    each = [expected] * len(counts) if isinstance(expected, int | float) else list(expected)
    return float(sum((count - mean) ** 2 / mean for count, mean in zip(counts, each, strict=True)))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """P(X >= statistic) for X chi-square: the upper incomplete gamma function, by series or continued fraction."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - front * total
    # Legendre's continued fraction, from the front (modified Lentz)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value = d
    for i in range(1, 100_000):
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * value


def assert_even(counts: Sequence[int], alarm: float, freedom: int | None = None, scale: float = 1.0) -> float:
    """Fail unless a histogram looks like equally likely cells: neither too uneven nor too even. Returns the tail.

    `scale` multiplies the statistic, `freedom` is given where cells are not free (rows and columns of a table).
    """
    games = sum(int(count) for count in counts)
    assert games >= 5 * len(counts), f"{games} games for {len(counts)} cells prove little"
    upper = chi_square_tail(scale * chi_square(counts, games / len(counts)), freedom or len(counts) - 1)
    tail = min(1.0, 2 * min(upper, 1 - upper))
    assert tail >= alarm, f"chi-square tail {upper:.3g} of {len(counts)} cells; alarm at {alarm:g}"
    return tail
