"""Where everything lies in the kernel's one block of int64 words: names and sizes, no behaviour.

Parts that change during a game come first, tables of the plan after them; a copy of the block is a saved game.
Every name is an offset (word index) or a size; tables of records have a STRIDE.
"""

from analyzer.contract import events, ops

# ---- capacities ------------------------------------------------------------------------------------------------
MAX_KINDS = 128  # kinds of the deck; two mask words
TOKEN_KINDS = 16  # token kinds follow the deck's kinds in every table by kind
KINDS = MAX_KINDS + TOKEN_KINDS
# token kinds; a Role's kind tells what it gives, the emblem of the Ring is no permanent but has triggers, the last
# two are creature tokens of the plan
(TREASURE_KIND, SHARD_KIND, SORCERER_KIND, CLUE_KIND, BLOOD_KIND, LANDER_KIND, MONSTER_KIND, ROYAL_KIND, CURSED_KIND,
 WICKED_KIND, HERO_KIND, VIRTUOUS_KIND, OTHER_ROLE_KIND, RING_KIND) = range(MAX_KINDS, MAX_KINDS + 14)  # fmt: skip
CREATURE_TOKENS = (MAX_KINDS + 14, MAX_KINDS + 15)
ROLE_KINDS = sum(1 << kind - MAX_KINDS for kind in (SORCERER_KIND, *range(MONSTER_KIND, RING_KIND)))  # a bit each
MAX_SLOTS = 1024
SLOT_ROOM = MAX_SLOTS + 72  # no power of two, or equal slots of all tables by slot share their cache sets
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

# ---- scalars -----------------------------------------------------------------------------------------------------
# fixed by the plan or by the call (SEAT by the game where SEAT_MIXED is set); BUSY is BUSY_MOMENTS, or every moment
# while the log is on
(STATUS, SEED, SALT_FROM, SALT, SEAT, PLAYERS, TURNS, FREE_MULLIGANS, MULLIGAN_RULE, HAND_SIZE_START, NATURAL_DRAWS,
 OPP_WINDOW, LOG_ROWS, LOG_USED, LOG_AT, ORDERS_AT, ORDERS_ROWS, STOP_AT_ZERO, TRIGGER_ORDER, SURVIVE, MAX_HAND,
 START_LIFE, START_OPPONENT_LIFE, START_MULLIGANS, OPEN_MAX, FIRST_GAME,
 CHOICES_CUT, BUSY, SEAT_MIXED) = range(29)  # fmt: skip
# cleared when a game begins
GAME_WORDS = 32
(GAME, GAME_KEY, FORKED, SEEN_ENTRIES, ORDERS_NEXT, DEAL, SHUFFLES, DECISIONS, BOTTOM_GROUPS, OVER, OVER_REASON, STEP,
 MULLIGANS, KEPT_CARDS, KEPT_LANDS_HAND, FIRST_SEVEN_LANDS, REASON, LOOKED, KEPT, KEPT_LANDS, LAST_FROM, LAST_LOOKED,
 LANDS_IN_PLAY, GRAVEYARD_SIZE, EXILE_SIZE, MANA, MANA_LEFT, MANA_SPENT_TOTAL, MANA_AVAILABLE_TOTAL, SPELLS_TOTAL,
 SHARDS, SHARDS_MADE, SHARDS_USED, ROLES, ROLES_MADE, RING, BEARER, BEARER_POWER, LIFE, OPPONENT_LIFE, DAMAGE_DONE,
 CARDS_DRAWN, LOOKED_AT, BOTTOMED, SCRY_EVENTS, SURVEIL_EVENTS, BOTTOMED_DRAWN, LAND_DROPS_MADE, MISSED_DROPS,
 OBJECTS, LIVE, WAITING, FAILED_DRAW, CURRENT_X, CURRENT_KICKED, CURRENT_SOURCE, CURRENT_LINE, CURRENT_OBJECT, CHANGED,
 CHOSEN, BEST_MANA, MASK_PLAY0, MASK_PLAY1, TREASURES) = range(GAME_WORDS, GAME_WORDS + 64)  # fmt: skip
# cleared when a turn begins as well
TURN_WORDS = GAME_WORDS + 64
(TURN, LAND_PLAYED, LAND_DROPS_LEFT, MANA_SPENT_TURN, MANA_AVAILABLE_TURN, SPELLS_THIS_TURN, DREW_LAND,
 ACTIONS_THIS_TURN, LAND_READ, LANDS_PLAYED) = range(TURN_WORDS, TURN_WORDS + 10)  # fmt: skip
