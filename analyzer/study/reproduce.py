"""Making one number of an exported table again, to the last bit, from its provenance."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.engine import run
from analyzer.errors import InputError
from analyzer.plan.model import Plan
from analyzer.study.budget import Range
from analyzer.study.expand import Comparison
from analyzer.study.export import INTEGERS, NUMBERS, PROVENANCE
from analyzer.study.play import UnitResult
from analyzer.study.recipe import Recipe, from_mapping, rebuilt
from analyzer.study.resolved import Planned, Unit
from analyzer.study.tables import Known, group_rows, measure_rows, plan_rows, same_labels
from analyzer.tables import COLUMNS, Row
from analyzer.tables import cells as row_cells

COMPARED = ("value", "low", "high", "games", "given_games")


@dataclass(frozen=True, slots=True)
class Again:
    """A row of a file and the same row played again; `differing` names the columns that are not equal."""

    found: Row
    made: Row
    first: int
    differing: tuple[str, ...]


def reproduce(
    path: Path, number: int, *, with_rules: bool = False, threads: int | None = None,
    on_chunk: Callable[[int, int], None] | None = None,
) -> Again:  # fmt: skip
    """Play the games of row `number` (from 1) of an exported file again and compare every number of the row.

    InputError for files without provenance and rows that are not there, and for provenance that brings rules of play
    (Python code) unless `with_rules`; RunError when the plan is another one with this version.
    """
    rows, origin = read_export(path)
    if not 1 <= number <= len(rows):
        raise InputError(f"{path}: there is no row {number}; its rows are 1 to {len(rows)}")
    cells = rows[number - 1]
    row = row_of(cells, f"{path} row {number}")
    told = (lambda games: on_chunk(games, 0)) if on_chunk is not None else None
    if cells.get("table") == "comparisons":
        made, first = _difference(row, str(cells.get("base") or ""), origin, with_rules, threads, told)
    else:
        made, first = _of_plan(str(cells.get("table")), row, origin, with_rules, threads, told)
    pairs = zip(COLUMNS, row_cells(row), row_cells(made), strict=True)  # what is no number is empty in a file
    differing = tuple(name for name, old, new in pairs if name in COMPARED and old != new)
    return Again(row, made, first, differing)


def read_export(path: Path) -> tuple[list[dict[str, Any]], Mapping[str, Any]]:
    """Rows of an exported file (with their table) and its provenance; InputError when it has none."""
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    try:
        if path.suffix.lower() == ".json":
            return _from_json(path)
        if path.suffix.lower() == ".parquet":
            return _from_parquet(path)
        beside = path.with_name(path.name + PROVENANCE)
        if not beside.is_file():
            raise InputError(f"{path}: {beside.name} is not beside it; it comes with: scryworth study export")
        with path.open(newline="", encoding="utf-8") as file:
            rows: list[dict[str, Any]] = list(csv.DictReader(file))
        return rows, json.loads(beside.read_text(encoding="utf-8"))
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as wrong:
        raise InputError(f"{path}: not a file that scryworth study export wrote ({wrong})") from None


def _from_json(path: Path) -> tuple[list[dict[str, Any]], Mapping[str, Any]]:
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict) or "provenance" not in content:
        raise InputError(f"{path}: no provenance in it; it comes with: scryworth study export -o FILE.json")
    rows = [
        {"table": name, **dict(zip(table["columns"], row, strict=True))}
        for name, table in content["tables"].items()
        for row in table["rows"]
    ]
    return rows, content["provenance"]


def _from_parquet(path: Path) -> tuple[list[dict[str, Any]], Mapping[str, Any]]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError("Parquet needs the package pyarrow: pip install 'scryworth[parquet]'") from None
    try:
        table = parquet.read_table(path)
    except pyarrow.ArrowException as wrong:
        raise InputError(f"{path}: cannot be read as Parquet ({wrong})") from None
    metadata = table.schema.metadata or {}
    if b"scryworth" not in metadata:
        raise InputError(f"{path}: no provenance in it; it comes with: scryworth study export -o FILE.parquet")
    return table.to_pylist(), json.loads(metadata[b"scryworth"])


def row_of(cells: Mapping[str, Any], where: str) -> Row:
    """The tidy row in the cells of a file, whose empty cells are texts in a CSV."""
    kinds: dict[str, Callable[[Any], Any]] = {**dict.fromkeys(INTEGERS, int), **dict.fromkeys(NUMBERS, float)}
    found: dict[str, Any] = {}
    try:
        for column in Row.__dataclass_fields__:
            cell = cells[column]
            found[column] = (
                (None if cell in (None, "") else kinds[column](cell)) if column in kinds else str(cell or "")
            )
        return Row(**found)
    except (KeyError, ValueError) as wrong:
        raise InputError(f"{where}: not a row of a study's table ({wrong})") from None


def _of_plan(
    table: str, row: Row, origin: Mapping[str, Any], with_rules: bool, threads: int | None,
    told: Callable[[int], None] | None,
) -> tuple[Row, int]:  # fmt: skip
    plan = _plan(row.plan, origin, with_rules)
    first, games, watched = origin["games"][row.plan]
    tally = run(plan, games, first=first, threads=threads, on_chunk=told).tally
    planned = _planned(row.variant, plan, origin)
    return _same(plan_rows(table, planned, Known(tally, Range(first, games, watched))), row), first


def _difference(
    row: Row, base: str, origin: Mapping[str, Any], with_rules: bool, threads: int | None,
    told: Callable[[int], None] | None,
) -> tuple[Row, int]:  # fmt: skip
    """The base and the one other plan alone: their sums are the same as in a larger group."""
    for group in origin["groups"]:
        if group["names"][0] == base and row.variant in group["names"][1:]:
            break
    else:
        raise InputError(f"the provenance has no comparison of {row.variant} with {base}")
    place = group["names"].index(row.variant, 1)
    plans = tuple(_plan(group["plans"][each], origin, with_rules) for each in (0, place))
    played = run(plans, group["games"], first=group["first"], threads=threads, on_chunk=told)
    names = (base, row.variant)
    unit = Unit(names, plans)
    result = UnitResult(
        unit, Range(group["first"], group["games"], group["watched"]), group["games"], played.tallies, played.group
    )
    planned = {name: _planned(name, plan, origin) for name, plan in zip(names, plans, strict=True)}
    pair = Comparison(base, (row.variant,))
    rows = (
        *group_rows(planned, pair, names, result, origin["differences"]),
        *measure_rows(planned, pair, names, result),
    )
    return _same([each for _, each in rows], row), group["first"]


def _plan(plan_id: str, origin: Mapping[str, Any], with_rules: bool) -> Plan:
    if plan_id not in origin["plans"]:
        raise InputError(f"the provenance does not have plan {plan_id}; table and provenance are not of one export")
    recipe: Recipe = from_mapping(origin["plans"][plan_id])
    if recipe.sources and not with_rules:
        raise InputError(
            f"the provenance brings rules of play ({', '.join(recipe.sources)}), which are programs: look at them, "
            "then say --with-rules"
        )
    return rebuilt(recipe)


def _planned(name: str, plan: Plan, origin: Mapping[str, Any]) -> Planned:
    return Planned(name, plan, {}, (), (), from_mapping(origin["plans"][plan.plan_id]))


def _same(rows: Sequence[Row], like: Row) -> Row:
    for row in rows:
        if same_labels(row, like):
            return row
    raise InputError(f"the plan has no number {like.statistic} of {like.goal!r} in turn {like.turn}")
