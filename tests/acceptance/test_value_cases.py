"""Acceptance cases V: what looks are worth, from exact shares of rulebook scenarios (SEMANTICS 2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import factorial

import pytest

from analyzer.rulebook.scenario.distribution import best_shares, exact_shares
from analyzer.rulebook.scenario.reader import parse_scenarios


def scenario_text(lands: int, cards: int, acts: Sequence[str], goals: Sequence[str], look: bool = True) -> str:
    """A deck of lands and blanks on the play, seven cards kept; `look` False keeps every card unseen (blind)."""
    done = "".join(f'[[do]]\nact = "{act}"\n' for act in acts)
    shares = "".join(f'[[share]]\ngoal = "{goal}"\nis = "0"\n' for goal in goals)
    scry = "lands-until:lands=4" if look else "keep-all"
    return (
        f'turn = 0\n[me]\nunknown = "{lands} land, {cards - lands} blank"\n[distribution]\narrangements = "all"\n'
        f'[strategy]\nkeep = "always"\nscry = "{scry}"\npick = "default"\n{done}{shares}'
    )


def looking_on(turns: Sequence[int]) -> list[str]:
    """Scry 1 in the main phase of these turns, then on to turn 4."""
    acts = [act for turn in turns for act in (f"advance to main1 of turn {turn}", "free scry1")]
    return [*acts, "advance to main1 of turn 4"]


def rate(turns: Sequence[int] = (), lands: int = 24, cards: int = 60, look: bool = True) -> Fraction:
    """The chance of four lands among the ten cards seen by the draw of turn 4."""
    text = scenario_text(lands, cards, looking_on(turns), ["lands had >= 4 by draw 4"], look)
    return exact_shares(parse_scenarios(text)[0])[0]


def test_v_01_look_value_of_one_scry() -> None:
    assert rate([1]) - rate([1], look=False) == Fraction(36893472, 559967525)


def test_v_03_the_same_in_lands() -> None:
    value = rate([1]) - rate([1], look=False)
    ladder = [rate([1], lands=24 + rung, look=False) - rate([1], look=False) for rung in range(4)]
    rung = next(place for place in range(3) if ladder[place] <= value < ladder[place + 1])
    worth = rung + (value - ladder[rung]) / (ladder[rung + 1] - ladder[rung])
    assert worth == Fraction(27981, 18125)
    assert round(float(value / ladder[1]), 4) == 1.5120  # what a slope ratio would give


def test_v_05_three_looks_together_and_apart() -> None:
    turns = (1, 2, 3)
    rates = {subset: rate(subset) for size in range(4) for subset in combinations(turns, size)}
    together = rates[turns] - rates[()]
    left_out = {turn: rates[turns] - rates[tuple(other for other in turns if other != turn)] for turn in turns}
    assert together == Fraction(101394304, 559967525)
    assert set(left_out.values()) == {Fraction(30368096, 559967525)}
    assert {rates[(turn,)] - rates[()] for turn in turns} == {Fraction(36893472, 559967525)}
    for turn in turns:
        assert round(100 * float(shapley(rates, turns, turn)), 4) == 6.0357
    assert round(100 * float(together - sum(left_out.values())), 4) == 1.8376


def shapley(rates: dict[tuple[int, ...], Fraction], turns: Sequence[int], turn: int) -> Fraction:
    """The mean of what a turn's look adds, over all orders in which the looks could be added."""
    total = Fraction(0)
    others = [other for other in turns if other != turn]
    for size in range(len(others) + 1):
        for subset in combinations(others, size):
            weight = Fraction(factorial(size) * factorial(len(others) - size), factorial(len(turns)))
            total += weight * (rates[tuple(sorted((*subset, turn)))] - rates[subset])
    return total


def test_v_07_lists_of_different_size() -> None:
    assert rate(lands=17, cards=40) - rate(lands=17, cards=41) == Fraction(16905, 611351)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("effect", "four", "four_or_five"),
    [
        ("free scry2; draw1", Fraction(1389120788, 3919772675), 0.6466),
        ("free draw1; scry2", Fraction(299696716, 783954535), 0.6898),
    ],
    ids=["scry then draw", "draw then scry"],
)
def test_v_09_order_matters_for_exactly_four_lands(effect: str, four: Fraction, four_or_five: float) -> None:
    acts = ["advance to main1 of turn 1", effect, "advance to main1 of turn 4"]
    goals = ["lands had == 4 on draw 4", "lands had in 4..5 on draw 4"]
    found = best_shares(parse_scenarios(scenario_text(24, 60, acts, goals))[0])
    assert found[0] == four
    assert round(float(found[1]), 4) == four_or_five
