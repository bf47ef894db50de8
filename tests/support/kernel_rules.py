"""Rules of play that tests name by `kernel_rules.py:NAME`."""

from analyzer.rules import actions, bottom_rule, keep_rule, pick_rule, play_rule, scry_rule


@scry_rule("first-kind")
def first_kind(game, card):
    """Keep the lowest kind of the look, bottom the others, lowest kind first."""
    lowest = card
    for place in range(game.looked):
        lowest = min(lowest, game.look_card(place))
    return 1.0 if card == lowest else -1.0 - card


@scry_rule("even-games")
def even_games(game, card):
    """Keep in odd games only."""
    return game.game_number % 2


@scry_rule("by-coin")
def by_coin(game, card):
    """Keep when the coin says so."""
    return game.coin()


@scry_rule("by-mana-value")
def by_mana_value(game, card):
    """Keep lands, the rest in falling mana value."""
    return 100.0 if game.is_land(card) else -float(game.mana_value(card))


@keep_rule("keep-after-two")
def keep_after_two(game):
    """Mulligan twice."""
    return game.mulligans >= 2


@bottom_rule("written")
def written(game, card):
    """First mulligan: the third kind; second: the second kind, then the first."""
    if game.mulligans == 1:
        return card == 2
    return 2.0 if card == 1 else 1.0 if card == 0 else 0.0


@play_rule("nothing")
def nothing(game, action):
    """Never do anything."""
    return 0.0


@play_rule("everything")
def everything(game, action):
    """Lands first, then the dearest line; accept every offer."""
    if action.kind == actions.PASS:
        return 0.0
    return 1000.0 if action.kind == actions.LAND else 1.0 + action.mana


@play_rule("one-island-then-line")
def island_then_line(game, action):
    """Z-01: an Island, else a creature, else Opt; the rest of the turn is left once a creature is in play."""
    if action.kind == actions.PASS or game.in_play(2) > 0:
        return 0.0
    if action.kind == actions.LAND:
        return 3.0
    return 2.0 if game.is_creature(action.card) else 1.0


@scry_rule("z-01")
def z_01(game, card):
    """Z-01: fewer than two Islands: keep only an Island; no creature in hand: keep only that; else keep everything."""
    if game.lands_in_play + game.lands_in_hand + game.kept_lands < 2:
        return game.is_land(card)
    return game.is_creature(card) or game.in_hand(2) > 0


@pick_rule("dearest")
def dearest(game, card):
    """The highest mana value."""
    return game.mana_value(card)


@play_rule("whimsical")
def whimsical(game, action):
    """Wants some of what is offered, for no reason but the numbers it sees."""
    number = 13 * action.card + 43 * action.tapped + 47 * action.next_payable + 53 * action.turn_mana + 29 * action.mana
    number += 59 * game.best_mana + 67 * game.mana_left + 71 * game.turn + 73 * game.hand_size + 97 * game.step
    return float(number * 2654435761 // 128 % 101) - 15.0


@scry_rule("kind-zero")
def kind_zero(game, card):
    """Keep only the first kind of the deck."""
    return card == 0


@scry_rule("bottom-all")
def bottom_all(game, card):
    """Keep nothing."""
    return False


@pick_rule("never-kind-zero")
def never_kind_zero(game, card):
    """Give up anything but the first kind of the deck."""
    return card != 0


def attacks_until(game, action, last):
    """Attack up to this turn, accept every offer, cast nothing."""
    return action.kind == actions.MAY or (action.kind == actions.ATTACK and game.turn <= last)


@play_rule("attack-until-1")
def attack_until_1(game, action):
    """Attack on turn 1 only."""
    return attacks_until(game, action, 1)


@play_rule("attack-until-4")
def attack_until_4(game, action):
    """Attack up to turn 4."""
    return attacks_until(game, action, 4)


@play_rule("attack-until-5")
def attack_until_5(game, action):
    """Attack up to turn 5."""
    return attacks_until(game, action, 5)
