"""The public contract test on every installed rule, and on rules made to break each of its demands."""

from __future__ import annotations

import pytest

from analyzer import registry
from analyzer.rule_files import listed
from analyzer.rulecheck import check_rule

VIEWS = 100
RULES = sorted((each.kind, each.name) for each in listed())


@pytest.mark.parametrize(("kind", "name"), RULES, ids=lambda part: part)
def test_an_installed_rule_keeps_the_contract(kind, name):
    report = check_rule(registry.find("scry" if kind == "scry_look" else kind, name), VIEWS)
    assert report.compiled, report.remark
    assert report.findings == ()


def planted(tmp_path, source):
    """The report on a rule written for this test."""
    path = tmp_path / "planted.py"
    path.write_text("from analyzer.rules import *\n" + source)
    return check_rule(registry.find_any(f"{path}:rule"), VIEWS)


PEEK_COMPILED = """
from analyzer.kernel.pointer import state_behind
from analyzer.kernel.layout import ORDER, ORDER_NEXT

@scry_rule("peek")
def rule(game, card):
    s = state_behind(game)
    return s[ORDER + (s[ORDER_NEXT] & 31)] % 2
"""
PEEK_PYTHON = """
@scry_rule("peek")
def rule(game, card):
    return getattr(game, "".join(("_", "source"))).library[0] % 2 == 0
"""
REMEMBERS = """
seen = []

@scry_rule("remembers")
def rule(game, card):
    seen.append(card)
    return len(seen) % 2
"""
NAN = """
@scry_rule("nan")
def rule(game, card):
    return game.turn * float("nan") if game.turn > 5 else 1.0
"""
RAISES = """
@scry_rule("raises")
def rule(game, card):
    return 12 // game.lands_in_hand
"""
NONSENSE = """
@keep_rule("nonsense")
def rule(game):
    return "keep"
"""
ENGINE_DEPENDENT = """
@keep_rule("two faces")
def rule(game):
    return 2**63 + game.turn > 0
"""
INFINITE = """
@bottom_rule("infinite")
def rule(game, card):
    return float("inf") if game.is_land(card) else 0.0
"""
OUTSIDE = """
@pick_rule("outside")
def rule(game, card):
    return game.in_hand(card + 130)
"""


@pytest.mark.parametrize(
    ("source", "demand"),
    [
        (PEEK_COMPILED, "no peeking"),
        (PEEK_PYTHON, "no peeking"),
        (REMEMBERS, "repeatable"),
        (NAN, "legal answers"),
        (RAISES, "legal answers"),
        (NONSENSE, "legal answers"),
        (INFINITE, "legal answers"),
        (OUTSIDE, "legal answers"),
        (ENGINE_DEPENDENT, "compiled = Python"),
    ],
)
def test_a_broken_rule_is_found_out(tmp_path, source, demand):
    report = planted(tmp_path, source)
    assert demand in {finding.demand for finding in report.findings}, report


def test_a_rule_for_the_rulebook_only_is_judged_as_python(tmp_path):
    report = planted(tmp_path, "@keep_rule('x')\ndef rule(game):\n    return game.hand_size in {7: 1, 6: 1}.keys()\n")
    if not report.compiled:
        assert "it still runs in the rulebook" in report.remark
    assert report.passed


def test_a_whole_look_rule(tmp_path):
    source = """
@scry_look_rule("whole")
def rule(game, cards, out, lands=3):
    have = game.lands_had
    for place in range(len(cards)):
        if game.is_land(cards[place]) == (have < lands):
            out[place] = 1.0 + place
            have += game.is_land(cards[place])
"""
    report = planted(tmp_path, source)
    assert report.compiled and report.passed, report
