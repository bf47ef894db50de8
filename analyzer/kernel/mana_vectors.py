"""Packed vectors of mana: a byte for each set of types, eight a word (SWAR); all bytes stay within 0..127.

Most decks need one word (up to three colours asked for), so the first is done outside the loops, which are put out of
the way: of a loop that clears or copies one word the compiler makes a call.
"""

# isort: off
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import COLOURS_N, PLAN_WORDS_N
from analyzer.kernel.wrap import minus
# isort: on

HIGH = -0x7F7F7F7F7F7F7F80  # the top bit of every byte
ONES = 0x0101010101010101
LOW = 0x7F7F7F7F7F7F7F7F  # all other bits


@helper
def add_words(s, to, vector, times):
    """As `add_vector`, for the words after the first."""
    for w in range(1, s[PLAN_WORDS_N]):
        s[to + w] += times * s[vector + w]


@helper
def add_vector(s, to, vector, times):
    """Add a packed vector `times` times (-1 takes it away)."""
    s[to] += times * s[vector]
    if unlikely(s[PLAN_WORDS_N] > 1):
        add_words(s, to, vector, times)


@helper
def copy_words(s, to, vector):
    """As `copy_vector`, for the words after the first."""
    for w in range(1, s[PLAN_WORDS_N]):
        s[to + w] = s[vector + w]


@helper
def copy_vector(s, to, vector):
    """Copy a packed vector."""
    s[to] = s[vector]
    if unlikely(s[PLAN_WORDS_N] > 1):
        copy_words(s, to, vector)


@helper
def clear_vector(s, vector):
    """Set a packed vector to zero."""
    s[vector] = 0
    if unlikely(s[PLAN_WORDS_N] > 1):
        for w in range(1, s[PLAN_WORDS_N]):
            s[vector + w] = 0


@helper
def covers_words(s, slack, need):
    """As `covers`, for the words after the first: the top bits of bytes that are large enough."""
    fits = HIGH
    for w in range(1, s[PLAN_WORDS_N]):
        fits &= minus(s[slack + w] | HIGH, s[need + w])
    return fits


@helper
def covers(s, slack, need):
    """Is every byte of `slack` at least that of `need`? (Both 0..127, so no byte borrows from the next.)"""
    fits = minus(s[slack] | HIGH, s[need])
    if unlikely(s[PLAN_WORDS_N] > 1):
        fits &= covers_words(s, slack, need)
    return fits & HIGH == HIGH


@helper
def least_bytes(x, y):
    """The lesser of each pair of bytes (0..127)."""
    larger = minus(x | HIGH, y) & HIGH
    mask = minus(larger, (larger >> 7) & ONES)
    return (y & mask) | (x & ~mask)


@helper
def least_above(s, vector, to):
    """For every set the least entry among its supersets and "everything": one pass a type instead of 3**c pairs."""
    words = s[PLAN_WORDS_N]
    everything = s[vector] & 127
    copy_vector(s, to, vector)
    for bit in range(s[COLOURS_N]):
        without = 0x00FF00FF00FF00FF if bit == 0 else (0x0000FFFF0000FFFF if bit == 1 else 0x00000000FFFFFFFF)
        for w in range(words):
            x = s[to + w]
            if bit < 3:
                s[to + w] = least_bytes(x, ((x >> (8 << bit)) & without) | (x & ~without))
            elif w & (1 << (bit - 3)) == 0:
                s[to + w] = least_bytes(x, s[to + w + (1 << (bit - 3))])
    for w in range(words):
        s[to + w] = least_bytes(s[to + w], everything * ONES)
    s[to] = (s[to] & ~127) | everything
