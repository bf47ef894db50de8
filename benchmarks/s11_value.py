"""S11: all versions and ladders of the eight cards with sources of a shipped list, on two threads."""

from __future__ import annotations

import time

from benchmarks.measure import Row

GAMES, WARM, THREADS = 100_000, 100, 2
BAR = 10.0  # seconds


def rows() -> list[Row]:
    """Measure; the note has the processor time, which other work on the machine does not stretch as it does the clock."""
    from analyzer.api import plan_of
    from analyzer.value import Asked, play_team, rows_of, team_of
    from analyzer.valued import value_plan
    from analyzer.versions import sources_of

    resolved = plan_of("example:azorius-temples")
    plan = value_plan(resolved.plan, default_goals=True, auto=resolved.auto_roles)
    team = team_of(plan, sources_of(plan), Asked(unanswered=True))
    play_team(team, WARM, threads=THREADS)
    clock, processor = time.perf_counter(), time.process_time()
    play_team(team, GAMES, threads=THREADS)
    seconds, used = time.perf_counter() - clock, time.process_time() - processor
    note = f"{used:.0f} s of processor time, {len(team.plans)} plans x {GAMES:,} games, all of them played"
    return [Row(f"S11 value of {rows_of(team.entries)} cards, {THREADS} threads", seconds, "s", BAR, note=note)]
