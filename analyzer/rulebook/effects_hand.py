"""Effects on hand, lands, life, mana and the Ring: the steps beside library and board."""

from __future__ import annotations

from analyzer.cards.ability_tree import Step
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook.drawing import draw, put_onto_battlefield, to_hand
from analyzer.rulebook.effects import Context, amount, effect, objects, scope, source_kind
from analyzer.rulebook.filters import matches
from analyzer.rulebook.mana import add_mana
from analyzer.rulebook.objects import Card
from analyzer.rulebook.ring import tempt
from analyzer.rulebook.targets import MAIN
from analyzer.rulebook.zones import change_life, discard, move_to


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
        [one for one in objects(context, step, "target") if isinstance(one, Card)] if _has_target(context) else None
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


def _has_target(context: Context) -> bool:
    """Was a card of a graveyard named as the target of the spell (its `target:` keyword)?"""
    return MAIN in context.values.get("keys", [])


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
            tempt(context.game, player, source_kind(context), step.suffix)


@effect("mana", "mana!")
def do_mana(context: Context, step: Step) -> None:
    """Mana of spells and of triggers that use the stack (Desperate Ritual)."""
    from itertools import product

    from analyzer.cards.lands import mana_units

    if context.game.makes_mana(step.argument or ""):
        return
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
