"""Every formula of the statistics page against values worked out another way."""

from __future__ import annotations

import math
import random
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import stats
from analyzer.stats.estimate import Estimate, one_sided_z
from analyzer.stats.shares import wilson_limits

getcontext().prec = 40


def test_quantiles() -> None:
    assert stats.z_value() == pytest.approx(1.959963984540054, abs=1e-12)
    assert stats.z_value(comparisons=5) == pytest.approx(2.5758293035489004, abs=1e-12)  # 99 % two-sided
    assert one_sided_z(0.01) == pytest.approx(2.3263478740408408, abs=1e-12)
    assert stats.z_value(0.99) == stats.z_value(0.95, 5) or math.isclose(stats.z_value(0.99), stats.z_value(0.95, 5))
    for level, comparisons in ((1.0, 1), (0.0, 1), (0.95, 0)):
        with pytest.raises(ValueError):
            stats.z_value(level, comparisons)


@pytest.mark.parametrize(
    "successes, games", [(1, 10), (7, 10), (631_785, 1_000_000), (9, 9), (0, 20_000), (19_999, 20_000)]
)
def test_wilson_ends_solve_the_score_equation(successes: int, games: int) -> None:
    """(p_hat - p)^2 = z^2 p (1 - p)/n at both ends, in 40 digits."""
    e = stats.share(successes, games)
    square = Decimal(stats.z_value()) ** 2
    for end in (e.low, e.high):
        p, p_hat = Decimal(end), Decimal(successes) / games
        if end in (0.0, 1.0):
            assert p == p_hat
        else:
            assert abs((p_hat - p) ** 2 - square * p * (1 - p) / games) < Decimal("1e-15")
    assert e.low <= e.value <= e.high and e.kind == "wilson"


def test_zero_of_n_is_at_most_3_84_over_n_plus_3_84() -> None:
    assert stats.share(0, 1000).high == pytest.approx(3.841458820694124 / (1000 + 3.841458820694124), rel=1e-12)
    assert stats.share_text(stats.share(0, 1_000_000)) == "0, at most 0.00039 %"
    assert stats.share_text(stats.share(0, 0)) == "no game met the condition"


def test_a_share_of_nothing_says_so() -> None:
    e = stats.share(0, 0)
    assert math.isnan(e.value) and (e.low, e.high) == (0.0, 1.0) and not e.resolved
    for successes, games in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError):
            stats.share(successes, games)


def test_mean_and_covariance_by_fractions() -> None:
    values = [0, 1, 1, 2, 5, 7, 7, 7]
    histogram = [values.count(k) for k in range(8)]
    n, total, squares = stats.histogram_sums(histogram)
    average = Fraction(sum(values), len(values))
    variance = sum((v - average) ** 2 for v in values) / (len(values) - 1)
    e = stats.mean(n, total, squares)
    assert e.value == float(average)
    assert e.half_width == pytest.approx(stats.z_value() * math.sqrt(variance / len(values)), rel=1e-12)
    assert stats.covariance(n, total, total, squares) == float(variance)
    assert stats.covariance(1, 3, 3, 9) == math.inf
    assert not stats.mean(0, 0, 0).resolved


def test_covariance_keeps_its_digits_on_huge_counts() -> None:
    """A share of one in a million over 10^12 games: floats would lose everything, integers lose nothing."""
    n, k = 10**12, 10**6
    expected = float(Fraction(n * k - k * k, n * (n - 1)))
    assert stats.covariance(n, k, k, k) == expected


