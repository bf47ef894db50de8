"""`scryworth cards`: what is known about cards, and which names contain a text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from analyzer.errors import InputError, ScryworthError

if TYPE_CHECKING:
    from analyzer.cards.model import CardFacts

_FORMAT = click.option(
    "--format", "shape", type=click.Choice(["table", "json"]), default="table", help="How to print.", show_default=True
)


@click.group()
def command() -> None:
    """Show what is known about cards, and what is not modelled."""


@command.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--compiled", is_flag=True, help="Also what the compiled engine leaves out of them.")
@_FORMAT
def show(names: tuple[str, ...], compiled: bool, shape: str) -> None:
    """Print facts, abilities and gaps of the cards called NAMES.

    \b
    Examples:
      scryworth cards show Opt "Niko Aris"
      scryworth cards show Censor --compiled
      scryworth cards show "Fire // Ice" --format json
    """
    from analyzer.cards.catalog import Catalog

    catalog = Catalog()
    found, problems = [], []
    for name in names:
        try:
            found.append(catalog.find(name))
        except InputError as wrong:
            problems.append(str(wrong))
    if problems:
        raise InputError("\n".join(problems))
    for one in found:
        for notice in one.notices:
            click.echo(f"note: {notice}", err=True)
    if shape == "json":
        records = [_record(one.card) | (_in_the_kernel(one.card) if compiled else {}) for one in found]
        click.echo(json.dumps(records, ensure_ascii=False, indent=2))
    else:
        blocks = [_paragraph(one.card) + (f"\n{_kernel_line(one.card)}" if compiled else "") for one in found]
        click.echo("\n\n".join(blocks))


@command.command()
@click.argument("text")
@_FORMAT
def find(text: str, shape: str) -> None:
    """List the cards whose name contains TEXT.

    \b
    Example:
      scryworth cards find "temple of"
    """
    from analyzer.cards.catalog import Catalog

    catalog = Catalog()
    names = catalog.search(text)
    if not names:
        near = catalog.near(text)
        hint = f"; names like it: {', '.join(near)}" if near else ""
        raise InputError(f"no card name contains '{text}'{hint}")
    click.echo(json.dumps(names, ensure_ascii=False, indent=2) if shape == "json" else "\n".join(names))


@command.command()
@click.option("--topic", required=True, help="shard, role, sorcerer, ring or scry.")
@_FORMAT
def coverage(topic: str, shape: str) -> None:
    """List the cards of a topic and whether the compiled engine plays them.

    \b
    Example:
      scryworth cards coverage --topic ring
    """
    from analyzer.coverage import HELD, LEFT_OUT, coverage

    found = coverage(topic.strip().lower())
    if shape == "json":
        rows = [{"name": each.name, "state": each.state, "ignored": list(each.ignored)} for each in found]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        click.echo(f"{each.name:<{width}}  {each.state:<12}  {'; '.join(each.ignored)}".rstrip())
    played = sum(each.state != LEFT_OUT for each in found)
    held = sum(each.state == HELD for each in found)
    click.echo(f"{played} of {len(found)} cards run, {held} of them held for want of a target in this game")


def _faces(card: CardFacts) -> list[CardFacts]:
    return [card] if card.other_face is None else [card, card.other_face]


def _record(card: CardFacts) -> dict[str, Any]:
    """The JSON object of a card; a second face stands under `other_face`."""
    from analyzer.cards.abilities import describe
    from analyzer.cards.gaps import gaps

    record: dict[str, Any] = {
        "name": card.name,
        "card": card.full_name,
        "layout": card.layout,
        "mana_cost": card.mana_cost,
        "mana_value": card.card_mana_value,
        "type_line": card.type_line,
        "power": card.power,
        "toughness": card.toughness,
        "loyalty": card.loyalty,
        "colors": card.colors,
        "identity": card.identity,
        "produces": card.produces,
        "tapped": card.tapped,
        "keywords": sorted(card.keywords),
        "abilities": [{"code": str(one), "text": describe(one)} for one in card.abilities],
        "not_modelled": list(gaps(card)),
        "layer": card.layer,
        "set": card.set_code,
    }
    if card.other_face is not None:
        record["other_face"] = _record(card.other_face)
    return record


def _in_the_kernel(card: CardFacts) -> dict[str, Any]:
    """Two more keys of a card's JSON object: `held` (None: no list can hold it) and `left_out` by the kernel."""
    from analyzer.coverage import in_the_compiled_engine

    try:
        held, left_out = in_the_compiled_engine(card)
    except ScryworthError as wrong:
        return {"held": None, "left_out": [str(wrong)]}
    return {"held": held, "left_out": list(left_out)}


def _kernel_line(card: CardFacts) -> str:
    """What the compiled engine does with a card, in a line."""
    found = _in_the_kernel(card)
    said = list(found["left_out"])
    if found["held"]:
        said.insert(0, "held, no target in a game against nobody")
    from analyzer.cards.gaps import gaps

    whole = "plays what is modelled" if gaps(card) else "plays all of this"
    return f"  compiled  {'; '.join(said) or whole}"


def _paragraph(card: CardFacts) -> str:
    """What people read about a card: one block for each face."""
    blocks = [_block(face) for face in _faces(card)]
    if card.other_face is None:
        return blocks[0]
    return f"{card.full_name} ({card.layout}, mana value {card.card_mana_value})\n" + "\n".join(blocks)


def _block(card: CardFacts) -> str:
    from analyzer.cards.abilities import describe
    from analyzer.cards.gaps import gaps

    lines = [f"{card.name}  {card.mana_cost}".rstrip(), f"  {_summary(card)}"]
    if card.produces:
        lines.append(f"  mana      {card.produces}")
    if card.tapped:
        lines.append(f"  tapped    {_tapped(card.tapped)}")
    if card.keywords:
        lines.append(f"  keywords  {', '.join(sorted(card.keywords))}")
    abilities = [(str(one), describe(one)) for one in card.abilities]
    width = max((len(code) for code, _ in abilities), default=0)
    for number, (code, text) in enumerate(abilities):
        label = "abilities" if number == 0 else ""
        # A long code gets a line of its own, so that the words of the short ones stay in one column.
        lines.append(f"  {label:<9} {code:<{min(width, 44)}}  {text}")
    if not abilities:
        lines.append("  abilities none that touch hand, library, lands or mana")
    lines.append(f"  layer     {_LAYERS[card.layer]}")
    lines.append(f"  not modelled: {'; '.join(gaps(card)) or 'nothing known to be missing'}")
    return "\n".join(lines)


_LAYERS = {
    "table": "table (derived from the printed text by a program)",
    "overlay": "overlay (abilities written by hand)",
    "own": "own card",
    "counts": "counts",
}


def _summary(card: CardFacts) -> str:
    size = f" {card.power}/{card.toughness}" if card.power is not None and card.toughness is not None else ""
    loyalty = f", loyalty {card.loyalty}" if card.loyalty is not None else ""
    value = "" if card.is_land else f", mana value {card.mana_value}"
    identity = f", colour identity {card.identity}" if card.identity else ""
    return f"{card.type_line}{size}{loyalty}{value}{identity}"


def _tapped(tapped: str) -> str:
    return "always" if tapped == "yes" else f"unless {tapped.removeprefix('cond:')}"
