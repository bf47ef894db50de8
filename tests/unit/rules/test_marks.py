"""Decorators only mark: the function stays itself, its signature says the knobs, wrong signatures are refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from analyzer import rules
from analyzer.errors import InputError
from analyzer.rules import Knob, RuleMark, Span, keep_rule, mark_of, play_rule, scry_rule


def test_a_decorated_function_is_the_function():
    def plain(game, card, lands=4):
        return card < lands

    marked = scry_rule("mine")(plain)
    assert marked is plain and marked(None, 3) is True
    assert mark_of(marked) == RuleMark("scry", "mine", (Knob("lands", int, 4),))
    assert mark_of(len) is None


def two_games(game, card):
    return True


def no_default(game, card, lands):
    return True


def many(game, *cards):
    return True


def keyword_only(game, *, lands=3):
    return True


def text_knob(game, word="x"):
    return True


def nothing():
    return True


@pytest.mark.parametrize(
    ("decorator", "function", "said"),
    [
        (keep_rule, two_games, "knob card needs a default value"),
        (scry_rule, no_default, "knob lands needs a default value"),
        (keep_rule, many, "the function must be written many(game, knob=default ...)"),
        (keep_rule, keyword_only, "the function must be written"),
        (keep_rule, text_knob, "knob word='x' is of no knob type; use one of True/False, int"),
        (play_rule, nothing, "play rule 'bad': the function must be written nothing(game, action, knob=default ...)"),
    ],
)
def test_a_wrong_signature_is_refused(decorator, function, said):
    with pytest.raises(InputError) as caught:
        decorator("bad")(function)
    assert said in str(caught.value)


def test_bool_is_not_taken_for_int():
    two_to_five = Span(2, 5)

    @keep_rule("x")
    def rule(game, greedy=False, lands=3, share=0.5, k7=two_to_five):
        return greedy

    assert [knob.type for knob in mark_of(rule).knobs] == [bool, int, float, Span]


def test_authors_import_neither_numba_nor_numpy():
    code = "import analyzer.rules, strategies.scry, sys; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_role_has_a_decorator():
    assert all(hasattr(rules, f"{kind}_rule") for kinds in rules.ROLES.values() for kind in kinds)
