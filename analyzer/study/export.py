"""A study's tables as CSV, JSON, Parquet or a data frame, with the provenance to make each number again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer import __version__
from analyzer.errors import InputError
from analyzer.study.play import UnitResult, differences_in
from analyzer.study.resolved import Study
from analyzer.study.tables import Line, known_plans
from analyzer.tables import COLUMNS, FORMAT, cells, to_json

if TYPE_CHECKING:
    import pandas as pd

FORMATS = {".csv": "csv", ".json": "json", ".parquet": "parquet"}
INTEGERS, NUMBERS = ("turn", "games", "given_games"), ("value", "low", "high", "level")
PROVENANCE = ".provenance.json"
OURS = ("base", "tags")  # columns that only a study has


def columns_of(study: Study) -> list[str]:
    """Columns of an export: table, the tidy columns, base, tags, and one for each axis (`over.x` where x is taken)."""
    taken = {"table", *COLUMNS, *OURS}
    return ["table", *COLUMNS, *OURS, *(f"over.{axis}" if axis in taken else axis for axis in study.axes)]


def rows_of(study: Study, lines: Sequence[Line]) -> list[list[Any]]:
    """Cells in the order of `columns_of`; what does not apply is None."""
    return [
        [line.table, *cells(line.row), line.base, " ".join(line.tags), *(line.labels.get(axis) for axis in study.axes)]
        for line in lines
    ]


def to_csv(study: Study, lines: Sequence[Line]) -> str:
    """Comma-separated text with a header, numbers in full precision."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns_of(study))
    writer.writerows(rows_of(study, lines))
    return text.getvalue()


def to_document(study: Study, results: Sequence[UnitResult], lines: Sequence[Line]) -> str:
    """The JSON document: tables by name, plans, and the provenance; the same bytes for the same games."""
    names = dict.fromkeys(line.table for line in lines)
    columns = columns_of(study)[1:]
    tables = {
        name: {"columns": columns, "rows": [row[1:] for row in rows_of(study, lines) if row[0] == name]}
        for name in names
    }
    return to_json(
        {
            "scryworth": __version__,
            "format": FORMAT,
            "command": "study",
            "study": study.name,
            "partial": not all(each.is_whole for each in results),
            "notices": [
                {"plan": each.name, "code": notice.code, "text": str(notice)}
                for each in study.planned
                for notice in each.notices
            ],
            "tables": tables,
            "provenance": provenance(study, results),
        }
    )


def provenance(study: Study, results: Sequence[UnitResult]) -> dict[str, Any]:
    """Recipes of the plans, the games each was read from, and the groups: enough to play every number again."""
    known = known_plans(results)
    return {
        "scryworth": __version__,
        "format": FORMAT,
        "differences": differences_in(study),
        "plans": {each.plan.plan_id: each.recipe.as_mapping() for each in study.planned if each.plan.plan_id in known},
        "games": {
            plan_id: [each.where.first, each.tally.games, each.where.watched] for plan_id, each in known.items()
        },
        "groups": [
            {"names": list(each.unit.names), "plans": [plan.plan_id for plan in each.unit.plans],
             "first": each.where.first, "games": each.group.games,
             "watched": each.where.watched}
            for each in results
            if each.group is not None
        ],
    }  # fmt: skip


def provenance_text(study: Study, results: Sequence[UnitResult]) -> str:
    """The file that stands beside a CSV: the provenance as JSON, keys sorted."""
    return json.dumps(provenance(study, results), sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def to_parquet(study: Study, results: Sequence[UnitResult], lines: Sequence[Line]) -> bytes:
    """Parquet with the provenance in its metadata; needs pyarrow (the extra `parquet`), else InputError."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError(
            "Parquet needs the package pyarrow: pip install 'scryworth[parquet]' (or choose .csv or .json)"
        ) from None
    columns, rows = columns_of(study), rows_of(study, lines)
    kinds = {"string": arrow.string(), "int64": arrow.int64(), "float64": arrow.float64()}
    data, fields = [], []
    for place, column in enumerate(columns):
        content = [row[place] for row in rows]
        kind = _kind(column, content)
        texts = content if kind != "string" else [None if each is None else str(each) for each in content]
        data.append(arrow.array(texts, kinds[kind]))
        fields.append(arrow.field(column, kinds[kind]))
    schema = arrow.schema(fields, metadata={"scryworth": provenance_text(study, results)})
    sink = io.BytesIO()
    parquet.write_table(arrow.table(data, schema=schema), sink)
    return sink.getvalue()


def _kind(column: str, content: Sequence[Any]) -> str:
    """The type of a column; an axis is a number when all its labels are."""
    if column in NUMBERS:
        return "float64"
    if column in INTEGERS:
        return "int64"
    axis = column not in ("table", *COLUMNS, *OURS)
    return "int64" if axis and all(isinstance(each, int) for each in content if each is not None) else "string"


def frame(study: Study, lines: Sequence[Line]) -> pd.DataFrame:
    """The tables as one pandas data frame; integers may be missing (Int64)."""
    import pandas as pd

    kinds = {"float64": "float64", "int64": "Int64", "string": "object"}
    columns, rows = columns_of(study), rows_of(study, lines)
    content = {column: [row[place] for row in rows] for place, column in enumerate(columns)}
    return pd.DataFrame({column: pd.Series(cell, dtype=kinds[_kind(column, cell)]) for column, cell in content.items()})


def format_of(path: Path) -> str:
    """The format that the ending of a file names; InputError lists the known ones."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{path}: the ending {path.suffix or '(none)'} is not one of {', '.join(FORMATS)}")
    return FORMATS[path.suffix.lower()]


def exported(
    study: Study, results: Sequence[UnitResult], lines: Sequence[Line], format: str
) -> tuple[str | bytes, str | None]:
    """Content of an export, and of the provenance file beside it (CSV has no place of its own for that)."""
    if format == "json":
        return to_document(study, results, lines), None
    if format == "parquet":
        return to_parquet(study, results, lines), None
    return to_csv(study, lines), provenance_text(study, results)
