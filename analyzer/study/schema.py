"""The study file (formats F11) as validated values: plans, grids, comparisons, budget, and its JSON schema."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analyzer.errors import InputError
from analyzer.plan.problems import problems
from analyzer.plan.read import changed
from analyzer.plan.schema import FORMAT_VERSION, PlanFile, known_keys
from analyzer.tomlfile import Document, nearest, read_document

SWAP = "swap"  # the one key of an axis that is no key of a plan: its lists add up


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PlanEntry(PlanFile):
    """`[[plan]]`: any keys of a plan, laid over those of the plan it starts from."""

    name: str = Field(min_length=1, max_length=200)
    from_: str | None = Field(
        None, alias="from", description="Name of a plan whose keys and swaps this one begins with."
    )
    swap: list[str] = Field([], description="Changes of the list by slots, such as 'Island -> Opt'.")


class Axis(_Strict):
    """`over.NAME`: one key, or `swap`, that takes each value in turn."""

    key: str = Field(min_length=1, description="A key of the plan such as table.seat, or swap.")
    values: list[Any] = Field(min_length=1)
    labels: list[str | int] | None = Field(None, description="What {NAME} and the column NAME say for each value.")


class GridEntry(PlanEntry):
    """`[[grid]]`: a plan for every combination of the values of its axes; `{axis}` in its name is the label."""

    over: dict[str, Axis] = Field(min_length=1)


class Compare(_Strict):
    """`[[compare]]`: paired differences of the plans whose names match `to`, minus the base."""

    base: str
    to: str | list[str] = Field(description="Names or patterns with * and ?.")


class Budget(_Strict):
    """`[budget]`: how many games every plan plays, or how precise it becomes."""

    games: int = Field(1_000_000, ge=1, le=10**12, description="Games of each plan; the most when precision is asked.")
    precision: float | None = Field(None, gt=0, lt=0.5, description="Half-width wanted (a share), on every goal.")
    goal: str = Field("", description="The one goal, as written in the plans, that the precision is for.")
    of: Literal["rates", "differences"] = Field("rates", description="What becomes precise: rates, or comparisons.")
    mode: Literal["fresh", "sequence"] = "fresh"
    minutes: float | None = Field(None, gt=0, description="The run stops after so many minutes; it can be resumed.")


class StudyFile(_Strict):
    """A study as written; unknown keys are errors."""

    format: Literal[1] = FORMAT_VERSION
    name: str = ""
    defaults: PlanFile = PlanFile()
    plan: list[PlanEntry] = []
    grid: list[GridEntry] = []
    compare: list[Compare] = []
    budget: Budget = Budget()


def json_schema() -> dict[str, Any]:
    """JSON schema of the study file, for editors.

    >>> sorted(json_schema()["properties"])
    ['budget', 'compare', 'defaults', 'format', 'grid', 'name', 'plan']
    """
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **StudyFile.model_json_schema()}


def read_study(path: Path) -> tuple[StudyFile, Document]:
    """A study file and its text; one InputError lists every problem of the file with line, key and allowed values."""
    document = read_document(path)
    return validated(document), document


def validated(document: Document) -> StudyFile:
    """The checked study, or one InputError with all problems; the values of every axis are checked as well."""
    try:
        study = StudyFile.model_validate(document.data)
    except ValidationError as wrong:
        raise InputError("\n".join(problems(document, wrong, StudyFile))) from None
    found = [text for number, grid in enumerate(study.grid) for text in _axis_problems(document, number, grid)]
    if not study.plan and not study.grid:
        found.append(f"{document.name}: no [[plan]] and no [[grid]]; nothing would be played")
    if found:
        raise InputError("\n".join(found))
    return study


def _axis_problems(document: Document, number: int, grid: GridEntry) -> Iterator[str]:
    for name, axis in grid.over.items():
        where = document.where(("grid", number, "over", name))
        if not name.isidentifier():
            yield f"{where}: over.{name}: write a word of letters, digits and _"
        if "{" + name + "}" not in grid.name and len(axis.values) > 1:
            yield f"{where}: the name {grid.name!r} lacks {{{name}}}, so its plans would all be called the same"
        if axis.labels is not None and len(axis.labels) != len(axis.values):
            yield f"{where}: {len(axis.labels)} labels for {len(axis.values)} values"
        if axis.labels is None and any(isinstance(value, list | dict) for value in axis.values):
            yield f"{where}: values that are lists or tables need labels = [...], one a value"
        for value in axis.values:
            yield from _value_problems(where, axis.key, value)


def _value_problems(where: str, key: str, value: Any) -> Iterator[str]:
    """Is this a value that the key may have?"""
    table = key.split(".")[0]
    if key == SWAP:
        if not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
            yield f"{where}: swap: {value!r} is no list of swaps such as ['Island -> Opt']"
    elif table not in known_keys(()) or table in ("name", "tags", "format", "expect"):
        yield f"{where}: no key {key!r} can vary{nearest(table, [*known_keys(()), SWAP])}"
    else:
        try:
            PlanFile.model_validate(changed({}, {key: value}))
        except ValidationError as wrong:
            yield from problems(Document({}, "", where), wrong, PlanFile)
        except InputError as wrong:
            yield f"{where}: {wrong}"
