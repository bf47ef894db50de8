"""`scryworth value`: what each source of library selection is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import (
    engine_option,
    output_options,
    picture_options,
    plan_options,
    resolved_plan,
    show_game_option,
)

GAMES, QUICK_GAMES = 200_000, 20_000


@click.command("value")
@plan_options
@click.option(
    "--source", "sources", multiple=True, help="Only this source (Card/word, or the card's name); repeat for several."
)
@click.option("--copies", type=click.IntRange(1), help="Mute only so many copies: the value of the last ones.")
@click.option(
    "--unit",
    "units",
    multiple=True,
    metavar="UNIT",
    help="Measure in cards, lands, 'sources of U', or a swap: 'Opt<-Island' (default cards and lands).",
)
@click.option(
    "--worth",
    type=click.Choice(["look", "draw", "tempo", "net"]),
    default="look",
    show_default=True,
    help="The part that is measured in units.",
)
@click.option("--against", default="", metavar="CARD", help="Also play CARD in the slots of each source.")
@click.option("--shapley", is_flag=True, help="Also Shapley shares of the looks (at most six sources).")
@click.option("--quick", is_flag=True, help="20,000 games and no other scry rules.")
@show_game_option
@click.option("--precision", type=float, help="Half-width wanted for every look, in points.")
@click.option(
    "--ledger", type=click.Path(path_type=Path), help="Keep finished chunks in this file; play only what it lacks."
)
@picture_options("value")
@engine_option("kernel")
@output_options
def command(**values: Any) -> None:
    """What each scry, cantrip, token and look of DECK is worth, in points, in cards and in lands.

    Every source is played full, blind (it shows nothing), empty (it draws nothing either) and off, on the same games:
    look = full - blind, draw = blind - empty, tempo = empty - off.

    \b
    scryworth value example:azorius-temples
    scryworth value my-list.txt -g "lands >= 4 by turn 4" --source "Temple of Epiphany"
    scryworth value my-list.txt --unit "Opt<-Island" --unit "sources of U" --worth net
    scryworth value my-list.txt --against Preordain --copies 1
    scryworth value '24 land, 36 blank' -g "lands had >= 4 by draw 4" --free "scry 1 on turn 1 main" --mulligan none
    """
    from analyzer.cli.progress import compiling, progress
    from analyzer.engine import CHUNK
    from analyzer.engines import rulebook_games
    from analyzer.errors import InputError
    from analyzer.report.outputs import asked, check_played, typed, write_pictures
    from analyzer.report.terminal import check_output, show
    from analyzer.valued import Wanted, games_for, value_plan, valued

    check_output(values["out"], values["format_"])
    pictures = asked("value", values["html"], values["plot"], values["chart"])
    if values["quick"] and pictures.plot is not None and pictures.chart == "rules":
        raise InputError("--chart rules: --quick plays no other rules; leave it out")
    resolved = resolved_plan(values)
    plan = value_plan(resolved.plan, default_goals=not resolved.has_goals, auto=resolved.auto_roles)
    check_played(pictures, plan, 0, default=not resolved.has_goals, ledger=values["ledger"] is not None, chunk=CHUNK)
    wanted = Wanted(
        named=values["sources"],
        units=values["units"],
        worth=values["worth"],
        copies=values["copies"],
        against=values["against"],
        shapley=values["shapley"],
        other_rules=not values["quick"],
        engine=values["engine"],
        show=values["show_game"] or "",
        is_drawn=pictures.wanted,
    )
    games = values["games"] or (QUICK_GAMES if values["quick"] else GAMES)
    if values["engine"] != "kernel":
        games = values["games"] or rulebook_games(values["engine"], [plan], games)
    elif values["precision"] is not None:
        games = games_for(plan, wanted, values["precision"] / 100, values["threads"])
    with progress("playing", values["quiet"]) as advance:
        report = valued(
            resolved,
            plan,
            games,
            wanted,
            threads=values["threads"],
            on_chunk=advance,
            on_compile=compiling(values["quiet"]),
            ledger=values["ledger"],
        )
    show(report, values["format_"], values["out"], quiet=values["quiet"])
    write_pictures(report, pictures, command=typed(), quiet=values["quiet"])
    if report.is_partial:
        raise SystemExit(130)
