"""Tallies add up, keep their meaning as bytes, and refuse what is not of the same plan; estimates read them rightly."""

from __future__ import annotations

import math
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import RunError
from analyzer.estimates import (
    first_turns,
    goal_curve,
    goal_rate,
    kept_sizes,
    mean_kept_size,
    mean_share,
    measure_distribution,
    measure_mean,
    measure_quantile,
    source_uses,
    strata,
)
from analyzer.tally import Shape, Tally, from_bytes, from_numbers, to_numbers, zero

SHAPE = Shape(
    goals=("lands >= 2 by turn 2", 'castable "A" on land 2 given had "A"'),
    given=(-1, 0),
    turns=2,
    measures=(("mana spent", 5), ("hand", 3)),
    sources=("Opt",),
    reasons=("turns", "decked"),
    by=(("seat", 2),),
)
PLAN = "0123456789abcdef"
COUNTS = st.lists(st.integers(0, 10**12), min_size=2 * SHAPE.size, max_size=2 * SHAPE.size)


def tally_of(numbers: list[int]) -> Tally:
    rows = np.array(numbers, np.int64).reshape(2, SHAPE.size)
    return from_numbers(PLAN, SHAPE, np.concatenate([rows.sum(axis=0), *rows]))


TALLIES = COUNTS.map(tally_of)


@given(TALLIES, TALLIES, TALLIES)
def test_merging_is_associative_commutative_and_has_a_zero(a: Tally, b: Tally, c: Tally) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + zero(PLAN, SHAPE) == a
    assert (a + b).games == a.games + b.games
    assert np.array_equal((a + b).measure["hand"], a.measure["hand"] + b.measure["hand"])
    assert (a + b).strata["seat"][1] == a.strata["seat"][1] + b.strata["seat"][1]


@given(TALLIES)
def test_bytes_and_digest_keep_every_number(tally: Tally) -> None:
    again = from_bytes(PLAN, SHAPE, tally.to_bytes())
    assert again == tally
    assert again.digest == tally.digest
    assert np.array_equal(to_numbers(again), to_numbers(tally))


def test_the_digest_tells_numbers_and_plans_apart() -> None:
    numbers = np.zeros(SHAPE.output_words, np.int64)
    none = from_numbers(PLAN, SHAPE, numbers)
    numbers[[1, 1 + SHAPE.size]] = 1
    assert (
        len({none.digest, from_numbers(PLAN, SHAPE, numbers).digest, from_numbers("f" * 16, SHAPE, numbers * 0).digest})
        == 3
    )


def test_the_order_of_the_numbers_is_that_of_the_format() -> None:
    numbers = np.arange(SHAPE.size, dtype=np.int64)
    plain = Shape(**{**{name: getattr(SHAPE, name) for name in SHAPE.__slots__}, "by": ()})
    tally = from_numbers(PLAN, plain, numbers)
    assert tally.games == 0
    assert tally.goal.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert tally.given.tolist() == [[0, 0, 0], [7, 8, 9]]  # every game counts for a goal without a condition
    assert tally.measure["mana spent"].tolist() == np.arange(10, 25).reshape(3, 5).tolist()
    assert tally.measure["hand"][2].tolist() == [31, 32, 33]
    assert tally.source["Opt"].tolist() == [34, 35, 36, 37]
    assert tally.over.tolist() == [38, 39]
    assert tally.kept.shape == (9, 4)
    assert SHAPE.offset("kept") == 40
    raw = zlib.decompress(tally.to_bytes())
    assert raw[8:16] == b"\x01" + bytes(7)


@pytest.mark.parametrize(
    ("plan", "shape", "message"),
    [
        ("f" * 16, SHAPE, "different rules, decks or seeds"),
        (PLAN, Shape(("lands >= 3 by turn 2",), (-1,), 2), "goals differ"),
        (PLAN, Shape(SHAPE.goals, SHAPE.given, 3), "turns differ: 2 and 3"),
    ],
)
def test_tallies_of_different_plans_do_not_add(plan: str, shape: Shape, message: str) -> None:
    with pytest.raises(RunError, match=message):
        zero(PLAN, SHAPE) + zero(plan, shape)


