"""Goals and measures of one game: what is read at the keep and at draw, land and turn moments, and added to the tally.

Words of the block that goals rely on, and when they must be right: SEAT, MULLIGANS, KEPT_CARDS, KEPT_LANDS_HAND,
FIRST_SEVEN_LANDS, TURN (0) at the keep; TURN, DREW_LAND at a draw; LAND_DROPS_MADE (turns with at least one land
played) right after the drop, at a land; LAND_DROPS_MADE, MISSED_DROPS (this turn included), MANA_SPENT_TURN and _TOTAL,
MANA_AVAILABLE_TURN and _TOTAL at a turn's end; LANDS_IN_PLAY, LANDS_HAD, HAND_SIZE, LIBRARY_SIZE, GRAVEYARD_SIZE, LIFE,
OPPONENT_LIFE, DAMAGE_DONE, CARDS_DRAWN, LOOKED_AT, BOTTOMED, BOTTOMED_DRAWN, SCRY_EVENTS, SURVEIL_EVENTS,
SPELLS_TOTAL, SHARDS_MADE, SHARDS_USED, ROLES_MADE, RING, FAILED_DRAW, MASK_HAND0 and 1 always; OVER_REASON when a game
has ended before its last turn was read; by kind HAND, PLAY, GRAVE, HAD, CAST, USED, SOURCE_LOOKED, SOURCE_BOTTOMED,
ENTERED_TAPPED, ENTERED_UNTAPPED.
"""

# isort: off
from analyzer.contract import events
from analyzer.kernel import log, mana
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import below, ctz, unlikely
from analyzer.kernel.goal_layout import (
    A_BIT, A_COMPLEMENT, A_COUNT, A_DONE, A_EXPR, A_FROM, A_LOW, A_SPAN, C_COUNT, C_FROM, C_OUT, C_TALLIES, CELLS,
    COMMANDER, CONDITIONS_N, COPIES, COPIES_N, COPY_STRIDE, DRAW, E_GIVEN, E_KNOWN, E_PAIRS, E_PAIRS_END, EXPR_STRIDE,
    EXPRS, G_DROPS, G_FIRST, G_HAVE, G_READ, GOALS_N, J_COUNT, J_EXTRA, J_FROM, J_MORE, J_OP, J_TO, JOB_CASTABLE,
    JOB_DIFFERENCE, JOB_PAYABLE, JOB_SOURCES, JOB_STRIDE, JOB_STUCK, JOB_TOTAL, JOB_UNPAYABLE, KEPT_SIZES, LAND,
    M_BINS, M_COUNT, M_FROM, M_KIND, M_OUT, M_VALUES, MEASURE_STRIDE, MEASURES, MEASURES_END, MEASURES_N, MO_JOB, MO_JOB_END,
    MO_MEASURE, MO_MEASURE_END, MO_PLAIN, MO_PLAIN_END, MO_TEST, MO_TEST_END, MOMENT_AT, MOMENT_STRIDE, NOTED, O_GIVEN,
    O_GOAL, O_KEPT, O_OVER, O_SOURCE, R_DISCARD, R_KIND, R_LIFE, R_NEED, RECORD_STRIDE, SOURCE_COLUMNS, SOURCES,
    SOURCES_N, TALLY_SIZE, TURN_END, ZERO_N,
)  # fmt: skip
from analyzer.kernel.layout import (
    HAND, HAND_SIZE, K_MANA_VALUE, KEPT_CARDS, LANDS_IN_PLAY, LIFE, LOG_ROWS, MANA_WORDS, MASK_HAND0,
    OVER_REASON, SOURCE_BOTTOMED, SOURCE_LOOKED, TURN, TURNS, USED,
)  # fmt: skip
from analyzer.kernel.mana_drops import drops_vector
from analyzer.kernel.mana_layout import FETCHES_N, M_BOARD_TYPES
from analyzer.kernel.mana_vectors import covers
from analyzer.kernel.pointer import call_unit
from analyzer.kernel.rule_layout import BY_FETCHING, UNIT_DROPS
from analyzer.kernel.system_layout import COMMAND0, COMMANDERS_N, TAX, TAX_STEP
from analyzer.kernel.system_layout import COMMANDER as COMMANDER_KIND
from analyzer.kernel.wrap import minus
# isort: on


@helper
def total_of(s, first, count):
    """The word `first`, or the sum of the `count` words whose addresses are listed there."""
    if count == 0:
        return s[first]
    total = 0
    for i in range(first, first + count):
        total += s[s[i]]
    return total


