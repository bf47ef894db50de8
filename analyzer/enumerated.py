"""Exact rates of small lists: every arrangement of the library is played once, and every arrangement of each shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.abilities import Program
from analyzer.engine import play_orders
from analyzer.exact.enumeration import arrangement_count, arrangements, slots_of
from analyzer.exact.planned import Exact, exact_value
from analyzer.goals.tree import Goal
from analyzer.pack_count import asked
from analyzer.plan.model import Plan, Start
from analyzer.registry import rule_of
from analyzer.versions import steps_of

MOST_ROWS = 200_000  # orders that are played
DISTINCT = 6  # cards of a list whose shuffles are orders of slots (see orders_and_shuffles)
BY_CHANCE = frozenset({"coin", "game_number"})  # what a rule may ask for that is not decided by the order of the cards
SHUFFLES = ("shuffle", "search", "shuffle-hand", "wheel")


def exact_rates(plan: Plan) -> tuple[Exact, ...]:
    """The exact chance of each goal of a plan: by a closed form or recursion, else by playing all arrangements.

    Where neither is possible the reason for both is given.
    """
    found = []
    played: list[Fraction | None] = []
    for number, goal in enumerate(plan.goals):
        assert isinstance(goal, Goal)
        exact = exact_value(plan, goal)
        if exact.value is None:
            reason = why_not_all(plan)
            if reason:
                exact = Exact(None, f"{exact.how}; {reason}")
            else:
                played = played or rates_of_all(plan)
                value = played[number]
                how = f"all {rows_needed(plan):,} arrangements played"
                exact = Exact(value, how if value is not None else "no arrangement meets the condition")
        found.append(exact)
    return tuple(found)


def why_not_all(plan: Plan) -> str:
    """Why the arrangements of this plan's list are not all played, in a few words; "" if they can be."""
    if plan.mulligan != "none":
        return "with mulligans the arrangements are not finite"
    if plan.start != Start(hand_size=plan.start.hand_size):
        return "arrangements of a start position are not enumerated"
    if plan.seat == "both" or plan.survive != 1.0 or any(free.chance != 1 for free in plan.free):
        return "chance decides more than the order of the cards"
    if any(_acts_by_chance(ability.program) for kind in plan.kinds for ability in kind.abilities):
        return "a card shuffles or acts at random"
    if any("random" in free.text for free in plan.free):
        return "a free effect acts at random"
    if shuffles_of(plan) and len(plan.slots) > DISTINCT and _draws_before_a_shuffle(plan):
        return "cards may leave the library before it is shuffled"
    for choice in plan.strategy:
        if found := asked(rule_of(choice).function) & BY_CHANCE:
            return f"the {choice.role} rule {choice.name} asks for {min(found)}"
    rows = rows_needed(plan)
    return f"{rows:,} arrangements are too many (at most {MOST_ROWS:,})" if rows > MOST_ROWS else ""


def _acts_by_chance(program: Program) -> bool:
    """Is there a step whose outcome another order than the deal's decides?"""
    return any(step.op in SHUFFLES or "random" in str(step) for step in steps_of(program))


def _draws_before_a_shuffle(plan: Plan) -> bool:
    """May cards have left the library before a free effect shuffles it?"""
    if plan.draws or plan.start.hand_size or len(plan.free) > 1 or len(plan.free[0].turns) > 1:
        return True
    return "shuffle" in plan.free[0].text.partition("draw")[2]


def shuffles_of(plan: Plan) -> int:
    """Shuffles by free effects in a game."""
    return sum(len(each.turns) * each.text.count("shuffle") for each in plan.free)


def rows_needed(plan: Plan) -> int:
    """Games that play every arrangement of the deal and of each shuffle."""
    counts = [plan.slots.count(kind.index) for kind in plan.kinds]
    deals = arrangement_count(counts)
    later = factorial(len(plan.slots)) if len(plan.slots) <= DISTINCT else deals
    return deals * later ** shuffles_of(plan)


def orders_of(plan: Plan) -> Iterator[tuple[int, ...]]:
    """Every arrangement of the list as an order of slots; all are equally likely."""
    counts = [plan.slots.count(kind.index) for kind in plan.kinds]
    return (slots_of(order, plan.slots) for order in arrangements(counts))


def orders_and_shuffles(plan: Plan, shuffles: int) -> NDArray[np.int64]:
    """The rows of `play_orders` for all arrangements of the deal and of each of so many shuffles.

    Where cards may have left the library before a shuffle, its order must be one of slots: skipping the slots that are
    out of an arrangement of kinds would not leave all arrangements of the rest equally likely. So more than six cards
    are right only if nothing is drawn before the shuffle.
    """
    deals = list(orders_of(plan))
    later = list(permutations(range(len(plan.slots)))) if len(plan.slots) <= DISTINCT else deals
    return np.array([row for rows in product(deals, *[later] * shuffles) for row in rows], np.int64)


def rates_of_all(plan: Plan) -> list[Fraction | None]:
    """Rates of the goals over all arrangements, as the engine plays them; None where none meets the condition."""
    shuffles = shuffles_of(plan)
    tally = play_orders(plan, orders_and_shuffles(plan, shuffles), 1 + shuffles)
    return [
        Fraction(int(met.sum()), int(games.sum())) if games.any() else None
        for met, games in zip(tally.goal, tally.given, strict=True)
    ]
