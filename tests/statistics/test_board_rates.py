"""Rates of Shards, Sorcerer Roles and the Ring in played games against the exact fractions of groups D, E and G.

Every check has its own alarm of 1e-6; with the seed fixed the tests pass or fail for good.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from analyzer.engine import run
from analyzer.estimates import goal_rate
from tests.support.kernel_plans import card, plan, rule
from tests.support.statcheck import assert_share

ALARM = 1e-6
GAMES = 200_000
BEAR = card("Bear", "Creature — Bear", "{9}", power=2, toughness=2)
ELF = card("Elf", "Creature — Elf", "{9}", power=2, toughness=2)
IDLE_BUT_ATTACKING = {"strategy__play": rule("everything"), "strategy__pick": rule("never_kind_zero")}


def free(do: str, turns: list[int], moment: str = "main1") -> dict[str, Any]:
    return {"do": do, "turns": turns, "at": moment}


def check(deck: str, fraction: str | tuple[str, ...], games: int = GAMES, **options: Any) -> None:
    tally = run(plan(deck, [BEAR, ELF], **options), games, threads=1).tally
    for number, text in enumerate([fraction] if isinstance(fraction, str) else fraction):
        assert_share(goal_rate(tally, number).successes, games, Fraction(text), ALARM)


def board(**options: Any) -> dict[str, Any]:
    """An empty hand, six Islands in play beside the sixty unseen cards, no natural draws, one turn."""
    return {
        "start__hand": [], "start__battlefield": ["6 Island"], "table__draws": False, "run__turns": 1, **options
    }  # fmt: skip


@pytest.mark.parametrize(("token", "fraction"), [("shard1", "38/59"), ("clue1", "2/5")])
def test_d_03_one_shard_or_clue_for_a_land(token: str, fraction: str) -> None:
    check("24 Plains\n36 Bear\n6 Island", fraction, **board(
        free=[free(token, [1])], strategy__play=rule("everything"), strategy__scry=rule("kind_zero"),
        run__goals=['had "Plains" by turn 1'],
    ))  # fmt: skip


@pytest.mark.parametrize(("token", "fraction"), [("shard1", "23/177"), ("shard2", "8023/32509"),
                                                 ("shard3", "57128/162545"), ("clue1", "1/15")])  # fmt: skip
def test_d_04_shards_looking_for_a_playset_card(token: str, fraction: str) -> None:
    check("4 Elf\n56 Bear\n6 Island", fraction, **board(
        free=[free(token, [1])], strategy__play=rule("everything"), strategy__scry=rule("kind_zero"),
        run__goals=['had "Elf" by turn 1'],
    ))  # fmt: skip


@pytest.mark.parametrize(("role", "fraction"), [("monster", "46446821/81098745"), ("sorcerer", "54277763/71917755")])
def test_e_03_a_role_attacks_from_turn_3(role: str, fraction: str) -> None:
    check("24 Plains\n36 Island Sanctuary\n1 Bear", fraction, start__battlefield=["Bear"], run__turns=6,
          free=[free(f"role({role})", [3], "upkeep")], strategy__scry="lands-until:lands=5",
          strategy__play=rule("attack_until_5"), run__goals=["lands had >= 5 by draw 6"])  # fmt: skip


@pytest.mark.parametrize(
    ("effects", "fraction"),
    [
        ([free("role(sorcerer)", [3], "upkeep")] * 2, "10775624957/15791084205"),
        ([free("scry2", [3, 4], "combat")], "10928469341/15791084205"),
        ([], "156927367/335980515"),
    ],
)
def test_e_04_two_roles_are_not_one_scry_of_two(effects: list[dict[str, Any]], fraction: str) -> None:
    """LANDS(5) is best play here as well: with five lands wanted, no land is ever one too many before turn 5."""
    check("24 Plains\n36 Island Sanctuary\n1 Bear\n1 Elf", fraction, start__battlefield=["Bear", "Elf"], run__turns=5,
          free=effects, strategy__scry="lands-until:lands=5", strategy__play=rule("attack_until_4"),
          run__goals=["lands had >= 5 by draw 5"])  # fmt: skip


@pytest.mark.parametrize(("temptations", "fraction"), [(2, "21630/32509"), (1, "275759/487635")])
def test_g_04_how_much_the_loot_finds(temptations: int, fraction: str) -> None:
    check("4 Elf\n56 Island Sanctuary\n1 Bear", fraction, start__battlefield=["Bear"], run__turns=5,
          free=[free("ring1", [3], "upkeep")] * temptations, strategy__play=rule("attack_until_5"),
          strategy__pick=rule("never_kind_zero"), run__goals=['had "Elf" by turn 5'])  # fmt: skip


@pytest.mark.parametrize(("order", "at_once"), [("looks-first", "1/3"), ("draws-first", "1/6")])
def test_g_06_loot_and_scry_in_one_combat(order: str, at_once: str) -> None:
    check("1 Elf\n5 Island Sanctuary\n1 Bear", (at_once, "1/2"), start__hand=[], start__battlefield=["Bear"],
          run__turns=2, table__trigger_order=order, strategy__play=rule("attack_until_1"),
          free=[free("role(sorcerer);ring1;ring1", [1], "upkeep")], strategy__scry=rule("kind_zero"),
          strategy__pick=rule("never_kind_zero"),
          run__goals=['had "Elf" by turn 1', 'had "Elf" by draw 2'])  # fmt: skip
