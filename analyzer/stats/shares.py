"""Intervals of shares: one, a paired difference, rates under a condition and their difference."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analyzer.stats.estimate import LEVEL, Estimate, nothing_known, z_value
from analyzer.stats.means import contrast_moments


def share(successes: int, games: int, *, level: float = LEVEL, comparisons: int = 1) -> Estimate:
    """Share of games with Wilson's interval (SEMANTICS 3, 1); of 0 games nothing is known.

    >>> e = share(0, 1000)
    >>> (e.value, e.low, round(e.high, 6))   # 3.84 / (n + 3.84)
    (0.0, 0.0, 0.003827)
    """
    if not 0 <= successes <= games:
        raise ValueError(f"{successes} successes of {games} games")
    if games == 0:
        return nothing_known(0.0, 1.0, "wilson", level)
    low, high = wilson_limits(successes, games, z_value(level, comparisons))
    return Estimate(successes / games, low, high, games, "wilson", level)


def wilson_limits(successes: int, games: int, z: float) -> tuple[float, float]:
    """Ends of Wilson's interval for a given quantile z.

    >>> tuple(round(x, 4) for x in wilson_limits(7, 10, 1.959964))
    (0.3968, 0.8922)
    """
    square = z * z
    centre = (successes + square / 2) / (games + square)
    spread = z / (games + square) * math.sqrt(successes * (games - successes) / games + square / 4)
    low = 0.0 if successes == 0 else max(0.0, centre - spread)
    high = 1.0 if successes == games else min(1.0, centre + spread)
    return low, high


def share_difference(
    first_only: int, second_only: int, games: int, *, level: float = LEVEL, comparisons: int = 1
) -> Estimate:
    """Share of the first plan minus share of the second on the same games: Bonett and Price (SEMANTICS 3, 3).

    `first_only` counts games in which only the first plan reached the goal (S_i - C_ij). Games in which both or
    neither did carry no information, so their number does not matter beyond `games`.

    >>> e = share_difference(37, 4, 1000)
    >>> [round(x, 4) for x in (e.value, e.low, e.high)]
    [0.033, 0.0203, 0.0456]
    """
    if min(first_only, second_only) < 0 or first_only + second_only > games:
        raise ValueError(f"{first_only} and {second_only} games that differ do not fit into {games}")
    if games == 0:
        return nothing_known(-1.0, 1.0, "paired", level)
    p, q = (first_only + 1) / (games + 2), (second_only + 1) / (games + 2)
    spread = z_value(level, comparisons) * math.sqrt((p + q - (p - q) ** 2) / (games + 2))
    low, high = max(-1.0, p - q - spread), min(1.0, p - q + spread)
    return Estimate((first_only - second_only) / games, low, high, games, "paired", level)


def conditional_share(both: int, condition: int, *, level: float = LEVEL, comparisons: int = 1) -> Estimate:
    """Share of the games with the condition that also reached the goal: Wilson on those games (SEMANTICS 3, 5).

    >>> conditional_share(0, 0).resolved
    False
    """
    return share(both, condition, level=level, comparisons=comparisons)


def conditional_difference(
    games: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    first: tuple[int, int],
    second: tuple[int, int],
    *,
    level: float = LEVEL,
    comparisons: int = 1,
) -> Estimate:
    """Difference of two conditional rates on the same games, by influences (SEMANTICS 3, 5).

    `first` and `second` give the places, in `sums` and `products`, of (goal and condition, condition). The half
    width is never below what a paired difference without a differing game would have on the smaller condition.

    >>> sums, products = [30, 50, 20, 40], [[30, 30, 20, 25], [30, 50, 20, 40], [20, 20, 20, 20], [25, 40, 20, 40]]
    >>> e = conditional_difference(100, sums, products, (0, 1), (2, 3))
    >>> round(e.value, 3), round(e.half_width, 4)
    (0.1, 0.1174)
    """
    (x_i, y_i), (x_j, y_j) = first, second
    t_i, t_j = sums[y_i], sums[y_j]
    if t_i == 0 or t_j == 0:
        return nothing_known(-1.0, 1.0, "paired", level)
    r_i, r_j = sums[x_i] / t_i, sums[x_j] / t_j
    weights = [0.0] * len(sums)
    for place, weight in ((x_i, games / t_i), (y_i, -r_i * games / t_i), (x_j, -games / t_j), (y_j, r_j * games / t_j)):
        weights[place] += weight
    _, variance = contrast_moments(games, sums, products, weights)
    z = z_value(level, comparisons)
    spread = z * max(math.sqrt(variance), math.sqrt(2) / (min(t_i, t_j) + 2))
    value = r_i - r_j
    return Estimate(value, max(-1.0, value - spread), min(1.0, value + spread), games, "paired", level)
