"""The two views: both have every name of the contract table, mean the same by it, and refuse what is outside."""

from __future__ import annotations

import random

import pytest

from analyzer import registry
from analyzer.contract import view as contract
from analyzer.kernel import layout, view
from analyzer.kernel.view_methods import UNIT_METHODS
from analyzer.rule_compiler import knob_stretch
from analyzer.rulecheck import Record, Situation, check_rule, sample_plan, sample_units
from analyzer.rulecheck_kernel import Native
from analyzer.rules import Expression
from analyzer.ruleview import Action, Game, holds
from tests.support.views import TEMPLES, Table, plan_of

ARGUMENTS = {"field": "", "by kind": "(card)", "method": "()"}
PLAIN = [row for row in contract.GAME if row[1] in ARGUMENTS]


def rule_that_tells(tmp_path, rows, kind="scry", asked="card"):
    """A rule with a knob `which` that answers with the name of that number."""
    lines = [f"@{kind}_rule('tells')", f"def rule(game, {asked}, which=0):"]
    for number, (name, how, *_) in enumerate(rows):
        thing = "action" if asked == "action" else "game"
        lines += [f"    if which == {number}:", f"        return 1.0 * {thing}.{name}{ARGUMENTS[how]}"]
    path = tmp_path / "tells.py"
    path.write_text("from analyzer.rules import *\n" + "\n".join(lines) + "\n    return -1.0\n")
    return registry.find_any(f"{path}:rule")


def test_every_name_means_the_same_in_both_views(tmp_path):
    """Random situations of a real deck: each name and each card, read from the block and from the plain view."""
    rule = rule_that_tells(tmp_path, PLAIN)
    plan, units = sample_plan(), sample_units(sample_plan())
    native = Native(rule, plan, (0,))
    knob = knob_stretch("scry", "scry")
    wrong = set()
    for seed in range(25):
        situation = Situation(plan, units, random.Random(seed), "scry")
        game = Game(situation)
        for number, (name, how, *_) in enumerate(PLAIN):
            native.block[knob] = number
            for card in range(situation.kinds) if how == "by kind" else (0,):
                read = getattr(game, name)
                plain = float(read if how == "field" else read(card) if how == "by kind" else read())
                if native.answer(situation, card) != (plain,):
                    wrong.add((name, native.answer(situation, card)[0], plain))
    assert wrong == set()


def test_every_field_of_an_action_means_the_same(tmp_path):
    rule = rule_that_tells(tmp_path, contract.ACTION, "play", "action")
    plan, units = sample_plan(), sample_units(sample_plan())
    native = Native(rule, plan, (0,))
    knob = knob_stretch("play", "play")
    for seed in range(10):
        situation = Situation(plan, units, random.Random(seed), "play")
        for record in situation.asked("play"):
            for number, (name, *_) in enumerate(contract.ACTION):
                native.block[knob] = number
                assert native.answer(situation, record) == (float(getattr(Action(record), name)),), name


def test_no_name_is_in_one_view_only():
    names = {name for name, *_ in contract.GAME}
    plain = {name for name in dir(Game) if not name.startswith("_") and name not in ("NAMES", "WHAT")}
    assert plain == names
    loads = {*view.GAME_WORDS, *view.KIND_WORDS, *view.KIND_FLAGS}
    assert loads < names and set(UNIT_METHODS) < names
    assert {*view.ACTION_WORDS, *view.LAZY_ACTION_WORDS} == {name for name, *_ in contract.ACTION}
    assert set(Record.__dataclass_fields__) == {name for name, *_ in contract.ACTION}


def test_no_word_of_the_library_can_be_reached():
    """FRM-2: no attribute is a word that orders unseen cards, and no index leads from one table into another."""
    hidden = range(layout.LIBRARY, layout.LOOK_CARD)
    words = [*view.GAME_WORDS.values(), *(first + card for first in view.KIND_WORDS.values() for card in range(144))]
    assert not [word for word in words if word in hidden]


