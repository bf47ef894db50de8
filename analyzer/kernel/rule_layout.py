"""Where addresses of rules, their knobs, their tables and addresses of units lie in the rules region of the block."""

from analyzer.kernel.layout import KINDS, RULES_REGION, RULES_REGION_SIZE

# addresses of compiled rules (0 = none); RULE_SCRY_LOOK, when set, is asked instead of RULE_SCRY
(RULE_KEEP, RULE_BOTTOM, RULE_SCRY, RULE_SCRY_LOOK, RULE_PLAY, RULE_PICK, RULE_MULL_LOOK, RULE_MULL_LOOK_WHOLE) = range(
    RULES_REGION, RULES_REGION + 8
)
RULE_RUNNING = RULES_REGION + 8  # which rule was asked last: its address word minus RULES_REGION, plus 1
COMBAT_LOOKS = RULES_REGION + 9  # attack triggers that may still look, loot or draw this turn; the turn loop keeps it
UNITS = RULES_REGION + 16  # addresses of rarer units; names are added with each unit
MAX_UNITS = 32
KNOBS = UNITS + MAX_UNITS  # one stretch a role, KNOB_WORDS each, in the order of the addresses above
KNOB_WORDS = 64
COLOURS_NEEDED = KNOBS + 8 * KNOB_WORDS  # by kind: bit set of the coloured types of its cost
TABLES = COLOURS_NEEDED + KINDS  # tables that knobs point at, filled by analyzer/rule_tables.py

# Card sets: two mask words each. A card-set knob holds the number of its set.
MAX_CARD_SETS = 64
CARD_SETS_N = TABLES
CARD_SETS = TABLES + 1

# Expressions: rows of EXPRESSION_STRIDE words (see kernel/view.py). An expression knob holds its first row.
EXPRESSION_STRIDE = 5
EXPRESSION_ROWS_N = CARD_SETS + 2 * MAX_CARD_SETS
EXPRESSIONS = EXPRESSION_ROWS_N + 1
MAX_EXPRESSION_ROWS = (RULES_REGION + RULES_REGION_SIZE - EXPRESSIONS) // EXPRESSION_STRIDE
