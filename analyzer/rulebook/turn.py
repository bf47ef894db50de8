"""The turn (rules section 13): its moments in order, what happens by itself in each, and the opponents' turns."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.contract import moments, reasons
from analyzer.rulebook import combat
from analyzer.rulebook.drawing import draw
from analyzer.rulebook.game import Game
from analyzer.rulebook.loyalty_sagas import advance_sagas
from analyzer.rulebook.mana import empty_pools
from analyzer.rulebook.objects import Player
from analyzer.rulebook.stack import before_priority, resolve_all
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.zones import discard_chosen, set_tapped

HAND_LIMIT = 7


def next_moment(game: Game) -> None:
    """Leave this moment (mana empties, MAN-1) and enter the next; the turn-based actions of that one happen."""
    resolve_all(game)
    leave_moment(game)
    if game.observer is not None:
        game.observer(game.step)
    if game.step == moments.OPP or (
        game.step == moments.CLEANUP and not game.opponent_window and len(game.players) == 1
    ):
        game.turn += 1
        enter_moment(game, moments.UNTAP)
    else:
        enter_moment(game, game.step + 1)


def leave_moment(game: Game) -> None:
    """The end of a moment: a combat under way is finished, mana empties (MAN-1)."""
    if game.step == moments.COMBAT:
        finish_combat(game)
    empty_pools(game)


def enter_moment(game: Game, step: int) -> None:
    """Turn-based actions and triggers at the beginning of a moment (TRN-1)."""
    game.step = step
    game.write(codes.STEP, None, step, detail=f"turn {game.turn} {moments.MOMENTS[step]}")
    player = game.players[0]
    if step == moments.UNTAP:
        forget_last_turn(game)
        begin_turn(game, player)
    elif step == moments.UPKEEP:
        upkeep(game, player)
    elif step == moments.DRAW:
        draw_step(game, player)
    elif step == moments.MAIN1:
        advance_sagas(game, player)
        fire(game, "main", None, player)
        before_priority(game)
    elif step == moments.COMBAT:
        game.in_combat = True
        fire(game, "combat", None, player)
        before_priority(game)
    elif step == moments.END:
        fire(game, "endstep", None, player)
        fire(game, "eachend", None, player)
        before_priority(game)
    elif step == moments.CLEANUP:
        cleanup(game, player)
    elif step == moments.OPP:
        opponents_turns(game)


def forget_last_turn(game: Game) -> None:
    """What may be done or happens once each turn may again."""
    for permanent in game.battlefield:
        permanent.triggered_once.clear()
        permanent.loyalty_used = False


def begin_turn(game: Game, player: Player) -> None:
    """TRN-2: all own permanents untap at once, but for those told not to; nobody has priority."""
    game.active = player
    player.land_plays, player.lands_played = 1, 0
    for other in game.players:
        other.spells_this_turn = other.draws_this_turn = 0
    if player is game.players[0]:
        player.counts["mana_spent_turn"] = player.counts["drew_land"] = 0
    for permanent in game.controlled(player):
        permanent.settled = True  # SIC-1: since the most recent turn began
        if permanent.skips_untap:  # STM-3: used up by exactly this step
            permanent.skips_untap = False
            continue
        set_tapped(game, permanent, False)


def upkeep(game: Game, player: Player) -> None:
    draws = player.counts["draws_next_upkeep"]
    player.counts["draws_next_upkeep"] = 0
    fire(game, "upkeep", None, player)
    fire(game, "eachupkeep", None, player)
    before_priority(game)
    draw(game, player, draws)


def skips_draw(game: Game, player: Player) -> bool:
    """TRN-3: the starting player skips the first draw step in a two-player game only."""
    return player is game.players[0] and game.turn == 1 and game.seat_on_play and len(game.players) <= 2


def draw_step(game: Game, player: Player) -> None:
    """TRN-3: one card, before priority; draw-step triggers follow."""
    if game.natural_draws and not skips_draw(game, player):
        before = player.counts["lands_had"]
        draw(game, player, 1)
        player.counts["drew_land"] = int(player.counts["lands_had"] > before)
    fire(game, "drawstep", None, player)
    fire(game, "eachdrawstep", None, player)
    before_priority(game)


def cleanup(game: Game, player: Player) -> None:
    """TRN-6: discard to seven (the active player only), then damage and "this turn" effects end; triggers repeat it."""
    from analyzer.rulebook.characteristics import statics

    unlimited = player.no_hand_limit or any(
        step.op == "nohandlimit" and one.controller is player for one, step in statics(game)
    )
    over = 0 if unlimited else len(player.hand) - HAND_LIMIT
    if over > 0 and not player.lost:
        discard_chosen(game, player, over, reasons.CLEANUP, codes.CLEANUP_DISCARD)
    end_turn_effects(game)
    waiting = bool(game.waiting)
    before_priority(game)
    if waiting or game.stack:
        resolve_all(game)
        empty_pools(game)
        cleanup(game, player)


def end_turn_effects(game: Game) -> None:
    """514.2: damage wears off and effects until end of turn end together."""
    game.changes += 1
    for permanent in game.battlefield:
        permanent.damage = 0
        permanent.power_bonus = permanent.toughness_bonus = 0
        permanent.granted.clear()


def opponents_turns(game: Game) -> None:
    """TRN-9: each opponent's turn: untap, upkeep, draw (where a library was given); they never act (FRM-6).

    The window for the player's own instants and Shards follows, at the end of the last of these turns.
    """
    for other in game.players[1:]:
        if other.lost and game.stop_at_zero_life:
            continue
        forget_last_turn(game)
        begin_turn(game, other)
        for event in ("upkeep", "eachupkeep"):
            fire(game, event, None, other)
        resolve_all(game)
        if len(other.library):
            draw(game, other, 1)
        for event in ("endstep", "eachend"):
            fire(game, event, None, other)
        resolve_all(game)
        if other is not game.players[-1]:
            end_turn_effects(game)
    before_priority(game)


def finish_combat(game: Game) -> None:
    """Blocks and damage of a combat that is under way (TRN-1: skipped if nobody attacks), then its end."""
    player = game.players[0]
    if game.attackers:
        if combat.has_first_strike(game):
            combat.damage(game, True)
            resolve_all(game)
        combat.damage(game, False)
        resolve_all(game)
    combat.end(game, player)
    before_priority(game)
    resolve_all(game)
