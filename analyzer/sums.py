"""Sums and products of one goal or measure over the plans of a group, from which differences have intervals."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.engine import Played
from analyzer.errors import InputError
from analyzer.group import GroupTally
from analyzer.stats import Estimate, contrast, share_difference


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums S_i and products C_ij of one quantity over m plans on the same games (SEMANTICS 3).

    A goal without a condition and a measure have their integers. Of a conditional goal S_i/n is the conditional rate
    and (C_ij - S_i S_j/n)/(n - 1) the covariance of the rates' influences, so that every formula for means serves.
    `span` is the most that one game can move a mean by, times n; `shares`: does each game say 0 or 1?
    """

    games: int
    sums: list[float]
    products: list[list[float]]
    comparisons: int
    span: float = 1.0
    shares: bool = False

    def minus(self, first: int, second: int) -> Estimate:
        """One plan minus another, by number; exactly 0 for the same plan."""
        return nothing(self.games) if first == second else self.difference({first: 1.0, second: -1.0})

    def difference(self, weights: dict[int, float]) -> Estimate:
        """A linear contrast of plans, by number."""
        vector = [weights.get(i, 0.0) for i in range(len(self.sums))]
        span = sum(abs(w) for w in vector) / 2 * self.span
        if not any(vector):
            return nothing(self.games)
        return contrast(self.games, self.sums, self.products, vector, span=span, comparisons=self.comparisons)

    def apart(self, first: int, second: int) -> tuple[int, int] | None:
        """Games in which only the first, and only the second of two plans reached the goal; None of other quantities."""
        if not self.shares:
            return None
        both = self.products[first][second]
        return round(self.sums[first] - both), round(self.sums[second] - both)

    def among(self, first: int, second: int, games: int) -> Estimate | None:
        """The difference of two plans among `games` of the games, where the others are known to be equal in both."""
        if games == 0:
            return None
        apart = self.apart(first, second)
        if apart is not None:
            return share_difference(*apart, games, comparisons=self.comparisons)
        return self.minus(first, second).scaled(self.games / games)


def nothing(games: int) -> Estimate:
    """The difference of a plan from itself."""
    return Estimate(0.0, 0.0, 0.0, games, "exact")


def measure_sums(played: Played, measure: int, comparisons: int = 1) -> Sums:
    """Sums of a measure at the last turn over the plans of a group."""
    assert played.group is not None
    sums, products = played.group.measure_S[measure], played.group.measure_C[measure]
    rows: list[list[float]] = [[int(each) for each in row] for row in products]
    return Sums(played.games, [int(each) for each in sums], rows, comparisons)


def goal_sums(played: Played, goal: int, comparisons: int = 1) -> Sums:
    """Sums of a goal over the plans of a group, with its condition if it has one.

    InputError when no game of one of the plans met the condition.
    """
    assert played.group is not None
    group, m = played.group, played.group.plans
    S, C = group.S[goal], group.C[goal]
    if any(int(S[m + i]) < played.games for i in range(m)):
        return _conditional(group, goal, comparisons)
    products: list[list[float]] = [[int(C[i, j]) for j in range(m)] for i in range(m)]
    return Sums(played.games, [int(S[i]) for i in range(m)], products, comparisons, shares=True)


def _conditional(group: GroupTally, goal: int, comparisons: int) -> Sums:
    """SEMANTICS 3, 5: the influence of a game on the rate S_i/T_i is n (x_i - r_i y_i)/T_i."""
    n, m = group.games, group.plans
    S, C = group.S[goal].astype(float), group.C[goal].astype(float)
    met = S[m:]
    if not met.all():
        raise InputError(f"goal {goal + 1}: its condition ('given') was met in none of {n:,} games")
    rates = S[:m] / met
    xx, xy, yy = C[:m, :m], C[:m, m:], C[m:, m:]
    moved = xx - xy * rates[None, :] - xy.T * rates[:, None] + yy * rates[:, None] * rates[None, :]
    factor = n / met
    products = moved * factor[:, None] * factor[None, :] + n * rates[:, None] * rates[None, :]
    return Sums(n, (n * rates).tolist(), products.tolist(), comparisons, span=float(factor.max()))
