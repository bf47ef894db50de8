"""The library unit: mill, reorder, put back, tuck, dig, search, put a land; compiled when a deck first needs it."""

from __future__ import annotations

from analyzer.contract import events, ops, reasons
from analyzer.contract.status import BAD_OP
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.bits import ctz, drop_lowest
from analyzer.kernel.layout import (
    BOTTOMED,
    CURRENT_SOURCE,
    GRAVE,
    GRAVEYARD_SIZE,
    KEPT,
    KIND_SET,
    LANDS0,
    LIBRARY_SIZE,
    LOOK_CARD,
    LOOK_SLOT,
    LOOKED,
    LOOKED_AT,
    MARK_BOTTOMED,
    MARK_HAD,
    MASK_HAND0,
    OUT,
    PLACE_BITS,
    SOURCE_BOTTOMED,
    SOURCE_LOOKED,
    STATUS,
    WHERE,
)  # fmt: skip
from analyzer.kernel.library import (
    bring_back,
    fetch,
    hand_remove,
    leave,
    look,
    mix_bottom,
    pop,
    push_bottom,
    push_top,
    shuffle,
    slot_of,
    to_hand,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.looks import place_look, rank, to_graveyard
from analyzer.kernel.permanents import enters_tapped
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.rule_layout import RULE_SCRY, RULE_SCRY_LOOK
from analyzer.kernel.rules import COMPULSORY, OPTIONAL, pick

TO_BOTTOM, TO_GRAVE, TO_RANDOM_BOTTOM = range(3)  # rest of a dig
HAND, FIELD, FIELD_TAPPED, TOP, GRAVEYARD = range(5)  # destination of a search
EVENT_DESTINATION = (
    events.TO_HAND,
    events.TO_BATTLEFIELD,
    events.TO_BATTLEFIELD,
    events.TO_LIBRARY_TOP,
    events.TO_GRAVEYARD,
)


@helper
def count_look(s, looked, bottomed):
    """Count cards looked at and bottomed without a scry."""
    s[LOOKED_AT] += looked
    s[BOTTOMED] += bottomed
    if s[CURRENT_SOURCE] >= 0:
        s[SOURCE_LOOKED + s[CURRENT_SOURCE]] += looked
        s[SOURCE_BOTTOMED + s[CURRENT_SOURCE]] += bottomed


@helper
def reorder(s, n):
    """Look at n cards and put them back on top in falling rank."""
    looked = look(s, n)
    rank(s, reasons.ARRANGE, RULE_SCRY, RULE_SCRY_LOOK)
    s[KEPT] = looked
    place_look(s, False)
    count_look(s, looked, 0)


@helper
def from_hand(s, n, to_top):
    """Put n cards of the hand on top (the last one uppermost) or on the bottom, chosen one by one."""
    for _ in range(n):
        kind = pick(s, reasons.PUTBACK, s[MASK_HAND0], s[MASK_HAND0 + 1], COMPULSORY)
        if kind >= 0:
            hand_remove(s, kind)
            slot = bring_back(s, kind, MARK_HAD)
            if to_top:
                push_top(s, slot)
            else:
                push_bottom(s, slot)
            event(s, events.TOTOP if to_top else events.TOBOTTOM, slot, 0, 0)


@helper
def take_one(s, kinds):
    """Take one card of the look into hand: any (-1), or one of a kind set, which may be declined; was one taken?"""
    mask0, mask1 = 0, 0
    for place in range(s[LOOKED]):
        kind = s[LOOK_CARD + place]
        if s[LOOK_SLOT + place] >= 0 and (kinds < 0 or s[KIND_SET + 2 * kinds + (kind >> 6)] >> (kind & 63) & 1):
            if kind < 64:
                mask0 |= 1 << kind
            else:
                mask1 |= 1 << (kind & 63)
    kind = pick(s, reasons.TAKE, mask0, mask1, COMPULSORY if kinds < 0 else OPTIONAL)
    for place in range(s[LOOKED]):
        if kind >= 0 and s[LOOK_CARD + place] == kind and s[LOOK_SLOT + place] >= 0:
            event(s, events.TAKE, s[LOOK_SLOT + place], events.TOP, events.HAND)
            to_hand(s, s[LOOK_SLOT + place])
            s[LOOK_SLOT + place] = -1
            return True
    return False


@helper
def dig(s, n, number, kinds, rest):
    """Look at n cards, take `number` of them into hand; the rest goes to the bottom (as seen, or at random) or away."""
    looked = look(s, n)
    for _ in range(number):
        if not take_one(s, kinds):
            break
    left = 0
    for place in range(looked):
        slot = s[LOOK_SLOT + place]
        if slot >= 0 and rest == TO_GRAVE:
            to_graveyard(s, slot)
        elif slot >= 0:
            s[WHERE + slot] |= MARK_BOTTOMED
            push_bottom(s, slot)
            event(s, events.TOBOTTOM, slot, left, 0)
            left += 1
    if rest == TO_RANDOM_BOTTOM and left > 1:
        mix_bottom(s, left)
    s[LOOKED] = 0
    count_look(s, looked, left)


@helper
def search(s, kinds, compulsory, destination):
    """Find a card of a kind set; returns it (kind + 256 * tapped) if it goes onto the battlefield, else -1."""
    mask0, mask1 = 0, 0
    for half in range(2):
        mask = s[KIND_SET + 2 * kinds + half]
        while mask:
            kind = 64 * half + ctz(mask)
            if slot_of(s, kind, True) >= 0:
                if half:
                    mask1 |= 1 << (kind & 63)
                else:
                    mask0 |= 1 << kind
            mask = drop_lowest(mask)
    kind = pick(s, reasons.SEARCH, mask0, mask1, COMPULSORY if compulsory else OPTIONAL)
    if kind < 0:
        if destination == TOP:  # who finds nothing shuffles all the same (SRC-2)
            shuffle(s)
        return -1
    slot = fetch(s, kind)
    event(s, events.SEARCH, slot, EVENT_DESTINATION[destination], 0)
    if destination == HAND:
        to_hand(s, slot)
    elif destination == TOP:
        s[WHERE + slot] = s[WHERE + slot] & ~PLACE_BITS | OUT
        s[LIBRARY_SIZE] -= 1
        shuffle(s)
        s[LIBRARY_SIZE] += 1
        push_top(s, slot)
    else:
        leave(s, slot)
        if destination == GRAVEYARD:
            s[GRAVE + kind] += 1
            s[GRAVEYARD_SIZE] += 1
        else:
            return kind + 256 * (1 if destination == FIELD_TAPPED else enters_tapped(s, kind))
    return -1


@helper
def land_from_hand(s, tapped):
    """A land card of the hand goes onto the battlefield; returns it (kind + 256 * tapped), -1 without one."""
    kind = pick(s, reasons.TAKE, s[MASK_HAND0] & s[LANDS0], s[MASK_HAND0 + 1] & s[LANDS0 + 1], COMPULSORY)
    if kind < 0:
        return -1
    hand_remove(s, kind)
    return kind + 256 * (1 if tapped else enters_tapped(s, kind))


@entry(UNIT_SIGNATURE)
def library_step(s, row, n):
    """Carry out the instruction at this row; returns a land that enters now as kind + 256 * tapped, else -1."""
    op = s[row]
    if op == ops.MILL:
        for _ in range(min(n, s[LIBRARY_SIZE])):
            to_graveyard(s, pop(s))
    elif op == ops.REORDER:
        reorder(s, n)
    elif op == ops.PUTBACK or op == ops.TUCK:
        from_hand(s, n, op == ops.PUTBACK)
    elif op == ops.DIG:
        dig(s, n, s[row + 2] & 255, (s[row + 2] >> 8) - 1, s[row + 3])
    elif op == ops.SEARCH:
        return search(s, s[row + 2] & 255, s[row + 2] >> 8, s[row + 3])
    elif op == ops.PUTLAND:
        return land_from_hand(s, n)
    else:
        s[STATUS] = BAD_OP
    return -1
