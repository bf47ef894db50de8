"""What could be paid on a turn with the best land drops (SEMANTICS 1, "payable"): chosen among the lands had.

For lands of one mana each, "at most t lands, at most t - 1 of which enter tapped" is a laminar matroid, so by Rado's
theorem the pips fit exactly when for every set U of types
pips(U) <= permanents(U) + min(t, untapped(U) + min(t - 1, tapped(U))).
Lands that make several mana are chosen by trying every number of each. A fetch land stands for a land that it finds
(kernel/mana_fetch.py) and counts as one that enters tapped; where all t lands are needed, a fetch land that finds an
untapped land is tried as the drop of this turn. Lands that the game began with are permanents beside the drops, and
only turns since then have drops.
"""

# isort: off
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import ctz, drop_lowest, unlikely
from analyzer.kernel.layout import (
    ENTERS_TAPPED, F_BASIC, F_CREATURE, F_HASTE, HAD, KIND_SET, K_FLAGS, K_TAPPED, K_TAPPED_ARG, K_TAPPED_SET,
    LANDS_HAD, LIFE, LIVE, LIVE_LIST, MANA_WORDS, OBJECT, OBJECT_STRIDE, OPPONENT_LIFE, O_ARRIVED, O_KIND,
    PLAN_WORDS_N, PLAY, PLAYERS, START_TURN, TURN, UNLESS_ANY_LIFE, UNLESS_BASICS, UNLESS_CONTROL, UNLESS_EARLY, UNLESS_FEW_LANDS,
    UNLESS_LIFE, UNLESS_MANY_LANDS, UNLESS_OPPONENTS, UNLESS_REVEAL,
)  # fmt: skip
from analyzer.kernel.mana_layout import (
    BOARD_PLAN, DROPS_FETCH, DROPS_FREE, DROPS_TAPPED, DROPS_UNTAPPED, FETCH, FETCHES_N, FETCH_COUNT, FETCH_STRIDE,
    FT_KIND, FT_LIFE, FT_TARGETS, FT_UNTAPPED, K_FINDS, LINKED, MANY, MAX_FETCHED, MAX_UNITS, M_DROPS_FETCH, M_DROPS_KEY, M_DROPS_MANY,
    PICKED, SET_OF_TYPES, SF_LAND, SIMPLE, SOURCE, SOURCES_N, SOURCE_STRIDE, STARTED, S_BOARD, S_DROP, S_FLAGS, S_KIND, S_TYPES,
    S_UNITS, S_VECTOR, TARGET, TARGET_COUNT, TARGET_STRIDE, TG_COPIES, TG_KIND, TG_SET, UNIT_VECTOR, WORK, WORK2,
)  # fmt: skip
from analyzer.kernel.mana_fetch import count_drops, linked
from analyzer.kernel.mana_units import add_kind, source_of
from analyzer.kernel.mana_vectors import HIGH, ONES, add_vector, clear_vector, copy_vector, least_bytes
from analyzer.kernel.wrap import minus
# isort: on


@helper
def had_of(s, kinds):
    """Copies had, or in play, of the kinds of a kind set."""
    found = 0
    for half in range(2):
        mask = s[kinds + half]
        while mask:
            kind = 64 * half + ctz(mask)
            mask &= mask - 1
            found += max(s[HAD + kind], s[PLAY + kind])
    return found


@helper
def drops_so_far(s):
    """Land drops of this game up to this turn."""
    return min(s[TURN] - s[START_TURN] + 1, MAX_UNITS)


@helper
def lands_before(s):
    """Lands that lie on the battlefield before the drop of this turn, with a drop in every turn."""
    return drops_so_far(s) - 1 + s[STARTED]


@helper
def last_drop_untapped(s, kind):
    """Could a land of this kind, had, enter untapped as the drop of this turn, with one land for each turn before?

    Lands that ask for other lands are believed when such a land was had.
    """
    code = s[K_TAPPED + kind]
    n = s[K_TAPPED_ARG + kind]
    others = lands_before(s)
    kinds = KIND_SET + 2 * s[K_TAPPED_SET + kind]
    if code <= ENTERS_TAPPED:
        return code != ENTERS_TAPPED
    if code == UNLESS_BASICS:
        basics = 0
        for i in range(s[SOURCES_N]):
            other = s[SOURCE + i * SOURCE_STRIDE + S_KIND]
            basics += max(s[HAD + other], s[PLAY + other]) if s[K_FLAGS + other] & F_BASIC else 0
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
def drops_key(s):
    """What the vectors of the lands had depend on: turn, number of lands had, life."""
    return (s[TURN] << 40) + (s[LANDS_HAD] << 20) + (s[LIFE] & 0xFFFFF)


@helper
def gather_drops(s):
    """Vectors of the lands had, once for each turn, number of lands had and life."""
    if s[M_DROPS_KEY] == drops_key(s):
        return
    clear_vector(s, DROPS_TAPPED)
    s[M_DROPS_FETCH] = count_drops(s, 0) if s[FETCHES_N] else 0
    if s[M_DROPS_FETCH]:
        linked(s, DROPS_FETCH)
        copy_vector(s, DROPS_TAPPED, DROPS_FETCH)
    gather_lands(s, MAX_UNITS - min(s[M_DROPS_FETCH], MAX_FETCHED))


