"""Scry rule of case B-01: the alphabetically first card stays on top, the others go down in alphabetical order."""

from analyzer.rules import scry_rule


@scry_rule("alphabetical")
def alphabetical(game, card):
    """Kinds are numbered in the order of the file, which is alphabetical; ranks fall with the number."""
    for place in range(game.looked):
        if game.look_card(place) < card:
            return -card
    return 1.0
