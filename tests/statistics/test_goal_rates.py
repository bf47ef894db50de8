"""Rates of goals in played games against exact values: default goals without mulligans, and acceptance I-07 and C-04.

Every check has its own alarm of 1e-7; with the seed fixed the tests pass or fail for good.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

from analyzer.engine import run
from analyzer.estimates import first_turns, goal_curve, goal_rate, kept_sizes
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.tally import Tally
from tests.support.statcheck import assert_share

ALARM = 1e-7
GAMES = 200_000


def played(options: Mapping[str, Any], games: int = GAMES) -> Tally:
    resolved = resolve(plan_from_options({"table.mulligan": "none", **options}))
    return run(resolved.plan, games, threads=1).tally


def at_least(lands: int, cards: int, deck: int, drawn: int) -> float:
    """P(at least this many lands among the cards drawn), hypergeometric."""
    ways = sum(comb(lands, k) * comb(deck - lands, drawn - k) for k in range(cards, min(lands, drawn) + 1))
    return ways / comb(deck, drawn)


@cache
def default_rates(counts: str, seat: str) -> Tally:
    return played({"deck.counts": counts, "table.seat": seat})


@pytest.mark.parametrize(("lands", "deck"), [(24, 60), (17, 40)])
@pytest.mark.parametrize("seat", ["play", "draw"])
def test_default_goals_of_two_players(lands: int, deck: int, seat: str) -> None:
    """Screw 14.41, 9.54, 9.64, 5.71 %; flood 7.16, 11.88, 8.90, 14.94 % (SEMANTICS 1), and the land drops."""
    tally = default_rates(f"{lands} land, {deck - lands} blank", seat)
    on_draw = seat == "draw"
    assert tally.shape.goals[:6] == (
        "land drops by turn 2", "land drops by turn 3", "land drops by turn 4", "land drops by turn 5",
        "lands <= 2 on turn 4", "lands had >= 8 by draw 7",
    )  # fmt: skip
    for turn in (2, 3, 4, 5):
        exact = at_least(lands, turn, deck, 6 + turn + on_draw)
        assert_share(goal_rate(tally, turn - 2).successes, GAMES, exact, ALARM)
    assert_share(goal_rate(tally, 4).successes, GAMES, 1 - at_least(lands, 3, deck, 10 + on_draw), ALARM)
    assert_share(goal_rate(tally, 5).successes, GAMES, at_least(lands, 8, deck, 13 + on_draw), ALARM)


def test_the_stated_percentages_are_these_exact_values() -> None:
    rows = [(24, 60, 10, 13), (24, 60, 11, 14), (17, 40, 10, 13), (17, 40, 11, 14)]
    screw = [round(100 * (1 - at_least(lands, 3, deck, ten)), 2) for lands, deck, ten, _ in rows]
    flood = [round(100 * at_least(lands, 8, deck, many), 2) for lands, deck, _, many in rows]
    assert (screw, flood) == ([14.41, 9.54, 9.64, 5.71], [7.16, 11.88, 8.9, 14.94])


def test_screw_and_flood_of_commander() -> None:
    """37 of 99 with a draw on turn 1: screw 27.07 %, flood 4.86 %."""
    goals = ["lands <= 3 on turn 5", "lands had >= 9 by draw 8"]
    tally = played({"deck.counts": "37 land, 62 blank", "table.players": 4, "run.turns": 8, "run.goals": goals})
    assert_share(goal_rate(tally, 0).successes, GAMES, 1 - at_least(37, 4, 99, 12), ALARM)
    assert_share(goal_rate(tally, 1).successes, GAMES, at_least(37, 9, 99, 15), ALARM)


def test_a_curve_by_turn_is_the_goal_asked_for_each_turn() -> None:
    tally = played({"deck.counts": "24 land, 36 blank", "run.goals": ["lands had >= 4 by draw 6"], "run.turns": 6})
    for turn, rate in enumerate(goal_curve(tally, 0)):
        exact = at_least(24, 4, 60, 6 + turn if turn else 7)
        assert_share(rate.successes, GAMES, exact, ALARM)
    first = first_turns(tally, 0)
    assert round(first.never.value * GAMES) == GAMES - int(tally.goal[0].sum())


def test_i_07_coloured_costs_on_turn_2() -> None:
    goals = [
        "payable {U}{U} on turn 2",
        "payable {1}{U} on turn 2",
        "payable {U}{U} by turn 2",
        "payable {2} on turn 2",
    ]
    tally = played({"deck.text": "12 Island\n12 Mountain\n36 Storm Crow", "run.goals": goals, "run.turns": 2})
    for number, exact in enumerate((13108313 / 25844655, 21021209 / 25844655)):
        assert_share(goal_rate(tally, number).successes, GAMES, exact, ALARM)
    assert goal_rate(tally, 2).successes == goal_rate(tally, 0).successes
    assert_share(goal_rate(tally, 3).successes, GAMES, at_least(24, 2, 60, 8), ALARM)


def test_c_04_three_kinds_of_cards() -> None:
    options = {
        "deck.counts": "24 land, 4 key, 32 blank",
        "group": {"key": ["key"]},
        "run.goals": ["land drops by turn 4 and had @group:key by draw 4"],
        "run.turns": 4,
        "strategy.scry": "lands-until:lands=4",
    }
    bare = played(options)
    assert_share(goal_rate(bare, 0).successes, GAMES, 26199323 / 87871827, ALARM)
    looks = [{"turns": [1, 2], "at": "main1", "do": "scry1"}]
    tally = played({**options, "free": looks})
    assert_share(goal_rate(tally, 0).successes, GAMES, 7837632302113 / 20990382674625, ALARM)


def coloured(good: int, other: int, spells: int, cards: int, pips: int, lands: int) -> tuple[float, float]:
    """P(pips good lands and at least `lands` lands among the cards), P(at least `lands` lands): exact."""
    total, both, condition = comb(good + other + spells, cards), 0, 0
    for g, o in product(range(cards + 1), repeat=2):
        if g + o <= cards:
            ways = comb(good, g) * comb(other, o) * comb(spells, cards - g - o)
            condition += ways * (g + o >= lands)
            both += ways * (g + o >= lands and g >= pips)
    return both / total, condition / total


@pytest.mark.parametrize(("cost", "pips", "turn"), [("{U}", 1, 1), ("{1}{U}{U}", 2, 3), ("{2}{U}{U}", 2, 4)])
def test_conditional_rates_count_goal_and_condition(cost: str, pips: int, turn: int) -> None:
    goal = f"payable {cost} on draw {turn} given lands had >= {turn}"
    deck = "14 Island\n11 Mountain\n35 Storm Crow"
    tally = played({"deck.text": deck, "run.goals": [goal], "run.turns": 4})
    rate = goal_rate(tally, 0)
    both, condition = coloured(14, 11, 35, 6 + turn, pips, turn)
    assert_share(rate.games, GAMES, condition, ALARM)
    assert_share(rate.successes, GAMES, both, ALARM)


def test_kept_sizes_and_splits_add_up() -> None:
    options = {
        "deck.counts": "24 land, 36 blank",
        "table.mulligan": "london",
        "run.goals": ["lands had >= 4 by draw 4 given lands had >= 2"],
        "run.by": ["kept-cards", "mulligans"],
    }
    tally = played(options, 20_000)
    sizes = kept_sizes(tally)
    assert sum(round(row.share.value * tally.games) for row in sizes) == tally.games
    assert sum(row.rates[0].successes for row in sizes) == goal_rate(tally, 0).successes
    assert sum(row.rates[0].games for row in sizes) == goal_rate(tally, 0).games
    by_size = tally.strata["kept cards"]
    assert [part.games for part in by_size[:8]] == tally.kept[:8, 0].tolist()
    assert [int(part.goal[0].sum()) for part in by_size[:8]] == tally.kept[:8, 1].tolist()
    assert sum(part.games for part in tally.strata["mulligans"]) == tally.games
