"""Paying for real: using mana abilities, spending mana, and the parts of a cost that are not mana (CST-7)."""

from __future__ import annotations

from typing import Any

from analyzer.cards.ability_tree import Cost
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.costs import Announcement
from analyzer.rulebook.filters import matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.mana import Way, add_mana, mana_triggers, usable, ways
from analyzer.rulebook.objects import Card, Permanent, Player, StackItem
from analyzer.rulebook.payment import Payment
from analyzer.rulebook.zones import add_counters, change_life, discard, leave, move_to, set_tapped


def pay_mana(game: Game, player: Player, payment: Payment, item: StackItem) -> None:
    """Use the mana abilities of the payment, then spend; what is left over stays in the pool (MAN-1)."""
    convoked = [unit for unit, _ in payment.spent if unit.source == "convoke"]
    delved = [unit for unit, _ in payment.spent if unit.source == "delve"]
    everything = [*payment.spent, *payment.fed]
    spent_pool = sorted((unit.place for unit, _ in everything if unit.source == "pool"), reverse=True)
    floating = [player.pool[place] for place in spent_pool]
    for way in payment.ways:
        use(game, player, way)
    for mana in floating:
        player.pool.remove(mana)
    for unit, letter in everything:
        if unit.source in ("way", "made"):
            _spend(player, letter, unit.snow)
    for unit, _ in payment.spent:  # mana paid into filters is spent, but not on the spell (BOR-2)
        if unit.source not in ("convoke", "delve"):
            item.mana_spent += 1
            item.snow_spent += int(unit.snow)
    for unit in convoked:
        assert isinstance(unit.thing, Permanent)
        set_tapped(game, unit.thing, True)
    for unit in delved:
        assert isinstance(unit.thing, Card)
        player.graveyard.remove(unit.thing)
        move_to(game, unit.thing, "exile")
    if payment.demand.life:
        change_life(game, player, -payment.demand.life)
    item.context["snow"] = item.snow_spent


def _spend(player: Player, letter: str, snow: bool) -> None:
    for mana in player.pool:
        if mana.type == letter and mana.snow == snow and not mana.only_for:
            player.pool.remove(mana)
            return
    raise AssertionError("a planned payment finds its mana in the pool")


def use(game: Game, player: Player, way: Way) -> None:
    """Activate one mana ability: pay its costs, add its mana at once (MAN-2), triggers included (MAN-4)."""
    permanent = way.permanent
    ability = now.abilities(game, permanent)[way.index]
    for cost in way.costs:
        if cost.word == "T":
            set_tapped(game, permanent, True)
        elif cost.word == "Q":
            set_tapped(game, permanent, False)
        elif cost.word == "life":
            change_life(game, player, -(cost.amount.number if cost.amount else 1))
        elif cost.word == "rm":
            add_counters(game, permanent, cost.argument or "", -(cost.amount.number if cost.amount else 1))
        elif cost.word == "put":
            add_counters(game, permanent, cost.argument or "", cost.amount.number if cost.amount else 1)
        elif cost.word == "discardhand":
            discard(game, player, list(player.hand), codes.COST_DISCARD)
        elif cost.word == "sac":
            leave(game, permanent, "graveyard", codes.SACRIFICED)
    if way.taps and way.units:
        for source, _ in mana_triggers(game, permanent, way.units):
            source.controller.counts[f"trigger {source.name}"] += 1
            game.write(codes.TRIGGER, source.controller, source.number, names=(source.name,), detail="mana")
    add_mana(game, player, permanent, way.units, "")
    if len(ability.program) > 1:  # e.g. the damage of City of Brass (MAN-10)
        from analyzer.rulebook.effects import run_side_steps

        run_side_steps(game, player, permanent, ability)


def activate_mana(game: Game, player: Player, permanent: Permanent, index: int, said: Announcement) -> None:
    """Activate a mana ability outside casting: the mana floats until the step ends (MAN-1)."""
    ability = now.abilities(game, permanent)[index]
    forbidden = usable(game, permanent, ability.costs)
    if forbidden:
        what = "summoning sick" if "SIC-1" in forbidden else "tapped" if permanent.tapped else "untapped"
        raise Illegal(forbidden, f"{permanent.name} is {what} and cannot make mana")
    options = [way for way in ways(game, permanent) if way.index == index]
    if not options:
        options = [Way(permanent, index, ability.costs, ())]
    names = ["".join(way.units) or "nothing" for way in options]
    place = 0
    if len(set(names)) > 1:
        place = game.decisions.option(game, player, f"mana of {permanent.name}", names)
    chosen = options[place]
    if chosen.inputs:
        _pay_inputs(game, player, chosen)
    use(game, player, chosen)


def _pay_inputs(game: Game, player: Player, way: Way) -> None:
    from analyzer.rulebook.activating import ability_demands
    from analyzer.rulebook.payment import find

    payment = find(game, player, ability_demands(way.costs), None, exclude=[way.permanent])
    if payment is None:
        raise Illegal("CST-7 CST-14", f"the cost of the mana ability of {way.permanent.name} cannot be paid")
    pay_mana(game, player, payment, StackItem("activated", player, way.permanent.name, ()))


# --- the other parts of a cost


