"""Getting chunks into a ledger: what is missing, a bounded window in flight, each chunk stored when it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field

from analyzer.engine import CHUNK, Ready, chunks_of, ready
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Chunk, Key, Numbers, numbers_of
from analyzer.study.budget import Range, widest
from analyzer.study.crew import Crew, result_of
from analyzer.study.recipe import Recipe
from analyzer.study.resolved import Unit
from analyzer.study.schema import Budget
from analyzer.study.shapes import tally_of
from analyzer.study.stopping import Stop

LEASE_CHECK = 5.0  # seconds
STORE_EVERY = 0.1  # seconds; a transaction for each chunk of a small plan would cost a twentieth of its games


@dataclass(frozen=True, slots=True)
class Wanted:
    """A unit and the games that are wanted of it; `recipes` for workers that share no memory with this process."""

    unit: Unit
    where: Range
    budget: Budget
    recipes: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands after a chunk; games are counted for each plan, `seconds_left` is None before it is known."""

    label: str
    games: int
    wanted: int
    unit_games: int
    unit_wanted: int
    rate: float
    seconds_left: float | None
    half_width: float


OnProgress = Callable[[Progress], None]
_Task = tuple[int, int, int]  # number of the wanted unit, first game, games


def missing(ledger: Ledger, unit: Unit, where: Range) -> list[tuple[int, int]]:
    """(first game, games) of the chunks of a range that the ledger lacks, or has with fewer games."""
    stored = [ledger.stored(key) for key in keys_of(unit)]
    return [
        (first, games)
        for first, games in chunks_of(where.first, where.games)
        if any(each.get(first, 0) < games for each in stored)
    ]


def keys_of(unit: Unit) -> list[Key]:
    """Keys of everything that a unit's chunks are stored under: its plans, then the group."""
    plans = [Key(name) for name in dict.fromkeys(plan.plan_id for plan in unit.plans)]
    return plans if len(unit.plans) == 1 else [*plans, unit.key]


def unbroken(ledger: Ledger, unit: Unit, where: Range) -> int:
    """How many games of a range, from its first on, are in the ledger without a gap."""
    stored = [ledger.stored(key) for key in keys_of(unit)]
    done = 0
    for first, games in chunks_of(where.first, where.games):
        have = min(games, *(each.get(first, 0) for each in stored))
        done += have
        if have < games:
            break
    return done


class Watch:
    """A sequence: it ends with the first chunk of the unbroken range at whose end every interval is narrow enough.

    The end is a function of the chunks alone: which were played first, or beyond the end, makes no difference.
    """

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.games = 0
        self.reached = False
        self._sums: dict[Key, Numbers] = {}

    def advance(self, ledger: Ledger) -> bool:
        """Read the chunks that have come; True when the end is reached."""
        where, plans = self.wanted.where, self.wanted.unit.plans
        whole = unbroken(ledger, self.wanted.unit, where) // CHUNK * CHUNK
        for first in range(where.first + self.games, where.first + whole, CHUNK):
            if self.reached:
                break
            for key in dict.fromkeys(Key(plan.plan_id) for plan in plans):
                numbers = numbers_of(next(ledger.chunks(key, first, first + 1)), str(ledger.path))
                self._sums[key] = self._sums[key] + numbers if key in self._sums else numbers
            self.games = first + CHUNK - where.first
            tallies = [tally_of(plan, self._sums[Key(plan.plan_id)]) for plan in plans]
            budget = self.wanted.budget
            self.reached = widest(budget, plans, tallies, where) <= (budget.precision or 0.0)
        return self.reached


@dataclass(slots=True)
class _State:
    """What the loop knows of one wanted unit."""

    wanted: Wanted
    todo: list[tuple[int, int]]
    sums: dict[Key, Numbers] = field(default_factory=dict)
    team: Ready | None = None
    in_flight: int = 0
    games: int = 0
    reached: bool = False
    watch: Watch | None = None


def complete(
    wanted: Sequence[Wanted], ledger: Ledger, crew: Crew, stop: Stop, on_progress: OnProgress | None = None
) -> int:
    """Play what the ledger lacks and store every chunk when it is done; the number of games played (for each plan).

    Fewer chunks than that when `stop` says so. RunError of a rule, a worker or the ledger, after all that was in flight
    has been stored.
    """
    states = [_State(each, missing(ledger, each.unit, each.where)) for each in wanted]
    for each, state in zip(wanted, states, strict=True):
        state.games = each.where.games - sum(games for _, games in state.todo)
        if each.where.watched:
            state.watch = Watch(each)
            state.reached = state.watch.advance(ledger)
    loop = _Loop(states, ledger, crew, on_progress)
    tasks = _tasks(states)
    try:
        while True:
            while not stop.now() and len(loop.waiting) < 2 * crew.workers and (task := next(tasks, None)):
                loop.submit(task)
            if not loop.waiting:
                return loop.played
            loop.collect(LEASE_CHECK)
    except KeyboardInterrupt:  # told twice: nothing is awaited, but what is finished is kept
        loop.keep_finished()
        raise
    except Exception:
        loop.rescue()
        raise


