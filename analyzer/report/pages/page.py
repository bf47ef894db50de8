"""A report as one HTML file: what stands in it, in the order in which a reader asks, and the chart library once."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from analyzer import __version__
from analyzer.report.charts.model import Chart
from analyzer.report.charts.theme import DARK, LIGHT, MANA, variables
from analyzer.report.model import Block, Report
from analyzer.report.pages import words
from analyzer.tables import COLUMNS, Row, cell_text

SURE = ("intervals", "table intervals", "precision", "units are added to", "state")  # facts on how sure a number is
NUMBERS = ("turn", "value", "low", "high", "games", "given_games", "level")
HEADS = {
    "value": "value", "low": "from", "high": "to", "variant": "", "given_games": "games with condition", "statistic": "",
    "goal": "goal", "source": "", "turn": "turn", "games": "games", "note": "note", "unit": "unit", "level": "level",
}  # fmt: skip
_PIP = re.compile(r"\{([WUBRGC])\}")
MOST_ROWS = 2000  # rows of all tables together that a page shows; the rest is in --format json


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text, and the number in full where there is one."""

    text: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A tidy table as a page shows it."""

    name: str
    heads: tuple[str, ...]
    is_number: tuple[bool, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart on the page: its words, the table behind it and its place."""

    id: str
    chart: Chart
    grid: Grid


def page(report: Report) -> str:
    """The whole page; needs the extra `plots` (analyzer.report.charts.files.check_plots)."""
    from jinja2 import Environment, PackageLoader

    from analyzer.report.charts.chosen import charts_of
    from analyzer.report.charts.theme import ON_PAGE, config
    from analyzer.report.pages.library import specification, vega_script

    figures = [
        Figure(f"chart-{number}", chart, grid(chart.title, chart.rows, chart.columns))
        for number, chart in enumerate(charts_of(report), start=1)
    ]
    specs = {each.id: specification(each.chart.draw(ON_PAGE), config(ON_PAGE)) for each in figures}
    environment = Environment(
        loader=PackageLoader("analyzer.report.pages", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["pips"] = pips
    return environment.get_template("page.html.j2").render(
        **parts_of(report, figures),
        light=variables(LIGHT),
        dark=variables(DARK),
        mana=MANA,
        specs=Markup(script_json(specs)),
        vega=Markup(vega_script().replace("</script", "<\\/script")) if specs else "",
    )


def parts_of(report: Report, figures: Sequence[Figure] = ()) -> dict[str, Any]:
    """What a template needs, section by section."""
    deck, about = heading(report)
    kinds: dict[str, list[Figure]] = {"first": [], "bridge": [], "rules": [], "sure": [], "more": []}
    for figure in figures:
        kinds[_section(figure.chart.kind, report.command)].append(figure)
    facts = [(name, text.replace(" +- ", " ± ").replace("'+-'", "±")) for name, text in report.facts]
    return {
        "report": report,
        "deck": deck,
        "about": about,
        "headlines": words.headlines(report),
        "blocks": {place: [b for b in report.blocks if b.place == place] for place in _places(report.blocks)},
        "figures": kinds,
        "sure": [fact for fact in facts if fact[0] in SURE],
        "facts": [fact for fact in facts if fact[0] not in SURE],
        "words": words,
        "rules_note": words.RULES[report.command],
        "tables": _within([grid(table.name, table.rows) for table in report.tables]),
        "version": __version__,
    }


def heading(report: Report) -> tuple[str, str]:
    """What stands on top: the deck (or both), and what is known about the table."""
    sides = [part.partition(": ") for part in report.title.split("  |  ")]
    deck = " against ".join(dict.fromkeys(name for name, _, _ in sides))
    if len(sides) == 1:
        return deck, sides[0][2]
    return deck, "; ".join(
        f"{which}: {about}" for which, (_, _, about) in zip(("first", "second"), sides, strict=False)
    )


def _places(blocks: Sequence[Block]) -> list[str]:
    return [*dict.fromkeys(["bridge", "table", "rules", "unanswered", *(block.place for block in blocks)])]


def _section(kind: str, command: str) -> str:
    """Where a chart stands: the command's own with the headline, others with what they explain."""
    places = {"bridge": "bridge", "rules": "rules", "convergence": "sure", "mulligans": "more", "kept": "more"}
    firsts = ("worth", "curve", "difference", "castable", "plans", "differences")
    return places.get(kind, "first" if kind in firsts else "more")


def grid(name: str, rows: Sequence[Row], columns: Sequence[str] | None = None) -> Grid:
    """Tidy rows with texts as people read them; by default the columns that some row uses, without the plan's id."""
    texts = [{column: _cell(row, column) for column in COLUMNS} for row in rows]
    wanted = columns or [column for column in COLUMNS if column != "plan"]
    shown = [column for column in wanted if any(text[column].text for text in texts)]
    heads = tuple(HEADS.get(column) or column for column in shown)
    cells = tuple(tuple(text[column] for column in shown) for text in texts)
    return Grid(name, heads, tuple(column in NUMBERS for column in shown), cells)


def _cell(row: Row, column: str) -> Cell:
    value = getattr(row, column)
    exact = repr(value) if column in ("value", "low", "high") and isinstance(value, float) else ""
    return Cell(cell_text(row, column), exact)


def _within(grids: Sequence[Grid]) -> list[Grid]:
    """As many rows as a page holds; each grid says how many it leaves out."""
    left, found = MOST_ROWS, []
    for each in grids:
        kept = each.rows[: max(left, 0)]
        left -= len(kept)
        found.append(Grid(each.name, each.heads, each.is_number, kept, len(each.rows) - len(kept)))
    return found


def pips(text: str) -> Markup:
    """Text with mana symbols in mana's own colours; everything else is shown as it is.

    >>> pips("payable {U} <b>")
    Markup('payable <span class="pip pip-U">{U}</span> &lt;b&gt;')
    """
    plain = str(escape(text.replace(" +- ", " ± ")))
    return Markup(_PIP.sub(r'<span class="pip pip-\1">{\1}</span>', plain))


def script_json(content: Any) -> str:
    """JSON that can stand inside a script element, whatever its texts say.

    >>> script_json("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
