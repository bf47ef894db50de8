"""Shipped rules of play as functions of how many cards of each group a hand has, where they are no more than that.

Recursion over groups of cards needs every decision to depend on the groups alone. A rule that would have to choose
between cards of different groups at random, or that asks for more than counts, has no such form: NoFormError says which.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.exact.digging import Cards, ScryRule
from analyzer.exact.draws_alone import Group
from analyzer.exact.hypergeometric import Counts
from analyzer.exact.mulligan import Bottom, Keep
from analyzer.exact.sources import karsten_bottom
from analyzer.goals.tree import And, Atom, Expr, Not
from analyzer.plan.model import Plan
from analyzer.registry import rule_of, values_of

RANGES = {"karsten-2022": ((2, 5), (2, 4), (2, 4), (0, 99), (3, 5))}
RANGES |= dict.fromkeys(("karsten-2018", "karsten-2013"), ((2, 5), (2, 4), (1, 4), (0, 99), (2, 5)))
PLAIN_FIND = {"lands": 0, "copies": 0, "colours": False, "digs": False}


class NoFormError(Exception):
    """There is no exact form, for the reason that is the message."""


def knobs_of(plan: Plan, role: str) -> tuple[str, dict[str, Any]]:
    """Name of the rule in force and its knobs, card sets as kinds; NoFormError for a rule that does not ship."""
    choice = plan.rule(role)
    rule = rule_of(choice)
    if not rule.shipped:
        raise NoFormError(f"the {role.replace('_', ' ')} rule {choice.name} is not one that ships")
    names = (knob.name for knob in rule.mark.knobs)
    return choice.name, dict(zip(names, values_of(choice, rule, plan), strict=True))


def look_role(plan: Plan) -> str:
    """The role whose rule decides the look after a Vancouver mulligan."""
    return "mull_look" if any(choice.role == "mull_look" for choice in plan.strategy) else "scry"


def card_sets(plan: Plan, has_looks: bool) -> tuple[frozenset[int], ...]:
    """Sets of kinds that the rules in force tell apart."""
    found: list[frozenset[int]] = []
    if plan.mulligan != "none":
        roles = ["keep", *(["bottom"] if plan.mulligan == "london" else [])]
        roles += [look_role(plan)] if plan.mulligan == "vancouver" else []
    else:
        roles = []
    roles += ["scry"] if has_looks else []
    for role in dict.fromkeys(roles):
        _, knobs = knobs_of(plan, role)
        for value in knobs.values():
            if isinstance(value, frozenset):
                found.append(value)
            elif isinstance(value, Atom | Not | And) or hasattr(value, "parts"):
                found += [frozenset(term.cards.kinds or ()) for term in _terms(value) if term.cards is not None]
    return tuple(dict.fromkeys(found))


def _terms(expr: Expr) -> list[Any]:
    if isinstance(expr, Atom):
        return list(expr.terms)
    if isinstance(expr, Not):
        return _terms(expr.body)
    return [term for part in expr.parts for term in _terms(part)]


def lands_of(hand: Counts, groups: Sequence[Group]) -> int:
    """Lands of a hand."""
    return sum(number for number, group in zip(hand, groups, strict=True) if group.is_land)


def keep_rule(plan: Plan, groups: Sequence[Group], sets: Sequence[frozenset[int]]) -> Keep:
    """The keep rule in force; NoFormError for one that asks for more than counts."""
    name, knobs = knobs_of(plan, "keep")
    if name == "always":
        return lambda hand, taken: True
    if name == "when":
        condition = knobs["condition"]
        return lambda hand, taken: _true(condition, hand, groups, sets)
    if name == "lands-between":
        ranges = tuple(knobs[key] for key in ("k7", "k6", "k5", "k4", "free7"))
    elif name in RANGES:
        ranges = RANGES[name]
    else:
        raise NoFormError(f"the keep rule {name} asks for more than numbers of cards")
    k7, k6, k5, k4, free7 = ranges
    free = plan.free_mulligans

    def keep(hand: Counts, taken: int) -> bool:
        size = sum(hand)
        seven = free7 if taken < free else k7
        low, high = seven if size >= 7 else {6: k6, 5: k5, 4: k4}.get(size, (0, 99))
        return bool(low <= lands_of(hand, groups) <= high)

    return keep


def _true(expr: Expr, hand: Counts, groups: Sequence[Group], sets: Sequence[frozenset[int]]) -> bool:
    """Is a keep expression true of a hand? NoFormError for terms other than cards, lands and copies in hand."""
    if isinstance(expr, Not):
        return not _true(expr.body, hand, groups, sets)
    if not isinstance(expr, Atom):
        parts = [_true(part, hand, groups, sets) for part in expr.parts]
        return all(parts) if isinstance(expr, And) else any(parts)
    total = 0
    for term in expr.terms:
        if term.op == "measure" and term.name == "kept cards":
            total += sum(hand)
        elif term.op == "measure" and term.name == "kept lands":
            total += lands_of(hand, groups)
        elif term.op in ("in hand", "had") and term.cards is not None:
            place = sets.index(frozenset(term.cards.kinds or ()))
            total += sum(number for number, group in zip(hand, groups, strict=True) if group.marks[place])
        else:
            raise NoFormError(f"the keep expression asks for '{term}'")
    return expr.holds(total)


def bottom_rule(plan: Plan, groups: Sequence[Group], sets: Sequence[frozenset[int]]) -> Bottom:
    """The bottom rule in force; NoFormError where it would have to choose between cards that the goal tells apart."""
    name, knobs = knobs_of(plan, "bottom")
    lands = [place for place, group in enumerate(groups) if group.is_land]
    spells = [place for place, group in enumerate(groups) if not group.is_land]
    good: list[int] = []
    if name == "karsten-2022" and plan.start.hand_size == 7:
        mark = sets.index(knobs["good"])
        good = [place for place in lands if groups[place].marks[mark]]
        rule = karsten_bottom(knobs["spells"])
    elif name == "lands-above":
        rule = _lands_above(knobs["lands"])
    else:
        raise NoFormError(f"the bottom rule {name} asks for more than numbers of cards")
    others = [place for place in lands if place not in good]
    parts = (good, others, spells)
    if any(len(part) > 1 for part in parts):
        raise NoFormError(f"the bottom rule {name} does not say which of several kinds of cards goes")

    def bottom(seven: Counts, number: int) -> Counts:
        away = rule(tuple(seven[part[0]] if part else 0 for part in parts), number)
        out = [0] * len(seven)
        for part, count in zip(parts, away, strict=True):
            if part:
                out[part[0]] = count
        return tuple(out)

    return bottom


def _lands_above(lands: int) -> Bottom:
    """Over (none, lands, spells): lands while there are more than so many, then spells, then lands."""

    def bottom(seven: Counts, number: int) -> Counts:
        first = min(number, max(0, seven[1] - lands))
        spells = min(seven[2], number - first)
        return 0, number - spells, spells

    return bottom


def scry_rule(plan: Plan, role: str, groups: Sequence[Group], sets: Sequence[frozenset[int]]) -> ScryRule:
    """The scry rule of a role; NoFormError for one that asks for more than lands and cards had."""
    name, knobs = knobs_of(plan, role)
    if name in ("keep-all", "bottom-all", "karsten-2018"):

        def stays(card: int, hand: Counts, kept: Sequence[int]) -> bool:
            return name == "keep-all" or (name == "karsten-2018" and groups[card].is_land)

    elif name == "lands-until":

        def stays(card: int, hand: Counts, kept: Sequence[int]) -> bool:
            have = lands_of(hand, groups) + sum(groups[each].is_land for each in kept)
            return groups[card].is_land == (have < knobs["lands"])

    elif name == "find" and all(knobs[key] == value for key, value in PLAIN_FIND.items()):
        place = sets.index(knobs["cards"])

        def stays(card: int, hand: Counts, kept: Sequence[int]) -> bool:
            return groups[card].marks[place]

    else:
        raise NoFormError(f"the scry rule {name} asks for more than lands and cards had")

    def rule(looked: Cards, hand: Counts) -> tuple[Cards, Cards]:
        kept: list[int] = []
        away: list[int] = []
        for card in looked:
            (kept if stays(card, hand, kept) else away).append(card)
        return tuple(kept), tuple(away)

    return rule
