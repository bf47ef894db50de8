"""Playing what a ledger lacks: the same tallies as one uninterrupted run, whatever happened before."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest

from analyzer.engine import CHUNK, run
from analyzer.errors import InputError, RunError
from analyzer.estimates import measure_mean
from analyzer.ledger import Ledger
from analyzer.ledger_chunk import Key, chunk_of
from analyzer.study.budget import Range, fresh_range, needed_games, pilot_key, rate_of
from analyzer.study.crew import Crew, crew_of
from analyzer.study.export import exported
from analyzer.study.play import range_of, read_unit, results, run_study, wanted_of
from analyzer.study.recorded import recorded_run
from analyzer.study.shapes import group_numbers
from analyzer.study.stopping import Stop
from analyzer.study.tables import lines_of
from analyzer.study.work import complete, keys_of, missing, unbroken
from tests.support.studies import PAIR, SINGLE, study

GAMES = 2 * CHUNK + 1_000


class LastFirst(Executor):
    """Runs what is waiting in reverse, when somebody waits for it; `limit` tasks, then the plug is pulled."""

    def __init__(self, limit=10**9):
        self.limit, self.done, self.waiting = limit, 0, []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) >= 3:
            self.flush()
        else:
            threading.Timer(0.3, self.flush).start()
        return future

    def flush(self):
        waiting, self.waiting = self.waiting[::-1], []
        for future, fn, args in waiting:
            if not future.set_running_or_notify_cancel():
                continue
            self.done += 1
            try:
                if self.done > self.limit:
                    raise RunError("the plug was pulled")
                future.set_result(fn(*args))
            except Exception as wrong:
                future.set_exception(wrong)


def play(found, path, crew=None, stop=None):
    with Ledger(path, write=True) as ledger, crew_of("threads", 2) as threads:
        return run_study(found, ledger, crew or threads, stop or Stop())


def tables(found, path, format="csv"):
    with Ledger(path) as ledger:
        known = results(found, ledger)
    return exported(found, known, lines_of(found, known), format)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A study of one plan, played without interruption, and its tables."""
    folder = tmp_path_factory.mktemp("whole")
    found = study(folder, SINGLE, GAMES)
    play(found, folder / "a.ledger")
    return found, folder / "a.ledger", tables(found, folder / "a.ledger")


def test_the_ledger_holds_the_tally_of_one_run(whole):
    found, path, _ = whole
    (unit,) = found.units
    with Ledger(path) as ledger:
        known = read_unit(ledger, unit, Range(0, GAMES), GAMES)
        assert ledger.stored(unit.key) == {0: CHUNK, CHUNK: CHUNK, 2 * CHUNK: 1_000}
    assert known.tallies[0] == run(unit.plans[0], GAMES, threads=1).tally


def test_a_group_s_chunks_add_up_to_its_run(tmp_path):
    games = CHUNK + 500
    found = study(tmp_path, PAIR, games)
    play(found, tmp_path / "a.ledger")
    (unit,) = found.units
    with Ledger(tmp_path / "a.ledger") as ledger:
        (known,) = results(found, ledger)
    once = run(unit.plans, games, threads=1)
    assert list(known.tallies) == list(once.tallies)
    assert group_numbers(known.group).tolist() == group_numbers(once.group).tolist()
    assert known.is_whole
    rows = {(each.row.variant, each.row.goal): each.row for each in lines_of(found, (known,), ("comparisons",))}
    means = {
        name: [measure_mean(tally, name, 4).estimate.value for tally in once.tallies] for name in once.tally.measure
    }
    place = unit.names.index("25-draw")
    for name, values in means.items():
        row = rows["25-draw", name]
        assert row.value == pytest.approx(values[place] - values[0], abs=1e-12) and row.low <= row.value <= row.high
    assert any(rows["25-draw", name].low > 0 for name in means)


