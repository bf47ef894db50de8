"""Exported tables: tidy, readable elsewhere, with everything to make each number again."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from analyzer.errors import InputError, RunError
from analyzer.study.budget import Range
from analyzer.study.export import PROVENANCE, columns_of, exported, frame
from analyzer.study.play import UnitResult
from analyzer.study.reproduce import read_export, reproduce, row_of
from analyzer.study.shapes import group_of, shape_of, tally_of
from analyzer.study.tables import TABLES, lines_of
from analyzer.tables import COLUMNS, cells
from tests.support.studies import PAIR, study


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A study and results that were never played: 400 made-up games in which goals come and go."""
    found = study(
        tmp_path_factory.mktemp("made"), PAIR.replace("run.turns", "tags = ['small', 'paired']\nrun.turns"), 400
    )
    (unit,) = found.units
    chance = np.random.default_rng(3)
    by_plan = {plan.plan_id: (chance.random((400, 1)) < 0.5).astype(np.uint8) for plan in unit.plans}
    truths = [by_plan[plan.plan_id] for plan in unit.plans]
    tallies = []
    for plan, truth in zip(unit.plans, truths, strict=True):
        shape = shape_of(plan)
        numbers = np.zeros(shape.output_words, np.int64)
        numbers[0] = 400
        numbers[shape.offset("goal") + plan.turns] = int(truth.sum())
        tallies.append(tally_of(plan, numbers))
    columns = np.hstack([*truths, np.ones((400, len(unit.plans)))]).astype(np.int64)
    group = group_of(unit.plans, np.concatenate([[400], columns.sum(axis=0), (columns.T @ columns).ravel()]))
    return found, (UnitResult(unit, Range(0, 400), 400, tuple(tallies), group),)


def test_columns_are_the_tidy_ones_with_base_and_axes(made):
    found, known = made
    assert columns_of(found) == ["table", *COLUMNS, "base", "tags", "seat", "lands"]
    rows = list(csv.DictReader(io.StringIO(exported(found, known, lines_of(found, known), "csv")[0])))
    assert {row["table"] for row in rows} == set(TABLES)
    rates = [row for row in rows if row["table"] == "rates"]
    assert [(row["variant"], row["seat"], row["lands"]) for row in rates] == [
        ("base", "", ""), ("24-play", "play", "24"), ("25-play", "play", "25"), ("24-draw", "draw", "24"),
        ("25-draw", "draw", "25"),
    ]  # fmt: skip
    assert {row["tags"] for row in rates} == {"small paired"}
    differences = [row for row in rows if row["table"] == "comparisons"]
    assert {(row["base"], row["unit"], row["interval"]) for row in differences} == {("base", "points", "paired")}
    assert "minus base; 4 intervals hold together" in differences[0]["note"]


def test_an_axis_called_like_a_column_gives_way(tmp_path):
    text = PAIR.replace("over.lands", "over.goal").replace("{lands}", "{goal}")
    assert columns_of(study(tmp_path, text))[-2:] == ["seat", "over.goal"]


def test_differences_are_rates_subtracted_and_wider_together(made):
    found, known = made
    lines = lines_of(found, known)
    rate = {each.row.variant: each.row.value for each in lines if each.table == "rates"}
    for each in lines:
        if each.table == "comparisons":
            assert each.row.value == pytest.approx(100 * (rate[each.row.variant] - rate["base"]), abs=1e-9)
            alone = known[0].group.difference(0, [*known[0].unit.names].index(each.row.variant), 0).scaled(100)
            assert each.row.high - each.row.low > alone.high - alone.low


def test_pandas_reads_what_the_frame_holds(made, tmp_path):
    import pandas as pd

    found, known = made
    lines = lines_of(found, known)
    (tmp_path / "a.csv").write_text(exported(found, known, lines, "csv")[0])
    (tmp_path / "a.parquet").write_bytes(exported(found, known, lines, "parquet")[0])
    table = frame(found, lines)
    assert table["lands"].dtype == "Int64" and table["value"].dtype == "float64"
    read = pd.read_csv(tmp_path / "a.csv")
    assert read["value"].equals(table["value"]) and list(read.columns) == list(table.columns)
    parquet = pd.read_parquet(tmp_path / "a.parquet")
    assert parquet["value"].equals(table["value"]) and parquet["lands"].equals(table["lands"].astype("float64"))


