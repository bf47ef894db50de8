"""The fetch lands of a plan: what each may do in it, and what of their searches no payable goal counts."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.cards.fetch import Fetch, fetch_of
from analyzer.decks.model import Notice
from analyzer.plan.model import Plan

MAX_FETCHES = 24  # kinds of fetch lands that payable counts
MAX_TOGETHER = 8  # of these, counted at once


def fetches_of(plan: Plan) -> dict[int, Fetch]:
    """The searches of the plan's fetch lands, by kind; none of a land whose search is muted (empty or off)."""
    found: dict[int, Fetch] = {}
    for kind in plan.kinds:
        fetch, _ = fetch_of(kind.card)
        if fetch is not None and (fetch.ability, "empty") not in kind.muted and len(found) < MAX_FETCHES:
            found[kind.index] = fetch
    return found


def findable(plan: Plan, kinds: Mapping[int, int]) -> dict[int, int]:
    """Copies of these kinds in the list that do not begin the game on the battlefield, by kind.

    `kinds`: what a land of each makes (anything); copies that a start position puts on the battlefield beyond those of
    the list take nothing from it.
    """
    return {kind: max(plan.slots.count(kind) - plan.start.battlefield.count(kind), 0) for kind in kinds}


def fetch_notices(plan: Plan) -> list[Notice]:
    """What payable and stuck do not count of lands that effects put onto the battlefield."""
    if not any(word in str(each) for word in ("payable", "stuck") for each in (*plan.goals, *plan.measures, *plan.by)):
        return []
    notices, counted = [], fetches_of(plan)
    for kind in plan.kinds:
        fetch, remark = fetch_of(kind.card)
        if fetch is not None and kind.index not in counted and not kind.muted:
            remark = f"its search for a land (more than {MAX_FETCHES} kinds of fetch lands)"
        if remark:
            text = f"{kind.name}: payable does not count {remark}; castable and cast do once the land is in play"
            notices.append(Notice("mana", text, card=kind.name))
    if len(counted) > MAX_TOGETHER:
        text = f"of more than {MAX_TOGETHER} kinds of fetch lands had at once, payable counts {MAX_TOGETHER}"
        notices.append(Notice("mana", text))
    if any(kind in counted for kind in plan.start.battlefield):
        text = "payable counts fetch lands of the start position apart from those had: both may find the same last copy"
        notices.append(Notice("mana", text))
    return notices
