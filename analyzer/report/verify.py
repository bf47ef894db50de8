"""What `verify` says: a table for each section with published, exact and our number, and the verdict on the whole."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer import __version__
from analyzer.decks.model import Notice
from analyzer.report.model import Block, Report
from analyzer.stats import exact, plus_minus, share_text
from analyzer.tables import Row, Table, estimate_row
from analyzer.verify.check import BUDGET, Checked, Verdict
from analyzer.verify.rows import Section

COLUMNS = ("row", "number", "published", "exact", "again by", "ours", "finds", "verdict")
SCALED = ("share", "points")  # units that are printed in per cent or points


def verify_report(
    checked: Sequence[Checked], asked: Sequence[Section], cells: int, today: str, seconds: float, *, is_quick: bool
) -> Report:
    """The report of a verification; `asked` are the sections that were to be checked, `cells` shared the budget."""
    verdicts = [verdict for each in checked for verdict in each.verdicts]
    red = [verdict for verdict in verdicts if not verdict.is_green]
    missing = sum(section.cells for section in asked) - len(verdicts)
    is_partial = any(each.is_partial for each in checked)
    games = "few games (--quick)" if is_quick else "the games of each plan"
    return Report(
        command="verify",
        title=f"scryworth {__version__} against published and exact numbers, {today}",
        headline=_headline(verdicts, red, missing if is_partial else 0),
        blocks=tuple(block for each in checked for block in _blocks(each)),
        tables=tuple(Table(each.section.name, _rows(each)) for each in checked if each.verdicts),
        notices=tuple(Notice("red", _said(verdict)) for verdict in red),
        facts=(
            ("judged", f"two-sided exact tails; false alarms {BUDGET:g} over all {cells} cells together; {games}"),
            ("again by", "how `run --exact` finds the exact value; empty where only the table or a case gives it"),
            ("finds", "the error that is found in 999 of 1,000 runs, in points (or cards, lands)"),
            ("every row", "is a plan file: verify --plans FOLDER writes them, run --plan plays them"),
            ("made with", f"scryworth {__version__}"),
        ),
        is_partial=is_partial,
        seconds=seconds,
    )


def _headline(verdicts: Sequence[Verdict], red: Sequence[Verdict], missing: int) -> tuple[str, ...]:
    state = f"RED: {len(red)} of {len(verdicts)} numbers disagree" if red else f"green: {len(verdicts)} numbers agree"
    known = sum(1 for verdict in verdicts if verdict.known)
    lines = [state]
    if known:
        lines.append(f"{known} published numbers differ from the exact ones, for reasons that are named")
    if missing:
        lines.append(f"PARTIAL: interrupted, {missing} numbers were not checked")
    return tuple(lines)


def _blocks(checked: Checked) -> list[Block]:
    section = checked.section
    rows = tuple(_cells(verdict) for verdict in checked.verdicts)
    sources = sorted({verdict.source for verdict in checked.verdicts if verdict.source})
    reasons = sorted({verdict.known for verdict in checked.verdicts if verdict.known})
    title = f"{section.title} ({section.name}){', PARTIAL: interrupted' if checked.is_partial else ''}"
    note = ". ".join([*(f"published: {source}" for source in sources), *filter(None, [section.note]), *reasons])
    blocks = [Block(title, COLUMNS, rows, note)] if rows else []
    if section.waiting:
        blocks.append(Block(f"Waiting ({section.name})", ("number", "why"), section.waiting))
    return blocks


def _cells(verdict: Verdict) -> tuple[str, ...]:
    scale = 100 if verdict.unit in SCALED else 1
    ours = share_text(verdict.ours) if verdict.unit == "share" else plus_minus(verdict.ours.scaled(scale))
    state = ("ok" if not verdict.known else "ok; published differs") if verdict.is_green else "RED"
    value = f"{scale * float(verdict.exact):.{2 if verdict.unit == 'share' else 4}f}"
    finds = f"{scale * verdict.finds:.2g}"
    return verdict.row, verdict.what, verdict.published, value, _short(verdict.form), ours, finds, state


def _short(form: str) -> str:
    """The way to a second derivation in one or two words.

    >>> _short("recursion over mulligans and draws"), _short("all 2,520 arrangements played")
    ('recursion', '2,520 arrangements')
    """
    return form.replace("all ", "").replace(" played", "").split(" over ")[0]


def _said(verdict: Verdict) -> str:
    """All that is wrong with a red number."""
    scale = 100 if verdict.unit in SCALED else 1
    exact_text = f"{scale * float(verdict.exact):.4f}"
    wrong = []
    if verdict.tail < verdict.alarm:
        wrong.append(
            f"{scale * verdict.ours.value:.4f} against {exact_text}, which happens by chance in {verdict.tail:.1e} "
            f"of runs (alarm below {verdict.alarm:.1e})"
        )
    if not verdict.form_fits:
        wrong.append(f"the {verdict.form} does not give {verdict.exact}")
    if verdict.published_fits is False and not verdict.known:
        wrong.append(f"published {verdict.published}, but exactly {exact_text}")
    return f"{verdict.row}, {verdict.what}: {'; '.join(wrong)}"


def _rows(checked: Checked) -> tuple[Row, ...]:
    """Exact and our value of every number, one row each; the note says what was published, and the verdict."""
    rows = []
    for verdict in checked.verdicts:
        state = "green" if verdict.is_green else "red"
        labels = {"plan": verdict.plan_id, "variant": verdict.row, "goal": verdict.what, "source": verdict.source}
        unit = verdict.unit
        published = f"; published {verdict.published}" if verdict.published else ""
        known = f" ({verdict.known})" if verdict.known else ""
        form = f"; exact again by {verdict.form}" if verdict.form else ""
        note = f"{state}; tail {verdict.tail:.3g}; finds {verdict.finds:.2g}{form}{published}{known}"
        rows.append(estimate_row(verdict.ours, statistic="ours", unit=unit, note=note, **labels))
        rows.append(
            estimate_row(exact(float(verdict.exact)), statistic="exact", unit=unit, note=str(verdict.exact), **labels)
        )
    return tuple(rows)
