"""Acceptance plan files: resolving them, their exact rates, and all arrangements of a small library."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engine import play_orders, run
from analyzer.exact.enumeration import arrangements, slots_of
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


def orders_of(plan: Plan) -> Iterator[tuple[int, ...]]:
    """Every arrangement of the list as an order of slots; all are equally likely."""
    counts = [plan.slots.count(kind.index) for kind in plan.kinds]
    return (slots_of(order, plan.slots) for order in arrangements(counts))


def orders_and_shuffles(plan: Plan, shuffles: int) -> NDArray[np.int64]:
    """The rows of `play_orders` for all arrangements of the deal and of each of so many shuffles.

    Where cards may have left the library before a shuffle, its order must be one of slots: skipping the slots that are
    out of an arrangement of kinds would not leave all arrangements of the rest equally likely. So more than six cards
    are right only if nothing is drawn before the shuffle.
    """
    deals = list(orders_of(plan))
    later = list(permutations(range(len(plan.slots)))) if len(plan.slots) <= 6 else deals
    return np.array([row for rows in product(deals, *[later] * shuffles) for row in rows], np.int64)


def exact_rates(plan: Plan) -> list[Fraction]:
    """Rates of the goals over all arrangements, as the engine plays them."""
    shuffles = sum(len(each.turns) * each.text.count("shuffle") for each in plan.free)
    tally = play_orders(plan, orders_and_shuffles(plan, shuffles), 1 + shuffles)
    return [Fraction(int(met.sum()), int(games.sum())) for met, games in zip(tally.goal, tally.given, strict=True)]


def sampled(plan: Plan, games: int, *, threads: int | None = None) -> list[tuple[int, int]]:
    """(games with the goal, games that met its condition) of each goal."""
    tally = run(plan, games, threads=threads).tally
    return [(int(met.sum()), int(given.sum())) for met, given in zip(tally.goal, tally.given, strict=True)]
