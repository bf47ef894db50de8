"""Goals in the count unit: those that one reading settles go straight into the tally, the rest at the end of a game."""

from __future__ import annotations

# isort: off
from analyzer.contract import events
from analyzer.kernel import goals
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import below
from analyzer.kernel.count_layout import (
    BEST_HAVE, CELL_ROW, FIXED, FIXED_END, HAVE, HAVE_WORDS, N_EXPR, N_GIVEN, N_GIVEN_WORD, N_NEED, N_WORD,
    ONCE_STRIDE, REST, REST_END, R_MOST, R_NEEDS, R_WORDS, R_WORDS_END, SUMS, SUMS_END,
)  # fmt: skip
from analyzer.kernel.goal_layout import (
    CELLS, COPIES, COPIES_N, COPY_STRIDE, C_COUNT, C_FROM, C_OUT, C_TALLIES, EXPRS, EXPR_STRIDE, E_GIVEN, GOALS_N,
    G_FIRST, JOB_PAYABLE, JOB_STRIDE, JOB_TOTAL, J_COUNT, J_FROM, J_MORE, J_OP, J_TO, KEPT_SIZES, MEASURE_STRIDE,
    MO_JOB, MO_JOB_END, MO_MEASURE, MO_MEASURE_END, MO_PLAIN, MO_PLAIN_END, MO_TEST, MO_TEST_END, M_BINS, M_COUNT,
    M_FROM, M_OUT, M_VALUES, O_GIVEN, O_GOAL, O_KEPT, O_OVER, TALLY_SIZE,
)  # fmt: skip
from analyzer.kernel.layout import MANA_WORDS, TURN, TURNS
from analyzer.kernel.mana_layout import MAX_UNITS
from analyzer.kernel.mana_vectors import HIGH, ONES, covers, least_bytes
from analyzer.kernel.wrap import minus
# isort: on


@within
def best_lands(s, untapped, tapped, most):
    """Units that one land a turn gives, the last of which entered untapped; `most`: the turn in every byte."""
    return least_bytes(s[untapped] + least_bytes(s[tapped], most - ONES), most)


@helper
def read_payable(s, first, last):
    """Which needs the best land drops of this turn pay: mana_drops.drops_vector, from what was added up at draws."""
    words, most = s[HAVE_WORDS] >> 1, min(s[TURN], MAX_UNITS) * ONES
    for word in range(words):
        s[BEST_HAVE + word] = best_lands(s, HAVE + word, HAVE + words + word, most)
    while first < last:
        fits = 1 * covers(s, BEST_HAVE, first + 2)
        s[s[first]] = fits | (s[s[first]] & s[first + 1])
        first += 2 + words


@helper
def work_out(s, job):
    """Do a job of the kinds that the unit takes: goals.work_out without what asks the table, which costs compiling."""
    op, at, count = s[job + J_OP], s[job + J_FROM], s[job + J_COUNT]
    found = 0
    if op == JOB_PAYABLE:
        for need in range(at, at + count * MANA_WORDS, MANA_WORDS):
            found |= goals.payable(s, need, s[job + J_MORE])
    elif op == JOB_TOTAL:
        found = s[s[job + J_TO]] + goals.total_of(s, at, count)
    else:
        found = s[at] - s[count]
    s[s[job + J_TO]] = found


@helper
def read_due(s, moment):
    """All that this record of a moment lists: jobs, then tests of atoms, then measures."""
    for job in range(s[moment + MO_JOB], s[moment + MO_JOB_END], JOB_STRIDE):
        work_out(s, job)
    goals.plain_tests(s, s[moment + MO_PLAIN], s[moment + MO_PLAIN_END])
    goals.other_tests(s, s[moment + MO_TEST], s[moment + MO_TEST_END])
    for measure in range(s[moment + MO_MEASURE], s[moment + MO_MEASURE_END], MEASURE_STRIDE):
        s[s[measure + M_VALUES] + s[TURN]] = goals.total_of(s, s[measure + M_FROM], s[measure + M_COUNT])


@within
def in_range(s, at):
    """1 if the word whose address lies at `at` is in the range that follows (low, span)."""
    return 1 - below(s[at + 2], minus(s[s[at]], s[at + 1]))


@within
def settle(s, each, cells, true, out):
    """Count a goal that is read here and nowhere else, with its condition, among games of this number of kept cards."""
    expr, given = s[each + N_EXPR], s[each + N_GIVEN]
    s[G_FIRST + expr] = true
    if given >= 0:
        met = in_range(s, each + N_GIVEN_WORD)
        s[G_FIRST + given] = met
        out[cells + given] += met
        true &= met
    out[cells + expr] += true


@within
def read_once(s, row, out):
    """Goals that this reading settles: first those that ask for a payable need, then those that ask for a word."""
    cells, each, last = s[CELL_ROW] + 1, s[row + R_NEEDS], s[row + R_WORDS]
    if each < last:
        have = best_lands(s, HAVE, HAVE + 1, s[row + R_MOST]) | HIGH
        while each < last:
            settle(s, each, cells, 1 * (~minus(have, s[each + N_NEED]) & HIGH == 0), out)
            each += ONCE_STRIDE
    last = s[row + R_WORDS_END]
    while each < last:
        settle(s, each, cells, in_range(s, each + N_WORD), out)
        each += ONCE_STRIDE


@helper
def tally_rest(s, out):
    """Add goals, with their conditions, that are true from some turn on."""
    width, cells = s[TURNS] + 1, s[CELL_ROW] + 1
    for at in range(s[REST], s[REST_END]):
        goal = s[at]
        given = s[s[EXPRS] + goal * EXPR_STRIDE + E_GIVEN]
        first, met = s[G_FIRST + goal], s[given]
        both = (first != 0) & (met != 0)
        out[s[O_GOAL] + goal * width + max(first, met, 1) - 1] += both
        out[cells + goal] += both
        condition = given - G_FIRST
        if condition >= 0 and condition < s[CELLS]:  # else the word that stands for no condition
            out[s[O_GIVEN] + (condition - s[GOALS_N]) * width + max(met, 1) - 1] += met != 0
            out[cells + condition] += met != 0


@helper
def tally_strata(s, out):
    """Add this game to the whole tally and to its strata: goals.end_game of a game that lasts all turns."""
    for copy in range(s[COPIES], s[COPIES] + s[COPIES_N] * COPY_STRIDE, COPY_STRIDE):
        value = goals.total_of(s, s[copy + C_FROM], s[copy + C_COUNT])
        stratum = min(max(value, 0), s[copy + C_TALLIES] - 1)
        goals.tally(s, out, s[copy + C_OUT] + stratum * s[TALLY_SIZE])


@helper
def tally_chunk(s, out, games):
    """What every game adds, and rows that are sums of those by kept cards."""
    out[0] += games
    out[s[O_OVER] + events.TURNS] += games
    for at in range(s[SUMS], s[SUMS_END], 2):
        out[s[at + 1]] = 0
        for row in range(KEPT_SIZES):
            out[s[at + 1]] += out[s[O_KEPT] + row * s[CELLS] + 1 + s[at]]
    for at in range(s[FIXED], s[FIXED_END]):
        row, bins = s[s[at] + M_OUT], s[s[at] + M_BINS]
        for turn in range(s[TURNS] + 1):
            out[row + turn * bins] += games
