"""Rules by name: entry points, modules and files, nearest names, digests that notice edited helpers."""

from __future__ import annotations

import sys

import pytest

from analyzer import registry
from analyzer.errors import InputError, RunError
from analyzer.plan.model import RuleChoice
from analyzer.rule_files import listed
from tests.support.views import TEMPLES, plan_of

PLAN = plan_of(TEMPLES, 'had "Opt" by turn 4')
RULE = """
from analyzer.rules import scry_rule
from helper import enough

@scry_rule("mine")
def mine(game, card, lands=4):
    return game.is_land(card) == (not enough(game, lands))
"""
HELPER = "def enough(game, lands):\n    return game.lands_had >= lands\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A current folder with a rule file and a helper beside it."""
    (tmp_path / "mine.py").write_text(RULE)
    (tmp_path / "helper.py").write_text(HELPER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_entry_point_is_the_rule_it_says():
    assert len(listed()) >= 20
    for each in listed():
        rule = registry.find(each.kind, each.name)
        assert (rule.mark.kind, rule.mark.name) == (each.kind, each.name) and rule.shipped
        assert (rule.function.__doc__ or "").strip(), f"{each.name} does not say what it does"


def test_listing_imports_no_rule_module():
    import subprocess

    code = (
        "from analyzer.rule_files import listed, first_sentence; import sys;"
        "texts = [first_sentence(each.target) for each in listed()]; assert len(texts) >= 20 and all(texts), texts;"
        "print([m for m in sys.modules if m.startswith('strategies.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("role", "name", "said"),
    [
        ("scry", "land-until", "there is no scry rule 'land-until'; did you mean lands-until?"),
        ("keep", "karsten2022", "did you mean karsten-2013, karsten-2018, karsten-2022?"),
        ("keep", "lands-until", "there is no keep rule 'lands-until'"),
        ("mull_look", "nonsense", "there is no mull look rule 'nonsense'"),
        ("scry", "gone.py:mine", "there is no rule file"),
        ("scry", "mine.py:min", "has no rule 'min'; did you mean mine?"),
        ("scry", "mine.py:enough", "is not marked as a rule; write one of @keep_rule"),
        ("keep", "mine.py:mine", "is a scry rule; it cannot be the keep rule"),
        (
            "scry",
            "no_such_module:rule",
            "there is no Python module 'no_such_module', neither in the current folder nor",
        ),
    ],
)
def test_what_is_not_there_is_named(folder, role, name, said):
    with pytest.raises(InputError) as caught:
        registry.find(role, name)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def rule(:\n", "line 1: this is no Python: invalid syntax"),
        ("\n\nimport nothing_like_this\n", "line 3: there is no Python module 'nothing_like_this'"),
        ("x = 1\ny = x / 0\n", "line 2: ZeroDivisionError"),
        (
            "from analyzer.rules import keep_rule\n@keep_rule('a')\ndef f(game, k='x'):\n    return 1\n",
            "is of no knob type",
        ),
    ],
)
def test_a_file_that_fails_is_named_with_its_line(tmp_path, source, said):
    (tmp_path / "bad.py").write_text(source)
    with pytest.raises(InputError) as caught:
        registry.find("keep", f"{tmp_path / 'bad.py'}:rule")
    assert said in str(caught.value) and "bad.py" in str(caught.value)


def test_the_folder_of_the_plan_comes_first(tmp_path):
    (tmp_path / "mine.py").write_text(RULE)
    (tmp_path / "helper.py").write_text(HELPER)
    rule = registry.find("scry", "mine.py:mine", tmp_path)
    assert rule.name == "mine.py:mine" and not rule.shipped and rule.path == tmp_path / "mine.py"


def test_a_module_of_the_current_folder_is_found(folder):
    (folder / "own_rules.py").write_text(RULE)
    try:
        assert registry.find("scry", "own_rules:mine").mark.name == "mine"
    finally:
        for name in ("own_rules", "helper"):
            sys.modules.pop(name, None)


def test_an_edited_helper_is_another_rule_and_is_run(folder):
    first = registry.find("scry", "mine.py:mine")
    (folder / "helper.py").write_text(HELPER.replace(">=", ">"))
    second = registry.find("scry", "mine.py:mine")
    assert first.digest != second.digest
    names = (
        first.function.__globals__["enough"].__code__.co_code,
        second.function.__globals__["enough"].__code__.co_code,
    )
    assert first.function is not second.function and names[0] is not names[1]
    assert "helper" not in sys.modules


def test_the_digest_is_about_the_sources_only(folder):
    first = registry.find("scry", "mine.py:mine").digest
    (folder / "mine.py").write_bytes(RULE.replace("\n", "\r\n").encode())
    (folder / "unrelated.py").write_text("x = 1\n")
    assert registry.find("scry", "mine.py:mine").digest == first


def test_a_choice_is_written_out_in_full():
    choice = registry.choose("keep", "lands-between:k6=2..5", PLAN)
    assert dict(choice.knobs) == {"k7": "2-5", "k6": "2-5", "k5": "2-4", "k4": "0-4", "free7": "3-5"}
    rule = registry.rule_of(choice)
    assert rule.digest == choice.digest == registry.choose("keep", "lands-between", PLAN).digest
    assert registry.values_of(choice, rule, PLAN)[1] == (2, 5)


def test_a_user_rule_is_found_again_from_anywhere(folder, monkeypatch, tmp_path_factory):
    choice = registry.choose("scry", "mine.py:mine:lands=3", PLAN)
    assert choice.name == "mine.py:mine" and choice.path == str(folder / "mine.py")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert registry.rule_of(choice).digest == choice.digest


def test_a_rule_that_changed_under_a_run_is_an_error(folder):
    choice = registry.choose("scry", "mine.py:mine", PLAN)
    (folder / "helper.py").write_text(HELPER.replace(">=", ">"))
    with pytest.raises(RunError, match="has changed since the plan was read"):
        registry.rule_of(choice)


@pytest.mark.parametrize(
    ("role", "text", "said"),
    [
        ("scry", "find:cards=Optt", "scry rule 'find': knob cards: Optt is no card of the deck; did you mean Opt?"),
        ("scry", "find:cards=@group:kay", "there is no group @kay"),
        ("keep", "when:kept landz >= 2", "keep rule 'when': knob condition"),
        ("keep", "when:lands >= 2 by turn 3", "keep rule 'when': knob condition"),
        ("scry", "auto:lands=3", "scry rule 'auto' has no knobs"),
        ("scry", "lands-until:land=3", "scry rule 'lands-until': has no knob 'land'; did you mean lands?"),
    ],
)
def test_knobs_are_checked_against_the_deck(role, text, said):
    with pytest.raises(InputError) as caught:
        registry.choose(role, text, PLAN)
    assert said in str(caught.value)


def test_card_sets_mean_kinds():
    choice = registry.choose("scry", 'find:cards="Temple of Epiphany" + opt + @goal', PLAN)
    names = {PLAN.kinds[kind].name for kind in registry.values_of(choice, registry.rule_of(choice), PLAN)[0]}
    assert names == {"Temple of Epiphany", "Opt"}
    lands = registry.values_of(RuleChoice("scry", "find", (("cards", "@land"),)), registry.find("scry", "find"), PLAN)
    assert {PLAN.kinds[kind].name for kind in lands[0]} == {"Temple of Epiphany", "Island", "Plains", "Mountain"}
