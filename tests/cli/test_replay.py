"""`scryworth replay` and `--engine`: a game as a transcript, and who plays a run."""

from __future__ import annotations

import json

import pytest

from tests.support.command import scryworth

DECK = "example:azorius-temples"


def test_a_game_is_written_down() -> None:
    done = scryworth("replay", DECK, "--game", 7, "--turns", 3, "--goal", "lands >= 2 by turn 2")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("game 7, seed 1, plan ") and lines[0].endswith("rulebook")
    assert "Turn 3" in lines and "Turn 4" not in lines
    assert any(line.startswith("    keep rule 'karsten-2022': 2 lands in 7 cards: keep") for line in lines)
    assert any("play rule 'spend-mana'" in line and "lands in hand" in line for line in lines)
    assert any(line.strip().startswith("paid: one W from Plains") for line in lines)
    assert any("goal 1 comes true" in line for line in lines)


QUESTIONS = {
    "what was dealt": "  hand: ",
    "what was kept, and by which rule": "    keep rule 'karsten-2022': ",
    "which land was played, and by which clause": "does play ",
    "why it was that land": "(clause: a land)",
    "which spell was cast first, and by which clause": "(clause: the set that spends most mana)",
    "why a spell was not cast": "stays in hand: ",
    "what it lacked": "mana, ",
    "which mana paid which spell": "    for Faerie Seer:",
    "where that mana came from": "  paid: one U from Island [CST-7]",
    "what was scried, and where it went": "  scry 2 (Faerie Seer): sees ",
    "what the scry rule saw": "    scry rule ",
    "what was drawn": "  draw ",
    "what attacked": " attacks with power ",
    "when a goal became true": "  goal 1 comes true: cast \"Faerie Seer\"",
    "which statement each act rests on": "[TRN-5]",
}  # fmt: skip


@pytest.fixture(scope="module")
def told() -> str:
    done = scryworth(
        "replay", "example:sorcerer-roles", "--game", 3, "--turns", 4, "--goal", 'cast "Faerie Seer"by turn 4'
    )
    assert done.code == 0, done.err
    return done.out


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_about_a_game_are_answered_by_its_transcript(question: str, told: str) -> None:
    assert QUESTIONS[question] in told


def test_every_card_that_stays_in_hand_has_a_statement(told: str) -> None:
    kept = [line for line in told.splitlines() if line.startswith("    stays in hand: ")]
    assert kept and all(part.rstrip().endswith(")") for line in kept for part in line.split("; "))


def test_both_engines_write_the_same_game() -> None:
    common = ("replay", "24 land, 4 key, 32 blank", "--game", 3, "--goal", "lands >= 3 by turn 4", "--format", "json")
    rulebook, kernel = (json.loads(scryworth(*common, "--engine", engine).out) for engine in ("rulebook", "kernel"))
    assert rulebook["rows"] == kernel["rows"] and rulebook["plan_id"] == kernel["plan_id"]
    assert (rulebook["engine"], kernel["engine"]) == ("rulebook", "kernel")
    assert rulebook["decisions"] and not kernel["decisions"]


def test_markdown_has_a_heading_for_each_turn(tmp_path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "game.md"
    done = scryworth("replay", DECK, "--turns", 2, "--format", "markdown", "--out", out)
    assert done.code == 0 and done.out == ""
    text = out.read_text()
    assert text.startswith("# game 0") and text.count("\n## Turn ") == 2


def test_a_fork_changes_only_what_comes_later() -> None:
    plain, forked = (
        json.loads(scryworth("replay", DECK, "--format", "json", *more).out)["rows"] for more in ((), ("--fork", 9))
    )
    same = next(place for place, (a, b) in enumerate(zip(plain, forked, strict=False)) if a != b)
    seen = sum(row[0] in ("take", "look") for row in plain[:same])
    assert plain != forked and seen >= 9


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (("--game", -1), 2, "x>=0"),
        (("--engine", "gcc"), 2, "'kernel', 'rulebook', 'auto'"),
        (("--out", "/nowhere/at/all.txt"), 3, "nowhere"),
    ],
)
def test_bad_input(arguments: tuple[object, ...], code: int, message: str) -> None:
    done = scryworth("replay", DECK, *arguments)
    assert done.code == code and message in done.err


def run_json(*arguments: object) -> dict[str, object]:
    done = scryworth("run", *arguments, "--format", "json", "--quiet")
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_the_rulebook_gives_the_same_table() -> None:
    common = ("20 land, 40 blank", "--games", 40, "--goal", "land drops by turn 3", "--mulligan", "paris")
    kernel, rulebook = run_json(*common), run_json(*common, "--engine", "rulebook")
    tables = (kernel["tables"], rulebook["tables"])
    for table in ("goals",) if "goals" in tables[0] else tables[0]:  # type: ignore[operator]
        assert tables[0][table] == tables[1][table]  # type: ignore[index]
    assert any("slow" in notice["text"] for notice in rulebook["notices"])  # type: ignore[index,attr-defined]


def test_what_the_rulebook_cannot_do_is_said() -> None:
    done = scryworth("run", "20 land, 40 blank", "--games", 10, "--engine", "rulebook", "--precision", 1)
    assert done.code == 2 and "--games" in done.err


def test_auto_says_why_it_takes_the_rulebook(tmp_path) -> None:  # type: ignore[no-untyped-def]
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Simic Growth Chamber\n20 Island\n12 Opt\n")
    notices = run_json(deck, "--games", 5, "--engine", "auto")["notices"]
    assert any("compiled engine leaves out: Simic Growth Chamber" in notice["text"] for notice in notices)  # type: ignore[index,attr-defined]
