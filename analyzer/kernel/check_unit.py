"""What the contract test of rules needs in native code: calls by address, and mana answers from a table."""

from __future__ import annotations

from numba import types

from analyzer.kernel._jit import entry
from analyzer.kernel.layout import GOAL_STATE_REGION, KINDS
from analyzer.kernel.pointer import UNIT_SIGNATURE, call_keep, call_rule, state_of

ANSWERS = GOAL_STATE_REGION  # answers of the view unit by question and kind; goals play no part in the test


@entry(UNIT_SIGNATURE)
def answer(s, question, kind):
    """In place of kernel/view_unit.py: the answer that the test has written down."""
    return s[ANSWERS + question * KINDS + kind]


@entry(types.float64(types.int64[::1], types.int64, types.int64))
def ask_whole(block, address, number):
    """A rule that is asked once for the whole game or look."""
    return call_keep(address, state_of(block))


@entry(types.float64(types.int64[::1], types.int64, types.int64))
def ask_each(block, address, number):
    """A rule that is asked about a card, or about the action record at this offset."""
    return call_rule(address, state_of(block), number)
