"""Card lines with the section they stand in; the one place where a blank line decides it (MTGO's text export)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from analyzer.cards.model import CardFacts
from analyzer.decks.model import Notice
from analyzer.decks.text import Line

MAIN_AT_LEAST = 60
SIDE_AT_MOST = 15


@dataclass(frozen=True, slots=True)
class Entry:
    """One card line that was understood."""

    line: int
    copies: int
    name: str
    section: str  # main, side, commander, companion or out
    marked: bool = False  # the line itself named its section
    tags: tuple[str, ...] = ()


def place_by_blank_line(
    entries: list[Entry], lines: tuple[Line, ...], headings: int, facts: dict[str, CardFacts], notices: list[Notice]
) -> list[Entry]:
    """Move the cards after the only gap to the sideboard, or to the command zone, where the export means that.

    Only a list without any heading or mark, with exactly one gap between card lines, at least 60 cards before it
    and at most 15 after it, not all of them lands. With 98 cards or more before and one or two legendary cards
    after, those are the commanders. Otherwise blank lines separate nothing. What was decided is added to `notices`.
    """
    if headings or not entries or any(entry.marked or entry.section != "main" for entry in entries):
        return entries
    blank = [line.number for line in lines if not line.text]
    pairs = list(pairwise(entries))
    gaps = [after.line for before, after in pairs if any(before.line < number < after.line for number in blank)]
    if len(gaps) != 1:
        return entries
    first = gaps[0]
    before = sum(entry.copies for entry in entries if entry.line < first)
    rest = [entry for entry in entries if entry.line >= first]
    after = sum(entry.copies for entry in rest)
    if before < MAIN_AT_LEAST or after > SIDE_AT_MOST or all(facts[entry.name].is_land for entry in rest):
        return entries
    legends = after <= 2 and before >= 98 and all("legendary" in facts[entry.name].types for entry in rest)
    section, meaning = ("commander", "commander") if legends else ("side", "sideboard")
    text = f"no headings, {before} cards, one blank line, {after} cards: the last are read as {meaning}"
    notices.append(Notice("blank-line", f"{text}; write 'Deck' above the list to shuffle them in", first))
    return [entry if entry.line < first else replace(entry, section=section) for entry in entries]
