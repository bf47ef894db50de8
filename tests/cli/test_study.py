"""`scryworth study` and `reproduce` as a user meets them: stopped, killed, resumed, merged, made again."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer.cli import main
from tests.support.command import Done, scryworth
from tests.support.studies import PAIR, SINGLE, study_file

GAMES = 3 * 65_536 + 1_000
COMMAND = "from analyzer.cli import main; main()"


def command(*arguments, cwd=None):
    """As `scryworth`, in this process, which saves a start for each command."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(cwd or Path.cwd()),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "argv", ["scryworth", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
    return Done(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A study that was run to its end, and its exports."""
    place = tmp_path_factory.mktemp("study")
    study_file(place, PAIR, 70_000)
    done = command("study", "run", "study.toml", cwd=place)
    assert done.code == 0, done.err
    (place / "report.txt").write_text(done.out)
    for name in ("out.csv", "out.json", "out.parquet"):
        assert command("study", "export", "study.toml", "-o", name, cwd=place).code == 0
    return place


def test_the_report_has_a_table_by_axes_and_the_differences(folder):
    text = (folder / "report.txt").read_text()
    for part in (
        "seat by lands: lands had >= 4 by draw 4",
        "Minus base",
        "all 4 intervals hold together",
        "state: whole",
    ):
        assert part in text
    again = command("study", "report", "study.toml", cwd=folder)
    assert again.out == text and again.code == 0


def test_check_expands_and_plays_nothing(folder, tmp_path):
    done = command("study", "check", folder / "study.toml", "--no-probe")
    assert done.code == 0 and "25-draw" in done.out and "70,000 games of each plan" in done.out
    done = command("study", "check", study_file(tmp_path, SINGLE, 5_000))
    assert done.code == 0 and "time: about" in done.out and "5,000 to be played" in done.out
    assert [each.name for each in tmp_path.iterdir()] == ["study.toml"], "check leaves nothing behind"
    done = command("study", "check", folder / "study.toml")
    assert "nothing to play: the ledger has everything" in done.out


def test_the_shipped_study_has_sixty_plans():
    done = command("study", "check", "example:lands-temples", "--no-probe")
    assert done.code == 0 and ": 60 plans in 4 units" in done.out and "100,000 games of each plan" in done.out
    done = command("study", "check", "example:lands", "--no-probe")
    assert done.code == 2 and "the shipped studies are lands-temples" in done.err


def test_status_says_how_far_it_is(folder, tmp_path):
    done = command("study", "status", "study.toml", cwd=folder)
    assert done.code == 0 and "100 %" in done.out and "1 of 1 units whole" in done.out
    done = command("study", "status", study_file(tmp_path, SINGLE, 70_000), "--ledger", folder / "study.ledger")
    assert done.code == 0 and "not of this study: 4 plans and groups" in done.out


@pytest.mark.parametrize("name", ["out.csv", "out.json", "out.parquet"])
def test_a_row_is_made_again_to_the_last_bit(folder, name):
    for row in ("2", "8"):
        done = command("reproduce", name, row, cwd=folder)
        assert done.code == 0 and "the same to the last bit" in done.out, done.err


def test_a_changed_number_is_found_out(folder, tmp_path):
    content = json.loads((folder / "out.json").read_text())
    content["tables"]["rates"]["rows"][1][7] += 1e-9
    (tmp_path / "out.json").write_text(json.dumps(content))
    done = command("reproduce", tmp_path / "out.json", 2)
    assert done.code == 1 and "value" in done.err and "in the file" in done.out


def test_a_wrong_study_starts_nothing(tmp_path):
    path = study_file(tmp_path, PAIR.replace("table.seat", "table.seet").replace("format = 1", "format = 1\nspeed = 2"))
    for name in ("check", "run", "status", "report"):
        done = command("study", name, path)
        assert done.code == 2 and "unknown key 'speed'" in done.err and str(path) in done.err
    assert [each.name for each in tmp_path.iterdir()] == ["study.toml"]
    assert command("study", "report", study_file(tmp_path)).code == 2, "no ledger yet"
    assert command("study", "export", study_file(tmp_path), "-o", "a.xls").code == 2


def test_an_edited_rule_is_another_plan_and_the_old_chunks_stay(tmp_path):
    rule = "from analyzer.rules import scry_rule\n\n\n@scry_rule('mine')\ndef mine(game, card):\n    return {}\n"
    (tmp_path / "own.py").write_text(rule.format("True"))
    path = study_file(tmp_path, SINGLE + '[defaults.strategy]\nscry = "own.py:mine"\n', 1_000)
    first = command("study", "run", path, "--quiet")
    assert first.code == 0, first.err
    (tmp_path / "own.py").write_text(rule.format("False"))
    done = command("study", "status", path)
    assert "0 of 1 units whole" in done.out and "not of this study: 1 plans" in done.out
    assert command("study", "run", path, "--quiet").code == 0
    assert command("study", "export", path, "-o", tmp_path / "a.csv").code == 0
    refused = command("reproduce", tmp_path / "a.csv", 1)
    assert refused.code == 2 and "own.py" in refused.err and "--with-rules" in refused.err
    assert command("reproduce", tmp_path / "a.csv", 1, "--with-rules").code == 0


def test_merged_halves_are_the_whole(folder, tmp_path):
    half = study_file(tmp_path, PAIR, 65_536, "half.toml")
    assert command("study", "run", half, "--quiet").code == 0
    done = command("study", "merge", tmp_path / "all.ledger", tmp_path / "half.ledger", folder / "study.ledger")
    assert done.code == 0 and done.out.splitlines()[0].endswith("5 chunks copied, 0 were there")
    out = tmp_path / "out.csv"
    done = command("study", "export", folder / "study.toml", "--ledger", tmp_path / "all.ledger", "-o", out)
    assert done.code == 0 and out.read_bytes() == (folder / "out.csv").read_bytes()


def test_the_schema_is_json():
    done = command("study", "schema")
    assert done.code == 0 and json.loads(done.out)["title"] == "StudyFile"


def test_a_run_with_a_ledger_prints_what_it_prints_without(tmp_path):
    arguments = (
        "run",
        "24 land, 36 blank",
        "-g",
        "lands had >= 4 by draw 4",
        "--turns",
        4,
        "--format",
        "csv",
        "--quiet",
    )
    plain = command(*arguments, "--games", 70_000)
    assert plain.code == 0, plain.err
    for games in (65_536, 70_000, 70_000, 1_000):
        kept = command(*arguments, "--games", games, "--ledger", "a.ledger", cwd=tmp_path)
        assert kept.code == 0, kept.err
        if games == 70_000:
            assert kept.out == plain.out


def test_progress_can_be_read_by_programs(tmp_path):
    done = command("study", "run", study_file(tmp_path, SINGLE, 140_000), "--progress", "json", "--workers", 1)
    lines = [json.loads(line) for line in done.err.splitlines() if line.startswith("{")]
    assert lines[-1]["games"] == lines[-1]["wanted"] == lines[-1]["unit_games"] == 140_000
    assert lines[-1]["seconds_left"] == 0 and 0 < lines[-1]["half_width"] < 0.01
    assert command("study", "run", tmp_path / "study.toml", "--quiet").err == ""


# ---- stopping ---------------------------------------------------------------------------------------------------
def begin(*arguments, cwd, **options):
    command = [sys.executable, "-c", COMMAND, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        command, cwd=cwd, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


LONG = 400 * 65_536


@pytest.mark.parametrize(
    ("times", "executor"),
    [
        (1, "threads"),
        pytest.param(2, "threads", marks=pytest.mark.ci),
        pytest.param(1, "processes", marks=pytest.mark.ci),
    ],
)
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path, times, executor):
    study_file(tmp_path, SINGLE, LONG)
    run = begin(
        "study", "run", "study.toml", "--workers", 2, "--progress", "json", "--executor", executor,
        cwd=tmp_path, start_new_session=True,
    )  # fmt: skip
    while not run.stderr.readline().startswith("{"):
        assert run.poll() is None
    os.killpg(run.pid, signal.SIGINT)  # a terminal sends it to the workers too
    if times == 2:
        time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=100)
    assert run.returncode == 130
    assert "go on with: scryworth study run study.toml" in err
    assert ("state: partial" in out) is (times == 1)
    done = scryworth("study", "status", "study.toml", cwd=tmp_path)
    games = int(done.out.split(" 26,214,400 ")[0].split()[-1].replace(",", ""))
    assert 0 < games < LONG
    again = scryworth("study", "run", "study.toml", "--minutes", 0, cwd=tmp_path)
    assert again.code == 0 and "minutes are over; go on with" in again.err, "the lease was given back"


@pytest.mark.ci
def test_two_coordinators_do_not_share_a_ledger(tmp_path):
    study_file(tmp_path, SINGLE, LONG)
    run = begin("study", "run", "study.toml", "--workers", 1, "--progress", "json", cwd=tmp_path)
    try:
        while not run.stderr.readline().startswith("{"):
            assert run.poll() is None
        done = scryworth("study", "run", "study.toml", cwd=tmp_path)
        assert done.code == 3 and f"in use by process {run.pid}" in done.err
        assert scryworth("study", "status", "study.toml", cwd=tmp_path).code == 0
    finally:
        run.kill()
        run.communicate()


# ---- killing ------------------------------------------------------------------------------------------------------
MORE = """[[plan]]
name = "two"
table.seat = "draw"
[[plan]]
name = "three"
run.seed = 3
[[compare]]
base = "one"
to = "two"
[budget]"""
KILLED = SINGLE.replace("[budget]", MORE)
SCRIPT = """
import os, sys
from analyzer.cli import cli
for arguments in (["run", "study.toml", "--quiet", "--workers", "2", "--executor", sys.argv[1]],
                  ["export", "study.toml", "-o", "out.csv"], ["export", "study.toml", "-o", "out.json"]):
    cli.main(["study", *arguments], standalone_mode=False)
"""
EXPORTS = ("out.csv", "out.csv.provenance.json", "out.json")


def whole_run(place, executor):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = place / "script.py"
    script.write_text(f"if __name__ == '__main__':{SCRIPT.replace(chr(10), chr(10) + '    ')}")
    return subprocess.Popen(
        [sys.executable, script, executor], cwd=place, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


def children(pid):
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in listed.read_text().split()] if listed.exists() else []


def kill(run, victim, chance):
    """Kill the coordinator, one of its workers, or all of them; what else was done to the run is not asked."""
    workers = children(run.pid)
    with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
        if victim == "worker" and workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
            run.wait(timeout=100)
        elif victim == "all":
            os.killpg(run.pid, signal.SIGKILL)
        else:
            run.kill()
    run.wait()
    return workers


def gone(pids, seconds=20):
    """Have these processes ended?"""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        left = [pid for pid in pids if Path(f"/proc/{pid}").exists() and " Z " not in _stat(pid)]
        if not left:
            return True
        time.sleep(0.1)
    return False


def _stat(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return " Z "


def killed_and_resumed(tmp_path, moments, seed):
    """Kill a run and its exports at random moments; after each the resumed run must export the same bytes."""
    chance = random.Random(seed)
    whole = {}
    seconds = {}
    for executor in ("threads", "processes"):
        place = tmp_path / executor
        place.mkdir()
        study_file(place, KILLED, GAMES)
        whole_run(place, executor).communicate()  # the caches are warm now
        for each in place.iterdir():
            if each.suffix in (".ledger", ".csv", ".json"):
                each.unlink()
        started = time.monotonic()
        run = whole_run(place, executor)
        assert run.wait() == 0, run.stderr.read().decode()
        seconds[executor] = time.monotonic() - started
        whole[executor] = [(place / name).read_bytes() for name in EXPORTS]
    assert whole["threads"] == whole["processes"]
    unfinished = 0
    for number in range(moments):
        executor = ("threads", "processes")[number % 2]
        victim = chance.choice(("coordinator", "all", "worker"))
        place = tmp_path / f"{number}"
        place.mkdir()
        study_file(place, KILLED, GAMES)
        run = whole_run(place, executor)
        time.sleep(chance.uniform(0, 1.1) * seconds[executor])
        unfinished += run.poll() is None
        workers = kill(run, victim, chance)
        run.stderr.close()
        assert gone(workers), f"moment {number}: workers outlive their coordinator"
        resumed = whole_run(place, executor)
        _, err = resumed.communicate(timeout=200)
        assert resumed.returncode == 0, f"moment {number}, {victim} of {executor}: {err.decode()}"
        assert [(place / name).read_bytes() for name in EXPORTS] == whole[executor], f"moment {number}, {victim}"
    return unfinished


@pytest.mark.ci
def test_killed_at_random_moments_the_exports_are_the_same_bytes(tmp_path):
    assert killed_and_resumed(tmp_path, 5, seed=1) >= 2


@pytest.mark.long
def test_killed_at_a_hundred_random_moments_the_exports_are_the_same_bytes(tmp_path):
    assert killed_and_resumed(tmp_path, 100, seed=2) >= 50
