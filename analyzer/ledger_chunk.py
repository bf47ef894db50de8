"""Chunks of finished games as a ledger keeps them: keys, bytes, digests, origins."""

from __future__ import annotations

import hashlib
import os
import socket
import time
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.errors import RunError

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Key:
    """What a chunk belongs to: a plan, or a group of plans (then `plan_id` is empty)."""

    plan_id: str = ""
    group_id: str = ""

    @property
    def text(self) -> str:
        """How messages call it, and what its digests begin with: the id."""
        return self.group_id or self.plan_id


@dataclass(frozen=True, slots=True)
class Chunk:
    """A finished chunk: games first .. first + games - 1, its numbers as bytes, and their digest."""

    key: Key
    first: int
    games: int
    blob: bytes
    digest: str
    origin: str
    seconds: float = 0.0


def chunk_of(key: Key, first: int, numbers: Numbers, *, origin: str, seconds: float = 0.0) -> Chunk:
    """A chunk of an output array (int64, the number of games first).

    >>> chunk_of(Key("p"), 0, np.array([5, 1]), origin="here").games
    5
    """
    raw = numbers.astype("<i8").tobytes()
    return Chunk(key, first, int(numbers[0]), zlib.compress(raw, 6), _digest(key, raw), origin, seconds)


def numbers_of(chunk: Chunk, name: str = "ledger") -> Numbers:
    """The numbers of a chunk (int64); RunError when its bytes are not those that its digest was taken of."""
    try:
        raw = zlib.decompress(chunk.blob)
    except zlib.error as wrong:
        raise _damaged(chunk, name, str(wrong)) from None
    if _digest(chunk.key, raw) != chunk.digest:
        raise _damaged(chunk, name, "its digest does not fit")
    return np.frombuffer(raw, "<i8").astype(np.int64)


def _digest(key: Key, raw: bytes) -> str:
    return hashlib.sha256(key.text.encode() + raw).hexdigest()


def _damaged(chunk: Chunk, name: str, why: str) -> RunError:
    return RunError(
        f"{name}: the chunk of {chunk.key.text} from game {chunk.first} is damaged ({why}); save the others with: "
        f"scryworth study merge NEW {name} --salvage"
    )


def origin_here() -> str:
    """Who computes here, for messages about chunks that disagree."""
    return f"{socket.gethostname()} pid {os.getpid()}, scryworth {__version__}, {time.strftime('%Y-%m-%d %H:%M:%S')}"


def disagreement(name: str, first: int, games: int, origins: tuple[str, str]) -> str:
    """The message for two tallies of the same games, which proves a bug or a faulty machine."""
    return (
        f"{name}, games {first} to {first + games - 1}: two tallies differ, which must never happen: one by "
        f"{origins[0]}, the other by {origins[1]}; nothing was changed. Play these games again on both machines"
    )
