"""`scryworth scenario`: run hand-written situations through the rulebook and compare with what they expect."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("scenario", short_help="Run hand-written situations through the rulebook.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--log/--no-log", default=None, help="Show every event (default: for one file, or where something is wrong)."
)
@click.option("--only", metavar="ID", help="Only the situation with this id or variant name.")
def command(files: tuple[Path, ...], log: bool | None, only: str | None) -> None:
    """Run situations written as TOML FILES (a folder means every .toml file in it).

    Exit code 0: everything as expected; 1: an expectation is unmet (the difference is shown); 2: a file is wrong
    (the other files and situations run all the same).
    The format with worked examples: analyzer/rulebook/SCENARIOS.md.
    """
    from analyzer.errors import InputError
    from analyzer.rulebook.scenario.reader import read_scenarios
    from analyzer.rulebook.scenario.report import lines_of, summary
    from analyzer.rulebook.scenario.run import run

    found = {path: _expanded(path) for path in files}
    empty = [path for path, inside in found.items() if not inside]
    if empty:
        raise InputError(f"{empty[0]}: there is no .toml file in this folder")
    scenarios, wrong = [], []
    for file in (file for inside in found.values() for file in inside):
        try:
            scenarios += read_scenarios(file)
        except InputError as mistake:
            wrong.append(str(mistake))
    if only is not None:
        known = [one.id for one in scenarios]
        scenarios = [one for one in scenarios if only in (one.id, one.id.partition("/")[0], one.id.partition("/")[2])]
        if not scenarios:
            missing = f"no situation is called '{only}'; there are {', '.join(known) or 'none'}"
            raise InputError("\n".join([missing, *wrong]))
    results = []
    for scenario in scenarios:
        try:
            result = run(scenario)
        except InputError as mistake:
            wrong.append(f"{mistake} (situation {scenario.id})" if len(scenarios) > 1 else str(mistake))
            continue
        results.append(result)
        show = log if log is not None else len(scenarios) == 1
        for line in lines_of(result, show):
            click.echo(line)
    if results:
        click.echo(summary(results))
    if wrong:
        raise InputError("\n".join(wrong))
    if not all(result.met for result in results):
        sys.exit(1)


def _expanded(path: Path) -> list[Path]:
    return sorted(path.glob("**/*.toml")) if path.is_dir() else [path]
