"""The ledger (formats F9): one SQLite file of resolved plans and finished chunks, safe to kill, resume and merge."""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from analyzer import __version__
from analyzer.errors import InputError, RunError, ScryworthError
from analyzer.ledger_chunk import Chunk, Key, Numbers, disagreement, numbers_of

FORMAT = 1
LEASE_SECONDS = 60.0  # a coordinator that has not been heard of for so long is gone
SCHEMA = (
    "create table if not exists meta(key text primary key, value text)",
    "create table if not exists plan(plan_id text primary key, json text not null, name text, tags text)",
    """create table if not exists chunk(plan_id text not null, group_id text not null default '',
    first integer not null, games integer not null, tally blob not null, digest text not null, origin text not null,
    seconds real, primary key(plan_id, group_id, first))""",
    "create table if not exists lease(id integer primary key check(id=1), host text, pid integer, renewed real)",
)


class Ledger:
    """An open ledger; use as a context manager. With `write` it is created where it is missing and holds the lease.

    InputError for files that are no ledger, of a newer format, or missing; RunError for damage, a full disk, a place
    that cannot be written, and another coordinator at work.
    """

    def __init__(self, path: Path, *, write: bool = False, check: bool = True) -> None:
        self.path = path
        self.writes = write
        self._renewed = 0.0
        with self.errors():
            self.db = _connect(path, write)
        try:
            with self.errors():
                self._prepare(check)
        except BaseException:
            self.db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the lease back and close; what was stored is in the file whatever happens here."""
        with contextlib.suppress(sqlite3.Error):
            if self.writes:
                self.db.execute("delete from lease where host=? and pid=?", _me())
        self.db.close()

    # ---- opening ----------------------------------------------------------------------------------------------
    def _prepare(self, check: bool) -> None:
        db = self.db
        db.execute("pragma busy_timeout = 10000")
        tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
        if tables and not {"meta", "chunk"} <= tables:
            raise InputError(f"{self.path} is an SQLite file, but no ledger; name another file")
        if tables:
            self._check_format()
        if check and tables:
            found = db.execute("pragma quick_check(1)").fetchone()[0]
            if found != "ok":
                raise RunError(_damage(self.path, " ".join(found.replace("*", "").split())))
        if self.writes:
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = normal")  # a kill loses nothing; a power cut the last commits, no more
            with self.transaction():
                for statement in SCHEMA:
                    db.execute(statement)
                now = time.strftime("%Y-%m-%d %H:%M:%S")
                for key, value in (("format", str(FORMAT)), ("created", now), ("version", __version__)):
                    db.execute("insert or ignore into meta values(?, ?)", (key, value))
                self._take_lease()

    def _check_format(self) -> None:
        row = self.db.execute("select value from meta where key = 'format'").fetchone()
        if row is not None and (not str(row[0]).isdigit() or int(row[0]) > FORMAT):
            raise InputError(
                f"{self.path} has format {row[0]}; this scryworth ({__version__}) reads up to {FORMAT}: update it"
            )

    def _take_lease(self) -> None:
        row = self.db.execute("select host, pid, renewed from lease where id = 1").fetchone()
        now = time.time()
        if row is not None and (row[0], row[1]) != _me() and now - row[2] < LEASE_SECONDS and _may_live(row[0], row[1]):
            raise RunError(
                f"{self.path} is in use by process {row[1]} on {row[0]} (heard of {now - row[2]:.0f} s ago); "
                "wait for it, stop it, or use another ledger and merge the two later"
            )
        self.db.execute("insert or replace into lease values(1, ?, ?, ?)", (*_me(), now))
        self._renewed = now

    def renew(self, every: float = 10.0) -> None:
        """Say that this coordinator lives, at most once in `every` seconds; RunError when another one took over."""
        if time.time() - self._renewed >= every:
            with self.errors(), self.transaction():
                self.hold()

    def hold(self) -> None:
        now = time.time()
        changed = self.db.execute("update lease set renewed = ? where host = ? and pid = ?", (now, *_me())).rowcount
        if not changed:
            other = self.db.execute("select pid, host from lease where id = 1").fetchone() or ("unknown", "unknown")
            raise RunError(
                f"{self.path}: process {other[0]} on {other[1]} has taken this ledger over; nothing was lost"
            )
        self._renewed = now

    # ---- reading ----------------------------------------------------------------------------------------------
    def stored(self, key: Key) -> dict[int, int]:
        """Games of each chunk of a plan or group, by first game."""
        with self.errors():
            return dict(
                self.db.execute(
                    "select first, games from chunk where plan_id = ? and group_id = ?", _pair(key)
                ).fetchall()
            )

    def chunks(self, key: Key, first: int, last: int) -> Iterator[Chunk]:
        """Chunks that begin in first .. last - 1, in order."""
        with self.errors():
            yield from (
                Chunk(key, *row)
                for row in self.db.execute(
                    "select first, games, tally, digest, origin, seconds from chunk "
                    "where plan_id = ? and group_id = ? and first >= ? and first < ? order by first",
                    (*_pair(key), first, last),
                )
            )

    def total(self, key: Key, first: int, last: int) -> Numbers | None:
        """Sum of the chunks that begin in first .. last - 1, digests checked; None without any."""
        found: Numbers | None = None
        for chunk in self.chunks(key, first, last):
            numbers = numbers_of(chunk, str(self.path))
            found = numbers if found is None else found + numbers
        return found

    def plans(self) -> dict[str, str]:
        """Names of all plans and groups that are in the file, by id."""
        with self.errors():
            return dict(self.db.execute("select plan_id, coalesce(name, '') from plan order by rowid").fetchall())

    def counts(self) -> dict[str, tuple[int, int]]:
        """Chunks and games by id of plan or group."""
        with self.errors():
            rows = self.db.execute(
                "select case group_id when '' then plan_id else group_id end, count(*), sum(games) from chunk "
                "group by 1"
            )
            return {name: (chunks, games) for name, chunks, games in rows}

    def meta(self, key: str) -> str | None:
        """A value of the table `meta`."""
        with self.errors():
            row = self.db.execute("select value from meta where key = ?", (key,)).fetchone()
            return None if row is None else str(row[0])

    # ---- writing ----------------------------------------------------------------------------------------------
    def add_plans(self, rows: Iterable[tuple[str, str, str, str]]) -> None:
        """Resolved plans (id, canonical JSON, name, tags), once each; a later name replaces an earlier one."""
        with self.errors(), self.transaction():
            self.hold()
            self.db.executemany(
                "insert into plan values(?, ?, ?, ?) on conflict(plan_id) do update set name = excluded.name, "
                "tags = excluded.tags",
                list(rows),
            )

    def set_meta(self, key: str, value: str) -> None:
        """Keep a value; RunError when another one is there already."""
        old = self.meta(key)
        if old is not None and old != value:
            raise RunError(f"{self.path}: {key} is {old} already, not {value}; that proves a bug or damage")
        with self.errors(), self.transaction():
            self.hold()
            self.db.execute("insert or ignore into meta values(?, ?)", (key, value))

    def store(self, chunks: Sequence[Chunk]) -> None:
        """Store chunks, all or none. A chunk that is there is left, a shorter one is replaced by a longer one.

        RunError naming both origins when the same games of the same key gave another tally.
        """
        with self.errors(), self.transaction():
            self.hold()
            for chunk in chunks:
                row = self.db.execute(
                    "select games, digest, origin from chunk where plan_id = ? and group_id = ? and first = ?",
                    (*_pair(chunk.key), chunk.first),
                ).fetchone()
                if row is not None and row[0] == chunk.games and row[1] != chunk.digest:
                    raise RunError(disagreement(chunk.key.text, chunk.first, chunk.games, (row[2], chunk.origin)))
                if row is None or row[0] < chunk.games:
                    self.db.execute(
                        "insert or replace into chunk values(?, ?, ?, ?, ?, ?, ?, ?)",
                        (
                            *_pair(chunk.key),
                            chunk.first,
                            chunk.games,
                            chunk.blob,
                            chunk.digest,
                            chunk.origin,
                            chunk.seconds,
                        ),
                    )

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        self.db.execute("begin immediate")
        try:
            yield
            self.db.execute("commit")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.db.execute("rollback")
            raise

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """SQLite's complaints as one line that says what to do."""
        try:
            yield
        except sqlite3.Error as wrong:
            raise explained(self.path, wrong) from None


