"""Sources of library selection in a plan, and the versions of a source that `value` compares (SEMANTICS 2).

blind and empty change what a source does and are not told to the rules of play; off is told: the deck is another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from analyzer.cards.abilities import Ability, Choose, Program, Step, Wrap, format_abilities
from analyzer.errors import InputError
from analyzer.goals import Goal, Names, bind_goal
from analyzer.plan.model import Free, Kind, Line, Plan
from analyzer.tomlfile import nearest

VERSIONS = ("blind", "empty", "off")
LOOKS = frozenset(("scry", "surveil", "reorder", "dig"))
DRAWS = frozenset(("draw", "dig", "search", "drawnext"))
PAID = frozenset(("discard", "putback", "tuck"))  # what goes along with a draw that does not happen
TOKENS = {"shard": "Shard", "role": "Role", "ring": "the Ring", "clue": "Clue", "blood": "Blood", "lander": "Lander"}


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
    """Does it look, does it draw or find? What a token does counts as both."""
    ops = {_op(step) for step in steps_of(program)}
    tokens = not ops.isdisjoint(TOKENS)
    return tokens or not ops.isdisjoint(LOOKS), tokens or not ops.isdisjoint(DRAWS)


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


def selects(program: Program) -> bool:
    """Does the program look, draw, loot or find, itself or by a token that it makes, for the player?"""
    wanted = LOOKS | DRAWS | set(TOKENS)
    return any(_op(step) in wanted and step.who != "opp" for step in steps_of(program))


def find_source(plan: Plan, name: str) -> Source:
    """The source of this name (any case; a bare card name if the card has one source); InputError names what exists."""
    sources = sources_of(plan)
    folded = name.strip().casefold()
    matching = [each for each in sources if each.name.casefold() == folded]
    matching = matching or [each for each in sources if each.name.casefold().rpartition("/")[0] == folded]
    if len(matching) == 1:
        return matching[0]
    if len(matching) > 1:
        raise InputError(f"source {name!r} means {' or '.join(each.name for each in matching)}; write one of them")
    if not sources:
        raise InputError(f"source {name!r}: {NO_SOURCES}")
    raise InputError(f"there is no source {name!r}{nearest(name, [each.name for each in sources])}")


NO_SOURCES = (
    "this deck has no source of library selection; to see what a look would be worth, add a free effect: "
    "--free 'scry 1 on turn 1 main'"
)


# ---- programs of a version -------------------------------------------------------------------------------------------
def versioned(program: Program, version: str) -> Program:
    """What a source does in a version: in `blind` looks show and move nothing, in `empty` nothing is drawn or found.

    A look's event still happens; its step is marked with the suffix `blind`. A discard after a draw goes with it.
    """
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
        plan, kind = _split(plan, kind, copies)
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


def _free_version(plan: Plan, source: Source, version: str) -> Plan:
    free = plan.free[source.free]
    program = () if version == "off" else versioned(free.program, version)
    changed: Free = replace(free, program=program)
    return replace(plan, free=tuple(changed if i == source.free else each for i, each in enumerate(plan.free)))


def _split(plan: Plan, kind: Kind, copies: int) -> tuple[Plan, Kind]:
    """Make the last `copies` copies of a kind a kind of their own (same card), so that they alone can be changed."""
    twin = replace(kind, index=len(plan.kinds), lines=tuple(replace(line, kind=len(plan.kinds)) for line in kind.lines))
    slots = list(plan.slots)
    left = copies
    for place in range(len(slots) - 1, -1, -1):
        if left and slots[place] == kind.index:
            slots[place], left = twin.index, left - 1
    plan = replace(plan, slots=tuple(slots), kinds=(*plan.kinds, twin))
    groups = tuple((word, (*kinds, twin.index) if kind.index in kinds else kinds) for word, kinds in plan.groups)
    names = Names.of(replace(plan, groups=groups))
    goals = tuple(bind_goal(goal, names) for goal in plan.goals if isinstance(goal, Goal))
    return replace(plan, goals=goals, groups=groups), twin


def _muted(kind: Kind, ability: int, version: str) -> Kind:
    return replace(kind, muted=(*kind.muted, (ability, version)))


def _off(kind: Kind, number: int) -> Kind:
    """Never cast or activated; no trigger; a land that would enter tapped does not. The rules see another card."""
    ability = kind.abilities[number]
    if ability.word == "cast":
        unpayable: tuple[Line, ...] = tuple(replace(line, unpayable="off") for line in kind.lines)
        return replace(kind, lines=unpayable)
    kept = tuple(each for place, each in enumerate(kind.abilities) if place != number)
    muted = tuple((place - (place > number), version) for place, version in kind.muted if place != number)
    card = replace(kind.card, effects=format_abilities(kept))
    if card.is_land and card.tapped == "yes":
        card = replace(card, tapped="")
    return replace(kind, card=card, muted=muted)


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
