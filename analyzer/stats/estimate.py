"""The value every statistic ends in: a number, its interval, and how the interval was made."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

LEVEL = 0.95

# How an interval was made; the word stands in the column `interval` of every table.
KINDS = ("wilson", "exact", "paired", "ratio", "sequence", "normal", "rank", "strata", "none")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval: value, low, high; the games behind it, the interval's kind and joint level.

    `value` is NaN when no game says anything (a condition that never held); an end that is not bounded is infinite.

    >>> Estimate(0.5, 0.25, 0.75, 10, "wilson").half_width
    0.25
    """

    value: float
    low: float
    high: float
    games: int
    kind: str
    level: float = LEVEL

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"interval kind {self.kind!r} is not one of {', '.join(KINDS)}")

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    @property
    def resolved(self) -> bool:
        """True when there is a value and both ends are finite."""
        return all(map(math.isfinite, (self.value, self.low, self.high)))

    def scaled(self, factor: float) -> Estimate:
        """The same estimate in another unit (100 turns shares into points)."""
        ends = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, ends[0], ends[1], self.games, self.kind, self.level)


@lru_cache(maxsize=256)
def z_value(level: float = LEVEL, comparisons: int = 1) -> float:
    """Two-sided normal quantile; with m comparisons each interval uses 1 - (1 - level)/(2m) (SEMANTICS 3, 8).

    >>> round(z_value(), 6), round(z_value(comparisons=8), 4)
    (1.959964, 2.7344)
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level} must lie between 0 and 1")
    if comparisons < 1:
        raise ValueError(f"comparisons {comparisons} must be at least 1")
    return -NormalDist().inv_cdf((1 - level) / (2 * comparisons))


def one_sided_z(alarm: float) -> float:
    """Normal quantile that is exceeded with probability `alarm`.

    >>> round(one_sided_z(0.01), 4)
    2.3263
    """
    return -NormalDist().inv_cdf(alarm)


def exact(value: float) -> Estimate:
    """A number known without sampling, as an estimate of zero width.

    >>> exact(0.4).low
    0.4
    """
    return Estimate(value, value, value, 0, "exact")


def nothing_known(low: float, high: float, kind: str, level: float) -> Estimate:
    """No game met the condition: the value is not a number and the interval is everything possible."""
    return Estimate(math.nan, low, high, 0, kind, level)
