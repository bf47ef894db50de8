"""Scry, surveil and the other looks at the top of a library (rules sections 1 and 1a)."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.zones import move_to


def scry(
    game: Game, asked: Sequence[tuple[Player, int]], source: str, kind: int = -1, blind: bool = False
) -> dict[str, int]:
    """Players scry together (SCRY-7): all look, then announce in APNAP order, then all cards move, then triggers.

    SCRY-2: 0 is no scry. SCRY-3: an empty library with N >= 1 is one. SCRY-9: replacements first.
    Returns the number of cards each scrying player looked at, by seat; players who did not scry are left out.
    `blind` (SEMANTICS 2): the event happens, no card is shown and none moves.
    """
    from analyzer.rulebook.drawing import draw

    order = {player.seat: place for place, player in enumerate(game.in_turn_order())}
    looks: list[tuple[Player, list[Card]]] = []
    unseen: list[tuple[Player, int]] = []
    for player, number in sorted(asked, key=lambda one: order[one[0].seat]):
        number, becomes_draw = _replaced(game, player, number)
        if number <= 0:
            continue
        if becomes_draw:
            draw(game, player, number)
            continue
        player.counts["scry_events"] += 1
        if blind:
            game.write(codes.SCRY, player, number, 0, kind, detail=f"{number} ({source}), nothing shown")
            unseen.append((player, min(number, len(player.library))))
            continue
        cards = player.library.look(number)
        player.counts["scry_looked"] += len(cards)
        player.counts["looked_at"] += len(cards)
        player.counts[f"looked {kind}"] += len(cards)
        game.write(codes.SCRY, player, number, len(cards), kind, detail=f"{number} ({source})")
        looks.append((player, cards))
    for player, cards in looks:
        for place, card in enumerate(cards):
            game.write(codes.LOOK, player, card.slot, place, names=(card.name,))
    placed = []
    for player, cards in looks:
        top, bottom = game.decisions.look(game, player, reasons.SCRY, list(cards))
        if len(looks) > 1:
            game.remark(player, "announce", detail=f"{len(top)} top, {len(bottom)} bottom")
        placed.append((player, cards, top, bottom))
    for player, cards, top, bottom in placed:
        place_scried(game, player, cards, top, bottom)
        player.counts[f"bottomed {kind}"] += len(bottom)
    events = [*((player, len(cards)) for player, cards in looks), *unseen]
    for player, looked in events:
        fire(game, "onscry", None, player, {"looked": looked, "player": player})
    return {player.seat: looked for player, looked in events}


def place_scried(game: Game, player: Player, cards: list[Card], top: list[Card], bottom: list[Card]) -> None:
    """SCRY-1: the chosen cards to the bottom, the others back on top, both in the chosen order."""
    assert sorted(map(id, cards)) == sorted(map(id, [*top, *bottom])), "a scry places exactly the cards looked at"
    del player.library.top[: len(cards)]
    player.library.put_top(top)
    player.library.put_bottom(bottom)
    player.counts["bottomed"] += len(bottom)
    for card in bottom:
        card.bottomed = True
    for place, card in enumerate(top):
        game.write(codes.TOTOP, player, card.slot, place, names=(card.name,))
    for place, card in enumerate(bottom):
        game.write(codes.TOBOTTOM, player, card.slot, place, names=(card.name,))


def _replaced(game: Game, player: Player, number: int) -> tuple[int, bool]:
    """SCRY-9: larger scrys and "draw that many instead", in the player's order, each at most once (616.1)."""
    larger: list[tuple[str, int]] = []
    draws: list[str] = []
    for permanent, step in now.statics(game):
        if permanent.controller is player and step.op == "scry+":
            larger.append((permanent.name, step.amount.number if step.amount else 1))
        elif permanent.controller is player and step.op == "scry>draw":
            draws.append(permanent.name)
    if number <= 0:
        return 0, False
    while larger:
        words = [f"{name} (larger by {more}) first" for name, more in larger]
        words += [f"{name} (draw instead) first" for name in draws[:1]]
        first = game.decisions.option(game, player, "order of replacements", words) if draws else 0
        if first == len(larger):
            break
        number += larger.pop(first)[1]
    return number, bool(draws)


def surveil(game: Game, player: Player, number: int, source: str, kind: int = -1, blind: bool = False) -> int | None:
    """SRV-1: look, any of them to the graveyard, the rest back in any order; surveil 0 is no event (None)."""
    if number <= 0:
        return None
    player.counts["surveil_events"] += 1
    if blind:
        looked = min(number, len(player.library))
        game.write(codes.SURVEIL, player, number, 0, kind, detail=f"{number} ({source}), nothing shown")
        fire(game, "onsurveil", None, player, {"looked": looked, "player": player})
        return looked
    cards = player.library.look(number)
    player.counts["surveil_looked"] += len(cards)
    player.counts["looked_at"] += len(cards)
    player.counts[f"looked {kind}"] += len(cards)
    game.write(codes.SURVEIL, player, number, len(cards), kind, detail=f"{number} ({source})")
    for place, card in enumerate(cards):
        game.write(codes.LOOK, player, card.slot, place, names=(card.name,))
    top, graveyard = game.decisions.look(game, player, reasons.SURVEIL, list(cards))
    del player.library.top[: len(cards)]
    player.library.put_top(top)
    for place, card in enumerate(top):
        game.write(codes.TOTOP, player, card.slot, place, names=(card.name,))
    player.counts[f"bottomed {kind}"] += len(graveyard)
    for card in graveyard:
        player.counts["milled"] += 1
        game.write(codes.MILL, player, card.slot, names=(card.name,), detail="surveil")
        move_to(game, card, "graveyard")
    fire(game, "onsurveil", None, player, {"looked": len(cards), "player": player})
    return len(cards)


def reorder(game: Game, player: Player, number: int, kind: int = -1) -> None:
    """LOK-1: look at the top cards and put them back in any order; they stay known; no scry event (SCRY-10)."""
    cards = player.library.look(number)
    if not cards:
        return
    player.counts["looked_at"] += len(cards)
    player.counts[f"looked {kind}"] += len(cards)
    for place, card in enumerate(cards):
        game.write(codes.LOOK, player, card.slot, place, names=(card.name,))
    player.library.top[: len(cards)] = game.decisions.arrange(game, player, list(cards))
    for place, card in enumerate(player.library.top[: len(cards)]):
        game.write(codes.TOTOP, player, card.slot, place, names=(card.name,))


def look_and_bottom(game: Game, player: Player) -> None:
    """MUL-5, SCRY-10: the Vancouver look at the top card; it may go to the bottom; no scry event, no trigger."""
    cards = player.library.look(1)
    if not cards:
        return
    game.write(codes.LOOK, player, cards[0].slot, 0, names=(cards[0].name,), detail="after the mulligan")
    top, bottom = game.decisions.look(game, player, reasons.LOOK, list(cards))
    del player.library.top[:1]
    player.library.put_top(top)
    player.library.put_bottom(bottom)
    for card in top:
        game.write(codes.TOTOP, player, card.slot, 0, names=(card.name,))
    for card in bottom:
        game.write(codes.TOBOTTOM, player, card.slot, 0, names=(card.name,))
