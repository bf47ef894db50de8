"""Whatever stands in a list: every line has a fate, every problem its line, and all of them come together."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards.catalog import Catalog
from analyzer.decks import check_hand, load_deck, parse_deck
from analyzer.decks.text import split_lines
from analyzer.errors import InputError


def problems(text):
    with pytest.raises(InputError) as caught:
        parse_deck(text, "list.txt")
    return str(caught.value)


def test_all_problems_are_told_together_with_their_lines():
    said = problems("4 Optt\n20 Island\n-3 Shock\n4 Lightning Blot\nSideboard\n2 Preordian (DOM) 12\n1.5 Duress")
    assert said.startswith("list.txt: 5 problems\n  line 1: no card is called 'Optt'; did you mean ")
    assert [int(number) for number in re.findall(r"line (\d+): ", said)] == [1, 3, 4, 6, 7]
    assert "'Lightning Blot'; did you mean Lightning Bolt" in said
    assert "'Preordian'; did you mean Preordain" in said  # the name without its printing
    assert said.count("must be a whole number from 1 on") == 2


def test_one_problem_is_one_line():
    said = problems("4 Opt\n20 Islnad\n")
    assert said.startswith("list.txt: line 2: no card is called 'Islnad'; did you mean Island") and "\n" not in said


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "Deck\n\nSideboard\n", "Sideboard\n4 Opt", "0 Opt"])
def test_an_empty_list_is_told(text):
    assert "the list is empty" in problems(text)


def test_ten_thousand_copies_are_refused_once_and_quickly():
    said = problems("10000 Opt\n")
    assert said == ("list.txt: line 1: 10,000 copies of Opt: the main deck has 10,000 cards; at most 1,000 are read")
    assert "999,999,999 copies" in problems("999999999 Opt")
    assert "whole number" in problems("99999999999999999999 Opt")
    assert parse_deck("1000 Island").deck.size == 1000


def test_a_thousand_wrong_lines_are_all_named():
    with patch.object(Catalog, "near", return_value=["Opt"]) as near:
        said = problems("\n".join(f"1 No Such Card {number}" for number in range(1, 1001)))
    assert near.call_count == said.count("did you mean Opt?") == 40  # a search takes a tenth of a second
    assert said.startswith("list.txt: 1000 problems")
    tail = said.splitlines()[-1]
    assert tail.startswith("  and 800 more: lines 201, 202, ") and tail.endswith(" 1000")


def test_no_copies_change_nothing_and_say_so():
    deck = parse_deck("0 Opt\n60 Island").deck
    assert deck.counts == {"Island": 60} and deck.notices[0].code == "no-copies"


def test_a_second_companion_is_a_problem():
    assert "line 3: a second companion" in problems(
        "Companion\n1 Lurrus of the Dream-Den\n1 Yorion, Sky Nomad\nDeck\n60 Island"
    )


def test_a_very_long_line_is_a_problem_not_a_hang():
    assert "characters in one line" in problems("4 " + "Opt (DOM) " * 10_000)


def test_a_bare_group_word_is_told_how_to_write_it():
    assert problems("24 lands\n36 Opt").startswith("list.txt: line 1: no card is called 'lands'")


@pytest.mark.parametrize(("size", "hand", "fine"), [(7, 7, True), (6, 7, False), (6, 6, True), (1, 2, False)])
def test_a_hand_needs_its_cards(size, hand, fine):
    deck = load_deck(f"{size} land")
    if fine:
        check_hand(deck, hand)
    else:
        with pytest.raises(InputError, match=rf"fewer than a hand of {hand}; .*--hand {size}$"):
            check_hand(deck, hand)


CARD_LINES = ("4 Opt", "Opt", "2x Island (XLN) 265", "SB: 2 Duress", "1 Fire // Ice", "3 Shock #burn", "1 Opt *CMDR*")
OTHER_LINES = ("", "Deck", "Sideboard:", "Maybeboard", "Creatures (3)", "# note", "// x", "About", "Name Foo", "====")
WRONG_LINES = ("4 Optt", "-1 Shock", "(((", "x", "[card]", "1 ®")
lines = st.lists(
    st.one_of(
        st.sampled_from(CARD_LINES + OTHER_LINES + WRONG_LINES),
        st.text(st.characters(exclude_categories=("Cs",)), max_size=12),
    ),
    max_size=12,
)


@settings(max_examples=150)
@given(lines, st.sampled_from(["\n", "\r\n", "\r"]))
def test_no_line_is_ever_lost(given_lines, end):
    """Lines in = blank + comments + headings + notes + cards + left out + own cards, or a problem names the line."""
    text = end.join(given_lines)
    try:
        with patch.object(Catalog, "near", return_value=[]):  # near matches are slow and change no fate
            reading = parse_deck(text)
    except InputError as wrong:
        assert re.search(r"line \d+|the list is empty", str(wrong)), str(wrong)
        return
    assert len(reading.fates) == len(split_lines(text)) == len(reading.lines)
    assert set(reading.fates) <= {"blank", "comment", "heading", "note", "card", "left-out", "own-card"}
    deck = reading.deck
    kept = deck.size + len(deck.commanders) + (deck.companion is not None) + sum(n for n, _ in deck.sideboard)
    assert kept >= reading.fates.count("card") > 0
    assert len(reading.left_out) <= reading.fates.count("left-out")


COPIES = dict(zip(CARD_LINES, (4, 1, 2, 2, 1, 3, 1), strict=True))


@settings(max_examples=150)
@given(st.lists(st.sampled_from((*CARD_LINES, "", "Deck", "Sideboard:", "Maybeboard", "# note", "Lands")), max_size=15))
def test_every_copy_is_somewhere(given_lines):
    asked = sum(COPIES.get(line, 0) for line in given_lines)
    try:
        reading = parse_deck("\n".join(given_lines))
    except InputError as wrong:
        assert "the list is empty" in str(wrong)
        return
    deck = reading.deck
    kept = deck.size + len(deck.commanders) + sum(n for n, _ in deck.sideboard)
    assert kept + sum(n for n, _ in reading.left_out) == asked
    cards = sum(line in CARD_LINES for line in given_lines)
    assert reading.fates.count("card") + reading.fates.count("left-out") == cards
    assert reading.fates.count("blank") == given_lines.count("") - (given_lines[-1] == "")


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from(("Opt", "Island", "Fire // Ice", "Shock"))), min_size=1),
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from(("Duress", "Opt"))), max_size=4),
)
def test_copies_in_are_copies_out(main, side):
    text = "\n".join(f"{n} {name}" for n, name in main)
    text += "\nSideboard\n" + "\n".join(f"{n} {name}" for n, name in side) if side else ""
    deck = parse_deck(text).deck
    assert deck.slots == tuple(name for n, name in main for _ in range(n))
    assert sum(n for n, _ in deck.sideboard) == sum(n for n, _ in side)


OWN = """4 Free Scry
56 Island