@within
def payable(s, need, lands_only):
    """1 if the need is payable with the best land drops of this turn; asked at its draw only."""
    made, have = G_DROPS + lands_only, G_HAVE + lands_only * MANA_WORDS
    if s[made] >> 1 != s[TURN]:
        s[made] = 2 * s[TURN] + drops_vector(s, have, lands_only)
    if s[made] & 1:
        return 1 * covers(s, have, need)
    return call_unit(s[UNIT_DROPS], s, need, lands_only)


@helper
def unpayable_mask(s, job):
    """Two words at J_TO: the listed kinds that no record makes payable this turn."""
    to, at = s[job + J_TO], s[job + J_FROM]
    s[to] = s[to + 1] = 0
    for record in range(at, at + s[job + J_COUNT] * RECORD_STRIDE, RECORD_STRIDE):
        s[to + (s[record] >> 6)] |= 1 << (s[record] & 63)
    for record in range(at, at + s[job + J_COUNT] * RECORD_STRIDE, RECORD_STRIDE):
        s[to + (s[record] >> 6)] &= ~(payable(s, record + R_NEED, 0) << (s[record] & 63))


@helper
def stuck_cards(s, masks):
    """Copies in hand of the kinds in these masks whose mana value the lands in play reach."""
    found = 0
    for word in range(2):
        mask = s[MASK_HAND0 + word] & s[masks + word]
        while mask:
            kind = word * 64 + ctz(mask)
            mask &= minus(mask, 1)
            if s[K_MANA_VALUE + kind] <= s[LANDS_IN_PLAY]:
                found += s[HAND + kind]
    return found


@helper
def at_hand(s, kind):
    """Is a copy in hand, or a commander (kind + COMMANDER) in the command zone?"""
    own = kind & (COMMANDER - 1)
    return s[HAND + own] > 0 or (kind >= COMMANDER and s[COMMAND0 + (own >> 6)] >> (own & 63) & 1 != 0)


@helper
def tax(s, kind):
    """Generic mana that a commander (kind + COMMANDER) costs more from the command zone (903.8)."""
    own = kind & (COMMANDER - 1)
    if kind >= COMMANDER and s[HAND + own] == 0:
        for i in range(s[COMMANDERS_N]):
            if s[COMMANDER_KIND + i] == own:
                return TAX_STEP * s[TAX + i]
    return 0


@helper
def castable(s, record):
    """Can all costs of this record be paid now?"""
    more = tax(s, s[record + R_KIND])
    s[record + R_NEED] += more  # the first word of a need counts its mana
    mana_fits = mana.payable(s, record + R_NEED)
    if unlikely(s[FETCHES_N] != 0) and not mana_fits:
        mana_fits = call_unit(s[UNIT_DROPS], s, record + R_NEED, BY_FETCHING) != 0
    s[record + R_NEED] -= more
    return mana_fits & (s[record + R_LIFE] <= s[LIFE]) & (s[record + R_DISCARD] < s[HAND_SIZE])


@helper
def work_out(s, job):
    """Do a job: the number that no word of the block holds by itself."""
    op, at, count = s[job + J_OP], s[job + J_FROM], s[job + J_COUNT]
    found = 0
    if op == JOB_PAYABLE:
        lands_only = s[job + J_MORE]
        for need in range(at, at + count * MANA_WORDS, MANA_WORDS):
            found |= payable(s, need, lands_only)
    elif op == JOB_CASTABLE:
        for record in range(at, at + count * RECORD_STRIDE, RECORD_STRIDE):
            if found == 0 and at_hand(s, s[record + R_KIND]):
                found = 1 * castable(s, record)
    elif op == JOB_UNPAYABLE:
        unpayable_mask(s, job)
        return
    elif op == JOB_TOTAL:
        found = s[s[job + J_TO]] + total_of(s, at, count)
    elif op == JOB_DIFFERENCE:
        found = s[at] - s[count]
    elif op == JOB_SOURCES:
        found = total_of(s, at, count)
        if s[M_BOARD_TYPES] & s[job + J_MORE]:
            for i in range(s[s[job + J_EXTRA]]):
                found += s[s[s[job + J_EXTRA] + 1 + i]]
    elif op == JOB_STUCK:
        found = stuck_cards(s, at)
    s[s[job + J_TO]] = found


@helper
def became_true(s, expr):
    """Note the turn in which an expression became true; goals are an event."""
    s[G_FIRST + expr] = s[TURN] + 1
    if expr < s[GOALS_N]:
        log.event(s, events.GOAL, expr, 1, 0)


