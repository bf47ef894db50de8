"""`scryworth reproduce`: play one row of an exported table again."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.progress import progress


@click.command("reproduce")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("row", type=int)
@click.option("--threads", type=click.IntRange(1, 256), help="Threads (default: all cores).")
@click.option("--with-rules", is_flag=True, help="Run rules of play that the file brings along (they are programs).")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(file: Path, row: int, threads: int | None, with_rules: bool, quiet: bool) -> None:
    """Play the games behind row ROW (from 1, the header not counted) of an exported FILE again.

    Ends with exit code 0 when value, interval and games are the same to the last bit, else with 1.

    \b
    scryworth study export lands.toml -o lands.csv
    scryworth reproduce lands.csv 17
    """
    from analyzer.errors import CheckFailed
    from analyzer.study.reproduce import reproduce

    with progress("playing", quiet) as advance:
        again = reproduce(file, row, with_rules=with_rules, threads=threads, on_chunk=advance)
    made, found = again.made, again.found
    what = f"{found.variant}, {found.goal}, {found.statistic}" + ("" if found.turn is None else f", turn {found.turn}")
    click.echo(f"row {row}: {what}")
    click.echo(f"made again from games {again.first:,} to {again.first + (made.games or 0) - 1:,} of plan {found.plan}")
    for name in again.differing:
        click.echo(f"{name}: {getattr(found, name)!r} in the file, {getattr(made, name)!r} made again")
    if again.differing:
        raise CheckFailed(f"{file} row {row}: {', '.join(again.differing)} differ")
    click.echo(f"the same to the last bit: {made.value!r}, {made.low!r} to {made.high!r}")
