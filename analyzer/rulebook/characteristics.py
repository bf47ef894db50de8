"""What an object is now: types, colours, keywords, power and toughness after every effect that changes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analyzer.cards.ability_tree import Ability, Amount, Step
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Permanent, StackItem


def types(game: Game, thing: Permanent | Card | StackItem) -> frozenset[str]:
    """Card types and supertypes; RNG-2 (1): the Ring-bearer is legendary."""
    if isinstance(thing, Permanent):
        found = thing.facts.types
        if thing.animated:
            found = found | thing.animated
        if thing.controller.bearer is thing and thing.controller.ring_abilities >= 1:
            found = found | {"legendary"}
        return found - {"creature"} if _is_no_creature(game, thing) else found
    if isinstance(thing, StackItem):
        return thing.card.facts.types if thing.card else frozenset()
    return thing.facts.types


def _is_no_creature(game: Game, permanent: Permanent) -> bool:
    """Does an ability of its own say that it is no creature now?"""
    ops = permanent.profile.ops
    return "notcreature" in ops and any(step.op == "notcreature" for _, step in statics_of(game, permanent))


def is_creature(game: Game, permanent: Permanent) -> bool:
    if "creature" in permanent.facts.types or "creature" in permanent.animated:
        return not _is_no_creature(game, permanent)
    return False


def is_land(permanent: Permanent) -> bool:
    return "land" in permanent.facts.types


def abilities(game: Game, permanent: Permanent) -> tuple[Ability, ...]:
    """The abilities of a permanent that work now: its own (gates checked) and those that others give."""
    profile = permanent.profile
    found = profile.abilities
    if profile.gated:
        found = tuple(ability for ability in found if gate_open(permanent, ability.gate))
    granted = tuple(_granted(game, permanent))
    return (*found, *granted) if granted else found


def _granted(game: Game, permanent: Permanent) -> Iterator[Ability]:
    """Abilities that other permanents give (`static:grant(land.yours,activate:T:mana(any))`)."""
    from analyzer.cards.abilities import parse_abilities

    if not game.battlefield.granting:
        return
    for source in game.battlefield.with_statics:
        for _, _, step in source.profile.statics:
            if step.op == "grant":
                whom, _, text = (step.argument or "").partition(",")
                if reaches(game, source, whom, permanent):
                    yield from parse_abilities(text)


def gate_open(permanent: Permanent, gate: str) -> bool:
    """Class levels and the like: `L2[cost]` works from level 2 on; other gates need their mark."""
    if not gate:
        return True
    if gate.startswith("L") and gate[1:2].isdigit():
        return permanent.counters["level"] + 1 >= int(gate[1])
    return gate in permanent.lasting


def statics(game: Game) -> Iterator[tuple[Permanent, Step]]:
    """Every working step of every `static:` ability on the battlefield, with its permanent."""
    for permanent in game.battlefield.with_statics:
        yield from statics_of(game, permanent)


def statics_of(game: Game, permanent: Permanent) -> Iterator[tuple[Permanent, Step]]:
    """The working `static:` steps of one permanent."""
    for gate, condition, step in permanent.profile.statics:
        if (not gate or gate_open(permanent, gate)) and (condition is None or _condition(game, permanent, condition)):
            yield permanent, step


def _condition(game: Game, permanent: Permanent, condition: str | None) -> bool:
    from analyzer.rulebook.conditions import holds

    return holds(game, condition or "", permanent.controller, permanent, {})


def reaches(game: Game, source: Permanent, argument: str | None, subject: Permanent) -> bool:
    """Does a static effect of `source` with this argument reach `subject` (attached, self, or a filter)?"""
    from analyzer.rulebook.filters import matches

    if argument in (None, "", "self"):
        return subject is source
    if argument == "attached":
        return source.host is subject
    return matches(game, argument or "", subject, source.controller, source)


def static_amount(game: Game, amount: Amount | None, source: Permanent) -> int:
    """The size of a static bonus: a number or a count of the controller's things."""
    if amount is None:
        return 1
    if amount.kind == "number":
        return amount.number
    if amount.kind == "X":
        return source.x
    from analyzer.rulebook.filters import count

    return count(game, amount, source.controller, source)


def _pumps(game: Game, permanent: Permanent) -> Iterator[tuple[int, int]]:
    for source, step in statics(game):
        if step.op == "pump" and reaches(game, source, step.argument, permanent):
            first, second = static_amount(game, step.amount, source), static_amount(game, step.second, source)
            yield (-first if step.signs[0] == "-" else first, -second if step.signs[1] == "-" else second)


def base_size(game: Game, permanent: Permanent) -> tuple[int, int]:
    """Printed size, or the one that a Cursed Role sets (`static:base1/1(attached)` is written `base1(attached)`)."""
    for source, step in statics(game):
        if step.op == "base" and reaches(game, source, step.argument, permanent):
            size = static_amount(game, step.amount, source)
            return size, size
    return permanent.facts.power or 0, permanent.facts.toughness or 0


def size(game: Game, permanent: Permanent) -> tuple[int, int]:
    """Power and toughness now: base, Auras and other static bonuses, counters, bonuses until end of turn."""
    facts = permanent.facts
    if not game.battlefield.with_statics and not permanent.counters:
        return (facts.power or 0) + permanent.power_bonus, (facts.toughness or 0) + permanent.toughness_bonus
    power, toughness = base_size(game, permanent)
    for more_power, more_toughness in _pumps(game, permanent):
        power, toughness = power + more_power, toughness + more_toughness
    change = permanent.counters["+1/+1"] - permanent.counters["-1/-1"]
    return power + change + permanent.power_bonus, toughness + change + permanent.toughness_bonus


def power(game: Game, permanent: Permanent) -> int:
    return size(game, permanent)[0] if permanent.on_battlefield else permanent.last_power


def keywords(game: Game, permanent: Permanent) -> set[str]:
    """Printed, granted and lasting keywords, lower case."""
    found = set(permanent.facts.keywords) | permanent.granted | permanent.lasting
    for source, step in statics(game):
        if step.op == "gain" and step.argument:
            words, _, whom = step.argument.partition(",")
            if reaches(game, source, whom.strip() or "self", permanent):
                found.add(words.strip())
    return found


def colors(thing: Permanent | Card | StackItem) -> str:
    """Colours as letters of WUBRG."""
    if isinstance(thing, StackItem):
        if thing.card is not None:
            return thing.card.facts.colors
        return thing.source.facts.colors if thing.source else ""
    return thing.facts.colors


def mana_value(thing: Permanent | Card | StackItem) -> int:
    """CST-10, XPM-1: on the stack the announced X counts, on the battlefield X is 0."""
    if isinstance(thing, StackItem):
        if thing.card is None:
            return 0
        return thing.card.facts.mana_value + thing.x * thing.card.facts.mana_cost.count("{X}")
    if isinstance(thing, Permanent) and thing.token:
        return 0 if not thing.facts.mana_cost else thing.facts.mana_value
    return thing.facts.mana_value


def protected(game: Game, permanent: Permanent, source_colors: str) -> bool:
    """Protection from a colour makes an object with that colour an illegal targeter."""
    names = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    held = keywords(game, permanent)
    return any(f"protection from {names[color]}" in held for color in source_colors if color in names)


def blank_face(card: Card) -> Card:
    """A copy of the card with its other face up (LND-3: a land face is a land only when played as that face)."""
    back = card.facts.other_face
    assert back is not None
    return replace(card, facts=back)
