"""Effects on permanents, players and the stack: damage, counters, tapping, control, countering, tokens."""

from __future__ import annotations

import re
from typing import Any

from analyzer.cards.ability_tree import Step
from analyzer.contract import events as codes
from analyzer.contract import reasons
from analyzer.rulebook import tokens
from analyzer.rulebook.effects import Context, amount, effect, objects, parts, scope, source_kind, value
from analyzer.rulebook.filters import matches
from analyzer.rulebook.objects import Card, Permanent, StackItem
from analyzer.rulebook.roles import create_role
from analyzer.rulebook.zones import add_counters, change_control, deal_damage, enter, leave, move_to, set_tapped


@effect("damage")
def do_damage(context: Context, step: Step) -> None:
    whom = {"tp": "tp", "all": "each player"}.get(step.who, "each opponent")
    for one in objects(context, step, step.argument or whom):
        deal_damage(context.game, one, amount(context, step))


@effect("pump")
def do_pump(context: Context, step: Step) -> None:
    """Until end of turn."""
    first, second = value(context, step.amount), value(context, step.second)
    for one in _permanents(context, step):
        one.power_bonus += -first if step.signs[0] == "-" else first
        one.toughness_bonus += -second if step.signs[1] == "-" else second
        context.game.remark(one.controller, "pump", (one.name,), f"{step.signs[0]}{first}/{step.signs[1]}{second}")


@effect("gain")
def do_gain(context: Context, step: Step) -> None:
    """A keyword until end of turn: `gain(first strike,self)`."""
    keyword, *whom = parts(step)
    for one in _permanents(context, step, ",".join(whom) or "self"):
        one.granted.add(keyword.replace("-", " "))
        one.granted.add(keyword)
        context.game.remark(one.controller, "gain", (one.name,), keyword)


@effect("counter")
def do_counter(context: Context, step: Step) -> None:
    kind, *whom = parts(step)
    for one in _permanents(context, step, ",".join(whom) or "self"):
        add_counters(context.game, one, kind, amount(context, step))


@effect("tap")
def do_tap(context: Context, step: Step) -> None:
    """STM-2: an already tapped one simply stays tapped."""
    for one in _permanents(context, step):
        set_tapped(context.game, one, True)


@effect("untap", "untapself")
def do_untap(context: Context, step: Step) -> None:
    text = "self" if step.op == "untapself" else step.argument or "self"
    if text in ("self", "it", "those", "attached") or "target" in text or text.startswith("each"):
        chosen = _permanents(context, step, text)
    else:
        options = [
            one for one in context.game.controlled(context.you)
            if one.tapped and matches(context.game, text, one, context.you, context.source)
        ]  # fmt: skip
        chosen = options[: amount(context, step)]
    for one in chosen:
        set_tapped(context.game, one, False)


@effect("notuntap")
def do_not_untap(context: Context, step: Step) -> None:
    """STM-3: it misses its controller's next untap step, one only, whoever controls it then."""
    for one in _permanents(context, step):
        one.skips_untap = True


@effect("attach")
def do_attach(context: Context, step: Step) -> None:
    """Equipment goes onto the creature (equip)."""
    if context.source is not None and context.source.on_battlefield:
        for one in _permanents(context, step):
            context.source.host = one
            context.game.write(
                codes.ATTACH, context.you, context.source.number, one.number, names=(context.source.name, one.name)
            )


@effect("gaincontrol")
def do_gain_control(context: Context, step: Step) -> None:
    for one in _permanents(context, step):
        change_control(context.game, one, context.you)


@effect("exile")
def do_exile(context: Context, step: Step) -> None:
    gone: list[Any] = []
    for one in objects(context, step):
        if isinstance(one, Permanent):
            card = one.card
            leave(context.game, one, "exile")
            gone.append(card)
        elif isinstance(one, Card):
            one.owner.graveyard.remove(one)
            move_to(context.game, one, "exile")
            gone.append(one)
    context.last = gone


@effect("destroy")
def do_destroy(context: Context, step: Step) -> None:
    from analyzer.rulebook.characteristics import keywords

    for one in _permanents(context, step):
        if "indestructible" not in keywords(context.game, one):
            leave(context.game, one, "graveyard")


@effect("return")
def do_return(context: Context, step: Step) -> None:
    """`return(target,hand)`; after an exile `return(those,bf)`: under its owner's control, a new object (SIC-4)."""
    what, *where = parts(step)
    to = where[-1] if where else "hand"
    chosen = (
        objects(context, step, what or "self")
        if what not in ("those", "it", "them") or not context.last
        else context.last
    )
    for one in list(chosen):
        if isinstance(one, Permanent) and not one.on_battlefield:
            _back(context, one.card, to)  # exiled by the step before
        elif isinstance(one, Permanent):
            if to == "hand":
                leave(context.game, one, "hand")
            else:
                card = one.card
                leave(context.game, one, "exile")
                _back(context, card, to)
        elif isinstance(one, Card):
            _back(context, one, to)


def _back(context: Context, card: Card, to: str) -> None:
    for zone in (card.owner.exile, card.owner.graveyard):
        if card in zone:
            zone.remove(card)
            if to.startswith("bf"):
                enter(context.game, card, card.owner, True if "tapped" in to else None)
                context.game.remark(card.owner, "enter", (card.name,))
            else:
                move_to(context.game, card, "hand")
            return


