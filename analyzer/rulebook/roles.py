"""Role tokens (rules section 3): Auras that belong to a creature; newer ones replace older ones (ROL-5)."""

from __future__ import annotations

from typing import Any

from analyzer.contract import events as codes
from analyzer.contract.view import FIRST_TOKEN
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game, new_card
from analyzer.rulebook.objects import Permanent, Player
from analyzer.rulebook.tokens import token_facts
from analyzer.rulebook.zones import enter, leave

# Numbers of Role tokens beside the kinds of a plan (contract.view)
ROLE_NUMBERS = {
    "sorcerer": FIRST_TOKEN + 2, "monster": FIRST_TOKEN + 6, "royal": FIRST_TOKEN + 7, "cursed": FIRST_TOKEN + 8,
    "wicked": FIRST_TOKEN + 9,
}  # fmt: skip
OTHER_ROLE = FIRST_TOKEN + 12


def create_role(game: Game, player: Player, name: str, host: Any, source: str, kind: int = -1) -> Permanent | None:
    """ROL-7: not created if the creature has left, is no creature or cannot be enchanted; otherwise it enters attached.

    The older Role of the same controller leaves at the next check, so entering triggers see both (ROL-5).
    """
    if not isinstance(host, Permanent) or not host.on_battlefield or not now.is_creature(game, host):
        game.remark(player, "no-role", (getattr(host, "name", "?"),), "it cannot be enchanted (ROL-7)")
        return None
    facts = token_facts(f"{name} role")
    if now.protected(game, host, facts.colors):
        return None
    card = new_card(facts, player, token=True)
    card.kind = ROLE_NUMBERS.get(name.lower(), OTHER_ROLE)
    role = enter(game, card, player, tapped=False, host=host)
    role.made_by = kind
    player.counts["roles_made"] += 1
    player.counts["tokens"] += 1
    game.write(codes.TOKEN, player, role.number, card.kind, kind, names=(facts.name,), detail=f"from {source}")
    game.write(codes.ATTACH, player, role.number, host.number, names=(facts.name, host.name))
    if game.plan_order:  # nothing can happen in between, so it goes at once
        for older in [one for one in roles_on(game, host) if one is not role and one.controller is player]:
            leave(game, older, "graveyard", codes.STATE_BASED)
    return role


def roles_on(game: Game, host: Permanent) -> list[Permanent]:
    """The Roles attached to a permanent, oldest first."""
    return [one for one in game.attached_to(host) if "role" in one.facts.subtypes]
