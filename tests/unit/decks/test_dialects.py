"""Every export format and every line that tripped a tool of this kind before (public reports A1 to A39, E, F)."""

from __future__ import annotations

import pytest

from analyzer.decks import load_deck, parse_deck
from analyzer.errors import InputError


def read(text):
    return parse_deck(text).deck


@pytest.mark.parametrize(
    ("line", "copies", "name"),
    [
        ("4 Opt", 4, "Opt"),
        ("Opt", 1, "Opt"),
        ("4x Opt", 4, "Opt"),
        ("4X Opt", 4, "Opt"),
        ("4 x Opt", 4, "Opt"),
        ("4× Opt", 4, "Opt"),
        ("4xOpt", 4, "Opt"),
        ("x4 Opt", 4, "Opt"),
        ("Opt x4", 4, "Opt"),
        ("Opt (DOM) x4", 4, "Opt"),
        ("- 4 Opt", 4, "Opt"),
        ("• 4 Opt", 4, "Opt"),
        ("opt", 1, "Opt"),
        ("4 Opt ", 4, "Opt"),
        ("  4   Opt", 4, "Opt"),
        ("4\tOpt", 4, "Opt"),
        ("4\u00a0Opt", 4, "Opt"),
        ("4\u202fOpt\u200b", 4, "Opt"),
        ("\u200f４\u3000Ｏｐｔ", 4, "Opt"),
        # split cards, in every way their slash is written
        ("1 Integrity // Intervention (GRN) 227", 1, "Integrity // Intervention"),
        ("1 Integrity", 1, "Integrity // Intervention"),
        ("2 Depose/Deploy", 2, "Depose // Deploy"),
        ("1 Dusk /// Dawn", 1, "Dusk // Dawn"),
        ("1 Turn/Burn", 1, "Turn // Burn"),
        ("1 Appeal/Authority", 1, "Appeal // Authority"),
        ("1 Fire // Ice (DMR) 215", 1, "Fire // Ice"),
        (
            "1 Birgi, God of Storytelling // Harnfel, Horn of Bounty",
            1,
            "Birgi, God of Storytelling // Harnfel, Horn of Bounty",
        ),
        ("1 Pegasus Guardian // Rescue the Foal (CLB) 36", 1, "Pegasus Guardian // Rescue the Foal"),
        # printings, finishes and tags never change the card
        ("7 Plains (331)", 7, "Plains"),
        ("Plains (331)", 1, "Plains"),
        ("1 Opt (XLN) 12★", 1, "Opt"),
        ("1 Day of Judgment [FDN:140] *F*", 1, "Day of Judgment"),
        ("4 Counterspell (CMR) 632 *F* #TargetedDisruption", 4, "Counterspell"),
        ("1 A-Omnath, Locus of Creation (ZNR) 232", 1, "Omnath, Locus of Creation"),  # told: not in the table
        ("1 A-Blood Artist (MH3) 1", 1, "A-Blood Artist"),
        ("4 [ZEN:220] Misty Rainforest", 4, "Misty Rainforest"),
        ("1 Clone Crafter (Y22) 14", 1, "Clone Crafter"),
        ("1 Drift of Phantasms (PLST) RAV-46", 1, "Drift of Phantasms"),
        ("1 Galadriel, Elven-Queen [foil] [LTC:3]", 1, "Galadriel, Elven-Queen"),
        ("15 Forest [WOE:*]", 15, "Forest"),
        ("4 Opt <331> [DOM] (F)", 4, "Opt"),
        ("2 Bedlam Reveler|EMN", 2, "Bedlam Reveler"),
        ("2 Bedlam Reveler|EMN|1", 2, "Bedlam Reveler"),
        ("1 Opt # one of the four", 1, "Opt"),
        ("1x Opt (dom) 60 [Draw] ^Have,#37d67a^", 1, "Opt"),
        # quotes and accents
        ("1 Urza’s Saga", 1, "Urza's Saga"),
        ("1 Kari Zev, Skyship Raider", 1, "Kari Zev, Skyship Raider"),
        ("1 Pia and Kiran Nalaar", 1, "Pia and Kiran Nalaar"),
        ("1 Lim-Dûl's Vault", 1, "Lim-Dûl's Vault"),
        ("1 Lim-Dul's Vault", 1, "Lim-Dûl's Vault"),
        ("1 Lim-Du\u0302l's Vault", 1, "Lim-Dûl's Vault"),
        ("1 Séance", 1, "Séance"),
        ("1 Seance", 1, "Séance"),
        ("1 Jotun Grunt", 1, "Jötun Grunt"),
        # names with digits and marks of their own
        ("1 +2 Mace", 1, "+2 Mace"),
        ("+2 Mace", 1, "+2 Mace"),
        ("1 Borrowing 100,000 Arrows", 1, "Borrowing 100,000 Arrows"),
        ("1 1996 World Champion", 1, "1996 World Champion"),
        ("1996 World Champion", 1, "1996 World Champion"),
        ("2 Circle of Protection: Red", 2, "Circle of Protection: Red"),
        ("Circle of Protection: Red", 1, "Circle of Protection: Red"),
        ("1 Erase (Not the Urza's Legacy One)", 1, "Erase (Not the Urza's Legacy One)"),
        ("1 Erase (ULG) 7", 1, "Erase"),
        ("1 No Way Out (Playtest)", 1, "No Way Out (Playtest)"),
        ("1 _____", 1, "_____"),
        ("1 B.F.M. (Big Furry Monster)", 1, "B.F.M. (Big Furry Monster)"),
        ('4 "Ach! Hans, Run!"', 4, '"Ach! Hans, Run!"'),
        ("1 Hazmat Suit (Used)", 1, "Hazmat Suit (Used)"),
        # saved decks in XML
        ('<Cards CatID="1" Quantity="4" Sideboard="false" Name="Opt" Annotation="0" />', 4, "Opt"),
        ('<card number="2" name="Lim-D&#251;l&apos;s Vault"/>', 2, "Lim-Dûl's Vault"),
    ],
)
def test_one_line(line, copies, name):
    assert read(line).counts == {name: copies}


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("SB: 2 Duress", "sideboard"),
        ("sb:2 Duress", "sideboard"),
        ("Sideboard: 2 Duress", "sideboard"),
        ("COMMANDER: 2 Duress", "commander"),
        ("2 Duress (LCC) 161 *CMDR*", "commander"),
        ("2 Duress (LCC) *CMDR*", "commander"),
        ("2 Duress # !Commander", "commander"),
        ("2 Duress [Commander{top}]", "commander"),
        ("Maybeboard: 2 Duress", "left out"),
        ("2x Duress (dom) 60 [Maybeboard{noDeck}{noPrice},Draw]", "left out"),
        ("2x Duress [Sideboard{noDeck}]", "sideboard"),
        ('<Cards Quantity="2" Sideboard="true" Name="Duress" />', "sideboard"),
        ("Companion: 1 Duress", "companion"),
    ],
)
def test_a_line_may_name_its_own_section(line, where):
    deck = read(f"4 Opt\n{line}\n2 Island")
    assert deck.counts == {"Opt": 4, "Island": 2}
    found = {"sideboard": deck.sideboard, "commander": deck.commanders, "companion": deck.companion}
    expected = {"sideboard": ((2, "Duress"),), "commander": ("Duress", "Duress"), "companion": "Duress"}
    assert {name: held for name, held in found.items() if held} == {n: v for n, v in expected.items() if n == where}
    assert any(notice.code == "left-out" for notice in deck.notices) == (where == "left out")


