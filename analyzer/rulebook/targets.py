"""Targets (rules section 4): what a spell or ability must point at, what it may point at, and what is still legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from analyzer.cards.ability_tree import Ability, Choose, Instruction, Program, Step, Wrap
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.filters import matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Card, Player, StackItem, TargetGroup

_TARGET = re.compile(r"target\s*(<=)?\s*(\d+|looked|X)?\s*(.*)$")
_COUNTED = re.compile(r"(<=)?(\d+)\s+(.*)")
MAIN = "main"  # the key of the group that bare `target` words share


class Requirement:
    """One group of targets that must be chosen: key, filter, least and most."""

    __slots__ = ("at_least", "at_most", "key", "wants")

    def __init__(self, key: object, wants: str, at_least: int, at_most: int) -> None:
        self.key, self.wants, self.at_least, self.at_most = key, wants, at_least, at_most


def walk(program: Program, kicked: int, modes: tuple[int, ...] | None) -> Iterator[Instruction]:
    """The instructions that count now: kicked parts only if kicked, chosen modes only (TGT-5, MOD-1)."""
    for part in program:
        yield part
        if isinstance(part, Wrap):
            if part.word == "ifkicked" and not kicked:
                continue
            if part.word == "reflexive":
                continue
            yield from walk(part.program, kicked, modes)
        elif isinstance(part, Choose) and modes is not None:
            for mode in modes:
                yield from walk(part.modes[mode], kicked, None)


def spec_of(abilities: tuple[Ability, ...]) -> tuple[str, bool]:
    """The `target:` keyword of a card: (filter, optional); ("", False) without one."""
    for ability in abilities:
        if ability.kind == "keyword" and ability.word in ("target", "target?"):
            return ability.text or "any", ability.word == "target?"
    return "", False


def argument_target(argument: str | None) -> re.Match[str] | None:
    """The target part of a step's argument: `target`, `target 2`, `target<=2 creature`; after a comma too."""
    if argument is None:
        return None
    for part in argument.split(","):
        found = _TARGET.fullmatch(part.strip())
        if found:
            return found
    return None


def requirements(
    program: Program,
    spec: tuple[str, bool],
    kicked: int = 0,
    modes: tuple[int, ...] = (),
    context: dict[str, Any] | None = None,
) -> list[Requirement]:
    """All groups of targets of a program, in printed order; bare `target` words share the card's keyword."""
    found: list[Requirement] = []
    wants, optional = spec
    most = 1
    for part in walk(program, kicked, modes):
        if not isinstance(part, Step):
            continue
        if part.who == "tp" and not any(group.key == "tp" for group in found):
            found.append(Requirement("tp", "player", 1, 1))
        match = argument_target(part.argument)
        if not match:
            continue
        at_most = _number(match.group(2), context)
        if match.group(3):
            at_least = 0 if match.group(1) else at_most
            kind = re.sub(r"(?<=[=<>])x\b", str((context or {}).get("x", 0)), match.group(3).strip())
            found.append(Requirement(id(part), kind, at_least, at_most))
        else:
            most = max(most, at_most)
    if wants and not (wants == "player" and any(group.key == "tp" for group in found)):
        counted = _COUNTED.fullmatch(wants)
        if counted:
            wants, most, optional = counted.group(3), int(counted.group(2)), optional or bool(counted.group(1))
        found.insert(0, Requirement(MAIN, wants, 0 if optional else most, most))
    elif any(_is_bare(part) for part in walk(program, kicked, modes)):
        found.insert(0, Requirement(MAIN, "any", 1, most))
    return found


def _is_bare(part: Instruction) -> bool:
    match = argument_target(part.argument) if isinstance(part, Step) else None
    return bool(match and not match.group(3))


def _number(text: str | None, context: dict[str, Any] | None) -> int:
    if text in ("looked", "X"):
        return int((context or {}).get("looked" if text == "looked" else "x", 0))
    return int(text) if text else 1


def candidates(game: Game, wants: str, player: Player, source: Any) -> list[Any]:
    """Everything that may be targeted: permanents, players, spells on the stack, cards in graveyards."""
    found: list[Any] = []
    if wants.split(".")[0] in ("any", "player", "opponent", "creature or player", "creature/player"):
        found.extend(one for one in game.players if matches(game, wants, one, player, source))
    found.extend(one for one in game.battlefield if legal(game, wants, one, player, source))
    found.extend(one for one in game.stack if legal(game, wants, one, player, source))
    for owner in game.players:
        found.extend(card for card in owner.graveyard if legal(game, wants, card, player, source))
    return found


