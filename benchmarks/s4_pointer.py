"""S4: rules called by pointer against the same rules compiled into the kernel.

The second kernel is the same source with one function exchanged, compiled into a cache of its own in a child process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from benchmarks.measure import Row, skipped

BAR = 1.35
GAMES = 40_000


def direct() -> None:
    """In the child: exchange the calls by address for direct ones, then time games; prints nanoseconds a game."""
    if "analyzer.kernel.rules" in sys.modules:
        raise RuntimeError("the kernel has been imported before its calls could be exchanged")
    from analyzer.kernel import pointer
    from analyzer.kernel._jit import helper
    from analyzer.kernel.rule_layout import RULE_BOTTOM, RULE_PLAY, RULE_SCRY
    from analyzer.registry import rule_of
    from analyzer.rule_compiler import compile_rule
    from benchmarks.plans import temples

    entries = {}
    for choice in temples().strategy:
        rule = rule_of(choice)
        entries[choice.role] = compile_rule(rule.function, choice.role, rule.shipped, rule.label)
    keep, bottom, scry, play, pick = (entries[role] for role in ("keep", "bottom", "scry", "play", "pick"))
    view_of = pointer.view_of

    @helper
    def call_keep(address, s):
        return keep(view_of(s))

    @helper
    def call_rule(address, s, number):
        if address == s[RULE_PLAY]:
            return play(view_of(s), number)
        if address == s[RULE_SCRY]:
            return scry(view_of(s), number)
        return bottom(view_of(s), number) if address == s[RULE_BOTTOM] else pick(view_of(s), number)

    if "analyzer.kernel.rules" in sys.modules:
        raise RuntimeError("the kernel has been imported before its calls could be exchanged")
    pointer.call_keep, pointer.call_rule = call_keep, call_rule
    print(json.dumps(timed()))


def timed() -> float:
    """Least nanoseconds a game of seven tries."""
    from benchmarks.measure import nanoseconds
    from benchmarks.plans import core_player, temples

    play = core_player(temples())
    play(GAMES // 4)
    return min(nanoseconds(play, GAMES) for _ in range(7))


def rows() -> list[Row]:
    """Measure: both kernels in turn, three times; least against least."""
    by_pointer, compiled_in = [], []
    with tempfile.TemporaryDirectory(prefix="scryworth-direct-") as folder:
        for _ in range(3):
            by_pointer.append(timed())
            child = subprocess.run(
                [sys.executable, "-c", "from benchmarks.s4_pointer import direct; direct()"],
                capture_output=True, text=True, env={**os.environ, "SCRYWORTH_CACHE": folder},
            )  # fmt: skip
            if child.returncode:
                return skipped("S4 rules by pointer / compiled in", child.stderr.strip().splitlines()[-1][:100])
            compiled_in.append(float(json.loads(child.stdout.splitlines()[-1])))
    ratio = min(by_pointer) / min(compiled_in)
    note = f"{min(by_pointer):.0f} ns against {min(compiled_in):.0f} ns a game"
    return [Row("S4 rules by pointer / compiled in", ratio, "x", BAR, note=note)]
