"""How many games a plan or group gets: as asked, planned from a pilot, or until a watched interval is narrow enough."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.engine import CHUNK
from analyzer.errors import InputError
from analyzer.group import GroupTally
from analyzer.plan.model import Plan
from analyzer.stats import (
    Estimate,
    conditional_variance_bound,
    difference_variance_bound,
    games_needed,
    sequence_half_width,
    share,
    share_sequence,
    share_variance_bound,
    z_value,
)
from analyzer.study.schema import Budget
from analyzer.tally import Tally

FRESH = CHUNK  # the pilot lies in chunk 0, the reported games begin with the next


@dataclass(frozen=True, slots=True)
class Range:
    """Games that are reported: first .. first + games - 1; `watched` games were planned for a sequence, 0 for none."""

    first: int
    games: int
    watched: int = 0


def needs_pilot(budget: Budget) -> bool:
    """Must 20,000 games be played before the number of games is known?"""
    return budget.precision is not None and budget.mode == "fresh"


def watched_range(budget: Budget) -> Range:
    """The range of a sequence; it may end earlier. `watched` is what one share of a half would need."""
    assert budget.precision is not None
    return Range(0, budget.games, min(budget.games, games_needed(0.25, budget.precision)))


def fresh_range(budget: Budget, needed: int) -> Range:
    """The range after a pilot: whole chunks, so that another group's games are the same chunks."""
    return Range(FRESH, min(math.ceil(needed / CHUNK) * CHUNK, budget.games))


def pilot_key(budget: Budget, name: str, comparisons: int) -> str:
    """Under which key a ledger keeps the number of games that a pilot asked for."""
    asked = f"{budget.precision!r} {budget.goal} {budget.of} {comparisons if budget.of == 'differences' else 0}"
    return f"games {name} {hashlib.sha256(asked.encode()).hexdigest()[:16]}"


def needed_games(
    budget: Budget, plans: Sequence[Plan], tallies: Sequence[Tally], group: GroupTally | None, comparisons: int
) -> int:
    """Games after a pilot that make every interval of a plan or group as narrow as asked, from upper bounds.

    InputError when no game of the pilot met the condition of a goal.
    """
    assert budget.precision is not None
    if budget.of == "differences":
        bounds = _difference_bounds(budget, plans, group)
        return max((games_needed(each, budget.precision, comparisons=comparisons) for each in bounds), default=1)
    rates = (bound for plan, tally in zip(plans, tallies, strict=True) for bound in _rate_bounds(budget, plan, tally))
    return max((games_needed(each, budget.precision) for each in rates), default=1)


def asked_goals(budget: Budget, plan: Plan) -> list[int]:
    """Numbers of the goals that the precision is for."""
    return [number for number, goal in enumerate(plan.goals) if budget.goal in ("", str(goal))]


def _rate_bounds(budget: Budget, plan: Plan, tally: Tally) -> list[float]:
    found = []
    for goal in asked_goals(budget, plan):
        both, met = int(tally.goal[goal].sum()), int(tally.given[goal].sum())
        if tally.shape.given[goal] < 0:
            found.append(share_variance_bound(both, tally.games))
        elif met:
            found.append(conditional_variance_bound(both, met, tally.games))
        else:
            raise InputError(
                f"{plan.goals[goal]}: none of {tally.games:,} pilot games met the condition; no precision is possible"
            )
    return found


def _difference_bounds(budget: Budget, plans: Sequence[Plan], group: GroupTally | None) -> list[float]:
    """Bounds of each plan's difference from the first; of conditional rates each rate's bound counts in full."""
    found: list[float] = []
    if group is None:
        return found
    for goal in asked_goals(budget, plans[0]):
        sums, products = group.S[goal], group.C[goal]
        for other in range(1, group.plans):
            both = int(products[0, other])
            if sums[group.plans] == sums[group.plans + other] == group.games:
                found.append(difference_variance_bound(int(sums[0]) - both, int(sums[other]) - both, group.games))
            else:
                rates = [(int(sums[place]), int(sums[group.plans + place])) for place in (0, other)]
                spreads = [math.sqrt(conditional_variance_bound(x, y, group.games, 0.005)) for x, y in rates]
                found.append(sum(spreads) ** 2)
    return found


def rate_of(tally: Tally, goal: int, where: Range) -> Estimate:
    """A goal's rate with the interval that its range calls for: Wilson's, or one that may be watched."""
    both, met = int(tally.goal[goal].sum()), int(tally.given[goal].sum())
    return share_sequence(both, met, where.watched) if where.watched else share(both, met)


def watched(estimate: Estimate, where: Range, comparisons: int = 1) -> Estimate:
    """An ordinary interval as it is; in a range that was watched as wide as one that holds at every look.

    The standard error of the ordinary interval is that of one game over the root of the games.

    >>> e = Estimate(0.5, 0.4, 0.6, 10_000, "paired")
    >>> watched(e, Range(0, 10_000)) is e, round(watched(e, Range(0, 10_000, 10_000)).half_width, 3)
    (True, 0.155)
    """
    if not where.watched or not estimate.resolved:
        return estimate
    level = 1 - (1 - estimate.level) / comparisons
    deviation = estimate.half_width / z_value(estimate.level, comparisons) * math.sqrt(estimate.games)
    half = sequence_half_width(deviation, estimate.games, where.watched, level=level)
    low, high = estimate.value - half, estimate.value + half
    return Estimate(estimate.value, low, high, estimate.games, "sequence", estimate.level)


def widest(budget: Budget, plans: Sequence[Plan], tallies: Sequence[Tally], where: Range) -> float:
    """Largest half-width among the goals that the precision is for."""
    widths = (
        rate_of(tally, goal, where).half_width
        for plan, tally in zip(plans, tallies, strict=True)
        for goal in asked_goals(budget, plan)
    )
    return max(widths, default=math.nan)
