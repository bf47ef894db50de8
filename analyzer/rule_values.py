"""What knob values mean in one plan: card sets become kinds, expressions are read and bound to the deck."""

from __future__ import annotations

from typing import Any

from analyzer.cards.ability_tree import all_steps
from analyzer.cards.names import fold
from analyzer.errors import InputError
from analyzer.goals import Goal, Names
from analyzer.goals.reading import parse_keep
from analyzer.knobs import card_items
from analyzer.plan.model import Kind, Plan
from analyzer.rules import CardSet, Expression, Knob
from analyzer.tomlfile import nearest


def bound_value(value: Any, knob: Knob, plan: Plan, where: str) -> Any:
    """The value a rule is given in this plan: a card set as a frozenset of kinds, an expression as a bound `Expr`.

    InputError names rule, knob and what the deck does not have.
    """
    if isinstance(value, CardSet):
        return frozenset(
            kind for item in card_items(value.text) for kind in _kinds_of(item, plan, f"{where}: knob {knob.name}")
        )
    if isinstance(value, Expression):
        try:
            return parse_keep(value.text, Names.of(plan))
        except InputError as wrong:
            raise InputError(f"{where}: knob {knob.name}: {wrong}") from wrong
    return value


def goal_kinds(plan: Plan) -> frozenset[int]:
    """Kinds that some goal of the plan names one by one; none where every nonland kind of several is named.

    The goals of a plan without goals ask about each nonland kind; a rule that spared them all would spare none.
    """
    named = frozenset(kind for goal in plan.goals if isinstance(goal, Goal) for kind in goal.kinds)
    nonlands = {kind.index for kind in plan.kinds if not kind.card.is_land}
    return frozenset() if len(nonlands) > 1 and nonlands <= named else named


def _kinds_of(item: str, plan: Plan, where: str) -> tuple[int, ...]:
    if item.startswith("@"):
        return _group(item[1:].strip().lower(), plan, where)
    name = fold(item.strip('"'))
    found = [kind.index for kind in plan.kinds if name in (fold(kind.card.full_name), fold(kind.card.name))]
    if not found:
        known = [kind.card.full_name for kind in plan.kinds]
        raise InputError(f"{where}: {item} is no card of the deck{nearest(item.strip(chr(34)), known)}")
    return tuple(found)


def _group(word: str, plan: Plan, where: str) -> tuple[int, ...]:
    if word == "goal":
        return tuple(sorted(goal_kinds(plan)))
    if word in ("land", "nonland"):
        return tuple(kind.index for kind in plan.kinds if kind.card.is_land == (word == "land"))
    groups = dict(plan.groups)
    word = word.removeprefix("group:").strip()
    if word not in groups:
        raise InputError(f"{where}: there is no group @{word}{nearest(word, ['goal', 'land', 'nonland', *groups])}")
    return tuple(groups[word])


# ---- facts of a deck that rules may ask for, in words that both engines share ----------------------------------------
def deck_target(plan: Plan) -> int:
    """Lands this deck wants: the 75th percentile of its nonland mana values, commanders included, rounded, 3 to 6."""
    slots = [plan.kinds[slot] for slot in (*plan.slots, *plan.commanders) if slot >= 0]
    values = sorted(kind.card.card_mana_value for kind in slots if not kind.card.is_land)
    if not values:
        return 3
    place = 3 * (len(values) - 1)  # in quarters
    low, quarters = divmod(place, 4)
    high = min(low + 1, len(values) - 1)
    percentile = values[low] + (values[high] - values[low]) * quarters / 4
    return min(max(int(percentile + 0.5), 3), 6)


def needed_types(kind: Kind) -> int:
    """Types that the cost of a kind cannot do without: pips of its first line that only one type can pay."""
    return sum({pip for pip in kind.lines[0].pips if pip.bit_count() == 1}) if kind.lines else 0


LOOKING = frozenset({"scry", "surveil", "draw", "reorder", "dig", "impulse", "seek", "wheel", "topland", "explore"})


def looks_or_draws(kind: Kind) -> bool:
    """Does casting or playing it look at cards of the library or draw?"""
    programs = [line.program for line in kind.lines]
    programs += [ability.program for ability in kind.abilities if ability.word in ("etb", "castself", "cast")]
    return any(step.op in LOOKING for program in programs for step in all_steps(program))
