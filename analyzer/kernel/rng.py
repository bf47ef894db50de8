"""Streams of random words without state, and bounded indices taken from them (formats F8)."""

from __future__ import annotations

from analyzer.contract.streams import CLASS, DECISION
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import below, lshr, mulhi, remainder, unlikely
from analyzer.kernel.layout import DECISIONS, FORKED, GAME, GAME_KEY, MAX_SLOTS, SALT, SEED, STREAM_KEY, STREAM_WORD
from analyzer.kernel.wrap import plus, times


def signed(word: int) -> int:
    """The int64 with the bits of this unsigned word.

    >>> signed(2**64 - 1), signed(5)
    (-1, 5)
    """
    return word - (1 << 64) if word >> 63 else word


G = signed(0x9E3779B97F4A7C15)
M1 = signed(0xBF58476D1CE4E5B9)
M2 = signed(0x94D049BB133111EB)
DECISION_CLASS = DECISION * CLASS


@helper
def mix(z):
    """The splitmix64 finaliser."""
    z = times(z ^ lshr(z, 30), M1)
    z = times(z ^ lshr(z, 27), M2)
    return z ^ lshr(z, 31)


@helper
def word_at(key, number):
    """Word `number` of the stream with this key; also how keys are chained."""
    return mix(plus(key, times(G, number)))


@helper
def begin_game(s, game):
    """Key the streams of this game."""
    s[GAME] = game
    s[GAME_KEY] = word_at(word_at(s[SEED], 1), game + 1)


@helper
def stream_key(s, purpose):
    """Key of a stream of this game; after a fork a salted one, except for decisions, which must not notice."""
    key = word_at(s[GAME_KEY], purpose + 1)
    if unlikely(s[FORKED] != 0):
        key = mix(key ^ s[SALT])
    return key


@helper
def coin(s):
    """0 or 1: the top bit of word 1 of the present decision's stream."""
    return lshr(word_at(word_at(s[GAME_KEY], DECISION_CLASS + s[DECISIONS] + 1), 1), 63)


@helper
def open_stream(s, purpose):
    """Make this the stream that `next_word`, `index_below` and orders read from."""
    s[STREAM_KEY] = stream_key(s, purpose)
    s[STREAM_WORD] = 0


@helper
def next_word(s):
    """The next word of the open stream."""
    s[STREAM_WORD] += 1
    return word_at(s[STREAM_KEY], s[STREAM_WORD])


@helper
def batch_word(s, product):
    """The next word that a batch of counts with this product may use without bias."""
    word = next_word(s)
    # word times product is what is left of the word after all its indices: too low is drawn again
    while below(times(word, product), product) and below(times(word, product), remainder(-product, product)):
        word = next_word(s)
    return word


@helper
def index_below(s, count):
    """An exact index 0..count-1: a batch of one."""
    return mulhi(batch_word(s, count), count)


def batch_table() -> list[int]:
    """By cards left to order m, 0..MAX_SLOTS: size k of the next batch + 16 * product of its counts m, m-1, ...

    >>> table = batch_table()
    >>> table[60] % 16, table[60] // 16 == 60 * 59 * 58 * 57 * 56 * 55 * 54 * 53, table[3] % 16
    (8, True, 3)
    """
    table = [0]
    for left in range(1, MAX_SLOTS + 1):
        size, product = 0, 1
        while size < min(8, left) and product * (left - size) <= 1 << 48:
            product *= left - size
            size += 1
        table.append(size + 16 * product)
    return table