# cleared when a deal begins as well
DEAL_WORDS = TURN_WORDS + 10
(HAND_SIZE, LANDS_IN_HAND, LANDS_HAD, HAND_LOAD, MASK_HAND0, MASK_HAND1, KNOWN_TOP, KNOWN_BOTTOM, LANDS_ON_TOP,
 BOTTOM_FIRST, UNSEEN, UNSEEN_LANDS, LIBRARY_SIZE) = range(DEAL_WORDS, DEAL_WORDS + 13)  # fmt: skip
SCALARS_END = DEAL_WORDS + 13
HEAD = 128
assert SCALARS_END <= HEAD

LONDON, VANCOUVER, PARIS, NO_MULLIGAN = range(4)  # MULLIGAN_RULE

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
(ORDER_MADE, ORDER_SIZE, ORDER_NEXT, STREAM_KEY, STREAM_WORD) = range(LIBRARY, LIBRARY + 5)
ORDER = LIBRARY + 16  # hidden order: ORDER_MADE entries are final, ORDER_NEXT is the next to be read
# By slot: place in the low bits (0 unseen middle, 1 known top, 2 known bottom, 3 out, 4 void), then two marks of a card
# in the library: it has been in hand since the keep, a look has put it to the bottom.
WHERE = ORDER + SLOT_ROOM
PLACE_BITS, OUT, VOID, MARK_HAD, MARK_BOTTOMED = 7, 3, 4, 8, 16  # library.py reads the marks as bits 3 and 4
TOP_STACK = WHERE + SLOT_ROOM  # known top, next card last
BOTTOM_QUEUE = TOP_STACK + SLOT_ROOM  # known bottom, next card first; wraps at 2 * MAX_SLOTS
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
WAITING_STRIDE = 4  # place in the order (F13.4), object, trigger, cards looked at
WAITING_LIST = LIVE_LIST + MAX_OBJECTS
PERMANENTS_END = WAITING_LIST + MAX_WAITING * WAITING_STRIDE

# ---- actions of the present moment -----------------------------------------------------------------------------
ACTION_STRIDE = 18
(A_KIND, A_CARD, A_LINE, A_X, A_MANA, A_IN_BEST_SET, A_SCRY, A_DRAW, A_LANDS, A_OBJECT, A_TAPPED, A_NEXT, A_TURN_MANA,
 A_SACRIFICES, A_ROW, A_LOYALTY, A_SORCERY,
 A_STEADY) = range(ACTION_STRIDE)  # what the promise `steady` says about it: NEVER, WITH_LAND, ALWAYS  # fmt: skip
NEVER, WITH_LAND, ALWAYS = range(3)
ACTIONS = PERMANENTS_END + 1  # first word: how many
ACTION = ACTIONS + 1
NOT_COMPUTED = -1  # A_NEXT, A_TURN_MANA, BEST_MANA (and with it A_IN_BEST_SET) until a rule asks
# search for the best set (kernel/unit_choice.py); A_IN_BEST_SET: copies that belong to it
MAX_ITEMS = 12
CHOICE = ACTION + MAX_ACTIONS * ACTION_STRIDE
X_NEED = CHOICE  # a need with its X, MANA_WORDS words
ITEMS = X_NEED + MANA_WORDS
ITEM_STRIDE = 5  # record of its action, value, kind, offset of its need without X, first word of its need
I_RECORD, I_VALUE, I_KIND, I_NEED, I_FIRST = range(ITEM_STRIDE)
REST = ITEMS + (MAX_ITEMS + 1) * ITEM_STRIDE  # by item: value of this and all later ones
TRIED_NEED = REST + MAX_ITEMS + 1  # packed need of what is taken; the search itself keeps the first word
# 1: lands are offered, lines not yet; 1: the best set is one of some lines only (more than MAX_ITEMS)
LINES_DUE, BEST_CUT = TRIED_NEED + MANA_WORDS, TRIED_NEED + MANA_WORDS + 1
CHOICE_END = BEST_CUT + 1
CHOICE_SIZE = 1024
assert CHOICE_END <= CHOICE + CHOICE_SIZE
ACTIONS_END = CHOICE + CHOICE_SIZE

# ---- regions whose names live with their owner -------------------------------------------------------------------
MANA_REGION = ACTIONS_END  # kernel/mana_layout.py: units, open payments, packed have and need
MANA_REGION_SIZE = 8192
GOAL_STATE_REGION = MANA_REGION + MANA_REGION_SIZE  # kernel/goal_layout.py: truth of atoms, first turns
GOAL_STATE_SIZE = 8192
SYSTEM_STATE_REGION = GOAL_STATE_REGION + GOAL_STATE_SIZE  # kernel/system_layout.py: combat, the Ring, command zone
SYSTEM_STATE_SIZE = 1024
MUTABLE_END = SYSTEM_STATE_REGION + SYSTEM_STATE_SIZE

