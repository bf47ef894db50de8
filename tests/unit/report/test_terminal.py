"""The terminal: bars where there is room, lines where there is none, no colour where none is wanted, plain pipes."""

from __future__ import annotations

import io
import re
import sys

import pytest

from analyzer.report.terminal import as_text
from tests.support.reports import report_for

COLOUR = re.compile(r"\x1b\[(?:\d+;)*3[0-7]")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, width: int, no_color: bool = False, screen: bool = True) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm-256color")
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    else:
        monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", Screen() if screen else io.StringIO())
    text = as_text(report_for("run"))
    monkeypatch.undo()
    return text


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_wide_terminal_has_bars_and_colour(monkeypatch) -> None:
    text = shown(monkeypatch, 140)
    assert "█████" in text and COLOUR.search(text)


def test_no_color_keeps_bars_without_colour(monkeypatch) -> None:
    text = shown(monkeypatch, 140, no_color=True)
    assert "█████" in text and not COLOUR.search(text)


def test_a_narrow_terminal_reads_line_by_line_and_loses_nothing(monkeypatch) -> None:
    text = bare(shown(monkeypatch, 38))
    assert max(map(len, text.splitlines())) <= 38
    assert "chance:" in text and "of games: 3,000" in text and "█" not in text


def test_a_pipe_is_plain(monkeypatch) -> None:
    text = shown(monkeypatch, 38, screen=False)
    assert "\x1b" not in text and "█" not in text and "games with it" in text
