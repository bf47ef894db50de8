"""The README's printed outputs are what the program prints: results are the same on every machine."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

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


@pytest.mark.long  # 6.2 million games
def test_the_table_of_the_study_is_what_the_program_prints(tmp_path: Path) -> None:
    ledger = str(tmp_path / "table.ledger")
    done = scryworth("study", "run", "example:lands-temples", "--ledger", ledger, "--quiet")
    assert done.code == 0, done.err
    done = scryworth("study", "report", "example:lands-temples", "--ledger", ledger, "--format", "markdown")
    printed = done.out.splitlines()
    rows = [line for line in README.splitlines() if line.startswith(("| seat / lands |", "| play / ", "| draw / "))]
    assert len(rows) == 13
    assert [row for row in rows if row not in printed] == []
    (behind,) = [line.split(" | ")[1] for line in printed if line.startswith("| play-24-0 |")]
    assert f"are {behind.lstrip('-')} points behind" in " ".join(README.split())
