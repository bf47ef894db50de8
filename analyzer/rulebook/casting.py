"""Casting spells and activating abilities in the fixed order of 601.2 and 602.2 (rules section 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyzer.cards.ability_tree import Choose, Program
from analyzer.cards.model import CardFacts
from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.costs import Announcement, Demand, Total, keyword, total_costs
from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Card, Player, StackItem, TargetGroup
from analyzer.rulebook.paying import check_others, pay_mana, pay_others
from analyzer.rulebook.payment import Payment, find, most_mana
from analyzer.rulebook.targets import Requirement, check_choice, requirements, spec_of
from analyzer.rulebook.triggers import fire


def face_of(card: Card, name: str = "") -> CardFacts:
    """The face that is cast: the card's own, or its other face when that is named."""
    other = card.facts.other_face
    return other if other is not None and name and name.lower() == other.name.lower() else card.facts


def spell_program(facts: CardFacts) -> Program:
    """What the spell does when it resolves: its `cast:` abilities in printed order."""
    return tuple(step for one in facts.abilities if one.kind == "event" and one.word == "cast" for step in one.program)


def cast(game: Game, player: Player, card: Card, said: Announcement, face: str = "", timing: bool = True) -> StackItem:
    """Cast a card: announce (CST-2), target (CST-3), check (CST-4), lock (CST-5), pay (CST-6, CST-7), cast (CST-8).

    Everything is checked before anything changes, so a failed cast leaves no trace.
    """
    facts = face_of(card, face)
    zone = _check_zone(player, card, said)
    if timing:
        check_timing(game, player, facts)
    item = announce(game, player, card, facts, said)
    item.x = said.x or 0
    choose_targets(game, item, facts, said)
    total, payment, item.x = lock_and_find(game, player, item, facts, said)
    _commit(game, player, card, item, zone, total, payment, said)
    return item


def _check_zone(player: Player, card: Card, said: Announcement) -> list[Card]:
    """CST-1: from hand; flashback from the graveyard; a commander from the command zone; a free cast from anywhere."""
    zones = [player.hand, player.command]
    if said.flashback:
        zones = [player.graveyard]
    elif said.free:
        zones += [player.graveyard, player.exile]
    for zone in zones:
        if card in zone:
            return zone
    raise Illegal("CST-1 FRM-1", f"{card.name} is not in a zone from which it can be cast now")


def check_timing(game: Game, player: Player, facts: CardFacts) -> None:
    """CST-13: instants (and flash) whenever there is priority, everything else in the own main phase, empty stack."""
    if facts.is_land:
        raise Illegal("TRN-5 CST-13", f"{facts.name} is a land: it is played, not cast")
    if facts.is_instant or "flash" in facts.keywords or keyword(facts, "flash"):
        return
    if game.active is not player or game.step not in (moments.MAIN1, moments.MAIN2) or game.stack or game.in_combat:
        raise Illegal("CST-13", f"{facts.name} can be cast only in the own main phase with an empty stack")


def announce(game: Game, player: Player, card: Card, facts: CardFacts, said: Announcement) -> StackItem:
    """CST-2: modes, splice, kicker, buyback, alternative cost, X."""
    program = spell_program(facts)
    choice = next((part for part in program if isinstance(part, Choose)), None)
    modes = check_modes(facts, choice, said)
    item = StackItem(
        "spell", player, facts.name, program, card=card if facts is card.facts else replace(card, facts=facts),
        modes=modes, kicked=said.kicked, buyback=said.buyback, flashback=said.flashback, free=said.free,
        alternative=said.alternative, spliced=list(said.splice),
    )  # fmt: skip
    item.context["physical"] = card
    _check_splice(player, card, facts, said)
    return item


