"""The board unit: tokens, Roles, the Ring, Sagas, removal, and what happens when a permanent leaves."""

from __future__ import annotations

from analyzer.contract import events, moments, reasons
from analyzer.contract import triggers as when
from analyzer.contract.script import REMOVE_BEST, REMOVE_KIND, SET_BLOCKERS
from analyzer.contract.streams import CLASS
from analyzer.contract.streams import SCRIPT as SCRIPT_STREAM
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.bits import below
from analyzer.kernel.board_tokens import (
    at_object,
    best_creature,
    carry_out,
    change_power,
    is_role,
    power_given,
    role_on,
)
from analyzer.kernel.layout import (
    BEARER,
    BEARER_POWER,
    F_CREATURE,
    F_EVERY_TURN,
    F_FRAIL,
    F_SAGA,
    FIRST_CHAPTER,
    GRAVE,
    GRAVEYARD_SIZE,
    K_FLAGS,
    K_LINE_COUNT,
    K_LINE_FIRST,
    K_TRIGGER_COUNT,
    K_TRIGGER_FIRST,
    L_MANA,
    L_NEED,
    LINE,
    LINE_STRIDE,
    LIVE,
    LIVE_LIST,
    MAX_KINDS,
    O_ARRIVED,
    O_ATTACHED,
    O_COUNTERS,
    O_KIND,
    O_POWER,
    O_SOURCE,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    ROLES,
    SHARD_KIND,
    SHARDS,
    SURVIVE,
    TRIGGER,
    TRIGGER_STRIDE,
    TURN,
    WAITING,
    WAITING_LIST,
    WAITING_STRIDE,
    WICKED_KIND,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.permanents import frail_rule, remove
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.rng import stream_key, word_at
from analyzer.kernel.system_layout import (
    ATTACH_AURA,
    BEGIN_GAME,
    BLOCKERS,
    CAST_COMMANDER,
    COMMAND0,
    COMMANDER,
    COMMANDERS_N,
    DEPARTED,
    LAST_CHAPTER,
    LORE,
    NO_SOURCE,
    REMOVALS,
    RING_FULL,
    RING_SOURCE,
    SCRIPT,
    SCRIPT_N,
    SCRIPT_NEXT,
    SCRIPT_STRIDE,
    TAX,
    TAX_STEP,
)  # fmt: skip
from analyzer.kernel.triggers import T_EVENT, T_WATCHES, W_OBJECT, W_TRIGGER, fire, fire_own, wait

SURVIVAL_CLASS = SCRIPT_STREAM * CLASS


# ---- leaving -----------------------------------------------------------------------------------------------------
@helper
def departed(s, obj):
    """A permanent has left: what is on it goes too (ROL-8), its host loses power, its triggers wait."""
    at = OBJECT + obj * OBJECT_STRIDE
    kind, host = s[at + O_KIND], s[at + O_ATTACHED]
    s[SHARDS] -= kind == SHARD_KIND
    if is_role(kind):
        s[ROLES] -= 1
    if host >= 0 and s[OBJECT + host * OBJECT_STRIDE + O_TAPPED] >= 0:
        change_power(s, host, -power_given(s, kind, s[OBJECT + host * OBJECT_STRIDE + O_KIND]))
        if (
            is_role(kind)
            and s[K_FLAGS + s[OBJECT + host * OBJECT_STRIDE + O_KIND]] & F_FRAIL
            and role_on(s, host, obj) < 0
        ):
            frail_rule(s, host, s[OBJECT + host * OBJECT_STRIDE + O_KIND])
    if s[BEARER] == obj + 1:
        s[BEARER] = s[BEARER_POWER] = 0
    fire_own(s, when.DIES, kind, obj, 0)
    if kind == WICKED_KIND:
        wait(s, TRIGGER + s[K_TRIGGER_FIRST + kind] * TRIGGER_STRIDE, s[at + O_SOURCE] & NO_SOURCE, obj, 0)
    else:
        fire_own(s, when.LEAVES, kind, obj, 0)
    if s[K_FLAGS + kind] & F_CREATURE:
        fire(s, when.ON_DIES, min(kind, MAX_KINDS - 1), 0)
    place = 0
    while place < s[LIVE]:
        if s[at_object(s, place) + O_ATTACHED] == obj:
            remove(s, s[LIVE_LIST + place], events.STATE_BASED)
        else:
            place += 1
    for i in range(s[COMMANDERS_N]):
        if s[COMMANDER + i] == kind:  # back to the command zone
            s[GRAVE + kind] -= 1
            s[GRAVEYARD_SIZE] -= 1
            s[COMMAND0 + (kind >> 6)] |= 1 << (kind & 63)


@helper
def is_telling(s, saga):
    """Does a chapter of this Saga wait?"""
    for at in range(WAITING_LIST, WAITING_LIST + s[WAITING] * WAITING_STRIDE, WAITING_STRIDE):
        trigger = s[at + W_TRIGGER]
        if s[at + W_OBJECT] == saga and (
            s[trigger + T_EVENT] == when.CHAPTER or s[trigger + T_WATCHES] == FIRST_CHAPTER
        ):
            return True
    return False


@helper
def lore(s, finished):
    """A lore counter on each Saga, and its chapters (SAG-1); `finished`: those that are told go, the older first."""
    place = 0
    while place < s[LIVE]:
        obj = s[LIVE_LIST + place]
        at, kind = at_object(s, place), s[at_object(s, place) + O_KIND]
        if s[K_FLAGS + kind] & F_SAGA:
            if finished:
                if s[at + O_COUNTERS] >= s[LAST_CHAPTER + kind] and not is_telling(s, obj):
                    remove(s, obj, events.SACRIFICED)
                    continue
            else:
                s[at + O_COUNTERS] += 1
                for i in range(s[K_TRIGGER_FIRST + kind], s[K_TRIGGER_FIRST + kind] + s[K_TRIGGER_COUNT + kind]):
                    trigger = TRIGGER + i * TRIGGER_STRIDE
                    if s[trigger + T_EVENT] == when.CHAPTER and s[trigger + T_WATCHES] >> s[at + O_COUNTERS] & 1:
                        wait(s, trigger, kind, obj, 0)
        place += 1


@helper
def not_surviving(s):
    """A permanent of the past turn that needs to survive and does not (class 5 by object); -1 when all is done."""
    for place in range(s[LIVE]):
        at = at_object(s, place)
        needed = s[K_FLAGS + s[at + O_KIND]] & (F_CREATURE | F_EVERY_TURN) != 0
        if needed and s[at + O_ARRIVED] == s[TURN] - 1 and s[at + O_ARRIVED] > 0:
            word = word_at(stream_key(s, SURVIVAL_CLASS + s[LIVE_LIST + place]), 1)
            if not below(word, s[SURVIVE]):
                return s[LIVE_LIST + place]
    return -1


@helper
def scripted(s, moment):
    """The next permanent that the opponent's script removes at this moment; -1 when all is done."""
    while s[SCRIPT_NEXT] < s[SCRIPT_N]:
        row = SCRIPT + s[SCRIPT_NEXT] * SCRIPT_STRIDE
        if s[row] > s[TURN] or (s[row] == s[TURN] and s[row + 1] > moment):
            return -1
        s[SCRIPT_NEXT] += 1
        best, power = -1, 0
        if s[row + 2] == SET_BLOCKERS:
            s[BLOCKERS] = s[row + 3]
        else:
            for place in range(s[LIVE]):
                at = at_object(s, place)
                fits = s[row + 2] == REMOVE_BEST and s[K_FLAGS + s[at + O_KIND]] & F_CREATURE != 0
                fits = fits or (s[row + 2] == REMOVE_KIND and s[at + O_KIND] == s[row + 3])
                if fits and (best < 0 or s[at + O_POWER] > power):
                    best, power = s[LIVE_LIST + place], s[at + O_POWER]
        if best >= 0:
            return best
    return -1


@helper
def begin_game(s):
    """No Ring, no blockers; commanders in the command zone at their printed costs."""
    s[RING_FULL] = s[BLOCKERS] = s[SCRIPT_NEXT] = s[COMMAND0] = s[COMMAND0 + 1] = 0
    s[RING_SOURCE] = -1
    for i in range(s[COMMANDERS_N]):
        kind = s[COMMANDER + i]
        raise_cost(s, kind, -TAX_STEP * s[TAX + i])
        s[TAX + i] = 0
        s[COMMAND0 + (kind >> 6)] |= 1 << (kind & 63)


@helper
def raise_cost(s, kind, mana):
    """More generic mana for every line of a kind."""
    for i in range(s[K_LINE_FIRST + kind], s[K_LINE_FIRST + kind] + s[K_LINE_COUNT + kind]):
        s[LINE + i * LINE_STRIDE + L_MANA] += mana
        s[LINE + i * LINE_STRIDE + L_NEED] += mana


@helper
def left_command_zone(s, kind):
    """A commander is cast from the command zone: the next time it costs more."""
    s[COMMAND0 + (kind >> 6)] ^= 1 << (kind & 63)
    for i in range(s[COMMANDERS_N]):
        if s[COMMANDER + i] == kind:
            s[TAX + i] += 1
            raise_cost(s, kind, TAX_STEP)


@helper
def attach(s, obj):
    """An Aura goes onto the creature that the pick rule prefers."""
    host = best_creature(s, reasons.HOST, -1)
    s[OBJECT + obj * OBJECT_STRIDE + O_ATTACHED] = host
    if host >= 0:
        event(s, events.ATTACH, obj, host, 0)


@entry(UNIT_SIGNATURE, vectorize=False)
def board(s, what, n):
    """Carry out the instruction at row `what` (amount n), or what system_layout names by a negative number."""
    if what == BEGIN_GAME:
        begin_game(s)
    elif what == DEPARTED:
        departed(s, n)
    elif what == LORE:
        lore(s, n)
    elif what == REMOVALS:
        return not_surviving(s) if n == moments.UNTAP else scripted(s, n)
    elif what == CAST_COMMANDER:
        left_command_zone(s, n)
    elif what == ATTACH_AURA:
        attach(s, n)
    else:
        return carry_out(s, what, n)
    return 0
