"""Mulligans by exact recursion: acceptance values, Karsten's London article, Mikonen's packages."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from analyzer.exact.hypergeometric import Counts, chance, hands
from analyzer.exact.mulligan import (
    Kept,
    bottom_for,
    bottom_in_order,
    kept_sizes,
    opening,
    seen_after,
    share,
)

Event = Callable[[Counts], bool]
DECK = (24, 36)


def percent(value: Fraction, digits: int = 2) -> float:
    return round(100 * float(value), digits)


def l02_keep(hand: Counts, taken: int) -> bool:
    low, high = {7: (2, 5), 6: (2, 4)}.get(sum(hand), (0, 7))
    return low <= hand[0] <= high


def l02_bottom(seven: Counts, number: int) -> Counts:
    """A land while more than three lands are in hand, else a nonland."""
    lands, spells = seven
    away = [0, 0]
    for _ in range(number):
        land = lands - away[0] > 3 or spells == away[1]
        away[0 if land else 1] += 1
    return away[0], away[1]


def four_lands(had: Counts) -> bool:
    return had[0] >= 4


def test_l02_london() -> None:
    start = opening(DECK, l02_keep, bottom=l02_bottom)
    assert kept_sizes(start) == {
        7: Fraction(137172, 162545),
        6: Fraction(3480465156, 26420877025),
        5: Fraction(643789129, 26420877025),
    }
    goal = share(seen_after(DECK, start, 3), four_lands)
    assert goal == Fraction(420760424243546297, 591793324640744525)
    reshuffled = {Kept(k.taken, k.hand, (0, 0)): Fraction(0) for k in start}
    for kept, weight in start.items():
        reshuffled[Kept(kept.taken, kept.hand, (0, 0))] += weight
    wrong = share(seen_after(DECK, reshuffled, 3), four_lands)
    assert wrong == Fraction(21825687612846659623, 30727730317884811875)


def test_l03_paris_and_none() -> None:
    paris = opening(DECK, l02_keep, rule="paris")
    sizes = kept_sizes(paris)
    assert (sizes[6], sizes[5]) == (Fraction(616259424, 5284175405), Fraction(208591433, 5284175405))
    assert share(seen_after(DECK, paris, 3), four_lands) == Fraction(49662196468756715, 71015198956889343)
    none = opening(DECK, l02_keep, rule="none")
    assert share(seen_after(DECK, none, 3), four_lands) == Fraction(3265655, 5168931)


def test_l04_free_mulligans() -> None:
    def never(hand: Counts, taken: int) -> bool:
        return taken == 3

    for free, size in ((1, 5), (0, 4), (2, 6), (5, 7)):
        assert kept_sizes(opening(DECK, never, bottom=bottom_in_order([0, 1]), free=free)) == {size: 1}
        assert kept_sizes(opening(DECK, never, rule="vancouver", free=free)) == {size: 1}


@pytest.mark.parametrize("rule", ["london", "vancouver", "paris"])
def test_a_hand_of_no_cards_is_kept(rule: str) -> None:
    start = opening((5, 5), lambda hand, taken: False, rule=rule, bottom=bottom_in_order([0, 1]), hand=3)
    assert kept_sizes(start) == {0: 1}


def test_chances_add_up_and_cards_are_conserved() -> None:
    deck = (9, 8, 23)
    for rule in ("london", "vancouver", "paris", "none"):
        start = opening(deck, lambda h, t: 2 <= h[0] + h[1] <= 5, rule=rule, bottom=bottom_in_order([2, 1, 0]), free=1)
        assert sum(start.values()) == 1
        for draws in (0, 1, 4):
            for look in (None, lambda hand, top: top < 2):
                had = seen_after(deck, start, draws, look)
                assert sum(had.values()) == 1
        assert share(seen_after(deck, start, 0), lambda had: True) == 1


def test_the_look_by_dealing_every_order() -> None:
    """A deck of two lands and four spells, first hand of three: Vancouver with a look that keeps lands."""
    start = opening((2, 4), lambda hand, taken: hand[0] >= 1, rule="vancouver", hand=3)
    fast = seen_after((2, 4), start, 2, lambda hand, top: top == 0)
    hits = {size: [0, 0] for size in (3, 2, 1, 0)}
    for order in permutations((0, 0, 1, 1, 1, 1)):
        for size, tally in hits.items():
            hand, library = list(order[:size]), list(order[size:])
            if size and 0 not in hand:
                continue
            if size < 3 and library[0] == 1:
                library.append(library.pop(0))
            tally[0] += (hand + library[:2]).count(0) == 2
            tally[1] += 1
    expected, reach = Fraction(0), Fraction(1)
    for won, kept in hits.values():
        expected += reach * Fraction(won, 720)
        reach *= 1 - Fraction(kept, 720)
    assert share(fast, lambda had: had[0] == 2) == expected


def test_a_whole_library_may_be_drawn() -> None:
    start = opening((2, 3), lambda hand, taken: True, rule="vancouver", hand=2)
    assert seen_after((2, 3), start, 3, lambda hand, top: False) == {(2, 3): 1}


@pytest.mark.parametrize("bad", [(1, 1), (3, -1), (0, 3), (1,)])
def test_a_bottom_rule_that_answers_nonsense_is_refused(bad: Counts) -> None:
    with pytest.raises(ValueError, match="bottom rule"):
        opening((2, 3), lambda hand, taken: False, bottom=lambda seven, number: bad, hand=3)


def test_bad_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="mulligan rule"):
        opening(DECK, l02_keep, rule="moscow")
    with pytest.raises(ValueError, match="bottom"):
        opening(DECK, l02_keep)


# --- keep the seven if, and only if, a hand of the right size holds the package ---


def package_rates(deck: Counts, event: Event, rule: str, smallest: int) -> list[float]:
    """Cumulative per cent of finding the package in a hand of 7, 6, ... `smallest` cards."""
    start = opening(deck, lambda hand, taken: event(hand), rule=rule, bottom=bottom_for(event))
    found = kept_sizes({kept: chance for kept, chance in start.items() if event(kept.hand)})
    total, out = Fraction(0), []
    for size in range(7, smallest - 1, -1):
        total += found.get(size, Fraction(0))
        out.append(percent(total))
    return out


def one_of_four(hand: Counts) -> bool:
    return hand[0] >= 1


def a_b_lands(hand: Counts) -> bool:
    return hand[0] >= 1 and hand[1] >= 1 and hand[2] >= 2


def two_or_three_lands(hand: Counts) -> bool:
    return 2 <= hand[0] <= 3 and hand[1] >= 2


LONDON_2019: list[tuple[Counts, Event, str, list[float]]] = [
    ((4, 56), one_of_four, "london", [39.95, 63.94, 78.35, 87.00, 92.19, 95.31, 97.18]),
    ((4, 56), one_of_four, "vancouver", [39.95, 61.06, 72.76, 79.48, 83.38, 85.54, 86.50]),
    ((8, 8, 20, 24), a_b_lands, "london", [26.28, 45.65, 59.93, 70.46]),
    ((8, 8, 20, 24), a_b_lands, "vancouver", [26.28, 38.49, 43.55, 44.96]),
    ((21, 39), two_or_three_lands, "london", [59.63, 89.42, 97.64, 99.47]),
    ((21, 39), two_or_three_lands, "vancouver", [59.63, 83.36, 92.21, 94.70]),
]


@pytest.mark.parametrize("deck, event, rule, expected", LONDON_2019)
def test_london_against_vancouver(deck: Counts, event: Event, rule: str, expected: list[float]) -> None:
    assert package_rates(deck, event, rule, 8 - len(expected)) == expected


def test_best_land_count_for_two_or_three_lands() -> None:
    """Willing to go to five: London 27 lands (98.75 %), Vancouver 25 (93.45 %)."""
    for rule, best, rate in (("london", 27, 98.75), ("vancouver", 25, 93.45)):
        by_lands = {n: package_rates((n, 60 - n), two_or_three_lands, rule, 5)[-1] for n in range(best - 3, best + 4)}
        assert max(by_lands, key=by_lands.__getitem__) == best and by_lands[best] == rate


def tron_cards(hand: Counts) -> int:
    """Fewest cards of this hand that make Tron with a payoff on turn three; 8 if it cannot.

    Classes: three Tron lands, Map, payoff, egg, Scrying, blank. All three lands; or two of them and a Map; or two of
    them, an egg (for green mana) and a Scrying.
    """
    lands, (expedition_map, payoff, egg, scrying) = sum(n > 0 for n in hand[:3]), hand[3:7]
    if payoff == 0 or lands < 2:
        return 8
    if lands == 3 or expedition_map:
        return 4
    return 5 if egg and scrying else 8


@pytest.mark.parametrize(
    "rule, expected", [("london", [9.64, 18.34, 26.21, 31.87]), ("vancouver", [9.64, 14.11, 15.75, 16.10])]
)
def test_tron_on_turn_three(rule: str, expected: list[float]) -> None:
    """Published for London at four cards: 33.32 %, which keeps five-card packages in a hand of four (see below)."""
    deck = (4, 4, 4, 4, 8, 8, 4, 24)
    missing, rates = Fraction(1), []
    for size in (7, 6, 5, 4):
        dealt = 7 if rule == "london" else size
        missing *= 1 - chance(deck, dealt, lambda hand, size=size: tron_cards(hand) <= size)
        rates.append(percent(1 - missing))
    assert rates == expected


def test_tron_as_published_ignores_the_size_of_a_four_card_hand() -> None:
    """Two lands, egg, Scrying and payoff are five cards: counted at four cards all the same they make 33.32 %."""
    seven = chance((4, 4, 4, 4, 8, 8, 4, 24), 7, lambda hand: tron_cards(hand) <= 7)
    assert percent(1 - (1 - seven) ** 4) == 33.32


def test_follow_up_on_one_card_and_a_land() -> None:
    """Mikonen's second post: a singleton and one of 21 sources, 10.95 % of sevens."""

    def event(hand: Counts) -> bool:
        return hand[0] >= 1 and hand[1] >= 1

    seven = chance((1, 21, 38), 7, event)
    assert seven == Fraction(42_296_793, 386_206_920) and percent(seven) == 10.95