def check_others(game: Game, player: Player, costs: tuple[Cost, ...], item: StackItem, said: Announcement) -> None:
    """CST-7: every other part must be payable; nothing is changed here."""
    sacrificed, discarded = list(said.sacrificing), list(said.discarding)
    for cost in costs:
        number = _number(cost, item)
        if cost.word == "life" and player.life < number:
            raise Illegal("CST-7", f"{number} life cannot be paid with {player.life}")
        if cost.word == "sac" and cost.argument:
            _check_things(
                game, player, cost, number, item, _sacrificable(game, player, cost, item), sacrificed, "sacrifice"
            )
        if cost.word == "discard":
            hand = [card for card in player.hand if card is not item.context.get("physical")]
            options = [card for card in hand if matches(game, cost.argument or "any", card, player)]
            _check_things(game, player, cost, number, item, options, discarded, "discard")
        if cost.word == "exile-hand":
            hand = [card for card in player.hand if card is not item.context.get("physical")]
            options = [card for card in hand if matches(game, cost.argument or "any", card, player)]
            named = [card for card in said.using if card in player.hand]
            _check_things(game, player, cost, number, item, options, named, "exile")
        if cost.word == "exile-gy" and len(player.graveyard) < number:
            raise Illegal("CST-7", f"{number} cards cannot be exiled from a graveyard of {len(player.graveyard)}")
        if cost.word == "rm" and item.source is not None and item.source.counters[cost.argument or ""] < number:
            raise Illegal("CST-7", f"{item.name} has not {number} {cost.argument} counters")
        if cost.word == "tap":
            free = _tappable(game, player, cost, item)
            if len(free) < number:
                raise Illegal("CST-7", f"{number} {cost.argument} cannot be tapped")
        if cost.word == "cost?":
            raise Illegal("CST-7", f"a part of the cost of {item.name} is not modelled")


def _check_things(
    game: Game,
    player: Player,
    cost: Cost,
    number: int,
    item: StackItem,
    options: list[Any],
    named: list[Any],
    verb: str,
) -> None:
    if len(options) < number:
        raise Illegal(
            "CST-7 CST-9",
            f"{item.name} asks to {verb} {number} {cost.argument or 'cards'}, and there are {len(options)}",
        )
    for one in named[:number]:
        if one not in options:
            raise Illegal("CST-7", f"{one.name} cannot be used to {verb} {cost.argument or 'a card'} for {item.name}")


def pay_others(game: Game, player: Player, costs: tuple[Cost, ...], item: StackItem, said: Announcement) -> None:
    """Pay life, tapping, sacrifices, discards, counters and exile; named things first, else the player picks."""
    for cost in costs:
        number = _number(cost, item)
        if cost.word == "T" and item.source is not None:
            set_tapped(game, item.source, True)
        elif cost.word == "Q" and item.source is not None:
            set_tapped(game, item.source, False)
        elif cost.word == "life":
            item.life_paid += number
            change_life(game, player, -number)
        elif cost.word == "sac":
            _sacrifice(game, player, cost, number, item, said)
        elif cost.word == "discard":
            hand = [card for card in player.hand if matches(game, cost.argument or "any", card, player)]
            chosen = [card for card in said.discarding if card in hand][:number]
            if len(chosen) < number:
                chosen = game.decisions.pick(game, player, reasons.DISCARD, hand, number, number)
            discard(game, player, chosen, codes.COST_DISCARD)
        elif cost.word == "discardhand":
            discard(game, player, list(player.hand), codes.COST_DISCARD)
        elif cost.word == "exile-hand":
            hand = [card for card in player.hand if matches(game, cost.argument or "any", card, player)]
            chosen = [card for card in said.using if card in hand][:number] or hand[:number]
            for card in chosen:
                player.hand.remove(card)
                move_to(game, card, "exile")
                game.remark(player, "exile", (card.name,), "as a cost")
        elif cost.word == "exile-gy":
            for card in game.decisions.pick(game, player, reasons.SACRIFICE, list(player.graveyard), number, number):
                player.graveyard.remove(card)
                move_to(game, card, "exile")
        elif cost.word in ("rm", "put") and item.source is not None:
            add_counters(game, item.source, cost.argument or "", -number if cost.word == "rm" else number)
        elif cost.word == "tap":
            named = [one for one in said.using if isinstance(one, Permanent)]
            for one in (named or _tappable(game, player, cost, item))[:number]:
                set_tapped(game, one, True)
        elif cost.word == "exileself" and item.source is not None:
            item.context["counters"] = dict(item.source.counters)
            leave(game, item.source, "exile", 3)
        elif cost.word == "bounceself" and item.source is not None:
            leave(game, item.source, "hand", 3)


def _sacrifice(game: Game, player: Player, cost: Cost, number: int, item: StackItem, said: Announcement) -> None:
    """SHD-3, BOR-6: a sacrifice is a cost, paid at once."""
    if not cost.argument:
        if item.source is not None:
            item.context["counters"] = dict(item.source.counters)
            leave(game, item.source, "graveyard", codes.SACRIFICED)
        return
    options = _sacrificable(game, player, cost, item)
    chosen = [one for one in said.sacrificing if one in options][:number]
    if len(chosen) < number:
        chosen = game.decisions.pick(game, player, reasons.SACRIFICE, options, number, number)
    for one in chosen:
        leave(game, one, "graveyard", codes.SACRIFICED)


def _sacrificable(game: Game, player: Player, cost: Cost, item: StackItem) -> list[Permanent]:
    return [one for one in game.controlled(player) if matches(game, _kind(cost), one, player, item.source)]


def _tappable(game: Game, player: Player, cost: Cost, item: StackItem) -> list[Permanent]:
    kind = _kind(cost)
    return [one for one in game.controlled(player) if not one.tapped and matches(game, kind, one, player, item.source)]


def _kind(cost: Cost) -> str:
    words = (cost.argument or "permanent").split()
    return " ".join(words[1:]) if words[0].isdigit() or words[0] == "X" else " ".join(words)


def _number(cost: Cost, item: StackItem) -> int:
    if cost.amount is not None:
        return item.x if cost.amount.kind == "X" else cost.amount.number
    first = (cost.argument or "").split()[:1]
    return int(first[0]) if first and first[0].isdigit() else 1
