"""One `value` run from a resolved plan to its report: which sources, which plans, which other rules of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import registry
from analyzer.decks.model import Notice
from analyzer.disagreements import disagreement
from analyzer.engine import Played
from analyzer.errors import InputError
from analyzer.estimates import goal_rate, measure_mean
from analyzer.goals import Names, parse_goal
from analyzer.goals.defaults import VALUE_GOALS, VALUE_MEASURE, VALUE_TURN
from analyzer.pack import unsupported
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan, RuleChoice
from analyzer.report.charts.worth_words import one_line
from analyzer.report.rows import difference_rows
from analyzer.report.value import Quantity, rate_of, value_report
from analyzer.runs import PILOT, OnChunk, player
from analyzer.stats import Estimate, difference_variance_bound, games_needed
from analyzer.tables import Table
from analyzer.value import (
    ALL,
    Team,
    goal_sums,
    measure_sums,
    overlap,
    play_team,
    shapley,
    subsets_team,
    team_of,
    worths,
)
from analyzer.versions import Source, find_source, sources_of

if TYPE_CHECKING:
    from analyzer.plan.resolve import Resolved
    from analyzer.report.model import Report

OTHER_SCRY_RULES = ("curve", "keep-all", "bottom-all")


def value_plan(plan: Plan, *, default_goals: bool) -> Plan:
    """The plan whose goals `value` reads: its own, or (without one) those of SEMANTICS 1 and the mean mana spent."""
    if not default_goals:
        return identified(replace(plan, measures=(), plan_id="", json=""))
    names = Names.of(plan)
    goals = tuple(parse_goal(text, names) for text in VALUE_GOALS)
    measure = f"total({VALUE_MEASURE}, 1..{min(VALUE_TURN, plan.turns)})"
    return identified(replace(plan, goals=goals, measures=(measure,), plan_id="", json=""))


def valued(
    resolved: Resolved,
    plan: Plan,
    games: int,
    *,
    named: Sequence[str] = (),
    copies: int | None = None,
    with_shapley: bool = False,
    with_rules: bool = True,
    threads: int | None = None,
    on_chunk: OnChunk | None = None,
    on_compile: Callable[[], None] | None = None,
    ledger: Path | None = None,
    with_game: bool = False,
) -> Report:
    """Play all versions of all sources (or of those named) and report what they are worth.

    `with_game` adds a game in which the looks decided, played with and without them.

    InputError when there is no source, or when a named one does not exist.
    """
    sources = tuple(find_source(plan, name) for name in named) if named else sources_of(plan)
    team = team_of(plan, sources, copies=copies)
    told = (lambda now: on_chunk(now, games)) if on_chunk is not None else None
    played = play_team(team, games, threads=threads, on_chunk=told, on_compile=on_compile, ledger=ledger)
    others = _other_rules(plan, games, threads, ledger) if with_rules else ()
    subsets = subsets_team(plan, sources) if with_shapley else None
    together = play_team(subsets, games, threads=threads, ledger=ledger) if subsets is not None else None
    m = len(plan.goals) + len(plan.measures)
    comparisons = max(1, m * (len(sources) + 1) * 4)
    quantities = [
        _goal_quantity(team, sources, played, plan, goal, comparisons, others, subsets, together)
        for goal in range(len(plan.goals))
    ] + [_measure_quantity(team, sources, played, plan, number, comparisons) for number in range(len(plan.measures))]
    notices = [Notice("not-modelled", f"{card}: {how}", card=card) for card, how in unsupported(plan)]
    notices += _never_reached(plan, played)
    report = value_report(replace(resolved, plan=plan), played, tuple(quantities), (), tuple(notices))
    by_turn = _looks_by_turn(team, sources, played, plan)
    name = ALL if len(sources) > 1 else sources[0].name
    blind = team.place[name, "blind"]
    pair = (plan, team.plans[blind])
    names = ("with the looks", "with every look blind")
    game = disagreement(pair, names, played, blind) if with_game and blind and plan.goals else None
    line = one_line(report)
    facts = (*report.facts, *((("in one line", line),) if line else ()))
    tables = tuple(each for each in (*report.tables, by_turn) if each.rows)
    return replace(report, tables=tables, facts=facts, disagreement=game)


def _looks_by_turn(team: Team, sources: Sequence[Source], played: Played, plan: Plan) -> Table:
    """The look of every source by turn: the plan minus its version in which the source is blind."""
    names = [each.name for each in sources] + ([ALL] if len(sources) > 1 else [])
    rows = [
        difference_rows(plan, played, goal, team.place[name, "blind"], source=name)
        for goal in range(len(plan.goals))
        for name in names
        if team.place[name, "blind"]
    ]
    return Table("by turn", tuple(row for each in rows for row in each))


def games_for(plan: Plan, named: Sequence[str], precision: float, threads: int | None) -> int:
    """Games that make the look of every source as narrow as asked (a share), from a pilot's upper bound."""
    if not 0 < precision < 0.5:
        raise InputError(f"--precision {100 * precision:g}: write a half-width in points between 0 and 50, such as 0.1")
    sources = tuple(find_source(plan, name) for name in named) if named else sources_of(plan)
    team = team_of(plan, sources, units=False)
    pilot = play_team(team, PILOT, threads=threads)
    assert pilot.group is not None
    needed = PILOT
    for goal in range(len(plan.goals)):
        S, C = pilot.group.S[goal], pilot.group.C[goal]
        for source in sources:
            blind = team.place[source.name, "blind"]
            both = int(C[0, blind])
            bound = difference_variance_bound(int(S[0]) - both, int(S[blind]) - both, PILOT)
            needed = max(needed, games_needed(bound, precision, comparisons=len(plan.goals) * (len(sources) + 1) * 4))
    return needed


