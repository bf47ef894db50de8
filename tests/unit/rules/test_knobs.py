"""Knobs as text: what is read, what is refused and in which words, and the canonical form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import InputError
from analyzer.knobs import read_knobs, read_value, split_rule, write_value
from analyzer.rules import CardSet, Expression, Knob, RuleMark, Span

WHERE = "keep rule 'demo'"
MARK = RuleMark(
    "keep",
    "demo",
    (
        Knob("lands", int, 4),
        Knob("k7", Span, Span(2, 5)),
        Knob("greedy", bool, False),
        Knob("weight", float, 1.0),
        Knob("good", CardSet, CardSet("@goal")),
        Knob("dig_tax", int, 1),
    ),
)
WHEN = RuleMark("keep", "when", (Knob("condition", Expression, Expression("n >= 7")),))


@pytest.mark.parametrize(
    ("text", "knob", "value"),
    [
        ("", "lands", 4),
        ("3", "lands", 3),
        ("lands=3", "lands", 3),
        (" lands = -3 ", "lands", -3),
        ("k7=2-4", "k7", Span(2, 4)),
        ("k7=2..4", "k7", Span(2, 4)),
        ("k7 = 3", "k7", Span(3, 3)),
        ("k7=-1-4", "k7", Span(-1, 4)),
        ("greedy=yes", "greedy", True),
        ("greedy=Off", "greedy", False),
        ("weight=0.25", "weight", 0.25),
        ("weight=1e3", "weight", 1000.0),
        ("good=Opt", "good", CardSet("Opt")),
        ('good="Matoya, Archon Elder"+Opt,lands=2', "good", CardSet('"Matoya, Archon Elder" + Opt')),
        ("good=@land + @group:key", "good", CardSet("@land + @group:key")),
        ("dig-tax=2", "dig_tax", 2),
        ("3,dig_tax=2", "lands", 3),
    ],
)
def test_a_knob_is_read(text, knob, value):
    values = dict(zip((each.name for each in MARK.knobs), read_knobs(text, MARK, WHERE), strict=True))
    assert values[knob] == value and type(values[knob]) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("land=3", "has no knob 'land'; did you mean lands?"),
        ("lands=three", "knob lands is a whole number, not 'three'"),
        ("lands=3.5", "knob lands is a whole number, not '3.5'"),
        ("lands=", "knob lands is a whole number, not ''"),
        ("lands=99999999999999999999", "knob lands is a whole number"),
        ("k7=5-2", "knob k7 is a range such as 2-5, not '5-2'"),
        ("k7=2-", "knob k7 is a range"),
        ("greedy=perhaps", "knob greedy is yes or no, not 'perhaps'"),
        ("weight=nan", "knob weight is a number, not 'nan'"),
        ("weight=inf", "knob weight is a number, not 'inf'"),
        ("lands=3,lands=4", "knob lands is set twice"),
        ("lands=3,7", "'7' names no knob"),
    ],
)
def test_a_wrong_knob_is_refused_by_name(text, said):
    with pytest.raises(InputError) as caught:
        read_knobs(text, MARK, WHERE)
    assert WHERE in str(caught.value) and said in str(caught.value)


def test_a_rule_without_knobs_refuses_any():
    with pytest.raises(InputError, match="has no knobs, but 'lands' is set"):
        read_knobs("lands=3", RuleMark("keep", "always", ()), WHERE)


@pytest.mark.parametrize(
    "text",
    [
        'n >= 7 and kept lands in 2..5 and had any("A", "B")',
        "kept lands == 3",
        "condition = kept lands == 3",
        "condition=n >= 6, kept lands = 3",
    ],
)
def test_an_expression_takes_the_whole_rest(text):
    (value,) = read_knobs(text, WHEN, WHERE)
    assert value == Expression(text.removeprefix("condition").lstrip(" ").removeprefix("=").strip())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("lands-until:lands=3", ("lands-until", "lands=3")),
        ("find:any", ("find", "any")),
        ("when:n >= 7", ("when", "n >= 7")),
        ("mine.py:rule", ("mine.py:rule", "")),
        ("sub/mine.py:rule:k=1,b=2", ("sub/mine.py:rule", "k=1,b=2")),
        ("package.module:rule:k=1", ("package.module:rule", "k=1")),
        ("my_rules:rule", ("my_rules:rule", "")),
        ("mine:rule", ("mine:rule", "")),
        ("mine:rule:k=1", ("mine:rule", "k=1")),
        (r"C:\rules\mine.py:rule:k=1", (r"C:\rules\mine.py:rule", "k=1")),
        ("always", ("always", "")),
    ],
)
def test_names_keep_their_own_colon(text, parts):
    assert split_rule(text) == parts


VALUES = {
    bool: st.booleans(),
    int: st.integers(-(10**17), 10**17),
    float: st.floats(allow_nan=False, allow_infinity=False),
    Span: st.tuples(st.integers(0, 999), st.integers(0, 999)).map(lambda pair: Span(min(pair), max(pair))),
}


@given(st.sampled_from(list(VALUES)).flatmap(lambda kind: st.tuples(st.just(kind), VALUES[kind])))
def test_what_is_written_is_read_back(pair):
    kind, value = pair
    assert read_value(write_value(value), Knob("k", kind, value), WHERE) == value
