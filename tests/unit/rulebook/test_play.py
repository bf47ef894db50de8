"""Whole plans on the rulebook: exact rates, and the same events as the kernel where only lands are played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analyzer.contract import events
from analyzer.engine import replay, run
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.rulebook import engine
from analyzer.rulebook.play import exact_rates, play_game
from analyzer.rulebook.transcript import transcript


def kernel_rows(plan: object, game: int) -> list[tuple[int, ...]]:
    return [tuple(int(number) for number in row) for row in replay(plan, game)]


def plan_of(**changes: object) -> object:
    """A resolved plan from dotted keys written with double underscores."""
    return resolve(plan_from_options({key.replace("__", "."): value for key, value in changes.items()})).plan


def counts_plan(**changes: object) -> object:
    base = {
        "deck__counts": "24 land, 36 blank",
        "table__mulligan": "london",
        "strategy__keep": "lands-between:k7=2-5,k6=2-4",
        "strategy__bottom": "lands-above:lands=3",
        "strategy__scry": "lands-until:lands=4",
        "run__turns": 4,
        "run__goals": ["land drops by turn 4"],
    }
    return plan_of(**{**base, **changes})


def test_c_02_exactly() -> None:
    plan = counts_plan(table__mulligan="none", free=[{"turns": [1], "at": "main1", "do": "scry1"}])
    assert exact_rates(plan) == [Fraction(1172018291, 1679902575)]


@pytest.mark.parametrize("mulligan", ["london", "vancouver", "paris", "none"])
@pytest.mark.parametrize("seat", ["play", "draw"])
def test_the_same_events_as_the_kernel(mulligan: str, seat: str) -> None:
    plan = counts_plan(
        table__mulligan=mulligan, table__seat=seat, run__turns=6, free=[{"turns": [1, 3], "at": "main1", "do": "scry2"}]
    )
    for game in range(40):
        assert play_game(plan, game).rows == kernel_rows(plan, game), f"game {game}"


@pytest.mark.parametrize("scry", ["lands-until:lands=4", "curve", "bottom-all"])
def test_scry_lands_are_played_as_the_kernel_plays_them(scry: str) -> None:
    plan = plan_of(
        deck__text="8 Temple of Mystery\n8 Island\n6 Forest\n2 Temple of Epiphany\n36 Blank",
        card=[{"name": "Blank", "types": "Sorcery"}],
        strategy__scry=scry,
        run__turns=7,
        run__goals=["land drops by turn 4"],
    )
    for game in range(40):
        assert play_game(plan, game).rows == kernel_rows(plan, game), f"game {game}"


@pytest.mark.parametrize("at", ["untap", "upkeep", "draw", "main1", "combat", "main2", "end", "cleanup", "opp"])
@pytest.mark.parametrize("act", ["remove best creature", "remove Bear", "block 1"])
def test_an_opponents_script_happens_alike_at_every_moment(at: str, act: str) -> None:
    """Tallies too: without rows the compiled engine passes over moments in which nothing happens."""
    plan = plan_of(
        deck__text="26 Forest\n20 Bear\n14 Seer", run__turns=5, run__goals=["damage >= 6 by turn 5"],
        card=[
            {"name": "Bear", "types": "Creature", "cost": "{G}", "power": 2, "toughness": 2},
            {"name": "Seer", "types": "Creature", "cost": "{1}{G}", "power": 3, "toughness": 1, "abilities": "dies:scry1"},
        ],
        script=[{"turn": turn, "at": at, "do": act} for turn in (2, 4)],
    )  # fmt: skip
    for game in range(4):
        assert play_game(plan, game).rows == kernel_rows(plan, game), f"game {game}"
    assert run(plan, 20, threads=1).tally == engine.run(plan, 20)


@pytest.mark.parametrize("survive", [0.0, 0.5])
def test_what_does_not_survive_is_gone_before_its_first_attack(survive: float) -> None:
    plan = plan_of(
        deck__text="26 Forest\n34 Bear", run__turns=4, run__goals=["damage >= 2 by turn 4"], table__survive=survive,
        card=[{"name": "Bear", "types": "Creature", "cost": "{G}", "power": 2, "toughness": 2}],
    )  # fmt: skip
    for game in range(10):
        rows = play_game(plan, game).rows
        assert rows == kernel_rows(plan, game), f"game {game}"
        assert survive or not any(row[0] == events.ATTACK for row in rows)


def test_a_commander_that_came_back_is_castable_at_its_new_cost() -> None:
    """Cast on turns 1 and 3 and removed: three Plains pay {2}{W} on turn 3, four do not pay {4}{W} on turn 4."""
    goals = [f'castable "Isamaru, Hound of Konda" on turn {turn}' for turn in (2, 3, 4)]
    plan = plan_of(
        deck__text="Commander\n1 Isamaru, Hound of Konda\n\nDeck\n99 Plains", run__turns=4, run__goals=goals,
        script=[{"turn": turn, "at": "main2", "do": "remove best creature"} for turn in (1, 3)], table__mulligan="none",
    )  # fmt: skip
    table = play_game(plan, 0)
    assert table.rows == kernel_rows(plan, 0)
    assert [outcome.first for outcome in table.outcomes()] == [None, 3, None]


def test_the_ring_drains_every_opponent_alike() -> None:
    plan = plan_of(
        deck__text="26 Forest\n34 Tempter", run__turns=6, run__goals=["damage >= 2 by turn 6"], table__players=4,
        card=[{
            "name": "Tempter", "types": "Creature", "cost": "{G}", "power": 2, "toughness": 2,
            "abilities": "etb:ring4",
        }],
    )  # fmt: skip
    rows = play_game(plan, 1).rows
    assert rows == kernel_rows(plan, 1)
    lost = [(row[2], row[3]) for row in rows if row[0] == events.LIFE]
    assert lost[:3] == [(1, -3), (2, -3), (3, -3)]


def test_a_commander_costs_two_more_each_time_it_comes_back() -> None:
    plan = plan_of(
        deck__text="Commander\n1 Isamaru, Hound of Konda\n\nDeck\n99 Plains", run__turns=6,
        run__goals=["damage >= 2 by turn 6"], script=[{"turn": 2, "at": "main2", "do": "remove best creature"}],
        table__mulligan="none",
    )  # fmt: skip
    rows = play_game(plan, 0).rows
    assert rows == kernel_rows(plan, 0)
    assert [(row[1], row[2]) for row in rows if row[0] == events.SPENT] == [(1, 1), (3, 3)]


def test_a_game_is_written_down() -> None:
    plan = counts_plan(
        run__turns=2, run__goals=["lands >= 2 by turn 2"], free=[{"turns": [1], "at": "main1", "do": "scry2"}]
    )
    text = transcript(plan, play_game(plan, 3).rows)
    assert text[0].startswith("  hand: ") and len(text[0].split(", ")) == 7
    assert "Turn 1" in text and "Turn 2" in text
    scry = next(line for line in text if "scry 2" in line)
    assert "sees" in scry and ("top" in scry or "bottom" in scry)
    assert any(line.startswith("  plays") for line in text)
    assert any(line.startswith("  draw ") for line in text[text.index("Turn 2") :])


def test_both_engines_are_written_down_alike() -> None:
    plan = counts_plan(run__turns=3, run__goals=["lands >= 3 by turn 3"])
    assert transcript(plan, play_game(plan, 5).rows) == transcript(plan, kernel_rows(plan, 5))
