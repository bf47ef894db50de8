"""Knob values as text: `name:knob=value,knob=value` read with errors that name the knob, written back canonically."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from analyzer.errors import InputError
from analyzer.rule_files import listed
from analyzer.rules import KNOB_TYPES, CardSet, Expression, Knob, RuleMark, Span
from analyzer.tomlfile import nearest

RANGE = re.compile(r"(-?\d+)\s*(?:-|\.\.)\s*(-?\d+)")
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
WINDOWS_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def split_rule(text: str) -> tuple[str, str]:
    """The name of a rule and the text of its knobs; `module:function` and `file.py:function` keep their colon.

    >>> split_rule("lands-until:lands=3"), split_rule("mine.py:rule:lands=3"), split_rule("pkg.mod:rule")
    (('lands-until', 'lands=3'), ('mine.py:rule', 'lands=3'), ('pkg.mod:rule', ''))
    """
    text = text.strip()
    start = 2 if WINDOWS_DRIVE.match(text) else 0
    head, _, rest = text[start:].partition(":")
    head = text[:start] + head
    if head.endswith(".py") or _is_module(head, rest):
        function, _, rest = rest.partition(":")
        return f"{head}:{function.strip()}", rest.strip()
    return head.strip(), rest.strip()


def _is_module(head: str, rest: str) -> bool:
    """`mod:function` and `pkg.mod:function` (an identifier after the colon), unless a rule has that name."""
    function = rest.partition(":")[0].strip()
    dotted = all(part.isidentifier() for part in head.split("."))
    return dotted and function.isidentifier() and head not in {each.name for each in listed()} | {"auto"}


def read_knobs(text: str, mark: RuleMark, where: str) -> tuple[Any, ...]:
    """Values of all knobs of a rule in the order of its signature; InputError names rule, knob and allowed type.

    `where` begins the message, for example `scry rule 'lands-until'`.

    >>> from analyzer.rules import RuleMark, Knob
    >>> mark = RuleMark("keep", "demo", (Knob("k7", Span, Span(2, 5)), Knob("free", bool, False)))
    >>> read_knobs("k7=2-4,free=yes", mark, "keep rule 'demo'")
    (Span(low=2, high=4), True)
    """
    values = {knob.name: knob.default for knob in mark.knobs}
    seen: set[str] = set()
    for number, (name, value) in enumerate(_pieces(text, mark)):
        knob = _find(name, number, value, mark, where)
        if knob.name in seen:
            raise InputError(f"{where}: knob {knob.name} is set twice")
        seen.add(knob.name)
        values[knob.name] = read_value(value, knob, where)
    return tuple(values[knob.name] for knob in mark.knobs)


def _pieces(text: str, mark: RuleMark) -> list[tuple[str, str]]:
    """(knob, value) pairs; the name is "" where only a value is written. An expression takes the rest of the text."""
    pairs: list[tuple[str, str]] = []
    rest = text.strip()
    expressions = {knob.name for knob in mark.knobs if knob.type is Expression}
    first_is_expression = bool(mark.knobs) and mark.knobs[0].type is Expression
    while rest:
        named = re.match(r"([A-Za-z_][\w-]*)\s*=(?!=)\s*", rest)
        name = named[1].replace("-", "_") if named and _names_knob(named[1], mark) else ""
        if name in expressions:
            return [*pairs, (name, rest[named.end() :] if named else "")]
        if first_is_expression and not pairs and not name:
            return [("", rest)]
        value, after = _until_comma(rest[named.end() :] if named else rest)
        pairs.append((named[1] if named else "", value))
        rest = after
    return pairs


def _names_knob(name: str, mark: RuleMark) -> bool:
    return any(knob.name == name.replace("-", "_") for knob in mark.knobs)


def _until_comma(text: str) -> tuple[str, str]:
    """Cut at the first comma outside quotes."""
    quote = False
    for place, letter in enumerate(text):
        if letter == '"':
            quote = not quote
        elif letter == "," and not quote:
            return text[:place].strip(), text[place + 1 :].strip()
    return text.strip(), ""


def _find(name: str, number: int, value: str, mark: RuleMark, where: str) -> Knob:
    if not mark.knobs:
        raise InputError(f"{where}: has no knobs, but {name or value!r} is set")
    if not name:
        if number:
            raise InputError(f"{where}: {value!r} names no knob; write knob=value{nearest('', _names(mark))}")
        return mark.knobs[0]
    for knob in mark.knobs:
        if knob.name == name.replace("-", "_"):
            return knob
    raise InputError(f"{where}: has no knob {name!r}{nearest(name.replace('-', '_'), _names(mark))}")


def _names(mark: RuleMark) -> list[str]:
    return [knob.name for knob in mark.knobs]


def read_value(text: str, knob: Knob, where: str) -> Any:
    """The value of one knob from its text; InputError says what the knob allows."""
    value = READERS[knob.type](text.strip())
    if value is None:
        raise InputError(f"{where}: knob {knob.name} is {KNOB_TYPES[knob.type]}, not {text.strip()!r}")
    return value


def _bool(text: str) -> bool | None:
    return True if text.lower() in YES else False if text.lower() in NO else None


def _int(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text) else None


def _float(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _span(text: str) -> Span | None:
    if re.fullmatch(r"\d{1,9}", text):
        return Span(int(text), int(text))
    found = RANGE.fullmatch(text)
    if not found or int(found[1]) > int(found[2]):
        return None
    return Span(int(found[1]), int(found[2]))


READERS: dict[type, Callable[[str], Any]] = {
    bool: _bool,
    int: _int,
    float: _float,
    Span: _span,
    CardSet: lambda text: CardSet(" + ".join(card_items(text))),
    Expression: lambda text: Expression(" ".join(text.split())) if text else None,
}


def card_items(text: str) -> list[str]:
    """Items of a card set: names (quoted where they hold a plus sign) and @groups, in order, without doubles.

    >>> card_items('Opt + "Matoya, Archon Elder"+@goal')
    ['Opt', '"Matoya, Archon Elder"', '@goal']
    """
    items: list[str] = []
    for found in re.finditer(r'"([^"]*)"|([^"+]+)', text):
        name = (found[1] if found[1] is not None else found[2]).strip()
        if name:
            items.append(f'"{name}"' if re.search(r"[,+=]", name) else name)
    return list(dict.fromkeys(items))


def write_value(value: Any) -> str:
    """Canonical text of a knob value, which `read_value` reads back.

    >>> [write_value(value) for value in (True, 3, 0.5, Span(2, 5), CardSet("@goal"))]
    ['yes', '3', '0.5', '2-5', '@goal']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Span):
        return f"{value.low}-{value.high}" if value.low != value.high else str(value.low)
    if isinstance(value, CardSet | Expression):
        return value.text
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value)
