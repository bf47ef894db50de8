"""A report before it is printed: texts for people in blocks, and the same numbers as tidy tables for programs."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.decks.model import Notice
from analyzer.tables import Table


@dataclass(frozen=True, slots=True)
class Block:
    """One table that people read; the first column is text, the others are aligned right unless all are text.

    `place` says where a page puts it: "table", "bridge", "rules" (by other rules of play) or "unanswered".
    `bars` are shares of 1, one a row, that a terminal draws at the end of the row.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    place: str = "table"
    bars: tuple[float, ...] = ()
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How often two plans disagree, and one such game as both played it: (plan, transcript) pairs."""

    line: str
    game: int = -1
    transcripts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a command has to say, in the order in which a reader asks."""

    command: str
    title: str
    headline: tuple[str, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    notices: tuple[Notice, ...]
    facts: tuple[tuple[str, str], ...]  # how it was made: rules, seed, games, version, plan id
    plan_id: str = ""
    plan_json: str = ""
    is_partial: bool = False
    seconds: float = 0.0
    command_line: str = ""  # what makes the report again, as it is typed
    disagreement: Disagreement | None = None

    def _repr_html_(self) -> str:
        from analyzer.report.pages.notebook import fragment

        return fragment(self)
