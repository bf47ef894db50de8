"""What a decklist says once it has been read: the main deck slot by slot, and the cards kept outside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.cards.model import CardFacts


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader of the result must know: no error, but a choice that was made for him.

    `code` is a fixed word for programs (`left-out`, `encoding`, `blank-kind` ...), `text` the sentence for people.

    >>> str(Notice("left-out", "3 cards under Maybeboard are left out", line=71))
    'line 71: 3 cards under Maybeboard are left out'
    """

    code: str
    text: str
    line: int | None = None
    card: str | None = None

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line}: {self.text}"


@dataclass(frozen=True, slots=True)
class Deck:
    """A list that was understood: names only, with the facts of every name beside them.

    `slots` is the main deck in list order, one name a copy; the number of a slot is what is shuffled. Commanders,
    companion and sideboard lie outside the slots. `facts` covers every name of the deck, `groups` maps a
    lower-case word to the names it stands for in goals (`@group:word`).

    >>> deck = Deck("pair", slots=("Island", "Opt", "Island"), facts={})
    >>> deck.kinds, deck.counts, deck.size
    (('Island', 'Opt'), {'Island': 2, 'Opt': 1}, 3)
    """

    name: str
    slots: tuple[str, ...]
    facts: Mapping[str, CardFacts]
    commanders: tuple[str, ...] = ()
    companion: str | None = None
    sideboard: tuple[tuple[int, str], ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    @property
    def size(self) -> int:
        """Cards in the main deck."""
        return len(self.slots)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Distinct names of the main deck in order of first appearance."""
        return tuple(dict.fromkeys(self.slots))

    @property
    def counts(self) -> dict[str, int]:
        """Copies of each kind of the main deck, in the order of `kinds`."""
        return dict(Counter(self.slots))
