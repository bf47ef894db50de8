"""What play rules promise (`analyzer.rules.play_rule`) is kept by those that ship, and only what is promised is used."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from analyzer import engine
from analyzer.contract import actions, moments
from analyzer.plan.model import Plan
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile
from analyzer.registry import all_rules, find, python_rules
from analyzer.rulebook import engine as rulebook
from analyzer.rulebook.plans.known import Known
from tests.differential.test_engines import compare

DECK = """4 Thraben Inspector
4 Opt
4 Wall of Omens
4 Omen of the Sea
4 Soulherder
4 Reflector Mage
3 Restoration Angel
3 Cloudblazer
2 Blaze
4 Temple of Enlightenment
4 Hallowed Fountain
10 Island
10 Plains"""
RULES = '''from analyzer.rules import actions, play_rule


@play_rule("by-mana-left")
def by_mana_left(game, action):
    """Likes a line the more mana is left, and never with two left."""
    if action.kind == actions.PASS or (action.kind == actions.LINE and game.mana_left == 2):
        return 0.0
    return 1.0 + game.mana_left * action.mana % 5


@play_rule("lines-before-lands")
def lines_before_lands(game, action):
    """Casts what it can before it plays a land; the more cards are in hand the dearer."""
    if action.kind == actions.LINE:
        return 5.0 + (action.mana if game.hand_size > 5 else -action.mana)
    return 1.0 if action.kind == actions.LAND else 0.0
'''


def plan_with(rule: str) -> Plan:
    document = {"format": 1, "deck": {"text": DECK}, "strategy": {"play": rule}, "run": {"turns": 7}}
    return resolve(PlanFile.model_validate(document)).plan


def steady_rules() -> list[str]:
    """Play rules that ship and promise `steady`, with their knobs set and not."""
    names = [name for kind, name in all_rules() if kind == "play" and find("play", name).mark.steady]
    return [*names, *(f"{name}:greedy=yes" for name in names if name == "spend-mana")]


@pytest.mark.parametrize("rule", steady_rules())
def test_a_steady_rule_answers_alike(rule: str) -> None:
    """Of one turn, line and place in the best set it gives one score, however the games differ."""
    plan = plan_with(rule)
    rules: dict[str, Any] = dict(python_rules(plan))
    answers: dict[tuple[int, ...], set[float]] = defaultdict(set)
    asked = rules["play"]

    def noting(game: Any, action: Any) -> float:
        score = float(asked(game, action))
        digs = action.kind == actions.LINE and action.scry + action.draw + action.lands > 0
        settled = game.lands_in_hand > 0 or game.land_played
        if action.kind == actions.LINE and game.step != moments.OPP and action.x == 0 and (settled or not digs):
            answers[game.turn, action.card, action.line, int(action.in_best_set > 0)].add(score)
        return score

    rules["play"] = noting
    known = Known(plan)
    for game in range(60):
        rulebook.prepared(known, game, rules, rows=True)
    assert len(answers) > 60 and any(key[3] == 0 for key in answers)
    assert {key: scores for key, scores in answers.items() if len(scores) > 1} == {}


@pytest.mark.parametrize("rule", ["by_mana_left", "lines_before_lands"])
def test_a_rule_that_promises_nothing_is_asked_about_everything(rule: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RULES, encoding="utf-8")
    compare(plan_with(f"{file}:{rule}"), 12, rule)


@pytest.mark.parametrize("rule", ["spend-mana", "spend-mana:greedy=yes", "spend-mana:dig_tax=0"])
def test_what_was_noted_in_earlier_games_changes_nothing(rule: str) -> None:
    """Scores and best sets stay noted from game to game; the rulebook works all of them out anew."""
    plan = plan_with(rule)
    assert engine.run(plan, 120, threads=1).tally == rulebook.run(plan, 120)
