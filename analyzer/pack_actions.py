"""Action records as the kernel offers them: all of a record that does not depend on the moment is written once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.contract import actions
from analyzer.kernel import layout as at
from analyzer.kernel import system_layout
from analyzer.plan.model import Plan

MOST_PIPS = 100  # a line of more mana is asked about in full


def write_records(plan: Plan, block: NDArray[np.int64]) -> None:
    """Write RECORD, LAND_RECORD, LF_MANA_ONLY, COST_CLASS and an empty SCORE, when lines, abilities and systems are in the block."""
    for kind in plan.kinds:
        first = int(block[at.K_LINE_FIRST + kind.index])
        for number in range(int(block[at.K_LINE_COUNT + kind.index])):
            _line(block, first + number, number, kind.index in plan.commanders)
        if kind.card.is_land:
            words = {at.A_SCRY: at.K_LOOK, at.A_DRAW: at.K_DRAW}
            record = at.LAND_RECORD + kind.index * at.ACTION_STRIDE
            _write(block, record, actions.LAND, kind.index)
            for word, table in words.items():
                block[record + word] = block[table + kind.index]
    for card in range(at.KINDS):
        first = int(block[system_layout.ABILITY_FIRST + card])
        for row in range(first, first + int(block[system_layout.ABILITY_COUNT + card])):
            _ability(block, row, card)
    _classes(block)
    block[at.SCORE : at.SCORE + at.SCORED_TURNS * at.SCORED_LINES * 2] = at.NOT_COMPUTED


def _write(block: NDArray[np.int64], record: int, kind: int, card: int) -> None:
    block[record : record + at.ACTION_STRIDE] = 0
    block[record + at.A_KIND], block[record + at.A_CARD] = kind, card
    block[record + at.A_OBJECT] = block[record + at.A_LOYALTY] = -1
    block[record + at.A_NEXT] = block[record + at.A_TURN_MANA] = at.NOT_COMPUTED


def _of_row(block: NDArray[np.int64], row: int, kind: int, card: int) -> tuple[int, int]:
    """Write what lines and abilities have in common; returns the offsets of the record and of the row."""
    record, line = at.RECORD + row * at.ACTION_STRIDE, at.LINE + row * at.LINE_STRIDE
    _write(block, record, kind, card)
    block[record + at.A_ROW], block[record + at.A_MANA] = row, block[line + at.L_MANA]
    block[record + at.A_SCRY], block[record + at.A_DRAW] = block[line + at.L_LOOK], block[line + at.L_DRAWS]
    block[record + at.A_LANDS] = block[line + at.L_LANDS]
    return record, line


def _line(block: NDArray[np.int64], row: int, number: int, taxed: bool) -> None:
    record, line = _of_row(block, row, actions.LINE, int(block[at.LINE + row * at.LINE_STRIDE + at.L_KIND]))
    block[record + at.A_LINE] = number
    other_costs = (at.L_X_FACTOR, at.L_LIFE, at.L_DISCARD, at.L_TARGET)
    if taxed or block[line + at.L_FLAGS] & at.LF_HELD:
        return
    if block[line + at.L_MANA] <= MOST_PIPS and not any(block[line + word] for word in other_costs):
        block[line + at.L_FLAGS] |= at.LF_MANA_ONLY
    if row < at.SCORED_LINES and not block[line + at.L_X_FACTOR]:
        digs = block[record + at.A_SCRY] + block[record + at.A_DRAW] + block[record + at.A_LANDS] > 0
        block[record + at.A_STEADY] = at.WITH_LAND if digs else at.ALWAYS


def _classes(block: NDArray[np.int64]) -> None:
    """Write COST_CLASS of every line."""
    numbers: dict[tuple[int, ...], int] = {}
    for row in range(int(block[at.LINES_N])):
        line = at.LINE + row * at.LINE_STRIDE
        alike = (*block[line + at.L_NEED : line + at.LINE_STRIDE].tolist(), int(block[line + at.L_TIE]))
        number = numbers.setdefault(alike, len(numbers) + 1)
        block[at.COST_CLASS + row] = number if number < 1 << at.CLASS_BITS else 0


def _ability(block: NDArray[np.int64], row: int, card: int) -> None:
    kind = actions.ACTIVATE if card < at.MAX_KINDS else actions.TOKEN
    record, line = _of_row(block, row, kind, card)
    flags = int(block[line + at.L_FLAGS])
    block[record + at.A_LINE] = block[line + at.L_KICKED]
    is_valued = int(block[at.K_FLAGS + card]) & (at.F_CREATURE | at.F_LEGENDARY) != 0
    block[record + at.A_SACRIFICES] = bool(flags & at.LF_SACRIFICE) and is_valued
    block[record + at.A_SORCERY] = flags & at.LF_INSTANT_SPEED == 0
