"""Progress on standard error, only where it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(label: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A bar that is told (games finished now, games wanted in all); nothing without a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda games, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda games, total: bar.update(task, advance=games, total=total)


def compiling(quiet: bool = False) -> Callable[[], None]:
    """What is said before the first compilation on a machine."""

    def say() -> None:
        if not quiet:
            click.echo("compiling the engine for this machine (once; takes about ten seconds) ...", err=True)

    return say
