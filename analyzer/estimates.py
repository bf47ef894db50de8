"""Numbers with intervals from one tally: shares, curves, first turns, conditional rates, means, distributions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.stats import LEVEL, Estimate, histogram_sums, mean, quantile, share, share_difference
from analyzer.tally import Tally


@dataclass(frozen=True, slots=True)
class Rate:
    """A goal's rate: games with goal and condition, games with the condition, and the share of these (Wilson).

    Without a condition every game counts for it, so `games` is the number of games played.
    """

    share: Estimate
    successes: int
    games: int


@dataclass(frozen=True, slots=True)
class Mean:
    """A measure's mean; `above` games lay in the overflow bin, so with `above` > 0 value and interval are too low."""

    estimate: Estimate
    above: int


def goal_rate(
    tally: Tally, goal: int, *, by_turn: int | None = None, level: float = LEVEL, comparisons: int = 1
) -> Rate:
    """Rate of a goal by the end of the plan, or by a turn, among the games that met its condition in all."""
    last = tally.shape.turns if by_turn is None else by_turn
    successes, games = int(tally.goal[goal, : last + 1].sum()), int(tally.given[goal].sum())
    return Rate(share(successes, games, level=level, comparisons=comparisons), successes, games)


def goal_curve(tally: Tally, goal: int, *, level: float = LEVEL) -> tuple[Rate, ...]:
    """The rate by turns 0 (the keep), 1, 2, ...; intervals are pointwise, not for the curve as a whole."""
    return tuple(goal_rate(tally, goal, by_turn=turn, level=level) for turn in range(tally.shape.turns + 1))


def difference_curve(joint: Sequence[Sequence[int]], *, level: float = LEVEL) -> tuple[Estimate, ...]:
    """First plan minus second at turns 0, 1, 2, ..., on the same games; intervals are pointwise.

    `joint` counts games by the goal's first turns in both plans (group.first_turns_jointly).

    >>> [round(each.value, 2) for each in difference_curve([[70, 0, 5], [0, 5, 0], [20, 0, 0]])]
    [0.0, 0.15]
    """
    table = [[int(count) for count in row] for row in joint]
    games, found = sum(map(sum, table)), []
    for reached in range(2, len(table) + 1):
        by_turn, later = range(1, reached), [0, *range(reached, len(table))]
        first_only = sum(table[mine][theirs] for mine in by_turn for theirs in later)
        second_only = sum(table[mine][theirs] for mine in later for theirs in by_turn)
        found.append(share_difference(first_only, second_only, games, level=level))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class FirstTurns:
    """Distribution of the turn in which a goal became true first, always with the share that never got there.

    `by_turn[t]` is the share of games with first turn t. `mean` is the mean over the games that got there: it says
    nothing without `never`, so the two come together.
    """

    by_turn: tuple[Estimate, ...]
    never: Estimate
    mean: Estimate


def first_turns(tally: Tally, goal: int, *, level: float = LEVEL) -> FirstTurns:
    """When a goal became true first, among the games that met its condition."""
    counts, games = [int(count) for count in tally.goal[goal]], int(tally.given[goal].sum())
    return FirstTurns(
        tuple(share(count, games, level=level) for count in counts),
        share(games - sum(counts), games, level=level),
        mean(*histogram_sums(counts), level=level),
    )


def measure_histogram(tally: Tally, name: str, turn: int) -> tuple[int, ...]:
    """Games by value of a measure at a turn (0: the keep); the last entry counts everything from there on."""
    return tuple(int(count) for count in tally.measure[name][turn])


def measure_mean(tally: Tally, name: str, turn: int, *, level: float = LEVEL, comparisons: int = 1) -> Mean:
    """Mean of a measure at a turn (normal interval from the integer sums)."""
    counts = measure_histogram(tally, name, turn)
    return Mean(mean(*histogram_sums(counts), level=level, comparisons=comparisons), counts[-1])


