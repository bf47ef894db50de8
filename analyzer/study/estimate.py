"""How long a study will take: a probe of some of its plans, on as many threads as the run will have."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from analyzer.engine import load_kernel, ready
from analyzer.errors import InputError
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Key, numbers_of
from analyzer.stats import PILOT_GAMES
from analyzer.study.budget import asked_goals, fresh_range, needed_games, needs_pilot
from analyzer.study.crew import Crew
from analyzer.study.play import differences_in, range_of
from analyzer.study.resolved import Study, Unit
from analyzer.study.shapes import group_of, tally_of
from analyzer.study.work import missing

PROBES = 12  # units, spread over the study
PROBE_GAMES = 2_000


@dataclass(frozen=True, slots=True)
class TimeEstimate:
    """Games to be played (for each plan), seconds for them, and what both rest on."""

    games: int
    seconds: float
    probed: int
    units: int
    threads: int
    planned: str  # how the number of games is known

    def facts(self) -> tuple[tuple[str, str], ...]:
        """Lines of a report."""
        if self.games == 0:
            return (("time", "nothing to play: the ledger has everything"),)
        basis = f"probe of {self.probed} of {self.units} units, {PROBE_GAMES:,} games each, {self.threads} threads"
        return (
            ("games", f"{self.games:,} to be played ({self.planned})"),
            ("time", f"about {duration(self.seconds)} ({basis}; other work on this machine makes it longer)"),
        )


def duration(seconds: float) -> str:
    """Seconds in words, two units at most.

    >>> duration(42), duration(200), duration(9000), duration(200000)
    ('42 s', '3 min 20 s', '2 h 30 min', '2 days 7 h')
    """
    if seconds < 1:
        return "1 s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
    if seconds < 86400:
        return f"{seconds // 3600:.0f} h {seconds % 3600 // 60:.0f} min"
    return f"{seconds // 86400:.0f} days {seconds % 86400 // 3600:.0f} h"


def estimate_time(
    study: Study, crew: Crew, ledger: Ledger | None = None, on_compile: Callable[[], None] | None = None
) -> TimeEstimate:
    """Play a few games of up to 12 units, all threads busy, and scale; what a ledger has is not counted.

    Units that were not probed count as the mean of those that were. For a precision the probe's upper bounds plan
    the games, so the estimate errs on the long side.
    """
    load_kernel(on_compile)
    step = max(1, -(-len(study.units) // PROBES))
    probed = study.units[::step]
    started = time.perf_counter()
    teams = [ready(unit.plans) for unit in probed]
    preparing = (time.perf_counter() - started) / len(probed)
    rounds = max(1, -(-4 * crew.workers // len(probed)))  # enough to keep every thread busy
    started = time.perf_counter()
    futures = [crew.submit(team, (), at * PROBE_GAMES, PROBE_GAMES) for at in range(rounds) for team in teams]
    chunks = [future.result() for future in futures]
    seconds = time.perf_counter() - started
    found = [{chunk.key: numbers_of(chunk) for chunk in each} for each in chunks[: len(probed)]]
    each_game = seconds / (rounds * PROBE_GAMES * sum(len(unit.plans) for unit in probed))
    needed = [_needed(study, unit, numbers) for unit, numbers in zip(probed, found, strict=True)]
    mean = sum(needed) / len(needed)
    by_unit = dict(zip((unit.key for unit in probed), needed, strict=True))
    games = 0
    for unit in study.units:
        todo = by_unit.get(unit.key, round(mean))
        where = range_of(study, ledger, unit) if ledger is not None else None
        if ledger is not None and where is not None:
            todo = sum(size for _, size in missing(ledger, unit, where))
        games += todo * len(unit.plans)
    planned = "as asked" if study.budget.precision is None else "planned from the probe, more than enough as a rule"
    total = games * each_game + (preparing * len(study.units) if games else 0.0)
    return TimeEstimate(games, total, len(probed), len(study.units), crew.workers, planned)


def _needed(study: Study, unit: Unit, numbers: dict) -> int:  # type: ignore[type-arg]
    """Games of a unit by the budget, as the probe's few games see it."""
    budget = study.budget
    if budget.precision is None:
        return budget.games
    tallies = tuple(tally_of(plan, numbers[Key(plan.plan_id)]) for plan in unit.plans)
    group = group_of(unit.plans, numbers[unit.key]) if len(unit.plans) > 1 else None
    if not asked_goals(budget, unit.plans[0]):
        return budget.games
    try:
        needed = needed_games(budget, unit.plans, tallies, group, differences_in(study))
    except InputError:  # the condition is rarer than the probe is long
        return budget.games
    return fresh_range(budget, needed).games + PILOT_GAMES if needs_pilot(budget) else min(budget.games, needed)
