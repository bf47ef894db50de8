"""What `value` says: what each source is worth in points, cards and lands, together, by other rules, and in what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.bridge import Bridge
from analyzer.decks.model import Notice
from analyzer.disagreements import Apart
from analyzer.engine import Played
from analyzer.estimates import goal_rate
from analyzer.plan.model import Plan
from analyzer.plan.resolve import Resolved
from analyzer.report.compare import disagreement_text, shown_blocks
from analyzer.report.model import Block, Report
from analyzer.report.run import bridge_block, bridge_rows, facts_of, title_of
from analyzer.stats import Estimate, Worth, difference_text, rounded, share_text
from analyzer.tables import UNITS, Row, Table, estimate_row
from analyzer.value import ALL, UNANSWERED, Worths


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
    disagreement: tuple[float, float] | None = None  # games that only the full plan, only the blind one wins

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
    *,
    worth: str = "look",
    shown: tuple[Apart, ...] = (),
) -> Report:
    """The report of a value run; the plan as played is the first of the group. `worth`: the part told in units."""
    plan = resolved.plan
    blocks: list[Block] = []
    for each in quantities:
        blocks += [bridge_block(bridge, _by_others(each)) for bridge in bridges if bridge.goal == each.name]
        blocks.append(_worth_block(each, worth))
        blocks += [_units_block(each, worth)] if any(row.units for row in each.rows) else []
        blocks += [_rules_block(each)] if each.by_rules else []
        blocks += [_shapley_block(each)] if each.shapley else []
    blocks += shown_blocks(shown, ("all looks", "no look shows anything"))
    base = {"look": "blind", "draw": "empty"}.get(worth, "off")
    tables = [
        *_tables(plan, quantities, worth),
        Table("bridge", tuple(r for b in bridges for r in bridge_rows(plan, b))),
    ]
    return Report(
        command="value",
        title=title_of(resolved),
        headline=tuple(line for each in quantities for line in _headline(each, worth)),
        blocks=tuple(blocks),
        tables=tuple(table for table in tables if table.rows),
        notices=(*resolved.notices, *notices),
        facts=(*facts_of(plan, played), ("units are added to", f"the deck with that source {base}"), SIMULTANEOUS),
        plan_id=plan.plan_id,
        plan_json=plan.json,
        is_partial=played.is_partial,
        seconds=played.seconds,
    )


PART = "part of a card"  # note of rows that are counted in the row of their card
SIMULTANEOUS = ("table intervals", "hold together at 95 % (simultaneous over all sources and goals)")
WORDS = {"look": "looks", "draw": "draws", "tempo": "costs in tempo", "net": "sources"}


def _headline(each: Quantity, worth: str) -> list[str]:
    """The answer in words: what all looks (or what else is asked) of the deck are worth together."""
    rate = share_text(each.rate) if each.unit == "points" else f"{each.rate.value:.4g}"
    together = each.rows[-1] if each.rows[-1].source == ALL else each.rows[0]
    found = difference_text(getattr(together, worth).scaled(each.factor), each.unit if each.unit == "points" else "")
    what = f"all {WORDS[worth]} together" if together.source == ALL else f"the {WORDS[worth]} of {together.source}"
    lines = [f"{each.name}: {rate} as played; {what} are worth {found}{_unit_words(together)}"]
    if each.disagreement is not None:
        lines.append(f"with and without the looks {disagreement_text(*each.disagreement)}")
    return lines


def _unit_words(row: Worths) -> str:
    found = [
        f"{rounded(each.estimate.value, each.estimate.half_width)[0]} {unit}"
        for unit, each in row.units
        if each.verdict == "resolved"
    ]
    return f", or {' or '.join(found)}" if found else ""


def _worth_block(each: Quantity, worth: str) -> Block:
    """Parts of every row; columns that no row fills are left out."""
    optional = [
        (f"{worth} when used", lambda row: row.when_used),
        ("against", lambda row: row.against),
        (f"look at --survive {UNANSWERED:g}", lambda row: row.unanswered),
    ]
    more = [(name, of) for name, of in optional if any(of(row) is not None for row in each.rows)]
    columns = ("copies, source", "used", *(name for name, _ in more[:1] if "used" in name))
    rest = [(name, of) for name, of in more if name not in columns]
    rows = []
    for row in each.rows:
        cells = ["" if row.used is None else f"{100 * row.used:.0f} %"]
        cells += [_maybe(of(row), each) for name, of in more if name in columns]
        cells += [_signed(part.scaled(each.factor)) for part in (row.look, row.draw, row.tempo, row.net)]
        rows.append((row_name(row), *cells, *(_maybe(of(row), each) for _, of in rest)))
    unit = "points" if each.unit == "points" else each.name
    note = f"{unit}; look + draw + tempo = net"
    if each.overlap is not None:
        note += (
            f"; overlap of the looks (together minus the sum of the rows) {_signed(each.overlap.scaled(each.factor))}"
        )
    names = (*columns, "look", "draw", "tempo", "net", *(name for name, _ in rest))
    return Block(f"Worth: {each.name}", names, tuple(rows), note)


def row_name(row: Worths) -> str:
    """Copies and source; a part of a card stands under it, and what needs permanents to survive says so."""
    if row.is_part:
        name = f"  of these {row.source.rpartition('/')[2]}"
    else:
        name = f"{row.copies} {row.source}" if row.copies else row.source
    return f"{name} (if unanswered)" if row.needs_survival and row.source != ALL else name


def _maybe(estimate: Estimate | None, each: Quantity) -> str:
    return "" if estimate is None else _signed(estimate.scaled(each.factor))


def _units_block(each: Quantity, worth: str) -> Block:
    """What every row is worth in cards, lands and other units."""
    names = tuple(dict.fromkeys(unit for row in each.rows for unit, _ in row.units))
    rows = [
        (row_name(row), *(_worth(dict(row.units).get(name), each) for name in names)) for row in each.rows if row.units
    ]
    return Block(f"The {worth} in units: {each.name}", ("copies, source", *names), tuple(rows))


def _signed(estimate: Estimate) -> str:
    if estimate.half_width == 0:
        return "0"
    value, spread = rounded(estimate.value, estimate.half_width)
    sign = "" if value.startswith("-") or not any(digit in value for digit in "123456789") else "+"
    return f"{sign}{value} +- {spread}"


def _worth(found: Worth | None, each: Quantity) -> str:
    if found is None:
        return ""
    if found.verdict == "resolved":
        value, spread = rounded(found.estimate.value, found.estimate.half_width)
        return f"{value} +- {spread}"
    if found.verdict == "out of reach":
        if found.best_rung == 0:
            return "no number buys it"  # every one more or less only costs
        return f"no number buys it (best {each.factor * found.best_gain:+.2g} at {found.best_rung:+d})"
    if found.verdict == "ladder too short":
        return f"more than {found.best_rung:+d}" if found.best_rung > 0 else f"less than {found.best_rung:+d}"
    return found.verdict


def _by_others(each: Quantity) -> str:
    """The range that other scry rules span, for the last line of the bridge."""
    values = [rate.value * each.factor for _, rate in each.by_rules]
    return f"; by other scry rules: {min(values):.1f} to {max(values):.1f}" if values else ""


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


def _tables(plan: Plan, quantities: tuple[Quantity, ...], worth: str) -> list[Table]:
    return [
        Table("value", tuple(row for each in quantities for row in _value_rows(plan, each, worth))),
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


def _value_rows(plan: Plan, each: Quantity, worth: str) -> list[Row]:
    rows = [_row(plan, each, each.rate, "", "rate")]
    for row in each.rows:
        parts = {part: getattr(row, part) for part in ("look", "draw", "tempo", "net")}
        others = {
            "used": None if row.used is None else Estimate(row.used, row.used, row.used, each.rate.games, "none"),
            f"{worth} when used": row.when_used,
            "against": row.against,
            f"look at survive {UNANSWERED:g}": row.unanswered,
        }
        for statistic, estimate in parts.items():
            found = _row(plan, each, estimate, row.source, statistic)
            rows.append(replace(found, note=PART) if row.is_part else found)
        for statistic, other in others.items():
            if other is not None and statistic == "used":
                rows.append(
                    estimate_row(
                        other, plan=plan.plan_id, source=row.source, goal=each.name, statistic="used", unit="share"
                    )
                )
            elif other is not None:
                rows.append(_row(plan, each, other, row.source, statistic))
        rows += [_unit_row(plan, each, row.source, worth, unit, found) for unit, found in row.units]
    if each.overlap is not None:
        rows.append(_row(plan, each, each.overlap, "", "overlap"))
    return rows


def _unit_row(plan: Plan, each: Quantity, source: str, worth: str, unit: str, found: Worth) -> Row:
    """A worth in a unit; one that has no column of its own is a count, named in the note."""
    known = unit in UNITS
    notes = [*([] if known else [f"in units of {unit}"]), *([] if found.verdict == "resolved" else [found.verdict])]
    return estimate_row(
        found.estimate, plan=plan.plan_id, source=source, goal=each.name, statistic=worth,
        unit=unit if known else "count", note="; ".join(notes),
    )  # fmt: skip


def rate_of(played: Played, goal: int) -> Estimate:
    """Rate of a goal in the plan as played."""
    return goal_rate(played.tally, goal).share