def test_quantile_ranks() -> None:
    histogram = [0, 100, 0, 200, 100]
    median = stats.quantile(histogram, 0.5)  # rank 200, ends at ranks 200 -+ 1.96 sqrt(100): 180 and 221
    assert (median.value, median.low, median.high, median.kind) == (3.0, 3.0, 3.0, "rank")
    quarter = stats.quantile(histogram, 0.25)  # rank 100, ends at 83 and 118
    assert (quarter.value, quarter.low, quarter.high) == (1.0, 1.0, 3.0)
    top = stats.quantile(histogram, 0.75, overflow=True)  # rank 300, ends at 283 and 318
    assert (top.value, top.high) == (3.0, math.inf)
    fine = stats.quantile([1] * 400, 0.5)  # value k has rank k + 1; ends at ranks floor(180.4) and ceil(219.6) + 1
    assert (fine.value, fine.low, fine.high) == (199.0, 179.0, 220.0)
    assert stats.quantile([1, 1], 0.01).low == 0.0
    assert math.isnan(stats.quantile([0, 0], 0.5).value)
    with pytest.raises(ValueError):
        stats.quantile(histogram, 1.0)


def test_bonett_price_by_hand() -> None:
    e = stats.share_difference(8, 1, 98)
    p, q = 9 / 100, 2 / 100
    half = 1.959963984540054 * math.sqrt((p + q - (p - q) ** 2) / 100)
    assert (e.value, e.kind) == (7 / 98, "paired")
    assert (e.low, e.high) == (pytest.approx(p - q - half, rel=1e-12), pytest.approx(p - q + half, rel=1e-12))
    none = stats.share_difference(0, 0, 998)
    assert none.low == -none.high and none.high == pytest.approx(1.959963984540054 * math.sqrt(2) / 1000, rel=1e-9)
    assert not stats.share_difference(0, 0, 0).resolved
    with pytest.raises(ValueError):
        stats.share_difference(60, 60, 100)


GAMES = st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=3, max_size=30)


def group(games: list[tuple[int, ...]]) -> tuple[int, list[int], list[list[int]]]:
    width = range(len(games[0]))
    return (
        len(games),
        [sum(g[i] for g in games) for i in width],
        [[sum(g[i] * g[j] for g in games) for j in width] for i in width],
    )


@settings(max_examples=60, deadline=None)
@given(GAMES, st.tuples(*[st.integers(-3, 3)] * 3))
def test_contrast_is_the_mean_of_the_contrast(games: list[tuple[int, ...]], weights: tuple[int, ...]) -> None:
    """w.mu and w'V w/n from S and C equal the mean and variance of w.x taken game by game in fractions."""
    n, sums, products = group(games)
    each = [sum(w * x for w, x in zip(weights, g, strict=True)) for g in games]
    average = Fraction(sum(each), n)
    variance = sum((x - average) ** 2 for x in each) / Fraction(n - 1) / n
    value, spread = stats.contrast_moments(n, sums, products, weights)
    assert value == pytest.approx(float(average), abs=1e-12)
    assert spread == pytest.approx(float(variance), abs=1e-12)
    e = stats.contrast(n, sums, products, weights)
    assert e.half_width == pytest.approx(stats.z_value() * math.sqrt(variance), abs=1e-6)


def test_contrast_without_a_differing_game_keeps_an_interval_when_the_span_is_known() -> None:
    sums, products = [10, 10], [[10, 10], [10, 10]]
    assert stats.contrast(98, sums, products, [1, -1]).half_width == 0
    wide = stats.contrast(98, sums, products, [1, -1], span=1)
    assert wide.half_width == pytest.approx(stats.share_difference(0, 0, 98).half_width, rel=1e-12)
    with pytest.raises(ValueError):
        stats.contrast(98, sums, products, [1, -1, 0])


