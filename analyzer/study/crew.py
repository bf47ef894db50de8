"""Who plays: threads or processes behind one executor argument, and what is sent to them and comes back."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.process import BaseProcess as ParentProcess

from analyzer.engine import Part, Ready, play, ready
from analyzer.errors import RunError
from analyzer.group import group_id
from analyzer.ledger_chunk import Chunk, Key, chunk_of, origin_here
from analyzer.study.recipe import Recipe, from_mapping, rebuilt
from analyzer.study.shapes import group_numbers
from analyzer.tally import to_numbers


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor and how many chunks it plays at a time; `local` threads share the plans, others get recipes."""

    executor: Executor
    workers: int
    local: bool

    def submit(
        self, team: Ready | None, recipes: Sequence[Recipe], first: int, games: int
    ) -> Future[tuple[Chunk, ...]]:
        """Have a chunk played; its result is one chunk a plan, then the group's."""
        if self.local:
            assert team is not None
            return self.executor.submit(played_chunks, team, first, games)
        return self.executor.submit(play_recipes, tuple(each.to_text() for each in recipes), first, games)


@contextmanager
def crew_of(kind: str = "threads", workers: int | None = None) -> Iterator[Crew]:
    """Threads or processes of this machine, gone at the end; work not begun is cancelled, work in flight is awaited.

    After a KeyboardInterrupt nothing is awaited.
    """
    count = workers or os.cpu_count() or 1
    executor: Executor
    if kind == "processes":
        context = multiprocessing.get_context("spawn")  # a fork would copy the threads of numba and SQLite half-way
        executor = ProcessPoolExecutor(count, mp_context=context, initializer=_begin_worker)
    else:
        executor = ThreadPoolExecutor(count, thread_name_prefix="scryworth")
    try:
        yield Crew(executor, count, kind != "processes")
    except KeyboardInterrupt:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    except BaseException:
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """Ctrl-C is the coordinator's to answer; a worker whose coordinator was killed ends as well."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: ParentProcess) -> None:
    parent.join()
    os._exit(1)


def result_of(future: Future[tuple[Chunk, ...]]) -> tuple[Chunk, ...]:
    """What a worker made; RunError when it was killed."""
    try:
        return future.result()
    except BrokenProcessPool:
        raise RunError(
            "a worker process was killed or crashed (out of memory?); finished chunks are kept: run again to go on"
        ) from None


def played_chunks(team: Ready, first: int, games: int) -> tuple[Chunk, ...]:
    """Play a chunk in this thread."""
    started = time.perf_counter()
    part = play(team, first, games)
    seconds = time.perf_counter() - started
    return chunks_of_part(team, part, first, seconds)


def chunks_of_part(team: Ready, part: Part, first: int, seconds: float = 0.0) -> tuple[Chunk, ...]:
    """What the ledger keeps of a part: a chunk a plan (each plan once), then the group's."""
    origin = origin_here()
    tallies = {plan.plan_id: tally for plan, tally in zip(team.plans, part.tallies, strict=True)}
    found = [
        chunk_of(Key(name), first, to_numbers(tally), origin=origin, seconds=seconds / len(tallies))
        for name, tally in tallies.items()
    ]
    if part.group is not None:
        key = Key(group_id=group_id(team.plans))
        found.append(chunk_of(key, first, group_numbers(part.group), origin=origin, seconds=seconds))
    return tuple(found)


def play_recipes(texts: tuple[str, ...], first: int, games: int) -> tuple[Chunk, ...]:
    """Play a chunk on a worker that knows recipes only; RunError when it would be another plan here."""
    return played_chunks(_team(texts), first, games)


@lru_cache(maxsize=8)  # plans come one after the other, each for many chunks
def _team(texts: tuple[str, ...]) -> Ready:
    return ready(tuple(rebuilt(from_mapping(json.loads(text))) for text in texts))
