"""Tidy tables, one row a number: CSV, JSON, markdown, Parquet, pandas; and files written whole or not at all."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import InputError, RunError
from analyzer.stats import Estimate, rounded

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1
UNITS = ("share", "points", "lands", "cards", "turns", "count")
FORMATS = ("csv", "json", "markdown", "parquet")
SUFFIXES = {".csv": "csv", ".json": "json", ".md": "markdown", ".markdown": "markdown", ".parquet": "parquet"}


@dataclass(frozen=True, slots=True)
class Row:
    """One number of a table (the columns of the tidy table, in order); what does not apply is left empty.

    >>> Row(goal="lands >= 4 by turn 4", unit="share", value=0.75).statistic
    ''
    """

    plan: str = ""
    variant: str = ""
    source: str = ""
    goal: str = ""
    turn: int | None = None
    statistic: str = ""
    unit: str = "count"
    value: float | None = None
    low: float | None = None
    high: float | None = None
    level: float | None = None
    interval: str = "none"
    games: int | None = None
    given_games: int | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ValueError(f"unit {self.unit!r} is not one of {', '.join(UNITS)}")


COLUMNS = tuple(field.name for field in fields(Row))
_NUMBERS = {"value": float, "low": float, "high": float, "level": float, "turn": int, "games": int, "given_games": int}


@dataclass(frozen=True, slots=True)
class Table:
    """A named sequence of rows.

    >>> len(Table("odds", (Row(value=1.0),)).rows)
    1
    """

    name: str
    rows: tuple[Row, ...]


def estimate_row(estimate: Estimate, **labels: Any) -> Row:
    """Row of an estimate; `labels` are the other columns. An exact number carries no level and no games.

    >>> estimate_row(Estimate(0.5, 0.4, 0.6, 100, "wilson"), goal="screw", unit="share").interval
    'wilson'
    """
    known = estimate.kind == "exact"
    numbers: dict[str, Any] = {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "level": None if known else estimate.level,
        "interval": estimate.kind,
        "games": None if known else estimate.games,
    }
    return Row(**{**numbers, **labels})


def _plain(value: Any) -> Any:
    """A cell as JSON and CSV can hold it: what is not a finite number is empty."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def cells(row: Row) -> list[Any]:
    """The cells of a row in the order of COLUMNS; NaN and infinite numbers are None.

    >>> cells(Row(value=float("nan")))[7] is None
    True
    """
    return [_plain(getattr(row, column)) for column in COLUMNS]


