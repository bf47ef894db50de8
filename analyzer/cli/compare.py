"""`scryworth compare`: two lists, or one list under two conditions, on the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from analyzer.plan.schema import PlanFile

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
    scryworth compare --plan my-plan.toml new.txt                       the plan's list and another
    """
    from analyzer.cli.progress import compiling, progress
    from analyzer.compared import compare, resolve_pair
    from analyzer.disagreements import disagreement
    from analyzer.engine import CHUNK
    from analyzer.engines import rulebook_games
    from analyzer.errors import InputError
    from analyzer.report.compare import compare_report
    from analyzer.report.outputs import asked, check_played, typed, write_pictures
    from analyzer.report.terminal import check_output, show

    check_output(values["out"], values["format_"])
    pictures = asked("compare", values["html"], values["plot"], values["chart"])
    if not values["deck"] and values["plan_file"] is None:
        raise InputError("name a DECK or --plan FILE, and a second list or what differs: --b table.seat=draw")
    plan_file = values["plan_file"]
    written = [
        _written(values, deck, own, option)
        for deck, own, option in zip(_lists(values), (values["first"], values["second"]), ("--a", "--b"), strict=True)
    ]
    pair = resolve_pair(written[0], written[1], None if plan_file is None else plan_file.resolve().parent)
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


def _lists(values: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """The two lists: of a plan file and one list the list is the second; None is the plan's own."""
    deck, other = values["deck"], values["other"]
    if values["plan_file"] is not None and deck and not other:
        return None, deck
    return deck, other or deck


def _written(values: Mapping[str, Any], deck: str | None, own: Sequence[str], option: str) -> PlanFile:
    """One of the two plans: the plan file or nothing, the options, a list, and the keys that only this one has."""
    from analyzer.plan.read import plan_from_options, read_plan

    changes = plan_changes({**values, "deck": None})
    if deck:
        changes |= dict.fromkeys(("deck.file", "deck.text", "deck.example", "deck.counts")) | deck_changes(deck)
        if values["plan_file"] is not None and changes["deck.file"] not in (None, "-"):
            changes["deck.file"] = str(Path(changes["deck.file"]).absolute())  # from here, not from the plan's folder
    changes |= settled({}, own, option)
    said = {**named_options(values), **settings_named(own, option)}
    if values["plan_file"] is None:
        return plan_from_options(changes, said)
    return read_plan(values["plan_file"], changes, said)
