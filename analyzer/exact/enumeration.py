"""All arrangements of a small deck, for exact checks of an engine that accepts a given order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial, prod

from analyzer.errors import InputError

LIMIT = 2_000_000


def arrangement_count(counts: Sequence[int]) -> int:
    """Number of distinct orders of a deck with `counts[k]` copies of kind k; each is equally likely.

    >>> arrangement_count([5, 2, 3])
    2520
    """
    return factorial(sum(counts)) // prod(factorial(count) for count in counts)


def arrangements(counts: Sequence[int], *, limit: int = LIMIT) -> Iterator[tuple[int, ...]]:
    """Every distinct order of kinds, top card first, in dictionary order.

    Each stands for the same number of orders of the physical cards (the product of the counts' factorials). More
    than `limit` of them is an InputError.

    >>> list(arrangements([2, 1]))
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    if any(count < 0 for count in counts):
        raise ValueError(f"counts {list(counts)} must not be negative")
    total = arrangement_count(counts)
    if total > limit:
        raise InputError(f"{total:,} arrangements are too many to enumerate (at most {limit:,}); use games instead")
    order = [kind for kind, count in enumerate(counts) for _ in range(count)]
    yield tuple(order)
    while _advance(order):
        yield tuple(order)


def _advance(order: list[int]) -> bool:
    """Turn `order` into the next one in dictionary order; False after the last."""
    pivot = len(order) - 2
    while pivot >= 0 and order[pivot] >= order[pivot + 1]:
        pivot -= 1
    if pivot < 0:
        return False
    partner = len(order) - 1
    while order[partner] <= order[pivot]:
        partner -= 1
    order[pivot], order[partner] = order[partner], order[pivot]
    order[pivot + 1 :] = reversed(order[pivot + 1 :])
    return True


def slots_of(order: Sequence[int], kinds: Sequence[int]) -> tuple[int, ...]:
    """An order of kinds as an order of slots: each card takes the lowest unused slot of its kind.

    `kinds[s]` is the kind in slot s of the deck list.

    >>> slots_of((1, 0, 1), kinds=(0, 1, 1))
    (1, 0, 2)
    """
    free: dict[int, list[int]] = {}
    for slot in range(len(kinds) - 1, -1, -1):
        free.setdefault(kinds[slot], []).append(slot)
    return tuple(free[kind].pop() for kind in order)
