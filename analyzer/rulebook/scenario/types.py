"""What sort of value each key of a scenario may have, so that a wrong one is told where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.errors import InputError
from analyzer.tomlfile import Document, Key

WHOLE = {"life", "mulligans", "hand_size", "turn", "lost_turn", "players", "free_mulligans", "games", "seed"} | {
    "temptations",
    "abilities",
    "emblem",
}
TRUTH = {"land_played", "draws", "opp_window", "stop_at_zero", "optimum"}
TEXT = {
    "id", "title", "note", "name", "step", "seat", "mulligan", "format", "act", "illegal", "mana", "unknown", "what", "of",
    "goal", "arrangements", "keep", "bottom", "scry", "play", "pick", "discard", "mull_look", "trigger_order",
}  # fmt: skip
TEXTS = {
    "library", "hand", "battlefield", "graveyard", "exile", "command", "lands", "tapped", "untapped", "notes",
    "legendary", "stack", "order", "decide", "rule", "shuffles",
}  # fmt: skip
TABLES = {"power", "role", "counters", "letter", "group"}
RING = {"ring"}
BEARER = {"bearer"}  # false or "" means nobody
NUMBERS = {"count"}  # tables of whole numbers
SORTS = (
    (WHOLE, "a whole number"),
    (TRUTH, "true or false"),
    (TEXT, "text in quotes"),
    (TEXTS, 'text in quotes, or a list of texts such as ["2 Island tapped"]'),
    (TABLES, "a table of keys"),
    (RING, "a number of temptations, or a table such as { temptations = 1, bearer = 'Bear' }"),
    (BEARER, "a name in quotes, or false for nobody"),
    (NUMBERS, "a table of whole numbers, such as { scry_events = 1 }"),
)
IS_FREE = {"format"}  # at the top: the number of the format


def check_types(document: Document, table: dict[str, Any], path: tuple[Key, ...] = ()) -> None:
    """InputError with the line of the first value of a wrong sort, in this table and in all tables below it."""
    for problem in _problems(document, table, path):
        raise InputError(problem)


def _problems(document: Document, table: dict[str, Any], path: tuple[Key, ...]) -> Iterator[str]:
    for key, value in table.items():
        here = (*path, key)
        if key in TABLES or key == "card":
            yield from _below_names(document, here, key, value)
            continue
        if not (key in IS_FREE and not path) and not _fits(key, value):
            wanted = next(text for keys, text in SORTS if key in keys)
            yield f"{document.where(here)}: {key} is {wanted}, not {_shown(value)}"
        if isinstance(value, dict) and key not in NUMBERS:
            yield from _problems(document, value, here)
        for number, each in enumerate(value if isinstance(value, list) else ()):
            if isinstance(each, dict):
                yield from _problems(document, each, (*here, number))


def _below_names(document: Document, here: tuple[Key, ...], key: str, value: Any) -> Iterator[str]:
    """Tables whose keys are names of cards; own cards have a reader of their own."""
    if key in TABLES and not isinstance(value, dict):
        yield f"{document.where(here)}: {key} is a table of keys, not {_shown(value)}"
    elif key == "counters" and not all(isinstance(each, dict) for each in value.values()):
        yield f"{document.where(here)}: counters is a table for each card, such as {{ Jar = {{ charge = 2 }} }}"


def _fits(key: str, value: Any) -> bool:
    number = isinstance(value, int) and not isinstance(value, bool)
    if key in WHOLE:
        return number and abs(value) < 10**9
    if key in TRUTH:
        return isinstance(value, bool)
    if key in TEXT:
        return isinstance(value, str)
    if key in TEXTS:
        return isinstance(value, str) or (isinstance(value, list) and all(isinstance(each, str) for each in value))
    if key in RING:
        return number or isinstance(value, dict)
    if key in BEARER:
        return isinstance(value, str) or value is False
    if key in NUMBERS:
        return isinstance(value, dict) and all(type(each) is int for each in value.values())
    return True


def _shown(value: Any) -> str:
    from analyzer.plan.problems import shown

    return shown(value)
