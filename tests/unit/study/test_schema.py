"""Study files that are wrong: every problem with file, line and what is allowed, all together."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.study.schema import json_schema, validated
from analyzer.tomlfile import parse_document

GOOD = 'format = 1\n[[plan]]\nname = "a"\n'


def problems(text):
    with pytest.raises(InputError) as caught:
        validated(parse_document(text, "s.toml"))
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("format = 2\n[[plan]]\nname = 'a'\n", ["s.toml line 1: format: write 1, not 2"]),
        (GOOD + "[budgett]\ngames = 1\n", ["s.toml line 4: unknown key 'budgett'; did you mean budget?"]),
        (GOOD + "[budget]\ngame = 1\n", ["s.toml line 5: unknown key 'budget.game'; did you mean games?"]),
        (
            GOOD + "[budget]\ngames = 0\n",
            ["s.toml line 5: budget.games: write a whole number from 1 to 1,000,000,000,000, not 0"],
        ),
        (
            GOOD + "[budget]\nmode = 'fast'\n",
            ["line 5: budget.mode: write 'fresh' or 'sequence', not 'fast'"],
        ),
        (
            GOOD + "[budget]\nprecision = 50\n",
            ["line 5: budget.precision: write a number above 0 and below 0.5, not 50"],
        ),
        (GOOD + "table.seat = 'left'\n", ["line 4: plan[1].table.seat: write 'play', 'draw' or 'both', not 'left'"]),
        (
            GOOD + "[[plan]]\nname = 'b'\nseat = 'play'\n",
            ["line 6: unknown key 'plan[2].seat'; seat belongs elsewhere: plan[2].table.seat"],
        ),
        (
            "[[plan]]\ntable.seat = 'play'\n",
            ["plan[1].name: this key is missing; write text in quotes, not empty, of at most 200 letters"],
        ),
        ("format = 1\n", ["s.toml: no [[plan]] and no [[grid]]; nothing would be played"]),
        (GOOD + "[[grid]]\nname = 'g'\n", ["line 4: grid[1].over: this key is missing"]),
        (GOOD + "[[compare]]\nbase = 'a'\n", ["line 4: compare[1].to: this key is missing"]),
        (
            GOOD + "[defaults]\nrun.turns = 'many'\n",
            ["line 5: defaults.run.turns: write a whole number from 1 to 100, not 'many'"],
        ),
    ],
)
def test_a_problem_has_its_line_and_what_is_allowed(text, expected):
    found = problems(text)
    assert len(found) == len(expected)
    for line, part in zip(found, expected, strict=True):
        assert part in line


def grid(axis, name="g-{x}"):
    return f"[[grid]]\nname = '{name}'\nover.x = {axis}\n"


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        ("{ key = 'table.seat', values = ['play', 'left'] }", "table.seat: write 'play', 'draw' or 'both'"),
        ("{ key = 'table.seet', values = ['play'] }", "unknown key 'table.seet'; did you mean seat?"),
        ("{ key = 'tabel.seat', values = ['play'] }", "no key 'tabel.seat' can vary; did you mean table?"),
        ("{ key = 'name', values = ['b'] }", "no key 'name' can vary"),
        ("{ key = 'swap', values = ['Island -> Opt'], labels = [1] }", "is no list of swaps such as ['Island -> Opt']"),
        ("{ key = 'swap', values = [['Island -> Opt']] }", "need labels = [...], one a value"),
        ("{ key = 'run.turns', values = [5, 6], labels = ['a'] }", "1 labels for 2 values"),
        ("{ key = 'run.turns', values = [] }", "values: write a list of one entry or more"),
    ],
)
def test_the_values_of_an_axis_are_checked(axis, expected):
    (line,) = problems(grid(axis))
    assert expected in line and "s.toml line 3" in line


def test_a_name_must_tell_the_plans_of_a_grid_apart():
    (line,) = problems(grid("{ key = 'run.turns', values = [5, 6] }", name="g"))
    assert "the name 'g' lacks {x}" in line


def test_all_problems_come_together():
    text = GOOD + "table.seat = 'left'\nrun.turns = 0\n[budget]\ngames = 'x'\nfoo = 1\n"
    assert len(problems(text)) == 4


def test_the_json_schema_names_every_key():
    schema = json_schema()
    assert schema["additionalProperties"] is False
    assert set(schema["$defs"]["PlanEntry"]["properties"]) > {"name", "from", "swap", "deck", "table", "strategy"}
    assert "over" in schema["$defs"]["GridEntry"]["required"]
