"""Stored numbers back to tallies: what a plan counts follows from the plan, so nothing is compiled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache

import numpy as np

from analyzer.errors import RunError
from analyzer.goals.pack import build_goals, cost_pips
from analyzer.group import GroupTally, group_id
from analyzer.ledger_chunk import Numbers
from analyzer.pack_mana import build_mana
from analyzer.plan.model import Plan
from analyzer.tally import Shape, Tally, from_numbers


def shape_of(plan: Plan) -> Shape:
    """What a plan counts and in which order."""
    return _shape(_ById(plan))


class _ById:
    """A plan that is compared by its id, which is quicker than by all its cards."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __hash__(self) -> int:
        return hash(self.plan.plan_id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and self.plan.plan_id == other.plan.plan_id


@lru_cache(maxsize=10_000)
def _shape(asked: _ById) -> Shape:
    return build_goals(asked.plan, build_mana(asked.plan, cost_pips(asked.plan))).shape


def tally_of(plan: Plan, numbers: Numbers) -> Tally:
    """The tally of a plan in stored numbers; RunError when they are not of this plan."""
    return from_numbers(plan.plan_id, shape_of(plan), numbers)


def group_numbers(tally: GroupTally) -> Numbers:
    """All numbers of a group's tally (int64): the games, then its arrays in the order of its fields."""
    parts = [np.asarray(getattr(tally, name)).ravel() for name in _arrays()]
    return np.concatenate([np.array([tally.games]), *parts]).astype(np.int64)


def group_of(plans: Sequence[Plan], numbers: Numbers) -> GroupTally:
    """The tally of a group in stored numbers; RunError when they are not of such a group."""
    name, m, goals = group_id(plans), len(plans), len(plans[0].goals)
    rest = len(numbers) - 1 - goals * 2 * m * (1 + 2 * m)
    measures, odd = divmod(rest, m * (1 + m))
    if rest < 0 or odd:
        raise RunError(f"{len(numbers)} numbers are no tally of group {name} of {m} plans with {goals} goals")
    shapes = {
        "S": (goals, 2 * m),
        "C": (goals, 2 * m, 2 * m),
        "measure_S": (measures, m),
        "measure_C": (measures, m, m),
    }
    found, place = {}, 1
    for array in _arrays():
        size = math.prod(shapes[array])
        found[array] = numbers[place : place + size].reshape(shapes[array])
        place += size
    return GroupTally(name, int(numbers[0]), **found)


def _arrays() -> list[str]:
    return [each.name for each in fields(GroupTally) if each.name not in ("group_id", "games")]
