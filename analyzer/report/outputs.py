"""Pages and pictures that a command writes beside its report: checked before anything is played, written at the end."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.errors import InputError
from analyzer.report.charts.files import SUFFIXES, check_plots, check_suffix, rendered
from analyzer.report.charts.kinds import check_kind
from analyzer.report.model import Report
from analyzer.report.terminal import check_place
from analyzer.tables import write

if TYPE_CHECKING:
    from analyzer.plan.model import Plan

PAGE_SUFFIXES = (".html", ".htm")
OURS = ("--html", "--plot", "--chart", "--out", "-o", "--format", "--threads")  # options that change no number


@dataclass(frozen=True, slots=True)
class Pictures:
    """What was asked for: a page, a picture of one chart, or nothing."""

    html: Path | None = None
    plot: Path | None = None
    chart: str = ""

    @property
    def wanted(self) -> bool:
        return self.html is not None or self.plot is not None


def asked(command: str, html: Path | None, plot: Path | None, chart: str | None) -> Pictures:
    """The pictures that options name, before anything is played.

    InputError for an unknown ending, a chart that the command does not draw, or a library that is not installed;
    RunError for a place that cannot be written.
    """
    kind = check_kind(command, chart)
    if chart is not None and plot is None:
        raise InputError(f"--chart {chart}: name the file too, --plot {chart}.svg ({', '.join(SUFFIXES)})")
    if html is not None and html.suffix.lower() not in PAGE_SUFFIXES:
        raise InputError(f"{html}: the ending {html.suffix or '(none)'} is not one of {', '.join(PAGE_SUFFIXES)}")
    if plot is not None:
        check_suffix(plot)
    for place in (html, plot):
        if place is not None:
            check_plots()
            check_place(place)
    return Pictures(html, plot, kind)


def check_played(
    pictures: Pictures, plan: Plan, games: int, *, default: bool = False, ledger: bool = False, chunk: int
) -> None:
    """InputError when a run of this plan cannot have the chart asked for; `default`: no goal was given."""
    if pictures.plot is None:
        return
    reason = ""
    match pictures.chart:
        case "convergence" if games <= chunk:
            reason = f"it needs more than {chunk:,} games"
        case "castable" if not default:
            reason = "it is drawn of the default goals; leave --goal out"
        case "bridge" if default:
            reason = "it is drawn of goals that you give; add --goal"
        case "mana" if not {"mana spent", "mana available"} <= set(plan.measures):
            reason = "the plan does not measure mana; add --measure 'mana spent' --measure 'mana available'"
        case "kept" | "mulligans" if plan.mulligan == "none":
            reason = "there are no mulligans"
        case "curve" | "first-turn" if plan.turns < 2:
            reason = "the plan has one turn only"
        case "difference" if ledger:
            reason = "a ledger does not keep differences by turn; leave --ledger out"
        case "difference" if all(getattr(goal, "given", None) is not None for goal in plan.goals):
            reason = "it is drawn of goals without a condition (given)"
        case _:
            return
    raise InputError(f"--chart {pictures.chart}: this result has no such chart: {reason}")


def typed() -> str:
    """The command as it was typed, without the options that only say where things are written."""
    words, left = [], sys.argv[1:]
    while left:
        word = left.pop(0)
        if word.partition("=")[0] in OURS:
            left = left if "=" in word else left[1:]
        elif word != "--quiet":
            words.append(word)
    return shlex.join(["scryworth", *words])


def write_pictures(report: Report, pictures: Pictures, *, command: str = "", quiet: bool = False) -> None:
    """Write what was asked for; each file whole or not at all. `command`: what makes the report again.

    InputError when the result lacks the chart.
    """
    if not pictures.wanted:
        return
    from analyzer.report.charts.chosen import chart_of

    written = []
    if pictures.plot is not None:
        chart = chart_of(report, pictures.chart)
        write(pictures.plot, rendered(chart, pictures.plot.suffix.lower(), source_of(report)))
        written.append(pictures.plot)
    if pictures.html is not None:
        from analyzer.report.pages.page import page

        write(pictures.html, page(replace(report, command_line=command)))
        written.append(pictures.html)
    if not quiet:
        click.echo(f"written: {', '.join(map(str, written))}", err=True)


def source_of(report: Report) -> str:
    """Whose numbers a picture shows, in one line."""
    games = next((text.partition(" (")[0] for name, text in report.facts if name == "games"), "")
    played = f", {games} games" if games else ""
    return f"{report.title}{played}{', partial' if report.is_partial else ''}"
