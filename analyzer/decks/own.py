"""Cards of the user's own inside a deck file: `[[card]]` tables after the list (formats F6)."""

from __future__ import annotations

from analyzer.cards.model import CardFacts
from analyzer.cards.own import own_card
from analyzer.decks.text import Line
from analyzer.errors import InputError
from analyzer.tomlfile import nearest, parse_document


def split_own_cards(lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines of the list and those of the tables: from the first line `[[card]]` on everything is TOML."""
    for place, line in enumerate(lines):
        if line.text.replace(" ", "") == "[[card]]":
            return lines[:place], lines[place:]
    return lines, ()


def read_own_cards(lines: tuple[Line, ...], name: str) -> tuple[CardFacts, ...]:
    """The cards that the tables describe; InputError with the line of the file where something is wrong.

    The text handed to the TOML reader starts with as many empty lines as the list has, so line numbers agree.
    """
    if not lines:
        return ()
    document = parse_document("\n" * (lines[0].number - 1) + "\n".join(line.raw for line in lines) + "\n", name)
    for key in document.data:
        if key != "card":
            where, hint = document.where((key,)), nearest(key, ("card",))
            raise InputError(f"{where}: only [[card]] tables may stand after the list, not '{key}'{hint}")
    cards = []
    for place, table in enumerate(document.data["card"]):
        cards.append(own_card(table, document.where(("card", place))))
    return tuple(cards)
