"""Programs: op-code rows carried out in printed order, then the triggers they caused (F13.4)."""

from __future__ import annotations

from analyzer.contract import actions, events, ops, reasons
from analyzer.contract import triggers as when
from analyzer.contract.status import BAD_OP
from analyzer.kernel import mana
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import (
    A_CARD,
    A_DRAW,
    A_KIND,
    A_LANDS,
    A_LINE,
    A_MANA,
    A_SCRY,
    ACTION,
    ACTION_STRIDE,
    BEARER,
    BEARER_POWER,
    CHANGED,
    CURRENT_KICKED,
    CURRENT_OBJECT,
    CURRENT_SOURCE,
    CURRENT_X,
    DECISIONS,
    FAILED_DRAW,
    GRAVE,
    GRAVEYARD_SIZE,
    HAND_SIZE,
    K_TAPPED,
    KIND_SET,
    L_DISCARD,
    L_LIFE,
    L_MANA,
    L_NEED,
    L_PIP_COUNT,
    L_PIP_FIRST,
    LAND_DROPS_LEFT,
    LAND_PLAYED,
    LAST_LOOKED,
    LIFE,
    LINE,
    LINE_STRIDE,
    MANA_SPENT_TOTAL,
    MANA_SPENT_TURN,
    MASK_HAND0,
    MASK_HAND1,
    MAX_ACTIONS,
    O_COUNTERS,
    O_POWER,
    OBJECT,
    OBJECT_STRIDE,
    OPPONENT_LIFE,
    OVER,
    OVER_REASON,
    PROGRAM,
    STATUS,
    STOP_AT_ZERO,
    SYSTEMS,
    TREASURE_KIND,
    UNLESS_LIFE,
    USED,
    WAITING,
)  # fmt: skip
from analyzer.kernel.library import draw_card, hand_remove, shuffle
from analyzer.kernel.log import event
from analyzer.kernel.looks import blind, scry
from analyzer.kernel.mana_layout import M_GONE
from analyzer.kernel.permanents import SHOCK_LIFE, count_in_play, enter, sweep
from analyzer.kernel.players import change_life, deal
from analyzer.kernel.pointer import call_unit
from analyzer.kernel.rule_layout import RULE_PLAY, UNIT_BOARD, UNIT_LIBRARY
from analyzer.kernel.rules import COMPULSORY, ask, pick
from analyzer.kernel.system_layout import LORE, NO_SOURCE, SYS_LORE
from analyzer.kernel.triggers import (
    T_EVENT,
    T_PROGRAM,
    W_OBJECT,
    W_ORDER,
    W_TRIGGER,
    W_VALUE,
    fire,
    fire_own,
    next_waiting,
)

MAY_RECORD = ACTION + (MAX_ACTIONS - 1) * ACTION_STRIDE
# Instructions that show the player something; what was paid before them is settled first (F12).
LEARNS = sum(
    1 << op for op in (ops.SCRY, ops.SURVEIL, ops.DRAW, ops.MILL, ops.REORDER, ops.DIG, ops.SHUFFLE, ops.SEARCH)
)


@helper
def amount(s, operand):
    """Value of an amount operand (contract.ops)."""
    if operand >= 0:
        return operand
    if operand == ops.AMOUNT_X:
        return s[CURRENT_X]
    if operand == ops.AMOUNT_HALF_X:
        return s[CURRENT_X] >> 1
    if operand == ops.AMOUNT_LOOKED:
        return s[LAST_LOOKED]
    kinds = KIND_SET + 2 * (ops.AMOUNT_COUNT - operand)
    return count_in_play(s, s[kinds], s[kinds + 1], 0)


@helper
def discard(s, reason, why):
    """Discard one card, if there is one, chosen by the pick rule."""
    kind = pick(s, reason, s[MASK_HAND0], s[MASK_HAND1], COMPULSORY)
    if kind >= 0:
        hand_remove(s, kind)
        s[GRAVE + kind] += 1
        s[GRAVEYARD_SIZE] += 1
        event(s, events.DISCARD, kind, why, 0)


