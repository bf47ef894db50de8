"""Activating abilities (602.2): of permanents, of cards in hand and graveyard, and cycling."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from analyzer.cards.abilities import keyword_costs
from analyzer.cards.ability_tree import Ability, Choose, Cost, Step
from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.casting import assign, check_modes, count_mana, unpayable
from analyzer.rulebook.costs import Announcement, Demand, announced_symbols, keyword, lock
from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Card, Permanent, Player, StackItem
from analyzer.rulebook.paying import check_others, pay_mana, pay_others
from analyzer.rulebook.payment import find
from analyzer.rulebook.targets import requirements
from analyzer.rulebook.triggers import fire


def ability_of(game: Game, permanent: Permanent, number: int | None, with_x: bool = False) -> tuple[int, Ability]:
    """The activated (or loyalty) ability with this number, counted from 1 in printed order.

    Unsaid: the only one that it can be, mana abilities last; where X was announced (`with_x`) only those with X.
    """
    options = [
        (index, equip_ability(one) if one.word == "equip" else one)
        for index, one in enumerate(now.abilities(game, permanent))
        if one.kind == "activated" or one.word in ("loyalty", "equip")
    ]  # fmt: skip
    if not options:
        raise Illegal("CST-13", f"{permanent.name} has no ability to activate")
    if number is None:
        asking = [option for option in options if "X" in str(option[1])] if with_x else []
        only = asking if len(asking) == 1 else options
        return only[0] if len(only) == 1 else _unsaid(permanent, options)
    if not 1 <= number <= len(options):
        raise Illegal("CST-13", f"{permanent.name} has abilities #1 to #{len(options)}")
    return options[number - 1]


@lru_cache(maxsize=256)
def equip_ability(keyword_ability: Ability) -> Ability:
    """Equip as an activated ability: attach to target creature you control, as a sorcery (702.6)."""
    costs = (*keyword_costs(keyword_ability)[0], Cost("sorcery"))
    return Ability("activated", "activate", costs=costs, program=(Step("attach", argument="target creature.yours"),))


def _unsaid(permanent: Permanent, options: list[tuple[int, Ability]]) -> tuple[int, Ability]:
    from analyzer.rulebook.mana import mana_steps

    plain = [option for option in options if mana_steps(option[1]) is None]
    if len(plain) == 1:
        return plain[0]
    listed = "; ".join(f"#{place} {one}" for place, (_, one) in enumerate(options, 1))
    raise Illegal("CST-2", f"say which ability of {permanent.name}: {listed}")


def activate(
    game: Game, player: Player, permanent: Permanent, number: int | None, said: Announcement
) -> StackItem | None:
    """Activate an ability (602.2); a mana ability resolves at once (MAN-2, returns None)."""
    index, ability = ability_of(game, permanent, number, said.x is not None)
    if permanent.controller is not player or not permanent.on_battlefield:
        raise Illegal("CST-13", f"{permanent.name} is not controlled by {player.seat}")
    if ability.word == "loyalty":
        from analyzer.rulebook.loyalty_sagas import activate_loyalty

        return activate_loyalty(game, player, permanent, ability, said)
    from analyzer.rulebook.mana import mana_steps
    from analyzer.rulebook.paying import activate_mana

    if mana_steps(ability) is not None:
        activate_mana(game, player, permanent, index, said)
        return None
    return activate_from(game, player, permanent, index, ability, said)


def activate_from(
    game: Game, player: Player, permanent: Permanent, index: int, ability: Ability, said: Announcement
) -> StackItem:
    """Announce, target, lock and pay an activated ability, then put it on the stack (SHD-3, SHD-4)."""
    from analyzer.rulebook.mana import usable

    forbidden = usable(game, permanent, ability.costs)
    if forbidden:
        state = "tapped" if permanent.tapped else "not tapped" if "SIC-3" in forbidden else "summoning sick"
        raise Illegal(forbidden, f"{permanent.name} is {state}, so its ability cannot be paid for")
    _check_ability_timing(game, player, permanent, index, ability)
    item = StackItem(
        "activated", player, permanent.name, ability.program, source=permanent, ability=ability, ability_index=index
    )
    item.x = _ability_x(permanent, ability, said)
    choice = next((part for part in ability.program if isinstance(part, Choose)), None)
    item.modes = check_modes(permanent.facts, choice, said)
    assign(
        game,
        item,
        requirements(item.program, ("", False), 0, item.modes, {"x": item.x}),
        _left(said),
        permanent.name,
        permanent,
    )
    demands = ability_demands(ability.costs, item.x)
    taps = any(cost.word == "T" for cost in ability.costs)
    exclude = [permanent] if taps or any(cost.word == "sac" and not cost.argument for cost in ability.costs) else []
    payment = find(game, player, demands, item, said.using, said.life, exclude)
    if payment is None:
        text = "".join(str(cost) for cost in ability.costs if cost.word == "mana")
        raise Illegal(*unpayable(game, player, f"the ability of {permanent.name}", text, demands))
    others = tuple(cost for cost in ability.costs if cost.word != "mana")
    check_others(game, player, others, item, said)
    pay_mana(game, player, payment, item)
    count_mana(player, item)
    pay_others(game, player, others, item, said)
    if any(cost.word == "once" for cost in ability.costs):
        permanent.triggered_once.add(index)
    game.stack.append(item)
    player.counts["activations"] += 1
    game.write(
        codes.ACTIVATE,
        player,
        permanent.number,
        index,
        item.x,
        names=(permanent.name,),
        detail=f"X={item.x}" if item.x else "",
    )
    return item


def _left(said: Announcement) -> list[Any] | None:
    return None if said.targets is None else list(said.targets)


def _check_ability_timing(game: Game, player: Player, permanent: Permanent, index: int, ability: Ability) -> None:
    words = {cost.word for cost in ability.costs}
    if "sorcery" in words and (
        game.active is not player or game.step not in (moments.MAIN1, moments.MAIN2) or game.stack or game.in_combat
    ):
        raise Illegal("CST-13", f"the ability of {permanent.name} can be activated only as a sorcery")
    if "once" in words and index in permanent.triggered_once:
        raise Illegal("CST-13 SCRY-6", f"the ability of {permanent.name} has been activated this turn")
    if "cost?" in words:
        game.note_missing(f"part of a cost not modelled: {permanent.name}")


def _ability_x(permanent: Permanent, ability: Ability, said: Announcement) -> int:
    """XPM-4: X is chosen anew for each activation; counters to remove are the most X can be."""
    wanted = said.x
    for cost in ability.costs:
        if cost.word == "rm" and cost.amount is not None and cost.amount.kind == "X":
            held = permanent.counters[cost.argument or ""]
            if wanted is None:
                wanted = held
            if wanted > held:
                raise Illegal("CST-7 XPM-4", f"{permanent.name} has {held} {cost.argument} counters, not {wanted}")
    return wanted or 0


def ability_demands(costs: tuple[Cost, ...], x: int = 0) -> tuple[Demand, ...]:
    """The ways to pay the mana part of an ability's costs."""
    symbols = tuple(symbol for cost in costs if cost.word == "mana" for symbol in cost.symbols)
    demands = {lock(choice, x, 0, 0): None for choice in announced_symbols(symbols)}
    return tuple(sorted(demands, key=lambda one: (one.life, one.mana)))


