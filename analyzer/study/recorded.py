"""Single runs that keep their chunks in a ledger and play only what it lacks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from analyzer.engine import Played, Step, chunks_of, load_kernel, step_of
from analyzer.errors import InputError
from analyzer.group import check_group
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Key, Numbers
from analyzer.plan.model import Plan
from analyzer.study.budget import Range
from analyzer.study.crew import crew_of
from analyzer.study.play import read_unit
from analyzer.study.resolved import Unit
from analyzer.study.schema import Budget
from analyzer.study.shapes import tally_of
from analyzer.study.stopping import interruptible
from analyzer.study.work import OnProgress, Progress, Wanted, complete, missing, unbroken
from analyzer.tally import Tally


def recorded_run(
    plans: Plan | Sequence[Plan],
    games: int,
    *,
    ledger: Path,
    first: int = 0,
    threads: int | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Played:
    """As `analyzer.engine.run`, with the same result, but chunks that the ledger has are not played again.

    `first` must lie on the grid of 65,536 games. KeyboardInterrupt as there; what is finished stays in the ledger.
    """
    if games < 1:
        raise InputError(f"{games} games: play at least 1")
    started = time.perf_counter()
    team = (plans,) if isinstance(plans, Plan) else tuple(plans)
    check_group(team)
    unit, where = Unit(tuple(plan.plan_id for plan in team), team), Range(first, games)
    with interruptible() as stop, Ledger(ledger, write=True) as opened:
        known = opened.plans()
        opened.add_plans((plan.plan_id, plan.json, "", "") for plan in team if plan.plan_id not in known)
        load_kernel(on_compile)
        todo = sum(size for _, size in missing(opened, unit, where))
        with crew_of("threads", threads) as crew:
            complete([Wanted(unit, where, Budget())], opened, crew, stop, _counting(on_chunk, games - todo))
        done = unbroken(opened, unit, where)
        if done == 0:
            raise KeyboardInterrupt
        found = read_unit(opened, unit, Range(first, done), games)
        steps = tuple(_steps(opened, team[0], first, done, found.tallies[0]))
    return Played(found.tallies, found.group, first, done, games, time.perf_counter() - started, steps=steps)


def _steps(ledger: Ledger, plan: Plan, first: int, games: int, whole: Tally) -> Iterator[Step]:
    """How the goals stood after each chunk; the last, of which more may be stored than was asked, is the whole."""
    total: Numbers | None = None
    for at, size in chunks_of(first, games):
        if at + size == first + games:
            yield step_of(whole, games)
            return
        part = ledger.total(Key(plan.plan_id), at, at + size)
        assert part is not None  # the range has no gap
        total = part if total is None else total + part
        yield step_of(tally_of(plan, total), at + size - first)


def _counting(on_chunk: Callable[[int], None] | None, had: int) -> OnProgress | None:
    """Progress as `run` tells it: games that came since the last call; those of earlier runs come first."""
    if on_chunk is None:
        return None
    if had:
        on_chunk(had)
    told = had

    def tell(progress: Progress) -> None:
        nonlocal told
        on_chunk(progress.unit_games - told)
        told = progress.unit_games

    return tell
