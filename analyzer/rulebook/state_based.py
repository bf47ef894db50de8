"""State-based actions (704): checked when a player would get priority, never within a resolution (FRM-4)."""

from __future__ import annotations

from analyzer.cards.gaps import unknown_size
from analyzer.contract import events as codes
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Permanent
from analyzer.rulebook.zones import leave


def check(game: Game) -> bool:
    """Perform all state-based actions once, together; True if any was performed."""
    acted = _losses(game)
    acted |= _commanders_go_home(game)
    asked = [one for one in game.battlefield if not one.inert or one.animated or one.counters]
    if not asked:
        return acted
    actions = [_deaths, *(_unattached, _older_roles)[: 2 * bool(game.battlefield.auras)], _namesakes]
    for action in [*actions, _finished_sagas] if game.battlefield.sagas else actions:
        if action(game, asked):
            acted = True
            asked = [one for one in asked if one.on_battlefield]
    for permanent in asked:
        if not permanent.counters:
            continue
        both = min(permanent.counters["+1/+1"], permanent.counters["-1/-1"])
        if both > 0:
            permanent.counters["+1/+1"] -= both
            permanent.counters["-1/-1"] -= both
            acted = True
    return acted


def _losses(game: Game) -> bool:
    """DRW-2, 704.5a: a failed draw or no life loses; both reasons of one check are kept."""
    acted = False
    for index, player in enumerate(game.players):
        if player.lost:
            continue
        reasons = []
        if player.failed_draw:
            reasons.append("decked")
        if player.life <= 0:
            reasons.append("life")
        if reasons:
            player.lost, player.lost_turn = " and ".join(reasons), game.turn
            reason = codes.DECKED if "decked" in reasons else codes.LIFE_LOST if index == 0 else codes.KILL
            if index == 0 or game.stop_at_zero_life:
                game.write(codes.OVER, player, reason, detail=player.lost)
            else:
                game.remark(player, "zero", detail="an opponent is at 0 life; the game goes on (FRM-6)")
            acted = True
        player.failed_draw = False
    return acted


def _commanders_go_home(game: Game) -> bool:
    """903.9a: a commander in a graveyard or in exile may go back to the command zone, and here it always does."""
    acted = False
    for player in game.players:
        for zone in (player.graveyard, player.exile):
            for card in [card for card in zone if card.commander]:
                zone.remove(card)
                player.command.append(card)
                game.remark(player, "command", (card.name,), "returns to the command zone")
                acted = True
    return acted


def _deaths(game: Game, asked: list[Permanent]) -> bool:
    """704.5f, g, i: toughness 0, lethal damage, loyalty 0 (LOY-1)."""
    doomed = []
    for permanent in asked:
        if now.is_creature(game, permanent):
            toughness = now.size(game, permanent)[1]
            lethal = permanent.damage >= toughness and "indestructible" not in now.keywords(game, permanent)
            stays = toughness == 0 and unknown_size(permanent.facts)
            if (toughness <= 0 and not stays) or (permanent.damage > 0 and lethal and not stays):
                doomed.append(permanent)
        elif "planeswalker" in now.types(game, permanent) and permanent.counters["loyalty"] <= 0:
            doomed.append(permanent)
    return _to_graveyard(game, doomed)


def _unattached(game: Game, asked: list[Permanent]) -> bool:
    """ROL-8, 704.5m: an Aura without a legal creature goes to the graveyard."""
    doomed = []
    for permanent in asked:
        if "aura" not in permanent.facts.subtypes:
            continue
        host = permanent.host
        enchants_creature = "role" in permanent.facts.subtypes
        if (
            host is None
            or not host.on_battlefield
            or (enchants_creature and not now.is_creature(game, host))
            or now.protected(game, host, now.colors(permanent))
        ):
            doomed.append(permanent)
    return _to_graveyard(game, doomed)


def _older_roles(game: Game, asked: list[Permanent]) -> bool:
    """ROL-5, ROL-6, 704.5y: of the Roles of one controller on one permanent only the newest stays."""
    newest: dict[tuple[int, str], Permanent] = {}
    roles = [one for one in asked if "role" in one.facts.subtypes and one.host is not None]
    if len(roles) < 2:
        return False
    for role in roles:
        assert role.host is not None
        key = (role.host.number, role.controller.seat)
        if key not in newest or newest[key].number < role.number:
            newest[key] = role
    doomed = [role for role in roles if newest[role.host.number, role.controller.seat] is not role]  # type: ignore[union-attr]
    return _to_graveyard(game, doomed)


def _namesakes(game: Game, asked: list[Permanent]) -> bool:
    """LOY-2, RNG-8, 704.5j: of two legendary permanents with one name and controller, one stays."""
    from analyzer.contract import reasons

    acted = False
    if len({permanent.facts.name for permanent in asked}) == len(asked):
        return False
    for player in game.players:
        groups: dict[str, list[Permanent]] = {}
        for permanent in game.controlled(player):
            if "legendary" in now.types(game, permanent):
                groups.setdefault(permanent.facts.name, []).append(permanent)
        for group in groups.values():
            if len(group) > 1:
                number = len(group) - 1
                if game.plan_order:  # the older one may act already
                    going = group[1:]
                else:
                    going = game.decisions.pick(game, player, reasons.SACRIFICE, group, number, number)
                acted |= _to_graveyard(game, going)
    return acted


def _finished_sagas(game: Game, asked: list[Permanent]) -> bool:
    """SAG-1: a Saga whose last chapter has left the stack is sacrificed."""
    from analyzer.rulebook.loyalty_sagas import last_chapter

    doomed = []
    for permanent in asked:
        if "saga" not in permanent.facts.subtypes or permanent.counters["lore"] < last_chapter(permanent):
            continue
        busy = any(item.source is permanent for item in game.stack) or any(
            one.source is permanent and one.event == "chapter" for one in game.waiting
        )
        if not busy:
            doomed.append(permanent)
    for saga in doomed:
        leave(game, saga, "graveyard", codes.SACRIFICED)
    return bool(doomed)


def _to_graveyard(game: Game, doomed: list[Permanent]) -> bool:
    for permanent in doomed:
        leave(game, permanent, "graveyard", codes.STATE_BASED)
    return bool(doomed)
