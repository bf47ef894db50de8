"""Rules of play that acceptance cases ask for and the project does not ship; plans name them as `rules.py:name`."""

# ruff: noqa: B008  (defaults of knobs are immutable values)
from analyzer.rules import actions, bottom_rule, cards, keep_rule, pick_rule, play_rule, scry_rule


@scry_rule("alphabetical")
def alphabetical(game, card):
    """B-01: the alphabetically first card stays, the others go down in alphabetical order; kinds are in that order."""
    for place in range(game.looked):
        if game.look_card(place) < card:
            return -card
    return 1


@scry_rule("coin")
def coin(game, card):
    """B-06: keep or bottom by a fair coin."""
    return game.coin()


@scry_rule("even-games")
def even_games(game, card):
    """B-06: bottom in games with an even number."""
    return game.game_number % 2


@scry_rule("lands-and-key")
def lands_and_key(game, card, lands=4, key=cards("@key")):
    """C-04 (c): a land while fewer than four lands were had, a key card while none was, nothing else."""
    if game.is_land(card):
        return game.lands_had + game.kept_lands < lands
    if not game.in_set(key, card):
        return False
    for other in range(game.kinds):
        if game.in_set(key, other) and game.had(other) + game.kept_of(other) > 0:
            return False
    return True


@keep_rule("after")
def after(game, mulligans=1):
    """L-01, L-04: keep after so many mulligans."""
    return game.mulligans >= mulligans


@bottom_rule("c-then-b-a")
def c_then_b_a(game, card):
    """L-01: C after the first mulligan; B, then A after the second. Kinds are numbered A, B, C ..."""
    if game.mulligans == 1:
        return card == 2
    return card if card < 2 else -1


@pick_rule("highest-cost")
def highest_cost(game, card):
    """L-06: discard the card of the highest cost."""
    return game.mana_value(card)


@scry_rule("islands-then-b")
def islands_then_b(game, card):
    """Z-01: an Island while fewer than two are in play, in hand or kept; then B, the goal's card, while none is held."""
    if game.lands_in_play + game.lands_in_hand + game.kept_lands < 2:
        return game.is_land(card)
    for kind in range(game.kinds):
        if game.is_goal(kind) and game.in_hand(kind) > 0:
            return True
    return game.is_goal(card)


@play_rule("island-b-opt")
def island_b_opt(game, action):
    """Z-01: an Island, then B, then a look: the first that can be done, until none can."""
    if action.kind == actions.LAND:
        return 3.0
    if action.kind != actions.LINE:
        return 0.0
    return 2.0 if game.is_goal(action.card) else 1.0
