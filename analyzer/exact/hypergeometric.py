"""Draws without replacement from classes of cards: exact chances as fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Have:
    """How many cards of one class are wanted: `copies` in the deck, between `low` and `high` of them drawn.

    >>> Have(24, 3).high
    24
    """

    copies: int
    low: int = 1
    high: int = -1

    def __post_init__(self) -> None:
        if self.copies < 0:
            raise ValueError(f"{self.copies} copies")
        if self.high == -1:
            object.__setattr__(self, "high", self.copies)


def check_draw(deck: int, cards: int) -> None:
    """Raise ValueError unless `cards` can be drawn from a deck of that size."""
    if not 0 <= cards <= deck:
        raise ValueError(f"{cards} cards cannot be drawn from {deck}")


def joint(deck: int, cards: int, wanted: Sequence[Have]) -> Fraction:
    """Chance that all wanted numbers hold together among `cards` drawn from `deck` (classes do not overlap).

    >>> joint(60, 10, [Have(24, 4)])            # at least four lands in ten cards
    Fraction(3265655, 5168931)
    >>> joint(60, 9, [Have(24, 3), Have(4)]) < joint(60, 9, [Have(24, 3)]) * joint(60, 9, [Have(4)])
    True
    """
    check_draw(deck, cards)
    rest = deck - sum(have.copies for have in wanted)
    if rest < 0:
        raise ValueError(f"the classes hold {deck - rest} cards, the deck only {deck}")
    # ways[k]: ways to take k cards from the classes seen so far, all within their bounds
    ways = [1] + [0] * cards
    for have in wanted:
        new = [0] * (cards + 1)
        for drawn in range(max(0, have.low), min(have.high, have.copies, cards) + 1):
            choices = comb(have.copies, drawn)
            for before in range(cards - drawn + 1):
                new[before + drawn] += ways[before] * choices
        ways = new
    return Fraction(sum(count * comb(rest, cards - taken) for taken, count in enumerate(ways)), comb(deck, cards))


def at_least(copies: int, deck: int, cards: int, number: int = 1) -> Fraction:
    """Chance of at least `number` of `copies` among `cards` drawn from `deck`.

    >>> round(float(at_least(4, 60, 7)), 4)
    0.3995
    """
    return joint(deck, cards, [Have(copies, number)])


def exactly(copies: int, deck: int, cards: int, number: int) -> Fraction:
    """Chance of exactly `number` of `copies` among `cards` drawn from `deck`.

    >>> exactly(1, 60, 6, 1)
    Fraction(1, 10)
    """
    return joint(deck, cards, [Have(copies, number, number)])


def between(copies: int, deck: int, cards: int, low: int, high: int) -> Fraction:
    """Chance of `low` to `high` of `copies` among `cards` drawn from `deck`, both ends included.

    >>> between(24, 60, 7, 2, 5)                # sevens that the usual keep rule keeps
    Fraction(137172, 162545)
    """
    if high < low:
        raise ValueError(f"{low} to {high} is an empty range")
    return joint(deck, cards, [Have(copies, low, high)])


def hands(deck: Sequence[int], cards: int) -> Iterator[tuple[Counts, int]]:
    """All draws of `cards` from classes with the given counts, each with the number of ways it happens.

    >>> list(hands([1, 2], 2))
    [((0, 2), 1), ((1, 1), 2)]
    """
    check_draw(sum(deck), cards)
    yield from _hands(tuple(deck), cards)


@lru_cache(maxsize=20_000)
def _hands(deck: Counts, cards: int) -> tuple[tuple[Counts, int], ...]:
    if not deck:
        return (((), 1),) if cards == 0 else ()
    rest = sum(deck[1:])
    return tuple(
        ((drawn, *others), comb(deck[0], drawn) * ways)
        for drawn in range(max(0, cards - rest), min(deck[0], cards) + 1)
        for others, ways in _hands(deck[1:], cards - drawn)
    )


def ways(deck: Sequence[int], hand: Sequence[int]) -> int:
    """Number of ways to draw exactly this hand.

    >>> ways([4, 3], [2, 1])
    18
    """
    return prod(comb(copies, drawn) for copies, drawn in zip(deck, hand, strict=True))


def chance(deck: Sequence[int], cards: int, event: Callable[[Counts], bool]) -> Fraction:
    """Chance of any event that depends on how many cards of each class are drawn.

    >>> chance([2, 2], 2, lambda hand: hand[0] == 1)
    Fraction(2, 3)
    """
    hits = sum(count for hand, count in hands(deck, cards) if event(hand))
    return Fraction(hits, comb(sum(deck), cards))


def cards_seen(turn: int, seat: str, *, players: int = 2, hand: int = 7, extra: int = 0) -> int:
    """Cards seen by the draw of a turn: the hand, a draw each turn, none on turn 1 on the play with two players.

    >>> cards_seen(4, "play"), cards_seen(4, "draw"), cards_seen(4, "play", players=4)
    (10, 11, 11)
    """
    if seat not in ("play", "draw"):
        raise ValueError(f"seat {seat!r} is not play or draw")
    draws = turn - (seat == "play" and players == 2 and turn > 0)
    return hand + draws + extra
