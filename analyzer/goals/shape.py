"""What the tally of a plan counts (tally.Shape): it follows from the plan alone, whichever engine plays it."""

from __future__ import annotations

from analyzer.contract.events import OVER_REASONS
from analyzer.contract.view import FIRST_TOKEN
from analyzer.goals.filters import LOOK_STEPS, steps_of
from analyzer.goals.names import Names
from analyzer.goals.reading import MeasureText, parse_by, parse_measure
from analyzer.goals.tree import Goal
from analyzer.plan.model import Plan
from analyzer.tally import Shape

MAX_STRATA = 32
MOMENTS = ("draw", "land", "turn")
TOKENS = (("Shard", "shard", FIRST_TOKEN + 1), ("Sorcerer Role", "role", FIRST_TOKEN + 2))


def shape_of(plan: Plan) -> Shape:
    """The shape of a plan's tally."""
    goals = [goal for goal in plan.goals if isinstance(goal, Goal)]
    given = [place for place, goal in enumerate(goals) if goal.given is not None]
    return Shape(
        goals=tuple(map(str, goals)),
        given=tuple(given.index(place) if place in given else -1 for place in range(len(goals))),
        turns=plan.turns,
        measures=tuple((str(each), each.bins + 1) for each in measures_of(plan)),
        sources=tuple(name for name, _ in source_kinds(plan)),
        reasons=OVER_REASONS,
        by=tuple((str(each), min(each.bins + 1, MAX_STRATA)) for each in strata_of(plan)),
    )


def measures_of(plan: Plan) -> list[MeasureText]:
    """The measures that are tallied, by kind of moment."""
    names = Names.of(plan)
    found = [parse_measure(text, names) for text in plan.measures]
    return sorted(dict.fromkeys(found), key=lambda measure: MOMENTS.index(measure.moment))


def strata_of(plan: Plan) -> list[MeasureText]:
    """The measures that split the tally."""
    names = Names.of(plan)
    return [parse_by(text, names) for text in plan.by]


def source_kinds(plan: Plan) -> list[tuple[str, int]]:
    """Name and kind of everything that can look or draw: cards of the deck, then tokens."""
    found = [
        (kind.card.full_name, kind.index)
        for kind in plan.kinds
        if any(op.rstrip("+-?!") in (*LOOK_STEPS, "draw", "loot") for op in steps_of(kind.abilities))
    ]
    texts = " ".join([kind.card.effects for kind in plan.kinds] + [free.text for free in plan.free])
    return found + [(name, kind) for name, word, kind in TOKENS if word in texts]
