"""`scryworth verify`: the tool against published and exact numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import output_options

if TYPE_CHECKING:
    from analyzer.verify.rows import Section


@click.command("verify")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--quick", is_flag=True, help="Few games of every plan: under a minute.")
@click.option("--section", "names", multiple=True, help="Only this section; repeat for several.")
@click.option("--list", "is_list", is_flag=True, help="Name the sections and play nothing.")
@click.option("--plans", type=click.Path(path_type=Path), help="Write every row as a plan file into this folder.")
@output_options
def command(files: tuple[Path, ...], quick: bool, names: tuple[str, ...], **values: Any) -> None:
    """Play published tables and acceptance cases and compare: published, exact and our number, and a verdict.

    Without FILES: the tables that ship. FILES are plan files of your own with an [expect] table, exact = [...] with one
    value for each goal. Exit code 1 if any number is red.

    \b
    scryworth verify                          every section, a few minutes
    scryworth verify --quick                  the same with few games
    scryworth verify --section sources-2022 --format markdown
    scryworth verify my-table.toml            a plan file with expected values
    scryworth verify --plans plans/           every row as a plan file for `scryworth run --plan`
    """
    from analyzer.errors import InputError
    from analyzer.verify.rows import chosen, own_section, sections

    if files and names:
        raise InputError("--section chooses among the tables that ship; with FILES of your own leave it out")
    asked = (own_section(files),) if files else chosen(names)
    cells = sum(section.cells for section in (asked if files else sections()))
    if values["is_list"]:
        for section in asked:
            click.echo(f"{section.name:26} {section.cells:4} numbers  {section.title}")
    elif values["plans"] is not None:
        _write_plans(asked, values["plans"])
    else:
        _check(asked, cells, quick, values)


def _write_plans(asked: tuple[Section, ...], folder: Path) -> None:
    from analyzer.verify.written import write_plans

    number = write_plans(asked, folder)
    click.echo(f"{number} plan files written to {folder}", err=True)


def _check(asked: tuple[Section, ...], cells: int, quick: bool, values: dict[str, Any]) -> None:
    import time
    from datetime import UTC, datetime

    from analyzer.cli.progress import compiling, progress
    from analyzer.report.terminal import check_output, show
    from analyzer.report.verify import verify_report
    from analyzer.verify.check import check_all, games_of

    check_output(values["out"], values["format_"])
    total = sum(games_of(row, quick) for section in asked for row in section.rows)
    started = time.perf_counter()
    with progress("verifying", values["quiet"]) as advance:
        checked = list(
            check_all(
                asked,
                cells,
                is_quick=quick,
                threads=values["threads"],
                on_chunk=lambda games: advance(games, total),
                on_compile=compiling(values["quiet"]),
            )
        )
    today, seconds = datetime.now(UTC).date().isoformat(), time.perf_counter() - started
    report = verify_report(checked, asked, cells, today, seconds, is_quick=quick)
    show(report, values["format_"], values["out"], quiet=values["quiet"])
    if report.is_partial:
        raise SystemExit(130)
    if report.notices:
        raise SystemExit(1)