@effect("bounceself", "topself")
def do_bounce_self(context: Context, step: Step) -> None:
    zone = "hand" if step.op == "bounceself" else "library"
    if context.source is not None and context.source.on_battlefield:
        leave(context.game, context.source, zone)


@effect("bounceown")
def do_bounce_own(context: Context, step: Step) -> None:
    options = [
        one for one in context.game.controlled(context.you)
        if matches(context.game, step.argument or "permanent", one, context.you, context.source)
    ]  # fmt: skip
    if options:
        for one in context.game.decisions.pick(context.game, context.you, reasons.SACRIFICE, options, 1, 1):
            leave(context.game, one, "hand")


@effect("sacrifice")
def do_sacrifice(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        if step.argument in ("self", "it", None):
            chosen = [one for one in objects(context, step) if isinstance(one, Permanent)]
        else:
            text = step.argument or "permanent"
            options = [one for one in context.game.controlled(player) if matches(context.game, text, one, player)]
            number = min(amount(context, step), len(options))
            chosen = (
                context.game.decisions.pick(context.game, player, reasons.SACRIFICE, options, number, number)
                if number
                else []
            )
        for one in chosen:
            leave(context.game, one, "graveyard", codes.SACRIFICED)


@effect("counterspell")
def do_counterspell(context: Context, step: Step) -> None:
    """BOR-4, BUY-1: a countered card goes to its owner's graveyard; `unless {X}`: its controller may pay."""
    from analyzer.rulebook.stack import counter_item

    text = step.argument or ""
    chosen = objects(context, step, "target") if not _triggering(context) else [context.values["it"]]
    for one in chosen:
        if not isinstance(one, StackItem) or one not in context.game.stack:
            continue
        if text.startswith("unless") and _pays_to_save(context, one, text.removeprefix("unless").strip()):
            continue
        counter_item(context.game, one, "hand" if text == "hand" else "graveyard")


def _triggering(context: Context) -> bool:
    return context.item.what == "triggered" and isinstance(context.values.get("it"), StackItem)


def _pays_to_save(context: Context, spell: StackItem, text: str) -> bool:
    from analyzer.cards.costs import parse_cost
    from analyzer.rulebook.costs import announced_symbols, lock
    from analyzer.rulebook.paying import pay_mana
    from analyzer.rulebook.payment import find

    game, player = context.game, spell.controller
    demands = [lock(choice, context.item.x, 0, 0) for choice in announced_symbols(parse_cost(text))]
    payment = find(game, player, demands)
    if payment is None or not game.decisions.may(game, player, f"pay {text} for {spell.name}"):
        return False
    pay_mana(game, player, payment, StackItem("payment", player, spell.name, ()))
    return True


TOKEN_WORDS = (
    "shard",
    "treasure",
    "clue",
    "blood",
    "map",
    "gold",
    "powerstone",
    "lander",
    "junk",
    "spawn",
    "scion",
    "food",
)


@effect(*TOKEN_WORDS)
def do_named_token(context: Context, step: Step) -> None:
    for player in scope(context, step.who):
        number, kind = amount(context, step), source_kind(context)
        made = tokens.create(context.game, player, step.op, number, step.tapped, context.item.name, kind)
        for token in made:
            token.version = step.suffix


@effect("token")
def do_token(context: Context, step: Step) -> None:
    """`token3(1/1 white spirit flying)`; X in the size is the X paid."""
    text = re.sub(r"\bX\b", str(context.item.x), step.argument or "")
    for player in scope(context, step.who):
        tokens.create_creature(context.game, player, text, amount(context, step), step.tapped, context.item.name)


@effect("role")
def do_role(context: Context, step: Step) -> None:
    """ROL-1, ROL-7: the Role goes onto the named creature, else onto a creature the player picks."""
    name, *whom = parts(step)
    # of a plan's "when you do" the target is chosen as it is done
    at_once = context.game.plan_order and ",".join(whom).startswith("target") and not context.item.targets
    if whom and not at_once:
        hosts: list[Any] = objects(context, step, ",".join(whom))
    else:
        options = [one for one in context.game.controlled(context.you) if "creature" in one.facts.types | one.animated]
        if "other" in ",".join(whom):
            options = [one for one in options if one is not context.source]
        hosts = context.game.decisions.pick(context.game, context.you, reasons.HOST, options, 1, 1) if options else []
    for host in hosts:
        role = create_role(context.game, context.you, name, host, context.item.name, source_kind(context))
        if role is not None:
            role.version = step.suffix


@effect("notcreature", "cost-", "cost+", "manax", "manais", "scry+", "scry>draw", "base")
def do_static(context: Context, step: Step) -> None:
    """Continuous effects are read where they matter; carrying them out changes nothing."""


@effect("monarch", "initiative", "venture", "learn", "discover", "manifest", "manifestdread", "seek")
def do_outside(context: Context, step: Step) -> None:
    """OUT (TRN-10 and others): said in the report, never silently done."""
    context.game.note_missing(f"not modelled: '{step.op}' of {context.item.name}")


def _permanents(context: Context, step: Step, argument: str | None = None) -> list[Permanent]:
    return [one for one in objects(context, step, argument) if isinstance(one, Permanent) and one.on_battlefield]
