"""`scryworth replay`: one game of a plan, written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import engine_option, plan_options, resolved_plan

ENDINGS = {".txt": "text", ".md": "markdown", ".markdown": "markdown", ".json": "json"}


@click.command("replay")
@plan_options
@click.option("--game", type=click.IntRange(min=0), default=0, show_default=True, help="Number of the game, from 0.")
@click.option("--fork", type=click.IntRange(min=0), metavar="DRAW",
              help="Order anew what is unseen at this draw (they count from 0, with the opening hand).")  # fmt: skip
@engine_option("auto")
@click.option("--format", "format_", type=click.Choice(["text", "markdown", "json"]),
              help="What is printed (default: text, or what the ending of --out says).")  # fmt: skip
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write to this file.")
def command(**values: Any) -> None:
    """Print one game as a player would write it down: hand, looks, decisions, casts with the lands that paid.

    The options are those of `run`: game N here is game N of the run with the same options. The rulebook plays it where
    it plays the plan (with what each rule saw and answered), else it is written from the compiled engine.

    \b
    scryworth replay example:azorius-temples --game 7
    scryworth replay my-list.txt --game 7 --scry curve --format markdown -o game7.md
    scryworth replay '24 land, 36 blank' --game 3 --goal "lands >= 4 by turn 4" --fork 9
    """
    from analyzer.replays import replay_game, written
    from analyzer.report.terminal import check_output
    from analyzer.tables import write

    format_ = check_output(values["out"], values["format_"], ENDINGS, "text")
    plan = resolved_plan(values).plan
    game = replay_game(plan, values["game"], values["engine"], values["fork"])
    text = written(game, format_)
    if values["out"] is None:
        click.echo(text, nl=False)
    else:
        write(values["out"], text)
    if game.failure is not None:
        raise game.failure
