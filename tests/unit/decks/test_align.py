"""Aligned lists keep what they share, pair land with land, and lose no card."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards.model import CardFacts
from analyzer.decks import load_deck
from analyzer.decks.align import align, parse_swap, swap, swap_cards
from analyzer.decks.model import Deck
from analyzer.errors import InputError

LANDS = ("Island", "Plains", "Temple of Enlightenment")
SPELLS = {"Opt": 1, "Preordain": 1, "Divination": 3, "Cancel": 3, "Air Elemental": 5, "Colossus": 11}
FACTS = {name: CardFacts(name, types=frozenset({"land"})) for name in LANDS} | {
    name: CardFacts(name, mana_value=value, types=frozenset({"sorcery"})) for name, value in SPELLS.items()
}


def deck(*names: str) -> Deck:
    return Deck("test", tuple(names), FACTS)


def test_equal_lists_are_their_own_alignment():
    one = deck("Opt", "Island", "Opt", "Plains")
    assert align(one, one) == (one.slots, one.slots)


def test_order_of_the_second_list_does_not_move_shared_cards():
    _, second = align(deck("Opt", "Island", "Opt", "Plains"), deck("Plains", "Opt", "Island", "Opt"))
    assert second == ("Opt", "Island", "Opt", "Plains")


@pytest.mark.parametrize(
    ("first", "second", "aligned"),
    [
        # land for land before the mana values are looked at
        (("Opt", "Island"), ("Plains", "Preordain"), ("Preordain", "Plains")),
        # then the nearest mana value, wherever the slot is
        (("Air Elemental", "Opt"), ("Preordain", "Colossus"), ("Colossus", "Preordain")),
        (("Opt", "Colossus", "Air Elemental"), ("Cancel", "Cancel"), ("Cancel", None, "Cancel")),
        # a tie goes to the lower slot: Divination is two away from both
        (("Opt", "Air Elemental"), ("Divination",), ("Divination", None)),
    ],
)
def test_left_over_cards(first, second, aligned):
    assert align(deck(*first), deck(*second))[1] == aligned


def test_longer_second_list_adds_slots_at_the_end():
    first, second = align(deck("Island", "Opt"), deck("Opt", "Opt", "Island", "Plains"))
    assert first == ("Island", "Opt", None, None)
    assert second == ("Island", "Opt", "Opt", "Plains")


def test_an_empty_first_list_takes_the_second_as_it_stands():
    assert align(deck(), deck("Opt", "Island")) == ((None, None), ("Opt", "Island"))


names = st.lists(st.sampled_from(sorted(FACTS)), max_size=12)


@settings(max_examples=200, deadline=None)
@given(names, names)
def test_alignment_loses_no_card_and_keeps_all_that_is_shared(one, two):
    first, second = align(deck(*one), deck(*two))
    assert len(first) == len(second) == max(len(one), len(two))
    assert first[: len(one)] == tuple(one) and set(first[len(one) :]) <= {None}
    assert Counter(name for name in second if name) == Counter(two)
    shared = sum((Counter(one) & Counter(two)).values())
    assert sum(a == b and a is not None for a, b in zip(first, second, strict=True)) == shared
    spare = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    land_slots = sum(FACTS[a].is_land for a, _ in spare if a)
    land_cards = sum(FACTS[b].is_land for _, b in spare if b)
    pairs = sum(bool(a and b) and FACTS[a].is_land and FACTS[b].is_land for a, b in spare)
    assert pairs == min(land_slots, land_cards)


def test_swap_takes_the_last_copy_and_keeps_every_other_slot():
    slots = ("Island", "Opt", "Island", None, "Plains")
    assert swap(slots, "island -> opt") == ("Island", "Opt", "Opt", None, "Plains")
    assert swap(slots, "2 Island -> 2 Divination") == ("Divination", "Opt", "Divination", None, "Plains")


@settings(max_examples=100, deadline=None)
@given(names.filter(bool), st.sampled_from(sorted(FACTS)), st.data())
def test_swap_agrees_with_aligning_the_edited_list(one, new, data):
    old = data.draw(st.sampled_from(one))
    changed = swap(one, f"{old} -> {new}")
    assert align(deck(*one), deck(*changed)) == (tuple(one), changed)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Island", "write 'Island -> Opt'"),
        ("Island -> ", "write 'Island -> Opt'"),
        ("Island -> Opt -> Plains", "write 'Island -> Opt'"),
        ("2 Island -> 3 Opt", "as many cards must come as leave"),
        ("0 Island -> Opt", "as many cards must come as leave"),
        ("3 Island -> Opt", "only 2 of 3 copies are"),
        ("Islnd -> Opt", "did you mean Island?"),
    ],
)
def test_a_swap_that_cannot_be_done_is_told(text, says):
    with pytest.raises(InputError, match=says.replace("?", r"\?")):
        swap(("Island", "Opt", "Island"), text)


def test_cards_that_come_by_a_swap_are_looked_up():
    before = load_deck("20 Island, 4 Opt, 4 key")
    after = swap_cards(swap_cards(before, "2 island -> turn/burn"), "key -> B", (CardFacts("B", layer="own"),))
    assert after.counts == {"Island": 18, "Turn // Burn": 2, "Opt": 4, "key": 3, "B": 1}
    assert after.facts["Turn // Burn"].card_mana_value == 5 and after.facts["B"].layer == "own"
    once = swap_cards(before, "2 Island -> Turn // Burn")
    assert align(before, once) == (before.slots, once.slots)
    with pytest.raises(InputError, match="did you mean Opt"):
        swap_cards(before, "Island -> Optt")


def test_a_swap_may_count_on_either_side():
    assert parse_swap("Island → 2 Opt") == (2, "Island", "Opt")
