"""Counts of a deck, each against a list whose answer can be seen."""

from __future__ import annotations

from analyzer.decks import load_deck, parse_deck
from analyzer.decks.summary import summarise


def test_lands_are_not_in_the_curve_and_split_cards_count_both_halves():
    summary = summarise(parse_deck("17 Island\n4 Opt\n1 Turn // Burn\n1 Bonecrusher Giant\n1 Blaze\n").deck)
    assert summary.lands == 17
    assert dict(summary.curve) == {1: 5, 3: 1, 5: 1}  # Blaze ({X}{R}) counts 1, the Giant its own 3
    assert summary.mean_mana_value == (4 + 5 + 3 + 1) / 7


def test_near_lands():
    deck = parse_deck(
        "Dryad Arbor\nWastes\nSnow-Covered Forest\nUrza's Saga\nBala Ged Recovery\nWestvale Abbey\nMox Diamond\n"
        "Lotus Field\nGaea's Cradle\nCommand Tower\nExotic Orchard\nEvolving Wilds\nTemple of Triumph\n"
        "Undercity Sewers\nCastle Locthwain\nAncient Tomb\nKor Haven\n"
    ).deck
    summary = summarise(deck)
    assert summary.lands == 15  # all but Bala Ged Recovery (a spell in front) and Mox Diamond
    assert summary.lands_tapped == 3 and summary.lands_conditional == 1  # Lotus Field, Temple, Sewers; Castle
    assert summary.other_sources["W"] == 1  # the Mox
    assert summary.land_sources["R"] >= 1


def test_sources_of_a_commander_s_colours():
    deck = parse_deck("Commander\n1 Alela, Artful Provocateur\nDeck\n1 Command Tower\n98 Island").deck
    assert dict(summarise(deck).land_sources) == {"W": 1, "U": 99, "B": 1}


def test_tapped_lands_and_symbols():
    summary = summarise(
        parse_deck("4 Temple of Epiphany\n4 Glacial Fortress\n8 Island\n4 Counterspell\n2 Expressive Iteration").deck
    )
    assert (summary.lands, summary.lands_tapped, summary.lands_conditional) == (16, 4, 4)
    assert dict(summary.pips) == {"U": 10, "R": 2}
    assert dict(summary.land_sources) == {"W": 4, "U": 16, "R": 4}


def test_hybrid_symbols_count_for_both_colours():
    assert dict(summarise(parse_deck("4 Kitchen Finks\n20 Forest").deck).pips) == {"W": 8, "G": 8}


def test_counts_decks_have_no_curve_and_what_is_missing_is_named():
    summary = summarise(load_deck("24 land, 36 blank"))
    assert (dict(summary.curve), summary.mean_mana_value, summary.gaps) == ({}, None, ())
    ((name, copies, reasons),) = summarise(parse_deck("3 Thassa's Oracle\n20 Island").deck).gaps
    assert (name, copies) == ("Thassa's Oracle", 3) and "text about the library" in reasons
