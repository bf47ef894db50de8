"""The ledger file: its schema, chunks that come twice, the lease, and everything that can be wrong with a file."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

from analyzer import ledger as ledgers
from analyzer.errors import InputError, RunError
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Chunk, Key, numbers_of
from tests.support.sources import ROOT
from tests.support.studies import chunk


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.ledger"


def columns(db, table):
    return [(name, kind.lower(), bool(pk)) for _, name, kind, _, _, pk in db.execute(f"pragma table_info({table})")]


def test_the_schema_is_the_documented_one(path):
    Ledger(path, write=True).close()
    db = sqlite3.connect(path)
    assert columns(db, "meta") == [("key", "text", True), ("value", "text", False)]
    assert [name for name, _, _ in columns(db, "plan")] == ["plan_id", "json", "name", "tags"]
    assert columns(db, "chunk") == [
        ("plan_id", "text", True), ("group_id", "text", True), ("first", "integer", True), ("games", "integer", False),
        ("tally", "blob", False), ("digest", "text", False), ("origin", "text", False), ("seconds", "real", False),
    ]  # fmt: skip
    assert [name for name, _, _ in columns(db, "lease")] == ["id", "host", "pid", "renewed"]
    assert db.execute("pragma journal_mode").fetchone()[0] == "wal"
    assert dict(db.execute("select key, value from meta"))["format"] == "1"


def test_chunks_come_back_as_they_went_in(path):
    with Ledger(path, write=True) as ledger:
        ledger.store([chunk(first=65_536, value=9), chunk(value=8), chunk(group="g", value=3)])
        assert ledger.stored(Key("p")) == {0: 65_536, 65_536: 65_536}
        assert [numbers_of(each)[1] for each in ledger.chunks(Key("p"), 0, 10**9)] == [8, 9]
        assert ledger.total(Key("p"), 0, 65_536).tolist() == [65_536, 8]
        assert ledger.total(Key("p"), 0, 65_537).tolist() == [131_072, 17]
        assert ledger.total(Key(group_id="g"), 0, 1).tolist() == [65_536, 3]
        assert ledger.total(Key("q"), 0, 1) is None
        assert ledger.counts() == {"p": (2, 131_072), "g": (1, 65_536)}


def test_the_same_chunk_twice_is_harmless_and_leaves_the_file_alone(path):
    with Ledger(path, write=True) as ledger:
        ledger.store([chunk(origin="first")])
        ledger.store([chunk(origin="second")])
        (only,) = ledger.chunks(Key("p"), 0, 1)
    assert only.origin == "first"


def test_another_tally_of_the_same_games_names_both_origins_and_changes_nothing(path):
    with Ledger(path, write=True) as ledger:
        ledger.store([chunk(origin="machine A")])
        with pytest.raises(RunError, match=r"p, games 0 to 65535.*machine A.*machine B"):
            ledger.store([chunk("q"), chunk(value=8, origin="machine B")])
        assert ledger.total(Key("p"), 0, 1).tolist() == [65_536, 7]
        assert ledger.stored(Key("q")) == {}, "all chunks of a transaction or none"


@pytest.mark.parametrize("order", [(100, 65_536), (65_536, 100)])
def test_a_shorter_chunk_gives_way_to_a_longer_one_whichever_came_first(path, order):
    with Ledger(path, write=True) as ledger:
        for games in order:
            ledger.store([chunk(games=games, value=games)])
        assert ledger.total(Key("p"), 0, 1).tolist() == [65_536, 65_536]


def test_a_plan_is_there_once_under_its_latest_name(path):
    with Ledger(path, write=True) as ledger:
        ledger.add_plans([("p", "{}", "old", ""), ("q", "{}", "other", "")])
        ledger.add_plans([("p", "{}", "new", "tag")])
        assert ledger.plans() == {"p": "new", "q": "other"}


def test_a_value_is_kept_and_another_one_is_refused(path):
    with Ledger(path, write=True) as ledger:
        ledger.set_meta("games p x", "131072")
        ledger.set_meta("games p x", "131072")
        with pytest.raises(RunError, match="is 131072 already"):
            ledger.set_meta("games p x", "65536")
    with Ledger(path) as ledger:
        assert ledger.meta("games p x") == "131072" and ledger.meta("nothing") is None


# ---- lease ------------------------------------------------------------------------------------------------------
def set_lease(path, host, pid, age):
    db = sqlite3.connect(path)
    db.execute("insert or replace into lease values(1, ?, ?, ?)", (host, pid, time.time() - age))
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("host", "pid", "age", "free"),
    [
        ("elsewhere", 1, 5, False),
        ("elsewhere", 1, 61, True),
        (None, "alive", 5, False),
        (None, "dead", 5, True),
        (None, "alive", 61, True),
    ],
)
def test_the_lease_keeps_a_second_coordinator_out_while_the_first_lives(path, host, pid, age, free):
    Ledger(path, write=True).close()
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    number = {"alive": os.getppid(), "dead": dead.pid}.get(pid, pid)
    set_lease(path, host or ledgers._me()[0], number, age)
    if free:
        Ledger(path, write=True).close()
    else:
        with pytest.raises(RunError, match=f"in use by process {number} on"):
            Ledger(path, write=True)
        Ledger(path).close()  # readers do not care


def test_two_coordinators_at_once(path):
    other = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(f"""
            import sys
            from pathlib import Path
            from analyzer.ledger import Ledger
            with Ledger(Path({str(path)!r}), write=True):
                print("here", flush=True)
                sys.stdin.read()
        """)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert other.stdout.readline() == "here\n"
    with pytest.raises(RunError, match=f"in use by process {other.pid} on"):
        Ledger(path, write=True)
    other.communicate("")
    Ledger(path, write=True).close()


def test_a_coordinator_whose_lease_was_taken_stores_nothing_more(path):
    with Ledger(path, write=True) as ledger:
        set_lease(path, "elsewhere", 77, 0)
        with pytest.raises(RunError, match="process 77 on elsewhere has taken"):
            ledger.store([chunk()])
        with pytest.raises(RunError, match="process 77 on elsewhere has taken"):
            ledger.renew(every=0)
        assert ledger.stored(Key("p")) == {}
    assert sqlite3.connect(path).execute("select pid from lease").fetchall() == [(77,)], "it is not ours to give back"


def test_the_lease_is_renewed_and_given_back(path):
    with Ledger(path, write=True) as ledger:
        ledger.db.execute("update lease set renewed = 5")
        ledger.renew(every=0)
        assert time.time() - ledger.db.execute("select renewed from lease").fetchone()[0] < 60
    assert sqlite3.connect(path).execute("select count(*) from lease").fetchone() == (0,)


# ---- files that are not what they should be -------------------------------------------------------------------------
def test_what_cannot_be_opened_says_why(path, tmp_path):
    with pytest.raises(InputError, match="there is no such ledger"):
        Ledger(path)
    with pytest.raises(InputError, match="is a folder"):
        Ledger(tmp_path, write=True)
    with pytest.raises(RunError, match=r"the folder .* does not exist"):
        Ledger(tmp_path / "no" / "a.ledger", write=True)
    text = tmp_path / "text"
    text.write_text("this is no database, it is a text of more than a hundred characters" * 3)
    for write in (False, True):
        with pytest.raises(InputError, match="is no ledger"):
            Ledger(text, write=write)
    assert text.read_text().startswith("this is no database")
    other = tmp_path / "other.db"
    sqlite3.connect(other).executescript("create table recipes(name text);")
    with pytest.raises(InputError, match="but no ledger"):
        Ledger(other, write=True)


@pytest.mark.parametrize("version", ["2", "10", "new"])
def test_a_newer_format_is_refused_and_left_alone(path, version):
    with Ledger(path, write=True) as ledger:
        ledger.store([chunk()])
    db = sqlite3.connect(path)
    db.execute("update meta set value = ? where key = 'format'", (version,))
    db.commit()
    db.close()
    before = path.read_bytes()
    for write in (False, True):
        with pytest.raises(InputError, match=rf"has format {version}; .*reads up to 1"):
            Ledger(path, write=write)
    assert path.read_bytes() == before


def filled(path, chunks=200):
    noise = np.random.default_rng(5)
    with Ledger(path, write=True) as ledger:
        ledger.add_plans([("p", "{}", "name", "")])
        ledger.store(
            [
                ledgers_chunk(noise.integers(0, 2**60, 300), at * 65_536)
                for at in range(chunks)
            ]
        )  # fmt: skip


def ledgers_chunk(noise, first):
    from analyzer.ledger_chunk import chunk_of

    numbers = np.concatenate([[65_536], noise]).astype(np.int64)
    return chunk_of(Key("p"), first, numbers, origin="here")


@pytest.mark.parametrize("page", [1, 2, 5, 40])
def test_a_corrupted_page_is_found_before_anything_is_changed(path, page):
    filled(path)
    content = bytearray(path.read_bytes())
    content[page * 4096 : page * 4096 + 4096] = b"\x55" * 4096
    path.write_bytes(content)
    with pytest.raises(RunError, match=r"is damaged .*--salvage"):
        Ledger(path, write=True)
    assert path.read_bytes() == bytes(content)


def test_changed_bytes_of_a_chunk_are_found_by_their_digest(path):
    filled(path, 3)
    db = sqlite3.connect(path)
    blob, digest = db.execute("select tally, digest from chunk where first = 65536").fetchone()
    other = db.execute("select tally from chunk where first = 0").fetchone()[0]
    for wrong, why in ((other, "digest"), (blob[:-20], "incomplete|Error"), (b"", "Error")):
        db.execute("update chunk set tally = ? where first = 65536", (wrong,))
        db.commit()
        with (
            Ledger(path) as ledger,
            pytest.raises(RunError, match=rf"chunk of p from game 65536 is damaged \(.*({why})"),
        ):
            ledger.total(Key("p"), 0, 10**9)
    assert numbers_of(Chunk(Key("p"), 65_536, 65_536, blob, digest, "here"))[0] == 65_536


LIMITED = """
import resource, sys
from pathlib import Path
from analyzer.ledger import Ledger
from analyzer.errors import ScryworthError
sys.path.insert(0, {root!r})
from tests.unit.ledger.test_ledger import ledgers_chunk
import numpy as np
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
noise = np.random.default_rng(1)
stored = 0
ledger = Ledger(Path({path!r}), write=True)
try:
    for at in range(1000):
        ledger.store([ledgers_chunk(noise.integers(0, 2**60, 300), at * 65_536)])
        stored += 1
