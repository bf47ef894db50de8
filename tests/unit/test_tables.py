"""Tables read back as they were written, and a file is written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer import stats, tables
from analyzer.errors import InputError, RunError
from analyzer.tables import COLUMNS, Row, Table

SAMPLE = Table(
    "goals",
    (
        tables.estimate_row(
            stats.share(751_234, 1_000_000), goal="lands >= 4, by turn 4", turn=4, statistic="share", unit="share"
        ),
        Row(
            goal='had "Opt"', statistic="mean", unit="turns", value=math.nan, low=-math.inf, high=math.inf, note="ä | b"
        ),
        tables.estimate_row(stats.exact(0.25), goal="screw", unit="share", note="1/4"),
    ),
)


def test_columns_are_those_of_the_tidy_table() -> None:
    expected = "plan, variant, source, goal, turn, statistic, unit, value, low, high, level, interval, games"
    assert ", ".join(COLUMNS) == expected + ", given_games, note"


def test_csv_reads_back() -> None:
    header, *rows = csv.reader(io.StringIO(tables.to_csv(SAMPLE)))
    assert tuple(header) == COLUMNS and len(rows) == 3
    first = dict(zip(header, rows[0], strict=True))
    assert float(first["value"]) == 0.751234 and float(first["low"]) == SAMPLE.rows[0].low
    assert first["goal"] == "lands >= 4, by turn 4" and first["interval"] == "wilson"
    assert rows[1][COLUMNS.index("value")] == rows[1][COLUMNS.index("high")] == ""


def test_json_document_reads_back_and_depends_on_nothing_but_its_content() -> None:
    plan = {"seat": "play", "goals": ["a", "b"]}
    content = tables.document(
        "run", [SAMPLE], plan_id="ab", plan=plan, notices=[{"code": "x", "text": "y"}], seconds=1.23456
    )
    text = tables.to_json(content)
    back = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert back["tables"]["goals"]["columns"] == list(COLUMNS)
    assert back["tables"]["goals"]["rows"][0] == tables.cells(SAMPLE.rows[0])
    assert back["tables"]["goals"]["rows"][1][COLUMNS.index("value")] is None
    assert (back["command"], back["partial"], back["plan"], back["seconds"]) == ("run", False, plan, 1.235)
    other = tables.to_json({**content, "seconds": 9.0})
    differing = [a for a, b in zip(text.splitlines(), other.splitlines(), strict=True) if a != b]
    assert [line.strip() for line in differing] == ['"seconds": 1.235']


def test_markdown_shows_what_people_read() -> None:
    text = tables.to_markdown(SAMPLE)
    head, _, first, second, third = text.splitlines()
    assert head.startswith("| goal | turn | statistic | unit | value | low | high | level |")
    assert "| 75.12 % | 75.04 % | 75.21 % | 95 % | wilson | 1,000,000 |" in first
    assert "ä \\| b" in second and "nan" not in text and "inf" not in text
    assert "| 25 % |" in third and "1/4" in third
    assert tables.to_markdown(SAMPLE, ["goal"]).splitlines()[4] == "| screw |"


def test_parquet_and_frame_hold_the_same_numbers() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    back = parquet.read_table(io.BytesIO(tables.to_parquet(SAMPLE))).to_pydict()
    assert [list(row) for row in zip(*back.values(), strict=True)] == [tables.cells(row) for row in SAMPLE.rows]
    shown = tables.frame(SAMPLE)
    assert tuple(shown.columns) == COLUMNS and len(shown) == 3
    assert shown["value"][0] == 0.751234 and shown["games"].isna().tolist() == [False, True, True]


def test_an_empty_table_keeps_its_columns() -> None:
    empty = Table("t", ())
    assert tables.to_csv(empty).strip() == ",".join(COLUMNS)
    assert tuple(tables.frame(empty).columns) == COLUMNS
    assert tables.to_parquet(empty)[:4] == b"PAR1"


def test_parquet_without_pyarrow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"scryworth\[parquet\]"):
        tables.to_parquet(SAMPLE)


@pytest.mark.parametrize(
    "name, format", [("a.csv", "csv"), ("a.JSON", "json"), ("b/a.md", "markdown"), ("a.parquet", "parquet")]
)
def test_format_by_ending(name: str, format: str) -> None:
    assert tables.format_of(name) == format


def test_unknown_formats_are_refused() -> None:
    for wrong in ("a.xlsx", "a"):
        with pytest.raises(InputError, match=r"\.csv"):
            tables.format_of(wrong)
    with pytest.raises(InputError, match="markdown"):
        tables.rendered(SAMPLE, "yaml")
    with pytest.raises(ValueError, match="unit"):
        Row(unit="percent")


def test_rendered_json_is_the_document_when_given() -> None:
    assert json.loads(tables.rendered(SAMPLE, "json", {"tables": {}})) == {"tables": {}}
    assert list(json.loads(tables.rendered(SAMPLE, "json"))["tables"]) == ["goals"]


def test_writing_replaces_the_whole_file_and_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    tables.write(target, "one\n")
    target.chmod(0o640)
    tables.write(target, "two\n")
    assert target.read_text() == "two\n" and stat.S_IMODE(target.stat().st_mode) == 0o640
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    tables.write(link, b"three\n")
    assert link.is_symlink() and target.read_text() == "three\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.csv", "out.csv"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"cannot write .*out\.csv: No space left"):
        tables.write(target, "new")
    assert target.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["out.csv"]


def test_unwritable_places_are_named(tmp_path: Path) -> None:
    cases = {
        tmp_path: "it is a folder",
        tmp_path / "missing" / "out.csv": "missing does not exist",
        Path("/proc/nowhere.csv"): "cannot write /proc/nowhere.csv",
    }
    for place, reason in cases.items():
        with pytest.raises(RunError, match=reason) as wrong:
            tables.write(place, "text")
        assert wrong.value.exit_code == 3 and str(place) in str(wrong.value) and "another place" in str(wrong.value)


def test_what_is_no_file_is_written_directly() -> None:
    code = "from analyzer.tables import write; write('/dev/stdout', 'hello\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "hello\n"


def test_importing_tables_stays_light() -> None:
    heavy = ("numpy", "pandas", "numba", "rich", "pyarrow")
    code = f"import sys, analyzer.tables; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
