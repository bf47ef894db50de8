"""Draws without replacement, land drops, screw and flood against published and enumerated values."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.exact.hypergeometric import (
    Have,
    at_least,
    between,
    cards_seen,
    chance,
    exactly,
    hands,
    joint,
    ways,
)
from analyzer.exact.landdrops import flood, lands_in_play, made_every_drop, missed_drops_given_hand, screw


def percent(value: Fraction, digits: int = 2) -> float:
    return round(100 * float(value), digits)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(0, 4), st.data())
def test_joint_events_by_listing_every_hand(classes: list[int], rest: int, data: st.DataObject) -> None:
    cards = [k for k, count in enumerate(classes) for _ in range(count)] + [-1] * rest
    drawn = data.draw(st.integers(0, len(cards)))
    bounds = [sorted(data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))) for _ in classes]
    wanted = [Have(count, low, high) for count, (low, high) in zip(classes, bounds, strict=True)]
    listed = [
        all(low <= hand.count(k) <= high for k, (low, high) in enumerate(bounds)) for hand in combinations(cards, drawn)
    ]
    expected = Fraction(sum(listed), len(listed))
    assert joint(len(cards), drawn, wanted) == expected

    def event(hand: tuple[int, ...]) -> bool:
        return all(low <= n <= high for n, (low, high) in zip(hand, bounds, strict=False))

    assert chance([*classes, rest], drawn, event) == expected


def test_hands_are_all_hands() -> None:
    deck = (5, 0, 3, 9)
    found = dict(hands(deck, 6))
    assert sum(found.values()) == comb(17, 6)
    assert all(count == ways(deck, hand) and sum(hand) == 6 for hand, count in found.items())


@pytest.mark.parametrize(
    "copies, deck, cards, expected",
    [(4, 60, 14, Fraction(21630, 32509)), (4, 60, 11, Fraction(275759, 487635)), (4, 60, 1, Fraction(1, 15))],
)
def test_g04_ring_and_plain_draws(copies: int, deck: int, cards: int, expected: Fraction) -> None:
    assert at_least(copies, deck, cards) == expected


def test_published_single_cards() -> None:
    """Commander: one of 4, 8, 12, 16 copies in fifteen cards; a singleton in the opener; a splash in limited."""
    assert [percent(at_least(k, 99, 15), 1) for k in (4, 8, 12, 16)] == [48.7, 74.5, 87.8, 94.4]
    assert percent(at_least(1, 99, 7)) == 7.07
    assert percent(at_least(9, 40, 7), 0) == 86
    assert percent(at_least(9, 40, 9), 1) == 92.6
    assert joint(60, 7, [Have(1), Have(21)]) == Fraction(42_296_793, 386_206_920)


def test_joint_is_not_the_product_of_its_parts() -> None:
    together = joint(60, 9, [Have(24, 3), Have(4)])
    assert together == chance([24, 4, 32], 9, lambda hand: hand[0] >= 3 and hand[1] >= 1)
    assert together < at_least(24, 60, 9, 3) * at_least(4, 60, 9)


def test_impossible_draws_are_refused() -> None:
    for call in (
        lambda: at_least(4, 60, 61),
        lambda: joint(10, 3, [Have(6), Have(5)]),
        lambda: Have(-2),
        lambda: between(4, 60, 7, 3, 2),
        lambda: cards_seen(3, "left"),
        lambda: list(hands([1, 2], 4)),
    ):
        with pytest.raises(ValueError):
            call()


def test_cards_seen_by_seat_and_players() -> None:
    assert [cards_seen(t, "play") for t in range(4)] == [7, 7, 8, 9]
    assert [cards_seen(t, "draw") for t in range(4)] == [7, 8, 9, 10]
    assert [cards_seen(t, "play", players=4) for t in range(4)] == [7, 8, 9, 10]
    assert cards_seen(3, "play", hand=6, extra=2) == 10


def test_i07_coloured_costs_on_turn_two() -> None:
    """12 Islands, 12 Mountains: {U}{U} needs two Islands in eight cards, {1}{U} an Island and another land."""
    deck = (12, 12, 36)
    assert chance(deck, 8, lambda h: h[0] >= 2) == Fraction(13108313, 25844655)
    assert chance(deck, 8, lambda h: h[0] >= 1 and h[0] + h[1] >= 2) == Fraction(21021209, 25844655)


@pytest.mark.parametrize(
    "deck, lands, play_screw, draw_screw, play_flood, draw_flood",
    [(60, 24, 14.41, 9.54, 7.16, 11.88), (40, 17, 9.64, 5.71, 8.90, 14.94)],
)
def test_default_screw_and_flood(
    deck: int, lands: int, play_screw: float, draw_screw: float, play_flood: float, draw_flood: float
) -> None:
    assert (percent(screw(lands, deck, "play")), percent(screw(lands, deck, "draw"))) == (play_screw, draw_screw)
    assert (percent(flood(lands, deck, "play")), percent(flood(lands, deck, "draw"))) == (play_flood, draw_flood)


def test_default_screw_and_flood_of_commander() -> None:
    assert percent(screw(37, 99, "play", most=3, turn=5, players=4)) == 27.07
    assert percent(flood(37, 99, "play", least=9, turn=8, players=4)) == 4.86


@pytest.mark.parametrize("seat", ["play", "draw"])
def test_lands_in_play_by_playing_out_every_order(seat: str) -> None:
    """A deck of eight cards, hand of two, one land a turn: the closed form equals play, so do the drops."""
    deck = (1, 1, 1, 0, 0, 0, 0)
    for turn in (1, 2, 3):
        counts = [0] * (turn + 1)
        every = 0
        for order in permutations(deck):
            hand, library, in_play, missed = list(order[:2]), list(order[2:]), 0, 0
            for t in range(1, turn + 1):
                if t > 1 or seat == "draw":
                    hand.append(library.pop(0))
                if 1 in hand:
                    hand.remove(1)
                    in_play += 1
                else:
                    missed += 1
            counts[in_play] += 1
            every += missed == 0
        total = sum(counts)
        assert lands_in_play(3, 7, turn, seat, hand=2) == [Fraction(count, total) for count in counts]
        assert made_every_drop(3, 7, turn, seat, hand=2) == Fraction(every, total)


@pytest.mark.parametrize("lands, rate", [(16, 18.06), (17, 13.93), (18, 10.50), (19, 7.71), (20, 5.51)])
def test_missed_drops_of_a_limited_deck(lands: int, rate: float) -> None:
    """More than one of five drops missed, on the play, hands of two to five lands (r/mtgcube thread)."""
    value = missed_drops_given_hand(lands, 40, 5, "play", more_than=1, low=2, high=5)
    assert percent(value) == rate
    listed = chance((lands, 40 - lands), 7, lambda h: 2 <= h[0] <= 5)
    both = sum(
        (
            exactly(lands, 40, 7, held) * exactly(lands - held, 33, 4, drawn)
            for held in range(2, 6)
            for drawn in range(5)
            if min(5, held + drawn) <= 3
        ),
        Fraction(0),
    )
    assert value == both / listed
    if lands == 17:
        assert percent(value, 3) == 13.930


CCDD = {
    (0, 9, 8): (42.35, 70.59),
    (1, 8, 8): (51.76, 77.83),
    (2, 8, 7): (59.71, 82.92),
    (3, 7, 7): (67.65, 88.01),
    (4, 7, 6): (73.95, 91.24),
    (5, 6, 6): (80.25, 94.47),
    (6, 6, 5): (84.87, 96.25),
    (7, 5, 5): (89.50, 98.03),
    (8, 5, 4): (92.52, 98.80),
}


@pytest.mark.parametrize("deck", CCDD)
def test_gold_cards(deck: tuple[int, int, int]) -> None:
    """CCDD from four or five of 17 lands; a dual may serve either colour, so it is an assignment problem."""

    def payable(hand: tuple[int, ...]) -> bool:
        duals, first, second = hand
        return max(0, 2 - first) + max(0, 2 - second) <= duals

    assert tuple(percent(chance(deck, cards, payable)) for cards in (4, 5)) == CCDD[deck]
