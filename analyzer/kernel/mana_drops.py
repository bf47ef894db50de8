"""What could be paid on a turn with the best land drops (SEMANTICS 1, "payable"): chosen among the lands had.

For lands of one mana each, "at most t lands, at most t - 1 of which enter tapped" is a laminar matroid, so by Rado's
theorem the pips fit exactly when for every set U of types
pips(U) <= permanents(U) + min(t, untapped(U) + min(t - 1, tapped(U))).
Lands that make several mana are chosen by trying every number of each.
"""

# isort: off
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import ctz
from analyzer.kernel.layout import (
    ENTERS_TAPPED, F_BASIC, F_CREATURE, F_HASTE, HAD, KIND_SET, K_FLAGS, K_TAPPED, K_TAPPED_ARG, K_TAPPED_SET,
    LANDS_HAD, LIFE, LIVE, LIVE_LIST, MANA_WORDS, OBJECT, OBJECT_STRIDE, OPPONENT_LIFE, O_ARRIVED, O_KIND,
    PLAN_WORDS_N, PLAYERS, TURN, UNLESS_ANY_LIFE, UNLESS_BASICS, UNLESS_CONTROL, UNLESS_EARLY, UNLESS_FEW_LANDS,
    UNLESS_LIFE, UNLESS_MANY_LANDS, UNLESS_OPPONENTS, UNLESS_REVEAL,
)  # fmt: skip
from analyzer.kernel.mana_layout import (
    BOARD_PLAN, DROPS_FREE, DROPS_TAPPED, DROPS_UNTAPPED, MANY, MAX_UNITS, M_DROPS_KEY, M_DROPS_MANY, PICKED,
    SET_OF_TYPES, SF_LAND, SIMPLE, SOURCE, SOURCES_N, SOURCE_STRIDE, S_BOARD, S_FLAGS, S_KIND, S_TYPES, S_UNITS,
    UNIT_VECTOR, WORK,
)  # fmt: skip
from analyzer.kernel.mana_units import add_kind, source_of
from analyzer.kernel.mana_vectors import HIGH, ONES, add_vector, clear_vector, copy_vector, least_bytes
from analyzer.kernel.wrap import minus
# isort: on


@helper
def had_of(s, kinds):
    """Copies had of the kinds of a kind set."""
    found = 0
    for half in range(2):
        mask = s[kinds + half]
        while mask:
            kind = 64 * half + ctz(mask)
            mask &= mask - 1
            found += s[HAD + kind]
    return found


@helper
def last_drop_untapped(s, kind):
    """Could a land of this kind, had, enter untapped as the drop of this turn, with one land for each turn before?

    Lands that ask for other lands are believed when such a land was had.
    """
    code = s[K_TAPPED + kind]
    n = s[K_TAPPED_ARG + kind]
    others = s[TURN] - 1
    kinds = KIND_SET + 2 * s[K_TAPPED_SET + kind]
    if code <= ENTERS_TAPPED:
        return code != ENTERS_TAPPED
    if code == UNLESS_BASICS:
        basics = 0
        for i in range(s[SOURCES_N]):
            other = s[SOURCE + i * SOURCE_STRIDE + S_KIND]
            basics += s[HAD + other] if s[K_FLAGS + other] & F_BASIC else 0
        return min(basics, others) >= n
    return (
        (code == UNLESS_LIFE and s[LIFE] > 4)
        or (code == UNLESS_FEW_LANDS and others <= n)
        or (code == UNLESS_MANY_LANDS and others >= n)
        or (code in (UNLESS_CONTROL, UNLESS_REVEAL) and had_of(s, kinds) > 0)
        or (code == UNLESS_EARLY and s[TURN] <= n)
        or (code == UNLESS_OPPONENTS and s[PLAYERS] - 1 >= n)
        or (code == UNLESS_ANY_LIFE and min(s[LIFE], s[OPPONENT_LIFE]) <= n)
    )


@helper
def gather_drops(s):
    """Vectors of the lands had, once for each turn, number of lands had and life."""
    key = (s[TURN] << 40) + (s[LANDS_HAD] << 20) + (s[LIFE] & 0xFFFFF)
    if key == s[M_DROPS_KEY]:
        return
    s[M_DROPS_KEY], s[M_DROPS_MANY] = key, 0
    clear_vector(s, DROPS_UNTAPPED)
    clear_vector(s, DROPS_TAPPED)
    room = MAX_UNITS
    board = types_had(s) if s[BOARD_PLAN] else 0
    for source in range(SOURCE, SOURCE + s[SOURCES_N] * SOURCE_STRIDE, SOURCE_STRIDE):
        kind = s[source + S_KIND]
        copies = s[HAD + kind]
        if copies and s[source + S_FLAGS] & SF_LAND:
            if s[source + S_UNITS] > 1:
                s[MANY + s[M_DROPS_MANY]] = source
                s[M_DROPS_MANY] += 1
            else:
                types = s[source + S_TYPES] if s[source + S_TYPES] else board & s[source + S_BOARD]
                copies = min(copies, room) if types else 0
                to = DROPS_UNTAPPED if last_drop_untapped(s, kind) else DROPS_TAPPED
                add_vector(s, to, UNIT_VECTOR + s[SET_OF_TYPES + types] * MANA_WORDS, copies)
                room -= copies


