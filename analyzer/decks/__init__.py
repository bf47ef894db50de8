"""Decklist dialects, counts and shipped examples, read into one immutable deck."""

from __future__ import annotations

from analyzer.decks.align import align, swap, swap_cards
from analyzer.decks.load import check_hand, example_names, load_deck, read_deck
from analyzer.decks.model import Deck, Notice
from analyzer.decks.parse import Reading, parse_deck

__all__ = [
    "Deck",
    "Notice",
    "Reading",
    "align",
    "check_hand",
    "example_names",
    "load_deck",
    "parse_deck",
    "read_deck",
    "swap",
    "swap_cards",
]
