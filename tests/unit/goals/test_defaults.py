"""What is asked without a goal: the deck's goals, three columns a card, and what a plan is too short for."""

from __future__ import annotations

from dataclasses import replace

from analyzer.goals import default_goals
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve


def plan_of(deck: dict[str, object]) -> Plan:
    return resolve(plan_from_options(deck)).plan


def test_a_card_has_three_columns_on_its_own_turn() -> None:
    plan = plan_of({"deck.text": "24 Island\n30 Opt\n6 Foresee"})
    found = default_goals(plan)
    assert [str(goal) for goal in found.goals[: found.general]] == [
        "land drops by turn 2", "land drops by turn 3", "land drops by turn 4", "land drops by turn 5",
        "lands <= 2 on turn 4", "lands had >= 8 by draw 7", "stuck >= 1 on turn 4",
    ]  # fmt: skip
    opt, foresee = found.rows
    assert (opt.turn, foresee.turn) == (1, 4)
    assert [str(found.goals[number]) for number in (foresee.payable, foresee.castable, foresee.cast) if number] == [
        'payable "Foresee" on turn 4',
        'castable "Foresee" on land 4 given had "Foresee" on land 4',
        'cast "Foresee" by turn 7',
    ]
    assert plan.goals == found.goals


def test_a_held_card_is_payable_but_has_no_other_column() -> None:
    plan = plan_of({"deck.text": "24 Island\n36 Counterspell"})
    (row,) = default_goals(plan).rows
    assert (row.payable is not None, row.castable, row.cast) == (True, None, None)


def test_goals_beyond_the_last_turn_are_left_out_and_named() -> None:
    plan = replace(plan_of({"deck.text": "24 Island\n36 Foresee"}), turns=3)
    found = default_goals(plan)
    assert "land drops by turn 4" in found.left_out
    assert found.rows[0].payable is None
    assert max(goal.last_turn for goal in found.goals) <= 3


def test_what_is_not_asked_for_want_of_turns_is_said() -> None:
    for options, left_out in (
        ({"deck.counts": "24 land, 36 blank", "run.turns": 6}, "lands had >= 8 by draw 7"),
        ({"deck.example": "commander-99", "run.turns": 7}, "lands had >= 9 by draw 8"),
        ({"deck.counts": "24 land, 36 blank"}, None),
        ({"deck.example": "commander-99"}, None),
        ({"deck.counts": "24 land, 36 blank", "run.turns": 1, "run.goals": ["lands >= 1 by turn 1"]}, None),
    ):
        said = [str(each) for each in resolve(plan_from_options(options)).notices if "not asked" in str(each)]
        assert len(said) == (left_out is not None) and all(left_out in each for each in said), options


def test_commander_asks_its_own_screw_flood_and_commander() -> None:
    plan = plan_of({"deck.example": "commander-99"})
    texts = [str(goal) for goal in default_goals(plan).goals]
    assert "lands <= 3 on turn 5" in texts
    assert "lands had >= 9 by draw 8" in texts
    assert sum(text.startswith("castable") and "given" not in text for text in texts) == len(plan.commanders)
