"""The turn of a plan (F13 2): its moments in order, free effects, combat, cleanup, the opponent's window."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.contract import actions, moments, reasons
from analyzer.contract import events as codes
from analyzer.contract.streams import CHANCE
from analyzer.rulebook import characteristics as now
from analyzer.rulebook import combat
from analyzer.rulebook.drawing import draw
from analyzer.rulebook.effects import run
from analyzer.rulebook.loyalty_sagas import advance_sagas
from analyzer.rulebook.objects import StackItem
from analyzer.rulebook.plans.loop import Action, act, score
from analyzer.rulebook.plans.opponent import blocked_attackers, removals, unanswered
from analyzer.rulebook.plans.table import Table
from analyzer.rulebook.plans.waiting import is_over, settle_down
from analyzer.rulebook.randomness import Stream
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.turn import HAND_LIMIT, begin_turn, end_turn_effects, forget_last_turn, skips_draw
from analyzer.rulebook.zones import discard_chosen

Act = Callable[[Table], None]  # what is done in a main phase


def play_turn(table: Table, number: int, main: Act = act) -> None:
    """One turn of yours and the window after it; it stops where the game is over."""
    game = table.game
    game.turn, table.land_read, table.actions_this_turn = number, False, 0
    for step in (untap, upkeep, draw_step, main1, fight, main2, end_of_turn):
        step(table, main)
        if is_over(game):
            return


def enter_moment(table: Table, moment: int, *events: str) -> None:
    """A moment begins: its row, what triggers on it, its free effects."""
    game = table.game
    game.step = moment
    game.row(codes.STEP, moment)
    if moment == moments.MAIN1:
        advance_sagas(game, table.player)
    for event in events:
        fire(game, event, None, table.player)
    settle_down(game)
    removals(table, moment)
    free_effects(table, moment)


def free_effects(table: Table, moment: int) -> None:
    """Free effects of this moment in the order of the plan, each with its chance (class 7 of F8)."""
    for number, free in enumerate(table.plan.free):
        if free.moment != moment or table.game.turn not in free.turns or is_over(table.game):
            continue
        if happens(table, number, free.chance):
            run(table.game, StackItem("free", table.player, "free effect", free.program))
            settle_down(table.game)


def happens(table: Table, number: int, chance: float) -> bool:
    """Does free effect `number` happen this turn?"""
    if chance >= 1 or chance <= 0:
        return chance >= 1
    index = 64 * table.game.turn + number
    if table.branches is not None:
        part = round(chance * 2**64)
        return table.branches.choose([part, 2**64 - part]) == 0
    return Stream(table.plan.seed, table.number, CHANCE, index).word() < round(chance * 2**64)


def untap(table: Table, _: Act) -> None:
    forget_last_turn(table.game)  # before what does not survive, as that happens in this turn
    unanswered(table)
    begin_turn(table.game, table.player)
    table.player.counts["mana_available_turn"] = 0
    table.game.payments.begin_turn(table.game.able_sources())
    enter_moment(table, moments.UNTAP)


def upkeep(table: Table, _: Act) -> None:
    enter_moment(table, moments.UPKEEP, "upkeep", "eachupkeep")
    end_phase(table)


def draw_step(table: Table, _: Act) -> None:
    """TRN-3: the card of the turn, then what triggers on the step; goals are read after all of it."""
    game, player = table.game, table.player
    game.step = moments.DRAW
    game.row(codes.STEP, moments.DRAW)
    if game.natural_draws and not skips_draw(game, player):
        if draw(game, player, 1):
            player.counts["drew_land"] = int(player.hand[-1].facts.is_land)
        settle_down_losses(table)
    if is_over(game):
        return
    for event in ("drawstep", "eachdrawstep"):
        fire(game, event, None, player)
    settle_down(game)
    free_effects(table, moments.DRAW)
    if not is_over(game):
        table.read("draw")
        end_phase(table)


def settle_down_losses(table: Table) -> None:
    """A failed draw loses before anything else happens."""
    if table.player.failed_draw:
        settle_down(table.game)


def main1(table: Table, main: Act) -> None:
    enter_moment(table, moments.MAIN1, "main")
    if not is_over(table.game):
        main(table)
    if not is_over(table.game):
        end_phase(table)
        table.read_land()


def main2(table: Table, main: Act) -> None:
    enter_moment(table, moments.MAIN2)
    if not is_over(table.game):
        main(table)
    if not is_over(table.game):
        end_phase(table)


def fight(table: Table, _: Act) -> None:
    """Combat (CMB-1): attackers by the play rule, their triggers, free effects, damage."""
    game = table.game
    game.step = moments.COMBAT
    game.row(codes.STEP, moments.COMBAT)
    game.in_combat = True
    fire(game, "combat", None, table.player)
    settle_down(game)
    if not is_over(game):
        attack(table)
    removals(table, moments.COMBAT)
    free_effects(table, moments.COMBAT)
    blocked_attackers(table)
    if not is_over(game) and game.attackers:
        if combat.has_first_strike(game):
            combat.damage(game, True)
            settle_down(game)
        combat.damage(game, False)
        settle_down(game)
    combat.end(game, table.player)


def attack(table: Table) -> None:
    """Each able creature in order of arrival, if the play rule wants it; one decision for all of them."""
    game, player = table.game, table.player
    if any(game.source(one) is not None for one in game.controlled(player) if now.is_creature(game, one)):
        game.payments.settle()
    able = combat.able_attackers(game, player)
    if not able:
        return
    table.facts.next_decision()
    opponent = game.opponents(player)[0]
    wanted = [(one, opponent) for one in able if score(table, attack_action(table, one)) > 0]
    if wanted:
        combat.declare(game, player, wanted)
        for one, _ in wanted:
            if one.tapped and game.source(one) is not None:
                game.payments.leave(one)
    settle_down(game)


def attack_action(table: Table, creature: object) -> Action:
    from analyzer.rulebook.objects import Permanent

    assert isinstance(creature, Permanent)
    action = Action(actions.ATTACK, creature.card.kind)
    action.scry, action.draw = table.facts.attack_looks(creature), table.facts.attack_draws(creature)
    return action


def end_phase(table: Table) -> None:
    """MAN-1: payments are settled, floating mana is gone, and with it one-shot sources that were used."""
    table.game.payments.end_phase()
    table.game.sweep()


def end_of_turn(table: Table, _: Act) -> None:
    """End step, the moment `turn` of goals, cleanup (TRN-6), then the window in the opponent's turn (TRN-9)."""
    game, player = table.game, table.player
    enter_moment(table, moments.END, "endstep", "eachend")
    if is_over(game):
        return
    player.counts["missed_drops"] += int(player.lands_played == 0)
    player.counts["mana_available_turn"] = game.payments.total
    player.counts["mana_available"] += game.payments.total
    table.read("turn")
    enter_moment(table, moments.CLEANUP)
    if is_over(game):
        return
    discard_chosen(game, player, len(player.hand) - HAND_LIMIT, reasons.CLEANUP, codes.CLEANUP_DISCARD)
    end_turn_effects(game)
    enter_moment(table, moments.OPP)
    if is_over(game):
        return
    if game.opponent_window:
        act(table, window=True)
    end_phase(table)
