"""Carrying out programs of the ability language, one instruction after another in printed order (FRM-4, FRM-5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from analyzer.cards.abilities import Ability, Amount, Choose, Instruction, Program, Step, Wrap, format_program
from analyzer.cards.ability_parser import parse_costs
from analyzer.rulebook.conditions import holds
from analyzer.rulebook.filters import count, matches
from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.muting import carried_out
from analyzer.rulebook.objects import Permanent, Player, StackItem
from analyzer.rulebook.targets import MAIN, argument_target
from analyzer.rulebook.triggers import mark_done


@dataclass(eq=False)
class Context:
    """What a running program knows: its item, whom it is for, and what its earlier steps did."""

    game: Game
    item: StackItem
    you: Player
    scope: list[Player]
    last: list[Any] = field(default_factory=list)  # the objects the latest step affected
    drawn: bool = False  # an earlier step of this program draws, so that a discard is a loot
    used: bool = False  # a step has looked or drawn (the measure `used`)

    @property
    def source(self) -> Permanent | None:
        return self.item.source

    @property
    def values(self) -> dict[str, Any]:
        return self.item.context


Effect = Callable[[Context, Step], None]
EFFECTS: dict[str, Effect] = {}


def effect(*ops: str) -> Callable[[Effect], Effect]:
    """Register the function that carries out the steps with these words."""

    def register(function: Effect) -> Effect:
        for op in ops:
            EFFECTS[op] = function
        return function

    return register


def run(game: Game, item: StackItem, program: Program | None = None) -> None:
    """Carry out the program of an item that resolves; triggers and state-based actions wait (FRM-4)."""
    import analyzer.rulebook.effects_board
    import analyzer.rulebook.effects_hand
    import analyzer.rulebook.effects_library  # noqa: F401 - both register their effects

    item.context.setdefault("x", item.x)
    item.context.setdefault("kicked", item.kicked)
    context = Context(game, item, item.controller, [item.controller])
    _run(context, carried_out(game, item, item.program if program is None else program))
    if context.used:
        item.controller.counts[f"used {source_kind(context)}"] += 1
        if item.source is not None and item.source.card.token:
            item.controller.counts[f"used {item.source.card.kind}"] += 1


def source_kind(context: Context) -> int:
    """The kind of the card whose program runs; of a token the card that made it; -1 outside a plan's deck."""
    if context.item.card is not None:
        return context.item.card.kind
    source = context.item.source
    if source is None:
        return int(context.values.get("maker", -1))  # of the Ring the card that tempted last
    return source.made_by if source.card.token else source.card.kind


def run_entering(game: Game, permanent: Permanent, ability: Ability, values: dict[str, Any]) -> None:
    """`enters:` abilities: done as the permanent enters, nothing goes on the stack."""
    item = StackItem("static", permanent.controller, permanent.name, ability.program, source=permanent, ability=ability)
    item.context, item.x, item.kicked = dict(values), values.get("x", 0), values.get("kicked", 0)
    run(game, item)


def run_side_steps(game: Game, player: Player, permanent: Permanent, ability: Ability) -> None:
    """The steps of a mana ability that make no mana (MAN-10)."""
    rest = tuple(step for step in ability.program if not (isinstance(step, Step) and step.op in ("mana", "mana!")))
    run(game, StackItem("mana", player, permanent.name, rest, source=permanent, ability=ability))


def _run(context: Context, program: Program) -> None:
    drawn_before, context.drawn = context.drawn, False
    for place, part in enumerate(program):
        following = program[place + 1] if place + 1 < len(program) else None
        if isinstance(following, Wrap) and following.word == "instead" and _instead(context, following):
            continue
        _one(context, part)
        context.drawn = context.drawn or draws(part)
    context.drawn = drawn_before


def draws(part: Instruction) -> bool:
    """Is drawing a card a part of this instruction?"""
    if isinstance(part, Wrap):
        return any(map(draws, part.program))
    return isinstance(part, Step) and part.op == "draw"


LEARNING = frozenset(("scry", "surveil", "draw", "mill", "reorder", "dig", "shuffle", "search"))