def legal(game: Game, wants: str, thing: Any, player: Player, source: Any) -> bool:
    """TGT-2: is `thing` (still) a legal target for this requirement?"""
    base = wants.split(".")[0]
    if isinstance(thing, Player):
        return base in ("any", "player", "opponent") and matches(game, wants, thing, player, source)
    if isinstance(thing, Card):
        in_graveyard = any(thing in owner.graveyard for owner in game.players)
        if "gy" not in wants or not in_graveyard:
            return False
        mine = thing.owner is player or "anygy" in wants
        return mine and matches(game, wants, thing, player, source)
    if isinstance(thing, StackItem):
        return (
            thing in game.stack
            and "spell" in base
            and matches(game, wants.replace("-spell", " spell"), thing, player, source)
        )
    if "gy" in wants.split(".") or "spell" in base or base in ("player", "opponent"):
        return False
    if not thing.on_battlefield or (base == "any" and not {"creature", "planeswalker"} & now.types(game, thing)):
        return False
    if not matches(game, wants, thing, player, source):
        return False
    held = now.keywords(game, thing)
    if "shroud" in held or ("hexproof" in held and thing.controller is not player):
        return False
    return not now.protected(game, thing, now.colors(source) if source is not None else "")


def check_choice(
    game: Game, requirement: Requirement, chosen: list[Any], player: Player, source: Any, name: str
) -> None:
    """CST-3: the number and kind of the targets that were named."""
    if len(chosen) > requirement.at_most:
        raise Illegal("TGT-4 CST-3 TGT-1", f"{name} has at most {requirement.at_most} targets ({requirement.wants})")
    if len(chosen) < requirement.at_least:
        possible = candidates(game, requirement.wants, player, source)
        if len(possible) < requirement.at_least:
            raise Illegal("TGT-8 CST-3 TGT-9", f"{name} needs a target ({requirement.wants}) and there is none")
        raise Illegal("CST-3 TGT-1 TGT-8", f"{name} needs {requirement.at_least} targets ({requirement.wants})")
    if len({id(one) for one in chosen}) < len(chosen):
        raise Illegal("CST-3 TGT-1", f"{name} may not target the same thing twice")
    for one in chosen:
        if not legal(game, requirement.wants, one, player, source):
            label = getattr(one, "name", None) or getattr(one, "seat", "?")
            raise Illegal("CST-3 TGT-8 TGT-1 TGT-2", f"{label} is no legal target for {name} ({requirement.wants})")


def choose_for_trigger(game: Game, item: StackItem) -> bool:
    """Choose targets as a trigger goes on the stack (TGT-1); False removes it (TGT-6)."""
    return _choose(game, item, requirements(item.program, ("", False), item.kicked, item.modes, item.context))


def _choose(game: Game, item: StackItem, wanted: list[Requirement]) -> bool:
    for requirement in wanted:
        possible = candidates(game, requirement.wants, item.controller, item.source)
        if len(possible) < requirement.at_least:
            return False
        if requirement.key == "tp":
            possible = list(game.players)
        most = min(requirement.at_most, len(possible))
        if len(possible) == requirement.at_least or most == 0:
            chosen = possible[:most]
        else:
            chosen = game.decisions.targets(game, item.controller, item.name, possible, requirement.at_least, most)
            check_choice(game, requirement, chosen, item.controller, item.source, item.name)
        item.targets.append(TargetGroup(requirement.wants, chosen, requirement.at_least, requirement.at_most))
        item.context.setdefault("keys", []).append(requirement.key)
        if requirement.at_most:
            item.context.setdefault("targeted", []).extend(chosen)
    return True


def still_legal(game: Game, item: StackItem) -> bool:
    """TGT-2, TGT-3: drop targets that are illegal now; False if there were targets and all are gone."""
    source: Any = item.card if item.card is not None else item.source
    groups = [*item.targets, *(group for groups in item.splice_targets for group in groups)]
    chosen = [one for group in groups for one in group.objects]
    for group in groups:
        group.objects = [one for one in group.objects if legal(game, group.wants, one, item.controller, source)]
    return not chosen or any(group.objects for group in groups)
