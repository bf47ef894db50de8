"""Where a list comes from: a file, standard input, a shipped example, or counts."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from analyzer.cards.model import CardFacts
from analyzer.decks.counts import counts_deck, looks_like_counts
from analyzer.decks.model import Deck
from analyzer.decks.parse import Reading, parse_deck
from analyzer.decks.text import MAX_BYTES, decode
from analyzer.errors import InputError

EXAMPLE = "example:"


def load_deck(ref: str | Path, own_cards: Iterable[CardFacts] = ()) -> Deck:
    """The deck that a reference names: a path, `-` (standard input), `example:NAME`, or counts text.

    A text with a line end in it is a list itself. Raises InputError, with every problem of the list at once.

    >>> load_deck("24 land, 4 key, 32 blank").size
    60
    """
    return read_deck(ref, own_cards).deck


def read_deck(ref: str | Path, own_cards: Iterable[CardFacts] = ()) -> Reading:
    """As `load_deck`, with the fate of every line."""
    text = str(ref)
    if text == "-":
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        return _parse(data, "standard input", "standard input", own_cards)
    if text.startswith(EXAMPLE):
        return _parse(_example(text.removeprefix(EXAMPLE).strip()), text, text.removeprefix(EXAMPLE), own_cards)
    if not isinstance(ref, Path) and len(text.splitlines()) > 1:
        return parse_deck(text, "list", own_cards)
    path = Path(ref)
    if not isinstance(ref, Path) and looks_like_counts(text) and not _exists(path):
        deck = counts_deck(text, own_cards)
        return Reading(deck, ("card",), (text,))
    return _parse(read_bytes(path), text, path.stem, own_cards)


def check_hand(deck: Deck, hand_size: int = 7) -> None:
    """InputError unless the main deck has enough cards for a hand; the message names the option that changes it.

    >>> check_hand(load_deck("3 land, 4 key"))
    """
    if deck.size < hand_size:
        cards = "1 card" if deck.size == 1 else f"{deck.size} cards"
        raise InputError(
            f"{deck.name}: the main deck has {cards}, fewer than a hand of {hand_size}; "
            f"add cards or ask for a smaller hand with --hand {deck.size}"
        )


def example_names() -> tuple[str, ...]:
    """Names of the shipped lists, as written after `example:`."""
    folder = files("analyzer.decks") / "examples"
    return tuple(sorted(entry.name[:-4] for entry in folder.iterdir() if entry.name.endswith(".txt")))


def example_title(name: str) -> str:
    """The first comment of an example: what the list is."""
    first = _example(name).decode("utf-8").splitlines()[0]
    return first.lstrip("# ")


def _example(name: str) -> bytes:
    known = example_names()
    if name not in known:
        close = difflib.get_close_matches(name.lower(), known, 3, 0.4)
        hint = f"did you mean {', '.join(close)}?" if close else f"there are {', '.join(known)}"
        raise InputError(f"example:{name}: no example of that name; {hint}")
    return (files("analyzer.decks") / "examples" / f"{name}.txt").read_bytes()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a file name, or a NUL inside
        return False


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, at most one more than MAX_BYTES; InputError in plain words when they cannot be had."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file{_near(path)}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a folder, not a file; name a decklist in it") from None
    except PermissionError:
        raise InputError(f"{path}: may not be read; change its permissions or copy it") from None
    except (OSError, ValueError) as wrong:
        raise InputError(f"{path}: cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None


def _near(path: Path) -> str:
    """What else the reference could have meant: a file of nearly that name, an example, counts."""
    if path.name in example_names():
        return f"; the shipped list is called {EXAMPLE}{path.name}"
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.is_file()][:2000]
    except OSError:
        names = []
    close = difflib.get_close_matches(path.name, names, 3, 0.6)
    if close:
        return f"; did you mean {', '.join(str(path.parent / name) for name in close)}?"
    return "; a deck is a file, '-', example:NAME (see 'scryworth deck examples') or counts such as '24 land, 36 blank'"


def _parse(data: bytes, name: str, title: str, own_cards: Iterable[CardFacts]) -> Reading:
    text, notices = decode(data, name)
    return parse_deck(text, name, own_cards, title, notices)
