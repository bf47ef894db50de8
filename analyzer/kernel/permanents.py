"""Permanents: how they enter and leave, tapped or not (LND-1), the legend rule."""

from __future__ import annotations

from analyzer.contract import events
from analyzer.contract.status import TOO_MANY_OBJECTS
from analyzer.kernel import mana
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import ctz, drop_lowest, unlikely
from analyzer.kernel.layout import (
    A_CARD,
    A_ROW,
    A_X,
    CHANGED,
    ENTERED_TAPPED,
    ENTERED_UNTAPPED,
    ENTERS_TAPPED,
    F_BASIC,
    F_FRAIL,
    F_LAND,
    F_LEGENDARY,
    F_TOKEN,
    GRAVE,
    GRAVEYARD_SIZE,
    K_COUNTERS,
    K_FLAGS,
    K_MANA_INDEX,
    K_POWER,
    K_TAPPED,
    K_TAPPED_ARG,
    K_TAPPED_SET,
    KIND_SET,
    L_X_FACTOR,
    LANDS_IN_PLAY,
    LIFE,
    LINE,
    LINE_STRIDE,
    LIVE,
    LIVE_LIST,
    MASK_HAND0,
    MASK_HAND1,
    MASK_PLAY0,
    MASK_PLAY1,
    MAX_KINDS,
    MAX_OBJECTS,
    O_ARRIVED,
    O_ATTACHED,
    O_COUNTERS,
    O_FLAGS,
    O_KIND,
    O_POWER,
    O_SOURCE,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    OBJECTS,
    OPPONENT_LIFE,
    PLAY,
    PLAYERS,
    STATUS,
    SYSTEMS,
    TREASURE_KIND,
    TREASURES,
    TURN,
    UNLESS_ANY_LIFE,
    UNLESS_BASICS,
    UNLESS_CONTROL,
    UNLESS_EARLY,
    UNLESS_FEW_LANDS,
    UNLESS_LIFE,
    UNLESS_MANY_LANDS,
    UNLESS_OPPONENTS,
    UNLESS_REVEAL,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.mana_layout import GONE, M_GONE
from analyzer.kernel.pointer import call_unit
from analyzer.kernel.rule_layout import UNIT_BOARD
from analyzer.kernel.system_layout import DEPARTED, SYS_BOARD

GONE_FROM_PLAY = -1  # O_TAPPED of a permanent that has left
SHOCK_LIFE = 2  # what an UNLESS_LIFE land costs untapped
LIFE_KEPT = 4  # not paid at this life or less (LND-1)


@helper
def count_in_play(s, mask0, mask1, flag):
    """Permanents of the kinds in a mask pair; with a flag only kinds that have it."""
    found = 0
    for half in range(2):
        mask = mask1 & s[MASK_PLAY1] if half else mask0 & s[MASK_PLAY0]
        while mask:
            kind = 64 * half + ctz(mask)
            mask = drop_lowest(mask)
            if flag == 0 or s[K_FLAGS + kind] & flag:
                found += s[PLAY + kind]
    return found


@within
def enters_tapped(s, kind):
    """Would this kind enter tapped now? (A land that asks for 2 life counts as untapped while that is affordable.)"""
    code = s[K_TAPPED + kind]
    if code <= ENTERS_TAPPED:
        return code
    n = s[K_TAPPED_ARG + kind]
    kinds = KIND_SET + 2 * s[K_TAPPED_SET + kind]
    met = (
        (code == UNLESS_LIFE and s[LIFE] > LIFE_KEPT)
        or (code == UNLESS_FEW_LANDS and s[LANDS_IN_PLAY] <= n)
        or (code == UNLESS_MANY_LANDS and s[LANDS_IN_PLAY] >= n)
        or (code == UNLESS_BASICS and count_in_play(s, -1, -1, F_BASIC) >= n)
        or (code == UNLESS_CONTROL and count_in_play(s, s[kinds], s[kinds + 1], 0) >= n)
        or (code == UNLESS_REVEAL and (s[MASK_HAND0] & s[kinds]) | (s[MASK_HAND1] & s[kinds + 1]) != 0)
        or (code == UNLESS_EARLY and s[TURN] <= n)
        or (code == UNLESS_OPPONENTS and s[PLAYERS] - 1 >= n)
        or (code == UNLESS_ANY_LIFE and min(s[LIFE], s[OPPONENT_LIFE]) <= n)
    )
    return 0 if met else 1


@helper
def appear(s, kind, tapped, cast_with):
    """As `enter`, for a permanent that makes no mana."""
    obj = s[OBJECTS]
    if unlikely(obj == MAX_OBJECTS):
        s[STATUS] = TOO_MANY_OBJECTS
        return obj - 1
    at = OBJECT + obj * OBJECT_STRIDE
    s[at + O_KIND], s[at + O_TAPPED], s[at + O_ARRIVED], s[at + O_POWER] = kind, tapped, s[TURN], s[K_POWER + kind]
    s[at + O_COUNTERS], s[at + O_ATTACHED], s[at + O_SOURCE], s[at + O_FLAGS] = s[K_COUNTERS + kind], -1, -1, cast_with
    s[LIVE_LIST + s[LIVE]] = obj
    s[LIVE] += 1
    s[OBJECTS] += 1
    s[PLAY + kind] += 1
    s[(ENTERED_TAPPED if tapped else ENTERED_UNTAPPED) + kind] += 1
    s[LANDS_IN_PLAY] += s[K_FLAGS + kind] & F_LAND
    if kind < MAX_KINDS:
        s[MASK_PLAY0 + (kind >> 6)] |= 1 << (kind & 63)
    s[TREASURES] += kind == TREASURE_KIND
    s[CHANGED] = 1
    return obj


@within
def enter(s, kind, tapped, cast_with):
    """A permanent enters; `cast_with` is X + 2**32 * times kicked. Returns its object number."""
    obj = appear(s, kind, tapped, cast_with)
    if s[K_MANA_INDEX + kind] >= 0:
        mana.arrive(s, obj)
    return obj


@helper
def remove(s, obj, cause):
    """A permanent leaves for the graveyard (a token ceases to exist)."""
    kind = s[OBJECT + obj * OBJECT_STRIDE + O_KIND]
    event(s, events.LEAVE, obj, cause, 0)
    i = 0
    while s[LIVE_LIST + i] != obj:
        i += 1
    s[LIVE] -= 1
    while i < s[LIVE]:
        s[LIVE_LIST + i] = s[LIVE_LIST + i + 1]
        i += 1
    s[PLAY + kind] -= 1
    s[LANDS_IN_PLAY] -= s[K_FLAGS + kind] & F_LAND
    s[TREASURES] -= kind == TREASURE_KIND
    if kind < MAX_KINDS and s[PLAY + kind] == 0:
        s[MASK_PLAY0 + (kind >> 6)] ^= 1 << (kind & 63)
    if s[K_FLAGS + kind] & F_TOKEN == 0:
        s[GRAVE + kind] += 1
        s[GRAVEYARD_SIZE] += 1
    s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] = GONE_FROM_PLAY
    s[CHANGED] = 1
    if s[SYSTEMS] & SYS_BOARD:
        call_unit(s[UNIT_BOARD], s, DEPARTED, obj)


@helper
def sweep(s):
    """One-shot sources whose mana has been used are gone (F12)."""
    for i in range(s[M_GONE]):
        remove(s, s[GONE + i], events.SACRIFICED)
    s[M_GONE] = 0


@helper
def frail_rule(s, obj, kind):
    """A creature of toughness 0 without counters dies (704.5f)."""
    if s[K_FLAGS + kind] & F_FRAIL and s[OBJECT + obj * OBJECT_STRIDE + O_COUNTERS] <= 0:
        mana.leave(s, obj)
        remove(s, obj, events.STATE_BASED)


@helper
def lives(s, action):
    """Would what this LINE action casts live? (A creature of toughness 0 that enters with X counters needs an X.)"""
    frail = s[K_FLAGS + s[action + A_CARD]] & F_FRAIL
    return frail == 0 or s[action + A_X] > 0 or s[LINE + s[action + A_ROW] * LINE_STRIDE + L_X_FACTOR] == 0


@helper
def legend_rule(s, obj, kind):
    """Of two legends of one kind the older stays (a choice of the player's; it may act already)."""
    if s[K_FLAGS + kind] & F_LEGENDARY and s[PLAY + kind] > 1:
        mana.leave(s, obj)
        remove(s, obj, events.STATE_BASED)