def _instead(context: Context, wrap: Wrap) -> bool:
    """`A;instead(B)`: B happens in place of A when its condition holds."""
    return wrap.condition is not None and _condition(context, wrap.condition)


def _one(context: Context, part: Instruction) -> None:
    if isinstance(part, Step):
        _step(context, part)
    elif isinstance(part, Choose):
        _choose(context, part)
    else:
        _wrap(context, part)


def _step(context: Context, step: Step) -> None:
    if step.op in ("", "-", "target"):
        return
    if step.op in ("?", "other", "did?", "choose"):
        context.game.note_missing(f"not modelled: a part of {context.item.name}")
        return
    function = EFFECTS.get(step.op)
    if function is None:
        context.game.note_missing(f"not modelled: '{step.op}' of {context.item.name}")
        return
    if context.game.plan_order and step.who == "tp" and not context.game.points_at_you(step):
        return
    if step.op in LEARNING and step.who != "opp":
        context.game.before_learning()
    function(context, step)


def _choose(context: Context, part: Choose) -> None:
    """MOD-1: the modes chosen on casting, in printed order; a choice within a trigger is made when it resolves."""
    modes = context.item.modes
    if not modes and context.game.plan_order:
        modes = context.game.best_modes(part)
    elif not modes:
        modes = _choose_now(context, part)
    for mode in sorted(modes):
        _run(context, part.modes[mode])


def _choose_now(context: Context, part: Choose) -> tuple[int, ...]:
    left = list(range(len(part.modes)))
    chosen: list[int] = []
    for _ in range(part.count or 1):
        names = [format_program(part.modes[mode]) for mode in left]
        chosen.append(
            left.pop(context.game.decisions.option(context.game, context.you, f"mode of {context.item.name}", names))
        )
    return tuple(chosen)


def _wrap(context: Context, part: Wrap) -> None:
    players = scope(context, part.who)
    if part.word == "may":
        _may(context, part, players)
    elif part.word == "maypay":
        if _pays(context, part.condition or "", part.program):
            mark_done(context.game, context.item)
            _run(context, part.program)
    elif part.word == "ifkicked":
        if context.item.kicked:
            _run(context, part.program)
    elif part.word in ("if", "instead"):
        if part.condition is None or _condition(context, part.condition):
            _run(context, part.program)
    elif part.word == "reflexive":
        _reflexive(context, part)
    elif part.word == "foreach":
        for _ in range(_times(context, part.condition or "")):
            _run(context, part.program)
    else:
        context.game.note_missing(f"not modelled: '{part.word}' of {context.item.name}")


def _may(context: Context, part: Wrap, players: list[Player]) -> None:
    """SCRY-8: who declines does nothing; each player decides in APNAP order, then all act together (SCRY-7)."""
    what = f"{context.item.name}: {format_program(part.program)}"
    context.game.question = (context.item, part.program)
    accepting = [player for player in players if context.game.decisions.may(context.game, player, what)]
    context.game.question = None
    for player in players:
        context.game.remark(player, "may", (context.item.name,), "yes" if player in accepting else "no")
    if not accepting:
        return
    mark_done(context.game, context.item)
    before, context.scope = context.scope, accepting
    _run(context, part.program)
    context.scope = before


def _condition(context: Context, text: str) -> bool:
    return holds(context.game, text, context.you, context.source, context.values)


def _times(context: Context, text: str) -> int:
    return count(context.game, Amount("V", measure="count", of=text), context.you, context.source, context.values)


def _reflexive(context: Context, part: Wrap) -> None:
    """ "When you do": a trigger of its own; its targets are chosen as it goes on the stack."""
    waiting = Waiting(
        context.you,
        context.item.name,
        "reflexive",
        part.program,
        context.source,
        context.item.ability,
        dict(context.values),
    )
    waiting.context.pop("keys", None)
    if context.game.plan_order:  # a plan does it at once
        _run(context, part.program)
        return
    context.game.wait(waiting)


