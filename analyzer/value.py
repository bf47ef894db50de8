"""What each source of library selection is worth: versions and ladders played on the same games (SEMANTICS 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from pathlib import Path

from analyzer.contract.moments import UPKEEP
from analyzer.engine import Played
from analyzer.errors import InputError
from analyzer.ladders import land_ladder
from analyzer.plan.canonical import identified
from analyzer.plan.model import Free, Plan
from analyzer.plan.resolve import parse_program
from analyzer.runs import player
from analyzer.stats import Estimate, Worth, contrast, worth
from analyzer.versions import NO_SOURCES, VERSIONS, Source, with_version, with_versions

CARD_RUNGS, LAND_RUNGS = 2, 4  # twice as many for all sources together
DOWN_RUNGS = (-1, -2)
ALL = "all sources together"


@dataclass(frozen=True, slots=True)
class Team:
    """Plans to be played together and where each version of each source stands among them; the full plan is first."""

    plans: tuple[Plan, ...]
    place: dict[tuple[str, str], int]  # (source or ALL, version or "cards+1" ...) -> number of the plan


@dataclass(frozen=True, slots=True)
class Worths:
    """One source and one goal: look, draw, tempo, net (shares), and the look in cards and lands."""

    source: str
    copies: int
    look: Estimate
    draw: Estimate
    tempo: Estimate
    net: Estimate
    cards: Worth | None
    lands: Worth | None
    needs_survival: bool = False


def team_of(plan: Plan, sources: Sequence[Source], *, units: bool = True, copies: int | None = None) -> Team:
    """The full plan, every source blind, empty and off, all sources together likewise, and the ladders of each source.

    InputError when the plan has no source.
    """
    if not sources:
        raise InputError(NO_SOURCES)
    plans: list[Plan] = [plan]
    place: dict[tuple[str, str], int] = {(ALL, "full"): 0}

    def add(name: str, version: str, variant: Plan) -> Plan:
        place[name, version] = len(plans)
        plans.append(identified(variant))
        return variant

    for name, chosen in [*((each.name, (each,)) for each in sources), (ALL, tuple(sources))]:
        if name == ALL and len(sources) == 1:
            place.update({(ALL, version): place[sources[0].name, version] for version in VERSIONS})
            continue
        # A version that cannot differ from another is not played again.
        same = {"blind": 0} if not any(each.looks for each in chosen) else {}
        for version in VERSIONS:
            if version == "empty" and not any(each.draws for each in chosen):
                same["empty"] = place[name, "blind"]
            if version in same:
                place[name, version] = same[version]
            elif copies is not None and len(chosen) == 1:
                add(name, version, with_version(plan, chosen[0], version, copies))
            else:
                add(name, version, with_versions(plan, chosen, version))
        if units and "blind" not in same:
            _add_ladders(name, plans[place[name, "blind"]], sources, add, 2 if name == ALL else 1)
    return Team(tuple(plans), place)


def _add_ladders(
    name: str, blind: Plan, sources: Sequence[Source], add: Callable[[str, str, Plan], Plan], longer: int
) -> None:
    """Rungs above and below the blind version; `longer` times as many upwards."""
    for rung in range(1, CARD_RUNGS * longer + 1):
        add(name, f"cards{rung:+d}", with_cards(blind, rung))
    for rung, variant in land_ladder(blind, sources, (*DOWN_RUNGS, *range(1, LAND_RUNGS * longer + 1))):
        add(name, f"lands{rung:+d}", variant)


def with_cards(plan: Plan, number: int) -> Plan:
    """The plan with so many extra cards drawn in turn 1 before anything else."""
    free = Free((1,), UPKEEP, parse_program(f"draw{number}", "unit"), f"draw{number}")
    return replace(plan, free=(free, *plan.free))


def play_team(
    team: Team,
    games: int,
    *,
    threads: int | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    ledger: Path | None = None,
) -> Played:
    """Play all plans of a team on the same games, behind a ledger if one is named."""
    return player(ledger)(team.plans, games, threads=threads, on_chunk=on_chunk, on_compile=on_compile)


@dataclass(frozen=True, slots=True)
class Sums:
    """The integers of one quantity (a goal or a measure) over the plans of a group."""

    games: int
    sums: list[int]
    products: list[list[int]]
    comparisons: int

    def minus(self, first: int, second: int) -> Estimate:
        """One plan minus another, by number; exactly 0 for the same plan."""
        return _nothing(self.games) if first == second else self.difference({first: 1.0, second: -1.0})

    def difference(self, weights: dict[int, float]) -> Estimate:
        """A linear contrast of plans, by number."""
        vector = [weights.get(i, 0.0) for i in range(len(self.sums))]
        span = sum(abs(w) for w in vector) / 2
        if not any(vector):
            return _nothing(self.games)
        return contrast(self.games, self.sums, self.products, vector, span=span, comparisons=self.comparisons)


def _nothing(games: int) -> Estimate:
    return Estimate(0.0, 0.0, 0.0, games, "exact")


def measure_sums(played: Played, measure: int, comparisons: int = 1) -> Sums:
    """Sums of a measure at the last turn over the plans of a group."""
    assert played.group is not None
    sums, products = played.group.measure_S[measure], played.group.measure_C[measure]
    rows = [[int(each) for each in row] for row in products]
    return Sums(played.games, [int(each) for each in sums], rows, comparisons)


def goal_sums(played: Played, goal: int, comparisons: int = 1) -> Sums:
    """Sums of a goal without a condition over the plans of a group."""
    assert played.group is not None
    m = played.group.plans
    S, C = played.group.S[goal], played.group.C[goal]
    return Sums(
        played.games, [int(S[i]) for i in range(m)], [[int(C[i, j]) for j in range(m)] for i in range(m)], comparisons
    )


def worths(team: Team, sources: Sequence[Source], numbers: Sums, plan: Plan) -> tuple[Worths, ...]:
    """The row of every source, then that of all sources together."""
    found = [_worths(team, each.name, copies_of(plan, each), numbers, each.needs_survival) for each in sources]
    if len(sources) > 1:
        found.append(_worths(team, ALL, 0, numbers, any(each.needs_survival for each in sources)))
    return tuple(found)


def copies_of(plan: Plan, source: Source) -> int:
    """Copies of a source's card in the list; 1 for a free effect."""
    return plan.slots.count(source.kind) + plan.commanders.count(source.kind) if source.kind >= 0 else 1


