"""TOML and JSON files with line numbers: reading, and errors that say file, line, key and the nearest known key."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.errors import InputError

Key = str | int


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: its data, its text (to find lines in), and the name it goes by in messages.

    `said` maps dotted keys that were not written in the file to how they were given: {"run.turns": "--turns"}.
    """

    data: dict[str, Any]
    text: str
    name: str
    is_json: bool = False
    said: Mapping[str, str] = field(default_factory=dict)

    def where(self, path: tuple[Key, ...]) -> str:
        """`file line 12` for a key path such as ("table", "seat") or ("free", 0, "at"), as near as can be found."""
        line = (json_line_of if self.is_json else line_of)(self.text, path) if self.text else None
        return f"{self.name} line {line}" if line else self.name

    def named(self, path: tuple[Key, ...]) -> str:
        """How messages name a key: `--turns` if an option set it, else `plan.toml line 3: run.turns`.

        >>> Document({}, "", "", said={"run.turns": "--turns"}).named(("run", "turns"))
        '--turns'
        >>> Document({}, "[run]\\nturns = 0", "p.toml").named(("run", "turns"))
        'p.toml line 2: run.turns'
        """
        where, dotted = self.where(path), dotted_key(path)
        return self.option(path) or (f"{where}: {dotted}" if where and dotted else where or dotted)

    def option(self, path: tuple[Key, ...]) -> str:
        """The option that set a key, or "" for a key of the file."""
        for part in range(len(path), 0, -1):
            if (start := dotted_key(path[:part])) in self.said:
                rest = dotted_key(path[part:])
                return f"{self.said[start]}: {rest}" if rest and not rest.startswith("[") else self.said[start]
        return ""


def dotted_key(path: tuple[Key, ...]) -> str:
    """A key path as people write it, places in a list counted from 1.

    >>> dotted_key(("free", 0, "at"))
    'free[1].at'
    """
    return "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def read_document(path: Path) -> Document:
    """Read a .toml or .json file; InputError with file, line and column when it is not there or not well formed."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; name a .toml or .json file in it") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text (UTF-8), as .toml and .json files are") from None
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
        place = f"{name} line {wrong.lineno} column {wrong.colno}"
        raise InputError(f"{place}: not valid JSON: {_lowered(wrong.msg)}") from None
    except tomllib.TOMLDecodeError as wrong:
        reason, place = _toml_problem(str(wrong), text)
        raise InputError(f"{name} {place}: not valid TOML: {reason}") from None
    except (RecursionError, ValueError):  # brackets nested without end, a number of ten thousand digits
        raise InputError(f"{name}: no plan is nested so deep or has numbers so long; mend the file") from None
    if not isinstance(data, dict):
        raise InputError(f'{name}: the file must be one table of keys, as {{"run": {{"turns": 7}}}}')
    return Document(data, text, name, is_json)


def _toml_problem(message: str, text: str) -> tuple[str, str]:
    """What is wrong and `line N column M`."""
    found = re.fullmatch(r"(.*) \(at (line \d+), (column \d+)\)", message, re.DOTALL)
    if found:
        return _lowered(found[1]), f"{found[2]} {found[3]}"
    lines = text.splitlines() or [""]
    return _lowered(message.removesuffix(" (at end of document)")), f"line {len(lines)} column {len(lines[-1]) + 1}"


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:]


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


WORD = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
ASSIGNED = re.compile(rf"\s*({WORD}(?:\s*\.\s*{WORD})*)\s*=")
LONG_TEXT = re.compile(r'(?s)"""(?:\\.|.)*?"""|\'\'\'.*?\'\'\'')  # its lines may look like keys


def line_of(text: str, path: tuple[Key, ...]) -> int | None:
    """Line (from 1) where a key path of a TOML text is written, or of its nearest enclosing table; None if not found.

    >>> line_of("[run]\\n\\nturns = 7\\n", ("run", "turns"))
    3
    >>> line_of("[[free]]\\nat='x'\\n[[free]]\\nat='y'\\n", ("free", 1, "at"))
    4
    >>> line_of("[[grid]]\\n[grid.over]\\nx=1\\n[[grid]]\\n[grid.over]\\nx=2\\n", ("grid", 1, "over", "x"))
    6
    """
    here: tuple[Key, ...] = ()
    counts: dict[tuple[Key, ...], int] = {}
    best: tuple[int, int] = (0, 0)
    plain = LONG_TEXT.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(plain.split("\n"), 1):
        header = re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?", line)
        assigned = ASSIGNED.match(line)
        if header:
            *tables, last = _parts(header[2]) or [""]
            here = ()
            for table in tables:  # [free.x] after [[free]] lies in the last of them
                here = (*here, table)
                here = (*here, counts[here]) if here in counts else here
            here = (*here, last)
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


JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def json_line_of(text: str, path: tuple[Key, ...]) -> int | None:
    """As `line_of`, in the text of a JSON file.

    >>> json_line_of('{"run": {\\n"turns": 7,\\n"goals": [1,\\n2]}}', ("run", "goals", 1))
    4
    """
    best: tuple[int, int] = (0, 0)
    for here, line in _json_places(text):
        if here == path[: len(here)] and len(here) > best[0]:
            best = (len(here), line)
    return best[1] or None


def _json_places(text: str) -> Iterator[tuple[tuple[Key, ...], int]]:
    """Every key path of a well-formed JSON text with the line where its key, or its entry of a list, begins."""
    here: list[Key] = []
    is_key, line, read = False, 1, 0
    for found in JSON_TOKEN.finditer(text):
        token, line, read = found[0], line + text.count("\n", read, found.start()), found.start()
        if here and token not in "}],:" and (isinstance(here[-1], int) or is_key):
            if is_key:
                here[-1] = str(json.loads(token))
            yield tuple(here), line
        if token in ("{", "["):
            here.append("" if token == "{" else 0)
        elif token in ("}", "]"):
            here.pop()
        elif token == "," and isinstance(here[-1], int):
            here[-1] += 1
        is_key = token == "{" or (token == "," and isinstance(here[-1], str))
