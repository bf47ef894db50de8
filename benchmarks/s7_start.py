"""S7 and S8: seconds of whole commands, what is compiled once, and peak memory, cold and warm."""

from __future__ import annotations

import json
import sys
import tempfile
import time

from benchmarks.measure import Child, Row, run_child, scryworth

RUN = ("run", "example:azorius-temples", "--games", "1000000", "--quiet")
FIRST = ("run", "example:azorius-temples", "--games", "1000", "--quiet")
UNITS = ("view_unit.answer", "unit_choice.choice", "unit_library.library_step", "unit_board.board",
         "unit_abilities.abilities", "unit_combat.combat", "unit_drops.drops", "count_unit.play_counts", "games.play_games")  # fmt: skip


def compile_all() -> None:
    """In the child: compile the core and every unit into an empty cache; prints processor seconds of each."""
    import importlib

    from analyzer.kernel._jit import compiled

    found = {}
    for name in UNITS:
        module, function = name.split(".")
        entry = getattr(importlib.import_module(f"analyzer.kernel.{module}"), function)
        start = time.process_time()
        compiled(entry)
        found[name] = time.process_time() - start
    print(json.dumps(found))


def _row(name: str, child: Child, value: float, unit: str, bar: float) -> Row:
    if child.code:
        last = child.errors.strip().splitlines()[-1:] or [""]
        return Row(name, None, unit, bar, note=f"the command ended with code {child.code}: {last[0][:80]}")
    return Row(name, value, unit, bar, note=f"{child.processor_seconds:.1f} s of processor time")


def _compiling(place: dict[str, str]) -> list[Row]:
    code = "from benchmarks.s7_start import compile_all; compile_all()"
    child = run_child([sys.executable, "-c", code], place, keep_output=True)
    if child.code:
        return [_row("S7 compiling", child, 0.0, "s", 15.0)]
    seconds = json.loads(child.output.splitlines()[-1])
    core = seconds.pop("games.play_games")
    dearest = max(seconds, key=seconds.__getitem__)
    return [
        Row("S7 compiling the core once", core, "s", 15.0, note="processor time"),
        Row("S7 compiling the dearest unit once", seconds[dearest], "s", 5.0, note=f"{dearest}, processor time"),
    ]


def rows() -> list[Row]:
    """Measure; help and warm run are the least of three, of one where that takes long."""
    with tempfile.TemporaryDirectory(prefix="scryworth-cold-") as folder:
        place = {"SCRYWORTH_CACHE": folder}
        cold = run_child(scryworth(*FIRST), place)
        help_ = min((run_child(scryworth("--help"), place) for _ in range(3)), key=lambda child: child.seconds)
        warm = run_child(scryworth(*RUN), place)
        if warm.seconds < 5.0:
            warm = min([warm, *(run_child(scryworth(*RUN), place) for _ in range(2))], key=lambda child: child.seconds)
    with tempfile.TemporaryDirectory(prefix="scryworth-cold-") as folder:
        compiling = _compiling({"SCRYWORTH_CACHE": folder})
    return [
        _row("S7 scryworth --help", help_, help_.seconds, "s", 0.25),
        _row("S7 warm run of a million games", warm, warm.seconds, "s", 2.0),
        _row("S7 first run ever (compiles)", cold, cold.seconds, "s", 15.0),
        *compiling,
        _row("S8 peak memory, warm run", warm, warm.megabytes, "MB", 400),
        _row("S8 peak memory, first run", cold, cold.megabytes, "MB", 600),
    ]
