"""Public lists as people export them: every card line is understood, and no copy is lost."""

from __future__ import annotations

import re

import pytest

from analyzer.decks import read_deck
from tests.support.sources import SHARED

NEEDS = ("shared",)

LISTS = sorted(path for path in (SHARED / "decks").iterdir() if path.suffix in (".txt", ".dck"))
# main, commanders, sideboard, left out; all others are 60 + 15
SIZES = {
    "01": (100, 0, 0, 0),
    "03": (100, 0, 0, 0),
    "10": (98, 2, 0, 0),
    "11": (98, 0, 0, 0),
    "13": (99, 1, 0, 0),
    "15": (99, 1, 0, 1),
    "16": (99, 1, 0, 1),
    "17": (98, 2, 0, 1),
    "19": (99, 1, 0, 1),
    "21": (99, 1, 0, 10),
    "25": (99, 1, 0, 3),
    "30": (249, 0, 1, 0),
}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_line_of_a_public_list_is_understood(path):
    reading = read_deck(path)
    deck = reading.deck
    sizes = (
        deck.size,
        len(deck.commanders),
        sum(copies for copies, _ in deck.sideboard),
        sum(copies for copies, _ in reading.left_out),
    )
    assert sizes == SIZES.get(path.name[:2], (60, 0, 15, 0))
    # counted without the parser: the number that begins a line, or follows COMMANDER:
    numbers = re.findall(rb"^(?:COMMANDER: )?(\d+) ", path.read_bytes().removeprefix(b"\xef\xbb\xbf"), re.MULTILINE)
    assert sum(sizes) + (deck.companion is not None) == sum(int(number) for number in numbers)
    assert len(reading.fates) == len(path.read_text(encoding="utf-8-sig").splitlines())


def test_there_are_lists():
    assert len(LISTS) == 19


def test_byte_order_mark_and_line_ends_change_nothing():
    plain, marked = (read_deck(next(path for path in LISTS if path.name[:2] == number)).deck for number in ("22", "31"))
    assert (plain.slots, plain.sideboard, plain.name) == (marked.slots, marked.sideboard, marked.name)