def test_conditional_rates() -> None:
    """A difference of two conditional rates against the delta method taken game by game in fractions."""
    draw = random.Random(3)
    games = []
    for _ in range(200):
        y1, y2 = draw.random() < 0.6, draw.random() < 0.4
        games.append((int(y1 and draw.random() < 0.7), int(y1), int(y2 and draw.random() < 0.5), int(y2)))
    n, sums, products = group(games)
    r1, r2 = Fraction(sums[0], sums[1]), Fraction(sums[2], sums[3])
    influence = [(x1 - r1 * y1) * n / sums[1] - (x2 - r2 * y2) * n / sums[3] for x1, y1, x2, y2 in games]
    assert sum(influence) == 0
    variance = sum(v * v for v in influence) / (n - 1) / n
    e = stats.conditional_difference(n, sums, products, (0, 1), (2, 3))
    assert e.value == pytest.approx(float(r1 - r2), abs=1e-14)
    assert e.half_width == pytest.approx(stats.z_value() * math.sqrt(variance), rel=1e-9)
    same = stats.conditional_difference(n, sums, products, (0, 1), (0, 1))
    assert same.value == 0 and same.half_width == pytest.approx(stats.z_value() * math.sqrt(2) / (sums[1] + 2))
    assert stats.conditional_share(5, 8) == stats.share(5, 8)
    assert not stats.conditional_difference(4, [0, 0, 1, 2], [[0] * 4] * 4, (0, 1), (2, 3)).resolved


@pytest.mark.parametrize(
    "a, b, va, vb, k", [(0.06, 0.04, 1e-6, 1e-6, 5e-7), (0.01, 0.02, 4e-6, 2e-5, -3e-6), (-0.03, 0.02, 1e-6, 9e-6, 0.0)]
)
def test_fieller_ends_are_where_the_difference_is_z_standard_errors(
    a: float, b: float, va: float, vb: float, k: float
) -> None:
    e = stats.ratio(a, b, va, vb, k, 1)
    assert e.kind == "ratio" and e.low < e.value < e.high
    for rho in (e.low, e.high):
        t = (a - rho * b) / math.sqrt(va - 2 * rho * k + rho * rho * vb)
        assert abs(t) == pytest.approx(stats.z_value(), rel=1e-9)


def test_fieller_is_not_resolved_from_g_one_on() -> None:
    z = stats.z_value()
    assert not stats.ratio(1.0, z, 1.0, 1.0, 0.0, 1).resolved
    assert not stats.ratio(1.0, 0.0, 1.0, 1.0, 0.0, 1).resolved
    assert stats.ratio(1.0, z * 1.001, 1.0, 1.0, 0.0, 1).resolved


def test_mixture_of_seats() -> None:
    """Half and half of two independent strata, and the shares' version, which agrees to order 1/n."""
    play, draw = (6317, 10_000), (7300, 10_000)
    parts = [(0.5, k / n, stats.covariance(n, k, k, k) / n, n) for k, n in (play, draw)]
    e = stats.mixture(parts)
    variance = 0.25 * (0.6317 * 0.3683 + 0.73 * 0.27) / 9_999
    assert e.value == pytest.approx(0.68085) and e.half_width == pytest.approx(stats.z_value() * math.sqrt(variance))
    close = stats.share_mixture([(0.5, *play), (0.5, *draw)])
    assert close.low == pytest.approx(e.low, abs=1e-4) and close.high == pytest.approx(e.high, abs=1e-4)
    assert close.games == e.games == 20_000 and close.kind == e.kind == "strata"
    assert not stats.share_mixture([(0.5, 0, 0), (0.5, 1, 2)]).resolved
    assert stats.share_mixture([(1.0, 3, 8), (0.0, 0, 0)]).value == 3 / 8
    assert stats.share_text(stats.share_mixture([(0.5, 0, 500), (0.5, 0, 500)])).startswith("0, at most")


# half-width, value -> texts: two significant digits when it starts with 1 (after rounding), else one
ROUNDING = [
    (0.0961, 75.1234, "75.12", "0.10"),
    (0.134, 75.1234, "75.12", "0.13"),
    (0.0951, 75.1234, "75.12", "0.10"),
    (0.0949, 75.1234, "75.12", "0.09"),
    (0.00996, 0.5, "0.500", "0.010"),
    (0.195, 3.0, "3.0", "0.2"),
    (0.194, 3.0, "3.00", "0.19"),
    (0.2, 3.0, "3.0", "0.2"),
    (1.0, 3.0, "3.0", "1.0"),
    (9.6, 123.4, "123", "10"),
    (23.4, 1234.5, "1230", "20"),
    (140.0, 1234.5, "1230", "140"),
    (0.04, -0.01, "-0.01", "0.04"),
    (0.4, -0.01, "0.0", "0.4"),
    (2e-7, 1.23456e-5, "0.0000123", "0.0000002"),
    (0.0, 63.178537, "63.1785", "0"),
]


