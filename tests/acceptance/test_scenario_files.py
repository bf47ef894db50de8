"""The scenario reader and runner: examples of the documentation, and every kind of bad file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import analyzer.rulebook
from analyzer.cli.scenario import command
from analyzer.errors import InputError
from analyzer.rulebook.scenario import distribution
from analyzer.rulebook.scenario.reader import parse_scenarios, read_scenarios
from analyzer.rulebook.scenario.report import lines_of
from analyzer.rulebook.scenario.run import run
from tests.support.command import scryworth

GUIDE = Path(analyzer.rulebook.__file__).parent / "SCENARIOS.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
GOOD = '[me]\nlibrary = "A B C"\n[[do]]\nact = "free scry1"\ndecide = ["scry bottom A"]\n[expect]\nlibrary = "B C A"\n'


@pytest.mark.parametrize("text", EXAMPLES, ids=[re.search(r'id = "(.*?)"', text).group(1) for text in EXAMPLES])
def test_examples_of_the_guide(text: str) -> None:
    for scenario in parse_scenarios(text):
        result = run(scenario)
        assert result.met, "\n".join(lines_of(result, log=True))


def test_the_guide_has_three_examples() -> None:
    assert len(EXAMPLES) == 3


# what is changed in GOOD, and words that the message must hold
BAD = {
    "unknown top key": ("[expect]", "turns = 3\n[expect]", ["turns"]),
    "unknown player key": ("[me]\n", '[me]\nlibary = "A"\n', ["line 2", "libary", "library"]),
    "unknown expect key": ('library = "B C A"', 'handd = "A"', ["line 7", "handd", "hand"]),
    "unknown act": ("free scry1", "fre scry1", ["line 4", "fre scry1", "free"]),
    "unknown step of a program": ("free scry1", "free scri1", ["line 4", "scri", "scry"]),
    "unknown decision": ("scry bottom A", "scri bottom A", ["line 5", "scri", "scry"]),
    "missing decision": ('decide = ["scry bottom A"]\n', "", ["line 4", "missing", "scry top"]),
    "decision left over": ('"scry bottom A"]', '"scry bottom A", "may yes"]', ["line 5", "left over", "may yes"]),
    "card not looked at": ("scry bottom A", "scry bottom B", ["line 5", "B is not among A"]),
    "unknown card": ('"A B C"', '"A Optt B"', ["line 2", "Optt"]),
    "unknown moment": ("free scry1", "advance to upkep", ["upkep", "upkeep"]),
    "unknown modifier": ("free scry1", "free scry1 X=1 kickd", ["line 4", "kickd", "kicked"]),
    "unknown counter": ('library = "B C A"', "count = { scry_event = 1 }", ["line 7", "scry_event", "scry_events"]),
    "expects nothing": ('[expect]\nlibrary = "B C A"\n', "", ["expects nothing"]),
    "not TOML": ("[expect]", "[expect", ["not valid TOML"]),
    "unknown target": ("free scry1", "free damage1 on Bearr", ["line 4", "Bearr"]),
    "unknown seat": ("free scry1", "attack X at p9", ["X"]),
    "unknown script": ("free scry1", "script kill A", ["line 4", "kill"]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_say_where_and_what(name: str) -> None:
    old, new, words = BAD[name]
    assert old in GOOD
    with pytest.raises(InputError) as wrong:
        for scenario in parse_scenarios(GOOD.replace(old, new), "bad.toml"):
            run(scenario)
    assert all(word in str(wrong.value) for word in ["bad.toml", *words]), str(wrong.value)


def test_unmet_expectations_are_shown_and_end_with_1(tmp_path: Path) -> None:
    path = tmp_path / "unmet.toml"
    path.write_text(GOOD.replace('"B C A"', '"A B C"'), encoding="utf-8")
    done = CliRunner().invoke(command, [str(path)])
    assert done.exit_code == 1
    assert "library: expected A B C, found B C A" in done.output
    assert "0 of 1 scenarios met" in done.output


def test_met_scenarios_end_with_0(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert done.exit_code == 0
    assert "1 of 1 scenarios met" in done.output


# a variant of GOOD that must be unmet: the comparison can fail
UNMET = {
    "graveyard": 'graveyard = "A"',
    "hand": 'hand = "A"',
    "life": "life = 19",
    "lost": 'lost = "decked"',
    "count": "count = { scry_events = 2 }",
    "order": 'order = ["tobottom A", "look A"]',
    "event": "count = { totop = 1 }",
    "mana": 'mana = "G"',
    "ring": "ring = { temptations = 1 }",
    "power": 'power.Bear = "2/2"',
    "role": "role.Bear = 1",
    "tapped": 'tapped = ["Island"]',
    "other seat": "p2.life = 19",
    "stack": 'stack = "Opt"',
    "battlefield": 'battlefield = ["Shard"]',
    "lost turn": "lost_turn = 3",
    "step": 'step = "end"',
    "legendary": 'legendary = ["Opt"]',
}


@pytest.mark.parametrize("name", UNMET)
def test_each_kind_of_expectation_can_fail(name: str) -> None:
    text = GOOD.replace('library = "B C A"', UNMET[name])
    assert not run(parse_scenarios(text)[0]).met


def test_an_illegal_act_is_unmet_and_a_wrong_statement_too() -> None:
    text = (
        '[me]\nhand = "2 Forest"\n[[do]]\nact = "play Forest"\n[[do]]\nact = "play Forest"\n[expect]\nhand = "Forest"\n'
    )
    refused = run(parse_scenarios(text)[0])
    assert "TRN-5" in refused.steps[1].differences[0]
    expected = text.replace('Forest"\n[expect]', 'Forest"\nillegal = "SIC-1"\n[expect]')
    assert "expected to be refused by SIC-1" in run(parse_scenarios(expected)[0]).steps[1].differences[0]
    right = text.replace('Forest"\n[expect]', 'Forest"\nillegal = "TRN-5"\n[expect]')
    assert run(parse_scenarios(right)[0]).met


def test_a_legal_act_that_should_be_refused_is_unmet() -> None:
    text = '[me]\nhand = "Forest"\n[[do]]\nact = "play Forest"\nillegal = "TRN-5"\n'
    assert "but it is legal" in run(parse_scenarios(text)[0]).steps[0].differences[0]


@pytest.mark.parametrize(("value", "met"), [("2/5", True), ("0.4", True), ("1/3", False)])
def test_exact_shares_are_compared_as_fractions(value: str, met: bool) -> None:
    text = (
        '[me]\nunknown = "2 land, 3 blank"\n[distribution]\narrangements = "all"\n[[do]]\nact = "free draw1"\n'
        f'[[share]]\ngoal = "lands had >= 1 on turn 1"\nis = "{value}"\n'
    )
    assert run(parse_scenarios(text)[0]).met is met


@pytest.mark.parametrize(("value", "met"), [("2/5", True), ("1/2", False)])
@pytest.mark.parametrize("few", [5_000, 0], ids=["enumerated", "sampled"])
def test_games_agree_with_a_share_within_the_alarm(
    value: str, met: bool, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distribution, "FEW_BRANCHES", few)
    text = (
        '[me]\nunknown = "2 land, 3 blank"\n[distribution]\ngames = 2000\nalarm = 1e-6\n[[do]]\nact = "free draw1"\n'
        f'[[share]]\ngoal = "lands had >= 1 on turn 1"\nis = "{value}"\n'
    )
    result = run(parse_scenarios(text)[0])
    assert result.met is met
    assert ("2000 games" in result.answers[0]) is (few == 0)


def test_an_optimum_is_worked_out() -> None:
    text = (
        '[me]\nunknown = "3 land, 5 blank"\n[distribution]\narrangements = "all"\n[[do]]\nact = "free scry2; draw2"\n'
        '[[share]]\ngoal = "lands had == 2 on turn 1"\nis = "5/14"\noptimum = true\n'
    )
    assert run(parse_scenarios(text)[0]).met
    assert not run(parse_scenarios(text.replace("5/14", "6/14"))[0]).met


SPELLINGS = sorted((Path(__file__).parent / "spellings").glob("*.toml"))  # other ways to write the same things


@pytest.mark.parametrize("path", SPELLINGS, ids=[path.stem for path in SPELLINGS])
def test_other_spellings(path: Path) -> None:
    for scenario in read_scenarios(path):
        result = run(scenario)
        assert result.met, "\n".join(lines_of(result, log=True))


def test_wrong_files_and_situations_do_not_keep_the_others_from_running(tmp_path: Path) -> None:
    """All that is wrong is said at the end, a situation of several by its name; exit code 2."""
    good = (
        'id = "G-1"\n[me]\nlibrary = "A B C"\n[[do]]\nact = "free scry1"\ndecide = ["scry top A"]\n'
        '[expect]\nlibrary = "A B C"\n'
    )
    (tmp_path / "a.toml").write_text('idd = "x"\n')
    (tmp_path / "b.toml").write_bytes(bytes(range(200, 256)))
    (tmp_path / "c.toml").write_text(good + '[[variant]]\nname = "odd"\ndo = [{ act = "activate Nobody" }]\n')
    done = scryworth("scenario", tmp_path)
    assert done.code == 2 and "G-1" in done.out
    a, b, c = done.err.strip().splitlines()
    assert "a.toml line 1: 'idd'" in a and "b.toml is not text" in b
    assert "c.toml" in c and c.endswith("(situation G-1/odd)")
