"""Keep rules: which hands are kept. They are asked after bottoming, so a London six is a hand of six cards."""

# ruff: noqa: B008  (defaults of knobs are immutable values)
from __future__ import annotations

from analyzer.rules import Span, expression, inside, keep_rule

ANY = Span(0, 99)


def range_for(game, k7, k6, k5, k4, free7):
    """The range of lands that a hand of this size may have; smaller hands than four cards are always kept."""
    if game.hand_size >= 7:
        return free7 if game.free_mulligans_left > 0 else k7
    if game.hand_size == 6:
        return k6
    if game.hand_size == 5:
        return k5
    return k4 if game.hand_size == 4 else ANY


@keep_rule("karsten-2022")
def karsten_2022(game):
    """Keep 7 cards with 2 to 5 lands, 6 or 5 cards with 2 to 4, any 4; a free seven with 3 to 5.

    Frank Karsten, "How Many Sources Do You Need to Consistently Cast Your Spells? A 2022 Update" (TCGplayer), the rule
    of his simulation under the London mulligan. A seven is free when a free
    mulligan may follow it.
    """
    return inside(game.lands_in_hand, range_for(game, Span(2, 5), Span(2, 4), Span(2, 4), ANY, Span(3, 5)))


@keep_rule("karsten-2018")
def karsten_2018(game):
    """Mulligan 7 cards with 0, 1, 6 or 7 lands, 6 with 0, 1, 5 or 6, 5 with 0 or 5; keep any 4.

    Frank Karsten, "How Many Lands Do You Need to Consistently Hit Your Land Drops?" (ChannelFireball), written for the
    Vancouver mulligan; its look keeps a land and bottoms a spell (`--mull-look karsten-2018`).
    """
    return inside(game.lands_in_hand, range_for(game, Span(2, 5), Span(2, 4), Span(1, 4), ANY, Span(2, 5)))


@keep_rule("karsten-2013")
def karsten_2013(game):
    """Mulligan 7 cards with 0, 1, 6 or 7 lands, 6 with 0, 1, 5 or 6, 5 with 0 or 5; keep any 4.

    Frank Karsten, "Frank Analysis: How Many Colored Mana Sources Do You Need to Consistently Cast Your Spells?"
    (ChannelFireball), written for the Paris mulligan without a scry; the hands are those of `karsten-2018`.
    """
    return inside(game.lands_in_hand, range_for(game, Span(2, 5), Span(2, 4), Span(1, 4), ANY, Span(2, 5)))


@keep_rule("lands-between")
def lands_between(game, k7=Span(2, 5), k6=Span(2, 4), k5=Span(2, 4), k4=Span(0, 4), free7=Span(3, 5)):
    """Keep a hand of n cards when its lands lie in the range of that size; hands of three and fewer are kept.

    The plain form of all rules that count lands: set `k7=2-5`, `k6`, `k5`, `k4`, and `free7` for a seven that a free
    mulligan follows.
    """
    return inside(game.lands_in_hand, range_for(game, k7, k6, k5, k4, free7))


def cheap_payable(game, most):
    """Nonland cards in hand of at most this mana value that the lands in hand pay."""
    found = 0
    for card in range(game.kinds):
        if game.in_hand(card) > 0 and not game.is_land(card) and game.mana_value(card) <= most:
            found += game.in_hand(card) if game.payable_lands(card) else 0
    return found


def has_cheap_dig(game):
    """Is there a look or draw of mana value at most 1 in hand that the lands in hand pay?"""
    for card in range(game.kinds):
        cheap_dig = game.looks_or_draws(card) and not game.is_land(card) and game.mana_value(card) <= 1
        if cheap_dig and game.in_hand(card) > 0 and game.payable_lands(card):
            return True
    return False


def has_nonland_up_to(game, most):
    """Is there a nonland card of at most this mana value in hand?"""
    for card in range(game.kinds):
        if game.in_hand(card) > 0 and not game.is_land(card) and game.mana_value(card) <= most:
            return True
    return False


@keep_rule("castable")
def castable(game):
    """As karsten-2022, but a hand must be able to do something with its lands.

    A player's rule of thumb made exact: two-landers on the play, five-landers and one-landers are judged by the cheap
    cards beside the lands.
    """
    lands = game.lands_in_hand
    # one land: on the draw, in a deck of at most 20 lands in 60, with three payable one-drops, one of them a dig
    if lands == 1 and game.hand_size >= 5:
        few_lands = 3 * game.deck_lands <= game.deck_size
        return game.seat == 1 and few_lands and cheap_payable(game, 1) >= 3 and has_cheap_dig(game)
    if not inside(lands, range_for(game, Span(2, 5), Span(2, 4), Span(2, 4), ANY, Span(3, 5))):
        return False
    # two lands on the play: two cards of mana value at most 2 that they pay (one may look or draw)
    if lands == 2 and game.seat == 0 and game.hand_size >= 5:
        return cheap_payable(game, 2) >= 2
    # five lands: a card of mana value at most 4
    if lands == 5 and game.hand_size >= 5:
        return has_nonland_up_to(game, 4)
    return True


@keep_rule("when")
def when(game, condition=expression("kept lands in 2..5")):
    """Keep when an expression in the goal language is true of the hand.

    `when:n >= 7 and kept lands in 2..5 and had any("A", "B")`: n is the number of cards, `had X` the copies in hand.
    Everything after the colon is the expression. An empty hand is always kept.
    """
    return game.holds(condition)


@keep_rule("always")
def always(game):
    """Keep every hand."""
    return True
