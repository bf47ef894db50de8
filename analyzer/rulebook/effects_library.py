"""Effects on library, hand, life and mana: the steps that this program is about."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cards.ability_tree import Step
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import scry as looks
from analyzer.rulebook.drawing import draw, mill, search, shuffle, to_hand
from analyzer.rulebook.effects import Context, amount, effect, parts, scope, source_kind
from analyzer.rulebook.filters import matches
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.triggers import mark_done
from analyzer.rulebook.zones import discard, discard_chosen, move_to, returning


@effect("scry")
def do_scry(context: Context, step: Step) -> None:
    """SCRY-1 to SCRY-7: the players of the step scry together."""
    number = amount(context, step)
    asked = [(player, number) for player in scope(context, step.who)]
    blind = step.suffix == "blind"
    looked = looks.scry(context.game, asked, context.item.name, source_kind(context), blind)
    if looked:
        context.values["looked"] = looked.get(context.you.seat, 0)
        context.used = True
        mark_done(context.game, context.item)


@effect("surveil")
def do_surveil(context: Context, step: Step) -> None:
    number = amount(context, step)
    for player in scope(context, step.who):
        blind = step.suffix == "blind"
        looked = looks.surveil(context.game, player, number, context.item.name, source_kind(context), blind)
        if looked is not None:
            context.values["looked"] = looked
            context.used = True


@effect("reorder")
def do_reorder(context: Context, step: Step) -> None:
    number = amount(context, step)
    if step.suffix == "blind":
        return
    context.used = context.used or number > 0
    for player in scope(context, step.who):
        looks.reorder(context.game, player, number, source_kind(context))


@effect("draw")
def do_draw(context: Context, step: Step) -> None:
    """DRW-1; SHD-5: the draw comes after the scry, because steps happen in order."""
    number = amount(context, step)
    for player in scope(context, step.who):
        draw(context.game, player, number)
    if number:
        context.used = True
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
        reason, why = (reasons.LOOT, codes.LOOT_DISCARD) if context.drawn else (reasons.DISCARD, codes.EFFECT_DISCARD)
        total += len(discard_chosen(context.game, player, number, reason, why))
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
    """LOK-1: cards from hand on top, the first named uppermost; they lie above what was known.

    In a plan they are chosen one by one, so that the last one chosen lies uppermost.
    """
    for player in scope(context, step.who):
        for chosen in _from_hand(context, player, amount(context, step)):
            player.library.put_top(chosen)
            for place, card in enumerate(chosen):
                context.game.write(codes.TOTOP, player, card.slot, place, names=(card.name,))


@effect("tuck")
def do_tuck(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        for chosen in _from_hand(context, player, amount(context, step)):
            player.library.put_bottom(chosen)
            for place, card in enumerate(chosen):
                context.game.write(codes.TOBOTTOM, player, card.slot, place, names=(card.name,))


def _from_hand(context: Context, player: Player, number: int) -> Iterator[list[Card]]:
    """Cards of the hand that go back into the library, in groups chosen together (in a plan: one by one)."""
    number = min(number, len(player.hand))
    for size in [1] * number if context.game.plan_order else [number] if number else []:
        chosen = context.game.decisions.pick(context.game, player, reasons.PUTBACK, list(player.hand), size, size)
        for card in chosen:
            player.hand.remove(card)
            returning(player, card)
            card.was_held = True
        yield chosen


@effect("dig")
def do_dig(context: Context, step: Step) -> None:
    """LOK-1, LOK-2: `dig(N,k kind,rest)`: look at N, put k of a kind into hand (no draw), the rest away."""
    first, second, rest = (*parts(step), "bottom")[:3]
    number = _written(context, first)
    words = second.split(None, 1)
    kind = words[1] if len(words) > 1 else "any"
    context.used = context.used or number > 0
    for player in scope(context, step.who):
        cards = list(player.library.look(number))
        _count_look(context, player, "looked", len(cards))
        player.counts["looked_at"] += len(cards)
        for place, card in enumerate(cards):
            context.game.write(codes.LOOK, player, card.slot, place, names=(card.name,))
        context.game.looking = list(cards)
        taken = _take(context, player, cards, kind, _written(context, words[0]))
        del player.library.top[: len(cards) - len(taken)]
        context.game.looking = []
        _put_rest(context, player, [card for card in cards if card not in taken], rest)


def _count_look(context: Context, player: Player, word: str, number: int) -> None:
    player.counts[f"{word} {source_kind(context)}"] += number


def _take(context: Context, player: Player, cards: list[Card], kind: str, number: int) -> list[Card]:
    """Take up to so many of the cards looked at into hand: together, or in a plan one by one."""
    taken: list[Card] = []
    most = min(number, len(cards))
    for size in [1] * most if context.game.plan_order else [most]:
        options = [card for card in cards if card not in taken and matches(context.game, kind, card, player)]
        size = min(size, len(options))
        if not size:
            break
        least = size if kind == "any" else 0
        chosen = context.game.decisions.pick(context.game, player, reasons.TAKE, options, least, size)
        for card in chosen:
            player.library.top.remove(card)
            to_hand(context.game, player, card, 0)
        taken += chosen
        if not chosen:
            break
    return taken


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
        if ordered and len(rest) > 1 and not context.game.plan_order:  # a plan leaves them as seen
            rest = context.game.decisions.arrange(context.game, player, rest)
        player.counts["bottomed"] += len(rest)
        _count_look(context, player, "bottomed", len(rest))
        for card in rest:
            card.bottomed = True
        player.library.put_bottom(rest, ordered)
        for place, card in enumerate(rest):
            context.game.write(codes.TOBOTTOM, player, card.slot, place, names=(card.name,))


@effect("search")
def do_search(context: Context, step: Step) -> None:
    """SRC-1: `search(what,n,destination)`."""
    what, number, destination = (*parts(step), "1", "hand")[:3]
    context.used = True
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
