"""What people read of a study: expanded plans, a grid of rates for each goal, comparisons, where each plan stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyzer import __version__
from analyzer.decks.model import Notice
from analyzer.ledger import Ledger
from analyzer.report.model import Block, Report
from analyzer.stats import rounded, share_text
from analyzer.study.budget import rate_of, widest
from analyzer.study.estimate import TimeEstimate
from analyzer.study.play import UnitResult, differences_in
from analyzer.study.resolved import Planned, Study
from analyzer.study.tables import Known, Line, known_plans, lines_of
from analyzer.tables import Row, Table

MOST_GOALS = 4  # goals a block shows; all are in the exports
MOST_COLUMNS = 8


def study_report(study: Study, results: Sequence[UnitResult]) -> Report:
    """The report of a study from what is in its ledger."""
    known = known_plans(results)
    goals = _goals(study)
    blocks = _grids(study, known, goals) or [_list(study, known, goals)]
    blocks += _comparisons(study, lines_of(study, results, ("comparisons",)))
    done, wanted = sum(each.where.games for each in results), sum(each.wanted for each in results)
    partial = not all(each.is_whole for each in results)
    state = (
        f"partial: {done:,} of {wanted:,} games of its units; go on with: scryworth study run" if partial else "whole"
    )
    return Report(
        command="study",
        title=f"{study.name}: {len(study.planned)} plans",
        headline=(),
        blocks=tuple(block for block in blocks if block.rows),
        tables=(),
        notices=notices_of(study),
        facts=(("state", state), *_facts(study, results)),
        is_partial=partial,
    )


def picture_tables(study: Study, results: Sequence[UnitResult]) -> tuple[Table, ...]:
    """The tidy tables that a page and pictures show: rates, curves, and the differences from each base."""
    lines = lines_of(study, results, ("rates", "curves", "comparisons"))
    named: dict[str, list[Row]] = {}
    for line in lines:
        named.setdefault(f"minus {line.base}" if line.table == "comparisons" else line.table, []).append(line.row)
    return tuple(Table(name, tuple(rows)) for name, rows in named.items())


def notices_of(study: Study) -> tuple[Notice, ...]:
    """Notices of all plans, once each, with the number of plans where it is not all of them."""
    count: dict[str, int] = {}
    first: dict[str, Notice] = {}
    for each in study.planned:
        for notice in dict.fromkeys(each.notices):
            text = str(notice)
            count[text] = count.get(text, 0) + 1
            first.setdefault(text, notice)
    total = len(study.planned)
    return tuple(
        first[text] if n == total else replace(first[text], text=f"{first[text].text} (in {n} of {total} plans)")
        for text, n in count.items()
    )


def _goals(study: Study) -> list[str]:
    """Goals of all plans in order of first appearance, as many as a report shows."""
    names = dict.fromkeys(str(goal) for each in study.planned for goal in each.plan.goals)
    return list(names)[:MOST_GOALS]


def _rate(planned: Planned, known: Mapping[str, Known], goal: str) -> str:
    """Rate of a goal with its half-width; "-" where the plan has no games or asks another goal."""
    found = known.get(planned.plan.plan_id)
    numbers = [number for number, each in enumerate(planned.plan.goals) if str(each) == goal]
    if found is None or not numbers:
        return "-"
    return share_text(rate_of(found.tally, numbers[0], found.where))


def _list(study: Study, known: Mapping[str, Known], goals: Sequence[str]) -> Block:
    rows = tuple((each.name, *(_rate(each, known, goal) for goal in goals)) for each in study.planned)
    return Block("Plans", ("plan", *goals), rows, "chance of each goal; intervals are 95 %, each by itself")


def _grids(study: Study, known: Mapping[str, Known], goals: Sequence[str]) -> list[Block]:
    """A table for each goal with the last axis across, where all labelled plans have the same axes."""
    plans = [each for each in study.planned if each.labels]
    axes = {tuple(each.labels) for each in plans}
    if len(axes) != 1:
        return []
    (names,) = axes
    across = list(dict.fromkeys(each.labels[names[-1]] for each in plans))
    if len(names) < 2 or len(across) > MOST_COLUMNS:
        return []
    blocks = [_list(study, known, goals)] if len(plans) < len(study.planned) else []
    if blocks:
        others = tuple(row for row, each in zip(blocks[0].rows, study.planned, strict=True) if not each.labels)
        blocks = [Block("Plans", blocks[0].columns, others)]
    for goal in goals:
        cells: dict[tuple[str, ...], dict[object, str]] = {}
        for each in plans:
            row = tuple(str(each.labels[name]) for name in names[:-1])
            cells.setdefault(row, {})[each.labels[names[-1]]] = _rate(each, known, goal)
        rows = tuple((" / ".join(row), *(line.get(label, "-") for label in across)) for row, line in cells.items())
        title = f"{' / '.join(names[:-1])} by {names[-1]}: {goal}"
        columns = (" / ".join(names[:-1]), *(f"{names[-1]} {label}" for label in across))
        blocks.append(Block(title, columns, rows, "intervals are 95 %, each by itself"))
    return blocks


def _comparisons(study: Study, lines: Sequence[Line]) -> list[Block]:
    """A table for each base: the difference of each plan and goal on the same games."""
    blocks = []
    goals = _goals(study)
    for base in dict.fromkeys(line.base for line in lines):
        cells: dict[str, dict[str, str]] = {}
        for line in lines:
            if line.base == base:
                cells.setdefault(line.row.variant, {})[line.row.goal] = _difference(line.row)
        rows = tuple((name, *(row.get(goal, "-") for goal in goals)) for name, row in cells.items())
        note = f"points, on the same games; all {differences_in(study)} intervals hold together (95 %)"
        blocks.append(Block(f"Minus {base}", ("plan", *goals), rows, note))
    return blocks


def _difference(row: Row) -> str:
    if row.value is None or row.low is None or row.high is None or row.value != row.value:
        return "-"
    value, spread = rounded(row.value, (row.high - row.low) / 2)
    return f"{'' if value.startswith('-') else '+'}{value} +- {spread}"


def _facts(study: Study, results: Sequence[UnitResult]) -> tuple[tuple[str, str], ...]:
    found = []
    budget = study.budget
    whole = [each for each in results if each.tallies]
    if budget.precision is not None and whole:
        if budget.of == "differences":
            reached = max(
                each.group.difference(goal, other, 0, comparisons=differences_in(study)).half_width
                for each in whole
                if each.group is not None
                for goal in range(len(each.unit.plans[0].goals))
                for other in range(1, each.group.plans)
            )
        else:
            reached = max(widest(budget, each.unit.plans, each.tallies, each.where) for each in whole)
        how = "watched intervals" if budget.mode == "sequence" else "pilots of 20,000 games, others reported"
        asked = f"asked +- {100 * budget.precision:g} points, reached +- {100 * reached:.2g} (the widest)"
        found.append(("precision", f"{asked}; {how}"))
    seeds = sorted({each.plan.seed for each in study.planned})
    found.append(("seed", ", ".join(map(str, seeds))))
    found.append(
        ("made with", f"scryworth {__version__}; any number again: scryworth study export, then scryworth reproduce")
    )
    return tuple(found)


def check_report(study: Study, estimate: TimeEstimate | None) -> Report:
    """The expanded plans, what is compared, and how long it will take."""
    rows = []
    for each in study.planned:
        slots = [kind for kind in each.plan.slots if kind >= 0]
        lands = sum(each.plan.kinds[kind].card.is_land for kind in slots)
        seat = {"play": "play", "draw": "draw", "both": "both"}[each.plan.seat]
        rows.append((each.name, each.plan.plan_id, str(len(slots)), str(lands), seat, str(len(each.plan.goals))))
    blocks = [Block("Plans", ("plan", "plan id", "cards", "lands", "seat", "goals"), tuple(rows))]
    pairs = tuple(
        (each.base, str(len(each.others)), ", ".join(each.others[:4]) + (", ..." if len(each.others) > 4 else ""))
        for each in study.comparisons
    )
    blocks.append(Block("Comparisons", ("base", "plans", "with"), pairs))
    return Report(
        command="study",
        title=f"{study.name}: {len(study.planned)} plans in {len(study.units)} units",
        headline=(),
        blocks=tuple(block for block in blocks if block.rows),
        tables=(),
        notices=notices_of(study),
        facts=(("budget", budget_text(study)), *(estimate.facts() if estimate is not None else ())),
    )


def budget_text(study: Study) -> str:
    """The budget in words."""
    budget = study.budget
    limit = f"; stops after {budget.minutes:g} minutes" if budget.minutes else ""
    if budget.precision is None:
        return f"{budget.games:,} games of each plan{limit}"
    what = f"goal {budget.goal}" if budget.goal else "every goal"
    kind = "each difference" if budget.of == "differences" else "each rate"
    how = "watched, stops when narrow enough" if budget.mode == "sequence" else "pilot, then fresh games"
    return (
        f"{kind} of {what} +- {100 * budget.precision:g} points ({how}), at most {budget.games:,} games a plan{limit}"
    )


def status_report(study: Study, ledger: Ledger, results: Sequence[UnitResult]) -> Report:
    """How far each unit is, and what else the ledger holds."""
    rows = []
    for each in results:
        part = f"{100 * each.where.games / each.wanted:.0f} %" if each.wanted else "pilot missing"
        reached = widest(study.budget, each.unit.plans, each.tallies, each.where) if each.tallies else None
        now = "-" if reached is None else f"+- {100 * reached:.2g}"
        rows.append((each.unit.label, f"{each.where.games:,}", f"{each.wanted:,}", part, now))
    ours = {plan.plan_id for unit in study.units for plan in unit.plans} | {unit.key.text for unit in study.units}
    counts = ledger.counts()
    others = [name for name in counts if name not in ours]
    facts = [
        ("ledger", f"{ledger.path}: {sum(n for n, _ in counts.values()):,} chunks of {len(counts)} plans and groups")
    ]
    if others:
        facts.append(("not of this study", f"{len(others)} plans and groups (other studies, or edited since): kept"))
    return Report(
        command="study",
        title=f"{study.name}: {sum(each.is_whole for each in results)} of {len(results)} units whole",
        headline=(),
        blocks=(Block("Units", ("unit", "games", "wanted", "done", "points"), tuple(rows)),),
        tables=(),
        notices=(),
        facts=tuple(facts),
        is_partial=not all(each.is_whole for each in results),
    )
