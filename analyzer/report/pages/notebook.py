"""A report inside a notebook: headline, charts where they can be drawn, and tables; no scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.errors import InputError

if TYPE_CHECKING:
    from analyzer.report.model import Report

MOST_CHARTS = 4


def fragment(report: Report) -> str:
    """HTML of a report for a notebook's output; pictures only where the extra `plots` is installed."""
    from jinja2 import Environment, PackageLoader

    from analyzer.report.charts.files import check_plots
    from analyzer.report.pages.page import parts_of, pips

    environment = Environment(
        loader=PackageLoader("analyzer.report.pages", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["pips"] = pips
    pictures: list[str] = []
    try:
        check_plots()
        pictures = _pictures(report)
        missing = ""
    except InputError as wrong:
        missing = str(wrong)
    template = environment.get_template("notebook.html.j2")
    return template.render(**parts_of(report), pictures=pictures, missing=missing)


def _pictures(report: Report) -> list[str]:
    from markupsafe import Markup

    from analyzer.report.charts.chosen import charts_of
    from analyzer.report.charts.files import fragment as svg

    return [Markup(svg(chart)) for chart in charts_of(report)[:MOST_CHARTS]]
