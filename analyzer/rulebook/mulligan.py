"""The start of the game (rules section 12): opening hands and the four kinds of mulligan."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.rulebook.drawing import shuffle
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Player
from analyzer.rulebook.randomness import StreamOrder
from analyzer.rulebook.scry import look_and_bottom


def free_mulligans(game: Game) -> int:
    """MUL-4: the first mulligan is free with three or more players and in every Brawl game; a table may give more."""
    by_table = game.free_by_players and (len(game.players) >= 3 or game.brawl)
    return max(game.free_mulligans, int(by_table))


def hand_size_after(game: Game, taken: int) -> int:
    """Cards in hand after so many mulligans (MUL-2 to MUL-6), never below 0 (MUL-3)."""
    return max(0, game.starting_hand - max(0, taken - free_mulligans(game)))


def deal(game: Game, player: Player) -> None:
    """Shuffle all into the library and deal: seven (London), or one fewer for each mulligan (Vancouver, Paris)."""
    returned, player.hand = list(player.hand), []
    order = player.library.order
    if isinstance(order, StreamOrder):
        player.library.middle += [
            *returned,
            *player.library.top,
            *(c for group in player.library.bottom for c in group),
        ]
        player.library.top, player.library.bottom = [], []
        order.new_deal()
    else:
        shuffle(game, player, returned)
    size = game.starting_hand if game.mulligan_kind == "london" else hand_size_after(game, player.mulligans)
    dealt = player.library.order.deal(player.library, size)
    game.write(codes.DEAL, player, player.mulligans, names=tuple(card.name for card in dealt))
    for card in dealt:
        game.write(codes.TAKE, player, card.slot, codes.MIDDLE, codes.HAND, names=(card.name,), detail="dealt")
    player.hand.extend(dealt)
    if player.mulligans == 0:
        player.counts["first_seven_lands"] = sum(card.facts.is_land for card in player.hand)


def mulligan(game: Game, player: Player) -> None:
    """MUL-2: shuffle in, draw seven, then put as many on the bottom as mulligans count so far, in any order."""
    if game.mulligan_kind == "none":
        raise Illegal("MUL-6", "this table plays without mulligans")
    if hand_size_after(game, player.mulligans) == 0:
        raise Illegal("MUL-3", "an opening hand of no cards is kept")
    player.mulligans += 1
    game.write(codes.MULLIGAN, player, player.mulligans)
    deal(game, player)
    if game.mulligan_kind == "london":
        bottom_cards(game, player, len(player.hand) - hand_size_after(game, player.mulligans))


def bottom_cards(game: Game, player: Player, number: int) -> None:
    """MUL-2: the cards are at the bottom, known, in the chosen order, until something shuffles."""
    if number <= 0:
        return
    chosen = game.decisions.bottom(game, player, number)
    for card in chosen:
        player.hand.remove(card)
        game.write(codes.BOTTOM, player, card.kind, names=(card.name,))
    player.library.put_bottom(chosen)


def keep(game: Game, player: Player) -> None:
    """Keep the hand; MUL-5: after a Vancouver mulligan to fewer than seven cards, one look."""
    for key in [key for key in player.counts if key.startswith("had ")]:
        del player.counts[key]
    for card in player.hand:
        player.counts[f"had {card.kind}"] += 1
    player.counts["lands_had"] = player.counts["kept_lands"] = sum(card.facts.is_land for card in player.hand)
    player.counts["kept_cards"] = len(player.hand)
    game.write(codes.KEEP, player, len(player.hand))
    if game.mulligan_kind == "vancouver" and len(player.hand) < game.starting_hand:
        look_and_bottom(game, player)


def open_game(game: Game, player: Player) -> None:
    """F13 1: deal; bottom; keep or deal again; at hand size 0 keep (MUL-3)."""
    deal(game, player)
    while not game.decisions.keep(game, player) and game.mulligan_kind != "none":
        if hand_size_after(game, player.mulligans) == 0:
            break
        mulligan(game, player)
    keep(game, player)
