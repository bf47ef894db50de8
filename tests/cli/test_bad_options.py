"""Options that are wrong, empty, contradictory or huge: one line that names option, value and remedy; exit code 2."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.command import called, scryworth

DECK = "24 land, 36 blank"
FEW = ("--games", "10")

WRONG = {
    "a turn too few": (["--turns", "0"], "--turns: write a whole number from 1 to 100, not 0"),
    "a negative seed": (["--seed", "-1"], "--seed: write a whole number from 0 to"),
    "a huge seed": (["--seed", str(2**64)], "--seed: write a whole number from 0 to"),
    "a huge number of games": (["--games", str(10**30)], "--games: write a whole number from 1 to"),
    "no games": (["--games", "0"], "--games: write a whole number from 1 to"),
    "no players": (["--players", "0"], "--players: write a whole number from 1 to 8, not 0"),
    "life below zero": (["--life", "-3"], "--life: write a whole number from 1 to 1,000, not -3"),
    "a chance that is none": (["--survive", "nan"], "--survive: write a number from 0 to 1, not nan"),
    "a chance above one": (["--survive", "1.5"], "--survive: write a number from 0 to 1, not 1.5"),
    "a negative hand": (["--hand", "-1"], "--hand: write a whole number from 0 to 100, not -1"),
    "a hand larger than the deck": (["--hand", "61"], "the main deck has 60 cards"),
    "a hand as large as the deck": (["--hand", "60"], "--hand: a hand of 60 could be mulliganed 60 times"),
    "fewer slots than cards": (["--slots", "5"], "--slots: 5 is fewer than the 60 cards of the list"),
    "an unknown stratum": (["--by", "bogus"], "--by: measure 'bogus', column 1: 'bogus' is not a measure"),
    "an empty stratum": (["--by", ""], "--by: a measure is empty"),
    "an unknown measure": (["--measure", "land hed"], "--measure: measure 'land hed', column 1"),
    "an empty measure": (["--measure", " "], "--measure: a measure is empty"),
    "a misspelt goal": (["-g", "landz >= 4 by turn 4"], "--goal: goal 'landz >= 4 by turn 4', column 1"),
    "an empty goal": (["-g", ""], "--goal: a goal is empty"),
    "a goal after the last turn": (["-g", "lands >= 4 by turn 9"], "--goal: goal lands >= 4 by turn 9: asks about turn 9"),
    "an unknown keep rule": (["--keep", "castabel"], "--keep: there is no keep rule 'castabel'; did you mean castable?"),
    "an empty keep rule": (["--keep", ""], "--keep: no keep rule is named; there are always, castable"),
    "an empty scry rule": (["--scry", " "], "--scry: no scry rule is named; there are bottom-all"),
    "an empty pick rule": (["--pick", ""], "--pick: no pick rule is named"),
    "no expression": (["--keep", "when:"], "--keep: 'when:': nothing follows the colon"),
    "an unknown knob": (["--scry", "lands-until:land=3"], "--scry: scry rule 'lands-until': has no knob 'land'"),
    "a knob without a value": (["--scry", "lands-until:lands="], "knob lands is a whole number, not ''"),
    "a misspelt choice": (["--seat", "pley"], "'--seat': 'pley' is not one of 'play', 'draw'; did you mean play?"),
    "a misspelt option": (["--sed", "5"], "No such option '--sed'"),
    "an empty opening hand": (["--start-hand", ""], "--start-hand: no card is named"),
    "a hand of other cards": (["--start-hand", "Opt"], "--start-hand: 'Opt' is not in the deck"),
    "an empty free effect": (["--free", ""], "--free '': write PROGRAM on turns N..M"),
    "a free effect on turn 0": (["--free", "scry 1 on turn 0"], "--free: turns '0': turns go from 1 to 100"),
    "a free effect for ever": (["--free", "scry 1 on turns 1..99999999"], "turns go from 1 to 100"),
    "turns backwards": (["--free", "scry 1 on turns 5..1"], "the first of a range before its last"),
    "a free effect of nothing": (["--free", "zzz on turn 1"], "--free: 'zzz'"),
    "a chance of three dots": (["--free", "scry 1 on turn 1 chance ..."], "--free: chance '...': write a share"),
    "a group without cards": (["--group", "key="], "--group 'key=': write WORD='Card A, Card B'"),
    "a group of other cards": (["--group", "key=Opt"], "--group: 'Opt' is not in the deck"),
    "a group twice": (["--group", "k=land", "--group", "k=blank"], "--group k: this word is set twice"),
    "a setting without a sign": (["--set", "run.turns"], "--set 'run.turns': write key=value"),
    "a setting without a value": (["--set", "run.turns="], "--set run.turns: no value is given"),
    "a misspelt setting": (["--set", "run.turn=5"], "--set run.turn: unknown key; did you mean turns?"),
    "a setting of no table": (["--set", "rnu.turns=5"], "--set rnu.turns: no such key; did you mean run?"),
    "a setting twice": (["--turns", "4", "--set", "run.turns=5"], "--set run.turns: this key is set twice"),
    "a setting of a wrong type": (["--set", "table.draws=maybe"], "--set table.draws: write true or false, not 'maybe'"),
    "both and one seat": (["--both", "--seat", "draw"], "--both and --seat draw contradict each other"),
    "weights that do not sum to 1": (["--both", "--weights", "0.5,0.9"], "the shares sum to 1.4"),
    "weights that are no numbers": (["--both", "--weights", "nan,1"], "--weights 'nan,1': write two shares"),
    "weights of one seat": (["--weights", "0.6,0.4"], "--weights are for the mixture of both seats: add --both"),
    "no precision": (["--precision", "0"], "--precision 0: write a half-width in points"),
    "a precision that is none": (["--precision", "nan"], "--precision nan: write a half-width in points"),
    "two formats": (["-o", "x.csv", "--format", "json"], "-o x.csv names the format csv, --format asks for json"),
    "an unknown ending": (["-o", "x.doc"], "-o x.doc: the ending .doc is not one of .txt, .csv"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "expected"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_option_is_named_with_its_value_and_the_remedy(options, expected):
    done = called("run", DECK, *FEW, *options)
    assert done.code == 2 and done.out == ""
    assert expected in done.err, done.err
    (line,) = done.err.splitlines()
    assert line.startswith("scryworth: ")


@pytest.mark.parametrize("command", ["run", "value", "compare", "replay"])
def test_every_command_that_plays_checks_its_output_before_it_plays(command, tmp_path):
    (tmp_path / "folder.md").mkdir()
    for place, code, expected in (
        (tmp_path / "folder.md", 3, "it is a folder; name a file in it"),
        (tmp_path / "none" / "x.md", 3, "does not exist; choose another place or make it"),
        (tmp_path / "x.xyz", 2, "the ending .xyz is not one of"),
    ):
        done = called(command, DECK, "--turns", "0", "-o", place)  # refused for its place, not for its turns
        assert (done.code, done.out) == (code, "") and expected in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["folder.md"]


@pytest.mark.parametrize(
    ("words", "near"), [(["rnu"], "did you mean run?"), (["deck", "chekc"], "check"), (["study", "exprot"], "export")]
)
def test_a_misspelt_command_is_told_the_nearest(words, near):
    done = called(*words)
    assert done.code == 2 and near in done.err and len(done.err.splitlines()) == 1


def test_a_deck_beside_a_plan_in_another_folder_is_looked_for_here(tmp_path, monkeypatch):
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "p.toml").write_text('[deck]\ncounts = "9 land"\n[run]\ngoals = ["lands >= 1 by turn 1"]\n')
    (tmp_path / "mine.txt").write_text("30 Island\n10 Opt\n")
    monkeypatch.chdir(tmp_path)
    done = called("run", "mine.txt", "--plan", "plans/p.toml", *FEW)
    assert done.code == 0 and "40 cards" in done.out


@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown", "parquet"])
def test_a_full_disk_is_one_line_and_exit_code_3(format):
    done = to("/dev/full", "run", DECK, *FEW, "--quiet", "--format", format)
    assert done.returncode == 3
    (line,) = done.stderr.decode().splitlines()
    assert line == "scryworth: standard output: No space left on device; make room or choose another place"


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["--version"], ["strategies", "list"], ["odds", "4"]])
def test_help_and_lists_on_a_full_disk_too(words):
    done = to("/dev/full", *words)
    assert done.returncode == 3 and len(done.stderr.decode().splitlines()) == 1


@pytest.mark.parametrize("words", [["--help"], ["strategies", "list"], ["cards", "find", "a"], ["run", DECK, *FEW]])
def test_a_reader_that_closes_the_pipe_ends_the_command_quietly(words):
    command = [sys.executable, "-c", "from analyzer.cli import main; main()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        said = process.stderr.read().decode()
        process.wait(120)
    assert process.returncode == 0
    assert all(line.startswith("note: ") for line in said.splitlines()), said


def test_closed_streams_are_as_good_as_the_bin():
    for redirect in (">&-", "2>&-", ">&- 2>&-"):
        line = f'"{sys.executable}" -c "from analyzer.cli import main; main()" odds 4 {redirect}'
        assert subprocess.run(["sh", "-c", line], capture_output=True, check=False).returncode == 0


def to(place, *words):
    command = [sys.executable, "-c", "from analyzer.cli import main; main()", *words]
    with open(place, "wb") as sink:  # noqa: PTH123 - a device
        return subprocess.run(command, stdout=sink, stderr=subprocess.PIPE, check=False, timeout=300)


def test_more_different_cards_than_a_game_has_room_for_are_refused_with_the_remedy(tmp_path):
    listed = scryworth("cards", "find", "of the").out.splitlines()
    path = tmp_path / "big.txt"
    path.write_text("".join(f"1 {name}\n" for name in listed[:195]), encoding="utf-8")
    done = called("run", path, *FEW)
    assert done.code == 2 and "195 different cards" in done.err and "take 67 out" in done.err
    path.write_text("".join(f"1 {name}\n" for name in listed[:128]), encoding="utf-8")
    done = called("run", path, *FEW, "-g", "lands >= 1 by turn 4")
    assert done.code in (0, 2) and "different cards" not in done.err


def test_a_singleton_list_with_commander_companion_and_sideboard_is_played(tmp_path):
    listed = scryworth("cards", "find", "of the").out.splitlines()
    names = [name for name in listed if "//" not in name]
    lines = ["Commander", "1 Niko Aris", "", "Companion", "1 Lurrus of the Dream-Den", "", "Deck"]
    lines += [f"1 {name}" for name in names[:99]] + ["", "Sideboard", *(f"1 {name}" for name in names[100:120])]
    path = tmp_path / "edh.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    done = called("run", path, *FEW)
    assert done.code == 0, done.err
