"""The plans that are measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.engine import NO_LOG, NO_ROWS, NO_TRUTH
from analyzer.kernel._jit import compiled
from analyzer.pack import pack
from analyzer.plan.model import Plan
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile

# Two colours, a curve of creatures without abilities: a full game with nothing that looks or draws.
PLAIN = """8 Plains
8 Forest
8 Selesnya Guildgate
8 Elvish Warrior
8 Savannah Lions
8 Grizzly Bears
6 Centaur Courser
4 Rumbling Baloth
2 Craw Wurm"""
# W2: thirteen spells on their curve.
W2_SPELLS = (
    *((3, "{1}{G}"), (3, "{4}{G}{G}"), (4, "{1}{G}"), (3, "{2}{B}{B}"), (4, "{1}{G}{G}"), (2, "{2}{B}{B}"), (2, "{4}")),
    *((4, "{G}"), (2, "{1}{G}"), (3, "{4}{G}"), (1, "{B}{G}"), (3, "{B/G}{B/G}"), (2, "{2}{B}")),
)
W2_VALUES = (2, 6, 2, 4, 3, 4, 4, 1, 2, 5, 2, 2, 3)


def plan_of(document: dict[str, Any], measures: tuple[str, ...] | None = None) -> Plan:
    """The resolved plan of a plan file's contents; `measures` in place of the usual ones."""
    plan = resolve(PlanFile.model_validate({"format": 1, **document})).plan
    return plan if measures is None else replace(plan, measures=measures)


def w1() -> Plan:
    """W1: deal, London, scry 1, four draws, lands counted."""
    return plan_of(
        {
            "deck": {"counts": "24 land, 36 blank"},
            "strategy": {"keep": "lands-between:k7=2-5,k6=2-5,k5=0-7", "bottom": "lands-above", "scry": "lands-until"},
            "run": {"turns": 5, "goals": ["lands had >= 4 on draw 5"]},
            "free": [{"turns": [1], "at": "main1", "do": "scry1"}],
        },
        (),
    )


def w2() -> Plan:
    """W2: on-curve castability of thirteen spells in a two-colour deck, London, eight draws."""
    cards = [
        {"name": f"Spell {number}", "types": "Sorcery", "cost": cost, "abilities": ""}
        for number, (_, cost) in enumerate(W2_SPELLS)
    ]
    lands = "7 Swamp\n8 Forest\n8 Overgrown Tomb\n1 Wastes"
    text = "\n".join([lands, *(f"{copies} Spell {number}" for number, (copies, _) in enumerate(W2_SPELLS))])
    goals = [
        f'payable "Spell {number}" with lands on draw {value} given had "Spell {number}"'
        for number, value in enumerate(W2_VALUES)
    ]
    lands_untapped = {"name": "Overgrown Tomb", "types": "Land", "produces": "B|G", "abilities": "", "replaces": True}
    return plan_of(
        {
            "deck": {"text": text},
            "card": [*cards, lands_untapped],
            "strategy": {"keep": "lands-between:k7=2-5,k6=2-5,k5=0-7", "bottom": "lands-above"},
            "run": {"turns": 9, "goals": goals},
        },
        (),
    )


def full_game(text: str = PLAIN) -> Plan:
    """Seven turns with default rules and goals."""
    return plan_of({"deck": {"text": text}, "run": {"turns": 7}})


def temples() -> Plan:
    """The shipped list with Temples and cantrips, seven turns, default rules and goals."""
    return plan_of({"deck": {"example": "azorius-temples"}, "run": {"turns": 7}})


def core_player(plan: Plan) -> Callable[[int], None]:
    """Plays so many games of a plan in the core, on this thread."""
    from analyzer.kernel.games import play_games

    packed, function = pack(plan), compiled(play_games)
    output = np.zeros(packed.output_words, np.int64)

    def play(games: int) -> None:
        if function(packed.block, 0, games, NO_ROWS, NO_LOG, output, NO_TRUTH) != games:
            raise RuntimeError("a game failed")

    return play


def count_player(plan: Plan) -> Callable[[int], None]:
    """Plays so many games of a plan in the count unit, on this thread."""
    from analyzer.kernel.count_unit import play_counts
    from analyzer.pack_count import why_not
    from analyzer.pack_count_tables import pack_count

    packed, function = pack_count(plan), compiled(play_counts)
    if packed is None:
        raise RuntimeError(f"the count unit does not take this plan: {why_not(plan, pack(plan, False).block)}")
    output = np.zeros(packed.output_words, np.int64)

    def play(games: int) -> None:
        if function(packed.block, 0, games, output, NO_TRUTH) != games:
            raise RuntimeError("a game failed")

    return play
