"""Asking the rules of play: by address, checked for numbers, counted as decisions."""

from __future__ import annotations

from analyzer.contract.status import OK, RULE_NAN
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import ctz, drop_lowest, unlikely
from analyzer.kernel.layout import DECISIONS, REASON, RULES_REGION, STATUS, TURN
from analyzer.kernel.pointer import call_rule
from analyzer.kernel.rule_layout import RULE_FAULT, RULE_FAULT_TURN, RULE_PICK, RULE_RUNNING

COMPULSORY = float("-inf")  # a pick that must be made
OPTIONAL = 0.0


@helper
def nonsense(s):
    """The rule asked last answered no finite number: the game ends."""
    if s[STATUS] == OK:
        s[RULE_FAULT_TURN] = s[TURN]
    s[STATUS] = RULE_NAN
    if s[RULE_FAULT] == 0:  # a rule's entry has written it, and whether the answer was infinite
        s[RULE_FAULT] = s[RULE_RUNNING]


@helper
def ask(s, rule, number):
    """The rule's answer about a kind or an action record; NaN ends the game."""
    s[RULE_RUNNING] = rule - RULES_REGION + 1
    score = call_rule(s[rule], s, number)
    if unlikely(score != score):
        nonsense(s)
        score = 0.0
    return score


@helper
def best_kind(s, rule, mask0, mask1, above):
    """The kind of two mask words with the highest score above `above`, ties to the lowest; -1 if there is none."""
    best = -1
    for half in range(2):
        mask = mask1 if half else mask0
        while mask:
            kind = 64 * half + ctz(mask)
            mask = drop_lowest(mask)
            score = ask(s, rule, kind)
            if score > above or (best < 0 and above == COMPULSORY):
                best = kind
                above = score
    s[DECISIONS] += mask0 | mask1 != 0  # without anything to choose nobody is asked
    return best


@helper
def pick(s, reason, mask0, mask1, above):
    """Let the pick rule choose a kind (one decision): `above` is OPTIONAL or COMPULSORY."""
    s[REASON] = reason
    return best_kind(s, RULE_PICK, mask0, mask1, above)
