"""The Ring (rules section 5): temptations, the bearer, and the four abilities of the emblem."""

from __future__ import annotations

from analyzer.cards.abilities import parse_program
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.objects import Permanent, Player
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.zones import leave


def tempt(game: Game, player: Player, kind: int = -1, version: str = "") -> None:
    """RNG-1: emblem and abilities first, then a bearer must be chosen if any creature is there; then triggers (d).

    A card in version `empty` (SEMANTICS 2) tempts, but does not count for the loot.
    """
    player.temptations += 1
    if version != "empty":
        player.ring_full += 1
        player.ring_source = kind
    player.counts["ring"] += 1
    game.write(codes.RING, player, player.temptations, player.ring_abilities, detail=f"{player.temptations} times")
    creatures = [one for one in game.controlled(player) if now.is_creature(game, one)]
    chosen = None
    if creatures:
        chosen = game.decisions.pick(game, player, reasons.BEARER, creatures, 1, 1)[0]
        changed = chosen is not player.bearer
        player.bearer = chosen
        player.counts["bearers_chosen"] += 1
        game.write(codes.BEARER, player, chosen.number, int(changed), names=(chosen.name,))
    context = {"bearer": chosen, "player": player}
    fire(game, "onring", None, player, context)
    player.counts["ring_triggers"] += 1
    if chosen is not None:  # RNG-5: no creature, no choice, no such trigger
        fire(game, "onbearer", None, player, context)


def bearer_attacks(game: Game, player: Player, attacker: Permanent) -> None:
    """RNG-2 (2), RNG-7: declared as an attacker with two abilities: draw, afterwards discard."""
    if player.bearer is attacker and player.ring_abilities >= 2:
        _wait(game, player, "attack", "draw1;discard1", attacker)


def bearer_hits(game: Game, player: Player, attacker: Permanent) -> None:
    """RNG-2 (4): combat damage of the bearer to a player costs each opponent 3 life; that is no damage."""
    if player.bearer is attacker and player.ring_abilities >= 4:
        _wait(game, player, "combatdamage", "opp:life-3", attacker)


def blockers_of_bearer(game: Game, player: Player, attacker: Permanent, blockers: list[Permanent]) -> None:
    """RNG-2 (3): creatures that blocked the bearer are sacrificed by their controllers when combat ends."""
    if player.bearer is attacker and player.ring_abilities >= 3:
        for blocker in blockers:
            if blocker.on_battlefield:
                leave(game, blocker, "graveyard", codes.SACRIFICED)


def may_block(game: Game, attacker: Permanent, blocker: Permanent) -> bool:
    """RNG-2 (1): a creature with more power than the bearer may not block it."""
    player = attacker.controller
    if player.bearer is attacker and player.ring_abilities >= 1:
        return now.power(game, blocker) <= now.power(game, attacker)
    return True


def _wait(game: Game, player: Player, event: str, program: str, bearer: Permanent) -> None:
    told = {"on": bearer, "maker": player.ring_source}
    game.wait(Waiting(player, "The Ring", event, parse_program(program), None, None, told))
