"""Why things were done or not done in the main loop, in words for a transcript (what each clause saw)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.contract import actions
from analyzer.plan.model import Line
from analyzer.registry import PythonRule
from analyzer.rulebook.lands import land_plays_left

if TYPE_CHECKING:
    from analyzer.rulebook.plans.loop import Action
    from analyzer.rulebook.plans.table import Table


def choice_told(table: Table, offered: Sequence[Action], scores: Sequence[float], done: Action | None) -> str:
    """What the play rule was offered, thought of each, did by which clause, and what could not be offered and why."""
    facts, rule = table.facts, table.rules["play"]
    sees = f"{facts.lands_in_hand} lands in hand, {facts.mana_left} mana left"
    each = ", ".join(f"{named(table, one)} {value:.0f}" for one, value in zip(offered, scores, strict=True))
    chosen = "nothing: no score is above 0" if done is None else named(table, done)
    if done is not None:
        chosen += clause_of(rule, scores[[one is done for one in offered].index(True)])
    return f"{rule.label}: {sees}: {each or 'nothing to do'}; does {chosen}"


def clause_of(rule: PythonRule, value: float) -> str:
    """The clause that a score stands for, where the rule's module says so (`CLAUSES`: lowest score, clause)."""
    clauses = getattr(sys.modules.get(rule.function.__module__), "CLAUSES", ())
    met = [(least, words) for least, words in clauses if value >= least]
    return f" (clause: {max(met)[1]})" if met else ""


def named(table: Table, action: Action) -> str:
    """An action in words."""
    words = {actions.LAND: "play", actions.LINE: "cast"}.get(action.kind, "use")
    best = " (best set)" if action.in_best_set else ""
    tapped = " tapped" if action.kind == actions.LAND and action.tapped else ""
    label = f" {action.about.label}" if isinstance(action.about, Line) and action.about.label else ""
    x = f" X={action.x}" if action.x and action.kind != actions.LAND else ""
    return f"{words} {table.facts.name(action.card)}{label}{x}{tapped}{best}"


def withheld(table: Table, offered: Sequence[Action]) -> str:
    """Cards that stay in hand because they cannot be played, with the statement that keeps them there; "" for none."""
    there = {one.card for one in offered if one.kind in (actions.LAND, actions.LINE)}
    bars: dict[str, list[str]] = {}
    for kind in sorted({card.kind for card in table.player.hand} - there):
        bars.setdefault(bar(table, kind), []).append(table.facts.name(kind))
    return "stays in hand: " + "; ".join(f"{', '.join(names)}: {why}" for why, names in bars.items()) if bars else ""


def bar(table: Table, kind: int) -> str:
    """Why a card in hand cannot be played now."""
    card = table.plan.kinds[kind]
    if card.card.is_land:
        if land_plays_left(table.game, table.player) > 0:
            return "not wanted yet (TRN-5)"
        return "the land play of this turn is used (TRN-5)"
    if card.held:
        return "held, there is nothing that it could target (TGT-8, TGT-9)"
    lines = [line for line in card.lines if table.known.line(line).offered]
    if not lines:
        return "no way to cast it is played here"
    if not any(line.life <= table.player.life for line in lines):
        return "too little life (CST-7)"
    if all(line.target for line in lines):
        return "no target (TGT-8)"
    least = min(len(table.pips(line)) for line in lines)
    left = table.game.payments.left
    return (
        f"needs {least} mana, {left} left (CST-7)" if least > left else f"the {left} mana left cannot pay it (CST-14)"
    )
