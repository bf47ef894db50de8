"""What a program does for the player's decisions, read from the ability language: looks, draws, lands, op-codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.cards.abilities import Choose, Program, Step, Wrap
from analyzer.contract import ops
from analyzer.plan.model import Kind, Line, Plan
from analyzer.rulebook.filters import means_kind

# The op-code that stands for a step (contract.ops); steps without one change nothing that rows or measures show.
CODES = {
    "scry": ops.SCRY, "surveil": ops.SURVEIL, "draw": ops.DRAW, "discard": ops.DISCARD, "shuffle": ops.SHUFFLE,
    "damage": ops.DAMAGE, "life+": ops.LIFE, "life-": ops.LIFE, "treasure": ops.TREASURE, "mana": ops.MANA,
    "extraland": ops.EXTRALAND, "mill": ops.MILL, "reorder": ops.REORDER, "putback": ops.PUTBACK, "tuck": ops.TUCK,
    "dig": ops.DIG, "search": ops.SEARCH, "putland": ops.PUTLAND, "putland-tapped": ops.PUTLAND,
    "counter": ops.COUNTER, "shard": ops.TOKEN, "clue": ops.TOKEN, "blood": ops.TOKEN, "lander": ops.TOKEN,
    "role": ops.ROLE, "ring": ops.RING,
}  # fmt: skip
# A "target player" is yourself for these, else an opponent (formats F13 5: the plainest choice).
FOR_YOURSELF = frozenset(
    ("scry", "surveil", "draw", "reorder", "dig", "search", "treasure", "extraland", "life+", "mana")
)
TRANSPARENT = ("may", "ifkicked", "reflexive", "maypay", "if")


WRAPPED = {"may": ops.MAY, "ifkicked": ops.IFKICKED, "maypay": ops.MAYPAY, "if": ops.IF}


@dataclass(frozen=True, slots=True)
class Gist:
    """The largest look of a program, the cards it draws, the lands it finds or puts."""

    look: int = 0
    draws: int = 0
    lands: int = 0

    def __add__(self, other: Gist) -> Gist:
        return Gist(max(self.look, other.look), self.draws + other.draws, self.lands + other.lands)


def felt_steps(program: Program) -> Iterator[Step]:
    """The steps that rows or measures can show, those inside "may" and "if kicked" too, in printed order."""
    for part in program:
        if isinstance(part, Wrap):
            if part.word in TRANSPARENT and part.who != "opp":
                yield from felt_steps(part.program)
        elif isinstance(part, Choose):
            for mode in best_modes(part):
                yield from felt_steps(part.modes[mode])
        elif isinstance(part, Step) and is_felt(part):
            yield part


def is_felt(step: Step) -> bool:
    """Does a step do something that rows or measures show?"""
    op, text = step.op.rstrip("!?"), step.argument or ""
    if op not in CODES:
        return False
    if op == "damage":
        return meets_players(text)
    if step.who == "opp" and op not in ("life+", "life-"):
        return False
    if step.who == "tp" and op not in FOR_YOURSELF:
        return False
    if op == "counter":
        kind, _, whom = text.partition(",")
        return kind == "+1/+1" and (whom in ("self", "") or whom.startswith("each "))
    return True


def meets_players(text: str) -> bool:
    """Is this damage (the words in its brackets) dealt to a player, as far as a goldfish shows it?"""
    whole = text in ("", "you", "opponent", "each opponent", "each player")
    return whole or ("target" in text and "creature" not in text)


def first_code(program: Program) -> int:
    """The op-code of the first step that is felt, 0 without one."""
    for part in program:
        if isinstance(part, Wrap) and part.word in WRAPPED and any(True for _ in felt_steps((part,))):
            return WRAPPED[part.word]
        for step in felt_steps((part,)):
            return CODES[step.op.rstrip("!?")]
    return 0


def gist_of(program: Program, plan: Plan) -> Gist:
    """What a program does; a varying amount counts as 1."""
    gist = Gist()
    for step in felt_steps(program):
        gist += _of_step(step, plan)
    return gist


def _of_step(step: Step, plan: Plan | None) -> Gist:
    op, words = step.op.rstrip("!?"), (step.argument or "").split(",")
    amount = step.amount
    size = 1 if amount is None or amount.kind != "number" else amount.number
    if op in ("scry", "surveil", "reorder"):
        return Gist(look=size)
    if op == "draw":
        return Gist(draws=size)
    if op == "dig":
        number = words[1].split()[0]
        return Gist(max(int(words[0]) if words[0].isdigit() else 1, 1), int(number) if number.isdigit() else 0)
    if op.startswith("putland"):
        return Gist(lands=1)
    if op == "search" and len(words) == 3 and plan is not None:
        found = [kind.card.is_land for kind in plan.kinds if means_kind(words[0], kind.card)]
        return Gist(lands=int(words[1]) if found and all(found) and words[1].isdigit() else 0)
    return Gist()


def entering_gist(kind: Kind, plan: Plan) -> Gist:
    """What entering does by its own abilities, casting it included."""
    gist = Gist()
    for ability in kind.abilities:
        if ability.kind == "event" and not ability.gate and ability.word in ("etb", "castself", "enters"):
            gist += gist_of(ability.program, plan)
    return gist


def line_gist(kind: Kind, line: Line, plan: Plan) -> Gist:
    """What casting a line does."""
    gist = gist_of(line.program, plan)
    return gist + entering_gist(kind, plan) if kind.card.is_permanent else gist


EVERY_TURN = ("upkeep", "eachupkeep", "drawstep", "eachdrawstep", "endstep", "eachend", "main", "combat")


def sees_every_turn(kind: Kind, plan: Plan) -> bool:
    """Does it look or draw at a step of every turn?"""
    for ability in kind.abilities:
        if ability.kind == "event" and not ability.gate and not ability.filter and ability.word in EVERY_TURN:
            gist = gist_of(ability.program, plan)
            if gist.look + gist.draws > 0:
                return True
    return False


def trigger_place(program: Program, plan: Plan) -> int:
    """F13 4: looks, then draws, then the rest; with `draws-first` draws before looks."""
    gist = gist_of(program, plan)
    first, second = (gist.look, gist.draws) if plan.trigger_order == "looks-first" else (gist.draws, gist.look)
    return 0 if first else 1 if second else 2


def makes_draws(program: Program) -> bool:
    """Does it make tokens that look or draw when they are used?"""
    return any(step.op.rstrip("!?") in ("shard", "clue", "blood") for step in felt_steps(program))


def best_modes(choice: Choose) -> tuple[int, ...]:
    """The modes a trigger takes, in printed order: the largest look first, then draws, lands, tokens that look."""

    def worth(mode: int) -> tuple[int, int, int, int]:
        steps = list(felt_steps(choice.modes[mode]))
        gist = Gist()
        for step in steps:
            gist += _of_step(step, None)
        looks = any(step.op == "shard" or (step.op == "role" and "sorcerer" in (step.argument or "")) for step in steps)
        return -max(gist.look, int(looks)), -gist.draws, -gist.lands, mode

    ranked = sorted(range(len(choice.modes)), key=worth)
    return tuple(sorted(ranked[: choice.count or 1]))
