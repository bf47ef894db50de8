"""What a view asks of the mana code: compiled once as a unit, so that no rule has to compile that code with it."""

from __future__ import annotations

from analyzer.kernel import mana
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.bits import ctz
from analyzer.kernel.layout import (
    F_LAND,
    K_FLAGS,
    K_LINE_COUNT,
    K_LINE_FIRST,
    L_NEED,
    LINE,
    LINE_STRIDE,
    MASK_HAND0,
)
from analyzer.kernel.permanents import enters_tapped
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.view_methods import CASTABLE_NEXT, CASTABLE_NOW


@helper
def payable_next(s, need):
    """Is this need payable next turn with the lands in play and one more from hand?"""
    if mana.next_turn_payable(s, -1, need):
        return True
    for half in range(2):
        left = s[MASK_HAND0 + half]
        while left:
            land = ctz(left) + 64 * half
            left &= left - 1
            if s[K_FLAGS + land] & F_LAND and mana.next_turn_payable(s, land, need):
                return True
    return False


@entry(UNIT_SIGNATURE)
def answer(s, question, kind):
    """1 for yes, 0 for no (questions: kernel/view_methods.py)."""
    if question != CASTABLE_NOW and question != CASTABLE_NEXT:
        return 1 if enters_tapped(s, kind) else 0
    first = s[K_LINE_FIRST + kind]
    for line in range(first, first + s[K_LINE_COUNT + kind]):
        need = LINE + line * LINE_STRIDE + L_NEED
        if mana.payable(s, need) if question == CASTABLE_NOW else payable_next(s, need):
            return 1
    return 0
