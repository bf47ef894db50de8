"""Progress of a study on standard error: a bar on a terminal, or one JSON object a line, or nothing."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from analyzer.study.work import Progress

MODES = ("auto", "json", "none")


@contextmanager
def study_progress(mode: str) -> Iterator[Callable[[Progress], None] | None]:
    """What is told of every chunk: `auto` is a bar where standard error is a terminal, else nothing."""
    if mode == "json":
        yield _json_line
    elif mode == "auto" and sys.stderr.isatty():
        with _bar() as told:
            yield told
    else:
        yield None


def _json_line(progress: Progress) -> None:
    width = progress.half_width
    line = {
        "unit": progress.label, "games": progress.games, "wanted": progress.wanted,
        "unit_games": progress.unit_games, "unit_wanted": progress.unit_wanted,
        "games_per_second": round(progress.rate), "half_width": width if math.isfinite(width) else None,
        "seconds_left": None if progress.seconds_left is None else round(progress.seconds_left, 1),
    }  # fmt: skip
    click.echo(json.dumps(line, ensure_ascii=False), err=True)


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def told(progress: Progress) -> None:
            width = f", +- {100 * progress.half_width:.2g}" if math.isfinite(progress.half_width) else ""
            label = progress.label if len(progress.label) <= 30 else progress.label[:29] + "…"
            text = f"{progress.rate:,.0f} games/s; {label}: {progress.unit_games / progress.unit_wanted:.0%}{width}"
            bar.update(task, completed=progress.games, total=progress.wanted, description=text.replace("[", "\\["))

        yield told
