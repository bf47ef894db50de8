"""Checks of sampled counts against exact probabilities, with stated chances of a false alarm and of a miss.

Every check passes when its two-sided exact binomial tail is at least `alarm`, and says which error of the
probability it would have found in 999 of 1,000 runs. Nothing here is approximate: tails are summed term by term.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

FOUND_IN = 0.999


@dataclass(frozen=True, slots=True)
class Check:
    """Outcome of a check that passed: its tail and the smallest errors, down and up, it finds in 999 of 1,000 runs."""

    tail: float
    down: float
    up: float

    def __str__(self) -> str:
        return f"tail {self.tail:.3g}; finds an error of -{self.down:.3g} or +{self.up:.3g} in 999 of 1,000 runs"


def _stirling_rest(n: int) -> float:
    """log n! minus Stirling's leading terms."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi) if n else 0.0
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680) / square) / square) / square) / n


def _deviance(x: float, mean: float) -> float:
    """x log(x/mean) + mean - x without cancellation near x = mean."""
    if x == 0:
        return mean
    ratio = (x - mean) / mean
    if abs(ratio) > 0.1:
        return x * math.log(x / mean) + mean - x
    # (1 + r) log(1 + r) - r = sum over k >= 2 of (-r)^k / (k (k - 1))
    total, power, k = 0.0, ratio * ratio, 2
    while True:
        term = power / (k * (k - 1))
        total += term
        if abs(term) <= 1e-18 * abs(total):
            return mean * total
        power *= -ratio
        k += 1


def binomial_term(successes: int, games: int, p: float) -> float:
    """P(X = successes) for X binomial, accurate to about 13 digits at any size (saddle point form)."""
    if p <= 0 or p >= 1:
        return float(successes == (0 if p <= 0 else games))
    if successes == 0:
        return math.exp(games * math.log1p(-p))
    if successes == games:
        return math.exp(games * math.log(p))
    failures = games - successes
    log = _stirling_rest(games) - _stirling_rest(successes) - _stirling_rest(failures)
    log -= _deviance(successes, games * p) + _deviance(failures, games * (1 - p))
    return math.exp(log) * math.sqrt(games / (2 * math.pi * successes * failures))


def lower_tail(successes: int, games: int, p: float) -> float:
    """P(X <= successes) for X binomial."""
    if successes < 0:
        return 0.0
    if successes >= games or p <= 0:
        return 1.0
    if p >= 1:
        return 0.0
    if successes > games * p:
        return 1.0 - upper_tail(successes + 1, games, p)
    term = total = binomial_term(successes, games, p)
    odds = (1 - p) / p
    for k in range(successes, 0, -1):
        term *= k / (games - k + 1) * odds
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, total)


def upper_tail(successes: int, games: int, p: float) -> float:
    """P(X >= successes) for X binomial."""
    if successes <= 0:
        return 1.0
    if successes > games or p <= 0:
        return 0.0
    if p >= 1:
        return 1.0
    if successes <= games * p:
        return 1.0 - lower_tail(successes - 1, games, p)
    term = total = binomial_term(successes, games, p)
    odds = p / (1 - p)
    for k in range(successes, games):
        term *= (games - k) / (k + 1) * odds
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, total)


def two_sided_tail(successes: int, games: int, p: float | Fraction) -> float:
    """Twice the smaller tail, at most 1; 0 when the probability is 0 or 1 and a single game says otherwise."""
    chance = float(p)
    if p in (0, 1):
        return float(successes == games * p)
    return min(1.0, 2 * min(lower_tail(successes, games, chance), upper_tail(successes, games, chance)))


def _bisect(good: Callable[[int], bool], low: int, high: int) -> int:
    """Largest k in [low, high] with good(k), where good(low) holds and good is falling."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if good(middle) else (low, middle - 1)
    return low


def accepted_range(games: int, p: float | Fraction, alarm: float) -> tuple[int, int]:
    """Smallest and largest number of successes that pass a check of probability p."""
    if p in (0, 1):
        return int(games * p), int(games * p)
    chance = float(p)
    centre = min(games, max(0, round(games * chance)))
    largest = _bisect(lambda k: 2 * upper_tail(k, games, chance) >= alarm, centre, games)
    smallest = -_bisect(lambda k: 2 * lower_tail(-k, games, chance) >= alarm, -centre, 0)
    return smallest, largest


def smallest_error(games: int, p: float | Fraction, alarm: float) -> tuple[float, float]:
    """Errors of p, downwards and upwards, found in 999 of 1,000 runs; NaN where no error can be found."""
    smallest, largest = accepted_range(games, p, alarm)
    chance = float(p)

    def needed(passes: Callable[[float], float], end: float) -> float:
        if passes(end) > 1 - FOUND_IN:
            return math.nan
        near, far = chance, end
        for _ in range(60):
            middle = (near + far) / 2
            near, far = (near, middle) if passes(middle) <= 1 - FOUND_IN else (middle, far)
        return abs(far - chance)

    down = math.nan if p == 0 else needed(lambda q: upper_tail(smallest, games, q), 0.0)
    up = math.nan if p == 1 else needed(lambda q: lower_tail(largest, games, q), 1.0)
    return down, up


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