def test_without_pyarrow_the_bytes_are_the_same_and_parquet_says_what_to_install(made, monkeypatch):
    found, known = made
    lines = lines_of(found, known)
    before = [exported(found, known, lines, each) for each in ("csv", "json")]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert [exported(found, known, lines, each) for each in ("csv", "json")] == before
    with pytest.raises(InputError, match=r"pip install 'scryworth\[parquet\]'"):
        exported(found, known, lines, "parquet")


def test_the_json_document_is_read_back_as_the_csv(made, tmp_path):
    found, known = made
    lines = lines_of(found, known)
    text, beside = exported(found, known, lines, "csv")
    (tmp_path / "a.csv").write_text(text)
    (tmp_path / ("a.csv" + PROVENANCE)).write_text(beside)
    (tmp_path / "a.json").write_text(exported(found, known, lines, "json")[0])
    (tmp_path / "a.parquet").write_bytes(exported(found, known, lines, "parquet")[0])
    read = [read_export(tmp_path / f"a.{each}") for each in ("csv", "json", "parquet")]
    rows = [[row_of(each, "here") for each in rows] for rows, _ in read]
    assert rows[0] == rows[1] == rows[2]
    assert [cells(each) for each in rows[0]] == [cells(each.row) for each in lines]
    assert read[0][1] == read[1][1] == read[2][1]
    assert json.loads((tmp_path / "a.json").read_text())["partial"] is False


# ---- reproduce ----------------------------------------------------------------------------------------------------
def test_numbers_that_were_never_played_are_found_out(made, tmp_path):
    found, known = made
    (tmp_path / "a.json").write_text(exported(found, known, lines_of(found, known), "json")[0])
    for number in (1, 7):  # a rate and a difference
        again = reproduce(tmp_path / "a.json", number, threads=1)
        assert set(again.differing) >= {"value", "low", "high"} and again.made.games == 400


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("none.csv", None, "no such file"),
        ("a.csv", "plan,variant\n", "is not beside it"),
        ("a.json", "{}", "no provenance in it"),
        ("a.json", "[1", "not a file that scryworth study export wrote"),
        ("a.parquet", "text", "cannot be read as Parquet"),
    ],
)
def test_files_without_provenance_are_refused(tmp_path, name, content, expected):
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=expected):
        reproduce(tmp_path / name, 1)


def test_rows_and_plans_that_are_not_there_are_named(made, tmp_path):
    found, known = made
    text = exported(found, known, lines_of(found, known), "json")[0]
    path = tmp_path / "a.json"
    path.write_text(text)
    for number in (0, -1, 10**6):
        with pytest.raises(InputError, match=f"there is no row {number}; its rows are 1 to"):
            reproduce(path, number)
    plan = found.named("base").plan.plan_id
    path.write_text(text.replace(f'"{plan}": {{', '"other": {'))
    with pytest.raises(InputError, match=f"does not have plan {plan}"):
        reproduce(path, 1)
    path.write_text(text.replace('"turns": 4', '"turns": 5'))
    with pytest.raises(RunError, match="is another plan here"):
        reproduce(path, 1)


def test_rules_that_a_file_brings_are_run_only_when_asked(made, tmp_path):
    found, known = made
    content = json.loads(exported(found, known, lines_of(found, known), "json")[0])
    for recipe in content["provenance"]["plans"].values():
        recipe["sources"] = {"evil.py": "raise SystemExit('run!')"}
    (tmp_path / "a.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"brings rules of play \(evil\.py\), which are programs"):
        reproduce(tmp_path / "a.json", 1)


def test_beside_a_stop_button_every_interval_is_one_that_may_be_watched(made):
    found, (known,) = made
    running = replace(known, where=Range(0, 400, 5_000))
    lines = lines_of(found, (running,), ("rates", "comparisons", "curves"))
    assert {each.row.interval for each in lines} == {"sequence"}
    ordinary = {each.row.interval for each in lines_of(found, (known,), ("rates", "comparisons", "curves"))}
    assert ordinary == {"wilson", "paired"}
