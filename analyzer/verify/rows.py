"""The rows that `verify` plays: plan files with an [expect] table, one by one or as a table of changes of one plan.

`plans/` holds plan files, grouped by the first letter of their names. A file of `tables/` is a section: `[plan]` is an
ordinary plan, each `[[row]]` changes keys of it and says what is expected, `[[waiting]]` names what is not there yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from analyzer.errors import InputError
from analyzer.plan.problems import problems
from analyzer.plan.read import changed
from analyzer.plan.schema import ExpectTable, PlanFile, validate
from analyzer.tomlfile import Document, nearest, read_document

PLANS = Path(__file__).parent / "plans"
TABLES = Path(__file__).parent / "tables"
GROUPS = {
    "B": "Scry on small libraries",
    "C": "Scry in real decks",
    "D": "Shard tokens",
    "E": "Sorcerer Roles",
    "F": "Targets and order of effects",
    "G": "The Ring",
    "I": "Mana",
    "L": "Mulligans, turns, drawing",
    "Z": "Whole mini-games",
}
OWN_FILES = "files"


class _SourceTable(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    author: str = ""
    title: str = ""
    year: int | None = None


class _RowTable(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    name: str
    set: dict[str, Any] = {}
    goals: list[str] = []
    exact: list[str] = []
    published: list[str] = []
    known: str = ""
    minus: dict[str, Any] = {}
    means: dict[str, list[str]] = {}
    worth: dict[str, str] = {}


class _WaitingTable(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    name: str
    why: str


class _SectionFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    title: str
    note: str = ""
    source: _SourceTable = _SourceTable()
    plan: dict[str, Any] = {}
    row: list[_RowTable] = []
    waiting: list[_WaitingTable] = []


@dataclass(frozen=True, slots=True)
class Row:
    """An ordinary plan document with an [expect] table, and the folder its files are relative to."""

    name: str
    document: Mapping[str, Any]
    folder: Path
    where: str

    @property
    def plan_file(self) -> PlanFile:
        """The checked plan; InputError names the file and what is wrong."""
        return validate(Document(dict(self.document), "", self.where))

    @property
    def expect(self) -> ExpectTable:
        """What is expected."""
        return self.plan_file.expect

    @property
    def source(self) -> str:
        """Author, title and year of who published the number; "" where nobody did."""
        expect = self.document["expect"]
        parts = (expect.get("author"), expect.get("title"), expect.get("year"))
        return ", ".join(str(part) for part in parts if part)


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one kind; `waiting` are (name, why) of numbers that cannot be compared yet."""

    name: str
    title: str
    rows: tuple[Row, ...]
    note: str = ""
    waiting: tuple[tuple[str, str], ...] = field(default=())

    @property
    def cells(self) -> int:
        """Numbers that are compared."""
        return sum(cells_of(row) for row in self.rows)


def cells_of(row: Row) -> int:
    """Numbers of a row that are compared."""
    expect = row.document["expect"]
    return sum(len(expect.get(key, ())) for key in ("exact", "means", "worth"))


def sections() -> tuple[Section, ...]:
    """Every section that ships, in the order in which they are printed."""
    return (*_table_sections(), *_plan_sections())


def chosen(names: Sequence[str]) -> tuple[Section, ...]:
    """The sections of these names, all without any; InputError for an unknown one names those there are."""
    every = {section.name: section for section in sections()}
    for name in names:
        if name not in every:
            raise InputError(
                f"--section {name}: no such section{nearest(name, list(every))}; there are {', '.join(sorted(every))}"
            )
    return tuple(section for name, section in every.items() if not names or name in names)


def own_section(paths: Sequence[Path]) -> Section:
    """The section of a user's own plan files; InputError for a file without an [expect] table."""
    rows = tuple(_file_row(path) for path in paths)
    for row in rows:
        if not cells_of(row):
            raise InputError(f"{row.where}: nothing is expected; add [expect] with exact = [...], one for each goal")
    return Section(OWN_FILES, "Plan files", rows)


def value_of(text: str, where: str) -> Fraction:
    """An exact value as it is written, a fraction or a decimal.

    >>> value_of("2/3", ""), value_of("0.25", "")
    (Fraction(2, 3), Fraction(1, 4))
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{where}: {text!r} is no exact value; write a fraction (2/3) or a decimal (0.25)") from None


def _file_row(path: Path) -> Row:
    document = read_document(path)
    checked = validate(document)
    expect = checked.expect
    if expect.exact and len(expect.exact) != len(checked.run.goals):
        raise InputError(
            f"{document.where(('expect', 'exact'))}: {len(expect.exact)} exact values for "
            f"{len(checked.run.goals)} goals; write one for each goal, in their order"
        )
    data = {**document.data, "expect": dict(document.data.get("expect", {}))}
    return Row(path.stem, data, path.resolve().parent, document.name)


def _plan_sections() -> Iterator[Section]:
    rows = [_file_row(path) for path in sorted(PLANS.glob("*.toml"))]
    for letter, title in GROUPS.items():
        mine = tuple(row for row in rows if row.name.startswith(letter))
        yield Section(f"cases-{letter}", f"Acceptance cases {letter}: {title}", mine)


def _table_sections() -> Iterator[Section]:
    for path in sorted(TABLES.glob("*.toml")):
        yield section_of(path)


def section_of(path: Path) -> Section:
    """The section in a table file; InputError with file and line for anything that is wrong in it."""
    document = read_document(path)
    try:
        table = _SectionFile.model_validate(document.data)
    except ValidationError as wrong:
        raise InputError("\n".join(problems(document, wrong, _SectionFile))) from None
    rows = tuple(_table_row(table, row, path, document.name) for row in table.row)
    waiting = tuple((each.name, each.why) for each in table.waiting)
    return Section(path.stem.partition("_")[2] or path.stem, table.title, rows, table.note, waiting)


def _table_row(table: _SectionFile, row: _RowTable, path: Path, where: str) -> Row:
    if row.exact and len(row.exact) != len(row.goals or table.plan.get("run", {}).get("goals", ())):
        raise InputError(f"{where}, row {row.name!r}: {len(row.exact)} exact values for {len(row.goals)} goals")
    keys = {**row.set, "name": row.name, **({"run.goals": row.goals} if row.goals else {})}
    document = changed(table.plan, keys)
    document["format"] = 1
    said = row.model_dump(exclude_defaults=True, exclude={"name", "set", "goals"})
    document["expect"] = {**table.source.model_dump(exclude_defaults=True), **said}
    return Row(row.name, document, path.parent, f"{where}, row {row.name!r}")
