"""What a number of lands means: land drops, screw, flood with and without mulligans, and Karsten's regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.errors import InputError
from analyzer.exact.hypergeometric import between, cards_seen, exactly
from analyzer.exact.sources import LONDON_LAND_COUNTS, lands_had

TURNS = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class LandRow:
    """A goal about lands in one seat: chance from draws alone and with London mulligans (Karsten's rules)."""

    goal: str
    turn: int
    seat: str
    alone: Fraction
    london: Fraction


def land_rows(lands: int, deck: int, players: int = 2) -> list[LandRow]:
    """Land drops through turns 2 to 5, screw and flood as the default goals define them, in every seat.

    Screw is at most 2 lands on turn 4 and flood at least 8 by the draw of turn 7; with three or more players at most
    3 on turn 5 and at least 9 by turn 8, and the first mulligan is free.

    >>> [round(100 * float(row.alone), 2) for row in land_rows(24, 60) if row.seat == "play"][2:]
    [63.18, 46.71, 14.41, 7.16]
    """
    if not 0 <= lands <= deck:
        raise InputError(f"{lands} lands do not fit into {deck} cards")
    goals = _goals(players)
    if cards_seen(goals[-1][1], "draw") > deck:
        raise InputError(f"a deck of {deck} cards is too small for these goals; ask for single numbers instead")
    edition = replace(LONDON_LAND_COUNTS, free=int(players > 2))
    rows = []
    for goal, turn, low, high in goals:
        for seat in ("",) if players > 2 else ("play", "draw"):
            seen = cards_seen(turn, seat or "draw", players=players)
            alone = between(lands, deck, seen, low, min(high, seen))
            had = lands_had(lands, lands, deck, seen - 7, edition)
            london = sum((weight for cards, weight in had.items() if low <= cards[0] <= high), Fraction(0))
            rows.append(LandRow(goal, turn, seat, alone, london))
    return rows


def _goals(players: int) -> list[tuple[str, int, int, int]]:
    """Goal, turn, fewest and most lands had by its draw; lands in play are min(turn, lands had) in plain play."""
    many = players > 2
    screw, screw_turn, flood, flood_turn = (3, 5, 9, 8) if many else (2, 4, 8, 7)
    return [
        *((f"a land drop on each of turns 1 to {turn}", turn, turn, 99) for turn in TURNS),
        (f"screw: at most {screw} lands on turn {screw_turn}", screw_turn, 0, screw),
        (f"flood: at least {flood} lands by turn {flood_turn}", flood_turn, flood, 99),
    ]


def hand_distribution(lands: int, deck: int, hand: int = 7) -> list[Fraction]:
    """Chance of 0, 1, 2, ... lands in the first hand.

    >>> round(100 * float(sum(hand_distribution(24, 60)[2:6])), 2)
    84.39
    """
    return [exactly(lands, deck, hand, k) for k in range(hand + 1)]


def read_curve(text: str) -> list[int]:
    """Numbers of cards of mana value 1, 2, 3, ... from "8,10,8,6,4".

    >>> read_curve("8, 10,8,6,4")
    [8, 10, 8, 6, 4]
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() for part in parts) or not sum(map(int, parts)):
        raise InputError(f"--curve {text!r}: write the numbers of cards of mana value 1, 2, 3, ... like 8,10,8,6,4")
    return [int(part) for part in parts]


def mean_value(curve: Sequence[int]) -> float:
    """Mean mana value of the nonland cards of a curve.

    >>> mean_value([8, 10, 8, 6, 4])
    2.6666666666666665
    """
    return sum(value * copies for value, copies in enumerate(curve, start=1)) / sum(curve)


def recommended_lands(mean: float, deck: int, cheap: int = 0, companion: bool = False) -> float:
    """Karsten's regression over tournament lists: 60 cards, 80 with a companion, 99; other sizes scale from 60.

    `cheap` counts cards of mana value 2 or less that draw or make mana.

    >>> round(recommended_lands(2.2, 60), 2), round(recommended_lands(2.9, 60), 2)
    (23.77, 25.1)
    """
    if deck in (99, 100):
        return 31.42 + 3.13 * mean - 0.28 * cheap
    return deck / 60 * (19.59 + 1.90 * mean + 0.27 * (companion or deck == 80)) - 0.28 * cheap
