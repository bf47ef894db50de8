"""The tutorial runs from top to bottom and says what its text promises; the README's pictures are there to be made."""

from __future__ import annotations

import re
import runpy
import shlex

import pytest

from tests.support.command import scryworth
from tests.support.sources import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = re.compile(r"!\[(?P<alt>[^\]]+)\]\((?P<path>docs/[\w-]+\.svg)\)")
COMMAND = re.compile(r"^scryworth .*--plot (?P<path>docs/[\w-]+\.svg).*$", re.MULTILINE)


def test_the_tutorial_runs(capsys) -> None:
    names = runpy.run_path(str(ROOT / "docs" / "tutorial.py"))
    said = capsys.readouterr().out
    assert "curve.svg value.html" in said and "worth in points: " in said and "%" in said
    assert "<svg" in names["report"]._repr_html_() and len(names["curves"]) == 8


def test_every_picture_has_the_command_that_made_it() -> None:
    pictures = [match["path"] for match in PICTURE.finditer(README)]
    assert len(pictures) == 3 and pictures == [match["path"] for match in COMMAND.finditer(README)]
    for path in pictures:
        content = (ROOT / path).read_text(encoding="utf-8")
        assert content.startswith("<svg") and len(content) < 100_000
    assert all(len(match["alt"]) > 20 for match in PICTURE.finditer(README))


@pytest.mark.ci
@pytest.mark.parametrize("command", [match[0] for match in COMMAND.finditer(README)])
def test_the_command_beside_a_picture_makes_it(command: str, tmp_path) -> None:
    words = shlex.split(command)[1:]
    at = words.index("--plot") + 1
    place, words[at] = ROOT / words[at], str(tmp_path / "picture.svg")
    done = scryworth(*words, "--quiet")
    assert done.code == 0, done.err
    numbers = [
        re.findall(r">([^<>]*±[^<>]*)<", path.read_text(encoding="utf-8")) for path in (place, tmp_path / "picture.svg")
    ]
    assert numbers[0] == numbers[1]
