"""Triggered abilities: which wait, and which of them resolves next (F13.4)."""

from __future__ import annotations

from analyzer.contract import events
from analyzer.contract.status import TOO_MANY_TRIGGERS
from analyzer.contract.triggers import CHAPTER, ENTERS
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import (
    EVENT_MASKS,
    FIRST_CHAPTER,
    K_TRIGGER_COUNT,
    K_TRIGGER_FIRST,
    KIND_SET,
    LIVE,
    LIVE_LIST,
    MASK_PLAY0,
    MASK_PLAY1,
    MAX_KINDS,
    MAX_WAITING,
    O_FLAGS,
    O_KIND,
    OBJECT,
    OBJECT_STRIDE,
    STATUS,
    TRIGGER,
    TRIGGER_STRIDE,
    TURN,
    WAITING,
    WAITING_LIST,
    WAITING_STRIDE,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.system_layout import TURN_USED

T_EVENT, T_WATCHES, T_PROGRAM, T_PLACE, T_ONCE = range(TRIGGER_STRIDE)
W_ORDER, W_OBJECT, W_TRIGGER, W_VALUE = range(WAITING_STRIDE)


@helper
def wait(s, trigger, kind, obj, value):
    """Put a trigger on the waiting list; `value` is what it was told: X and kicks, or cards looked at."""
    if unlikely(s[WAITING] == MAX_WAITING):
        s[STATUS] = TOO_MANY_TRIGGERS
        return
    at = WAITING_LIST + s[WAITING] * WAITING_STRIDE
    s[at + W_ORDER] = (s[trigger + T_PLACE] << 40) + (kind << 32) + (obj + 1 << 16) + s[trigger + T_EVENT]
    s[at + W_OBJECT], s[at + W_TRIGGER], s[at + W_VALUE] = obj, trigger, value
    s[WAITING] += 1
    what = CHAPTER if s[trigger + T_WATCHES] == FIRST_CHAPTER else s[trigger + T_EVENT]
    event(s, events.TRIGGER, obj, what, 0)


@helper
def fire_own(s, what, kind, obj, value):
    """The kind's own abilities that trigger on something that happens to it (it is cast, it enters)."""
    for i in range(s[K_TRIGGER_FIRST + kind], s[K_TRIGGER_FIRST + kind] + s[K_TRIGGER_COUNT + kind]):
        if s[TRIGGER + i * TRIGGER_STRIDE + T_EVENT] == what:
            wait(s, TRIGGER + i * TRIGGER_STRIDE, kind, obj, value)


@helper
def first_this_turn(s, obj):
    """Note that the permanent has triggered this turn; was it the first time?"""
    at = OBJECT + obj * OBJECT_STRIDE + O_FLAGS
    first = s[at] >> TURN_USED != s[TURN]
    s[at] = (s[at] & (1 << TURN_USED) - 1) | s[TURN] << TURN_USED
    return first


@helper
def fire(s, what, about, value):
    """Abilities of permanents that watch for something; `about` is the kind it happens to (-1: no card).

    `value` is what the trigger is told; of ENTERS the object, which does not watch itself.
    """
    masks = EVENT_MASKS + 2 * what
    if (s[MASK_PLAY0] & s[masks]) | (s[MASK_PLAY1] & s[masks + 1]) == 0:
        return
    for place in range(s[LIVE]):
        obj = s[LIVE_LIST + place]
        kind = s[OBJECT + obj * OBJECT_STRIDE + O_KIND]
        if kind < MAX_KINDS and s[masks + (kind >> 6)] >> (kind & 63) & 1 and not (what == ENTERS and value == obj):
            for i in range(s[K_TRIGGER_FIRST + kind], s[K_TRIGGER_FIRST + kind] + s[K_TRIGGER_COUNT + kind]):
                trigger = TRIGGER + i * TRIGGER_STRIDE
                watches = s[trigger + T_WATCHES]
                if (
                    s[trigger + T_EVENT] == what
                    and (watches < 0 or s[KIND_SET + 2 * watches + (about >> 6)] >> (about & 63) & 1)
                    and (s[trigger + T_ONCE] == 0 or first_this_turn(s, obj))
                ):
                    wait(s, trigger, kind, obj, value)


@helper
def next_waiting(s):
    """Take the first waiting trigger off the list; returns the offset of its record, until the next `wait`."""
    best = WAITING_LIST
    end = WAITING_LIST + (s[WAITING] - 1) * WAITING_STRIDE
    for at in range(WAITING_LIST + WAITING_STRIDE, end + 1, WAITING_STRIDE):
        if s[at + W_ORDER] < s[best + W_ORDER]:
            best = at
    for word in range(WAITING_STRIDE):
        taken = s[best + word]
        s[best + word] = s[end + word]
        s[end + word] = taken
    s[WAITING] -= 1
    return end
