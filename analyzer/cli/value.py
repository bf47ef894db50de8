"""`scryworth value`: what each source of library selection is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import output_options, picture_options, plan_options, resolved_plan

GAMES, QUICK_GAMES = 200_000, 20_000


@click.command("value")
@plan_options
@click.option(
    "--source", "sources", multiple=True, help="Only this source (Card/word, or the card's name); repeat for several."
)
@click.option("--copies", type=click.IntRange(1), help="Mute only so many copies: the value of the last ones.")
@click.option("--shapley", is_flag=True, help="Also Shapley shares of the looks (at most six sources).")
@click.option("--quick", is_flag=True, help="20,000 games and no other scry rules.")
@click.option("--precision", type=float, help="Half-width wanted for every look, in points.")
@click.option(
    "--ledger", type=click.Path(path_type=Path), help="Keep finished chunks in this file; play only what it lacks."
)
@picture_options("value")
@output_options
def command(**values: Any) -> None:
    """What each scry, cantrip, token and look of DECK is worth, in points, in cards and in lands.

    Every source is played full, blind (it shows nothing), empty (it draws nothing either) and off, on the same games:
    look = full - blind, draw = blind - empty, tempo = empty - off.

    \b
    scryworth value example:azorius-temples
    scryworth value my-list.txt -g "lands >= 4 by turn 4" --source "Temple of Epiphany"
    scryworth value '24 land, 36 blank' -g "lands had >= 4 by draw 4" --free "scry 1 on turn 1 main" --mulligan none
    """
    from analyzer.cli.progress import compiling, progress
    from analyzer.engine import CHUNK
    from analyzer.errors import InputError
    from analyzer.report.outputs import asked, check_played, typed, write_pictures
    from analyzer.report.terminal import check_output, show
    from analyzer.valued import games_for, value_plan, valued

    check_output(values["out"])
    pictures = asked("value", values["html"], values["plot"], values["chart"])
    if values["quick"] and pictures.plot is not None and pictures.chart == "rules":
        raise InputError("--chart rules: --quick plays no other rules; leave it out")
    resolved = resolved_plan(values)
    plan = value_plan(resolved.plan, default_goals=not resolved.has_goals)
    check_played(pictures, plan, 0, ledger=values["ledger"] is not None, chunk=CHUNK)
    games = QUICK_GAMES if values["quick"] else values["games"] or GAMES
    if values["precision"] is not None:
        games = games_for(plan, values["sources"], values["precision"] / 100, values["threads"])
    with progress("playing", values["quiet"]) as advance:
        report = valued(
            resolved,
            plan,
            games,
            named=values["sources"],
            copies=values["copies"],
            with_shapley=values["shapley"],
            with_rules=not values["quick"],
            threads=values["threads"],
            on_chunk=advance,
            on_compile=compiling(values["quiet"]),
            ledger=values["ledger"],
            with_game=values["html"] is not None,
        )
    show(report, values["format_"], values["out"], quiet=values["quiet"])
    write_pictures(report, pictures, command=typed(), quiet=values["quiet"])
    if report.is_partial:
        raise SystemExit(130)
