"""Karsten's published tables, every cell, from the exact recursion: sources, land drops, opening hands, flood."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.exact.mulligan import seen_after, share
from analyzer.exact.sources import (
    KARSTEN_2013,
    KARSTEN_2017,
    KARSTEN_2022,
    KARSTEN_2022_COMMANDER,
    LONDON_LAND_COUNTS,
    Edition,
    kept_hands,
    land_rate,
    mean_opening_hand,
    minimum_sources,
    source_success,
)

DECKS_2022 = {40: 17, 60: 25, 80: 35, 99: 41}

# cost: (pips, mana value), then for 40, 60, 80 and 99 cards the published minimum and the exact success there
TABLE_2022 = {
    "C": (1, 1, "9 90.37", "14 91.29", "19 90.59", "19 90.07"),
    "1C": (1, 2, "9 93.00", "13 91.67", "18 91.63", "19 92.14"),
    "CC": (2, 2, "14 92.63", "21 92.90", "28 91.08", "30 92.30"),
    "2C": (1, 3, "8 93.99", "12 93.62", "16 92.44", "18 93.11"),
    "1CC": (2, 3, "12 92.39", "18 92.49", "25 92.42", "28 93.03"),
    "CCC": (3, 3, "16 94.97", "23 92.47", "32 92.61", "36 93.00"),
    "3C": (1, 4, "7 94.67", "10 93.08", "15 94.41", "16 93.07"),
    "2CC": (2, 4, "11 94.97", "16 93.69", "23 94.60", "26 94.34"),
    "1CCC": (3, 4, "14 94.68", "21 95.15", "29 94.40", "33 94.06"),
    "CCCC": (4, 4, "17 100.00", "24 93.52", "34 95.84", "39 94.72"),
    "4C": (1, 5, "6 94.77", "9 94.09", "14 95.75", "15 94.32"),
    "3CC": (2, 5, "10 96.38", "15 96.01", "20 94.20", "23 94.05"),
    "2CCC": (3, 5, "13 97.18", "19 96.05", "26 94.76", "30 94.61"),
    "1CCCC": (4, 5, "15 96.34", "22 95.24", "31 95.64", "36 95.63"),
    "5C": (1, 6, "6 97.24", "9 96.58", "12 95.30", "14 95.27"),
    "4CC": (2, 6, "9 97.06", "13 95.49", "19 96.18", "22 95.98"),
    "3CCC": (3, 6, "11 95.25", "17 96.10", "24 95.99", "28 95.99"),
    "5CC": (2, 7, "8 97.26", "12 96.45", "17 96.14", "20 96.19"),
    "4CCC": (3, 7, "10 96.20", "16 97.55", "22 96.48", "26 96.73"),
}
CELLS_2022 = [
    (cost, pips, value, deck, int(cell.split()[0]), float(cell.split()[1]))
    for cost, (pips, value, *cells) in TABLE_2022.items()
    for deck, cell in zip(DECKS_2022, cells, strict=True)
]


def percent(chance: Fraction, digits: int = 2) -> float:
    return round(100 * float(chance), digits)


@pytest.mark.parametrize("cost, pips, value, deck, published, success", CELLS_2022)
def test_sources_2022(cost: str, pips: int, value: int, deck: int, published: int, success: float) -> None:
    """Both sides of each minimum: enough at the published count, not enough one below."""
    commander = deck == 99
    edition = KARSTEN_2022_COMMANDER if commander else KARSTEN_2022
    lands, draws, target = DECKS_2022[deck], value - 1 + commander, Fraction(89 + value, 100)

    def at(good: int) -> Fraction:
        return source_success(good, lands, deck, draws, pips, value, edition)

    assert percent(at(published)) == success
    assert at(published) >= target
    if (cost, deck) == ("4C", 80):  # the one published cell that is not the minimum: 13 gives 94.34 %
        assert percent(at(13)) == 94.34 and at(12) < target
    elif published > pips:
        assert at(published - 1) < target


def test_both_readings_of_the_six_card_threshold_give_the_same_minima() -> None:
    """Prose ("3 or more spells") against program ("more than 3"): a sample of cells, same minimum, other chance."""
    prose = Edition("london", KARSTEN_2022.keeps, six_spells=2)
    for pips, value, published in ((2, 4, 16), (3, 4, 21), (1, 5, 9), (2, 7, 12)):
        arguments = (25, 60, value - 1, pips, value, Fraction(89 + value, 100))
        assert minimum_sources(*arguments, prose) == minimum_sources(*arguments, KARSTEN_2022) == published
        one, other = (source_success(published, 25, 60, value - 1, pips, value, e) for e in (prose, KARSTEN_2022))
        assert 0 < abs(one - other) < Fraction(15, 10_000)


TABLE_2013 = {
    (40, 17): (
        [10, 9, 8, 7, 7, 6, 6],
        [14, 13, 12, 11, 10, 10],
        [16, 15, 14, 14, 13],
    ),
    (60, 24): (
        [14, 13, 12, 11, 10, 9, 9],
        [20, 19, 18, 16, 15, 14],
        [22, 22, 21, 20, 19],
    ),
    (99, 40): (
        [23, 21, 20, 18, 17, 16, 15],
        [33, 31, 29, 27, 26, 24],
        [37, 36, 34, 33, 32],
    ),
}
SUCCESS_2013 = (
    [91.43, 91.73, 91.82, 91.66, 91.24, 90.49, 92.27],
    [91.24, 91.84, 92.32, 90.16, 90.31, 90.20],
    [91.05, 93.39, 92.20, 91.63, 91.35],
)


@pytest.mark.parametrize("deck, lands", TABLE_2013)
def test_sources_2013(deck: int, lands: int) -> None:
    """Pips 1 to 3 (rows), turns from the number of pips to 7: enough there, not enough one below, 90 % flat."""
    for pips, row in enumerate(TABLE_2013[deck, lands], start=1):
        for turn, published in enumerate(row, start=pips):
            enough, below = (
                source_success(good, lands, deck, turn - 1, pips, pips, KARSTEN_2013)
                for good in (published, published - 1)
            )
            assert enough >= Fraction(9, 10) > below
            if deck == 60:
                assert percent(enough) == SUCCESS_2013[pips - 1][turn - pips]


# lands: k by turn k on the draw and on the play for k = 2, 3, 4, 5; mean opening hand; at least 8 by turn 7 on the draw
TABLE_2017 = """
17 96.81 95.58 77.23 69.13 51.11 41.03 28.83 20.83 6.4579 1.21
18 97.74 96.79 80.73 73.01 56.29 45.88 33.85 24.92 6.5304 1.86
19 98.42 97.68 83.75 76.47 61.18 50.62 38.98 29.24 6.5939 2.75
20 98.91 98.35 86.36 79.55 65.75 55.20 44.15 33.72 6.6492 3.93
21 99.25 98.83 88.58 82.29 69.99 59.58 49.27 38.32 6.6969 5.42
22 99.49 99.17 90.48 84.70 73.87 63.74 54.29 42.96 6.7378 7.28
23 99.65 99.41 92.10 86.84 77.41 67.66 59.14 47.61 6.7725 9.52
24 99.76 99.59 93.47 88.72 80.61 71.32 63.77 52.21 6.8014 12.16
25 99.83 99.70 94.63 90.37 83.47 74.74 68.16 56.71 6.8251 15.23
26 99.88 99.79 95.61 91.82 86.02 77.88 72.25 61.07 6.8439 18.70
27 99.92 99.84 96.43 93.09 88.27 80.77 76.04 65.26 6.8582 22.56
28 99.94 99.88 97.12 94.19 90.25 83.40 79.51 69.23 6.8682 26.78
"""


@pytest.mark.parametrize("line", TABLE_2017.split("\n")[1:-1], ids=lambda line: line.split()[0])
def test_land_drops_2017(line: str) -> None:
    lands, *cells, hand, flood = line.split()
    computed = [
        percent(land_rate(int(lands), 60, k - 1 + on_the_draw, k, KARSTEN_2017))
        for k in (2, 3, 4, 5)
        for on_the_draw in (1, 0)
    ]
    assert computed == [float(cell) for cell in cells]
    assert round(float(mean_opening_hand(int(lands), 60, KARSTEN_2017)), 4) == float(hand)
    assert percent(land_rate(int(lands), 60, 7, 8, KARSTEN_2017)) == float(flood)


def test_what_the_free_look_of_2017_is_worth() -> None:
    """25 of 60 lands, with and without the look, play and draw; and among games with a mulligan only."""
    deck = (25, 0, 35)
    start = kept_hands(deck, KARSTEN_2017)
    expected = {2: (99.49, 99.71), 3: (89.46, 94.06), 4: (73.56, 82.54), 5: (55.58, 67.09)}
    gains = {(3, 0): 6.49, (3, 1): 4.11, (4, 0): 8.42, (4, 1): 6.69}
    mulligans = sum(chance for kept, chance in start.items() if kept.taken)
    assert percent(mulligans) == 13.98
    for k, cells in expected.items():
        for on_the_draw, cell in enumerate(cells):
            without = share(seen_after(deck, start, k - 1 + on_the_draw), lambda had, k=k: had[0] >= k)
            assert percent(without) == cell
            if (k, on_the_draw) in gains:
                gain = land_rate(25, 60, k - 1 + on_the_draw, k, KARSTEN_2017) - without
                assert percent(gain / mulligans) == gains[k, on_the_draw]


LONDON_LANDS = [
    (60, 21, 60.73, 71.10, 65.91),
    (60, 22, 64.69, 74.76, 69.73),
    (60, 23, 68.45, 78.11, 73.28),
    (60, 24, 71.99, 81.16, 76.57),
    (60, 25, 75.29, 83.92, 79.60),
    (60, 26, 78.36, 86.38, 82.37),
    (60, 27, 81.18, 88.57, 84.87),
    (60, 28, 83.76, 90.50, 87.13),
    (80, 30, 66.61, 76.30, 71.46),
    (80, 33, 74.29, 82.93, 78.61),
    (80, 35, 78.79, 86.57, 82.68),
    (80, 37, 82.77, 89.63, 86.20),
    (99, 36, 64.13, 73.95, 69.04),
    (99, 38, 68.50, 77.88, 73.19),
    (99, 40, 72.58, 81.40, 76.99),
    (99, 42, 76.34, 84.52, 80.43),
    (40, 16, 72.30, 81.83, 77.06),
    (40, 17, 77.42, 86.00, 81.71),
    (40, 18, 81.93, 89.46, 85.70),
]


@pytest.mark.parametrize("deck, lands, play, draw, average", LONDON_LANDS)
def test_london_land_drops(deck: int, lands: int, play: float, draw: float, average: float) -> None:
    first, second = (land_rate(lands, deck, draws, 4, LONDON_LAND_COUNTS) for draws in (3, 4))
    assert (percent(first), percent(second)) == (play, draw)
    assert percent((first + second) / 2) == average
