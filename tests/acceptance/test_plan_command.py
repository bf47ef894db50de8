"""Plan files through the command line: rates, intervals and counts in the JSON, equal bytes whatever the threads."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest

from tests.support.command import Done, scryworth
from tests.support.plans import FOLDER, resolved, sampled

Z = 1.959963984540054  # two-sided 95 %
GAMES = 140_000  # more than two chunks, so that threads have something to share
# plan file -> options on top of it
RUNS = {
    "C-01b": (),
    "L-02": ("--by", "kept-cards", "--measure", "lands had"),
    "I-07": ("--goal", "payable {U}{U} on turn 2 given lands had >= 2 by draw 2", "--seed", "5"),
    "C-04c": ("--seat", "draw", "--mulligan", "vancouver"),
}


def run(name: str, *options: str) -> Done:
    done = scryworth(
        "run", "--plan", FOLDER / f"{name}.toml", "--format", "json", "--games", GAMES, "--quiet", *options
    )
    assert done.code == 0, done.err
    return done


def rows_of(document: dict[str, Any], table: str) -> list[dict[str, Any]]:
    columns, rows = document["tables"][table]["columns"], document["tables"][table]["rows"]
    return [dict(zip(columns, row, strict=True)) for row in rows]


def wilson(successes: int, games: int) -> tuple[float, float]:
    share, square = successes / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    spread = Z * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return middle - spread, middle + spread


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.ci) if name == "C-04c" else name for name in RUNS]
)
def test_json_holds_rate_interval_and_counts(name: str) -> None:
    document = json.loads(run(name, *RUNS[name]).out)
    options = dict(zip(RUNS[name][::2], RUNS[name][1::2], strict=True))
    changes: dict[str, Any] = {}
    for option, key in (("--seed", "run__seed"), ("--seat", "table__seat"), ("--mulligan", "table__mulligan")):
        if option in options:
            changes[key] = int(options[option]) if option == "--seed" else options[option]
    if "--goal" in options:
        changes["run__goals"] = [options["--goal"]]
    plan = resolved(name, **changes).plan
    counts = sampled(plan, GAMES)
    rates = [row for row in rows_of(document, "goals") if row["statistic"] == "rate"]
    assert [row["goal"] for row in rates] == [str(goal) for goal in plan.goals]
    for row, (met, given) in zip(rates, counts, strict=True):
        assert row["value"] == pytest.approx(met / given, abs=1e-12)
        assert (row["low"], row["high"]) == pytest.approx(wilson(met, given), abs=1e-9)
        assert (row["interval"], row["level"], row["unit"]) == ("wilson", 0.95, "share")
        assert row["games"] == GAMES
        assert row["given_games"] == (given if "given" in row["goal"] else None)
    assert document["command"] == "run" and document["partial"] is False and document["format"] == 1
    assert re.fullmatch("[0-9a-f]{16}", document["plan_id"]) and isinstance(document["seconds"], float)
    assert document["plan"]["run"]["goals"] == [str(goal) for goal in plan.goals]


@pytest.mark.parametrize(
    "name", ["C-01b", *(pytest.param(name, marks=pytest.mark.ci) for name in ("L-02", "I-07", "C-04c"))]
)
def test_bytes_are_equal_but_for_seconds(name: str) -> None:
    outputs = [run(name, *RUNS[name], "--threads", threads).out for threads in ("1", "2", "2")]
    stripped = [re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', text) for text in outputs]
    assert stripped[0] == stripped[1] == stripped[2]
    assert stripped[0].count('"seconds": 0') == 1
