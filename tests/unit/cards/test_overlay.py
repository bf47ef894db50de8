"""The overlay: every section is valid, in use, and adds something; the cards that cases need are modelled."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from analyzer.cards.abilities import Step, parse_abilities
from analyzer.cards.catalog import Catalog
from analyzer.cards.gaps import TOPICS, gaps
from analyzer.cards.lands import mana_text
from analyzer.cards.names import fold
from analyzer.cards.overlay import OVERLAY, apply_section, lay_over, overlay_names
from analyzer.cards.table import load_table, read_row
from analyzer.errors import InputError

SECTIONS = tomllib.loads(OVERLAY.read_text(encoding="utf-8"))["card"]


def _table_card(name: str):
    table = load_table()
    rows = table.whole.get(fold(name)) or table.front.get(fold(name)) or table.back.get(fold(name))
    assert rows, f"{name} is not in the table"
    return read_row(table, rows[0])


def test_sections_are_found_one_by_one_as_the_whole_file_has_them():
    assert len(SECTIONS) == len(set(overlay_names())) == len({fold(section["name"]) for section in SECTIONS})


@pytest.mark.parametrize("section", SECTIONS, ids=[section["name"] for section in SECTIONS])
def test_each_section_is_valid_canonical_and_changes_the_card(section):
    card = _table_card(section["name"])
    changed = lay_over(card)
    assert changed == apply_section(replace(card, other_face=changed.other_face), section)
    assert changed.layer == "overlay"
    assert changed.effects == section.get("abilities", card.effects)
    before = (card.effects, card.produces, card.tapped, card.unmodelled)
    assert (changed.effects, changed.produces, changed.tapped, changed.unmodelled) != before


@pytest.mark.parametrize("section", SECTIONS, ids=[section["name"] for section in SECTIONS])
def test_mana_abilities_and_the_mana_text_agree(section):
    card = lay_over(_table_card(section["name"]))
    given = mana_text(card.abilities)
    # A basic land type gives mana without an ability; an ability with a target is no mana ability (CR 605.1).
    if given and card.name != "Deathrite Shaman":
        assert card.produces == given


def test_unknown_keys_are_refused():
    with pytest.raises(InputError, match="'abilites' is not a key"):
        apply_section(_table_card("Opt"), {"name": "Opt", "abilites": "cast:scry1"})


@pytest.mark.parametrize(
    "name",
    """Magma Jet;Sudden Storm;Walking Ballista;Boromir, Warden of the Tower;Celeborn the Wise;Matoya, Archon Elder
    Arwen Undómiel;Flamespeaker Adept;Nexus Wardens;Mana Reflection;Nyxbloom Ancient;Mirari's Wake;Wild Growth
    Gaea's Cradle;Exotic Orchard;Reflecting Pool;Goblin Electromancer;Thorn of Amethyst;Thunderscape Familiar
    Altar's Reap;Elvish Fury;Hydroid Krasis;Endless One;Spectral Procession;Splashy Spellcaster;Preordain;Read the Bones
    Eager Construct;Birthday Escape;Mystic Speculation;Whispers of the Muse;Joint Exploration;Gitaxian Probe;Opt
    Faithless Looting;Llanowar Elves;Sol Ring;Memnite;Niko Aris;Spellbook Vendor;Living Lectern;Unassuming Sage
    Gylwain, Casting Director;Graven Lore;Chance-Met Elves;Elvish Mariner;Knowledge and Power;Eligeth, Crossroads Augur
    Galadriel of Lothlórien;Dissolve;Condescend;Runic Shot;Fateful End;Call of the Ring;Frodo Baggins;Nazgûl
    Rangers of Ithilien;Capsize;Wurmcalling;Forbid;Sprout Swarm;Into the Roil;Everflowing Chalice;Glacial Ray
    Kozilek's Command;Dismember;Force of Will;Emerald Medallion;Damping Sphere;Heartbeat of Spring;Vernal Bloom
    Overgrowth;Pulse of Llanowar;Pili-Pala;Devoted Druid;Birds of Paradise;Palladium Myr;Dryad Arbor;Umbral Mantle
    Temple of Mystery;Temple of Epiphany;Thassa, God of the Sea;Cryptic Annelid;Crystal Ball;Omenspeaker;Augury Owl
    Serum Visions;Foresee;Kitchen Finks;Manamorphose;Desperate Ritual;Reach Through Mists;Lion's Eye Diamond
    Meteor Crater;Nykthos, Shrine to Nyx;Fellwar Stone;Sam's Desperate Rescue;Slip On the Ring""".replace(
        "\n", ";"
    ).split(";"),
)
def test_cards_that_the_cases_need_have_no_gap(name):
    card = Catalog().find(name.strip()).card
    assert gaps(card) == ()


def test_gaps_that_remain_are_named():
    assert gaps(Catalog().find("Niko, Light of Hope").card) == ("a step ({2}, tap it)",)
    assert "text about the library" in gaps(Catalog().find("Genesis Hydra").card)
    assert set(TOPICS) >= {topic for line in load_table().lines for topic in line.split("\t")[17].split(",") if topic}


def test_what_the_named_cards_do():
    def effects(name):
        return Catalog().find(name).card.effects

    assert effects("Magma Jet") == "cast:damage2(target);scry2|target:any"
    assert effects("Sudden Storm").startswith("cast:tap(target 2);notuntap(target);scry1")
    assert "enters:counterX(+1/+1,self)" in effects("Walking Ballista")
    assert "onscry:pump+V=looked/+V=looked(self)" in effects("Celeborn the Wise")
    krasis = parse_abilities(effects("Hydroid Krasis"))
    assert [str(step.amount) for step in krasis[0].program if isinstance(step, Step)] == ["V=X/2", "V=X/2"]
