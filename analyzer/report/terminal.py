"""Reports as text: aligned tables by rich, markdown, CSV, JSON and Parquet, to standard output or to a file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.errors import InputError, RunError
from analyzer.report.model import Block, Report
from analyzer.tables import SUFFIXES, Table, document, needs_pyarrow, rendered, to_csv, to_json, write

if TYPE_CHECKING:
    from rich.console import Console

ENDINGS = {".txt": "table", **SUFFIXES}  # of files and their formats
PIPE_WIDTH = 160  # columns where the output is no terminal
BAR = 12  # cells of a full bar


def show(report: Report, format: str | None = None, out: Path | None = None, *, quiet: bool = False) -> None:
    """Print a report in a format, or write it to a file whose ending may name the format; notices go to stderr.

    RunError when the file cannot be written; nothing is half written.
    """
    format = output_format(out, format)
    content = written(report, format)
    if out is not None:
        write(out, content)
        if not quiet:
            click.echo(f"written: {out}", err=True)
    elif isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        click.echo(content, nl=False)
    if format != "table" and not quiet:
        for notice in report.notices:
            click.echo(f"note: {notice}", err=True)


def output_format(
    out: Path | None, format: str | None = None, endings: Mapping[str, str] = ENDINGS, plain: str = "table"
) -> str:
    """What is printed or written: the format asked for, else what the ending of the file names, else `plain`.

    InputError for an unknown ending, and for an ending that names another format than the one asked for.

    >>> output_format(Path("a.csv")), output_format(None, "json"), output_format(Path("a"), "json")
    ('csv', 'json', 'json')
    """
    ending = "" if out is None else out.suffix.lower()
    if not ending:
        return format or plain
    if ending not in endings:
        raise InputError(f"-o {out}: the ending {ending} is not one of {', '.join(endings)}")
    named = endings[ending]
    if format is not None and format != named:
        raise InputError(f"-o {out} names the format {named}, --format asks for {format}: leave one of them out")
    return named


def check_output(
    out: Path | None, format: str | None = None, endings: Mapping[str, str] = ENDINGS, plain: str = "table"
) -> str:
    """Before anything is played: the format; InputError as `output_format`, RunError where nothing can be written."""
    format = output_format(out, format, endings, plain)
    if format == "parquet":
        needs_pyarrow()
    if out is not None:
        check_place(out)
    elif format == "parquet" and sys.stdout.isatty():
        raise InputError("--format parquet is no text to read: write it to a file with -o FILE.parquet")
    return format


def check_place(out: Path) -> None:
    """RunError for a place where no file can be written."""
    folder = out.parent if str(out.parent) else Path()
    if out.is_dir():
        raise RunError(f"cannot write {out}: it is a folder; name a file in it")
    if not folder.is_dir():
        raise RunError(f"cannot write {out}: the folder {folder} does not exist; choose another place or make it")
    if not os.access(out if out.exists() else folder, os.W_OK):
        raise RunError(f"cannot write {out}: it may not be written; choose another place")


def written(report: Report, format: str) -> str | bytes:
    """The report in one of table, csv, json, markdown, parquet."""
    rows = tuple(row for table in report.tables for row in table.rows)
    if report.is_partial:  # JSON and text say it once, a table of rows in every row
        rows = tuple(replace(row, note="; ".join(filter(None, ("partial", row.note)))) for row in rows)
    if format == "csv":
        return to_csv(Table(report.command, rows))
    if format == "json":
        return to_json(as_document(report))
    if format == "parquet":
        return rendered(Table(report.command, rows), "parquet")
    if format == "markdown":
        return as_markdown(report)
    return as_text(report)


def as_document(report: Report) -> dict[str, object]:
    """The JSON document of formats F9."""
    notices = [
        {key: value for key, value in (("code", n.code), ("card", n.card), ("line", n.line), ("text", n.text)) if value}
        for n in report.notices
    ]
    return document(
        report.command,
        report.tables,
        plan_id=report.plan_id,
        plan=json.loads(report.plan_json) if report.plan_json else None,
        notices=notices,
        partial=report.is_partial,
        seconds=report.seconds,
    )


def as_markdown(report: Report) -> str:
    """Headline, tables and facts in markdown."""
    lines = [f"## {report.title}", "", *(f"**{line}**  " for line in report.headline), ""]
    for block in report.blocks:
        lines += [f"### {block.title}", "", _markdown_row(block.columns)]
        lines.append("|---" + ("|---" if block.is_text else "|---:") * (len(block.columns) - 1) + "|")
        lines += [_markdown_row(row) for row in block.rows]
        lines += ["", *([block.note, ""] if block.note else [])]
    lines += [f"- {notice}" for notice in report.notices]
    lines += ["", *(f"- {name}: {text}" for name, text in report.facts)]
    return "\n".join(lines).strip() + "\n"


def _markdown_row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def as_text(report: Report) -> str:
    """The report for a terminal: colours only there, no wider than it is, and readable through a pipe."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    console = Console(file=sys.stdout, width=None if terminal else PIPE_WIDTH, highlight=False, soft_wrap=not terminal)
    with console.capture() as capture:
        console.print(f"[bold]{_plain(report.title)}[/bold]")
        for line in report.headline:
            console.print(_plain(line))
        for block in report.blocks:
            console.print()
            _print_block(console, block)
        if report.notices:
            console.print()
        for notice in report.notices:
            console.print(f"[yellow]note:[/yellow] {_plain(str(notice))}")
        console.print()
        for name, text in report.facts:
            console.print(f"[dim]{_plain(name)}: {_plain(text)}[/dim]")
    return capture.get()


