"""What goal texts may refer to beside the fixed vocabulary: the deck's kinds, its groups, and named goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyzer.errors import InputError
from analyzer.goals.tokens import tokenize
from analyzer.goals.words import ALIASES, MEASURES, NAMED_GOALS, NAMED_GOALS_COMMANDER, OTHER_TERMS, STRUCTURE, THINGS

if TYPE_CHECKING:
    from analyzer.cards.model import CardFacts
    from analyzer.plan.model import Plan

RESERVED = frozenset((*MEASURES, *ALIASES, *THINGS, *OTHER_TERMS, *STRUCTURE)) - {"color screw"}


@dataclass(frozen=True, slots=True)
class Names:
    """The deck's kinds by index, groups (word to indices of kinds) and named goals (name to goal text).

    Without `kinds` goals are read but not bound to a deck. `absent` are names that need not be in this deck: cards of
    the other lists of a comparison.

    >>> Names().goals["screw"]
    'lands <= 2 on turn 4'
    """

    kinds: tuple[CardFacts, ...] | None = None
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    goals: Mapping[str, str] = field(default_factory=lambda: dict(NAMED_GOALS))
    absent: frozenset[str] = frozenset()

    @classmethod
    def of(cls, plan: Plan, named: Mapping[str, str] | None = None, absent: Sequence[str] = ()) -> Names:
        """The names of a plan; `named` is the plan's [names] table and redefines or adds named goals.

        InputError for a name that is no phrase or means something else already.
        """
        goals = dict(NAMED_GOALS_COMMANDER if plan.commanders else NAMED_GOALS)
        goals.update((checked_name(name), text) for name, text in (named or {}).items())
        return cls(tuple(kind.card for kind in plan.kinds), dict(plan.groups), goals, frozenset(absent))


def checked_name(name: str) -> str:
    """The name of a named goal in its one spelling; InputError for what cannot be told from other words.

    >>> checked_name("Colour_Screw"), checked_name("turn three win")
    ('colour screw', 'turn three win')
    """
    tokens = tokenize(name)[:-1]
    if not tokens or any(token.kind != "word" for token in tokens):
        raise InputError(f"names: {name!r} is no name; use words of letters, such as 'fast start'")
    spelled = " ".join(token.text for token in tokens)
    spelled = ALIASES.get(spelled, spelled)
    taken = spelled in RESERVED or any(token.text in ("and", "or", "not", "given", "by", "on") for token in tokens)
    if taken:
        raise InputError(f"names: {name!r} means something else in goals; choose another name")
    return spelled
