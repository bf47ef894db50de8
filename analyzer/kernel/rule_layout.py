"""Where addresses of rules, their knobs, their tables and addresses of units lie in the rules region of the block."""

from analyzer.kernel.layout import KINDS, MANA_WORDS, RULES_REGION, RULES_REGION_SIZE

# addresses of compiled rules (0 = none); RULE_SCRY_LOOK, when set, is asked instead of RULE_SCRY
(RULE_KEEP, RULE_BOTTOM, RULE_SCRY, RULE_SCRY_LOOK, RULE_PLAY, RULE_PICK, RULE_MULL_LOOK, RULE_MULL_LOOK_WHOLE) = range(
    RULES_REGION, RULES_REGION + 8
)
RULE_RUNNING = RULES_REGION + 8  # which rule was asked last: its address word minus RULES_REGION, plus 1
COMBAT_LOOKS = RULES_REGION + 9  # attack triggers that may still look, loot or draw this turn; the turn loop keeps it
RULE_FAULT = RULES_REGION + 10  # as RULE_RUNNING: the first rule that answered no number, 0 none; + INFINITE
RULE_FAULT_TURN = RULES_REGION + 12  # when that was
INFINITE = 16  # added to a fault: the answer was infinite, else NaN
RULE_LANDS_FIRST, RULE_STEADY = RULES_REGION + 11, RULES_REGION + 13  # 1: the play rule's promise (analyzer/rules.py)
UNITS = RULES_REGION + 16  # addresses of rarer units; names are added with each unit
MAX_UNITS = 32
UNIT_LIBRARY, UNIT_CHOICE = UNITS + 1, UNITS + 2  # kernel/unit_library.py, kernel/unit_choice.py
UNIT_BOARD, UNIT_ABILITIES, UNIT_COMBAT = UNITS + 3, UNITS + 4, UNITS + 5  # kernel/unit_board.py and so on
UNIT_DROPS = UNITS + 6  # kernel/unit_drops.py
BY_FETCHING = 2  # asked of the drops unit instead of 0 or 1 (lands only)
MARK_BEST = -1  # asked of the choice unit instead of an action record
UNIT_VIEW = UNITS  # kernel/view_unit.py: what a view asks of the mana code
KNOBS = UNITS + MAX_UNITS  # one stretch a role, KNOB_WORDS each, in the order of the addresses above
KNOB_WORDS = 64
COLOURS_NEEDED = KNOBS + 8 * KNOB_WORDS  # by kind: bit set of the coloured types of its cost
HAND_VECTOR = COLOURS_NEEDED + KINDS  # scratch: units of the lands in hand and in play
TABLES = HAND_VECTOR + MANA_WORDS  # tables that knobs point at, filled by analyzer/rule_tables.py

# Card sets: two mask words each. A card-set knob holds the number of its set.
MAX_CARD_SETS = 64
CARD_SETS_N = TABLES
CARD_SETS = TABLES + 1

# Expressions: rows of EXPRESSION_STRIDE words (see kernel/view.py). An expression knob holds its first row.
EXPRESSION_STRIDE = 5
EXPRESSION_ROWS_N = CARD_SETS + 2 * MAX_CARD_SETS
EXPRESSIONS = EXPRESSION_ROWS_N + 1
MAX_EXPRESSION_ROWS = (RULES_REGION + RULES_REGION_SIZE - EXPRESSIONS) // EXPRESSION_STRIDE
# A row is (op, a, b, next row when true, next row when false): TEST asks a <= sum <= b and clears the sum, the others
# add a number to the sum and go on to the next row: the word at offset a, copies in hand of card set a, or lands in
# hand that make a type of the bit set a. TRUE and FALSE end it.
X_TEST, X_WORD, X_IN_HAND, X_SOURCES = range(4)
X_TRUE, X_FALSE = -1, -2