@helper
def gather_lands(s, room):
    """Add the lands had that are no fetch lands, up to so many."""
    s[M_DROPS_KEY], s[M_DROPS_MANY] = drops_key(s), 0
    clear_vector(s, DROPS_UNTAPPED)
    board = types_had(s) if unlikely(s[BOARD_PLAN] != 0) else 0
    for source in range(SOURCE, SOURCE + s[SOURCES_N] * SOURCE_STRIDE, SOURCE_STRIDE):
        kind = s[source + S_KIND]
        copies = s[HAD + kind]
        if s[source + S_DROP]:
            add_vector(s, s[source + S_DROP], s[source + S_VECTOR], copies)
            room -= copies
        elif copies and s[source + S_FLAGS] & SF_LAND and s[K_FINDS + kind] == 0:
            if unlikely(s[source + S_UNITS] > 1):
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
def gather_free(s, lands_only):
    """Vector of the mana permanents in play that are not summoning sick: of lands those that the game began with.

    Fetch lands that the game began with are counted apart from those had: both may stand for the same last copy.
    """
    clear_vector(s, DROPS_FREE)
    if s[STARTED] and s[FETCHES_N] and count_drops(s, 1):
        linked(s, DROPS_FREE)
    if s[STARTED] or (lands_only == 0 and s[SIMPLE] == 0):
        gather_permanents(s, lands_only)


@helper
def gather_permanents(s, lands_only):
    """As `gather_free`, added to what fetch lands stand for."""
    units = s[DROPS_FREE] & 127
    for i in range(s[LIVE]):
        at = OBJECT + s[LIVE_LIST + i] * OBJECT_STRIDE
        source = source_of(s, s[LIVE_LIST + i])
        sick = s[K_FLAGS + s[at + O_KIND]] & (F_CREATURE | F_HASTE) == F_CREATURE and s[at + O_ARRIVED] == s[TURN]
        if source >= 0 and s[source + S_FLAGS] & SF_LAND:
            counts = s[at + O_ARRIVED] < s[START_TURN] and s[K_FINDS + s[at + O_KIND]] == 0
        else:
            counts = source >= 0 and lands_only == 0 and not sick
        if counts:
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
def drops_or_fetch_fit(s, need, free, most, most_tapped):
    """As `drops_fit`, or with a fetch land that finds an untapped land as the last drop."""
    if drops_fit(s, need, free, most, most_tapped):
        return True
    if s[M_DROPS_FETCH] == 0 or most_tapped == most or not drops_fit(s, need, free, most, most):
        return False
    count_drops(s, 0)
    for i in range(s[FETCHES_N]):
        fetch = FETCH + i * FETCH_STRIDE
        enters = s[FETCH_COUNT + i] > 0 and last_drop_untapped(s, s[fetch + FT_KIND])
        targets = s[fetch + FT_TARGETS] if enters else 0
        while targets:
            j = ctz(targets)
            targets = drop_lowest(targets)
            target = TARGET + j * TARGET_STRIDE
            itself = s[target + TG_COPIES] < 0
            finds = (
                s[fetch + FT_UNTAPPED] and s[fetch + FT_LIFE] <= s[LIFE] and last_drop_untapped(s, s[target + TG_KIND])
            )
            if s[TARGET_COUNT + j] and (itself or finds) and fits_beside(s, need, free, most - 1, i, j):
                return True
    return False


@helper
def fits_beside(s, need, free, most, i, j):
    """Do the pips fit when fetch land i has found target j, and `most` other lands are chosen, tapped or not?"""
    s[FETCH_COUNT + i] -= 1
    s[TARGET_COUNT + j] -= 1
    linked(s, LINKED)
    unit = UNIT_VECTOR + s[TARGET + j * TARGET_STRIDE + TG_SET] * MANA_WORDS
    for w in range(s[PLAN_WORDS_N]):
        s[WORK2 + w] = least_bytes(s[free + w], (MAX_UNITS - most - 1) * ONES) + s[unit + w]
        s[DROPS_TAPPED + w] += s[LINKED + w] - s[DROPS_FETCH + w]
    fits = drops_fit(s, need, WORK2, most, most)
    for w in range(s[PLAN_WORDS_N]):
        s[DROPS_TAPPED + w] += s[DROPS_FETCH + w] - s[LINKED + w]
    s[FETCH_COUNT + i] += 1
    s[TARGET_COUNT + j] += 1
    return fits


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
    return most_tapped >= 0 and drops_or_fetch_fit(s, need, WORK, turn - taken, most_tapped)


@helper
def drops_vector(s, to, lands_only):
    """What the best land drops of this turn give, as one packed vector `to` for many needs.

    False: there are lands of several mana or fetch lands, so every need must be asked by itself
    (`payable_best_drops`).
    """
    if unlikely(s[FETCHES_N] != 0) and (s[STARTED] or count_drops(s, 0)):
        return False
    if s[M_DROPS_KEY] != drops_key(s):
        s[M_DROPS_FETCH] = 0
        clear_vector(s, DROPS_TAPPED)
        gather_lands(s, MAX_UNITS)
    turn = drops_so_far(s)
    clear_vector(s, DROPS_FREE)
    if unlikely((s[STARTED] != 0) | ((lands_only == 0) & (s[SIMPLE] == 0))):
        gather_permanents(s, lands_only)
    for w in range(s[PLAN_WORDS_N]):
        lands = s[DROPS_UNTAPPED + w] + least_bytes(s[DROPS_TAPPED + w], max(turn - 1, 0) * ONES)
        s[to + w] = least_bytes(s[DROPS_FREE + w], (MAX_UNITS - turn) * ONES) + least_bytes(lands, turn * ONES)
    return s[M_DROPS_MANY] == 0


@helper
def payable_best_drops(s, need, lands_only):
    """Could this packed need be paid this turn with the best land drops and, unless `lands_only`, permanents in play?

    At most a land for each turn of this game among those had, one of them untapped on entering if all are needed.
    Nothing changes.
    """
    gather_drops(s)
    turn = drops_so_far(s)
    gather_free(s, lands_only)
    fits = drops_or_fetch_fit(s, need, DROPS_FREE, turn, max(turn - 1, 0))
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
