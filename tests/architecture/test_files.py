"""Rooms stay small, say what they own, and name no machine."""

from __future__ import annotations

import ast
import doctest
import importlib
import re

import pytest

from tests.support.sources import ROOT, module_name, python_files

MOST_LINES = 400  # about 300 is the aim; a file that wants more lacks a word
TEXTS = (".py", ".toml", ".md", ".txt", ".cfg", ".yml", ".yaml", ".json", ".sh", "")
# A home folder, a workshop folder, a drive: no reader has them. Written apart, or this file would name one.
MACHINE_PATH = re.compile(
    "(?<![A-Za-z0-9_.])/(?:" + "home/[a-z]|ro" + "ot/|wo" + "rk/|Use" + "rs/|mn" + r"t/)|[A-Z]:\\Users"
)

FILES = python_files("analyzer", "strategies")


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_begins_with_a_sentence_on_what_it_owns(path):
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = said.split("\n\n")[0].rstrip()
    begins = first[:1].isupper() or first.startswith("`")
    assert len(first) > 20 and begins and first[-1] in ".:", f"{name_of(path)} begins with {first!r}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_stays_small(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{name_of(path)} has {lines} lines; at most {MOST_LINES} are allowed"


@pytest.mark.parametrize("name", [module_name(path) for path in FILES])
def test_the_examples_in_docstrings_hold(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def project_texts():
    """Every text file of the project: its folders, and what lies beside them."""
    folders = ("analyzer", "strategies", "benchmarks", "docs", "tests", ".ci")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*")] + list(ROOT.iterdir())
    paths = [
        path for path in paths if path.name != ".git"
    ]  # a file in a second work tree, and it says where the first is
    return [path for path in paths if path.suffix in TEXTS and path.is_file() and "__pycache__" not in path.parts]


def test_no_text_names_a_folder_of_some_machine():
    found = [
        f"{name_of(path)}:{number}: {line.strip()[:100]}"
        for path in project_texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []


def test_the_search_for_machine_paths_finds_them():
    assert MACHINE_PATH.search("see /ho" + "me/me/deck.txt") and MACHINE_PATH.search("'/wo" + "rk/main'")
    assert not MACHINE_PATH.search("analyzer/work/x") and not MACHINE_PATH.search("../shared/decks and a/root/b")
