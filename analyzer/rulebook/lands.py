"""Lands (rules section 13a): playing them, and what they ask before they enter."""

from __future__ import annotations

from analyzer.cards.lands import Condition, tapped_condition
from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.characteristics import blank_face
from analyzer.rulebook.filters import matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Card, Permanent, Player
from analyzer.rulebook.zones import change_life, enter

LIFE_KEPT = 4  # in a plan 2 life are not paid for a land at this life or less


def land_plays_left(game: Game, player: Player) -> int:
    """TRN-5: one land play a turn; extra permissions (of this turn, and of permanents) add up."""
    extra = sum(
        step.amount.number if step.amount else 1
        for permanent, step in now.statics(game)
        if step.op == "extraland" and permanent.controller is player
    )
    return player.land_plays + extra - player.lands_played


def play_land(game: Game, player: Player, card: Card) -> Permanent:
    """TRN-5: play a land from hand in the own main phase with an empty stack; no mana, no stack."""
    if card not in player.hand:
        raise Illegal("TRN-5", f"{card.name} is not in hand")
    face = card
    if not card.facts.is_land:
        back = card.facts.other_face
        if back is None or not back.is_land:
            raise Illegal("TRN-5 LND-3", f"{card.name} is not a land")
        face = blank_face(card)
    if game.active is not player or game.step not in (moments.MAIN1, moments.MAIN2) or game.stack:
        raise Illegal("TRN-5 CST-13", f"{card.name} can be played only in the own main phase with an empty stack")
    if land_plays_left(game, player) <= 0:
        raise Illegal("TRN-5", f"no land play is left this turn for {card.name}")
    player.hand.remove(card)
    player.lands_played += 1
    player.counts["land_drops"] += 1
    tapped = enters_tapped(game, face, player)
    game.write(codes.LAND, player, card.kind, int(tapped), 1, names=(face.name,), detail="played")
    return enter(game, face, player, tapped)


def enters_tapped(game: Game, card: Card, player: Player) -> bool:
    """LND-1: "enters tapped unless" is decided as it enters, by the board and the hand without it."""
    rule = tapped_condition(card.facts.tapped)
    if rule.kind == "never":
        return False
    return rule.kind == "always" or not any(_holds(game, card, player, one) for one in rule.conditions)


def _holds(game: Game, card: Card, player: Player, one: Condition) -> bool:
    lands = [permanent for permanent in game.controlled(player) if now.is_land(permanent)]
    values = {
        "lands": len(lands),
        "basics": sum("basic" in land.facts.types for land in lands),
        "turn": game.turn,
        "opponents": len(game.opponents(player)),
        "opplands": max((sum(map(now.is_land, game.controlled(other))) for other in game.opponents(player)), default=0),
        "anylife": min(other.life for other in game.players),
    }
    if one.word in values:
        value = values[one.word]
        return value <= one.number if one.compare == "<=" else value >= one.number
    if one.word == "yourturn":
        return game.active is player
    if one.word == "ctrl":
        held = sum(any(matches(game, kind, it, player) for kind in one.kinds) for it in game.controlled(player))
        return held >= one.number
    if one.word == "reveal":
        return any(matches(game, kind, it, player) for kind in one.kinds for it in player.hand if it is not card)
    if one.word == "life":
        if game.plan_order and player.life <= LIFE_KEPT:
            return False
        if player.life < one.number or not game.decisions.may(game, player, f"pay {one.number} life for {card.name}"):
            return False
        change_life(game, player, -one.number)
        return True
    game.note_missing(f"condition for entering untapped not modelled: {card.name}")
    return False
