"""Scry rules: what stays on top of the library. More than 0 stays; the look is judged card by card, as seen."""

# ruff: noqa: B008  (defaults of knobs are immutable values)
from __future__ import annotations

from analyzer.rules import cards, scry_rule


def lands_coming(game):
    """Lands in play, in hand, known on top, and kept so far in this look."""
    return game.lands_in_play + game.lands_in_hand + game.lands_on_top + game.kept_lands


@scry_rule("lands-until")
def lands_until(game, card, lands=4):
    """Keep a land on top until enough have been had, then keep spells.

    Counts land cards that have been in hand since the keep and lands kept in this look (formats F5), so that a land
    that was discarded still counts and a card seen twice does not count itself.
    """
    have = game.lands_had + game.kept_lands
    return game.is_land(card) == (have < lands)


def wanted_copies(game, wanted):
    """Cards of a set that were had, or are kept in this look."""
    found = 0
    for card in range(game.kinds):
        if game.in_set(wanted, card):
            found += game.had(card) + game.kept_of(card)
    return found


def colours_of(game, wanted):
    """Types that the cards of a set cannot do without."""
    needed = 0
    for card in range(game.kinds):
        if game.in_set(wanted, card):
            needed |= game.colours_needed(card)
    return needed


@scry_rule("find")
def find(game, card, cards=cards("@goal"), lands=0, copies=0, colours=False, digs=False):
    """Keep the wanted cards and bottom the rest; below a floor of lands keep lands first of all.

    `lands`: keep lands while lands in play, in hand and kept are fewer. `copies`: keep wanted cards only until that
    many were had (0: always). `colours`: also keep a land that makes a colour which the wanted cards need and no land
    makes yet. `digs`: also keep a look or draw that can be cast by next turn.
    """
    if game.is_land(card):
        # the floor of lands, then the colours of the wanted cards; a land may be a wanted card itself
        missing = colours_of(game, cards) & ~game.land_colours() if colours else 0
        if lands_coming(game) < lands or game.produces(card) & missing != 0:
            return True
    # the wanted cards, while enough have not been had
    if game.in_set(cards, card):
        return copies == 0 or wanted_copies(game, cards) < copies
    # a payable look or draw
    return digs and game.looks_or_draws(card) and not game.is_land(card) and game.castable_next(card)


@scry_rule("curve")
def curve(game, card):
    """Lands up to what the deck wants, then spells that can be cast soon.

    The default where no goal says what to look for: target is the deck's 75th percentile of mana values (3 to 6), cap
    one more, load the sum of mana values in hand.
    """
    have = lands_coming(game)
    target = game.target
    if game.is_land(card):
        # a land stays below the target, below the cap with a heavy hand, or for a colour that the hand lacks
        if have < target or (have < target + 1 and game.hand_load >= 9):
            return True
        return have <= target + 1 and game.produces(card) & game.missing_colours() != 0
    soon = game.mana_value(card) <= have + 1
    # a nonland stays with enough lands, or with one fewer and an empty hand
    if soon and have >= target and game.mana_value(card) >= 2:
        return True
    if soon and have >= target - 1 and game.hand_load <= 2:
        return True
    # one land short of the target a payable look or draw is as good as a land
    return have == target - 1 and game.looks_or_draws(card) and game.castable_next(card)


@scry_rule("karsten-2018")
def karsten_2018(game, card):
    """A land stays, a spell goes to the bottom, always.

    The look after a Vancouver mulligan in Frank Karsten's "How Many Lands Do You Need to Consistently Hit Your Land
    Drops?" (ChannelFireball).
    """
    return game.is_land(card)


@scry_rule("keep-all")
def keep_all(game, card):
    """Everything stays on top in the order seen: a look without a decision."""
    return True


@scry_rule("bottom-all")
def bottom_all(game, card):
    """Everything goes to the bottom: with no knowledge of what comes instead, worth nothing on average."""
    return False