[[card]]
name = "Free Scry"
cost = "{0}"
types = "Sorcery"
abilities = "cast:scry1"
"""


def test_own_cards_stand_in_toml_after_the_list():
    reading = parse_deck(OWN)
    card = reading.deck.facts["Free Scry"]
    assert (reading.deck.counts, card.layer, card.effects) == ({"Free Scry": 4, "Island": 56}, "own", "cast:scry1")
    assert reading.fates == ("card", "card", "blank", *["own-card"] * 5)


def test_own_cards_of_a_plan_are_known_and_those_of_the_list_come_first():
    from analyzer.cards.model import CardFacts

    plan = CardFacts("Free Scry", mana_cost="{1}", mana_value=1, layer="own"), CardFacts("B", layer="own")
    deck = parse_deck("4 B\n" + OWN, own_cards=plan).deck
    assert deck.counts["B"] == 4 and deck.facts["Free Scry"].mana_cost == "{0}"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('types = "Sorcery"', 'types = "Sorcerer"', r"line 4"),
        ('types = "Sorcery"', "types = Sorcery", r"line 7 column 9"),
        ('cost = "{0}"', 'cots = "{0}"', r"cots.*cost"),
        ('abilities = "cast:scry1"', "[other]\na = 1", r"line 8: only \[\[card\]\] tables may stand after the list"),
    ],
)
def test_what_is_wrong_in_an_own_card_is_told_with_its_line(old, new, says):
    with pytest.raises(InputError, match=says):
        parse_deck(OWN.replace(old, new), "deck.txt")
