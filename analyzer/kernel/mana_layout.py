"""Where mana lies in the block: slack vectors, units and open payments (mutable), sources, vectors and pips (tables).

Types that some pip asks for get a bit each (c of them): a *set* is a mask of these bits. A packed vector has one byte
for each set, eight a word, PLAN_WORDS_N words: byte U counts units that meet U, or typed pips inside U; byte 0 stands
for "everything": all units, or all pips with the generic ones. Bytes stay within 0..127.
"""

from analyzer.kernel.layout import KINDS, MANA_REGION, MANA_REGION_SIZE, MANA_TABLE_REGION, MANA_TABLE_SIZE, MANA_WORDS

MAX_UNITS = 127  # units of one turn; more are ignored (counts saturate)
MAX_OPEN = 128  # open typed pips; never more than units
SETS = 64
MAX_SOURCE_UNITS = 8  # units of one source at once

# ---- mutable: scalars ------------------------------------------------------------------------------------------
(M_EPOCH,  # 0: one epoch is open; 1: payments are open from before the latest arrival
 M_UNITS_LEFT,  # units not settled yet
 M_OPEN,  # open pips of all kinds
 M_OPEN_NOW,  # of these, pips of the present epoch
 M_TYPED,  # entries of OPEN_TYPES
 M_GENERIC0, M_GENERIC1,  # open generic pips by epoch
 M_LISTED,  # 1: the unit list is made
 M_UNITS,  # entries of the unit list
 M_FLOATING,  # of these, floating
 M_SERIAL,  # floating units of no source so far this turn
 M_DUE,  # 1: a phase has ended; settle and let floating mana go before anything else happens
 M_LAND_UNITS,  # units of all lands in play, tapped or not
 M_BOARD_TYPES,  # types that lands in play can make (MAN-8, CLD-1), WUBRGC bits
 M_GONE,  # entries of GONE
 M_DROPS_KEY,  # for which turn, lands had and life the vectors of best drops are
 M_DROPS_MANY,  # entries of MANY
 M_DROPS_FETCH) = range(MANA_REGION, MANA_REGION + 18)  # fetch lands had  # fmt: skip
_VECTORS = MANA_REGION + 24
# ---- mutable: vectors, MANA_WORDS words each -------------------------------------------------------------------
(SLACK,  # units minus open pips, for the next payment (with two epochs: already the least over the chain)
 SLACK_OLD,  # epoch 0 alone: units minus pips
 HAVE_NEW, NEED_NEW,  # epoch 1 alone
 LAND_VECTOR,  # units of all lands in play, tapped or not
 WORK, WORK2,
 DROPS_UNTAPPED, DROPS_TAPPED,  # single units of lands had, by how they enter
 DROPS_FREE) = range(_VECTORS, _VECTORS + 10 * MANA_WORDS, MANA_WORDS)  # permanents that may tap  # fmt: skip
LEFT_OF_SET = _VECTORS + 10 * MANA_WORDS  # units left, by set; epoch 1 follows epoch 0
OPEN_TYPES = LEFT_OF_SET + 2 * SETS  # open typed pips in order of casting: set | epoch << 8
UNIT_STRIDE = 5
(UNIT_ORDER,  # rank (0 floating, 1 ordinary, 2 one-shot) << 40 | types << 32 | (object + 1) << 8 | number in its source
 UNIT_SET, UNIT_TYPES, UNIT_EPOCH,
 UNIT_ONCE) = range(UNIT_STRIDE)  # 1: of a one-shot source or a spell  # fmt: skip