def test_damaged_tallies_are_refused() -> None:
    good = zero(PLAN, SHAPE).to_bytes()
    with pytest.raises(RunError, match="damaged"):
        from_bytes(PLAN, SHAPE, good[:-3])
    with pytest.raises(RunError, match="numbers"):
        from_bytes(PLAN, Shape(SHAPE.goals, SHAPE.given, 5), good)
    numbers = np.zeros(SHAPE.output_words, np.int64)
    numbers[0] = 1
    with pytest.raises(RunError, match="do not add up"):
        from_numbers(PLAN, SHAPE, numbers)


def played() -> Tally:
    """Ten games on the play, ten on the draw, with numbers that can be followed by hand."""
    rows = np.zeros((2, SHAPE.size), np.int64)
    for row in rows:
        row[0] = 10
        goal = SHAPE.offset("goal")
        row[goal : goal + 6] = [0, 2, 4, 1, 0, 2]
        row[SHAPE.offset("given") :][:3] = [2, 1, 1]
        row[SHAPE.measure_offset(0) :][:15] = [10, 0, 0, 0, 0, 2, 8, 0, 0, 0, 1, 2, 3, 4, 0]
        row[SHAPE.measure_offset(1) :][:9] = [0, 0, 10, 0, 5, 5, 10, 0, 0]
        row[SHAPE.offset("source") :][:4] = [6, 9, 3, 5]
        row[SHAPE.offset("over")] = 10
        kept = row[SHAPE.offset("kept") :]
        kept[6 * 4 : 7 * 4] = [4, 1, 1, 2]
        kept[7 * 4 : 8 * 4] = [6, 5, 2, 2]
    return from_numbers(PLAN, SHAPE, np.concatenate([rows.sum(axis=0), *rows]))


def test_rates_curves_and_first_turns() -> None:
    tally = played()
    rate = goal_rate(tally, 0)
    assert (rate.successes, rate.games, rate.share.value, rate.share.kind) == (12, 20, 0.6, "wilson")
    assert rate.share.low < 0.6 < rate.share.high
    assert [each.share.value for each in goal_curve(tally, 0)] == [0.0, 0.2, 0.6]
    both = goal_rate(tally, 1)
    assert (both.successes, both.games, both.share.value) == (6, 8, 0.75)
    first = first_turns(tally, 0)
    assert [each.value for each in first.by_turn] == [0.0, 0.2, 0.4]
    assert first.never.value == 0.4
    assert first.mean.value == pytest.approx((4 * 1 + 8 * 2) / 12)
    assert sum(each.value for each in first.by_turn) + first.never.value == pytest.approx(1)


def test_measures() -> None:
    tally = played()
    spent = measure_mean(tally, "mana spent", 2)
    assert (spent.estimate.value, spent.above) == (2.0, 0)
    assert measure_mean(tally, "hand", 1).above == 10
    assert [each.value for each in measure_distribution(tally, "mana spent", 2)] == [0.1, 0.2, 0.3, 0.4, 0.0]
    assert measure_quantile(tally, "mana spent", 2, 0.5).value == 2.0
    assert measure_quantile(tally, "hand", 1, 0.9).value == math.inf
    assert mean_share(tally, "mana spent", "mana spent", 2).value == 1.0
    assert math.isnan(mean_share(tally, "mana spent", "mana spent", 0).value)


def test_mulligans_sources_and_strata() -> None:
    tally = played()
    seven, six = kept_sizes(tally)
    assert (seven.cards, seven.share.value, seven.rates[0].share.value) == (7, 0.6, 10 / 12)
    assert (six.rates[1].successes, six.rates[1].games) == (2, 4)
    assert mean_kept_size(tally).estimate.value == 6.6
    (opt,) = source_uses(tally)
    assert (opt.name, opt.games.value, opt.used, opt.looked, opt.bottomed) == ("Opt", 0.5, 0.6, 0.9, 0.3)
    rows = strata(tally, "seat")
    assert [(row.label, row.tally.games) for row in rows] == [("all", 20), ("0", 10), ("1 or more", 10)]
    assert goal_rate(rows[1].tally, 0).share.value == 0.6