@pytest.mark.parametrize("mark", ["{}", "{}:", "[{}]", "// {}", "//{}:", "# {}", "{} (2)", "{} (2 cards)", "{}: 2"])
@pytest.mark.parametrize("change", [str.lower, str.upper, str.title])
@pytest.mark.parametrize("word", ["sideboard", "commander", "maybeboard", "deck", "main", "mainboard"])
def test_headings_in_any_case_and_decoration(word, change, mark):
    deck = read(f"Deck\n4 Opt\n\n{mark.format(change(word))}\n2 Duress")
    section = {"sideboard": "side", "commander": "commander", "maybeboard": "out"}.get(word, "main")
    assert deck.counts == ({"Opt": 4, "Duress": 2} if section == "main" else {"Opt": 4})
    assert deck.sideboard == (((2, "Duress"),) if section == "side" else ())
    assert deck.commanders == (("Duress", "Duress") if section == "commander" else ())
    assert [n.code for n in deck.notices] == (["left-out"] if section == "out" else [])


ARENA = """About
Name Test deck

Commander
1 Alela, Artful Provocateur (ELD) 324

Companion
1 Lurrus of the Dream-Den (IKO) 226

Deck
1 Temple of Silence (M20) 256
1 Watery Grave (GRN) 259
6 Plains (ELD) 251
1 Integrity // Intervention (GRN) 227

Sideboard
1 Duress (M20) 97
"""


