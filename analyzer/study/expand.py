"""From a study as written to its list of plans as written: grids, `from`, defaults, swaps, names and labels."""

from __future__ import annotations

import fnmatch
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.errors import InputError
from analyzer.plan.read import changed
from analyzer.plan.schema import PlanFile
from analyzer.study.schema import SWAP, Axis, GridEntry, PlanEntry, StudyFile
from analyzer.tomlfile import Document, nearest

MOST_PLANS = 10_000
_OURS = {"name", "from_", SWAP, "over", "format"}  # keys of an entry that are no keys of a plan
_SOURCES = ("file", "text", "example", "counts")  # of a list; a new one takes the place of the old

Label = str | int


@dataclass(frozen=True, slots=True)
class Entry:
    """One plan of a study as written; `labels` are the axes of its grid, `where` its place in the file."""

    name: str
    written: PlanFile
    swaps: tuple[str, ...]
    labels: Mapping[str, Label]
    where: str
    data: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Plans that are compared with a base, by name."""

    base: str
    others: tuple[str, ...]


def expand(study: StudyFile, document: Document) -> tuple[tuple[Entry, ...], tuple[Comparison, ...]]:
    """Every plan of a study in the order of the file, plans before grids, and what is compared.

    One InputError lists names that occur twice or are not there, `from` that goes in a circle, and patterns that
    match nothing.
    """
    problems: list[str] = []
    entries = _entries(study, document, problems)
    comparisons = [
        _comparison(study, number, list(entries), document, problems) for number in range(len(study.compare))
    ]
    if problems:
        raise InputError("\n".join(dict.fromkeys(problems)))
    return tuple(entries.values()), tuple(each for each in comparisons if each is not None)


def _entries(study: StudyFile, document: Document, problems: list[str]) -> dict[str, Entry]:
    """Plans by name; an entry waits until the plan it starts from is there."""
    start = {key: value for key, value in study.defaults.model_dump(exclude_unset=True).items() if key not in _OURS}
    done: dict[str, Entry] = {}
    waiting: list[tuple[str, int, PlanEntry]] = [("plan", n, each) for n, each in enumerate(study.plan)]
    waiting += [("grid", n, each) for n, each in enumerate(study.grid)]
    while waiting:
        later = []
        for kind, number, written in waiting:
            where = document.where((kind, number))
            if written.from_ is not None and written.from_ not in done:
                later.append((kind, number, written))
                continue
            for made in _made(written, start, done, where, problems):
                if made.name in done:
                    problems.append(f"{where}: two plans are called {made.name!r} (also {done[made.name].where})")
                done.setdefault(made.name, made)
                if len(done) > MOST_PLANS:
                    raise InputError(f"{where}: more than {MOST_PLANS:,} plans; split the study")
        if len(later) == len(waiting):
            for kind, number, written in later:
                assert written.from_ is not None
                where = document.where((kind, number, "from"))
                problems.append(
                    f"{where}: there is no plan {written.from_!r} to start from{nearest(written.from_, list(done))}"
                )
            break
        waiting = later
    return _in_file_order(done, study)


def _in_file_order(done: dict[str, Entry], study: StudyFile) -> dict[str, Entry]:
    """Plans first, as written, then grids: independent of which entry had to wait for another."""
    first = {each.name: done[each.name] for each in study.plan if each.name in done}
    rest = [names for grid in study.grid for names, _ in _names(grid)]
    return {**first, **{name: done[name] for name in rest if name in done}}


def _names(grid: GridEntry) -> Iterator[tuple[str, dict[str, tuple[Axis, int]]]]:
    """Name and position on every axis of each plan of a grid; the last axis varies fastest."""
    for places in itertools.product(*(range(len(axis.values)) for axis in grid.over.values())):
        at = {name: (axis, place) for (name, axis), place in zip(grid.over.items(), places, strict=True)}
        name = grid.name
        for axis_name, (axis, place) in at.items():
            name = name.replace("{" + axis_name + "}", str(label_of(axis, place)))
        yield name, at


def label_of(axis: Axis, place: int) -> Label:
    """What the name and the column of an axis say for one of its values.

    >>> label_of(Axis(key="table.seat", values=["play", "draw"]), 1)
    'draw'
    """
    if axis.labels is not None:
        return axis.labels[place]
    value = axis.values[place]
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _made(
    written: PlanEntry, start: Mapping[str, Any], done: Mapping[str, Entry], where: str, problems: list[str]
) -> Iterator[Entry]:
    """The plan, or the plans of a grid."""
    origin = done[written.from_] if written.from_ is not None else None
    own = {key: value for key, value in written.model_dump(exclude_unset=True).items() if key not in _OURS}
    data = _laid_over(origin.data if origin is not None else start, own)
    swaps = (*(origin.swaps if origin is not None else ()), *written.swap)
    labels = dict(origin.labels) if origin is not None else {}
    if not isinstance(written, GridEntry):
        yield from _entry(written.name, data, swaps, labels, where, problems)
        return
    for name, at in _names(written):
        here, changes = list(swaps), dict(data)
        for axis, place in (each for each in at.values()):
            if axis.key == SWAP:
                here += axis.values[place]
            else:
                changes = _laid_over(changes, changed({}, {axis.key: axis.values[place]}))
        found = {**labels, **{each: label_of(axis, place) for each, (axis, place) in at.items()}}
        yield from _entry(name, changes, tuple(here), found, where, problems)


def _entry(
    name: str,
    data: Mapping[str, Any],
    swaps: tuple[str, ...],
    labels: Mapping[str, Label],
    where: str,
    problems: list[str],
) -> Iterator[Entry]:
    try:
        yield Entry(name, PlanFile.model_validate({**data, "name": name}), swaps, labels, where, data)
    except ValueError as wrong:  # each part was checked alone, so this says how they do not go together
        problems.append(f"{where}: {name}: {wrong}")


def _laid_over(data: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of `more` in place of those of `data`, table by table; a new list takes the place of the old one.

    >>> _laid_over({"deck": {"file": "a.txt", "slots": 61}, "run": {"turns": 7}}, {"deck": {"counts": "60 land"}})
    {'deck': {'slots': 61, 'counts': '60 land'}, 'run': {'turns': 7}}
    """
    result = dict(data)
    for key, value in more.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            if key == "deck" and any(source in value for source in _SOURCES):
                old = {each: kept for each, kept in old.items() if each not in _SOURCES}
            value = {**old, **value}
        result[key] = value
    return result


def _comparison(
    study: StudyFile, number: int, names: list[str], document: Document, problems: list[str]
) -> Comparison | None:
    """Names that the patterns match, in the order of the file, the base left out."""
    written = study.compare[number]
    where = document.where(("compare", number))
    before = len(problems)
    if written.base not in names:
        problems.append(f"{where}: base: there is no plan {written.base!r}{nearest(written.base, names)}")
    patterns = [written.to] if isinstance(written.to, str) else written.to
    for pattern in patterns:
        if not any(_matches(name, pattern) and name != written.base for name in names):
            problems.append(f"{where}: to: no other plan is called {pattern!r}{nearest(pattern, names)}")
    others = tuple(name for name in names if name != written.base and any(_matches(name, each) for each in patterns))
    return Comparison(written.base, others) if len(problems) == before else None


def _matches(name: str, pattern: str) -> bool:
    return name == pattern or fnmatch.fnmatchcase(name, pattern.replace("[", "[[]"))
