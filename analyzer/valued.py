"""One `value` run from a resolved plan to its report: which sources, which plans, which other rules of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import registry
from analyzer.auto import resolve_auto
from analyzer.bridge import Places, bridges
from analyzer.decks.model import Notice
from analyzer.disagreements import disagreements
from analyzer.engine import Played
from analyzer.engines import KERNEL, RULEBOOK, choose, play_by_rulebook
from analyzer.errors import InputError
from analyzer.estimates import goal_rate, measure_mean
from analyzer.exact.draws_alone import draws_alone
from analyzer.goals import Goal, Names, parse_goal
from analyzer.goals.defaults import VALUE_GOALS, VALUE_MEASURE, VALUE_TURN
from analyzer.goals.shape import source_kinds
from analyzer.ladders import DEFAULT_UNITS, KNOWN_UNITS, parse_unit
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan, RuleChoice
from analyzer.plan.notices import BEYOND, beyond_notices
from analyzer.report.value import Quantity, rate_of, value_report
from analyzer.runs import PILOT, OnChunk, Player, player
from analyzer.stats import Estimate, bounded_variance_bound, difference_variance_bound, games_needed, z_value
from analyzer.sums import Sums, goal_sums, measure_sums
from analyzer.tally import Tally
from analyzer.value import (
    ALL,
    BARE,
    PARTS,
    WHOLE,
    Asked,
    Team,
    Worths,
    overlap,
    play_team,
    rows_of,
    shapley,
    subsets_team,
    team_of,
    worths,
)
from analyzer.value_pictures import with_pictures
from analyzer.versions import Source, find_sources, sources_of

if TYPE_CHECKING:
    from analyzer.plan.resolve import Resolved
    from analyzer.report.model import Report

OTHER_SCRY_RULES = ("curve", "keep-all", "bottom-all")


def value_plan(plan: Plan, *, default_goals: bool, auto: Sequence[str] = ()) -> Plan:
    """The plan whose goals `value` reads: its own, or (without one) those of SEMANTICS 1 and the mean mana spent.

    Looks at a library are worth little to a goal that they do not look for. Of the default goals only the land drops
    say what to look for, so the rules of the roles in `auto` aim at these.
    """
    if not default_goals:
        return identified(replace(plan, measures=(), plan_id="", json=""))
    goals = tuple(goal for goal in _default_goals(plan) if goal.last_turn <= plan.turns)
    measure = f"total({VALUE_MEASURE}, 1..{min(VALUE_TURN, plan.turns)})"
    plan = replace(plan, goals=goals, measures=(measure,))
    for role in (choice.role for choice in plan.strategy if choice.role in auto):
        plan = _with_rule(plan, registry.choose(role, resolve_auto(replace(plan, goals=goals[:1])), plan))
    return identified(replace(plan, plan_id="", json=""))


def _default_goals(plan: Plan) -> tuple[Goal, ...]:
    names = Names.of(plan)
    return tuple(parse_goal(text, names) for text in VALUE_GOALS)


def beyond_the_last_turn(plan: Plan) -> list[Notice]:
    """The default goals of `value` that a plan plays too few turns for."""
    return beyond_notices(plan, tuple(str(goal) for goal in _default_goals(plan) if goal.last_turn > plan.turns))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks of a value run: see `scryworth value --help`. `None` and "" are the defaults."""

    named: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    worth: str = "look"
    copies: int | None = None
    against: str = ""
    shapley: bool = False
    other_rules: bool = True
    unanswered: bool = True
    engine: str = KERNEL
    is_drawn: bool = False  # also what only pages and pictures show: looks under other rules, a game that differs
    show: str = ""  # "better" or "worse": the games in which the looks decide a goal