@helper
def may(s, row, cost):
    """Does the play rule want the rows that this MAY (or, for so much mana, MAYPAY) row guards?"""
    s[MAY_RECORD + A_KIND], s[MAY_RECORD + A_CARD] = actions.MAY, s[CURRENT_SOURCE]
    for field in range(A_LINE, ACTION_STRIDE):
        s[MAY_RECORD + field] = 0
    s[MAY_RECORD + A_LINE] = s[row + ops.WIDTH]
    s[MAY_RECORD + A_MANA], s[MAY_RECORD + A_DRAW] = cost, s[row + 3] & 255
    if s[row] == ops.MAY:
        s[MAY_RECORD + A_SCRY], s[MAY_RECORD + A_LANDS] = s[row + 2], s[row + 3] >> 8
    else:
        s[MAY_RECORD + A_SCRY] = s[row + 3] >> 8
    wanted = ask(s, RULE_PLAY, MAY_RECORD) > 0.0
    s[DECISIONS] += 1
    return wanted


@helper
def may_pay(s, row):
    """Pay the costs of a MAYPAY row, if they can be paid and the play rule wants what they buy."""
    line = LINE + s[row + 2] * LINE_STRIDE
    able = s[line + L_LIFE] < s[LIFE] and s[line + L_DISCARD] <= s[HAND_SIZE] and mana.payable(s, line + L_NEED)
    if not able or not may(s, row, s[line + L_MANA]):
        return False
    mana.pay(s, line + L_NEED, s[line + L_PIP_FIRST], s[line + L_PIP_COUNT])
    for _ in range(s[line + L_DISCARD]):
        discard(s, reasons.DISCARD, events.COST_DISCARD)
    s[LIFE] -= s[line + L_LIFE]
    s[MANA_SPENT_TURN] += s[line + L_MANA]
    s[MANA_SPENT_TOTAL] += s[line + L_MANA]
    s[CHANGED] = 1
    event(s, events.SPENT, s[line + L_MANA], s[line + L_LIFE], 0)
    return True


@helper
def put_land(s, kind, tapped, played):
    """A land enters, played or put; its triggers wait. Put untapped, a land that asks for life is paid for (LND-1)."""
    if played == 0 and tapped == 0 and s[K_TAPPED + kind] == UNLESS_LIFE:
        s[LIFE] -= SHOCK_LIFE
        event(s, events.LIFE, 0, -SHOCK_LIFE, 0)
    event(s, events.LAND, kind, tapped, played)
    obj = enter(s, kind, tapped, 0)
    fire_own(s, when.ENTER, kind, obj, 0)
    fire(s, when.LANDFALL, -1, 0)


@helper
def simple_step(s, op, n, row):
    """An instruction that neither looks nor draws."""
    if op == ops.DAMAGE:
        deal(s, s[row + 2], n)
    elif op == ops.LIFE:
        change_life(s, s[row + 3], n * s[row + 2])
    elif op == ops.TREASURE:
        for _ in range(n):
            obj = enter(s, TREASURE_KIND, s[row + 2], 0)
            event(s, events.TOKEN, obj, TREASURE_KIND, s[CURRENT_SOURCE])
    elif op == ops.MANA:
        mana.add_floating(s, s[row + 2], n)
        s[CHANGED] = 1
    elif op == ops.EXTRALAND:
        s[LAND_DROPS_LEFT] += n
        s[LAND_PLAYED] = s[LAND_DROPS_LEFT] <= 0
        s[CHANGED] = 1
    elif op == ops.COUNTER:
        if s[CURRENT_OBJECT] >= 0:
            s[OBJECT + s[CURRENT_OBJECT] * OBJECT_STRIDE + O_COUNTERS] += n
            s[OBJECT + s[CURRENT_OBJECT] * OBJECT_STRIDE + O_POWER] += n
            s[BEARER_POWER] += n * (s[BEARER] == s[CURRENT_OBJECT] + 1)
    elif op == ops.DISCARD:
        for _ in range(n):
            discard(s, reasons.LOOT if s[row + 2] == events.LOOT_DISCARD else reasons.DISCARD, s[row + 2])
    else:
        s[STATUS] = BAD_OP