# ---- tables of the plan ------------------------------------------------------------------------------------------
SLOTS_N = MUTABLE_END  # plan.slots
KINDS_N = SLOTS_N + 1
LINES_N = SLOTS_N + 2
TRIGGERS_N = SLOTS_N + 3
FREE_N = SLOTS_N + 4
COLOURS_N = SLOTS_N + 5  # colour types that some pip of the deck asks for
PLAN_WORDS_N = SLOTS_N + 6  # mana words in use, 1..MANA_WORDS
SYSTEMS = SLOTS_N + 7  # bits of kernel/system_layout.py: which rarer systems this deck needs
DECK_TARGET, DECK_CAP, DECK_SIZE, DECK_LANDS = SLOTS_N + 8, SLOTS_N + 9, SLOTS_N + 10, SLOTS_N + 11
# START_RANDOM_HAND: 1 when the opening hand is START_HAND_LANDS lands and START_HAND_OTHERS other cards at random
START_TURN, START_RANDOM_HAND, START_HAND_LANDS, START_HAND_OTHERS = range(SLOTS_N + 12, SLOTS_N + 16)
# sizes when a deal begins; a fixed hand, permanents and known cards of a start position, in this order in START_LIST
(START_LIBRARY, START_UNSEEN, START_UNSEEN_LANDS, START_FIXED_HAND, START_HAND_N, START_FIELD_N, START_TOP_N,
 START_BOTTOM_N) = range(SLOTS_N + 16, SLOTS_N + 24)  # fmt: skip
INSTANTS0, INSTANTS1 = SLOTS_N + 24, SLOTS_N + 25  # kinds with a line of instant speed
PLAIN_LINES = SLOTS_N + 26  # no line has an X, a target or a cost beside mana, and none waits in a command zone
LANDS0, LANDS1 = SLOTS_N + 28, SLOTS_N + 29
BUSY_MOMENTS = SLOTS_N + 30  # by moment a bit: a free effect or a trigger of the deck may happen in it
EVENT_MASKS = SLOTS_N + 128  # by event of contract.triggers: kinds that trigger on it, two mask words each
# By mana 0..MOST_MANA: kinds with a line that is offered and costs at most that much, two mask words each.
MOST_MANA = 15
CASTABLE = SLOTS_N + 64
PLAN_HEAD_END = SLOTS_N + 192
SLOT_KIND = PLAN_HEAD_END  # kind of each slot, -1 void
SLOT_START = SLOT_KIND + SLOT_ROOM  # WHERE of each slot when a deal begins (0 middle, 1 top, 2 bottom, 3 out, 4 void)
START_LIST = SLOT_START + SLOT_ROOM  # kinds of hand and permanents, slots on top (next first) and at the bottom
BATCH = START_LIST + SLOT_ROOM  # by cards left to order: size of the next batch + 16 * product of its counts

LIST_ORDER = BATCH + SLOT_ROOM  # 0, 1, 2 ...: the order of the list, from which a deal begins

# static facts by kind (KINDS words each)
K_FLAGS = LIST_ORDER + SLOT_ROOM
K_MANA_VALUE = K_FLAGS + KINDS
K_POWER = K_MANA_VALUE + KINDS
K_PRODUCES = K_POWER + KINDS  # bit set W U B R G C (1 2 4 8 16 32)
K_TAPPED = K_PRODUCES + KINDS  # how it enters: a code of TAPPED_UNLESS below
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
K_UNSEEN = K_TIE + KINDS  # copies in the unseen middle when a deal begins
K_COUNTERS = K_UNSEEN + KINDS  # counters it enters with: loyalty, lore
KIND_TABLES_END = K_COUNTERS + KINDS
SLOTS_BY_KIND = KIND_TABLES_END

# K_TAPPED: untapped, tapped, or tapped unless: 2 life is paid, other lands <= n, other lands >= n, basic lands >= n,
# a kind of the set is in play, a kind of the set is in hand, turn <= n, opponents >= n, a player's life <= n
(ENTERS_UNTAPPED, ENTERS_TAPPED, UNLESS_LIFE, UNLESS_FEW_LANDS, UNLESS_MANY_LANDS, UNLESS_BASICS, UNLESS_CONTROL,
 UNLESS_REVEAL, UNLESS_EARLY, UNLESS_OPPONENTS, UNLESS_ANY_LIFE) = range(11)  # fmt: skip

# bits of K_FLAGS
(F_LAND, F_CREATURE, F_ARTIFACT, F_ENCHANTMENT, F_PLANESWALKER, F_INSTANT, F_SORCERY, F_LEGENDARY, F_HASTE, F_VIGILANCE,
 F_BASIC, F_PERMANENT, F_HELD, F_GOAL, F_LOOKS_OR_DRAWS, F_EVERY_TURN, F_MANA_SOURCE, F_TOKEN, F_LIFELINK,
 F_DEFENDER, F_SAGA,
 F_VANILLA,  # a permanent that does nothing but be there, in a deck where nothing watches casts or arrivals
 F_FRAIL,  # a creature of printed toughness 0, which lives by its counters
 F_AURA) = (  # it enchants a creature
    1 << i for i in range(24)
)  # fmt: skip

