"""Acceptance plan files: resolving them, their exact rates, and all arrangements of a small library."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from analyzer.engine import run
from analyzer.enumerated import rates_of_all
from analyzer.plan.model import Plan
from analyzer.plan.read import read_plan
from analyzer.plan.resolve import Resolved, resolve
from analyzer.verify.rows import PLANS

FOLDER = PLANS  # the acceptance cases that are plans; `scryworth verify` plays them too
EXPECTED: dict[str, dict[str, list[str]]] = {
    path.stem: tomllib.loads(path.read_text("utf-8"))["expect"] for path in sorted(FOLDER.glob("*.toml"))
}
MOST_CARDS = 10  # of a library that is enumerated; larger ones are sampled


def resolved(name: str, **changes: Any) -> Resolved:
    """The plan file of this name with keys changed: `table.seat` is written `table__seat`."""
    dotted = {key.replace("__", "."): value for key, value in changes.items()}
    return resolve(read_plan(FOLDER / f"{name}.toml", dotted), FOLDER)


def fractions(texts: Sequence[str]) -> list[Fraction]:
    """Exact values as they are written in a plan's [expect]."""
    return [Fraction(text) for text in texts]


def is_small(plan: Plan) -> bool:
    """Is the whole list an unknown library, small enough for all arrangements?"""
    start = plan.start
    placed = start.hand or start.library_top or start.library_bottom or start.battlefield
    return len(plan.slots) <= MOST_CARDS and not placed and plan.mulligan == "none"


def exact_rates(plan: Plan) -> list[Fraction]:
    """Rates of the goals over all arrangements, as the engine plays them."""
    rates = rates_of_all(plan)
    assert None not in rates
    return [rate for rate in rates if rate is not None]


def sampled(plan: Plan, games: int, *, threads: int | None = None) -> list[tuple[int, int]]:
    """(games with the goal, games that met its condition) of each goal."""
    tally = run(plan, games, threads=threads).tally
    return [(int(met.sum()), int(given.sum())) for met, given in zip(tally.goal, tally.given, strict=True)]
