"""What `value` says: what each source is worth in points, cards and lands, together, by other rules, and in what."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.bridge import Bridge
from analyzer.decks.model import Notice
from analyzer.engine import Played
from analyzer.estimates import goal_rate, source_uses
from analyzer.plan.model import Plan
from analyzer.plan.resolve import Resolved
from analyzer.report.model import Block, Report
from analyzer.report.run import facts_of, title_of
from analyzer.stats import Estimate, Worth, difference_text, rounded, share_text
from analyzer.tables import Row, Table, estimate_row
from analyzer.value import ALL, Worths


@dataclass(frozen=True, slots=True)
class Quantity:
    """One goal (in points) or measure (in its own unit) with the rows of all sources."""

    name: str
    unit: str  # "points" or "count"
    rate: Estimate
    rows: tuple[Worths, ...]
    overlap: Estimate | None
    by_rules: tuple[tuple[str, Estimate], ...] = ()  # other scry rules: rate of the goal
    shapley: tuple[tuple[str, Estimate], ...] = ()
    unanswered: tuple[tuple[str, Estimate], ...] = ()  # look where each such permanent survives half the time

    @property
    def factor(self) -> float:
        """From shares to the unit."""
        return 100.0 if self.unit == "points" else 1.0


def value_report(
    resolved: Resolved,
    played: Played,
    quantities: tuple[Quantity, ...],
    bridges: tuple[Bridge, ...],
    notices: tuple[Notice, ...],
) -> Report:
    """The report of a value run; the plan as played is the first of the group."""
    plan = resolved.plan
    used = {each.name: each.games.value for each in source_uses(played.tally)}
    blocks: list[Block] = []
    for each in quantities:
        blocks.append(_worth_block(each, used))
        blocks += [_rules_block(each)] if each.by_rules else []
        blocks += [_shapley_block(each)] if each.shapley else []
    return Report(
        command="value",
        title=title_of(resolved),
        headline=tuple(line for each in quantities for line in _headline(each)),
        blocks=tuple(blocks),
        tables=tuple(table for table in _tables(plan, quantities) if table.rows),
        notices=(*resolved.notices, *notices),
        facts=(*facts_of(plan, played), ("units are added to", "the deck with that source blind"), SIMULTANEOUS),
        plan_id=plan.plan_id,
        plan_json=plan.json,
        is_partial=played.is_partial,
        seconds=played.seconds,
    )


SIMULTANEOUS = ("table intervals", "hold together at 95 % (simultaneous over all sources and goals)")


def _headline(each: Quantity) -> list[str]:
    """The answer in words: what all looks of the deck are worth together."""
    rate = share_text(each.rate) if each.unit == "points" else f"{each.rate.value:.4g}"
    together = each.rows[-1]
    worth = difference_text(together.look.scaled(each.factor), each.unit if each.unit == "points" else "")
    what = "all looks together" if together.source == ALL else f"the looks of {together.source}"
    return [f"{each.name}: {rate} as played; {what} are worth {worth}{_unit_words(together)}"]


def _unit_words(row: Worths) -> str:
    found = [
        f"{rounded(each.estimate.value, each.estimate.half_width)[0]} {unit}"
        for unit, each in (("cards", row.cards), ("lands", row.lands))
        if each is not None and each.verdict == "resolved"
    ]
    return f", or {' or '.join(found)}" if found else ""


def _worth_block(each: Quantity, used: dict[str, float]) -> Block:
    rows = []
    for row in each.rows:
        name = f"{row.copies} {row.source}" if row.copies else row.source
        name += " (if unanswered)" if row.needs_survival and row.source != ALL else ""
        share = used.get(row.source.rpartition("/")[0])
        rows.append(
            (
                name,
                "" if share is None else f"{100 * share:.0f} %",
                *(_signed(part.scaled(each.factor)) for part in (row.look, row.draw, row.tempo, row.net)),
                _worth(row.cards),
                _worth(row.lands),
            )
        )
    unit = "points" if each.unit == "points" else each.name
    columns = ("copies, source", "used", "look", "draw", "tempo", "net", "look in cards", "look in lands")
    note = f"{unit}; look + draw + tempo = net"
    if each.overlap is not None:
        note += (
            f"; overlap of the looks (together minus the sum of the rows) {_signed(each.overlap.scaled(each.factor))}"
        )
    return Block(f"Worth: {each.name}", columns, tuple(rows), note)


def _signed(estimate: Estimate) -> str:
    if estimate.half_width == 0:
        return "0"
    value, spread = rounded(estimate.value, estimate.half_width)
    sign = "" if value.startswith("-") or not any(digit in value for digit in "123456789") else "+"
    return f"{sign}{value} +- {spread}"


def _worth(each: Worth | None) -> str:
    if each is None:
        return ""
    if each.verdict == "resolved":
        value, spread = rounded(each.estimate.value, each.estimate.half_width)
        return f"{value} +- {spread}"
    if each.verdict == "out of reach":
        return f"none buys it (best {100 * each.best_gain:+.1f} at {each.best_rung:+d})"
    if each.verdict == "ladder too short":
        return f"more than {each.best_rung:+d}"
    return each.verdict


def _rules_block(each: Quantity) -> Block:
    rows = tuple(
        (rule, share_text(rate) if each.unit == "points" else f"{rate.value:.4g}") for rule, rate in each.by_rules
    )
    values = [rate.value * each.factor for _, rate in each.by_rules]
    note = f"by other scry rules: from {min(values):.1f} to {max(values):.1f}"
    return Block("By scry rule", ("scry rule", each.name), rows, note, place="rules", bars=_shares(each))


def _shares(each: Quantity) -> tuple[float, ...]:
    """Rates under the rules as shares of the largest that there can be."""
    most = 1.0 if each.unit == "points" else max((rate.value for _, rate in each.by_rules), default=1.0) or 1.0
    return tuple(rate.value / most for _, rate in each.by_rules)


def _shapley_block(each: Quantity) -> Block:
    rows = tuple((name, _signed(share.scaled(each.factor))) for name, share in each.shapley)
    return Block("Shapley shares of the looks", ("source", each.name), rows)


def _tables(plan: Plan, quantities: tuple[Quantity, ...]) -> list[Table]:
    return [
        Table("value", tuple(row for each in quantities for row in _value_rows(plan, each))),
        Table(
            "rules", tuple(_row(plan, each, rate, rule, "rate") for each in quantities for rule, rate in each.by_rules)
        ),
        Table(
            "shapley",
            tuple(_row(plan, each, share, name, "shapley") for each in quantities for name, share in each.shapley),
        ),
    ]


def _row(plan: Plan, each: Quantity, estimate: Estimate, name: str, statistic: str) -> Row:
    unit = "share" if each.unit == "points" and statistic == "rate" else each.unit
    factor = 1.0 if unit == "share" else each.factor
    return estimate_row(
        estimate.scaled(factor), plan=plan.plan_id, source=name, goal=each.name, statistic=statistic, unit=unit
    )


def _value_rows(plan: Plan, each: Quantity) -> list[Row]:
    rows = [_row(plan, each, each.rate, "", "rate")]
    for row in each.rows:
        for statistic in ("look", "draw", "tempo", "net"):
            rows.append(_row(plan, each, getattr(row, statistic), row.source, statistic))
        for unit, found in (("cards", row.cards), ("lands", row.lands)):
            if found is not None:
                rows.append(
                    estimate_row(
                        found.estimate, plan=plan.plan_id, source=row.source, goal=each.name, statistic="look",
                        unit=unit, note="" if found.verdict == "resolved" else found.verdict,
                    )
                )  # fmt: skip
    if each.overlap is not None:
        rows.append(_row(plan, each, each.overlap, "", "overlap"))
    return rows


def rate_of(played: Played, goal: int) -> Estimate:
    """Rate of a goal in the plan as played."""
    return goal_rate(played.tally, goal).share
