"""`scryworth study`: many plans in one file, their ledger, and their tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import picture_options
from analyzer.cli.progress import compiling
from analyzer.cli.study_progress import MODES, study_progress

if TYPE_CHECKING:
    from analyzer.report.model import Report
    from analyzer.study.resolved import Study

TABLES = ("rates", "comparisons", "curves", "measures")
REPORT_ENDINGS = {".txt": "table", ".md": "markdown", ".markdown": "markdown"}
PATH = click.Path(path_type=Path)
FIRST_STOP = "finishing the chunks in flight; Ctrl-C again stops at once (finished chunks are kept either way)"


def _study_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    option = click.option(
        "--ledger", type=PATH, help="File of finished chunks (default: STUDY with ending .ledger; of an example here)."
    )
    return click.argument("study")(option(command))


def _crew_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--workers", type=click.IntRange(1, 1024), help="Threads or processes (default: all cores)."),
        click.option(
            "--executor", type=click.Choice(["threads", "processes"]), default="threads", show_default=True,
            help="Who plays; results do not depend on it.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def _load(study: str) -> Study:
    from analyzer.study.resolved import load_study, study_path

    return load_study(study_path(study))


def _ledger_of(study: str, ledger: Path | None) -> Path:
    from analyzer.study.resolved import study_path

    path = study_path(study).with_suffix(".ledger")
    return ledger if ledger is not None else Path(path.name) if study.startswith("example:") else path


def _print(report: Report, format: str | None = None, out: Path | None = None) -> None:
    from analyzer.report.terminal import show

    show(report, format, out)


@click.group("study")
def command() -> None:
    """Run hundreds of plans from one file; kill, resume, merge; tables whose every number can be made again.

    STUDY is a file, or example:lands-temples.

    \b
    scryworth study check lands.toml            # plans, games and time, before anything runs
    scryworth study run lands.toml              # Ctrl-C any time; the same command goes on
    scryworth study report lands.toml
    scryworth study export lands.toml -o lands.csv
    scryworth reproduce lands.csv 17
    """


@command.command("check")
@_study_argument
@click.option("--workers", type=click.IntRange(1, 1024), help="Threads of the run (default: all cores).")
@click.option("--no-probe", is_flag=True, help="Play nothing: no time estimate.")
def check(study: str, ledger: Path | None, workers: int | None, no_probe: bool) -> None:
    """Expand STUDY and print its plans, the games and an estimate of the time from a few games of some plans.

    \b
    scryworth study check lands.toml
    scryworth study check lands.toml --no-probe
    """
    from analyzer.ledger import Ledger
    from analyzer.study.crew import crew_of
    from analyzer.study.estimate import estimate_time
    from analyzer.study.report import check_report

    plans = _load(study)
    place = _ledger_of(study, ledger)
    estimate = None
    if not no_probe:
        opened = Ledger(place) if ledger is not None or place.exists() else nullcontext()
        with opened as known, crew_of("threads", workers) as crew:
            estimate = estimate_time(plans, crew, known, compiling())
    _print(check_report(plans, estimate))


@command.command("run")
@_study_argument
@_crew_options
@click.option(
    "--minutes", type=click.FloatRange(min=0), help="Stop after so many minutes (also in the study's budget)."
)
@click.option("--progress", type=click.Choice(MODES), default="auto", show_default=True,
              help="auto: a bar on a terminal; json: a JSON object a line on standard error.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="No progress, no report: only the ledger is filled.")
def run(
    study: str,
    ledger: Path | None,
    executor: str,
    workers: int | None,
    minutes: float | None,
    progress: str,
    quiet: bool,
) -> None:
    """Play what the ledger of STUDY lacks, then print the report. Run it again to go on where it stopped.

    The first Ctrl-C finishes the chunks in flight, the second stops at once; both end with exit code 130 and keep
    every finished chunk.

    \b
    scryworth study run lands.toml
    scryworth study run lands.toml --executor processes --workers 8 --progress json
    """
    from analyzer.ledger import Ledger
    from analyzer.study.crew import crew_of
    from analyzer.study.play import results, run_study
    from analyzer.study.report import study_report
    from analyzer.study.stopping import interruptible

    plans = _load(study)
    limit = minutes if minutes is not None else plans.budget.minutes
    place = _ledger_of(study, ledger)
    try:
        with interruptible(limit, "" if quiet else FIRST_STOP) as stop, Ledger(place, write=True) as opened:
            with crew_of(executor, workers) as crew, study_progress("none" if quiet else progress) as told:
                run_study(plans, opened, crew, stop, on_progress=told, on_compile=compiling(quiet))
            if not quiet:
                _print(study_report(plans, results(plans, opened)))
    except KeyboardInterrupt:
        _leave(f"stopped at once; go on with: scryworth study run {study}")
    if stop.reason:
        why = "interrupted" if stop.reason == "interrupted" else f"the {limit:g} minutes are over"
        click.echo(f"{why}; go on with: scryworth study run {study}", err=True)
    if stop.reason == "interrupted":
        raise SystemExit(130)


def _leave(text: str) -> None:
    """End now: threads that still play are not waited for; the ledger is closed."""
    click.echo(text, err=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(130)


@command.command("status")
@_study_argument
def status(study: str, ledger: Path | None) -> None:
    """How far each plan of STUDY is, and the precision reached.

    \b
    scryworth study status lands.toml
    """
    from analyzer.ledger import Ledger
    from analyzer.study.play import results
    from analyzer.study.report import status_report

    plans = _load(study)
    with Ledger(_ledger_of(study, ledger)) as opened:
        _print(status_report(plans, opened, results(plans, opened)))


@command.command("report")
@_study_argument
@click.option("--format", "format_", type=click.Choice(["table", "markdown"]),
              help="What is printed (default: table, or what the ending of --out says); for programs see: scryworth study export.")  # fmt: skip
@click.option("-o", "--out", type=PATH, help="Write to this file (.txt or .md).")
@picture_options("study")
def report(
    study: str,
    ledger: Path | None,
    format_: str | None,
    out: Path | None,
    html: Path | None,
    plot: Path | None,
    chart: str | None,
) -> None:
    """Print what the ledger of STUDY holds: rates by the axes of its grids, and differences from each base.

    \b
    scryworth study report lands.toml
    scryworth study report lands.toml --format markdown
    scryworth study report lands.toml --html lands.html
    """
    from analyzer.ledger import Ledger
    from analyzer.report.outputs import asked, typed, write_pictures
    from analyzer.report.terminal import check_output
    from analyzer.study.play import results
    from analyzer.study.report import picture_tables, study_report

    check_output(out, format_, REPORT_ENDINGS)
    pictures = asked("study", html, plot, chart)
    plans = _load(study)
    with Ledger(_ledger_of(study, ledger)) as opened:
        found = results(plans, opened)
    told = study_report(plans, found)
    _print(told, format_, out)
    if pictures.wanted:
        write_pictures(replace(told, tables=picture_tables(plans, found)), pictures, command=typed())


@command.command("export")
@_study_argument
@click.option("-o", "--out", type=PATH, required=True, help="A .csv, .json or .parquet file.")
@click.option("--table", "tables", type=click.Choice(TABLES), multiple=True, help="Only these tables (default: all).")
def export(study: str, ledger: Path | None, out: Path, tables: tuple[str, ...]) -> None:
    """Write the tidy tables of STUDY, one row a number, a column for each axis; the bytes depend on the games only.

    A CSV gets a file FILE.provenance.json beside it, from which `scryworth reproduce FILE ROW` plays a row again;
    JSON and Parquet carry it inside.

    \b
    scryworth study export lands.toml -o lands.csv
    scryworth study export lands.toml -o rates.parquet --table rates
    """
    from analyzer.ledger import Ledger
    from analyzer.report.terminal import check_output
    from analyzer.study.export import PROVENANCE, exported, format_of
    from analyzer.study.play import results
    from analyzer.study.tables import lines_of
    from analyzer.tables import write

    format_ = format_of(out)
    check_output(out, format_)
    plans = _load(study)
    with Ledger(_ledger_of(study, ledger)) as opened:
        found = results(plans, opened)
    lines = lines_of(plans, found, tables or TABLES)
    content, beside = exported(plans, found, lines, format_)
    if beside is not None:
        write(out.with_name(out.name + PROVENANCE), beside)
    write(out, content)
    whole = "" if all(each.is_whole for each in found) else " (partial: games are missing, see study status)"
    click.echo(f"written: {out}, {len(lines):,} rows{whole}", err=True)


@command.command("merge")
@click.argument("target", type=PATH)
@click.argument("sources", type=PATH, nargs=-1, required=True)
@click.option("--salvage", is_flag=True, help="Of damaged sources take every chunk that can be read and is whole.")
def merge(target: Path, sources: tuple[Path, ...], salvage: bool) -> None:
    """Copy the chunks of the ledgers SOURCES into the ledger TARGET, which is made if it is missing.

    A chunk that is there already is harmless; two different tallies of the same games are an error that names both
    origins, and nothing is changed.

    \b
    scryworth study merge all.ledger monday.ledger laptop.ledger
    scryworth study merge saved.ledger damaged.ledger --salvage
    """
    from analyzer.ledger_merge import merge as merged

    for each in merged(target, sources, salvage=salvage):
        lost = f", {each.lost:,} could not be read" if each.lost else ""
        click.echo(f"{each.source}: {each.copied:,} chunks copied, {each.known:,} were there{lost}")


@command.command("schema")
def schema() -> None:
    """Print the JSON schema of the study file, for editors that check and complete.

    \b
    scryworth study schema > study.schema.json
    """
    import json

    from analyzer.study.schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2))
