"""Plan files that are wrong: every key misspelt, every wrong type, each with its file, line, key and remedy."""

from __future__ import annotations

import difflib
import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from analyzer.plan.problems import _fields, _model_in
from analyzer.plan.schema import PlanFile
from tests.support.command import called

SECTIONS = {
    name: inner for name, entry in _fields(PlanFile).items() if (inner := _model_in(entry.annotation)) is not None
}
MANY = ("free", "mute", "script")  # [[free]]: several tables
KEYS = [(section, key) for section, model in SECTIONS.items() for key in _fields(model)]
TOP = [name for name in _fields(PlanFile) if name not in SECTIONS]
# One value of every type that TOML and JSON share.
VALUES = {
    "text": "zzz",
    "empty text": "",
    "whole": 7,
    "negative": -3,
    "huge": 10**30,
    "fraction": 0.5,
    "truth": True,
    "list": [],
    "texts": ["zzz"],
    "numbers": [0],
    "table": {"zzz": 1},
}


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def plan_text(section, key, value):
    """A plan with one key, which stands on line 4; the deck is there unless the key is one of its own."""
    head = f"[[{section}]]" if section in MANY else f"[{section}]" if section else ""
    lines = ["# a plan", "format = 1", head, f"{key} = {toml(value)}"]
    if section == "free" and key != "turns":
        lines.append("turns = [1]")
    if section in ("free", "script") and key != "do":
        lines.append('do = "remove best creature"' if section == "script" else 'do = "scry1"')
    if section == "script" and key != "turn":
        lines.append("turn = 2")
    if section == "mute" and key != "source":
        lines.append('source = "Opt/cast"')
    if section != "deck":
        lines += ["[deck]", 'counts = "24 land, 36 blank"']
    elif key == "slots":
        lines.append('counts = "24 land, 36 blank"')
    return "\n".join([*lines, ""])


def asked(tmp_path, text, suffix="toml"):
    path = tmp_path / f"p.{suffix}"
    path.write_text(text, encoding="utf-8")
    return called("run", "--plan", path, "--games", "1")


def misspelt(word):
    return word[:-1] + "xq" if len(word) > 3 else word + "q"


@pytest.mark.parametrize(("section", "key"), KEYS, ids=lambda part: str(part))
def test_a_misspelt_key_of_a_section_names_the_section_its_line_and_the_nearest_key(tmp_path, section, key):
    done = asked(tmp_path, plan_text(section, misspelt(key), 1))
    assert done.code == 2 and done.out == ""
    (line,) = [each for each in done.err.splitlines() if "unknown key" in each]
    place = f"{section}[1]" if section in MANY else section
    assert f"p.toml line 4: unknown key '{place}.{misspelt(key)}'" in line
    known = list(_fields(SECTIONS[section]))
    if difflib.get_close_matches(misspelt(key), known, 3, 0.6):
        assert key in line.partition("did you mean")[2]
    else:
        assert all(each in line.partition("; known: ")[2] for each in known)


@pytest.mark.parametrize("key", [*SECTIONS, *TOP, "strategyy", "strong", "list[str]", "str"])
def test_a_misspelt_key_at_the_top_is_one_line(tmp_path, key):
    wrong = misspelt(key) if key in (*SECTIONS, *TOP) else key
    done = asked(tmp_path, f'"{wrong}" = 1\n[deck]\ncounts = "24 land, 36 blank"\n')
    assert done.code == 2
    (line,) = done.err.splitlines()
    assert line.startswith("scryworth: ") and f"p.toml line 1: unknown key '{wrong}'" in line
    assert "did you mean" in line or "known: card, deck" in line


@pytest.mark.parametrize("suffix", ["toml", "json"])
@pytest.mark.parametrize(
    ("section", "key"), [*KEYS, *((s, None) for s in SECTIONS), *((None, t) for t in TOP)], ids=str
)
def test_a_value_of_a_wrong_type_names_its_place_and_what_may_be_written(tmp_path, section, key, suffix):
    for what, value in VALUES.items():
        if section is None or key is None:
            word = key or section
            data = {word: value, **({} if word == "deck" else {"deck": {"counts": "24 land, 36 blank"}})}
            text = "\n".join(f"{name} = {toml(each)}" for name, each in data.items())
        else:
            text = plan_text(section, key, value)
            data = {"format": 1, "deck": {"counts": "24 land, 36 blank"}} if section != "deck" else {"format": 1}
            data[section] = [{key: value}] if section in MANY else {key: value}
        done = asked(tmp_path, text if suffix == "toml" else json.dumps(data, indent=0), suffix)
        assert done.code in (0, 2), (what, done.err)
        if done.code == 0:
            continue
        for line in done.err.removeprefix("scryworth: ").splitlines():
            assert not any(word in line for word in ("Error", "NoneType", "dict", "Input should", "valid ", "<class"))
            named = section or key
            assert f"p.{suffix}" in line or "deck." in line or str(value) in line, line
            assert named in line or "deck." in line or str(value) in line, line


def as_models(annotation):
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


TREE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(string.printable, max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*SECTIONS, *TOP, *(k for _, k in KEYS)]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from([*SECTIONS, *TOP, "strategi"]), TREE, max_size=4))
def test_any_tree_of_keys_and_values_is_played_or_refused_in_lines_that_name_the_file(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("plan")
    done = asked(path, json.dumps({"deck": {"counts": "9 land, 9 blank"}, **data}), "json")
    assert done.code in (0, 2)
    assert "Traceback" not in done.err and "fault of the program" not in done.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[run\nturns = 1\n", "p.toml line 1 column 5: not valid TOML: expected ']'"),
        ("turns\n", "p.toml line 1 column 6: not valid TOML: expected '='"),
        ('[deck]\ncounts = "24 land\n', "p.toml line 2 column 18: not valid TOML: "),
        ("[run]\nturns = 3\nturns = 4\n", "p.toml line 3 column 10: not valid TOML: cannot overwrite a value"),
        ("x = " + "[" * 5000, "p.toml: no plan is nested so deep"),
        ("x = " + "9" * 5000, "p.toml: no plan is nested so deep or has numbers so long"),
    ],
)
def test_a_file_that_is_no_toml_says_where(tmp_path, text, expected):
    done = asked(tmp_path, text)
    assert done.code == 2 and expected in done.err and len(done.err.splitlines()) == 1


def test_lines_of_a_text_in_the_plan_are_not_taken_for_keys(tmp_path):
    text = '[deck]\ntext = """\n4 Opt\n[run]\nturns = 5\n"""\n[run]\nturns = "x"\n'
    assert "p.toml line 8: run.turns: write a whole number from 1 to 100, not 'x'" in asked(tmp_path, text).err
