"""--html, --plot and --chart: what is refused before anything is played, and files that are whole or not there."""

from __future__ import annotations

import importlib.util
import os

import pytest
from click.testing import CliRunner

from analyzer.cli import cli
from analyzer.errors import ScryworthError

COUNTS = "24 land, 36 blank"
GOAL = ("-g", "lands had >= 3 by draw 3")
TOO_MANY = ("--games", "900000000000")  # would never end: what is refused here is refused before any game
COMPARE = ("compare", COUNTS, *GOAL, "--b", "table.seat=draw")
SCRY = ("--free", "scry 1 on turn 1 main")
VALUE = ("value", COUNTS, *GOAL, *SCRY)


def refused(*arguments: str) -> ScryworthError:
    done = CliRunner().invoke(cli, list(map(str, arguments)))
    assert isinstance(done.exception, ScryworthError), (done.output, done.exception)
    return done.exception


@pytest.mark.parametrize("command", [("run", COUNTS, *GOAL), VALUE, COMPARE])
@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--html", "page.txt"), 2, "the ending .txt is not one of .html, .htm"),
        (("--html", "page"), 2, "the ending (none)"),
        (("--plot", "picture.gif"), 2, "the ending .gif is not one of .svg, .png, .pdf"),
        (("--html", "nowhere/page.html"), 3, "the folder nowhere does not exist"),
        (("--plot", "nowhere/picture.svg"), 3, "the folder nowhere does not exist"),
        (("--plot", "picture.svg", "--chart", "pie"), 2, "--chart pie"),
        (("--chart", "difference"), 2, ""),
        (("--plot", "picture.svg", "--chart", "plans"), 2, "--chart plans"),
    ],
)
def test_what_cannot_be_written_is_named_before_a_game(tmp_path, monkeypatch, command, options, code, words) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = refused(*command, *TOO_MANY, *options)
    assert wrong.exit_code == code and words in str(wrong)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", COUNTS, *GOAL, "--chart", "castable"), "leave --goal out"),
        (("run", COUNTS, "--chart", "bridge"), "add --goal"),
        (("value", COUNTS, *SCRY, "--chart", "bridge"), "add --goal"),
        (("run", COUNTS, *GOAL, "--mulligan", "none", "--chart", "kept"), "no mulligans"),
        ((*COMPARE, "--ledger", "x.ledger", "--chart", "difference"), "leave --ledger out"),
        ((*VALUE, "--quick", "--chart", "rules"), "--quick plays no other rules"),
    ],
)
def test_a_chart_that_the_result_cannot_have_is_named_before_a_game(tmp_path, monkeypatch, arguments, words) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = refused(*arguments, *TOO_MANY, "--plot", "picture.svg")
    assert words in str(wrong) and wrong.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_missing_library_is_told_with_the_command_that_brings_it(tmp_path, monkeypatch) -> None:
    from analyzer.report.charts import files

    found = importlib.util.find_spec
    monkeypatch.setattr(files, "find_spec", lambda name: None if name == "vl_convert" else found(name))
    wrong = refused("run", COUNTS, *GOAL, *TOO_MANY, "--html", tmp_path / "page.html")
    assert str(wrong) == "pictures need vl-convert-python: pip install 'scryworth[plots]'" and wrong.exit_code == 2


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path) -> None:
    place = tmp_path / "page.html"
    place.mkdir()
    wrong = refused("run", COUNTS, *GOAL, *TOO_MANY, "--html", place)
    assert "it is a folder" in str(wrong) and wrong.exit_code == 3


def test_page_and_picture_are_written_beside_the_report(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(
        "sys.argv", ["scryworth", "run", COUNTS, *GOAL, "--games", "2000", "--html", "x.html", "--quiet"]
    )
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    page.write_text("old")
    arguments = ["run", COUNTS, *GOAL, "--games", "2000", "--html", page, "--plot", picture, "--chart", "mulligans"]
    done = CliRunner().invoke(cli, list(map(str, arguments)))
    assert done.exit_code == 0, done.exception
    assert "lands had" in done.stdout and str(page) in done.stderr
    text = page.read_text(encoding="utf-8")
    assert (
        "<code>scryworth run &#39;24 land, 36 blank&#39; -g &#39;lands had &gt;= 3 by draw 3&#39; --games 2000</code>"
        in text
    )
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert sorted(tmp_path.iterdir()) == [page, picture]


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    wrong = refused("run", COUNTS, *GOAL, "--games", "2000", "--html", page)
    assert wrong.exit_code == 3 and "No space left" in str(wrong)
    assert page.read_text() == "old" and list(tmp_path.iterdir()) == [page]
