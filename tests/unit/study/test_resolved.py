"""Resolved studies: slots that stay paired, groups, and problems of all plans at once."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.study.expand import Comparison
from analyzer.study.resolved import groups_of
from tests.support.studies import study, study_file

HEAD = 'format = 1\n[defaults]\nrun.goals = ["lands had >= 4 by draw 4"]\nrun.turns = 4\n'


def slots(found, name):
    plan = found.named(name).plan
    return ["void" if kind < 0 else plan.kinds[kind].name for kind in plan.slots]


def test_a_swap_changes_its_slot_and_no_other(tmp_path):
    found = study(
        tmp_path,
        HEAD + 'deck.example = "azorius-temples"\n[[plan]]\nname = "a"\n'
        '[[plan]]\nname = "b"\nswap = ["Temple of Enlightenment -> Island", "2 Opt -> 2 Ponder"]\n'
        '[[compare]]\nbase = "a"\nto = "b"\n',
    )
    a, b = slots(found, "a"), slots(found, "b")
    assert [(x, y) for x, y in zip(a, b, strict=True) if x != y] == [
        ("Opt", "Ponder"), ("Opt", "Ponder"), ("Temple of Enlightenment", "Island"),
    ]  # fmt: skip


def test_lists_that_are_compared_get_the_slots_of_the_base_and_the_longest_size(tmp_path):
    found = study(
        tmp_path,
        HEAD + '[[plan]]\nname = "a"\ndeck.text = "24 Island\\n36 Opt"\n'
        '[[plan]]\nname = "b"\ndeck.text = "37 Opt\\n25 Island"\nswap = ["Opt -> Shock"]\n'
        '[[plan]]\nname = "alone"\ndeck.text = "37 Opt\\n25 Island"\n[[compare]]\nbase = "a"\nto = "b"\n',
    )
    assert slots(found, "a") == ["Island"] * 24 + ["Opt"] * 36 + ["void"] * 2
    b = slots(found, "b")
    assert b[:59] == ["Island"] * 24 + ["Opt"] * 35 and sorted(b[59:]) == ["Island", "Opt", "Shock"]
    assert slots(found, "alone") == ["Opt"] * 37 + ["Island"] * 25


def test_units_are_groups_for_what_is_compared_and_plans_for_the_rest(tmp_path):
    found = study(
        tmp_path,
        HEAD + 'deck.counts = "24 land, 36 blank"\n[[plan]]\nname = "a"\n[[plan]]\nname = "same"\n'
        '[[plan]]\nname = "b"\ntable.seat = "draw"\n[[plan]]\nname = "c"\nrun.seed = 2\n'
        '[[compare]]\nbase = "a"\nto = "b"\n',
    )
    assert [each.names for each in found.units] == [("a", "b"), ("c",)], "'same' is 'a' under another name"
    assert found.units[0].key.group_id and found.units[1].key.plan_id == found.named("c").plan.plan_id


def test_groups_have_at_most_sixteen_plans_the_base_in_each():
    groups = groups_of(Comparison("b", tuple(map(str, range(40)))))
    assert [len(each) for each in groups] == [16, 16, 11]
    assert all(each[0] == "b" for each in groups)
    assert [name for each in groups for name in each[1:]] == list(map(str, range(40)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[plan]]\nname = "a"\n', ["s.toml line 5: a: a plan needs exactly one of deck.file"]),
        ('deck.file = "none.txt"\n[[plan]]\nname = "a"\n[[plan]]\nname = "b"\n', ["none.txt: no such file"] * 2),
        ('deck.file = "-"\n[[plan]]\nname = "a"\n', ["a study reads files, not standard input"]),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\nstrategy.scry = "lands-untl"\n[[plan]]\nname = "b"\n'
            'run.goals = ["land >= x"]\n[[plan]]\nname = "c"\nswap = ["Opt -> Island"]\n',
            ["line 6: a: strategy.scry: there is no scry rule 'lands-untl'", "line 9: b:", "line 12: c: swap"],
        ),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\n[[plan]]\nname = "b"\nrun.seed = 2\n'
            '[[compare]]\nbase = "a"\nto = "b"\n',
            ["compare a: plans that are compared need equal seeds, not 1, 2"],
        ),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\n[[plan]]\nname = "b"\nrun.goals = ["lands >= 3 by turn 3"]'
            '\n[[compare]]\nbase = "a"\nto = "b"\n',
            ["compare a: plans that are compared need equal goals; b and a differ in lands"],
        ),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\n[[plan]]\nname = "b"\nrun.measures = ["hand"]\n'
            '[[compare]]\nbase = "a"\nto = "b"\n',
            ["compare a: plans that are compared need equal measures; b and a differ in hand"],
        ),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\n[budget]\nprecision = 0.01\ngoal = "screw"\n',
            ["budget: goal 'screw' is none of a; its goals are lands had >= 4 by draw 4"],
        ),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\n[budget]\nprecision = 0.01\nof = "differences"\n',
            ["of = 'differences', but nothing is compared"],
        ),
        (
            'deck.counts = "60 land"\n[[plan]]\nname = "a"\n[budget]\nmode = "sequence"\n',
            ["needs a precision to stop at"],
        ),
    ],
)
def test_problems_of_all_plans_come_together(tmp_path, text, expected):
    path = study_file(tmp_path, HEAD + text, name="s.toml")
    from analyzer.study.resolved import load_study

    with pytest.raises(InputError) as caught:
        load_study(path)
    lines = str(caught.value).splitlines()
    for part in expected:
        assert any(part in line for line in lines), (part, lines)
