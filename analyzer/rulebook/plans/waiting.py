"""What happens between programs (F13 4): state-based actions, then waiting triggers, each to its end."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.rulebook import state_based
from analyzer.rulebook.effects import run
from analyzer.rulebook.game import Waiting
from analyzer.rulebook.objects import StackItem
from analyzer.rulebook.plans.table import PlanGame, context_of
from analyzer.rulebook.targets import choose_for_trigger

LIMIT = 1_000  # triggers in a row before the game is called endless


def settle_down(game: PlanGame) -> None:
    """State-based checks, then the waiting triggers in order, each with the checks after it; stops where it is over."""
    check(game)
    for _ in range(LIMIT):
        if not game.waiting or is_over(game):
            return
        first = min(game.waiting, key=lambda waiting: waiting.context["order"])
        game.waiting.remove(first)
        resolve(game, first)
        check(game)
    assert game.table is not None
    raise game.table.fail(f"{LIMIT:,} triggers in a row")


def is_over(game: PlanGame) -> bool:
    """Has the player lost, or won where the plan stops there?"""
    return game.over or (game.stop_at_zero_life and any(other.lost for other in game.players[1:]))


def over_reason(game: PlanGame) -> int:
    """Why the game ended (contract.events)."""
    if "decked" in game.me.lost:
        return codes.DECKED
    return codes.LIFE_LOST if game.me.lost else codes.KILL if is_over(game) else codes.TURNS


def check(game: PlanGame) -> None:
    """State-based actions until none is left; one-shot sources that were used up go."""
    for _ in range(LIMIT):
        if game.changes == game.checked:
            break
        game.checked = game.changes
        if not state_based.check(game):
            break
    game.sweep()


def resolve(game: PlanGame, waiting: Waiting) -> None:
    """One trigger: its targets are chosen, its program runs."""
    item = StackItem(
        "triggered", waiting.controller, waiting.name, waiting.program, source=waiting.source,
        ability=waiting.ability, context=context_of(waiting),
    )  # fmt: skip
    item.x, item.kicked = int(item.context.get("x", 0)), int(item.context.get("kicked", 0))
    spell = item.context.get("it")
    if waiting.event == "castself" and isinstance(spell, StackItem):
        item.card = spell.card
    game.me.counts[f"trigger {waiting.name}"] += 1
    if choose_for_trigger(game, item):
        run(game, item)
