"""Plain words of a page: the headline, and what was not asked."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.report.charts.numbers import number, plain_measure
from analyzer.report.charts.worth_words import ALL, part_of, sources_of, units_text
from analyzer.report.model import Report
from analyzer.stats import Estimate, share_text
from analyzer.tables import Row

MOST = 3


def headlines(report: Report) -> list[str]:
    """The answer in whole sentences, with its interval; at most three."""
    tables = {table.name: table.rows for table in report.tables}
    if report.command == "run":
        rows = tables.get("goals", ())
        chosen = rows[:MOST] if report.headline else _telling(rows)
        return [_rate(row, _start(tables.get("bridge", ()), row.goal)) for row in chosen]
    if report.command == "compare":
        differences = [row for row in tables.get("compare", ()) if row.statistic == "difference"]
        return [_difference(row, report) for row in differences[:MOST]]
    if report.command == "study":
        return [_span(rows) for rows in _by_goal(tables.get("rates", ()))[:MOST]]
    if report.command == "value":
        return [line for rows in _by_goal(tables.get("value", ())) if (line := _worth(rows))][:MOST]
    return [line.replace(" +- ", " ± ") for line in report.headline[:MOST]]


def _telling(rows: Sequence[Row]) -> list[Row]:
    """Of the default goals: land drops by the turn nearest to 4, then screw and flood."""
    drops = [row for row in rows if row.goal.startswith("land drops")]
    others = [row for row in rows if row not in drops]
    return [*sorted(drops, key=lambda row: abs((row.turn or 0) - 4))[:1], *others[: MOST - 1]]


def _by_goal(rows: Sequence[Row]) -> list[list[Row]]:
    return [[row for row in rows if row.goal == goal] for goal in dict.fromkeys(row.goal for row in rows)]


def _span(rows: Sequence[Row]) -> str:
    """The lowest and the highest plan of a study for one goal."""
    known = [row for row in rows if row.value is not None]
    low, high = (each(known, key=lambda row: row.value or 0.0) for each in (min, max))
    if len(known) < 2:
        return f"“{high.goal}” comes true in {_share(high)} of games ({high.variant})."
    return f"“{high.goal}”: from {_share(low)} of games ({low.variant}) to {_share(high)} ({high.variant})."


def _worth(rows: Sequence[Row]) -> str:
    """What all looks together are worth; `rows` are of one goal or measure."""
    rate = next((row for row in rows if row.statistic == "rate"), None)
    found = [part_of(rows, name, "look") for name in sources_of(rows)[:1]]  # all of them together, if there are several
    if rate is None or not found or (look := found[0]) is None:
        return ""
    what = "All looks together are" if look.source == ALL else f"The looks of {look.source} are"
    share = rate.unit == "share"
    whole = f"comes true in {_share(rate)} of games" if share else f"is {number(rate)}"
    if look.low is None or look.high is None or look.low <= 0 <= look.high:
        return f"“{plain_measure(rate.goal)}” {whole}. {what} worth nothing that could be found."
    units = units_text(rows, look.source)
    size = f"{number(look, 1, True)}{' points' if share else ''}{f' ({units})' if units else ''}"
    return f"“{plain_measure(rate.goal)}” {whole}. {what} worth {size}."


def _start(bridge: Sequence[Row], goal: str) -> Row | None:
    return next((row for row in bridge if row.goal == goal and row.statistic == "draws alone"), None)


def _rate(row: Row, start: Row | None) -> str:
    rate = _share(row)
    games = " that met its condition" if row.given_games is not None else ""
    sentence = f"“{row.goal}” comes true in {rate} of games{games}."
    if start is not None and start.value is not None:
        sentence += f" Drawing cards alone would give {100 * start.value:.2f} %."
    return sentence


def _share(row: Row) -> str:
    if row.value is None or row.low is None or row.high is None:
        return "no known share"
    return share_text(Estimate(row.value, row.low, row.high, row.games or 0, row.interval)).replace(" +- ", " ± ")


def _difference(row: Row, report: Report) -> str:
    first, second = (f"the {name} list" for name in ("first", "second"))
    if row.value is None or row.low is None or row.high is None:
        return f"“{row.goal}”: the difference is not known."
    if row.low <= 0 <= row.high:
        most = max(-row.low, row.high)
        return f"“{row.goal}”: no difference was found; more than {most:.2g} points either way is excluded."
    better, worse = (first, second) if row.value > 0 else (second, first)
    size = number(
        Row(value=abs(row.value), low=min(abs(row.low), abs(row.high)), high=max(abs(row.low), abs(row.high)))
    )
    return f"“{row.goal}” comes true in {size} games of 100 more with {better} than with {worse}."


RULES = {
    "run": "Played under one set of rules, named below. Another scry rule: add --scry curve (or keep-all, bottom-all). "
    "What all of them say: scryworth value.",
    "compare": "Both lists were played under the rules named below. Another rule for both: --scry curve; for one: "
    "--a strategy.scry=curve.",
    "study": "Each plan was played under its own rules; a study can have an axis of rules.",
    "value": "Other scry rules were not played (--quick).",
}
UNANSWERED = (
    "The opponent does nothing: nobody counters, removes or blocks. --survive 0.5 gives every creature an even chance to "
    "live until its first attack."
)
EXACT = (
    "Every number with ± has an interval that covers the truth in 95 of 100 such runs. That is chance alone: a better or "
    "a worse player, an opponent, or another rule moves it further."
)