@pytest.mark.parametrize("half_width, value, value_text, width_text", ROUNDING)
def test_decimals(half_width: float, value: float, value_text: str, width_text: str) -> None:
    assert stats.rounded(value, half_width) == (value_text, width_text)


@settings(max_examples=200, deadline=None)
@given(st.floats(1e-9, 1e6), st.floats(-1e6, 1e6))
def test_decimals_follow_the_rule_everywhere(half_width: float, value: float) -> None:
    value_text, width_text = stats.rounded(value, half_width)
    digits = width_text.replace(".", "").lstrip("0")
    place = (
        10.0 ** -len(width_text.split(".")[1])
        if "." in width_text
        else 10.0 ** (len(width_text) - (1 + (digits[0] == "1")))
    )
    assert abs(float(width_text) - half_width) <= 0.5000001 * place
    assert ("." in value_text) == ("." in width_text)
    if "." in width_text:
        assert len(value_text.split(".")[1]) == len(width_text.split(".")[1])
        assert len(digits) == (2 if digits[0] == "1" else 1)
    assert not value_text.startswith("-") or float(value_text) != 0


def test_decimals_of_what_has_no_interval() -> None:
    assert stats.rounded(math.nan, 1.0) == ("?", "not resolved")
    assert stats.rounded(1.5438, math.inf) == ("1.544", "not resolved")
    with pytest.raises(ValueError):
        stats.rounded(1.0, -1.0)


def test_wording_of_differences() -> None:
    def text(value: float, low: float, high: float) -> str:
        return stats.difference_text(Estimate(value, low, high, 1000, "paired"))

    assert text(0.05, -0.31, 0.412) == "no difference found; more than 0.42 points either way is excluded"
    assert text(-0.5, -0.6, -0.4) == "-0.50 +- 0.10 points"
    assert text(0.5, 0.3, 0.7) == "+0.5 +- 0.2 points"
    assert text(0.0, 0.0, 0.0) == "no game differed"
    assert text(1.0, -math.inf, math.inf) == "not resolved"


def test_detectable_difference_is_2_8_standard_errors_at_any_level() -> None:
    assert stats.detectable_difference(stats.share_difference(0, 0, 998)) == pytest.approx(2.8 * math.sqrt(2) / 1000)
    wide = stats.share_difference(37, 4, 998, comparisons=10)
    plain = stats.share_difference(37, 4, 998)
    assert stats.detectable_difference(wide, comparisons=10) == pytest.approx(stats.detectable_difference(plain))


def test_variance_bounds() -> None:
    low, high = wilson_limits(200, 20_000, one_sided_z(0.01))
    assert stats.share_variance_bound(200, 20_000) == pytest.approx(high * (1 - high))
    assert stats.share_variance_bound(19_800, 20_000) == pytest.approx(stats.share_variance_bound(200, 20_000))
    assert stats.share_variance_bound(10_050, 20_000) == 0.25
    assert low < 0.01 < high
    assert 0.041 - 0.033**2 < stats.difference_variance_bound(740, 80, 20_000) < 0.045
    assert stats.difference_variance_bound(0, 0, 20_000) > 0
    assert stats.conditional_variance_bound(0, 0, 20_000) == math.inf
    u, v, s, n = stats.bounded_variance_bound(0.25, 20_000, 1.0), 0.25, 1.0, 20_000
    assert u == pytest.approx(v + one_sided_z(0.01) * math.sqrt(u * (s * s - u) / n), rel=1e-9)


