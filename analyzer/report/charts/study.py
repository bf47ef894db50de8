"""Charts of a study: every plan's chance, and every plan's difference from its base."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from analyzer.report.charts.model import Chart
from analyzer.report.charts.numbers import number
from analyzer.report.charts.shares import _draw_intervals, _known, _point
from analyzer.tables import Row

MOST_PLANS, MOST_GOALS = 80, 3


def plans(rows: Sequence[Row]) -> Chart | None:
    """Chance of each goal in every plan, in the order of the study."""
    known = _known(rows)
    goals = list(dict.fromkeys(row.goal for row in known))[:MOST_GOALS]
    names = list(dict.fromkeys(row.variant for row in known))[:MOST_PLANS]
    if not names:
        return None
    shown = [row for row in known if row.goal in goals and row.variant in names]
    best = max((row for row in shown if row.goal == goals[0]), key=lambda row: row.value or 0)
    return Chart(
        "plans",
        "Every plan",
        f"Chance of each goal with 95 % intervals, each by itself.{_more(rows, names, goals)}",
        f"Dot chart of {len(names)} plans. Best for {goals[0]}: {best.variant}, {number(best, 100)} %.",
        tuple(rows),
        ("variant", "goal", "value", "low", "high", "games"),
        partial(_draw_intervals, [_point(row, row.variant, row.goal) for row in shown], goals, names, "games, %", None),
    )


def _more(rows: Sequence[Row], names: Sequence[str], goals: Sequence[str]) -> str:
    left = len({row.variant for row in rows}) - len(names), len({row.goal for row in rows}) - len(goals)
    words = [f"{n} more {what}" for n, what in zip(left, ("plans", "goals"), strict=True) if n > 0]
    return f" {' and '.join(words)} are in the table only." if words else ""


def differences(rows: Sequence[Row], base: str) -> Chart | None:
    """Difference of every plan from one base, on the same games."""
    known = [row for row in _known(rows) if row.unit == "points"]
    goals = list(dict.fromkeys(row.goal for row in known))[:MOST_GOALS]
    names = list(dict.fromkeys(row.variant for row in known))[:MOST_PLANS]
    if not names:
        return None
    shown = [row for row in known if row.goal in goals and row.variant in names]
    data = [_point(row, row.variant, row.goal, 1, "points") for row in shown]
    most = max(shown, key=lambda row: abs(row.value or 0))
    return Chart(
        "differences",
        f"Minus {base}",
        f"Games of 100 more (+) or fewer (-) than {base}, on the same games; the intervals hold together at 95 %."
        f"{_more(rows, names, goals)}",
        f"Dot chart of differences from {base}. Largest: {most.variant}, {number(most, 1, True)} points.",
        tuple(rows),
        ("variant", "goal", "value", "low", "high", "note"),
        partial(_draw_intervals, data, goals, names, "difference, points", None),
    )
