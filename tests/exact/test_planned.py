"""Exact values of whole plans: against the published tables, against all arrangements, and why there is none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from analyzer.engine import run
from analyzer.enumerated import exact_rates, rates_of_all
from analyzer.exact.planned import exact_value
from analyzer.goals.tree import Goal
from analyzer.plan.model import Plan
from analyzer.plan.read import parse_free, plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.verify.rows import sections
from tests.support.command import scryworth
from tests.support.statcheck import assert_share

KARSTEN = {"strategy.keep": "karsten-2022", "strategy.bottom": "karsten-2022"}


def plan_of(deck: str, goals: list[str], **options: Any) -> Plan:
    changes = {"deck.counts": deck, "run.goals": goals, "run.turns": 5}
    changes |= {key.replace("__", "."): value for key, value in options.items()}
    return resolve(plan_from_options(changes)).plan


def value(plan: Plan, number: int = 0) -> Fraction | str:
    goal = plan.goals[number]
    assert isinstance(goal, Goal)
    found = exact_value(plan, goal)
    return found.how if found.value is None else found.value


@pytest.mark.ci
def test_the_tables_of_verify_are_found_again() -> None:
    """Every number with a form is the number in the table, and most numbers have one."""
    found: dict[str, int] = {}
    for section in sections():
        for row in section.rows:
            expect = row.plan_file.expect
            if expect.minus:
                continue
            plan = resolve(row.plan_file, row.folder).plan
            for number, text in enumerate(expect.exact):
                exact = value(plan, number)
                if isinstance(exact, Fraction):
                    assert abs(exact - Fraction(text)) < Fraction(1, 10**14), (row.name, number)
                    found[section.name] = found.get(section.name, 0) + 1
    assert found["sources-2022"] == 152 and found["sources-2013"] == 36 and found["land-drops-london"] == 76
    assert found["land-drops-2017"] == 120 and found["gold-cards"] == 18
    assert found["cases-C"] >= 16 and found["cases-L"] >= 10 and sum(found.values()) > 500


SMALL = "3 land, 2 key, 3 blank"
LOOKS = [
    (["scry 2 on turn 1"], "find:cards=key", 'had "key" by draw 2'),
    (["scry 1 on turns 1..2 main"], "lands-until:lands=2", "land drops by turn 2"),
    (["scry 2; draw 1 on turn 1"], "lands-until:lands=2", 'lands had >= 2 by draw 2 and had "key" by draw 2'),
    (["draw 1 on turn 1 upkeep", "scry 1 on turn 2 upkeep"], "bottom-all", "lands had in 1..2 on turn 2"),
    (["scry 1 on turn 1 draw"], "keep-all", 'had "key" on turn 1 given lands had >= 1 on turn 1'),
    ([], "keep-all", "lands had >= 2 by draw 2 or had key by draw 1"),
    ([], "keep-all", "missed drops >= 1 by turn 3 given first seven lands in 1..2"),
    ([], "keep-all", "not (lands had >= 1 on draw 1) and lands had >= 2 on draw 3"),
]


@pytest.mark.parametrize("seat", ["play", "draw"])
@pytest.mark.parametrize(("free", "scry", "goal"), LOOKS)
def test_a_form_is_the_rate_over_all_arrangements(free: list[str], scry: str, goal: str, seat: str) -> None:
    goal = goal.replace("had key", 'had "key"')
    hand = 7 if "first seven" in goal else 2
    deck = SMALL if hand == 2 else "4 land, 7 blank"
    plan = plan_of(
        deck, [goal], free=[parse_free(text) for text in free], table__mulligan="none", start__hand_size=hand,
        strategy__scry=scry, table__seat=seat, run__turns=3,
    )  # fmt: skip
    exact = value(plan)
    assert isinstance(exact, Fraction), exact
    assert [exact] == rates_of_all(plan)


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("london", {"strategy__bottom": "lands-above:lands=3", "strategy__keep": "lands-between:k7=3-4,k6=2-3"}),
        (
            "london",
            {"table__players": 4, "table__free_mulligans": 1, **{k.replace(".", "__"): v for k, v in KARSTEN.items()}},
        ),
        ("paris", {"strategy__keep": 'when:n <= 5 or had "key" >= 1 and kept lands in 2..5'}),
        ("vancouver", {"strategy__keep": "karsten-2018", "strategy__mull_look": "find:cards=key"}),
    ],
)
def test_mulligans_agree_with_games(rule: str, options: dict[str, Any]) -> None:
    deck = "17 land, 23 blank" if rule == "london" else "17 land, 4 key, 19 blank"
    goals = ["lands had >= 4 by draw 4", "lands had >= 3 by draw 3 given kept cards <= 6", "mulligans >= 1"]
    if rule != "vancouver":
        goals.append("lands had >= 2 by draw 2 and lands had >= 5 by draw 5")
    plan = plan_of(deck, goals, table__mulligan=rule, **options)
    tally = run(plan, 200_000).tally
    for number in range(len(goals)):
        exact = value(plan, number)
        assert isinstance(exact, Fraction), exact
        assert_share(int(tally.goal[number].sum()), int(tally.given[number].sum()), exact, 1e-6)


@pytest.mark.parametrize(
    ("deck", "goal", "options", "reason"),
    [
        ("24 land, 36 blank", "mana spent >= 3 by turn 3", {}, "more than the cards that were drawn"),
        ("20 Island, 4 Opt, 36 blank", "lands had >= 3 by draw 3", {}, "Opt may act"),
        ("20 Island, 4 Llanowar Elves, 36 blank", "lands had >= 3 by draw 3", {}, "Llanowar Elves may act"),
        ("24 land, 36 blank", "lands had >= 3 by draw 3", {"table__seat": "both"}, "seats are mixed"),
        ("24 land, 36 blank", "lands had >= 3 by draw 3", {"strategy__bottom": "balance"}, "bottom rule balance"),
        ("24 land, 36 blank", "lands had >= 3 by draw 3", {"strategy__keep": "castable"}, "keep rule castable"),
        ("20 Island, 4 Plains, 36 blank", 'had "Island" >= 2 by draw 3', {}, "which of several kinds"),
        ("24 land, 36 blank", "lands had >= 3 by draw 3", {"start__hand": ["2 land", "5 blank"]}, "position of its own"),
        ("5 land, 5 blank", "lands had >= 5 by draw 5", {}, "may run out"),
        ("20 land, 40 blank", "lands had >= 3 by draw 2 given lands had >= 10 by draw 1", {}, "no game meets"),
        ("24 land, 36 blank", "land drops by turn 4", {"free": [parse_free("draw 3 on turn 1")]}, "discarded at cleanup"),
        ("24 land, 36 blank", "lands had >= 4 by draw 4", {"free": [parse_free("surveil 1 on turn 1")]}, "free effect"),
        ("24 land, 36 blank", "lands had >= 4 by draw 4", {"free": [parse_free("scry 1 on turn 1")], "strategy__scry": "curve"}, "scry rule curve"),
    ],
)  # fmt: skip
def test_where_there_is_no_form_the_reason_is_said(deck: str, goal: str, options: dict[str, Any], reason: str) -> None:
    defaults = {key.replace(".", "__"): text for key, text in KARSTEN.items()} | {"strategy__bottom": "lands-above"}
    if "free" in options:
        defaults["table__mulligan"] = "none"
    plan = plan_of(deck, [goal], **{**defaults, **options})
    found = value(plan)
    assert isinstance(found, str) and reason in found, found


def test_small_lists_are_enumerated_where_no_form_is() -> None:
    plan = plan_of(
        "1 key, 9 blank", ['had "key" on turn 1'], free=[parse_free("scry 1; shuffle; draw 1 on turn 1")],
        table__mulligan="none", table__draws=False, start__hand_size=0, strategy__scry="find:cards=key", run__turns=1,
    )  # fmt: skip
    (exact,) = exact_rates(plan)
    assert exact.value == Fraction(1, 10) and "100 arrangements" in exact.how


@pytest.mark.parametrize(
    ("deck", "options", "reason"),
    [
        ("20 Island, 4 Opt, 36 blank", {}, "arrangements are too many"),
        ("5 Island, 1 Evolving Wilds, 2 Opt", {"start__hand_size": 2}, "shuffles"),
        ("5 Island, 3 Opt", {"start__hand_size": 2, "free": [{"turns": [1], "do": "draw1;shuffle"}]}, "before it is shuffled"),
        ("5 Island, 3 Opt", {"start__hand_size": 2, "free": [{"turns": [1], "do": "draw1", "chance": 0.5}]}, "chance"),
    ],
)  # fmt: skip
def test_what_is_not_enumerated_says_why(deck: str, options: dict[str, Any], reason: str) -> None:
    plan = plan_of(deck, ['cast "Opt" by turn 2'], table__mulligan="none", run__turns=2, **options)
    (exact,) = exact_rates(plan)
    assert exact.value is None and reason in exact.how, exact.how


def test_the_command_prints_both_or_why_not() -> None:
    done = scryworth(
        "run", "24 land, 36 blank", "--goal", "lands had >= 4 by draw 4", "--goal", "mana spent >= 1 by turn 3",
        "--mulligan", "none", "--games", 2000, "--exact", "--quiet",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "63.1785 %" in done.out and "closed form" in done.out
    assert "none" in done.out and "more than the cards that were drawn" in " ".join(done.out.split())
