"""Openings of small decks under every mulligan rule: the engine over all orders of all deals against recursion."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from analyzer.engine import play_orders
from analyzer.enumerated import orders_of
from analyzer.exact.hypergeometric import Counts
from analyzer.exact.mulligan import Bottom, kept_sizes, opening, seen_after, share
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve

HAND = 3


def lands_above(most: int) -> Bottom:
    """A land goes while more than so many lands are in hand, else a nonland (rule lands-above)."""

    def bottom(hand: Counts, number: int) -> Counts:
        lands, others = hand
        for _ in range(number):
            if others == 0 or (lands > most and lands > 0):
                lands -= 1
            else:
                others -= 1
        return hand[0] - lands, hand[1] - others

    return bottom


RULES, DECKS = ("london", "vancouver", "paris", "none"), ((3, 2), (2, 4), (3, 3))
# one deal more of six cards takes too many orders; without mulligans none is free
CASES = [
    (rule, deck, free)
    for rule, deck, free in product(RULES, DECKS, (0, 1))
    if not free or (sum(deck) == 5 and rule != "none")
]


@pytest.mark.parametrize("rule, deck, free", CASES)
@pytest.mark.parametrize("seat, least, most", [("play", 1, 1), ("draw", 2, 1), ("play", 2, 0)])
def test_openings(rule: str, deck: tuple[int, int], free: int, seat: str, least: int, most: int) -> None:
    sizes = range(HAND, 0, -1)
    goals = [f"kept cards == {size}" for size in sizes]
    goals += [f"lands had >= {k} by draw {t}" for k in (1, 2, 3) for t in (1, 2)]
    plan = resolve(
        plan_from_options(
            {
                "deck.counts": f"{deck[0]} land, {deck[1]} blank",
                "table.mulligan": rule,
                "table.free_mulligans": free,
                "table.seat": seat,
                "start.hand_size": HAND,
                "strategy.keep": f"when:n <= 1 or kept lands >= {least}",
                "strategy.bottom": f"lands-above:lands={most}",
                "strategy.mull_look": "karsten-2018",
                "run.turns": 2,
                "run.goals": goals,
            }
        )
    ).plan
    deals = HAND + free if rule != "none" else 1
    every = list(orders_of(plan))
    orders = np.array([order for orders in product(every, repeat=deals) for order in orders], np.int64)
    tally = play_orders(plan, orders, deals)
    rates = [Fraction(int(row.sum()), tally.games) for row in tally.goal]

    def keep(hand: Counts, taken: int) -> bool:
        return sum(hand) <= 1 or hand[0] >= least

    kept = opening(deck, keep, rule=rule, bottom=lands_above(most), free=free, hand=HAND)
    shares = kept_sizes(kept)
    look = (lambda hand, top: top == 0) if rule == "vancouver" else None
    wanted = [shares.get(size, Fraction(0)) for size in sizes]
    for k in (1, 2, 3):
        for turn in (1, 2):
            draws = turn - (seat == "play")
            wanted.append(share(seen_after(deck, kept, draws, look), lambda had, k=k: had[0] >= k))
    assert dict(zip(goals, rates, strict=True)) == dict(zip(goals, wanted, strict=True))