def to_csv(table: Table) -> str:
    """Comma-separated text with a header; numbers in full precision, empty cells empty.

    >>> to_csv(Table("t", (Row(goal="screw", unit="share", value=0.25),))).splitlines()[1]
    ',,,screw,,,share,0.25,,,,none,,,'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(cells(row) for row in table.rows)
    return text.getvalue()


def to_mapping(table: Table) -> dict[str, Any]:
    """The table as {"columns": [...], "rows": [[...]]}, the form inside JSON documents.

    >>> to_mapping(Table("t", ()))["rows"]
    []
    """
    return {"columns": list(COLUMNS), "rows": [cells(row) for row in table.rows]}


def document(
    command: str,
    tables: Iterable[Table],
    *,
    plan_id: str = "",
    plan: Mapping[str, Any] | None = None,
    notices: Sequence[Mapping[str, Any]] = (),
    partial: bool = False,
    seconds: float = 0.0,
) -> dict[str, Any]:
    """The JSON document of a command; two of them differ only in `seconds` when plan and games are equal.

    >>> list(document("run", []))[:4]
    ['scryworth', 'format', 'command', 'partial']
    """
    from analyzer import __version__

    return {
        "scryworth": __version__,
        "format": FORMAT,
        "command": command,
        "partial": partial,
        "plan_id": plan_id,
        "plan": dict(plan or {}),
        "notices": [dict(notice) for notice in notices],
        "tables": {table.name: to_mapping(table) for table in tables},
        "seconds": round(seconds, 3),
    }


def to_json(content: Mapping[str, Any]) -> str:
    """JSON text, one table row a line, so that two documents can be compared line by line.

    >>> print(to_json({"tables": {"t": {"columns": ["a"], "rows": [[1], [None]]}}}), end="")
    {
      "tables": {
        "t": {
          "columns": ["a"],
          "rows": [
            [1],
            [null]
          ]
        }
      }
    }
    """
    return _json(content, "") + "\n"


def _json(content: Any, indent: str) -> str:
    deeper = indent + "  "
    if isinstance(content, Mapping) and content:
        lines = [f"{deeper}{json.dumps(str(key))}: {_json(value, deeper)}" for key, value in content.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(content, list | tuple) and any(isinstance(item, list | tuple | Mapping) for item in content):
        return "[\n" + ",\n".join(deeper + _json(item, deeper) for item in content) + f"\n{indent}]"
    return json.dumps(_plain(content), ensure_ascii=False, allow_nan=False)


def cell_text(row: Row, column: str) -> str:
    """A cell as people read it: shares in per cent, as many decimals as the interval allows.

    >>> cell_text(Row(unit="share", value=0.7512, low=0.7502, high=0.7522), "value")
    '75.12 %'
    """
    content = _plain(getattr(row, column))
    if content is None:
        return ""
    if column == "level":
        return f"{100 * content:g} %"
    if column not in ("value", "low", "high"):
        return f"{content:,}" if column in ("games", "given_games") else str(content)
    factor = 100 if row.unit == "share" else 1
    suffix = " %" if row.unit == "share" else ""
    ends = (_plain(row.low), _plain(row.high))
    if row.interval == "exact" or None in ends or ends[0] == ends[1]:
        return f"{factor * content:.6g}{suffix}" if column == "value" or row.interval != "exact" else ""
    assert ends[0] is not None and ends[1] is not None
    return rounded(factor * content, factor * (ends[1] - ends[0]) / 2)[0] + suffix


def to_markdown(table: Table, columns: Sequence[str] | None = None) -> str:
    """A markdown table; by default only the columns that some row uses, numbers as people read them.

    >>> print(to_markdown(Table("t", (Row(goal="a | b", unit="share", value=0.5, interval="exact"),))), end="")
    | goal | unit | value | interval |
    |---|---|---:|---|
    | a \\| b | share | 50 % | exact |
    """
    texts = [{column: cell_text(row, column) for column in COLUMNS} for row in table.rows]
    shown = [c for c in COLUMNS if any(text[c] for text in texts)] if columns is None else list(columns)
    lines = [shown, ["---:" if column in _NUMBERS else "---" for column in shown]]
    out = ["| " + " | ".join(lines[0]) + " |", "|" + "|".join(lines[1]) + "|"]
    for text in texts:
        out.append("| " + " | ".join(text[column].replace("|", "\\|").replace("\n", " ") for column in shown) + " |")
    return "\n".join(out) + "\n"


def needs_pyarrow() -> None:
    """InputError where Parquet cannot be written."""
    if find_spec("pyarrow") is None:
        raise InputError("Parquet needs the package pyarrow: pip install 'scryworth[parquet]' (or choose csv or json)")


def to_parquet(table: Table) -> bytes:
    """The table as a Parquet file; needs pyarrow (the extra `parquet`), else InputError."""
    needs_pyarrow()
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(column, types[_NUMBERS.get(column, str)]) for column in COLUMNS])
    rows = [cells(row) for row in table.rows]
    data = {column: [row[i] for row in rows] for i, column in enumerate(COLUMNS)}
    sink = io.BytesIO()
    parquet.write_table(arrow.table(data, schema=schema), sink)
    return sink.getvalue()


def frame(table: Table) -> pd.DataFrame:
    """The table as a pandas data frame with one column a field; integers may be missing (Int64)."""
    import pandas as pd

    kinds = {float: "float64", int: "Int64", str: "object"}
    rows = [cells(row) for row in table.rows]
    return pd.DataFrame(
        {
            column: pd.Series([row[i] for row in rows], dtype=kinds[_NUMBERS.get(column, str)])
            for i, column in enumerate(COLUMNS)
        }
    )


def format_of(path: str | Path) -> str:
    """Format that a file's name asks for; an unknown ending is an InputError that lists the known ones.

    >>> format_of("out/table.md")
    'markdown'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{path}: the ending {suffix or '(none)'} is not one of {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]


def rendered(table: Table, format: str, content: Mapping[str, Any] | None = None) -> str | bytes:
    """The table in one of FORMATS; JSON is `content` (a document) if given, else the bare table.

    >>> rendered(Table("t", ()), "csv").startswith("plan,variant")
    True
    """
    if format == "csv":
        return to_csv(table)
    if format == "markdown":
        return to_markdown(table)
    if format == "json":
        return to_json(content if content is not None else {"tables": {table.name: to_mapping(table)}})
    if format == "parquet":
        return to_parquet(table)
    raise InputError(f"format {format!r} is not one of {', '.join(FORMATS)}")


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all: beside its place first, then renamed; RunError when it cannot be written.

    A link is followed, the mode of an existing file is kept, and what is no regular file (a pipe, /dev/stdout) is
    written directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        place = Path(path)
        if place.exists() and not (place.is_file() or place.is_dir()):
            place.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(place)), data)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        if isinstance(wrong, FileNotFoundError):
            reason = f"the folder {Path(path).parent} does not exist"
        raise RunError(f"cannot write {path}: {reason}; choose another place or mend this one") from None


def _replace(target: Path, data: bytes) -> None:
    if target.is_dir():
        raise IsADirectoryError(21, "it is a folder")
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "the file is write-protected")
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as part:
            part.write(data)
            part.flush()
            os.fsync(part.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
