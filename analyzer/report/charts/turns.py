"""Charts whose line runs over turns: goals, paired differences, mana; and the turn in which a goal comes true first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import altair as alt

from analyzer.report.charts.model import Chart
from analyzer.report.charts.numbers import joined, number
from analyzer.report.charts.parts import MOST_SERIES, band_note, by_turn, columns, values
from analyzer.report.charts.theme import Style
from analyzer.tables import Row


def _series(rows: Sequence[Row], name: str) -> list[str]:
    return list(dict.fromkeys(getattr(row, name) for row in rows))


def _data(rows: Sequence[Row], name: str, factor: float, unit: str, sign: bool = False) -> list[dict[str, Any]]:
    return [
        {
            "t": row.turn, "s": getattr(row, name), "v": factor * row.value, "lo": factor * row.low,
            "hi": factor * row.high, "tip": f"turn {row.turn}: {number(row, factor, sign)} {unit}",
        }
        for row in rows
        if row.value is not None and row.low is not None and row.high is not None and row.value == row.value
    ]  # fmt: skip


def _left_out(names: Sequence[str]) -> str:
    left = len(names) - MOST_SERIES
    return f" {left} more: see every number, below." if left > 0 else ""


def curves(rows: Sequence[Row], name: str = "goal") -> Chart | None:
    """Chance of each goal (or of each plan, by `variant`) to be true by each turn."""
    names = [each for each in _series(rows, name) if len({row.value for row in rows if getattr(row, name) == each}) > 1]
    if not names:
        return None
    shown = [row for row in rows if getattr(row, name) in names[:MOST_SERIES]]
    last = [[row for row in shown if getattr(row, name) == each][-1] for each in names[:MOST_SERIES]]
    ends = joined([f"{getattr(row, name)} {number(row, 100)} %" for row in last])
    return Chart(
        "curve",
        "Chance by turn" if name == "goal" else f"Chance by turn: {rows[0].goal}",
        f"Share of games in which the goal has come true by the end of a turn. {band_note(shown, 100, 100)}{_left_out(names)}",
        f"Line chart of the chance by turn. At turn {last[0].turn}: {ends}.",
        tuple(shown),
        (name, "turn", "value", "low", "high"),
        partial(_draw_curves, _data(shown, name, 100, "%"), names[:MOST_SERIES]),
    )


def _draw_curves(data: list[dict[str, Any]], names: Sequence[str], style: Style) -> Any:
    scale = alt.Scale(domain=[0, 100])
    return by_turn(style, data, names, scale, "games with it, %").properties(height=240)


def differences(rows: Sequence[Row], name: str, what: str) -> Chart | None:
    """Paired difference by turn; `name` is the column that tells the lines apart."""
    names = [each for each in _series(rows, name) if any(row.value for row in rows if getattr(row, name) == each)]
    if not names:
        return None
    shown = [row for row in rows if getattr(row, name) in names[:MOST_SERIES]]
    data = _data(shown, name, 1, "points", sign=True)
    span = max(each["hi"] for each in data) - min(each["lo"] for each in data)
    most = max(shown, key=lambda row: abs(row.value or 0))
    return Chart(
        "difference",
        "Difference by turn",
        f"{what}. Points are games more (+) or fewer (-) of 100. {band_note(shown, 1, span)}{_left_out(names)}",
        f"Line chart of the difference by turn. Largest: {getattr(most, name)}, {number(most, 1, True)} points "
        f"by turn {most.turn}.",
        tuple(rows),
        (name, "turn", "value", "low", "high"),
        partial(_draw_differences, data, names[:MOST_SERIES]),
    )


def _draw_differences(data: list[dict[str, Any]], names: Sequence[str], style: Style) -> Any:
    return by_turn(style, data, names, alt.Scale(zero=True), "difference, points", zero=True).properties(height=240)


MANA = ("mana available", "mana spent")


def mana(rows: Sequence[Row]) -> Chart | None:
    """Mana that could be spent by each turn, and mana spent."""
    shown = [row for row in rows if row.source in MANA and row.statistic == "mean" and row.turn]
    if {row.source for row in shown} != set(MANA):
        return None
    ends = {row.source: row for row in shown}
    spent, available = ends["mana spent"], ends["mana available"]
    data = [
        {
            "t": str(row.turn), "s": row.source.removeprefix("mana "), "v": row.value,
            "tip": f"turn {row.turn}: {number(row)} mana {row.source.removeprefix('mana ')} so far",
        }
        for row in shown
    ]  # fmt: skip
    return Chart(
        "mana",
        "Mana",
        "Mana that could be spent and mana spent, all turns so far, mean of all games. What the two columns differ by was not used.",
        f"Column chart of mana by turn. By turn {spent.turn}: {number(available)} available, {number(spent)} spent.",
        tuple(shown),
        ("source", "turn", "value", "low", "high"),
        partial(_draw_mana, data),
    )


def _draw_mana(data: list[dict[str, Any]], style: Style) -> Any:
    look = style.palette
    names = ["available", "spent"]
    scale = alt.Scale(domain=names, range=[look.grid, look.series[0]])
    turns = list(dict.fromkeys(each["t"] for each in data))
    layers = [
        alt.Chart(values(each for each in data if each["s"] == name))
        .mark_bar(stroke=look.muted, strokeWidth=0.5)
        .encode(
            alt.X("t:N", sort=turns, title="by turn", axis=alt.Axis(labelAngle=0)),
            alt.Y("v:Q", title="mana so far, mean"),
            alt.Color("s:N", scale=scale, sort=names, legend=alt.Legend(direction="horizontal")),
            tooltip=alt.Tooltip("tip:N"),
        )
        for name in names
    ]
    return alt.layer(*layers).properties(height=210)


def first_turn(rows: Sequence[Row]) -> Chart | None:
    """In which turn one goal came true first, or never; `rows` are of that goal."""
    counted = [row for row in rows if row.value is not None and row.value == row.value]
    inside = [row for row in counted if row.turn is not None and row.value]
    if len(inside) < 2:
        return None
    names = {row: "never" if row.turn is None else "keep" if row.turn == 0 else str(row.turn) for row in counted}
    shown = [row for row in counted if row.turn != 0 or row.value]
    data = [
        {
            "x": names[row],
            "v": 100 * (row.value or 0),
            "text": _short(row),
            "tip": f"{names[row]}: {number(row, 100)} %",
        }
        for row in shown
    ]
    goal = rows[0].goal
    likely = max(inside, key=lambda row: row.value or 0)
    never = next(row for row in counted if row.turn is None)
    return Chart(
        "first-turn",
        f"First turn with: {goal}",
        "Share of games by the turn in which it comes true first; together with never they are all games.",
        f"Column chart. Most often it comes true first in turn {likely.turn} ({number(likely, 100)} % of games), "
        f"never in {number(never, 100)} %.",
        tuple(rows),
        ("goal", "turn", "value", "low", "high", "note"),
        partial(_draw_first, data, [names[row] for row in shown]),
    )


def _short(row: Row) -> str:
    """One decimal at most, fewer where the interval is wide."""
    text = number(row, 100).split(" ")[0]
    return text if len(text.partition(".")[2]) < 2 else f"{100 * (row.value or 0):.1f}"


def _draw_first(data: list[dict[str, Any]], order: Sequence[str], style: Style) -> Any:
    return columns(style, data, order, "true first in turn", "games, %")
