"""Life and damage of the players: you are 0, the opponents 1 and up; the life of the first opponent is kept.

Two-player games have one opponent, others more; each one that loses life or takes damage is an event of its own.
"""

from __future__ import annotations

from analyzer.contract import events, ops
from analyzer.kernel._jit import helper
from analyzer.kernel.layout import DAMAGE_DONE, LIFE, OPPONENT_LIFE, PLAYERS
from analyzer.kernel.log import event


@helper
def change_life(s, whom, change):
    """Life gained or lost by those whom a code of contract.ops means."""
    if change == 0:
        return
    last = s[PLAYERS] if whom >= ops.OPPONENTS else whom + 1
    for player in range(0 if whom == ops.YOU or whom == ops.EVERYONE else 1, last):
        if player == 0:
            s[LIFE] += change
        elif player == 1:
            s[OPPONENT_LIFE] += change
        event(s, events.LIFE, player, change, 0)


@helper
def deal(s, whom, n):
    """Damage to those whom a code of contract.ops means; what opponents take counts as done."""
    if n <= 0:
        return
    last = s[PLAYERS] if whom >= ops.OPPONENTS else whom + 1
    for player in range(0 if whom == ops.YOU or whom == ops.EVERYONE else 1, last):
        if player == 0:
            s[LIFE] -= n
        else:
            s[DAMAGE_DONE] += n
        if player == 1:
            s[OPPONENT_LIFE] -= n
        event(s, events.DAMAGE, player, n, 0)
