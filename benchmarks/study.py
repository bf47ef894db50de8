"""Studies: what the ledger costs beside the kernel, small plans a second, merging and reporting 10,000 chunks."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.measure import Row

GAMES = 1_000_000
ROUNDS = 5
MANY = """format = 1
[defaults]
deck.counts = "24 land, 36 blank"
run.turns = 4
run.goals = ["lands had >= 4 by draw 4"]
[[grid]]
name = "{seed}"
over.seed = { key = "run.seed", values = [SEEDS] }
[budget]
games = 65_536
"""
LANDS = MANY.split("[[grid]]")[0] + '[[plan]]\nname = "a"\n[budget]\ngames = 1_000_000\n'
FULL = """format = 1
[[plan]]
name = "a"
deck.example = "azorius-temples"
run.goals = ["lands >= 4 by turn 4"]
[budget]
games = 200_000
"""


def rows() -> list[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        overheads = [
            _overhead(place, "lands only, a million games", LANDS),
            _overhead(place, "full game, 200,000 games", FULL),
        ]
        return [*overheads, _plans_a_second(place), _merge_and_report(place)]


def _write(place: Path, text: str) -> Path:
    path = place / f"{len(list(place.iterdir()))}.toml"
    path.write_text(text)
    return path


def _overhead(place: Path, name: str, text: str) -> Row:
    """A study of one plan on one thread against the same chunks packed and played without a ledger, in turn.

    Processor time, the best of the rounds: other work on the machine would drown a difference of a few hundredths.
    """
    from analyzer.engine import chunks_of, load_kernel, play, ready
    from analyzer.ledger import Ledger
    from analyzer.study.crew import crew_of
    from analyzer.study.play import run_study
    from analyzer.study.resolved import load_study
    from analyzer.study.stopping import Stop

    study = load_study(_write(place, text))
    load_kernel()

    def bare() -> None:
        team = ready(study.units[0].plans)
        for first, games in chunks_of(0, study.budget.games):
            play(team, first, games)

    def with_ledger() -> None:
        path = place / f"{time.monotonic_ns()}.ledger"
        with Ledger(path, write=True) as ledger, crew_of("threads", 1) as crew:
            run_study(study, ledger, crew, Stop())

    bare(), with_ledger()
    pairs = [(_seconds(bare), _seconds(with_ledger)) for _ in range(ROUNDS)]
    alone, stored = (min(each) for each in zip(*pairs, strict=True))
    return Row(f"study / kernel, {name}", stored / alone, "x", 1.05, note=f"{alone:.2f} s alone, {stored:.2f} s stored")


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _plans_a_second(place: Path) -> Row:
    """A thousand small plans, from the study file to the last chunk in the ledger, two threads."""
    from analyzer.engine import load_kernel, run
    from analyzer.ledger import Ledger
    from analyzer.study.crew import crew_of
    from analyzer.study.play import run_study
    from analyzer.study.resolved import load_study
    from analyzer.study.stopping import Stop

    path = _write(place, MANY.replace("SEEDS", ", ".join(map(str, range(1000)))))
    load_kernel()
    run(load_study(_write(place, LANDS)).units[0].plans, 65_536)
    loading, working = time.perf_counter(), time.process_time()
    study = load_study(path)
    started = time.perf_counter()
    with Ledger(place / "many.ledger", write=True) as ledger, crew_of("threads", 2) as crew:
        run_study(study, ledger, crew, Stop())
    ended = time.perf_counter()
    work = time.process_time() - working  # far below two cores' worth of the time taken: the machine was busy
    note = f"{started - loading:.1f} s to resolve, {ended - started:.1f} s to play, {work:.1f} s of processor time"
    return Row("1,000 plans of 65,536 games", 1000 / (ended - loading), "plans/s", 20, at_least=True, note=note)


def _merge_and_report(place: Path) -> Row:
    """Ten thousand chunks of a hundred plans in two ledgers: merged, added up, reported."""
    from analyzer.ledger import Ledger
    from analyzer.ledger_chunk import Key, chunk_of
    from analyzer.ledger_merge import merge
    from analyzer.study.play import results
    from analyzer.study.report import study_report
    from analyzer.study.resolved import load_study
    from analyzer.study.shapes import shape_of

    text = MANY.replace("SEEDS", ", ".join(map(str, range(100)))).replace("games = 65_536", "games = 6_553_600")
    study = load_study(_write(place, text))
    noise = np.random.default_rng(1)
    halves = [place / "first.ledger", place / "second.ledger"]
    for half, path in enumerate(halves):
        with Ledger(path, write=True) as ledger:
            for each in study.planned:
                shape = shape_of(each.plan)
                chunks = []
                for at in range(50 * half, 50 * half + 50):
                    numbers = noise.integers(0, 100, shape.output_words)
                    numbers[0], numbers[shape.offset("goal") : shape.offset("measure " + shape.measures[0][0])] = (
                        65_536,
                        0,
                    )
                    numbers[shape.offset("goal") + 4] = noise.integers(30_000, 60_000)
                    chunks.append(chunk_of(Key(each.plan.plan_id), at * 65_536, numbers, origin="made up"))
                ledger.store(chunks)
    started = time.perf_counter()
    merge(place / "all.ledger", halves)
    merged = time.perf_counter()
    with Ledger(place / "all.ledger") as ledger:
        report = study_report(study, results(study, ledger))
    ended = time.perf_counter()
    assert not report.is_partial
    note = f"merge {merged - started:.1f} s, report {ended - merged:.1f} s"
    return Row("merge and report 10,000 chunks", ended - started, "s", 5.0, note=note)