def check_modes(facts: CardFacts, choice: Choose | None, said: Announcement) -> tuple[int, ...]:
    """MOD-1: chosen before targets and costs, never twice, carried out in printed order."""
    if choice is None:
        if said.modes:
            raise Illegal("MOD-1 CST-2", f"{facts.name} has no modes")
        return ()
    modes = tuple(sorted(mode - 1 for mode in said.modes))
    if len(set(modes)) < len(modes):
        raise Illegal("MOD-1", f"{facts.name}: a mode cannot be chosen twice")
    if any(not 0 <= mode < len(choice.modes) for mode in modes):
        raise Illegal("MOD-1 CST-2", f"{facts.name} has modes 1 to {len(choice.modes)}")
    wanted = choice.count or 1
    enough = (
        len(modes) <= wanted if choice.at_most else len(modes) >= wanted if choice.or_more else len(modes) == wanted
    )
    if not enough:
        raise Illegal("MOD-1 CST-2", f"{facts.name}: choose {wanted} of its {len(choice.modes)} modes")
    return modes


def _check_splice(player: Player, card: Card, facts: CardFacts, said: Announcement) -> None:
    """SPL-1: other cards from hand, each once, onto a spell of the named quality."""
    if len({id(one) for one in said.splice}) < len(said.splice):
        raise Illegal("SPL-1", "a card can be spliced onto a spell only once")
    for other in said.splice:
        spliced = keyword(other.facts, "splice")
        if spliced is None:
            raise Illegal("SPL-1", f"{other.name} has no splice")
        if other is card or other not in player.hand:
            raise Illegal("SPL-1", f"{other.name} must be another card in hand to be spliced")
        quality = (spliced.filter or "arcane").lower()
        if quality not in facts.subtypes and quality not in facts.types:
            raise Illegal("SPL-1", f"{other.name} is spliced onto {quality} spells, and {facts.name} is none")


def choose_targets(game: Game, item: StackItem, facts: CardFacts, said: Announcement) -> None:
    """CST-3, TGT-1, TGT-5: targets of the spell, then of each spliced text in the chosen order."""
    spec = spec_of(facts.abilities)
    wanted = requirements(item.program, spec, item.kicked, item.modes, {"x": item.x})
    left = None if said.targets is None else list(said.targets)
    assign(game, item, wanted, left, facts.name, item.card)
    for other in item.spliced:
        more = requirements(spell_program(other.facts), spec_of(other.facts.abilities), 0)
        groups = [_take(game, item, one, left, other.name, item.card) for one in more]
        item.splice_targets.append(groups)
    if left:
        raise Illegal("CST-3 TGT-5 TGT-4", f"{facts.name} has no use for so many targets")


def assign(
    game: Game, item: StackItem, wanted: list[Requirement], left: list[Any] | None, name: str, source: Any
) -> None:
    """Give the named targets to the requirements in order; each takes what it may, leaving enough for the rest."""
    keys = item.context.setdefault("keys", [])
    for place, requirement in enumerate(wanted):
        later = sum(one.at_least for one in wanted[place + 1 :])
        item.targets.append(_take(game, item, requirement, left, name, source, later))
        keys.append(requirement.key)


def _take(
    game: Game,
    item: StackItem,
    requirement: Requirement,
    left: list[Any] | None,
    name: str,
    source: Any,
    later: int = 0,
) -> TargetGroup:
    from analyzer.rulebook.targets import candidates

    if left is None:  # nothing was said: the only choice, or the plainest for a player
        possible = candidates(game, requirement.wants, item.controller, source)
        if requirement.wants == "player":
            mine = requirement.key == "tp"
            possible = [item.controller if mine else (game.opponents(item.controller) or [item.controller])[0]]
        elif requirement.wants == "opponent":
            possible = game.opponents(item.controller)[:1]
        if requirement.at_least == 0:
            raise Illegal("CST-3 TGT-4 TGT-7", f"say how many targets {name} has: on NAMES, or on none")
        chosen = possible if len(possible) == requirement.at_least else []
    else:
        number = min(requirement.at_most, max(0, len(left) - later))
        chosen, left[:number] = left[:number], []
    check_choice(game, requirement, chosen, item.controller, source, name)
    return TargetGroup(requirement.wants, chosen, requirement.at_least, requirement.at_most)


