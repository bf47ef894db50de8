"""Zones (rules section 0): how objects move between library, hand, battlefield, graveyard, exile and stack."""

from __future__ import annotations

from typing import Any

from analyzer.contract import events as codes
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Permanent, Player
from analyzer.rulebook.triggers import fire

CAUSES = ("sacrifice", "state", "script", "effect")


def move_to(game: Game, card: Card, zone: str, on_top: bool = True) -> None:
    """Put a card that is in no zone now into one of its owner's zones; tokens simply cease to exist (SHD-3)."""
    owner = card.owner
    if card.token:
        return
    if zone == "hand":
        owner.hand.append(card)
    elif zone == "graveyard":
        owner.graveyard.append(card)
    elif zone == "exile":
        owner.exile.append(card)
    elif zone == "command":
        owner.command.append(card)
    elif zone == "library" and on_top:
        owner.library.put_top([card])
    else:
        owner.library.put_bottom([card])


def enters_tapped(game: Game, card: Card, player: Player) -> bool:
    """LND-1: decided as it enters, by the board without it (614.12)."""
    from analyzer.rulebook.lands import enters_tapped as condition

    return condition(game, card, player)


def enter(
    game: Game,
    card: Card,
    controller: Player,
    tapped: bool | None = None,
    x: int = 0,
    kicked: int = 0,
    host: Permanent | None = None,
) -> Permanent:
    """A card enters the battlefield; "enters with counters" uses the cast X (XPM-1), X = 0 otherwise (XPM-2)."""
    game.arrivals += 1
    if tapped is None:
        tapped = enters_tapped(game, card, controller)
    permanent = Permanent(game.arrivals, card, controller, tapped=tapped, x=x, kicked=kicked, host=host)
    permanent.arrived = game.turn
    game.battlefield.append(permanent)
    game.entered(permanent)
    _enter_with_counters(game, permanent, x, kicked)
    word = "entered_tapped" if tapped else "entered_untapped"
    controller.counts[f"{word} {card.kind}"] += 1
    if now.is_land(permanent):
        controller.counts[word] += 1
    fire(game, "onenter", permanent, controller, {"it": permanent})
    fire(game, "etb", permanent, controller, {"it": permanent, "x": x, "kicked": kicked})
    if now.is_land(permanent):
        fire(game, "landfall", permanent, controller, {"it": permanent})
    permanent.x = x
    if "saga" in permanent.facts.subtypes:
        from analyzer.rulebook.loyalty_sagas import add_lore

        add_lore(game, permanent)
    return permanent


def _enter_with_counters(game: Game, permanent: Permanent, x: int, kicked: int) -> None:
    """`enters:` abilities and printed loyalty: done as it enters, no trigger (614.12)."""
    from analyzer.rulebook.effects import run_entering

    if permanent.facts.loyalty is not None and "planeswalker" in permanent.facts.types:
        permanent.counters["loyalty"] = permanent.facts.loyalty
    if "static:choose" in permanent.facts.effects and not permanent.chosen:
        place = game.decisions.option(game, permanent.controller, f"colour for {permanent.name}", list("WUBRG"))
        permanent.chosen = "WUBRG"[place]
    for ability in permanent.facts.abilities:
        if ability.kind == "event" and ability.word == "enters":
            run_entering(game, permanent, ability, {"x": x, "kicked": kicked})


def leave(game: Game, permanent: Permanent, zone: str, cause: int = 3, on_top: bool = True) -> None:
    """A permanent leaves; its own leaving triggers look back (603.10), a bearer stops being one (RNG-4)."""
    if not permanent.on_battlefield:
        return
    game.leaving(permanent)
    permanent.last_power = now.power(game, permanent)
    was_creature = now.is_creature(game, permanent)
    controller = permanent.controller
    game.write(
        codes.LEAVE, controller, permanent.number, cause, names=(permanent.name,), detail=f"{CAUSES[cause]} to {zone}"
    )
    if zone == "graveyard":
        if was_creature:
            fire(game, "dies", permanent, controller, {"it": permanent})
            fire(game, "ondies", permanent, controller, {"it": permanent})
        for aura in game.attached_to(permanent):
            fire(game, "attached-dies", permanent, aura.controller, {"it": permanent}, only=aura)
    fire(game, "ltb", permanent, controller, {"it": permanent})
    if cause == codes.SACRIFICED:
        controller.counts["sacrifices"] += 1
        fire(game, "onsac", permanent, controller, {"it": permanent})
    permanent.on_battlefield = False
    game.battlefield.remove(permanent)
    game.attackers = [(attacker, at) for attacker, at in game.attackers if attacker is not permanent]
    if controller.bearer is permanent:
        controller.bearer = None
    move_to(game, permanent.card, zone, on_top)


