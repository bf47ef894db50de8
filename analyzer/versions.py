"""Sources of library selection in a plan, and the versions of a source that `value` compares (SEMANTICS 2).

blind and empty change what a source does and are not told to the rules of play; off is told: the deck is another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from analyzer.cards.abilities import Ability, Choose, Program, Step, Wrap, format_abilities
from analyzer.errors import InputError
from analyzer.kinds import with_kind, with_split
from analyzer.plan.model import Free, Kind, Line, Plan
from analyzer.tomlfile import nearest

VERSIONS = ("blind", "empty", "off")
LOOKS = frozenset(("scry", "surveil", "reorder", "dig"))
DRAWS = frozenset(("draw", "dig", "search", "drawnext"))
PAID = frozenset(("discard", "putback", "tuck"))  # what goes along with a draw that does not happen
# What makes tokens that look or draw when they are used, and the temptations of the Ring: (looks, draws or finds)
TOKENS = {"shard": (True, True), "role": (True, False), "ring": (False, True), "clue": (False, True),
          "blood": (False, True), "lander": (False, True)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """What makes the player look, draw or loot: an ability of a card, or a free effect.

    `ability` is its number on the card, `free` that of the free effect (then `kind` is -1). `needs_survival`: it works
    only while a permanent survives or attacks (shown as "if unanswered").
    """

    name: str
    kind: int
    ability: int
    free: int = -1
    needs_survival: bool = False
    looks: bool = True
    draws: bool = True


def sources_of(plan: Plan) -> tuple[Source, ...]:
    """Every source of the plan, in the order of kinds and abilities, free effects last; names are `Card/word`.

    A card with two abilities of one word has `word` and `word2`. Lands, creatures and spells are treated alike.
    """
    found: list[Source] = []
    in_list = set(plan.slots) | set(plan.commanders)
    for kind in plan.kinds:
        if kind.index not in in_list:
            continue
        words: dict[str, int] = {}
        for number, ability in enumerate(kind.abilities):
            if selects(ability.program) and ability.kind in ("event", "activated"):
                words[ability.word] = words.get(ability.word, 0) + 1
                word = ability.word + (str(words[ability.word]) if words[ability.word] > 1 else "")
                found.append(
                    Source(
                        f"{kind.name}/{word}", kind.index, number, -1, _waits(ability, kind), *_does(ability.program)
                    )
                )
    for number, free in enumerate(plan.free):
        if selects(free.program):
            found.append(Source(f"free/{number + 1}", -1, -1, number, False, *_does(free.program)))
    return tuple(found)


def _does(program: Program) -> tuple[bool, bool]:
    """Does it look, does it draw or find? What its tokens do counts."""
    steps = [step for step in steps_of(program) if step.who != "opp"]
    ops = {_op(step) for step in steps}
    tokens = [TOKENS[_op(step)] for step in steps if _makes_source(step)]
    looks, draws = (any(each[part] for each in tokens) for part in (0, 1))
    return looks or not ops.isdisjoint(LOOKS), draws or not ops.isdisjoint(DRAWS)


def _makes_source(step: Step) -> bool:
    """Does the step make a token that looks or draws later? Of the Roles only the Sorcerer does."""
    role = (step.argument or "").partition(",")[0].strip()
    return _op(step) in TOKENS and (_op(step) != "role" or role == "sorcerer")


def _waits(ability: Ability, kind: Kind) -> bool:
    """Does it need a permanent that stays: an attack, an upkeep, a tap, a token's attack?"""
    makes_roles = any(_op(step) in ("role", "ring") for step in steps_of(ability.program))
    once = ability.word in ("cast", "castself", "etb", "cycled", "dies", "ltb", "channel")
    return makes_roles or not (once or kind.card.is_land)


def steps_of(program: Program) -> Iterable[Step]:
    """Every step of a program, those inside wrappers and modes too."""
    for each in program:
        if isinstance(each, Step):
            yield each
        elif isinstance(each, Wrap):
            yield from steps_of(each.program)
        elif isinstance(each, Choose):
            for mode in each.modes:
                yield from steps_of(mode)


def _op(step: Step) -> str:
    return step.op.rstrip("!?")


