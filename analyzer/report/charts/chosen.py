"""Which charts a report has, in the order in which a reader wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from analyzer.errors import InputError
from analyzer.report.charts import shares, study, turns, worth
from analyzer.report.charts.kinds import KINDS, charts_of_command
from analyzer.report.charts.model import Chart
from analyzer.report.charts.parts import MOST_SERIES
from analyzer.report.model import Report
from analyzer.tables import Row

MOST_GOALS = 3  # goals that get a chart of their own


def charts_of(report: Report) -> tuple[Chart, ...]:
    """Every chart that the report's tables hold."""
    tables = {table.name: table.rows for table in report.tables}
    maker = {"run": _of_run, "value": _of_value, "compare": _of_compare, "study": _of_study}[report.command]
    return tuple(chart for chart in maker(tables) if chart is not None)


def chart_of(report: Report, kind: str) -> Chart:
    """The first chart of a kind; InputError names what the report can draw."""
    found = charts_of(report)
    for chart in found:
        if chart.kind == kind:
            return chart
    has = ", ".join(dict.fromkeys(each.kind for each in found)) or "none"
    raise InputError(f"--chart {kind}: this result has no such chart ({KINDS[kind][0]}); it has: {has}")


Tables = dict[str, tuple[Row, ...]]


def _by_goal(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.goal, []).append(row)
    return found


def _each(make: Callable[[Sequence[Row]], Chart | None], rows: Sequence[Row]) -> Iterator[Chart | None]:
    """A chart for each of the first goals."""
    yield from (make(mine) for mine in list(_by_goal(rows).values())[:MOST_GOALS])


def _of_run(tables: Tables) -> Iterator[Chart | None]:
    yield from _each(shares.bridge, tables.get("bridge", ()))
    yield turns.curves(tables.get("curves", ()))
    yield shares.castable(tables.get("cards", ()))
    yield from _each(turns.first_turn, tables.get("first turns", ()))
    yield turns.mana(tables.get("measures", ()))
    yield shares.kept(tables.get("mulligans", ()))
    yield shares.mulligans(tables.get("mulligans", ()))
    yield shares.convergence(tables.get("convergence", ()))


def _of_value(tables: Tables) -> Iterator[Chart | None]:
    looks = tables.get("rule looks", ())
    for goal, rows in _by_goal(tables.get("value", ())).items():
        yield worth.worth_card(rows, [row for row in looks if row.goal == goal])
    for goal, rows in list(_by_goal(tables.get("by turn", ())).items())[:MOST_GOALS]:
        yield turns.differences(rows, "source", f"Look of each source by turn ({goal})")
    yield from _each(shares.bridge, tables.get("bridge", ()))
    yield shares.rules(tables.get("rules", ()))


def _of_compare(tables: Tables) -> Iterator[Chart | None]:
    yield turns.differences(tables.get("by turn", ()), "goal", "First list minus second, on the same games")


def _of_study(tables: Tables) -> Iterator[Chart | None]:
    yield study.plans(tables.get("rates", ()))
    curves = _one_goal(tables.get("curves", ()))
    if len({row.variant for row in curves}) <= MOST_SERIES:
        yield turns.curves(curves, "variant")
    for name, rows in tables.items():
        if name.startswith("minus "):
            yield study.differences(rows, name.removeprefix("minus "))


def _one_goal(rows: Sequence[Row]) -> list[Row]:
    return next(iter(_by_goal(rows).values()), [])


def known_kinds(command: str) -> str:
    """Names of the charts of a command, for messages.

    >>> known_kinds("compare")
    'difference'
    """
    return ", ".join(charts_of_command(command))
