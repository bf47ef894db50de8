"""What a script or a notebook calls: a plan from a deck and goals, its games, and the rates with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.cli.options import deck_changes
from analyzer.engine import Played, run
from analyzer.estimates import goal_rate
from analyzer.plan.read import plan_from_options, read_plan
from analyzer.plan.resolve import Resolved, resolve
from analyzer.report.model import Report
from analyzer.stats import Estimate


def plan_of(deck: str, goals: Sequence[str] = (), settings: Mapping[str, Any] | None = None) -> Resolved:
    """A plan of a deck (file, example:NAME or counts) and goals; `settings` are dotted keys of the plan file.

    InputError says what is wrong and where.

    >>> plan_of("24 land, 36 blank", ["lands had >= 4 by draw 4"], {"table.mulligan": "none"}).plan.mulligan
    'none'
    """
    changes: dict[str, Any] = {**deck_changes(deck), **(settings or {})}
    if goals:
        changes["run.goals"] = list(goals)
    return resolve(plan_from_options(changes))


def plan_from(path: str | Path) -> Resolved:
    """The plan of a plan file (TOML or JSON); deck and rule files are relative to it."""
    place = Path(path)
    return resolve(read_plan(place), place.resolve().parent)


def play(plan: Resolved, games: int | None = None, *, first: int = 0, threads: int | None = None) -> Played:
    """Play games of a plan (its own number by default); equal for any number of threads."""
    return run(plan.plan, plan.games if games is None else games, first=first, threads=threads)


def rates(plan: Resolved, played: Played) -> dict[str, Estimate]:
    """The rate of every goal with its 95 % interval (shares from 0 to 1)."""
    return {str(goal): goal_rate(played.tally, number).share for number, goal in enumerate(plan.plan.goals)}


def report_of(plan: Resolved, games: int | None = None, *, threads: int | None = None) -> Report:
    """What `scryworth run` says about a plan; a notebook shows it with its charts (extra `plots`)."""
    from analyzer.runs import reported_run

    chosen = plan if games is None else replace(plan, games=games)
    return reported_run(chosen, threads=threads)


def value_of(
    plan: Resolved,
    games: int = 20_000,
    *,
    threads: int | None = None,
    with_rules: bool = False,
    is_drawn: bool = False,
) -> Report:
    """What `scryworth value` says: what each source is worth.

    `with_rules` also plays other scry rules, `is_drawn` what only a page shows (looks under these rules, one game).
    """
    from analyzer.valued import Wanted, value_plan, valued

    chosen = value_plan(plan.plan, default_goals=not plan.has_goals, auto=plan.auto_roles)
    return valued(plan, chosen, games, Wanted(other_rules=with_rules, is_drawn=is_drawn), threads=threads)


def comparison_of(
    first: Mapping[str, Any], second: Mapping[str, Any], games: int = 20_000, *, threads: int | None = None
) -> Report:
    """What `scryworth compare` says about two plans, given as dotted keys of the plan file, on the same games."""
    from analyzer.compared import compare, resolve_pair
    from analyzer.report.compare import compare_report

    pair = resolve_pair(plan_from_options(first), plan_from_options(second))
    found = compare(*pair, games, threads=threads)
    return compare_report(found, found.notices)


def save(report: Report, path: str | Path, chart: str | None = None) -> None:
    """Write a report as a page (.html) or one of its charts as a picture (.svg, .png, .pdf).

    InputError for another ending or a chart that the report lacks; the file is whole or not there.
    """
    from analyzer.report.outputs import PAGE_SUFFIXES, asked, write_pictures

    place = Path(path)
    is_page = place.suffix.lower() in PAGE_SUFFIXES
    pictures = asked(report.command, place if is_page else None, None if is_page else place, chart)
    write_pictures(report, pictures, quiet=True)
