"""Running a study: pilots, ranges, what is missing, and what the ledger holds when it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from analyzer.engine import CHUNK, load_kernel, play, ready
from analyzer.group import GroupTally
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Chunk, Key, Numbers, numbers_of
from analyzer.plan.model import Plan
from analyzer.stats import PILOT_GAMES
from analyzer.study.budget import Range, fresh_range, needed_games, needs_pilot, pilot_key, watched_range
from analyzer.study.crew import Crew, chunks_of_part, result_of
from analyzer.study.recipe import Recipe
from analyzer.study.resolved import Study, Unit
from analyzer.study.shapes import group_of, tally_of
from analyzer.study.stopping import Stop
from analyzer.study.work import OnProgress, Wanted, Watch, complete, keys_of, unbroken
from analyzer.tally import Tally


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What is known of a unit: tallies of its plans and the group over the games of `where`; `wanted` were asked for.

    No games: `tallies` is empty.
    """

    unit: Unit
    where: Range
    wanted: int
    tallies: tuple[Tally, ...]
    group: GroupTally | None

    @property
    def is_whole(self) -> bool:
        """Are all games there?"""
        return self.where.games >= self.wanted > 0


def run_study(
    study: Study,
    ledger: Ledger,
    crew: Crew,
    stop: Stop,
    *,
    on_progress: OnProgress | None = None,
    on_compile: Callable[[], None] | None = None,
) -> int:
    """Play what the ledger lacks of a study; the number of games played (for each plan), 0 when nothing was missing.

    Interrupted by `stop`, everything in flight is stored; running again goes on. RunError as `complete`.
    """
    ledger.add_plans(_plan_rows(study))
    load_kernel(on_compile)
    _pilots(study, ledger, crew, stop)
    if stop.now():
        return 0
    return complete(wanted_of(study, ledger), ledger, crew, stop, on_progress)


def _plan_rows(study: Study) -> Iterable[tuple[str, str, str, str]]:
    for each in study.planned:
        yield each.plan.plan_id, each.plan.json, each.name, " ".join(each.tags)
    for unit in study.units:
        if len(unit.plans) > 1:
            members = ",".join(f'"{plan.plan_id}"' for plan in unit.plans)
            yield unit.key.group_id, f'{{"group":[{members}]}}', unit.label, ""


def differences_in(study: Study) -> int:
    """How many differences the table of comparisons has: each interval is widened for so many."""
    return sum(len(each.others) * len(study.named(each.base).plan.goals) for each in study.comparisons)


def recipes_of(study: Study, unit: Unit) -> tuple[Recipe, ...]:
    """How to make the plans of a unit elsewhere."""
    return tuple(study.named(name).recipe for name in unit.names)


def range_of(study: Study, ledger: Ledger, unit: Unit) -> Range | None:
    """The games that the budget asks of a unit; None before its pilot."""
    budget = study.budget
    if budget.mode == "sequence":
        return watched_range(budget)
    if not needs_pilot(budget):
        return Range(0, budget.games)
    needed = ledger.meta(pilot_key(budget, unit.key.text, differences_in(study)))
    return None if needed is None else fresh_range(budget, int(needed))


def wanted_of(study: Study, ledger: Ledger) -> list[Wanted]:
    """What is to be played, of every unit whose range is known."""
    ranges = [(unit, range_of(study, ledger, unit)) for unit in study.units]
    return [Wanted(unit, where, study.budget, recipes_of(study, unit)) for unit, where in ranges if where is not None]


def _pilots(study: Study, ledger: Ledger, crew: Crew, stop: Stop) -> None:
    """Play the pilots that are missing; the ledger keeps how many games they ask for, not their games."""
    if not needs_pilot(study.budget):
        return
    todo = [unit for unit in study.units if range_of(study, ledger, unit) is None]
    waiting: list[tuple[Unit, Future[tuple[Chunk, ...]]]] = []
    while (todo or waiting) and not (stop.now() and not waiting):
        while todo and len(waiting) < 2 * crew.workers and not stop.now():
            unit = todo.pop(0)
            team = ready(unit.plans) if crew.local else None
            waiting.append((unit, crew.submit(team, recipes_of(study, unit), 0, PILOT_GAMES)))
        unit, future = waiting.pop(0)
        found = {chunk.key: numbers_of(chunk) for chunk in result_of(future)}
        comparisons = differences_in(study)
        tallies, group = _of_numbers(unit, found)
        needed = needed_games(study.budget, unit.plans, tallies, group, comparisons)
        ledger.set_meta(pilot_key(study.budget, unit.key.text, comparisons), str(needed))
        ledger.renew()


def _of_numbers(unit: Unit, found: dict[Key, Numbers]) -> tuple[tuple[Tally, ...], GroupTally | None]:
    tallies = tuple(tally_of(plan, found[Key(plan.plan_id)]) for plan in unit.plans)
    return tallies, group_of(unit.plans, found[unit.key]) if len(unit.plans) > 1 else None


def results(study: Study, ledger: Ledger) -> tuple[UnitResult, ...]:
    """What the ledger holds of every unit of a study, in order."""
    return tuple(_result(study, ledger, unit) for unit in study.units)


def _result(study: Study, ledger: Ledger, unit: Unit) -> UnitResult:
    where = range_of(study, ledger, unit)
    if where is None:
        return UnitResult(unit, Range(0, 0), 0, (), None)
    wanted, games = where.games, unbroken(ledger, unit, where)
    if where.watched:
        watch = Watch(Wanted(unit, where, study.budget))
        if watch.advance(ledger):
            wanted = games = watch.games
    return read_unit(ledger, unit, Range(where.first, games, where.watched), wanted)


def read_unit(ledger: Ledger, unit: Unit, where: Range, wanted: int) -> UnitResult:
    """The sums of a range that is there without a gap.

    Where a stored chunk goes on beyond the end of the range its part within is played again: a table is a function
    of plans and games, not of what else was asked before.
    """
    if where.games == 0:
        return UnitResult(unit, where, wanted, (), None)
    end = where.first + where.games
    last, games = _last_of(where)
    longer = any(ledger.stored(key)[last] > games for key in keys_of(unit))
    sums = {key: ledger.total(key, where.first, last if longer else end) for key in keys_of(unit)}
    if longer:
        for chunk in _played(unit.plans, last, games):
            earlier = sums[chunk.key]
            sums[chunk.key] = numbers_of(chunk) if earlier is None else earlier + numbers_of(chunk)
    tallies, group = _of_numbers(unit, {key: each for key, each in sums.items() if each is not None})
    return UnitResult(unit, where, wanted, tallies, group)


def _last_of(where: Range) -> tuple[int, int]:
    """First game and games of the last chunk of a range."""
    end = where.first + where.games
    first = max(where.first, (end - 1) // CHUNK * CHUNK)
    return first, end - first


def _played(plans: Sequence[Plan], first: int, games: int) -> tuple[Chunk, ...]:
    team = ready(plans)
    return chunks_of_part(team, play(team, first, games), first)
