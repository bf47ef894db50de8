"""Honest information (invariant I1): a fork changes what is unseen; equal views must get equal answers, in both engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from analyzer import engine
from analyzer.contract import view as contract
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.registry import PythonRule, python_rules
from analyzer.rulebook import engine as rulebook
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.plans.table import Table, set_up, stream_order
from analyzer.rulebook.play import play_on

SALT = 977
Decision = tuple[int, str, tuple[Any, ...], Any]  # cards seen before, role, what was shown, answer


def shown(game: Any, asked: Sequence[Any]) -> tuple[Any, ...]:
    """Everything a rule may know when it is asked: every field, every count of a kind, the look, the action."""
    kinds = range(game.kinds)
    facts: list[Any] = [getattr(game, name) for name, kind, *_ in contract.GAME if kind == "field"]
    counts = [name for name, kind, *_ in contract.GAME if kind == "by kind"]
    facts += [getattr(game, name)(card) for name in counts for card in kinds]
    facts += [game.look_card(place) for place in range(game.looked)]
    for one in asked:
        if isinstance(one, int | list):
            facts.append(str(one))
        else:
            facts += [getattr(one, name) for name, kind, *_ in contract.ACTION if kind == "field"]
    return tuple(facts)


@dataclass
class Listener:
    """A rule whose questions and answers are written down."""

    rule: PythonRule
    role: str
    heard: list[Decision]
    order: Any

    @property
    def mark(self) -> Any:
        return self.rule.mark

    @property
    def label(self) -> str:
        return self.rule.label

    def __call__(self, game: Any, *asked: Any) -> float:
        before = shown(game, asked)
        answer = self.rule(game, *asked)
        self.heard.append((self.order.seen, self.role, before, answer))
        return answer

    def ranks(self, game: Any, cards: Sequence[int]) -> list[float]:
        before = shown(game, [list(cards)])
        answer = self.rule.ranks(game, cards)
        self.heard.append((self.order.seen, self.role, before, tuple(answer)))
        return answer


@dataclass
class Heard:
    """A game and every decision of it."""

    table: Table
    decisions: list[Decision] = field(default_factory=list)


def listen(plan: Plan, game: int, fork: int | None, rules: dict[str, PythonRule]) -> Heard:
    """Play a game, forked from a draw on or not, and write every decision down."""
    order = stream_order(plan, game, None if fork is None else (SALT, fork))
    decisions: list[Decision] = []
    listening: Any = {role: Listener(rule, role, decisions, order) for role, rule in rules.items()}
    return Heard(play_on(set_up(Known(plan), game, order, listening)), decisions)


def leaks(plan: Plan, game: int, draw: int, rules: dict[str, PythonRule]) -> list[str]:
    """Decisions that knew what they must not: before the fork, or with an equal view."""
    plain, forked = listen(plan, game, None, rules), listen(plan, game, draw, rules)
    early = [[one for one in heard.decisions if one[0] <= draw] for heard in (plain, forked)]
    found = [f"{a[1]} rule, before the fork" for a, b in zip(*early, strict=False) if a != b]
    found += ["decisions before the fork differ in number"] * (len(early[0]) != len(early[1]))
    answers = {(role, view): answer for _, role, view, answer in plain.decisions}
    for _, role, view, answer in forked.decisions:
        if answers.get((role, view), answer) != answer:
            found.append(f"{role} rule, with an equal view")
    return found


def plan_of(**keys: Any) -> Plan:
    base = {
        "deck.text": "6 Temple of Mystery\n8 Island\n6 Forest\n4 Opt\n4 Preordain\n4 Llanowar Elves\n4 Grizzly Bears\n"
        "4 Divination\n4 Impulse\n4 Faithless Looting\n12 Elvish Visionary",
        "run.turns": 5,
        "run.goals": ["lands >= 4 by turn 4"],
    }
    return resolve(plan_from_options({**base, **{key.replace("__", "."): value for key, value in keys.items()}})).plan


SHIPPED = [
    {"strategy__keep": keep, "strategy__bottom": bottom, "strategy__scry": scry, "strategy__play": play}
    for keep, bottom, scry, play in (
        ("karsten-2022", "balance", "lands-until:lands=4", "spend-mana"),
        ("karsten-2018", "lands-above:lands=3", "curve", "spend-mana:greedy=true"),
        ("karsten-2013", "karsten-2022", 'find:cards="Opt"', "spend-mana:dig_tax=3"),
        ("castable", "costliest", "bottom-all", "spend-mana"),
        ("lands-between", 'keep-package:a="Opt"', "keep-all", "spend-mana"),
        ("when:kept lands in 2..4", "balance", "auto", "spend-mana"),
        ("always", "balance", "karsten-2018", "spend-mana"),
    )
]


@pytest.mark.parametrize("rules", SHIPPED, ids=lambda rules: rules["strategy__keep"])
@pytest.mark.parametrize("mulligan", ["london", "vancouver"])
def test_shipped_rules_know_nothing_of_what_is_unseen(rules: dict[str, str], mulligan: str) -> None:
    plan = plan_of(**rules, table__mulligan=mulligan)
    for game, draw in ((0, 7), (1, 8), (2, 10), (3, 12), (4, 9)):
        assert leaks(plan, game, draw, python_rules(plan)) == []


def peek(game: Any, card: int) -> float:
    """Keeps a card when the next unseen one is a land: what no rule may do."""
    library = game._source.library
    middle = {one.slot: one for one in library.middle}
    place = library.order.place
    while library.order.slot_at(place) not in middle:
        place += 1
    return float(middle[library.order.slot_at(place)].facts.is_land)


def test_a_rule_that_peeks_is_caught() -> None:
    plan = plan_of()
    rules = python_rules(plan)
    rules["scry"] = replace(rules["scry"], function=peek, values=())
    caught = [leak for game in range(12) for leak in leaks(plan, game, 8, rules)]
    assert any(leak.startswith("scry rule") for leak in caught)
    assert not any(leak.startswith(("keep", "bottom")) for leak in caught)


@pytest.mark.parametrize("draw", [0, 5, 8, 11])
def test_both_engines_fork_alike(draw: int) -> None:
    plan = plan_of(table__mulligan="paris")
    changed = 0
    for game in range(6):
        kernel = [tuple(map(int, row)) for row in engine.replay(plan, game, salt=SALT, salt_from=draw)]
        assert rulebook.replay(plan, game, (SALT, draw)) == kernel
        changed += kernel != [tuple(map(int, row)) for row in engine.replay(plan, game)]
    assert changed == 6
