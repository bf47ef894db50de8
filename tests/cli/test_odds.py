"""`scryworth odds` as a user meets it: answers that are published, every form of the question, clear refusals."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyzer.cli.odds import command
from analyzer.errors import InputError, RunError
from analyzer.exact.hypergeometric import chance
from analyzer.exact.landcount import recommended_lands
from tests.support.command import scryworth

OVERLAPPING = "2 land, 3 land_key, 4 key, 11 blank"


def ask(*arguments: str) -> str:
    done = CliRunner().invoke(command, arguments)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


ANSWERS = [
    (["24", "--of", "60", "--draws", "10", "--at-least", "4"], "63.1785 %  3265655/5168931"),
    (["--copies", "4", "--deck", "60", "--by-turn", "4", "--seat", "draw"], "56.5503 %  275759/487635"),
    (["4", "--by-turn", "0"], "39.9500 %  38962/97527"),
    (["4", "--of", "99", "--by-turn", "8"], "48.7431 %"),  # Commander: everybody draws on turn 1
    (["1", "--of", "99", "--by-turn", "0"], "7.0707 %"),
    (["9", "--of", "40", "--by-turn", "3", "--seat", "play"], "92.6272 %"),
    (["24", "--between", "2", "5", "--by-turn", "0"], "84.3902 %  137172/162545"),
    (["24", "--at-most", "1", "--draws", "7"], "14.2"),
    (["24", "--exactly", "7", "--draws", "7"], "0.0896 %"),
    (["--have", "24 land in 2..5", "--draws", "7"], "137172/162545"),
    (["--have", "24 land < 2", "--draws", "7"], "at most 1 of 24 land"),
    (["4", "--have", "20 land >= 2", "--draws", "7"], "at least 1 of 4 and at least 2 of 20 land"),
    (["4", "--mulligan", "london", "--down-to", "5"], "keep 5 or more  78.3459 %"),
    (["4", "--mulligan", "vancouver", "--down-to", "1"], "keep 1 or more  86.5"),
    (["24 land, 4 key, 32 blank", "--have", "land >= 4", "--by-turn", "4", "--seat", "play"], "3265655/5168931"),
    (["60", "--draws", "1"], "100.0000 %        1"),
    (["1", "--of", "100000000", "--draws", "1"], "1e-06 %"),
    (["59", "--draws", "2"], "100.0000 %"),
    (["9999999", "--of", "10000000", "--draws", "2"], "100.0000 %        1"),
    (["1", "--at-most", "0", "--of", "100000000", "--draws", "1"], "> 99.9999 %"),
    (["4", "--by-turn", "2", "--seat", "play", "--extra", "2"], "52.7721 %"),
]


@pytest.mark.parametrize(
    "arguments, expected", ANSWERS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_published_and_exact_answers(arguments: list[str], expected: str) -> None:
    assert expected in ask(*arguments)


def test_the_plain_question_is_answered_for_every_turn_and_both_seats() -> None:
    text = ask("4")
    assert "two players, on the play turn 1 has no draw" in text
    assert "52.7721 %  51467/97527    turn 3 on the draw; turn 4 on the play" in text
    assert text.count("turn 8") == 2 and "turn 9" not in text
    assert "turn 3 on the draw" in ask("4", "--table", "--by-turn", "3") and "everybody" in ask("4", "--players", "4")


def test_joint_chances_are_shown_beside_the_wrong_product() -> None:
    text = ask("--have", "24 land >= 3", "--have", "4 Opt", "--by-turn", "3", "--seat", "play")
    assert "35.7995 %  120279259/335980515" in text
    assert "78.8654 %" in text and "48.7527 %" in text and "their product, 38.4490 %, is not" in text


def test_clauses_about_a_list_may_overlap() -> None:
    """Both clauses count the three cards of land_key; the answer is exact all the same."""
    text = ask(OVERLAPPING, "--have", "land | land_key >= 2", "--have", "key | land_key >= 1", "--draws", "5")
    exact = chance((2, 3, 4, 11), 5, lambda h: h[0] + h[1] >= 2 and h[1] + h[2] >= 1)
    assert f"  {exact}" in text and "at least 2 of 5 land | land_key" in text


def test_a_list_without_a_question_gets_its_lands() -> None:
    text = ask("example:azorius-temples")
    assert text == ask("--lands", "24")
    rows = {line.split("  ")[0]: line.split() for line in text.splitlines()}
    assert rows["a land drop on each of turns 1 to 4"][-8:] == [
        "63.1785",
        "%",
        "71.9865",
        "%",
        "72.5907",
        "%",
        "81.1634",
        "%",
    ]
    assert rows["screw: at most 2 lands on turn 4"][-8:-6] == ["14.4116", "%"]
    assert "37 lands in 99 cards; 4 players" in ask("--lands", "37", "--of", "99")


def test_a_curve_gets_karstens_recommendation() -> None:
    assert "mean mana value 2.67: tournament lists play about 24.7 lands" in ask("--curve", "8,10,8,6,4")
    assert "about 23.5 lands" in ask("--curve", "8,10,8,6,4", "--cheap", "4")
    assert [round(recommended_lands(m, 60), 2) for m in (2.2, 2.9)] == [23.77, 25.10]
    assert round(recommended_lands(3.0, 99, cheap=10), 2) == 38.01
    assert round(recommended_lands(3.0, 80), 3) == round(80 / 60 * (19.59 + 5.7 + 0.27), 3)


def test_formats_hold_the_same_numbers(tmp_path: Path) -> None:
    arguments = ("4", "--by-turn", "4")
    document = json.loads(ask(*arguments, "--format", "json"))
    table = document["tables"]["odds"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert [row["note"] for row in rows] == ["51467/97527", "275759/487635"]
    assert [(row["variant"], row["turn"], row["interval"], row["unit"]) for row in rows] == [
        ("play", 4, "exact", "share"),
        ("draw", 4, "exact", "share"),
    ]
    assert rows[0]["value"] == 51467 / 97527 and document["plan"]["deck"] == 60 and document["command"] == "odds"
    listed = list(csv.DictReader(io.StringIO(ask(*arguments, "--format", "csv"))))
    assert [float(row["value"]) for row in listed] == [row["value"] for row in rows]
    assert "| 52.7721 % |" in ask(*arguments, "--format", "markdown")
    target = tmp_path / "odds.csv"
    assert ask(*arguments, "-o", str(target)) == "" and list(csv.DictReader(target.open())) == listed
    ask(*arguments, "-o", str(tmp_path / "odds.txt"))
    assert "275759/487635" in (tmp_path / "odds.txt").read_text()


REFUSALS = [
    ([], "nothing is asked for"),
    (["70"], "the deck has 60"),
    (["4", "--by-turn", "70"], "the deck has 60"),
    (["4", "--draws", "61"], "the deck has 60"),
    (["4", "--of", "5"], "--hand"),
    (["4", "--copies", "3"], "given twice"),
    (["4", "--at-least", "1", "--exactly", "1"], "exclude each other"),
    (["4", "--between", "3", "2"], "smaller number comes first"),
    (["--have", "4 Opt", "--at-least", "2"], "--at-least"),
    (["--have", "Opt"], "say how many"),
    (["--have", "24 land >> 3"], "not understood"),
    (["--have", "24 land in 5..2"], "empty"),
    (["--have", "24 land < 0", "--draws", "7"], "never true"),
    (["4", "--draws", "7", "--by-turn", "2"], "--by-turn"),
    (["4", "--draws", "7", "--seat", "play"], "--seat"),
    (["4", "--down-to", "3"], "--down-to"),
    (["4", "--mulligan", "london", "--by-turn", "2"], "--by-turn"),
    (["4", "--mulligan", "london", "--down-to", "9"], "--down-to 9"),
    (["4", "--cheap", "2"], "--cheap"),
    (["4", "--lands", "24"], "no number of copies"),
    (["--lands", "24", "--by-turn", "3"], "--by-turn"),
    (["--lands", "70"], "70 lands"),
    (["--lands", "5", "--of", "10"], "too small"),
    (["--curve", "a,b"], "--curve"),
    (["--curve", "0,0"], "--curve"),
    (["24 land, 36 blank", "--have", "blonk"], "did you mean blank"),
    (["24 land, 36 blank", "--have", "4 land"], "leave the number 4 out"),
    (["24 land, 36 blank", "--have", "land", "--of", "60"], "--deck"),
    (["4", "-o", "x.xyz"], ".xyz"),
]


@pytest.mark.parametrize(
    "arguments, words", REFUSALS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_what_cannot_be_answered_is_refused_by_name(arguments: list[str], words: str) -> None:
    with pytest.raises(InputError) as wrong:
        ask(*arguments)
    assert words in str(wrong.value) and "\n" not in str(wrong.value)


def test_an_unwritable_file_is_a_failed_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="does not exist"):
        ask("4", "-o", str(tmp_path / "no" / "odds.csv"))


def test_exit_codes_and_streams() -> None:
    right, wrong, usage = (
        scryworth("odds", "4", "--draws", "7"),
        scryworth("odds", "70"),
        scryworth("odds", "--cards", "x"),
    )
    assert (right.code, right.err) == (0, "") and "38962/97527" in right.out
    assert (wrong.code, wrong.out) == (2, "") and wrong.err.startswith("scryworth: 70 cards")
    assert usage.code == 2 and "Traceback" not in usage.err + wrong.err


def test_nothing_heavy_is_imported() -> None:
    heavy = ("numpy", "numba", "pandas", "pydantic", "rich")
    code = (
        "import sys, analyzer.cli\n"
        "try: analyzer.cli.cli.main(['odds', '4'], standalone_mode=False)\n"
        f"finally: print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
