"""Tidy rows that pictures need: first turns, cards on their turn, how a rate settled, paired differences by turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from analyzer.estimates import difference_curve, first_turns, goal_rate
from analyzer.stats import share
from analyzer.tables import Row, Table, estimate_row

if TYPE_CHECKING:
    from analyzer.engine import Played
    from analyzer.goals.defaults import Defaults
    from analyzer.plan.model import Plan
    from analyzer.tally import Tally


def picture_tables(plan: Plan, played: Played, default: Defaults | None) -> tuple[Table, ...]:
    """The tables of a run that only its pictures show."""
    tables = (
        Table("first turns", tuple(_first_turn_rows(plan, played.tally))),
        Table("cards", tuple(_card_rows(plan, played.tally, default))),
        Table("convergence", tuple(_settling_rows(plan, played))),
    )
    return tuple(table for table in tables if table.rows)


def _first_turn_rows(plan: Plan, tally: Tally) -> Iterator[Row]:
    """Share of games by first turn, and never; goals that can come true in one turn only have nothing to show."""
    for number, goal in enumerate(plan.goals):
        if sum(1 for count in tally.goal[number] if count) < 2:
            continue
        found = first_turns(tally, number)
        for turn, estimate in [*enumerate(found.by_turn), (None, found.never)]:
            yield estimate_row(
                estimate, plan=plan.plan_id, goal=str(goal), turn=turn, statistic="true first in turn", unit="share",
                note="never" if turn is None else "",
            )  # fmt: skip


def _card_rows(plan: Plan, tally: Tally, default: Defaults | None) -> Iterator[Row]:
    if default is None:
        return
    for row in sorted(default.rows, key=lambda each: (each.turn, plan.kinds[each.kind].name)):
        named = {"payable": row.payable, "castable if had": row.castable, "cast": row.cast}
        for statistic, goal in named.items():
            if goal is not None:
                yield estimate_row(
                    goal_rate(tally, goal).share, plan=plan.plan_id, source=plan.kinds[row.kind].name,
                    goal=str(plan.goals[goal]), turn=row.turn, statistic=statistic, unit="share",
                )  # fmt: skip


def _settling_rows(plan: Plan, played: Played) -> Iterator[Row]:
    """Rate of each goal after each chunk; nothing where one chunk was all."""
    if len(played.steps) < 2:
        return
    for number, goal in enumerate(plan.goals):
        for step in played.steps:
            rate = share(step.reached[number], step.counted[number])
            yield estimate_row(
                rate, plan=plan.plan_id, goal=str(goal), statistic="rate so far", unit="share", games=step.games,
                given_games=step.counted[number] if played.tally.shape.given[number] >= 0 else None,
            )  # fmt: skip


def difference_rows(plan: Plan, played: Played, goal: int, other: int, **labels: Any) -> list[Row]:
    """First plan minus the plan numbered `other`, by turn, in points; nothing for goals with a condition."""
    if played.joint is None or played.tally.shape.given[goal] >= 0:
        return []
    return [
        estimate_row(
            estimate.scaled(100), plan=plan.plan_id, goal=str(plan.goals[goal]), turn=turn,
            statistic="difference by turn", unit="points", note="pointwise", **labels,
        )
        for turn, estimate in enumerate(difference_curve(played.joint[goal, other - 1]))
    ]  # fmt: skip
