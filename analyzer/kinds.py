"""Kinds of a resolved plan added afterwards: cards that come, and twins of cards of which only some copies change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from analyzer.cards.catalog import Catalog
from analyzer.cards.gaps import gaps
from analyzer.cards.model import CardFacts
from analyzer.cards.names import fold
from analyzer.goals import Goal, Names, bind_goal
from analyzer.plan.lines import is_held, lines_of
from analyzer.plan.model import Kind, Plan


def kind_of(index: int, card: CardFacts) -> Kind:
    """A card as a kind of its own, its lines enumerated."""
    lines, remarks = lines_of(card, index)
    return Kind(index, card, lines, held=is_held(card), unmodelled=tuple(dict.fromkeys((*gaps(card), *remarks))))


def with_kind(plan: Plan, name: str) -> tuple[Plan, int]:
    """The number of the kind of this name, in a plan that has it (no slot holds a kind that is new).

    InputError when no card is called so.
    """
    wanted = fold(name)
    for kind in plan.kinds:
        if wanted in (fold(kind.name), fold(kind.card.name)) and not kind.muted:
            return plan, kind.index
    return _added(plan, kind_of(len(plan.kinds), Catalog().find(name).card))


def _added(plan: Plan, kind: Kind) -> tuple[Plan, int]:
    """Goals whose filters or names fit the new kind mean it too, and groups of its namesake."""
    same = [each.index for each in plan.kinds if each.name == kind.name]
    plan = replace(plan, kinds=(*plan.kinds, kind))
    return with_twins(plan, {same[0]: kind.index} if same else {}), kind.index


def with_twins(plan: Plan, twins: Mapping[int, int]) -> Plan:
    """The plan in which goals and groups that mean a kind mean its twin as well (old number -> new)."""

    def wider(kinds: tuple[int, ...]) -> tuple[int, ...]:
        return (*kinds, *(new for old, new in twins.items() if old in kinds and new not in kinds))

    groups = tuple((word, wider(kinds)) for word, kinds in plan.groups)
    names = Names.of(replace(plan, groups=groups))
    goals = tuple(bind_goal(goal, names) for goal in plan.goals if isinstance(goal, Goal))
    return replace(plan, goals=goals, groups=groups)


def with_split(plan: Plan, index: int, copies: int) -> tuple[Plan, int]:
    """The plan in which the last `copies` copies of a kind are a twin of their own, and the twin's number."""
    kind, number = plan.kinds[index], len(plan.kinds)
    twin = replace(kind, index=number, lines=tuple(replace(line, kind=number) for line in kind.lines))
    slots = list(plan.slots)
    left = copies
    for place in range(len(slots) - 1, -1, -1):
        if left and slots[place] == index:
            slots[place], left = number, left - 1
    return with_twins(replace(plan, slots=tuple(slots), kinds=(*plan.kinds, twin)), {index: number}), number
