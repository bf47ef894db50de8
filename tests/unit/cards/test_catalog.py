"""Names: every spelling of a card leads to it, and every wrong name is answered with near ones."""

from __future__ import annotations

import gzip

import pytest

from analyzer.cards import table as table_module
from analyzer.cards.catalog import Catalog
from analyzer.cards.names import fold, nearest
from analyzer.cards.own import own_card
from analyzer.cards.table import load_table, read_row
from analyzer.errors import InputError, RunError


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog()


# Spellings from bug reports of other programs.
@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("Integrity // Intervention", "Integrity // Intervention"),
        ("Integrity", "Integrity // Intervention"),
        ("Depose/Deploy", "Depose // Deploy"),
        ("Dusk /// Dawn", "Dusk // Dawn"),
        ("Turn/Burn", "Turn // Burn"),
        ("Appeal/Authority", "Appeal // Authority"),
        ("turn  //  burn", "Turn // Burn"),
        (
            "Birgi, God of Storytelling // Harnfel, Horn of Bounty",
            "Birgi, God of Storytelling // Harnfel, Horn of Bounty",
        ),
        ("Birgi, God of Storytelling", "Birgi, God of Storytelling // Harnfel, Horn of Bounty"),
        ("Pegasus Guardian // Rescue the Foal", "Pegasus Guardian // Rescue the Foal"),
        ("Fire", "Fire // Ice"),
        ("Fire//Ice", "Fire // Ice"),
        ("4 Opt"[2:] + " ", "Opt"),
        ("Opt\u00a0", "Opt"),
        ("\u2009Opt\u200b", "Opt"),
        ("\ufeffOpt", "Opt"),
        ("OPT", "Opt"),
        ("\uff2f\uff50\uff54", "Opt"),
        ("Urza\u2019s Saga", "Urza's Saga"),
        ("\u201cAch! Hans, Run!\u201d", '"Ach! Hans, Run!"'),
        ("Lim-Dûl's Vault", "Lim-Dûl's Vault"),
        ("Lim-Dul's Vault", "Lim-Dûl's Vault"),
        ("Lim-Du\u0302l\u2019s Vault", "Lim-Dûl's Vault"),
        ("Séance", "Séance"),
        ("Seance", "Séance"),
        ("Jotun Grunt", "Jötun Grunt"),
        ("Lorien Revealed", "Lórien Revealed"),
        ("Arwen Undomiel", "Arwen Undómiel"),
        ("Æther Vial", "Aether Vial"),
        ("+2 Mace", "+2 Mace"),
        ("Borrowing 100,000 Arrows", "Borrowing 100,000 Arrows"),
        ("1996 World Champion", "1996 World Champion"),
        ("Circle of Protection: Red", "Circle of Protection: Red"),
        ("Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)"),
        ("_____", "_____"),
        ("B.F.M. (Big Furry Monster)", "B.F.M. (Big Furry Monster)"),
        ("Hazmat Suit (Used)", "Hazmat Suit (Used)"),
        ("A-Omnath, Locus of Creation", "Omnath, Locus of Creation"),
        ("A-Druid Class", "A-Druid Class"),
        ("SP//dr, Piloted by Peni", "SP//dr, Piloted by Peni"),
        ("Temple Garden // Temple Garden", "Temple Garden"),
        ("Who // What // When // Where // Why", "Who // What // When // Where // Why"),
        ("Graf Rats", "Graf Rats"),
        ("Graf Rats // Chittering Host", "Graf Rats"),
        ("Bloomvine Regent", "Bloomvine Regent // Claim Territory"),
        ("Lurrus of the Dream-Den", "Lurrus of the Dream-Den"),
        ("Lurrus of the Dream–Den", "Lurrus of the Dream-Den"),
    ],
)
def test_every_spelling_leads_to_the_card(catalog, typed, card):
    assert catalog.find(typed).card.full_name == card


def test_the_whole_card_comes_before_a_face_and_a_face_before_a_back(catalog):
    assert catalog.find("Brainstorm").card.face_of == ""  # also the back of Harmonized Trio
    assert catalog.find("Bind").card.face_of == ""  # also the front of Bind // Liberate
    assert catalog.find("Smelt").notices == ()
    back = catalog.find("Insectile Aberration")
    assert back.card.name == "Delver of Secrets"
    assert "back face of Delver of Secrets // Insectile Aberration" in back.notices[0]


def test_a_front_face_of_two_cards_is_decided_and_said(catalog):
    found = catalog.find("Start")
    assert found.card.full_name == "Start // Finish"
    assert "there is also Start // Fire" in found.notices[0]


def test_every_name_of_the_table_leads_to_a_card_of_that_name():
    table = load_table()
    for line in table.lines:
        name, card, side, layout, _ = line.split("\t", 4)
        key = fold(name)
        if not card or layout == "meld":
            assert key in table.whole, name
        else:
            assert key in (table.back if side == "b" else table.front), name
    assert sum(len(rows) for rows in (*table.front.values(), *table.back.values())) == 886 * 2


def test_faces_values_and_types(catalog):
    fire = catalog.find("Fire // Ice").card
    assert (fire.mana_value, fire.other_face.mana_value, fire.card_mana_value) == (2, 2, 4)
    assert catalog.find("Far // Away").card.card_mana_value == 5
    assert catalog.find("Turn // Burn").card.card_mana_value == 5
    assert catalog.find("Silundi Vision").card.card_mana_value == 3
    assert catalog.find("Delver of Secrets").card.card_mana_value == 1
    assert catalog.find("Delver of Secrets").card.other_face.mana_value == 1
    arbor = catalog.find("Dryad Arbor").card
    assert arbor.is_land and arbor.is_creature and arbor.produces == "G"
    assert catalog.find("Tarmogoyf").card.power is None and "power" in catalog.find("Tarmogoyf").card.unmodelled
    assert catalog.find("The Thirteenth Doctor").card.subtypes == {"time lord", "doctor"}


