"""Tokens, Roles, the Ring, attacks and abilities of the kernel: acceptance groups D, E and G by events and counts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from analyzer import engine
from analyzer.contract import events
from analyzer.contract import triggers as when
from analyzer.kernel import layout as at
from analyzer.kernel import system_layout as system
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile
from analyzer.versions import find_source, with_version
from tests.support.kernel_plans import card, counted, only, packed_once, plan, rows, rule, takes

LETTERS = [card(f"Letter {letter}", cost="{9}") for letter in "ABCDEF"]
BEAR = card("Bear", "Creature — Bear", "{9}", power=2, toughness=2)
ELF = card("Elf", "Creature — Elf", "{9}", power=1, toughness=1)
EVERYTHING = {"strategy__play": rule("everything"), "strategy__scry": "keep-all"}


def free(do, turns=(1,), moment="upkeep"):
    return {"do": do, "turns": list(turns), "at": moment}


def scene(battlefield=(), effects=(), cards=(), library="ABC", hand=(), **options):
    """A library of letters, top first, permanents in play, and free effects; no natural draws unless asked for."""
    names = [*battlefield, *hand]
    text = "\n".join(
        [f"1 Letter {letter}" for letter in library] + [f"{names.count(n)} {n}" for n in dict.fromkeys(names)]
    )
    chosen = {
        "start__hand": list(hand), "start__battlefield": list(battlefield), "table__draws": False, "run__turns": 1,
        "start__library_top": [f"Letter {letter}" for letter in library], "free": list(effects),
        **EVERYTHING, **options,
    }  # fmt: skip
    return plan(text, [*LETTERS, BEAR, ELF, *cards], **chosen)


def letters(deck, slots):
    return "".join(deck.kinds[deck.slots[slot]].name.removeprefix("Letter ") for slot in slots)


# ---- D: Shards -----------------------------------------------------------------------------------------------------
def test_d_01_one_activation():
    deck = scene(["Island", "Island"], [free("shard1")], strategy__scry=rule("bottom_all"))
    found = rows(deck)
    assert letters(deck, takes(found)) == "B"
    assert letters(deck, [row[1] for row in only(found, events.TOBOTTOM)]) == "A"
    assert [row[1:] for row in only(found, events.TOKEN)] == [(0 + 2, at.SHARD_KIND, -1)]
    assert only(found, events.LEAVE) == [(1, 2, events.SACRIFICED, 0)]
    assert [row[1] for row in only(found, events.SPENT)] == [2] and counted(found)[events.SCRY] == 1


def test_d_02_three_shards_five_mana():
    deck = scene(["Island"] * 5, [free("shard3")], library="ABCDEF",
                 run__goals=["shards made == 3 on turn 1", "shards used == 2 on turn 1"])  # fmt: skip
    found = rows(deck)
    assert letters(deck, takes(found)) == "AB"
    assert counted(found)[events.SCRY] == counted(found)[events.ACTIVATE] == 2
    assert len(only(found, events.TOKEN)) == 3 and len(only(found, events.LEAVE)) == 2
    assert [row[1] for row in only(found, events.GOAL)] == [0, 1]


@pytest.mark.parametrize(("token", "scries", "discards"), [("shard1", 1, 0), ("clue1", 0, 0), ("blood1", 0, 1)])
def test_tokens_and_their_abilities(token, scries, discards):
    deck = scene(["Island"] * 4, [free(token)], library="ABCD", hand=["Bear"])
    found = rows(deck)
    count = counted(found)
    assert (count[events.TOKEN], count[events.ACTIVATE], count[events.LEAVE]) == (1, 1, 1)
    assert (count[events.SCRY], count[events.DISCARD]) == (scries, discards) and letters(deck, takes(found))[-1] == "A"


def test_shards_wait_for_the_window_of_the_opponents_turn():
    found = rows(scene(["Island"] * 2, [free("shard1")], strategy__play="spend-mana", hand=["Island"]))
    place = [row[0] for row in found].index(events.ACTIVATE)
    assert [row[2] for row in found[:place] if row[0] == events.STEP][-1] == 8  # opp


# ---- E: Sorcerer Roles ---------------------------------------------------------------------------------------------
def test_e_01_attack_scries_before_damage():
    deck = scene(["Bear"], [free("role(sorcerer)")], strategy__scry=rule("bottom_all"))
    found = rows(deck)
    order = [row[0] for row in found if row[0] in (events.ATTACH, events.ATTACK, events.SCRY, events.DAMAGE)]
    assert order == [events.ATTACH, events.ATTACK, events.SCRY, events.DAMAGE]
    assert only(found, events.ATTACK) == [(1, 0, 3, 0)] and only(found, events.DAMAGE) == [(1, 1, 3, 0)]
    assert letters(deck, [row[1] for row in only(found, events.TOBOTTOM)]) == "A"


@pytest.mark.parametrize(("second", "scries"), [("sorcerer", 1), ("monster", 0)])
def test_e_02_a_newer_role_replaces_the_older(second, scries):
    found = rows(scene(["Bear"], [free("role(sorcerer)"), free(f"role({second})")]))
    assert only(found, events.LEAVE) == [(1, 1, events.STATE_BASED, 0)]
    assert only(found, events.ATTACK) == [(1, 0, 3, 0)] and counted(found)[events.SCRY] == scries


def test_e_04_two_roles_are_two_looks():
    found = rows(scene(["Bear", "Elf"], [free("role(sorcerer)"), free("role(sorcerer)")]))
    assert sorted(row[2] for row in only(found, events.ATTACH)) == [0, 1]  # one each
    assert [row[2] for row in only(found, events.SCRY)] == [1, 1] and counted(found)[events.ATTACK] == 2


@pytest.mark.parametrize(("haste", "scries"), [((), 0), (("haste",), 1)])
def test_e_05_summoning_sickness_and_haste(haste, scries):
    recruit = card("Recruit", "Creature", "{U}", "|".join([*haste, "etb:role(sorcerer,self)"]), power=2, toughness=2)
    found = rows(scene(["Island"], [free("ring1")], [recruit], hand=["Recruit"]))
    assert counted(found)[events.SCRY] == counted(found)[events.ATTACK] == scries


def test_vigilance_leaves_a_creature_untapped_and_defenders_stay_home():
    guard = card("Guard", "Creature", "{9}", "vigilance|attack:scry1", power=2, toughness=2)
    wall = card("Wall", "Creature", "{9}", "defender|attack:scry1", power=2, toughness=2)
    found = rows(scene(["Guard", "Wall"], [], [guard, wall]))
    assert [row[1] for row in only(found, events.ATTACK)] == [0] and counted(found)[events.SCRY] == 1


# ---- G: the Ring ---------------------------------------------------------------------------------------------------
def test_g_01_tempted_without_a_creature():
    found = rows(scene([], [free("ring1")] * 5))
    assert [row[1:3] for row in only(found, events.RING)] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4)]
    assert not only(found, events.BEARER)


def test_g_02_the_strongest_that_can_attack_becomes_and_stays_bearer():
    watcher = card("Watcher", "Enchantment", "{9}", "onring:life+1|onbearer:life+5")
    found = rows(scene(["Elf", "Bear", "Watcher"], [free("ring1"), free("ring1")], [watcher]))
    assert [row[1:] for row in only(found, events.BEARER)] == [(1, 1, 0), (1, 0, 0)]
    assert [row[2] for row in only(found, events.LIFE)] == [1, 5, 1, 5]


@pytest.mark.parametrize("temptations", [1, 2])
def test_g_03_draw_then_discard(temptations):
    deck = scene(["Bear"], [free("ring1")] * temptations, hand=["Elf"], library="AB", strategy__pick=rule("dearest"))
    found = rows(deck)
    looted = [row[0] for row in found if row[0] in (events.TAKE, events.DISCARD) and row[1] == 1]
    assert looted == ([events.TAKE, events.DISCARD] if temptations == 2 else [])
    assert [row[2] for row in only(found, events.DAMAGE)] == [2]


def test_g_05_fourth_ability():
    ogre = card("Ogre", "Creature", "{9}", power=3, toughness=3)
    found = rows(scene(["Ogre"], [free("ring1")] * 4, [ogre], run__goals=["opponent life <= 14 on turn 1"]))
    assert [row[2] for row in only(found, events.DAMAGE)] == [3] and counted(found)[events.GOAL] == 1
    assert (1, 1, -3, 0) in only(found, events.LIFE) and counted(found)[events.DISCARD] == 1


@pytest.mark.parametrize(("order", "first"), [("looks-first", events.SCRY), ("draws-first", events.TAKE)])
def test_g_06_order_of_loot_and_scry(order, first):
    deck = scene(["Bear"], [free("role(sorcerer)"), free("ring1"), free("ring1")], library="ABC",
                 table__trigger_order=order)  # fmt: skip
    found = [row[0] for row in rows(deck) if row[0] in (events.SCRY, events.TAKE)]
    assert found[0] == first and len(found) == 2


def test_the_ring_leaves_a_bearer_that_dies():
    shade = card("Shade", "Creature", "{9}", "dies:draw1|ltb:ring1", power=5, toughness=5)
    deck = scene(["Bear", "Shade"], [free("ring1")], [shade], run__turns=2,
                 script=[{"turn": 1, "at": "main2", "do": "remove best creature"}])  # fmt: skip
    found = rows(deck)
    assert [row[1] for row in only(found, events.BEARER)] == [1, 0]
    assert only(found, events.LEAVE) == [(1, 1, events.SCRIPTED, 0)]
    assert [row[1] for row in found if row[0] == events.TAKE] == [1, 2]  # it dies; the new bearer loots


# ---- other triggers and abilities ----------------------------------------------------------------------------------
def test_an_attack_trigger_of_an_own_event_row():
    found = rows(scene(["Seer"], [], [card("Seer", "Creature", "{9}", "attack:scry2", power=1, toughness=1)]))
    assert only(found, events.TRIGGER) == [(1, 0, when.ATTACK, 0)]


def test_once_each_turn():
    elves = card("Elves", "Creature", "{9}", "onscry[once]:counter1(+1/+1,self)", power=3, toughness=2)
    deck = scene(["Elves"], [free("scry1;scry1", (1, 2))], [elves], run__turns=2,
                 run__goals=["damage >= 9 by turn 2"])  # fmt: skip
    assert [row[2] for row in only(rows(deck), events.ATTACK)] == [4, 5]


def test_another_permanent_entering_does_not_mean_itself():
    lord = card("Lord", "Creature", "{U}", "onenter[creature]:scry1", power=2, toughness=2)
    deck = scene(["Island"] * 3, [], [lord], hand=["Lord", "Lord"], library="ABCDEF")
    assert counted(rows(deck))[events.SCRY] == 1


def test_pay_on_resolution_only_with_mana():
    sage = card("Sage", "Creature", "{U}", "etb:maypay[{2}](scry1)", power=2, toughness=2)
    for lands, scries in ((2, 0), (3, 1)):
        found = rows(scene(["Island"] * lands, [], [sage], hand=["Sage"]))
        assert counted(found)[events.SCRY] == scries
        assert [row[1] for row in only(found, events.SPENT)] == [1, 2][: 1 + scries]


def test_a_loyalty_ability_once_a_turn_until_loyalty_is_gone():
    walker = card("Walker", "Legendary Planeswalker", "{9}", "loyalty[-1]:scry1", loyalty=2)
    found = rows(scene(["Walker"], [], [walker], run__turns=3))
    assert [row[0] for row in only(found, events.ACTIVATE)] == [1, 2]
    assert only(found, events.LEAVE) == [(2, 0, events.STATE_BASED, 0)] and counted(found)[events.SCRY] == 2


def test_chapters_of_a_saga():
    saga = card("Tale", "Enchantment — Saga", "{U}", "chapter[I]:scry1|chapter[II,III]:draw1")
    deck = scene(["Island"], [], [saga], hand=["Tale"], run__turns=4, library="ABCDEF")
    found = rows(deck)
    assert [row[0] for row in only(found, events.SCRY)] == [1]
    assert [row[1] for row in found if row[0] == events.TAKE and row[1] > 0] == [2, 3]
    assert [row[0] for row in only(found, events.LEAVE)] == [3]


def test_a_tapping_ability_of_a_creature_waits_a_turn():
    star = card("Star", "Creature", "{U}", "activate:T:scry1", power=1, toughness=1)
    found = rows(scene(["Island"], [], [star], hand=["Star"], run__turns=3))
    assert [row[0] for row in only(found, events.ACTIVATE)] == [2, 3]


def test_a_mode_that_looks_is_chosen_in_a_trigger():
    prince = card("Prince", "Creature", "{U}", "etb:choose1{life+3//scry2//-}", power=2, toughness=2)
    found = rows(scene(["Island"], [], [prince], hand=["Prince"]))
    assert [row[1] for row in only(found, events.SCRY)] == [2]


def test_half_an_ability_is_not_offered():
    top = card("Spinner", "Artifact", "{9}", "activate:T:draw1;topself")
    assert not only(rows(scene(["Spinner"], [], [top])), events.ACTIVATE)


def test_combat_is_left_out_where_nothing_notices_it():
    assert not only(rows(scene(["Bear"], strategy__play="spend-mana")), events.ATTACK)
    assert only(rows(scene(["Bear"], run__goals=["damage >= 2 on turn 1"])), events.ATTACK, events.GOAL)


def test_blockers_of_the_script_stop_the_weakest():
    deck = scene(["Elf", "Bear"], [free("role(sorcerer)")], script=[{"turn": 1, "at": "upkeep", "do": "block 1"}])
    assert [row[2] for row in only(rows(deck), events.DAMAGE)] == [3]


@pytest.mark.parametrize(("survive", "low", "high"), [(0.0, 300, 300), (0.5, 100, 200), (1.0, 0, 0)])
def test_creatures_survive_with_the_stated_chance_until_their_first_attack(survive, low, high):
    """At 1/2 of 300 games fewer than 100 or more than 200 removals come once in a hundred million."""
    deck = scene(["Island"], [], [card("Scout", "Creature", "{U}", "attack:scry1", power=1, toughness=1)],
                 hand=["Scout"], run__turns=3, table__survive=survive)  # fmt: skip
    removed = 0
    for game in range(300):
        found = rows(deck, game)
        gone = [row[0] for row in only(found, events.LEAVE)]
        assert gone in ([], [2]) and counted(found)[events.ATTACK] == (0 if gone else 2)
        removed += len(gone)
    assert low <= removed <= high


def test_a_commander_costs_two_more_each_time():
    chief = card("Chief", "Legendary Creature", "{1}", "etb:scry1", power=1, toughness=1)
    deck = plan(
        "Commander\n1 Chief\n\nDeck\n40 Island", [chief], run__turns=5, table__draws=True,
        script=[{"turn": turn, "at": "main2", "do": "remove best creature"} for turn in (2, 3, 4, 5)], **EVERYTHING,
    )  # fmt: skip
    casts = [(row[0], row[1]) for row in only(rows(deck), events.CAST)]
    spent = [row[1] for row in only(rows(deck), events.SPENT)]
    assert [turn for turn, _ in casts] == [1, 3, 5] and spent == [1, 3, 5]
    assert [row[1] for row in only(rows(deck, 1), events.SPENT)] == [1, 3, 5]  # and so again in the next game


# ---- whole games ---------------------------------------------------------------------------------------------------
EXAMPLES = ("niko-shards", "sorcerer-roles", "the-ring", "azorius-temples", "commander-99")


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_game_depends_on_its_number_only_and_keeps_every_card(example):
    """Games one by one, in one go and with the log on give the same tally; cards are never lost or doubled."""
    deck = resolve(PlanFile.model_validate({"deck": {"example": example}, "run": {"turns": 8}}), Path.cwd()).plan
    packed = packed_once(deck)
    kernel, games = engine.load_kernel(), 40
    output = [np.zeros(packed.output_words, np.int64) for _ in range(3)]
    block = packed.block.copy()
    assert kernel(block, 0, games, engine.NO_ROWS, engine.NO_LOG, output[0], engine.NO_TRUTH) == games
    log = np.zeros((6000, events.WIDTH), np.int64)
    for game in range(games):
        alone = packed.block.copy()
        assert kernel(alone, game, 1, engine.NO_ROWS, engine.NO_LOG, output[1], engine.NO_TRUTH) == 1
        assert kernel(block, game, 1, engine.NO_ROWS, log, output[2], engine.NO_TRUTH) == 1
        conserved(deck, alone)
    assert (output[0] == output[1]).all() and (output[0] == output[2]).all()


def conserved(deck, block):
    """Every card of the list is in exactly one zone; what is attached sits on a live creature."""
    held = sum(
        int(block[place : place + len(deck.kinds)].sum()) for place in (at.HAND, at.PLAY, at.GRAVE, at.EXILE)
    )  # fmt: skip
    command = int(block[system.COMMAND0]).bit_count() + int(block[system.COMMAND1]).bit_count()
    assert held + int(block[at.LIBRARY_SIZE]) + command == len(deck.slots) + len(deck.commanders)
    live = set(block[at.LIVE_LIST : at.LIVE_LIST + int(block[at.LIVE])].tolist())
    for obj in live:
        record = block[at.OBJECT + obj * at.OBJECT_STRIDE :][: at.OBJECT_STRIDE]
        assert record[at.O_ATTACHED] in (-1, *live) and record[at.O_TAPPED] in (0, 1)
    roles = sum(is_role(int(block[at.OBJECT + obj * at.OBJECT_STRIDE + at.O_KIND])) for obj in live)
    assert roles == block[at.ROLES] and int(block[at.PLAY + at.SHARD_KIND]) == block[at.SHARDS]
    assert block[at.BEARER] - 1 in (-1, *live)


def is_role(kind):
    return kind >= at.MAX_KINDS and bool(at.ROLE_KINDS >> (kind - at.MAX_KINDS) & 1)


@pytest.mark.parametrize(
    ("example", "source", "looks"),
    [("niko-shards", "Niko, Light of Hope/etb", True), ("sorcerer-roles", "Unassuming Sage/etb", True),
     ("the-ring", "Nazgûl/etb", False)],
)  # fmt: skip
def test_versions_of_a_card_reach_what_its_tokens_do(example, source, looks):
    """blind: the same games but for the looks of its tokens; empty: fewer cards drawn as well; off: no tokens."""
    goals = ["shards made >= 1 by turn 7", "roles made >= 1 by turn 7", "ring >= 1 by turn 7"]
    written = {"deck": {"example": example}, "run": {"goals": goals, "measures": ["looked at", "cards drawn"]}}
    deck = resolve(PlanFile.model_validate(written), Path.cwd()).plan
    found = find_source(deck, source)
    plans = [deck, *(with_version(deck, found, version) for version in ("blind", "empty", "off"))]
    looked, drawn, made = [], [], []
    for each in plans:
        count = Counter(row[0] for game in range(60) for row in rows(each, game))
        looked.append(count[events.LOOK])
        drawn.append(count[events.TAKE])
        made.append(count[events.TOKEN] + count[events.RING])
    assert (looked[0] > looked[1]) == looks and made[0] > made[3]
    assert drawn[2] < drawn[0] or example == "sorcerer-roles"
