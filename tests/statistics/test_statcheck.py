"""The checker itself: exact tails, a right program passes, a wrong one is caught as often as promised."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tests.support.statcheck import (
    accepted_range,
    assert_histogram,
    assert_share,
    binomial_term,
    lower_tail,
    smallest_error,
    two_sided_tail,
    upper_tail,
)


def exact_term(k: int, n: int, p: Fraction) -> Fraction:
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 40, 300])
@pytest.mark.parametrize("p", [Fraction(1, 1000), Fraction(2, 5), Fraction(1, 2), Fraction(97, 100)])
def test_terms_and_tails_equal_sums_of_fractions(n: int, p: Fraction) -> None:
    terms = [exact_term(k, n, p) for k in range(n + 1)]
    for k in range(0, n + 1, max(1, n // 20)):
        assert binomial_term(k, n, float(p)) == pytest.approx(float(terms[k]), rel=1e-11, abs=0)
        assert lower_tail(k, n, float(p)) == pytest.approx(float(sum(terms[: k + 1])), rel=1e-10, abs=0)
        assert upper_tail(k, n, float(p)) == pytest.approx(float(sum(terms[k:])), rel=1e-10, abs=0)


@pytest.mark.parametrize("n", [10**4, 10**6, 10**9])
def test_terms_stay_accurate_at_any_size(n: int) -> None:
    """Against Stirling's series in exact arithmetic at the mode of a fair coin: C(n, n/2)/2^n."""
    series = math.sqrt(2 / (math.pi * n)) * (1 - 1 / (4 * n) + 1 / (32 * n * n))
    assert binomial_term(n // 2, n, 0.5) == pytest.approx(series, rel=1e-11)


def test_published_coin_figures() -> None:
    """Karsten on playtesting: 7 of 10 at even odds, seven or more; eight or more of 10 for a 60 % deck."""
    assert round(100 * binomial_term(7, 10, 0.5), 2) == 11.72
    assert round(100 * upper_tail(7, 10, 0.5), 2) == 17.19
    assert round(100 * upper_tail(8, 10, 0.6), 2) == 16.73
    assert round(100 * binomial_term(8, 10, 0.6), 2) == 12.09
    # A 7-3 record: Clopper and Pearson's ends are where each tail is 2.5 %.
    assert upper_tail(7, 10, 0.3475) == pytest.approx(0.025, abs=5e-5)
    assert lower_tail(7, 10, 0.9333) == pytest.approx(0.025, abs=5e-5)


@pytest.mark.parametrize("n, p, alarm", [(50, Fraction(1, 3), 1e-3), (2000, Fraction(1, 500), 1e-6)])
def test_a_right_program_is_rejected_no_more_often_than_the_alarm(n: int, p: Fraction, alarm: float) -> None:
    low, high = accepted_range(n, p, alarm)
    rejected = 1 - sum(exact_term(k, n, p) for k in range(low, high + 1))
    assert 0 < rejected <= Fraction(alarm)
    for k in (low, high):
        assert_share(k, n, p, alarm)
    for k in (low - 1, high + 1):
        if 0 <= k <= n:
            with pytest.raises(AssertionError):
                assert_share(k, n, p, alarm)


def test_the_stated_error_is_found_in_999_of_1000_runs() -> None:
    n, p, alarm = 1_000_000, Fraction(2, 5), 1e-6
    low, high = accepted_range(n, p, alarm)
    down, up = smallest_error(n, p, alarm)
    assert 0.003 < up < 0.005
    missed_up = lower_tail(high, n, 0.4 + up) - lower_tail(low - 1, n, 0.4 + up)
    missed_down = upper_tail(low, n, 0.4 - down) - upper_tail(high + 1, n, 0.4 - down)
    assert missed_up == pytest.approx(0.001, rel=1e-6)
    assert missed_down == pytest.approx(0.001, rel=1e-6)


def test_zero_and_one_must_be_met_exactly() -> None:
    assert_share(0, 100, 0, 1e-6)
    assert_share(100, 100, 1, 1e-6)
    for successes, p in ((1, 0), (99, 1), (1, Fraction(0))):
        with pytest.raises(AssertionError):
            assert_share(successes, 100, p, 1e-6)


def test_an_error_too_small_for_the_sample_is_called_invisible() -> None:
    down, up = smallest_error(10, 0.001, 1e-6)
    assert math.isnan(down) and up > 0.5


def test_histogram_is_one_comparison() -> None:
    thirds = [Fraction(1, 3)] * 3
    assert len(assert_histogram([330, 340, 330], thirds, 1e-6)) == 3
    with pytest.raises(AssertionError, match="cell 1"):
        assert_histogram([330, 500, 170], [Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)], 1e-6)
    with pytest.raises(AssertionError, match="add up"):
        assert_histogram([1, 1], [Fraction(1, 3), Fraction(1, 3)], 1e-6)
    with pytest.raises(AssertionError, match="cell 2"):
        assert_histogram([500, 499, 1], [Fraction(1, 2), Fraction(1, 2), Fraction(0)], 1e-6)


def test_two_sided_tail_is_symmetric_for_a_fair_coin() -> None:
    assert two_sided_tail(40, 100, 0.5) == pytest.approx(two_sided_tail(60, 100, Fraction(1, 2)), rel=1e-12)
    assert two_sided_tail(50, 100, 0.5) == 1.0