def test_follow_up_with_twelve_point_three_per_cent() -> None:
    """12.3 % for each seven: London 23, 32, 41, 48 % down to six, five, four, three cards."""
    assert [round(100 * (1 - (1 - 0.123) ** hands_seen)) for hands_seen in (2, 3, 4, 5)] == [23, 33, 41, 48]


# package: classes, event, published per cent (Vancouver play, London play, Vancouver draw, London draw), exact
MIKONEN: list[tuple[Counts, Event, list[int], list[float]]] = [
    ((4, 10, 46), lambda h: h[0] >= 1 and h[1] >= 1, [53, 63, 59, 66], [53.06, 62.59, 59.18, 65.58]),
    ((4, 56), lambda h: h[0] >= 1, [73, 78, 77, 80], [72.76, 78.35, 76.61, 79.98]),
    ((2, 58), lambda h: h[0] >= 1, [47, 53, 51, 55], [47.19, 52.81, 51.00, 54.59]),
    ((3, 7, 50), lambda h: h[0] >= 1 and h[1] >= 2, [9, 13, 11, 15], [8.90, 13.41, 11.28, 15.43]),
    ((16, 25, 19), lambda h: h[0] >= 2 and h[1] >= 2, [75, 88, 83, 91], [74.59, 87.57, 82.71, 90.57]),
]


