"""Drives the kernel's goal code through a written script of words and moments instead of a game."""

from __future__ import annotations

from numba import types

from analyzer.kernel import goals, mana
from analyzer.kernel._jit import entry
from analyzer.kernel.layout import STATUS
from analyzer.kernel.pointer import state_of

SET, BEGIN, KEEP, DRAW, LAND, TURN, END = range(7)


@entry(types.int64(types.int64[::1], types.int64[:, ::1], types.int64[::1]))
def drive(block, script, output):
    """Run the rows (what, address, value) of a script; returns the block's status."""
    s, out = state_of(block), state_of(output)
    for row in range(script.shape[0]):
        what = script[row, 0]
        if what == SET:
            s[script[row, 1]] = script[row, 2]
        elif what == BEGIN:
            mana.begin_game(s)
            goals.begin_game(s)
        elif what == KEEP:
            goals.at_keep(s)
        elif what == DRAW:
            goals.at_draw(s)
        elif what == LAND:
            goals.at_land(s)
        elif what == TURN:
            goals.at_turn(s)
        else:
            goals.end_game(s, out)
    return s[STATUS]
