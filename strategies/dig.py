"""A play rule of free land-searching spells: what a published table of cantrips and scry spells was played with."""

from __future__ import annotations

from analyzer.rules import actions, moments, play_rule


@play_rule("dig-when-landless", lands_first=True)
def dig_when_landless(game, action):
    """Play a land every turn; use one look or draw a turn, and only with no land in hand: before the drop or after it.

    The rule of the thread "Cube design: Cantrip/Scry" (r/mtgcube), as far as its seven rates tell it: a spell that
    waits for a missed drop comes a turn too late for them. Other spells are not cast.
    """
    if action.kind == actions.LAND:
        return 1.0
    if action.kind == actions.MAY:
        return 1.0
    if action.kind != actions.LINE or game.step == moments.OPP or game.spells_this_turn > 0:
        return 0.0
    return 2.0 if game.lands_in_hand == 0 and action.scry + action.draw > 0 else 0.0
