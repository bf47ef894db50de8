"""`scryworth verify`: verdicts and exit codes, sections, own plan files, written plans, interruption."""

from __future__ import annotations

import json

import pytest

from analyzer.report.terminal import written as written_report
from analyzer.report.verify import verify_report
from analyzer.verify.check import check_all
from analyzer.verify.rows import chosen
from tests.support.command import scryworth

PLAN = """format = 1
[deck]
counts = "24 land, 36 blank"
[table]
mulligan = "none"
[run]
turns = 4
games = 20000
goals = ["lands had >= 4 by draw 4"]
[expect]
"""
RIGHT = 'exact = ["3265655/5168931"]\n'


def verify(*arguments):
    return scryworth("verify", "--quiet", *arguments)


def written(tmp_path, expect, name="own.toml"):
    path = tmp_path / name
    path.write_text(PLAN + expect)
    return path


def test_a_section_is_green():
    done = verify("--quick", "--section", "gold-cards", "--format", "json")
    assert done.code == 0, done.err
    document = json.loads(done.out)
    rows = document["tables"]["gold-cards"]["rows"]
    columns = document["tables"]["gold-cards"]["columns"]
    assert len(rows) == 2 * 18 and document["partial"] is False
    notes = [row[columns.index("note")] for row in rows if row[columns.index("statistic")] == "ours"]
    assert all(note.startswith("green") for note in notes) and "published 42.35" in notes[0]
    exact = [row[columns.index("value")] for row in rows if row[columns.index("statistic")] == "exact"]
    assert round(exact[0], 4) == 0.4235


@pytest.mark.ci
def test_everything_is_green_with_few_games():
    done = verify("--quick")
    assert done.code == 0, done.out[-3000:] + done.err
    assert "numbers agree" in done.out and "RED" not in done.out


def test_the_list_names_every_section_and_plays_nothing():
    done = verify("--list")
    for name in ("sources-2022", "land-drops-2017", "packages", "digging", "cases-B", "cases-V", "cases-Z"):
        assert name in done.out
    assert done.code == 0


def test_an_unknown_section_names_those_there_are():
    done = verify("--section", "source-2022")
    assert done.code == 2
    assert "no such section" in done.err and "did you mean sources-2022" in done.err and "cases-L" in done.err


def test_files_and_sections_exclude_each_other(tmp_path):
    done = verify(written(tmp_path, RIGHT), "--section", "rules")
    assert done.code == 2 and "leave it out" in done.err


def test_a_file_that_is_not_there_is_said(tmp_path):
    done = verify(tmp_path / "none.toml")
    assert done.code == 2 and "no such file" in done.err


def test_a_wrong_expectation_is_red(tmp_path):
    done = verify(written(tmp_path, 'exact = ["0.70"]\n'))
    said = " ".join(done.out.split())
    assert done.code == 1 and "RED" in said and "happens by chance" in said and "the closed form does not give" in said
    assert verify(written(tmp_path, RIGHT)).code == 0


@pytest.mark.parametrize(
    ("published", "known", "code"),
    [("63.2", "", 0), ("63.3", "", 1), ("63.3", 'known = "a misprint"\n', 0), (">= 64", "", 1), ("< 64", "", 0)],
)
def test_a_published_number_is_compared_with_the_exact_one(tmp_path, published, known, code):
    done = verify(written(tmp_path, f'{RIGHT}published = ["{published}"]\nauthor = "A. Nobody"\nyear = 1999\n{known}'))
    assert done.code == code, done.out
    assert "A. Nobody, 1999" in done.out and (not known or "a misprint" in done.out)


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("", "nothing is expected"),
        ('exact = ["0.5", "0.5"]\n', "2 exact values for 1 goals"),
        ('exact = ["half"]\n', "'half' is no exact value"),
        ('exact = ["0.5"]\npublished = ["about 63"]\n', "published 'about 63'"),
        ('exakt = ["0.5"]\n', "did you mean exact"),
    ],
)
def test_bad_expectations_are_said_in_one_line(tmp_path, expect, said):
    done = verify(written(tmp_path, expect))
    assert done.code == 2 and said in done.err and "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_values_of_0_and_1_are_met_exactly(tmp_path):
    path = written(tmp_path, 'exact = ["1"]\n')
    path.write_text(path.read_text().replace("lands had >= 4 by draw 4", "lands had >= 1 by draw 4"))
    assert verify(path).code == 1  # 99.2 % is not 100 %


@pytest.mark.ci
def test_written_plans_are_ordinary_plans(tmp_path):
    done = scryworth("verify", "--section", "packages", "--plans", tmp_path)
    assert done.code == 0 and "20 plan files" in done.err
    plan = tmp_path / "packages" / "1-of-4-and-1-of-10-vancouver-on-the-draw.json"
    played = scryworth("run", "--plan", plan, "--games", 2000, "--format", "json", "--quiet")
    assert played.code == 0, played.err
    again = verify(plan, "--quick")
    assert again.code == 0, again.out


def interrupted_after(chunks):
    """A callback that presses Ctrl-C once, when so many chunks are finished."""
    seen = []

    def on_chunk(games):
        seen.append(games)
        if len(seen) == chunks:
            raise KeyboardInterrupt

    return on_chunk


def test_an_interruption_keeps_finished_rows_and_says_so():
    asked = chosen(["gold-cards", "rules"])
    cells = sum(section.cells for section in asked)
    # a row of a million games is 16 chunks: the 20th lies in the second row
    done = list(check_all(asked, cells, on_chunk=interrupted_after(20)))
    assert len(done) == 1 and done[0].is_partial and len(done[0].verdicts) == 1
    report = verify_report(done, asked, cells, "2000-01-01", 1.0, is_quick=False)
    assert report.is_partial
    assert f"PARTIAL: interrupted, {cells - 1} numbers were not checked" in report.headline
    assert any("PARTIAL" in block.title for block in report.blocks) and written_report(report, "json")
