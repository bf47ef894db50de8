"""Streams, orders, shuffles and searches of the kernel against the vectors of formats F8 and a plain twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numba import njit

from analyzer.kernel import layout as at
from analyzer.kernel import library, rng
from analyzer.kernel.pointer import state_of
from tests.support.f8 import Library, Stream

DRAW, TO_TOP, TO_BOTTOM, SHUFFLE, FETCH, MIX_BOTTOM = range(6)


@njit
def words(block, game, purpose, count, found):
    """First words of a stream."""
    s = state_of(block)
    rng.begin_game(s, game)
    rng.open_stream(s, purpose)
    for i in range(count):
        found[i] = rng.next_word(s)


@njit
def places(block, game, purpose, counts, found):
    """Indices below each count, batches of one."""
    s = state_of(block)
    rng.begin_game(s, game)
    rng.open_stream(s, purpose)
    for i in range(len(counts)):
        found[i] = rng.index_below(s, counts[i])


@njit
def drive(block, game, deal, steps, found):
    """Carry out (operation, number) steps on the library of a fresh deal; notes the slot that each moved (-1: none)."""
    s = state_of(block)
    rng.begin_game(s, game)
    s[at.ORDER_MADE] = s[at.ORDER_NEXT] = s[at.SHUFFLES] = s[at.BOTTOM_GROUPS] = 0
    s[at.KNOWN_TOP] = s[at.KNOWN_BOTTOM] = s[at.BOTTOM_FIRST] = s[at.LANDS_ON_TOP] = 0
    s[at.DEAL] = deal
    n = s[at.SLOTS_N]
    s[at.ORDER_SIZE] = s[at.UNSEEN] = s[at.LIBRARY_SIZE] = n
    for slot in range(n):
        s[at.ORDER + slot] = slot
        s[at.WHERE + slot] = 0
    for kind in range(s[at.KINDS_N]):
        s[at.UNSEEN_OF + kind] = s[at.K_SLOT_COUNT + kind]
        s[at.HAND + kind] = s[at.TOP_OF + kind] = 0
    rng.open_stream(s, library.DEAL_CLASS + deal)
    for i in range(len(steps)):
        what, number = steps[i]
        found[i] = -1
        if what == DRAW:
            slot = library.pop(s)
            if slot >= 0:
                library.to_hand(s, slot)
            found[i] = slot
        elif what == TO_TOP or what == TO_BOTTOM:  # noqa: SIM109  (no tuples in compiled code)
            if s[at.HAND + number] > 0:
                library.hand_remove(s, number)
                found[i] = library.bring_back(s, number, 0)
                if what == TO_TOP:
                    library.push_top(s, found[i])
                else:
                    library.push_bottom(s, found[i])
        elif what == SHUFFLE:
            library.shuffle(s)
        elif what == FETCH:
            found[i] = library.fetch(s, number)
            if found[i] >= 0:
                library.to_hand(s, found[i])
        elif what == MIX_BOTTOM and number <= s[at.KNOWN_BOTTOM]:
            library.mix_bottom(s, number)
            found[i] = number
    return s[at.LIBRARY_SIZE]


def block_of(kinds: list[int], seed: int = 1) -> np.ndarray:
    """A block that holds a list of slots and nothing else."""
    block = np.zeros(at.BLOCK_WORDS, np.int64)
    block[at.SEED], block[at.SALT_FROM] = rng.signed(seed), -1
    block[at.SLOTS_N], block[at.KINDS_N] = len(kinds), max(kinds) + 1
    block[at.SLOT_KIND : at.SLOT_KIND + len(kinds)] = kinds
    block[at.BATCH : at.BATCH + at.MAX_SLOTS + 1] = rng.batch_table()
    first = 0
    for kind in range(max(kinds) + 1):
        own = [slot for slot, each in enumerate(kinds) if each == kind]
        block[at.K_SLOT_FIRST + kind], block[at.K_SLOT_COUNT + kind] = first, len(own)
        block[at.SLOTS_BY_KIND + first : at.SLOTS_BY_KIND + first + len(own)] = own
        first += len(own)
    return block


def driven(block: np.ndarray, game: int, deal: int, steps: list[tuple[int, int]]) -> list[int]:
    """What `drive` notes."""
    found = np.zeros(len(steps), np.int64)
    drive(block, game, deal, np.array(steps, np.int64), found)
    return found.tolist()


def test_words_of_a_stream_are_those_of_the_vector():
    found = np.zeros(3, np.int64)
    words(block_of([0]), 0, 1 << 32, 3, found)
    assert [hex(int(word) % (1 << 64)) for word in found] == [
        "0x1c729c96e2b2e940",
        "0x788214ab7239e426",
        "0xbe1c387990a18d69",
    ]


def test_places_of_a_shuffle_are_those_of_the_vector():
    found = np.zeros(3, np.int64)
    places(block_of([0]), 0, 2 << 32, np.array([51, 52, 53]), found)
    assert found.tolist() == [32, 23, 31]


@pytest.mark.parametrize(
    ("seed", "game", "deal", "slots", "first"),
    [
        (1, 0, 0, 60, [6, 40, 23, 56, 55, 19, 46, 58, 32, 33, 29, 8]),
        (1, 1, 0, 60, [25, 31, 36, 13, 14, 0, 24, 56, 18, 9, 10, 17]),
        (1, 0, 1, 60, [14, 16, 26, 56, 0, 34, 40, 23, 11, 43, 7, 55]),
        (7, 123456789, 0, 99, [64, 52, 9, 15, 61, 23, 47, 85, 83, 77, 59, 21]),
    ],
)
def test_orders_of_a_deal_are_those_of_the_vectors(seed, game, deal, slots, first):
    assert driven(block_of([0] * slots, seed), game, deal, [(DRAW, 0)] * 12) == first


def test_a_word_that_would_favour_low_indices_is_drawn_again():
    # counts near 2**63 reject half of all words, so the rejection is taken in earnest
    count = (1 << 62) + (1 << 61) + 1
    found = np.zeros(200, np.int64)
    places(block_of([0], 5), 3, 9 << 32, np.full(200, count), found)
    stream = Stream(5, 3, 9, 0)
    assert found.tolist() == [stream.batch([count])[0] for _ in range(200)]


@pytest.mark.parametrize("case", range(40))
def test_the_library_moves_the_same_cards_as_its_twin(case):
    dice = random.Random(case)
    kinds = [dice.randrange(6) for _ in range(dice.choice([1, 7, 12, 40, 60, 99]))]
    block, game, deal = block_of(kinds, case), dice.randrange(1 << 40), dice.randrange(3)
    steps = [
        (dice.choice([DRAW] * 4 + [TO_TOP, TO_BOTTOM, SHUFFLE, FETCH, MIX_BOTTOM]), dice.randrange(6))
        for _ in range(150)
    ]
    twin, hand = Library(case, game, deal, len(kinds)), []
    expected = []
    for what, number in steps:
        moved = -1
        inside = {*twin.top, *twin.middle, *twin.bottom}
        if what == DRAW:
            moved = twin.draw()
            hand += [kinds[moved]] if moved >= 0 else []
        elif what in (TO_TOP, TO_BOTTOM) and number in hand:
            hand.remove(number)
            moved = min(slot for slot, kind in enumerate(kinds) if kind == number and slot not in inside)
            if what == TO_TOP:
                twin.top.insert(0, moved)
            else:
                twin.bottom.append(moved)
                twin.groups += 1
        elif what == SHUFFLE and twin.shuffles < at.MAX_SHUFFLES:
            twin.shuffle()
        elif what == FETCH:
            moved = min((slot for slot in inside if kinds[slot] == number), default=-1)
            if moved >= 0:
                twin.fetch(moved)
                hand.append(number)
        elif what == MIX_BOTTOM and number <= len(twin.bottom):
            twin.mix_bottom(number)
            if number == 0:
                twin.groups += 1
            moved = number
        expected.append(moved)
    assert driven(block, game, deal, steps) == expected
    assert block[at.LIBRARY_SIZE] == len(twin) == block[at.UNSEEN] + block[at.KNOWN_TOP] + block[at.KNOWN_BOTTOM]
    assert block[at.UNSEEN] == len(twin.middle) and block[at.KNOWN_TOP] == len(twin.top)
    for kind in range(max(kinds) + 1):
        assert block[at.UNSEEN_OF + kind] == sum(kinds[slot] == kind for slot in twin.middle)
        assert block[at.TOP_OF + kind] == sum(kinds[slot] == kind for slot in twin.top)
