"""Mana of the present turn: which costs can be paid on top of those already paid, and which sources are used up (F12).

The pips of a turn are payable when for every chain U0 ⊇ U1 of sets the pips fit the units (SEMANTICS 7). Slack(U) =
units that meet U minus pips inside U; a new cost is payable when no byte of slack minus need is negative. When units
arrive while payments are open, the second epoch's slack is the least slack over all supersets plus what is new, so the
pairs of sets are never listed. Payments stay open until `settle`.
"""

# isort: off
from analyzer.contract import events, status
from analyzer.kernel import log
from analyzer.kernel._jit import helper
from analyzer.kernel.layout import (
    COLOURS_N, F_CREATURE, F_HASTE, K_FLAGS, K_MANA_INDEX, LIVE, LIVE_LIST, LOG_ROWS, MANA, MANA_LEFT, MANA_WORDS,
    O_ARRIVED, O_KIND, O_TAPPED, OBJECT, OBJECT_STRIDE, PLAN_WORDS_N, STATUS, TURN,
)  # fmt: skip
from analyzer.kernel.mana_layout import (
    BOARD_PLAN, FEWER_LEFT, FLOATING, GONE, HAVE_NEW, LAND_VECTOR, LEFT_OF_SET, M_BOARD_TYPES, M_DROPS_KEY, M_DUE,
    M_EPOCH, M_FLOATING, M_GENERIC0, M_GENERIC1, M_GONE, M_LAND_UNITS, M_LISTED, M_OPEN, M_OPEN_NOW,
    M_SERIAL, M_TYPED, M_UNITS, M_UNITS_LEFT, MAX_UNITS, NEED_NEW, ONE_SHOT, OPEN_TYPES, ORDINARY, PIP_VECTOR, PLACE,
    RANK, S_BOARD, S_FLAGS, S_TYPES, S_UNITS, SET_OF_TYPES, SET_SIZE, SETS, SF_LAND, SF_ONE_SHOT, SIMPLE, SLACK,
    SLACK_OLD, SOURCE, SOURCE_STRIDE, TYPES_COUNT, TYPES_OF_SET, UNIT, UNIT_EPOCH, UNIT_ONCE, UNIT_ORDER, UNIT_SET,
    UNIT_STRIDE, UNIT_TYPES, UNIT_VECTOR, WORK, WORK2,
)  # fmt: skip
# isort: on

HIGH = -0x7F7F7F7F7F7F7F80  # the top bit of every byte
LOW = 0x7F7F7F7F7F7F7F7F
ONES = 0x0101010101010101
LAST = 1 << 62


# ---- packed vectors --------------------------------------------------------------------------------------------
@helper
def add_vector(s, to, vector, times):
    """Add a packed vector `times` times (-1 takes it away)."""
    for w in range(s[PLAN_WORDS_N]):
        s[to + w] += times * s[vector + w]


@helper
def copy_vector(s, to, vector):
    """Copy a packed vector."""
    for w in range(s[PLAN_WORDS_N]):
        s[to + w] = s[vector + w]


@helper
def clear_vector(s, vector):
    """Set a packed vector to zero."""
    for w in range(s[PLAN_WORDS_N]):
        s[vector + w] = 0


@helper
def covers(s, slack, need):
    """Is every byte of `slack` at least that of `need`? (Both 0..127, so no byte borrows from the next.)"""
    fits = HIGH
    for w in range(s[PLAN_WORDS_N]):
        fits &= (s[slack + w] | HIGH) - s[need + w]
    return fits & HIGH == HIGH


@helper
def least_bytes(x, y):
    """The lesser of each pair of bytes (0..127)."""
    larger = ((x | HIGH) - y) & HIGH
    mask = larger - ((larger >> 7) & ONES)
    return (y & mask) | (x & ~mask)


@helper
def least_above(s, vector, to):
    """For every set the least entry among its supersets and "everything": one pass a type instead of 3**c pairs."""
    words = s[PLAN_WORDS_N]
    everything = s[vector] & 127
    copy_vector(s, to, vector)
    for bit in range(s[COLOURS_N]):
        without = 0x00FF00FF00FF00FF if bit == 0 else (0x0000FFFF0000FFFF if bit == 1 else 0x00000000FFFFFFFF)
        for w in range(words):
            x = s[to + w]
            if bit < 3:
                s[to + w] = least_bytes(x, ((x >> (8 << bit)) & without) | (x & ~without))
            elif w & (1 << (bit - 3)) == 0:
                s[to + w] = least_bytes(x, s[to + w + (1 << (bit - 3))])
    for w in range(words):
        s[to + w] = least_bytes(s[to + w], everything * ONES)
    s[to] = (s[to] & ~127) | everything


