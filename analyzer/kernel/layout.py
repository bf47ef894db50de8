"""Where everything lies in the kernel's one block of int64 words: names and sizes, no behaviour.

Parts that change during a game come first, tables of the plan after them; a copy of the block is a saved game.
Every name is an offset (word index) or a size; tables of records have a STRIDE.
"""

from analyzer.contract import events, ops

# ---- capacities ------------------------------------------------------------------------------------------------
MAX_KINDS = 128  # kinds of the deck; two mask words
TOKEN_KINDS = 16  # token kinds follow the deck's kinds in every table by kind
KINDS = MAX_KINDS + TOKEN_KINDS
TREASURE_KIND, SHARD_KIND, SORCERER_KIND = MAX_KINDS, MAX_KINDS + 1, MAX_KINDS + 2
MAX_SLOTS = 1024
MAX_OBJECTS = 512
MAX_LINES = 512
MAX_LINES_A_KIND = 32
MAX_PROGRAM_ROWS = 4096
MAX_TRIGGERS = 512
MAX_WAITING = 256
MAX_ACTIONS = 256
MAX_FREE = 128
MAX_SETS = 256  # kind sets (two mask words each)
MAX_LOOK = 64
MAX_DEALS, MAX_SHUFFLES, MAX_ACTIONS_A_TURN = 16, 64, 1000
MANA_WORDS = 8  # 64 colour sets, one byte each

# ---- scalars of the game ---------------------------------------------------------------------------------------
(STATUS, SEED, GAME, DEAL, SHUFFLES, DECISIONS, SALT_FROM, SALT, TURN, STEP, SEAT, PLAYERS, TURNS, OVER, OVER_REASON,
 MULLIGANS, FREE_MULLIGANS, MULLIGAN_RULE, HAND_SIZE_START, KEPT_CARDS, KEPT_LANDS_HAND, FIRST_SEVEN_LANDS,
 REASON, LOOKED, KEPT, KEPT_LANDS, LANDS_ON_TOP, LAND_PLAYED, LAND_DROPS_LEFT,
 HAND_SIZE, LANDS_IN_HAND, LANDS_IN_PLAY, LANDS_HAD, UNSEEN, UNSEEN_LANDS, KNOWN_TOP, KNOWN_BOTTOM, LIBRARY_SIZE,
 GRAVEYARD_SIZE, EXILE_SIZE, MANA, MANA_LEFT, MANA_SPENT_TURN, MANA_SPENT_TOTAL, MANA_AVAILABLE_TURN,
 MANA_AVAILABLE_TOTAL, SPELLS_THIS_TURN, SPELLS_TOTAL, SHARDS, SHARDS_MADE, SHARDS_USED, ROLES, ROLES_MADE, RING,
 BEARER, BEARER_POWER, LIFE, OPPONENT_LIFE, DAMAGE_DONE, CARDS_DRAWN, LOOKED_AT, BOTTOMED, SCRY_EVENTS, SURVEIL_EVENTS,
 BOTTOMED_DRAWN, LAND_DROPS_MADE, MISSED_DROPS, DREW_LAND, ACTIONS_THIS_TURN, OBJECTS, LIVE, WAITING, FAILED_DRAW,
 CURRENT_X, CURRENT_KICKED, CURRENT_SOURCE, CURRENT_LINE, CURRENT_OBJECT, LAST_LOOKED, CHANGED, NATURAL_DRAWS,
 OPP_WINDOW, LOG_ROWS, LOG_USED, ORDERS_ON, STOP_AT_ZERO, MASK_HAND0, MASK_HAND1, CHOSEN, BEST_MANA, OPEN_MAX,
 TRIGGER_ORDER, SURVIVE, HAND_LOAD, MAX_HAND) = range(95)  # fmt: skip
HEAD = 128

# ---- by kind (KINDS words each) --------------------------------------------------------------------------------
HAND = HEAD  # copies in hand
PLAY = HAND + KINDS  # copies on the battlefield
GRAVE = PLAY + KINDS
EXILE = GRAVE + KINDS
HAD = EXILE + KINDS  # copies that have been in hand since the keep
CAST = HAD + KINDS  # casts of the game
UNSEEN_OF = CAST + KINDS  # copies in the unseen middle (deck list minus what has been seen)
TOP_OF = UNSEEN_OF + KINDS  # copies known on top
USED = TOP_OF + KINDS  # times the kind has looked or drawn (source)
SOURCE_LOOKED = USED + KINDS
SOURCE_BOTTOMED = SOURCE_LOOKED + KINDS
ENTERED_TAPPED = SOURCE_BOTTOMED + KINDS
ENTERED_UNTAPPED = ENTERED_TAPPED + KINDS
BY_KIND_END = ENTERED_UNTAPPED + KINDS

