"""Decks that are only numbers: `24 land, 4 key, 32 blank` (SEMANTICS 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from analyzer.cards.catalog import Catalog
from analyzer.cards.model import CardFacts
from analyzer.cards.names import fold
from analyzer.decks.model import Deck, Notice
from analyzer.decks.parse import MAX_CARDS
from analyzer.errors import InputError

_COMMA = re.compile(r"\s*,(?!(?<=\d,)\d{3}(?!\d))\s*")  # not the comma of `100,000`
_ENTRY = re.compile(r"(\d+)(?![\d.])\s*(?:[xX×]\s+)?\s*(\S.*)")
_LETTER = re.compile(r"[A-Za-z]\d*")
_WORD = re.compile(r"\w[\w' -]{0,39}")


def looks_like_counts(text: str) -> bool:
    """Is this counts text rather than the name of a file? It begins with a number and a word, or has numbers and
    commas; a text without any number, `my, list.txt`, is a file that is missing.

    >>> [looks_like_counts(text) for text in ("24 land, 36 blank", "60 blank", "land, 4 key", "my, list.txt")]
    [True, True, True, False]
    """
    return re.match(r"\s*\d+\s*x?\s+\S", text) is not None or re.search(r"(^|,)\s*\d+\s", text) is not None


def counts_deck(text: str, own_cards: Iterable[CardFacts] = ()) -> Deck:
    """The deck of a counts text. `land` is an untapped land for colourless mana; real cards and `own_cards` are
    themselves; every other word is a blank nonland kind that cannot be cast, and a group of its own name.

    Raises one InputError with every entry that is not understood.

    >>> deck = counts_deck("24 land, 4 key, 32 blank")
    >>> deck.size, deck.counts, deck.groups["key"], deck.facts["land"].produces
    (60, {'land': 24, 'key': 4, 'blank': 32}, ('key',), 'C')
    """
    own = tuple(own_cards)
    return _counts_deck(text, Catalog(own=own), frozenset(card.full_name.casefold() for card in own))


def _counts_deck(text: str, catalog: Catalog, own: frozenset[str]) -> Deck:
    slots: list[str] = []
    facts: dict[str, CardFacts] = {}
    spelling: dict[str, CardFacts] = {}
    notices: list[Notice] = []
    problems: list[str] = []
    for number, part in enumerate(_parts(text), start=1):
        entry = _ENTRY.fullmatch(part)
        if not entry or not entry[1].strip("0"):
            problems.append(f"entry {number}, '{part}': {_remedy(part)}")
            continue
        try:
            card = _card(entry[2], catalog, own, notices)
        except InputError as wrong:
            problems.append(f"entry {number}: {wrong}")
            continue
        card = spelling.setdefault(card.full_name.casefold(), card)
        facts[card.full_name] = card
        slots += [card.full_name] * min(int(entry[1]) if len(entry[1]) < 10 else MAX_CARDS + 1, MAX_CARDS + 1)
    if len(slots) > MAX_CARDS:
        problems.append(f"the deck has more than {MAX_CARDS:,} cards; at most {MAX_CARDS:,} can be read")
    if problems:
        raise InputError(f"counts '{text}': " + "\n  ".join(problems))
    blanks = [name for name, card in facts.items() if card.layer == "counts" and not card.is_land]
    if blanks:
        text_blank = f"not names of cards: {', '.join(blanks)}; blank nonland kinds that cannot be cast"
        notices.insert(0, Notice("blank-kind", text_blank))
    groups = {name.lower(): (name,) for name, card in facts.items() if card.layer == "counts"}
    return Deck(text.strip(), tuple(slots), facts, groups=groups, notices=tuple(notices))


def _remedy(part: str) -> str:
    if not part:
        return "there is nothing between two commas, or after the last one; take the comma away"
    if re.match(r"[-+]?\d*[.]\d|-", part):
        return "write a whole number from 1 on, as in '24 land'"
    return "write a number from 1 on and a word, as in '24 land'"


def _parts(text: str) -> list[str]:
    """The entries between commas; what has no number of its own belongs to the name before it (Niko, Light of Hope)."""
    parts: list[str] = []
    for part in _COMMA.split(text.strip()):
        if parts and part and not part[0].isdecimal() and " " in parts[-1] and parts[-1].split()[1][0].isupper():
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    return parts


def _card(name: str, catalog: Catalog, own: frozenset[str], notices: list[Notice]) -> CardFacts:
    """The card or blank kind of one word; a capitalised name that is nearly a card is refused as misspelt."""
    key = name.casefold()
    if key in ("land", "lands") and key not in own:
        types = frozenset({"land"})
        return CardFacts("land", type_line="Land", types=types, produces="C", layer="counts")
    if key in own or (catalog.knows(name) and not _LETTER.fullmatch(name)):
        found = catalog.find(name)
        notices += [Notice("name", text, card=found.card.full_name) for text in found.notices]
        return found.card
    if name[0].isupper() and not _LETTER.fullmatch(name) and ("," in name or _misspelt(name, catalog)):
        catalog.find(name)  # raises, with the near matches
    if not _WORD.fullmatch(name):
        raise InputError(
            f"'{name}' is no card, and a blank kind has a name of letters, digits and blanks; commas part the entries"
        )
    bare = [word for word in name.split() if not any(map(str.isalpha, word))]
    if bare:
        raise InputError(
            f"'{name}' is no card, and '{bare[0]}' no word of a name; write a number and a word for every kind, with "
            "commas between, as in '24 land, 36 blank'"
        )
    return CardFacts(name, layer="counts")


def _misspelt(name: str, catalog: Catalog) -> bool:
    """Is this nearly the name of a card (`Islnd`), rather than a word of the user's own?"""
    near = catalog.near(name, 1)
    return bool(near) and SequenceMatcher(None, fold(name), fold(near[0])).ratio() >= 0.85
