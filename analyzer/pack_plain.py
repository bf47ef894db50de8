"""Which decks and cards are so plain that the kernel's main loop may keep what it knows after a cast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.contract import triggers
from analyzer.kernel import layout as at
from analyzer.pack_abilities import KindPrograms
from analyzer.plan.model import Line, Plan

WATCHED = (triggers.CAST, triggers.ENTERS)  # what happens when a vanilla permanent is cast


def costs_mana_only(line: Line) -> bool:
    """Has the line no cost but fixed mana, and no target?"""
    return not (line.x_pips or line.x_factor or line.life or line.discard or line.target)


def write_plainness(plan: Plan, block: NDArray[np.int64], packed: Sequence[KindPrograms]) -> None:
    """Write PLAIN_LINES and F_VANILLA, when lines, triggers, mana sources, ways to enter and systems are in the block."""
    lines = [line for kind in plan.kinds for line in kind.lines]
    block[at.PLAIN_LINES] = int(not plan.commanders and all(map(costs_mana_only, lines)))
    if any(block[at.EVENT_MASKS + 2 * event + half] for event in WATCHED for half in range(2)):
        return
    for kind, programs in zip(plan.kinds, packed, strict=True):
        still = not (programs.triggers or programs.as_it_enters or programs.activated or programs.last_chapter)
        lasts = kind.card.is_permanent and not kind.card.is_land and "legendary" not in kind.card.types
        lasts = lasts and not block[at.K_FLAGS + kind.index] & at.F_FRAIL
        inert = block[at.K_MANA_INDEX + kind.index] < 0 and block[at.K_TAPPED + kind.index] == at.ENTERS_UNTAPPED
        if still and lasts and inert and all(map(costs_mana_only, kind.lines)):
            block[at.K_FLAGS + kind.index] |= at.F_VANILLA
