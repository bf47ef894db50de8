"""Which abilities of a card become triggers of the kernel, and which are left out, by name."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.abilities import Ability, Program, Step
from analyzer.contract import triggers
from analyzer.kernel.layout import FIRST_CHAPTER
from analyzer.pack_programs import Book, Costs, Gist, read_costs
from analyzer.plan.model import Kind
from analyzer.versions import played_program

# ability word -> event; "each" events happen in the opponent's turns too, which have no such step here
EVENTS = {name: number for number, name in enumerate(triggers.EVENTS)} | {
    "eachupkeep": triggers.UPKEEP, "eachdrawstep": triggers.DRAW_STEP, "eachend": triggers.END_STEP,
}  # fmt: skip
WATCHING = (triggers.CAST, triggers.ENTERS, triggers.ON_DIES, triggers.ON_DAMAGE)
ATTACKS = (triggers.ATTACK, triggers.ON_ATTACK, triggers.ATTACHED_ATTACK)
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII")
EVERY_TURN = (triggers.UPKEEP, triggers.DRAW_STEP, triggers.END_STEP, triggers.MAIN, triggers.BEGIN_COMBAT)
# Events of opponents: nothing in a goldfish triggers them.
NEVER_HERE = frozenset(("damaged", "ondamaged", "oncrime"))
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
    once: bool = False


@dataclass(frozen=True, slots=True)
class Activated:
    """An activated ability: its number on the card, costs, program, gist; `loyalty` is None where it is no loyalty."""

    number: int
    costs: Costs
    program: int
    gist: Gist
    loyalty: int | None = None


@dataclass(frozen=True, slots=True)
class KindPrograms:
    """What the abilities of a kind became: triggers, the program done as it enters, the gist of entering.

    `attack_looks`: an attack trigger looks or draws. `last_chapter`: of a Saga, else 0.
    """

    triggers: tuple[Trigger, ...]
    as_it_enters: int
    entering: Gist
    every_turn: bool
    activated: tuple[Activated, ...] = ()
    attack_looks: bool = False
    last_chapter: int = 0


def order_place(gist: Gist, looks_first: bool) -> int:
    """Rank of a trigger among those that wait (F13.4): looks, draws, the rest, or draws before looks."""
    looks, draws = gist.look > 0, gist.draws > 0
    if looks_first:
        return 0 if looks else 1 if draws else 2
    return 0 if draws else 1 if looks else 2


def pack_abilities(kind: Kind, book: Book, looks_first: bool) -> KindPrograms:
    """Write the programs of a kind's abilities into the book; what the kernel leaves out is noted there."""
    found: list[Trigger] = []
    activated: list[Activated] = []
    as_it_enters, entering, every_turn, attack_looks, last_chapter = 0, Gist(), False, False, 0
    for number, ability in enumerate(kind.abilities):
        if is_silent(ability):
            continue
        if ability.word == "enters" and not ability.filter:
            as_it_enters, gist = book.program(ability.program, kind.name)
            continue
        if ability.kind == "activated" or ability.word == "loyalty":
            each = _activated(kind, number, book)
            if each is not None:
                activated.append(each)
            else:
                _left_out(kind, ability, book)
            continue
        event = EVENTS.get(ability.word) if ability.kind == "event" and not ability.gate else None
        watches = _watches(ability, event, book)
        if event is None or watches is None:
            _left_out(kind, ability, book)
            continue
        row, _ = book.program(played_program(kind, number), kind.name)
        gist = book.gist(ability.program)  # rules are told what is printed
        if event == triggers.CHAPTER:
            last_chapter = max(last_chapter, watches.bit_length() - 1)
        if row:
            once = (ability.filter or "").startswith("once")
            found += _rows(event, watches, row, order_place(gist, looks_first), once)
            entering += gist if event in (triggers.ENTER, triggers.CAST_SELF) else Gist()
            every_turn = every_turn or (event in EVERY_TURN and gist.look + gist.draws > 0)
            attack_looks = attack_looks or (event in ATTACKS and gist.look + gist.draws > 0)
    return KindPrograms(tuple(found), as_it_enters, entering, every_turn, tuple(activated), attack_looks, last_chapter)


def _rows(event: int, watches: int, row: int, place: int, once: bool) -> list[Trigger]:
    """The trigger rows of an ability; the first chapter of a Saga happens as it enters."""
    if event != triggers.CHAPTER:
        return [Trigger(event, watches, row, place, once)]
    first = [Trigger(triggers.ENTER, FIRST_CHAPTER, row, place)] if watches & 2 else []
    return first + ([Trigger(event, watches & ~2, row, place)] if watches & ~2 else [])


def _activated(kind: Kind, number: int, book: Book) -> Activated | None:
    """An activated ability as the kernel offers it; None where it cannot."""
    ability = kind.abilities[number]
    costs = read_costs(ability.costs)
    if ability.word == "channel" or ability.gate or costs is None:
        return None
    loyalty = None
    if ability.word == "loyalty":
        change = (ability.filter or "").replace("\u2212", "-")
        if not change.lstrip("+-").isdigit():
            return None
        loyalty = int(change)
    problems = len(book.problems)
    program, _ = book.program(played_program(kind, number), kind.name)
    if len(book.problems) > problems:  # half an ability could be better than the whole
        del book.problems[problems:]
        return None
    if not program and loyalty is None:
        return None
    gist = book.gist(ability.program)
    if book.makes_draws(ability.program):  # a token that is used later counts as the look and the draw that it is
        gist += Gist(1, 1)
    return Activated(number, costs, program, gist, loyalty)


def is_silent(ability: Ability) -> bool:
    """Is the ability dealt with elsewhere (spell programs by lines, mana by its tables), or without effect here?"""
    if ability.kind == "event":
        if ability.word == "loyalty":
            return False
        never = ".theirs" in (ability.filter or "") or ability.word in NEVER_HERE
        return ability.word == "cast" or never or not (_matters(ability.program) or ability.word == "chapter")
    if ability.kind == "activated":
        return not (ability.costs and _matters(ability.program)) or all(
            isinstance(step, Step) and step.op.rstrip("!?") == "mana" for step in ability.program
        )
    return ability.word.rstrip("?+-") in SILENT_KEYWORDS


def _watches(ability: Ability, event: int | None, book: Book) -> int | None:
    """Kind set of an event's filter, -1 for none; None when it is not understood."""
    if event == triggers.CHAPTER:
        numbers = [part.strip() for part in (ability.filter or "").split(",")]
        known = [1 << NUMERALS.index(each) for each in numbers if each in NUMERALS[1:]]
        return sum(known) if known and len(known) == len(numbers) else None
    words = [word for word in (ability.filter or "").split() if word not in ("once", "other", "nontoken")]
    if not words:
        return -1
    mask = book.mask(" ".join(words)) if event in WATCHING else None
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
