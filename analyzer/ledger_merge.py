"""Merging ledgers (attach and insert) and saving what can be read of a damaged one."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import InputError, RunError
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Chunk, Key, disagreement, numbers_of

# The same games of the same key with another digest; between files, or before anything is copied.
_CONFLICT = """select case s.group_id when '' then s.plan_id else s.group_id end, s.first, s.games, t.origin, s.origin
from source.chunk s join main.chunk t using (plan_id, group_id, first)
where s.games = t.games and s.digest != t.digest limit 1"""
_NEW = """select count(*) from source.chunk s where not exists (select 1 from main.chunk t
where t.plan_id = s.plan_id and t.group_id = s.group_id and t.first = s.first and t.games >= s.games)"""
_COPY = """insert or replace into main.chunk select s.* from source.chunk s where not exists (select 1 from main.chunk t
where t.plan_id = s.plan_id and t.group_id = s.group_id and t.first = s.first and t.games >= s.games)"""
_META = """select s.key, t.value, s.value from source.meta s join main.meta t using (key)
where s.value != t.value and s.key not in ('created', 'version', 'format') limit 1"""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did: chunks copied from each source, chunks it had already, chunks that could not be read."""

    source: Path
    copied: int
    known: int
    lost: int = 0


def merge(target: Path, sources: Sequence[Path], *, salvage: bool = False) -> tuple[Merged, ...]:
    """Copy plans and chunks of the sources into the target (made if missing); a source that fails changes nothing.

    The same chunk twice is harmless, a longer one replaces a shorter one; RunError names both origins when the same
    games have different tallies. With `salvage` a damaged source gives what can be read of it.
    """
    for source in sources:
        if source.exists() and target.exists() and source.samefile(target):
            raise InputError(f"{source}: a ledger cannot be merged into itself")
        if not salvage:
            Ledger(source).close()  # missing, no ledger, newer, damaged: said before anything is changed
        elif not source.is_file():
            raise InputError(f"{source}: there is no such ledger")
    with Ledger(target, write=True) as ledger:
        return tuple(_salvaged(ledger, each) if salvage else _attached(ledger, each) for each in sources)


def _attached(ledger: Ledger, source: Path) -> Merged:
    db = ledger.db
    with ledger.errors():
        # A closed ledger may lie where nothing can be written, not even the file that readers share.
        log = source.with_name(source.name + "-wal")
        fixed = "" if log.exists() and log.stat().st_size else "&immutable=1"
        db.execute("attach ? as source", (f"{source.resolve().as_uri()}?mode=ro{fixed}",))
        try:
            with ledger.transaction():
                ledger.hold()
                return _copied(db, source)
        finally:
            db.execute("detach source")


def _copied(db: sqlite3.Connection, source: Path) -> Merged:
    if (found := db.execute(_CONFLICT).fetchone()) is not None:
        name, first, games, here, there = found
        raise RunError(f"{source}: {disagreement(name, first, games, (here, there))}")
    if (other := db.execute(_META).fetchone()) is not None:
        raise RunError(
            f"{source}: {other[0]} is {other[1]} in one ledger and {other[2]} in the other; nothing was changed"
        )
    all_chunks = db.execute("select count(*) from source.chunk").fetchone()[0]
    new = db.execute(_NEW).fetchone()[0]
    db.execute("insert or ignore into main.plan select * from source.plan")
    db.execute("insert or ignore into main.meta select * from source.meta")
    db.execute(_COPY)
    return Merged(source, new, all_chunks - new)


def _salvaged(ledger: Ledger, source: Path) -> Merged:
    """Row by row, so that one bad page costs its rows only; each chunk's digest is checked."""
    copied = known = lost = 0
    with contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as db:
        ledger.add_plans(row for row in _rows(db, "plan") if row is not None)
        for row in _rows(db, "chunk"):
            if row is None:
                lost += 1
                continue
            chunk = Chunk(Key(row[0], row[1]), *row[2:])
            try:
                numbers_of(chunk, str(source))
            except RunError:
                lost += 1
                continue
            new = ledger.stored(chunk.key).get(chunk.first, 0) < chunk.games
            ledger.store([chunk])
            copied, known = copied + new, known + (not new)
    return Merged(source, copied, known, lost)


def _rows(db: sqlite3.Connection, table: str) -> Iterator[tuple | None]:  # type: ignore[type-arg]
    """Every row of a table that can be read, None for one that cannot."""
    try:
        last = db.execute(f"select max(rowid) from {table}").fetchone()[0] or 0
    except sqlite3.Error as wrong:
        raise RunError(
            f"the root of the table {table} is damaged ({wrong}), so no row can be reached; the program sqlite3 may "
            "still find some with its command .recover"
        ) from None
    for number in range(1, last + 1):
        try:
            row = db.execute(f"select * from {table} where rowid = ?", (number,)).fetchone()
        except sqlite3.Error:
            yield None
            continue
        if row is not None:
            yield row
