"""Mana symbols and mana costs: reading, checking, mana value, and what may pay for each symbol."""

from __future__ import annotations

import re
from dataclasses import dataclass

from analyzer.errors import InputError

COLOURS = "WUBRG"
TYPES = "WUBRGC"

# Hybrid pairs in the order in which they are printed.
_PAIRS = ("W/U", "U/B", "B/R", "R/G", "G/W", "W/B", "U/R", "B/G", "R/W", "G/U")
_PRINTED = {frozenset(pair.split("/")): pair for pair in _PAIRS}
_NUMBER = re.compile(r"[0-9]{1,7}")
# Symbols of joke cards and of other resources: readable, but no mana of the game pays for them.
ODD_SYMBOLS = frozenset({"HW", "HR", "D", "L", "E", "T", "Q", "∞"})
SYMBOL_IN_TEXT = re.compile(r"\{([^{}]*)\}")
PHYREXIAN_LIFE = 2


@dataclass(frozen=True, slots=True)
class Pip:
    """What may pay for one symbol: one mana of `types`, or `generic` mana of any type, or `life`.

    `kind` is "generic" ({3}), "typed" (colours, {C}, hybrid, monohybrid, Phyrexian), "snow", "variable" ({X})
    or "odd" (nothing can pay).
    """

    symbol: str
    kind: str
    types: str = ""
    generic: int = 0
    life: int = 0


def check_symbol(symbol: str) -> str:
    """The symbol inside braces in its printed form; raises InputError for anything that is no mana symbol.

    >>> check_symbol("u/w"), check_symbol("p/g"), check_symbol("2/w"), check_symbol("07"), check_symbol("u/g/p")
    ('W/U', 'G/P', '2/W', '7', 'G/U/P')
    """
    text = symbol.strip().upper()
    if _NUMBER.fullmatch(text):
        return str(int(text))
    if text in ODD_SYMBOLS or text in {"S", "X", "Y", "Z"} or (len(text) == 1 and text in TYPES):
        return text
    parts = text.split("/")
    letters = frozenset(parts)
    if len(letters) == len(parts) and 2 <= len(parts) <= 3:
        coloured = letters - {"P"}
        end = "/P" if "P" in letters else ""
        if coloured in _PRINTED:
            return _PRINTED[coloured] + end
        if len(coloured) == 2 and "C" in coloured and coloured - {"C"} <= set(COLOURS) and not end:
            return f"C/{next(iter(coloured - {'C'}))}"
        if len(coloured) == 1 and end and coloured <= set(TYPES):
            return f"{next(iter(coloured))}/P"
        numbers = [part for part in coloured if _NUMBER.fullmatch(part)]
        if len(coloured) == 2 and len(numbers) == 1 and coloured - set(numbers) <= set(COLOURS) and not end:
            return f"{int(numbers[0])}/{next(iter(coloured - set(numbers)))}"
    raise InputError(
        f"{{{symbol}}} is not a mana symbol; known are for example "
        "{1}, {W}, {C}, {S}, {X}, {W/U}, {2/W}, {W/P} and {G/U/P}"
    )


def parse_cost(text: str) -> tuple[str, ...]:
    """The symbols of a mana cost in the order written; an empty text is a card without a mana cost.

    >>> parse_cost("{1}{U/P}"), parse_cost("{x}{g/r}"), parse_cost("")
    (('1', 'U/P'), ('X', 'R/G'), ())
    """
    symbols = []
    place = 0
    trimmed = text.strip()
    while place < len(trimmed):
        found = SYMBOL_IN_TEXT.match(trimmed, place)
        if not found:
            raise InputError(
                f"'{text}' is not a mana cost: column {place + 1} should begin a symbol such as {{1}} or {{U}}"
            )
        symbols.append(check_symbol(found.group(1)))
        place = found.end()
    return tuple(symbols)


def format_cost(symbols: tuple[str, ...]) -> str:
    """The text of a mana cost.

    >>> format_cost(("1", "U/P"))
    '{1}{U/P}'
    """
    return "".join(f"{{{symbol}}}" for symbol in symbols)


def pip(symbol: str) -> Pip:
    """What may pay for a (checked) symbol.

    >>> pip("2/W")
    Pip(symbol='2/W', kind='typed', types='W', generic=2, life=0)
    >>> pip("G/U/P").types, pip("G/U/P").life, pip("S").kind, pip("4").generic
    ('GU', 2, 'snow', 4)
    """
    if symbol.isdigit():
        return Pip(symbol, "generic", generic=int(symbol))
    if symbol in {"X", "Y", "Z"}:
        return Pip(symbol, "variable")
    if symbol == "S":
        return Pip(symbol, "snow", types=TYPES)
    if symbol in ODD_SYMBOLS:
        return Pip(symbol, "odd")
    parts = symbol.split("/")
    types = "".join(part for part in parts if part in TYPES)
    generic = sum(int(part) for part in parts if part.isdigit())
    return Pip(symbol, "typed", types=types, generic=generic, life=PHYREXIAN_LIFE if "P" in parts else 0)


def mana_value(symbols: tuple[str, ...], x: int = 0) -> int:
    """Mana value (CR 202.3): hybrid counts its larger half, Phyrexian 1, each {X} the value of X (0 off the stack).

    >>> mana_value(parse_cost("{2/W}{W/U}{C}{S}")), mana_value(parse_cost("{X}{X}"), x=2), mana_value(("1", "U/P"))
    (5, 4, 2)
    """
    total = 0
    for symbol in symbols:
        one = pip(symbol)
        if one.kind == "variable":
            total += x
        elif one.kind != "odd":
            total += max(one.generic, 1) if one.kind == "typed" else one.generic if one.kind == "generic" else 1
        elif symbol in {"D", "L"}:
            total += 1
    return total


def colours_of(symbols: tuple[str, ...]) -> str:
    """The colours of a cost in WUBRG order.

    >>> colours_of(parse_cost("{2}{R/G}{W}"))
    'WRG'
    """
    present = {letter for symbol in symbols for letter in symbol if letter in COLOURS and symbol not in ODD_SYMBOLS}
    present |= {symbol[1] for symbol in symbols if symbol in {"HW", "HR"}}
    return "".join(colour for colour in COLOURS if colour in present)