def _worths(team: Team, name: str, copies: int, numbers: Sums, needs_survival: bool) -> Worths:
    blind, empty, off = (team.place[name, version] for version in VERSIONS)
    return Worths(
        name,
        copies,
        look=numbers.minus(0, blind),
        draw=numbers.minus(blind, empty),
        tempo=numbers.minus(empty, off),
        net=numbers.minus(0, off),
        cards=_in_units(team, name, "cards", numbers),
        lands=_in_units(team, name, "lands", numbers),
        needs_survival=needs_survival,
    )


def _in_units(team: Team, name: str, unit: str, numbers: Sums) -> Worth | None:
    """The look of a source in a unit: where the ladder over its blind version meets the full one."""
    blind = team.place[name, "blind"]
    rungs = [(0, blind)] + [
        (int(version.removeprefix(unit)), place)
        for (source, version), place in team.place.items()
        if source == name and version.startswith(unit)
    ]
    if len(rungs) == 1:
        return None
    return worth(numbers.games, numbers.sums, numbers.products, 0, sorted(rungs))


def overlap(team: Team, sources: Sequence[Source], numbers: Sums) -> Estimate:
    """Together minus the sum of the left-out values (SEMANTICS 2), of looks."""
    weights: dict[int, float] = {}
    for place, weight in [(0, 1.0 - len(sources)), (team.place[ALL, "blind"], -1.0)]:
        weights[place] = weights.get(place, 0.0) + weight
    for each in sources:
        place = team.place[each.name, "blind"]
        weights[place] = weights.get(place, 0.0) + 1.0
    return numbers.difference(weights)


# ---- Shapley shares --------------------------------------------------------------------------------------------------
MOST_SHAPLEY = 6


def subsets_team(plan: Plan, sources: Sequence[Source]) -> Team:
    """The plan with every set of sources blind; place[("", "110")] has the first two looking. InputError above six."""
    if not 1 <= len(sources) <= MOST_SHAPLEY:
        raise InputError(
            f"Shapley shares need 1 to {MOST_SHAPLEY} sources, not {len(sources)}; name some with --source"
        )
    plans: list[Plan] = []
    place: dict[tuple[str, str], int] = {}
    everything = range(len(sources))
    for size in range(len(sources), -1, -1):
        for looking in combinations(everything, size):
            blind = [sources[i] for i in everything if i not in looking]
            place["", _bits(looking, len(sources))] = len(plans)
            plans.append(identified(with_versions(plan, blind, "blind")))
    return Team(tuple(plans), place)


def _bits(looking: Sequence[int], number: int) -> str:
    return "".join("1" if i in looking else "0" for i in range(number))


def shapley(team: Team, number: int, numbers: Sums) -> tuple[Estimate, ...]:
    """Shapley share of each of `number` sources: its mean contribution over all orders of adding them."""
    shares = []
    for source in range(number):
        weights: dict[int, float] = {}
        for (_, bits), place in team.place.items():
            size = bits.count("1") - (bits[source] == "1")
            weight = 1 / (number * comb(number - 1, size))
            weights[place] = weight if bits[source] == "1" else -weight
        shares.append(numbers.difference(weights))
    return tuple(shares)
