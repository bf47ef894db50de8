"""What is asked when nobody asks: the default goals, measures and per-card columns of SEMANTICS 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.goals.names import Names
from analyzer.goals.tokens import quoted
from analyzer.goals.tree import Goal

if TYPE_CHECKING:
    from analyzer.plan.model import Kind, Plan

LAND_DROP_TURNS = (2, 3, 4, 5)
MANA_TURNS = (3, 5, 7)  # turns by which the mean mana spent, and its share of the mana available, are printed
CAST_TURN = 7  # the last turn of the column of cards cast
MEASURES = ("mana spent", "mana available", "scry events + surveil events", "looked at", "bottomed", "bottomed drawn")
VALUE_GOALS = ("land drops by turn 4", "not screw and not flood")
VALUE_MEASURE, VALUE_TURN = "mana spent", 5


@dataclass(frozen=True, slots=True)
class CardRow:
    """Columns of one kind: indices of goals, None where the column does not apply (held, too dear for the turns)."""

    kind: int
    turn: int
    payable: int | None
    castable: int | None
    cast: int | None


@dataclass(frozen=True, slots=True)
class Defaults:
    """Goals (the first `general` of them about the deck, the rest about cards), measures, and the per-card columns."""

    goals: tuple[Goal, ...]
    measures: tuple[str, ...]
    rows: tuple[CardRow, ...]
    general: int
    left_out: tuple[str, ...] = ()  # of the goals about the deck those that need more turns than the plan plays


def default_goals(plan: Plan, names: Names | None = None) -> Defaults:
    """The goals, measures and per-card columns of a plan without a goal; `names` defaults to the plan's own."""
    from analyzer.goals.reading import parse_goal

    names = names or Names.of(plan)
    goals: list[Goal] = []
    left_out: list[str] = []

    def add(text: str) -> int | None:
        goal = parse_goal(text, names)
        if goal.last_turn > plan.turns:
            left_out.append(str(goal))
            return None
        goals.append(goal)
        return len(goals) - 1

    for turn in LAND_DROP_TURNS:
        add(f"land drops by turn {turn}")
    for name in ("screw", "flood", "colour screw"):
        add(name)
    for index in plan.commanders:
        turn = max(1, plan.kinds[index].card.card_mana_value)
        add(f"castable {quoted(plan.kinds[index].card.full_name)} on turn {turn}")
    general, beyond = len(goals), tuple(left_out)
    rows = [_row(kind, plan, add) for kind in plan.kinds if kind.lines and kind.index in set(plan.slots)]
    return Defaults(tuple(goals), MEASURES, tuple(rows), general, beyond)


def _row(kind: Kind, plan: Plan, add: object) -> CardRow:
    assert callable(add)
    name, turn = quoted(kind.card.full_name), max(1, kind.card.card_mana_value)
    payable = add(f"payable {name} on turn {turn}")
    castable = None if kind.held else add(f"castable {name} on land {turn} given had {name}")
    cast = None if kind.held else add(f"cast {name} by turn {min(CAST_TURN, plan.turns)}")
    return CardRow(kind.index, turn, payable, castable, cast)
