"""Decks that are only numbers, and how they are told from file names."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards.model import CardFacts
from analyzer.decks import load_deck
from analyzer.decks.counts import counts_deck
from analyzer.errors import InputError


def test_words_become_blank_kinds_and_groups():
    deck = load_deck("24 land, 4 key, 32 blank")
    assert deck.counts == {"land": 24, "key": 4, "blank": 32} and deck.size == 60
    assert deck.groups == {"land": ("land",), "key": ("key",), "blank": ("blank",)}
    land, key = deck.facts["land"], deck.facts["key"]
    assert (land.is_land, land.produces, land.tapped, land.layer) == (True, "C", "", "counts")
    assert (key.is_land, key.is_permanent, key.mana_cost, key.effects, key.layer) == (False, False, "", "", "counts")
    assert [notice.code for notice in deck.notices] == ["blank-kind"]
    assert "key, blank" in deck.notices[0].text


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("12 Island, 12 Mountain, 36 blank", {"Island": 12, "Mountain": 12, "blank": 36}),
        ("24 lands,36 spell", {"land": 24, "spell": 36}),
        ("24x land, 4 opt", {"land": 24, "Opt": 4}),
        ("60 land", {"land": 60}),
        ("5 Island, 2 C, 3 B", {"Island": 5, "C": 2, "B": 3}),
        ("24 land, 2 Key, 2 key, 32 blank", {"land": 24, "Key": 4, "blank": 32}),
        ("24 land, 3 Niko, Light of Hope, 33 blank", {"land": 24, "Niko, Light of Hope": 3, "blank": 33}),
        ("1 Borrowing 100,000 Arrows, 59 land", {"Borrowing 100,000 Arrows": 1, "land": 59}),
        ("4 turn/burn, 56 land", {"Turn // Burn": 4, "land": 56}),
    ],
)
def test_real_cards_and_spellings(text, counts):
    assert load_deck(text).counts == counts


def test_own_cards_come_before_blanks():
    own = (CardFacts("B", mana_cost="{1}{U}", mana_value=2, layer="own"), CardFacts("land", layer="own"))
    deck = counts_deck("5 land, 2 B, 3 C", own)
    assert (deck.facts["B"].mana_value, deck.facts["land"].layer, deck.facts["C"].layer) == (2, "own", "counts")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("24 land, key", "entry 2, 'key': write a number from 1 on and a word"),
        ("24 land, 0 key, 4", r"entry 2, '0 key'.*\n.*entry 3, '4'"),
        ("24 land,, 4 key", "entry 2, ''"),
        ("24 Islnd, 36 blank", "entry 1: no card is called 'Islnd'; did you mean Island"),
        ("2000 land, 4 key", "more than 1,000 cards"),
        ("24 land, 4 ???", "a blank kind has a name of letters"),
        ("999999999 land, 999999999 key", "more than 1,000 cards"),
    ],
)
def test_wrong_entries_are_told_all_at_once(text, says):
    with pytest.raises(InputError, match=f"(?s){says}"):
        load_deck(text)


# what stands where one right entry should -> a word of the message
WRONG_ENTRIES = {
    "36": "write a number from 1 on and a word", "6": "a word", "blank": "a word", "": "take the comma away",
    "0 blank": "from 1 on", "00 blank": "from 1 on", "-36 blank": "whole number", "+3 blank": "a number",
    "3.6 blank": "whole number", ".5 blank": "whole number", "36.0 blank": "whole number", "36 6": "no word of a name",
    "3 6 blank": "no word of a name", "36 blank 4": "no word of a name", "36 blank 4 key": "commas between",
    "36 -blank": "letters, digits", "36 blank; 4 key": "commas part", "36 ,": "a word",
    "9" * 5000 + " blank": "more than 1,000", "1001 blank": "more than 1,000", "x blank": "a number", "36 blank\n4": "a word",
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_ENTRIES)
@pytest.mark.parametrize("pattern", ["24 land, {}", "{}, 24 land", "24 land, {}, 4 key"])
def test_every_wrong_entry_is_refused_wherever_it_stands(wrong, pattern):
    with pytest.raises(InputError) as told:
        counts_deck(pattern.format(wrong))
    assert len(str(told.value)) > 20 and ("entry" in str(told.value) or "cards" in str(told.value))
    if pattern.endswith("key") and wrong != "36 ,":
        assert WRONG_ENTRIES[wrong] in str(told.value)


@pytest.mark.parametrize("sign", ["", "x", "×"])
@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(1, 60), st.sampled_from(["land", "Key", "blank two", "2-drop", "Opt", "B2"])),
                min_size=1, max_size=6), st.sampled_from([",", ", ", " , "]))  # fmt: skip
def test_every_right_text_has_the_cards_it_says(sign, entries, comma):
    deck = counts_deck(comma.join(f"{number}{sign} {name}" for number, name in entries))
    wanted = Counter()
    for number, name in entries:
        wanted[name] += number
    assert deck.counts == wanted and deck.size == wanted.total()


@given(st.text("0123456789 ,.-xland", max_size=20))
def test_no_digit_is_ever_part_of_a_number_and_of_a_name(text):
    """Either the text is refused, or the numbers it begins its entries with are the numbers of cards."""
    try:
        deck = counts_deck(text)
    except InputError:
        return
    assert deck.size == sum(int(number) for number in re.findall(r"(?:^|,)\s*(\d+)", text))


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "60 land").write_text("40 Island\n")
    assert load_deck("60 land").counts == {"Island": 40}


def test_neither_file_nor_counts_explains_both(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        InputError, match=r"^izzet\.txt: no such file; a deck is a file, '-', example:NAME .* or counts"
    ):
        load_deck("izzet.txt")
    with pytest.raises(InputError, match=r"^my, list\.txt: no such file; .* or counts such as"):
        load_deck("my, list.txt")
    with pytest.raises(InputError, match=r"^counts 'land, 4 key': entry 1, 'land': write a number"):
        load_deck("land, 4 key")
    (tmp_path / "izzett.txt").write_text("4 Opt")
    with pytest.raises(InputError, match=r"did you mean izzett\.txt\?"):
        load_deck("izzet.txt")
    with pytest.raises(InputError, match="the shipped list is called example:limited-40"):
        load_deck("limited-40")


def test_folders_and_unreadable_files(tmp_path, monkeypatch):
    with pytest.raises(InputError, match="a folder, not a file"):
        load_deck(tmp_path)
    with pytest.raises(InputError, match=r"cannot be read|no such file"):
        load_deck("a" * 5000)
    with pytest.raises(InputError, match=r"cannot be read|no such file"):
        load_deck("a\0b")
    path = tmp_path / "deck.txt"
    path.write_text("60 Island")

    def refuse(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(InputError, match="may not be read"):
        load_deck(path)
