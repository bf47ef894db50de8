"""The public names of the package load lazily and play a plan."""

from __future__ import annotations

import analyzer
from tests.support.statcheck import assert_share


def test_every_public_name_loads() -> None:
    for name in analyzer.__all__:
        assert getattr(analyzer, name) is not None


def test_a_script_gets_a_rate_with_its_interval() -> None:
    plan = analyzer.plan_of("24 land, 36 blank", ["lands had >= 4 by draw 4"], {"table.mulligan": "none"})
    played = analyzer.play(plan, 100_000)
    ((goal, rate),) = analyzer.rates(plan, played).items()
    assert goal == "lands had >= 4 by draw 4"
    assert rate.low < rate.value < rate.high
    assert_share(int(played.tally.goal.sum()), played.games, 3265655 / 5168931, alarm=1e-9)
