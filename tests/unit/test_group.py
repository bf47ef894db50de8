"""Groups: sums of measures and products of goals are those of the single plans."""

from __future__ import annotations

import analyzer
from analyzer.bridge import bare
from analyzer.engine import run
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
