"""Groups: sums of measures and products of goals are those of the single plans."""

from __future__ import annotations

from dataclasses import replace

import analyzer
from analyzer.bridge import bare
from analyzer.engine import run
from analyzer.plan.canonical import identified
from analyzer.stats import histogram_sums


def test_sums_of_a_group_are_the_single_plans_own() -> None:
    plan = analyzer.plan_of(
        "example:mono-red-burn", ["lands >= 3 by turn 3", "lands had >= 4 by draw 4 given lands had >= 2"]
    ).plan
    team = (plan, bare(plan))
    together = run(team, 3_000)
    assert together.group is not None
    for place, each in enumerate(team):
        alone = run(each, 3_000).tally
        assert alone == together.tallies[place]
        for number, name in enumerate(alone.measure):
            _, total, squares = histogram_sums([int(n) for n in alone.measure[name][plan.turns]])
            assert int(together.group.measure_S[number, place]) == total, name
            assert int(together.group.measure_C[number, place, place]) == squares, name
        for goal in range(len(plan.goals)):
            assert int(together.group.S[goal, place]) == int(alone.goal[goal].sum())
            assert int(together.group.S[goal, 2 + place]) == int(alone.given[goal].sum())


def test_first_turns_of_two_plans_have_the_curves_of_each_and_the_differences_of_the_group() -> None:
    """Both units: spells that are cast (the core), and counts (the count unit, with goals that one turn settles)."""
    decks = {
        "example:mono-red-burn": ["lands >= 3 by turn 4", "mana spent >= 2 by turn 3", "lands >= 2 on turn 2"],
        "24 land, 36 blank": ["lands had >= 4 by draw 4", "lands had >= 4 by draw 6", "lands had >= 2 on draw 3"],
    }
    for deck, goals in decks.items():
        plan = analyzer.plan_of(deck, goals).plan
        team = (plan, identified(replace(plan, mulligan="none", plan_id="", json="")))
        found = run(team, 3_000)
        assert found.joint is not None and found.group is not None and found.joint.shape[1] == 1
        for goal, both in enumerate(found.joint[:, 0]):
            assert int(both.sum()) == 3_000
            for place in range(2):
                assert both.sum(axis=1 - place)[1:].tolist() == found.tallies[place].goal[goal].tolist(), goals[goal]
            assert int(both[1:, 1:].sum()) == int(found.group.C[goal, 0, 1])


def test_steps_say_how_the_goals_stood_after_each_chunk() -> None:
    plan = analyzer.plan_of("24 land, 36 blank", ["lands had >= 4 by draw 4", "screw given lands had >= 2"]).plan
    steps = run(plan, 2_500, chunk=1_000).steps
    assert [each.games for each in steps] == [1_000, 2_000, 2_500]
    for each in steps:
        tally = run(plan, each.games).tally
        assert each.reached == tuple(tally.goal.sum(axis=1)) and each.counted == tuple(tally.given.sum(axis=1))
