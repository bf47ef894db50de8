"""What a script or a notebook calls: a plan from a deck and goals, its games, and the rates with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.cli.options import deck_changes
from analyzer.engine import Played, run
from analyzer.estimates import goal_rate
from analyzer.plan.read import plan_from_options, read_plan
from analyzer.plan.resolve import Resolved, resolve
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
