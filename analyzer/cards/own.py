"""Cards of the user's own: `[[card]]` tables (formats F6) checked and turned into card facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.cards.abilities import Ability, format_abilities, parse_abilities
from analyzer.cards.costs import TYPES, colours_of, format_cost, mana_value, parse_cost
from analyzer.cards.lands import mana_text, mana_units, tapped_condition
from analyzer.cards.model import PERMANENT_TYPES, CardFacts
from analyzer.cards.names import nearest
from analyzer.cards.table import split_types
from analyzer.errors import InputError

KEYS = (
    "name",
    "cost",
    "types",
    "abilities",
    "produces",
    "tapped",
    "power",
    "toughness",
    "loyalty",
    "replaces",
)
_CARD_TYPES = PERMANENT_TYPES | {"instant", "sorcery", "kindred", "tribal"}
_BASIC_MANA = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
REPLACES = "replaces"  # the flag of an own card that may stand in for a card of the table


def own_card(mapping: Mapping[str, Any], where: str = "plan.toml") -> CardFacts:
    """The facts of one `[[card]]` table. Raises InputError naming place, card, key and the nearest known key.

    Mana abilities and basic land types fill `produces` if it is left out; keyword abilities become keywords.

    >>> card = own_card({"name": "Free Scry", "cost": "{0}", "types": "Sorcery", "abilities": "cast: scry 1"})
    >>> card.effects, card.mana_value, card.layer, sorted(card.types)
    ('cast:scry1', 0, 'own', ['sorcery'])
    """
    name = mapping.get("name")
    if not isinstance(name, str) or not name.strip() or "\n" in name:
        raise InputError(f'{where}: a [[card]] needs a name, for example name = "Free Scry"')
    place = f"{where}: card '{name.strip()}'"
    for key in mapping:
        if key not in KEYS:
            near = nearest(key, KEYS)
            hint = f"did you mean {near[0]}?" if near else f"known keys: {', '.join(KEYS)}"
            raise InputError(f"{place}: '{key}' is not a key of a card; {hint}")
    types, subtypes, type_line = _types(mapping, place)
    cost = _read(parse_cost, _text(mapping, "cost", place), "cost", place)
    abilities = _read(parse_abilities, _abilities_text(mapping, place), "abilities", place)
    power, toughness, loyalty = (_whole_number(mapping, key, place) for key in ("power", "toughness", "loyalty"))
    if "creature" in types and (power is None or toughness is None):
        raise InputError(f"{place}: a creature needs power and toughness, for example power = 2 and toughness = 2")
    if "land" in types and cost:
        raise InputError(f"{place}: a land has no cost; leave the key out")
    colors = colours_of(cost)
    return CardFacts(
        name=name.strip(),
        mana_cost=format_cost(cost),
        mana_value=mana_value(cost),
        type_line=type_line,
        types=types,
        subtypes=subtypes,
        power=power,
        toughness=toughness,
        loyalty=loyalty,
        colors=colors,
        identity=colors,
        produces=_produces(mapping, abilities, subtypes, place),
        tapped=_tapped(mapping, place),
        flags=_flags(mapping, cost, place),
        keywords=frozenset(one.word for one in abilities if one.kind == "keyword" and one.text is None),
        effects=format_abilities(abilities),
        layer="own",
    )


def _read(reader: Any, text: str, key: str, place: str) -> Any:
    """Read a text, and put card and key before the message if it is wrong."""
    try:
        return reader(text)
    except InputError as wrong:
        raise InputError(f"{place}, {key}: {wrong}") from None


def _text(mapping: Mapping[str, Any], key: str, place: str) -> str:
    value = mapping.get(key, "")
    if not isinstance(value, str):
        raise InputError(f"{place}, {key}: a text in quotation marks is wanted, not {value!r}")
    return value.strip()


def _abilities_text(mapping: Mapping[str, Any], place: str) -> str:
    """Abilities are one text, or a list of texts with one ability each."""
    value = mapping.get("abilities", "")
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "|".join(value)
    return _text(mapping, "abilities", place)


def _types(mapping: Mapping[str, Any], place: str) -> tuple[frozenset[str], frozenset[str], str]:
    type_line = " ".join(_text(mapping, "types", place).replace(" - ", " — ").split())
    types, subtypes = split_types(type_line)
    if not types & _CARD_TYPES:
        near = [word for one in sorted(types) for word in nearest(one, sorted(_CARD_TYPES), 1)]
        hint = f"did you mean {near[0].title()}?" if near else 'write for example types = "Creature - Elf"'
        raise InputError(f"{place}, types: {type_line!r} holds no card type; {hint}")
    return types, subtypes, type_line


def _whole_number(mapping: Mapping[str, Any], key: str, place: str) -> int | None:
    value = mapping.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not -99 <= value <= 999:
        raise InputError(f"{place}, {key}: a whole number is wanted, not {value!r}")
    return value


def _produces(mapping: Mapping[str, Any], abilities: tuple[Ability, ...], subtypes: frozenset[str], place: str) -> str:
    if "produces" in mapping:
        text = _text(mapping, "produces", place)
        _read(mana_units, text, "produces", place)
        return text
    basic = [letter for word, letter in _BASIC_MANA.items() if word in subtypes]
    given = mana_text(abilities)
    _read(mana_units, given, "abilities", place)
    options = [*sorted(basic, key=TYPES.index), *([given] if given else [])]
    return "|".join(dict.fromkeys(options))


def _tapped(mapping: Mapping[str, Any], place: str) -> str:
    value = mapping.get("tapped", "")
    if isinstance(value, bool):
        return "yes" if value else ""
    text = _text(mapping, "tapped", place)
    _read(tapped_condition, text, "tapped", place)
    return "" if text == "no" else text


def _flags(mapping: Mapping[str, Any], cost: tuple[str, ...], place: str) -> frozenset[str]:
    replaces = mapping.get("replaces", False)
    if not isinstance(replaces, bool):
        raise InputError(f"{place}, replaces: write true or false, not {replaces!r}")
    marks = {"X": "x", "C": "c-pip", "S": "snow-pip"}
    flags = {marks[symbol] for symbol in cost if symbol in marks}
    flags |= {"phyrexian" for symbol in cost if symbol.endswith("/P")}
    flags |= {"twobrid" for symbol in cost if symbol[0].isdigit() and "/" in symbol}
    flags |= {"hybrid" for symbol in cost if "/" in symbol and symbol[0] in TYPES and symbol[2:] not in {"P"}}
    return frozenset(flags | ({REPLACES} if replaces else set()))