def mikonen(deck: Counts, event: Event, rule: str, on_the_draw: bool) -> Fraction:
    """Mulligan until the package is found, keep any five; on the draw only the last five cards are helped by a draw.

    Before that draw Vancouver looks at the top card and keeps it exactly if it completes the package.
    """
    last = 5
    start = opening(deck, lambda h, taken: event(h) or sum(h) == last, rule=rule, bottom=_best_five(event))
    found = sum((p for kept, p in start.items() if kept.size > last), Fraction(0))
    fives = {kept: p for kept, p in start.items() if kept.size == last}
    if not on_the_draw:
        return found + sum((p for kept, p in fives.items() if event(kept.hand)), Fraction(0))

    def completes(hand: Counts, top: int) -> bool:
        return event(tuple(n + (kind == top) for kind, n in enumerate(hand)))

    # A full hand of no weight stands beside the fives, so that they count as smaller than a first hand.
    full = next(iter(hands(deck, 7)))[0]
    marked = {**fives, Kept(0, full, (0,) * len(deck)): Fraction(0)}
    return found + share(seen_after(deck, marked, 1, completes if rule == "vancouver" else None), event)


def _best_five(event: Event) -> Callable[[Counts, int], Counts]:
    """Keep the package if it is there, else the five cards that most single cards would complete."""

    def bottom(seven: Counts, number: int) -> Counts:
        def merit(away: Counts) -> tuple[bool, int]:
            kept = tuple(a - b for a, b in zip(seven, away, strict=True))
            helpers = sum(event(tuple(n + (kind == top) for kind, n in enumerate(kept))) for top in range(len(kept)))
            return event(kept), helpers

        return max((away for away, _ in hands(seven, number)), key=merit)

    return bottom


@pytest.mark.parametrize("deck, event, published, exact", MIKONEN)
def test_mikonen_packages(deck: Counts, event: Event, published: list[int], exact: list[float]) -> None:
    computed = [
        percent(mikonen(deck, event, rule, on_the_draw))
        for on_the_draw in (False, True)
        for rule in ("vancouver", "london")
    ]
    assert computed == exact
    assert [round(x) for x in computed] == published
