"""Mana of the present turn: which costs can be paid on top of those already paid, and which sources are used up (F12).

The pips of a turn are payable when for every chain U0 ⊇ U1 of sets the pips fit the units (SEMANTICS 7). Slack(U) =
units that meet U minus pips inside U; a new cost is payable when no byte of slack minus need is negative. When units
arrive while payments are open, the second epoch's slack is the least slack over all supersets plus what is new, so the
pairs of sets are never listed. Payments stay open until `settle`.
"""

# isort: off
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import LOG_ROWS, MANA, MANA_LEFT, MANA_WORDS, PLAN_WORDS_N
from analyzer.kernel.mana_layout import (
    BOARD_PLAN, FLOATING, HAVE_NEW, K_FINDS, K_FINDS_NOW, LAND_VECTOR, MAX_FETCHED, MAX_UNITS, M_BOARD_TYPES, M_DROPS_KEY, M_DUE, M_EPOCH, M_FLOATING,
    M_GENERIC0, M_GONE, M_LAND_UNITS, M_LISTED, M_OPEN, M_OPEN_NOW, M_SERIAL, M_TYPED, M_UNITS, M_UNITS_LEFT,
    LEFT_OF_SET, NEED_NEW, ONE_SHOT, OPEN_TYPES, ORDINARY, PLACE, RANK, SETS, SET_OF_TYPES, SF_LAND, SIMPLE, SLACK,
    SLACK_OLD, S_FLAGS, S_TYPES, S_UNITS, S_VECTOR, UNIT, UNIT_EPOCH, UNIT_ORDER, UNIT_SET, UNIT_STRIDE, UNIT_VECTOR,
    WORK, WORK2,
)  # fmt: skip
from analyzer.kernel.mana_drops import payable_best_drops  # noqa: F401  (one door for all of mana)
from analyzer.kernel.mana_settle import finish_phase, nothing_open, settle, settle_now
from analyzer.kernel.mana_units import (
    able, add_kind, add_land, all_anew, count_lands, drop_units, list_all, list_source, list_unit, source_of,
)  # fmt: skip
from analyzer.kernel.mana_vectors import (
    HIGH, LOW, ONES, add_vector, clear_vector, copy_vector, covers, least_above, least_bytes,
)  # fmt: skip
from analyzer.kernel.wrap import minus
# isort: on


@helper
def begin_game(s):
    """No lands, no units."""
    clear_vector(s, LAND_VECTOR)
    s[M_LAND_UNITS] = s[M_BOARD_TYPES] = s[M_GONE] = 0
    s[M_DROPS_KEY] = -1
    begin_turn(s)


@helper
def begin_turn(s):
    """All units of untapped, able sources as epoch 0; call it after untapping, with no payment of the past turn due."""
    nothing_open(s)
    s[M_UNITS] = s[M_LISTED] = s[M_FLOATING] = s[M_SERIAL] = s[M_DUE] = 0
    if s[SIMPLE]:
        copy_vector(s, SLACK, LAND_VECTOR)
        s[M_UNITS_LEFT] = s[M_LAND_UNITS]
    else:
        list_all(s, -1, SLACK)
        s[M_UNITS_LEFT] = s[M_UNITS]
    s[MANA] = s[MANA_LEFT] = s[M_UNITS_LEFT]


@helper
def end_phase(s):
    """The phase ends: payments are settled, floating mana is gone (MAN-1).

    Where nothing but mana depends on what is tapped this waits until somebody asks, most often for ever.
    """
    s[M_DUE] = s[M_OPEN] + s[M_FLOATING] > 0
    if s[M_DUE] and (s[SIMPLE] == 0 or s[LOG_ROWS]):
        finish_phase(s)


@helper
def open_epoch(s, but):
    """Units are about to arrive (from permanent `but`): settle if payments are open from two epochs, else part them."""
    if s[M_OPEN] and s[M_LISTED] == 0:
        list_all(s, but, WORK)
    if unlikely(s[M_DUE] != 0):
        finish_phase(s)
    if s[M_OPEN_NOW] and s[M_EPOCH]:
        settle_now(s)
    if unlikely((s[M_OPEN] != 0) & (s[M_EPOCH] == 0)):
        s[M_EPOCH], s[M_OPEN_NOW] = 1, 0
        copy_vector(s, SLACK_OLD, SLACK)
        least_above(s, SLACK_OLD, SLACK)
        clear_vector(s, HAVE_NEW)
        clear_vector(s, NEED_NEW)


@helper
def arrived(s, units):
    """Count units that have just been added."""
    s[M_UNITS_LEFT] += units
    s[MANA] += units
    s[MANA_LEFT] += units


@helper
def available(s, obj):
    """An untapped, able permanent can be tapped for mana from now on (it entered, or it untapped in mid-turn)."""
    open_epoch(s, obj)
    if s[M_LISTED] == 0:
        list_all(s, obj, WORK)
    before = s[M_UNITS]
    list_source(s, obj, SLACK)
    arrived(s, s[M_UNITS] - before)


