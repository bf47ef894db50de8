"""Which cards of a topic the compiled engine plays: every card that scries, makes Shards or Roles, or tempts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analyzer.cards.catalog import Catalog
from analyzer.cards.gaps import gaps
from analyzer.cards.model import CardFacts
from analyzer.cards.table import load_table
from analyzer.errors import InputError, ScryworthError
from analyzer.pack import unsupported
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile
from analyzer.tomlfile import nearest
from analyzer.versions import steps_of

TOPICS = ("shard", "role", "sorcerer", "ring", "scry")
RUNS, HELD, PARTLY, LEFT_OUT = "runs", "held", "runs in part", "left out"


@dataclass(frozen=True, slots=True)
class Covered:
    """A card of a topic, its state (RUNS, HELD: never cast for want of a target, PARTLY, LEFT_OUT), what is ignored."""

    name: str
    state: str
    ignored: tuple[str, ...]


def coverage(topic: str) -> tuple[Covered, ...]:
    """Every card whose abilities contain the topic's step, by name, with its state in the compiled engine.

    LEFT_OUT: what is ignored is the topic's own step. InputError for a topic that does not exist.
    """
    if topic not in TOPICS:
        raise InputError(f"topic {topic!r}{nearest(topic, list(TOPICS))}; topics are {', '.join(TOPICS)}")
    return tuple(sorted((_state(card, topic) for card in cards_of(topic)), key=lambda each: each.name))


def cards_of(topic: str) -> Iterator[CardFacts]:
    """The cards of the table and the overlay whose abilities, on any face, contain the topic's step."""
    catalog = Catalog()
    seen: set[str] = set()
    for line in load_table().lines:
        name, whole, *_ = line.split("\t")
        wanted = whole or name
        if wanted in seen:
            continue
        seen.add(wanted)
        try:
            card = catalog.find(wanted).card
        except InputError:  # a name that only a fuller spelling finds
            continue
        if _concerns(card, topic):
            yield card


def _concerns(card: CardFacts, topic: str) -> bool:
    faces = [card] if card.other_face is None else [card, card.other_face]
    for step in (step for face in faces for ability in face.abilities for step in steps_of(ability.program)):
        if topic == "sorcerer":
            if step.op == "role" and (step.argument or "").startswith("sorcerer"):
                return True
        elif step.op.rstrip("!?") == topic:
            return True
    return False


def in_the_compiled_engine(card: CardFacts) -> tuple[bool, tuple[str, ...]]:
    """Whether a card is held for want of a target in a game against nobody, and what of it the kernel leaves out.

    Found by resolving a list of this card and basic lands. ScryworthError for a card no plan can hold.
    """
    text = f"4 {card.full_name}\n56 Island"
    written = PlanFile.model_validate({"deck": {"text": text}, "run": {"goals": ["lands >= 1 by turn 1"]}})
    plan = resolve(written, Path.cwd()).plan
    ignored = tuple(reason for name, reason in unsupported(plan) if name == card.full_name)
    return plan.kinds[plan.slots[0]].held, ignored


def _state(card: CardFacts, topic: str) -> Covered:
    try:
        held, ignored = in_the_compiled_engine(card)
    except ScryworthError as wrong:
        return Covered(card.full_name, LEFT_OUT, (str(wrong),))
    word = {"sorcerer": "role"}.get(topic, topic)
    own = [reason for reason in ignored if re.search(rf"\b{word}\d*\b|\b{word}[X(V]", reason)]
    ignored += tuple(f"not modelled: {gap}" for gap in gaps(card))
    if held:
        return Covered(card.full_name, HELD, ignored)
    if own:
        return Covered(card.full_name, LEFT_OUT, ignored)
    return Covered(card.full_name, PARTLY if ignored else RUNS, ignored)
