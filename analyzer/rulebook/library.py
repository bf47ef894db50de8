"""The library (FRM-1): a known top, an unseen middle and a known bottom; who decides the order of the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from analyzer.rulebook.objects import Card


class Order(Protocol):
    """Decides the hidden order of a library: forced lists, all branches, or streams of random numbers."""

    def next(self, cards: list[Card]) -> Card:
        """Remove the next card of the unseen middle (or of a group of unknown order) from `cards` and return it."""
        ...

    def shuffle(self, library: Library, known: list[Card]) -> None:
        """Every card is unseen again; `known` are the cards whose place was known or that were just returned."""
        ...

    def shows(self, library: Library) -> bool:
        """Is the listed order of the middle the true one (so that a whole library can be compared)?"""
        ...

    def deal(self, library: Library, count: int) -> list[Card]:
        """Remove an opening hand from the middle; its order does not matter."""
        ...


class Library:
    """Cards from the top down: `top` (known), `middle` (unseen, the order is the Order's), `bottom` (known groups).

    A group of several cards at the bottom is one whose inner order the player does not know.
    """

    def __init__(self, order: Order, cards: Sequence[Card] = ()) -> None:
        self.order = order
        self.top: list[Card] = []
        self.middle: list[Card] = list(cards)
        self.bottom: list[list[Card]] = []
        self.put = 0  # groups put at the bottom so far (formats F8, class 4)

    def __len__(self) -> int:
        return len(self.top) + len(self.middle) + sum(map(len, self.bottom))

    def cards(self) -> list[Card]:
        """All cards, top first; the middle in the order in which it happens to be listed."""
        return [*self.top, *self.middle, *(card for group in self.bottom for card in group)]

    def look(self, count: int) -> list[Card]:
        """SCRY-1: the top min(count, size) cards; from now on their place is known."""
        while len(self.top) < count and len(self.top) < len(self):
            self.top.append(self._reveal()[0])
        return self.top[:count]

    def take_top(self) -> tuple[Card, int] | None:
        """Remove the top card; returns it and where it was known to be: 0 top, 1 middle, 2 bottom."""
        if self.top:
            return self.top.pop(0), 0
        if not len(self):
            return None
        return self._reveal()

    def _reveal(self) -> tuple[Card, int]:
        if self.middle:
            return self.order.next(self.middle), 1
        group = self.bottom[0]
        fixed = getattr(self.order, "next_of", self.order.next)
        card = group.pop() if len(group) == 1 else fixed(group)
        if not group:
            self.bottom.pop(0)
        return card, 2

    def remove(self, card: Card) -> None:
        """Take one card out, wherever it is (a search, SRC-1)."""
        for part in (self.top, self.middle, *self.bottom):
            if card in part:
                part.remove(card)
                self.bottom = [group for group in self.bottom if group]
                return
        raise ValueError(f"{card.name} is not in this library")

    def put_top(self, cards: Sequence[Card]) -> None:
        """Put cards on top, the first of them uppermost; their place is known (LOK-1)."""
        self.top[:0] = cards

    def put_bottom(self, cards: Sequence[Card], ordered: bool = True) -> None:
        """Put cards at the bottom, the first of them uppermost; `ordered=False`: in an order nobody knows."""
        self.put += len(cards)
        if ordered or len(cards) == 1:
            self.bottom.extend([card] for card in cards)
        elif cards:
            arranged = getattr(self.order, "group", None)
            self.bottom.append(list(cards) if arranged is None else arranged(list(cards), self.put))
            self.put += 1

    def shuffle(self, returned: Sequence[Card] = ()) -> None:
        """FRM-3, SRC-2: all knowledge of places is lost, also of cards at the bottom, also with 0 or 1 cards."""
        known = [*self.top, *(card for group in self.bottom for card in group), *returned]
        self.top, self.bottom = [], []
        self.order.shuffle(self, known)


class ForcedOrder:
    """The middle is drawn as listed; each shuffle takes the next forced list, else falls back to another order."""

    def __init__(self, shuffles: list[list[str]], fallback: Order) -> None:
        self.shuffles = shuffles
        self.fallback = fallback
        self.forced = True

    def next(self, cards: list[Card]) -> Card:
        return cards.pop(0) if self.forced else self.fallback.next(cards)

    def shows(self, library: Library) -> bool:
        return self.forced

    def deal(self, library: Library, count: int) -> list[Card]:
        if not self.forced:
            return self.fallback.deal(library, count)
        dealt = library.middle[:count]
        del library.middle[:count]
        return dealt

    def shuffle(self, library: Library, known: list[Card]) -> None:
        if not self.shuffles:
            if len(library.middle) + len(known) > 1:
                self.forced = False
            self.fallback.shuffle(library, known)
            return
        names = self.shuffles.pop(0)
        left = [*library.middle, *known]
        library.middle = []
        for name in names:
            found = next((card for card in left if card.name == name), None)
            if found is None:
                raise ValueError(f"the forced shuffle names {name}, which is not in the library then")
            left.remove(found)
            library.middle.append(found)
        if left:
            raise ValueError(f"the forced shuffle leaves out {', '.join(card.name for card in left)}")
        self.forced = True
