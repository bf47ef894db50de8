"""Exact binomial tails: how surprising a count of games is, and which error of its probability would be noticed.

Nothing here is approximate: tails are summed term by term. A check passes when its two-sided tail is at least `alarm`
(SEMANTICS 3, 14).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

FOUND_IN = 0.999


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
