"""Scry rules of case B-06 that never look at the card's face."""

from analyzer.rules import scry_rule


@scry_rule("coin")
def coin(game, card):
    """Keep or bottom by a fair coin."""
    return game.coin()


@scry_rule("even-games")
def even_games(game, card):
    """Bottom in games with an even number."""
    return game.game_number % 2 == 1
