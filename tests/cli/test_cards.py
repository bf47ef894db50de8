"""`scryworth cards`: output, errors, and a cold start without heavy packages, home or writable folder."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from analyzer.cli.cards import command
from analyzer.errors import InputError


def _run(*words: str):
    return CliRunner().invoke(command, list(words))


def test_show_prints_facts_abilities_layer_and_gaps():
    result = _run("show", "Opt", "niko aris")
    assert result.exit_code == 0
    assert "Opt  {U}" in result.stdout
    assert "cast:scry1;draw1  when it resolves: scry 1, then draw 1" in result.stdout
    assert "table (derived" in result.stdout and "overlay (abilities written by hand)" in result.stdout
    assert "Legendary Planeswalker — Niko, loyalty 3, mana value 3" in result.stdout
    assert "not modelled: nothing known to be missing" in result.stdout


def test_show_prints_both_faces_and_says_which_was_named():
    result = _run("show", "Ice")
    assert "Fire // Ice (split, mana value 4)" in result.stdout
    assert "Ice  {1}{U}" in result.stdout
    assert "'Ice' is the back face of Fire // Ice" in result.stderr


def test_show_says_what_is_not_modelled():
    assert "not modelled: a step ({2}, tap it)" in _run("show", "Niko, Light of Hope").stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Spyglass Siren", "compiled  'map1' is ignored"),
        ("Censor", "compiled  held, no target in a game against nobody; ability ignored: cycling"),
        ("Opt", "compiled  plays all of this"),
    ],
)
def test_show_says_what_the_compiled_engine_does(name, said):
    assert said in _run("show", name, "--compiled").stdout


def test_show_as_json_is_a_list_with_codes_and_words():
    (record,) = json.loads(_run("show", "Fire // Ice", "--format", "json").stdout)
    assert record["card"] == "Fire // Ice" and record["mana_value"] == 4
    assert record["other_face"]["abilities"][0] == {"code": "cast:draw1", "text": "when it resolves: draw 1"}


def test_find_lists_names():
    assert _run("find", "temple of m").stdout.split("\n")[:-1] == [
        "Temple of Malady",
        "Temple of Malice",
        "Temple of Mystery",
    ]
    assert json.loads(_run("find", "temple of m", "--format", "json").stdout)[0] == "Temple of Malady"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("show", "Optt", "Lightning Blot"), ["'Optt'", "Opt", "'Lightning Blot'", "Lightning Bolt"]),
        (("find", "tempel of mystery"), ["tempel of mystery", "Temple of Mystery"]),
        (("find", "qqqqqq"), ["no card name contains 'qqqqqq'"]),
    ],
)
def test_unknown_names_are_errors_with_near_matches(words, parts):
    wrong = _run(*words).exception
    assert isinstance(wrong, InputError) and wrong.exit_code == 2
    for part in parts:
        assert part in str(wrong)


def test_a_command_without_names_is_a_usage_error():
    assert _run("show").exit_code == 2


PROBE = """
import sys
code = 0
sys.argv = ["scryworth", "cards", "show", "Opt", "Walking Ballista"]
from analyzer.cli import main
try:
    main()
except SystemExit as stop:
    code = stop.code
heavy = sorted(name for name in ("numpy", "pandas", "numba", "pydantic", "rich") if name in sys.modules)
print("HEAVY", heavy, file=sys.stderr)
sys.exit(code or 0)
"""


def test_a_cold_look_up_needs_no_heavy_package_no_home_and_writes_nothing(tmp_path):
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROBE],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={"PYTHONUTF8": "1"},
    )
    print(f"cold `cards show` of two cards: {1000 * (time.perf_counter() - began):.0f} ms")
    assert done.returncode == 0, done.stderr
    assert "HEAVY []" in done.stderr
    assert "Walking Ballista" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_name_ends_the_program_with_code_two_and_no_traceback(tmp_path):
    probe = PROBE.replace('"Opt", "Walking Ballista"', '"Optt"')
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, encoding="utf-8", cwd=tmp_path)
    assert done.returncode == 2
    assert "did you mean Opt" in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""
