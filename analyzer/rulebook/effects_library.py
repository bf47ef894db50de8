"""Effects on library, hand, life and mana: the steps that this program is about."""

from __future__ import annotations

from analyzer.cards.ability_tree import Step
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import scry as looks
from analyzer.rulebook.drawing import draw, mill, put_onto_battlefield, search, shuffle, to_hand
from analyzer.rulebook.effects import Context, amount, effect, objects, parts, scope
from analyzer.rulebook.filters import matches
from analyzer.rulebook.mana import add_mana
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.ring import tempt
from analyzer.rulebook.triggers import mark_done
from analyzer.rulebook.zones import change_life, discard, move_to


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


@effect("topland")
def do_top_land(context: Context, step: Step) -> None:
    """SCRY-11: reveal the top card after the scry is complete; a land goes onto the battlefield (tapped if so said)."""
    for player in scope(context, step.who):
        top = player.library.look(1)
        if not top:
            continue
        context.game.remark(player, "reveal", (top[0].name,))
        if top[0].facts.is_land:
            player.library.top.pop(0)
            tapped = True if "tapped" in (step.argument or "") + step.suffix else None
            put_onto_battlefield(context.game, player, top[0], tapped)


@effect("putland", "putland-tapped")
def do_put_land(context: Context, step: Step) -> None:
    """TRN-5: a land put onto the battlefield is no land drop and may exceed it."""
    for player in scope(context, step.who):
        wanted = step.argument or "land"
        options = [card for card in player.hand if card.facts.is_land and matches(context.game, wanted, card, player)]
        if not options:
            continue
        chosen = context.game.decisions.pick(context.game, player, reasons.TAKE, options, 1, 1)
        for card in chosen:
            player.hand.remove(card)
            put_onto_battlefield(context.game, player, card, True if "tapped" in step.op + step.suffix else None)


@effect("extraland")
def do_extra_land(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        player.land_plays += amount(context, step)


@effect("regrow", "regrowtop")
def do_regrow(context: Context, step: Step) -> None:
    """Return a card from the graveyard to hand (or on top of the library)."""
    to_top = step.op == "regrowtop"
    target = (
        [one for one in objects(context, step) if isinstance(one, Card)] if "target" in (step.argument or "") else None
    )
    for player in scope(context, step.who):
        options = [card for card in player.graveyard if matches(context.game, _bare(step), card, player)]
        chosen = target if target is not None else []
        if target is None and options:
            chosen = context.game.decisions.pick(context.game, player, reasons.TAKE, options, 1, 1)
        for card in chosen:
            if card in player.graveyard:
                player.graveyard.remove(card)
                move_to(context.game, card, "library" if to_top else "hand")
                context.game.remark(player, "return", (card.name,), "on top" if to_top else "to hand")


def _bare(step: Step) -> str:
    words = (step.argument or "any").split()
    return " ".join(words[1:]) if words and words[0].isdigit() else " ".join(words)


@effect("life+")
def do_gain_life(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        change_life(context.game, player, amount(context, step))


@effect("life-")
def do_lose_life(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        change_life(context.game, player, -amount(context, step))


@effect("ring")
def do_ring(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        for _ in range(amount(context, step)):
            tempt(context.game, player)


@effect("mana", "mana!")
def do_mana(context: Context, step: Step) -> None:
    """Mana of spells and of triggers that use the stack (Desperate Ritual)."""
    from itertools import product

    from analyzer.cards.lands import mana_units

    options = ["".join(choice) for one in mana_units(step.argument or "", "/") for choice in product(*one.units)]
    if not options:
        return
    place = context.game.decisions.option(context.game, context.you, "mana", options) if len(options) > 1 else 0
    add_mana(context.game, context.you, None, tuple(options[place]))


@effect("nohandlimit")
def do_no_hand_limit(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        player.no_hand_limit = True


@effect("drawnext")
def do_draw_next(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        player.counts["draws_next_upkeep"] += amount(context, step)


@effect("impulse")
def do_impulse(context: Context, step: Step) -> None:
    """Exile the top cards; they may be played from there (a scenario casts them by name)."""
    for player in scope(context, step.who):
        for _ in range(amount(context, step)):
            taken = player.library.take_top()
            if taken is not None:
                move_to(context.game, taken[0], "exile")
                context.game.remark(player, "exile", (taken[0].name,), "may be played")


@effect("explore")
def do_explore(context: Context, step: Step) -> None:
    """Reveal the top card: a land goes to hand; else a +1/+1 counter, and it may go to the graveyard."""
    from analyzer.rulebook.zones import add_counters

    for player in scope(context, step.who):
        for _ in range(amount(context, step)):
            top = player.library.look(1)
            if top and top[0].facts.is_land:
                player.library.top.pop(0)
                to_hand(context.game, player, top[0], 0)
                continue
            if context.source is not None and context.source.on_battlefield:
                add_counters(context.game, context.source, "+1/+1", 1)
            if top and context.game.decisions.may(context.game, player, f"put {top[0].name} into the graveyard"):
                player.library.top.pop(0)
                move_to(context.game, top[0], "graveyard")


@effect("connive")
def do_connive(context: Context, step: Step) -> None:
    """Draw, then discard; a +1/+1 counter for each nonland card discarded."""
    from analyzer.rulebook.zones import add_counters

    number = amount(context, step)
    for player in scope(context, step.who):
        draw(context.game, player, number)
        least = min(number, len(player.hand))
        chosen = context.game.decisions.pick(context.game, player, reasons.LOOT, list(player.hand), least, least)
        spells = sum(not card.facts.is_land for card in chosen)
        discard(context.game, player, chosen, codes.LOOT_DISCARD)
        if context.source is not None:
            add_counters(context.game, context.source, "+1/+1", spells)
