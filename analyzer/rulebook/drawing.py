"""Drawing, failing to draw, milling, searching and shuffling (rules sections 1a and 14)."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook.filters import matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.zones import enter, enters_tapped, move_to


def draw(game: Game, player: Player, number: int) -> int:
    """DRW-1: N single draws; DRW-2: each draw from an empty library is a failed attempt. Returns cards drawn."""
    drawn = 0
    for _ in range(number):
        taken = player.library.take_top()
        if taken is None:
            player.failed_draw = True
            player.counts["failed_draws"] += 1
            game.write(codes.FAILDRAW, player)
            continue
        card, place = taken
        player.hand.append(card)
        player.counts["cards_drawn"] += 1
        player.draws_this_turn += 1
        drawn += 1
        _had(player, card, drawn=True)
        game.write(codes.TAKE, player, card.slot, place, codes.DRAW, names=(card.name,), detail="draw")
        fire(game, "ondraw", None, player, {"card": card})
        if player.draws_this_turn == 2:
            fire(game, "ondraw2", None, player, {"card": card})
    return drawn


def _had(player: Player, card: Card, drawn: bool) -> None:
    """Count what has been in hand since the keep; a card that went back does not count again."""
    if not card.was_held:
        player.counts[f"had {card.kind}"] += 1
        player.counts["lands_had"] += int(card.facts.is_land)
    player.counts["bottomed_drawn"] += int(card.bottomed and drawn)
    card.bottomed = card.was_held = False


def found_to_hand(player: Player, card: Card) -> None:
    """A card found by a search comes to hand."""
    player.hand.append(card)
    _had(player, card, drawn=False)


def to_hand(game: Game, player: Player, card: Card, place: int) -> None:
    """DRW-3, LOK-2: a card put into hand without the word draw is not drawn."""
    found_to_hand(player, card)
    game.write(codes.TAKE, player, card.slot, place, codes.HAND, names=(card.name,), detail="put into hand")


def mill(game: Game, player: Player, number: int) -> list[Card]:
    """Put the top cards into the graveyard; an empty library is harmless (DRW-2)."""
    milled = []
    for _ in range(number):
        taken = player.library.take_top()
        if taken is None:
            break
        milled.append(taken[0])
        player.counts["milled"] += 1
        game.write(codes.MILL, player, taken[0].slot, names=(taken[0].name,))
        move_to(game, taken[0], "graveyard")
    return milled


def shuffle(game: Game, player: Player, returned: list[Card] | None = None) -> None:
    """FRM-3, SRC-2: a shuffle is done even with 0 or 1 cards; known places are forgotten."""
    player.library.shuffle(returned or [])
    player.counts["shuffles"] += 1
    game.write(codes.SHUFFLE, player, player.counts["shuffles"] - 1, len(player.library))


DESTINATIONS = {
    "hand": codes.TO_HAND, "bf": codes.TO_BATTLEFIELD, "bf-tapped": codes.TO_BATTLEFIELD, "top": codes.TO_LIBRARY_TOP,
    "gy": codes.TO_GRAVEYARD, "exile": codes.TO_EXILE,
}  # fmt: skip


def search(game: Game, player: Player, what: str, number: int, destination: str) -> list[Card]:
    """SRC-1: find cards (a stated quality may find nothing, "any" must), then shuffle; "top" comes after it."""
    found: list[Card] = []
    if game.plan_order:
        for _ in range(number):
            found += _search_for(game, player, what, 1, destination)
    else:
        found = _search_for(game, player, what, number, destination)
    if not found:
        game.remark(player, "search", detail="finds nothing")
    shuffle(game, player)
    if destination == "top":
        player.library.put_top(found)
        for card in [] if game.plan_order else found:  # in a plan the row of the search has said it
            game.write(codes.TOTOP, player, card.slot, 0, names=(card.name,))
    return found


def _search_for(game: Game, player: Player, what: str, number: int, destination: str) -> list[Card]:
    """Find up to so many cards together and put them where they go."""
    wanted = "any" if what in ("any", "card") else what
    options = [card for card in player.library.cards() if matches(game, wanted, card, player)]
    least = min(number, len(options)) if wanted == "any" else 0
    kinds = list({card.name: card for card in sorted(options, key=lambda card: card.slot)[::-1]}.values())
    found: list[Card] = []
    if options:
        choices = kinds if number == 1 else options
        found = game.decisions.pick(game, player, reasons.SEARCH, choices, least, min(number, len(options)))
    for card in found:
        player.library.remove(card)
        game.write(codes.SEARCH, player, card.slot, DESTINATIONS[destination], names=(card.name,), detail=destination)
        if destination == "hand":
            found_to_hand(player, card)
        elif destination.startswith("bf"):
            put_onto_battlefield(game, player, card, tapped=True if destination == "bf-tapped" else None)
        elif destination in ("gy", "exile"):
            move_to(game, card, "graveyard" if destination == "gy" else "exile")
    return found


def put_onto_battlefield(game: Game, player: Player, card: Card, tapped: bool | None = None) -> None:
    """A card is put onto the battlefield by an effect: not cast, no land drop (LND-2, TRN-5), X = 0 (XPM-2)."""
    if tapped is None:
        tapped = enters_tapped(game, card, player)
    if card.facts.is_land:
        game.write(codes.LAND, player, card.kind, int(tapped), 0, names=(card.name,), detail="put")
        player.counts["lands_put"] += 1
    else:
        game.remark(player, "enter", (card.name,))
    enter(game, card, player, tapped)