# ---- library ---------------------------------------------------------------------------------------------------
LIBRARY = BY_KIND_END
(ORDER_MADE, ORDER_SIZE, ORDER_NEXT, STREAM_KEY, STREAM_WORD, TOP_SIZE, BOTTOM_FIRST, BOTTOM_LAST) = range(
    LIBRARY, LIBRARY + 8
)
ORDER = LIBRARY + 16  # hidden order: ORDER_MADE entries are final, ORDER_NEXT is the next to be read
WHERE = ORDER + MAX_SLOTS  # by slot: 0 unseen middle, 1 known top, 2 known bottom, 3 out, 4 void
TOP_STACK = WHERE + MAX_SLOTS  # known top, next card last
BOTTOM_QUEUE = TOP_STACK + MAX_SLOTS  # known bottom, next card first; wraps at 2 * MAX_SLOTS
BOTTOM_GROUP = BOTTOM_QUEUE + 2 * MAX_SLOTS  # group number of each queued card: equal numbers are in random order
LOOK_SLOT = BOTTOM_GROUP + 2 * MAX_SLOTS  # slots of the present look, in the order seen
LOOK_CARD = LOOK_SLOT + MAX_LOOK  # their kinds
LOOK_RANK = LOOK_CARD + MAX_LOOK  # float64 bits of the rule's answers
LIBRARY_END = LOOK_RANK + MAX_LOOK

# ---- permanents ------------------------------------------------------------------------------------------------
OBJECT_STRIDE = 8
O_KIND, O_TAPPED, O_ARRIVED, O_POWER, O_COUNTERS, O_ATTACHED, O_SOURCE, O_FLAGS = range(OBJECT_STRIDE)
OBJECT = LIBRARY_END  # by arrival number
LIVE_LIST = OBJECT + MAX_OBJECTS * OBJECT_STRIDE  # numbers of live objects in arrival order; LIVE of them
WAITING_STRIDE = 4  # object, event code, program row, source kind
WAITING_LIST = LIVE_LIST + MAX_OBJECTS
PERMANENTS_END = WAITING_LIST + MAX_WAITING * WAITING_STRIDE

# ---- actions of the present moment -----------------------------------------------------------------------------
ACTION_STRIDE = 16
(A_KIND, A_CARD, A_LINE, A_X, A_MANA, A_IN_BEST_SET, A_SCRY, A_DRAW, A_LANDS, A_OBJECT, A_TAPPED, A_NEXT, A_TURN_MANA,
 A_FLAGS) = range(14)  # fmt: skip
ACTIONS = PERMANENTS_END + 1  # first word: how many
ACTION = ACTIONS + 1
ACTIONS_END = ACTION + MAX_ACTIONS * ACTION_STRIDE

# ---- regions whose names live with their owner -------------------------------------------------------------------
MANA_REGION = ACTIONS_END  # kernel/mana_layout.py: units, open payments, packed have and need
MANA_REGION_SIZE = 8192
GOAL_STATE_REGION = MANA_REGION + MANA_REGION_SIZE  # kernel/goal_layout.py: truth of atoms, first turns
GOAL_STATE_SIZE = 8192
MUTABLE_END = GOAL_STATE_REGION + GOAL_STATE_SIZE

# ---- tables of the plan ------------------------------------------------------------------------------------------
SLOTS_N = MUTABLE_END  # plan.slots
KINDS_N = SLOTS_N + 1
LINES_N = SLOTS_N + 2
TRIGGERS_N = SLOTS_N + 3
FREE_N = SLOTS_N + 4
COLOURS_N = SLOTS_N + 5  # colour types that some pip of the deck asks for
PLAN_WORDS_N = SLOTS_N + 6  # mana words in use, 1..MANA_WORDS
DECK_TARGET, DECK_CAP, DECK_SIZE, DECK_LANDS = SLOTS_N + 8, SLOTS_N + 9, SLOTS_N + 10, SLOTS_N + 11
START_TURN, START_HAND_RANDOM = SLOTS_N + 12, SLOTS_N + 13
PLAN_HEAD_END = SLOTS_N + 64
SLOT_KIND = PLAN_HEAD_END  # kind of each slot, -1 void
SLOT_START = SLOT_KIND + MAX_SLOTS  # WHERE of each slot when a deal begins (0 middle, 3 out, 4 void)

