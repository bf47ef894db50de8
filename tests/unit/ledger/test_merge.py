"""Merging ledgers: ranges that differ, doubled ledgers, tallies that disagree, and saving a damaged one."""

from __future__ import annotations

import sqlite3

import pytest

from analyzer.errors import InputError, RunError
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Key
from analyzer.ledger_merge import merge
from tests.support.studies import chunk
from tests.unit.ledger.test_ledger import filled


def ledger_of(path, *chunks, plans=("p",)):
    with Ledger(path, write=True) as ledger:
        ledger.add_plans((plan, "{}", plan, "") for plan in plans)
        ledger.store(chunks)
    return path


def content(path):
    db = sqlite3.connect(path)
    return db.execute("select plan_id, group_id, first, games, digest from chunk order by 1, 2, 3").fetchall()


def at(number, **keys):
    return chunk(first=number * 65_536, value=number, **keys)


def test_ranges_of_two_machines_come_together(tmp_path):
    a = ledger_of(tmp_path / "a", at(0), at(1), at(3, group="g"))
    b = ledger_of(tmp_path / "b", at(1, origin="b"), at(2, origin="b"), chunk("q"), plans=("q",))
    done = merge(tmp_path / "all", [a, b])
    assert [(each.copied, each.known) for each in done] == [(3, 0), (2, 1)]
    whole = ledger_of(tmp_path / "whole", at(0), at(1), at(2), at(3, group="g"), chunk("q"), plans=("p", "q"))
    assert content(tmp_path / "all") == content(whole)
    with Ledger(tmp_path / "all") as ledger:
        assert ledger.plans() == {"p": "p", "q": "q"}


def test_merging_the_same_ledger_twice_changes_nothing(tmp_path):
    a = ledger_of(tmp_path / "a", at(0), at(1))
    copy = tmp_path / "copy"
    copy.write_bytes(a.read_bytes())
    merge(a, [copy, copy])
    assert content(a) == content(copy)
    assert [(each.copied, each.known) for each in merge(a, [copy])] == [(0, 2)]


@pytest.mark.parametrize("short_first", [True, False])
def test_a_longer_last_chunk_wins(tmp_path, short_first):
    short = ledger_of(tmp_path / "short", chunk(games=100, value=1))
    long = ledger_of(tmp_path / "long", chunk(games=65_536, value=2))
    merge(tmp_path / "all", [short, long] if short_first else [long, short])
    assert content(tmp_path / "all") == content(long)


def test_two_tallies_of_the_same_games_name_both_origins_and_nothing_is_merged(tmp_path):
    a = ledger_of(tmp_path / "a", at(0, origin="machine A"))
    b = ledger_of(tmp_path / "b", at(5), chunk(value=99, origin="machine B"))
    before = content(a)
    with pytest.raises(RunError, match=r"p, games 0 to 65535: .*machine A.*machine B"):
        merge(a, [b])
    assert content(a) == before


def test_pilots_that_disagree_are_refused(tmp_path):
    a, b = ledger_of(tmp_path / "a"), ledger_of(tmp_path / "b", at(0))
    for path, value in ((a, "65536"), (b, "131072")):
        with Ledger(path, write=True) as ledger:
            ledger.set_meta("games p x", value)
    with pytest.raises(RunError, match="games p x is 65536 in one ledger and 131072 in the other"):
        merge(a, [b])
    assert content(a) == []


def test_wrong_sources_are_named_before_anything_is_changed(tmp_path):
    a = ledger_of(tmp_path / "a", at(0))
    newer = ledger_of(tmp_path / "newer", at(1))
    db = sqlite3.connect(newer)
    db.execute("update meta set value = '2' where key = 'format'")
    db.commit()
    db.close()
    good = ledger_of(tmp_path / "good", at(2))
    before = content(a)
    for source, error, text in (
        (tmp_path / "none", InputError, "there is no such ledger"),
        (newer, InputError, "has format 2"),
        (a, InputError, "into itself"),
    ):
        with pytest.raises(error, match=text):
            merge(a, [good, source])
    assert content(a) == before


@pytest.mark.parametrize("page", [20, 40, 41])
def test_what_can_be_read_of_a_damaged_ledger_is_saved(tmp_path, page):
    source = tmp_path / "damaged"
    filled(source)
    whole = content(source)
    bytes_ = bytearray(source.read_bytes())
    bytes_[page * 4096 : page * 4096 + 4096] = b"\x55" * 4096
    source.write_bytes(bytes_)
    with pytest.raises(RunError, match="damaged"):
        merge(tmp_path / "saved", [source])
    assert not (tmp_path / "saved").exists()
    (done,) = merge(tmp_path / "saved", [source], salvage=True)
    saved = content(tmp_path / "saved")
    assert len(saved) == done.copied and set(saved) <= set(whole)
    assert done.copied + done.lost >= 190 and done.copied >= 150, done
    with Ledger(tmp_path / "saved", write=True) as ledger:
        assert ledger.total(Key("p"), 0, 10**12)[0] == 65_536 * done.copied


def test_a_damaged_root_is_said(tmp_path):
    source = tmp_path / "damaged"
    filled(source)
    root = sqlite3.connect(source).execute("select rootpage from sqlite_master where name = 'chunk'").fetchone()[0]
    bytes_ = bytearray(source.read_bytes())
    bytes_[(root - 1) * 4096 : root * 4096] = b"\x55" * 4096
    source.write_bytes(bytes_)
    with pytest.raises(RunError, match=r"root of the table chunk is damaged .*\.recover"):
        merge(tmp_path / "saved", [source], salvage=True)
    assert source.read_bytes() == bytes(bytes_)
