"""Plans made again elsewhere: the same plan, or what is different in words."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from analyzer.cards import overlay
from analyzer.errors import RunError
from analyzer.plan import canonical
from analyzer.study.recipe import differences, from_mapping, rebuilt
from analyzer.study.resolved import load_study
from tests.support.studies import study, study_file

RULE = """from analyzer.rules import scry_rule
from helper import LIMIT


@scry_rule("mine")
def mine(game, card, lands=3):
    return game.lands_had < lands + LIMIT
"""
TEXT = """format = 1
[[plan]]
name = "a"
deck.file = "deck.txt"
strategy.scry = "rules/own.py:mine:lands=2"
swap = ["Opt -> Free Look"]
run.goals = ["lands >= 4 by turn 4"]
[[plan.card]]
name = "Free Look"
cost = "{0}"
types = "Sorcery"
abilities = "cast:scry1"
"""


def made(folder):
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "rules" / "own.py").write_text(RULE)
    (folder / "rules" / "helper.py").write_text("LIMIT = 1\n")
    (folder / "deck.txt").write_text("24 Island\n# looks\n36 Opt\n")
    return load_study(study_file(folder, TEXT)).named("a")


def test_a_recipe_needs_no_file_of_its_first_home(tmp_path):
    planned = made(tmp_path)
    text = planned.recipe.to_text()
    for name in ("rules/own.py", "rules/helper.py", "deck.txt", "study.toml"):
        (tmp_path / name).unlink()
    again = rebuilt(from_mapping(json.loads(text)))
    assert (again.plan_id, again.json, again.slots) == (planned.plan.plan_id, planned.plan.json, planned.plan.slots)


def test_the_rule_of_a_recipe_is_its_own_whatever_lies_in_the_current_folder(tmp_path, monkeypatch):
    plan = study(tmp_path).named("base").plan
    recipe = study(tmp_path).named("base").recipe
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "own.py").write_text("raise ValueError('another file of that name')\n")
    monkeypatch.chdir(tmp_path / "here")
    assert rebuilt(recipe).plan_id == plan.plan_id


@pytest.mark.parametrize("file", ["own.py", "helper.py"])
def test_an_edited_rule_is_another_plan_and_named(tmp_path, file):
    recipe = made(tmp_path).recipe
    sources = {**recipe.sources, file: recipe.sources[file] + "# edited\n"}
    with pytest.raises(
        RunError, match=rf"plan {recipe.plan_id} is another plan here: strategy scry own.py:mine digest is"
    ):
        rebuilt(replace(recipe, sources=sources))


def test_an_unknown_rule_is_named(tmp_path):
    recipe = study(tmp_path).named("base").recipe
    written = {**recipe.written, "strategy": {"keep": "colleague-rule"}}
    with pytest.raises(
        RunError, match=r"cannot be made on this machine: strategy\.keep: there is no keep rule 'colleague-rule'"
    ):
        rebuilt(replace(recipe, written=written))


def test_another_engine_version_is_named(tmp_path, monkeypatch):
    recipe = study(tmp_path).named("base").recipe
    monkeypatch.setattr(canonical, "ENGINE_VERSION", 99)
    with pytest.raises(RunError, match="another plan here: engine is 1 there and 99 here"):
        rebuilt(recipe)


def test_a_changed_card_is_named(tmp_path):
    recipe = made(tmp_path).recipe
    cards = [{**recipe.written["card"][0], "abilities": "cast:scry2"}]
    with pytest.raises(RunError, match="kinds Free Look abilities is cast:scry1 there and cast:scry2 here"):
        rebuilt(replace(recipe, written={**recipe.written, "card": cards}))


def test_many_differences_are_counted():
    first, second = ({"run": {str(n): n + more for n in range(9)}} for more in (0, 1))
    assert differences(json.dumps(first), json.dumps(second)).endswith("; and 6 more")


def test_a_changed_overlay_is_another_plan_and_the_old_chunks_stay(tmp_path, monkeypatch):
    text = 'format = 1\n[[plan]]\nname = "a"\ndeck.text = "30 Island\\n30 Magma Jet"\n'
    text += 'run.goals = ["lands >= 2 by turn 2"]\n'
    planned = study(tmp_path, text).named("a")
    sections = dict(overlay._sections())
    changed = sections["magma jet"].replace("scry2", "scry3")
    assert changed != sections["magma jet"]
    monkeypatch.setattr(overlay, "_sections", lambda: {**sections, "magma jet": changed})
    assert study(tmp_path, text).named("a").plan.plan_id != planned.plan.plan_id
    with pytest.raises(
        RunError, match=r"kinds Magma Jet abilities is cast:damage2\(target\);scry2.* there and .*scry3"
    ):
        rebuilt(planned.recipe)
