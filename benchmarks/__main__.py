"""`python -m benchmarks [NAME ...] [--json]`: measure and print a table; names are those of the modules."""

from __future__ import annotations

import argparse
import importlib
import json
from dataclasses import asdict

from benchmarks.measure import Row

MODULES = (
    "s1_counts",
    "s2_on_curve",
    "full_game",
    "s3_sources",
    "s4_pointer",
    "s5_threads",
    "s6_singleton",
    "s7_start",
    "s9_pairing",
    "s11_value",
    "study",
    "variance",
)


def line_of(row: Row) -> str:
    """One line of the table."""
    value = "-" if row.value is None else f"{row.value:.2f} {row.unit}"
    sign = "at least" if row.at_least else "at most"
    bar = "" if row.bar is None else f"{sign} {row.bar:g}"
    return f"{row.name:48} {value:>12}  {bar:14} {row.verdict:7} {row.note}".rstrip()


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which of {', '.join(MODULES)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    if unknown := [name for name in asked.names if name not in MODULES]:
        parser.error(f"no measurement is called {unknown[0]}; there are {', '.join(MODULES)}")
    found: list[Row] = []
    for name in asked.names or MODULES:
        rows = importlib.import_module(f"benchmarks.{name}").rows()
        found += rows
        if not asked.json:
            print(*map(line_of, rows), sep="\n", flush=True)
    if asked.json:
        print(json.dumps([{**asdict(row), "verdict": row.verdict} for row in found], indent=1))


if __name__ == "__main__":
    main()
