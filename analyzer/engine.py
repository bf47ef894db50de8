"""Running plans on the compiled kernel: chunks of games on threads, interruption, single games and forced orders."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.contract import events
from analyzer.contract.status import OK, RULE_NAN, STATUS
from analyzer.errors import InputError, RunError
from analyzer.group import GroupTally, check_group, first_turns_jointly, group_id, of_outcomes, write_first_turns
from analyzer.kernel import layout
from analyzer.kernel._jit import compiled, is_cached
from analyzer.kernel.ahead import meanwhile
from analyzer.pack import Packed, pack
from analyzer.pack_count_tables import pack_count
from analyzer.plan.model import Plan
from analyzer.registry import rule_failure
from analyzer.tally import Tally, from_numbers

CHUNK = 65_536  # games; the grid on which chunks are stored
LOG_ROWS = 20_000  # events of one game
Rows = NDArray[np.int64]
Truth = NDArray[np.uint8]
NO_ROWS = np.zeros((0, 1), np.int64)
NO_LOG = np.zeros((0, events.WIDTH), np.int64)
NO_TRUTH = np.zeros((0, 1), np.uint8)


@dataclass(frozen=True, slots=True)
class Step:
    """How the goals of the (first) plan stood after so many games: the games that counted for each, and those with it."""

    games: int
    counted: tuple[int, ...]
    reached: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """Games `first` to `first + games - 1` of one plan or of a group; fewer than `asked` when it was interrupted.

    `tallies` has one entry a plan; `group` is None for a single plan. `joint` counts games by the first turns of every
    goal in the first plan and in each other (group.first_turns_jointly), and `steps` says how the first plan's goals
    stood after each chunk. A ledger does not keep `joint`, the rulebook neither.
    """

    tallies: tuple[Tally, ...]
    group: GroupTally | None
    first: int
    games: int
    asked: int
    seconds: float
    joint: Rows | None = None
    steps: tuple[Step, ...] = ()

    @property
    def tally(self) -> Tally:
        """The tally of the (first) plan."""
        return self.tallies[0]

    @property
    def is_partial(self) -> bool:
        """Was the run interrupted?"""
        return self.games < self.asked


@dataclass(frozen=True, slots=True)
class Part:
    """What a chunk of games gave: a tally for each plan and, of several plans, the group's."""

    tallies: tuple[Tally, ...]
    group: GroupTally | None
    games: int
    joint: Rows | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """Plans packed and their rules compiled, to be played by any number of threads at once.

    `spare` holds blocks that no thread is using.
    """

    plans: tuple[Plan, ...]
    packed: tuple[Packed, ...]
    spare: list[tuple[Rows, ...]]


def ready(plans: Plan | Sequence[Plan], on_compile: Callable[[], None] | None = None) -> Ready:
    """Prepare one plan, or several to be played on the same games; InputError when these cannot be played together.

    Plans in which nothing but cards is counted are prepared for the count unit, with equal results. `on_compile` is
    called before the first compilation of the other plans' engine on this machine.
    """
    team = (plans,) if isinstance(plans, Plan) else tuple(plans)
    check_group(team)
    counted = [pack_count(plan) for plan in team]
    if all(counted):
        return Ready(team, tuple(filter(None, counted)), [])
    from analyzer.kernel.games import play_games

    with meanwhile(play_games, on_compile):
        return Ready(team, tuple(each or pack(plan) for each, plan in zip(counted, team, strict=True)), [])


def play(team: Ready, first: int, games: int) -> Part:
    """Play games first .. first + games - 1 in this thread; RunError when a rule or a limit of the kernel fails."""
    try:
        blocks = team.spare.pop()
    except IndexError:
        blocks = tuple(each.block.copy() for each in team.packed)
    try:
        return _play_chunk(team.plans, team.packed, blocks, first, games)
    finally:
        team.spare.append(blocks)


