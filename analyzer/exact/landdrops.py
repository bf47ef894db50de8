"""Land drops, screw and flood of a deck that draws one card a turn: closed forms.

With one draw and one land drop a turn the lands in play after turn t are min(t, lands had by draw t): a land that
comes after a missed drop is played at once, and each later turn adds at most one. Extra draws break this.
"""

from __future__ import annotations

from fractions import Fraction

from analyzer.exact.hypergeometric import at_least, between, cards_seen, exactly


def made_every_drop(lands: int, deck: int, turn: int, seat: str, *, players: int = 2, hand: int = 7) -> Fraction:
    """Chance of a land drop on each of turns 1 to `turn`, without mulligans.

    >>> made_every_drop(24, 60, 4, "play")
    Fraction(3265655, 5168931)
    """
    return at_least(lands, deck, cards_seen(turn, seat, players=players, hand=hand), turn)


def lands_in_play(lands: int, deck: int, turn: int, seat: str, *, players: int = 2, hand: int = 7) -> list[Fraction]:
    """Distribution of lands in play after `turn`: entry k is the chance of k lands, without mulligans.

    >>> sum(lands_in_play(24, 60, 4, "play"))
    Fraction(1, 1)
    """
    seen = cards_seen(turn, seat, players=players, hand=hand)
    return [exactly(lands, deck, seen, k) for k in range(turn)] + [at_least(lands, deck, seen, turn)]


def screw(
    lands: int, deck: int, seat: str, *, most: int = 2, turn: int = 4, players: int = 2, hand: int = 7
) -> Fraction:
    """Chance of at most `most` lands in play on `turn`, without mulligans.

    >>> round(100 * float(screw(24, 60, "play")), 2)
    14.41
    """
    return sum(lands_in_play(lands, deck, turn, seat, players=players, hand=hand)[: most + 1], Fraction(0))


def flood(
    lands: int, deck: int, seat: str, *, least: int = 8, turn: int = 7, players: int = 2, hand: int = 7
) -> Fraction:
    """Chance of at least `least` lands among the cards seen by the draw of `turn`, without mulligans.

    >>> round(100 * float(flood(24, 60, "play")), 2)
    7.16
    """
    return at_least(lands, deck, cards_seen(turn, seat, players=players, hand=hand), least)


def missed_drops_given_hand(
    lands: int, deck: int, turn: int, seat: str, *, more_than: int, low: int, high: int, hand: int = 7
) -> Fraction:
    """Chance of missing more than `more_than` of the first `turn` drops, given `low` to `high` lands in the hand.

    >>> round(100 * float(missed_drops_given_hand(17, 40, 5, "play", more_than=1, low=2, high=5)), 2)
    13.93
    """
    draws = cards_seen(turn, seat, hand=hand) - hand
    wanted = turn - more_than - 1
    both = sum(
        exactly(lands, deck, hand, held) * between(lands - held, deck - hand, draws, 0, wanted - held)
        for held in range(low, high + 1)
        if held <= wanted
    )
    return Fraction(both) / between(lands, deck, hand, low, high)