@helper
def board_changed(s, but):
    """A land arrived or left: sources that ask what lands could make give other units from now on."""
    before = s[M_BOARD_TYPES]
    count_lands(s, -1)
    if s[M_BOARD_TYPES] != before:
        settle(s)
        list_all(s, but, SLACK)
        s[MANA] += s[M_UNITS] - s[M_UNITS_LEFT]
        s[M_UNITS_LEFT] = s[MANA_LEFT] = s[M_UNITS]


@helper
def arrive(s, obj):
    """A permanent of any kind has entered (it is on the live list): its units, if it may be tapped."""
    source = source_of(s, obj)
    if source >= 0:
        if s[source + S_FLAGS] & SF_LAND:
            if unlikely(s[BOARD_PLAN] != 0):
                board_changed(s, obj)
            else:
                add_land(s, source)
        if able(s, obj):
            if s[M_OPEN] == 0 and s[M_LISTED] == 0 and s[M_UNITS_LEFT] + s[source + S_UNITS] <= MAX_UNITS:
                if s[source + S_VECTOR]:
                    add_vector(s, SLACK, s[source + S_VECTOR], 1)
                else:
                    for number in range(s[source + S_UNITS]):
                        kinds = s[SET_OF_TYPES + s[source + S_TYPES + number]]
                        add_vector(s, SLACK, UNIT_VECTOR + kinds * MANA_WORDS, 1)
                arrived(s, s[source + S_UNITS])
            else:
                available(s, obj)


@helper
def tap(s, obj):
    """A permanent has become tapped for another reason than mana: open payments are settled, its units are gone."""
    if source_of(s, obj) >= 0:
        settle(s)
        if s[M_LISTED] == 0:
            list_all(s, -1, WORK)
        for rank in range(ORDINARY, ONE_SHOT + 1):
            drop_units(s, rank * RANK + (obj + 1) * PLACE, rank * RANK + (obj + 1) * PLACE + PLACE - 1)
        all_anew(s)


@helper
def without(s, obj):
    """In WORK the slack without the units of a permanent; is what is open payable from the others? Nothing changes.

    A permanent that is tapped or sacrificed for a cost makes no mana for it (CST-7).
    """
    if s[M_DUE]:
        finish_phase(s)
    if s[M_LISTED] == 0:
        list_all(s, -1, WORK)
    copy_vector(s, WORK, SLACK_OLD if s[M_EPOCH] else SLACK)
    fits = less_units(s, obj, 0)
    if s[M_EPOCH]:
        least_above(s, WORK, WORK2)
        copy_vector(s, WORK, WORK2)
        add_vector(s, WORK, HAVE_NEW, 1)
        fits &= less_units(s, obj, 1)
        fits &= less(s, NEED_NEW)
    return fits & HIGH == HIGH


@helper
def less(s, vector):
    """Take a vector away from WORK; a top bit that is gone from the result: that byte would be negative."""
    fits = HIGH
    for w in range(s[PLAN_WORDS_N]):
        rest = minus(s[WORK + w] | HIGH, s[vector + w])
        fits &= rest
        s[WORK + w] = rest & LOW
    return fits


@helper
def less_units(s, obj, epoch):
    """Take the units of a permanent that arrived in an epoch away from WORK; as `less`."""
    fits = HIGH
    for i in range(s[M_UNITS]):
        unit = UNIT + i * UNIT_STRIDE
        if is_of(s, unit, obj) and s[unit + UNIT_EPOCH] == epoch:
            fits &= less(s, UNIT_VECTOR + s[unit + UNIT_SET] * MANA_WORDS)
    return fits


