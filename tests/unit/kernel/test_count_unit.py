"""The count unit plays the same games as the core: equal tallies and truths; and it refuses what it cannot count."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer import engine
from analyzer.engine import NO_LOG, NO_ROWS
from analyzer.group import write_first_turns
from analyzer.kernel import count_layout
from analyzer.kernel._jit import compiled
from analyzer.kernel.count_unit import play_counts
from analyzer.kernel.games import play_games
from analyzer.pack import pack
from analyzer.pack_count import why_not
from analyzer.pack_count_tables import pack_count, write_count
from analyzer.plan.model import Plan
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile
from analyzer.tally import from_numbers

RULES = {"keep": "lands-between:k7=2-5", "bottom": "lands-above", "scry": "lands-until:lands=4"}
SPELLS = (("Boros Spell", "{R}{W}"), ("Golgari Spell", "{1}{B}{G}"))
WELL = {"name": "Prism Well", "types": "Land", "produces": "W|U|B|R|G", "tapped": "yes", "abilities": ""}
DECKS: dict[str, dict[str, Any]] = {
    "counts": {"deck": {"counts": "17 land, 9 key, 34 blank"}},
    "two kinds": {"deck": {"counts": "24 land, 36 blank"}},
    "two colours": {"deck": {"text": "8 Plains\n8 Island\n4 Azorius Guildgate\n20 Savannah Lions\n20 Cancel"}},
    "five colours": {
        "deck": {
            "text": "5 Plains\n5 Island\n5 Swamp\n4 Mountain\n4 Forest\n4 Prism Well\n33 Cancel\n20 Savannah Lions\n"
            "10 Boros Spell\n10 Golgari Spell"
        },
        "card": [WELL, *({"name": n, "types": "Sorcery", "cost": cost, "abilities": ""} for n, cost in SPELLS)],
    },
}
GOALS = {
    "counts": [
        "lands had >= 3 by draw 3",
        "had @group:key by draw 4 given lands had >= 2",
        "had @group:key on draw 2 given lands had >= 2",
        "lands had == 5 on turn 6",
        "lands had != 2 on draw 4",
        "lands had in 2..3 on draw 4 given mulligans == 0",
        "had @group:key by draw 2 and lands had >= 3 by draw 4",
    ],
    "two kinds": ["lands had >= 4 on draw 5", "lands had >= 3 on draw 3", "lands had != 4 on turn 6"],
    "two colours": [
        'payable "Cancel" with lands on draw 3 given had "Cancel"',
        'payable "Cancel" with lands on draw 4',
        'not payable "Cancel" with lands on draw 4',
        "payable {W}{U} with lands by draw 4",
        "payable {2/W}{2/U} on draw 2",
        'payable "Savannah Lions" with lands on draw 1 given lands had >= 1',
    ],
    "five colours": [
        'payable "Boros Spell" with lands on draw 2 given had "Boros Spell"',
        'payable "Golgari Spell" with lands by draw 4',
        "payable {W}{U}{B}{R}{G} with lands on draw 6",
        "payable {W/U}{2/B}{R/P} with lands on draw 4",
    ],
}
TABLE_GOALS = [
    "lands >= 3 by turn 3",
    "land drops by turn 4",
    "lands had >= 4 on land 4",
    "missed drops == 0 on turn 5",
]


def free(at: str, do: str, *turns: int) -> dict[str, Any]:
    return {"at": at, "do": do, "turns": list(turns)}


# what is special -> tables of the plan
PLANS: dict[str, dict[str, Any]] = {
    "london on the play": {},
    "london on the draw, free mulligan": {"table": {"seat": "draw", "free_mulligans": 1}},
    "either seat": {"table": {"seat": "both"}},
    "paris": {"table": {"mulligan": "paris"}},
    "no mulligans, three players": {"table": {"mulligan": "none", "players": 3}},
    "one scry": {"free": [free("main1", "scry1", 1)]},
    "scries of two and three": {"free": [free("upkeep", "scry2", 1, 2, 3), free("main1", "scry3", 2, 5)]},
    "draws": {"free": [free("draw", "draw1", 2), free("main1", "draw2", 1, 4), free("main1", "scry1", 4)]},
    "bottom rule about the hand": {"strategy": {**RULES, "bottom": "balance"}},
    "keep rule about the hand": {"strategy": {**RULES, "keep": "when:kept lands in 2..4"}},
}


def plan_of(name: str, goals: list[str], measures: tuple[str, ...] | None = (), **tables: Any) -> Plan:
    """A plan with exactly these measures, or with the usual ones (None)."""
    groups = {"group": {"key": ["key"]}} if name == "counts" else {}
    run = {"turns": 6, "goals": goals, "seed": 11, **tables.pop("run", {})}
    document = {"format": 1, "strategy": RULES, **DECKS[name], **groups, **tables, "run": run}
    plan = resolve(PlanFile.model_validate(document)).plan
    return plan if measures is None else replace(plan, measures=measures)


def same_games(plan: Plan, games: int = 2500) -> np.ndarray:
    """Play games with the core and with the count unit; the truths, which must be equal as the tallies must."""
    packed, counted = pack(plan), pack_count(plan)
    assert counted is not None, why_not(plan, packed.block)
    columns = len(plan.goals) + packed.shape.conditions + len(packed.shape.measures)
    tallies = np.zeros((2, packed.output_words), np.int64)
    truths = np.zeros((2, games, columns), np.uint8)
    core = compiled(play_games)(packed.block, 5, games, NO_ROWS, NO_LOG, tallies[0], truths[0])
    unit = compiled(play_counts)(counted.block, 5, games, tallies[1], truths[1])
    assert core == unit == games
    assert (tallies[0] == tallies[1]).all()
    turns = from_numbers(plan.plan_id, counted.shape, tallies[1]).goal
    goals, expressions = len(plan.goals), len(plan.goals) + packed.shape.conditions
    for truth in truths:
        write_first_turns(truth, turns)
        truth[:, goals:expressions] = truth[:, goals:expressions] != 0
    assert (truths[0] == truths[1]).all()
    # the next games are added, from whatever the last one left behind
    for entry, block, tally in ((play_games, packed.block, tallies[0]), (play_counts, counted.block, tallies[1])):
        extra = (NO_ROWS, NO_LOG) if entry is play_games else ()
        compiled(entry)(block, 9_000, 100, *extra, tally, np.zeros((0, 1), np.uint8))
    assert (tallies[0] == tallies[1]).all() and tallies[0][0] == games + 100
    return truths[0]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("name", PLANS)
def test_tallies_and_truths_equal_those_of_the_core(name: str, deck: str) -> None:
    truth = same_games(plan_of(deck, GOALS[deck], ("lands had", "looked at", "bottomed"), **PLANS[name]))
    goals = truth[:, : len(GOALS[deck])]
    assert all(0 < (column != 0).sum() < len(column) for column in goals.T), goals.mean(axis=0)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("name", ["london on the play", "either seat", "no mulligans, three players", "one scry"])
def test_lands_in_play_where_a_land_is_played_every_turn(name: str, deck: str) -> None:
    measures = ("lands", "land drops", "missed drops", "looked at")
    truth = same_games(plan_of(deck, TABLE_GOALS, measures, **PLANS[name]))
    assert 0 < (truth[:, 0] != 0).sum() < len(truth)


@pytest.mark.parametrize("deck", ["counts", "two kinds"])
@pytest.mark.parametrize("name", ["london on the draw, free mulligan", "paris", "scries of two and three"])
def test_the_usual_measures_where_nothing_is_ever_cast(name: str, deck: str) -> None:
    plan = plan_of(deck, [*GOALS[deck], *TABLE_GOALS], None, **PLANS[name], run={"turns": 7})
    assert "mana available" in plan.measures and "mana spent" in plan.measures
    same_games(plan)


def test_strata_are_counted_by_the_core_s_own_tally() -> None:
    same_games(plan_of("counts", GOALS["counts"], ("lands had",), run={"by": ["mulligans"]}))


def test_totals_over_turns() -> None:
    same_games(plan_of("counts", ["total(lands had, 1..3) >= 8 by turn 4"], ()))


@pytest.mark.parametrize("deck", ["counts", "two colours"])
def test_void_slots_are_skipped(deck: str) -> None:
    same_games(plan_of(deck, GOALS[deck], ("lands had",), deck={**DECKS[deck]["deck"], "slots": 63}))


def test_the_core_still_plays_a_block_with_count_tables() -> None:
    plan = plan_of("counts", GOALS["counts"])
    plain, written = pack(plan), pack(plan)
    write_count(plan, written.block)
    tallies = np.zeros((2, plain.output_words), np.int64)
    for each, tally in zip((plain, written), tallies, strict=True):
        compiled(play_games)(each.block, 0, 500, NO_ROWS, NO_LOG, tally, np.zeros((0, 1), np.uint8))
    assert (tallies[0] == tallies[1]).all()


def test_goals_that_one_reading_settles_need_no_other_tally() -> None:
    packed = pack_count(plan_of("two colours", [GOALS["two colours"][0]]))
    assert packed is not None
    assert packed.block[count_layout.REST] == packed.block[count_layout.REST_END]
    assert packed.block[count_layout.CLEARED] == 0


@pytest.mark.parametrize("deck", ["counts", "two colours"])
def test_runs_and_groups_do_not_depend_on_the_unit(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [plan_of(deck, GOALS[deck], ("lands had",), **PLANS[name]) for name in ("one scry", "draws")]
    assert all(each.counted for each in engine.ready(plans).packed)
    counted = engine.run(plans, 3000, chunk=1000, threads=1)
    monkeypatch.setattr(engine, "pack_count", lambda plan: None)
    assert not any(each.counted for each in engine.ready(plans).packed)
    core = engine.run(plans, 3000, threads=1)
    assert counted.tallies == core.tallies
    assert counted.group is not None and core.group is not None
    for field in ("S", "C", "measure_S", "measure_C"):
        assert (getattr(counted.group, field) == getattr(core.group, field)).all()


REFUSED: dict[str, tuple[str, dict[str, Any], list[str], tuple[str, ...]]] = {
    "the Vancouver look": ("Vancouver", {"table": {"mulligan": "vancouver"}}, [], ()),
    "castable": ("goal about the table", {}, ['castable "Cancel" by land 3'], ()),
    "mana": ("goal or measure", {}, [], ("mana spent",)),
    "mana with tapped lands": ("goal or measure", {}, [], ("mana available",)),
    "a shuffle": ("free effect", {"free": [free("main1", "shuffle", 1)]}, [], ()),
    "chance": ("free effect", {"free": [{**free("main1", "scry1", 1), "chance": 0.5}]}, [], ()),
    "the rule": ("asks for", {"free": [free("main1", "scry1", 2)], "strategy": {**RULES, "scry": "curve"}}, [], ()),
    "a look": ("Opt", {"deck": {"text": "24 Island\n36 Opt"}}, ["lands had >= 2 by draw 3"], ()),
    "decking": ("run out", {"free": [free("main1", "draw20", 1, 2, 3)]}, [], ()),
    "land drops after more draws": (
        "goal or measure",
        {"free": [free("main1", "draw1", 1)]},
        ["lands >= 2 by turn 3"],
        (),
    ),
    "legendary lands": ("goal or measure", {"deck": {"text": "24 Karakas\n36 Cancel"}}, ["lands >= 2 by turn 3"], ()),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_count_unit_leaves_to_the_core(name: str) -> None:
    word, tables, goals, measures = REFUSED[name]
    plan = plan_of("two colours", goals or ["lands had >= 2 by draw 3"], measures, **tables)
    assert word in why_not(plan, pack(plan, with_code=False).block)
    assert pack_count(plan) is None
