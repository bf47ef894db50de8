"""The count unit plays the same games as the core: equal tallies and truths; and it refuses what it cannot count."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer.engine import NO_LOG, NO_ROWS
from analyzer.kernel._jit import compiled
from analyzer.kernel.count_unit import play_counts
from analyzer.kernel.games import play_games
from analyzer.pack import pack
from analyzer.pack_count import why_not, write_count
from analyzer.plan.model import Plan
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile

COUNTS = {"counts": "17 land, 9 key, 34 blank"}
COLOURS = {"text": "8 Plains\n8 Island\n4 Azorius Guildgate\n20 Savannah Lions\n20 Cancel"}
GOALS = {
    COUNTS["counts"]: [
        "lands had >= 3 by draw 3",
        "had @group:key by draw 4 given lands had >= 2",
        "lands had == 5 on turn 6",
    ],
    COLOURS["text"]: [
        'payable "Cancel" with lands on draw 3 given had "Cancel"',
        "payable {W}{U} with lands by draw 4",
    ],
}
RULES = {"keep": "lands-between:k7=2-5", "bottom": "lands-above", "scry": "lands-until:lands=4"}


def plan_of(cards: dict[str, Any], measures: tuple[str, ...] = (), **tables: Any) -> Plan:
    goals = GOALS[next(iter(cards.values()))]
    groups = {"group": {"key": ["key"]}} if cards is COUNTS else {}
    run = {"turns": 6, "goals": goals, "seed": 11}
    document = {"format": 1, "deck": cards, "strategy": RULES, "run": run, **groups, **tables}
    return replace(resolve(PlanFile.model_validate(document)).plan, measures=measures)


def free(at: str, do: str, *turns: int) -> dict[str, Any]:
    return {"at": at, "do": do, "turns": list(turns)}


# what is special -> tables of the plan
PLANS: dict[str, dict[str, Any]] = {
    "london on the play": {},
    "london on the draw, free mulligan": {"table": {"seat": "draw", "free_mulligans": 1}},
    "paris": {"table": {"mulligan": "paris"}},
    "no mulligans, three players": {"table": {"mulligan": "none", "players": 3}},
    "one scry": {"free": [free("main1", "scry1", 1)]},
    "scries of two and three": {"free": [free("upkeep", "scry2", 1, 2, 3), free("main1", "scry3", 2, 5)]},
    "draws": {"free": [free("draw", "draw1", 2), free("main1", "draw2", 1, 4), free("main1", "scry1", 4)]},
    "bottom rule about the hand": {"strategy": {**RULES, "bottom": "balance"}},
    "keep rule about the hand": {"strategy": {**RULES, "keep": "when:kept lands in 2..4"}},
}


@pytest.mark.parametrize("deck", [COUNTS, COLOURS], ids=["counts", "colours"])
@pytest.mark.parametrize("name", PLANS)
def test_tallies_and_truths_equal_those_of_the_core(name: str, deck: dict[str, Any]) -> None:
    plan = plan_of(deck, ("lands had", "looked at", "bottomed"), **PLANS[name])
    packed = pack(plan)
    assert why_not(plan, packed.block) == ""
    write_count(plan, packed.block)
    games, expressions = 3000, len(plan.goals) + packed.shape.conditions
    tallies = np.zeros((2, packed.output_words), np.int64)
    truths = np.zeros((2, games, expressions), np.uint8)
    core = compiled(play_games)(packed.block.copy(), 5, games, NO_ROWS, NO_LOG, tallies[0], truths[0])
    counted = compiled(play_counts)(packed.block.copy(), 5, games, tallies[1], truths[1])
    assert core == counted == games
    assert (tallies[0] == tallies[1]).all()
    assert (truths[0] == truths[1]).all() and 0 < truths[0].sum() < truths[0].size


def test_void_slots_are_skipped() -> None:
    plan = plan_of(COUNTS, ("lands had",), deck={**COUNTS, "slots": 63})
    packed = pack(plan)
    write_count(plan, packed.block)
    tallies = np.zeros((2, packed.output_words), np.int64)
    none = np.zeros((0, 1), np.uint8)
    compiled(play_games)(packed.block.copy(), 0, 2000, NO_ROWS, NO_LOG, tallies[0], none)
    compiled(play_counts)(packed.block.copy(), 0, 2000, tallies[1], none)
    assert (tallies[0] == tallies[1]).all()


REFUSED: dict[str, tuple[str, dict[str, Any], list[str], tuple[str, ...]]] = {
    "the Vancouver look": ("Vancouver", {"table": {"mulligan": "vancouver"}}, [], ()),
    "lands in play": ("goal or measure", {}, ["lands >= 2 by turn 3"], ()),
    "castable": ("goal about the table", {}, ['castable "Cancel" by land 3'], ()),
    "mana": ("goal or measure", {}, [], ("mana spent",)),
    "a shuffle": ("free effect", {"free": [free("main1", "shuffle", 1)]}, [], ()),
    "chance": ("free effect", {"free": [{**free("main1", "scry1", 1), "chance": 0.5}]}, [], ()),
    "the rule": ("asks for", {"free": [free("main1", "scry1", 2)], "strategy": {**RULES, "scry": "curve"}}, [], ()),
    "a look": ("Opt", {"deck": {"text": "24 Island\n36 Opt"}}, ["lands had >= 2 by draw 3"], ()),
    "decking": ("run out", {"free": [free("main1", "draw20", 1, 2, 3)]}, [], ()),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_count_unit_leaves_to_the_core(name: str) -> None:
    word, tables, goals, measures = REFUSED[name]
    run = {"turns": 4, "goals": goals or ["lands had >= 2 by draw 3"]}
    document = {"format": 1, "deck": COLOURS, "strategy": RULES, "run": run, **tables}
    plan = replace(resolve(PlanFile.model_validate(document)).plan, measures=measures)
    assert word in why_not(plan, pack(plan).block)
