"""What is wrong with a file of keys, in its reader's words: where, which key, what may be written, what was."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from analyzer.tomlfile import Document, dotted_key, nearest

KeyPath: TypeAlias = "tuple[str | int, ...]"
Model: TypeAlias = "type[BaseModel]"

BOUNDS = {"ge": "of at least", "gt": "above", "le": "of at most", "lt": "below", "min_length": "", "max_length": ""}
SHOWN = 60  # letters of a wrong value that a message repeats


def problems(document: Document, wrong: ValidationError, model: Model) -> list[str]:
    """Every problem that pydantic found in a document, one line each."""
    found: dict[KeyPath, str] = {}  # a value that is none of two types is one problem
    for error in wrong.errors(include_url=False):
        path, allowed = _followed(error["loc"], model)
        found.setdefault(path, _explained(document, path, allowed, error, model))
    return list(found.values())


def keys_of(path: KeyPath, model: Model) -> list[str]:
    """Keys that the table at this path may have; the empty path is the file itself."""
    here: Model | None = model
    for part in path:
        if isinstance(part, str) and here is not None:
            entry = _fields(here).get(part)
            here = _model_in(entry.annotation) if entry is not None else None
    return list(_fields(here)) if here is not None else []


def _explained(document: Document, path: KeyPath, allowed: Any, error: Any, model: Model) -> str:
    place = document.named(path)
    if error["type"] == "extra_forbidden":
        key = "" if document.option(path) else f" {dotted_key(path)!r}"
        return f"{document.option(path) or document.where(path) or 'plan'}: unknown key{key}{_hint(path, model)}"
    if error["type"] == "missing":
        return f"{place}: this key is missing; write {wanted(allowed, path)}"
    given = error.get("input")
    near = nearest(given, _choices(allowed)).partition("; known")[0] if isinstance(given, str) else ""
    return f"{place}: write {wanted(allowed, path)}, not {shown(given)}{near}"


def _hint(path: KeyPath, model: Model) -> str:
    """What an unknown key could have been: one of nearly its name, a key of another table, or any of this table."""
    word = str(path[-1])
    near = nearest(word, keys_of(path[:-1], model))
    if not near.startswith("; known"):
        return near
    for depth in range(len(path) - 1, -1, -1):
        for name in keys_of(path[:depth], model):
            if word in keys_of((*path[:depth], name), model):
                return f"; {word} belongs elsewhere: {dotted_key((*path[:depth], name, word))}"
    return near


# ---- walking along the types ---------------------------------------------------------------------------------------
def _followed(loc: KeyPath, model: Model) -> tuple[KeyPath, Any]:
    """The key path of an error without pydantic's names of alternatives, and what may stand there."""
    path: KeyPath = ()
    here: Any = model
    for part in loc:
        if _is_model(here):
            entry = _fields(here).get(str(part))
            here = None if entry is None else _plain(entry.annotation, tuple(entry.metadata))
        elif get_origin(here) in (list, dict):
            here = _plain(get_args(here)[-1])
        elif _bare(here) is not here and get_origin(_bare(here)) in (list, dict):
            here = _plain(get_args(_bare(here))[-1])
        else:  # one of several types: the problem is that the value is none of them
            break
        path = (*path, part)
    return path, here


def _plain(annotation: Any, bounds: tuple[Any, ...] = ()) -> Any:
    """The annotation without `| None`, which a file cannot write, and with its bounds."""
    if get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        bounds = (*more, *bounds)
    parts = [each for each in get_args(annotation) if each is not NoneType] if _is_union(annotation) else []
    if len(parts) == 1:
        return _plain(parts[0], bounds)
    return Annotated[(annotation, *bounds)] if bounds else annotation


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, UnionType)


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _fields(model: Model) -> dict[str, FieldInfo]:
    """Fields of a model under the names that a file uses."""
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _model_in(annotation: Any) -> Model | None:
    if _is_model(annotation):
        found: Model = annotation
        return found
    return next((model for part in get_args(annotation) if (model := _model_in(part)) is not None), None)


def _choices(annotation: Any) -> list[str]:
    bare = _bare(annotation)
    return [str(each) for each in get_args(bare)] if get_origin(bare) is Literal else []


# ---- words ---------------------------------------------------------------------------------------------------------
def wanted(annotation: Any, path: KeyPath = ()) -> str:
    """What may be written for a key, in words.

    >>> wanted(Literal["play", "draw"]), wanted(bool), wanted(list[str])
    ("'play' or 'draw'", 'true or false', 'a list such as ["..."]')
    """
    kind, bounds = _bare(annotation), get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    if _is_union(kind):
        return " or ".join(wanted(each, path) for each in get_args(kind) if each is not NoneType)
    if get_origin(kind) is Literal:
        words = [shown(each) for each in get_args(kind)]
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    if get_origin(kind) is list:
        return _wanted_list(get_args(kind)[0], bounds, path)
    if get_origin(kind) is dict or _is_model(kind):
        return f"a table of keys, under a line [{dotted_key(path)}]"
    plain = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes"}
    return f"{plain.get(kind, 'a value')}{_bounded(bounds)}"


def _wanted_list(inner: Any, bounds: Sequence[Any], path: KeyPath) -> str:
    if _model_in(inner) is not None or get_origin(inner) is dict:
        return f"a table of keys for each, under a line [[{dotted_key(path)}]]"
    example = {str: '["..."]', int: "[1, 2]"}.get(_bare(inner), "[...]")
    return f"a list {'of one entry or more, ' if bounds else ''}such as {example}"


def _bounded(bounds: Sequence[Any]) -> str:
    """` from 1 to 100`, from the bounds of a field."""
    single = [each for bound in bounds for each in (bound.metadata if isinstance(bound, FieldInfo) else (bound,))]
    limits = {name: value for each in single for name in BOUNDS if (value := getattr(each, name, None)) is not None}
    if "min_length" in limits:
        return ", not empty" + (f", of at most {limits['max_length']} letters" if "max_length" in limits else "")
    if "ge" in limits and "le" in limits:
        return f" from {limits['ge']:,} to {limits['le']:,}"
    return " and".join(f" {BOUNDS[name]} {limit:,}" for name, limit in limits.items())


def shown(value: Any) -> str:
    """A wrong value as its file would write it, shortened.

    >>> shown(True), shown({}), shown("x" * 100)[-6:]
    ('true', 'a table of keys', "xx...'")
    """
    if isinstance(value, dict):
        return "a table of keys"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    text = text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
    return repr(text) if isinstance(value, str) else text
