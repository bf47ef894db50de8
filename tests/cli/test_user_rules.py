"""Rule files that are wrong, by the public command: one line with file, line, rule, game and turn, and no hang."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import time

import pytest

from tests.support.command import called

DECK = "24 land, 36 blank"
RUN = ("run", DECK, "--games", "300", "-g", "lands >= 2 by turn 2")
HEAD = "from analyzer.rules import *\n\n"

# what the file says -> exit code and what the one line holds; the rule's decorator stands on line 3
READ = {
    "print": ("@keep_rule('x')\ndef rule(game):\n    print('hello')\n    return 1\n", "bad.py line 5: print cannot be used"),
    "print in a helper": (
        "def log(x):\n    print(x)\n    return x\n\n@keep_rule('x')\ndef rule(game):\n    return log(1)\n",
        "bad.py line 4: print cannot be used",
    ),
    "input": ("@keep_rule('x')\ndef rule(game):\n    return input()\n", "bad.py line 5: input cannot be used"),
    "a rule that calls itself": (
        "@keep_rule('x')\ndef rule(game):\n    return rule(game)\n", "bad.py line 3: rule calls rule; a rule cannot call"
    ),
    "helpers that call each other": (
        "def a(n):\n    return b(n + 1)\n\ndef b(n):\n    return a(n)\n\n"
        "@keep_rule('x')\ndef rule(game):\n    return a(0)\n",
        "bad.py line 3: a calls b calls a; a rule cannot call itself, write a loop",
    ),
    "a file that ends the program": ("import sys\nsys.exit(0)\n", "bad.py line 4: it ends the program; a rule file only"),
    "a missing module": ("import no_such_thing\n", "bad.py line 3: there is no Python module 'no_such_thing'"),
    "an error of its own": ("x = 1 // 0\n", "bad.py line 3: ZeroDivisionError"),
    "endless recursion": ("def f():\n    return f()\nf()\n", "bad.py line 4: RecursionError"),
    "no Python": ("def rule(game)\n    return 1\n", "bad.py line 3: this is no Python: expected ':'"),
    "no decorator": ("def rule(game):\n    return 1\n", "bad.py:rule is not marked as a rule; write one of @keep_rule"),
    "no such function": ("@keep_rule('x')\ndef ruel(game):\n    return 1\n", "has no rule 'rule'; did you mean ruel?"),
    "no rules at all": ("x = 1\n", "has no rule 'rule'; it has no rules at all"),
    "too few arguments": ("@scry_rule('x')\ndef rule(game):\n    return 1\n", "the function must be written rule(game, card"),
    "another kind": ("@scry_rule('x')\ndef rule(game, card):\n    return 1\n", "is a scry rule; it cannot be the keep rule"),
    "a knob without a default": ("@keep_rule('x')\ndef rule(game, k):\n    return k\n", "knob k needs a default value"),
    "returns text": ("@keep_rule('x')\ndef rule(game):\n    return 'yes'\n", "a rule must return a number"),
    "returns nothing": ("@keep_rule('x')\ndef rule(game):\n    pass\n", "it returns nothing; a rule must return a number"),
}  # fmt: skip
PLAYED = {
    "infinity": ("return float('inf')", "answered infinity, which is no finite number in game 0, turn 0 (bad.py line 3)"),
    "minus infinity": ("return -1e300 * 1e300", "answered infinity"),
    "no number": ("return float('nan')", "answered NaN, which is no finite number in game 0, turn 0 (bad.py line 3)"),
    "division by zero": ("return 1 // (game.lands_in_hand - 3)", "raised ZeroDivisionError"),
    "an error of its own": (
        "if game.lands_in_hand > 3:\n        raise ValueError('too many lands')\n    return 1",
        "raised ValueError: too many lands in game ",
    ),
    "an index outside": ("cards = [1, 2]\n    return cards[game.lands_in_hand + 5]", "raised IndexError"),
}  # fmt: skip


def write(folder, source):
    path = folder / "bad.py"
    path.write_text(HEAD + source)
    return path


@pytest.mark.parametrize(("source", "expected"), READ.values(), ids=READ.keys())
def test_a_file_that_cannot_be_a_rule_is_one_line_with_file_and_line(tmp_path, source, expected):
    done = called(*RUN, "--keep", f"{write(tmp_path, source)}:rule")
    assert (done.code, done.out) == (2, "") and expected in done.err, done.err
    (line,) = done.err.splitlines()
    assert line.startswith("scryworth: ")


@pytest.mark.parametrize("source", [text for text, _ in READ.values()], ids=READ.keys())
def test_the_contract_test_tells_the_same_without_a_trace(tmp_path, source):
    done = called("strategies", "check", f"{write(tmp_path, source)}:rule", "--views", "5")
    assert done.code in (0, 1, 2) and "Traceback" not in done.err and "fault of the program" not in done.err


@pytest.mark.parametrize(("body", "expected"), PLAYED.values(), ids=PLAYED.keys())
@pytest.mark.parametrize("engine", ["kernel", "rulebook"])
def test_a_rule_that_fails_in_a_game_is_told_with_a_replay_that_shows_it(tmp_path, body, expected, engine):
    path = write(tmp_path, f"@keep_rule('x')\ndef rule(game):\n    {body}\n")
    done = called(*RUN, "--engine", engine, "--keep", f"{path}:rule")
    assert done.code == 3 and done.out == ""
    assert "keep rule 'bad.py:rule' " in done.err and re.search(r" in game \d+, turn 0 \(bad\.py line \d+\)", done.err)
    assert expected.replace("infinity", "inf") in done.err.replace("-inf,", "inf,").replace("infinity", "inf").replace(
        ", in game", " in game"
    ).replace("nan", "NaN")
    again = shlex.split(done.err.partition("look at it with: ")[2])
    assert again[:2] == ["scryworth", "replay"]
    shown = called(*again[1:])
    assert shown.code == 3 and "hand:" in shown.out  # the game up to there, then the same failure, with its line
    assert "keep rule 'bad.py:rule' " in shown.err and f"game {again[-1]}, turn 0" in shown.err


def test_a_whole_look_and_a_play_rule_may_not_answer_infinity_either(tmp_path):
    path = write(tmp_path, "@scry_look_rule('x')\ndef rule(game, cards, out):\n    out[0] = 1e300 * 1e300\n")
    done = called("run", "example:azorius-temples", "--games", "300", "--scry", f"{path}:rule")
    assert done.code == 3 and "scry rule 'bad.py:rule' answered infinity" in done.err
    path = write(tmp_path, "@play_rule('x')\ndef rule(game, action):\n    return 1e300 * 1e300\n")
    done = called("run", "example:azorius-temples", "--games", "300", "--play", f"{path}:rule")
    assert done.code == 3 and "play rule 'bad.py:rule' answered infinity" in done.err


def _heeds_ctrl_c():
    """A background job of a shell starts with Ctrl-C ignored, and what it starts inherits that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_rule_that_never_ends_can_be_interrupted(tmp_path):
    source = "@keep_rule('x')\ndef rule(game):\n    n = 0\n    while game.lands_in_hand >= 0:\n        n += 1\n    return n\n"
    path = write(tmp_path, source)
    words = [*RUN[:2], "--games", "1000000", "--keep", f"{path}:rule"]
    command = [sys.executable, "-c", "from analyzer.cli import main; main()", *words]
    assert called(*RUN).code == 0  # the engine is compiled
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_heeds_ctrl_c) as process:
        for _ in range(60):  # the first asks to finish the games in flight, the next ends the command
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            if process.poll() is not None:
                break
        else:
            process.kill()
        said = process.stderr.read().decode()
    assert process.returncode == 130 and "Traceback" not in said