def _tasks(states: Sequence[_State]) -> Iterator[_Task]:
    for number, state in enumerate(states):
        for first, games in state.todo:
            if state.reached:
                break
            yield number, first, games


class _Loop:
    """Chunks in flight and what has come back."""

    def __init__(self, states: list[_State], ledger: Ledger, crew: Crew, on_progress: OnProgress | None) -> None:
        self.states, self.ledger, self.crew, self.on_progress = states, ledger, crew, on_progress
        self.waiting: dict[Future[tuple[Chunk, ...]], _Task] = {}
        self.done: list[tuple[_Task, tuple[Chunk, ...]]] = []  # played, to be stored
        self.stored = time.perf_counter()
        self.played = 0
        self.started = time.perf_counter()
        self.wanted = sum(state.wanted.where.games * len(state.wanted.unit.plans) for state in states)
        self.had = sum(state.games * len(state.wanted.unit.plans) for state in states)
        self.shown = 0.0

    def submit(self, task: _Task) -> None:
        number, first, games = task
        state = self.states[number]
        if self.crew.local and state.team is None:
            state.team = ready(state.wanted.unit.plans)
        state.in_flight += 1
        self.waiting[self.crew.submit(state.team, state.wanted.recipes, first, games)] = task

    def collect(self, seconds: float) -> None:
        """Wait for a chunk; store what has come, if it is time to, and say how far it is."""
        finished, _ = wait(self.waiting, timeout=seconds, return_when=FIRST_COMPLETED)
        self.ledger.renew()
        failed = [future for future in finished if future.exception() is not None]
        self.done += [(self.waiting.pop(future), future.result()) for future in finished if future not in failed]
        watched = any(self.states[number].watch is not None for (number, _, _), _ in self.done)
        if failed or watched or not self.waiting or time.perf_counter() - self.stored >= STORE_EVERY:
            self._store()
        for future in failed[:1]:
            result_of(future)

    def _store(self) -> None:
        results, self.done = self.done, []
        for (number, _, _), chunks in results:
            self._begin_sums(self.states[number], chunks)
        if results:
            self.ledger.store([chunk for _, chunks in results for chunk in chunks])
        for (number, _, games), chunks in results:
            self._finished(self.states[number], games, chunks)
        self.stored = time.perf_counter()

    def _finished(self, state: _State, games: int, chunks: Sequence[Chunk]) -> None:
        unit = state.wanted.unit
        state.in_flight -= 1
        state.games += games
        self.played += games * len(unit.plans)
        if state.watch is not None:
            state.reached = state.watch.advance(self.ledger)
        if self.on_progress is not None:
            self._add(state, chunks)
            self._show(state)
        if not state.in_flight and (state.reached or state.games >= state.wanted.where.games):
            state.team = None  # a block of every plan would be much memory
            state.sums.clear()

    def _begin_sums(self, state: _State, chunks: Sequence[Chunk]) -> None:
        """The current precision counts the chunks of earlier runs too."""
        where = state.wanted.where
        if self.on_progress is None:
            return
        for key in [chunk.key for chunk in chunks if not chunk.key.group_id and chunk.key not in state.sums]:
            if (earlier := self.ledger.total(key, where.first, where.first + where.games)) is not None:
                state.sums[key] = earlier

    def _add(self, state: _State, chunks: Sequence[Chunk]) -> None:
        for chunk in chunks:
            if not chunk.key.group_id:
                numbers = numbers_of(chunk)
                state.sums[chunk.key] = state.sums[chunk.key] + numbers if chunk.key in state.sums else numbers

    def _show(self, state: _State) -> None:
        """At most five times a second, and when a unit is done."""
        now = time.perf_counter()
        where, unit = state.wanted.where, state.wanted.unit
        ends = state.reached or state.games >= where.games
        if self.on_progress is None or (now - self.shown < 0.2 and not ends):
            return
        self.shown = now
        tallies = [tally_of(plan, state.sums[Key(plan.plan_id)]) for plan in unit.plans]
        rate = self.played / max(now - self.started, 1e-9)
        left = self.wanted - self.had - self.played
        self.on_progress(
            Progress(
                unit.label, self.had + self.played, self.wanted, state.games, where.games, rate, left / rate,
                widest(state.wanted.budget, unit.plans, tallies, where),
            )
        )  # fmt: skip

    def keep_finished(self) -> None:
        """Store what has been played and not yet stored; wait for nothing."""
        ended = [
            future for future in self.waiting if future.done() and not future.cancelled() and not future.exception()
        ]
        played = [chunks for _, chunks in self.done] + [future.result() for future in ended]
        self.done.clear()
        if played:
            self.ledger.store([chunk for chunks in played for chunk in chunks])

    def rescue(self) -> None:
        """After a failure: nothing new; what is in flight is awaited and stored."""
        for future in self.waiting:
            future.cancel()
        wait([future for future in self.waiting if not future.cancelled()])
        done = [future for future in self.waiting if not future.cancelled() and future.exception() is None]
        played = [chunks for _, chunks in self.done] + [future.result() for future in done]
        if played:
            self.ledger.store([chunk for chunks in played for chunk in chunks])
        self.done.clear()
        self.waiting.clear()
