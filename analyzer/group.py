"""Groups: plans played on the same game numbers, with integer sums of products, so that differences have intervals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import InputError, RunError
from analyzer.plan.model import Plan
from analyzer.stats import Estimate, conditional_difference, share_difference

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GroupTally:
    """Sums over `games` common games of m plans, for every goal and measure (formats F9).

    S is int64[goals, 2m]: for each plan the games with goal and condition, then for each plan the games with the
    condition; C is int64[goals, 2m, 2m], the sums of their products. measure_S int64[measures, m] and measure_C
    int64[measures, m, m] are the same for measures at the last turn (values above 255 count as 255).
    """

    group_id: str
    games: int
    S: Counts
    C: Counts
    measure_S: Counts
    measure_C: Counts

    def __add__(self, other: GroupTally) -> GroupTally:
        """Both sets of games; RunError for other groups."""
        if self.group_id != other.group_id:
            raise RunError(f"groups {self.group_id} and {other.group_id} are not the same plans; they cannot be added")
        return GroupTally(
            self.group_id,
            self.games + other.games,
            self.S + other.S,
            self.C + other.C,
            self.measure_S + other.measure_S,
            self.measure_C + other.measure_C,
        )

    @property
    def plans(self) -> int:
        """How many plans."""
        return self.S.shape[1] // 2

    def difference(self, goal: int, first: int, second: int, *, comparisons: int = 1) -> Estimate:
        """Rate of a goal in one plan minus its rate in another, on the same games.

        Without conditions Bonett and Price's paired interval (SEMANTICS 3, 3); with them the difference of two
        conditional rates from influences (SEMANTICS 3, 5).
        """
        S, C, m = self.S[goal], self.C[goal], self.plans
        if S[m + first] == self.games and S[m + second] == self.games:
            both = int(C[first, second])
            return share_difference(int(S[first]) - both, int(S[second]) - both, self.games, comparisons=comparisons)
        sums = [int(each) for each in S]
        products = [[int(each) for each in row] for row in C]
        places = ((first, m + first), (second, m + second))
        return conditional_difference(self.games, sums, products, *places, comparisons=comparisons)


def group_id(plans: Sequence[Plan]) -> str:
    """The hash of the plan_ids in order.

    >>> group_id([Plan((), (), plan_id="a"), Plan((), (), plan_id="b")])
    'fb8e20fc2e4c3f24'
    """
    return hashlib.sha256("".join(plan.plan_id for plan in plans).encode()).hexdigest()[:16]


def check_group(plans: Sequence[Plan]) -> None:
    """InputError unless the plans can be played on the same games: one seed, as many slots, as many goals."""
    for what, found in (
        ("seeds", {plan.seed for plan in plans}),
        ("numbers of goals", {len(plan.goals) for plan in plans}),
        ("numbers of slots", {len(plan.slots) for plan in plans}),
    ):
        if len(found) > 1:
            raise InputError(f"plans that are compared need equal {what}, not {', '.join(map(str, sorted(found)))}")


def of_outcomes(
    name: str, outcomes: Sequence[NDArray[np.uint8]], given: Sequence[Sequence[int]], measures: int
) -> GroupTally:
    """The group tally of a chunk.

    `outcomes` has for each plan uint8[games, expressions + measures]: not 0 where an expression (goals, then conditions) became
    true, then the values of measures. given[plan][goal] is the number of the goal's condition, -1 without one.
    """
    games, goals = outcomes[0].shape[0], len(given[0])
    columns = np.ones((goals, 2 * len(outcomes), games), np.float64)  # products below 2^53 are exact
    for plan, (truth, conditions) in enumerate(zip(outcomes, given, strict=True)):
        for goal, number in enumerate(conditions):
            if number >= 0:
                columns[goal, len(outcomes) + plan] = truth[:, goals + number] != 0
            columns[goal, plan] = (truth[:, goal] != 0) * columns[goal, len(outcomes) + plan]
    values = np.stack([truth[:, truth.shape[1] - measures :].T for truth in outcomes], axis=1).astype(np.float64)
    products, squares = _products(columns), _products(values)
    sums = np.rint(values.sum(axis=2)).astype(np.int64)
    return GroupTally(name, games, np.diagonal(products, axis1=1, axis2=2).copy(), products, sums, squares)


def write_first_turns(truth: NDArray[np.uint8], goal: Counts) -> None:
    """Write 1 + the turn where a goal became true in a turn that the tally's row (int64[goals, turns + 1]) names alone.

    The core writes the turn itself; the count unit only says that a goal was true if one turn settles it.

    >>> truth = np.array([[1], [0]], np.uint8)
    >>> write_first_turns(truth, np.array([[0, 0, 1]]))
    >>> truth[:, 0]
    array([3, 0], dtype=uint8)
    """
    for number, counts in enumerate(goal):
        turns = np.flatnonzero(counts)
        if len(turns) == 1 and len(truth):
            truth[:, number] = (truth[:, number] != 0) * (turns[0] + 1)


def first_turns_jointly(outcomes: Sequence[NDArray[np.uint8]], goals: int, turns: int) -> Counts:
    """Games by the first turns of a goal in the first plan and in each other: int64[goals, plans - 1, n, n], n = turns + 2.

    `outcomes` has uint8[games, goals or more] for each plan: 1 + the first turn, 0 for never. Index 0 is never, 1 the keep, 1 + t turn t (conditions of goals are not looked at). From these follow the paired
    differences by every turn.

    >>> first_turns_jointly([np.array([[2], [0]], np.uint8), np.array([[3], [3]], np.uint8)], 1, 3)[0, 0].nonzero()
    (array([0, 2]), array([3, 3]))
    """
    n = turns + 2
    found = np.zeros((goals, len(outcomes) - 1, n, n), np.int64)
    for goal in range(goals):
        mine = outcomes[0][:, goal].astype(np.intp) * n
        for other, truth in enumerate(outcomes[1:]):
            found[goal, other] = np.bincount(mine + truth[:, goal], minlength=n * n).reshape(n, n)
    return found


def _products(columns: NDArray[np.float64]) -> Counts:
    """Sums of products of every two columns (float64[n, m, games]) as integers."""
    return np.rint(columns @ columns.transpose(0, 2, 1)).astype(np.int64)
