"""Play rules: what is done in a turn. The action with the highest score is done, if that is above 0."""

from __future__ import annotations

from analyzer.rules import actions, moments, ops, play_rule

# Order of what is done in a main phase: a higher tier goes first.
DIG_FIRST, LAND_NOW, MANA_FIRST, IN_BEST_SET, WINDOW = 9_000_000.0, 8_000_000.0, 7_000_000.0, 6_000_000.0, 5_000_000.0
# What a score stands for, from the lowest of its tier on: transcripts name the clause.
CLAUSES = (
    (DIG_FIRST, "a look or draw before the land drop, or a fetch"), (LAND_NOW, "a land"),
    (MANA_FIRST, "turns 1 to 3: mana producers first"), (IN_BEST_SET, "the set that spends most mana"),
    (WINDOW, "left-over mana looks and draws in the opponent's turn"), (0.5, "what is left over"),
)  # fmt: skip


def land_score(action, card_is_basic):
    """Which land: most mana this turn; then tapped, looks first; then most cards payable next turn; then basics."""
    score = 10_000.0 * min(action.turn_mana, 90)
    score += 1_000.0 * action.tapped + 500.0 * min(action.tapped * action.scry, 1)
    return score + 10.0 * min(action.next_payable, 40) + (1.0 if card_is_basic else 0.0)


def mana_lost(game, action):
    """Mana that other lines could spend this turn and no longer can when this dig is done first."""
    others_before = game.best_mana - (action.mana if action.in_best_set else 0)
    others_after = action.turn_mana - action.mana
    return others_before - others_after


def digs_first(game, action, dig_tax):
    """No land in hand, drop unused: a look or draw goes first with two lands or fewer, or when it costs little mana."""
    if game.lands_in_hand > 0 or game.land_played or action.scry + action.draw + action.lands == 0:
        return False
    return game.lands_in_play <= 2 or mana_lost(game, action) <= dig_tax


def fetch_score(game, action):
    """A land that fetches: cracked at once, before any look, unless the card known on top is wanted and no mana is.

    One that has nothing left to find offers no land (`action.lands` is 0) and stays: it would cost a land and life.
    """
    if game.known_top == 0 or not wants_the_top(game):
        return DIG_FIRST + 500_000.0
    for card in range(game.kinds):
        near = game.in_hand(card) > 0 and not (game.is_land(card) or game.is_held(card) or game.castable_now(card))
        if near and game.mana_value(card) == game.mana_left + 1:
            return DIG_FIRST + 500_000.0
    return 0.0


def ability_score(game, action, dig_tax, sacrifice):
    """Abilities of permanents and tokens in a main phase; those of instant speed mostly wait for the window."""
    digs = action.scry + action.draw + action.lands > 0
    # loyalty: the library ability while loyalty is left, else the plus
    if action.loyalty >= 0:
        return DIG_FIRST + 100_000.0 if digs and action.loyalty >= 1 else 1.0
    # creatures and legends are not sacrificed for value (knob)
    if not digs or (action.sacrifices and not sacrifice):
        return 0.0
    if action.lands > 0 and action.mana == 0 and game.is_land(action.card):
        return fetch_score(game, action)
    if digs_first(game, action, dig_tax):
        return DIG_FIRST + dig_score(game, action)
    # only as a sorcery, or a search for lands: in the second main phase with what is left
    later = action.sorcery or action.lands > 0
    return (
        1.0 + dig_score(game, action) if later and game.step == moments.MAIN2 and mana_lost(game, action) <= 0 else 0.0
    )


def dig_score(game, action):
    """Among digs: looks before draws when the hand lacks what next turn needs (a land), else draws; cheap first."""
    look_first = game.lands_in_hand == 0
    return (10.0 if look_first == (action.scry > 0) else 0.0) - 0.1 * min(action.mana, 50)


def line_score(game, action, greedy):
    """Lines of the best set, or with `greedy` the dearest line: permanents that dig, creatures, permanents, digs."""
    card = action.card
    if greedy:
        return IN_BEST_SET + 100.0 * action.mana + 10.0 * min(action.x, 9) + 1.0
    digs = action.scry + action.draw > 0
    tier = 0
    if game.is_permanent(card):
        tier = 3 if digs else 2 if game.is_creature(card) else 1
    return IN_BEST_SET + 1_000.0 * tier + 10.0 * min(action.mana, 90) + 1.0


def wants_the_top(game):
    """Is a card known on top wanted: one that a goal names, else a land if none is in hand, else a spell for next turn?

    While a card that a goal names was never had, nothing else is worth keeping.
    """
    seeks = False
    for card in range(game.kinds):
        if game.is_goal(card):
            if game.top_of(card) > 0:
                return True
            seeks = seeks or game.had(card) == 0
    if seeks:
        return False
    if game.lands_in_hand == 0:
        return game.lands_on_top > 0
    for card in range(game.kinds):
        if game.top_of(card) > 0 and not game.is_land(card) and game.castable_next(card):
            return True
    return False


@play_rule("spend-mana", lands_first=True, steady=True)
def spend_mana(game, action, greedy=False, dig_tax=1, sacrifice=False):
    """Play a land, then the set of spells that spends most mana; use what is left for looks and draws.

    The default rule of play of this project. `greedy` casts the dearest castable spell first instead of searching the
    best set, as most published goldfish programs do. `dig_tax`: mana that digging for a land drop may cost.
    `sacrifice`: creatures and legends may be sacrificed for looks, draws and the Ring.
    """
    window = game.step == moments.OPP
    if action.kind == actions.LAND:
        # with attack triggers still to come that look or draw, a land that makes nothing castable waits
        if game.combat_looks > 0 and game.step < moments.COMBAT and action.turn_mana <= game.best_mana:
            return 0.0
        if game.in_hand(action.card) == game.lands_in_hand and action.x + action.line == 0:
            return LAND_NOW  # the only land, and one way to play it: nothing to compare
        return LAND_NOW + land_score(action, game.is_basic(action.card))
    if action.kind == actions.ATTACK:
        # everybody attacks, except a creature whose mana the cards in hand may need after combat
        needed = game.produces(action.card) != 0 and game.hand_size > game.lands_in_hand
        return 0.0 if needed else 1.0
    if action.kind == actions.MAY:
        # a new hand only if it is larger
        if action.line == ops.DISCARD and game.hand_size > action.draw:
            return 0.0
        # a shuffle that may be declined (Ponder) would throw away what was just put on top
        return 0.0 if action.line == ops.SHUFFLE and wants_the_top(game) else 1.0
    if action.kind == actions.PASS:
        return 0.0
    # the window in the opponent's turn: what is left over looks and draws
    if window:
        unwanted = action.kind == actions.ACTIVATE and action.sacrifices and not sacrifice
        return WINDOW + dig_score(game, action) if action.scry + action.draw > 0 and not unwanted else 0.0
    if action.kind == actions.ACTIVATE or action.kind == actions.TOKEN:
        return ability_score(game, action, dig_tax, sacrifice)
    # no land in hand and the drop unused: a look or draw first
    if digs_first(game, action, dig_tax):
        return DIG_FIRST + dig_score(game, action)
    # turns 1 to 3: a castable mana producer comes first
    if game.turn <= 3 and game.produces(action.card) != 0 and game.is_permanent(action.card):
        return MANA_FIRST + action.mana
    # the best set
    if greedy or action.in_best_set:
        return line_score(game, action, greedy)
    return 0.0