def _plain(text: str) -> str:
    """Text that rich prints as it is, with the sign for a half-width."""
    from rich.markup import escape

    return escape(text.replace(" +- ", " ± "))


def _print_block(console: Console, block: Block) -> None:
    """A block as a table; on a terminal with small bars where there is room, and line by line where there is not."""
    from rich import box
    from rich.table import Table as RichTable

    room = console.width - natural_width(block)
    if console.is_terminal and room < 0:
        _print_lines(console, block)
        return
    bars = block.bars if console.is_terminal and room > BAR + 2 else ()
    table = RichTable(
        title=_plain(block.title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for number, column in enumerate(block.columns):
        left = number == 0 or block.is_text
        table.add_column(_plain(column), justify="left" if left else "right", overflow="fold")
    if bars:
        table.add_column("", no_wrap=True, style="cyan")
    for number, row in enumerate(block.rows):
        table.add_row(*map(_plain, row), *([bar(bars[number])] if bars else []))
    console.print(table)
    if block.note:
        console.print(f"[dim]{_plain(block.note)}[/dim]")


def natural_width(block: Block) -> int:
    """Columns that a block takes when nothing is folded."""
    from rich.cells import cell_len

    rows = [block.columns, *block.rows]
    return sum(max(cell_len(row[place]) for row in rows) + 2 for place in range(len(block.columns)))


def bar(share: float) -> str:
    """A share of 1 as a bar of BAR cells, to an eighth of a cell.

    >>> bar(0.5), bar(0.0), bar(1 / 96)
    ('██████', '', '▏')
    """
    eighths = round(8 * BAR * min(max(share, 0.0), 1.0)) if share == share else 0
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def _print_lines(console: Console, block: Block) -> None:
    """A block on a narrow terminal: each row's name, then a line for each of its cells."""
    console.print(f"[bold]{_plain(block.title)}[/bold]")
    for row in block.rows:
        console.print(_plain(row[0]))
        for name, cell in zip(block.columns[1:], row[1:], strict=True):
            if cell:
                console.print(f"  [dim]{_plain(name)}:[/dim] {_plain(cell)}")
    if block.note:
        console.print(f"[dim]{_plain(block.note)}[/dim]")
