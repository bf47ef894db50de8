"""Where addresses of rules, their knobs and addresses of units lie in the rules region of the block."""

from analyzer.kernel.layout import RULES_REGION

# addresses of compiled rules (0 = none); RULE_SCRY_LOOK, when set, is asked instead of RULE_SCRY
(RULE_KEEP, RULE_BOTTOM, RULE_SCRY, RULE_SCRY_LOOK, RULE_PLAY, RULE_PICK, RULE_MULL_LOOK, RULE_MULL_LOOK_WHOLE) = range(
    RULES_REGION, RULES_REGION + 8
)
UNITS = RULES_REGION + 16  # addresses of rarer units; names are added with each unit
MAX_UNITS = 32
KNOBS = UNITS + MAX_UNITS  # one stretch a role, KNOB_WORDS each, in the order of the addresses above
KNOB_WORDS = 64
TABLES = KNOBS + 8 * KNOB_WORDS  # tables that knobs point at (card sets: two words, expressions: owner analyzer/rules.py)