def activate_card(game: Game, player: Player, card: Card, said: Announcement) -> StackItem:
    """Activate an ability of a card in hand (channel) or in the graveyard (its cost exiles the card from there)."""
    from analyzer.rulebook.zones import discard, move_to

    for index, ability in enumerate(card.facts.abilities):
        words = {cost.word for cost in ability.costs}
        from_hand = card in player.hand and (ability.word == "channel" or "exileself-hand" in words)
        from_graveyard = card in player.graveyard and "exileself-gy" in words
        if not from_hand and not from_graveyard:
            continue
        item = StackItem("activated", player, card.name, ability.program, ability=ability, ability_index=index)
        item.x = said.x or 0
        assign(game, item, requirements(item.program, ("", False), 0, (), {"x": item.x}), _left(said), card.name, card)
        demands = ability_demands(ability.costs, item.x)
        payment = find(game, player, demands, None, said.using, said.life)
        if payment is None:
            raise Illegal(*unpayable(game, player, card.name, str(ability), demands))
        others = tuple(cost for cost in ability.costs if cost.word != "mana" and "self" not in cost.word)
        check_others(game, player, others, item, said)
        pay_mana(game, player, payment, item)
        count_mana(player, item)
        pay_others(game, player, others, item, said)
        if "discardself" in words:
            discard(game, player, [card], codes.COST_DISCARD)
        else:
            (player.hand if from_hand else player.graveyard).remove(card)
            move_to(game, card, "exile")
        game.stack.append(item)
        game.remark(player, "activate", (card.name,))
        return item
    raise Illegal("CST-13", f"{card.name} has no ability that works from where it is")


def cycle(game: Game, player: Player, card: Card, said: Announcement) -> StackItem:
    """CYC-1: cycling from hand at instant speed: the discard is part of the cost; not a cast; then draw."""
    from analyzer.cards.abilities import parse_program
    from analyzer.rulebook.zones import discard

    found = keyword(card.facts, "cycling", "typecycling")
    if found is None or card not in player.hand:
        raise Illegal("CYC-1", f"{card.name} is no card in hand with cycling")
    costs = keyword_costs(found)[0]
    payment = find(game, player, ability_demands(costs, said.x or 0), None, said.using, said.life)
    if payment is None:
        raise Illegal(*unpayable(game, player, f"cycling {card.name}", found.text or "", ability_demands(costs)))
    kind = found.filter or "any"
    program = parse_program("draw1" if found.word == "cycling" else f"search({kind},1,hand)")
    item = StackItem("activated", player, card.name, program, x=said.x or 0)
    pay_mana(game, player, payment, item)
    count_mana(player, item)
    others = tuple(cost for cost in costs if cost.word != "mana")
    pay_others(game, player, others, item, said)
    discard(game, player, [card], codes.COST_DISCARD)
    for ability in card.facts.abilities:
        if ability.word == "cycled":
            game.waiting.append(Waiting(player, card.name, "cycled", ability.program, None, ability, {"x": item.x}))
    fire(game, "oncycle", None, player, {"card": card})
    game.stack.append(item)
    game.remark(player, "cycle", (card.name,))
    return item
