"""A creature of toughness 0 dies as a state-based action (704.5f, XPM-1, acceptance J-04), on both engines."""

from __future__ import annotations

import pytest

from analyzer.contract import events
from analyzer.errors import InputError
from analyzer.pack import pack
from analyzer.plan.model import Plan
from analyzer.registry import python_rules
from analyzer.rulebook import engine as rulebook
from analyzer.rulebook.plans.known import Known
from tests.differential.test_engines import first_difference, goals_sorted, kernel_rows
from tests.support.kernel_plans import card, only, plan, rows

OWN = [
    card("Wisp", "Creature", "{0}", power=0, toughness=0),
    card("Twig", "Creature", "{0}", "enters:counter1(+1/+1,self)", power=0, toughness=0),
    card("Mourner", "Enchantment", "{0}", "ondies[creature]:scry1"),
    card("Blesser", "Instant", "{0}", "cast:role(sorcerer)"),
]
EAGER = {"strategy__play": "spend-mana:greedy=true"}  # casts Endless One for {0} too


def same(a_plan: Plan, games: int) -> None:
    packed, rules = pack(a_plan), python_rules(a_plan)
    for game in range(games):
        found = goals_sorted(rulebook.prepared(Known(a_plan), game, rules, rows=True).rows)
        difference = first_difference(a_plan, game, kernel_rows(a_plan, packed, game), found)
        assert not difference, difference


def test_endless_one_for_nothing_is_cast_and_dies() -> None:
    """J-04: legal, enters as 0/0, dies; mana spent 0."""
    goals = ['cast "Endless One" by turn 1', 'in play "Endless One" by turn 1', "mana spent >= 1 by turn 1"]
    a_plan = plan("60 Endless One\n1 Plains", run__goals=goals, run__turns=1,
                  start__hand=["Endless One"], **EAGER)  # fmt: skip
    found = rows(a_plan)
    assert [row[3] for row in only(found, events.CAST)] == [0]
    assert [row[2] for row in only(found, events.LEAVE)] == [events.STATE_BASED]
    assert [row[1] for row in only(found, events.GOAL)] == [0]
    same(a_plan, 3)


def test_the_default_rule_does_not_waste_it() -> None:
    a_plan = plan("30 Endless One\n30 Wastes", run__goals=["damage >= 90 on turn 5"], run__turns=5)
    for game in range(10):
        assert all(row[3] > 0 for row in only(rows(a_plan, game), events.CAST))
    same(a_plan, 20)


def test_both_engines_agree_on_creatures_of_toughness_zero() -> None:
    deck = "8 Endless One\n4 Walking Ballista\n8 Wisp\n8 Twig\n4 Mourner\n8 Blesser\n4 Arcbound Bruiser\n16 Wastes"
    a_plan = plan(deck, OWN, run__goals=["damage >= 90 on turn 6", 'in graveyard "Wisp" >= 1 by turn 2'], **EAGER)
    same(a_plan, 60)


def test_a_creature_that_nobody_knows_how_to_keep_alive_stays_and_is_named() -> None:
    a_plan = plan("4 Arcbound Bruiser\n36 Wastes", run__goals=["lands >= 1 by turn 1"])
    assert any("it stays in play" in gap for gap in a_plan.kinds[0].unmodelled)


def test_a_start_position_cannot_hold_one() -> None:
    with pytest.raises(InputError, match="toughness 0"):
        plan("4 Endless One\n36 Wastes", start__battlefield=["Endless One"], run__goals=["lands >= 1 by turn 1"])
