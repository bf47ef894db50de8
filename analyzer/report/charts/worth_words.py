"""The worth card in words: which sources it shows, what each is worth, and all of it as one line for a chat."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.report.charts.numbers import number, plain_measure
from analyzer.report.model import Report
from analyzer.tables import Row

PARTS = ("look", "draw", "tempo")
MOST_SOURCES, IN_A_LINE = 12, 4
ALL = "all sources together"
OTHER, OUT_OF_REACH = "in units of ", "out of reach"


def sources_of(rows: Sequence[Row]) -> list[str]:
    """Sources by what they are worth in all, largest first, after all of them together; abilities of one card are one."""
    net = {row.source: row.value or 0.0 for row in rows if row.statistic == "net" and not row.note}
    return sorted(net, key=lambda name: (name != ALL, -net[name]))


def part_of(rows: Sequence[Row], source: str, statistic: str) -> Row | None:
    """The row of a source and a part, in points or the measure's own unit."""
    found = (row for row in rows if (row.source, row.statistic) == (source, statistic) and not _unit(row))
    return next(found, None)


def _unit(row: Row) -> str:
    """The unit of a ladder that a row is in: cards, lands, or one that its note names; empty for other rows."""
    named = row.note.partition("; ")[0]
    return row.unit if row.unit in ("cards", "lands") else named.removeprefix(OTHER) if named.startswith(OTHER) else ""


def _verdict(row: Row) -> str:
    """Why a worth in a unit has no number; empty where it has one."""
    return row.note if not row.note.startswith(OTHER) else row.note.partition("; ")[2]


def units_text(rows: Sequence[Row], source: str) -> str:
    """What a source is worth in cards, lands and other units, in words; empty where no worth was found."""
    units = [row for row in rows if row.source == source and _unit(row)]
    whole = part_of(rows, source, units[0].statistic) if units else None
    if whole is None or not is_found(whole):
        return ""
    worth = [f"{number(row)} {_unit(row)}" for row in units if not _verdict(row)]
    words = [f"the {whole.statistic} is worth {' or '.join(worth)}"] if worth else []
    never = [_unit(row) for row in units if _verdict(row) == OUT_OF_REACH]
    words += [f"no number of {' or '.join(never)} buys it"] if never else []
    words += [f"in {_unit(row)}: {said}" for row in units if (said := _verdict(row)) not in ("", OUT_OF_REACH)]
    return "; ".join(words)


def is_found(row: Row) -> bool:
    """Does the interval exclude 0?"""
    return row.low is not None and row.high is not None and not row.low <= 0 <= row.high


def shown_sources(rows: Sequence[Row]) -> tuple[list[str], str]:
    """Sources that a picture has room for and something to say about, and what is said of the others."""
    sources = sources_of(rows)
    found = [
        name
        for name in sources
        if name == ALL or len(sources) == 1 or any(is_found(r) for part in PARTS if (r := part_of(rows, name, part)))
    ]
    silent = [name for name in sources if name not in found]
    words = f" No effect was found of {', '.join(silent)}." if silent else ""
    more = len(found) - MOST_SOURCES
    return found[:MOST_SOURCES], words + (f" {more} more sources are in the table only." if more > 0 else "")


def spoken(source: str, rows: Sequence[Row]) -> str:
    """A source in a sentence: its parts, then its units."""
    units = units_text(rows, source)
    return f"{_parts(source, rows)}{f' ({units})' if units else ''}"


def _parts(source: str, rows: Sequence[Row]) -> str:
    parts = [f"{each} {number(row, 1, True)}" for each in PARTS if (row := part_of(rows, source, each)) and row.value]
    return f"{source}: {', '.join(parts) or 'worth nothing'}"


def one_line(report: Report) -> str:
    """The card of the first goal as one line for a chat: the chance, then the sources, largest first."""
    rows = next((table.rows for table in report.tables if table.name == "value"), ())
    mine = [row for row in rows if row.goal == rows[0].goal]
    whole = next((row for row in mine if row.statistic == "rate"), None)
    if whole is None:
        return ""
    share = whole.unit == "share"
    rate = f"{number(whole, 100)} %" if share else number(whole)
    shown = shown_sources(mine)[0][:IN_A_LINE]
    told = [*(spoken(source, mine) for source in shown[:1]), *(_parts(source, mine) for source in shown[1:])]
    deck = report.title.partition(":")[0]
    unit = "points" if share else "mana"
    return f"{deck} | {plain_measure(whole.goal)}: {rate} | worth in {unit}: {'; '.join(told)}"
