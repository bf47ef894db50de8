"""Stored numbers back to tallies: what a plan counts follows from the plan, so nothing is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from analyzer.goals.pack import build_goals, cost_pips
from analyzer.group import GroupTally, group_from_numbers, group_id
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


def group_of(plans: Sequence[Plan], numbers: Numbers) -> GroupTally:
    """The tally of a group in stored numbers."""
    return group_from_numbers(group_id(plans), len(plans), len(plans[0].goals), numbers)
