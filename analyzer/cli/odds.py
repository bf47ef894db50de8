"""`scryworth odds`: closed forms, the numbers a hypergeometric calculator gives, with Magic's turns and seats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.errors import InputError

if TYPE_CHECKING:
    from analyzer.decks.model import Deck
    from analyzer.exact.odds import Odds, Question
    from analyzer.tables import Table

ENDINGS = {".txt": "table", ".csv": "csv", ".json": "json", ".md": "markdown", ".markdown": "markdown"}
_TABLE_TURNS = 8
_COMMANDER_SIZES = (99, 100)
_NUMBERS = ("at_least", "at_most", "exactly", "between")
_COUNTED = ("size", "lands", "curve")
_WHEN = ("draws", "by_turn", "as_table", "extra")


@click.command()
@click.argument("what", metavar="[COPIES | DECK]", required=False)
@click.option("--copies", type=click.IntRange(0), help="Copies in the deck (the same as COPIES).")
@click.option("--deck", "--of", "size", type=click.IntRange(2), help="Cards in the deck (default 60).")
@click.option("--have", multiple=True, metavar="TEXT", help="Wanted cards, e.g. '24 land >= 3'; all must hold. Repeat.")
@click.option("--at-least", type=click.IntRange(0), help="At least so many copies (default 1).")
@click.option("--at-most", type=click.IntRange(0), help="At most so many copies.")
@click.option("--exactly", type=click.IntRange(0), help="Exactly so many copies.")
@click.option("--between", type=(click.IntRange(0), click.IntRange(0)), metavar="LOW HIGH", help="LOW to HIGH copies.")
@click.option("--draws", "--cards", type=click.IntRange(0), help="Cards seen in all, the opening hand among them.")
@click.option("--by-turn", type=click.IntRange(0), metavar="T", help="By the draw of turn T (0: the opening hand).")
@click.option(
    "--seat", type=click.Choice(["play", "draw", "both"]), default="both", help="Who begins.", show_default=True
)
@click.option(
    "--players",
    type=click.IntRange(2),
    help="Players (default 2; 4 for 99 or 100 cards): 3 or more all draw on turn 1.",
)
@click.option("--hand", type=click.IntRange(0), default=7, help="Cards of the opening hand.", show_default=True)
@click.option(
    "--extra", type=click.IntRange(0), default=0, help="Cards drawn beside the natural draws.", show_default=True
)
@click.option("--table", "as_table", is_flag=True, help=f"Every turn up to --by-turn (default {_TABLE_TURNS}).")
@click.option(
    "--mulligan", type=click.Choice(["london", "vancouver", "paris"]), help="Mulligan every hand that lacks it."
)
@click.option(
    "--free-mulligans", type=click.IntRange(0), help="Mulligans that cost no card (default: 1 with 3 or more players)."
)
@click.option("--down-to", type=click.IntRange(0), default=4, help="Smallest hand with --mulligan.", show_default=True)
@click.option("--lands", type=click.IntRange(0), help="Land drops, screw and flood of a deck with so many lands.")
@click.option(
    "--curve", help="Nonlands of mana value 1, 2, 3, ..., e.g. 8,10,8,6,4: recommended lands, then as --lands."
)
@click.option(
    "--cheap",
    type=click.IntRange(0),
    default=0,
    help="Cheap cards that draw or make mana (with --curve).",
    show_default=True,
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["table", "csv", "json", "markdown"]),
    help="How to print (default: table, or what the ending of --output says).",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of printing.")
@click.pass_context
def command(context: click.Context, **options: Any) -> None:
    """Exact chances of drawing cards: no games are played, no rules of play are needed.

    \b
    Examples:
      scryworth odds 4                                        4 of 60: opening hand, every turn, both seats
      scryworth odds 24 --of 60 --draws 10 --at-least 4       four lands in ten cards
      scryworth odds --copies 4 --deck 60 --by-turn 4 --seat draw
      scryworth odds --have '24 land >= 3' --have '4 Opt' --by-turn 3      both together
      scryworth odds example:azorius-temples --have 'land in 2..4' --have 'Opt | Preordain' --by-turn 2
      scryworth odds 4 --mulligan london --down-to 5          willing to go to five cards for it
      scryworth odds --lands 24                               land drops, screw, flood
      scryworth odds --curve 8,10,8,6,4                       how many lands a curve wants
    """
    source = click.core.ParameterSource.DEFAULT
    options["given"] = {name for name in options if context.get_parameter_source(name) is not source}
    deck = _deck(options["what"])
    if options["lands"] is not None or options["curve"] is not None or (deck is not None and not options["have"]):
        _print_lands(deck, options)
    else:
        _print_question(deck, options)


def _deck(what: str | None) -> Deck | None:
    """The list that WHAT names; None if it is a number of copies. Its notices go to standard error."""
    if what is None or what.isdigit():
        return None
    from analyzer.decks import load_deck

    deck = load_deck(what)
    for notice in deck.notices:
        click.echo(f"note: {notice}", err=True)
    return deck


def _print_question(deck: Deck | None, options: Mapping[str, Any]) -> None:
    from analyzer.cli.odds_text import question_text
    from analyzer.exact.odds import as_mapping, by_mulligans
    from analyzer.stats import exact
    from analyzer.tables import Table, estimate_row

    question = _question(deck, options)
    if options["mulligan"]:
        _refuse(options, "--mulligan is about the opening hand and takes no", *_WHEN, "seat")
        free = int(question.players > 2) if options["free_mulligans"] is None else options["free_mulligans"]
        answers = by_mulligans(question, options["mulligan"], options["down_to"], free)
    else:
        _refuse(options, "without --mulligan there is no", "free_mulligans", "down_to")
        answers = _answers(question, options)
    rows = tuple(
        estimate_row(
            exact(float(answer.chance)),
            variant=_variant(answer, options["mulligan"]),
            goal=f"{question} among {answer.cards} of {question.deck} cards"
            if not options["mulligan"]
            else str(question),
            turn=answer.turn,
            statistic="chance",
            unit="share",
            note=str(answer.chance),
        )
        for answer in answers
    )
    text = question_text(question, answers, options["mulligan"], options["seat"])
    _emit(Table("odds", rows), text, as_mapping(question), options)


def _question(deck: Deck | None, options: Mapping[str, Any]) -> Question:
    """The question that the arguments ask: copies, clauses about numbers, or clauses about a list."""
    from analyzer.exact.odds import question_of_counts, question_of_deck, read_clause

    what, copies, number = options["what"], options["copies"], _number(options)
    rest = {"hand": options["hand"], "extra": options["extra"]}
    _refuse(options, "only --curve takes", "cheap")
    if deck is not None:
        _refuse(options, f"{what} is a list and takes only --have, no", "copies", "size", *_NUMBERS)
        players = options["players"] or (4 if deck.commanders else 2)
        return question_of_deck(deck, options["have"], players=players, **rest)
    if what is not None and copies is not None:
        raise InputError(f"the number of copies is given twice, as {what} and as --copies {copies}")
    copies = int(what) if what is not None else copies
    if copies is None and not options["have"]:
        raise InputError("nothing is asked for; try scryworth odds 4, or --have '24 land >= 3'; --help has examples")
    if copies is None:
        _refuse(options, "inside --have write '24 land >= 3'; only COPIES takes", *_NUMBERS)
    clauses = [read_clause(text) for text in options["have"]]
    if copies is not None:
        clauses.insert(0, (copies, "", *(number or (1, None))))
    size = options["size"] or 60
    players = options["players"] or (4 if size in _COMMANDER_SIZES else 2)
    return question_of_counts(size, clauses, players=players, **rest)


def _number(options: Mapping[str, Any]) -> tuple[int, int | None] | None:
    """Fewest and most copies from --at-least, --at-most, --exactly or --between; None if none is given."""
    given = [name for name in _NUMBERS if options[name] is not None]
    if len(given) > 1:
        raise InputError(f"{' and '.join(_option(name) for name in given)} exclude each other; use --between LOW HIGH")
    if not given:
        return None
    value = options[given[0]]
    if given[0] == "between":
        low, high = value
        if high < low:
            raise InputError(f"--between {low} {high} is empty; the smaller number comes first")
        return low, high
    return {"at_least": (value, None), "at_most": (0, value), "exactly": (value, value)}[given[0]]


def _answers(question: Question, options: Mapping[str, Any]) -> list[Odds]:
    from analyzer.exact.odds import Odds, by_turns, chance_among, last_turn

    draws, turn, seat = options["draws"], options["by_turn"], options["seat"]
    if draws is not None:
        _refuse(options, "--draws says how many cards are seen and takes no", *_WHEN[1:], "seat", "players", "hand")
        return [Odds("", None, draws, chance_among(question, draws))]
    if turn is not None and not options["as_table"]:
        return by_turns(question, [turn], seat)
    last = turn if turn is not None else last_turn(question, seat, _TABLE_TURNS)
    return by_turns(question, range(last + 1), seat)


def _refuse(options: Mapping[str, Any], why: str, *names: str) -> None:
    """InputError if one of these options is given."""
    for name in names:
        if name in options["given"]:
            raise InputError(f"{why} {_option(name)}")


def _option(name: str) -> str:
    return {"as_table": "--table", "size": "--deck"}.get(name, "--" + name.replace("_", "-"))


def _variant(answer: Odds, mulligan: str | None) -> str:
    if mulligan:
        return f"{mulligan}, down to {answer.cards}"
    return answer.seat


def _print_lands(deck: Deck | None, options: Mapping[str, Any]) -> None:
    from analyzer.cli.odds_text import lands_text
    from analyzer.exact.landcount import hand_distribution, land_rows, mean_value, read_curve, recommended_lands
    from analyzer.stats import exact
    from analyzer.tables import Table, estimate_row

    unused = ("copies", "have", *_NUMBERS, *_WHEN, "seat", "hand", "mulligan", "free_mulligans", "down_to")
    _refuse(options, "land drops, screw and flood are for whole decks, hands of seven and both seats, without", *unused)
    if options["curve"] is None:
        _refuse(options, "only --curve takes", "cheap")
    size, lands, notes = options["size"] or 60, options["lands"], []
    players = options["players"] or (4 if size in _COMMANDER_SIZES else 2)
    if deck is not None:
        _refuse(options, f"{options['what']} is a list: it says how many lands and cards there are, without", *_COUNTED)
        size, lands = deck.size, sum(deck.facts[name].is_land for name in deck.slots)
        players = options["players"] or (4 if deck.commanders else 2)
    elif options["what"] is not None:
        raise InputError(f"--lands and --curve take no number of copies, but {options['what']} was given")
    if options["curve"] is not None:
        mean = mean_value(read_curve(options["curve"]))
        advice = recommended_lands(mean, size, options["cheap"])
        notes.append(
            f"mean mana value {mean:.2f}: tournament lists play about {advice:.1f} lands (Karsten's regression)"
        )
        lands = round(advice) if lands is None else lands
    rows = land_rows(lands, size, players)
    tidy = tuple(
        estimate_row(
            exact(float(value)),
            variant=", ".join(filter(None, (row.seat, way))),
            goal=row.goal,
            turn=row.turn,
            statistic="chance",
            unit="share",
            note=str(value),
        )
        for row in rows
        for way, value in (("draws alone", row.alone), ("london", row.london))
    )
    text = "".join(f"{note}\n" for note in notes)
    text += lands_text(lands, size, players, rows, hand_distribution(lands, size))
    question = {"deck": size, "lands": lands, "players": players, "curve": options["curve"], "cheap": options["cheap"]}
    _emit(Table("lands", tidy), text, question, options)


def _emit(table: Table, text: str, question: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """Print, or write to --output, in the format asked for or named by the file's ending."""
    from analyzer.report.terminal import check_output
    from analyzer.tables import document, rendered, write

    output = options["output"]
    shape = check_output(output, options["shape"], ENDINGS)
    whole = document("odds", [table], plan=question)
    content = text if shape == "table" else rendered(table, shape, whole)
    if output is None:
        click.echo(content, nl=False)
    else:
        write(output, content)
