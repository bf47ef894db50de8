"""Which abilities of a card become triggers of the kernel, and which are left out, by name."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.abilities import Ability, Program, Step
from analyzer.contract import triggers
from analyzer.pack_programs import Book, Gist
from analyzer.plan.model import Kind
from analyzer.versions import played_program

# ability word -> event; "each" events happen in the opponent's turns too, which have no such step here
EVENTS = {name: number for number, name in enumerate(triggers.EVENTS)} | {
    "eachupkeep": triggers.UPKEEP, "eachdrawstep": triggers.DRAW_STEP, "eachend": triggers.END_STEP,
}  # fmt: skip
WATCHING = (triggers.CAST, triggers.ENTERS)
EVERY_TURN = (triggers.UPKEEP, triggers.DRAW_STEP, triggers.END_STEP, triggers.MAIN, triggers.BEGIN_COMBAT)
# Keywords that lines, targets and mana tables deal with, or that a goldfish never notices.
SILENT_KEYWORDS = frozenset(("kicker", "multikicker", "target", "addcost", "keywords", "choose"))
# Bare keywords that change costs, draws or casts; the other bare keywords concern combat and opponents only.
BARE_BUT_FELT = frozenset(
    ("aftermath", "assist", "bargain", "cascade", "conspire", "convoke", "delve", "demonstrate", "fuse", "improvise",
     "jump-start", "ravenous", "rebound", "retrace", "riot", "storm", "undaunted")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trigger:
    """One row of the trigger table: event, kind set it watches (-1 any), first program row, place in the order."""

    event: int
    watches: int
    program: int
    place: int


@dataclass(frozen=True, slots=True)
class KindPrograms:
    """What the abilities of a kind became: triggers, the program done as it enters, the gist of entering."""

    triggers: tuple[Trigger, ...]
    as_it_enters: int
    entering: Gist
    every_turn: bool


def order_place(gist: Gist, looks_first: bool) -> int:
    """Rank of a trigger among those that wait (F13.4): looks, draws, the rest, or draws before looks."""
    looks, draws = gist.look > 0, gist.draws > 0
    if looks_first:
        return 0 if looks else 1 if draws else 2
    return 0 if draws else 1 if looks else 2


def pack_abilities(kind: Kind, book: Book, looks_first: bool) -> KindPrograms:
    """Write the programs of a kind's abilities into the book; what the kernel leaves out is noted there."""
    found: list[Trigger] = []
    as_it_enters, entering, every_turn = 0, Gist(), False
    for number, ability in enumerate(kind.abilities):
        if is_silent(ability):
            continue
        if ability.word == "enters" and not ability.filter:
            as_it_enters, gist = book.program(ability.program, kind.name)
            continue
        event = EVENTS.get(ability.word) if ability.kind == "event" and not ability.gate else None
        watches = _watches(ability, event, book)
        if event is None or watches is None:
            _left_out(kind, ability, book)
            continue
        row, _ = book.program(played_program(kind, number), kind.name)
        gist = book.gist(ability.program)  # rules are told what is printed
        if row:
            found.append(Trigger(event, watches, row, order_place(gist, looks_first)))
            entering += gist if event in (triggers.ENTER, triggers.CAST_SELF) else Gist()
            every_turn = every_turn or (event in EVERY_TURN and gist.look + gist.draws > 0)
    return KindPrograms(tuple(found), as_it_enters, entering, every_turn)


def is_silent(ability: Ability) -> bool:
    """Is the ability dealt with elsewhere (spell programs by lines, mana by its tables), or without effect here?"""
    if ability.kind == "event":
        return ability.word == "cast" or not _matters(ability.program)
    if ability.kind == "activated":
        return not _matters(ability.program) or all(
            isinstance(step, Step) and step.op.rstrip("!?") == "mana" for step in ability.program
        )
    return ability.word.rstrip("?+-") in SILENT_KEYWORDS


def _watches(ability: Ability, event: int | None, book: Book) -> int | None:
    """Kind set of an event's filter, -1 for none; None when it is not understood."""
    if event not in WATCHING:
        return -1 if not ability.filter else None
    if not ability.filter:
        return -1
    mask = book.mask(ability.filter)
    return None if mask is None else book.kind_set(mask)


def _matters(program: Program) -> bool:
    """Does the program do anything that can be noticed here?"""
    scratch = Book(())
    scratch.program(program, "")
    return len(scratch.rows) > 1 or bool(scratch.problems)


def _left_out(kind: Kind, ability: Ability, book: Book) -> None:
    bare = ability.kind == "keyword" and ability.text is None and ability.filter is None
    if bare and ability.word.rstrip("?+-") not in BARE_BUT_FELT:
        return
    what = f"{ability.word}:" if ability.kind == "event" else ability.word
    book.problems.append((kind.name, f"ability ignored: {what} {str(ability)[:80]}"))
