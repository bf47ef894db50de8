"""A chart before it is drawn: its kind, its words, the rows of the tidy tables behind it, and what draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyzer.report.charts.theme import Style
from analyzer.tables import Row

Drawing = Callable[[Style], Any]  # an Altair chart


@dataclass(frozen=True, slots=True)
class Chart:
    """One picture. `alt` says in words what it shows; `rows` are its numbers, `columns` the ones worth a column."""

    kind: str
    title: str
    caption: str
    alt: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    draw: Drawing
