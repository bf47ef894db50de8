"""How rules are compiled: once for all knob values, cached on disk when shipped, never stale, anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer import registry
from analyzer.kernel import _jit
from analyzer.rule_compiler import compile_rule, knob_words
from analyzer.rulecheck import Situation, sample_plan, sample_units
from analyzer.rulecheck_kernel import Native
from tests.support.sources import ROOT

COMPILE = """
import sys
from analyzer import registry
from analyzer.rule_compiler import compile_rule
for kind, name in (("keep", "karsten-2022"), ("scry", "lands-until"), ("bottom", "lands-above")):
    rule = registry.find(kind, name)
    entry = compile_rule(rule.function, kind, rule.shipped, rule.label)
    print(name, sum(entry.stats.cache_hits.values()), sum(entry.stats.cache_misses.values()))
"""


def compile_in_a_process(cache, code=COMPILE, cwd=ROOT, **environment):
    """What a fresh process prints when it compiles three rules with this cache folder."""
    variables = {key: value for key, value in os.environ.items() if key not in ("HOME", "XDG_CACHE_HOME")}
    variables |= {"SCRYWORTH_CACHE": str(cache), "HOME": str(cache), **environment}
    variables = {key: value for key, value in variables.items() if value is not None}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done


def test_shipped_rules_are_found_in_a_second_process(tmp_path):
    first = compile_in_a_process(tmp_path).stdout.split("\n")
    second = compile_in_a_process(tmp_path).stdout.split("\n")
    assert first[:3] == ["karsten-2022 0 1", "lands-until 0 1", "lands-above 0 1"]
    assert second[:3] == ["karsten-2022 1 0", "lands-until 1 0", "lands-above 1 0"]


def test_one_compilation_serves_every_knob_value():
    import random

    rule, plan = registry.find("scry", "lands-until"), sample_plan()
    native = Native(rule, plan, (4,))
    before = native.code[0].nopython_signatures
    situation = Situation(plan, sample_units(plan), random.Random(5), "scry")
    situation.lands_had, situation.ranks = 3, []
    land = next(kind.index for kind in plan.kinds if kind.card.is_land)
    answers = []
    for lands in (2, 3, 4, 5):
        for word, value in knob_words((lands,), "scry", "scry"):
            native.block[word] = value
        answers.append(native.answer(situation, land)[0])
    assert answers == [0.0, 0.0, 1.0, 1.0]
    assert native.code[0].nopython_signatures == before and len(before) == 1


def test_the_same_rule_in_two_roles_has_two_sets_of_knobs():
    assert {word for word, _ in knob_words((1, 2.5), "scry", "scry")}.isdisjoint(
        word for word, _ in knob_words((1, 2.5), "mull_look", "scry")
    )


def test_a_user_rule_leaves_nothing_on_disk(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from analyzer.rules import keep_rule\n@keep_rule('x')\ndef rule(game, least=2):\n"
        "    return game.lands_in_hand >= least\n"
    )
    rule = registry.find_any(f"{tmp_path / 'mine.py'}:rule")
    entry = compile_rule(rule.function, "keep", rule.shipped, rule.label)
    assert entry.stats.cache_path is None and not list(_jit.cache_folder().rglob("*mine*"))


@pytest.fixture(scope="module")
def copy_of_the_package(tmp_path_factory):
    """A second checkout of the two packages, which a test may edit."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("analyzer", "strategies"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.gz"))
    return folder


HELPER = """
from pathlib import Path
import strategies
from analyzer import registry
from analyzer.rule_compiler import compile_rule
from analyzer.kernel import _jit, check_unit, layout
import numpy as np
assert Path(strategies.__file__).parent.parent == Path.cwd(), strategies.__file__
rule = registry.find("keep", "karsten-2022")
entry = compile_rule(rule.function, "keep", rule.shipped, rule.label)
block = np.zeros(layout.BLOCK_WORDS, np.int64)
block[layout.HAND_SIZE], block[layout.LANDS_IN_HAND] = 7, 1
print(_jit.compiled(check_unit.ask_whole)(block, _jit.address(entry), 0), *entry.stats.cache_hits.values())
"""


def test_an_edited_helper_in_another_file_is_not_stale(tmp_path, copy_of_the_package):
    """`inside` lives in analyzer/rules.py; the cached rule lives in strategies/keep.py."""

    def answer():
        return compile_in_a_process(tmp_path, HELPER, copy_of_the_package, PYTHONPATH=str(copy_of_the_package)).stdout

    assert answer().split() == ["0.0"] and answer().split() == ["0.0", "1"]
    path = copy_of_the_package / "analyzer" / "rules.py"
    text = path.read_text()
    path.write_text(text.replace("return span.low <= number", "return span.low - 1 <= number"))
    assert path.read_text() != text
    assert answer().split() == ["1.0"]


def test_without_a_home_and_without_a_writable_folder(tmp_path):
    """A read-only installation: rules compile into a private temporary folder, and a notice says so."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = compile_in_a_process(blocked / "cache", HOME=str(blocked / "home"), XDG_CACHE_HOME=str(blocked / "x"))
    assert "karsten-2022 0 1" in done.stdout and "no cache folder is writable" in done.stderr
    assert not list(Path(blocked.parent).rglob("*.nbc"))


LEFT = """

from analyzer.kernel._jit import PRIVATE, _private_folder
print(_private_folder())
"""


def test_private_folders_go_with_their_run_and_those_of_killed_runs_with_the_next(tmp_path):
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    dead, alive = f"scryworth-kernel-{gone.stdout.strip()}-a", f"scryworth-kernel-{os.getpid()}-b"
    for name in (dead, alive, "scryworth-kernel-notes", "other"):
        (tmp_path / name).mkdir()
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, check=True, env=env)
    assert str(tmp_path) in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([alive, "other", "scryworth-kernel-notes"])