def outcomes(team: Ready, first: int, games: int) -> list[Truth]:
    """What became true in each of some games of every plan (analyzer.group.of_outcomes)."""
    return [truth for _, truth in _truths(team.plans, team.packed, [p.block.copy() for p in team.packed], first, games)]


def run(
    plans: Plan | Sequence[Plan],
    games: int,
    *,
    first: int = 0,
    threads: int | None = None,
    chunk: int = CHUNK,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Played:
    """Play games first .. first + games - 1 of a plan, or of several plans on the same games, and add up the tallies.

    The result does not depend on `threads` or `chunk`. `on_chunk` is called with the number of games of each finished
    chunk, `on_compile` before a first compilation on this machine. The first KeyboardInterrupt lets chunks in flight
    finish and returns the longest unbroken range from `first`; the second stops at once.
    InputError for zero games; RunError when a rule fails or a game passes a limit of the kernel.
    """
    if games < 1:
        raise InputError(f"{games} games: play at least 1")
    if chunk < 1:
        raise InputError(f"chunks of {chunk} games: at least 1")
    started = time.perf_counter()
    team = ready(plans, on_compile)
    for counted in {each.counted for each in team.packed}:
        load_kernel(on_compile, counted)
    done = _scheduled(partial(play, team), chunks_of(first, games, chunk), threads or os.cpu_count() or 1, on_chunk)
    total, end = None, first
    steps: list[Step] = []
    while end in done:
        part = done[end]
        total, end = part if total is None else _added(total, part), end + part.games
        steps.append(step_of(total.tallies[0], total.games))
    if total is None:
        raise KeyboardInterrupt
    return Played(
        total.tallies, total.group, first, end - first, games, time.perf_counter() - started, total.joint, tuple(steps)
    )


def _added(first: Part, second: Part) -> Part:
    tallies = tuple(a + b for a, b in zip(first.tallies, second.tallies, strict=True))
    group = first.group + second.group if first.group is not None and second.group is not None else None
    joint = first.joint + second.joint if first.joint is not None and second.joint is not None else None
    return Part(tallies, group, first.games + second.games, joint)


def step_of(tally: Tally, games: int) -> Step:
    """How the goals stood in these games."""
    return Step(games, *(tuple(map(int, counts.sum(axis=1))) for counts in (tally.given, tally.goal)))


def chunks_of(first: int, games: int, chunk: int = CHUNK) -> Iterator[tuple[int, int]]:
    """(first game, games) of each chunk; starts lie on the grid of `chunk` games.

    >>> list(chunks_of(5, 10, 8))
    [(5, 3), (8, 7)]
    """
    at, end = first, first + games
    while at < end:
        size = min(chunk - at % chunk, end - at)
        yield at, size
        at += size


def _scheduled(
    play: Callable[[int, int], Part],
    chunks: Iterator[tuple[int, int]],
    threads: int,
    on_chunk: Callable[[int], None] | None,
) -> dict[int, Part]:
    """Finished chunks by first game; a bounded number is in flight at any time."""
    done: dict[int, Part] = {}
    waiting: dict[Future[Part], int] = {}
    stopping = False
    pool = ThreadPoolExecutor(threads)  # no context: that would wait for a rule that never ends
    while True:
        while not stopping and len(waiting) < 2 * threads and (each := next(chunks, None)):
            waiting[pool.submit(play, *each)] = each[0]
        if not waiting:
            pool.shutdown()
            return done
        try:
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                part = future.result()
                done[waiting.pop(future)] = part
                if on_chunk is not None:
                    on_chunk(part.games)
        except KeyboardInterrupt:
            if stopping:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            stopping = True
            for future in [each for each in waiting if each.cancel()]:
                del waiting[future]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_chunk(
    plans: Sequence[Plan], packed: Sequence[Packed], blocks: Sequence[Rows], first: int, games: int
) -> Part:
    found = list(_truths(plans, packed, blocks, first, games))
    group = joint = None
    if len(plans) > 1:
        shapes = [each.shape for each in packed]
        truths = [truth for _, truth in found]
        group = of_outcomes(group_id(plans), truths, [each.given for each in shapes], len(shapes[0].measures))
        joint = first_turns_jointly(truths, len(plans[0].goals), max(plan.turns for plan in plans))
    return Part(tuple(tally for tally, _ in found), group, games, joint)


def _truths(
    plans: Sequence[Plan], packed: Sequence[Packed], blocks: Sequence[Rows], first: int, games: int
) -> Iterator[tuple[Tally, Truth]]:
    """The tally of each plan, and what became true in each game where there are several plans."""
    for plan, each, block in zip(plans, packed, blocks, strict=True):
        output = np.zeros(each.output_words, np.int64)
        columns = len(plan.goals) + each.shape.conditions + len(each.shape.measures)
        truth = np.zeros((games, columns) if len(plans) > 1 else (0, 1), np.uint8)
        _call(plan, block, first, games, output, truth=truth, counted=each.counted)
        tally = from_numbers(plan.plan_id, each.shape, output)
        write_first_turns(truth, tally.goal)
        yield tally, truth


def _call(
    plan: Plan,
    block: Rows,
    first: int,
    games: int,
    output: Rows,
    *,
    orders: Rows = NO_ROWS,
    log: Rows = NO_LOG,
    truth: Truth = NO_TRUTH,
    counted: bool = False,
) -> None:
    """Call the core, or the count unit; a failure becomes a RunError that names rule or limit, game and turn."""
    try:
        entry = load_kernel(counted=counted)
        if counted:
            played = entry(block, first, games, output, truth)
        else:
            played = entry(block, first, games, orders, log, output, truth)
    except Exception as error:  # a rule raised inside compiled code
        raise rule_failure(plan, block, error) from error
    status = int(block[layout.STATUS])
    if status == RULE_NAN:
        raise rule_failure(plan, block)
    if status != OK:
        raise RunError(
            f"game {first + played}, turn {int(block[layout.TURN])}: {STATUS[status]}", game=int(first + played)
        )


def load_kernel(on_compile: Callable[[], None] | None = None, counted: bool = False) -> Any:
    """The compiled entry (`counted`: of the count unit); `on_compile` is called first when this machine lacks it."""
    if counted:
        from analyzer.kernel.count_unit import play_counts as entry
    else:
        from analyzer.kernel.games import play_games as entry

    if on_compile is not None and not entry.signatures and not is_cached(entry):
        on_compile()
    return compiled(entry)


def play_orders(plan: Plan, orders: Rows, rows_a_game: int = 1) -> Tally:
    """Play games from 0 with forced orders (int64[games * rows_a_game, slots]: slots, next card first).

    Each game has its own rows: the first for its first deal, the next for its next deal or shuffle, and so on.
    """
    if rows_a_game < 1 or len(orders) % rows_a_game:
        raise InputError(f"{len(orders)} orders do not make games of {rows_a_game} each")
    packed = pack(plan)
    output = np.zeros(packed.output_words, np.int64)
    forced = np.ascontiguousarray(orders, np.int64)
    _call(plan, packed.block.copy(), 0, len(forced) // rows_a_game, output, orders=forced)
    return from_numbers(plan.plan_id, packed.shape, output)


def replay(plan: Plan, game: int, *, salt: int = 0, salt_from: int = -1, orders: Rows = NO_ROWS) -> Rows:
    """The events of one game (int64[rows, 5]: code, turn, a, b, c; formats F7).

    With a salt, hidden words from draw `salt_from` on are others: the fork of invariant I1.
    """
    packed = pack(replace(plan, measures=(*plan.measures, "damage")))  # so that combat has its rows, noticed or not
    block = packed.block.copy()
    block[layout.SALT], block[layout.SALT_FROM] = salt, salt_from
    log = np.zeros((LOG_ROWS, events.WIDTH), np.int64)
    _call(plan, block, game, 1, np.zeros(packed.output_words, np.int64), orders=orders, log=log)
    return log[: int(block[layout.LOG_USED])]