# static facts by kind (KINDS words each)
K_FLAGS = SLOT_START + MAX_SLOTS
K_MANA_VALUE = K_FLAGS + KINDS
K_POWER = K_MANA_VALUE + KINDS
K_PRODUCES = K_POWER + KINDS  # bit set W U B R G C (1 2 4 8 16 32)
K_TAPPED = K_PRODUCES + KINDS  # 0 no, 1 yes, else 2 + condition code (see pack)
K_TAPPED_ARG = K_TAPPED + KINDS
K_TAPPED_SET = K_TAPPED_ARG + KINDS  # kind set the condition asks about
K_LINE_FIRST = K_TAPPED_SET + KINDS
K_LINE_COUNT = K_LINE_FIRST + KINDS
K_TRIGGER_FIRST = K_LINE_COUNT + KINDS
K_TRIGGER_COUNT = K_TRIGGER_FIRST + KINDS
K_SLOT_FIRST = K_TRIGGER_COUNT + KINDS  # first index into SLOTS_BY_KIND
K_SLOT_COUNT = K_SLOT_FIRST + KINDS
K_LOOK = K_SLOT_COUNT + KINDS  # largest scry or surveil of its cast or enter program
K_DRAW = K_LOOK + KINDS
K_MANA_INDEX = K_DRAW + KINDS  # index into the mana owner's table of source kinds, -1 none
K_TIE = K_MANA_INDEX + KINDS  # rank in ties of the best set (SEMANTICS 5)
KIND_TABLES_END = K_TIE + KINDS
SLOTS_BY_KIND = KIND_TABLES_END

# bits of K_FLAGS
(F_LAND, F_CREATURE, F_ARTIFACT, F_ENCHANTMENT, F_PLANESWALKER, F_INSTANT, F_SORCERY, F_LEGENDARY, F_HASTE, F_VIGILANCE,
 F_BASIC, F_PERMANENT, F_HELD, F_GOAL, F_LOOKS_OR_DRAWS, F_EVERY_TURN, F_MANA_SOURCE, F_TOKEN) = (
    1 << i for i in range(18)
)  # fmt: skip

# lines
LINE_STRIDE = 16 + MANA_WORDS
(L_KIND, L_FLAGS, L_MANA, L_PROGRAM, L_X_FACTOR, L_LIFE, L_KICKED, L_LOOK, L_DRAWS, L_LANDS, L_TIE, L_X_MAX, L_PIP_FIRST,
 L_PIP_COUNT, L_MODE, L_SPARE) = range(16)  # fmt: skip
L_NEED = 16  # packed need of the fixed pips (x = 0), MANA_WORDS words
LINE = SLOTS_BY_KIND + MAX_SLOTS
LF_INSTANT_SPEED, LF_PERMANENT, LF_HELD, LF_COMMAND_ZONE = 1, 2, 4, 8

# programs, triggers, free effects, kind sets
PROGRAM = LINE + MAX_LINES * LINE_STRIDE
TRIGGER_STRIDE = 4  # event (contract.triggers), kind set that it watches (-1 itself), program row, flags
TRIGGER = PROGRAM + MAX_PROGRAM_ROWS * ops.WIDTH
FREE_STRIDE = 8  # first turn, last turn, moment, program row, chance as 64-bit threshold (0 always), number, -, -
FREE = TRIGGER + MAX_TRIGGERS * TRIGGER_STRIDE
KIND_SET = FREE + MAX_FREE * FREE_STRIDE  # two mask words each

RULES_REGION = KIND_SET + 2 * MAX_SETS  # kernel/rule_layout.py: addresses of rules, knobs, tables, addresses of units
RULES_REGION_SIZE = 4096
MANA_TABLE_REGION = RULES_REGION + RULES_REGION_SIZE  # kernel/mana_layout.py: source kinds, unit sets, pips
MANA_TABLE_SIZE = 16384
GOAL_TABLE_REGION = MANA_TABLE_REGION + MANA_TABLE_SIZE  # kernel/goal_layout.py: atoms, terms, disjuncts, measures
GOAL_TABLE_SIZE = 65536
BLOCK_WORDS = GOAL_TABLE_REGION + GOAL_TABLE_SIZE

LOG_WIDTH = events.WIDTH
