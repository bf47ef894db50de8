"""Two engines, one game (invariant I5): random plans give the same events, row by row, and the same tallies.

A plan is composed of what the compiled engine plays in full (tests/support/random_plans.py). Rows of goals that come
true at one moment have no order of their own and are compared sorted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from analyzer import engine
from analyzer.contract import events
from analyzer.kernel import layout
from analyzer.pack import Packed, pack
from analyzer.plan.model import Plan
from analyzer.registry import python_rules
from analyzer.rulebook import engine as rulebook
from analyzer.rulebook.plans.known import Known
from tests.support.random_plans import random_plan

Rows = list[tuple[int, ...]]
BEFORE, AFTER = 10, 4  # rows printed around the first difference


def kernel_rows(plan: Plan, packed: Packed, game: int) -> Rows:
    """The events of one game by the compiled engine."""
    block, log = packed.block.copy(), np.zeros((engine.LOG_ROWS, events.WIDTH), np.int64)
    engine._call(plan, block, game, 1, np.zeros(packed.output_words, np.int64), log=log)
    return goals_sorted([tuple(row) for row in log[: int(block[layout.LOG_USED])].tolist()])


def goals_sorted(rows: Sequence[tuple[int, ...]]) -> Rows:
    """Runs of goal rows in the order of the goals."""
    found: Rows = []
    run: Rows = []
    for row in rows:
        if row[0] == events.GOAL:
            run.append(row)
            continue
        found += [*sorted(run), row]
        run = []
    return found + sorted(run)


def first_difference(plan: Plan, game: int, kernel: Rows, other: Rows) -> str:
    """The first row that differs, with ten rows before it; "" if there is none."""
    if kernel == other:
        return ""
    at = next(i for i in range(max(len(kernel), len(other))) if kernel[i : i + 1] != other[i : i + 1])
    lines = [f"game {game}, row {at} of {len(kernel)} and {len(other)}"]
    lines += [f"  both      {written(plan, row)}" for row in kernel[max(0, at - BEFORE) : at]]
    lines += [f"  kernel    {written(plan, row)}" for row in kernel[at : at + AFTER]]
    lines += [f"  rulebook  {written(plan, row)}" for row in other[at : at + AFTER]]
    return "\n".join(lines)


def written(plan: Plan, row: tuple[int, ...]) -> str:
    """A row with its name and the card it speaks of."""
    name, first, *_ = events.EVENTS[row[0]]
    kind = row[2] if first == "kind" else plan.slots[row[2]] if first == "slot" else -1
    return f"{row} {name} {plan.kinds[kind].name if 0 <= kind < len(plan.kinds) else ''}".rstrip()


def check(number: int, games: int) -> None:
    """Play games of a random plan on both engines; fail with the first difference."""
    plan = random_plan(number)
    packed, rules, known = pack(plan), python_rules(plan), Known(plan)
    for game in range(games):
        found = goals_sorted(rulebook.prepared(known, game, rules, rows=True).rows)
        difference = first_difference(plan, game, kernel_rows(plan, packed, game), found)
        assert not difference, f"random plan {number}, {difference}"


def check_tally(number: int, games: int) -> None:
    """The same integers in every part of the tally."""
    plan = random_plan(number)
    kernel, other = engine.run(plan, games, threads=1).tally, rulebook.run(plan, games)
    assert kernel.shape == other.shape
    for name in ("goal", "given", "over", "kept"):
        assert getattr(kernel, name).tolist() == getattr(other, name).tolist(), f"random plan {number}: {name}"
    for part in ("measure", "source"):
        for name, counts in getattr(kernel, part).items():
            assert counts.tolist() == getattr(other, part)[name].tolist(), f"random plan {number}: {part} {name}"
    assert kernel == other and kernel.digest == other.digest


@pytest.mark.parametrize("number", range(50))
def test_the_same_events(number: int) -> None:
    check(number, 4)


@pytest.mark.parametrize("number", range(50, 60))
def test_the_same_tallies(number: int) -> None:
    check_tally(number, 6)


@pytest.mark.ci
@pytest.mark.parametrize("block", range(10))
def test_the_same_events_of_more_plans(block: int) -> None:
    """3,000 games of 300 plans, about four minutes; 20,000 belong to the long tier."""
    for number in range(1000 + 30 * block, 1030 + 30 * block):
        check(number, 10)


@pytest.mark.ci
def test_the_same_tallies_of_more_plans() -> None:
    for number in range(2000, 2030):
        check_tally(number, 10)


@pytest.mark.long
def test_a_million_games() -> None:
    for number in range(10_000, 30_000):
        check(number, 50)


def test_a_difference_is_shown_with_what_came_before() -> None:
    plan = random_plan(0)
    rows = kernel_rows(plan, pack(plan), 0)
    other = [*rows[:40], (*rows[40][:4], 99), *rows[41:]]
    text = first_difference(plan, 0, rows, other)
    assert "row 40" in text and text.count("both") == BEFORE and "99" in text
