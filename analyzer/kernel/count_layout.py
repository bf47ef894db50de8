"""Where the count unit keeps its order of cards (mutable) and what it does in a game, row by row (tables)."""

from analyzer.kernel import mana_layout
from analyzer.kernel.layout import MANA_REGION, MANA_REGION_SIZE, MANA_TABLE_REGION, MANA_TABLE_SIZE, MANA_WORDS

# One byte a slot: kind, plus LAND_BIT for lands; a void slot is VOID. Cards and zeros are copied eight words at a time.
LAND_BIT, KIND_BITS, VOID = 128, 127, 255
MOST_KINDS, MOST_SLOTS = 127, 400
LINE_WORDS = 8
_CARD_ROOM = MOST_SLOTS // 8 + LINE_WORDS
CARDS = mana_layout.MUTABLE_END  # the order of the present deal, eight cards a word
(NEXT_BATCH,  # address of the next record of BATCHES
 BATCH_END, BATCH_WORD,  # of the open batch: its end in the order, its random word
 CELL_ROW,  # offset in the output of the row of `kept` of this game
 LAND_DROPPED) = range(CARDS + _CARD_ROOM, CARDS + _CARD_ROOM + 5)  # 1: a land was played this turn  # fmt: skip
HAVE = LAND_DROPPED + 1  # units of lands had that enter untapped, then of those that enter tapped: two packed vectors
BEST_HAVE = HAVE + 2 * MANA_WORDS  # what the best drops of this turn give
assert BEST_HAVE + MANA_WORDS < MANA_REGION + MANA_REGION_SIZE

COUNT_TABLE = mana_layout.PIPS_END
(HAND_WORDS_NEEDED,  # 1: the keep rule asks for more than sizes and numbers of lands
 COUNTING,  # how drawn cards are counted: LANDS_ONLY ...
 CARD_WORDS, KIND_WORDS,  # words of CARDS, and by kind, in use: rounded up to lines
 HAVE_WORDS,  # words of HAVE in use: 0 where nothing asks, else twice the words of a packed vector
 KIND_HAVE,  # by kind: address of what one copy adds to HAVE, HAVE_WORDS each
 CLEARED,  # words of the goals' state that must be cleared when a game begins
 WHOLE_TALLY,  # 1: goals are added up by goals.end_game, since there are strata
 REST, REST_END,  # where the numbers of goals lie that are not added up when they are read
 MOVING, MOVING_END,  # records of measures, those left out that are 0 in every game and turn ...
 FIXED, FIXED_END,  # ... whose addresses lie here
 SUMS, SUMS_END,  # pairs: expression of a goal that is read once, offset in the output of its row and turn
 ROWS, ROWS_END,  # on the play ...
 ROWS_DRAW, ROWS_DRAW_END) = range(COUNT_TABLE, COUNT_TABLE + 20)  # ... and on the draw  # fmt: skip
# Of cards drawn: lands alone, where nothing asks for kinds and no slot is void; kinds, and what lands give in one word
# each; anything.
LANDS_ONLY, BY_KIND, ANYHOW = range(3)
FIRST_CARDS = COUNT_TABLE + 24  # CARDS when a deal begins
PLACES = FIRST_CARDS + _CARD_ROOM  # by place: product of the counts of its batch before it, its own count
BATCHES = PLACES + 2 * MOST_SLOTS
BATCH_STRIDE = 2  # by batch of the order: its end, product of its counts
COUNT_TABLE_END = BATCHES + MOST_SLOTS // 5 * BATCH_STRIDE  # a batch of at most 400 counts has at least 5
assert COUNT_TABLE_END <= MANA_TABLE_REGION + MANA_TABLE_SIZE
# Tables of no fixed size follow the goal tables.

(R_TURN, R_DRAWN, R_WHAT,  # turn; cards drawn first; what to do then
 R_NUMBER,  # of cards to look at, or the kind of moment to read
 R_PAYABLE, R_PAYABLE_END, R_NEEDS, R_WORDS, R_WORDS_END,  # of a reading: what is due
 R_MOST,  # the turn in every byte
 R_MOMENT) = range(11)  # address of what else is due (a record as of goal_layout), 0: nothing  # fmt: skip
ROW_STRIDE = 11
ONCE, READ, SCRY, DROP, END = range(5)  # ONCE: nothing but goals that are read once is due
# A payable need: where the answer goes, 1 when another need of the same answer came before it, the packed need.
# A goal whose one atom, and whose condition's, is read once, at the same moment: a need of one word that the best land
# drops must pay (R_NEEDS), or a word and its range (R_WORDS; in the range: word - low <= span, unsigned); the word and
# range of its condition; numbers of both expressions (-1: no condition).
(N_EXPR, N_WORD, N_LOW, N_SPAN, N_GIVEN, N_GIVEN_WORD, N_GIVEN_LOW, N_GIVEN_SPAN) = range(8)
N_NEED = N_WORD
ONCE_STRIDE = 8