def test_games_needed() -> None:
    assert stats.games_needed(0.25, 0.001) == math.ceil(stats.z_value() ** 2 * 0.25 / 1e-6)
    assert stats.games_needed(0.0, 0.001) == 1
    for bound, half_width in ((math.inf, 0.1), (0.25, 0.0), (0.25, -1.0), (0.25, math.nan)):
        with pytest.raises(ValueError):
            stats.games_needed(bound, half_width)


@pytest.mark.parametrize("p", [0.5, 0.63, 0.02])
def test_a_planned_run_reaches_its_half_width(p: float) -> None:
    """1,000 pilots of 20,000: the run misses the asked half-width in about 1 % (in half with the point estimate)."""
    import numpy as np

    rng = np.random.default_rng(5)
    asked, missed, naive = 0.0005, 0, 0
    for pilot in rng.binomial(20_000, p, size=1_000):
        n = stats.games_needed(stats.share_variance_bound(int(pilot), 20_000), asked)
        missed += stats.share(int(rng.binomial(n, p)), n).half_width > asked
        rate = pilot / 20_000
        n = stats.games_needed(rate * (1 - rate), asked)
        naive += stats.share(int(rng.binomial(n, p)), n).half_width > asked
    assert missed <= 20  # exact tail of 1 % in 1,000 runs: more than 20 has chance 0.2 %, seed fixed
    assert naive > 300 or p == 0.5


def test_sequence_is_robbins_mixture() -> None:
    n, planned, sd = 50_000, 200_000, 0.48
    rho = (6 + math.log(7)) / planned
    expected = sd * math.sqrt(2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / 0.05))
    assert stats.sequence_half_width(sd, n, planned) == pytest.approx(expected, rel=1e-12)
    assert stats.sequence_half_width(sd, 999, planned) == math.inf
    e = stats.share_sequence(0, 5_000, 10_000)
    assert e.kind == "sequence" and e.low == 0 < e.high < 0.01
    assert not stats.contrast_sequence(10, [3], [[3]], [1.0], 100).resolved
    assert math.isnan(stats.contrast_sequence(0, [0], [[0]], [1.0], 100).value)
    curve = stats.contrast_sequence(50_000, [20_000], [[20_000]], [1.0], planned)
    assert curve.half_width == pytest.approx(stats.sequence_half_width(math.sqrt(0.24), 50_000, planned), rel=1e-4)


def test_racing_drops_what_is_behind_and_rarely_the_best() -> None:
    """Ten lists, ten looks, best list ahead by 1 point: 100 seeded races of 20,000 games lose the best in at most 5."""
    import numpy as np

    rng = np.random.default_rng(8)
    rates = np.array([0.60] + [0.59] * 5 + [0.55] * 4)
    lost = 0
    for _ in range(100):
        # 0.8 u + 0.2 v lies below 0.1 + 0.8 p with probability p: paired games, correlation about 0.8
        mixed = 0.8 * rng.random((20_000, 1)) + 0.2 * rng.random((20_000, 10))
        outcomes = (mixed < 0.1 + 0.8 * rates).astype(float)
        alive: tuple[int, ...] = tuple(range(10))
        products = np.zeros((10, 10))
        for look in range(1, 11):
            block = outcomes[(look - 1) * 2_000 : look * 2_000]
            products += block.T @ block
            sums = [int(x) for x in products.diagonal()]
            alive = stats.survivors(look * 2_000, sums, products.astype(int).tolist(), 10, alive)
        lost += 0 not in alive
        assert alive and all(i < 6 for i in alive)
    assert lost <= 5


def test_survivors_of_one_list() -> None:
    assert stats.survivors(10, [3], [[3]], 5) == (0,)


def test_only_known_interval_kinds() -> None:
    with pytest.raises(ValueError):
        Estimate(0, 0, 0, 0, "guess")
    assert stats.exact(0.4) == Estimate(0.4, 0.4, 0.4, 0, "exact")
    assert Estimate(0.1, 0.0, 0.3, 5, "paired").scaled(-100).low == pytest.approx(-30)
