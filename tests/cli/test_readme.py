"""The README's printed outputs are what the program prints: results are the same on every machine."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.support.command import scryworth
from tests.support.sources import ROOT

OUTPUT = re.compile(r"<!-- output: (?P<command>.+?) -->\n```text\n(?P<text>.*?)```\n<!-- end -->", re.DOTALL)
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.ci
@pytest.mark.parametrize("command", [match["command"] for match in OUTPUT.finditer(README)])
def test_printed_output_is_what_the_program_prints(command: str) -> None:
    (text,) = [match["text"] for match in OUTPUT.finditer(README) if match["command"] == command]
    done = scryworth(*shlex.split(command), "--quiet")
    assert done.code == 0, done.err
    assert [line.rstrip() for line in done.out.splitlines()] == [line.rstrip() for line in text.splitlines()]
