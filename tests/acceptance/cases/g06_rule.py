"""Pick rule of cases G-04 and G-06: the key card is never discarded."""

from analyzer.rules import pick_rule


@pick_rule("keep-key")
def keep_key(game, card):
    """Discard anything but a card that a goal names."""
    return -1.0 if game.is_goal(card) else 1.0