@helper
def run(s, first):
    """Carry out the program that begins at this row."""
    row = PROGRAM + first * ops.WIDTH
    used = 0
    while s[row] != ops.STOP and s[STATUS] == 0:
        op = s[row]
        n = amount(s, s[row + 1])
        if LEARNS >> op & 1:
            mana.settle(s)
        if op == ops.SCRY or op == ops.SURVEIL:
            if n > 0:
                used = 1
                if s[row + 2]:
                    blind(s, n, op == ops.SURVEIL)
                else:
                    scry(s, n, op == ops.SURVEIL)
                fire(s, when.SCRY if op == ops.SCRY else when.SURVEIL, -1, s[LAST_LOOKED])
        elif op == ops.DRAW:
            used |= n > 0
            for _ in range(n):
                draw_card(s, events.DRAW)
        elif op == ops.MAY or op == ops.IFKICKED:
            if not (may(s, row, 0) if op == ops.MAY else s[CURRENT_KICKED] > 0):
                row += n * ops.WIDTH
        elif op == ops.SHUFFLE:
            shuffle(s)
        elif op == ops.MAYPAY:
            row += 0 if may_pay(s, row) else n * ops.WIDTH
        elif op >= ops.BOARD_FIRST:
            row += call_unit(s[UNIT_BOARD], s, row, n) * ops.WIDTH
        elif op >= ops.LIBRARY_FIRST:
            used |= op == ops.SEARCH or (n > 0 and (op == ops.REORDER or op == ops.DIG))
            moved = call_unit(s[UNIT_LIBRARY], s, row, n)
            if moved >= 0:
                put_land(s, moved & 255, moved >> 8, 0)
        else:
            simple_step(s, op, n, row)
        row += ops.WIDTH
    if s[CURRENT_SOURCE] >= 0:
        s[USED + s[CURRENT_SOURCE]] += used


@helper
def check_over(s):
    """State-based losses, once what was resolving is over (DRW-2)."""
    if s[OVER] == 0:
        if s[FAILED_DRAW]:
            s[OVER], s[OVER_REASON] = 1, events.DECKED
        elif s[LIFE] <= 0:
            s[OVER], s[OVER_REASON] = 1, events.LIFE_LOST
        elif s[STOP_AT_ZERO] and s[OPPONENT_LIFE] <= 0:
            s[OVER], s[OVER_REASON] = 1, events.KILL


@helper
def set_source(s, kind, obj, cast_with):
    """Whose program runs now, and with what X and kicks it was cast."""
    s[CURRENT_SOURCE], s[CURRENT_OBJECT] = kind, obj
    s[CURRENT_X], s[CURRENT_KICKED] = cast_with & 0xFFFFFFFF, cast_with >> 32


@helper
def run_waiting(s):
    """State-based checks, then the waiting triggers, each to its end before the next."""
    if unlikely(s[M_GONE] != 0):
        sweep(s)
    if unlikely((s[FAILED_DRAW] != 0) | (s[LIFE] <= 0) | (s[OPPONENT_LIFE] <= 0)):
        check_over(s)
    if s[WAITING]:
        resolve_waiting(s)


@helper
def resolve_waiting(s):
    """Let the waiting triggers resolve."""
    while s[WAITING] and s[OVER] == 0 and s[STATUS] == 0:
        at = next_waiting(s)
        obj, trigger, value = s[at + W_OBJECT], s[at + W_TRIGGER], s[at + W_VALUE]
        what = s[trigger + T_EVENT]
        told = what == when.SCRY or what == when.SURVEIL
        source = (s[at + W_ORDER] >> 32) & 255
        set_source(s, source if source != NO_SOURCE else -1, obj, 0 if told else value)
        if told:
            s[LAST_LOOKED] = value
        run(s, s[trigger + T_PROGRAM])
        sweep(s)
        if s[SYSTEMS] & SYS_LORE:
            call_unit(s[UNIT_BOARD], s, LORE, 1)
        check_over(s)
