"""Reading a scenario file: known keys only, variants merged, and where each key stands."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import InputError
from analyzer.rulebook.scenario.types import check_types
from analyzer.tomlfile import Document, nearest, parse_document, read_document

SEATS = ("me", "p2", "p3", "p4", "p5", "p6")
SHORT = {"seat", "players", "mulligan", "free_mulligans"}  # keys of [table] that may stand at the top
TOP = {
    "id", "title", "rule", "turn", "step", "do", "expect", "ask", "variant", "shuffles", "distribution", "share",
    "strategy", "table", "letter", "card", "group", "format", "note", *SEATS,
    *SHORT,
}  # fmt: skip
PLAYER = {
    "life", "library", "unknown", "hand", "battlefield", "graveyard", "exile", "command", "land_played", "ring", "mana",
    "mulligans", "lands", "hand_size",
}  # fmt: skip
DO = {"act", "decide", "illegal", "expect", "ask", "note"}
EXPECT_PLAYER = {
    "life",
    "library",
    "hand",
    "battlefield",
    "graveyard",
    "exile",
    "command",
    "lost",
    "lost_turn",
    "ring",
    "mana",
}
EXPECT = EXPECT_PLAYER | {
    "tapped", "untapped", "power", "count", "order", "role", "stack", "counters", "legendary", "bearer", "turn", "step",
    "notes", *SEATS,
}  # fmt: skip
ASK = {"what", "of", "is"}
SHARE = {"goal", "is", "optimum", "what", "note"}
DISTRIBUTION = {"arrangements", "games", "alarm", "seed"}
STRATEGY = {"keep", "bottom", "scry", "play", "pick", "discard", "mull_look", "trigger_order"}
TABLE = {"seat", "players", "mulligan", "free_mulligans", "life", "draws", "opp_window", "format", "stop_at_zero"}
VARIANT = (TOP - {"id", "variant", "format"}) | {"name"}
MERGED = {*SEATS, "table", "strategy", "letter", "group", "distribution"}
_ID = re.compile(r"[A-Za-z0-9][\w.+-]*$")


@dataclass(frozen=True)
class Scenario:
    """One situation: the base of a file or one of its variants, with every key checked."""

    document: Document
    data: dict[str, Any]
    variant: int | None = None

    @property
    def id(self) -> str:
        name = self.data.get("name", "")
        base = str(self.data.get("id", Path(self.document.name).stem))
        return f"{base}/{name}" if self.variant is not None else base

    def where(self, *path: str | int) -> str:
        """File and line of a key: the variant's own if it stands there."""
        if self.variant is not None:
            raw = self.document.data["variant"][self.variant]
            if path and path[0] in raw:
                return self.document.where(("variant", self.variant, *path))
        return self.document.where(path)

    def wrong(self, text: str, *path: str | int) -> InputError:
        return InputError(f"{self.where(*path)}: {text}")

    @property
    def checks_anything(self) -> bool:
        """Is there anything that could fail?"""
        own = any(self.data.get(key) for key in ("expect", "ask", "share"))
        return own or any({"expect", "illegal", "ask"} & set(do) for do in self.data.get("do", []))


def read_scenarios(path: Path) -> list[Scenario]:
    """The situations of a file: the base (if it checks anything) and each variant; InputError names the line."""
    return scenarios_of(read_document(path))


def parse_scenarios(text: str, name: str = "scenario.toml") -> list[Scenario]:
    """The same from text."""
    return scenarios_of(parse_document(text, name))