except ScryworthError as wrong:
    print(stored, wrong.exit_code, wrong)
ledger.close()
"""


def test_a_full_disk_keeps_every_chunk_that_was_stored(path):
    done = subprocess.run(
        [sys.executable, "-c", LIMITED.format(path=str(path), root=str(ROOT))],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    found = re.match(r"(\d+) 3 (.*)", done.stdout)
    assert found, done.stdout + done.stderr
    assert "the disk is full or fails" in found[2] and "make room and run again" in found[2]
    assert 10 < int(found[1]) < 1000
    with Ledger(path, write=True) as ledger:  # there is room again
        assert len(ledger.stored(Key("p"))) == int(found[1])
        assert ledger.total(Key("p"), 0, 10**12)[0] == 65_536 * int(found[1])
        ledger.store([chunk("q")])


AS_NOBODY = """
import os, sys
from pathlib import Path
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Key
from analyzer.errors import ScryworthError
if os.getuid() == 0:
    os.setuid(65534)
path = Path({path!r})
for write in (True, False):
    try:
        with Ledger(path, write=write) as ledger:
            print(len(ledger.stored(Key("p"))))
    except ScryworthError as wrong:
        print(wrong.exit_code, wrong)
"""


def as_nobody(path):
    """What a user without special rights reads (second line) and is told when he would write (first line)."""
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY.format(path=str(path))], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_folder_that_cannot_be_written_can_be_read(tmp_path):
    folder = tmp_path / "fixed"
    folder.mkdir()
    filled(folder / "a.ledger", 3)
    for part in (*tmp_path.parents, tmp_path):
        if part.stat().st_uid == os.getuid() and part != part.parent and part.stat().st_mode & 0o005 != 0o005:
            part.chmod(part.stat().st_mode | 0o055)
    (folder / "a.ledger").chmod(0o444)
    folder.chmod(0o555)
    try:
        refused, read = as_nobody(folder / "a.ledger")
        missing, _ = as_nobody(folder / "new.ledger")
    finally:
        folder.chmod(0o755)
    assert refused.startswith("3 ") and "cannot be written" in refused and "--ledger" in refused
    assert missing.startswith("3 ") and "cannot be written" in missing
    assert read == "3"
    assert [each.name for each in folder.iterdir()] == ["a.ledger"]
