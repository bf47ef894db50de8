"""What `compare` says: both rates, their paired difference, where they disagree, and what differs between the plans."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.compared import Compared
from analyzer.decks.model import Notice
from analyzer.disagreements import BETTER, WORSE, Apart
from analyzer.estimates import goal_rate
from analyzer.report.model import Block, Report
from analyzer.report.rows import difference_rows
from analyzer.report.run import facts_of, title_of
from analyzer.stats import detectable_difference, difference_text, rounded, share_text
from analyzer.tables import Row, Table, estimate_row


def compare_report(found: Compared, notices: tuple[Notice, ...]) -> Report:
    """The report of a comparison; a positive difference means that the first list is better."""
    plan = found.first.plan
    rows, lines = [], []
    for number, goal in enumerate(plan.goals):
        first, second = (goal_rate(tally, number).share for tally in found.played.tallies)
        points = found.differences[number].scaled(100)
        rows.append((str(goal), share_text(first), share_text(second), _signed(points), _disagree(found, number)))
        lines.append(f"{goal}: {difference_text(points)}; {_disagreement(found, number)}")
    detectable = max(detectable_difference(each.scaled(100), comparisons=len(plan.goals)) for each in found.differences)
    note = f"points, first minus second; a true difference of {detectable:.2g} would be found in 80 of 100 such runs"
    return Report(
        command="compare",
        title=f"{title_of(found.first)}  |  {title_of(found.second)}",
        headline=tuple(lines[:3]),
        blocks=(
            Block("What differs", ("first | second",), tuple((line,) for line in found.header)),
            Block("Goals", ("goal", "first", "second", "difference", "only first / only second, %"), tuple(rows), note),
            *shown_blocks(found.shown, ("first", "second")),
        ),
        tables=tuple(each for each in (Table("compare", tuple(_rows(found))), _by_turn(found)) if each.rows),
        notices=(
            *found.first.notices,
            *(each for each in found.second.notices if each not in found.first.notices),
            *notices,
        ),
        facts=(
            *facts_of(plan, found.played),
            ("second plan", found.second.plan.plan_id),
            ("table intervals", "of the differences hold together at 95 % (simultaneous over all goals)"),
        ),
        plan_id=plan.plan_id,
        plan_json=plan.json,
        is_partial=found.played.is_partial,
        seconds=found.played.seconds,
    )


def _signed(points: object) -> str:
    value, spread = rounded(points.value, points.half_width)  # type: ignore[attr-defined]
    return f"{'' if value.startswith('-') else '+'}{value} +- {spread}"


def _disagree(found: Compared, goal: int) -> str:
    return f"{100 * found.better[goal]:.2f} / {100 * found.worse[goal]:.2f}"


def _disagreement(found: Compared, goal: int) -> str:
    return disagreement_text(found.better[goal], found.worse[goal])


def disagreement_text(better: float, worse: float) -> str:
    """In which share of games two plans disagree about a goal, and which way.

    >>> disagreement_text(0.037, 0.004)
    'they disagree in 4.1 % of games: 3.7 better, 0.4 worse'
    """
    return (
        f"they disagree in {_per_cent(better + worse)} % of games: {_per_cent(better)} better, {_per_cent(worse)} worse"
    )


def _per_cent(share: float) -> str:
    """One decimal, or one digit of what would then read as nothing."""
    return f"{100 * share:.1f}" if share >= 0.0005 or share == 0 else f"{100 * share:.1g}"


def shown_blocks(shown: Sequence[Apart], names: tuple[str, str]) -> list[Block]:
    """The games in which two plans disagree, and one of them from the first difference on, side by side."""
    blocks = []
    for each in shown:
        sides = ((BETTER, each.better), (WORSE, each.worse))
        rows = tuple((way, ", ".join(map(str, games)) or "none") for way, games in sides)
        blocks.append(Block(f"Games that disagree: {each.goal}", ("first games", "numbers"), rows, is_text=True))
        if each.game is not None:
            note = f"before it: {each.before.strip()}" if each.before else ""
            title = f"Game {each.game} ({each.way}) from its first difference on: {each.goal}"
            blocks.append(Block(title, names, each.lines, note, is_text=True))
    return blocks


def _by_turn(found: Compared) -> Table:
    plan = found.first.plan
    goals = range(len(plan.goals))
    rows = [difference_rows(plan, found.played, goal, 1, variant="first - second") for goal in goals]
    return Table("by turn", tuple(row for each in rows for row in each))


def _rows(found: Compared) -> list[Row]:
    rows = []
    plans = (found.first.plan, found.second.plan)
    for number, goal in enumerate(plans[0].goals):
        for name, plan, tally in zip(("first", "second"), plans, found.played.tallies, strict=True):
            rate = goal_rate(tally, number)
            rows.append(
                estimate_row(
                    rate.share, plan=plan.plan_id, variant=name, goal=str(goal), statistic="rate", unit="share"
                )
            )
        rows.append(
            estimate_row(
                found.differences[number].scaled(100), plan=plans[0].plan_id, variant="first - second", goal=str(goal),
                statistic="difference", unit="points",
            )
        )  # fmt: skip
    return rows
