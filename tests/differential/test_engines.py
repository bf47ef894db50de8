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
from analyzer.pack import Packed, pack, unsupported
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.registry import python_rules
from analyzer.rulebook import engine as rulebook
from analyzer.rulebook.plans.known import Known
from tests.support.random_plans import WIDE, random_plan

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
    compare(random_plan(number), games, f"random plan {number}")


def compare(plan: Plan, games: int, name: str) -> None:
    """Play games of a plan on both engines; fail with the first difference."""
    packed, rules, known = pack(plan), python_rules(plan), Known(plan)
    for game in range(games):
        found = goals_sorted(rulebook.prepared(known, game, rules, rows=True).rows)
        difference = first_difference(plan, game, kernel_rows(plan, packed, game), found)
        assert not difference, f"{name}, {difference}"


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


@pytest.mark.parametrize("number", [*range(40), *range(WIDE, WIDE + 30)])
def test_the_same_events(number: int) -> None:
    check(number, 4)


@pytest.mark.parametrize(("number", "game"), [(302_087, 2), (300_723, 0), (300_708, 3), (300_329, 0)])
def test_games_that_once_differed(number: int, game: int) -> None:
    """Found by longer runs: "once each turn" at untap, what leaves with a creature, a land that paid for itself."""
    check(number, game + 1)


@pytest.mark.parametrize("number", range(50, 60))
def test_the_same_tallies(number: int) -> None:
    check_tally(number, 6)


@pytest.mark.ci
@pytest.mark.parametrize("first", [*range(100_000, 101_000, 20), *range(WIDE + 1_000, WIDE + 2_000, 20)])
def test_the_same_events_of_more_plans(first: int) -> None:
    """Together 20,000 games of 2,000 plans: twenty plans a case, so that two processes share them evenly."""
    for number in range(first, first + 20):
        check(number, 10)


@pytest.mark.ci
def test_the_same_tallies_of_more_plans() -> None:
    for number in range(2000, 2030):
        check_tally(number, 10)


@pytest.mark.long
@pytest.mark.parametrize("first", range(WIDE + 10_000, WIDE + 30_000, 100))
def test_a_million_games(first: int) -> None:
    """Together 1,000,000 games of 20,000 plans, a hundred plans a case."""
    for number in range(first, first + 100):
        check(number, 50)


WHOM = (
    "damage2", "damage2(each opponent)", "damage1(each player)", "damage1(you)", "damage2(target any)", "tp:damage2",
    "opp:damage2", "all:damage1", "life-1", "life+2", "opp:life-3", "opp:life+2", "all:life-1", "tp:life+2",
    "may(opp:life-2)", "choose1{opp:life-3//draw1}", "role(wicked)", "ring1",
)  # fmt: skip


@pytest.mark.parametrize("text", WHOM)
@pytest.mark.parametrize("players", [2, 4])
def test_life_and_damage_reach_the_same_players(text: str, players: int) -> None:
    """Each opponent, everyone, you: with several opponents the compiled engine once knew only the first."""
    bear = {
        "name": "Bear",
        "types": "Creature",
        "cost": "{U}",
        "power": 1,
        "toughness": 1,
        "abilities": "etb:opp:life-1",
    }
    card = {"name": "Whom", "types": "Sorcery", "cost": "{U}", "abilities": f"cast:{text}"}
    goals = ["damage >= 6 by turn 5", "opponent life <= 14 by turn 5", "life <= 18 by turn 5"]
    keys = {"deck.text": "20 Island\n8 Bear\n12 Whom", "card": [bear, card], "table.players": players}
    plan = resolve(plan_from_options({**keys, "run.turns": 9, "run.goals": goals})).plan
    assert not unsupported(plan)
    compare(plan, 10, text)


def test_damage_to_permanents_is_named() -> None:
    card = {"name": "Quake", "types": "Sorcery", "cost": "{U}", "abilities": "cast:damage1(each creature);scry1"}
    plan = resolve(plan_from_options({"deck.text": "20 Island\n20 Quake", "card": [card]})).plan
    assert [name for name, _ in unsupported(plan)] == ["Quake"]


def test_a_difference_is_shown_with_what_came_before() -> None:
    plan = random_plan(0)
    rows = kernel_rows(plan, pack(plan), 0)
    other = [*rows[:40], (*rows[40][:4], 99), *rows[41:]]
    text = first_difference(plan, 0, rows, other)
    assert "row 40" in text and text.count("both") == BEFORE and "99" in text
