"""One run from a resolved plan to its report: how many games, the bridge's companion plan, what must be said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.bridge import bare
from analyzer.decks.model import Notice
from analyzer.engine import CHUNK, Played, run
from analyzer.engines import RULEBOOK, choose, play_by_rulebook
from analyzer.enumerated import exact_rates
from analyzer.errors import InputError
from analyzer.exact.draws_alone import draws_alone
from analyzer.goals import Defaults, Goal, default_goals, remarks
from analyzer.plan.model import Plan
from analyzer.report.run import run_report
from analyzer.stats import conditional_variance_bound, games_needed, share_variance_bound

if TYPE_CHECKING:
    from analyzer.plan.resolve import Resolved
    from analyzer.report.model import Report

PILOT = 20_000  # games, not reported (SEMANTICS 3, 10)
MOST_GAMES = 10**10
FEW_SEVENS = 0.7  # a keep rule that keeps fewer of its paid sevens is warned about (SEMANTICS 5)

OnChunk = Callable[[int, int], None]
Player = Callable[..., Played]  # as analyzer.engine.run


def reported_run(
    resolved: Resolved,
    *,
    precision: float | None = None,
    threads: int | None = None,
    weights: tuple[float, float] = (0.5, 0.5),
    on_chunk: OnChunk | None = None,
    on_compile: Callable[[], None] | None = None,
    ledger: Path | None = None,
    engine: str = "kernel",
    wants_exact: bool = False,
) -> Report:
    """Play a plan and report on it.

    `precision` is the half-width wanted for every goal (a share: 0.001): a pilot of 20,000 games fixes how many fresh
    games are played. `on_chunk` is told (games finished now, games wanted in all). With a
    `ledger` only chunks that it lacks are played; the fresh games then begin with its second chunk. `engine`: kernel,
    rulebook or auto (analyzer/engines.py). `wants_exact`: the exact chance of each goal too, where one is known.
    """
    plan = resolved.plan
    default = _defaults_of(plan)
    choice = choose(plan, engine)
    by_rulebook = choice.engine == RULEBOOK
    if by_rulebook and (precision is not None or ledger is not None):
        raise InputError("the rulebook plays a number of games without a ledger: use --games, or --engine kernel")
    notices = list(choice.notices)
    notices += [Notice("goal", f"{goal}: {text}") for goal in plan.goals for text in remarks(_goal(goal))]
    wants_bridge = not by_rulebook and (
        default is None and plan.seat != "both" and any(draws_alone(plan, _goal(g)) is not None for g in plan.goals)
    )
    team = (plan, bare(plan)) if wants_bridge else (plan,)
    first, games = 0, resolved.games
    if precision is not None:
        first, games = PILOT if ledger is None else CHUNK, _games_for(plan, precision, threads, on_compile)
    told = (lambda now: on_chunk(now, games)) if on_chunk is not None else None
    play = play_by_rulebook if by_rulebook else player(ledger)
    played = play(team, games, first=first, threads=threads, on_chunk=told, on_compile=on_compile)
    notices += _sevens(plan, played)
    exacts = exact_rates(plan) if wants_exact else ()
    return run_report(resolved, played, default, tuple(notices), precision=precision, weights=weights, exacts=exacts)


def player(ledger: Path | None) -> Player:
    """What plays plans: the engine, or the engine behind a ledger that keeps finished chunks."""
    if ledger is None:
        return run
    from analyzer.study.recorded import recorded_run

    return partial(recorded_run, ledger=ledger)


def _goal(goal: object) -> Goal:
    assert isinstance(goal, Goal)
    return goal


def _defaults_of(plan: Plan) -> Defaults | None:
    """The default goals, if these are what the plan asks."""
    default = default_goals(plan)
    return default if tuple(map(str, default.goals)) == tuple(map(str, plan.goals)) else None


def _games_for(plan: Plan, precision: float, threads: int | None, on_compile: Callable[[], None] | None) -> int:
    """Fresh games that make every goal's interval as narrow as asked, from a pilot's upper bound of its variance."""
    if not 0 < precision < 0.5:
        raise InputError(f"--precision {100 * precision:g}: write a half-width in points between 0 and 50, such as 0.1")
    pilot = run(plan, PILOT, threads=threads, on_compile=on_compile).tally
    needed = 1
    for goal, condition in enumerate(pilot.shape.given):
        both, met = int(pilot.goal[goal].sum()), int(pilot.given[goal].sum())
        if condition < 0:
            bound = share_variance_bound(both, PILOT)
        elif met:
            bound = conditional_variance_bound(both, met, PILOT)
        else:
            raise InputError(
                f"{plan.goals[goal]}: none of {PILOT:,} pilot games met the condition; no precision can be planned"
            )
        needed = max(needed, games_needed(bound, precision))
    if needed > MOST_GAMES:
        raise InputError(f"--precision {100 * precision:g} would take {needed:,} games; ask for less")
    return needed


def _sevens(plan: Plan, played: Played) -> list[Notice]:
    """SEMANTICS 5: say when the keep rule throws away many seven-card hands."""
    placed = plan.start.hand is not None or plan.start.hand_filter is not None or plan.start.mulligans > 0
    if plan.mulligan == "none" or plan.start.hand_size != 7 or placed:
        return []
    kept = int(played.tally.kept[7, 0]) / played.games
    if kept >= FEW_SEVENS:
        return []
    return [Notice("keep", f"keep rule {plan.rule('keep').name} keeps only {100 * kept:.0f} % of seven-card hands")]


def weights_of(text: str) -> tuple[float, float]:
    """Shares of play and draw; InputError unless they are two that sum to 1.

    >>> weights_of("0.75,0.25")
    (0.75, 0.25)
    """
    try:
        parts: Sequence[float] = [float(part) for part in text.split(",")]
    except ValueError:
        parts = []
    if len(parts) != 2 or not all(0 <= part <= 1 for part in parts):
        raise InputError(f"--weights {text!r}: write two shares such as 0.6,0.4, play before draw")
    if abs(sum(parts) - 1) > 1e-9:
        raise InputError(f"--weights {text!r}: the shares sum to {sum(parts):g}; write two that sum to 1")
    return parts[0], parts[1]
