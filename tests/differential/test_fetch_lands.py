"""Fetch lands are mana: payable, castable and cast agree, with closed forms, on both engines."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from analyzer import engine
from analyzer.contract import events
from analyzer.pack import pack
from analyzer.plan.fetches import fetch_notices
from analyzer.plan.model import Plan
from analyzer.registry import python_rules
from analyzer.rulebook import engine as rulebook
from analyzer.rulebook.plans.known import Known
from tests.differential.test_engines import first_difference, goals_sorted, kernel_rows
from tests.support.kernel_plans import only, plan, rows

GAMES = 20_000
OWN = (
    {"name": "Twin", "types": "Land", "produces": "GU", "tapped": "yes"},
    {
        "name": "Riftland", "types": "Land",
        "abilities": "activate:T:mana(C)|activate:T,sac:search(island~mountain,1,bf)",
    },
)  # fmt: skip
MANY = """4 Flooded Strand\n4 Polluted Delta\n4 Scalding Tarn\n2 Evolving Wilds\n2 Prismatic Vista\n1 Steam Vents
1 Hallowed Fountain\n2 Island\n2 Plains\n1 Raffine's Tower\n2 Glacial Fortress\n2 Twin\n2 Riftland\n1 Flood Plain
2 Bountiful Landscape\n1 Bant Panorama\n14 Lightning Bolt\n8 Preordain\n6 Grizzly Bears"""
GOALS = [
    "damage >= 90 on turn 7",  # somebody reads combat: both engines play it
    *("payable {W}{B}{U} on draw 3", "payable {R}{R} on draw 2", "payable {B} on draw 1", "payable {W}{B} on draw 2"),
    *("payable {C}{G}{U} with lands on draw 3", "payable {U}{U}{U}{U} on draw 4", "stuck >= 1 on turn 3"),
    *('castable "Lightning Bolt" on land 1', 'castable "Lightning Bolt" on land 3', 'castable "Preordain" on land 2'),
]


def lands_in_seven(lands: int) -> float:
    """Chance of at least one of so many cards in an opening hand of seven from sixty."""
    return 1 - comb(60 - lands, 7) / comb(60, 7)


def rate(a_plan: Plan, goal: int) -> float:
    return engine.run(a_plan, GAMES).tally.goal[goal].sum() / GAMES


@pytest.mark.parametrize(
    ("fetch", "sources"), [("Flooded Strand", 24), ("Prismatic Vista", 24), ("Evolving Wilds", 12)]
)
def test_a_fetch_land_pays_on_turn_one_if_it_finds_an_untapped_land(fetch: str, sources: int) -> None:
    """The deck: 12 fetch lands, 12 Plains, 36 one-drops, which nearly every hand holds."""
    goals = ['cast "Savannah Lions" by turn 1', 'castable "Savannah Lions" by land 1', "payable {W} by draw 1"]
    a_plan = plan(f"12 {fetch}\n12 Plains\n36 Savannah Lions", run__goals=goals)
    tally = engine.run(a_plan, GAMES).tally
    cast, castable, payable = (int(row.sum()) for row in tally.goal)
    assert cast == castable <= payable
    assert payable / GAMES == pytest.approx(lands_in_seven(sources), abs=0.005)


LATER = [
    *("damage >= 90 on turn 7", "payable {U}{R}{U}{R}{W} on draw 5", "payable {C}{G}{U} with lands on draw 3"),
    *('castable "Lightning Bolt" on land 3', "payable {R}{R} on draw 4", "stuck >= 1 on turn 3"),
]
STARTED = {"turn": 3, "battlefield": ["Flooded Strand", "Island", "Steam Vents"]}


@pytest.mark.parametrize(("goals", "options"), [(GOALS, {}), (LATER, {"start": STARTED})])
def test_both_engines_agree_on_what_fetch_lands_pay(goals: list[str], options: dict[str, Any]) -> None:
    a_plan = plan(MANY, OWN, run__goals=goals, **options)
    packed, rules = pack(a_plan), python_rules(a_plan)
    for game in range(60):
        found = goals_sorted(rulebook.prepared(Known(a_plan), game, rules, rows=True).rows)
        assert not first_difference(a_plan, game, kernel_rows(a_plan, packed, game), found)


def test_nothing_is_fetched_when_nothing_is_left_to_find() -> None:
    """It may be done (SRC-1), but would cost a land and a life: the default rule keeps the fetch land, on both engines."""
    for text, uses in (("3 Flooded Strand\n1 Plains\n36 Lightning Bolt", 1), ("4 Flooded Strand\n36 Swamp", 0)):
        hand = ["Flooded Strand"] * 3 + (["Plains"] if uses == 0 and "Plains" in text else [])
        a_plan = plan(text, start__hand=hand, run__goals=["life >= 1 by turn 4"], run__turns=4)
        assert len(only(rows(a_plan), events.ACTIVATE)) == uses
        found = rulebook.prepared(Known(a_plan), 0, python_rules(a_plan), rows=True).rows
        assert sum(row[0] == events.ACTIVATE for row in found) == uses


def test_what_payable_does_not_count_is_named() -> None:
    a_plan = plan(
        "4 Bant Panorama\n4 Rampant Growth\n4 Evolving Wilds\n28 Forest", run__goals=["payable {G} by draw 2"]
    )
    assert [notice.card for notice in fetch_notices(a_plan)] == ["Bant Panorama", "Rampant Growth"]
    assert "costs mana" in fetch_notices(a_plan)[0].text
    unasked = plan("4 Bant Panorama\n36 Forest", run__goals=["lands >= 2 by turn 2"])
    assert fetch_notices(unasked) == []
