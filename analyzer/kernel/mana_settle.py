"""Settling: units are really used up for all open payments, in the one order of formats F12."""

# isort: off
from analyzer.contract import events, status
from analyzer.kernel import log
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import (
    COLOURS_N, LOG_ROWS, MANA_WORDS, OBJECT, OBJECT_STRIDE, O_TAPPED, PLAN_WORDS_N, STATUS,
)  # fmt: skip
from analyzer.kernel.mana_layout import (
    FEWER_LEFT, GONE, HAVE_NEW, LEFT_OF_SET, MAX_UNITS, M_DUE, M_EPOCH, M_FLOATING, M_GENERIC0, M_GENERIC1, M_GONE,
    M_LISTED, M_OPEN, M_OPEN_NOW, M_TYPED, M_UNITS, M_UNITS_LEFT, NEED_NEW, OPEN_TYPES, PIP_VECTOR, PLACE, RANK,
    SETS, SET_SIZE, SIMPLE, SLACK, SLACK_OLD, TYPES_OF_SET, UNIT, UNIT_EPOCH, UNIT_ONCE, UNIT_ORDER, UNIT_SET,
    UNIT_STRIDE, UNIT_TYPES, UNIT_VECTOR, WORK, WORK2,
)  # fmt: skip
from analyzer.kernel.mana_units import all_anew, drop_units, list_all
from analyzer.kernel.mana_vectors import HIGH, LOW, add_vector, copy_vector, least_above
from analyzer.kernel.wrap import minus, plus
# isort: on

LAST = 1 << 62


@helper
def nothing_open(s):
    """No payment is open."""
    s[M_EPOCH] = s[M_OPEN] = s[M_OPEN_NOW] = s[M_TYPED] = s[M_GENERIC0] = s[M_GENERIC1] = 0


@helper
def finish_phase(s):
    """Do what `end_phase` put off."""
    s[M_DUE] = 0
    settle_now(s)
    if s[M_FLOATING]:
        drop_units(s, 0, (1 << 24) - 1)
        s[M_FLOATING] = 0
        all_anew(s)


@helper
def settle(s):
    """Something is about to be learnt, or asks how spells were paid: use up units for all open payments (F12)."""
    if s[M_DUE]:
        finish_phase(s)
    settle_now(s)


@helper
def settle_now(s):
    """Settle all open pips: typed before generic, fewest types first, then in order of casting."""
    if s[M_OPEN] == 0:
        return
    if s[SIMPLE] and s[M_EPOCH] == 0 and s[M_OPEN] == s[M_UNITS_LEFT] and s[LOG_ROWS] == 0:
        s[M_UNITS] = s[M_FLOATING] = 0  # every unit is needed, so which pays for what does not matter
        s[M_LISTED] = 1
    else:
        if s[M_LISTED] == 0:
            list_all(s, -1, WORK)
        for size in range(1, s[COLOURS_N] + 1):
            for i in range(s[M_TYPED]):
                kinds = s[OPEN_TYPES + i] & (SETS - 1)
                if s[SET_SIZE + kinds] == size:
                    settle_pip(s, kinds, s[OPEN_TYPES + i] >> 8)
        for epoch in range(2):
            for _ in range(s[M_GENERIC0 + epoch]):
                settle_pip(s, 0, epoch)
    nothing_open(s)
    all_anew(s)


@helper
def settle_pip(s, kinds, epoch):
    """One pip (0: generic) takes the first unit, in the order of F12, that leaves the rest payable."""
    tried = -1
    while True:
        best, chosen = LAST, -1
        for i in range(s[M_UNITS]):
            unit = UNIT + i * UNIT_STRIDE
            mask = s[unit + UNIT_SET]
            if s[unit + UNIT_EPOCH] <= epoch and (kinds == 0 or mask & kinds):
                units_left = s[LEFT_OF_SET + mask] + epoch * s[LEFT_OF_SET + SETS + mask]
                order = s[unit + UNIT_ORDER] + (MAX_UNITS - units_left) * FEWER_LEFT
                if tried < order < best:
                    best, chosen = order, i
        if unlikely(chosen < 0):
            s[STATUS] = status.BOUNDS
            return
        if rest_fits(s, UNIT + chosen * UNIT_STRIDE, kinds, epoch):
            use_unit(s, chosen, kinds)
            return
        tried = best


@helper
def rest_fits(s, unit, kinds, epoch):
    """Without this unit and this pip, is the rest payable? If so, both are gone from the vectors."""
    base = SLACK_OLD if s[M_EPOCH] else SLACK
    gone = UNIT_VECTOR + s[unit + UNIT_SET] * MANA_WORDS
    paid = PIP_VECTOR + kinds * MANA_WORDS
    new = s[unit + UNIT_EPOCH]
    fits = HIGH
    for w in range(s[PLAN_WORDS_N]):
        rest = minus(s[base + w] | HIGH, (1 - new) * s[gone + w])
        rest = plus(rest, (1 - epoch) * s[paid + w])
        fits &= rest
        s[WORK + w] = rest & LOW
    if unlikely(s[M_EPOCH] != 0) and fits & HIGH == HIGH:
        least_above(s, WORK, WORK2)
        for w in range(s[PLAN_WORDS_N]):
            have = s[WORK2 + w] + s[HAVE_NEW + w] - new * s[gone + w]
            fits &= plus(minus(have | HIGH, s[NEED_NEW + w]), epoch * s[paid + w])
    if fits & HIGH != HIGH:
        return False
    copy_vector(s, base, WORK)
    add_vector(s, HAVE_NEW, gone, -new)
    add_vector(s, NEED_NEW, paid, -epoch)
    return True


@helper
def use_unit(s, i, kinds):
    """The i-th unit is used up: its permanent is tapped, or goes if it is one-shot; its other units float."""
    unit = UNIT + i * UNIT_STRIDE
    order, mask, once = s[unit + UNIT_ORDER], s[unit + UNIT_SET], s[unit + UNIT_ONCE]
    obj = ((order // PLACE) & 0xFFFF) - 1
    types = s[unit + UNIT_TYPES] & (s[TYPES_OF_SET + kinds] if kinds else 63)
    log.event(s, events.SETTLE, obj, types & -types, once)
    s[LEFT_OF_SET + s[unit + UNIT_EPOCH] * SETS + mask] -= 1
    s[M_UNITS] -= 1
    for field in range(UNIT_STRIDE):
        s[unit + field] = s[UNIT + s[M_UNITS] * UNIT_STRIDE + field]
    if order < RANK:
        s[M_FLOATING] -= 1
    else:
        s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] = 1
        if unlikely(once != 0):
            s[GONE + s[M_GONE]] = obj
            s[M_GONE] += 1
        for j in range(s[M_UNITS]):
            other = UNIT + j * UNIT_STRIDE
            if ((s[other + UNIT_ORDER] // PLACE) & 0xFFFF) - 1 == obj and s[other + UNIT_ORDER] >= RANK:
                s[other + UNIT_ORDER] &= RANK - 1
                s[M_FLOATING] += 1