UNIT = OPEN_TYPES + MAX_OPEN
MANY = UNIT + MAX_UNITS * UNIT_STRIDE  # lands had that make several mana: kinds ...
PICKED = MANY + KINDS  # ... and how many of each are chosen
GONE = PICKED + KINDS  # one-shot sources that were used up; M_GONE of them wait for the permanents' owner
MAX_FETCHES = 24  # kinds of fetch lands of a plan; more are named and not counted
MAX_TARGETS = 63  # kinds of lands that they find
MAX_TOGETHER = 8  # kinds of fetch lands that are counted at once
MAX_FETCHED = 63  # fetch lands that are counted at once
FETCH_COUNT = GONE + MAX_UNITS  # fetch lands that are counted now, by place in FETCH ...
FETCH_HERE = FETCH_COUNT + MAX_FETCHES  # ... places of those that there are ...
TARGET_COUNT = FETCH_HERE + MAX_TOGETHER  # ... and the copies that they may find, by place in TARGET
FOUND = TARGET_COUNT + MAX_TARGETS  # vectors: of a choice of fetch kinds; of the fetch lands had; with one less
LINKED, DROPS_FETCH = FOUND + MANA_WORDS, FOUND + 2 * MANA_WORDS
MUTABLE_USED = DROPS_FETCH + MANA_WORDS
MUTABLE_END = MANA_REGION + MANA_REGION_SIZE // 2  # the rest: kernel/count_layout.py
assert MUTABLE_USED <= MUTABLE_END

RANK, TYPES_COUNT, PLACE = 1 << 40, 1 << 32, 1 << 8  # weights inside UNIT_ORDER
FEWER_LEFT = 1 << 24  # weight of 127 - units left, added when units are compared (objects stay below 2**16)
FLOATING, ORDINARY, ONE_SHOT = range(3)

# ---- tables ----------------------------------------------------------------------------------------------------
SIMPLE = MANA_TABLE_REGION  # 1: every source is a land of fixed types, so taps matter to nothing else
BOARD_PLAN = SIMPLE + 1  # 1: some source asks what the lands in play can make
SOURCES_N = SIMPLE + 2
PIPS_USED = SIMPLE + 3
FETCHES_N, TARGETS_N = SIMPLE + 4, SIMPLE + 5
STARTED = SIMPLE + 6  # lands that lie on the battlefield when the game begins
SET_OF_TYPES = SIMPLE + 8  # by WUBRGC bits: set of the types that have a bit
TYPES_OF_SET = SET_OF_TYPES + SETS
SET_SIZE = TYPES_OF_SET + SETS  # bits of each set
UNIT_VECTOR = SET_SIZE + SETS  # by set: vector of one unit
PIP_VECTOR = UNIT_VECTOR + SETS * MANA_WORDS  # by set: vector of one typed pip; entry 0: one generic pip
SOURCE_STRIDE = 8 + MAX_SOURCE_UNITS
# S_BOARD: types of M_BOARD_TYPES that its board-dependent unit may have. S_VECTOR: offset of the vector of its unit, if it
# is one of fixed types, else 0. S_DROP: DROPS_UNTAPPED or DROPS_TAPPED of such a land that always enters so, else 0.
S_KIND, S_FLAGS, S_UNITS, S_BOARD, S_DROP, S_VECTOR = range(6)
S_TYPES = 8  # WUBRGC bits of each unit; 0 is the board-dependent one
SOURCE = PIP_VECTOR + SETS * MANA_WORDS
SF_LAND, SF_ONE_SHOT, SF_BOARD = 1, 2, 4
# Fetch lands: kind, targets it may find (a bit each), life it costs, 1 if what it finds may be untapped, how many lie on
# the battlefield when the game begins. Targets: kind, copies that may be found (below 0: the fetch land itself at place
# -1 - TG_COPIES, which makes mana of its own), set of the types of its one mana.
FETCH_STRIDE, TARGET_STRIDE = 5, 3
FT_KIND, FT_TARGETS, FT_LIFE, FT_UNTAPPED, FT_STARTED = range(FETCH_STRIDE)
TG_KIND, TG_COPIES, TG_SET = range(TARGET_STRIDE)
FETCH = SOURCE + KINDS * SOURCE_STRIDE
TARGET = FETCH + MAX_FETCHES * FETCH_STRIDE
# By kind: WUBRGC bits of what a fetch land makes or may find, and of what of that may pay in the turn it is played (0:
# it finds nothing then).
K_FINDS = TARGET + MAX_TARGETS * TARGET_STRIDE
K_FINDS_NOW = K_FINDS + KINDS
PIPS = K_FINDS_NOW + KINDS  # sets of the typed pips of lines, one word each
PIPS_END = MANA_TABLE_REGION + MANA_TABLE_SIZE - 2048  # the rest: kernel/count_layout.py
assert PIPS < PIPS_END