def test_a_module_is_looked_for_in_the_current_folder_first(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(HEAD + "@keep_rule('x')\ndef everything(game):\n    return 1\n")
    monkeypatch.chdir(tmp_path)
    done = called(*RUN, "--keep", "mine:everything")
    assert done.code == 0 and "mine:everything" in done.out
    done = called(*RUN, "--keep", "karsten:everything")
    assert done.code == 2 and "there is no Python module 'karsten', neither in the current folder nor" in done.err
    done = called(*RUN, "--keep", "castabel:one")
    assert done.code == 2 and "did you mean castable?" in done.err


def test_a_rule_file_beside_a_plan_is_found_from_elsewhere_and_one_here_comes_first(tmp_path, monkeypatch):
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "far.py").write_text(HEAD + "@keep_rule('x')\ndef rule(game):\n    return 1\n")
    text = f'[deck]\ncounts = "{DECK}"\n[strategy]\nkeep = "far.py:rule"\n[run]\ngames = 50\n'
    (tmp_path / "plans" / "p.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert called("run", "--plan", "plans/p.toml").code == 0
    (tmp_path / "far.py").write_text(HEAD + "@keep_rule('x')\ndef rule(game):\n    return float('nan')\n")
    assert called("run", "--plan", "plans/p.toml").code == 3
