"""The worth card: what each source of one goal is worth, in points, in cards and in lands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import altair as alt

from analyzer.report.charts.model import Chart
from analyzer.report.charts.numbers import number, plain_measure
from analyzer.report.charts.parts import values
from analyzer.report.charts.theme import Style
from analyzer.report.charts.worth_words import PARTS, part_of, shown_sources, spoken, units_text
from analyzer.tables import Row

LINE, NAME, GAP = 17, 20, 14  # heights in pixels


def worth_card(rows: Sequence[Row], ranges: Sequence[Row] = ()) -> Chart | None:
    """The card of one goal (or measure). `ranges` are looks of sources under other rules of play, if they were played."""
    sources, more = shown_sources(rows)
    if not sources:
        return None
    data: list[dict[str, Any]] = []
    height = 0
    for source in sources:
        found, height = _entry(source, rows, ranges, height)
        data += found
    if not any(each["kind"] == "bar" for each in data):
        return None  # nothing differed in any game
    whole = next(row for row in rows if row.statistic == "rate")
    unit = whole.unit
    thin = " The thin line spans the look under other scry rules." if ranges else ""
    what = "Points are games of 100 in which the goal comes true only thanks to the source." if unit == "share" else ""
    return Chart(
        "worth",
        f"What each source is worth: {plain_measure(whole.goal)}",
        f"Look: seeing cards and choosing. Draw: the cards it draws. Tempo: the mana and time it costs or saves. {what} "
        "Worth in cards: so many more cards drawn at the start would do the same; in lands: so many more lands in the "
        "deck. A source is named by its card and by what sets it off (cast, etb: it enters, ...). "
        f"Whiskers are intervals that hold together at 95 %.{thin} Parts that change nothing are left out.{more}",
        f"Bar chart. {'; '.join(spoken(source, rows) for source in sources)}.",
        tuple(row for row in rows if row.statistic != "rate"),
        ("source", "statistic", "unit", "value", "low", "high", "note"),
        partial(_draw, data, height, unit),
    )


def _entry(source: str, rows: Sequence[Row], ranges: Sequence[Row], top: int) -> tuple[list[dict[str, Any]], int]:
    net = part_of(rows, source, "net")
    assert net is not None
    data: list[dict[str, Any]] = [{"kind": "name", "y": top + NAME / 2, "text": source}]
    data.append({"kind": "net", "y": top + NAME / 2, "text": f"net {number(net, 1, True)}"})
    at = top + NAME
    for part in PARTS:
        row = part_of(rows, source, part)
        if row is None or row.value == 0:
            continue
        text = number(row, 1, True)
        data.append(
            {
                "kind": "bar", "s": part, "y": at + 4, "y2": at + LINE - 3, "mid": at + LINE / 2, "v": row.value,
                "lo": row.low, "hi": row.high, "zero": 0, "text": text, "tip": f"{source}, {part}: {text}",
            }
        )  # fmt: skip
        spread = [r.value for r in ranges if r.source == source and r.statistic == part and r.value is not None]
        if spread and row.value is not None:
            spread.append(row.value)
            data.append({"kind": "range", "mid": at + LINE - 1, "lo": min(spread), "hi": max(spread)})
        at += LINE
    units = units_text(rows, source)
    if units:
        data.append({"kind": "units", "y": at + LINE / 2, "text": units})
        at += LINE
    return data, at + GAP


def _draw(data: list[dict[str, Any]], height: int, unit: str, style: Style) -> Any:
    look = style.palette
    y = alt.Scale(domain=[0, height], range=[0, height], nice=False, zero=False)
    x = alt.Scale(range=[48, alt.ExprRef("width - 112")], zero=True, nice=True)
    scale = alt.Scale(domain=list(PARTS), range=list(look.series[:3]))
    title = "points" if unit == "share" else "mana"

    def layer(kind: str) -> alt.Chart:
        return alt.Chart(values(each for each in data if each["kind"] == kind))

    def words(kind: str, align: str, **mark: Any) -> alt.Chart:
        end = alt.value(0) if align == "left" else alt.value(alt.ExprRef("width"))
        text = layer(kind).mark_text(align=align, baseline="middle", **{"color": look.ink, **mark})  # type: ignore[arg-type]
        return text.encode(alt.Y("y:Q", scale=y, axis=None), x=end, text="text:N")

    def at(field: str) -> alt.X:
        return alt.X(field, scale=x, axis=alt.Axis(title=title, tickCount=5, orient="top", grid=False))

    place = alt.Y("mid:Q", scale=y, axis=None)
    bars = layer("bar")
    spans = layer("range").mark_rule(color=look.muted, strokeWidth=1).encode(at("lo:Q"), alt.X2("hi:Q"), place)
    ends = alt.Y("y:Q", scale=y, axis=None), alt.Y2("y2:Q")
    layers = [
        bars.mark_bar().encode(
            at("v:Q"), alt.X2(datum=0), *ends,
            alt.Color("s:N", scale=scale, legend=None), tooltip=alt.Tooltip("tip:N"),
        ),
        bars.mark_rule(color=look.muted, strokeWidth=1).encode(at("zero:Q"), *ends),
        bars.mark_rule(color=look.ink, strokeWidth=1.5).encode(at("lo:Q"), alt.X2("hi:Q"), place),
        spans,
        bars.mark_text(align="left", color=look.muted).encode(place, x=alt.value(0), text="s:N"),
        bars.mark_text(align="right", color=look.ink).encode(place, x=alt.value(alt.ExprRef("width")), text="text:N"),
        words("name", "left", fontWeight="bold", limit=alt.ExprRef("width - 130")),
        words("net", "right", fontWeight="bold"),
        words("units", "left", color=look.muted, fontSize=11, limit=alt.ExprRef("width")),
    ]  # fmt: skip
    drawn = layers if any(each["kind"] == "range" for each in data) else [each for each in layers if each is not spans]
    return alt.layer(*drawn).properties(height=height)
