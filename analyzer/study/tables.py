"""The tidy tables of a study: rates, paired comparisons, curves and means, one row a number, a column for each axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from analyzer.estimates import goal_curve, measure_mean
from analyzer.stats import Estimate, contrast
from analyzer.study.budget import Range, rate_of, watched
from analyzer.study.expand import Comparison, Label
from analyzer.study.play import UnitResult, differences_in
from analyzer.study.resolved import Planned, Study, groups_of
from analyzer.tables import Row, estimate_row
from analyzer.tally import Tally

TABLES = ("rates", "comparisons", "curves", "measures")


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a study's table: its table, the tidy row, the base it is compared with, its plan's tags and labels."""

    table: str
    row: Row
    base: str
    tags: tuple[str, ...]
    labels: Mapping[str, Label]


@dataclass(frozen=True, slots=True)
class Known:
    """The tally of a plan and the games it is of."""

    tally: Tally
    where: Range


def known_plans(results: Iterable[UnitResult]) -> dict[str, Known]:
    """Tallies by plan_id; a plan in several groups has that of its first (of the longest while games are missing)."""
    found: dict[str, Known] = {}
    for result in results:
        for plan, tally in zip(result.unit.plans, result.tallies, strict=False):
            old = found.get(plan.plan_id)
            if old is None or old.where.games < tally.games:
                found[plan.plan_id] = Known(tally, result.where)
    return found


def lines_of(study: Study, results: Sequence[UnitResult], tables: Sequence[str] = TABLES) -> tuple[Line, ...]:
    """Every row of the tables asked for, in the order of the study file; plans without games have none."""
    found: list[Line] = []
    known = known_plans(results)
    for name in TABLES:
        if name not in tables:
            continue
        if name == "comparisons":
            found += _comparison_lines(study, results)
            continue
        for each in study.planned:
            if (plan := known.get(each.plan.plan_id)) is not None:
                found += [Line(name, row, "", each.tags, each.labels) for row in plan_rows(name, each, plan)]
    return tuple(found)


def plan_rows(table: str, planned: Planned, known: Known) -> list[Row]:
    """Rows of one plan in the table rates, curves or measures."""
    row = partial(estimate_row, plan=planned.plan.plan_id, variant=planned.name, games=known.tally.games)
    makers = {"rates": _rates, "curves": _curves, "measures": _measures}
    return [row(estimate, **labels) for estimate, labels in makers[table](planned, known)]  # type: ignore[arg-type]


Labelled = Iterator[tuple[Estimate, dict[str, object]]]


def _given(tally: Tally, goal: int) -> int | None:
    return int(tally.given[goal].sum()) if tally.shape.given[goal] >= 0 else None


def _rates(planned: Planned, known: Known) -> Labelled:
    for number, goal in enumerate(planned.plan.goals):
        yield (
            rate_of(known.tally, number, known.where),
            {"goal": str(goal), "turn": getattr(goal, "last_turn", None), "statistic": "rate", "unit": "share",
             "given_games": _given(known.tally, number)},
        )  # fmt: skip


def _curves(planned: Planned, known: Known) -> Labelled:
    for number, goal in enumerate(planned.plan.goals):
        for turn, rate in enumerate(goal_curve(known.tally, number)):
            yield (
                watched(rate.share, known.where),
                {"goal": str(goal), "turn": turn, "statistic": "true by turn", "unit": "share", "note": "pointwise",
                 "given_games": _given(known.tally, number)},
            )  # fmt: skip


def _measures(planned: Planned, known: Known) -> Labelled:
    for name in known.tally.measure:
        for turn in range(known.tally.shape.turns + 1):
            mean = measure_mean(known.tally, name, turn)
            note = f"{mean.above} games above the last bin" if mean.above else ""
            labels: dict[str, object] = {"goal": name, "turn": turn, "statistic": "mean", "unit": "count", "note": note}
            yield watched(mean.estimate, known.where), labels


def _comparison_lines(study: Study, results: Sequence[UnitResult]) -> list[Line]:
    """Differences of the plans from their base, wide enough to hold all at once (SEMANTICS 3, 8)."""
    by_key = {result.unit.key: result for result in results}
    m = differences_in(study)
    found: list[Line] = []
    for comparison in study.comparisons:
        for names in groups_of(comparison):
            plans = tuple(study.named(name).plan for name in names)
            result = next((each for each in by_key.values() if each.unit.plans == plans), None)
            if result is not None and result.group is not None:
                planned = {name: study.named(name) for name in names}
                found += [
                    Line("comparisons", row, comparison.base, planned[name].tags, planned[name].labels)
                    for name, row in (
                        *group_rows(planned, comparison, names, result, m),
                        *measure_rows(planned, comparison, names, result),
                    )
                ]
    return found


def group_rows(
    planned: Mapping[str, Planned], comparison: Comparison, names: Sequence[str], result: UnitResult, m: int
) -> Iterator[tuple[str, Row]]:
    """Names and rows of the differences of one group, each interval one of m that hold together."""
    assert result.group is not None
    for place, name in list(enumerate(names))[1:]:
        plan = planned[name].plan
        for number, goal in enumerate(plan.goals):
            difference = result.group.difference(number, place, 0, comparisons=m)
            points = watched(difference, result.where, m).scaled(100)
            yield (
                name,
                estimate_row(
                    points, plan=plan.plan_id, variant=name, goal=str(goal), statistic="difference", unit="points",
                    turn=getattr(goal, "last_turn", None), games=result.group.games,
                    given_games=_given(result.tallies[place], number), note=f"minus {comparison.base}; {_jointly(m)}",
                ),
            )  # fmt: skip


def measure_rows(
    planned: Mapping[str, Planned], comparison: Comparison, names: Sequence[str], result: UnitResult
) -> Iterator[tuple[str, Row]]:
    """Names and rows of the differences of means at the last turn, each interval by itself."""
    group = result.group
    assert group is not None
    for place, name in list(enumerate(names))[1:]:
        plan = planned[name].plan
        weights = [float(each == place) - float(each == 0) for each in range(len(names))]
        for number, (measure, bins) in enumerate(result.tallies[place].shape.measures[: len(group.measure_S)]):
            difference = contrast(
                group.games, group.measure_S[number].tolist(), group.measure_C[number].tolist(), weights, span=bins - 1
            )
            yield (
                name,
                estimate_row(
                    watched(difference, result.where), plan=plan.plan_id, variant=name, goal=measure, turn=plan.turns,
                    statistic="difference of means", unit="count", games=group.games,
                    note=f"minus {comparison.base}; by itself",
                ),
            )  # fmt: skip


def _jointly(m: int) -> str:
    return "one interval" if m == 1 else f"{m} intervals hold together"


def same_labels(first: Row, second: Row) -> bool:
    """Do two rows speak of the same number?"""
    blank = {"value": None, "low": None, "high": None, "level": None, "games": None, "given_games": None, "note": ""}
    return replace(first, interval="none", **blank) == replace(second, interval="none", **blank)  # type: ignore[arg-type]
