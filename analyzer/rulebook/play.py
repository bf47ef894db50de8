"""Playing a plan on the rulebook in the order of F13: one game, or exact rates."""

from __future__ import annotations

from fractions import Fraction

from analyzer.goals.evaluate import KEEP
from analyzer.plan.model import Plan
from analyzer.registry import PythonRule, python_rules
from analyzer.rulebook.library import Order
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.plans.loop import act as act_by_rules
from analyzer.rulebook.plans.opening import open_game
from analyzer.rulebook.plans.table import Table, set_up, stream_order
from analyzer.rulebook.plans.turns import Act, play_turn
from analyzer.rulebook.plans.waiting import is_over
from analyzer.rulebook.randomness import Branches, BranchingOrder


def play_game(
    plan: Plan,
    number: int,
    act: Act | None = None,
    order: Order | None = None,
    rules: dict[str, PythonRule] | None = None,
) -> Table:
    """Play game `number` of a plan; `order` None: the random numbers of F8.

    `act` does a main phase in place of the play rule; `rules` saves looking them up again for every game.
    """
    order = order or stream_order(plan, number)
    return played(Known(plan), number, act, order, rules or python_rules(plan), None)


def exact_rates(plan: Plan, act: Act | None = None) -> list[Fraction]:
    """The exact rate of each goal (of games that meet its condition), over everything that can come up."""
    rules, known, branches = python_rules(plan), Known(plan), Branches()
    true = [Fraction(0)] * len(plan.goals)
    given = [Fraction(0)] * len(plan.goals)
    while branches.open:
        branches.begin()
        table = played(known, 0, act, BranchingOrder(branches), rules, branches)
        for place, outcome in enumerate(table.outcomes()):
            given[place] += branches.weight if outcome.given is not None else 0
            true[place] += branches.weight if outcome.both is not None else 0
        branches.end()
    return [true[place] / given[place] if given[place] else Fraction(0) for place in range(len(plan.goals))]


def played(
    known: Known, number: int, act: Act | None, order: Order, rules: dict[str, PythonRule], branches: Branches | None
) -> Table:
    """A whole game, from the first deal to its last turn."""
    table = set_up(known, number, order, rules, branches)
    return play_on(table, act or act_by_rules)


def play_on(table: Table, act: Act = act_by_rules) -> Table:
    """Play a table that has been set up to the end of its game."""
    from analyzer.contract import events
    from analyzer.rulebook.plans.waiting import over_reason

    open_game(table)
    table.read(KEEP)
    for turn in range(table.plan.start.turn, table.plan.turns + 1):
        play_turn(table, turn, act)
        if is_over(table.game):
            break
    table.game.row(events.OVER, over_reason(table.game))
    if is_over(table.game):
        table.read("turn", early=True)
    return table
