"""Casting a line (601.2) and its resolution; playing a land."""

from __future__ import annotations

from analyzer.contract import events, reasons
from analyzer.contract import triggers as when
from analyzer.kernel import goals, mana
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import unlikely
from analyzer.kernel.effects import discard, put_land, run, run_waiting, set_source
from analyzer.kernel.layout import (
    A_CARD,
    A_LINE,
    A_MANA,
    A_OBJECT,
    A_ROW,
    A_TAPPED,
    A_X,
    CAST,
    CHANGED,
    CURRENT_SOURCE,
    F_AURA,
    F_SAGA,
    F_VANILLA,
    GRAVE,
    GRAVEYARD_SIZE,
    HAND,
    K_FLAGS,
    K_MANA_INDEX,
    L_DISCARD,
    L_FLAGS,
    L_KICKED,
    L_LIFE,
    L_NEED,
    L_PIP_COUNT,
    L_PIP_FIRST,
    L_PROGRAM,
    L_X_FACTOR,
    LAND_DROPS_LEFT,
    LAND_DROPS_MADE,
    LAND_PLAYED,
    LANDS_PLAYED,
    LF_PERMANENT,
    LF_SACRIFICE,
    LF_TAP,
    LIFE,
    LINE,
    LINE_STRIDE,
    MANA_SPENT_TOTAL,
    MANA_SPENT_TURN,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    OVER,
    SPELLS_THIS_TURN,
    SPELLS_TOTAL,
    WAITING,
    X_NEED,
)  # fmt: skip
from analyzer.kernel.library import hand_remove
from analyzer.kernel.log import event
from analyzer.kernel.permanents import SHOCK_LIFE, appear, enter, enters_tapped, frail_rule, legend_rule
from analyzer.kernel.pointer import call_unit
from analyzer.kernel.rule_layout import UNIT_ABILITIES, UNIT_BOARD
from analyzer.kernel.system_layout import ATTACH_AURA, CAST_COMMANDER, LORE, PAY_COSTS
from analyzer.kernel.triggers import fire, fire_own


@within
def pay(s, action, line):
    """Pay all costs of a line: mana (as an open payment), life, discarded cards."""
    need = line + L_NEED
    if unlikely((s[action + A_X] != 0) & (s[line + L_X_FACTOR] != 0)):
        mana.add_generic(s, need, s[action + A_X] * s[line + L_X_FACTOR], X_NEED)
        need = X_NEED
    mana.pay(s, need, s[line + L_PIP_FIRST], s[line + L_PIP_COUNT])
    if unlikely(s[line + L_DISCARD] > 0):
        for _ in range(s[line + L_DISCARD]):
            discard(s, reasons.DISCARD, events.COST_DISCARD)
    s[LIFE] -= s[line + L_LIFE]
    s[MANA_SPENT_TURN] += s[action + A_MANA]
    s[MANA_SPENT_TOTAL] += s[action + A_MANA]
    event(s, events.SPENT, s[action + A_MANA], s[line + L_LIFE], 0)


@helper
def cast(s, action):
    """Cast the line of an action record and let it resolve."""
    kind, line, x = s[action + A_CARD], LINE + s[action + A_ROW] * LINE_STRIDE, s[action + A_X]
    cast_with = x + (max(s[line + L_KICKED], x if s[line + L_KICKED] < 0 else 0) << 32)
    from_command_zone = s[HAND + kind] == 0
    if not from_command_zone:
        hand_remove(s, kind)
    event(s, events.CAST, kind, s[action + A_LINE], x)
    pay(s, action, line)
    if unlikely(from_command_zone):
        call_unit(s[UNIT_BOARD], s, CAST_COMMANDER, kind)
    s[CAST + kind] += 1
    goals.at_cast(s, kind)
    s[SPELLS_THIS_TURN] += 1
    s[SPELLS_TOTAL] += 1
    if s[K_FLAGS + kind] & F_VANILLA:
        event(s, events.RESOLVE, kind, events.TO_BATTLEFIELD, 0)
        appear(s, kind, 0, cast_with)
        return
    fire_own(s, when.CAST_SELF, kind, -1, cast_with)
    fire(s, when.CAST, kind, 0)
    run_waiting(s)
    if s[OVER]:
        return
    if s[line + L_FLAGS] & LF_PERMANENT:
        event(s, events.RESOLVE, kind, events.TO_BATTLEFIELD, 0)
        obj = enter(s, kind, enters_tapped(s, kind), cast_with)
        if s[line + L_PROGRAM]:  # done as it enters, no trigger
            set_source(s, kind, obj, cast_with)
            run(s, s[line + L_PROGRAM])
        fire(s, when.ENTERS, kind, obj)
        fire_own(s, when.ENTER, kind, obj, cast_with)
        if s[K_FLAGS + kind] & F_AURA:
            call_unit(s[UNIT_BOARD], s, ATTACH_AURA, obj)
        elif s[K_FLAGS + kind] & F_SAGA:  # one whose chapters do nothing here may be told at once
            call_unit(s[UNIT_BOARD], s, LORE, 1)
        legend_rule(s, obj, kind)
        frail_rule(s, obj, kind)
    else:
        set_source(s, kind, -1, cast_with)
        run(s, s[line + L_PROGRAM])
        s[GRAVE + kind] += 1
        s[GRAVEYARD_SIZE] += 1
        event(s, events.RESOLVE, kind, events.TO_GRAVEYARD, 0)
    run_waiting(s)


@helper
def activate(s, action):
    """Pay the costs of an activated ability and let it resolve."""
    line, obj = LINE + s[action + A_ROW] * LINE_STRIDE, s[action + A_OBJECT]
    makes_mana = s[K_MANA_INDEX + s[action + A_CARD]] >= 0 and s[line + L_FLAGS] & (LF_TAP | LF_SACRIFICE) != 0
    if makes_mana:
        mana.set_apart(s, obj)
    pay(s, action, line)
    if makes_mana:
        s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] = 1
        mana.leave(s, obj) if s[line + L_FLAGS] & LF_SACRIFICE else mana.tap(s, obj)
        s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] = 0
    program = call_unit(s[UNIT_ABILITIES], s, PAY_COSTS, action)
    s[CHANGED] = 1
    source = s[CURRENT_SOURCE]
    if s[WAITING]:  # what the costs triggered resolves first
        run_waiting(s)
    if s[OVER] == 0:
        set_source(s, source, obj, s[action + A_X])
        run(s, program)
        run_waiting(s)


@helper
def play_land(s, action):
    """Play the land of an action record; paying 2 life lets some lands enter untapped."""
    kind = s[action + A_CARD]
    hand_remove(s, kind)
    if unlikely(s[action + A_X] != 0):
        s[LIFE] -= SHOCK_LIFE
        event(s, events.LIFE, 0, -SHOCK_LIFE, 0)
    s[LAND_DROPS_LEFT] -= 1
    s[LAND_PLAYED] = s[LAND_DROPS_LEFT] <= 0
    s[LAND_DROPS_MADE] += s[LANDS_PLAYED] == 0
    s[LANDS_PLAYED] += 1
    put_land(s, kind, s[action + A_TAPPED], 1)
    run_waiting(s)