def change_control(game: Game, permanent: Permanent, player: Player) -> None:
    """SIC-4: the clock of summoning sickness restarts; RNG-4: the old controller's bearer is lost."""
    if permanent.controller is player or not permanent.on_battlefield:
        return
    if permanent.controller.bearer is permanent:
        permanent.controller.bearer = None
    permanent.controller = player
    permanent.settled = False
    game.attackers = [(attacker, at) for attacker, at in game.attackers if attacker is not permanent]
    game.remark(player, "control", (permanent.name,))


def set_tapped(game: Game, permanent: Permanent, tapped: bool) -> None:
    """Tap or untap; nothing happens if it is so already (FRM-5)."""
    if permanent.tapped == tapped or not permanent.on_battlefield:
        return
    permanent.tapped = tapped
    game.remark(permanent.controller, "tap" if tapped else "untap", (permanent.name,))
    fire(game, "tapped" if tapped else "untapped", permanent, permanent.controller, {"it": permanent})


def add_counters(game: Game, permanent: Permanent, kind: str, number: int) -> None:
    if number and permanent.on_battlefield:
        permanent.counters[kind] += number
        game.remark(permanent.controller, "counter", (permanent.name,), f"{number:+d} {kind}")


def discard(game: Game, player: Player, cards: list[Card], why: int) -> None:
    """Discard cards from hand; each is an event of its own."""
    for card in cards:
        player.hand.remove(card)
        player.counts["discards"] += 1
        game.write(codes.DISCARD, player, card.kind, why, names=(card.name,))
        move_to(game, card, "graveyard")
        fire(game, "ondiscard", None, player, {"card": card})


def returning(player: Player, card: Card) -> None:
    """A card of a plan goes into the library: it takes the lowest slot of its kind that is out (formats F7)."""
    inside = set(map(id, player.library.cards()))
    outside = [one for one in player.deck if one.kind == card.kind and id(one) not in inside]
    lowest = min(outside, key=lambda one: one.slot, default=card)
    if lowest.slot < card.slot:
        lowest.slot, card.slot = card.slot, lowest.slot


def discard_chosen(game: Game, player: Player, number: int, reason: int, why: int) -> list[Card]:
    """Discard so many cards, if there are, chosen by the player: together, or in a plan one by one."""
    number = min(number, len(player.hand))
    gone: list[Card] = []
    for size in [1] * number if game.plan_order else [number] if number else []:
        chosen = game.decisions.pick(game, player, reason, list(player.hand), size, size)
        discard(game, player, chosen, why)
        gone += chosen
    return gone


def change_life(game: Game, player: Player, change: int) -> None:
    """Gain or lose life; losing it to 0 loses the game at the next check only (SEQ-3)."""
    if not change:
        return
    player.life += change
    game.write(codes.LIFE, player, game.players.index(player), change, detail=f"{change:+d} ({player.life})")
    if change > 0:
        fire(game, "onlifegain", None, player, {"amount": change})


def deal_damage(game: Game, who: Any, amount: int, combat: bool = False) -> None:
    """Damage to a player costs life, to a creature it is marked (704.5g), to a planeswalker it removes loyalty."""
    if amount <= 0:
        return
    if isinstance(who, Player):
        who.life -= amount
        who.counts["damage_taken"] += amount
        if who is not game.players[0]:
            game.players[0].counts["damage"] += amount
        game.write(codes.DAMAGE, who, game.players.index(who), amount, detail=f"{amount} ({who.life})")
    elif isinstance(who, Permanent) and who.on_battlefield:
        if "planeswalker" in now.types(game, who):
            who.counters["loyalty"] = max(0, who.counters["loyalty"] - amount)
        who.damage += amount
        game.write(codes.DAMAGE, who.controller, who.number, amount, names=(who.name,), detail=str(amount))
