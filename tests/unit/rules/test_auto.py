"""What `scry auto` becomes for goals of every sort."""

from __future__ import annotations

import pytest

from analyzer import registry
from analyzer.auto import resolve_auto
from tests.support.views import TEMPLES, plan_of

SEER = "Cloudkin Seer"  # mana value 3


def find(cards, lands, copies=1):
    return f"find:cards={cards},lands={lands},copies={copies},colours=yes,digs=yes"


@pytest.mark.parametrize(
    ("goals", "rule"),
    [
        (["lands >= 4 by turn 4"], "lands-until:lands=4"),
        (["lands had >= 3 by draw 4"], "lands-until:lands=3"),
        (["land drops by turn 5"], "lands-until:lands=5"),
        (["lands >= 2 by turn 2", "lands >= 4 by turn 4"], "lands-until:lands=4"),
        (["had @land >= 3 by turn 3"], "lands-until:lands=3"),
        # exactly so many lands: the middle of the range
        (["lands had == 4 by draw 4"], "lands-until:lands=4"),
        (["lands had in 3..5 by draw 5"], "lands-until:lands=4"),
        # flood: between what the deck wants (4) and the threshold
        (["flood"], "lands-until:lands=5"),
        ([f'had "{SEER}" by turn 4'], find(f'"{SEER}"', 3)),
        ([f'cast "{SEER}" by turn 4'], find(f'"{SEER}"', 3)),
        (['had any("Opt", "Preordain") >= 2 by turn 4'], find('"Opt" + "Preordain"', 1, 2)),
        (['had "Opt" by turn 4 or had "Air Elemental" by turn 4'], find('"Opt" + "Air Elemental"', 5)),
        ([f'had "{SEER}" by turn 5 and lands >= 5 by turn 5'], find(f'"{SEER}"', 5)),
        ([f'had "{SEER}" by turn 5', "land drops by turn 4"], find(f'"{SEER}"', 4)),
        # everything else
        (["mana spent >= 6 by turn 4"], "curve"),
        (["lands <= 2 on turn 4"], "curve"),
        (["not lands >= 4 by turn 4"], "curve"),
        (["lands >= 4 by turn 4", "stuck >= 1 on turn 4"], "curve"),
        (["mulligans >= 1"], "curve"),
        ([], "curve"),  # the default goals
    ],
)
def test_auto_becomes(goals, rule):
    plan = plan_of(TEMPLES, *goals)
    assert resolve_auto(plan) == rule
    choice = registry.choose("scry", "auto", plan)
    assert choice.name == rule.partition(":")[0]
    assert registry.choose("mull_look", "auto", plan).knobs == choice.knobs


def test_a_group_is_kept_by_its_word():
    from pathlib import Path

    from analyzer.plan.resolve import resolve
    from analyzer.plan.schema import PlanFile

    goal = "land drops by turn 4 and had @group:key by draw 4"
    written = PlanFile.model_validate({"deck": {"counts": "24 land, 4 key, 32 blank"}, "run": {"goals": [goal]}})
    plan = resolve(written, Path.cwd()).plan
    assert dict(plan.rule("scry").knobs)["cards"] == "@group:key"
    assert dict(plan.rule("scry").knobs)["lands"] == "4"
