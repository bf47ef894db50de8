"""Marks that several charts share: bands and lines by turn, points with intervals, columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from analyzer.report.charts.theme import DASHES, SHAPES, Style
from analyzer.stats import rounded
from analyzer.tables import Row

MOST_SERIES = 6
TALL = 15  # rows from which on the axis stands on top


def values(rows: Iterable[dict[str, Any]]) -> alt.Data:
    """Rows as the data of a chart."""
    return alt.Data(values=list(rows))


def widest(rows: Iterable[Row], factor: float) -> float:
    """The largest half-width among rows."""
    return max((factor * (row.high - row.low) / 2 for row in rows if None not in (row.high, row.low)), default=0.0)  # type: ignore[operator]


def band_note(rows: Sequence[Row], factor: float, span: float, what: str = "points") -> str:
    """What the band round a line is, and that it is there when it is too narrow to be seen."""
    width = widest(rows, factor)
    thin = "; thinner than the line" if width < span / 150 else ""
    return f"Bands are 95 % intervals, each turn by itself (at most ± {rounded(width, width)[0]} {what}{thin})."


def colour(style: Style, names: Sequence[str]) -> alt.Color:
    """One colour a series, in a fixed order; a legend where there are several."""
    scale = alt.Scale(domain=list(names), range=list(style.palette.series[: len(names)]))
    return alt.Color("s:N", scale=scale, legend=_legend(names))


def shape(names: Sequence[str]) -> alt.Shape:
    """One shape a series, so that nobody needs to tell colours apart."""
    return alt.Shape(
        "s:N", scale=alt.Scale(domain=list(names), range=list(SHAPES[: len(names)])), legend=_legend(names)
    )


def dash(names: Sequence[str]) -> alt.StrokeDash:
    """One pattern of dashes a series."""
    pattern = [list(each) for each in DASHES[: len(names)]]
    return alt.StrokeDash("s:N", scale=alt.Scale(domain=list(names), range=pattern), legend=_legend(names))


def _legend(names: Sequence[str]) -> alt.Legend | None:
    return alt.Legend() if len(names) > 1 else None


def by_turn(
    style: Style, data: list[dict[str, Any]], names: Sequence[str], y: alt.Scale, title: str, zero: bool = False
) -> Any:
    """Lines with bands over turns; data have t, s (series), v, lo, hi and tip."""
    turns = sorted({each["t"] for each in data})
    base = alt.Chart(values(data))
    x = alt.X("t:Q", title="turn (0: the opening hand is kept)" if 0 in turns else "turn",
              axis=alt.Axis(values=turns, format="d", grid=False), scale=alt.Scale(nice=False))  # fmt: skip
    line = colour(style, names)
    layers: list[alt.Chart] = [
        base.mark_area(opacity=0.25).encode(
            x, alt.Y("lo:Q", scale=y, title=title), alt.Y2("hi:Q"), colour(style, names)
        ),
        base.mark_line(strokeWidth=2.5).encode(x, alt.Y("v:Q", scale=y, title=title), line, dash(names)),
        base.mark_point(filled=True, size=45, opacity=1).encode(
            x, alt.Y("v:Q", scale=y, title=title), line, shape(names), tooltip=alt.Tooltip("tip:N")
        ),
    ]
    if zero:
        rule = alt.Chart(values([{"v": 0}])).mark_rule(color=style.palette.ink, strokeWidth=1).encode(alt.Y("v:Q"))
        layers.insert(0, rule)
    return alt.layer(*layers)


def intervals(
    style: Style, data: list[dict[str, Any]], names: Sequence[str], order: Sequence[str], x: alt.Scale, title: str
) -> Any:
    """Points with intervals, one row for each y; data have y, s (series), v, lo, hi and tip."""
    base = alt.Chart(values(data))
    place = alt.Y("y:N", sort=list(order), title=None, axis=alt.Axis(ticks=False, domain=False, grid=True))
    shared: list[Any] = [place, *([alt.YOffset("s:N", sort=list(names))] if len(names) > 1 else [])]
    step = 26 + 9 * (len(names) - 1)
    axis = alt.Axis(orient="top" if len(order) > TALL else "bottom")
    return alt.layer(
        base.mark_rule(strokeWidth=2).encode(
            alt.X("lo:Q", scale=x, title=title, axis=axis), alt.X2("hi:Q"), colour(style, names), *shared
        ),
        base.mark_point(filled=True, size=60, opacity=1).encode(
            alt.X("v:Q", scale=x, title=title, axis=axis),
            colour(style, names),
            shape(names),
            *shared,
            tooltip=alt.Tooltip("tip:N"),
        ),
    ).properties(height=max(60, len(order) * step))


def columns(style: Style, data: list[dict[str, Any]], order: Sequence[str], title: str, y_title: str) -> Any:
    """Columns with their numbers on top; data have x, v, text and tip."""
    base = alt.Chart(values(data)).encode(
        alt.X("x:N", sort=list(order), title=title, axis=alt.Axis(labelAngle=0, labelOverlap=False)),
        tooltip=alt.Tooltip("tip:N"),
    )
    top = max((each["v"] for each in data), default=1) * 1.12
    y = alt.Y("v:Q", title=y_title, scale=alt.Scale(domain=[0, top], nice=False))
    return alt.layer(
        base.mark_bar(color=style.palette.series[0]).encode(y),
        base.mark_text(dy=-7, color=style.palette.ink, fontSize=11).encode(y, text="text:N"),
    ).properties(height=210)
