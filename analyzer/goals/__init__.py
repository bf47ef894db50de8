"""The goal language (formats F3): reading goals, measures and keep expressions, and binding them to a deck."""

from __future__ import annotations

from analyzer.goals.binding import bind_expr, bind_goal, bind_term
from analyzer.goals.defaults import Defaults, default_goals
from analyzer.goals.names import Names
from analyzer.goals.reading import MeasureText, parse_by, parse_goal, parse_keep, parse_measure, remarks
from analyzer.goals.tokens import GoalError
from analyzer.goals.tree import And, Atom, Cards, Expr, Goal, Not, Or, Term, When
from analyzer.goals.truth import Truth, truth_of

__all__ = [
    "And",
    "Atom",
    "Cards",
    "Defaults",
    "Expr",
    "Goal",
    "GoalError",
    "MeasureText",
    "Names",
    "Not",
    "Or",
    "Term",
    "Truth",
    "When",
    "bind_expr",
    "bind_goal",
    "bind_term",
    "default_goals",
    "parse_by",
    "parse_goal",
    "parse_keep",
    "parse_measure",
    "remarks",
    "truth_of",
]
