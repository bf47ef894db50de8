"""Published keep and bottom rules over (good land, other land, spell) and the source counts they lead to.

The rules are those of Frank Karsten's articles of 2013, 2017 and 2022 and of his public programs
HowManySources2022Update.py (coloured sources) and NumberLandsProbCalc.py (land counts).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from analyzer.exact.hypergeometric import Counts
from analyzer.exact.mulligan import Keep, Kept, Look, Opening, opening, seen_after, share

# Lands kept at each hand size (fewest, most); smaller hands are kept whatever they hold.
LONDON_KEEPS = {7: (2, 5), 6: (2, 4), 5: (2, 4)}
FREE_SEVEN = (3, 5)
OLD_KEEPS = {7: (2, 5), 6: (2, 4), 5: (1, 4)}


@dataclass(frozen=True, slots=True)
class Edition:
    """A published way to mulligan: rule, lands kept by hand size, free mulligans, spells that make a six shed one.

    `six_spells` is the number of spells above which a seven that becomes six cards puts a spell on the bottom: 3 in
    the program for coloured sources, 2 in the program for land counts.
    """

    rule: str
    keeps: tuple[tuple[int, tuple[int, int]], ...]
    free: int = 0
    six_spells: int = 3

    def keep(self) -> Keep:
        """The keep rule: lands (classes 0 and 1) within the range of the hand's size."""
        ranges = dict(self.keeps)

        def keep(hand: Counts, taken: int) -> bool:
            lands, size = hand[0] + hand[1], sum(hand)
            low, high = FREE_SEVEN if taken < self.free and size == 7 else ranges.get(size, (0, size))
            return low <= lands <= high

        return keep


KARSTEN_2022 = Edition("london", tuple(LONDON_KEEPS.items()))
KARSTEN_2022_COMMANDER = Edition("london", tuple(LONDON_KEEPS.items()), free=1)
LONDON_LAND_COUNTS = Edition("london", tuple(LONDON_KEEPS.items()), six_spells=2)
KARSTEN_2013 = Edition("paris", tuple(OLD_KEEPS.items()))
KARSTEN_2017 = Edition("vancouver", tuple(OLD_KEEPS.items()))


def karsten_bottom(six_spells: int) -> Callable[[Counts, int], Counts]:
    """Bottom rule of the published programs: how many spells go, the rest lands, other lands before good ones.

    >>> karsten_bottom(3)((1, 2, 4), 1), karsten_bottom(3)((1, 3, 3), 1), karsten_bottom(3)((2, 1, 4), 3)
    ((0, 0, 1), (0, 1, 0), (0, 0, 3))
    """

    def bottom(seven: Counts, number: int) -> Counts:
        good, other, spells = seven
        # Of several cards to put away: only spells with more than three, one spell fewer for each below four.
        away = int(spells > six_spells) if number == 1 else number - max(0, 4 - spells)
        away = max(0, min(away, spells), number - good - other)
        others = min(other, number - away)
        return number - away - others, others, away

    return bottom


def look_for_lands(hand: Counts, top: int) -> bool:
    """The look of 2017: a land stays, a spell goes to the bottom, always."""
    return top < 2


@lru_cache(maxsize=256)
def kept_hands(deck: Counts, edition: Edition) -> Opening:
    """Distribution of the kept hand over (good lands, other lands, spells)."""
    return opening(
        deck, edition.keep(), rule=edition.rule, bottom=karsten_bottom(edition.six_spells), free=edition.free
    )


@lru_cache(maxsize=512)
def lands_had(good: int, lands: int, deck: int, draws: int, edition: Edition) -> dict[Counts, Fraction]:
    """Distribution of (good lands, other lands, spells) had after `draws` draws.

    >>> sum(lands_had(12, 24, 60, 3, KARSTEN_2022).values())
    Fraction(1, 1)
    """
    classes = (good, lands - good, deck - lands)
    look: Look | None = look_for_lands if edition.rule == "vancouver" else None
    return seen_after(classes, kept_hands(classes, edition), draws, look)


def source_success(good: int, lands: int, deck: int, draws: int, pips: int, needed: int, edition: Edition) -> Fraction:
    """Chance of at least `pips` good lands, given at least `needed` lands among the cards had.

    >>> round(100 * float(source_success(13, 25, 60, 1, 1, 2, KARSTEN_2022)), 2)     # 1C on turn 2
    91.67
    """
    had = lands_had(good, lands, deck, draws, edition)
    enough = share(had, lambda cards: cards[0] + cards[1] >= needed)
    return share(had, lambda cards: cards[0] >= pips and cards[0] + cards[1] >= needed) / enough


def minimum_sources(
    lands: int, deck: int, draws: int, pips: int, needed: int, target: Fraction, edition: Edition
) -> int | None:
    """Smallest number of good lands that reaches `target`; None if all lands being good is not enough.

    >>> minimum_sources(25, 60, 1, 1, 2, Fraction(91, 100), KARSTEN_2022)
    13
    """
    for good in range(pips, lands + 1):
        if source_success(good, lands, deck, draws, pips, needed, edition) >= target:
            return good
    return None


def land_rate(lands: int, deck: int, draws: int, least: int, edition: Edition) -> Fraction:
    """Chance of at least `least` lands after `draws` draws.

    >>> round(100 * float(land_rate(24, 60, 3, 4, LONDON_LAND_COUNTS)), 2)
    71.99
    """
    return share(lands_had(lands, lands, deck, draws, edition), lambda cards: cards[0] >= least)


def mean_opening_hand(lands: int, deck: int, edition: Edition) -> Fraction:
    """Mean size of the kept hand.

    >>> round(float(mean_opening_hand(24, 60, KARSTEN_2017)), 4)
    6.8014
    """
    kept: dict[Kept, Fraction] = kept_hands((lands, 0, deck - lands), edition)
    return sum((hand.size * chance for hand, chance in kept.items()), Fraction(0))