# lines
LINE_STRIDE = 16 + MANA_WORDS
# L_KICKED: times kicked, -1: as often as X says; L_PIP_FIRST: offset of its typed pips; L_DISCARD: cards as a cost;
# L_TARGET: kind set, plus 1, of which a permanent of yours is needed (0: none)
(L_KIND, L_FLAGS, L_MANA, L_PROGRAM, L_X_FACTOR, L_LIFE, L_KICKED, L_LOOK, L_DRAWS, L_LANDS, L_TIE, L_X_MAX,
 L_PIP_FIRST, L_PIP_COUNT, L_TARGET, L_DISCARD) = range(16)  # fmt: skip
L_NEED = 16  # packed need of the fixed pips (x = 0), MANA_WORDS words
LINE = SLOTS_BY_KIND + SLOT_ROOM
LF_INSTANT_SPEED, LF_PERMANENT, LF_HELD, LF_COMMAND_ZONE = 1, 2, 4, 8
# Records of activated abilities follow those of lines (kernel/system_layout.py); there L_TIE is the change of loyalty,
# L_KICKED the ability's number on its card. Costs paid on resolution lie at the end of the table, last first.
LF_TAP, LF_SACRIFICE, LF_LOYALTY, LF_ONCE = 16, 32, 64, 128
LF_MANA_ONLY = 256  # offered whenever its mana can be paid: no X, no target, no other cost

# programs, triggers, free effects, kind sets
PROGRAM = LINE + MAX_LINES * LINE_STRIDE
# event (contract.triggers), kind set that it watches (-1 any; of a chapter its numbers, a bit each; FIRST_CHAPTER: the
# first chapter, which waits as its Saga enters), program row, place
# in the order (F13.4, by what it does), 1 if it triggers only once each turn
TRIGGER_STRIDE = 5
FIRST_CHAPTER = -2
TRIGGER = PROGRAM + MAX_PROGRAM_ROWS * ops.WIDTH
FREE_STRIDE = 8  # first turn, last turn, moment, program row, chance as 64-bit threshold (0 always), number, -, -
FREE = TRIGGER + MAX_TRIGGERS * TRIGGER_STRIDE
KIND_SET = FREE + MAX_FREE * FREE_STRIDE  # two mask words each

# Action records as they are offered, but for what depends on the moment: by row of LINE, and of lands by kind.
RECORD = KIND_SET + 2 * MAX_SETS
LAND_RECORD = RECORD + MAX_LINES * ACTION_STRIDE
# What a play rule that promises `steady` answered: by turn, line and whether the line is in the best set, as float64
# bits; NOT_COMPUTED until it was asked. It stays from game to game.
SCORED_TURNS, SCORED_LINES = 16, 64
SCORE = LAND_RECORD + MAX_KINDS * ACTION_STRIDE

# By row of LINE: a number from 1 on that lines of equal needs and ties share, 0 where there are too many of them.
COST_CLASS = SCORE + SCORED_TURNS * SCORED_LINES * 2
CLASS_BITS = 5
# Best sets that were searched, by a hash of what they depend on: classes of the lines offered and copies of each, in
# order, and what of the slack could matter; and the answer: copies of each in the set, mana above them.
BEST_BITS, BEST_STRIDE = 12, 4
B_CLASSES, B_COPIES, B_SLACK, B_ANSWER = range(BEST_STRIDE)
B_BITS, B_ROOM = 3, 12  # no more lines than that, with fewer than 1 << B_BITS copies
BEST = COST_CLASS + MAX_LINES

SYSTEM_TABLE_REGION = BEST + (BEST_STRIDE << BEST_BITS)  # kernel/system_layout.py
SYSTEM_TABLE_SIZE = 2048
# kernel/rule_layout.py: addresses of rules, knobs, tables, addresses of units
RULES_REGION = SYSTEM_TABLE_REGION + SYSTEM_TABLE_SIZE
RULES_REGION_SIZE = 4096
MANA_TABLE_REGION = RULES_REGION + RULES_REGION_SIZE  # kernel/mana_layout.py: source kinds, unit sets, pips
MANA_TABLE_SIZE = 16384
GOAL_TABLE_REGION = MANA_TABLE_REGION + MANA_TABLE_SIZE  # kernel/goal_layout.py: atoms, terms, disjuncts, measures
GOAL_TABLE_SIZE = 65536
BLOCK_WORDS = GOAL_TABLE_REGION + GOAL_TABLE_SIZE

LOG_WIDTH = events.WIDTH
