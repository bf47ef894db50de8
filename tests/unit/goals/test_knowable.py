"""What a goal asks that no game can answer, or every game answers alike, is told before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.errors import InputError
from analyzer.goals import parse_goal
from analyzer.goals.reading import remarks
from analyzer.plan.notices import plan_notices
from tests.support.kernel_plans import plan

DECK = "24 land, 4 key, 32 blank"


def told(goal: str, **options: Any) -> str:
    """What the notices of a plan with this goal say of it."""
    return " ".join(each.text for each in plan_notices(plan(DECK, run__goals=[goal], **options)) if each.code == "goal")


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("lands had >= 25 by draw 4", "never"),
        ("lands >= 25 on turn 4", "never"),
        ('had "key" >= 5 by draw 7', "never"),
        ('had "key" + in hand "key" >= 9 by draw 7', "never"),
        ("land drops >= 4 by turn 3", "never"),
        ("missed drops > 3 by turn 3", "never"),
        ("mana spent < 0 on turn 3", "never"),
        ("kept lands >= 8", "never"),
        ('had "key" <= 4 by draw 3', "always"),
        ("library <= 60 on turn 2", "always"),
        ("hand >= 0 on turn 2", "always"),
        ("lands had != 25 by draw 3", "always"),
        ("lands had >= 24 by draw 4", ""),
        ("land drops >= 3 by turn 3", ""),
        ("land drops by turn 3", ""),
        ("life <= 20 on turn 3", ""),
    ],
)
def test_what_the_list_already_answers_is_named(goal: str, answer: str) -> None:
    said = told(goal)
    assert (f"is {answer} true" in said) if answer else said == ""


def test_true_at_some_moment_of_every_game_is_named() -> None:
    for goal in ("missed drops == 0 by turn 4", "mana spent <= 3 by turn 4", "lands <= 20 by turn 4"):
        assert "true from the keep on" in remarks(parse_goal(goal))[0]
    assert remarks(parse_goal("missed drops == 0 on turn 4")) == ()


@pytest.mark.parametrize(
    ("goal", "turn"),
    [("lands >= 1 by turn 2", 2), ("lands >= 1 on turn 4 given lands had >= 1 on draw 1", 1),
     ("total(mana spent, 1..2) >= 1 by turn 4", 2), ("lands >= 2 by turn 2 or lands >= 3 by turn 4", 2)],
)  # fmt: skip
def test_a_turn_before_the_start_is_refused(goal: str, turn: int) -> None:
    with pytest.raises(InputError, match=rf"asks about turn {turn}.*begins on turn 3.*turn 3 or later"):
        plan(DECK, run__goals=[goal], start__turn=3)
    assert plan(DECK, run__goals=[goal]).goals


def test_default_goals_before_the_start_are_named() -> None:
    notices = [each.text for each in plan_notices(plan(DECK, start__turn=3))]
    assert any("begins on turn 3" in text and "land drops by turn 2" in text for text in notices)


@pytest.mark.parametrize("cost", ["{Q}", "{T}", "{E}", "{1}{Q}", "{X}", "{X}{U}"])
def test_a_cost_that_mana_does_not_pay_is_refused(cost: str) -> None:
    with pytest.raises(InputError, match="write numbers, W, U"):
        plan(DECK, run__goals=[f"payable {cost} by draw 2"])


@pytest.mark.parametrize("cost", ["{0}", "{2}{U}{U}", "{W/U}", "{U/P}", "{2/W}", "{C}", "{S}", "{C/W}"])
def test_a_cost_of_mana_is_read(cost: str) -> None:
    assert plan(DECK, run__goals=[f"payable {cost} by draw 2"]).goals


@pytest.mark.parametrize("program", ["scryX", "drawX", "scry1;draw1;scryX", "may(drawX)", "dig(X,1,bottom)", "millX"])
def test_a_free_effect_without_a_number_is_refused(program: str) -> None:
    with pytest.raises(InputError, match="write a number"):
        plan(DECK, run__goals=["lands >= 1 by turn 1"], free=[{"turns": [1], "do": program}])


@pytest.mark.parametrize(
    ("text", "word"),
    [("lnds >= 3 by turn 2", "lands"), ('had "Optt" by turn 2', "Optt"), ("lands >= 3 by turn 2 )", "bracket"),
     ("fast", "itself"), ("", ""), ("lands >=", "number")],
)  # fmt: skip
def test_every_named_goal_is_read(text: str, word: str) -> None:
    with pytest.raises(InputError, match="names: fast: ") as wrong:
        plan(DECK, run__goals=["lands >= 1 by turn 1"], names={"fast": text})
    assert word in str(wrong.value)


def test_a_named_goal_may_leave_its_clause_to_the_goal_that_uses_it() -> None:
    named = {"fast": "lands >= 3", "faster": 'fast and had "key"'}
    assert str(plan(DECK, run__goals=["faster by turn 4"], names=named).goals[0]).endswith("by turn 4")
