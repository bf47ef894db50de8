"""The opening of a plan (F13 1): deals, bottoming before the keep question, start positions (SEMANTICS 1)."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.contract import events as codes
from analyzer.errors import InputError
from analyzer.plan.lines import is_aura
from analyzer.rulebook.mulligan import hand_size_after
from analyzer.rulebook.objects import Card
from analyzer.rulebook.plans.table import Table
from analyzer.rulebook.randomness import StreamOrder
from analyzer.rulebook.scry import look_and_bottom
from analyzer.rulebook.zones import enter, returning

MAX_DEALS = 16


def open_game(table: Table) -> None:
    """Deal until a hand is kept; a Vancouver hand smaller than the first looks at the top card (MUL-5)."""
    game, player, start = table.game, table.player, table.plan.start
    rows, game.rows = game.rows, None  # what has been there since before the game has no row and triggers nothing
    for kind in start.battlefield:
        enter(game, placed(table, kind), player, tapped=False).settled = True
    creatures = [one for one in game.controlled(player) if "creature" in one.facts.types]
    for one in game.controlled(player):
        if is_aura(one.facts):
            one.host = creatures[0]
    game.rows, game.waiting = rows, []
    player.mulligans = start.mulligans
    for number in range(MAX_DEALS):
        deal(table, number)
        if is_kept(table):
            break
        player.mulligans += 1
        game.row(codes.MULLIGAN, player.mulligans)
    else:
        raise table.fail(f"more than {MAX_DEALS} deals in one game")
    game.row(codes.KEEP, len(player.hand))
    player.counts["kept_cards"], player.counts["kept_lands"] = len(player.hand), player.counts["lands_had"]
    player.counts["kept_lands"] = sum(card.facts.is_land for card in player.hand)
    if game.mulligan_kind == "vancouver" and len(player.hand) < game.starting_hand and start.hand is None:
        look_and_bottom(game, player)


def placed(table: Table, kind: int) -> Card:
    """A card of a start position: a copy of the list leaves its slot, or a new card where the list has none."""
    library = table.player.library
    for card in library.middle:
        if card.kind == kind:
            library.middle.remove(card)
            return card
    from analyzer.rulebook.game import new_card

    card = new_card(table.plan.kinds[kind].card, table.player)
    card.kind = kind
    return card


def deal(table: Table, number: int) -> None:
    """All cards but those of the start position lie in the library in a new order; a hand is taken."""
    game, player, start = table.game, table.player, table.plan.start
    library, order = player.library, player.library.order
    game.row(codes.DEAL, number)
    for key in [key for key in player.counts if key.startswith(("had ", "lands_had"))]:
        del player.counts[key]
    slots = [slot for slot, kind in enumerate(table.plan.slots) if kind >= 0]
    for card, slot in zip(player.deck, slots, strict=True):  # cards put to the bottom may have changed slots
        card.slot = slot
    library.middle = sorted([*player.hand, *library.cards()], key=lambda card: card.slot)
    player.hand, library.top, library.bottom = [], [], []
    if isinstance(order, StreamOrder):
        order.new_deal()
    hand = [placed(table, kind) for kind in start.hand or ()]
    top = [placed(table, kind) for kind in start.library_top]
    library.put_bottom([placed(table, kind) for kind in start.library_bottom])
    take(table, hand)
    paid = game.starting_hand - hand_size_after(game, player.mulligans)
    if start.hand_filter is not None:
        take_filtered(table, *start.hand_filter)
    elif start.hand is None:
        take_unseen(table, game.starting_hand - (0 if game.mulligan_kind == "london" else paid))
    library.put_top(top)
    if number == 0:
        player.counts["first_seven_lands"] = sum(card.facts.is_land for card in player.hand)
    if game.mulligan_kind == "london" and start.hand is None and start.hand_filter is None:
        for _ in range(paid):
            bottom_one(table)


def take(table: Table, cards: Sequence[Card]) -> None:
    """Cards come to the opening hand."""
    player = table.player
    for card in cards:
        player.hand.append(card)
        player.counts[f"had {card.kind}"] += 1
        player.counts["lands_had"] += int(card.facts.is_land)


def take_unseen(table: Table, number: int) -> None:
    """The next cards of the library; too few of them is a failed draw (DRW-2)."""
    game, player = table.game, table.player
    library = player.library
    if not isinstance(library.order, StreamOrder):
        dealt = library.order.deal(library, number)
        take(table, dealt)
        for card in dealt:
            game.row(codes.TAKE, card.slot, codes.MIDDLE, codes.HAND)
        return
    for _ in range(number):
        found = library.take_top()
        if found is None:
            player.failed_draw = True
            game.row(codes.FAILDRAW)
            continue
        take(table, [found[0]])
        game.row(codes.TAKE, found[0].slot, found[1], codes.HAND)


def take_filtered(table: Table, size: int, lands: int) -> None:
    """ "7 cards with 2 lands": the first lands and the first others of the hidden order; the rest is ordered anew."""
    library, wanted = table.player.library, {True: lands, False: size - lands}
    order = library.order
    if not isinstance(order, StreamOrder):
        raise InputError("start.hand with a number of lands cannot be played over all arrangements")
    for card in order.whole(library):
        if wanted[card.facts.is_land] > 0:
            wanted[card.facts.is_land] -= 1
            table.game.row(codes.TAKE, card.slot, codes.MIDDLE, codes.HAND)
            library.middle.remove(card)
            take(table, [card])
    order.mix_again(library)


def is_kept(table: Table) -> bool:
    """Nobody is asked about an empty hand, a placed one, or where there are no mulligans."""
    game, start = table.game, table.plan.start
    placed_hand = start.hand is not None or start.hand_filter is not None
    if not table.player.hand or game.mulligan_kind == "none" or placed_hand:
        return True
    return game.decisions.keep(game, table.player)


def bottom_one(table: Table) -> None:
    """MUL-2: one card of the hand, chosen by the bottom rule, goes to the bottom."""
    game, player = table.game, table.player
    (card,) = game.decisions.bottom(game, player, 1)
    player.hand.remove(card)
    player.counts[f"had {card.kind}"] -= 1
    player.counts["lands_had"] -= int(card.facts.is_land)
    returning(player, card)
    player.library.put_bottom([card])
    game.row(codes.BOTTOM, card.kind)
