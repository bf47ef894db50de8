"""Goals that a plan can never test, and goals whose answer follows from the list and the rules of counting alone."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.goals import Goal
from analyzer.goals.tree import Atom, Term
from analyzer.plan.model import Plan

UNBOUNDED = 10**9


def check_turns(plan: Plan, goal: Goal, where: str) -> None:
    """InputError for a goal about a turn that is not played: after the last or before the first of the plan."""
    first = plan.start.turn
    if goal.last_turn > plan.turns:
        raise InputError(
            f"{where}: goal {goal}: asks about turn {goal.last_turn}, "
            f"but {plan.turns} turns are played; set --turns {goal.last_turn} (run.turns)"
        )
    for atom in goal.atoms:
        turns = [atom.when.turn] if atom.when is not None else []
        turns += [term.last for term in atom.terms if term.inner is not None]
        early = [turn for turn in turns if 0 < turn < first]
        if early:
            raise InputError(
                f"{where}: goal {goal}: '{atom}' asks about turn {early[0]}, but the game begins on turn {first} "
                f"(start.turn); ask about turn {first} or later"
            )


def certain(plan: Plan, goal: Goal) -> tuple[str, ...]:
    """What of a goal is true, or false, in every game whatever happens.

    Bounds are those of the list: no more copies can be had than it has, no more drops made than turns are played.
    """
    found = []
    for atom in dict.fromkeys(goal.atoms):
        if atom.every:
            continue
        ranges = [_range(plan, term, atom) for term in atom.terms]
        low, high = sum(each[0] for each in ranges), min(sum(each[1] for each in ranges), UNBOUNDED)
        inside = atom.low <= low and high <= atom.high
        outside = high < atom.low or low > atom.high
        if inside or outside:
            true = inside != atom.complement
            reach = f"from {low} to {high}" if high < UNBOUNDED else f"{low} or more"
            found.append(f"'{atom}' is {'always' if true else 'never'} true: what it counts is {reach}")
    return tuple(found)


def _range(plan: Plan, term: Term, atom: Atom) -> tuple[int, int]:
    """The least and greatest value of a term, as far as it is known."""
    if term.is_binary:
        return 0, 1
    lands = [kind.index for kind in plan.kinds if kind.card.is_land]
    turn = atom.when.turn if atom.when is not None else 0
    most = {
        "lands": _copies(plan, lands), "lands had": _copies(plan, lands),
        "kept cards": plan.start.hand_size if plan.start.hand is None else len(plan.start.hand),
        "kept lands": min(plan.start.hand_size, _copies(plan, lands)) if plan.start.hand is None else UNBOUNDED,
        "library": sum(slot >= 0 for slot in plan.slots),
        "land drops": turn - plan.start.turn + 1 if turn else UNBOUNDED,
        "missed drops": turn - plan.start.turn + 1 if turn else UNBOUNDED,
    }  # fmt: skip
    if term.op == "measure":
        return 0, most.get(term.name, UNBOUNDED)
    if term.op in ("had", "in hand", "in play") and term.cards is not None and term.cards.kinds is not None:
        return 0, _copies(plan, term.cards.kinds)
    return 0, UNBOUNDED


def _copies(plan: Plan, kinds: list[int] | tuple[int, ...]) -> int:
    """Copies that the list, the start position and the command zone have."""
    everywhere = (*plan.slots, *plan.start.battlefield, *(plan.start.hand or ()), *plan.commanders)
    return sum(kind in kinds for kind in everywhere)
