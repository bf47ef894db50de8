"""Fetch lands as mana: each stands for a land that it may find, no two for the same copy.

How many of some fetch lands find a land that meets a set of types is a matching of fetch lands to copies. By König's
theorem that is the least, over all choices of fetch kinds, of the fetch lands not chosen plus the copies that a chosen
kind finds; done for all sets of types at once on packed vectors.
"""

# isort: off
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import ctz, drop_lowest
from analyzer.kernel.layout import (
    HAD, K_SLOT_COUNT, K_SLOT_FIRST, LIFE, LIVE, LIVE_LIST, MANA_WORDS, OBJECT, OBJECT_STRIDE, OUT, O_KIND, O_TAPPED,
    PLACE_BITS, PLAN_WORDS_N, SLOTS_BY_KIND, WHERE,
)  # fmt: skip
from analyzer.kernel.mana_layout import (
    FETCH, FETCHES_N, FETCH_COUNT, FETCH_HERE, FETCH_STRIDE, FOUND, FT_KIND, FT_LIFE, FT_STARTED, FT_TARGETS,
    FT_UNTAPPED, MAX_FETCHED, MAX_TOGETHER, TARGET, TARGETS_N, TARGET_COUNT, TARGET_STRIDE, TG_COPIES, TG_KIND, TG_SET,
    UNIT_VECTOR,
)  # fmt: skip
from analyzer.kernel.mana_vectors import ONES, add_vector, clear_vector, least_bytes
# isort: on


@helper
def count_drops(s, started):
    """Count the fetch lands had (or those the game began with), and for each land the copies that never were in hand.

    A fetch land that makes mana itself (TG_COPIES below 0) may stand for itself. Returns the number of fetch lands.
    """
    found = 0
    for i in range(s[FETCHES_N]):
        fetch = FETCH + i * FETCH_STRIDE
        s[FETCH_COUNT + i] = s[fetch + FT_STARTED] if started else s[HAD + s[fetch + FT_KIND]]
        found += s[FETCH_COUNT + i]
    if found:
        for i in range(s[TARGETS_N]):
            copies = s[TARGET + i * TARGET_STRIDE + TG_COPIES]
            if copies < 0:
                s[TARGET_COUNT + i] = s[FETCH_COUNT - copies - 1]
            else:
                s[TARGET_COUNT + i] = max(copies - s[HAD + s[TARGET + i * TARGET_STRIDE + TG_KIND]], 0)
    return found


@helper
def in_library(s, kind):
    """Copies of this kind in the library, known or not."""
    first, found = SLOTS_BY_KIND + s[K_SLOT_FIRST + kind], 0
    for i in range(first, first + s[K_SLOT_COUNT + kind]):
        found += s[WHERE + s[i]] & PLACE_BITS < OUT
    return found


@helper
def may_find(s, kind):
    """Is a land that this fetch land may find left in the library?"""
    for i in range(s[FETCHES_N]):
        if s[FETCH + i * FETCH_STRIDE + FT_KIND] == kind:
            targets = s[FETCH + i * FETCH_STRIDE + FT_TARGETS]
            while targets:
                target = TARGET + ctz(targets) * TARGET_STRIDE
                targets = drop_lowest(targets)
                if s[target + TG_COPIES] >= 0 and in_library(s, s[target + TG_KIND]):
                    return True
    return False


@helper
def count_ready(s):
    """Count the fetch lands in play that can find an untapped land now, and the lands left in the library.

    Whether a land would enter untapped is left to the caller, who clears those that would not (`TARGET_COUNT`).
    """
    found = 0
    for i in range(s[FETCHES_N]):
        s[FETCH_COUNT + i] = 0
    for i in range(s[LIVE]):
        at = OBJECT + s[LIVE_LIST + i] * OBJECT_STRIDE
        for j in range(s[FETCHES_N]):
            fetch = FETCH + j * FETCH_STRIDE
            ready = s[at + O_TAPPED] == 0 and s[fetch + FT_UNTAPPED] and s[fetch + FT_LIFE] <= s[LIFE]
            if ready and s[fetch + FT_KIND] == s[at + O_KIND]:
                s[FETCH_COUNT + j] += 1
                found += 1
    if found:
        for i in range(s[TARGETS_N]):
            target = TARGET + i * TARGET_STRIDE
            s[TARGET_COUNT + i] = 0 if s[target + TG_COPIES] < 0 else in_library(s, s[target + TG_KIND])
    return found


@helper
def linked(s, to):
    """In `to`: by set of types, how many of the counted fetch lands find a copy of their own that meets it."""
    here, total = 0, 0
    for i in range(s[FETCHES_N]):
        if s[FETCH_COUNT + i] and here < MAX_TOGETHER:
            s[FETCH_HERE + here] = i
            here += 1
            s[FETCH_COUNT + i] = min(s[FETCH_COUNT + i], MAX_FETCHED - total)
            total += s[FETCH_COUNT + i]
    for w in range(s[PLAN_WORDS_N]):
        s[to + w] = total * ONES
    for some in range(1, 1 << here):
        targets, outside = 0, total
        for j in range(here):
            if some >> j & 1:
                targets |= s[FETCH + s[FETCH_HERE + j] * FETCH_STRIDE + FT_TARGETS]
                outside -= s[FETCH_COUNT + s[FETCH_HERE + j]]
        clear_vector(s, FOUND)
        while targets:
            i = ctz(targets)
            targets = drop_lowest(targets)
            vector = UNIT_VECTOR + s[TARGET + i * TARGET_STRIDE + TG_SET] * MANA_WORDS
            add_vector(s, FOUND, vector, min(s[TARGET_COUNT + i], total))
            for w in range(s[PLAN_WORDS_N]):
                s[FOUND + w] = least_bytes(s[FOUND + w], total * ONES)  # no byte passes 127
        for w in range(s[PLAN_WORDS_N]):
            s[to + w] = least_bytes(s[to + w], s[FOUND + w] + outside * ONES)
