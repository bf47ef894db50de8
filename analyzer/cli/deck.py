"""`scryworth deck`: what was understood of a list, the list itself in one plain form, and the shipped examples."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from analyzer import __version__
from analyzer.decks import Deck, Notice, Reading, check_hand, example_names, read_deck
from analyzer.decks.load import example_title
from analyzer.decks.summary import WIDEST_CURVE, Summary, summarise

_COLUMNS = {
    "sections": ["section", "cards"],
    "lands": ["lands", "cards"],
    "curve": ["mana_value", "cards"],
    "colours": ["type", "symbols_in_costs", "lands_that_make_it", "other_cards_that_make_it"],
    "not_modelled": ["card", "copies", "reasons"],
    "left_out": ["copies", "card"],
}


@click.group("deck", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Read a list and say what was understood.

    DECK is a file in any usual export format, `-` for standard input, example:NAME, or counts such as
    '24 land, 4 key, 32 blank'.
    """


@command.command("check")
@click.argument("deck", metavar="DECK")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="How to print it.")
@click.option("--hand", type=click.IntRange(0, 1000), default=7, show_default=True, help="Cards in an opening hand.")
def check(deck: str, form: str, hand: int) -> None:
    """Say what was understood of DECK: sections, lands, curve, colours, what is not modelled, what was left out."""
    start = time.perf_counter()
    reading = read_deck(deck)
    check_hand(reading.deck, hand)
    summary = summarise(reading.deck)
    tables = _tables(reading, summary)
    if form == "json":
        click.echo(_json(reading, tables, time.perf_counter() - start))
    else:
        click.echo(_text(reading, tables, summary))


@command.command("show")
@click.argument("deck", metavar="DECK")
def show(deck: str) -> None:
    """Print DECK in one plain form that every command reads back."""
    reading = read_deck(deck)
    for notice in reading.deck.notices:
        click.echo(f"note: {notice}", err=True)
    click.echo(plain_list(reading.deck))


@command.command("examples")
def examples() -> None:
    """Name the lists that come with the program."""
    for name in example_names():
        click.echo(f"example:{name:<19}  {example_title(name)}")


def plain_list(deck: Deck) -> str:
    """The deck as text: Commander, Companion, Deck and Sideboard, one `4 Opt` a line."""
    parts = [
        ("Commander", [(1, name) for name in deck.commanders]),
        ("Companion", [(1, deck.companion)] if deck.companion else []),
        ("Deck", [(copies, name) for name, copies in deck.counts.items()]),
        ("Sideboard", list(deck.sideboard)),
    ]
    blocks = ["\n".join([head, *(f"{copies} {name}" for copies, name in cards)]) for head, cards in parts if cards]
    return "\n\n".join(blocks)


def _tables(reading: Reading, summary: Summary) -> dict[str, list[list[Any]]]:
    """The rows of every table that has any."""
    deck = reading.deck
    untapped = summary.lands - summary.lands_tapped - summary.lands_conditional
    types = [letter for letter in "WUBRGC" if any(letter in held for held in _colour_counts(summary))]
    tables: dict[str, list[list[Any]]] = {
        "sections": [
            ["main deck", deck.size],
            ["commander", len(deck.commanders)],
            ["companion", 1 if deck.companion else 0],
            ["sideboard", sum(copies for copies, _ in deck.sideboard)],
            ["left out", sum(copies for copies, _ in reading.left_out)],
        ],
        "lands": [
            ["enter untapped", untapped],
            ["enter tapped", summary.lands_tapped],
            ["enter tapped unless a condition holds", summary.lands_conditional],
        ],
        "curve": [[value, copies] for value, copies in summary.curve.items()],
        "colours": [[letter, *(held.get(letter, 0) for held in _colour_counts(summary))] for letter in types],
        "not_modelled": [[name, copies, "; ".join(reasons)] for name, copies, reasons in summary.gaps],
        "left_out": [[copies, name] for copies, name in reading.left_out],
    }
    return {
        "sections": [row for row in tables["sections"] if row[1]],
        "lands": [row for row in tables["lands"] if row[1]],
        **{name: tables[name] for name in ("curve", "colours", "not_modelled", "left_out")},
    }


def _colour_counts(summary: Summary) -> tuple[Any, ...]:
    return (summary.pips, summary.land_sources, summary.other_sources)


def _json(reading: Reading, tables: dict[str, list[list[Any]]], seconds: float) -> str:
    """The document of formats F9; equal for equal lists except `seconds`."""
    document = {
        "scryworth": __version__,
        "format": 1,
        "command": "deck check",
        "partial": False,
        "deck": reading.deck.name,
        "notices": [_notice(notice) for notice in reading.deck.notices],
        "tables": {name: {"columns": _COLUMNS[name], "rows": rows} for name, rows in tables.items()},
        "seconds": round(seconds, 3),
    }
    return json.dumps(document, ensure_ascii=False)


def _notice(notice: Notice) -> dict[str, Any]:
    every = {"code": notice.code, "text": notice.text, "line": notice.line, "card": notice.card}
    return {key: value for key, value in every.items() if value is not None}


def _text(reading: Reading, tables: dict[str, list[list[Any]]], summary: Summary) -> str:
    """The report for people: short lines, each saying what it counts."""
    deck = reading.deck
    parts = _joined(f"{copies} {name}" for name, copies in tables["sections"])
    lines = [f"{deck.name}: {parts}, {_counted(summary.kinds, 'kind')}"]
    if deck.commanders:
        lines.append(f"  commander     {' and '.join(deck.commanders)}")
    if deck.companion:
        lines.append(f"  companion     {deck.companion}")
    share = f" ({100 * summary.lands / summary.cards:.1f} % of the main deck)"
    entering = _joined(f"{copies} {name}" for name, copies in tables["lands"])
    lines.append(f"  lands         {summary.lands}{share}" + (f": {entering}" if entering else ""))
    if summary.curve:
        curve = "  ".join(f"{_value(value)}:{copies}" for value, copies in tables["curve"])
        lines.append(f"  mana values   {curve}   (nonland cards, mean {summary.mean_mana_value:.2f})")
    for letter, symbols, lands, others in tables["colours"]:
        if symbols or not summary.pips:
            also = f" and {_counted(others, 'other card')}" if others else ""
            asked = f"{_counted(symbols, 'symbol')} in costs; made by {_counted(lands, 'land')}{also}"
            lines.append(f"  mana {letter}        {asked}")
    lines += _gap_lines(tables["not_modelled"])
    if tables["left_out"]:
        lines.append(f"  left out      {_joined(f'{copies} {name}' for copies, name in tables['left_out'])}")
    notes = [f"  note          {notice}" for notice in deck.notices if notice.code != "left-out"]
    return "\n".join([*lines, *notes])


def _gap_lines(rows: list[list[Any]]) -> list[str]:
    if not rows:
        return ["  not modelled  nothing"]
    copies = sum(row[1] for row in rows)
    head = f"  not modelled  something of {_counted(copies, 'card')} ({_counted(len(rows), 'kind')}):"
    return [head, *(f"    {number} {name}: {reasons}" for name, number, reasons in rows)]


def _value(value: int) -> str:
    return f"{value}+" if value == WIDEST_CURVE else str(value)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _joined(words: Any) -> str:
    return ", ".join(words)
