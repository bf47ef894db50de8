"""Event rows (formats F7) written to the caller's buffer; nothing happens while the log is off."""

from __future__ import annotations

from analyzer.contract.status import LOG_FULL
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import LOG_AT, LOG_ROWS, LOG_USED, LOG_WIDTH, STATUS, TURN
from analyzer.kernel.pointer import state_at


@helper
def write_row(s, code, a, b, c):
    """Append one row; a full log ends the game."""
    if s[LOG_USED] == s[LOG_ROWS]:
        s[STATUS] = LOG_FULL
        return
    row = state_at(s[LOG_AT] + 8 * LOG_WIDTH * s[LOG_USED])
    row[0], row[1], row[2], row[3], row[4] = code, s[TURN], a, b, c
    s[LOG_USED] += 1


@helper
def event(s, code, a, b, c):
    """Write the event down when the log is on."""
    if unlikely(s[LOG_ROWS] != 0):
        write_row(s, code, a, b, c)