@helper
def decide(s, expr, bit, false):
    """Note that an atom is true (or false), and whether its expression is true now."""
    record = s[EXPRS] + expr * EXPR_STRIDE
    known = s[record + E_KNOWN]
    s[known + false] |= bit
    if s[G_FIRST + expr] == 0:
        for pair in range(s[record + E_PAIRS], s[record + E_PAIRS_END], 2):
            if s[pair] & ~s[known] == 0 and s[pair + 1] & ~s[known + 1] == 0:
                became_true(s, expr)
                return


@helper
def plain_tests(s, first, last):
    """Atoms that are whole expressions, on one word each: the first reading at which they hold is their first turn."""
    turn, log_rows = s[TURN] + 1, s[LOG_ROWS]
    while first < last:  # `range` would count its turns first
        atom = s[first]
        first += 1
        over = s[s[atom + A_FROM]] - s[atom + A_LOW]
        true = ((over >= 0) & (over <= s[atom + A_SPAN])) != s[atom + A_COMPLEMENT]
        done = s[atom + A_DONE]
        before = s[done]
        s[done] = before if before else turn * true
        if unlikely(log_rows != 0) and true and before == 0:
            became_true(s, s[atom + A_EXPR])


@helper
def other_tests(s, first, last):
    """Atoms of larger expressions, and sums of several words."""
    while first < last:
        atom, ends = s[first] >> 1, s[first] & 1
        first += 1
        if s[s[atom + A_DONE]] == 0:
            over = total_of(s, s[atom + A_FROM], s[atom + A_COUNT]) - s[atom + A_LOW]
            if ((over >= 0) & (over <= s[atom + A_SPAN])) != s[atom + A_COMPLEMENT]:
                s[s[atom + A_DONE]] = 1
                if s[atom + A_BIT] == 0:
                    became_true(s, s[atom + A_EXPR])
                else:
                    decide(s, s[atom + A_EXPR], s[atom + A_BIT], 0)
            elif ends and s[atom + A_BIT]:
                decide(s, s[atom + A_EXPR], s[atom + A_BIT], 1)


@within
def read_moment(s, kind):
    """Read what is due at this moment of this turn."""
    moment = s[MOMENT_AT + kind] + s[TURN] * MOMENT_STRIDE
    s[G_READ + kind] = s[TURN]
    if s[moment + MO_JOB]:
        read_due(s, moment)


@helper
def read_due(s, moment):
    """All of a moment: jobs, then tests of atoms, then measures."""
    job = s[moment + MO_JOB]  # `range` would divide by the stride to count
    while job < s[moment + MO_JOB_END]:
        work_out(s, job)
        job += JOB_STRIDE
    logged = 1 if s[LOG_ROWS] else 0
    plain_tests(s, s[moment + MO_PLAIN + logged], s[moment + MO_PLAIN_END + logged])
    other_tests(s, s[moment + MO_TEST], s[moment + MO_TEST_END])
    turn = s[TURN]
    measure = s[moment + MO_MEASURE]
    while measure < s[moment + MO_MEASURE_END]:
        s[s[measure + M_VALUES] + turn] = total_of(s, s[measure + M_FROM], s[measure + M_COUNT])
        measure += MEASURE_STRIDE


@helper
def begin_game(s):
    """Nothing is known yet."""
    for i in range(G_READ, G_READ + s[ZERO_N]):
        s[i] = 0


@helper
def at_keep(s):
    """The hand is kept, and a Vancouver look is over; TURN is 0."""
    read_moment(s, TURN_END)


@helper
def at_draw(s):
    """Just after the draw step, or where it would be."""
    read_moment(s, DRAW)


@helper
def at_land(s):
    """In the main phase, after the land drop or after declining it, before anything is cast except to find a land."""
    read_moment(s, LAND)


@helper
def at_cast(s, kind):
    """A card was cast, never in the opponent's turn: a goal that only asks for it is settled unless events are logged."""
    first = s[s[NOTED] + kind]
    if first and s[first] == 0 and s[LOG_ROWS] == 0:
        s[first] = s[TURN] + 1


@helper
def at_turn(s):
    """At the end of the turn, before the cleanup discard."""
    read_moment(s, TURN_END)


