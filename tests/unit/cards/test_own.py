"""Own cards: what a table may hold, what is derived, and errors that name card, key and the nearest key."""

from __future__ import annotations

import pytest

from analyzer.cards.own import KEYS, own_card
from analyzer.errors import InputError

GOOD = {"name": "Free Scry", "cost": "{0}", "types": "Sorcery", "abilities": "cast:scry1"}


def test_a_card_with_every_key():
    card = own_card(
        {
            "name": "Brass Elf",
            "cost": "{1}{w/g}",
            "types": "Legendary Artifact Creature - Elf Druid",
            "abilities": ["activate: T: mana(G)", "haste", "etb: scry 2"],
            "power": 2,
            "toughness": 3,
            "replaces": True,
        }
    )
    assert card.mana_cost == "{1}{G/W}" and card.mana_value == 2 and card.colors == "WG"
    assert card.type_line == "Legendary Artifact Creature — Elf Druid"
    assert card.types == {"legendary", "artifact", "creature"} and card.subtypes == {"elf", "druid"}
    assert (card.power, card.toughness, card.loyalty) == (2, 3, None)
    assert card.effects == "activate:T:mana(G)|haste|etb:scry2"
    assert card.produces == "G" and card.keywords == {"haste"}
    assert card.layer == "own" and "hybrid" in card.flags


@pytest.mark.parametrize(
    ("keys", "produces", "tapped"),
    [
        ({"types": "Land", "abilities": "activate:T:mana(W/U)"}, "W|U", ""),
        ({"types": "Land", "produces": "W|U", "tapped": True}, "W|U", "yes"),
        ({"types": "Land - Forest Island", "tapped": "yes"}, "U|G", "yes"),
        ({"types": "Land", "produces": "CC", "tapped": "cond:lands<=2"}, "CC", "cond:lands<=2"),
        ({"types": "Basic Land - Plains", "tapped": False}, "W", ""),
        ({"types": "Artifact", "abilities": "activate:{1},T:mana(any)"}, "{1}>any", ""),
        ({"types": "Land", "tapped": "no"}, "", ""),
    ],
)
def test_mana_and_entering_tapped(keys, produces, tapped):
    card = own_card({"name": "A", **keys})
    assert (card.produces, card.tapped) == (produces, tapped)


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"typs": "Sorcery"}, ["'typs'", "types"]),
        ({"abilites": "cast:scry1"}, ["'abilites'", "abilities"]),
        ({"zzz": 1}, ["'zzz'", *KEYS]),
        ({"cost": "2U"}, ["cost", "column 1"]),
        ({"cost": "{2}{Q/Z}"}, ["cost", "{Q/Z}"]),
        ({"cost": 3}, ["cost", "quotation marks"]),
        ({"types": "Sorcerie"}, ["types", "Sorcery"]),
        ({"types": ""}, ["types", "no card type"]),
        ({"types": ["Sorcery"]}, ["types", "quotation marks"]),
        ({"abilities": "cast:scri1"}, ["abilities", "column 6", "'scri'", "scry"]),
        ({"abilities": 7}, ["abilities", "quotation marks"]),
        ({"produces": "purple"}, ["produces", "no mana"]),
        ({"tapped": "maybe"}, ["tapped", "cond:lands<=2"]),
        ({"power": "2"}, ["power", "whole number"]),
        ({"toughness": 2.5}, ["toughness", "whole number"]),
        ({"loyalty": True}, ["loyalty", "whole number"]),
        ({"power": 10**9}, ["power", "whole number"]),
        ({"replaces": "yes"}, ["replaces", "true or false"]),
        ({"types": "Creature"}, ["power and toughness"]),
        ({"types": "Land"}, ["a land has no cost"]),
        ({"abilities": "activate:T:mana(purple)"}, ["abilities", "no mana"]),
    ],
)
def test_errors_name_place_card_and_key(change, parts):
    with pytest.raises(InputError) as wrong:
        own_card({**GOOD, **change}, "list.txt line 12")
    message = str(wrong.value)
    assert message.startswith("list.txt line 12: card 'Free Scry'")
    assert "\n" not in message
    for part in parts:
        assert part in message


@pytest.mark.parametrize("name", [None, "", "  ", 5, "A\nB"])
def test_a_card_needs_a_name(name):
    table = {key: value for key, value in GOOD.items() if key != "name"} | ({} if name is None else {"name": name})
    with pytest.raises(InputError, match="needs a name"):
        own_card(table)
