"""W2 written by hand for numba: what the count unit is measured against, with nothing general in it.

60 cards, two colours, 24 lands, 13 spells. Seven cards; hands of 2 to 5 lands are kept, and the third at any rate; after k
mulligans k cards go to the bottom, but never one of two last lands while there is a spell. On the play, eight draws. Of
every spell, on the turn that equals its mana value: are there lands enough, do they make its colours (Hall's condition),
and was it drawn? Games are drawn as exactly as the engine's: Fisher and Yates, a batch of indices a word, no bias.
"""

from __future__ import annotations

from collections.abc import Callable

import numba
import numpy as np
from numba import types

from analyzer.kernel.bits import below, mulhi
from analyzer.kernel.rng import G, mix
from analyzer.kernel.wrap import plus, times

# Copies, mana value, and how many pips only black, only green, and either can pay; in the order of plans.W2_SPELLS.
SPELLS = (
    (3, 2, 0, 1, 0), (3, 6, 0, 2, 0), (4, 2, 0, 1, 0), (3, 4, 2, 0, 0), (4, 3, 0, 2, 0), (2, 4, 2, 0, 0), (2, 4, 0, 0, 0),
    (4, 1, 0, 1, 0), (2, 2, 0, 1, 0), (3, 5, 0, 2, 0), (1, 2, 1, 1, 0), (3, 2, 0, 0, 2), (2, 3, 1, 0, 0),
)  # fmt: skip
LANDS = ((7, 1, 0), (8, 0, 1), (8, 1, 1), (1, 0, 0))  # copies; makes black, makes green
# A card is a word of counters that are added up: lands, black, green and coloured sources (four bits each: at most 15
# cards are seen), then three bits a spell.
SPELL_BITS, FIRST_SPELL = 3, 16
CARDS, HAND, DRAWS, MULLIGANS = 60, 7, 8, 2


def library() -> np.ndarray:
    """The words of all cards, lands first."""
    words = [1 | black << 4 | green << 8 | (black | green) << 12 for n, black, green in LANDS for _ in range(n)]
    words += [1 << FIRST_SPELL + SPELL_BITS * place for place, (n, *_) in enumerate(SPELLS) for _ in range(n)]
    return np.array(words, np.int64)


def costs() -> np.ndarray:
    """By spell: turn, black, green and coloured sources that it needs."""
    return np.array([(value, b, g, b + g + either) for _, value, b, g, either in SPELLS], np.int64)


def unbiased(first: int, count: int) -> tuple[int, int]:
    """Product of the batch first, first - 1 ... (`count` of them), and 2**64 modulo it: words below it are redrawn."""
    product = int(np.prod(np.arange(first - count + 1, first + 1, dtype=object)))
    return product, (1 << 64) % product


HAND_PRODUCT, HAND_LEAST = unbiased(CARDS, HAND)
DRAW_PRODUCT, DRAW_LEAST = unbiased(CARDS - HAND, DRAWS)


@numba.njit(nogil=True, error_model="numpy")
def deal(cards, first, count, product, least, state):
    """Bring `count` random cards of those from `first` on to there; returns the stream's new state."""
    while True:
        state = plus(state, G)
        word = mix(state)
        if not below(times(word, product), least):
            break
    for place in range(first, first + count):
        other = place + mulhi(word, CARDS - place)
        word = times(word, CARDS - place)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card
    return state


@numba.njit(nogil=True, error_model="numpy")
def kept_hand(cards, lands, bottomed):
    """Sum of the hand without `bottomed` cards, taken from its end, the last two lands only for want of a spell."""
    total = 0
    for place in range(HAND - 1, -1, -1):
        land = cards[place] & 1
        if bottomed and (land == 0 or lands > 2 or place < bottomed):
            bottomed -= 1
            lands -= land
        else:
            total += cards[place]
    return total


@numba.njit(types.void(types.int64, types.int64, types.int64[::1], types.int64[:, ::1], types.int64[:, ::1]),
            nogil=True, error_model="numpy")  # fmt: skip
def play_w2(seed, games, cards, costs, found):
    """Play W2; `found` counts by spell: lands enough; and payable; and drawn as well."""
    state = mix(seed)
    seen = np.zeros(DRAWS + 2, np.int64)  # by turn: sum of the cards seen
    for _ in range(games):
        mulligans = 0
        while True:
            state = deal(cards, 0, HAND, HAND_PRODUCT, HAND_LEAST, state)
            total = cards[0] + cards[1] + cards[2] + cards[3] + cards[4] + cards[5] + cards[6]
            if 2 <= total & 15 <= 5 or mulligans == MULLIGANS:
                break
            mulligans += 1
        if mulligans:
            total = kept_hand(cards, total & 15, mulligans)
        state = deal(cards, HAND, DRAWS, DRAW_PRODUCT, DRAW_LEAST, state)
        for turn in range(1, DRAWS + 2):
            seen[turn] = total
            total += cards[HAND + turn - 1]
        for spell in range(costs.shape[0]):
            now = seen[costs[spell, 0]]
            enough = (now & 15) >= costs[spell, 0]
            black, green, coloured = (now >> 4 & 15), (now >> 8 & 15), (now >> 12 & 15)
            payable = enough & (black >= costs[spell, 1]) & (green >= costs[spell, 2]) & (coloured >= costs[spell, 3])
            found[spell, 0] += enough
            found[spell, 1] += payable
            found[spell, 2] += payable & (now >> FIRST_SPELL + SPELL_BITS * spell & 7 != 0)


def hand_written() -> Callable[[int], np.ndarray]:
    """Plays so many games of W2 on this thread; the counts of these games."""
    cards, needs = library(), costs()

    def play(games: int) -> np.ndarray:
        found = np.zeros((len(SPELLS), 3), np.int64)
        play_w2(games, games, cards, needs, found)
        return found

    return play
