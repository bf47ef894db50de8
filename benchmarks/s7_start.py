"""S7 and S8: seconds of whole commands and their peak memory, cold and warm."""

from __future__ import annotations

import tempfile

from benchmarks.measure import Child, Row, run_child, scryworth

RUN = ("run", "example:azorius-temples", "--games", "1000000", "--quiet")
FIRST = ("run", "example:azorius-temples", "--games", "1000", "--quiet")


def _row(name: str, child: Child, value: float, unit: str, bar: float) -> Row:
    if child.code:
        last = child.errors.strip().splitlines()[-1:] or [""]
        return Row(name, None, unit, bar, note=f"the command ended with code {child.code}: {last[0][:80]}")
    return Row(name, value, unit, bar)


def rows() -> list[Row]:
    """Measure; help and warm run are the least of three."""
    with tempfile.TemporaryDirectory(prefix="scryworth-cold-") as folder:
        place = {"SCRYWORTH_CACHE": folder}
        cold = run_child(scryworth(*FIRST), place)
        help_ = min((run_child(scryworth("--help"), place) for _ in range(3)), key=lambda child: child.seconds)
        warm = min((run_child(scryworth(*RUN), place) for _ in range(3)), key=lambda child: child.seconds)
    return [
        _row("S7 scryworth --help", help_, help_.seconds, "s", 0.25),
        _row("S7 warm run of a million games", warm, warm.seconds, "s", 2.0),
        _row("S7 first run ever (compiles)", cold, cold.seconds, "s", 15.0),
        _row("S8 peak memory, warm run", warm, warm.megabytes, "MB", 400),
        _row("S8 peak memory, first run", cold, cold.megabytes, "MB", 600),
    ]
