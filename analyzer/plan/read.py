"""Plans from files and options: one dictionary of keys, checked once, whatever the door it came through."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.errors import InputError
from analyzer.plan.schema import LAST_TURN, PlanFile, known_keys, validate
from analyzer.tomlfile import Document, nearest, read_document

FREE_PHRASE = re.compile(
    r"""\s*(?P<do>.+?)\s+on\s+turns?\s+(?P<turns>[\d.,\s-]+?)
        (?:\s+(?:at\s+)?(?P<at>untap|upkeep|draw|main1?|combat|main2|end|cleanup|opp))?
        (?:\s+chance\s+(?P<chance>[\d.]+%?))?\s*$""",
    re.VERBOSE | re.IGNORECASE,
)


def read_plan(path: Path, changes: Mapping[str, Any] | None = None, said: Mapping[str, str] | None = None) -> PlanFile:
    """Read a plan file and lay changed keys (dotted, as in `table.seat`) over it; InputError lists all problems.

    `said` names the options that changed keys, for messages: {"run.turns": "--turns"}.
    """
    document = read_document(path)
    if changes:
        validate(document)  # so that a file with mistakes is refused for them, whatever the options change
    return validate(replace(document, data=changed(document.data, changes or {}), said=said or {}))


def plan_from_options(changes: Mapping[str, Any], said: Mapping[str, str] | None = None) -> PlanFile:
    """A plan of nothing but options, each under its dotted key; `said` as in `read_plan`."""
    return validate(Document(changed({}, changes), "", "", said=said or {}))


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The nested dictionary with dotted keys replaced; lists are replaced whole.

    >>> changed({"run": {"turns": 7}}, {"run.turns": 5, "table.seat": "draw"})
    {'run': {'turns': 5}, 'table': {'seat': 'draw'}}
    """
    result: dict[str, Any] = {key: dict(value) if isinstance(value, dict) else value for key, value in data.items()}
    for key, value in changes.items():
        *tables, last = key.split(".")
        place = result
        for table in tables:
            inner = place.setdefault(table, {})
            if not isinstance(inner, dict):
                raise InputError(f"{key}: {table} is not a table of keys")
            place = inner
        place[last] = value
    return result


def parse_setting(text: str, option: str = "--set") -> tuple[str, Any]:
    """`key=value` of `--set`, the value in TOML; a bare word is a string.

    >>> parse_setting("run.turns=5"), parse_setting("table.mulligan=paris")
    (('run.turns', 5), ('table.mulligan', 'paris'))
    """
    key, sign, value = text.partition("=")
    key = key.strip()
    if not sign or not key:
        raise InputError(f"{option} {text!r}: write key=value, such as table.players=4")
    table, *rest = key.split(".")
    known = known_keys(())
    if table not in known:
        raise InputError(f"{option} {key}: no such key{nearest(table, known)}")
    if not all(rest):
        raise InputError(f"{option} {key}: a key is words with single dots between them, such as table.players")
    if not value.strip():
        raise InputError(f"{option} {key}: no value is given; write {key}=value, or {key}='\"\"' for an empty text")
    try:
        return key, tomllib.loads(f"v = {value}")["v"]
    except tomllib.TOMLDecodeError:
        return key, value.strip()


def parse_turns(text: str, where: str = "turns") -> list[int]:
    """Turn numbers such as `1..3`, `1-3`, `2, 4`.

    >>> parse_turns("1..3"), parse_turns("2, 4-5")
    ([1, 2, 3], [2, 4, 5])
    """
    turns: list[int] = []
    for part in re.split(r"[,\s]+", text.strip()):
        bounds = [each for each in re.split(r"\.\.|-", part) if each]
        if not part or not all(each.isdigit() for each in bounds) or len(bounds) not in (1, 2):
            raise InputError(f"{where} {text!r}: write 3, 1..3 or 1,2,4")
        if max(map(len, bounds)) > 3 or not 1 <= int(bounds[0]) <= int(bounds[-1]) <= LAST_TURN:
            raise InputError(f"{where} {text!r}: turns go from 1 to {LAST_TURN}, the first of a range before its last")
        turns.extend(range(int(bounds[0]), int(bounds[-1]) + 1))
    return turns


def parse_free(text: str, where: str = "free effect") -> dict[str, Any]:
    """A free effect as a phrase (SEMANTICS 1) into its table.

    >>> parse_free("scry 1 on turns 1..3 main")
    {'do': 'scry1', 'turns': [1, 2, 3], 'at': 'main1'}
    >>> parse_free("shuffle on turn 3 upkeep chance 0.5")
    {'do': 'shuffle', 'turns': [3], 'at': 'upkeep', 'chance': 0.5}
    """
    match = FREE_PHRASE.match(text)
    if match is None:
        raise InputError(
            f"{where} {text!r}: write PROGRAM on turns N..M [MOMENT] [chance P], "
            "such as 'scry 1 on turns 1..3 main' or 'scry 2; draw 1 on turn 2'"
        )
    at = (match["at"] or "main1").lower()
    table: dict[str, Any] = {
        "do": re.sub(r"\s*;\s*", ";", re.sub(r"(?<=[a-z])\s+(?=\d)", "", match["do"].strip())),
        "turns": parse_turns(match["turns"], f"{where}: turns"),
        "at": "main1" if at == "main" else at,
    }
    if match["chance"]:
        percent = match["chance"].endswith("%")
        try:
            table["chance"] = float(match["chance"].rstrip("%")) / (100 if percent else 1)
        except ValueError:
            raise InputError(f"{where}: chance {match['chance']!r}: write a share such as 0.5 or 50%") from None
    return table
