"""`scryworth strategies` as a user meets it, with rules of his own, and the ten-line rule of the README."""

from __future__ import annotations

import json

import pytest

from tests.support.command import scryworth

TEN_LINES = '''\
from analyzer.rules import scry_rule


@scry_rule("land-then-key")
def land_then_key(game, card, lands=4):
    """Keep lands until there are enough of them, then the cards that the goal names."""
    have = game.lands_had + game.kept_lands
    if game.is_land(card):
        return have < lands
    return have >= lands and game.is_goal(card)
'''
PEEK = """\
from analyzer.kernel.layout import ORDER, ORDER_NEXT
from analyzer.kernel.pointer import state_behind
from analyzer.rules import scry_rule

@scry_rule("peek")
def peek(game, card):
    s = state_behind(game)
    return s[ORDER + s[ORDER_NEXT] % 50] % 3 == 0
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my_rules.py").write_text(TEN_LINES)
    (tmp_path / "peek.py").write_text(PEEK)
    return tmp_path


def test_list_names_every_kind():
    done = scryworth("strategies", "list")
    assert done.code == 0 and done.err == ""
    for word in ("lands-until", "karsten-2022", "balance", "spend-mana", "default", "auto"):
        assert word in done.out
    rows = json.loads(scryworth("strategies", "list", "--kind", "scry", "--format", "json").out)
    assert {"lands-until", "find", "curve", "keep-all", "bottom-all", "karsten-2018", "auto"} <= {
        row["name"] for row in rows
    }
    assert all(row["kind"] == "scry" and row["text"] for row in rows)


def test_show_tells_the_story_the_source_and_the_knobs():
    done = scryworth("strategies", "show", "lands-between")
    assert done.code == 0 and "k7" in done.out and "a range such as 2-5; unless set: 2-5" in done.out
    both = scryworth("strategies", "show", "karsten-2022").out
    assert "keep rule karsten-2022" in both and "bottom rule karsten-2022" in both and "Frank Karsten" in both
    one = scryworth("strategies", "show", "karsten-2022", "--kind", "bottom", "--format", "json").out
    (record,) = json.loads(one)
    assert record["kind"] == "bottom" and record["knobs"][0] == {
        "name": "spells", "allowed": "a whole number", "default": "3"}  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "land-until"), "there is no rule 'land-until'; did you mean lands-until"),
        (("show", "lands-until", "--kind", "keep"), "there is no keep rule 'lands-until'"),
        (("show", "lands-until:lands=3"), "leave the knobs out: lands-until, not lands-until:lands=3"),
        (("check", "gone.py:rule"), "there is no rule file"),
        (("check", "my_rules.py:land_than_key"), "has no rule 'land_than_key'; did you mean land_then_key"),
        (("check", "my_rules.py:land_then_key", "--kind", "keep"), "is a scry rule, not a keep rule"),
    ],
)
def test_wrong_names_are_one_line_and_exit_2(folder, arguments, said):
    done = scryworth("strategies", *arguments, cwd=folder)
    assert done.code == 2 and said in done.err and len(done.err.strip().splitlines()) == 1 and done.out == ""


def test_check_passes_a_shipped_rule_and_the_ten_line_rule(folder):
    done = scryworth("strategies", "check", "lands-until", "--views", "30")
    assert done.code == 0 and "keeps the contract on 30 random situations, compiled and as plain Python" in done.out
    done = scryworth("strategies", "check", "my_rules.py:land_then_key", "--views", "60", cwd=folder)
    assert done.code == 0 and "my_rules.py:land_then_key" in done.out


def test_check_fails_a_peeking_rule_with_exit_1(folder):
    done = scryworth("strategies", "check", "peek.py:peek", "--views", "30", cwd=folder)
    assert done.code == 1 and "broken: no peeking" in done.out
    assert "breaks the contract" in done.err and "Traceback" not in done.err


def test_the_ten_line_rule_is_ten_lines():
    assert len([line for line in TEN_LINES.splitlines() if line.strip()]) <= 10


def test_the_ten_line_rule_plays_games(folder, monkeypatch):
    """`--scry my_rules.py:land_then_key`: on land drops it is exactly `lands-until`, and knobs reach it."""
    from analyzer import engine
    from analyzer.plan.resolve import resolve
    from analyzer.plan.schema import PlanFile

    def tally(scry):
        written = {
            "deck": {"counts": "24 land, 4 key, 32 blank"},
            "table": {"mulligan": "none"},
            "free": [{"turns": [1], "at": "main1", "do": "scry1"}],
            "strategy": {"scry": scry},
            "run": {"goals": ["lands had >= 4 by draw 4", 'had "key" by draw 4'], "turns": 4},
        }
        plan = resolve(PlanFile.model_validate(written), folder).plan
        return plan, engine.run(plan, 20_000, threads=1).tally

    plan, mine = tally("my_rules.py:land_then_key:lands=4")
    _, same = tally("lands-until:lands=4")
    _, less = tally("my_rules.py:land_then_key:lands=1")
    assert dict(plan.rule("scry").knobs) == {"lands": "4"} and plan.rule("scry").digest
    assert mine.goal[0].tolist() != less.goal[0].tolist()
    # 1172018291/1679902575 of the games reach four lands (C-01); a spell that goes away instead costs nothing here
    assert mine.goal[0].tolist() == same.goal[0].tolist()