def test_arena_export_with_every_section():
    reading = parse_deck(ARENA, "paste")
    deck = reading.deck
    assert deck.name == "Test deck"
    assert deck.commanders == ("Alela, Artful Provocateur",)
    assert deck.companion == "Lurrus of the Dream-Den"
    assert deck.counts == {"Temple of Silence": 1, "Watery Grave": 1, "Plains": 6, "Integrity // Intervention": 1}
    assert deck.sideboard == ((1, "Duress"),)
    assert deck.notices == ()
    assert reading.fates.count("card") == 7 and reading.fates.count("heading") == 5 and reading.fates.count("note") == 1


def test_blank_lines_between_groups_are_no_sideboard():
    deck = read("4 Goblin Guide\n\n20 Mountain\n\n\n36 Lightning Bolt\n")
    assert (deck.size, deck.sideboard, deck.notices) == (60, (), ())


def test_mtgo_text_export_has_its_sideboard_after_the_only_blank_line():
    deck = read("36 Lightning Bolt\n24 Mountain\n\n15 Smash to Smithereens\n")
    assert (deck.size, deck.sideboard) == (60, ((15, "Smash to Smithereens"),))
    assert [(notice.code, notice.line) for notice in deck.notices] == [("blank-line", 4)]


@pytest.mark.parametrize(
    "text",
    [
        "Deck\n36 Lightning Bolt\n24 Mountain\n\n15 Smash to Smithereens",  # a heading, so no headless export
        "36 Lightning Bolt\n23 Mountain\n\n15 Smash to Smithereens",  # fewer than 60 before
        "60 Lightning Bolt\n\n16 Smash to Smithereens",  # more than 15 after
        "60 Lightning Bolt\n\n15 Mountain",  # only lands after
        "36 Lightning Bolt\n\n24 Shock\n\n15 Smash to Smithereens",  # two gaps
    ],
)
def test_other_blank_lines_mean_nothing(text):
    assert read(text).sideboard == ()


def test_a_commander_export_has_its_commander_after_the_only_blank_line():
    deck = read("99 Island\n\n1 Thassa, God of the Sea\n")
    assert (deck.size, deck.commanders, deck.notices[0].code) == (99, ("Thassa, God of the Sea",), "blank-line")


def test_a_hundred_cards_without_commander_are_told():
    lines = ["64 Island", "1 Opt", "35 Forest"]
    assert [notice.code for notice in read("\n".join(lines)).notices] == ["no-commander"]
    assert read("60 Island\n40 Opt").notices == ()


def test_moxfield_export_keeps_both_parts():
    deck = read(
        "1 Sol Ring (CMR) 472 *F*\n4 Counterspell (CMR) 632 *F* #TargetedDisruption\n"
        "1 Pegasus Guardian // Rescue the Foal (CLB) 36\n\nSIDEBOARD:\n1 Containment Priest (M21) 13\n"
    )
    assert deck.counts == {"Sol Ring": 1, "Counterspell": 4, "Pegasus Guardian // Rescue the Foal": 1}
    assert deck.sideboard == ((1, "Containment Priest"),)
    assert deck.groups == {"targeteddisruption": ("Counterspell",)}


