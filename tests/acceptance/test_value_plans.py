"""Group V through the engine: values of looks from sampled games against the exact fractions (alarm 1e-6 a number)."""

from __future__ import annotations

from fractions import Fraction

import pytest

import analyzer
from analyzer.compared import compare, resolve_pair
from analyzer.plan.read import parse_free, plan_from_options
from analyzer.stats import Estimate
from analyzer.sums import Sums, goal_sums
from analyzer.value import overlap, play_team, shapley, subsets_team, team_of, worths
from analyzer.versions import Source, sources_of

GAMES = 400_000
Z = 4.9  # two-sided alarm 1e-6
C_01 = {"table.mulligan": "none", "strategy.scry": "lands-until:lands=4", "run.turns": 4}


def near(estimate: Estimate, exact: Fraction | float) -> None:
    assert abs(estimate.value - float(exact)) <= Z * estimate.half_width / 1.96, (estimate, float(exact))


def played(frees: list[str], goal: str) -> tuple[tuple[Source, ...], object, Sums, object]:
    settings = {**C_01, "free": [parse_free(text) for text in frees]}
    plan = analyzer.plan_of("24 land, 36 blank", [goal], settings).plan
    sources = sources_of(plan)
    team = team_of(plan, sources)
    return sources, team, goal_sums(play_team(team, GAMES), 0), plan


def test_v_01_and_v_03_one_look_in_points_and_in_lands() -> None:
    sources, team, numbers, plan = played(["scry 1 on turn 1 main"], "lands had >= 4 by draw 4")
    (row,) = worths(team, sources, numbers, plan)
    near(row.look, Fraction(36893472, 559967525))
    near(row.net, Fraction(36893472, 559967525))
    assert row.draw.value == row.tempo.value == 0
    assert row.lands is not None and row.lands.verdict == "resolved"
    near(row.lands.estimate, Fraction(27981, 18125))


@pytest.mark.ci  # 20 seconds; the default tier has the exact case of the same name
def test_v_05_three_looks_together_and_apart() -> None:
    frees = [f"scry 1 on turn {turn} main" for turn in (1, 2, 3)]
    sources, team, numbers, plan = played(frees, "land drops by turn 4")
    *rows, together = worths(team, sources, numbers, plan)
    for row in rows:
        near(row.look, Fraction(30368096, 559967525))
    near(together.look, Fraction(101394304, 559967525))
    near(overlap(team, sources, numbers), Fraction(101394304 - 3 * 30368096, 559967525))
    subsets = subsets_team(plan, sources)
    again = goal_sums(play_team(subsets, GAMES), 0)
    for share in shapley(subsets, len(sources), again):
        near(share, Fraction(101394304, 559967525) / 3)


def compared(first: str, second: str, goal: str, seat: str = "play") -> tuple[Estimate, float]:
    """The difference, and its variance against that of unpaired games."""
    settings = {"run.goals": [goal], "table.mulligan": "none", "table.seat": seat}
    pair = resolve_pair(*(plan_from_options({**settings, "deck.counts": deck}) for deck in (first, second)))
    found = compare(*pair, GAMES)
    better, worse = found.better[0], found.worse[0]
    paired = better + worse - (better - worse) ** 2
    assert found.played.group is not None
    rates = [int(found.played.group.S[0, place]) / GAMES for place in (0, 1)]
    return found.differences[0], paired / sum(rate * (1 - rate) for rate in rates)


def test_v_07_lists_of_different_size() -> None:
    difference, ratio = compared("17 land, 23 blank", "17 land, 24 blank", "lands had >= 4 by draw 4")
    near(difference, Fraction(16905, 611351))
    assert ratio <= 0.10


@pytest.mark.parametrize("goal", ["lands had >= 4 by draw 4", "lands had >= 6 by draw 7"])
def test_pairing_of_one_fetch_land_for_a_basic(goal: str) -> None:
    """A fetched card and a shuffle leave the order of the others alone: eight fetch lands against seven."""
    first = "8 Polluted Delta, 8 Island, 8 Swamp, 36 Grizzly Bears"
    _, ratio = compared(first, first.replace("8 Polluted Delta, 8", "7 Polluted Delta, 9"), goal)
    assert ratio <= 0.10


@pytest.mark.parametrize(
    ("goal", "seat", "exact"),
    [
        ("lands had >= 4 by draw 4", "play", 0.092),
        ("lands had >= 4 by draw 4", "draw", 0.099),
        ("lands had >= 5 by draw 5", "draw", 0.101),
    ],
)
def test_pairing_of_one_land_for_a_spell(goal: str, seat: str, exact: float) -> None:
    _, ratio = compared("24 land, 36 blank", "23 land, 37 blank", goal, seat)
    assert ratio == pytest.approx(exact, rel=0.05)
