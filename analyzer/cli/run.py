"""`scryworth run`: play a plan and print the chance of each goal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import engine_option, output_options, picture_options, plan_options, resolved_plan


@click.command("run")
@plan_options
@click.option("--both", is_flag=True, help="Both seats: play, draw and their mixture.")
@click.option("--weights", help="Shares of play and draw in the mixture of --both (default 0.5,0.5).")
@click.option(
    "--precision",
    type=float,
    help="Half-width wanted for every goal, in points (0.1): plays as many games as it takes.",
)
@click.option(
    "--ledger", type=click.Path(path_type=Path), help="Keep finished chunks in this file; play only what it lacks."
)
@click.option(
    "--exact", "wants_exact", is_flag=True, help="The exact chance beside each estimate, or why there is none."
)
@engine_option("kernel")
@picture_options("run")
@output_options
def command(**values: Any) -> None:
    """Play shuffled games of DECK and print the chance of each goal with its interval.

    DECK is a file, example:NAME, or counts such as '24 land, 4 key, 32 blank'. Without a goal the default goals
    are asked: land drops, screw, flood, colour screw, mana, and each card on its curve.

    \b
    scryworth run example:azorius-temples --goal "lands >= 4 by turn 4"
    scryworth run my-list.txt --both --scry lands-until:lands=4
    scryworth run '24 land, 36 blank' --goal "lands had >= 4 by draw 4" --mulligan none
    scryworth run '24 land, 36 blank' --goal "lands had >= 4 by draw 4" --bottom lands-above --exact
    scryworth run --plan plan.toml --format json
    """
    from analyzer.cli.progress import compiling, progress
    from analyzer.engine import CHUNK
    from analyzer.errors import InputError
    from analyzer.report.outputs import asked, check_played, typed, write_pictures
    from analyzer.report.terminal import check_output, show
    from analyzer.runs import reported_run, weights_of

    if values["both"] and values["seat"]:
        raise InputError(f"--both and --seat {values['seat']} contradict each other: leave one of them out")
    values["seat"] = "both" if values["both"] else values["seat"]
    weights = (0.5, 0.5) if values["weights"] is None else weights_of(values["weights"])
    check_output(values["out"], values["format_"])
    pictures = asked("run", values["html"], values["plot"], values["chart"])
    resolved = resolved_plan(values)
    if values["weights"] is not None and resolved.plan.seat != "both":
        raise InputError("--weights are for the mixture of both seats: add --both, or leave them out")
    games = CHUNK + 1 if values["precision"] is not None else resolved.games
    check_played(
        pictures, resolved.plan, games, default=not resolved.has_goals, ledger=values["ledger"] is not None, chunk=CHUNK
    )
    with progress("playing", values["quiet"]) as advance:
        report = reported_run(
            resolved,
            precision=None if values["precision"] is None else values["precision"] / 100,
            threads=values["threads"],
            weights=weights,
            on_chunk=advance,
            on_compile=compiling(values["quiet"]),
            ledger=values["ledger"],
            engine=values["engine"],
            wants_exact=values["wants_exact"],
        )
    show(report, values["format_"], values["out"], quiet=values["quiet"])
    write_pictures(report, pictures, command=typed(), quiet=values["quiet"])
    if report.is_partial:
        raise SystemExit(130)
