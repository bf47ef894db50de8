"""All arrangements of a small deck: none missing, none twice, and their slots."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from analyzer.errors import InputError
from analyzer.exact.enumeration import arrangement_count, arrangements, slots_of
from analyzer.exact.hypergeometric import at_least


@pytest.mark.parametrize("counts", [(2, 1), (3, 0, 2), (1, 1, 1, 1), (0, 4), (2, 2, 2), ()])
def test_every_order_once(counts: tuple[int, ...]) -> None:
    found = list(arrangements(counts))
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    assert found == sorted(set(permutations(kinds)))
    assert len(found) == arrangement_count(counts)


def test_each_order_stands_for_equally_many_shuffles() -> None:
    counts = (2, 3)
    physical = Counter(tuple((0, 0, 1, 1, 1)[slot] for slot in order) for order in permutations(range(5)))
    assert set(physical.values()) == {12} and len(physical) == arrangement_count(counts)


def test_shares_over_arrangements_are_exact() -> None:
    orders = list(arrangements((4, 6)))
    assert Fraction(sum(0 in order[:2] for order in orders), len(orders)) == at_least(4, 10, 2)


def test_slots_are_a_permutation_of_the_list() -> None:
    kinds = (0, 1, 1, 2, 0)
    for order in arrangements((2, 2, 1)):
        slots = slots_of(order, kinds)
        assert sorted(slots) == list(range(5)) and tuple(kinds[slot] for slot in slots) == order


def test_too_many_is_said_before_the_first() -> None:
    with pytest.raises(InputError, match="too many"):
        next(arrangements((24, 36)))
    with pytest.raises(ValueError):
        next(arrangements((-1, 2)))