def valued(
    resolved: Resolved,
    plan: Plan,
    games: int,
    wanted: Wanted = Wanted(),
    *,
    threads: int | None = None,
    on_chunk: OnChunk | None = None,
    on_compile: Callable[[], None] | None = None,
    ledger: Path | None = None,
) -> Report:
    """Play all versions of all sources (or of those named) and report what they are worth.

    One engine plays every game. InputError when there is no source, when a named source, unit or card does not exist,
    or when a unit that was asked for has no rung.
    """
    choice = choose(plan, wanted.engine)
    if choice.engine == RULEBOOK and ledger is not None:
        raise InputError("the rulebook keeps no ledger; leave --ledger out, or use --engine kernel")
    sources = _sources(plan, wanted.named)
    team = team_of(plan, sources, _asked(plan, wanted, choice.engine))
    if wanted.units and team.lacking:
        row, unit, why = team.lacking[0]
        raise InputError(f"--unit {unit!r} for {row}: {why}; units are {KNOWN_UNITS}")
    told = (lambda now: on_chunk(now, games)) if on_chunk is not None else None
    play = play_by_rulebook if choice.engine == RULEBOOK else player(ledger)
    played = play_team(team, games, threads=threads, on_chunk=told, on_compile=on_compile, play=play)
    others = _other_rules(plan, games, threads, play) if wanted.other_rules else ()
    subsets = subsets_team(plan, sources) if wanted.shapley else None
    together = play_team(subsets, games, threads=threads, play=play) if subsets is not None else None
    case = _Case(team, sources, played, plan, _comparisons(plan, team), others, subsets, together)
    quantities = [_goal_quantity(case, goal) for goal in range(len(plan.goals))]
    quantities += [_measure_quantity(case, number) for number in range(len(plan.measures))]
    if not resolved.has_goals:  # what `run` would ask is not what is asked here
        resolved = replace(resolved, notices=tuple(each for each in resolved.notices if each.code != BEYOND))
    beyond = [] if resolved.has_goals else beyond_the_last_turn(plan)
    notices = [*beyond, *choice.notices, *_lacking(team), *_never_reached(plan, played), *_silent(team, played, plan)]
    places = Places(team.place[WHOLE, BARE], team.at(ALL, "blind")) if (WHOLE, BARE) in team.place else None
    steps = bridges(plan, played, places) if places is not None else ()
    blind = team.plans[team.at(ALL, "blind")]
    shown = disagreements(team.plans[0], blind, played.games, wanted.show, choice.engine) if wanted.show else ()
    report = value_report(
        replace(resolved, plan=plan), played, tuple(quantities), steps, tuple(notices), worth=wanted.worth, shown=shown
    )
    is_drawn = wanted.is_drawn and choice.engine == KERNEL
    return with_pictures(report, played, team.plans, _blind(team), is_drawn=is_drawn, threads=threads)


def _blind(team: Team) -> dict[str, int]:
    """Where each card is blind, all of them together last."""
    names = [each.name for each in team.entries if not each.is_part] + ([ALL] if rows_of(team.entries) > 1 else [])
    return {name: team.at(name, "blind") for name in names if not team.at(name, "full")}


def _sources(plan: Plan, named: Sequence[str]) -> tuple[Source, ...]:
    return tuple(dict.fromkeys(each for name in named for each in find_sources(plan, name))) or sources_of(plan)


def _asked(plan: Plan, wanted: Wanted, engine: str) -> Asked:
    if wanted.worth not in PARTS:
        raise InputError(f"--worth {wanted.worth!r}: write one of {', '.join(PARTS)}")
    has_bridge = plan.seat != "both" and plan.measures == ()
    has_bridge = has_bridge and any(
        isinstance(goal, Goal) and draws_alone(plan, goal) is not None for goal in plan.goals
    )
    return Asked(
        units=tuple(map(parse_unit, wanted.units or DEFAULT_UNITS)),
        worth=wanted.worth,
        copies=wanted.copies,
        against=wanted.against,
        unanswered=wanted.unanswered and plan.survive == 1 and engine == KERNEL,
        bridge=has_bridge,
    )


def _comparisons(plan: Plan, team: Team) -> int:
    """Intervals of one kind of table: four parts of every row, for every goal and measure."""
    rows = len(team.entries) + (rows_of(team.entries) > 1)
    return max(1, (len(plan.goals) + len(plan.measures)) * rows * len(PARTS))


def games_for(plan: Plan, wanted: Wanted, precision: float, threads: int | None) -> int:
    """Games that make the worth of every row as narrow as asked (a share), from a pilot's upper bound."""
    if not 0 < precision < 0.5:
        raise InputError(f"--precision {100 * precision:g}: write a half-width in points between 0 and 50, such as 0.1")
    sources = _sources(plan, wanted.named)
    team = team_of(plan, sources, Asked(units=(), worth=wanted.worth, copies=wanted.copies))
    pilot = play_team(team, PILOT, threads=threads)
    comparisons, needed = _comparisons(plan, team), PILOT
    for goal in range(len(plan.goals)):
        numbers = goal_sums(pilot, goal)
        for entry in team.entries:
            first, second = (team.at(entry.name, version) for version in PARTS[wanted.worth])
            if first == second:
                continue
            apart = numbers.apart(first, second)
            if apart is not None:
                bound = difference_variance_bound(*apart, PILOT)
            else:
                half = numbers.minus(first, second).half_width / z_value()
                bound = bounded_variance_bound(half * half * PILOT, PILOT, 2 * numbers.span)
            needed = max(needed, games_needed(bound, precision, comparisons=comparisons))
    return needed


