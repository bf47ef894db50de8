"""The list of mana units that can still be used this turn, and what the lands in play can make."""

# isort: off
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import (
    COLOURS_N, F_CREATURE, F_HASTE, K_FLAGS, K_MANA_INDEX, LIVE, LIVE_LIST, MANA_LEFT, MANA_WORDS, OBJECT,
    OBJECT_STRIDE, O_ARRIVED, O_KIND, O_TAPPED, TURN,
)  # fmt: skip
from analyzer.kernel.mana_layout import (
    FEWER_LEFT, FLOATING, HAVE_NEW, LAND_VECTOR, LEFT_OF_SET, MAX_UNITS, M_BOARD_TYPES, M_EPOCH, M_FLOATING,
    M_LAND_UNITS, M_LISTED, M_UNITS, M_UNITS_LEFT, ONE_SHOT, ORDINARY, PLACE, RANK, SETS, SET_OF_TYPES, SET_SIZE,
    SF_LAND, SF_ONE_SHOT, SLACK, SOURCE, SOURCE_STRIDE, S_BOARD, S_FLAGS, S_TYPES, S_UNITS, S_VECTOR, TYPES_COUNT, UNIT,
    UNIT_EPOCH, UNIT_ONCE, UNIT_ORDER, UNIT_SET, UNIT_STRIDE, UNIT_TYPES, UNIT_VECTOR,
)  # fmt: skip
from analyzer.kernel.mana_vectors import add_vector, clear_vector
# isort: on


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
    if unlikely(s[M_EPOCH] != 0):
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


@helper
def add_land(s, source):
    """Count the units of one more land in play."""
    if s[M_LAND_UNITS] + s[source + S_UNITS] > MAX_UNITS:
        return
    if s[source + S_VECTOR]:
        add_vector(s, LAND_VECTOR, s[source + S_VECTOR], 1)
        s[M_LAND_UNITS] += 1
    else:
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
def add_kind(s, to, kind, units):
    """Add what a permanent of this kind gives, on top of `units` units that are there already."""
    index = s[K_MANA_INDEX + kind] if kind >= 0 else -1
    source = SOURCE + index * SOURCE_STRIDE
    if index < 0 or units + s[source + S_UNITS] > MAX_UNITS:
        return
    if s[source + S_VECTOR]:
        add_vector(s, to, s[source + S_VECTOR], 1)
    else:
        for number in range(s[source + S_UNITS]):
            types = unit_types(s, source, number)
            if types:
                add_vector(s, to, UNIT_VECTOR + s[SET_OF_TYPES + types] * MANA_WORDS, 1)
