"""Faults planted in a copy of the source, one at a time: each must be caught by the test that is named with it.

`python tests/differential/planted_faults.py [NAME ...]` plants all of them, or those named, and writes what came of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("analyzer", "strategies", "tests", "pyproject.toml", "README.md")
CASES = "tests/acceptance/test_cases.py"
ENGINES = "tests/differential/test_engines.py"
RULEBOOK = "analyzer/rulebook"


@dataclass(frozen=True)
class Fault:
    """A text of a file, what stands there instead, and the test (with `-k` words) that must fail then."""

    name: str
    file: str
    old: str
    new: str
    test: str
    words: str = ""


FAULTS = (
    Fault("naive shuffle: every card changes place with any other", f"{RULEBOOK}/randomness.py",
          "counts.append(left - len(counts))", "counts.append(left)", "analyzer/rulebook/randomness.py"),
    Fault("off-by-one bound of random places", f"{RULEBOOK}/randomness.py",
          "found.append(low * count >> 64)", "found.append(low * (count - 1) >> 64)", "analyzer/rulebook/randomness.py"),
    Fault("another deal uses the stream of the first", f"{RULEBOOK}/randomness.py",
          "key = mix(key + GOLDEN * (purpose + 1) & MASK)", "key = mix(key + GOLDEN * ((purpose >> 32) + 1) & MASK)",
          ENGINES, "test_the_same_events and 1"),
    Fault("the game number starts a stream one later", f"{RULEBOOK}/randomness.py",
          "GOLDEN * (game + 1)", "GOLDEN * (game + 2)", "analyzer/rulebook/randomness.py"),
    Fault("scry 0 is an event", f"{RULEBOOK}/scry.py", "        if number <= 0:\n            continue",
          "        if number < 0:\n            continue", CASES, "A-03"),
    Fault("scry of an empty library is no event", f"{RULEBOOK}/scry.py",
          '        player.counts["scry_events"] += 1\n        if blind',
          '        player.counts["scry_events"] += int(len(player.library) > 0)\n        if blind', CASES, "A-05"),
    Fault("triggers see the number asked for, not looked at", f"{RULEBOOK}/scry.py",
          'fire(game, "onscry", None, player, {"looked": looked,', 'fire(game, "onscry", None, player, {"looked": looked + 2,', CASES, "A-04"),
    Fault("a bottomed card goes to the top", f"{RULEBOOK}/scry.py",
          "    player.library.put_bottom(bottom)\n    player.counts[\"bottomed\"] += len(bottom)\n    for card in bottom:\n        card.bottomed = True\n    for place",
          "    player.library.put_top(bottom)\n    for place", CASES, "A-02"),
    Fault("the order on the bottom is reversed", f"{RULEBOOK}/library.py",
          "self.bottom.extend([card] for card in cards)", "self.bottom.extend([card] for card in reversed(cards))",
          CASES, "A-02"),
    Fault("knowledge is kept over a shuffle", f"{RULEBOOK}/library.py",
          "        self.top, self.bottom = [], []\n        self.order.shuffle",
          "        known, self.bottom = [], []\n        self.order.shuffle", CASES, "B-07"),
    Fault("a look shows one card more than asked", f"{RULEBOOK}/library.py",
          "return self.top[:count]", "return self.top[: count + 1]", CASES, "kinds2"),
    Fault("the draw step is skipped by nobody", f"{RULEBOOK}/turn.py",
          "game.turn == 1 and game.seat_on_play and len(game.players) <= 2", "False", CASES, "L-05"),
    Fault("the draw step is skipped in games of four too", f"{RULEBOOK}/turn.py",
          "game.seat_on_play and len(game.players) <= 2", "game.seat_on_play", CASES, "L-05"),
    Fault("cleanup keeps eight cards", f"{RULEBOOK}/turn.py", "HAND_LIMIT = 7", "HAND_LIMIT = 8", CASES, "L-06"),
    Fault("a tapped land stays tapped", f"{RULEBOOK}/turn.py",
          "        set_tapped(game, permanent, False)", "        pass", CASES, "F-02"),
    Fault("a skipped untap is never used up", f"{RULEBOOK}/turn.py",
          "            permanent.skips_untap = False\n", "", CASES, "F-02"),
    Fault("two land plays a turn", f"{RULEBOOK}/lands.py",
          "return player.land_plays + extra - player.lands_played",
          "return 1 + player.land_plays + extra - player.lands_played", CASES, "L-08"),
    Fault("an older Role stays", f"{RULEBOOK}/state_based.py",
          "(_unattached, _older_roles)[: 2 * bool(", "(_unattached, _older_roles)[: bool(", CASES, "E-02"),
    Fault("a failed draw loses nothing", f"{RULEBOOK}/state_based.py",
          '            reasons.append("decked")', "            pass", CASES, "A-05"),
    Fault("loot at the first temptation", f"{RULEBOOK}/ring.py",
          "player.ring_abilities >= 2", "player.ring_abilities >= 1", CASES, "G-03"),
    Fault("the drain is damage to the attacked player only", f"{RULEBOOK}/ring.py",
          '"opp:life-3"', '"damage3(target)"', CASES, "G-05"),
    Fault("the old bearer stays legendary", f"{RULEBOOK}/ring.py", "        player.bearer = chosen\n",
          "        player.bearer = player.bearer or chosen\n", CASES, "G-02"),
    Fault("a sick creature attacks", f"{RULEBOOK}/combat.py",
          'if not permanent.settled and "haste" not in held:', "if False:", CASES, "E-05"),
    Fault("greedy tapping: the first source that can pay is used", f"{RULEBOOK}/plans/payments.py",
          "if all_paid(waiting, self._without(unit)))", ")", ENGINES, "test_the_same_events"),
    Fault("payment with hindsight: a later source pays for an earlier spell", f"{RULEBOOK}/plans/payments.py",
          "return unit.epoch <= self.epoch and bool", "return bool", ENGINES, "test_the_same_events"),
    Fault("the free mulligan in a game of two", f"{RULEBOOK}/mulligan.py",
          "max(0, taken - free_mulligans(game))", "max(0, taken - max(1, free_mulligans(game)))", CASES, "L-04"),
    Fault("no Vancouver look", f"{RULEBOOK}/plans/opening.py",
          'if game.mulligan_kind == "vancouver" and', "if False and", "tests/unit/rulebook/test_play.py", "vancouver"),
    Fault("bottomed mulligan cards come to the top", f"{RULEBOOK}/mulligan.py",
          "    player.library.put_bottom(chosen)", "    player.library.put_top(chosen)", CASES, "L-01"),
    Fault("goals of a draw are read at the end of the turn", "analyzer/goals/evaluate.py",
          "LATCHED_AT.get(leaf.op) == reading.moment", 'reading.moment == "turn"', ENGINES, "test_the_same_events"),
    Fault("a commander's tax is forgotten", f"{RULEBOOK}/plans/table.py", "COMMANDER_TAX = 2", "COMMANDER_TAX = 0",
          "tests/unit/rulebook/test_play.py", "commander"),
    Fault("what does not survive attacks first", f"{RULEBOOK}/plans/opponent.py",
          "one.arrived == game.turn - 1", "one.arrived == game.turn - 2", "tests/unit/rulebook/test_play.py", "survive"),
    Fault("blocked attackers connect", f"{RULEBOOK}/plans/opponent.py",
          "[: table.blockers]", "[:0]", "tests/unit/rulebook/test_play.py", "script"),
    Fault("reductions go below zero", f"{RULEBOOK}/costs.py",
          "    generic = max(0, generic - reduction)", "    generic = generic - reduction", CASES, "H-02"),
)  # fmt: skip


def caught(fault: Fault) -> bool:
    """Does the named test fail once the fault is planted in a copy?"""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / name)
        target = copy / fault.file
        target.write_text(target.read_text(encoding="utf-8").replace(fault.old, fault.new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", fault.test]
        command += ["--doctest-modules"] if fault.test.startswith("analyzer") else []
        command += ["-k", fault.words] if fault.words else []
        settings = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=copy, env=settings, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{fault.name}: the test did not run\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.returncode == 1


def main(names: list[str]) -> int:
    missed = 0
    for fault in FAULTS:
        if names and fault.name not in names:
            continue
        found = caught(fault)
        missed += not found
        print(
            f"| {fault.name} | `{fault.file}` | `{fault.test}` {fault.words} | {'caught' if found else 'MISSED'} |",
            flush=True,
        )
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
