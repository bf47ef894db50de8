"""What the tally of a plan counts (tally.Shape): it follows from the plan alone, whichever engine plays it."""

from __future__ import annotations

from analyzer.contract.events import OVER_REASONS
from analyzer.goals.names import Names
from analyzer.goals.reading import MeasureText, parse_by, parse_measure
from analyzer.goals.tree import Goal
from analyzer.plan.model import Plan
from analyzer.tally import Shape
from analyzer.versions import selects

MAX_STRATA = 32
MOMENTS = ("draw", "land", "turn")


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
    """Name and number of every kind that can look, draw or find, itself or by a token that it makes.

    Where some copies of a card are a kind of their own, the name of the second kind ends in `#2`.
    """
    found: list[tuple[str, int]] = []
    for kind in plan.kinds:
        if any(selects(ability.program) for ability in kind.abilities):
            name = kind.card.full_name
            again = sum(other == name or other.startswith(f"{name} #") for other, _ in found)
            found.append((f"{name} #{again + 1}" if again else name, kind.index))
    return found
