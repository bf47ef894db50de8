"""From a study file to its list of plans."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.study.expand import expand
from analyzer.study.schema import validated
from analyzer.tomlfile import parse_document


def expanded(text):
    document = parse_document(text, "s.toml")
    return expand(validated(document), document)


def problems(text):
    with pytest.raises(InputError) as caught:
        expanded(text)
    return str(caught.value).splitlines()


BASE = """
[defaults]
deck.file = "a.txt"
table.mulligan = "paris"
run.turns = 5
[[plan]]
name = "base"
"""


def test_keys_are_laid_over_defaults_and_over_the_plan_one_starts_from():
    entries, _ = expanded(
        BASE
        + """
table.players = 4
swap = ["A -> B"]
[[plan]]
name = "late"
from = "middle"
swap = ["E -> F"]
[[plan]]
name = "middle"
from = "base"
deck.counts = "60 land"
run.turns = 9
swap = ["C -> D"]
"""
    )
    assert [each.name for each in entries] == ["base", "late", "middle"]
    base, late, middle = entries
    assert (base.written.deck.file, base.written.table.players, base.written.run.turns) == ("a.txt", 4, 5)
    assert (middle.written.deck.file, middle.written.deck.counts, middle.written.run.turns) == (None, "60 land", 9)
    assert middle.written.table.players == 4 and middle.written.table.mulligan == "paris"
    assert late.written.run.turns == 9
    assert [each.swaps for each in entries] == [("A -> B",), ("A -> B", "C -> D", "E -> F"), ("A -> B", "C -> D")]


def test_a_grid_is_every_combination_the_last_axis_fastest():
    entries, comparisons = expanded(
        BASE
        + """
[[grid]]
name = "l{lands}-{seat}"
from = "base"
over.lands = { key = "swap", labels = [24, 25], values = [[], ["A -> Island"]] }
over.seat = { key = "table.seat", values = ["play", "draw"] }
[[compare]]
base = "l24-play"
to = ["l*-play", "base"]
"""
    )
    assert [each.name for each in entries] == ["base", "l24-play", "l24-draw", "l25-play", "l25-draw"]
    assert [each.labels for each in entries][2] == {"lands": 24, "seat": "draw"}
    assert [each.swaps for each in entries] == [(), (), (), ("A -> Island",), ("A -> Island",)]
    assert [each.written.table.seat for each in entries] == ["play", "play", "draw", "play", "draw"]
    assert [(each.base, each.others) for each in comparisons] == [("l24-play", ("base", "l25-play"))]


def test_swaps_of_several_axes_add_up():
    entries, _ = expanded(
        BASE
        + """
[[grid]]
name = "{a}{b}"
from = "base"
swap = ["1 -> 2"]
over.a = { key = "swap", labels = ["x"], values = [["3 -> 4"]] }
over.b = { key = "swap", labels = ["y"], values = [["5 -> 6", "7 -> 8"]] }
"""
    )
    assert entries[1].swaps == ("1 -> 2", "3 -> 4", "5 -> 6", "7 -> 8")


def test_values_of_text_and_number_name_themselves():
    entries, _ = expanded(
        BASE + '[[grid]]\nname = "{s}/{t}"\nover.s = { key = "strategy.scry", values = ["lands-until:lands=3"] }\n'
        'over.t = { key = "run.turns", values = [5, 7] }\n'
    )
    assert [each.name for each in entries[1:]] == ["lands-until:lands=3/5", "lands-until:lands=3/7"]
    assert [each.labels["t"] for each in entries[1:]] == [5, 7]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[plan]]\nname = "base"\n', "line 8: two plans are called 'base' (also s.toml line 6)"),
        ('[[plan]]\nname = "b"\nfrom = "bass"\n', "line 10: there is no plan 'bass' to start from; did you mean base?"),
        ('[[plan]]\nname = "b"\nfrom = "b"\n', "there is no plan 'b' to start from"),
        ('[[compare]]\nbase = "bse"\nto = "base"\n', "base: there is no plan 'bse'; did you mean base?"),
        ('[[compare]]\nbase = "base"\nto = "x*"\n', "to: no other plan is called 'x*'"),
        ('[[compare]]\nbase = "base"\nto = "b*"\n', "to: no other plan is called 'b*'"),
    ],
)
def test_names_that_do_not_work_out_are_said_with_their_line(text, expected):
    (line,) = problems(BASE + text)
    assert expected in line


def test_too_many_plans_are_refused():
    axes = "".join(f'over.{axis} = {{ key = "run.seed", values = {list(range(30))} }}\n' for axis in "abc")
    assert "more than 10,000 plans" in problems(BASE + '[[grid]]\nname = "{a} {b} {c}"\n' + axes)[0]