@helper
def is_of(s, unit, obj):
    """Is this unit still in the permanent? (What floats is not.)"""
    return s[unit + UNIT_ORDER] >= RANK and ((s[unit + UNIT_ORDER] // PLACE) & 0xFFFF) - 1 == obj


@helper
def set_apart(s, obj):
    """The units of a permanent will not be used; what is open stays open, which `without` has allowed."""
    without(s, obj)
    base = SLACK_OLD if s[M_EPOCH] else SLACK
    i = 0
    while i < s[M_UNITS]:
        unit = UNIT + i * UNIT_STRIDE
        if is_of(s, unit, obj):
            vector = UNIT_VECTOR + s[unit + UNIT_SET] * MANA_WORDS
            add_vector(s, HAVE_NEW if s[unit + UNIT_EPOCH] else base, vector, -1)
            s[LEFT_OF_SET + s[unit + UNIT_EPOCH] * SETS + s[unit + UNIT_SET]] -= 1
            s[M_UNITS] -= 1
            s[M_UNITS_LEFT] -= 1
            s[MANA_LEFT] -= 1
            for field in range(UNIT_STRIDE):
                s[unit + field] = s[UNIT + s[M_UNITS] * UNIT_STRIDE + field]
        else:
            i += 1
    copy_vector(s, SLACK, WORK)


@helper
def leave(s, obj):
    """A permanent leaves the battlefield (it may still be on the live list)."""
    source = source_of(s, obj)
    if source >= 0:
        tap(s, obj)
        if s[source + S_FLAGS] & SF_LAND:
            before = s[M_BOARD_TYPES]
            count_lands(s, obj)
            if s[BOARD_PLAN] and s[M_BOARD_TYPES] != before:
                list_all(s, obj, SLACK)
                s[M_UNITS_LEFT] = s[MANA_LEFT] = s[M_UNITS]


@helper
def add_floating(s, types, n):
    """Mana of these types (WUBRGC bits; one of them each) from a spell or ability: n one-shot units that float."""
    open_epoch(s, -1)
    if s[M_LISTED] == 0:
        list_all(s, -1, WORK)
    before = s[M_UNITS]
    for _ in range(min(n, MAX_UNITS - before)):
        list_unit(s, s[M_SERIAL] & 255, types, FLOATING, 1, SLACK)
        s[M_SERIAL] += 1
    arrived(s, s[M_UNITS] - before)


@helper
def payable(s, need):
    """Can the packed need at this offset be paid on top of all open payments?"""
    if unlikely(s[M_DUE] != 0):
        finish_phase(s)
    return covers(s, SLACK, need)


@helper
def left(s):
    """Mana units that no payment needs."""
    if unlikely(s[M_DUE] != 0):
        finish_phase(s)
    return s[M_UNITS_LEFT] - s[M_OPEN]


@helper
def add_generic(s, from_need, n, to_need):
    """Copy a need and add n generic pips (X); at most 127 pips in all."""
    copy_vector(s, to_need, from_need)
    s[to_need] += min(n, 127 - (s[from_need] & 127))


@helper
def pay(s, need, pips, n_pips):
    """Open a payment that `payable` allowed; `pips` is the offset of its n typed pips (sets), the rest is generic."""
    epoch = s[M_EPOCH]
    total = s[need] & 127
    add_vector(s, SLACK, need, -1)
    if epoch:
        add_vector(s, NEED_NEW, need, 1)
    for i in range(n_pips):
        s[OPEN_TYPES + s[M_TYPED] + i] = s[pips + i] | (epoch << 8)
    s[M_TYPED] += n_pips
    s[M_GENERIC0 + epoch] += total - n_pips
    s[M_OPEN] += total
    s[M_OPEN_NOW] += total
    s[MANA_LEFT] -= total


# ---- what one more land would do -------------------------------------------------------------------------------
@helper
def one_more_land(s, kind):
    """In WORK what could be paid if one more land of this kind were untapped. Nothing changes.

    A fetch land counts as any land it may find that could pay at once. The types of lands that ask the board are taken as they are now, and where the arrival would settle what is open,
    the chain condition is asked without settling.
    """
    if unlikely(s[M_DUE] != 0):
        finish_phase(s)
    if s[M_OPEN]:
        least_above(s, SLACK, WORK)
    else:
        copy_vector(s, WORK, SLACK)
    if s[K_FINDS_NOW + kind]:
        add_vector(s, WORK, UNIT_VECTOR + s[SET_OF_TYPES + s[K_FINDS_NOW + kind]] * MANA_WORDS, 1)
    else:
        add_kind(s, WORK, kind, s[M_UNITS_LEFT])


@helper
def payable_with(s, more, need):
    """Would the need be payable if the units counted in the vector `more` arrived now?"""
    if unlikely(s[M_DUE] != 0):
        finish_phase(s)
    least_above(s, SLACK, WORK)
    for w in range(s[PLAN_WORDS_N]):
        s[WORK + w] = least_bytes(s[WORK + w], (MAX_UNITS - MAX_FETCHED) * ONES) + s[more + w]
    return covers(s, WORK, need)


@helper
def payable_with_land(s, kind, need):
    """Would the need be payable if one more land of this kind were untapped?"""
    one_more_land(s, kind)
    return covers(s, WORK, need)


@helper
def next_turn(s, kind):
    """In WORK what can be paid next turn from the lands in play and one more land of this kind (-1: none).

    A fetch land counts as any land it may find.
    """
    copy_vector(s, WORK, LAND_VECTOR)
    if kind >= 0 and s[K_FINDS + kind]:
        add_vector(s, WORK, UNIT_VECTOR + s[SET_OF_TYPES + s[K_FINDS + kind]] * MANA_WORDS, 1)
    else:
        add_kind(s, WORK, kind, s[M_LAND_UNITS])


@helper
def next_turn_payable(s, kind, need):
    """Is the need payable next turn from the lands in play and one more land of this kind (-1: none)?"""
    next_turn(s, kind)
    return covers(s, WORK, need)
