"""The worth of a source on a ladder: point, joined Fieller sets and what is said when no number of units buys it."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from analyzer.stats import ladder_point, ratio, worth, z_value
from analyzer.stats.means import contrast_moments
from tests.support.statcheck import lower_tail


def nested(rates: list[float], games: int = 100_000) -> tuple[int, list[int], list[list[int]]]:
    """A group in which the games won by a weaker plan are won by every stronger one."""
    sums = [round(rate * games) for rate in rates]
    return games, sums, [[min(a, b) for b in sums] for a in sums]


def test_point_between_rungs_in_fractions() -> None:
    gains = [(0, Fraction(0)), (1, Fraction(1, 25)), (2, Fraction(7, 100))]
    assert ladder_point(Fraction(1, 20), gains) == Fraction(4, 3)
    assert ladder_point(Fraction(1, 25), gains) == 1
    assert ladder_point(Fraction(7, 100), gains) == 2
    assert ladder_point(Fraction(8, 100), gains) is None
    assert ladder_point(Fraction(0), gains) == 0


def test_negative_values_use_downward_rungs() -> None:
    gains = [(-2, -0.5), (-1, -0.25), (0, 0.0), (1, 0.25)]
    assert ladder_point(-0.375, gains) == -1.5
    assert ladder_point(-0.75, gains) is None
    group = nested([0.50, 0.455, 0.53, 0.47, 0.44])  # blind, full, +1, -1, -2
    w = worth(*group, full=1, rungs=[(-2, 4), (-1, 3), (0, 0), (1, 2)])
    assert w.verdict == "resolved" and w.estimate.value == pytest.approx(-1.5)
    assert -1.8 < w.estimate.low < -1.5 < w.estimate.high < -1.2


def test_one_segment_equals_fieller() -> None:
    group = nested([0.50, 0.53, 0.56])
    w = worth(*group, full=1, rungs=[(0, 0), (1, 2)])
    n, sums, products = group
    a, va = contrast_moments(n, sums, products, [-1, 1, 0])
    b, vb = contrast_moments(n, sums, products, [-1, 0, 1])
    both = contrast_moments(n, sums, products, [-2, 1, 1])[1]
    e = ratio(a, b, va, vb, (both - va - vb) / 2, n)
    assert (w.estimate.value, w.estimate.low, w.estimate.high) == (
        pytest.approx(e.value),
        pytest.approx(e.low),
        pytest.approx(e.high),
    )


def test_an_interval_that_crosses_a_rung_is_joined() -> None:
    w = worth(*nested([0.50, 0.54002, 0.54, 0.57]), full=1, rungs=[(0, 0), (1, 2), (2, 3)])
    assert w.verdict == "resolved" and w.estimate.low < 1 < w.estimate.high


def test_a_ladder_that_turns_down_first() -> None:
    w = worth(*nested([0.50, 0.60, 0.52, 0.51]), full=1, rungs=[(0, 0), (1, 2), (2, 3)])
    assert (w.verdict, w.best_rung) == ("out of reach", 1)
    assert w.best_gain == pytest.approx(0.02) and math.isnan(w.estimate.value)


def test_a_ladder_that_is_still_rising() -> None:
    w = worth(*nested([0.50, 0.60, 0.52, 0.54]), full=1, rungs=[(0, 0), (1, 2), (2, 3)])
    assert (w.verdict, w.best_rung) == ("ladder too short", 2)


def test_unbounded_and_split_sets_are_not_resolved() -> None:
    flat = worth(*nested([0.50, 0.503, 0.5035], 1_000), full=1, rungs=[(0, 0), (1, 2)])
    assert flat.verdict == "not resolved" and not flat.estimate.resolved
    hump = worth(*nested([0.50, 0.52, 0.60, 0.40]), full=1, rungs=[(0, 0), (1, 2), (2, 3)])
    assert hump.verdict == "not resolved"  # met on the way up and again on the way down
    assert hump.estimate.value == pytest.approx(0.2)


@pytest.mark.parametrize("rungs", [[(0, 0)], [(1, 0), (2, 2)], [(0, 0), (2, 2)]])
def test_a_ladder_needs_neighbouring_rungs_from_zero(rungs: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError):
        worth(*nested([0.5, 0.52, 0.54]), full=1, rungs=rungs)


def test_worth_covers() -> None:
    """True worth 1.4 lands; 2,000 seeded groups of 20,000 games: the set holds it in at least 95 % (alarm 1e-6)."""
    rng = np.random.default_rng(21)
    rates = np.array([0.50, 0.554, 0.54, 0.575, 0.60])  # blind, full, +1, +2, +3
    rungs = [(0, 0), (1, 2), (2, 3), (3, 4)]
    covered, widths = 0, []
    for _ in range(2_000):
        # One uniform number a game decides all plans, so they are nested; 10 % of the games are drawn apart.
        edges = np.sort(rates)
        cells = rng.multinomial(20_000, np.diff(np.concatenate([[0.0], edges, [1.0]])))
        at_least = np.cumsum(cells)
        sums = [int(at_least[int(np.searchsorted(edges, r))]) for r in rates]
        products = [[min(a, b) for b in sums] for a in sums]
        w = worth(20_000, sums, products, full=1, rungs=rungs)
        covered += w.estimate.low <= 1.4 <= w.estimate.high
        widths.append(w.estimate.half_width)
    assert lower_tail(covered, 2_000, 0.95) > 1e-6
    assert covered < 1_960, "an interval that nearly always covers is too wide"
    assert np.median(widths) < 0.5 * z_value()
