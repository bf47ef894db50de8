"""What authors of rules of play import: decorators that mark a function, and the values that knobs can have.

A rule is a plain function of a view (`game`) and knobs. A decorator attaches a `RuleMark` and returns the function
itself, so a rule stays callable and testable as ordinary Python; compiling happens elsewhere, when a run needs it.

    from analyzer.rules import scry_rule

    @scry_rule("lands-until")
    def lands_until(game, card, lands=4):
        \"\"\"Keep a land on top until enough have been had, then keep spells.\"\"\"
        have = game.lands_had + game.kept_lands
        return game.is_land(card) == (have < lands)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from analyzer.contract import actions, moments, ops, reasons
from analyzer.errors import InputError

__all__ = [
    "CardSet", "Expression", "Knob", "RuleMark", "Span", "actions", "bottom_rule", "cards", "expression", "inside",
    "keep_rule", "mark_of", "moments", "ops", "pick_rule", "play_rule", "reasons", "scry_look_rule", "scry_rule",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])

MARK = "__scryworth_rule__"

# kind of rule -> parameters before the knobs, as authors write them
KINDS: dict[str, tuple[str, ...]] = {
    "keep": ("game",),
    "bottom": ("game", "card"),
    "scry": ("game", "card"),
    "scry_look": ("game", "cards", "out"),
    "play": ("game", "action"),
    "pick": ("game", "card"),
}
# role of a plan -> kinds of rule that can fill it
ROLES: dict[str, tuple[str, ...]] = {
    "keep": ("keep",),
    "bottom": ("bottom",),
    "scry": ("scry", "scry_look"),
    "play": ("play",),
    "pick": ("pick",),
    "mull_look": ("scry", "scry_look"),
}


class Span(NamedTuple):
    """A whole-number range with both ends, the value of a range knob.

    >>> Span(2, 5), inside(3, Span(2, 5))
    (Span(low=2, high=5), True)
    """

    low: int
    high: int


def inside(number: int, span: Span) -> bool:
    """Does the number lie in the span, ends included? Works in compiled rules too."""
    return span.low <= number and number <= span.high


@dataclass(frozen=True, slots=True)
class CardSet:
    """Default of a card-set knob: names and `@groups` joined by `+`; a rule asks `game.in_set(knob, card)`."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Expression:
    """Default of an expression knob, in the goal language over the hand; a rule asks `game.holds(knob)`."""

    text: str


def cards(text: str = "") -> Any:
    """Default value of a card-set knob.

    >>> cards("@goal")
    CardSet(text='@goal')
    """
    return CardSet(text)


def expression(text: str) -> Any:
    """Default value of an expression knob.

    >>> expression("kept lands in 2..5")
    Expression(text='kept lands in 2..5')
    """
    return Expression(text)


KNOB_TYPES: dict[type, str] = {
    bool: "yes or no",
    int: "a whole number",
    float: "a number",
    Span: "a range such as 2-5",
    CardSet: "cards: names or @groups joined by +",
    Expression: "an expression in the goal language",
}


@dataclass(frozen=True, slots=True)
class Knob:
    """One knob of a rule: its name, the type of its values and the value it has unless set."""

    name: str
    type: type
    default: Any


@dataclass(frozen=True, slots=True)
class RuleMark:
    """What a decorator says about a function: kind of rule, public name, knobs in the order of the signature.

    `lands_first` and `steady`: see `play_rule`.
    """

    kind: str
    name: str
    knobs: tuple[Knob, ...]
    lands_first: bool = False
    steady: bool = False


def mark_of(function: Any) -> RuleMark | None:
    """The mark of a decorated function, None for any other object."""
    return getattr(function, MARK, None)


def keep_rule(name: str) -> Callable[[Function], Function]:
    """Mark `f(game, knobs...)`: truth says keep this hand (asked after bottoming)."""
    return _marker("keep", name)


def bottom_rule(name: str) -> Callable[[Function], Function]:
    """Mark `f(game, card, knobs...)`: the card with the highest score goes to the bottom of the library."""
    return _marker("bottom", name)


def scry_rule(name: str) -> Callable[[Function], Function]:
    """Mark `f(game, card, knobs...)`: more than 0 keeps the card on top, higher first; anything else puts it away."""
    return _marker("scry", name)


def scry_look_rule(name: str) -> Callable[[Function], Function]:
    """Mark `f(game, cards, out, knobs...)`: fills `out[i]` with the rank of `cards[i]`, as a scry rule would answer."""
    return _marker("scry_look", name)


def pick_rule(name: str) -> Callable[[Function], Function]:
    """Mark `f(game, card, knobs...)`: the highest score is picked; an optional pick needs more than 0."""
    return _marker("pick", name)


def play_rule(name: str, lands_first: bool = False, steady: bool = False) -> Callable[[Function], Function]:
    """Mark `f(game, action, knobs...)`: the highest score is done; an optional action needs more than 0.

    Two promises let the compiled engine ask less. `lands_first`: a land that scores above 0 beats every line that is
    offered with it, and passing never scores above 0. `steady`: in a main phase the score of a line without X depends
    on the turn, the line and `in_best_set` alone; of a line that looks, draws or fetches lands this need hold only with
    a land in hand or the land drop used.
    """
    return _marker("play", name, lands_first, steady)


def _marker(kind: str, name: str, lands_first: bool = False, steady: bool = False) -> Callable[[Function], Function]:
    def mark(function: Function) -> Function:
        setattr(function, MARK, RuleMark(kind, name, _knobs(function, kind, name), lands_first, steady))
        return function

    return mark


def _knobs(function: Callable[..., Any], kind: str, name: str) -> tuple[Knob, ...]:
    """Read the knobs from the signature; InputError when it is not what this kind of rule needs."""
    wanted = KINDS[kind]
    parameters = list(inspect.signature(function).parameters.values())
    plain = all(each.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for each in parameters)
    first = parameters[: len(wanted)]
    if not plain or len(first) < len(wanted) or any(each.default is not inspect.Parameter.empty for each in first):
        written = f"{function.__name__}({', '.join(wanted)}, knob=default ...)"
        raise InputError(f"{kind} rule {name!r}: the function must be written {written}")
    return tuple(_knob(each, f"{kind} rule {name!r}") for each in parameters[len(wanted) :])


def _knob(parameter: inspect.Parameter, where: str) -> Knob:
    default = parameter.default
    if default is inspect.Parameter.empty:
        raise InputError(f"{where}: knob {parameter.name} needs a default value")
    if type(default) not in KNOB_TYPES:
        known = ", ".join(("True/False", "int", "float", "Span(2, 5)", "cards(...)", "expression(...)"))
        raise InputError(f"{where}: knob {parameter.name}={default!r} is of no knob type; use one of {known}")
    return Knob(parameter.name, type(default), default)
