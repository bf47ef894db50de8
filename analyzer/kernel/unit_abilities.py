"""The abilities unit: which activated and loyalty abilities are offered, and their costs other than mana and cards."""

from __future__ import annotations

from analyzer.contract import events
from analyzer.kernel import mana
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.actions import has_target, new_record, set_highest_x
from analyzer.kernel.bits import ctz, drop_lowest
from analyzer.kernel.layout import (
    A_CARD,
    A_LANDS,
    A_LINE,
    A_LOYALTY,
    A_OBJECT,
    A_ROW,
    A_X,
    ACTION_STRIDE,
    CURRENT_SOURCE,
    F_CREATURE,
    F_HASTE,
    HAND_SIZE,
    K_FLAGS,
    K_MANA_INDEX,
    KIND_SET,
    L_DISCARD,
    L_FLAGS,
    L_LIFE,
    L_MANA,
    L_NEED,
    L_PROGRAM,
    L_TARGET,
    L_TIE,
    L_X_FACTOR,
    LF_INSTANT_SPEED,
    LF_LOYALTY,
    LF_ONCE,
    LF_SACRIFICE,
    LF_TAP,
    LIFE,
    LINE,
    LINE_STRIDE,
    LIVE,
    LIVE_LIST,
    MANA_LEFT,
    MASK_PLAY0,
    MASK_PLAY1,
    MAX_KINDS,
    O_ARRIVED,
    O_COUNTERS,
    O_FLAGS,
    O_KIND,
    O_SOURCE,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    PLAY,
    RECORD,
    SHARD_KIND,
    SHARDS_USED,
    TURN,
    USED,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.mana_fetch import may_find
from analyzer.kernel.mana_layout import K_FINDS, SLACK, WORK
from analyzer.kernel.mana_vectors import covers
from analyzer.kernel.permanents import remove
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.system_layout import (
    ABILITY_CHEAPEST,
    ABILITY_COUNT,
    ABILITY_FIRST,
    ABILITY_MASK,
    NO_SOURCE,
    PAY_COSTS,
    TOKEN_PROGRAM,
    TURN_USED,
    WINDOW_MASK,
)  # fmt: skip


@helper
def can_use(s, obj, line):
    """May this permanent's ability be activated now, mana and cards in hand aside?"""
    at = OBJECT + obj * OBJECT_STRIDE
    flags, kind = s[line + L_FLAGS], s[at + O_KIND]
    if flags & LF_TAP:
        sick = s[K_FLAGS + kind] & (F_CREATURE | F_HASTE) == F_CREATURE and s[at + O_ARRIVED] == s[TURN]
        if s[at + O_TAPPED] or sick:
            return False
    if flags & (LF_LOYALTY | LF_ONCE) and s[at + O_FLAGS] >> TURN_USED == s[TURN]:
        return False
    return flags & LF_LOYALTY == 0 or s[at + O_COUNTERS] + s[line + L_TIE] >= 0


@helper
def user_of(s, kind, line, pays):
    """The first permanent of this kind that may use the ability; -1 without one.

    `pays`: it makes mana and is itself a cost, so the mana must come from the others (then the slack is in WORK).
    """
    for place in range(s[LIVE]):
        obj = s[LIVE_LIST + place]
        if (
            s[OBJECT + obj * OBJECT_STRIDE + O_KIND] == kind
            and can_use(s, obj, line)
            and (not pays or (mana.without(s, obj) and covers(s, WORK, line + L_NEED)))
        ):
            return obj
    return -1


@helper
def offer_kind(s, kind, window):
    """The abilities of a kind in play that can be activated now, each once, for its first permanent that may."""
    first = s[ABILITY_FIRST + kind]
    for row in range(first, first + s[ABILITY_COUNT + kind]):
        line = LINE + row * LINE_STRIDE
        if (
            s[line + L_MANA] <= s[MANA_LEFT]
            and (window == 0 or s[line + L_FLAGS] & LF_INSTANT_SPEED)
            and s[line + L_LIFE] <= s[LIFE]
            and s[line + L_DISCARD] <= s[HAND_SIZE]
            and (s[line + L_TARGET] == 0 or has_target(s, KIND_SET + 2 * s[line + L_TARGET] - 2))
            and mana.payable(s, line + L_NEED)
        ):
            pays = s[K_MANA_INDEX + kind] >= 0 and s[line + L_FLAGS] & (LF_TAP | LF_SACRIFICE) != 0
            obj = user_of(s, kind, line, pays)
            if obj >= 0:
                at = new_record(s, RECORD + row * ACTION_STRIDE)
                s[at + A_OBJECT] = obj
                if s[line + L_X_FACTOR]:
                    set_highest_x(s, at, line, WORK if pays else SLACK)
                if s[K_FINDS + kind] and s[at + A_LANDS] and not may_find(s, kind):
                    s[at + A_LANDS] = 0
                if s[line + L_FLAGS] & LF_LOYALTY:
                    s[at + A_LOYALTY] = s[OBJECT + obj * OBJECT_STRIDE + O_COUNTERS] + s[line + L_TIE]


@helper
def offer_all(s, window):
    """Offer the abilities of cards in play in the order of kinds, then those of tokens."""
    if s[MANA_LEFT] < s[ABILITY_CHEAPEST]:
        return
    masks = WINDOW_MASK if window else ABILITY_MASK
    for half in range(2):
        mask = s[masks + half] & (s[MASK_PLAY1] if half else s[MASK_PLAY0])
        while mask:
            offer_kind(s, 64 * half + ctz(mask), window)
            mask = drop_lowest(mask)
    mask = s[masks + 2]
    while mask:
        kind = MAX_KINDS + ctz(mask)
        if s[PLAY + kind]:
            offer_kind(s, kind, window)
        mask = drop_lowest(mask)


@helper
def pay_costs(s, action):
    """Tap, change loyalty, sacrifice; say whose ability it is (CURRENT_SOURCE). Returns the row of its program."""
    obj, line = s[action + A_OBJECT], LINE + s[action + A_ROW] * LINE_STRIDE
    at, flags, kind = OBJECT + obj * OBJECT_STRIDE, s[line + L_FLAGS], s[action + A_CARD]
    if flags & LF_TAP:
        s[at + O_TAPPED] = 1
    if flags & (LF_LOYALTY | LF_ONCE):
        s[at + O_FLAGS] = (s[at + O_FLAGS] & (1 << TURN_USED) - 1) | s[TURN] << TURN_USED
    s[CURRENT_SOURCE] = kind
    program = s[line + L_PROGRAM]
    if kind >= MAX_KINDS:
        source = s[at + O_SOURCE] & 255
        s[CURRENT_SOURCE] = source if source != NO_SOURCE else -1
        program = s[TOKEN_PROGRAM + 3 * (kind - MAX_KINDS) + (s[at + O_SOURCE] >> 8)]
        s[SHARDS_USED] += kind == SHARD_KIND
        s[USED + kind] += 1
    if flags & LF_LOYALTY:
        s[at + O_COUNTERS] += s[line + L_TIE]
    if flags & LF_SACRIFICE:
        remove(s, obj, events.SACRIFICED)
    elif flags & LF_LOYALTY and s[at + O_COUNTERS] == 0:
        remove(s, obj, events.STATE_BASED)  # it goes before its ability resolves
    return program


@entry(UNIT_SIGNATURE, vectorize=False)
def abilities(s, what, which):
    """OFFER: list what can be activated (`which`: 1 in the opponent's window). PAY_COSTS: those of an action record."""
    if what == PAY_COSTS:
        program = pay_costs(s, which)
        event(s, events.ACTIVATE, s[which + A_OBJECT], s[which + A_LINE], s[which + A_X])
        return program
    offer_all(s, which)
    return 0
