"""Values of a wrong sort in a scenario file: one line with file, line, key and what it should be; exit code 2."""

from __future__ import annotations

import json

import pytest

from analyzer.rulebook.scenario.reader import DO, EXPECT_PLAYER, PLAYER, TABLE
from analyzer.rulebook.scenario.types import NUMBERS, SORTS, TABLES
from tests.support.command import called

WRONG = (7, -1, 10**12, "zzz", 0.5, True, [], [1], ["zzz"], {"zzz": 1}, [{"zzz": 1}])
KNOWN = {key for keys, _ in SORTS for key in keys}
PLACES = [
    ("me", PLAYER), ("p2", PLAYER), ("table", TABLE), ("expect", EXPECT_PLAYER | TABLES | NUMBERS), ("do", DO),
]  # fmt: skip
CASES = [
    (table, key) for table, keys in PLACES for key in sorted(keys) if key not in ("letter", "group", "expect", "ask")
]


@pytest.mark.parametrize(("table", "key"), CASES)
def test_every_key_with_every_sort_of_value_is_played_or_told(tmp_path, table, key):
    for value in WRONG:
        head, rest = (
            ("[[do]]", 'act = "advance to end"\n' if key != "act" else "") if table == "do" else (f"[{table}]", "")
        )
        written = json.dumps(value) if not isinstance(value, dict | list) or value in ([], [1], ["zzz"]) else (
            "{ zzz = 1 }" if isinstance(value, dict) else "[{ zzz = 1 }]"
        )  # fmt: skip
        text = f'id = "X-1"\n{head}\n{key} = {written}\n{rest}'
        text += "" if table == "expect" else "[expect]\nturn = 1\n"
        path = tmp_path / "s.toml"
        path.write_text(text, encoding="utf-8")
        done = called("scenario", path)
        assert done.code in (0, 1, 2), done.err
        assert "fault of the program" not in done.err and "Traceback" not in done.err, (text, done.err)
        if "s.toml line 3" in done.err and key in KNOWN and " is " in done.err and ", not " in done.err:
            assert done.code == 2 and len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[me]\nlife = "Island"\n', "s.toml line 2: life is a whole number, not 'Island'"),
        ("[me]\nhand = [1, 2]\n", "s.toml line 2: hand is text in quotes, or a list of texts"),
        ('[expect]\ncount = "one"\n', "s.toml line 2: count is a table of whole numbers"),
        ('[expect]\ncount = { scry_events = "one" }\n', "s.toml line 2: count is a table of whole numbers"),
        ('[expect]\npower = "3/3"\n', "s.toml line 2: power is a table of keys, not '3/3'"),
        ("[expect]\ncounters = { Jar = 2 }\n", "s.toml line 2: counters is a table for each card"),
        ('[table]\ndraws = "no"\n', "s.toml line 2: draws is true or false, not 'no'"),
        ('[[variant]]\nname = "b"\n[variant.me]\nlife = true\n', "s.toml line 4: life is a whole number, not true"),
    ],
)
def test_the_line_and_the_sort_are_named(tmp_path, text, expected):
    path = tmp_path / "s.toml"
    path.write_text(text, encoding="utf-8")
    done = called("scenario", path)
    assert done.code == 2 and expected in done.err


def test_a_folder_without_scenarios_is_told(tmp_path):
    done = called("scenario", tmp_path)
    assert done.code == 2 and "there is no .toml file in this folder" in done.err
