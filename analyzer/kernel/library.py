"""The library: known top, unseen middle in a hidden order, known bottom; draws, looks, shuffles, searches."""

from __future__ import annotations

from analyzer.contract import events
from analyzer.contract import status as codes
from analyzer.contract.streams import BOTTOM, CLASS, SHUFFLE
from analyzer.contract.streams import DEAL as DEAL_STREAM
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import mulhi, unlikely
from analyzer.kernel.layout import (
    BATCH,
    BOTTOM_FIRST,
    BOTTOM_GROUP,
    BOTTOM_GROUPS,
    BOTTOM_QUEUE,
    BOTTOMED_DRAWN,
    CARDS_DRAWN,
    CHANGED,
    DEAL,
    F_LAND,
    FAILED_DRAW,
    FIRST_GAME,
    FORKED,
    GAME,
    HAD,
    HAND,
    HAND_LOAD,
    HAND_SIZE,
    K_FLAGS,
    K_MANA_VALUE,
    K_SLOT_COUNT,
    K_SLOT_FIRST,
    KNOWN_BOTTOM,
    KNOWN_TOP,
    LANDS_HAD,
    LANDS_IN_HAND,
    LANDS_ON_TOP,
    LAST_FROM,
    LIBRARY_SIZE,
    LOOK_CARD,
    LOOK_SLOT,
    LOOKED,
    MASK_HAND0,
    MAX_LOOK,
    MAX_SHUFFLES,
    MAX_SLOTS,
    ORDER,
    ORDER_MADE,
    ORDER_NEXT,
    ORDER_SIZE,
    ORDERS_AT,
    ORDERS_NEXT,
    ORDERS_ROWS,
    OUT,
    PLACE_BITS,
    SALT_FROM,
    SEEN_ENTRIES,
    SHUFFLES,
    SLOT_KIND,
    SLOTS_BY_KIND,
    SLOTS_N,
    STATUS,
    STREAM_KEY,
    STREAM_WORD,
    TOP_OF,
    TOP_STACK,
    UNSEEN,
    UNSEEN_LANDS,
    UNSEEN_OF,
    WHERE,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.pointer import state_at
from analyzer.kernel.rng import batch_word, index_below, open_stream, stream_key
from analyzer.kernel.wrap import times

WRAP = 2 * MAX_SLOTS - 1  # the bottom queue is a ring
DEAL_CLASS, SHUFFLE_CLASS, BOTTOM_CLASS = DEAL_STREAM * CLASS, SHUFFLE * CLASS, BOTTOM * CLASS


# ---- the hidden order ------------------------------------------------------------------------------------------------
@helper
def mix_batch(s, first, made, size):
    """Fix the next entries of the `size` words at `first`, of which `made` are fixed; returns how many are now."""
    packed = s[BATCH + size - made]
    word = batch_word(s, packed >> 4)
    for place in range(made, made + (packed & 15)):
        there = first + place + mulhi(word, size - place)
        word = times(word, size - place)
        entry = s[first + place]
        s[first + place] = s[there]
        s[there] = entry
    return made + (packed & 15)


@helper
def forced_row(s):
    """Take the next forced order of this game as the hidden order, if the caller gave one; returns whether he did."""
    if s[ORDERS_NEXT] == s[ORDERS_ROWS]:
        return False
    row = state_at(s[ORDERS_AT] + 8 * s[SLOTS_N] * (s[ORDERS_ROWS] * (s[GAME] - s[FIRST_GAME]) + s[ORDERS_NEXT]))
    s[ORDERS_NEXT] += 1
    if row[0] < 0:  # this order is left to the streams
        return False
    for place in range(s[SLOTS_N]):
        s[ORDER + place] = row[place]
    s[ORDER_SIZE] = s[ORDER_MADE] = s[SLOTS_N]
    s[ORDER_NEXT] = 0
    return True


@helper
def fork(s):
    """From here on all words but those of decisions are salted: what is unseen is ordered anew (DESIGN I1)."""
    s[FORKED] = 1
    s[ORDER_MADE] = s[ORDER_NEXT]
    s[STREAM_KEY] = stream_key(s, DEAL_CLASS + s[DEAL])


@helper
def next_hidden(s):
    """Take the next card of the unseen middle, which must not be empty; returns its slot."""
    if unlikely(s[SALT_FROM] >= 0):
        if s[SEEN_ENTRIES] == s[SALT_FROM]:
            fork(s)
        s[SEEN_ENTRIES] += 1
    while True:
        place = s[ORDER_NEXT]
        if place == s[ORDER_MADE]:
            s[ORDER_MADE] = mix_batch(s, ORDER, place, s[ORDER_SIZE])
        s[ORDER_NEXT] = place + 1
        slot = s[ORDER + place]
        if s[WHERE + slot] & PLACE_BITS == 0:
            count_unseen(s, slot, -1)
            return slot


@helper
def count_unseen(s, slot, change):
    """One card more or fewer in the unseen middle."""
    kind = s[SLOT_KIND + slot]
    s[UNSEEN] += change
    s[UNSEEN_OF + kind] += change
    s[UNSEEN_LANDS] += change * (s[K_FLAGS + kind] & F_LAND)


# ---- taking and putting ----------------------------------------------------------------------------------------------
@helper
def count_top(s, slot, change):
    """One card more or fewer on the known top."""
    kind = s[SLOT_KIND + slot]
    s[KNOWN_TOP] += change
    s[TOP_OF + kind] += change
    s[LANDS_ON_TOP] += change * (s[K_FLAGS + kind] & F_LAND)


@within
def pop(s):
    """Take the top card; returns its slot, -1 from an empty library. The caller writes its new place."""
    if s[KNOWN_TOP]:
        slot = s[TOP_STACK + s[KNOWN_TOP] - 1]
        count_top(s, slot, -1)
        s[LAST_FROM] = events.TOP
    elif s[UNSEEN]:
        slot = next_hidden(s)
        s[LAST_FROM] = events.MIDDLE
    elif s[KNOWN_BOTTOM]:
        slot = s[BOTTOM_QUEUE + (s[BOTTOM_FIRST] & WRAP)]
        s[BOTTOM_FIRST] += 1
        s[KNOWN_BOTTOM] -= 1
        s[LAST_FROM] = events.BOTTOM_OF_LIBRARY
    else:
        return -1
    return slot


@helper
def push_top(s, slot):
    """Put a card on the known top."""
    s[TOP_STACK + s[KNOWN_TOP]] = slot
    count_top(s, slot, 1)
    s[WHERE + slot] = s[WHERE + slot] & ~PLACE_BITS | 1


@helper
def push_bottom(s, slot):
    """Put a card below everything, as a group of its own."""
    end = (s[BOTTOM_FIRST] + s[KNOWN_BOTTOM]) & WRAP
    s[BOTTOM_QUEUE + end] = slot
    s[BOTTOM_GROUP + end] = s[BOTTOM_GROUPS]
    s[BOTTOM_GROUPS] += 1
    s[KNOWN_BOTTOM] += 1
    s[WHERE + slot] = s[WHERE + slot] & ~PLACE_BITS | 2


@helper
def leave(s, slot):
    """The card has left the library for good."""
    s[WHERE + slot] = OUT
    s[LIBRARY_SIZE] -= 1


@helper
def hand_add(s, kind, new):
    """A card comes to hand; `new` is 0 when it had been there before (since the keep)."""
    s[HAND + kind] += 1
    s[HAND_SIZE] += 1
    s[MASK_HAND0 + (kind >> 6)] |= 1 << (kind & 63)
    s[HAD + kind] += new
    if s[K_FLAGS + kind] & F_LAND:
        s[LANDS_IN_HAND] += 1
        s[LANDS_HAD] += new
    else:
        s[HAND_LOAD] += s[K_MANA_VALUE + kind]
    s[CHANGED] = 1


@helper
def hand_remove(s, kind):
    """A card leaves the hand."""
    s[HAND + kind] -= 1
    s[HAND_SIZE] -= 1
    if s[HAND + kind] == 0:
        s[MASK_HAND0 + (kind >> 6)] ^= 1 << (kind & 63)
    if s[K_FLAGS + kind] & F_LAND:
        s[LANDS_IN_HAND] -= 1
    else:
        s[HAND_LOAD] -= s[K_MANA_VALUE + kind]
    s[CHANGED] = 1


@helper
def to_hand(s, slot):
    """A card of the library, already taken out, comes to hand; returns its kind."""
    kind = s[SLOT_KIND + slot]
    hand_add(s, kind, 1 - (s[WHERE + slot] >> 3 & 1))
    leave(s, slot)
    return kind


@within
def draw_card(s, why):
    """Draw a card (why: events.HAND for an opening hand, events.DRAW); returns its kind, -1 from an empty library."""
    slot = pop(s)
    if unlikely(slot < 0):
        s[FAILED_DRAW] = 1
        event(s, events.FAILDRAW, 0, 0, 0)
        return -1
    s[CARDS_DRAWN] += why
    event(s, events.TAKE, slot, s[LAST_FROM], why)
    s[BOTTOMED_DRAWN] += s[WHERE + slot] >> 4 & 1
    return to_hand(s, slot)


@helper
def look(s, count):
    """Take up to `count` top cards into the present look; returns how many. They still count as in the library."""
    looked = min(count, s[LIBRARY_SIZE])
    if unlikely(looked > MAX_LOOK):
        s[STATUS] = codes.TOO_MANY_LOOKED
        looked = MAX_LOOK
    for place in range(looked):
        slot = pop(s)
        s[LOOK_SLOT + place] = slot
        s[LOOK_CARD + place] = s[SLOT_KIND + slot]
        event(s, events.LOOK, slot, place, 0)
    s[LOOKED] = looked
    return looked


# ---- returning, shuffling, searching ---------------------------------------------------------------------------------
@helper
def slot_of(s, kind, inside):
    """The lowest slot of this kind that is in the library (inside) or out of it; -1 if there is none."""
    first = SLOTS_BY_KIND + s[K_SLOT_FIRST + kind]
    for i in range(first, first + s[K_SLOT_COUNT + kind]):
        if (s[WHERE + s[i]] & PLACE_BITS < OUT) == inside:
            return s[i]
    return -1


@helper
def insert(s, slot, place):
    """Put a card at this place of the hidden order."""
    i = s[ORDER_SIZE]
    while i > place:
        s[ORDER + i] = s[ORDER + i - 1]
        i -= 1
    s[ORDER + place] = slot
    s[ORDER_SIZE] += 1


@helper
def compact(s):
    """Make the rest of the hidden order and keep only what is unseen of it."""
    while s[ORDER_MADE] < s[ORDER_SIZE]:
        s[ORDER_MADE] = mix_batch(s, ORDER, s[ORDER_MADE], s[ORDER_SIZE])
    kept = 0
    for place in range(s[ORDER_NEXT], s[ORDER_SIZE]):
        if s[WHERE + s[ORDER + place]] & PLACE_BITS == 0:
            s[ORDER + kept] = s[ORDER + place]
            kept += 1
    s[ORDER_NEXT] = 0
    s[ORDER_MADE] = s[ORDER_SIZE] = kept


@helper
def shuffle(s):
    """Shuffle: unseen cards keep their order, the others are put back at random places in slot order (formats F8)."""
    if s[SHUFFLES] == MAX_SHUFFLES:
        s[STATUS] = codes.TOO_MANY_SHUFFLES
        return
    event(s, events.SHUFFLE, s[SHUFFLES], s[LIBRARY_SIZE], 0)
    compact(s)
    open_stream(s, SHUFFLE_CLASS + s[SHUFFLES])
    s[SHUFFLES] += 1
    while s[KNOWN_TOP]:
        count_top(s, s[TOP_STACK + s[KNOWN_TOP] - 1], -1)
    s[BOTTOM_FIRST] = s[KNOWN_BOTTOM] = 0
    for slot in range(s[SLOTS_N]):
        place = s[WHERE + slot] & PLACE_BITS
        if place == 1 or place == 2:
            s[WHERE + slot] ^= place
            count_unseen(s, slot, 1)
            insert(s, slot, index_below(s, s[ORDER_SIZE] + 1))
    s[ORDER_MADE] = s[ORDER_SIZE]
    forced_row(s)


@helper
def fetch(s, kind):
    """Take the lowest slot of this kind out; returns it, -1 if there is none. The caller writes its place."""
    slot = slot_of(s, kind, True)
    if slot < 0:
        return -1
    place = s[WHERE + slot] & PLACE_BITS
    if place == 0:
        count_unseen(s, slot, -1)
    elif place == 1:
        i = TOP_STACK
        while s[i] != slot:
            i += 1
        count_top(s, slot, -1)
        while i < TOP_STACK + s[KNOWN_TOP]:
            s[i] = s[i + 1]
            i += 1
    else:
        end = s[BOTTOM_FIRST] + s[KNOWN_BOTTOM] - 1
        i = s[BOTTOM_FIRST]
        while s[BOTTOM_QUEUE + (i & WRAP)] != slot:
            i += 1
        while i < end:
            s[BOTTOM_QUEUE + (i & WRAP)] = s[BOTTOM_QUEUE + (i + 1 & WRAP)]
            i += 1
        s[KNOWN_BOTTOM] -= 1
    return slot


@helper
def bring_back(s, kind, had):
    """A card goes into the library: the lowest slot of its kind that is out; returns it, not yet placed."""
    slot = slot_of(s, kind, False)
    s[WHERE + slot] = OUT | had
    s[LIBRARY_SIZE] += 1
    return slot


@helper
def mix_bottom(s, count):
    """The last `count` cards of the bottom become one group in random order (class 4, one stream a group)."""
    first = s[BOTTOM_FIRST] + s[KNOWN_BOTTOM] - count
    for i in range(count):
        s[LOOK_SLOT + i] = s[BOTTOM_QUEUE + (first + i & WRAP)]
    open_key, word = s[STREAM_KEY], s[STREAM_WORD]
    open_stream(s, BOTTOM_CLASS + s[BOTTOM_GROUPS])
    made = 0
    while made < count:
        made = mix_batch(s, LOOK_SLOT, made, count)
    s[STREAM_KEY], s[STREAM_WORD] = open_key, word
    for i in range(count):
        s[BOTTOM_QUEUE + (first + i & WRAP)] = s[LOOK_SLOT + i]
        s[BOTTOM_GROUP + (first + i & WRAP)] = s[BOTTOM_GROUPS]
    s[BOTTOM_GROUPS] += 1
