"""Start positions through plan keys: what is placed lies where it was placed, the rest is random, bad ones refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from analyzer.engine import play_orders, run
from analyzer.errors import InputError
from analyzer.exact.hypergeometric import exactly
from analyzer.plan.model import Plan
from analyzer.plan.read import parse_free, plan_from_options
from analyzer.plan.resolve import Resolved, resolve
from tests.support.statcheck import assert_share


def resolved(counts: str, goals: list[str], **options: Any) -> Resolved:
    changes = {"deck.counts": counts, "table.mulligan": "none", "run.turns": 3, "run.goals": goals}
    return resolve(plan_from_options(changes | {key.replace("__", "."): value for key, value in options.items()}))


def rates(plan: Plan) -> list[Fraction]:
    """Over all orders of the slots, those of placed cards included (they are skipped)."""
    orders = np.array(list(permutations(range(len(plan.slots)))), np.int64)
    tally = play_orders(plan, orders)
    return [Fraction(int(row.sum()), tally.games) for row in tally.goal]


def test_the_hand_is_dealt_from_below_a_placed_top() -> None:
    goals = ["drew land on draw 2", "drew land on draw 3", *(f"lands had == {k} on turn 0" for k in range(3))]
    top = {"start__library_top": ["land", "blank"], "start__hand_size": 2}
    assert rates(resolved("3 land, 4 blank", goals, **top).plan) == [1, 0, *(exactly(2, 5, 2, k) for k in range(3))]


def test_a_placed_bottom_is_reached_last() -> None:
    goals = [f'had "key" by draw {turn}' for turn in (1, 2, 3)] + ["library == 0 on turn 3"]
    bottom = {"start__library_bottom": ["key"], "start__hand_size": 3, "table__seat": "draw"}
    assert rates(resolved("1 key, 5 blank", goals, **bottom).plan) == [0, 0, 1, 1]


def test_a_hand_with_so_many_lands() -> None:
    goals = ["lands had == 2 on turn 0", "hand == 3 on turn 0", "drew land on draw 2", "lands had == 4 by draw 3"]
    plan = resolved("4 land, 3 blank", goals, start__hand="3 cards with 2 lands").plan
    # the rest of the library is ordered anew, so this is sampled; false alarms of 1e-6 for each comparison
    tally = run(plan, 200_000).tally
    for row, exact in zip(tally.goal, [1, 1, Fraction(1, 2), Fraction(1, 6)], strict=True):
        assert_share(int(row.sum()), tally.games, exact, 1e-6)


def test_a_named_hand_and_permanents() -> None:
    goals = ["lands >= 3 on turn 1", "lands had == 1 on turn 1", "drew land on draw 2", "library == 3 on turn 1"]
    placed = {"start__hand": ["Island", "key"], "start__battlefield": ["2 Island"]}
    assert rates(resolved("4 Island, 1 key, 2 blank", goals, **placed).plan) == [1, 1, Fraction(1, 3), 1]


def test_a_later_turn_and_mulligans_taken() -> None:
    goals = ["land drops == 1 on turn 3", "land drops by turn 3", "cards drawn == 1 on turn 3"]
    assert rates(resolved("6 land", goals, start__turn=3, start__hand_size=2).plan) == [1, 1, 1]
    sizes = ["kept cards == 2", "mulligans == 1"]
    london = {"table__mulligan": "london", "start__mulligans": 1, "start__hand_size": 3, "strategy__keep": "always"}
    assert rates(resolved("3 land, 3 blank", sizes, **london).plan) == [1, 1]


@pytest.mark.parametrize(
    "options, words",
    [
        ({"start__hand": "3 cards with 3 lands"}, "2 lands and 6 others are left"),
        ({"start__hand": "7 cards with 0 lands"}, "2 lands and 6 others are left"),
        ({"start__hand": "2 cards with 3 lands", "deck__counts": "9 land"}, "2 cards with 3 lands"),
        ({"start__library_top": ["land", "land"]}, "6 cards are left for an opening hand of 7"),
        ({"start__hand_size": 9}, "--hand 8"),
        ({"start__hand": ["land", "land", "land"]}, "3 copies of land are placed, the list has 2"),
        ({"start__hand": ["Opt"]}, "'Opt' is not in the deck"),
        ({"free": [{"turns": [0], "do": "scry1"}]}, r"free\[1\].turns\[1\]: write a whole number from 1"),
    ],
)
def test_impossible_positions_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        resolved("2 land, 6 blank", ["lands had >= 1 by turn 1"], **options)


def test_a_small_list_with_a_named_hand_needs_no_seven_cards() -> None:
    assert rates(resolved("1 key, 2 blank", ['had "key" by turn 1'], start__hand=["key"]).plan) == [1]


def test_effects_on_turns_that_are_not_played_are_named() -> None:
    found = resolved("9 land", ["lands >= 1 by turn 1"], free=[parse_free("scry 1 on turns 1..5")]).notices
    assert [notice.text for notice in found if notice.code == "free-effect"] == [
        "free effect 'scry1': turn 4, 5 is not played, only 1 to 3 are"
    ]
