"""Figure of merit, 1 / (variance x processor time), of ways to estimate a rate or a difference, plain games being 1."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from analyzer.bridge import bare
from analyzer.engine import Played, run
from analyzer.exact.hypergeometric import exactly
from analyzer.exact.planned import exact_value
from analyzer.goals.tree import Goal
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan
from analyzer.stats import z_value
from benchmarks.measure import Row
from benchmarks.plans import plan_of

GAMES = 400_000
LANDS = "first seven lands"
GOALS = ("lands >= 4 by turn 4", "mana spent >= 9 by turn 5")
# what counts cards alone, so that the plan without spells has an exact value
RULES = {"keep": "karsten-2022", "bottom": "karsten-2022"}


def temples(goal: str, by: Sequence[str] = ()) -> Plan:
    """The shipped list with Temples and cantrips."""
    deck = {"example": "azorius-temples"}
    return plan_of({"deck": deck, "strategy": RULES, "run": {"turns": 5, "goals": [goal], "by": list(by)}})


def timed(plans: Sequence[Plan]) -> tuple[Played, float]:
    """The games, and processor seconds for them; played once before, so that nothing is compiled in between."""
    run(plans, 2_000, threads=1)
    start = time.process_time()
    played = run(plans, GAMES, threads=1)
    return played, time.process_time() - start


def rate_variance(played: Played, plan: int = 0) -> float:
    """Variance of one game's goal."""
    share = played.tallies[plan].goal[0].sum() / played.games
    return float(share * (1 - share))


def stratified_variance(played: Played, lands: int, deck: int) -> float:
    """The same within strata of the lands in the first seven cards, whose shares of all games are known exactly."""
    total = 0.0
    for number, part in enumerate(played.tally.strata[LANDS]):
        if part.games:
            share = part.goal[0].sum() / part.games
            total += float(exactly(lands, deck, 7, number)) * share * (1 - share)
    return total


def difference_variance(played: Played) -> float:
    """Variance of one game's paired difference between the two plans."""
    assert played.group is not None
    return (played.group.difference(0, 0, 1).half_width / z_value(0.95)) ** 2 * played.games


def rows() -> list[Row]:
    """Measure."""
    found = []
    for goal in GOALS:
        found += _rate_rows(goal)
    return found + _difference_rows()


def _row(name: str, plain: tuple[float, float], other: tuple[float, float]) -> Row:
    (variance, seconds), (smaller, longer) = plain, other
    note = f"variance x {smaller / variance:.3f}, time x {longer / seconds:.2f}"
    return Row(name, variance * seconds / (smaller * longer), "x", note=note)


def _rate_rows(goal: str) -> list[Row]:
    plan = temples(goal)
    lands = sum(plan.kinds[kind].card.is_land for kind in plan.slots)
    played, seconds = timed([plan])
    plain = rate_variance(played), seconds
    split, longer = timed([temples(goal, [LANDS])])
    stratified = stratified_variance(split, lands, len(plan.slots)), longer
    found = [_row(f"rate of {goal}: post-stratified by lands of deal 0", plain, stratified)]
    spell_less = bare(plan)
    (asked,) = spell_less.goals
    assert isinstance(asked, Goal)
    name = f"rate of {goal}: exact without spells + paired step"
    if exact_value(spell_less, asked).value is None:
        return [*found, Row(name, None, "", note=f"no exact value: {exact_value(spell_less, asked).how}")]
    pair, both = timed([plan, spell_less])
    return [*found, _row(name, plain, (difference_variance(pair), both))]


def _difference_rows() -> list[Row]:
    """One land more or less, on the same games and on games of other numbers."""
    first = temples(GOALS[0])
    land = next(kind for kind in first.slots if first.kinds[kind].name == "Plains")
    spell = next(kind for kind in first.slots if not first.kinds[kind].card.is_land)
    place = first.slots.index(land)
    slots = (*first.slots[:place], spell, *first.slots[place + 1 :])
    second = identified(replace(first, slots=slots, plan_id="", json=""))
    pair, seconds = timed([first, second])
    unpaired = rate_variance(pair) + rate_variance(pair, 1)
    return [_row("difference of a land: paired", (unpaired, seconds), (difference_variance(pair), seconds))]
