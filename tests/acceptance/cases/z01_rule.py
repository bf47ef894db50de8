"""Scry rule of case Z-01: Islands until two are on the table, in hand or kept; then B while none is in hand."""

from analyzer.rules import scry_rule


@scry_rule("islands-then-b")
def islands_then_b(game, card):
    """T counts Islands in play, in hand and kept in this scry; a goal names B."""
    if game.lands_in_play + game.lands_in_hand + game.kept_lands < 2:
        return game.is_land(card)
    for kind in range(game.kinds):
        if game.is_goal(kind) and game.in_hand(kind) > 0:
            return True
    return game.is_goal(card)
