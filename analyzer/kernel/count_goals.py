"""Goals in the count unit: those that one reading settles go straight into the tally, the rest at the end of a game."""

from __future__ import annotations

# isort: off
from analyzer.contract import events
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import below
from analyzer.kernel.count_layout import (
    BEST_HAVE, CELL_ROW, FIXED, FIXED_END, HAVE, HAVE_WORDS, N_EXPR, N_GIVEN, N_GIVEN_WORD, N_NEED, N_WORD,
    ONCE_STRIDE, REST, REST_END, R_MOST, R_NEEDS, R_WORDS, R_WORDS_END, SUMS, SUMS_END,
)  # fmt: skip
from analyzer.kernel.goal_layout import (
    CELLS, EXPRS, EXPR_STRIDE, E_GIVEN, GOALS_N, G_FIRST, KEPT_SIZES, M_BINS, M_OUT, O_GIVEN, O_GOAL, O_KEPT,
    O_OVER,
)  # fmt: skip
from analyzer.kernel.layout import TURN, TURNS
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
