"""Bottom rules: which card of a London hand goes back. The highest score goes, once for each card to bottom."""

# ruff: noqa: B008  (defaults of knobs are immutable values)
from __future__ import annotations

from analyzer.rules import bottom_rule, cards

LAST = -10_000.0  # goes only when nothing else is left


def rounded(number):
    """Nearest whole number, halves up (Python's own rounding goes to even)."""
    return int(number + 0.5)


def wanted_lands(game):
    """Lands that the hand should have after bottoming: a tenth above the deck's share, between 2 and 4."""
    return min(max(rounded(1.1 * game.keep_size * game.deck_lands / max(game.deck_size, 1)), 2), 4)


@bottom_rule("balance")
def balance(game, card):
    """Bottom surplus lands first, keeping colours; then the nonland that will be cast last.

    The default rule of play of this project (no published source): it keeps about a tenth more lands than the deck's
    share of them, between two and four.
    """
    # never a card named in the goal while only one is held
    if game.is_goal(card) and game.in_hand(card) == 1:
        return LAST
    surplus = game.lands_in_hand > wanted_lands(game)
    if game.is_land(card):
        # never the last source of a colour that a card of mana value at most 3 in hand needs
        if game.only_source(card):
            return LAST / 2
        # the land whose loss leaves most cards of the hand payable, tapped ones first on a tie
        choice = 10.0 * game.payable_from(card) + (1.0 if game.enters_tapped(card) else 0.0)
        return 10_000.0 + choice if surplus else choice - 5_000.0
    # the second copy of a legend
    if game.is_legendary(card) and game.in_hand(card) > 1:
        return 900.0
    # then the highest mana value above lands + 2, then unpayable cards, then the highest mana value
    dear = game.mana_value(card)
    if dear > game.lands_in_hand + 2:
        return 600.0 + dear
    return dear + (0.0 if game.payable_lands(card) else 300.0)


def lands_due(spells):
    """Lands among the bottomed cards, by the number of spells that the seven hold (Karsten's code)."""
    if spells > 3:
        return 0
    if spells == 3:
        return 1
    return 2 if spells == 2 else 7


@bottom_rule("karsten-2022")
def karsten_2022(game, card, spells=3, good=cards()):
    """Bottom spells while the seven hold more than three, else lands; lands that are not `good` before good ones.

    Frank Karsten's code for the 2022 source counts: six cards: a spell if the seven hold more than `spells` (3; his
    land-drop code uses 2), else a land; five cards: two spells if more than three, one of each if three, else two
    lands; four cards: three spells, two, one or none by the same count. `good`: the lands that make the colour asked.
    """
    held = game.hand_size - game.lands_in_hand
    bottomed = 7 - game.hand_size
    # one card to bottom: a single comparison; more: the lands that are due go first, so `held` is still the number of
    # spells of the seven
    land_goes = held <= spells if game.keep_size == 6 else bottomed < lands_due(held)
    if game.is_land(card):
        return (2.0 if land_goes else 0.0) + (0.0 if game.in_set(good, card) else 0.5)
    return 1.0


@bottom_rule("lands-above")
def lands_above(game, card, lands=3):
    """Bottom a land while more than this many lands are in hand, else a nonland."""
    return game.is_land(card) == (game.lands_in_hand > lands)


@bottom_rule("costliest")
def costliest(game, card):
    """Bottom the nonland card of the highest mana value; lands only when nothing else is left."""
    return -1.0 if game.is_land(card) else float(game.mana_value(card))


def held_of(game, package):
    """Cards in hand that belong to a card set."""
    found = 0
    for card in range(game.kinds):
        if game.in_set(package, card):
            found += game.in_hand(card)
    return found


@bottom_rule("keep-package")
def keep_package(game, card, a=cards("@goal"), need_a=1, b=cards(), need_b=0, c=cards(), need_c=0):
    """Keep up to `need_a` cards of set a, `need_b` of b, `need_c` of c; bottom the others, dearest first.

    For decks that mulligan for a combination, as in T. Mikonen's package tables (2019): with
    `--keep 'when:had @group:a >= 1 and had @group:b >= 2'` the package itself is never put back.
    """
    # a card that the package still needs stays
    needed = game.in_set(a, card) and held_of(game, a) <= need_a
    needed = needed or (game.in_set(b, card) and held_of(game, b) <= need_b)
    needed = needed or (game.in_set(c, card) and held_of(game, c) <= need_c)
    if needed:
        return LAST
    # the rest: dearest first, lands last
    return -1.0 if game.is_land(card) else float(game.mana_value(card))