def test_forge_and_xmage_saved_decks():
    forge = read(
        "[metadata]\nName=Modern_UR\nDeck Type=constructed\n[Main]\n2 Opt|DOM\n[Sideboard]\n1 Wear // Tear|DGM\n"
    )
    assert (forge.name, forge.counts, forge.sideboard) == ("Modern_UR", {"Opt": 2}, ((1, "Wear // Tear"),))
    xmage = read(
        "NAME:Burn\n4 [M10:146] Lightning Bolt\nSB: 2 [M10:1] Duress\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M10:146])"
    )
    assert (xmage.name, xmage.counts, xmage.sideboard) == ("Burn", {"Lightning Bolt": 4}, ((2, "Duress"),))


def test_saved_decks_in_xml():
    deck = read(
        '<?xml version="1.0" encoding="utf-8"?>\n<cockatrice_deck version="1">\n<zone name="main">\n'
        '<card number="4" name="Opt"/>\n</zone>\n<zone name="side">\n'
        '<card number="1" name="Duress"/>\n</zone>\n</cockatrice_deck>'
    )
    assert (deck.counts, deck.sideboard) == ({"Opt": 4}, ((1, "Duress"),))


def test_headings_by_type_keep_the_section_and_promise_a_number():
    deck = read("Creatures (4)\n4 Goblin Guide\nSpells: 3\n4 Opt\nSideboard\nCreatures (1)\n1 Memnite\n")
    assert deck.counts == {"Goblin Guide": 4, "Opt": 4} and deck.sideboard == ((1, "Memnite"),)
    assert [(n.code, n.line) for n in deck.notices] == [("heading-count", 3)]


def test_headings_of_one_s_own():
    deck = read("Removal (4)\n4 Shock\nCard draw:\n4 Opt\nMaybeboard\n3 Duress\nRamp (2)\n2 Cultivate\n")
    assert deck.counts == {"Shock": 4, "Opt": 4, "Cultivate": 2}


def test_a_misspelt_card_does_not_pass_as_a_heading():
    with pytest.raises(InputError, match="line 2: no card is called 'Preordainn'; did you mean Preordain"):
        read("4 Opt\nPreordainn (8)\n2 Island")


def test_commander_ends_where_the_next_grouping_begins():
    deck = read("Commander\n1 Thassa, God of the Sea\nLands (40)\n40 Island\n")
    assert (deck.commanders, deck.counts) == (("Thassa, God of the Sea",), {"Island": 40})


def test_partners_are_two_commanders():
    deck = read("Commander\n1 Malcolm, Keen-Eyed Navigator\n1 Breeches, Brazen Plunderer\n\nDeck\n98 Island")
    assert len(deck.commanders) == 2 and deck.size == 98


def test_main_and_side_count_the_same_card_apart():
    deck = read("3 Opt\n\nSideboard\n1 Opt\n1 Opt\n")
    assert (deck.counts, deck.sideboard, set(deck.facts)) == ({"Opt": 3}, ((2, "Opt"),), {"Opt"})


@pytest.mark.parametrize(("text", "size"), [("30 Slime Against Humanity\n30 Forest", 60), ("9 Nazgûl\n294 Swamp", 303)])
def test_no_copy_limit_and_no_deck_size(text, size):
    assert read(text).size == size


def test_decoration_is_a_comment_and_a_comment_may_name_the_deck():
    reading = parse_deck("// NAME: Elven Council\n###My deck###\n=====\n; old note\n4 Opt\n# why not\n", "x")
    assert reading.deck.name == "Elven Council"
    assert reading.fates == ("comment", "comment", "comment", "comment", "card", "comment")


def test_a_back_face_is_the_whole_card_with_a_notice():
    deck = read("1 Ice")
    assert deck.counts == {"Fire // Ice": 1} and "back face" in deck.notices[0].text and deck.notices[0].line == 1


def test_text_with_line_ends_is_a_list_itself():
    assert load_deck("4 Opt\n56 Island").size == 60