def _pays(context: Context, text: str, program: Program) -> bool:
    """`maypay[{1}]`, `maypay[life2]`: an offer that is taken only if it can be paid."""
    from analyzer.rulebook.activating import ability_demands
    from analyzer.rulebook.casting import count_mana
    from analyzer.rulebook.costs import Announcement
    from analyzer.rulebook.illegal import Illegal
    from analyzer.rulebook.paying import check_others, pay_mana, pay_others
    from analyzer.rulebook.payment import find

    costs = parse_costs(text)
    game, you = context.game, context.you
    if game.plan_order:
        return game.pays_now(context.item, text, program)
    item = StackItem("payment", you, context.item.name, (), source=context.source, x=context.item.x)
    payment = find(game, you, ability_demands(costs, context.item.x))
    others = tuple(cost for cost in costs if cost.word != "mana")
    try:
        check_others(game, you, others, item, Announcement())
    except Illegal:
        payment = None
    if payment is None or not game.decisions.may(game, you, f"{context.item.name}: pay {text}"):
        game.remark(you, "may", (context.item.name,), "no")
        return False
    game.remark(you, "may", (context.item.name,), f"pays {text}")
    pay_mana(game, you, payment, item)
    count_mana(you, item)
    pay_others(game, you, others, item, Announcement())
    return True


# --- reading a step


def scope(context: Context, who: str) -> list[Player]:
    """Whom a step is for: the player (or those who accepted), target player, each player, each opponent."""
    if who == "tp":
        return [one for one in targets_for(context, "tp") if isinstance(one, Player)]
    if who == "all":
        return context.game.in_turn_order()
    if who == "opp":
        return [player for player in context.game.in_turn_order() if player is not context.you]
    return context.scope


def amount(context: Context, step: Step, default: int = 1) -> int:
    """The number of a step, known only now (SCRY-2)."""
    return value(context, step.amount, default)


def value(context: Context, number: Amount | None, default: int = 1) -> int:
    if number is None:
        return default
    if number.kind == "number":
        return number.number
    if number.kind == "X":
        return context.item.x
    if not number.is_known:
        context.game.note_missing(f"not modelled: a varying amount of {context.item.name}")
        return 0
    return count(context.game, number, context.you, context.source, context.values)


def targets_for(context: Context, key: object) -> list[Any]:
    """The (still legal) targets of one requirement of the running item."""
    keys = context.values.get("keys", [])
    for place, known in enumerate(keys):
        if known == key and place < len(context.item.targets):
            return list(context.item.targets[place].objects)
    if key == "tp" and "tp" not in keys:
        return targets_for(context, MAIN) if MAIN in keys else []
    return []


def objects(context: Context, step: Step, argument: str | None = None) -> list[Any]:
    """The objects a step speaks of: `self`, `it`, `target ..`, `each filter`, `attached`, or the previous ones."""
    text = (step.argument if argument is None else argument) or ""
    match = argument_target(text)
    if match:
        key: object = id(step) if match.group(3) else MAIN
        context.last = targets_for(context, key)
        return context.last
    text = text.strip()
    if text in ("self", ""):
        alive = context.source is not None and context.source.on_battlefield
        return [context.source] if alive else []
    if text in ("it", "that"):
        it = context.values.get("it") or context.values.get("bearer")
        return [it] if it is not None else list(context.last)
    if text in ("those", "them"):
        return list(context.last)
    if text == "attached":
        host = context.source.host if context.source else None
        return [host] if host is not None else []
    if text in ("you", "tp"):
        return scope(context, "tp" if text == "tp" else "")
    if text in ("opponent", "each opponent"):
        return scope(context, "opp")
    if text == "each player":
        return scope(context, "all")
    if text.startswith(("each ", "all ")):
        return each(context, text.split(" ", 1)[1])
    context.game.note_missing(f"not modelled: '{text}' of {context.item.name}")
    return []


def each(context: Context, text: str) -> list[Permanent]:
    """All permanents a filter describes; `yours` may stand in front (`each yours elf`)."""
    words = text.split()
    if words and words[0] in ("yours", "theirs"):
        text = " ".join(words[1:]) + "." + words[0]
    return [
        one for one in list(context.game.battlefield) if matches(context.game, text, one, context.you, context.source)
    ]


def parts(step: Step) -> list[str]:
    """The comma-separated parts of a step's argument."""
    return [part.strip() for part in (step.argument or "").split(",")]


def named(thing: Any) -> str:
    return str(getattr(thing, "name", None) or getattr(thing, "seat", "?"))