# ---- the list of units -----------------------------------------------------------------------------------------
@helper
def source_of(s, obj):
    """Record of the source that this permanent is, -1 if it makes no mana."""
    index = s[K_MANA_INDEX + s[OBJECT + obj * OBJECT_STRIDE + O_KIND]]
    return SOURCE + index * SOURCE_STRIDE if index >= 0 else -1


@helper
def unit_types(s, source, number):
    """Types (WUBRGC bits) of one unit of a source now; 0: it makes none."""
    types = s[source + S_TYPES + number]
    return types if types else s[M_BOARD_TYPES] & s[source + S_BOARD]


@helper
def able(s, obj):
    """May this permanent be tapped for mana now?"""
    at = OBJECT + obj * OBJECT_STRIDE
    sick = s[K_FLAGS + s[at + O_KIND]] & (F_CREATURE | F_HASTE) == F_CREATURE and s[at + O_ARRIVED] == s[TURN]
    return source_of(s, obj) >= 0 and s[at + O_TAPPED] == 0 and not sick


@helper
def list_unit(s, place, types, rank, once, to):
    """Append a unit of the present epoch, and count it in the vector `to`."""
    unit = UNIT + s[M_UNITS] * UNIT_STRIDE
    kinds = s[SET_OF_TYPES + types]
    s[unit + UNIT_ORDER] = rank * RANK + s[SET_SIZE + kinds] * TYPES_COUNT + place
    s[unit + UNIT_SET], s[unit + UNIT_TYPES] = kinds, types
    s[unit + UNIT_EPOCH], s[unit + UNIT_ONCE] = s[M_EPOCH], once
    s[M_UNITS] += 1
    s[M_FLOATING] += rank == FLOATING
    s[LEFT_OF_SET + s[M_EPOCH] * SETS + kinds] += 1
    add_vector(s, to, UNIT_VECTOR + kinds * MANA_WORDS, 1)
    if s[M_EPOCH]:
        add_vector(s, HAVE_NEW, UNIT_VECTOR + kinds * MANA_WORDS, 1)


@helper
def list_source(s, obj, to):
    """Append all units of a permanent (none if that would be more than 127 units)."""
    source = source_of(s, obj)
    once = s[source + S_FLAGS] & SF_ONE_SHOT
    if s[M_UNITS] + s[source + S_UNITS] <= MAX_UNITS:
        for number in range(s[source + S_UNITS]):
            types = unit_types(s, source, number)
            if types:
                list_unit(s, (obj + 1) * PLACE + number, types, ONE_SHOT if once else ORDINARY, once != 0, to)


@helper
def list_all(s, but, to):
    """Make the list anew from the permanents that may be tapped, except `but`; floating units stay in it."""
    kept = 0
    for i in range(s[M_UNITS]):
        if s[UNIT + i * UNIT_STRIDE + UNIT_ORDER] < RANK:
            for field in range(UNIT_STRIDE):
                s[UNIT + kept * UNIT_STRIDE + field] = s[UNIT + i * UNIT_STRIDE + field]
            kept += 1
    s[M_UNITS], s[M_LISTED] = kept, 1
    count_units(s, to)
    for i in range(s[LIVE]):
        if s[LIVE_LIST + i] != but and able(s, s[LIVE_LIST + i]):
            list_source(s, s[LIVE_LIST + i], to)


@helper
def count_units(s, to):
    """Count the list anew, all of it as one epoch: units left by set, and their sum in the vector `to`."""
    clear_vector(s, to)
    for kinds in range(1 << s[COLOURS_N]):
        s[LEFT_OF_SET + kinds] = s[LEFT_OF_SET + SETS + kinds] = 0
    for i in range(s[M_UNITS]):
        unit = UNIT + i * UNIT_STRIDE
        s[unit + UNIT_EPOCH] = 0
        s[LEFT_OF_SET + s[unit + UNIT_SET]] += 1
        add_vector(s, to, UNIT_VECTOR + s[unit + UNIT_SET] * MANA_WORDS, 1)


@helper
def drop_units(s, first, last):
    """Take the units whose place in the order, without their number of types, lies in first..last off the list."""
    i = 0
    while i < s[M_UNITS]:
        unit = UNIT + i * UNIT_STRIDE
        place = s[unit + UNIT_ORDER] & ~(RANK - FEWER_LEFT)
        if first <= place <= last:
            s[M_UNITS] -= 1
            for field in range(UNIT_STRIDE):
                s[unit + field] = s[UNIT + s[M_UNITS] * UNIT_STRIDE + field]
        else:
            i += 1


@helper
def all_anew(s):
    """After units have left the list (nothing is open): count them."""
    count_units(s, SLACK)
    s[M_UNITS_LEFT] = s[MANA_LEFT] = s[M_UNITS]


