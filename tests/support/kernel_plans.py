"""Short ways to a plan, to the events of a game and to exact shares, for tests of the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from analyzer import engine
from analyzer.contract import events
from analyzer.contract.status import OK
from analyzer.kernel import goal_layout, layout
from analyzer.pack import Packed, pack
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve

RULES = str(Path(__file__).parent / "kernel_rules.py")


def rule(name: str) -> str:
    """A rule of tests/support/kernel_rules.py as an option value."""
    return f"{RULES}:{name}"


def card(name: str, types: str = "Sorcery", cost: str = "", abilities: str = "", **more: Any) -> dict[str, Any]:
    """An own card."""
    return {"name": name, "types": types, "cost": cost, "abilities": abilities, **more}


def plan(deck: str, cards: Sequence[dict[str, Any]] = (), **options: Any) -> Plan:
    """A plan of a list (counts such as "24 land, 36 blank", or lines "4 Opt"); keys with a dot written as `a__b`.

    Without mulligans unless asked for otherwise.
    """
    key = "deck.text" if "\n" in deck else "deck.counts"
    changes: dict[str, Any] = {key: deck, "table.mulligan": "none", "card": list(cards)}
    changes |= {name.replace("__", "."): value for name, value in options.items()}
    return resolve(plan_from_options(changes)).plan


_PACKED: dict[int, tuple[Plan, Packed]] = {}


def packed_once(a_plan: Plan) -> Packed:
    """The packed plan, kept: packing compiles rules of these tests anew each time."""
    if id(a_plan) not in _PACKED:
        _PACKED[id(a_plan)] = (a_plan, pack(a_plan))
    return _PACKED[id(a_plan)][1]


def rows(
    a_plan: Plan, game: int = 0, order: Sequence[Any] | None = None, salt: int = 0, salt_from: int = -1
) -> list[tuple[int, ...]]:
    """The events of one game; `order` forces the hidden order of its first deal (a list of orders: of the next too)."""
    packed = packed_once(a_plan)
    block = packed.block.copy()
    block[layout.SALT], block[layout.SALT_FROM] = salt, salt_from
    orders = engine.NO_ROWS
    if order is not None:
        orders = np.array(order if isinstance(order[0], Sequence) else [order], np.int64)
    log = np.zeros((4000, events.WIDTH), np.int64)
    output = np.zeros(packed.output_words, np.int64)
    played = engine.load_kernel()(block, game, 1, orders, log, output, engine.NO_TRUTH)
    assert played == 1 and block[layout.STATUS] == OK
    return [tuple(row) for row in log[: int(block[layout.LOG_USED])].tolist()]


def only(events_of_game: Sequence[tuple[int, ...]], *codes: int) -> list[tuple[int, ...]]:
    """The rows with these codes, without code and with the turn first."""
    return [row[1:] for row in events_of_game if row[0] in codes]


def shares(
    a_plan: Plan, orders: Iterator[Sequence[int]] | Sequence[Sequence[int]], rows_a_game: int = 1
) -> list[Fraction]:
    """Exact share of the forced orders in which each goal became true."""
    forced = np.array(list(orders), np.int64)
    packed = packed_once(a_plan)
    output = np.zeros(packed.output_words, np.int64)
    games = len(forced) // rows_a_game
    columns = len(a_plan.goals) + packed.shape.conditions + int(packed.block[goal_layout.MEASURES_N])
    truth = np.zeros((games, columns), np.uint8)
    played = engine.load_kernel()(packed.block.copy(), 0, games, forced, engine.NO_LOG, output, truth)
    assert played == games
    return [Fraction(int((column != 0).sum()), games) for column in truth.T[: len(a_plan.goals)]]


def takes(events_of_game: Sequence[tuple[int, ...]]) -> list[int]:
    """Slots taken to hand, in order."""
    return [row[2] for row in events_of_game if row[0] == events.TAKE]


def counted(events_of_game: Sequence[tuple[int, ...]]) -> Counter[int]:
    """How often each event happened."""
    return Counter(row[0] for row in events_of_game)
