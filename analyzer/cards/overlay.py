"""The hand-written overlay: reading `overlay.toml` and laying its words over the facts of the table."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.cards.abilities import format_abilities, parse_abilities
from analyzer.cards.lands import mana_units, tapped_condition
from analyzer.cards.model import CardFacts
from analyzer.cards.names import fold
from analyzer.errors import InputError

OVERLAY = Path(__file__).parent / "overlay.toml"
KEYS = ("name", "abilities", "produces", "tapped", "unmodelled")
_NAME = re.compile(r'^name = (".*")$', re.MULTILINE)


@lru_cache(maxsize=1)
def _sections() -> dict[str, str]:
    """The text of each `[[card]]` section by folded name; only the sections in use are parsed, to start fast."""
    found = {}
    for section in OVERLAY.read_text(encoding="utf-8").split("[[card]]\n")[1:]:
        name = _NAME.search(section)
        if name:
            found[fold(tomllib.loads(name.group())["name"])] = section
    return found


def overlay_names() -> tuple[str, ...]:
    """The folded names of all cards and faces in the overlay."""
    return tuple(_sections())


def lay_over(card: CardFacts) -> CardFacts:
    """The card with the overlay's abilities, mana and gaps in place of the table's; itself if the overlay is silent.

    Its other face is treated alike.

    >>> from analyzer.cards.table import load_table, read_row
    >>> table = load_table()
    >>> jet = lay_over(read_row(table, table.whole["magma jet"][0]))
    >>> jet.effects, jet.layer
    ('cast:damage2(target);scry2|target:any', 'overlay')
    """
    if card.other_face is not None:
        card = replace(card, other_face=lay_over(card.other_face))
    section = _sections().get(fold(card.name))
    return card if section is None else apply_section(card, tomllib.loads(section))


def apply_section(card: CardFacts, keys: dict[str, Any]) -> CardFacts:
    """The card with the keys of one overlay section; raises InputError for a key or a text that is wrong."""
    for key in keys:
        if key not in KEYS:
            raise InputError(f"overlay, card '{card.name}': '{key}' is not a key; known: {', '.join(KEYS)}")
    effects = format_abilities(parse_abilities(keys.get("abilities", card.effects)))
    produces = keys.get("produces", card.produces)
    tapped = keys.get("tapped", card.tapped)
    mana_units(produces)
    tapped_condition(tapped)
    return replace(
        card,
        effects=effects,
        produces=produces,
        tapped=tapped,
        unmodelled=tuple(keys.get("unmodelled", ())),
        layer="overlay",
    )