@lru_cache(maxsize=4096)
def selects(program: Program) -> bool:
    """Does the program look, draw, loot or find, itself or by a token that it makes, for the player?"""
    return any(_does(program))


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of `value`: the sources that are muted together. A card with several has a row, and a part for each."""

    name: str
    sources: tuple[Source, ...]
    is_part: bool = False

    @property
    def kind(self) -> int:
        """The card, -1 for a free effect."""
        return self.sources[0].kind


def entries_of(sources: Sequence[Source]) -> tuple[Entry, ...]:
    """The rows of these sources: one for each card and free effect, and parts where a card has several sources.

    >>> a, b, c = Source("Omen/etb", 1, 0), Source("Omen/activate", 1, 1), Source("Opt/cast", 0, 0)
    >>> [(each.name, each.is_part) for each in entries_of((a, b, c))]
    [('Omen', False), ('Omen/etb', True), ('Omen/activate', True), ('Opt/cast', False)]
    """
    found: list[Entry] = []
    for source in sources:
        same = tuple(each for each in sources if each.kind == source.kind and source.kind >= 0)
        if len(same) > 1:
            if source == same[0]:
                found.append(Entry(source.name.rpartition("/")[0], same))
            found.append(Entry(source.name, (source,), is_part=True))
        else:
            found.append(Entry(source.name, (source,)))
    return tuple(found)


def find_sources(plan: Plan, name: str) -> tuple[Source, ...]:
    """The source of this name (any case), or of a bare card name all that the card has; InputError says what exists."""
    sources = sources_of(plan)
    folded = name.strip().casefold()
    matching = [each for each in sources if each.name.casefold() == folded]
    matching = matching or [each for each in sources if each.name.casefold().rpartition("/")[0] == folded]
    if matching:
        return tuple(matching)
    if not sources:
        raise InputError(f"source {name!r}: {NO_SOURCES}")
    known = [each.name for each in sources]
    near = nearest(name, [*known, *(each.rpartition("/")[0] for each in known)])
    raise InputError(f"there is no source {name!r}{near if 'mean' in near else '; sources are ' + ', '.join(known)}")


def find_source(plan: Plan, name: str) -> Source:
    """The one source of this name; InputError names what exists, and the sources of a card that has several."""
    matching = find_sources(plan, name)
    if len(matching) > 1:
        raise InputError(f"source {name!r} means {' or '.join(each.name for each in matching)}; write one of them")
    return matching[0]


NO_SOURCES = (
    "this deck has no source of library selection; to see what a look would be worth, add a free effect: "
    "--free 'scry 1 on turn 1 main'"
)


# ---- programs of a version -------------------------------------------------------------------------------------------
def versioned(program: Program, version: str) -> Program:
    """What a source does in a version: in `blind` looks show and move nothing, in `empty` nothing is drawn or found.

    A look's event still happens; its step is marked with the suffix `blind`. A discard after a draw goes with it.
    """
    if version == "off":
        return ()
    changed: list[Step | Choose | Wrap] = []
    loses_draw = version == "empty" and any(_op(step) in DRAWS for step in steps_of(program))
    for each in program:
        if isinstance(each, Wrap):
            changed.append(replace(each, program=versioned(each.program, version)))
        elif isinstance(each, Choose):
            changed.append(replace(each, modes=tuple(versioned(mode, version) for mode in each.modes)))
        elif version == "empty" and _op(each) in (DRAWS | PAID if loses_draw else DRAWS):
            continue
        elif _op(each) in LOOKS:
            changed.append(replace(each, suffix="blind"))
        elif _op(each) in TOKENS:
            changed.append(replace(each, suffix=version))
        else:
            changed.append(each)
    return tuple(changed)


def with_version(plan: Plan, source: Source, version: str, copies: int | None = None) -> Plan:
    """The plan in which a source is blind, empty or off (in all copies, or in so many of them).

    InputError for versions and numbers of copies that do not exist.
    """
    if version not in VERSIONS:
        raise InputError(f"version {version!r} is not one of {', '.join(VERSIONS)}")
    here = plan.slots.count(source.kind) if source.free < 0 else 1
    if copies is not None and not 1 <= copies <= max(here, 1):
        raise InputError(f"{source.name}: {copies} copies cannot be muted, there {'is' if here == 1 else 'are'} {here}")
    some = copies is not None and copies < here
    said = f"{source.name} {version}{f', {copies} of {here}' if some else ''}"
    plan = replace(plan, muted=(*plan.muted, said))
    if source.free >= 0:
        return _free_version(plan, source, version)
    kind = plan.kinds[source.kind]
    if copies is not None and some:
        plan, twin = with_split(plan, source.kind, copies)
        kind = plan.kinds[twin]
    changed = _off(kind, source.ability) if version == "off" else _muted(kind, source.ability, version)
    return replace(plan, kinds=tuple(changed if each.index == kind.index else each for each in plan.kinds))


def with_versions(plan: Plan, sources: Iterable[Source], version: str) -> Plan:
    """The plan in which all these sources are in a version; later abilities of a card first, so that numbers hold."""
    for source in sorted(sources, key=lambda each: -each.ability):
        plan = with_version(plan, source, version)
    return plan


def with_mutes(plan: Plan, mutes: Sequence[tuple[str, str, int | None]]) -> Plan:
    """The plan with these (source, version, copies) muted, as a plan file asks for it (formats F4).

    Beside the sources every ability of a card may be off. InputError names what cannot be muted, and why.
    """
    chosen = [(find_ability(plan, name, version), version, copies) for name, version, copies in mutes]
    for place, (source, _, copies) in enumerate(chosen):
        for other, _, others in chosen[:place]:
            if other == source:
                raise InputError(f"{source.name} is muted twice; leave one of them out")
            if other.kind == source.kind >= 0 and (copies, others) != (None, None):
                raise InputError(f"{source.name} and {other.name}: of two abilities of a card all copies can be muted")
    for source, version, copies in sorted(chosen, key=lambda each: -each[0].ability):
        plan = with_version(plan, source, version, copies)
    return plan


def find_ability(plan: Plan, name: str, version: str) -> Source:
    """The source of this name, or for `off` any triggered or activated ability, named likewise (`Card/word`)."""
    others = _other_abilities(plan)
    folded = name.strip().casefold()
    known = [each for each in others if each.name.casefold() == folded]
    if known and not any(each.name.casefold() == folded for each in sources_of(plan)):
        if version != "off":
            raise InputError(f"{known[0].name} neither looks nor draws, so {version} would change nothing; write off")
        return known[0]
    if not sources_of(plan) and others:
        raise InputError(f"there is no source {name!r}{nearest(name, [each.name for each in others])}")
    return find_source(plan, name)


def _other_abilities(plan: Plan) -> tuple[Source, ...]:
    """Triggered and activated abilities, and what spells do, that are no sources of library selection."""
    found = []
    for kind in plan.kinds:
        words: Counter[str] = Counter()
        for number, ability in enumerate(kind.abilities):
            if ability.kind in ("event", "activated") and ability.program and not selects(ability.program):
                words[ability.word] += 1
                word = ability.word + (str(words[ability.word]) if words[ability.word] > 1 else "")
                found.append(Source(f"{kind.name}/{word}", kind.index, number, looks=False, draws=False))
    return tuple(found)


def slots_by_name(plan: Plan, names: Sequence[str | None]) -> tuple[int, ...]:
    """Kinds of slots by card name (None: void); of a card of which some copies are muted, the last ones are."""
    first = {kind.name: kind.index for kind in reversed(plan.kinds)}
    slots = [-1 if name is None else first[name] for name in names]
    for kind in plan.kinds:
        left = plan.slots.count(kind.index) if first[kind.name] != kind.index else 0
        for place in range(len(slots) - 1, -1, -1):
            if left and slots[place] == first[kind.name]:
                slots[place], left = kind.index, left - 1
    return tuple(slots)


def with_replacement(plan: Plan, source: Source, name: str) -> Plan:
    """The plan in which another card stands in the slots of a source's card: version `against`, and another deck.

    InputError for a free effect, and for a card that does not exist.
    """
    if source.free >= 0:
        raise InputError(f"--against {name!r}: {source.name} is a free effect and stands in no slot")
    plan, other = with_kind(plan, name)
    if other == source.kind:
        raise InputError(f"--against {name!r}: that is the source itself; name another card")
    return replace(plan, slots=tuple(other if kind == source.kind else kind for kind in plan.slots))


def _free_version(plan: Plan, source: Source, version: str) -> Plan:
    free = plan.free[source.free]
    program = () if version == "off" else versioned(free.program, version)
    changed: Free = replace(free, program=program)
    return replace(plan, free=tuple(changed if i == source.free else each for i, each in enumerate(plan.free)))


def _muted(kind: Kind, ability: int, version: str) -> Kind:
    return replace(kind, muted=(*kind.muted, (ability, version)))


def _off(kind: Kind, number: int) -> Kind:
    """Never cast or activated; no trigger; a land that would enter tapped does not. The rules see another card."""
    ability = kind.abilities[number]
    if ability.word == "cast":
        unpayable: tuple[Line, ...] = tuple(replace(line, unpayable="off") for line in kind.lines)
        return replace(kind, lines=unpayable, muted=(*kind.muted, (number, "off")))  # so that the plan has another id
    kept = tuple(each for place, each in enumerate(kind.abilities) if place != number)
    muted = tuple((place - (place > number), version) for place, version in kind.muted if place != number)
    card = replace(kind.card, effects=format_abilities(kept))
    if card.is_land and card.tapped == "yes":
        card = replace(card, tapped="")
    return replace(kind, card=card, muted=muted)


def is_muted(plan: Plan, kind: int) -> bool:
    """Is a version of this kind's looks in force (of free effects: -1)?"""
    if 0 <= kind < len(plan.kinds):
        return bool(plan.kinds[kind].muted)
    return any(step.suffix == "blind" for free in plan.free for step in steps_of(free.program))


def played_program(kind: Kind, number: int) -> Program:
    """The program that an ability really carries out, mutes included (its facts for the rules stay as printed)."""
    program = kind.abilities[number].program
    for ability, version in kind.muted:
        if ability == number:
            program = versioned(program, version)
    return program


def played_line(kind: Kind, line: Line) -> Program:
    """The program of a line, mutes of the card's `cast` ability included."""
    program = line.program
    for ability, version in kind.muted:
        if kind.abilities[ability].word == "cast":
            program = versioned(program, version)
    return program
