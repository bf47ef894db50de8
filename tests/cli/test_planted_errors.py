"""Errors planted in a scratch copy of the program turn `verify` red: a check that cannot fail proves nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.sources import ROOT

pytestmark = pytest.mark.long  # each compiles the engine from nothing

# name -> (section that must see it, changes of (file, what stands there once, what is put in its place))
ENGINE_ONLY = (
    "analyzer/engine.py",
    "tuple(pack_count(plan) or pack(plan) for plan in team)",
    "tuple(pack(plan) for plan in team)",
)
PLANTED: dict[str, tuple[str, list[tuple[str, str, str]]]] = {
    "keep rule off by one": (
        "land-drops-london",
        [
            (
                "strategies/keep.py",
                "range_for(game, Span(2, 5), Span(2, 4), Span(2, 4), ANY, Span(3, 5)))\n\n\n@keep_rule(\"karsten-2018\")",
                "range_for(game, Span(1, 5), Span(2, 4), Span(2, 4), ANY, Span(3, 5)))\n\n\n@keep_rule(\"karsten-2018\")",
            )
        ],
    ),
    "look ignored": (
        "land-drops-2017",
        [("analyzer/kernel/mulligan.py", "        vancouver_look(s)", "        s[STATUS] += 0")],
    ),
    "bottomed cards reshuffled": (
        "rules",
        [
            ENGINE_ONLY,
            ("analyzer/kernel/mulligan.py", "from analyzer.kernel.log import", "from analyzer.kernel.library import shuffle\nfrom analyzer.kernel.log import"),
            ("analyzer/kernel/mulligan.py", "    event(s, events.KEEP, s[HAND_SIZE], 0, 0)", "    shuffle(s)\n    event(s, events.KEEP, s[HAND_SIZE], 0, 0)"),
        ],
    ),
    "draw on the play": (
        "rules",
        [
            ENGINE_ONLY,
            ("analyzer/kernel/turn.py", "skipped = s[TURN] == 1 and s[SEAT] == 0 and s[PLAYERS] == 2", "skipped = False"),
        ],
    ),
    "draw on the play, count unit": (
        "rules",
        [("analyzer/pack_count_tables.py", 'not (turn == 1 and seat == "play" and plan.players == 2)', "True")],
    ),
    "hindsight payment": (
        "rules",
        [("analyzer/kernel/effects.py", "        if LEARNS >> op & 1:\n", "        if LEARNS >> op & 0:\n")],
    ),
}  # fmt: skip


def planted_copy(folder: Path, changes: list[tuple[str, str, str]]) -> Path:
    """A copy of the program with these changes; each must find its place exactly once."""
    copy = folder / "copy"
    for package in ("analyzer", "strategies"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in changes:
        text = (copy / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has {text.count(old)} places that read {old!r}; plant the error elsewhere"
        (copy / name).write_text(text.replace(old, new), encoding="utf-8")
    return copy


def verified(copy: Path, section: str) -> subprocess.CompletedProcess[str]:
    """`verify --quick` of one section by a copy, compiled for itself."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "SCRYWORTH_CACHE": str(copy / "cache")}
    code = (
        "import analyzer; from pathlib import Path; assert Path(analyzer.__file__).is_relative_to(Path.cwd())\n"
        "from analyzer.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "verify", "--quick", "--quiet", "--section", section]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


def test_an_unchanged_copy_is_green(tmp_path):
    done = verified(planted_copy(tmp_path, [ENGINE_ONLY]), "rules")
    assert done.returncode == 0 and "green" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_red(name, tmp_path):
    section, changes = PLANTED[name]
    done = verified(planted_copy(tmp_path, changes), section)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "RED" in done.stdout and "happens by chance" in " ".join(done.stdout.split())
