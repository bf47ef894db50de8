"""Random orders as games meet them: positions, pairs, sets, between games and between purposes; bounds of indices.

The orders are read from the log of the compiled engine, so that what is judged is what plays. Each test has a false
alarm in ALARM of runs; the seed is fixed, so a test that passes once passes always. About 30 of them: below 3e-4.
"""

from __future__ import annotations

from itertools import combinations, permutations
from string import ascii_uppercase
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from analyzer.contract import events
from analyzer.engine import NO_ROWS, NO_TRUTH, load_kernel
from analyzer.kernel.bits import below, mulhi, remainder
from analyzer.kernel.rng import batch_table, signed
from analyzer.pack import pack
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from tests.support.statcheck import assert_even, assert_share, chi_square, chi_square_tail

ALARM = 1e-5
SEED = 20_240_229
CARDS = 40
CHUNK = 5_000
LETTERS = ascii_uppercase
Table = NDArray[np.int64]


def logs(cards: int, games: int, codes: tuple[int, ...], first: int = 0, **options: Any) -> Table:
    """Rows of these events (code, turn, a, b, c) of games of a list of different cards, game after game."""
    changes: dict[str, Any] = {
        "deck.counts": ", ".join(f"1 Card {LETTERS[number // 26]}{LETTERS[number % 26]}" for number in range(cards)),
        "run.turns": 1, "run.seed": SEED, "run.goals": ["kept cards >= 0"], "table.mulligan": "none",
        "table.draws": False, "start.hand_size": 0,
    }  # fmt: skip
    changes |= {key.replace("__", "."): value for key, value in options.items()}
    plan = resolve(plan_from_options(changes)).plan
    packed, found = pack(plan), []
    for start in range(first, first + games, CHUNK):
        number = min(CHUNK, first + games - start)
        log = np.zeros((number * (3 * cards + 60), events.WIDTH), np.int64)
        output = np.zeros(packed.output_words, np.int64)
        assert load_kernel()(packed.block.copy(), start, number, NO_ROWS, log, output, NO_TRUTH) == number
        found.append(log[np.isin(log[:, 0], codes)])
    return np.concatenate(found)


def drawn(cards: int, games: int, number: int, first: int = 0, **options: Any) -> Table:
    """The first `number` slots of each game's order, int64[games, number]."""
    rows = logs(cards, games, (events.TAKE,), first, free=[{"turns": [1], "do": f"draw{number}"}], **options)
    return rows[:, 2].reshape(games, number)


@pytest.fixture(scope="module")
def orders() -> Table:
    """Whole orders of 40 different cards."""
    return drawn(CARDS, 40_000, CARDS)


def histogram(numbers: Table, cells: int) -> list[int]:
    counts = np.bincount(numbers, minlength=cells)
    assert len(counts) == cells
    return [int(count) for count in counts]


def test_an_order_has_every_card_once(orders: Table) -> None:
    assert (np.sort(orders, axis=1) == np.arange(CARDS)).all()


def test_positions(orders: Table) -> None:
    """Every slot is as often at every place: one table of 40 x 40 whose rows and columns are fixed."""
    cells = orders + CARDS * np.arange(CARDS)
    counts = histogram(cells.ravel(), CARDS * CARDS)
    assert_even(counts, ALARM, freedom=(CARDS - 1) ** 2, scale=(CARDS - 1) / CARDS)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 6), (6, 7), (7, 8), (8, 15), (15, 16), (20, 39), (38, 39)])
def test_pairs_of_positions(orders: Table, first: int, second: int) -> None:
    """Every ordered pair of slots is as often at two places (batches of indices end after 8, 16 ...)."""
    later = orders[:, second] - (orders[:, second] > orders[:, first])
    assert_even(histogram(orders[:, first] * (CARDS - 1) + later, CARDS * (CARDS - 1)), ALARM)


@pytest.mark.parametrize(("cards", "taken"), [(10, 3), (10, 5), (12, 7)])
def test_sets_of_the_first_cards(cards: int, taken: int) -> None:
    found = drawn(cards, 40_000, taken)
    sets = {sum(1 << card for card in each): place for place, each in enumerate(combinations(range(cards), taken))}
    masks = (1 << found).sum(axis=1)
    assert_even(histogram(np.array([sets[int(mask)] for mask in masks]), len(sets)), ALARM)


def test_all_orders_of_six_cards() -> None:
    found = drawn(6, 60_000, 6)
    number = {order: place for place, order in enumerate(permutations(range(6)))}
    assert_even(histogram(np.array([number[tuple(row)] for row in found.tolist()]), 720), ALARM)


@pytest.mark.parametrize(
    "apart", [1, 1 << 32, *(pytest.param(apart, marks=pytest.mark.ci) for apart in (2, 256, 1 << 20))]
)
def test_between_games(apart: int) -> None:
    """The top cards of two games whose numbers are so far apart have nothing to do with each other."""
    games = 12_000
    one, other = drawn(20, games, 1)[:, 0], drawn(20, games, 1, first=apart)[:, 0]
    assert_even(histogram(one * 20 + other, 400), ALARM)


