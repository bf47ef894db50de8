"""Pick rules: which of several cards is discarded, put back, taken, searched for, sacrificed, or made bearer."""

from __future__ import annotations

from analyzer.rules import pick_rule, reasons

GOAL = 10_000.0  # weight of cards that a goal names


def lands_ready(game):
    """Lands in play, in hand and known on top."""
    return game.lands_in_play + game.lands_in_hand + game.lands_on_top


def useless(game, card):
    """How little a card in hand is wanted: surplus lands, what cannot be cast within two turns, the least payable."""
    last = -GOAL if game.is_goal(card) else 0.0
    if game.is_land(card):
        # a land if there are more than the cap, and first one that no colour hangs on
        surplus = lands_ready(game) > game.target + 1
        return last + (3_000.0 if surplus else 0.0) - (1.0 if game.only_source(card) else 0.0)
    dear = min(game.mana_value(card), 100)
    # else the highest mana value not castable within two turns
    if game.mana_value(card) > game.lands_in_play + min(game.lands_in_hand, 2):
        return last + 2_000.0 + dear
    # else the least payable
    return last + (dear + 1.0 if game.payable_lands(card) else 1_000.0 + dear)


def wanted(game, card):
    """How much a card that may be taken is wanted; always above 0."""
    goal = GOAL if game.is_goal(card) and game.had(card) == 0 else 0.0
    if game.is_land(card):
        # a land if none is in hand, or while fewer than the deck wants; colours that the hand lacks first
        makes = 100.0 if game.produces(card) & game.missing_colours() != 0 else 0.0
        makes += 1.0 if not game.enters_tapped(card) else 0.0
        if game.lands_in_hand == 0:
            return goal + 3_000.0 + makes
        return goal + (2_000.0 if lands_ready(game) < game.target else 1.0) + makes
    # else what can be cast soonest, the dearest of that
    dear = min(game.mana_value(card), 100)
    soon = game.mana_value(card) <= lands_ready(game) + 1 and game.colours_needed(card) & ~game.land_colours() == 0
    return goal + (1_000.0 + dear if soon else 200.0 - dear)


@pick_rule("default")
def default(game, card):
    """Discard what is least useful, take what is needed next, give Roles and the Ring to the strongest attacker.

    The default rule of play of this project: discards and put-backs follow one order, takes and searches its opposite.
    """
    why = game.reason
    if why == reasons.TAKE or why == reasons.SEARCH:
        return wanted(game, card)
    # Role host and Ring-bearer: no opinion; the engine takes one that can attack this turn, then the most power
    if why == reasons.HOST or why == reasons.BEARER:
        return 1.0
    # a sacrifice: no legend, no creature if something else is there, then the cheapest
    if why == reasons.SACRIFICE:
        keep = (200.0 if game.is_legendary(card) else 0.0) + (100.0 if game.is_creature(card) else 0.0)
        return -keep - min(game.mana_value(card), 99)
    # discard, loot, cleanup, put back
    return useless(game, card)
