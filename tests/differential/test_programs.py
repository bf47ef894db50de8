"""Random looks and draws at random moments, small libraries: the engine over all orders against exact recursion."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from analyzer.exact.digging import (
    SHUFFLE,
    ScryRule,
    Step,
    bottom_all,
    draw,
    find,
    keep_all,
    lands_until,
    need,
    scry,
    value,
)
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from tests.support.plans import exact_rates

Hand = tuple[int, ...]
MOMENTS = ("untap", "upkeep", "draw", "main1", "combat", "main2", "end")
PROGRAMS = ("scry1", "scry2", "scry3", "draw1", "scry1;draw1", "scry2;draw1", "draw1;scry2", "scry1;scry1")
RULES: list[tuple[str, ScryRule]] = [
    *((f"lands-until:lands={k}", lands_until(k)) for k in (1, 2, 3)),
    ("find:cards=@land", find(0)),
    ("find:cards=key", find(1)),
    ('find:cards=key + "@land"', find(0, 1)),
    ("keep-all", keep_all),
    ("bottom-all", bottom_all),
]


@dataclass(frozen=True)
class Case:
    """A plan, and the same as steps for the recursion."""

    plan: Plan
    counts: tuple[int, ...]
    hand: int
    steps: tuple[Step, ...]
    goal: Callable[[Hand], bool]
    rule: ScryRule


def steps_of(program: str) -> list[Step]:
    """`scry2;draw1` as steps of the recursion."""
    return [
        SHUFFLE if part == "shuffle" else {"scry": scry, "draw": draw}[part[:4]](int(part[4:]))
        for part in program.split(";")
    ]


def random_case(number: int, with_shuffle: bool) -> Case:
    """Lands, key cards and blanks; up to three effects in up to three turns; every draw finds a card."""
    pick = random.Random(number)
    counts = (
        (pick.randint(1, 2), pick.randint(1, 2), 1) if with_shuffle else tuple(map(pick.randint, (1,) * 3, (3, 2, 3)))
    )
    hand, turns, seat = pick.randint(0, 2), pick.randint(1, 3), pick.choice(("play", "draw"))
    left = sum(counts) - hand
    natural = set(range(1 if seat == "draw" else 2, turns + 1)) if pick.random() < 0.7 else set()
    if len(natural) > left:
        natural = set()
    left -= len(natural)
    effects: list[tuple[int, int, str]] = []
    for _ in range(pick.randint(1, 3)):
        program = pick.choice(
            ["scry1", "scry2", "scry3", "draw1", "scry1;draw1", "scry2;draw1", "draw1;scry2", "scry1;scry1"]
        )
        drawn = program.count("draw")
        if drawn <= left:
            left -= drawn
            effects.append((pick.randint(1, turns), pick.randrange(len(MOMENTS)), program))
    if with_shuffle:
        effects.append((pick.randint(1, turns), pick.randrange(len(MOMENTS)), "shuffle"))
    effects.sort(key=lambda each: each[:2])  # one that was written first happens first
    on_drops = pick.random() < 0.3
    steps: list[Step] = []
    for turn in range(1, turns + 1):
        for moment, name in enumerate(MOMENTS):
            if name == "draw" and turn in natural:
                steps.append(draw())
            for at, when, program in effects:
                if (at, when) == (turn, moment):
                    steps += steps_of(program)
            if name == "main2" and on_drops:  # the last moment at which a land can be played
                steps.append(need(lambda held, turn=turn: held[0] >= turn))
    text, goal = random_goal(pick, turns, on_drops)
    rule_text, rule = pick.choice(RULES)
    plan = resolve(
        plan_from_options(
            {
                "deck.counts": f"{counts[0]} land, {counts[1]} key, {counts[2]} blank",
                "table.mulligan": "none",
                "table.seat": seat,
                "table.draws": bool(natural),
                "start.hand_size": hand,
                "strategy.scry": rule_text,
                "run.turns": turns,
                "run.goals": [text],
                "free": [{"turns": [turn], "at": MOMENTS[moment], "do": do} for turn, moment, do in effects],
            }
        )
    ).plan
    return Case(plan, counts, hand, tuple(steps), goal, rule)


def random_goal(pick: random.Random, turns: int, on_drops: bool) -> tuple[str, Callable[[Hand], bool]]:
    """A goal about cards had by the last turn, in words and as a function of the hand."""
    if on_drops:
        return f"land drops by turn {turns}", lambda held: True
    lands, keys = pick.randint(1, 2), pick.randint(1, 2)
    return pick.choice(
        [
            (f"lands had >= {lands} on turn {turns}", lambda held: held[0] >= lands),
            (f"lands had == {lands} on turn {turns}", lambda held: held[0] == lands),
            (f'had "key" >= {keys} by turn {turns}', lambda held: held[1] >= keys),
            (f'lands had >= {lands} and had "key" by turn {turns}', lambda held: held[0] >= lands and held[1] >= 1),
            (
                f'lands had >= {lands} or had "key" on turn {turns}'.replace(" or", f" on turn {turns} or"),
                lambda held: held[0] >= lands or held[1] >= 1,
            ),
        ]
    )


def check(case: Case) -> None:
    """Equal to the recursion under the same rule, and not above best play."""
    (rate,) = exact_rates(case.plan)
    assert rate == value(case.counts, case.steps, case.goal, hand=case.hand, rule=case.rule)
    assert rate <= value(case.counts, case.steps, case.goal, hand=case.hand)


@pytest.mark.parametrize("number", range(60))
def test_all_arrangements(number: int) -> None:
    check(random_case(number, with_shuffle=False))


@pytest.mark.parametrize("number", range(1000, 1012))
def test_all_arrangements_of_deal_and_shuffle(number: int) -> None:
    check(random_case(number, with_shuffle=True))


@pytest.mark.ci
def test_many_more() -> None:
    for number in range(2000, 2600):
        check(random_case(number, with_shuffle=number % 8 == 0))


def test_cases_differ() -> None:
    """The draw of cases is worth something: most rates lie strictly between 0 and 1, and many are different."""
    rates = {exact_rates(random_case(number, with_shuffle=False).plan)[0] for number in range(60)}
    assert len(rates) >= 15 and sum(0 < rate < 1 for rate in rates) >= 15
    assert all(isinstance(rate, Fraction) for rate in rates)
