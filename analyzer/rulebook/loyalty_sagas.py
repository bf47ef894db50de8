"""Planeswalkers and Sagas (rules section 2a)."""

from __future__ import annotations

import re

from analyzer.cards.ability_tree import Ability, Choose
from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.costs import Announcement
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Permanent, Player, StackItem
from analyzer.rulebook.targets import requirements
from analyzer.rulebook.triggers import wait
from analyzer.rulebook.zones import add_counters

NUMERALS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7}
_CHANGE = re.compile(r"([+-]?)(\d+|X)$")


def activate_loyalty(
    game: Game, player: Player, permanent: Permanent, ability: Ability, said: Announcement
) -> StackItem:
    """LOY-1: own main phase, empty stack, one a turn for each planeswalker; the change of loyalty is the cost."""
    from analyzer.rulebook.casting import assign, check_modes

    if game.active is not player or game.step not in (moments.MAIN1, moments.MAIN2) or game.stack or game.in_combat:
        raise Illegal(
            "LOY-1 CST-13", f"a loyalty ability of {permanent.name} needs the own main phase and an empty stack"
        )
    if permanent.loyalty_used:
        raise Illegal("LOY-1", f"a loyalty ability of {permanent.name} has been activated this turn")
    found = _CHANGE.fullmatch((ability.filter or "0").replace("\u2212", "-"))
    if not found:
        raise Illegal("LOY-1", f"the loyalty cost [{ability.filter}] of {permanent.name} is not known")
    x = said.x or 0
    change = (x if found.group(2) == "X" else int(found.group(2))) * (-1 if found.group(1) == "-" else 1)
    if permanent.counters["loyalty"] + change < 0:
        raise Illegal("LOY-1", f"{permanent.name} has loyalty {permanent.counters['loyalty']}, so {change} is illegal")
    item = StackItem("activated", player, permanent.name, ability.program, source=permanent, ability=ability, x=x)
    choice = next((part for part in ability.program if isinstance(part, Choose)), None)
    item.modes = check_modes(permanent.facts, choice, said)
    left = None if said.targets is None else list(said.targets)
    assign(game, item, requirements(item.program, ("", False), 0, item.modes), left, permanent.name, permanent)
    permanent.loyalty_used = True
    add_counters(game, permanent, "loyalty", change)
    game.stack.append(item)
    game.write(codes.ACTIVATE, player, permanent.number, 0, x, names=(permanent.name,), detail=f"[{ability.filter}]")
    return item


def chapters(permanent: Permanent) -> list[tuple[Ability, set[int]]]:
    """The chapter abilities of a Saga with their numbers."""
    found = []
    for ability in permanent.facts.abilities:
        if ability.kind == "event" and ability.word == "chapter":
            numbers = {NUMERALS.get(part.strip(), 0) for part in (ability.filter or "").split(",")}
            found.append((ability, numbers))
    return found


def last_chapter(permanent: Permanent) -> int:
    """The number of the last chapter the facts name."""
    return max((number for _, numbers in chapters(permanent) for number in numbers), default=3)


def add_lore(game: Game, permanent: Permanent) -> None:
    """SAG-1: a lore counter; each new counter triggers its chapter."""
    add_counters(game, permanent, "lore", 1)
    for ability, numbers in chapters(permanent):
        if permanent.counters["lore"] in numbers:
            wait(game, permanent.controller, permanent, ability, {"it": permanent})


def advance_sagas(game: Game, player: Player) -> None:
    """SAG-1: after the draw step, at the beginning of the first main phase of each own turn."""
    for permanent in game.controlled(player):
        if "saga" in permanent.facts.subtypes and "enchantment" in now.types(game, permanent):
            add_lore(game, permanent)
