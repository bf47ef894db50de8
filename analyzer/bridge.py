"""From the number of a hypergeometric table to the number as played, step by step (SEMANTICS 2, Bridge).

Every step is exact or a paired difference on the same games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.engine import Played
from analyzer.estimates import goal_rate
from analyzer.exact.draws_alone import described, draws_alone
from analyzer.goals import Goal
from analyzer.plan.canonical import identified
from analyzer.plan.model import Kind, Plan
from analyzer.stats import Estimate, exact


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a bridge: what is added, and by how much (a share; the first step is the whole number)."""

    label: str
    change: Estimate


@dataclass(frozen=True, slots=True)
class Bridge:
    """The steps of one goal, and the rate as played, which they add up to."""

    goal: str
    steps: tuple[Step, ...]
    played: Estimate


def bare(plan: Plan) -> Plan:
    """The plan in which nothing is cast and no ability does anything: draws, mulligans and land drops remain."""
    kinds = tuple(_blank(kind) for kind in plan.kinds)
    return identified(replace(plan, kinds=kinds, free=(), plan_id="", json=""))


def _blank(kind: Kind) -> Kind:
    """Held cards are never cast and still payable; a land keeps the facts of what it taps for."""
    return replace(kind, card=replace(kind.card, effects=""), held=True)


@dataclass(frozen=True, slots=True)
class Places:
    """Numbers of plans in a group: the bare one, and the one whose looks show nothing (None: it was not played)."""

    bare: int = 1
    blind: int | None = None


def bridges(plan: Plan, played: Played, places: Places = Places()) -> tuple[Bridge, ...]:
    """A bridge for every goal with a closed form; `played` is a group of the plan (number 0) and others (`places`)."""
    found = []
    for number, goal in enumerate(plan.goals):
        assert isinstance(goal, Goal)
        start = draws_alone(plan, goal)
        if start is not None and played.group is not None:
            found.append(_bridge(plan, played, number, goal, start, places))
    return tuple(found)


def _bridge(plan: Plan, played: Played, number: int, goal: Goal, start: Fraction, places: Places) -> Bridge:
    assert played.group is not None
    as_played = goal_rate(played.tally, number).share
    kept = goal_rate(played.tallies[places.bare], number).share
    steps = [Step(f"draws alone: {described(plan, goal)} (exact)", exact(float(start)))]
    if plan.mulligan != "none":
        change = replace(
            kept, value=kept.value - float(start), low=kept.low - float(start), high=kept.high - float(start)
        )
        names = f"keep {_rule(plan, 'keep')}, bottom {_rule(plan, 'bottom')}"
        steps.append(Step(f"{plan.mulligan.capitalize()} mulligan, {names}", change))
    looks = f"(scry rule {_rule(plan, 'scry')})"
    if places.blind is None:
        steps.append(Step(f"spells, mana sources and looks {looks}", played.group.difference(number, 0, places.bare)))
    else:
        steps.append(Step("draw spells and ramp", played.group.difference(number, places.blind, places.bare)))
        found = played.group.difference(number, 0, places.blind) if places.blind else exact(0.0)
        steps.append(Step(f"looks, all sources {looks}", found))
    return Bridge(str(goal), tuple(steps), as_played)


def _rule(plan: Plan, role: str) -> str:
    choice = plan.rule(role)
    knobs = ",".join(f"{name}={value}" for name, value in choice.knobs)
    return f"{choice.name}:{knobs}" if knobs else choice.name