def scenarios_of(document: Document) -> list[Scenario]:
    """Check every key, then merge each variant into the base."""
    data = document.data
    _keys(document, data, TOP, ())
    for number, variant in enumerate(_tables(document, data, "variant")):
        if not isinstance(variant.get("name"), str):
            raise InputError(f"{document.where(('variant', number))}: a [[variant]] needs a name")
        _keys(document, variant, VARIANT, ("variant", number))
        _check_parts(document, variant, ("variant", number))
    _check_parts(document, data, ())
    check_types(document, data)
    data = _long_form(data)
    base = Scenario(document, {key: value for key, value in data.items() if key != "variant"})
    variants = [
        Scenario(document, _merged(base.data, _long_form(variant)), number)
        for number, variant in enumerate(data.get("variant", []))
    ]
    names = [one.data["name"] for one in variants]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{document.name}: two variants are named '{name}'")
    found = [base] if base.checks_anything or not variants else []
    found.extend(variants)
    for one in found:
        if not one.checks_anything:
            raise InputError(
                f"{one.document.name}: {one.id} expects nothing; write [expect], [[ask]], [[share]] or illegal = .."
            )
    return found


def _long_form(data: dict[str, Any]) -> dict[str, Any]:
    """Keys of [table] that stand at the top, moved into it."""
    short = {key: data[key] for key in data if key in SHORT}
    if not short:
        return data
    return {**{key: data[key] for key in data if key not in SHORT}, "table": {**data.get("table", {}), **short}}


def _merged(base: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    """The variant's keys over the base: tables of players, table and strategy key by key, everything else whole."""
    merged = deepcopy(base)
    for key, value in variant.items():
        if key in MERGED and isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = {**merged[key], **deepcopy(value)}
            if "library" in value:
                merged[key].pop("unknown", None) if "unknown" not in value else None
            elif "unknown" in value:
                merged[key].pop("library", None)
        else:
            merged[key] = deepcopy(value)
    return merged


def _keys(document: Document, table: dict[str, Any], known: set[str], path: tuple[str | int, ...]) -> None:
    for key in table:
        if key not in known:
            raise InputError(f"{document.where((*path, key))}: '{key}' is not a key here{nearest(key, sorted(known))}")


def _tables(document: Document, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise InputError(f"{document.where((key,))}: write [[{key}]] above each of them")
    return found


def _table(
    document: Document, data: dict[str, Any], key: str, known: set[str], path: tuple[str | int, ...]
) -> dict[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise InputError(f"{document.where((*path, key))}: '{key}' is a table of keys")
    _keys(document, found, known, (*path, key))
    return found


def _check_parts(document: Document, data: dict[str, Any], path: tuple[str | int, ...]) -> None:
    for seat in SEATS:
        _table(document, data, seat, PLAYER, path)
    _table(document, data, "distribution", DISTRIBUTION, path)
    _table(document, data, "strategy", STRATEGY, path)
    _table(document, data, "table", TABLE, path)
    _check_expect(document, data, path)
    for number, do in enumerate(_tables(document, data, "do")):
        here = (*path, "do", number)
        _keys(document, do, DO, here)
        if not isinstance(do.get("act"), str):
            raise InputError(f'{document.where(here)}: a [[do]] needs act = "..."')
        _check_expect(document, do, here)
        for each, ask in enumerate(_tables(document, do, "ask")):
            _check_ask(document, ask, (*here, "ask", each))
    for number, ask in enumerate(_tables(document, data, "ask")):
        _check_ask(document, ask, (*path, "ask", number))
    for number, share in enumerate(_tables(document, data, "share")):
        _keys(document, share, SHARE, (*path, "share", number))
        if "is" not in share or not ("goal" in share or "what" in share):
            raise InputError(f"{document.where((*path, 'share', number))}: a [[share]] needs goal and is")
    identity = data.get("id")
    if identity is not None and (not isinstance(identity, str) or not _ID.match(identity)):
        raise InputError(f"{document.where(('id',))}: id is a word such as A-06")


def _check_ask(document: Document, ask: dict[str, Any], path: tuple[str | int, ...]) -> None:
    _keys(document, ask, ASK, path)
    if "what" not in ask or "is" not in ask:
        raise InputError(f"{document.where(path)}: an [[ask]] needs what and is")


def _check_expect(document: Document, data: dict[str, Any], path: tuple[str | int, ...]) -> None:
    expect = _table(document, data, "expect", EXPECT, path)
    for seat in SEATS:
        _table(document, expect, seat, EXPECT_PLAYER | {"tapped", "untapped"}, (*path, "expect"))
