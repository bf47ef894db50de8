"""What a permanent is and does beside its mana: abilities that tap it, Auras on creatures, chapters of Sagas.

Found by wider random plans: lands once paid for abilities that tapped them, Auras lay beside the creatures, Sagas of the
rulebook never had a second chapter.
"""

from __future__ import annotations

from typing import Any

import pytest

from analyzer import engine
from analyzer.contract import events
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from tests.differential.test_engines import compare

CASTLE = {"name": "Keep", "types": "Land", "produces": "U", "abilities": "activate:T:mana(U)|activate:{2},T:scry1"}
ROCK = {"name": "Rock", "types": "Artifact", "cost": "{0}", "abilities": "activate:T:mana(UU)|activate:{1},sac:draw1"}


def plan_of(**keys: Any) -> Any:
    options = {
        "table.mulligan": "none", "run.goals": ["lands >= 1 by turn 1"], "strategy.scry": "keep-all", "run.turns": 4,
    }  # fmt: skip
    return resolve(plan_from_options({**options, **{key.replace("__", "."): each for key, each in keys.items()}})).plan


def count(plan: Any, event: int, turn: int) -> int:
    rows = engine.replay(plan, 0)
    return int(((rows[:, 0] == event) & (rows[:, 1] == turn)).sum())


@pytest.mark.parametrize(("others", "looks"), [(1, 0), (2, 1), (4, 1), (5, 2)])
def test_a_land_that_is_tapped_for_an_ability_pays_nothing_of_it(others: int, looks: int) -> None:
    """CST-7: {2}, {T} of a land needs two other lands; with two such lands and five others both are used."""
    plan = plan_of(
        deck__text="2 Keep\n58 Island", card=[CASTLE], start__hand=["Keep"], start__hand_size=1,
        start__battlefield=["Keep", *["Island"] * (others - 1)], start__turn=2, table__seat="play", run__turns=2,
        run__goals=["lands >= 1 by turn 2"], table__draws=False,
    )  # fmt: skip
    compare(plan, 1, f"{others} other lands")
    assert count(plan, events.SCRY, 2) == looks


@pytest.mark.parametrize("seat", ["play", "draw"])
def test_sources_that_are_costs_of_their_own_abilities(seat: str) -> None:
    compare(plan_of(deck__text="8 Keep\n8 Rock\n6 Opt\n20 Island", card=[CASTLE, ROCK], table__seat=seat), 40, seat)


def test_an_aura_lies_on_a_creature_and_its_trigger_happens() -> None:
    """An Aura of a real card: whenever enchanted creature attacks, scry 1."""
    plan = plan_of(
        deck__text="1 Aqueous Form\n2 Coral Merfolk\n57 Island", start__hand=["Aqueous Form"], start__hand_size=1,
        start__battlefield=["Coral Merfolk", "Island"], start__turn=2, run__goals=["scry events >= 1 by turn 4"],
    )  # fmt: skip
    compare(plan, 5, "Aqueous Form")
    assert count(plan, events.ATTACH, 2) == 1
    assert count(plan, events.SCRY, 3) == count(plan, events.SCRY, 4) == 1


def test_a_saga_is_told_chapter_by_chapter_and_goes() -> None:
    """SAG-1: a chapter as it enters, one each own turn; after the last it is sacrificed."""
    tale = {
        "name": "Tale", "types": "Enchantment — Saga", "cost": "{U}", "abilities": "chapter[I]:scry1|chapter[II,III]:draw1"
    }  # fmt: skip
    plan = plan_of(
        deck__text="1 Tale\n59 Island", card=[tale], start__hand=["Tale"], start__hand_size=1,
        start__battlefield=["Island"], start__turn=2, run__goals=["lands >= 1 by turn 4"],
    )  # fmt: skip
    compare(plan, 5, "Tale")
    assert [count(plan, events.SCRY, turn) for turn in (2, 3, 4)] == [1, 0, 0]
    assert [count(plan, events.TAKE, turn) for turn in (2, 3, 4)] == [1, 2, 2]
    assert count(plan, events.LEAVE, 4) == 1


def test_an_aura_of_a_start_position_needs_a_creature() -> None:
    with pytest.raises(Exception, match="Aqueous Form has no creature to enchant"):
        plan_of(deck__text="1 Aqueous Form\n59 Island", start__battlefield=["Aqueous Form"])


@pytest.mark.parametrize("cost", ["", "addcost:discard1|"])
def test_a_commander_is_cast_with_an_empty_hand(cost: str) -> None:
    """The card that is cast is not in hand: the last card of a hand did not count, and without a hand nothing was cast."""
    leader = {
        "name": "Leader", "types": "Legendary Creature", "cost": "{U}", "power": 1, "toughness": 1,
        "abilities": f"{cost}etb:scry1",
    }  # fmt: skip
    plan = plan_of(
        deck__text="Commander\n1 Leader\n\nDeck\n40 Coral Merfolk", card=[leader], start__hand=[], start__hand_size=0,
        start__battlefield=["Island"], start__turn=2, table__draws=bool(cost), run__goals=["damage >= 1 by turn 4"],
    )  # fmt: skip
    compare(plan, 3, "Leader")
    assert count(plan, events.CAST, 2) == 1
