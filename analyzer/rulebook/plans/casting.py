"""Doing what was chosen: playing a land, casting a line (601.2), activating an ability, paying on resolution."""

from __future__ import annotations

from typing import Any

from analyzer.cards.abilities import Ability, Program, Step, parse_costs
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.plan.lines import is_aura, wants_own
from analyzer.plan.model import Line
from analyzer.rulebook.effects import run
from analyzer.rulebook.filters import matches
from analyzer.rulebook.game import Waiting
from analyzer.rulebook.objects import Card, Permanent, StackItem, TargetGroup
from analyzer.rulebook.plans.choice import x_pips
from analyzer.rulebook.plans.table import Table
from analyzer.rulebook.plans.waiting import is_over, settle_down
from analyzer.rulebook.targets import requirements, spec_of
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.zones import change_life, discard_chosen, enter, enters_tapped, move_to


def card_in_hand(table: Table, kind: int) -> Card:
    return next(card for card in table.player.hand if card.kind == kind)


def play_land(table: Table, kind: int, tapped: bool, life: int) -> None:
    """TRN-5: a land from hand, tapped or not as it was offered; `life` is what it costs to enter untapped."""
    game, player = table.game, table.player
    card = card_in_hand(table, kind)
    player.hand.remove(card)
    change_life(game, player, -life)
    player.counts["land_drops"] += int(player.lands_played == 0)
    player.lands_played += 1
    game.row(codes.LAND, kind, int(tapped), 1)
    enter(game, card, player, tapped)
    settle_down(game)


def pay(table: Table, owner: str, pips: tuple[int, ...], mana: int, life: int, cards: int) -> None:
    """Mana is owed (F12), cards are discarded, life is paid."""
    game, player = table.game, table.player
    game.payments.pay(pips, owner)
    discard_chosen(game, player, cards, reasons.DISCARD, codes.COST_DISCARD)
    player.life -= life
    player.counts["mana_spent_turn"] += mana
    player.counts["mana_spent"] += mana
    game.row(codes.SPENT, mana, life)


def cast(table: Table, line: Line, x: int, mana: int) -> None:
    """Cast a line and let it resolve."""
    game, player = table.game, table.player
    kind = table.plan.kinds[line.kind]
    zone = player.hand if any(card.kind == line.kind for card in player.hand) else player.command
    card = next(card for card in zone if card.kind == line.kind)
    pips = (*table.pips(line), *x_pips(line, x))
    zone.remove(card)
    game.row(codes.CAST, line.kind, line.number, x)
    item = StackItem("spell", player, card.name, line.program, card=card, x=x)
    item.kicked = x if line.x_pips else line.kicked
    pay(table, card.name, pips, mana, line.life, line.discard)
    if zone is player.command:
        player.commander_casts[card.facts.name] += 1
    item.mana_spent = mana
    player.spells_this_turn += 1
    player.counts["spells_cast"] += 1
    player.counts[f"cast {line.kind}"] += 1
    game.changes += 1
    for ability in kind.abilities:
        if ability.kind == "event" and ability.word == "castself" and not ability.gate:
            told = {"x": item.x, "it": item, "kicked": item.kicked}
            game.wait(Waiting(player, item.name, "castself", ability.program, None, ability, told))
    fire(game, "oncast", item, player, {"it": item})
    settle_down(game)
    if not is_over(game):
        resolve_spell(table, item, card)
        settle_down(game)


def resolve_spell(table: Table, item: StackItem, card: Card) -> None:
    """A permanent enters; another spell does what it says and goes to the graveyard."""
    game, player = table.game, table.player
    if card.facts.is_permanent:
        game.row(codes.RESOLVE, card.kind, codes.TO_BATTLEFIELD)
        permanent = enter(game, card, player, enters_tapped(game, card, player), x=item.x, kicked=item.kicked)
        if "aura" in card.facts.subtypes:
            attach(table, permanent)
        game.changes += 1
        return
    point_at(table, item, card)
    run(game, item)
    move_to(game, card, "graveyard")
    game.row(codes.RESOLVE, card.kind, codes.TO_GRAVEYARD)
    game.changes += 1


def point_at(table: Table, item: StackItem, card: Card) -> None:
    """Targets (F13 5): yourself for what helps, else an opponent; of permanents your strongest creature first."""
    game, player = table.game, table.player
    opponents = game.opponents(player)
    hurts = any(isinstance(step, Step) and step.who == "tp" and step.op == "damage" for step in item.program)
    for wanted in requirements(item.program, spec_of(card.facts.abilities), item.kicked, (), {"x": item.x}):
        chosen: list[Any] = [player if (wanted.key == "tp" and not hurts) or not opponents else opponents[0]]
        item.targets.append(TargetGroup(wanted.wants, chosen, wanted.at_least, wanted.at_most))
        item.context.setdefault("keys", []).append(wanted.key)


def attach(table: Table, aura: Permanent) -> None:
    """An Aura goes onto the creature that the player picks as for a Role; onto the oldest of other permanents."""
    game, player, noun = table.game, table.player, wants_own(aura.facts)
    options = [one for one in game.controlled(player) if one is not aura and matches(game, noun, one, player)]
    if options and is_aura(aura.facts):
        options = game.decisions.pick(game, player, reasons.HOST, options, 1, 1)
        names = (aura.name, options[0].name)
        game.write(codes.ATTACH, player, aura.number, options[0].number, names=names)
    aura.host = options[0] if options else None


def activate(table: Table, permanent: Permanent, ability: Ability, costs: Any, number: int, x: int, mana: int) -> None:
    """Pay for an activated ability (602.2), then what the costs triggered, then it resolves."""
    game, player = table.game, table.player
    makes_mana = (costs.taps or costs.sacrifices) and game.source(permanent) is not None
    if makes_mana:
        game.payments.set_apart(permanent)
    pay(table, permanent.name, (*costs.pips, *costs.x_pips(x)), mana, costs.life, costs.discard)
    if makes_mana:
        game.payments.leave(permanent)
    item = StackItem("activated", player, permanent.name, ability.program, source=permanent, ability=ability, x=x)
    costs.use(table, permanent, item)
    game.row(codes.ACTIVATE, permanent.number, number, x)
    game.changes += 1
    if game.waiting:
        settle_down(game)
    if not is_over(game):
        run(game, item)
        settle_down(game)


def pays_now(table: Table, item: StackItem, text: str, program: Program) -> bool:
    """`maypay[..]` of a resolving ability: offered when it can be paid, taken when the play rule wants what it buys."""
    from analyzer.rulebook.plans.abilities import costs_of

    costs = costs_of(parse_costs(text))
    player = table.player
    able = costs is not None and costs.life < player.life and costs.discard <= len(player.hand)
    if costs is None or not able or not table.game.payments.payable(costs.pips):
        return False
    if not table.game.decisions.may_pay(table.game, player, item, program, len(costs.pips)):  # type: ignore[attr-defined]
        return False
    pay(table, item.name, costs.pips, len(costs.pips), costs.life, costs.discard)
    return True
