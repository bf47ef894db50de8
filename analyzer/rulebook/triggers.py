"""Triggered abilities (603): noticing events, waiting, and going on the stack in APNAP order."""

from __future__ import annotations

from typing import Any

from analyzer.cards.ability_tree import Ability
from analyzer.contract import events as codes
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.filters import matches, parse_filter
from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.objects import Permanent, Player, StackItem

# Events of the permanent itself; every other event is one a permanent watches.
OWN_EVENTS = frozenset(
    [
        "etb",
        "attack",
        "dies",
        "ltb",
        "tapped",
        "untapped",
        "transform",
        "turnup",
        "unlock",
        "combatdamage",
        "damaged",
        "targeted",
        "monstrous",
        "saddled",
    ]
)
# Events at a step: whose turn it must be.
STEP_EVENTS = {
    "upkeep": True, "eachupkeep": False, "drawstep": True, "eachdrawstep": False, "main": True, "combat": True,
    "endstep": True, "eachend": False,
}  # fmt: skip
ATTACHED_EVENTS = {"attached-attack", "attached-combatdamage", "attached-dies"}
LOOK_BACK = {"dies", "ltb"}


def fire(
    game: Game,
    event: str,
    subject: Permanent | StackItem | None,
    player: Player,
    context: dict[str, Any] | None = None,
    only: Permanent | None = None,
) -> None:
    """An event happened to `subject` or was done by `player`: every ability that watches it starts to wait (FRM-4)."""
    grants = game.battlefield.granting > 0
    if only is not None:
        watchers = [only]
    elif event in OWN_EVENTS and isinstance(subject, Permanent):
        watchers = [subject]
    elif grants or game.battlefield.watched[event]:
        watchers = list(game.battlefield)
    else:
        return
    for permanent in watchers:
        if not grants and event not in permanent.profile.words:
            continue
        for index, ability in enumerate(now.abilities(game, permanent)):
            if ability.kind != "event" or ability.word != event:
                continue
            if _watches(game, event, ability, permanent, subject, player) and _once(permanent, ability, index):
                controller = _controller(event, permanent, subject)
                wait(game, controller, permanent, ability, context or {})


def _watches(
    game: Game, event: str, ability: Ability, watcher: Permanent, subject: Permanent | StackItem | None, player: Player
) -> bool:
    if event in STEP_EVENTS:
        return watcher.controller is player or not STEP_EVENTS[event]
    if event in OWN_EVENTS:
        if event == "targeted" or not ability.filter:
            return watcher is subject
        return watcher is subject and _condition(game, ability.filter, watcher)
    if event in ATTACHED_EVENTS:
        return isinstance(subject, Permanent) and watcher.host is subject
    words = set(parse_filter(ability.filter or "any")[1]) | set((ability.filter or "").split())
    by_opponent = bool({"theirs", "opp", "opponent"} & words)
    if event == "onoppcast":
        return player is not watcher.controller and (not ability.filter or _met(game, ability.filter, subject, watcher))
    if "anyone" not in words and event not in ("onenter", "ondies") and (player is watcher.controller) == by_opponent:
        return False
    if event == "onattack":
        return any(attacker.controller is player for attacker, _ in game.attackers) and (
            not ability.filter or _condition(game, ability.filter, watcher)
        )
    # the table says "another"; "this or another" has `etb` or `dies` beside it
    if event in ("onenter", "ondies") and subject is watcher:
        return False
    if subject is None:
        return True
    if event in ("onenter", "ondies") and not ({"theirs", "anyone"} & words) and player is not watcher.controller:
        return False
    return not ability.filter or _met(game, ability.filter, subject, watcher)


def _met(game: Game, text: str, subject: Any, watcher: Permanent) -> bool:
    return matches(game, text, subject, watcher.controller, watcher)


def _condition(game: Game, text: str, watcher: Permanent) -> bool:
    """Own events with a filter, e.g. `attack[elves]` (with what it attacks); `once` is handled by `_once`."""
    if text in ("once", "do once"):
        return True
    return any(_met(game, text, attacker, watcher) for attacker, _ in game.attackers)


def _once(permanent: Permanent, ability: Ability, index: int) -> bool:
    """SCRY-6: `[once]`: "this ability triggers only once each turn"; `[do once]` is used up by the action only."""
    words = (ability.filter or "").replace(".", " ").split()
    if "once" not in words:
        return True
    if index in permanent.triggered_once:
        return False
    if "do" not in words:
        permanent.triggered_once.add(index)
    return True


def _controller(event: str, permanent: Permanent, subject: Any) -> Player:
    """ROL-1: the ability a Role gives belongs to the creature, so the creature's controller controls the trigger."""
    if event in ATTACHED_EVENTS and isinstance(subject, Permanent) and "role" in permanent.facts.subtypes:
        return subject.controller
    return permanent.controller


def wait(game: Game, controller: Player, source: Permanent | None, ability: Ability, context: dict[str, Any]) -> None:
    """Add one waiting trigger."""
    name = source.name if source else "The Ring"
    game.wait(Waiting(controller, name, ability.word, ability.program, source, ability, dict(context)))


def put_on_stack(game: Game) -> None:
    """603.3b: waiting triggers go on the stack, active player's first; each player orders the own ones (SEQ-4)."""
    waiting, game.waiting = game.waiting, []
    for player in game.in_turn_order():
        mine = [one for one in waiting if one.controller is player]
        if len(mine) > 1:
            mine = game.decisions.order(game, player, mine)
        for one in reversed(mine):
            _put_one(game, one)


def _put_one(game: Game, one: Waiting) -> None:
    from analyzer.rulebook.targets import choose_for_trigger

    item = StackItem(
        "triggered", one.controller, one.name, one.program, source=one.source, ability=one.ability, context=one.context
    )
    item.x = int(one.context.get("x", 0))
    item.kicked = int(one.context.get("kicked", 0))
    one.controller.counts[f"trigger {one.name}"] += 1
    number = one.source.number if one.source else 0
    if not choose_for_trigger(game, item):  # TGT-6: nothing to target, so it is removed
        one.controller.counts[f"trigger {one.name}"] -= 1
        game.remark(one.controller, "removed", (one.name,), "no legal target (TGT-6)")
        return
    game.write(codes.TRIGGER, one.controller, number, names=(one.name,), detail=one.event)
    game.stack.append(item)


def mark_done(game: Game, item: StackItem) -> None:
    """SCRY-6: "do this only once each turn": the action was taken, so the ability is used up for the turn."""
    if item.source is None or item.ability is None or "do" not in (item.ability.filter or "").split():
        return
    for index, ability in enumerate(now.abilities(game, item.source)):
        if ability is item.ability:
            item.source.triggered_once.add(index)
