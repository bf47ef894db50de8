"""Names in scenarios: card names, labels and letters in running text, and the facts behind them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from analyzer.cards.catalog import Catalog
from analyzer.cards.model import CardFacts
from analyzer.cards.names import fold, nearest
from analyzer.errors import InputError
from analyzer.rulebook.tokens import creature_facts, is_token_name, token_facts

LETTER = re.compile(r"[A-Za-z]\d*$")
_CATALOG = Catalog()
LONGEST = 9  # words of a card name that are tried together


@dataclass
class Names:
    """What names mean in one scenario: own cards, letters, labels of permanents, then the card table."""

    letters: dict[str, str] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)
    own: dict[str, CardFacts] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)

    def knows(self, text: str) -> bool:
        """Is this (whole) text the name of something?"""
        if LETTER.match(text) or text in self.labels or fold(text) in self.own:
            return True
        return is_token_name(text) or _CATALOG.knows(text)

    def facts(self, name: str) -> CardFacts:
        """The facts of a card name or letter; InputError with near matches if there is none."""
        if fold(name) in self.own:
            return self.own[fold(name)]
        if LETTER.match(name):
            named = self.letters.get(name) or self.letters.get(name[0])
            return letter_facts(name) if named is None else self.facts(named)
        if is_token_name(name):
            return token_facts(name)
        return _CATALOG.find(name).card

    def group_of(self, letter: str) -> str:
        return "key" if letter[:1] == "K" else ""


def letter_facts(letter: str) -> CardFacts:
    """A letter is a blank nonland card of that name; L, L1, ... are lands without colour.

    >>> letter_facts("A").is_land, letter_facts("L2").is_land
    (False, True)
    """
    types = frozenset({"land"}) if letter[0] == "L" else frozenset({"blank"})
    return CardFacts(letter, types=types, type_line="Land" if letter[0] == "L" else "", layer="counts")


def split_names(text: str, knows: Callable[[str], bool]) -> list[str]:
    """Split running text into names, the longest known first; a number in front repeats the name.

    >>> known = {"Opt", "Read the Bones", "Island", "A", "B"}
    >>> split_names("Opt, Read the Bones 2 Island A B", known.__contains__)
    ['Opt', 'Read the Bones', 'Island', 'Island', 'A', 'B']
    """
    words = text.replace(";", " ").split()
    found: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        if word.strip(",") in ("", "and"):
            place += 1
            continue
        number = 1
        if word.isdigit() and place + 1 < len(words):
            number = int(word)
            place += 1
        name, used = longest_name(words[place:], knows)
        if not used:
            raise InputError(
                f"'{' '.join(words[place : place + 3]).strip(',')}' is no card, label or letter known here"
            )
        found.extend([name] * number)
        place += used
    return found


def longest_name(words: list[str], knows: Callable[[str], bool]) -> tuple[str, int]:
    """The longest known name that the words begin with, and how many words it takes; ("", 0) if none."""
    for length in range(min(LONGEST, len(words)), 0, -1):
        text = " ".join(words[:length])
        for candidate in (text, text.rstrip(",")):
            if candidate and knows(candidate):
                return candidate, length
    return "", 0


def short_forms(name: str) -> set[str]:
    """Every run of words of a name, folded: `Matoya, Archon Elder` is also `matoya` and `archon elder`.

    >>> sorted(short_forms("Sudden Storm"))
    ['storm', 'sudden', 'sudden storm']
    """
    words = fold(name).replace(",", "").split()
    forms = {" ".join(words[start:end]) for start in range(len(words)) for end in range(start + 1, len(words) + 1)} - {
        "of",
        "the",
        "on",
        "in",
        "a",
        "and",
        "to",
        "at",
    }
    return forms | {fold(name)}


def called(text: str, name: str) -> bool:
    """Does `text` name the thing called `name`, in full or in short?"""
    return fold(text).replace(",", "") in short_forms(name)


def choose_called(text: str, things: Iterable[Any], what: Callable[[Any], str] = lambda one: one.name) -> list[Any]:
    """The things that `text` names: those whose full name or label it is, else those it names in short."""
    listed = list(things)
    exact = [one for one in listed if fold(what(one)) == fold(text)]
    return exact or [one for one in listed if called(text, what(one))]


def creature(words: str, label: str) -> CardFacts:
    return creature_facts(words, label)


def unknown_name(text: str, known: Iterable[str]) -> str:
    """The end of an error message: near names."""
    near = nearest(text, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""
