"""Where goals lie in the block (state and tables), and how the output array that collects a tally is laid out.

Everything a goal reads is the sum of some words of the block, compared with a range. What is no plain word (castable,
payable, totals over turns ...) is worked out by a *job* into a word of the state region first. Tests and jobs are
listed by moment and turn, so a moment touches only what is due.

Output (int64): a whole tally, then for every `by` one tally a stratum. One tally:
    games | goal [goals, turns + 1] | given [conditions, turns + 1] | measures, each [turns + 1, bins]
    | source [sources, 4] | over [reasons] | kept [KEPT_SIZES, 1 + goals + conditions]
`kept` counts by kept cards: games, then each goal (with its condition), then each condition.
"""

from analyzer.kernel.layout import GOAL_STATE_REGION, GOAL_STATE_SIZE, GOAL_TABLE_REGION, GOAL_TABLE_SIZE, MANA_WORDS

DRAW, LAND, TURN_END = range(3)  # kinds of moments; turn 0 of every kind is the keep, listed under TURN_END
KEPT_SIZES = 9  # 0 to 7 kept cards, 8 or more
SOURCE_COLUMNS = 4  # times used, cards looked at, cards bottomed, games in which it was used

# ---- state; ZERO_N words from here on are cleared when a game begins --------------------------------------------
G_READ = GOAL_STATE_REGION  # by kind of moment: the last turn read
G_DROPS = G_READ + 3  # with lands only 0 or 1: the turn whose G_HAVE is made, times 2, plus 1 if it answers every need
G_HAVE = G_DROPS + 2  # what the best land drops give, a packed vector each
G_FIRST = G_HAVE + 2 * MANA_WORDS  # by expression: 1 + the turn in which it became true, 0 not yet
GOAL_STATE_END = GOAL_STATE_REGION + GOAL_STATE_SIZE

# ---- tables ------------------------------------------------------------------------------------------------------
(GOALS_N, CONDITIONS_N,  # expressions 0 .. GOALS_N - 1 are goals, conditions follow
 ZERO_N, MEASURES_N, SOURCES_N, COPIES_N, COPIES,
 EXPRS, MEASURES, SOURCES, CELLS,  # CELLS: entries of a row of the `kept` block
 O_GOAL, O_GIVEN, O_SOURCE, O_OVER, O_KEPT,
 TALLY_SIZE) = range(GOAL_TABLE_REGION, GOAL_TABLE_REGION + 17)  # fmt: skip
# first and last + 1 of: jobs, plain tests, other tests, measures; between plain and other tests lie all plain tests,
# those of goals that a cast settles (NOTED) among them, which are read while the log is on; all 0 where nothing is due
MOMENT_STRIDE = 8
(MO_JOB, MO_JOB_END, MO_PLAIN, MO_PLAIN_END, MO_TEST, MO_TEST_END, MO_MEASURE, MO_MEASURE_END) = range(MOMENT_STRIDE)
MOMENT_AT = GOAL_TABLE_REGION + 17  # address of the record of kind k, turn t: s[MOMENT_AT + k] + t * MOMENT_STRIDE
MEASURES_END = GOAL_TABLE_REGION + 20  # behind the measures that are read; those after them are 0 in every game
NOTED = GOAL_TABLE_REGION + 21  # address of a table by kind: word of the first turn of a goal settled by a cast, or 0
GOAL_TABLE_FREE = GOAL_TABLE_REGION + 32
GOAL_TABLE_END = GOAL_TABLE_REGION + GOAL_TABLE_SIZE

EXPR_STRIDE = 4
# state of known atoms (true, false); masks; address of the first turn of its condition, or of a word that is 1
E_KNOWN, E_PAIRS, E_PAIRS_END, E_GIVEN = range(EXPR_STRIDE)

# Plain tests are addresses of atoms that are a whole expression and ask about one word: they run without a branch,
# because most of them are true about as often as not and a wrong guess costs more than the test. Another test is the
# address of an atom, times 2, plus 1 when this is the atom's last reading.
ATOM_STRIDE = 8
(A_DONE,  # address of a word that is 0 until the atom is true
 A_FROM, A_COUNT,  # the words summed: A_COUNT addresses at A_FROM, or (A_COUNT = 0) the word A_FROM itself
 A_LOW, A_SPAN, A_COMPLEMENT, A_EXPR,
 A_BIT) = range(ATOM_STRIDE)  # 0: the atom alone is the expression; A_DONE is its first turn then  # fmt: skip

JOB_STRIDE = 6
J_OP, J_TO, J_FROM, J_COUNT, J_MORE, J_EXTRA = range(JOB_STRIDE)
(
    JOB_PAYABLE,  # any of J_COUNT needs at J_FROM payable with the best land drops; J_MORE: with lands only
    JOB_CASTABLE,  # any of J_COUNT records at J_FROM: a copy at hand and payable now
    JOB_TOTAL,  # adds the words to what is there
    JOB_DIFFERENCE,  # word J_FROM minus word J_COUNT
    JOB_SOURCES,  # sum of words; the words J_EXTRA .. too when lands in play can make the types J_MORE
    JOB_UNPAYABLE,  # two masks of the kinds of J_COUNT records at J_FROM that are not payable
    JOB_STUCK,
) = range(7)  # copies in hand of the kinds of these masks (J_FROM) that the lands in play could reach

# a record: kind (+ COMMANDER: also castable from the command zone), life and discards that it costs, packed need
R_KIND, R_LIFE, R_DISCARD, R_NEED = range(4)
RECORD_STRIDE = R_NEED + MANA_WORDS
COMMANDER = 256
MEASURE_STRIDE = (
    6  # words as A_FROM, A_COUNT; address of the value of turn 0; offset in the output; bins; kind of moment
)
(M_FROM, M_COUNT, M_VALUES, M_OUT, M_BINS, M_KIND) = range(MEASURE_STRIDE)
COPY_STRIDE = 4  # words as A_FROM, A_COUNT; number of tallies; offset of the first in the output
(C_FROM, C_COUNT, C_TALLIES, C_OUT) = range(COPY_STRIDE)
