"""What authors read when a rule cannot be compiled: file, line, their own words; the rulebook still runs it."""

from __future__ import annotations

import pytest

from analyzer import registry
from analyzer.errors import InputError
from analyzer.rule_compiler import compile_rule

HEAD = "import math\nfrom analyzer.rules import *\n\n"  # the rule begins on line 4
CASES = {
    "no such field": (
        "@keep_rule('x')\ndef rule(game):\n    return game.land_in_hand > 2\n",
        "line 6: a game has no 'land_in_hand'; did you mean lands_in_hand",
    ),
    "no such action field": (
        "@play_rule('x')\ndef rule(game, action):\n    return action.manna\n",
        "line 6: an action has no 'manna'; did you mean mana",
    ),
    "no such method": (
        "@scry_rule('x')\ndef rule(game, card):\n    return game.island(card)\n",
        "line 6: a game has no 'island'; did you mean in_hand, is_land",
    ),
    "a helper's mistake": (
        "def helper(game):\n    return game.hands\n\n@keep_rule('x')\ndef rule(game):\n    return helper(game)\n",
        "line 5: a game has no 'hands'",
    ),
    "unknown name": (
        "@keep_rule('x')\ndef rule(game):\n    return land_count(game) > 2\n",
        "line 6: 'land_count' is not defined",
    ),
    "returns nothing": (
        "@keep_rule('x')\ndef rule(game):\n    game.lands_in_hand > 2\n",
        "it returns nothing; a rule must return a number",
    ),
    "returns something on some paths": (
        "@keep_rule('x')\ndef rule(game):\n    if game.lands_in_hand > 2:\n        return 1\n",
        "it returns a number on some paths and nothing on others",
    ),
    "returns text": (
        "@keep_rule('x')\ndef rule(game):\n    return 'keep'\n",
        "a rule must return a number",
    ),
    "returns a pair": (
        "@keep_rule('x')\ndef rule(game):\n    return 1, 2\n",
        "a rule must return a number",
    ),
    "wrong number of arguments": (
        "@keep_rule('x')\ndef rule(game):\n    return game.in_hand()\n",
        "line 6: game.in_hand is called with the wrong arguments; it takes one card",
    ),
    "a card that is no number": (
        "@keep_rule('x')\ndef rule(game):\n    return game.in_hand('Opt')\n",
        "line 6: game.in_hand is called with the wrong arguments; it takes one card",
    ),
    "an object of its own": (
        "class Thing:\n    pass\n\n@keep_rule('x')\ndef rule(game):\n    return Thing() is None\n",
        "line 9: 'Thing' cannot be used in a compiled rule",
    ),
    "a file": (
        "@keep_rule('x')\ndef rule(game):\n    return len(open('x').read())\n",
        "line 6: 'open' cannot be used in a compiled rule",
    ),
    "writing a field": (
        "@keep_rule('x')\ndef rule(game):\n    game.turn = 3\n    return 1\n",
        "line 6: a rule cannot change the game",
    ),
    "chance of its own": (
        "import random\n@keep_rule('x')\ndef rule(game):\n    return random.random() < 0.5\n",
        "mine.py:rule': rule uses random, so games would not replay; game.coin() is a fair coin that does",
    ),
    "comparing with text": (
        "@keep_rule('x')\ndef rule(game):\n    return game.turn > 'a'\n",
        "line 6: > does not go with these values",
    ),
    "a generator": (
        "@keep_rule('x')\ndef rule(game):\n    return sum(game.in_hand(c) for c in range(game.kinds)) > 3\n",
        "line 6: a generator expression cannot be compiled; write a loop, or square brackets",
    ),
    "with": (
        "@keep_rule('x')\ndef rule(game):\n    with game:\n        return 1\n",
        "'with' cannot be compiled",
    ),
    "two types": (
        "@keep_rule('x')\ndef rule(game):\n    x = 1\n    if game.turn:\n        x = 'a'\n    return x == 1\n",
        "a variable is once 1, once a; give it one type",
    ),
    "half a call": (
        "@keep_rule('x')\ndef rule(game, good=cards('@goal')):\n    return game.in_set(good)\n",
        "line 6: game.in_set is called with the wrong arguments; it takes a card-set knob and a card",
    ),
    "a hidden name": (
        "@play_rule('x')\ndef rule(game, action):\n    return action._offset\n",
        "line 6: _offset is no part of a view",
    ),
}
MISUSE = ("writing a field", "a hidden name", "chance of its own")  # refused for every engine


@pytest.mark.parametrize("case", CASES)
def test_a_rule_outside_the_subset(tmp_path, case):
    source, said = CASES[case]
    path = tmp_path / "mine.py"
    path.write_text(HEAD + source)
    with pytest.raises(InputError) as caught:
        rule = registry.find_any(f"{path}:rule")
        compile_rule(rule.function, rule.mark.kind, rule.shipped, rule.label)
    text = str(caught.value)
    assert said in text and "mine.py" in text
    assert "still runs in the rulebook" in text or case in MISUSE
    assert "\n" not in text and "nopython" not in text and "numba" not in text


def test_helpers_are_compiled_with_the_rule_wherever_they_live(tmp_path):
    (tmp_path / "tools.py").write_text("def double(x):\n    return 2 * x\n\ndef half(x):\n    return x / 2\n")
    (tmp_path / "mine.py").write_text(
        "import tools\nfrom tools import double\nfrom analyzer.rules import keep_rule, Span, inside\n"
        "LIMIT = 3\n"
        "def maker(k):\n    def inner(x):\n        return x + k\n    return inner\n"
        "plus = maker(4)\n"
        "@keep_rule('x')\ndef rule(game):\n"
        "    return inside(double(game.turn), Span(0, LIMIT)) or tools.half(plus(game.turn)) > 0\n"
    )
    rule = registry.find_any(f"{tmp_path / 'mine.py'}:rule")
    assert compile_rule(rule.function, "keep", rule.shipped, rule.label) is not None
