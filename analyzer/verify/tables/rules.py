"""Rules of play of published tables that the project does not ship; tables name them as `rules.py:name`."""

# ruff: noqa: B008  (defaults of knobs are immutable values)
from analyzer.rules import bottom_rule, cards, keep_rule, scry_rule

NEVER = -10_000.0


def held_of(game, wanted):
    """Cards in hand that belong to a card set."""
    found = 0
    for card in range(game.kinds):
        if game.in_set(wanted, card):
            found += game.in_hand(card)
    return found


@bottom_rule("two-or-three-lands")
def two_or_three_lands(game, card):
    """Down to three lands, then down to two spells, then lands (Karsten 2019: two or three lands and two spells)."""
    spells = game.hand_size - game.lands_in_hand
    land_goes = game.lands_in_hand > 3 or spells <= 2
    return game.is_land(card) == land_goes


@scry_rule("missing-piece")
def missing_piece(game, card, a=cards(), need_a=1, b=cards(), need_b=0):
    """Keep a card exactly if the hand has the package with it (Mikonen 2019)."""
    has_a = held_of(game, a) + (1 if game.in_set(a, card) else 0)
    has_b = held_of(game, b) + (1 if game.in_set(b, card) else 0)
    return has_a >= need_a and has_b >= need_b


def lands_of_three(game, first, second, third):
    """How many of the three Tron lands are in hand."""
    found = 0
    if held_of(game, first) > 0:
        found += 1
    if held_of(game, second) > 0:
        found += 1
    return found + 1 if held_of(game, third) > 0 else found


@keep_rule("tron")
def tron(
    game,
    first=cards("Mine"),
    second=cards("Plant"),
    third=cards("Tower"),
    finder=cards("Map"),
    payoff=cards("Payoff"),
    egg=cards("Egg"),
    scrying=cards("Scrying"),
):
    """Keep what makes Tron with a payoff on turn 3 (Karsten 2019); three cards and fewer are kept.

    All three lands; or two of them and a Map; or two of them, an egg and a Sylvan Scrying: five cards with the payoff.
    """
    if game.hand_size <= 3:
        return True
    lands = lands_of_three(game, first, second, third)
    if held_of(game, payoff) == 0 or lands < 2:
        return False
    if lands == 3 or held_of(game, finder) > 0:
        return True
    return held_of(game, egg) > 0 and held_of(game, scrying) > 0


@bottom_rule("keep-tron")
def keep_tron(
    game,
    card,
    first=cards("Mine"),
    second=cards("Plant"),
    third=cards("Tower"),
    finder=cards("Map"),
    payoff=cards("Payoff"),
    egg=cards("Egg"),
    scrying=cards("Scrying"),
):
    """Bottom cards that Tron does not need: copies first, then a Scrying or an egg, then a Map beside three lands."""
    if game.in_hand(card) > 1 and not game.in_set(payoff, card):
        return 5.0
    if game.in_set(payoff, card):
        return 5.0 if held_of(game, payoff) > 1 else NEVER
    is_land = game.in_set(first, card) or game.in_set(second, card) or game.in_set(third, card)
    if is_land:
        return NEVER
    lands = lands_of_three(game, first, second, third)
    if game.in_set(finder, card):
        return 3.0 if lands == 3 else NEVER / 2
    if game.in_set(egg, card) or game.in_set(scrying, card):
        return 4.0 if lands == 3 or held_of(game, finder) > 0 else NEVER / 2
    return 6.0
