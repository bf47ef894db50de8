"""`scryworth compare`: two lists, or one list under two conditions, on the same games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import (
    deck_changes,
    engine_option,
    named_options,
    output_options,
    picture_options,
    plan_changes,
    plan_options,
    settings_named,
    settled,
    show_game_option,
)

GAMES, QUICK_GAMES = 200_000, 20_000


@click.command("compare")
@plan_options
@click.argument("other", required=False)
@click.option("--a", "first", multiple=True, help="A key of the first plan only: --a strategy.scry=curve.")
@click.option("--b", "second", multiple=True, help="A key of the second plan only: --b table.seat=draw.")
@click.option("--quick", is_flag=True, help="20,000 games.")
@show_game_option
@click.option(
    "--ledger", type=click.Path(path_type=Path), help="Keep finished chunks in this file; play only what it lacks."
)
@picture_options("compare")
@engine_option("kernel")
@output_options
def command(**values: Any) -> None:
    """Compare DECK with OTHER (or with itself under other conditions) on the same shuffles.

    \b
    scryworth compare old.txt new.txt -g "lands >= 4 by turn 4"
    scryworth compare my-list.txt --b table.seat=draw
    scryworth compare my-list.txt --a strategy.scry=curve --b strategy.scry=lands-until:lands=4
    """
    from analyzer.cli.progress import compiling, progress
    from analyzer.compared import compare, resolve_pair
    from analyzer.disagreements import disagreement
    from analyzer.engine import CHUNK
    from analyzer.engines import rulebook_games
    from analyzer.errors import InputError
    from analyzer.plan.read import plan_from_options
    from analyzer.report.compare import compare_report
    from analyzer.report.outputs import asked, check_played, typed, write_pictures
    from analyzer.report.terminal import check_output, show

    check_output(values["out"], values["format_"])
    pictures = asked("compare", values["html"], values["plot"], values["chart"])
    if not values["deck"]:
        raise InputError("name a DECK, and a second one or what differs: --b table.seat=draw")
    shared = plan_changes(values)
    decks = (values["deck"], values["other"] or values["deck"])
    said = named_options(values)
    written = [
        plan_from_options(
            {**shared, **_without_deck(), **deck_changes(deck), **settled({}, own, option)},
            {**said, **settings_named(own, option)},
        )
        for deck, own, option in zip(decks, (values["first"], values["second"]), ("--a", "--b"), strict=True)
    ]
    pair = resolve_pair(written[0], written[1])
    check_played(pictures, pair[0].plan, 0, ledger=values["ledger"] is not None, chunk=CHUNK)
    games = values["games"] or (QUICK_GAMES if values["quick"] else GAMES)
    if values["engine"] != "kernel":
        games = values["games"] or rulebook_games(values["engine"], [each.plan for each in pair], games)
    with progress("playing", values["quiet"]) as advance:
        found = compare(
            *pair,
            games,
            threads=values["threads"],
            on_chunk=advance,
            on_compile=compiling(values["quiet"]),
            ledger=values["ledger"],
            engine=values["engine"],
            show=values["show_game"] or "",
        )
    report = compare_report(found, found.notices)
    show(report, values["format_"], values["out"], quiet=values["quiet"])
    if pictures.html is not None:
        names = ("with the first list", "with the second list")
        told = disagreement((found.first.plan, found.second.plan), names, found.played)
        report = replace(report, disagreement=told)
    write_pictures(report, pictures, command=typed(), quiet=values["quiet"])
    if found.played.is_partial:
        raise SystemExit(130)


def _without_deck() -> dict[str, None]:
    return dict.fromkeys(("deck.file", "deck.text", "deck.example", "deck.counts"))