@helper
def forget_moment(s, kind):
    """If this turn never came to this moment, nothing was payable or castable in it."""
    moment = s[MOMENT_AT + kind] + s[TURN] * MOMENT_STRIDE
    if s[G_READ + kind] < s[TURN]:
        for job in range(s[moment + MO_JOB], s[moment + MO_JOB_END], JOB_STRIDE):
            s[s[job + J_TO]] = 0
            if s[job + J_OP] == JOB_UNPAYABLE:
                s[s[job + J_TO] + 1] = 0


@helper
def ended_early(s):
    """The end of the game is the end of its turn; measures keep their last value."""
    if s[G_READ + TURN_END] < s[TURN]:
        forget_moment(s, DRAW)
        forget_moment(s, LAND)
        read_moment(s, TURN_END)
    for measure in range(s[MEASURES], s[MEASURES] + s[MEASURES_N] * MEASURE_STRIDE, MEASURE_STRIDE):
        values, read = s[measure + M_VALUES], s[G_READ + s[measure + M_KIND]]
        for turn in range(read + 1, s[TURNS] + 1):
            s[values + turn] = s[values + read]


@helper
def tally_goals(s, out, at, cells):
    """Add goals (with their conditions), then conditions; no branch depends on how the game went."""
    width, goals, expr = s[TURNS] + 1, s[GOALS_N], s[EXPRS]
    row = at + s[O_GOAL]
    for goal in range(goals):
        first, met = s[G_FIRST + goal], s[s[expr + E_GIVEN]]
        both = (first != 0) & (met != 0)
        out[row + max(first, met) - 1] += both  # of a goal that was not reached 0 is added, before its row perhaps
        out[cells + goal] += both
        row += width
        expr += EXPR_STRIDE
    row, cells = at + s[O_GIVEN], cells + goals
    for condition in range(s[CONDITIONS_N]):
        met = s[G_FIRST + goals + condition]
        out[row + max(met, 1) - 1] += met != 0
        out[cells + condition] += met != 0
        row += width


@helper
def tally_measures(s, out, at, first, last):
    """Add the histograms of the measures whose records lie from `first` on."""
    width = s[TURNS] + 1
    for measure in range(first, last, MEASURE_STRIDE):
        values, bins, row = s[measure + M_VALUES], s[measure + M_BINS], at + s[measure + M_OUT]
        for turn in range(width):
            value = s[values + turn]
            if unlikely(not below(value, bins)):
                value = min(max(value, 0), bins - 1)
            out[row + value] += 1
            row += bins


@helper
def tally(s, out, at):
    """Add this game to the tally that begins at word `at` of the output."""
    out[at] += 1
    cells = at + s[O_KEPT] + min(s[KEPT_CARDS], KEPT_SIZES - 1) * s[CELLS]
    out[cells] += 1
    tally_goals(s, out, at, cells + 1)
    tally_measures(s, out, at, s[MEASURES], s[MEASURES_END])
    row, first = at + s[O_SOURCE], s[SOURCES]
    for i in range(first, first + s[SOURCES_N]):
        used = s[USED + s[i]]
        if used:
            out[row] += used
            out[row + 1] += s[SOURCE_LOOKED + s[i]]
            out[row + 2] += s[SOURCE_BOTTOMED + s[i]]
            out[row + 3] += 1
        row += SOURCE_COLUMNS
    out[at + s[O_OVER] + s[OVER_REASON]] += 1


@helper
def end_game(s, out):
    """Add this game to the whole tally and to its stratum of every `by`."""
    if s[OVER_REASON] != events.TURNS:
        ended_early(s)
    for copy in range(s[COPIES], s[COPIES] + s[COPIES_N] * COPY_STRIDE, COPY_STRIDE):
        stratum = min(max(total_of(s, s[copy + C_FROM], s[copy + C_COUNT]), 0), s[copy + C_TALLIES] - 1)
        tally(s, out, s[copy + C_OUT] + stratum * s[TALLY_SIZE])


@helper
def finish(s, out):
    """After the last game: measures that are never read were 0 in every game."""
    last = s[MEASURES] + s[MEASURES_N] * MEASURE_STRIDE
    for copy in range(s[COPIES], s[COPIES] + s[COPIES_N] * COPY_STRIDE, COPY_STRIDE):
        for stratum in range(s[copy + C_TALLIES]):
            at = s[copy + C_OUT] + stratum * s[TALLY_SIZE]
            for measure in range(s[MEASURES_END], last, MEASURE_STRIDE):
                for turn in range(s[TURNS] + 1):
                    out[at + s[measure + M_OUT] + turn * s[measure + M_BINS]] = out[at]