def _goal_quantity(
    team: Team,
    sources: Sequence[Source],
    played: Played,
    plan: Plan,
    goal: int,
    comparisons: int,
    others: Sequence[tuple[str, Played]],
    subsets: Team | None,
    together: Played | None,
) -> Quantity:
    numbers = goal_sums(played, goal, comparisons)
    shares: tuple[tuple[str, Estimate], ...] = ()
    if subsets is not None and together is not None:
        found = shapley(subsets, len(sources), goal_sums(together, goal, comparisons))
        shares = tuple((source.name, share) for source, share in zip(sources, found, strict=True))
    return Quantity(
        str(plan.goals[goal]),
        "points",
        rate_of(played, goal),
        worths(team, sources, numbers, plan),
        overlap(team, sources, numbers) if len(sources) > 1 else None,
        tuple((name, goal_rate(other.tally, goal).share) for name, other in others),
        shares,
    )


def _measure_quantity(
    team: Team, sources: Sequence[Source], played: Played, plan: Plan, number: int, comparisons: int
) -> Quantity:
    numbers = measure_sums(played, number, comparisons)
    mean = measure_mean(played.tally, list(played.tally.measure)[number], plan.turns).estimate
    return Quantity(
        f"mean {plan.measures[number]}",
        "count",
        mean,
        worths(team, sources, numbers, plan),
        overlap(team, sources, numbers) if len(sources) > 1 else None,
    )


def _other_rules(plan: Plan, games: int, threads: int | None, ledger: Path | None) -> tuple[tuple[str, Played], ...]:
    """The plan under other scry rules, so that the reader sees how far the number depends on the player."""
    mine = plan.rule("scry")
    texts = [_text(mine), *(name for name in OTHER_SCRY_RULES if name != mine.name)]
    target = next((value for name, value in mine.knobs if name == "lands"), None)
    if mine.name == "lands-until" and target is not None and target.isdigit():
        texts.append(f"lands-until:lands={int(target) - 1}")
    found = []
    for text in texts:
        choice = registry.choose("scry", text, plan)
        found.append((text, player(ledger)(_with_rule(plan, choice), games, threads=threads)))
    return tuple(found)


def _text(choice: RuleChoice) -> str:
    knobs = ",".join(f"{name}={value}" for name, value in choice.knobs)
    name = f"{choice.path}:{choice.name.rpartition(':')[2]}" if choice.path else choice.name
    return f"{name}:{knobs}" if knobs else name


def _with_rule(plan: Plan, choice: RuleChoice) -> Plan:
    rules = tuple(choice if each.role == choice.role else each for each in plan.strategy)
    return identified(replace(plan, strategy=rules, plan_id="", json=""))


def _never_reached(plan: Plan, played: Played) -> list[Notice]:
    return [
        Notice("never", f"{goal}: true in none of {played.games:,} games; nothing can be said about its sources")
        for number, goal in enumerate(plan.goals)
        if not goal_rate(played.tally, number).successes
    ]