@dataclass(frozen=True, slots=True)
class _Case:
    """What was played, for the quantities of the report."""

    team: Team
    sources: tuple[Source, ...]
    played: Played
    plan: Plan
    comparisons: int
    others: tuple[tuple[str, Played], ...]
    subsets: Team | None
    together: Played | None

    def rows(self, numbers: Sums) -> tuple[Worths, ...]:
        return worths(self.team, self.sources, numbers, self.plan, games_used(self.team, self.played, self.plan))

    def overlap(self, numbers: Sums) -> Estimate | None:
        return overlap(self.team, self.sources, numbers) if rows_of(self.team.entries) > 1 else None


def _goal_quantity(case: _Case, goal: int) -> Quantity:
    numbers = goal_sums(case.played, goal, case.comparisons)
    shares: tuple[tuple[str, Estimate], ...] = ()
    if case.subsets is not None and case.together is not None:
        found = shapley(case.subsets, len(case.sources), goal_sums(case.together, goal, case.comparisons))
        shares = tuple((source.name, share) for source, share in zip(case.sources, found, strict=True))
    apart = numbers.apart(case.team.at(ALL, "full"), case.team.at(ALL, "blind"))
    return Quantity(
        str(case.plan.goals[goal]),
        "points",
        rate_of(case.played, goal),
        case.rows(numbers),
        case.overlap(numbers),
        tuple((name, goal_rate(other.tally, goal).share) for name, other in case.others),
        shares,
        disagreement=None if apart is None else (apart[0] / numbers.games, apart[1] / numbers.games),
    )


def _measure_quantity(case: _Case, number: int) -> Quantity:
    numbers = measure_sums(case.played, number, case.comparisons)
    name = list(case.played.tally.measure)[number]
    mean = measure_mean(case.played.tally, name, case.plan.turns).estimate
    return Quantity(f"mean {case.plan.measures[number]}", "count", mean, case.rows(numbers), case.overlap(numbers))


def games_used(team: Team, played: Played, plan: Plan) -> dict[str, int]:
    """Games by row in which the row's card looked or drew; rows for which this is not counted are left out.

    Games are counted by card, so a part of a card with several sources has none of its own. A free effect without a
    chance acts in every game that reaches its turns.
    """
    found: dict[str, int] = {}
    for entry in team.entries:
        full = team.at(entry.name, "full")
        if entry.kind < 0:
            free = plan.free[entry.sources[0].free]
            reached = min(free.turns) <= plan.turns and not _ended_early(played.tallies[full])
            if reached and free.chance == 1:
                found[entry.name] = played.games
        elif not entry.is_part:
            numbers = {kind: name for name, kind in source_kinds(team.plans[full])}
            split = team.asked.copies is not None and len(team.plans[full].kinds) > len(plan.kinds)
            kind = len(plan.kinds) if split else entry.kind
            found[entry.name] = int(played.tallies[full].source[numbers[kind]][3])
    return found


def _ended_early(tally: Tally) -> bool:
    return int(tally.over[1:].sum()) > 0


def _other_rules(plan: Plan, games: int, threads: int | None, play: Player) -> tuple[tuple[str, Played], ...]:
    """The plan under other scry rules, so that the reader sees how far the number depends on the player."""
    mine = plan.rule("scry")
    texts = [_text(mine), *(name for name in OTHER_SCRY_RULES if name != mine.name)]
    target = next((value for name, value in mine.knobs if name == "lands"), None)
    if mine.name == "lands-until" and target is not None and target.isdigit():
        texts.append(f"lands-until:lands={int(target) - 1}")
    texts += [resolve_auto(replace(plan, goals=(goal,))) for goal in plan.goals]  # what aims at this goal alone
    found = []
    for text in dict.fromkeys(texts):
        choice = registry.choose("scry", text, plan)
        found.append((text, play(_with_rule(plan, choice), games, threads=threads)))
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


def _lacking(team: Team) -> list[Notice]:
    """Ladders that a list does not allow, each reason once."""
    reasons = dict.fromkeys((unit, why) for _, unit, why in team.lacking)
    return [Notice("unit", f"no worth in {unit}: {why}") for unit, why in reasons]


def _silent(team: Team, played: Played, plan: Plan) -> list[Notice]:
    """Sources that did nothing in any game."""
    used = games_used(team, played, plan)
    names = [name for name, games in used.items() if not games]
    return [Notice("unused", f"{name} neither looked nor drew in any of {played.games:,} games") for name in names]
