"""Means, quantiles, linear contrasts of paired plans, and mixtures of independent strata."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.stats.estimate import LEVEL, Estimate, nothing_known, z_value


def mean(games: int, total: int, squares: int, *, level: float = LEVEL, comparisons: int = 1) -> Estimate:
    """Mean of a measure from its sum and its sum of squares (SEMANTICS 3, 2).

    >>> e = mean(4, 10, 30)
    >>> e.value, round(e.half_width, 4)
    (2.5, 1.2652)
    """
    if games < 1:
        return nothing_known(-math.inf, math.inf, "normal", level)
    value = total / games
    spread = z_value(level, comparisons) * math.sqrt(covariance(games, total, total, squares) / games)
    return Estimate(value, value - spread, value + spread, games, "normal", level)


def histogram_sums(histogram: Sequence[int]) -> tuple[int, int, int]:
    """Games, sum and sum of squares of a histogram whose bin k counts the value k.

    >>> histogram_sums([1, 0, 3])
    (4, 6, 12)
    """
    return (
        sum(histogram),
        sum(k * count for k, count in enumerate(histogram)),
        sum(k * k * count for k, count in enumerate(histogram)),
    )


def covariance(games: int, first: int, second: int, product: int) -> float:
    """Sample covariance (C_ij - S_i S_j / n)/(n - 1) from integers, rounded once; infinite for a single game.

    >>> covariance(4, 10, 10, 30)
    1.6666666666666667
    """
    if games < 2:
        return math.inf
    return (games * product - first * second) / (games * (games - 1))


def quantile(
    histogram: Sequence[int], q: float, *, overflow: bool = False, level: float = LEVEL, comparisons: int = 1
) -> Estimate:
    """Quantile q of a histogram, between the values at ranks n q -+ z sqrt(n q (1 - q)) (SEMANTICS 3, 2).

    Bin k counts the value k; with `overflow` the last bin holds everything from there on and reads as infinite.
    A rank below the first game or beyond the last reads as the lowest bin or as the end of the range.

    >>> e = quantile([10, 40, 30, 20], 0.5)
    >>> e.value, e.low, e.high
    (1.0, 1.0, 2.0)
    """
    if not 0 < q < 1:
        raise ValueError(f"quantile {q} must lie between 0 and 1")
    games = sum(histogram)
    top = math.inf if overflow else float(len(histogram) - 1)
    if games == 0:
        return nothing_known(0.0, top, "rank", level)
    spread = z_value(level, comparisons) * math.sqrt(games * q * (1 - q))
    # One rank more above: "at most r - 1 games lie below" mirrors "at least r games lie at or below".
    lower, upper = math.floor(games * q - spread), math.ceil(games * q + spread) + 1
    low = 0.0 if lower < 1 else _value_at(histogram, lower, top)
    high = top if upper > games else _value_at(histogram, upper, top)
    return Estimate(_value_at(histogram, max(1, math.ceil(games * q)), top), low, high, games, "rank", level)


def _value_at(histogram: Sequence[int], rank: int, top: float) -> float:
    seen = 0
    for value, count in enumerate(histogram[:-1]):
        seen += count
        if seen >= rank:
            return float(value)
    return top


def contrast_moments(
    games: int, sums: Sequence[float], products: Sequence[Sequence[float]], weights: Sequence[float]
) -> tuple[float, float]:
    """Value w.mu of a contrast and the variance w'V w/n of that value; exact from integer sums.

    >>> contrast_moments(4, [2, 1], [[2, 1], [1, 1]], [1, -1])
    (0.25, 0.0625)
    """
    if len(weights) != len(sums) or len(products) != len(sums):
        raise ValueError(f"{len(weights)} weights for {len(sums)} sums and {len(products)} rows of products")
    used = [i for i, weight in enumerate(weights) if weight]
    value = math.fsum(weights[i] * sums[i] / games for i in used)
    if games < 2:
        return value, math.inf
    # Each covariance is one integer over n^2 (n - 1), so cancellation only happens between correctly rounded terms.
    scale = games * games * (games - 1)
    variance = math.fsum(
        weights[i] * weights[j] * ((games * products[i][j] - sums[i] * sums[j]) / scale) for i in used for j in used
    )
    return value, max(0.0, variance)


def contrast(
    games: int,
    sums: Sequence[float],
    products: Sequence[Sequence[float]],
    weights: Sequence[float],
    *,
    span: float = 0.0,
    level: float = LEVEL,
    comparisons: int = 1,
) -> Estimate:
    """Any linear contrast of plans played on the same games (SEMANTICS 3, 4).

    `sums` S_i and `products` C_ij are the group's integers. `span`, the most one game can contribute, keeps the
    interval of a contrast in which no game differed from shrinking to a point: the half width is then what a paired
    difference of shares would have, times `span`.

    >>> e = contrast(1000, [600, 560], [[600, 550], [550, 560]], [1, -1])
    >>> round(e.value, 3), round(e.half_width, 5)
    (0.04, 0.01499)
    """
    if games < 1:
        return nothing_known(-math.inf, math.inf, "paired", level)
    value, variance = contrast_moments(games, sums, products, weights)
    spread = z_value(level, comparisons) * max(math.sqrt(variance), math.sqrt(2) * span / (games + 2))
    return Estimate(value, value - spread, value + spread, games, "paired", level)


def mixture(
    parts: Sequence[tuple[float, float, float, int]], *, level: float = LEVEL, comparisons: int = 1
) -> Estimate:
    """Weighted sum of independent strata, such as the two seats (SEMANTICS 3, 7).

    Each part is (weight, mean, variance of that mean, games); the weights are used as they are.

    >>> e = mixture([(0.5, 0.6, 0.0004, 600), (0.5, 0.8, 0.0004, 400)])
    >>> round(e.value, 3), round(e.half_width, 4), e.games
    (0.7, 0.0277, 1000)
    """
    value = math.fsum(weight * centre for weight, centre, _, _ in parts)
    variance = math.fsum(weight * weight * spread for weight, _, spread, _ in parts)
    half = z_value(level, comparisons) * math.sqrt(variance)
    return Estimate(value, value - half, value + half, sum(part[3] for part in parts), "strata", level)


def share_mixture(parts: Sequence[tuple[float, int, int]], *, level: float = LEVEL, comparisons: int = 1) -> Estimate:
    """Weighted sum of shares from independent strata; each part is (weight >= 0, successes, games).

    The strata's Wilson limits are combined by their squared distances, which is SEMANTICS 3, 7 up to terms of order
    1/n and stays honest where a stratum has no success or no failure.

    >>> e = share_mixture([(0.5, 0, 500), (0.5, 0, 500)])
    >>> e.value, e.low, round(e.high, 4)
    (0.0, 0.0, 0.0054)
    """
    from analyzer.stats.shares import share

    each = [(weight, share(k, n, level=level, comparisons=comparisons)) for weight, k, n in parts if weight]
    if not all(e.resolved for _, e in each):
        return nothing_known(0.0, sum(weight for weight, _ in each), "strata", level)
    value = math.fsum(weight * e.value for weight, e in each)
    down = math.sqrt(math.fsum((weight * (e.value - e.low)) ** 2 for weight, e in each))
    up = math.sqrt(math.fsum((weight * (e.high - e.value)) ** 2 for weight, e in each))
    return Estimate(value, value - down, value + up, sum(n for _, _, n in parts), "strata", level)
