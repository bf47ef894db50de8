"""Charts of shares: the bridge, cards, kept hands, other rules of play, and how a chance settled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import altair as alt

from analyzer.report.charts.model import Chart
from analyzer.report.charts.numbers import joined, number
from analyzer.report.charts.parts import (
    MOST_SERIES,
    columns,
    intervals,
    values,
)
from analyzer.report.charts.theme import Style
from analyzer.tables import Row

MOST_CARDS = 40


def _known(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if None not in (row.value, row.low, row.high) and row.value == row.value]


def _point(row: Row, y: str, series: str, factor: float = 100, unit: str = "%") -> dict[str, Any]:
    assert row.value is not None and row.low is not None and row.high is not None
    return {
        "y": y, "s": series, "v": factor * row.value, "lo": factor * row.low, "hi": factor * row.high,
        "tip": f"{y}, {series}: {number(row, factor)} {unit}",
    }  # fmt: skip


def castable(rows: Sequence[Row]) -> Chart | None:
    """Each card on the turn of its mana value: payable, castable if had, cast."""
    known = _known(rows)
    names = list(dict.fromkeys(row.statistic for row in known))
    cards = list(dict.fromkeys(f"{row.turn}: {row.source}" for row in known))
    if not cards:
        return None
    data = [_point(row, f"{row.turn}: {row.source}", row.statistic) for row in known]
    shown = [each for each in data if each["y"] in cards[:MOST_CARDS]]
    worst = min(known, key=lambda row: row.value or 0)
    more = f" {len(cards) - MOST_CARDS} more cards are in the table only." if len(cards) > MOST_CARDS else ""
    return Chart(
        "castable",
        "Cards on their turn",
        "Payable: the lands could pay for the card on the turn of its mana value, had or not. Castable if had: the same "
        f"in games that had the card. Cast: it was cast by the last turn. Lines are 95 % intervals.{more}",
        f"Dot chart of {len(cards)} cards. Lowest: {worst.source}, {worst.statistic} {number(worst, 100)} %.",
        tuple(rows),
        ("source", "turn", "statistic", "value", "low", "high"),
        partial(
            _draw_intervals,
            shown,
            names,
            cards[:MOST_CARDS],
            "games, %  (rows: turn of the mana value, card)",
            (0.0, 100.0),
        ),
    )


def _draw_intervals(
    data: list[dict[str, Any]], names: Sequence[str], order: Sequence[str], title: str,
    domain: tuple[float, float] | None, style: Style,
) -> Any:  # fmt: skip
    scale = alt.Scale(domain=list(domain), nice=False) if domain is not None else alt.Scale(zero=False, padding=12)
    return intervals(style, data, names, order, scale, title)


def kept(rows: Sequence[Row]) -> Chart | None:
    """How many cards the kept hands have."""
    shown = [row for row in _known(rows) if row.statistic == "share kept"]
    if len(shown) < 2:
        return None
    names = [row.variant.partition("=")[2] for row in shown]
    names = [f"{name}+" if name == "8" else name for name in names]
    data = [
        {
            "x": name,
            "v": 100 * (row.value or 0),
            "text": number(row, 100).split(" ")[0],
            "tip": f"{name} cards: {number(row, 100)} %",
        }
        for name, row in zip(names, shown, strict=True)
    ]
    first = shown[0]
    return Chart(
        "kept",
        "Cards kept",
        "Share of games by the number of cards in the hand that was kept.",
        f"Column chart. {names[0]} cards are kept in {number(first, 100)} % of games, fewer in the others.",
        tuple(row for row in rows if row.statistic != "rate"),
        ("variant", "statistic", "value", "low", "high"),
        partial(_draw_kept, data, names),
    )


def _draw_kept(data: list[dict[str, Any]], order: Sequence[str], style: Style) -> Any:
    return columns(style, data, order, "cards kept", "games, %")


def mulligans(rows: Sequence[Row]) -> Chart | None:
    """Chance of each goal by the number of cards kept."""
    shown = [row for row in _known(rows) if row.statistic == "rate"]
    sizes = list(dict.fromkeys(row.variant for row in shown))
    goals = list(dict.fromkeys(row.goal for row in shown))[:3]
    if len(sizes) < 2 or not goals:
        return None
    label = {each: f"{each.partition('=')[2]} cards" for each in sizes}
    data = [_point(row, label[row.variant], row.goal) for row in shown if row.goal in goals]
    return Chart(
        "mulligans",
        "By cards kept",
        "Chance in games that kept so many cards, with 95 % intervals. This describes, it does not explain: hands are "
        "kept because they are good.",
        f"Dot chart of the chance of {joined(goals)} by cards kept.",
        tuple(shown),
        ("variant", "goal", "value", "low", "high"),
        partial(_draw_intervals, data, goals, [label[each] for each in sizes], "games with it, %", None),
    )


def rules(rows: Sequence[Row]) -> Chart | None:
    """Chance of the goals under other scry rules; the rule in use comes first."""
    shown = [row for row in _known(rows) if row.unit == "share"]
    goals = list(dict.fromkeys(row.goal for row in shown))[:MOST_SERIES]
    names = list(dict.fromkeys(row.source for row in shown))
    if len(names) < 2 or not goals:
        return None
    first = [row for row in shown if row.goal == goals[0]]
    low, high = min(first, key=lambda row: row.value or 0), max(first, key=lambda row: row.value or 0)
    data = [_point(row, row.source, row.goal) for row in shown if row.goal in goals]
    return Chart(
        "rules",
        "Chance under other scry rules",
        "The same deck and games under other scry rules, with 95 % intervals; the rule in use comes first. A plain rule "
        "such as keep-all shows how much the player's skill matters.",
        f"Dot chart. {goals[0]}: from {number(low, 100)} % ({low.source}) to {number(high, 100)} % ({high.source}).",
        tuple(rows),
        ("source", "goal", "value", "low", "high"),
        partial(_draw_intervals, data, goals, names, "games with it, %", None),
    )


def convergence(rows: Sequence[Row]) -> Chart | None:
    """How the chance of each goal settled as games were played, relative to the last."""
    known = _known(rows)
    goals = list(dict.fromkeys(row.goal for row in known))[:3]
    games = {row.games for row in known}
    if len(games) < 2:
        return None
    data = []
    for goal in goals:
        mine = [row for row in known if row.goal == goal]
        last = mine[-1].value or 0.0
        for row in mine:
            assert row.value is not None and row.low is not None and row.high is not None
            data.append(
                {
                    "t": row.games, "s": goal, "v": 100 * (row.value - last), "lo": 100 * (row.low - last),
                    "hi": 100 * (row.high - last), "tip": f"{row.games:,} games: {number(row, 100)} %",
                }
            )  # fmt: skip
    most = max(g for g in games if g is not None)
    return Chart(
        "convergence",
        "How it settled",
        "The chance after so many games minus the chance after all, in points, with 95 % bands. Bands narrow with the "
        "square root of the number of games: four times the games halve them.",
        f"Line chart of the chance as games are added, up to {most:,} games.",
        tuple(row for row in known if row.goal in goals),
        ("goal", "games", "value", "low", "high"),
        partial(_draw_convergence, data, goals),
    )


def _draw_convergence(data: list[dict[str, Any]], goals: Sequence[str], style: Style) -> Any:
    from analyzer.report.charts.parts import colour

    base = alt.Chart(values(data))
    x = alt.X("t:Q", title="games", axis=alt.Axis(format="~s", tickCount=5, grid=False))
    band = base.mark_area(opacity=0.2).encode(
        x, alt.Y("lo:Q", title="points from the last"), alt.Y2("hi:Q"), colour(style, goals)
    )
    line = base.mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=25)).encode(
        x, alt.Y("v:Q", title="points from the last"), colour(style, goals), tooltip=alt.Tooltip("tip:N")
    )
    zero = alt.Chart(values([{"v": 0}])).mark_rule(color=style.palette.muted, strokeDash=[4, 4]).encode(alt.Y("v:Q"))
    return alt.layer(zero, band, line).properties(height=190)


def bridge(rows: Sequence[Row]) -> Chart | None:
    """Steps from the exact number of a hypergeometric table to the number as played; `rows` are of one goal."""
    if len(rows) < 2:
        return None
    start, *steps, end = rows
    at = 100 * (start.value or 0)
    data = [_step("draws alone (exact)", 0, at, f"{at:.2f} %", "total")]
    for row in steps:
        change = 100 * (row.value or 0)
        data.append(
            _step(_step_name(row.note), at, at + change, number(row, 100, True), "up" if change >= 0 else "down")
        )
        at += change
    data.append(_step("as played", 0, 100 * (end.value or 0), f"{number(end, 100)} %", "total"))
    return Chart(
        "bridge",
        f"From the calculator's number to yours: {start.goal}",
        "The first bar is what a hypergeometric calculator gives. Each step adds, in points, what the deck does beyond "
        "drawing cards, on the same games.",
        f"Bar chart: {data[0]['text']} from draws alone, {joined([d['y'] + ' ' + d['text'] for d in data[1:-1]])}, "
        f"{data[-1]['text']} as played.",
        tuple(rows),
        ("goal", "statistic", "note", "value", "low", "high"),
        partial(_draw_bridge, data),
    )


def _step_name(label: str) -> str:
    return "mulligans" if "mulligan" in label else label.partition(" (")[0]


def _step(name: str, low: float, high: float, text: str, kind: str) -> dict[str, Any]:
    return {"y": name, "a": low, "b": high, "text": text, "s": kind, "end": max(low, high)}


def _draw_bridge(data: list[dict[str, Any]], style: Style) -> Any:
    look = style.palette
    order = [each["y"] for each in data]
    scale = alt.Scale(domain=["total", "up", "down"], range=[look.muted, look.series[0], look.series[1]])
    base = alt.Chart(values(data))
    place = alt.Y("y:N", sort=order, axis=None, scale=alt.Scale(paddingInner=0.62, paddingOuter=0.4))
    x = alt.Scale(domain=[0, 100])
    bars = base.mark_bar().encode(
        alt.X("a:Q", scale=x, title="chance, %", axis=alt.Axis(grid=False)),
        alt.X2("b:Q"),
        place,
        alt.Color("s:N", scale=scale, legend=None),
    )
    names = base.mark_text(align="left", baseline="bottom", dy=-10, color=look.ink).encode(
        place, x=alt.value(0), text="y:N"
    )
    texts = base.mark_text(align="right", baseline="bottom", dy=-10, color=look.ink, fontWeight="bold").encode(
        place, x=alt.value(alt.ExprRef("width")), text="text:N"
    )
    return alt.layer(bars, names, texts).properties(height=46 * len(data))
