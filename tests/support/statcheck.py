"""Checks of sampled counts against exact probabilities, with stated chances of a false alarm and of a miss.

Every check passes when its two-sided exact binomial tail is at least `alarm`, and says which error of the
probability it would have found in 999 of 1,000 runs. Nothing here is approximate (analyzer/stats/tails.py).
"""

from __future__ import annotations

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
    "assert_histogram",
    "assert_share",
    "binomial_term",
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
