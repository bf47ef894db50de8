"""The goal language: what reads as what, what is refused and how, binding of clauses, canonical text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import InputError
from analyzer.goals import (
    Expr,
    Goal,
    GoalError,
    Names,
    parse_by,
    parse_goal,
    parse_keep,
    parse_measure,
    remarks,
)
from analyzer.goals.names import checked_name
from tests.support.goal_strategies import atoms, cards, every, expressions, terms

# written -> canonical
VALID = {
    # the examples of formats F3
    "lands had >= 4 by draw 4": "lands had >= 4 by draw 4",
    "land drops by turn 4": "land drops by turn 4",
    "land drops by turn 4 and had @group:key by draw 4": "land drops by turn 4 and had @group:key by draw 4",
    "lands had == 2 on turn 1": "lands had == 2 on turn 1",
    'cast "B" by turn 2': 'cast "B" by turn 2',
    "payable {U}{U} on draw 3 given lands had >= 3": "payable {U}{U} on draw 3 given lands had >= 3 on draw 3",
    'had "Temple of Epiphany" by turn 2 and lands >= 4 by turn 4': (
        'had "Temple of Epiphany" by turn 2 and lands >= 4 by turn 4'
    ),
    # one clause at the end covers a whole conjunction, and passes over atoms that have their own
    'had "A" and lands >= 4 by turn 4': 'had "A" by turn 4 and lands >= 4 by turn 4',
    'had "A" and had "B" by turn 2 and had "C" and had "D" by draw 4': (
        'had "A" by turn 2 and had "B" by turn 2 and had "C" by draw 4 and had "D" by draw 4'
    ),
    # a clause binds its own bracket, nested ones too, and what is left of it
    "hand >= 2 and (lands >= 4 or stuck) by turn 4": (
        "hand >= 2 by turn 4 and (lands >= 4 by turn 4 or stuck >= 1 by turn 4)"
    ),
    "((hand >= 2 or stuck) and lands >= 4) on turn 3": (
        "(hand >= 2 on turn 3 or stuck >= 1 on turn 3) and lands >= 4 on turn 3"
    ),
    "(hand >= 2 by draw 1 or stuck) by turn 3": "hand >= 2 by draw 1 or stuck >= 1 by turn 3",
    "not stuck by turn 4": "not stuck >= 1 by turn 4",
    "not (lands >= 2 and not stuck) on turn 2": "not (lands >= 2 on turn 2 and not stuck >= 1 on turn 2)",
    # no comparison means at least 1; comparisons have one spelling
    "lands by turn 1": "lands >= 1 by turn 1",
    'had "A" >= 1 by turn 1': 'had "A" by turn 1',
    'had "A" > 1 by turn 1': 'had "A" >= 2 by turn 1',
    "lands < 3 on turn 4": "lands <= 2 on turn 4",
    "lands ≥ 3 on turn 4": "lands >= 3 on turn 4",
    "lands in 2..5 on turn 4": "lands in 2..5 on turn 4",
    "lands in 2..2 on turn 4": "lands == 2 on turn 4",
    "opponent life <= -3 on turn 4": "opponent life <= -3 on turn 4",
    "land drops >= 1 by turn 4": "land drops >= 1 by turn 4",
    # both spellings, any case, longest name
    "Lands_Had >= 4 BY Draw 4": "lands had >= 4 by draw 4",
    "LANDS_seen >= 4 by draw 4": "lands had >= 4 by draw 4",
    "first_seven_lands == 3": "first seven lands == 3",
    'In_Hand "A" by turn 1': 'in hand "A" by turn 1',
    "entered_tapped [land] >= 2 by turn 3": "entered tapped [land] >= 2 by turn 3",
    # what is fixed at the keep needs no clause and drops it
    "mulligans >= 1": "mulligans >= 1",
    "kept lands == 2 and kept cards == 7 by turn 3": "kept lands == 2 and kept cards == 7",
    "kept cards == 7 and lands >= 4 by turn 4": "kept cards == 7 and lands >= 4 by turn 4",
    # sums, totals, sources, costs, sources used, cards
    'had "A" + had "B" >= 3 by turn 4': 'had "A" + had "B" >= 3 by turn 4',
    "total(mana spent, 1..7) >= 10 by turn 7": "total(mana spent, 1..7) >= 10 by turn 7",
    "sources(u) + sources(W) had >= 3 on draw 3": "sources(U) + sources(W) had >= 3 on draw 3",
    "payable {1}{u/p} on turn 2": "payable {1}{U/P} on turn 2",
    'payable "A" with lands on turn 2': 'payable "A" with lands on turn 2',
    'castable any("A", "B", "A") on turn 2': 'castable any("A", "B") on turn 2',
    'used "A" >= 2 by turn 5': 'used "A" >= 2 by turn 5',
    "used Shards by turn 5": "used shard by turn 5",
    "had [creature and MV <= 3 or basic land] >= 2 by turn 3": "had [creature mv<=3 or basic land] >= 2 by turn 3",
    "had [draws or looks] by turn 3": "had [draws or looks] by turn 3",
    "in graveyard @nonland >= 3 by turn 5": "in graveyard @nonland >= 3 by turn 5",
    'had "\\"Ach! Hans, Run!\\"" by turn 3': 'had "\\"Ach! Hans, Run!\\"" by turn 3',
    "had “Opt” by turn 0": 'had "Opt" by turn 0',
    # named goals
    "screw": "lands <= 2 on turn 4",
    "not Screw and not flood": "not lands <= 2 on turn 4 and not lands had >= 8 by draw 7",
    "color_screw": "stuck >= 1 on turn 4",
}


@pytest.mark.parametrize(("text", "canonical"), VALID.items())
def test_a_goal_has_one_spelling_that_reads_as_itself(text: str, canonical: str) -> None:
    goal = parse_goal(text)
    assert str(goal) == canonical
    assert parse_goal(canonical) == goal


# goal, column, word, one of the nearest words ("" where none is offered), part of the message
INVALID = [
    ("lnds >= 4 by turn 4", 1, "lnds", "lands", "is not a measure"),
    ("land had >= 4 by draw 4", 1, "land had", "lands had", "is not a measure"),
    ("lands >= 4 by turn 4 and manaspent >= 3 by turn 4", 26, "manaspent", "mana spent", "is not a measure"),
    ("lands >= 4 by trun 4", 15, "trun", "turn", "'turn', 'draw' or 'land'"),
    ("lands >= 4 at turn 4", 12, "at", "and", "does not continue"),
    ("lands >= 4 by turn", 19, "", "", "a turn is needed"),
    ("lands >= 4 by turn -1", 20, "-1", "", "is no turn"),
    ("lands >= four by turn 4", 10, "four", "", "a number is needed"),
    ("lands => 4 by turn 4", 7, "=", "", "write =="),
    ("lands in 5..2 on turn 4", 10, "5", "", "empty range"),
    ('had "A" or lands >= 4 by turn 4', 1, 'had "A"', "", "has no 'by' or 'on' clause"),
    ("(hand >= 2 or stuck) and lands >= 4 by turn 4", 2, "hand >= 2", "", "has no 'by' or 'on' clause"),
    ("lands >= 2 given screw", 1, "lands >= 2", "", "has no 'by' or 'on' clause"),
    ("mulligans >= 1 given lands >= 2", 22, "lands >= 2", "", "has no 'by' or 'on' clause"),
    ("screw by turn 3", 7, "by", "", "binds nothing"),
    ("lands >= 2 by turn 2 by turn 3", 22, "by", "", "does not continue"),
    ("(lands >= 4 by turn 4", 22, "", "", "close the bracket"),
    ("lands >= 4 by turn 4)", 21, ")", "", "not opened"),
    ("lands >= 4 by turn 4 given (lands >= 2 given hand >= 2) by turn 2", 40, "given", "", "to close the bracket"),
    ("lands >= 4 by turn 4 given hand >= 1 given hand >= 2", 38, "given", "", "only once"),
    ("had by turn 3", 5, "by", "", "needs a card"),
    ('"Opt" by turn 3', 1, '"Opt"', "", "a measure such as"),
    ('had "Opt by turn 3', 5, '"Opt by turn 3', "", "closing"),
    ("had [creature by turn 3", 5, "[creature by turn 3", "", "without its ]"),
    ("had any() by turn 3", 9, ")", "", "quoted name"),
    ("had @lands by turn 3", 5, "@lands", "@land", "is not known"),
    ("had [mv 3] by turn 3", 9, "3", "", "comparison is needed"),
    ("had [creature or] by turn 3", 17, "", "", "needs a word"),
    ("sources(X) >= 2 by turn 3", 9, "x", "", "no colour"),
    ("payable {Q/Q} by turn 3", 9, "{Q/Q}", "", "is no mana cost"),
    ("payable {U} with land on turn 3", 18, "land", "lands", "after 'with'"),
    ("used opt by turn 3", 6, "opt", "role", "is no source"),
    ("total(mana spent, 1..7) >= 10 by turn 5", 1, "total(mana spent, 1..7)", "", "sums up to turn 7"),
    ("total(total(lands, 1..2), 1..2) by turn 5", 7, "total", "", "summed again"),
    ("total(kept cards, 1..2) by turn 5", 7, "kept", "", "fixed at the keep"),
    ("total(lands, 0..2) by turn 5", 14, "0", "", "no turns to sum"),
    ("drew land >= 2 by turn 3", 1, "drew land", "", "never reaches 2"),
    ('castable "A" on draw 3', 1, 'castable "A"', "", "after the land drop"),
    ("land drops by draw 3", 1, "land drops", "", "after the draw"),
    ("lands >= 4 by turn 4 & stuck", 22, "&", "", "not part of the goal language"),
]


@pytest.mark.parametrize(("text", "column", "word", "near", "message"), INVALID)
def test_a_wrong_goal_names_column_word_and_the_nearest_words(
    text: str, column: int, word: str, near: str, message: str
) -> None:
    with pytest.raises(GoalError) as wrong:
        parse_goal(text)
    assert (wrong.value.column, wrong.value.word) == (column, word)
    assert message in str(wrong.value)
    assert "\n" not in str(wrong.value)
    if near:
        assert near in wrong.value.near
        assert all(each in str(wrong.value) for each in wrong.value.near)


def test_an_unknown_word_is_answered_with_three_words() -> None:
    with pytest.raises(GoalError) as wrong:
        parse_goal("scry_evnts >= 1 by turn 3")
    assert wrong.value.near[0] == "scry events"
    assert len(wrong.value.near) == 3


def test_an_empty_goal_is_refused() -> None:
    with pytest.raises(InputError, match="empty"):
        parse_goal("   ")


# ---- round trip over all trees ---

EXPRESSIONS = expressions(st.one_of(atoms(terms(cards(groups=("key", "my-pets")))), every()))


@given(EXPRESSIONS, st.one_of(st.none(), EXPRESSIONS))
def test_every_goal_reads_back_from_its_canonical_text(expr: Expr, condition: Expr | None) -> None:
    goal = Goal(expr, condition)
    assert parse_goal(str(goal)) == goal


# ---- names, measures, keep expressions, remarks ---


def test_named_goals_stand_for_their_text_and_take_a_clause_where_they_have_none() -> None:
    names = Names(
        goals={"screw": "lands <= 1 on turn 3", "rich": "lands >= 5 or hand >= 5", "both": "screw and rich by turn 4"}
    )
    assert str(parse_goal("screw", names)) == "lands <= 1 on turn 3"
    assert str(parse_goal("not rich by turn 4", names)) == "not (lands >= 5 by turn 4 or hand >= 5 by turn 4)"
    assert str(parse_goal("both", names)) == "lands <= 1 on turn 3 and (lands >= 5 by turn 4 or hand >= 5 by turn 4)"


def test_given_takes_the_last_clause_even_from_a_named_goal() -> None:
    assert str(parse_goal("screw given kept lands == 2 and hand >= 2")) == (
        "lands <= 2 on turn 4 given kept lands == 2 and hand >= 2 on turn 4"
    )


def test_names_that_define_each_other_are_refused() -> None:
    names = Names(goals={"a": "b by turn 2", "b": "not a by turn 2"})
    with pytest.raises(GoalError, match="defined by itself: a -> b"):
        parse_goal("a", names)


@pytest.mark.parametrize("name", ["lands", "by", "mana spent", "good 4", "", "fast and wide", "lands seen"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="names"):
        checked_name(name)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("mana_spent", "mana spent"),
        ("mana spent on", "mana spent on"),
        ("lands had on draw", "lands had by draw"),
        ("scry events + surveil events", "scry events + surveil events"),
        ('had "A"', 'had "A"'),
        ("total(mana spent, 1..7)", "total(mana spent, 1..7)"),
        ("kept-cards", "kept cards"),
        ("used:Temple of Epiphany", 'used "Temple of Epiphany"'),
        ("used:shard", "used shard"),
        ("opponent-life", "opponent life"),
    ],
)
def test_measures_and_splits(text: str, canonical: str) -> None:
    measure = parse_by(text)
    assert str(measure) == canonical
    assert parse_measure(canonical) == measure
    assert 2 <= measure.bins <= 256


@pytest.mark.parametrize("text", ["lands >= 2", "lands by trun", 'castable "A" by draw', "screw", ""])
def test_what_is_no_measure_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_measure(text)


def test_keep_expressions_are_about_the_hand() -> None:
    expr = parse_keep('n >= 7 and kept lands in 2..5 and had any("A","B")')
    assert str(expr) == 'kept cards >= 7 and kept lands in 2..5 and in hand any("A", "B")'
    assert str(parse_keep("lands >= 2 or hand <= 5")) == "kept lands >= 2 or kept cards <= 5"


@pytest.mark.parametrize(
    "text",
    [
        "n >= 7 by turn 2",
        'castable "A"',
        "mana spent >= 2",
        "life >= 3",
        "n >= 7 given lands >= 2",
        "total(lands, 1..2)",
        "",
    ],
)
def test_keep_expressions_refuse_what_is_not_known_yet(text: str) -> None:
    with pytest.raises(InputError):
        parse_keep(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("missed drops == 0 by turn 4", 1),
        ("lands <= 2 by turn 4", 1),
        ("lands <= 2 on turn 4", 0),
        ("lands had <= 2 by draw 4", 0),
        ('not cast "A" by turn 4', 0),
        ("land drops by turn 4", 0),
    ],
)
def test_a_goal_that_is_true_from_the_start_is_remarked_on(text: str, count: int) -> None:
    assert len(remarks(parse_goal(text))) == count


def many(count: int, joiner: str) -> str:
    return joiner.join(f"lands == {number}" for number in range(count))


def test_limits_are_refused_by_name() -> None:
    parse_goal(f"({many(64, ' or ')}) on turn 3")
    with pytest.raises(InputError, match="65 atoms; at most 64"):
        parse_goal(f"({many(65, ' or ')}) on turn 3")
    wide = " and ".join(f"(lands == {i} or hand == {i})" for i in range(6))
    parse_goal(f"({wide}) on turn 3")
    with pytest.raises(InputError, match="disjuncts"):
        parse_goal(f"({wide} and (lands == 9 or hand == 9)) on turn 3")
