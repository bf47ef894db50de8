"""TOML and JSON files with line numbers: reading, and errors that say file, line, key and the nearest known key."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import InputError

Key = str | int


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: its data, its text (to find lines in), and the name it goes by in messages."""

    data: dict[str, Any]
    text: str
    name: str

    def where(self, path: tuple[Key, ...]) -> str:
        """`file line 12` for a key path such as ("table", "seat") or ("free", 0, "at"), as near as can be found."""
        line = line_of(self.text, path)
        return f"{self.name} line {line}" if line else self.name


def read_document(path: Path) -> Document:
    """Read a .toml or .json file; InputError with file, line and column when it is not there or not well formed."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; name a .toml or .json file in it") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text (UTF-8); a plan is a .toml or .json file") from None
    except OSError as wrong:
        raise InputError(f"{path}: {wrong.strerror}") from None
    return parse_document(text, str(path), is_json=path.suffix.lower() == ".json")


def parse_document(text: str, name: str, is_json: bool = False) -> Document:
    """Parse the text of a file.

    >>> parse_document("[run]\\nturns = 7\\n", "a.toml").data
    {'run': {'turns': 7}}
    """
    try:
        data = json.loads(text) if is_json else tomllib.loads(text)
    except json.JSONDecodeError as wrong:
        raise InputError(f"{name} line {wrong.lineno} column {wrong.colno}: {wrong.msg}") from None
    except tomllib.TOMLDecodeError as wrong:
        raise InputError(f"{name}: not valid TOML: {wrong}") from None
    if not isinstance(data, dict):
        raise InputError(f"{name}: a table of keys is wanted, not {type(data).__name__}")
    return Document(data, text, name)


def nearest(word: str, known: list[str] | tuple[str, ...], count: int = 3) -> str:
    """`; did you mean a, b?` for a misspelt word, or the known words when nothing is near.

    >>> nearest("turn", ("turns", "seed"))
    '; did you mean turns?'
    >>> nearest("zzz", ("turns", "seed"))
    '; known: seed, turns'
    """
    close = difflib.get_close_matches(word.lower(), [each.lower() for each in known], count, 0.6)
    if close:
        return f"; did you mean {', '.join(each for each in known if each.lower() in close)}?"
    return f"; known: {', '.join(sorted(known))}" if known else ""


def line_of(text: str, path: tuple[Key, ...]) -> int | None:
    """Line (from 1) where a key path of a TOML text is written, or of its nearest enclosing table; None if not found.

    >>> line_of("[run]\\n\\nturns = 7\\n", ("run", "turns"))
    3
    >>> line_of("[[free]]\\nat='x'\\n[[free]]\\nat='y'\\n", ("free", 1, "at"))
    4
    """
    here: tuple[Key, ...] = ()
    counts: dict[tuple[Key, ...], int] = {}
    best: tuple[int, int] = (0, 0)
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?", line)
        assigned = re.match(r"""\s*([\w.\-"' ]+?)\s*=""", line)
        if header:
            here = tuple(_parts(header[2]))
            if header[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = (*here, counts[here])
            candidate = here
        elif assigned:
            candidate = (*here, *_parts(assigned[1]))
        else:
            continue
        if candidate == path[: len(candidate)] and len(candidate) > best[0]:
            best = (len(candidate), number)
    return best[1] or None


def _parts(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in re.findall(r"""\s*("[^"]*"|'[^']*'|[^.\s]+)\s*""", dotted)]
