"""`scryworth deck`: reports, exit codes, and lists that come back as they went in."""

from __future__ import annotations

import json

import pytest

from analyzer.decks import example_names, load_deck, parse_deck
from tests.support.command import scryworth


def test_check_says_what_was_understood():
    done = scryworth("deck", "check", "example:azorius-temples")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("azorius-temples: 60 main deck, 15 sideboard, 15 kinds\n")
    assert (
        "lands         24 (40.0 % of the main deck): 12 enter untapped, 4 enter tapped, 8 enter tapped unless"
        in done.out
    )
    assert "mana values   1:8  2:12  3:8  4:3  5:5   (nonland cards, mean 2.58)" in done.out
    assert "mana U        21 symbols in costs; made by 18 lands" in done.out
    assert "    4 Reflector Mage: " in done.out or "not modelled  " in done.out


def test_check_as_json_holds_the_same_and_is_repeatable():
    first, second = (json.loads(scryworth("deck", "check", "--format", "json", "example:the-ring").out) for _ in "ab")
    first.pop("seconds"), second.pop("seconds")
    assert first == second
    assert (first["format"], first["command"], first["partial"]) == (1, "deck check", False)
    tables = first["tables"]
    assert tables["sections"] == {"columns": ["section", "cards"], "rows": [["main deck", 60]]}
    assert sum(copies for _, copies in tables["curve"]["rows"]) == 37
    assert sum(copies for _, copies in tables["lands"]["rows"]) == 23
    for table in tables.values():
        assert all(len(row) == len(table["columns"]) for row in table["rows"])


def test_check_reads_standard_input_and_tells_what_is_left_out():
    done = scryworth("deck", "check", "-", stdin="\ufeff4 Opt\r\n56 Island\r\nMaybeboard\r\n2 Shock\r\n")
    assert done.code == 0
    assert "standard input: 60 main deck, 2 left out, 2 kinds" in done.out and "left out      2 Shock" in done.out


def test_notices_are_part_of_the_report():
    assert "note          not names of cards: key, blank;" in scryworth("deck", "check", "24 land, 4 key, 32 blank").out


@pytest.mark.parametrize("name", example_names())
def test_show_prints_a_list_that_reads_back_as_the_same_deck(name):
    done = scryworth("deck", "show", f"example:{name}")
    one, two = load_deck(f"example:{name}"), parse_deck(done.out).deck
    assert done.code == 0
    assert (one.counts, one.sideboard, one.commanders) == (two.counts, two.sideboard, two.commanders)


def test_examples_are_all_named():
    done = scryworth("deck", "examples")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == [f"example:{name}" for name in example_names()]
    assert len(example_names()) >= 8


def test_bad_lists_end_with_code_2_and_no_traceback(tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("4 Optt\n20 Island\n4 Shokc\n")
    binary = tmp_path / "deck.bin"
    binary.write_bytes(bytes(range(256)))
    few = tmp_path / "few.txt"
    few.write_text("5 Island\n")
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    for path, says in [
        (bad, "2 problems\n  line 1: no card is called 'Optt'"),
        (binary, "a binary file"),
        (few, "fewer than a hand of 7; add cards or ask for a smaller hand with --hand 5"),
        (empty, "the list is empty"),
        (tmp_path, "a folder, not a file"),
        (tmp_path / "none.txt", "no such file"),
    ]:
        done = scryworth("deck", "check", path)
        assert (done.code, done.out) == (2, ""), (path, done)
        assert done.err.startswith("scryworth: ") and says in done.err and "Traceback" not in done.err
    assert scryworth("deck", "check", "--hand", "5", few).code == 0


def test_wrong_usage_ends_with_code_2():
    for arguments in [("deck", "check"), ("deck", "chekc", "x"), ("deck", "check", "--format", "xml", "60 land")]:
        done = scryworth(*arguments)
        assert done.code == 2 and "Traceback" not in done.err
