"""Reports for tests of pages and charts: every command, on a list whose card and goal names are hostile."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import analyzer
from analyzer.disagreements import disagreement
from analyzer.engine import run
from analyzer.ledger import Ledger
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import Resolved
from analyzer.report.model import Report
from analyzer.report.run import run_report
from analyzer.study.crew import crew_of
from analyzer.study.play import results, run_study
from analyzer.study.report import picture_tables, study_report
from analyzer.study.resolved import load_study
from analyzer.study.stopping import interruptible
from tests.support.studies import PAIR

SCRIPT = "<script>alert('x')</script> & <b>bold</b>"
RIGHT = "שלום עולם مرحبا"
LONG = "Verylongname" * 20
NAMES = (SCRIPT, RIGHT, LONG)
DECK = "\n".join(["24 Island", *(f"4 {name}" for name in NAMES), "24 Cancel"])
CARDS = [{"name": name, "types": "Sorcery", "cost": "{1}", "abilities": "cast: scry2"} for name in NAMES]
GOALS = ["lands >= 3 by turn 4", f'had "{SCRIPT}" by draw 5', "payable {U}{U} by turn 3"]


def keys(**more: Any) -> dict[str, Any]:
    """Keys of a plan file for the hostile list."""
    return {"deck.text": DECK, "card": CARDS, "run.goals": GOALS, "run.turns": 5, **more}


@lru_cache(maxsize=1)
def hostile() -> Resolved:
    """The plan with all hostile names."""
    from analyzer.plan.resolve import resolve

    found = resolve(plan_from_options(keys()))
    return replace(found, deck=replace(found.deck, name=f"{SCRIPT} {RIGHT}"))


@lru_cache(maxsize=4)
def report_for(command: str) -> Report:
    """A report of run, value or compare."""
    if command == "run":
        plan = hostile()
        return run_report(plan, run(plan.plan, 3_000, chunk=1_000), None)
    if command == "value":
        return analyzer.value_of(hostile(), 3_000, with_rules=True, is_drawn=True)
    from analyzer.compared import compare, resolve_pair
    from analyzer.report.compare import compare_report

    pair = resolve_pair(plan_from_options(keys()), plan_from_options(keys(**{"table.seat": "draw"})))
    found = compare(*pair, 3_000)
    names = ("with the first list", "with the second list")
    told = disagreement((pair[0].plan, pair[1].plan), names, found.played)
    return replace(compare_report(found, ()), disagreement=told)


def study_for(folder: Path) -> Report:
    """A report of a small study that was played."""
    path = folder / "pair.toml"
    path.write_text(PAIR.replace("GAMES", "2000"))
    study = load_study(path)
    with interruptible() as stop, Ledger(folder / "pair.ledger", write=True) as opened:
        with crew_of("threads", 1) as crew:
            run_study(study, opened, crew, stop)
        found = results(study, opened)
    return replace(study_report(study, found), tables=picture_tables(study, found))
