"""Floating payments (formats F12): what stays payable, and the order in which units are used up."""

from __future__ import annotations

import pytest

from analyzer.plan.model import GENERIC
from analyzer.rulebook.plans.payments import ManaUnit, Payments

W, U, B, R, G, C = 1, 2, 4, 8, 16, 32


def payments(*units: int, asked: int = 63) -> tuple[Payments, list[int]]:
    """Payments with units of these types, each of a source of its own; and the types that settling takes."""
    taken: list[int] = []
    found = Payments(asked, lambda unit, types, owner: taken.append(types))
    found.units = [ManaUnit(types, 0, 1, None, place) for place, types in enumerate(units)]
    return found, taken


def arrives(found: Payments, *units: int) -> None:
    found._before_arrival()
    found.units += [ManaUnit(types, found.epoch, 1, None, 50 + place) for place, types in enumerate(units)]


def test_after_a_cantrip_one_of_two_colours_is_left() -> None:
    found, _ = payments(U | R, U | G)
    found.pay((U,))
    assert found.payable((R,)) and found.payable((G,)) and not found.payable((R, G))
    found.settle()
    assert found.payable((R,)) != found.payable((G,))


def test_what_arrives_later_does_not_pay_for_what_was_cast() -> None:
    found, _ = payments(G, U)
    found.pay((GENERIC,))
    arrives(found, R)
    assert not found.payable((G, U)) and found.payable((G, R)) and found.payable((U, R))
    found, _ = payments(W, G)
    found.pay((GENERIC,))
    arrives(found, C, C)
    assert not found.payable((G, W)) and found.payable((G, GENERIC, GENERIC))


def test_at_most_two_epochs_are_open() -> None:
    found, taken = payments(G, U)
    found.pay((GENERIC,))
    arrives(found, R)
    found.pay((R,))
    assert not taken
    arrives(found, W)
    assert sorted(taken)[-1] and len(taken) == 2 and not found.open


@pytest.mark.parametrize(
    "units, pips, taken",
    [
        ((U | G, U), (U,), [U]),  # fewest types first
        ((U, U, G), (GENERIC,), [U]),  # then most of that set left
        ((G, U), (GENERIC,), [G]),  # then the lowest source
        ((U | G, U), (GENERIC, G), [G, U]),  # coloured before generic
        ((U | G, U), (U, G), [U, G]),  # what leaves the rest payable
    ],
)
def test_the_order_of_settling(units: tuple[int, ...], pips: tuple[int, ...], taken: list[int]) -> None:
    found, used = payments(*units)
    found.pay(pips)
    found.settle()
    assert used == taken


def test_floating_mana_is_used_first_and_gone_with_the_phase() -> None:
    found, taken = payments(U, U)
    found.add_floating(G, 2)
    found.pay((GENERIC,))
    found.end_phase()
    assert taken == [G] and found.left == 2
