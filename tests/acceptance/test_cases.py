"""Every acceptance case that is written as a scenario: one test a situation, named after its id."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.rulebook.scenario.reader import Scenario, read_scenarios
from analyzer.rulebook.scenario.report import lines_of
from analyzer.rulebook.scenario.run import run

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("cases/*.toml"), *HERE.glob("rules/*.toml")])
SCENARIOS = [scenario for path in FILES for scenario in read_scenarios(path)]
LONG = {"C-03", "C-04", "E-03", "E-04", "Z-01"}  # exact distributions of more than two seconds


def parameter(scenario: Scenario) -> object:
    """One situation as a test parameter; long ones run in the later tier."""
    marks = [pytest.mark.ci] if scenario.id.partition("/")[0] in LONG else []
    return pytest.param(scenario, id=scenario.id, marks=marks)


@pytest.mark.parametrize("scenario", [parameter(scenario) for scenario in SCENARIOS])
def test_case(scenario: Scenario) -> None:
    result = run(scenario)
    assert result.met, "\n".join(lines_of(result, log=True))
    assert result.checked > 0


def test_each_file_is_named_after_its_case() -> None:
    assert all(Path(scenario.document.name).stem == scenario.data["id"] for scenario in SCENARIOS)
