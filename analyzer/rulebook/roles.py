"""Role tokens (rules section 3): Auras that belong to a creature; newer ones replace older ones (ROL-5)."""

from __future__ import annotations

from typing import Any

from analyzer.contract import events as codes
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game, new_card
from analyzer.rulebook.objects import Permanent, Player
from analyzer.rulebook.tokens import token_facts
from analyzer.rulebook.zones import enter


def create_role(game: Game, player: Player, name: str, host: Any, source: str) -> Permanent | None:
    """ROL-7: not created if the creature has left, is no creature or cannot be enchanted; otherwise it enters attached.

    The older Role of the same controller leaves at the next check, so entering triggers see both (ROL-5).
    """
    if not isinstance(host, Permanent) or not host.on_battlefield or not now.is_creature(game, host):
        game.remark(player, "no-role", (getattr(host, "name", "?"),), "it cannot be enchanted (ROL-7)")
        return None
    facts = token_facts(f"{name} role")
    if now.protected(game, host, facts.colors):
        return None
    role = enter(game, new_card(facts, player, token=True), player, tapped=False, host=host)
    player.counts["roles_made"] += 1
    player.counts["tokens"] += 1
    game.write(codes.TOKEN, player, role.number, names=(facts.name,), detail=f"from {source}")
    game.write(codes.ATTACH, player, role.number, host.number, names=(facts.name, host.name))
    return role


def roles_on(game: Game, host: Permanent) -> list[Permanent]:
    """The Roles attached to a permanent, oldest first."""
    return [one for one in game.attached_to(host) if "role" in one.facts.subtypes]