def test_between_seeds() -> None:
    one, other = drawn(20, 12_000, 1)[:, 0], drawn(20, 12_000, 1, run__seed=SEED + 1)[:, 0]
    assert_even(histogram(one * 20 + other, 400), ALARM)


def test_between_the_deals_of_a_game() -> None:
    """The first cards of the first hand and of the hand after a mulligan."""
    rows = logs(20, 12_000, (events.DEAL, events.TAKE), table__mulligan="london", start__hand_size=7,
                strategy__keep="when:n <= 6", strategy__bottom="costliest")  # fmt: skip
    deals = np.flatnonzero(rows[:, 0] == events.DEAL)
    first = rows[deals + 1, 2].reshape(-1, 2)
    assert len(first) == 12_000
    assert_even(histogram(first[:, 0] * 20 + first[:, 1], 400), ALARM)


def test_between_a_deal_and_a_shuffle() -> None:
    """A card seen on top goes to an even place in a shuffle: any card is drawn next, whatever it was."""
    rows = logs(12, 20_000, (events.LOOK, events.TAKE), strategy__scry="keep-all",
                free=[{"turns": [1], "do": "scry1;shuffle;draw1"}])  # fmt: skip
    seen, taken = rows[rows[:, 0] == events.LOOK], rows[rows[:, 0] == events.TAKE][:, 2]
    assert len(seen) == len(taken) == 20_000
    assert_even(histogram(seen[:, 2] * 12 + taken, 144), ALARM)


def test_between_a_deal_and_a_coin(tmp_path: Any) -> None:
    """A rule's coin has nothing to do with the card it is about, and falls evenly."""
    rule = tmp_path / "coin.py"
    rule.write_text(
        "from analyzer.rules import scry_rule\n\n\n@scry_rule('coin')\ndef coin(game, card):\n    return game.coin()\n"
    )
    rows = logs(20, 20_000, (events.LOOK, events.TOTOP, events.TOBOTTOM), strategy__scry=f"{rule}:coin",
                free=[{"turns": [1], "do": "scry1"}])  # fmt: skip
    seen = rows[rows[:, 0] == events.LOOK][:, 2]
    kept = rows[rows[:, 0] != events.LOOK][:, 0] == events.TOTOP
    assert len(seen) == len(kept) == 20_000
    assert_even(histogram(seen * 2 + kept, 40), ALARM)


def test_a_free_effect_by_chance_happens_as_often_as_it_says() -> None:
    rows = logs(8, 20_000, (events.TAKE,), free=[{"turns": [1], "do": "draw1", "chance": 0.3}])
    assert_share(len(rows), 20_000, 0.3, ALARM)


@njit
def indices(words: Table, count: int, found: Table, drawn_again: Table) -> None:
    """The index below `count` that each word gives, and whether it is one that is drawn again."""
    for i in range(len(words)):
        found[i] = mulhi(words[i], count)
        low = words[i] * count
        drawn_again[i] = below(low, count) and below(low, remainder(-count, count))


@pytest.mark.parametrize("count", [1, 2, 3, 60, 99, 1000, (1 << 48) - 1, 1 << 48, (1 << 62) + 1, (1 << 63) - 1])
def test_bounds_of_an_index(count: int) -> None:
    """High 64 bits of word times count: 0 and count - 1 at the ends, and exactly 2^64 mod count words are refused."""
    words = [0, 1, 2, (1 << 63) - 1, 1 << 63, (1 << 64) - 2, (1 << 64) - 1, (1 << 64) // count, (1 << 64) // count + 1]
    words = [word % (1 << 64) for word in words]
    found, again = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    indices(np.array([signed(word) for word in words], np.int64), count, found, again)
    assert found.tolist() == [word * count >> 64 for word in words]
    assert found.min() >= 0 and found.max() == count - 1
    assert again.tolist() == [int(word * count % (1 << 64) < (1 << 64) % count) for word in words]


def test_batches_stay_below_2_to_the_48_and_cover_every_card() -> None:
    for left, entry in enumerate(batch_table()[1:], start=1):
        size, product = entry % 16, entry // 16
        counts = range(left, left - size, -1)
        assert 1 <= size <= 8 and product == np.prod([int(each) for each in counts], dtype=object) <= 1 << 48


@pytest.mark.parametrize("statistic", [0.5, 3.0, 40.0])
@pytest.mark.parametrize("half", [1, 2, 10])
def test_chi_square_tail_of_even_freedom_is_a_poisson_sum(half: int, statistic: float) -> None:
    import math

    x = statistic / 2
    poisson = sum(math.exp(-x) * x**k / math.factorial(k) for k in range(half))
    assert chi_square_tail(statistic, 2 * half) == pytest.approx(poisson, rel=1e-12)


def test_an_uneven_and_a_too_even_histogram_are_found() -> None:
    with pytest.raises(AssertionError, match="chi-square"):
        assert_even([1000] * 39 + [1500], ALARM)
    with pytest.raises(AssertionError, match="chi-square"):
        assert_even([1000] * 40, ALARM)
    assert chi_square([6, 4], 5) == pytest.approx(0.4)