# ---- turns and phases ------------------------------------------------------------------------------------------
@helper
def begin_game(s):
    """No lands, no units."""
    clear_vector(s, LAND_VECTOR)
    s[M_LAND_UNITS] = s[M_BOARD_TYPES] = s[M_GONE] = 0
    s[M_DROPS_KEY] = -1
    begin_turn(s)


@helper
def nothing_open(s):
    """No payment is open."""
    s[M_EPOCH] = s[M_OPEN] = s[M_OPEN_NOW] = s[M_TYPED] = s[M_GENERIC0] = s[M_GENERIC1] = 0


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
def end_turn(s):
    """The turn ends: as `end_phase`; what is left is gone when the next turn begins."""
    end_phase(s)


@helper
def finish_phase(s):
    """Do what `end_phase` put off."""
    s[M_DUE] = 0
    settle_now(s)
    if s[M_FLOATING]:
        drop_units(s, 0, (1 << 24) - 1)
        s[M_FLOATING] = 0
        all_anew(s)


# ---- sources come and go ---------------------------------------------------------------------------------------
@helper
def open_epoch(s, but):
    """Units are about to arrive (from permanent `but`): settle if payments are open from two epochs, else part them."""
    if s[M_DUE]:
        finish_phase(s)
    if s[M_OPEN] and s[M_LISTED] == 0:
        list_all(s, but, WORK)
    if s[M_OPEN_NOW] and s[M_EPOCH]:
        settle_now(s)
    if s[M_OPEN] and s[M_EPOCH] == 0:
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
def add_land(s, source):
    """Count the units of one more land in play."""
    if s[M_LAND_UNITS] + s[source + S_UNITS] <= MAX_UNITS:
        for number in range(s[source + S_UNITS]):
            types = unit_types(s, source, number)
            if types:
                add_vector(s, LAND_VECTOR, UNIT_VECTOR + s[SET_OF_TYPES + types] * MANA_WORDS, 1)
                s[M_LAND_UNITS] += 1


@helper
def count_lands(s, but):
    """Count the lands in play anew, except permanent `but`: what they can make (least fixed point, CLD-2), their units.

    Lands that ask what lands could make add nothing of their own, so the fixed point is one union.
    """
    clear_vector(s, LAND_VECTOR)
    s[M_LAND_UNITS] = s[M_BOARD_TYPES] = 0
    for again in range(2):
        for i in range(s[LIVE]):
            source = source_of(s, s[LIVE_LIST + i])
            if source >= 0 and s[source + S_FLAGS] & SF_LAND and s[LIVE_LIST + i] != but:
                if again:
                    add_land(s, source)
                else:
                    for number in range(s[source + S_UNITS]):
                        s[M_BOARD_TYPES] |= s[source + S_TYPES + number]


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
    """A permanent of any kind has entered (on the live list, O_TAPPED is set): its units, if it may be tapped."""
    source = source_of(s, obj)
    if source >= 0:
        if s[source + S_FLAGS] & SF_LAND:
            if s[BOARD_PLAN]:
                board_changed(s, obj)
            else:
                add_land(s, source)
        if able(s, obj):
            if s[M_OPEN] == 0 and s[M_LISTED] == 0 and s[M_UNITS_LEFT] + s[source + S_UNITS] <= MAX_UNITS:
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


# ---- paying ----------------------------------------------------------------------------------------------------
@helper
def payable(s, need):
    """Can the packed need at this offset be paid on top of all open payments?"""
    if s[M_DUE]:
        finish_phase(s)
    return covers(s, SLACK, need)


@helper
def left(s):
    """Mana units that no payment needs."""
    if s[M_DUE]:
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
        if chosen < 0:
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
        rest = (s[base + w] | HIGH) - (1 - new) * s[gone + w] + (1 - epoch) * s[paid + w]
        fits &= rest
        s[WORK + w] = rest & LOW
    if fits & HIGH == HIGH and s[M_EPOCH]:
        least_above(s, WORK, WORK2)
        for w in range(s[PLAN_WORDS_N]):
            have = s[WORK2 + w] + s[HAVE_NEW + w] - new * s[gone + w]
            fits &= (have | HIGH) - s[NEED_NEW + w] + epoch * s[paid + w]
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
        if once:
            s[GONE + s[M_GONE]] = obj
            s[M_GONE] += 1
        for j in range(s[M_UNITS]):
            other = UNIT + j * UNIT_STRIDE
            if ((s[other + UNIT_ORDER] // PLACE) & 0xFFFF) - 1 == obj and s[other + UNIT_ORDER] >= RANK:
                s[other + UNIT_ORDER] &= RANK - 1
                s[M_FLOATING] += 1
