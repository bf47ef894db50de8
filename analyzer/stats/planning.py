"""How many games: precision from a pilot, detectable differences, watched runs and races between lists."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from analyzer.stats.estimate import LEVEL, Estimate, one_sided_z, z_value
from analyzer.stats.means import contrast_moments
from analyzer.stats.shares import wilson_limits

PILOT_GAMES = 20_000
PILOT_ALARM = 0.01
SEQUENCE_FROM = 1_000


def detectable_difference(estimate: Estimate, *, comparisons: int = 1) -> float:
    """Difference that would be found in 80 of 100 such runs: 2.8 standard errors (SEMANTICS 3, 9).

    >>> round(detectable_difference(Estimate(0.0, -0.0196, 0.0196, 1000, "paired")), 4)
    0.028
    """
    return 2.8 * estimate.half_width / z_value(estimate.level, comparisons)


def share_variance_bound(successes: int, games: int, alarm: float = PILOT_ALARM) -> float:
    """Largest p (1 - p) inside the one-sided interval of a pilot's share (SEMANTICS 3, 10).

    >>> round(share_variance_bound(200, 20_000), 6)
    0.011636
    """
    low, high = wilson_limits(successes, games, one_sided_z(alarm))
    nearest = min(max(0.5, low), high)
    return nearest * (1 - nearest)


def difference_variance_bound(first_only: int, second_only: int, games: int, alarm: float = PILOT_ALARM) -> float:
    """Upper bound of p + q - (p - q)^2 from a pilot of paired games; half the alarm for each of the two terms.

    >>> round(difference_variance_bound(700, 100, 20_000), 4)
    0.043
    """
    z = one_sided_z(alarm / 2)
    high = wilson_limits(first_only + second_only, games, z)[1]
    distance = abs(first_only - second_only) / games
    shrunk = max(0.0, distance - z * math.sqrt(high / games))
    return max(0.0, high - shrunk * shrunk)


def conditional_variance_bound(both: int, condition: int, games: int, alarm: float = PILOT_ALARM) -> float:
    """Upper bound of r (1 - r)/share of the condition, the variance of a conditional rate for each game played.

    Infinite when no game of the pilot met the condition.

    >>> round(conditional_variance_bound(2_500, 5_000, 20_000), 3)
    1.032
    """
    if condition == 0:
        return math.inf
    rate = share_variance_bound(both, condition, alarm / 2)
    return rate / wilson_limits(condition, games, one_sided_z(alarm / 2))[0]


def bounded_variance_bound(variance: float, games: int, span: float, alarm: float = PILOT_ALARM) -> float:
    """Upper bound of the variance of a quantity that one game can move by at most `span`.

    A variable within a range of length s has fourth central moment at most s^2 times its variance, so the sample
    variance has standard error at most sqrt(V (s^2 - V)/n); the bound solves V_up = V + z sqrt(V_up (s^2 - V_up)/n).

    >>> round(bounded_variance_bound(4.0, 20_000, 20.0), 3)
    4.71
    """
    z = one_sided_z(alarm)
    # Squared: (1 + k) U^2 - (2 V + k s^2) U + V^2 = 0 with k = z^2/n; the larger root is the bound.
    k = z * z / games
    half = (2 * variance + k * span * span) / 2
    return (half + math.sqrt(max(0.0, half * half - (1 + k) * variance * variance))) / (1 + k)


def games_needed(variance_bound: float, half_width: float, *, level: float = LEVEL, comparisons: int = 1) -> int:
    """Games after the pilot for an interval of the asked half-width: ceil(z^2 V_up/h^2) (SEMANTICS 3, 10).

    >>> games_needed(0.25, 0.001)
    960365
    """
    if not half_width > 0:
        raise ValueError(f"half-width {half_width} must be above 0")
    if not math.isfinite(variance_bound):
        raise ValueError("the pilot says nothing about this quantity: no game met its condition")
    return max(1, math.ceil(z_value(level, comparisons) ** 2 * variance_bound / half_width**2))


def sequence_half_width(deviation: float, games: int, planned: int, *, level: float = LEVEL) -> float:
    """Half-width that holds at every look at once, from 1,000 games on (SEMANTICS 3, 11).

    `planned` only tunes where the sequence is narrowest; it holds whatever the run does.

    >>> round(sequence_half_width(0.5, 100_000, 100_000) / (1.96 * 0.5 / 100_000**0.5), 3)
    1.549
    """
    if games < SEQUENCE_FROM:
        return math.inf
    rho = (6 + math.log(7)) / planned
    inner = games * rho + 1
    return deviation * math.sqrt(2 * inner / (games * games * rho) * math.log(math.sqrt(inner) / (1 - level)))


def share_sequence(successes: int, games: int, planned: int, *, level: float = LEVEL) -> Estimate:
    """Share of a run that is being watched, with an interval that holds at every look (SEMANTICS 3, 11).

    The deviation is that of (successes + z^2/2)/(games + z^2), so that a share of 0 or 1 keeps an interval.

    >>> e = share_sequence(500, 999, 100_000)
    >>> e.low, e.high
    (0.0, 1.0)
    """
    square = z_value(level) ** 2
    centre = (successes + square / 2) / (games + square)
    spread = sequence_half_width(math.sqrt(centre * (1 - centre)), games, planned, level=level)
    value = successes / games if games else math.nan
    low, high = (max(0.0, value - spread), min(1.0, value + spread)) if math.isfinite(spread) else (0.0, 1.0)
    return Estimate(value, low, high, games, "sequence", level)


def contrast_sequence(
    games: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    weights: Sequence[float],
    planned: int,
    *,
    level: float = LEVEL,
) -> Estimate:
    """A mean (one weight) or any contrast of a run that is being watched (SEMANTICS 3, 11).

    >>> e = contrast_sequence(1000, [600, 560], [[600, 550], [550, 560]], [1, -1], 1000)
    >>> round(e.value, 3), round(e.half_width, 4)
    (0.04, 0.0232)
    """
    if games < SEQUENCE_FROM:
        value = contrast_moments(games, sums, products, weights)[0] if games else math.nan
        return Estimate(value, -math.inf, math.inf, games, "sequence", level)
    value, variance = contrast_moments(games, sums, products, weights)
    spread = sequence_half_width(math.sqrt(variance * games), games, planned, level=level)
    return Estimate(value, value - spread, value + spread, games, "sequence", level)


def survivors(
    games: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    looks: int,
    alive: Collection[int] | None = None,
    *,
    alarm: float = 0.05,
) -> tuple[int, ...]:
    """Lists still in a race of m lists over K looks (SEMANTICS 3, 12).

    List i leaves when some list j still in the race leads it by more than z_K standard errors of their paired
    difference, z_K the one-sided quantile at 1 - 0.05/((m - 1) K). m is the number of lists that started
    (`len(sums)`), whoever is still `alive`. The survivors are not told apart.

    >>> survivors(1000, [600, 560, 598], [[600, 550, 590], [550, 560, 550], [590, 550, 598]], looks=10)
    (0, 2)
    """
    racing = sorted(range(len(sums)) if alive is None else alive)
    if len(sums) < 2:
        return tuple(racing)
    z = one_sided_z(alarm / ((len(sums) - 1) * looks))

    def leads(j: int, i: int) -> bool:
        weights = [0.0] * len(sums)
        weights[j], weights[i] = 1.0, -1.0
        value, variance = contrast_moments(games, sums, products, weights)
        return value - z * math.sqrt(variance) > 0

    return tuple(i for i in racing if not any(leads(j, i) for j in racing if j != i))
