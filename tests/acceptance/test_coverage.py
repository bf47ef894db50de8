"""Every numbered statement is exercised by a scenario, and the table that says so is up to date."""

from __future__ import annotations

from pathlib import Path

from analyzer.rulebook.scenario.reader import read_scenarios
from analyzer.rulebook.statements import STATEMENTS

HERE = Path(__file__).parent
TABLE = HERE / "COVERAGE.md"
HEAD = """# Statements of the rules and the scenarios that exercise them

Written by `python tests/acceptance/test_coverage.py`; a test compares. Statements of kind `out` lie outside a
one-player game: they are reported, never silently done.

| statement | kind | says | scenarios |
|---|---|---|---|
"""


def exercised() -> dict[str, list[str]]:
    """Statement -> ids of the situations whose `rule` key names it."""
    found: dict[str, list[str]] = {}
    for path in sorted([*HERE.glob("cases/*.toml"), *HERE.glob("rules/*.toml")]):
        for scenario in read_scenarios(path):
            rules = scenario.data.get("rule", [])
            for rule in [rules] if isinstance(rules, str) else rules:
                found.setdefault(rule, []).append(scenario.id)
    return found


def table() -> str:
    """The table as text."""
    found = exercised()
    rows = []
    for statement, (kind, words) in STATEMENTS.items():
        ids = list(dict.fromkeys(one.replace("|", "/") for one in found.get(statement, [])))
        shown = ", ".join(ids[:4]) + (f" and {len(ids) - 4} more" if len(ids) > 4 else "")
        rows.append(f"| {statement} | {kind} | {words} | {shown or ('out' if kind == 'out' else '**none**')} |\n")
    return HEAD + "".join(rows)


def test_every_statement_is_exercised() -> None:
    found = exercised()
    missing = [statement for statement, (kind, _) in STATEMENTS.items() if kind != "out" and statement not in found]
    assert not missing


def test_scenarios_name_known_statements_only() -> None:
    assert not set(exercised()) - set(STATEMENTS)


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "run python tests/acceptance/test_coverage.py"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