@helper
def types_had(s):
    """Types that the lands had make, those that ask the board left out."""
    types = 0
    for source in range(SOURCE, SOURCE + s[SOURCES_N] * SOURCE_STRIDE, SOURCE_STRIDE):
        if s[source + S_FLAGS] & SF_LAND and s[HAD + s[source + S_KIND]]:
            for number in range(s[source + S_UNITS]):
                types |= s[source + S_TYPES + number]
    return types


@helper
def gather_free(s):
    """Vector of the mana permanents in play, lands left out, that are not summoning sick."""
    clear_vector(s, DROPS_FREE)
    units = 0
    for i in range(s[LIVE]):
        at = OBJECT + s[LIVE_LIST + i] * OBJECT_STRIDE
        source = source_of(s, s[LIVE_LIST + i])
        sick = s[K_FLAGS + s[at + O_KIND]] & (F_CREATURE | F_HASTE) == F_CREATURE and s[at + O_ARRIVED] == s[TURN]
        if source >= 0 and s[source + S_FLAGS] & SF_LAND == 0 and not sick:
            add_kind(s, DROPS_FREE, s[at + O_KIND], units)
            units += s[source + S_UNITS]


@helper
def drops_fit(s, need, free, most, most_tapped):
    """Do the pips fit the units of `free` and `most` lands of one mana, at most `most_tapped` of which enter tapped?"""
    fits = HIGH
    room = (MAX_UNITS - most) * ONES  # so that no byte passes 127
    for w in range(s[PLAN_WORDS_N]):
        lands = s[DROPS_UNTAPPED + w] + least_bytes(s[DROPS_TAPPED + w], most_tapped * ONES)
        have = least_bytes(s[free + w], room) + least_bytes(lands, most * ONES)
        fits &= minus(have | HIGH, s[need + w])
    return fits & HIGH == HIGH


@helper
def picked_fit(s, need, turn):
    """Do the pips fit with the lands of several mana that are picked now?"""
    taken, untapped = 0, 0
    copy_vector(s, WORK, DROPS_FREE)
    for i in range(s[M_DROPS_MANY]):
        source, copies = s[MANY + i], s[PICKED + i]
        taken += copies
        untapped |= copies > 0 and last_drop_untapped(s, s[source + S_KIND])
        for number in range(s[source + S_UNITS]):
            types = s[source + S_TYPES + number]
            add_vector(s, WORK, UNIT_VECTOR + s[SET_OF_TYPES + types] * MANA_WORDS, copies)
    most_tapped = turn - taken - (0 if untapped else 1)
    return most_tapped >= 0 and drops_fit(s, need, WORK, turn - taken, most_tapped)


@helper
def drops_vector(s, to, lands_only):
    """What the best land drops of this turn give, as one packed vector `to` for many needs.

    False: there are lands of several mana, so every need must be asked by itself (`payable_best_drops`).
    """
    gather_drops(s)
    turn = min(s[TURN], MAX_UNITS)
    if lands_only or s[SIMPLE]:
        clear_vector(s, DROPS_FREE)
    else:
        gather_free(s)
    for w in range(s[PLAN_WORDS_N]):
        lands = s[DROPS_UNTAPPED + w] + least_bytes(s[DROPS_TAPPED + w], max(turn - 1, 0) * ONES)
        s[to + w] = least_bytes(s[DROPS_FREE + w], (MAX_UNITS - turn) * ONES) + least_bytes(lands, turn * ONES)
    return s[M_DROPS_MANY] == 0


@helper
def payable_best_drops(s, need, lands_only):
    """Could this packed need be paid this turn with the best land drops and, unless `lands_only`, permanents in play?

    At most TURN lands among those had, one of them untapped on entering if all are needed. Nothing changes.
    """
    gather_drops(s)
    turn = min(s[TURN], MAX_UNITS)
    if lands_only or s[SIMPLE]:
        clear_vector(s, DROPS_FREE)
    else:
        gather_free(s)
    fits = drops_fit(s, need, DROPS_FREE, turn, max(turn - 1, 0))
    if s[M_DROPS_MANY] == 0 or fits:
        return fits
    for i in range(s[M_DROPS_MANY]):
        s[PICKED + i] = 0
    i = 0
    while i < s[M_DROPS_MANY]:
        if s[PICKED + i] == min(s[HAD + s[s[MANY + i] + S_KIND]], turn):
            s[PICKED + i] = 0
            i += 1
        else:
            s[PICKED + i] += 1
            i = 0
            if picked_fit(s, need, turn):
                return True
    return False
