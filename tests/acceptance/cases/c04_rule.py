"""Scry rule of case C-04 (c): lands until four were seen, the key card while none was seen, the rest to the bottom."""

from analyzer.rules import scry_rule


@scry_rule("lands-then-key")
def lands_then_key(game, card):
    """Keep a land while fewer than four were had, a goal card while none was had; bottom everything else."""
    if game.is_land(card):
        return game.lands_had + game.kept_lands < 4
    return game.is_goal(card) and game.had(card) + game.kept_of(card) == 0