# Lands and near-lands in one list: what counts as a land, what it makes, whether it enters tapped.
@pytest.mark.parametrize(
    ("name", "land", "produces", "tapped"),
    [
        ("Dryad Arbor", True, "G", ""),
        ("Wastes", True, "C", ""),
        ("Snow-Covered Forest", True, "G", ""),
        ("Urza's Saga", True, "", ""),
        ("Bala Ged Recovery", False, "", ""),
        ("Westvale Abbey", True, "C", ""),
        ("Mox Diamond", False, "any", ""),
        ("Lotus Field", True, "any3same", "yes"),
        ("Gaea's Cradle", True, "V=count(creature)G", ""),
        ("Command Tower", True, "id", ""),
        ("Exotic Orchard", True, "opplands", ""),
        ("Evolving Wilds", True, "", ""),
        ("Temple of Triumph", True, "R|W", "yes"),
        ("Undercity Sewers", True, "U|B", "yes"),
        ("Castle Locthwain", True, "B", "cond:ctrl(swamp)"),
        ("Ancient Tomb", True, "CC", ""),
        ("Kor Haven", True, "C", ""),
        ("Coastal Tower", True, "W|U", "yes"),
    ],
)
def test_lands_and_near_lands(catalog, name, land, produces, tapped):
    card = catalog.find(name).card
    assert (card.is_land, card.produces, card.tapped) == (land, produces, tapped)


@pytest.mark.parametrize("name", ["Prosperous Innkeeper", "An Offer You Can't Refuse", "Arid Mesa"])
def test_cards_that_speak_of_mana_but_make_none_themselves(catalog, name):
    assert catalog.find(name).card.produces == ""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Lightning Blot", "Lightning Bolt"),
        ("Temple of Epiphny", "Temple of Epiphany"),
        ("Preordian", "Preordain"),
        ("Optt", "Opt"),
        ("Niko Ares", "Niko Aris"),
        ("Sudden Strom", "Sudden Storm"),
    ],
)
def test_unknown_names_are_answered_with_near_ones(catalog, typed, meant):
    with pytest.raises(InputError) as wrong:
        catalog.find(typed)
    assert str(wrong.value).startswith(f"no card is called '{typed}'; did you mean {meant}")
    assert wrong.value.exit_code == 2


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "qqqqzzzz", "//", "4", "x" * 3000])
def test_hopeless_names_are_errors_too(catalog, name):
    with pytest.raises(InputError):
        catalog.find(name)


def test_near_words_skip_what_is_not_alike():
    assert nearest("scri", ["scry", "draw"]) == ["scry"]
    assert nearest("qqq", ["scry", "draw"]) == []


def test_own_cards_shadow_the_table_only_if_they_say_so():
    free = own_card({"name": "Free Scry", "cost": "{0}", "types": "Sorcery", "abilities": "cast:scry1"})
    assert Catalog(own=(free,)).find("free scry").card is free
    opt = {"name": "Opt", "cost": "{W}", "types": "Instant"}
    with pytest.raises(InputError, match="replaces = true"):
        Catalog(own=(own_card(opt),))
    with pytest.raises(InputError, match="replaces = true"):
        Catalog(own=(own_card({"name": "Ice Cave // Fire", "types": "Instant"}), own_card({**opt, "name": "FIRE"})))
    mine = own_card({**opt, "replaces": True})
    assert Catalog(own=(mine,)).find("Opt").card.mana_cost == "{W}"
    with pytest.raises(InputError, match="two"):
        Catalog(own=(mine, own_card({**opt, "cost": "{B}", "replaces": True})))


def test_own_names_are_among_the_near_ones():
    free = own_card({"name": "Zymurgical Scry", "types": "Sorcery"})
    with pytest.raises(InputError, match="Zymurgical Scry"):
        Catalog(own=(free,)).find("Zymurgicl Scry")


def test_search_finds_parts_of_names(catalog):
    assert catalog.search("temple of m") == ["Temple of Malady", "Temple of Malice", "Temple of Mystery"]
    assert "Fire // Ice" in catalog.search("// ice")
    assert catalog.search("no such thing at all") == []


def test_rows_are_read_with_their_facts():
    table = load_table()
    niko = read_row(table, table.whole["niko aris"][0])
    assert (niko.mana_cost, niko.mana_value, niko.loyalty, niko.colors) == ("{X}{W}{U}{U}", 3, 3, "WU")
    assert niko.types == {"legendary", "planeswalker"} and niko.subtypes == {"niko"} and niko.flags == {"x"}
    assert niko.set_code == "KHM"


@pytest.mark.parametrize("content", [None, b"", b"not packed", "cut", "columns"])
def test_a_damaged_table_is_one_clear_error(tmp_path, monkeypatch, content):
    damaged = tmp_path / "card_facts.tsv.gz"
    if content == "cut":
        damaged.write_bytes(table_module.DATA.read_bytes()[:5000])
    elif content == "columns":
        damaged.write_bytes(gzip.compress(b"name\tcost\nOpt\t{U}\n"))
    elif content is not None:
        damaged.write_bytes(content)
    monkeypatch.setattr(table_module, "DATA", damaged)
    with pytest.raises(RunError, match="install scryworth again"):
        table_module.load_table.__wrapped__()
