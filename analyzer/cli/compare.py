"""`scryworth compare`: two lists, or one list under two conditions, on the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import deck_changes, output_options, plan_changes, plan_options

GAMES, QUICK_GAMES = 200_000, 20_000


@click.command("compare")
@plan_options
@click.argument("other", required=False)
@click.option("--a", "first", multiple=True, help="A key of the first plan only: --a strategy.scry=curve.")
@click.option("--b", "second", multiple=True, help="A key of the second plan only: --b table.seat=draw.")
@click.option("--quick", is_flag=True, help="20,000 games.")
@click.option(
    "--ledger", type=click.Path(path_type=Path), help="Keep finished chunks in this file; play only what it lacks."
)
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
    from analyzer.decks.model import Notice
    from analyzer.errors import InputError
    from analyzer.pack import unsupported
    from analyzer.plan.read import parse_setting, plan_from_options
    from analyzer.report.compare import compare_report
    from analyzer.report.terminal import check_output, show

    check_output(values["out"])
    if not values["deck"]:
        raise InputError("name a DECK, and a second one or what differs: --b table.seat=draw")
    shared = plan_changes(values)
    decks = (values["deck"], values["other"] or values["deck"])
    written = [
        plan_from_options({**shared, **_without_deck(), **deck_changes(deck), **dict(map(parse_setting, own))})
        for deck, own in zip(decks, (values["first"], values["second"]), strict=True)
    ]
    pair = resolve_pair(written[0], written[1])
    games = QUICK_GAMES if values["quick"] else values["games"] or GAMES
    with progress("playing", values["quiet"]) as advance:
        found = compare(
            *pair,
            games,
            threads=values["threads"],
            on_chunk=advance,
            on_compile=compiling(values["quiet"]),
            ledger=values["ledger"],
        )
    left_out = dict.fromkeys(each for resolved in pair for each in unsupported(resolved.plan))
    notices = tuple(Notice("not-modelled", f"{card}: {how}", card=card) for card, how in left_out)
    show(compare_report(found, notices), values["format_"], values["out"], quiet=values["quiet"])
    if found.played.is_partial:
        raise SystemExit(130)


def _without_deck() -> dict[str, None]:
    return dict.fromkeys(("deck.file", "deck.text", "deck.example", "deck.counts"))
