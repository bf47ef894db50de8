"""A test module that cannot run here is named, and fails the run where CI says that everything is there."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from tests.support.sources import ROOT

INI = '[tool.pytest.ini_options]\naddopts = "-q --import-mode=importlib"\ntestpaths = ["tests"]\npythonpath = ["."]\n'
MODULES = {
    "test_plain.py": "def test_it():\n    pass\n",
    "test_needs.py": 'NEEDS = ("shared",)\n\n\ndef test_it(shared):\n    assert shared.is_dir()\n',
}


def run(folder, ci, **modules):
    """Exit code and output of pytest in a checkout of its own with our conftest and the given modules."""
    checkout = folder / "checkout"
    (checkout / "tests" / "support").mkdir(parents=True, exist_ok=True)
    (checkout / "pyproject.toml").write_text(INI)
    for name in ("conftest.py", "support/sources.py"):
        shutil.copy(ROOT / "tests" / name, checkout / "tests" / name)
    for name, text in {**MODULES, **modules}.items():
        (checkout / "tests" / name).write_text(text)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    environment["CI"] = "true" if ci else ""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize(("ci", "code"), [(False, 0), (True, 1)])
def test_a_missing_folder_leaves_its_module_out_in_one_line(tmp_path, ci, code):
    returned, out = run(tmp_path, ci)
    assert returned == code and "1 passed" in out
    (line,) = [line for line in out.splitlines() if line.startswith("not collected: ")]
    assert "tests/test_needs.py (needs the folder 'shared' beside the checkout)" in line and "test_plain" not in line


def test_with_the_folder_everything_is_collected(tmp_path):
    (tmp_path / "shared").mkdir()
    returned, out = run(tmp_path, ci=True)
    assert returned == 0 and "2 passed" in out and "not collected" not in out


def test_a_module_without_any_test_is_named_too(tmp_path):
    (tmp_path / "shared").mkdir()
    returned, out = run(tmp_path, True, **{"test_empty.py": "x = 1\n"})
    assert returned == 1
    assert "not collected: tests/test_empty.py (no test in it could be collected)" in out


def test_the_accepting_run_looks_for_all_that_modules_may_need():
    source = (ROOT / "tests" / "conftest.py").read_text(encoding="utf-8")
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    values = {
        ast.unparse(each.targets[0]): each.value for each in ast.parse(source).body if isinstance(each, ast.Assign)
    }
    needs = {ast.literal_eval(key) for key in values["THINGS"].keys}
    assert needs == {"shared", "c-compiler", "chromium", "playwright"}, "a new need: .ci/run must install it"
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert any(each.startswith("playwright") for each in extras["test"]) and "pip install -q -e '.[test,dev]'" in run
    assert "command -v gcc" in run and "packages+=(gcc" in run and "packages+=(chromium)" in run
    assert re.search(r"for name in ([\w -]+);", run)[1].split() == list(ast.literal_eval(values["BROWSERS"]))