def test_running_again_plays_nothing_and_changes_nothing(whole):
    found, path, before = whole
    content = path.read_bytes()
    assert play(found, path) == 0
    assert tables(found, path) == before
    with Ledger(path) as ledger:
        assert missing(ledger, found.units[0], Range(0, GAMES)) == []
    assert len(path.read_bytes()) == len(content)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_after_a_failure_everything_finished_is_kept_and_the_rest_is_played(whole, tmp_path, limit):
    found, _, before = whole
    path = tmp_path / "a.ledger"
    with pytest.raises(RunError, match="the plug was pulled"):
        play(found, path, Crew(LastFirst(limit), 2, local=True))
    with Ledger(path) as ledger:
        assert len(ledger.stored(found.units[0].key)) == limit
    play(found, path)
    assert tables(found, path) == before


def test_stopping_begins_no_new_chunk(whole, tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.study.work.STORE_EVERY", 0.0)  # the progress that stops it comes with every chunk
    found, _, before = whole
    path = tmp_path / "a.ledger"
    assert play(found, path, stop=Stop(reason="interrupted")) == 0
    assert play(found, path, stop=Stop(minutes=0.0)) == 0
    stop = Stop()
    with Ledger(path, write=True) as ledger, crew_of("threads", 1) as crew:
        played = complete(
            wanted_of(found, ledger), ledger, crew, stop, lambda p: setattr(stop, "reason", "interrupted")
        )
    assert 0 < played < GAMES
    with Ledger(path) as ledger:
        (known,) = results(found, ledger)
    assert not known.is_whole and 0 < known.where.games <= played
    play(found, path)
    assert tables(found, path) == before


def test_a_table_is_of_the_games_asked_for_though_more_are_stored(whole, tmp_path):
    found, path, _ = whole
    fewer = replace(found, budget=replace_games(found, CHUNK + 700))
    with Ledger(path) as ledger:
        (known,) = results(fewer, ledger)
    assert known.tallies[0] == run(found.units[0].plans[0], CHUNK + 700, threads=1).tally


def replace_games(found, games):
    return found.budget.model_copy(update={"games": games})


def test_a_gap_ends_what_is_reported(whole, tmp_path):
    found, path, _ = whole
    (unit,) = found.units
    with Ledger(tmp_path / "b.ledger", write=True) as other, Ledger(path) as ledger:
        other.store([each for each in ledger.chunks(unit.key, 0, 10**9) if each.first != CHUNK])
        assert unbroken(other, unit, Range(0, GAMES)) == CHUNK
        assert missing(other, unit, Range(0, GAMES)) == [(CHUNK, CHUNK)]
        other.store([chunk_of(unit.key, CHUNK, [*ledger.chunks(unit.key, 0, 1)] and short(unit, 300), origin="x")])
        assert unbroken(other, unit, Range(0, GAMES)) == CHUNK + 300


def short(unit, games):
    from analyzer.tally import to_numbers

    return to_numbers(run(unit.plans[0], games, first=CHUNK, threads=1).tally)


def test_another_tally_under_the_same_key_stops_the_study(tmp_path):
    found = study(tmp_path, SINGLE, 2_000)
    (unit,) = found.units
    play(found, tmp_path / "a.ledger")
    with Ledger(tmp_path / "a.ledger", write=True) as ledger:
        (good,) = ledger.chunks(unit.key, 0, 1)
        numbers = short(unit, 2_000)
        with pytest.raises(RunError, match="two tallies differ"):
            ledger.store([chunk_of(unit.key, 0, numbers, origin="a bug")])
        assert list(ledger.chunks(unit.key, 0, 1)) == [good]


# ---- precision --------------------------------------------------------------------------------------------------
PRECISE = SINGLE.replace("games = GAMES", "games = 10_000_000\nprecision = 0.0015")


def test_a_pilot_plans_fresh_games_that_reach_the_precision(tmp_path):
    found = study(tmp_path, PRECISE)
    (unit,) = found.units
    play(found, tmp_path / "a.ledger")
    with Ledger(tmp_path / "a.ledger") as ledger:
        (known,) = results(found, ledger)
        stored = ledger.stored(unit.key)
        needed = int(ledger.meta(pilot_key(found.budget, unit.key.text, 0)))
    pilot = run(unit.plans[0], 20_000, threads=1).tally
    assert needed == needed_games(found.budget, unit.plans, (pilot,), None, 0)
    assert 0 not in stored, "the pilot's games are not reported"
    assert known.where == fresh_range(found.budget, needed) and known.where.first == CHUNK and known.is_whole
    assert rate_of(known.tallies[0], 0, known.where).half_width <= 0.0015


def test_more_games_than_the_budget_are_never_planned(tmp_path):
    found = study(tmp_path, PRECISE.replace("10_000_000", "70_000"))
    with Ledger(tmp_path / "a.ledger", write=True) as ledger:
        ledger.set_meta(pilot_key(found.budget, found.units[0].key.text, 0), "400000")
        assert range_of(found, ledger, found.units[0]) == Range(CHUNK, 70_000)


def test_a_condition_that_never_holds_says_that_no_precision_is_possible(tmp_path):
    text = PRECISE.replace("lands had >= 4 by draw 4", "lands had >= 4 by draw 4 given lands had >= 40")
    with pytest.raises(InputError, match="none of 20,000 pilot games met the condition"):
        play(study(tmp_path, text), tmp_path / "a.ledger")


def test_a_sequence_ends_at_the_same_chunk_whatever_came_in_first(tmp_path):
    found = study(tmp_path, SINGLE.replace("games = GAMES", "games = 1_000_000\nprecision = 0.004\nmode = 'sequence'"))
    play(found, tmp_path / "a.ledger")
    play(found, tmp_path / "b.ledger", Crew(LastFirst(), 3, local=True))
    with Ledger(tmp_path / "a.ledger") as ledger:
        (known,) = results(found, ledger)
    assert known.is_whole and known.where.games < 1_000_000
    half = [rate_of(run(found.units[0].plans[0], games, threads=2).tally, 0, known.where).half_width
            for games in (known.where.games, known.where.games - CHUNK) if games]  # fmt: skip
    assert half[0] <= 0.004 and all(each > 0.004 for each in half[1:])
    assert tables(found, tmp_path / "a.ledger") == tables(found, tmp_path / "b.ledger")


# ---- others who play ----------------------------------------------------------------------------------------------
@pytest.mark.ci
def test_processes_give_the_same_tables_and_say_why_a_worker_cannot(whole, tmp_path):
    found, _, before = whole
    with Ledger(tmp_path / "a.ledger", write=True) as ledger, crew_of("processes", 2) as crew:
        run_study(found, ledger, crew, Stop())
    assert tables(found, tmp_path / "a.ledger") == before
    recipe = replace(
        found.planned[0].recipe, written={**found.planned[0].recipe.written, "strategy": {"keep": "nobody"}}
    )
    other = replace(found, planned=(replace(found.planned[0], recipe=recipe),))
    with (
        Ledger(tmp_path / "b.ledger", write=True) as ledger,
        pytest.raises(
            RunError, match=r"cannot be made on this machine: strategy\.keep: there is no keep rule 'nobody'"
        ),
        crew_of("processes", 1) as crew,
    ):
        run_study(other, ledger, crew, Stop())
    with Ledger(tmp_path / "b.ledger") as ledger:
        assert ledger.counts() == {}


def test_a_recorded_run_is_the_run_itself(whole, tmp_path):
    found, path, _ = whole
    plan = found.units[0].plans[0]
    told = []
    for place, begin in ((path, [GAMES]), (tmp_path / "new.ledger", None)):
        told.clear()
        played = recorded_run(plan, GAMES, ledger=place, threads=2, on_chunk=told.append)
        once = run(plan, GAMES, threads=2)
        assert played.tallies == once.tallies and (played.first, played.games, played.asked) == (0, GAMES, GAMES)
        assert sum(told) == GAMES and (begin is None or told == begin)


def test_the_keys_of_a_unit_are_its_plans_once_and_the_group(tmp_path):
    found = study(tmp_path)
    (unit,) = found.units
    keys = keys_of(unit)
    assert [each.plan_id for each in keys[:-1]] == list(dict.fromkeys(plan.plan_id for plan in unit.plans))
    assert keys[-1] == Key(group_id=unit.key.group_id)