def explained(path: Path, wrong: sqlite3.Error) -> ScryworthError:
    """The error for what SQLite says about a file."""
    text = str(wrong)
    if "not a database" in text:
        return InputError(f"{path} is no ledger (not an SQLite file); name another file")
    if "malformed" in text or "corrupt" in text:
        return RunError(_damage(path, text))
    if "full" in text or "disk I/O" in text:
        return RunError(
            f"{path}: the disk is full or fails ({text}); finished chunks are kept: make room and run again"
        )
    if "readonly" in text or "unable to open" in text:
        return RunError(f"{path}: cannot be written ({text}); name a ledger in a folder that can, with --ledger")
    if "locked" in text or "busy" in text:
        return RunError(f"{path}: another program keeps it locked ({text}); close that and run again")
    return RunError(f"{path}: {text}")


def _damage(path: Path, text: str) -> str:
    return (
        f"{path} is damaged ({text}); nothing was changed. Save every chunk that can be read with: "
        f"scryworth study merge NEW {path} --salvage"
    )


def _connect(path: Path, write: bool) -> sqlite3.Connection:
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it")
    if not write and not path.exists():
        raise InputError(f"{path}: there is no such ledger")
    if write and not path.exists() and not path.parent.is_dir():
        raise RunError(f"{path}: the folder {path.parent} does not exist")
    if write and path.exists() and not os.access(path, os.W_OK):
        raise RunError(f"{path}: cannot be written (write-protected); name a ledger in another place with --ledger")
    uri = path.resolve().as_uri()
    # A reader that may write tidies up the files that readers share; it is told to write nothing else.
    tidies = not write and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    mode = "rwc" if write else "rw" if tidies else "ro"
    db = sqlite3.connect(f"{uri}?mode={mode}", uri=True, isolation_level=None, timeout=10)
    if not write and not _readable(db):  # a folder that cannot be written has no place for the file that readers share
        db.close()
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise RunError(f"{path}: was not closed and its folder cannot be written; copy both files elsewhere")
        db = sqlite3.connect(f"{uri}?mode=ro&immutable=1", uri=True, isolation_level=None)
    if not write:
        db.execute("pragma query_only = on")
    return db


def _readable(db: sqlite3.Connection) -> bool:
    try:
        db.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.OperationalError as wrong:
        return "unable to open" not in str(wrong) and "readonly" not in str(wrong)
    return True


def _pair(key: Key) -> tuple[str, str]:
    return key.plan_id, key.group_id


def _me() -> tuple[str, int]:
    return socket.gethostname(), os.getpid()


def _may_live(host: str, pid: int) -> bool:
    """False when the process is known to be gone: it ran on this machine and is not there."""
    if host != socket.gethostname():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