@pytest.mark.parametrize("card", [-1, 144, 10**9, -(10**12)])
@pytest.mark.parametrize("name", ["in_hand", "is_land", "payable_lands", "castable_next", "kept_of"])
def test_a_card_outside_is_an_index_error_in_both(tmp_path, name, card):
    path = tmp_path / "mine.py"
    path.write_text(
        f"from analyzer.rules import *\n@scry_rule('x')\ndef rule(game, card):\n    return game.{name}({card})\n"
    )
    rule = registry.find_any(f"{path}:rule")
    situation = Situation(sample_plan(), sample_units(sample_plan()), random.Random(1), "scry")
    for ask in (
        lambda: Native(rule, sample_plan(), ()).answer(situation, 0),
        lambda: rule.function(Game(situation), 0),
    ):
        with pytest.raises(IndexError, match="numbered 0 to 143"):
            ask()


def test_a_name_that_is_not_there_is_named_with_the_nearest():
    with pytest.raises(AttributeError, match=r"a game has no 'land_in_hand'; did you mean lands_in_hand"):
        _ = Game(Table(plan_of(TEMPLES))).land_in_hand
    with pytest.raises(AttributeError, match=r"an action has no 'manna'; did you mean mana"):
        _ = Action(None).manna


def test_a_view_cannot_be_written():
    with pytest.raises(AttributeError):
        Game(Table(plan_of(TEMPLES))).turn = 3


EXPRESSIONS = [
    "n >= 7 and kept lands in 2..5",
    "kept lands + mulligans >= 3 or seat",
    'not (had any("Opt", "Preordain") >= 2) and first seven lands != 3',
    "sources(W) had >= 2 and sources(U) had >= 1",
    "had @land >= 2 and had @nonland >= 3 or kept cards <= 4",
    "(kept lands == 2 or kept lands == 4) and not (seat or mulligans)",
    "had [creature] >= 1 or (had [instant] and not kept lands >= 5)",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_is_the_same_in_both_engines(text):
    from analyzer.rule_values import bound_value

    rule = registry.find("keep", "when")
    expr = bound_value(Expression(text), rule.mark.knobs[0], sample_plan(), "keep rule 'when'")
    native = Native(rule, sample_plan(), (expr,))
    answers = set()
    for seed in range(120):
        situation = Situation(sample_plan(), sample_units(sample_plan()), random.Random(seed), "keep")
        plain = holds(expr, Game(situation))
        assert native.answer(situation, None) == (float(plain),), (seed, text)
        answers.add(plain)
    assert answers == {True, False}, "the expression does not tell hands apart"


def test_many_expressions_and_sets_share_one_table():
    from analyzer.rule_tables import Tables
    from analyzer.rule_values import bound_value

    tables, knob = Tables(), registry.find("keep", "when").mark.knobs[0]
    exprs = [bound_value(Expression(text), knob, sample_plan(), "x") for text in EXPRESSIONS]
    firsts = [tables.expression(expr) for expr in exprs]
    assert len(set(firsts)) == len(firsts) and tables.card_set(frozenset({1})) == tables.card_set(frozenset({1}))
    # a test leads to lower rows only, so every expression ends
    assert all(target < row for row, words in enumerate(tables.rows) if words[0] == 0 for target in words[3:])


def test_too_many_card_sets_are_refused():
    from analyzer.errors import InputError
    from analyzer.rule_tables import Tables

    tables = Tables()
    with pytest.raises(InputError, match="more than 64 card sets"):
        for kind in range(65):
            tables.card_set(frozenset({kind}))


def test_a_coin_is_fair_and_stays_for_one_decision(tmp_path):
    path = tmp_path / "coin.py"
    path.write_text(
        "from analyzer.rules import *\n@keep_rule('x')\ndef rule(game):\n    return game.coin() + 2 * game.coin()\n"
    )
    rule = registry.find_any(f"{path}:rule")
    native = Native(rule, sample_plan(), ())
    seen = [native.answer(Situation(sample_plan(), sample_units(sample_plan()), random.Random(seed), "keep"), None)[0]
            for seed in range(400)]  # fmt: skip
    assert set(seen) == {0.0, 3.0}
    assert 150 < seen.count(3.0) < 250  # 400 flips: 5 standard errors
    assert check_rule(rule, 50).passed
