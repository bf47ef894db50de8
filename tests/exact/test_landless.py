"""Free spells of a hand without lands: the recursion against every order of a small deck, played card by card."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from analyzer.exact.landdrops import missed_drops_given_hand
from analyzer.exact.landless import Spell, missed_with_spells


def orders(text: str) -> set[tuple[str, ...]]:
    """All different orders of the cards L (land), S (spell) and b (blank), built without repeating equal ones."""
    found = {()}
    for card in text:
        found = {(*order[:place], card, *order[place:]) for order in found for place in range(len(order) + 1)}
    return found


def missed(order: tuple[str, ...], spell: Spell, turns: int) -> int:
    """Missed drops of one game, told as a player would play it."""
    hand, library = list(order[:7]), list(order[7:])

    def use() -> None:
        hand.remove("S")
        seen, rest = library[: spell.look], library[spell.look :]
        kept, gone = [c for c in seen if c == "L"], [c for c in seen if c != "L"]
        library[:] = kept + rest + gone
        for _ in range(spell.draws):
            hand.append(library.pop(0))

    count = 0
    for turn in range(1, turns + 1):
        if turn > 1:
            hand.append(library.pop(0))
        used = False
        if "L" not in hand and "S" in hand:
            use()
            used = True
        if "L" in hand:
            hand.remove("L")
        else:
            count += 1
        if not used and "L" not in hand and "S" in hand:
            use()
    return count


@pytest.mark.parametrize("spell", [Spell(draws=1), Spell(look=1), Spell(look=2), Spell(look=1, draws=1)])
def test_every_order_of_a_small_deck(spell: Spell) -> None:
    """Thirteen cards, three turns: looks never reach a card at the bottom."""
    kept = [order for order in orders("LLLLSSbbbbbbb") if 1 <= order[:7].count("L") <= 3]
    bad = sum(missed(order, spell, 3) > 1 for order in kept)
    assert missed_with_spells(4, 13, 2, spell, 3, more_than=1, low=1, high=3) == Fraction(bad, len(kept))


def test_without_spells_it_is_the_closed_form() -> None:
    for lands in (16, 17, 20):
        assert missed_with_spells(lands, 40, 0, Spell()) == missed_drops_given_hand(
            lands, 40, 5, "play", more_than=1, low=2, high=5
        )


def test_orders_are_all_different_orders() -> None:
    assert orders("LLSb") == set(permutations("LLSb"))