def measure_means(tally: Tally, name: str, *, level: float = LEVEL) -> tuple[Mean, ...]:
    """Means at turns 0, 1, 2, ...; intervals are pointwise."""
    return tuple(measure_mean(tally, name, turn, level=level) for turn in range(tally.shape.turns + 1))


def measure_distribution(tally: Tally, name: str, turn: int, *, level: float = LEVEL) -> tuple[Estimate, ...]:
    """Share of games by value of a measure at a turn; the last entry is "this much or more"."""
    counts = measure_histogram(tally, name, turn)
    return tuple(share(count, tally.games, level=level) for count in counts)


def measure_quantile(tally: Tally, name: str, turn: int, q: float, *, level: float = LEVEL) -> Estimate:
    """Quantile q of a measure at a turn (interval by ranks)."""
    return quantile(measure_histogram(tally, name, turn), q, overflow=True, level=level)


def mean_share(tally: Tally, part: str, whole: str, turn: int) -> Estimate:
    """Mean of one measure as a share of the mean of another (mana spent of mana available), without an interval.

    The tally holds no products of the two, so that no interval can be given.
    """
    top, bottom = measure_mean(tally, part, turn).estimate.value, measure_mean(tally, whole, turn).estimate.value
    value = top / bottom if bottom else math.nan
    return Estimate(value, value, value, tally.games, "none")


@dataclass(frozen=True, slots=True)
class KeptSize:
    """The games that kept hands of one size: their share, and the rate of every goal among them."""

    cards: int  # 8: eight or more
    share: Estimate
    rates: tuple[Rate, ...]


def kept_sizes(tally: Tally, *, level: float = LEVEL) -> tuple[KeptSize, ...]:
    """The mulligan block: kept sizes that occurred, most cards first; rates are chosen by the outcome of mulligans."""
    shape, found = tally.shape, []
    for cards in range(len(tally.kept) - 1, -1, -1):
        row: Sequence[int] = [int(count) for count in tally.kept[cards]]
        if not row[0]:
            continue
        rates = []
        for goal, condition in enumerate(shape.given):
            games = row[0] if condition < 0 else row[1 + len(shape.goals) + condition]
            rates.append(Rate(share(row[1 + goal], games, level=level), row[1 + goal], games))
        found.append(KeptSize(cards, share(row[0], tally.games, level=level), tuple(rates)))
    return tuple(found)


def mean_kept_size(tally: Tally, *, level: float = LEVEL) -> Mean:
    """Mean number of kept cards."""
    counts = [int(count) for count in tally.kept[:, 0]]
    return Mean(mean(*histogram_sums(counts), level=level), counts[-1])


@dataclass(frozen=True, slots=True)
class SourceUse:
    """How much a source did: share of games in which it was used, and per game (over all games) its three counts."""

    name: str
    games: Estimate
    used: float
    looked: float
    bottomed: float


def source_uses(tally: Tally, *, level: float = LEVEL) -> tuple[SourceUse, ...]:
    """One row for every source, in the order of the plan."""
    rows = []
    for name, counts in tally.source.items():
        used, looked, bottomed, games = (int(count) for count in counts)
        per_game = (count / tally.games if tally.games else math.nan for count in (used, looked, bottomed))
        rows.append(SourceUse(name, share(games, tally.games, level=level), *per_game))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Stratum:
    """One row of a split: "all" first, then the values that occurred; `tally` is that of its games."""

    label: str
    tally: Tally


def strata(tally: Tally, name: str) -> tuple[Stratum, ...]:
    """The rows of a split (`--by`): the whole, then every value that occurred."""
    parts = tally.strata[name]
    labels = [str(value) for value in range(len(parts) - 1)] + [f"{len(parts) - 1} or more"]
    whole = replace(tally, strata={}, shape=replace(tally.shape, by=()))
    return (
        Stratum("all", whole),
        *(Stratum(label, part) for label, part in zip(labels, parts, strict=True) if part.games),
    )
