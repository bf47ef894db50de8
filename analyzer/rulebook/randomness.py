"""Orders of unseen cards: all branches with their weights (exact), or the streams of formats F8 in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, Protocol

from analyzer.contract.streams import BOTTOM, DEAL, SHUFFLE
from analyzer.rulebook.library import Library
from analyzer.rulebook.objects import Card

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class Branches:
    """A walk through all outcomes of a random process that is run again and again, one branch each time.

    >>> walk = Branches()
    >>> seen = []
    >>> while walk.open:
    ...     walk.begin()
    ...     seen.append((walk.choose([1, 3]), walk.choose([1, 1]), walk.weight))
    ...     walk.end()
    >>> [str(weight) for _, _, weight in seen], sum(weight for _, _, weight in seen)
    (['1/8', '1/8', '3/8', '3/8'], Fraction(1, 1))
    """

    def __init__(self) -> None:
        self.path: list[tuple[int, list[int]]] = []
        self.depth = 0
        self.open = True
        self.weight = Fraction(1)

    def begin(self) -> None:
        """Start the next run."""
        self.depth = 0
        self.weight = Fraction(1)

    def choose(self, weights: Sequence[int]) -> int:
        """The index chosen in this run; indices of weight 0 are never chosen."""
        if self.depth == len(self.path):
            first = next(index for index, weight in enumerate(weights) if weight)
            self.path.append((first, list(weights)))
        index, known = self.path[self.depth]
        self.depth += 1
        self.weight *= Fraction(known[index], sum(known))
        return index

    def end(self) -> None:
        """Move on to the next run; `open` is False when every branch has been walked."""
        del self.path[self.depth :]
        while self.path:
            index, weights = self.path.pop()
            later = next((other for other in range(index + 1, len(weights)) if weights[other]), None)
            if later is not None:
                self.path.append((later, weights))
                return
        self.open = False


class Chooser(Protocol):
    """Chooses one of several outcomes with these weights."""

    def choose(self, weights: Sequence[int]) -> int: ...


class BranchingOrder:
    """Every unseen card is equally likely to be next: cards of one name are one branch with their number as weight."""

    def __init__(self, branches: Chooser) -> None:
        self.branches = branches

    def next(self, cards: list[Card]) -> Card:
        names: dict[str, int] = {}
        for card in cards:
            names[card.name] = names.get(card.name, 0) + 1
        name = list(names)[self.branches.choose(list(names.values()))]
        found = next(card for card in cards if card.name == name)
        cards.remove(found)
        return found

    def shows(self, library: Library) -> bool:
        return len({card.name for card in library.middle}) < 2

    def shuffle(self, library: Library, known: list[Card]) -> None:
        library.middle.extend(known)

    def deal(self, library: Library, count: int) -> list[Card]:
        """One branch for each composition of the hand, with its multivariate hypergeometric weight."""
        groups: dict[str, list[Card]] = {}
        for card in library.middle:
            groups.setdefault(card.name, []).append(card)
        piles = list(groups.values())
        size = min(count, len(library.middle))
        hands = [
            hand for hand in product(*(range(min(len(pile), size) + 1) for pile in piles[:-1])) if sum(hand) <= size
        ]
        if piles:
            hands = [(*hand, size - sum(hand)) for hand in hands if size - sum(hand) <= len(piles[-1])]
        weights = [prod(comb(len(pile), n) for pile, n in zip(piles, hand, strict=True)) for hand in hands]
        chosen = hands[self.branches.choose(weights)]
        dealt = [card for pile, n in zip(piles, chosen, strict=True) for card in pile[:n]]
        library.middle = [card for card in library.middle if card not in dealt]
        return dealt


def mix(z: int) -> int:
    """The splitmix64 finaliser of formats F8.

    >>> hex(mix(GOLDEN))
    '0xe220a8397b1dcdaf'
    """
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class Stream:
    """Words 1, 2, ... of the stream keyed by (seed, game, purpose); purpose = class * 2**32 + index (formats F8).

    >>> stream = Stream(1, 0, 1, 0)
    >>> [hex(stream.word()) for _ in range(3)]
    ['0x1c729c96e2b2e940', '0x788214ab7239e426', '0xbe1c387990a18d69']
    """

    def __init__(self, seed: int, game: int, purpose_class: int, index: int = 0, salt: int | None = None) -> None:
        purpose = (purpose_class << 32) + index
        key = mix(seed + GOLDEN & MASK)
        key = mix(key + GOLDEN * (game + 1) & MASK)
        key = mix(key + GOLDEN * (purpose + 1) & MASK)
        self.key = key if salt is None else mix(key ^ salt)
        self.used = 0

    def word(self) -> int:
        """The next 64-bit word."""
        self.used += 1
        return mix(self.key + GOLDEN * self.used & MASK)

    def batch(self, counts: Sequence[int]) -> list[int]:
        """Exact bounded indices, one for each count, from one word (rarely several).

        >>> places = Stream(1, 0, 2, 0)
        >>> [places.batch([m + 1])[0] for m in (50, 51, 52)]
        [32, 23, 31]
        """
        bound = (1 << 64) % prod(counts)
        while True:
            low = self.word()
            found = []
            for count in counts:
                found.append(low * count >> 64)
                low = low * count & MASK
            if low >= bound:
                return found


def mixed(stream: Stream, items: list[Any], made: int) -> int:
    """Fix the next batch of an order (formats F8): entries before `made` are fixed; returns how many are now."""
    left = len(items) - made
    counts = [left]
    while len(counts) < min(8, left) and prod(counts) * (left - len(counts)) <= 1 << 48:
        counts.append(left - len(counts))
    for step, offset in enumerate(stream.batch(counts)):
        here = made + step
        items[here], items[here + offset] = items[here + offset], items[here]
    return made + len(counts)


class StreamOrder:
    """The order of unseen cards of one game by the streams of formats F8; cards are told apart by slot.

    `slots` is the order of the present deal or shuffle, of which `made` entries are fixed and `place` is the next to be
    read; what is not in the library is skipped. With a `salt` (word, draw) all words from that draw on are others:
    the fork of invariant I1.

    >>> order = StreamOrder(1, 0, 60)
    >>> order.new_deal()
    >>> [order.slot_at(place) for place in range(12)]
    [6, 40, 23, 56, 55, 19, 46, 58, 32, 33, 29, 8]
    >>> order = StreamOrder(7, 123456789, 99)
    >>> order.new_deal()
    >>> [order.slot_at(place) for place in range(12)]
    [64, 52, 9, 15, 61, 23, 47, 85, 83, 77, 59, 21]
    """

    def __init__(self, seed: int, game: int, slots: int, salt: tuple[int, int] | None = None) -> None:
        self.seed, self.game, self.size = seed, game, slots
        self.salt, self.salt_from = salt if salt is not None else (0, -1)
        self.forked = False
        self.deals = self.shuffles = self.seen = 0
        self.slots: list[int] = []
        self.made = self.place = 0

    def stream(self, purpose_class: int, index: int) -> Stream:
        return Stream(self.seed, self.game, purpose_class, index, self.salt if self.forked else None)

    def new_deal(self) -> None:
        """Deal 0, 1, ...: a fresh order of all slots (opening hand, mulligans)."""
        self.words = self.stream(DEAL, self.deals)
        self.deals += 1
        self.slots, self.made, self.place = list(range(self.size)), 0, 0

    def slot_at(self, place: int) -> int:
        """The slot at a place of the order; batches are made when first needed."""
        while self.made <= place:
            self.made = mixed(self.words, self.slots, self.made)
        return self.slots[place]

    def next(self, cards: list[Card]) -> Card:
        if not self.slots:
            self.new_deal()
        self._fork_if_due()
        by_slot = {card.slot: card for card in cards}
        slot = self.slot_at(self.place)
        while slot not in by_slot:
            self.place += 1
            slot = self.slot_at(self.place)
        self.place += 1
        self.seen += 1
        self._fork_if_due()
        cards.remove(by_slot[slot])
        return by_slot[slot]

    def _fork_if_due(self) -> None:
        """What is unseen is ordered anew, from the salted words that follow."""
        if self.seen == self.salt_from and not self.forked:
            used = self.words.used
            self.forked, self.made = True, self.place
            self.words = self.stream(DEAL, self.deals - 1)
            self.words.used = used

    def next_of(self, group: list[Card]) -> Card:
        """The next of a group at the bottom whose order was fixed when it was put there."""
        return group.pop(0)

    def group(self, cards: list[Card], number: int) -> list[Card]:
        """Cards put at the bottom in random order (class 4)."""
        mixed_cards, words, made = list(cards), self.stream(BOTTOM, number), 0
        while made < len(mixed_cards):
            made = mixed(words, mixed_cards, made)
        return mixed_cards

    def whole(self, library: Library) -> list[Card]:
        """The unseen cards in their hidden order."""
        by_slot = {card.slot: card for card in library.middle}
        for place in range(len(self.slots)):
            self.slot_at(place)
        found = [by_slot[slot] for slot in self.slots[self.place :] if slot in by_slot]
        self.slots, self.place = [card.slot for card in found], 0
        self.made = len(self.slots)
        return found

    def mix_again(self, library: Library) -> None:
        """The unseen cards that are left are ordered anew, by the words that follow."""
        left = {card.slot for card in library.middle}
        self.slots, self.made, self.place = [slot for slot in self.slots if slot in left], 0, 0

    def shows(self, library: Library) -> bool:
        return len(library.middle) < 2

    def deal(self, library: Library, count: int) -> list[Card]:
        return [self.next(library.middle) for _ in range(min(count, len(library.middle)))]

    def shuffle(self, library: Library, known: list[Card]) -> None:
        """Unseen cards keep their order; known and returned cards, in slot order, are put at random places."""
        if not self.slots:
            self.new_deal()
        order = self.whole(library)
        words = self.stream(SHUFFLE, self.shuffles)
        self.shuffles += 1
        for card in sorted(known, key=lambda card: card.slot):
            order.insert(words.batch([len(order) + 1])[0], card)
        self.slots, self.place = [card.slot for card in order], 0
        self.made = len(self.slots)
        library.middle = list(order)
