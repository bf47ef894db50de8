"""Effects on library, hand, life and mana: the steps that this program is about."""

from __future__ import annotations

from analyzer.cards.ability_tree import Step
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import scry as looks
from analyzer.rulebook.drawing import draw, mill, search, shuffle, to_hand
from analyzer.rulebook.effects import Context, amount, effect, parts, scope
from analyzer.rulebook.filters import matches
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.triggers import mark_done
from analyzer.rulebook.zones import discard, move_to


@effect("scry")
def do_scry(context: Context, step: Step) -> None:
    """SCRY-1 to SCRY-7: the players of the step scry together."""
    number = amount(context, step)
    looked = looks.scry(
        context.game, [(player, number) for player in scope(context, step.who)], context.item.name, _kind(context)
    )
    context.values["looked"] = looked.get(context.you.seat, 0)
    if looked:
        mark_done(context.game, context.item)


@effect("surveil")
def do_surveil(context: Context, step: Step) -> None:
    number = amount(context, step)
    for player in scope(context, step.who):
        looked = looks.surveil(context.game, player, number, context.item.name, _kind(context))
        context.values["looked"] = looked or 0


@effect("reorder")
def do_reorder(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        looks.reorder(context.game, player, amount(context, step))


def _kind(context: Context) -> int:
    card = context.item.card or (context.source.card if context.source else None)
    return card.kind if card else -1


@effect("draw")
def do_draw(context: Context, step: Step) -> None:
    """DRW-1; SHD-5: the draw comes after the scry, because steps happen in order."""
    number = amount(context, step)
    for player in scope(context, step.who):
        draw(context.game, player, number)
    if number:
        mark_done(context.game, context.item)


@effect("discard")
def do_discard(context: Context, step: Step) -> None:
    """RNG-7: a discard is made even if the draw before it failed; FRM-5: no card, no discard."""
    number = amount(context, step)
    unless = (step.argument or "").removeprefix("unless ") if (step.argument or "").startswith("unless") else ""
    total = 0
    for player in scope(context, step.who):
        if unless:
            kind = [card for card in player.hand if matches(context.game, unless, card, player)]
            if kind and context.game.decisions.may(context.game, player, f"discard one {unless} instead"):
                chosen = context.game.decisions.pick(context.game, player, reasons.DISCARD, kind, 1, 1)
                discard(context.game, player, chosen, codes.EFFECT_DISCARD)
                continue
        least = min(number, len(player.hand))
        chosen = (
            context.game.decisions.pick(context.game, player, reasons.LOOT, list(player.hand), least, least)
            if least
            else []
        )
        discard(context.game, player, chosen, codes.LOOT_DISCARD)
        total += len(chosen)
    context.values["discarded"] = total


@effect("discardhand")
def do_discard_hand(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        context.values["discarded"] = len(player.hand)
        discard(context.game, player, list(player.hand), codes.EFFECT_DISCARD)


@effect("mill")
def do_mill(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        mill(context.game, player, amount(context, step))


@effect("putback")
def do_put_back(context: Context, step: Step) -> None:
    """LOK-1: cards from hand on top, the first named uppermost; they lie above what was known."""
    for player in scope(context, step.who):
        number = min(amount(context, step), len(player.hand))
        chosen = context.game.decisions.pick(context.game, player, reasons.PUTBACK, list(player.hand), number, number)
        for card in chosen:
            player.hand.remove(card)
        player.library.put_top(chosen)
        for place, card in enumerate(chosen):
            context.game.write(codes.TOTOP, player, card.slot, place, names=(card.name,))


@effect("tuck")
def do_tuck(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        number = min(amount(context, step), len(player.hand))
        chosen = context.game.decisions.pick(context.game, player, reasons.PUTBACK, list(player.hand), number, number)
        for card in chosen:
            player.hand.remove(card)
        player.library.put_bottom(chosen)
        for place, card in enumerate(chosen):
            context.game.write(codes.TOBOTTOM, player, card.slot, place, names=(card.name,))


@effect("dig")
def do_dig(context: Context, step: Step) -> None:
    """LOK-1, LOK-2: `dig(N,k kind,rest)`: look at N, put k of a kind into hand (no draw), the rest away."""
    first, second, rest = (*parts(step), "bottom")[:3]
    number = _written(context, first)
    words = second.split(None, 1)
    kind = words[1] if len(words) > 1 else "any"
    for player in scope(context, step.who):
        cards = list(player.library.look(number))
        player.counts["looked_at"] += len(cards)
        for place, card in enumerate(cards):
            context.game.write(codes.LOOK, player, card.slot, place, names=(card.name,))
        options = [card for card in cards if matches(context.game, kind, card, player)]
        most = min(_written(context, words[0]), len(options))
        least = most if kind == "any" else 0
        taken = context.game.decisions.pick(context.game, player, reasons.TAKE, options, least, most) if most else []
        del player.library.top[: len(cards)]
        for card in taken:
            to_hand(context.game, player, card, 0)
        _put_rest(context, player, [card for card in cards if card not in taken], rest)


def _written(context: Context, text: str) -> int:
    if text.isdigit():
        return int(text)
    if text == "X":
        return context.item.x
    context.game.note_missing(f"not modelled: a varying amount of {context.item.name}")
    return 0


def _put_rest(context: Context, player: Player, rest: list[Card], where: str) -> None:
    if where in ("gy", "graveyard"):
        for card in rest:
            context.game.write(codes.MILL, player, card.slot, names=(card.name,))
            move_to(context.game, card, "graveyard")
    elif where == "top":
        player.library.put_top(context.game.decisions.arrange(context.game, player, rest))
    else:
        ordered = "random" not in where
        if ordered and len(rest) > 1:
            rest = context.game.decisions.arrange(context.game, player, rest)
        player.library.put_bottom(rest, ordered)
        for place, card in enumerate(rest):
            context.game.write(codes.TOBOTTOM, player, card.slot, place, names=(card.name,))


@effect("search")
def do_search(context: Context, step: Step) -> None:
    """SRC-1: `search(what,n,destination)`."""
    what, number, destination = (*parts(step), "1", "hand")[:3]
    for player in scope(context, step.who):
        context.last = search(context.game, player, what, _written(context, number), destination)


@effect("shuffle")
def do_shuffle(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        shuffle(context.game, player)


@effect("shuffle-hand")
def do_shuffle_hand(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        returned, player.hand = list(player.hand), []
        shuffle(context.game, player, returned)


@effect("wheel")
def do_wheel(context: Context, step: Step) -> None:
    """Discard the hand, then draw that many (or as many as stand in the brackets)."""
    for player in scope(context, step.who):
        size = len(player.hand)
        discard(context.game, player, list(player.hand), codes.EFFECT_DISCARD)
        wanted = parts(step)[0]
        draw(context.game, player, int(wanted) if wanted.isdigit() else size)