def lock_and_find(
    game: Game, player: Player, item: StackItem, facts: CardFacts, said: Announcement
) -> tuple[Total, Payment, int]:
    """CST-5 to CST-7: the locked total and a payment; without a stated X the largest payable one."""
    if said.x is None and "{X}" in _cost_text(facts, said):
        for x in range(len(player.pool) + most_mana(game, player), 0, -1):
            item.x = x
            found = _first_payable(game, player, item, total_costs(game, player, item, facts, said), said)
            if found is not None:
                return (*found, x)
        item.x = 0
    totals = total_costs(game, player, item, facts, said)
    found = _first_payable(game, player, item, totals, said)
    if found is None:
        for total in totals:
            check_others(game, player, total.others, item, said)
        raise Illegal(*unpayable(game, player, facts.name, totals[0].text, totals[0].demands))
    return (*found, item.x)


def _first_payable(
    game: Game, player: Player, item: StackItem, totals: list[Total], said: Announcement
) -> tuple[Total, Payment] | None:
    refused: Illegal | None = None
    for total in totals:
        payment = _find(game, player, item, total, said)
        if payment is None:
            continue
        try:
            check_others(game, player, total.others, item, said)
        except Illegal as wrong:
            refused = refused or wrong
            continue
        return total, payment
    if refused is not None and said.x is not None:
        raise refused
    return None


def _cost_text(facts: CardFacts, said: Announcement) -> str:
    return "" if said.free or said.alternative else facts.mana_cost


def _find(game: Game, player: Player, item: StackItem, total: Total, said: Announcement) -> Payment | None:
    life = said.life if not said.alternative else None
    return find(game, player, total.demands, item, said.using, life)


def unpayable(game: Game, player: Player, name: str, cost: str, demands: tuple[Demand, ...]) -> tuple[str, str]:
    """The statements and the words of a refused payment."""
    statements = ["CST-7", "CST-14", "CST-9", "MAN-1", "TRN-8", "SHD-6"]
    own = game.controlled(player)
    if any("C" in pip for demand in demands for pip in demand.pips):
        statements.insert(0, "CST-11")
    if any(not one.settled and now.is_creature(game, one) for one in own):
        statements.append("SIC-1")
    words = {word for one in own for word in ("mylands", "opplands") if word in one.facts.effects}
    statements += ["CLD-2", "CLD-1", "MAN-7"] if words else []
    statements += ["CLD-4", "CLD-3"] if "opplands" in words else []
    return " ".join(statements), f"{name} costs {cost}, which cannot be paid"


def _commit(
    game: Game,
    player: Player,
    card: Card,
    item: StackItem,
    zone: list[Card],
    total: Total,
    payment: Payment,
    said: Announcement,
) -> None:
    """Pay, put the spell on the stack, and let cast triggers happen (CST-8, BOR-1)."""
    pay_mana(game, player, payment, item)
    if zone is player.command:
        player.commander_casts[card.facts.name] += 1
    zone.remove(card)
    pay_others(game, player, total.others, item, said)
    item.life_paid += payment.demand.life
    game.stack.append(item)
    player.spells_this_turn += 1
    player.counts["spells_cast"] += 1
    player.counts[f"cast {card.kind}"] += 1
    count_mana(player, item)
    detail = "".join([f"X={item.x} " if item.x else "", f"kicked {item.kicked} " if item.kicked else ""])
    detail += "buyback " if item.buyback else ""
    game.write(codes.CAST, player, card.kind, 0, item.x, names=(item.name,), detail=f"{detail}{total.text}")
    game.write(
        codes.SPENT, player, item.mana_spent, item.life_paid, detail=f"{item.mana_spent} mana, {item.life_paid} life"
    )
    assert item.card is not None
    for ability in item.card.facts.abilities:
        if ability.kind == "event" and ability.word == "castself":
            context = {"x": item.x, "it": item, "kicked": item.kicked}
            game.wait(Waiting(player, item.name, "castself", ability.program, None, ability, context))
    fire(game, "oncast", item, player, {"it": item})
    fire(game, "onoppcast", item, player, {"it": item})


def count_mana(player: Player, item: StackItem) -> None:
    """The measure `mana spent`, of the game and of the turn."""
    player.counts["mana_spent"] += item.mana_spent
    player.counts["mana_spent_turn"] += item.mana_spent
