"""Finding cards by name: own cards, then the table under its overlay; near matches for names that are unknown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.cards.model import CardFacts
from analyzer.cards.names import fold, nearest
from analyzer.cards.overlay import lay_over
from analyzer.cards.own import REPLACES
from analyzer.cards.table import Table, load_table, read_row
from analyzer.errors import InputError


@dataclass(frozen=True, slots=True)
class Found:
    """A card, and what should be said about how its name was understood."""

    card: CardFacts
    notices: tuple[str, ...] = ()


class Catalog:
    """All cards that a deck may name: the table under its overlay, and own cards before it.

    An own card with the name of a card of the table needs `replaces = true`; otherwise InputError. Two own cards of
    one name are an error too. Nothing is read before the first look-up.

    >>> catalog = Catalog()
    >>> catalog.find("lim-dul's vault").card.name
    "Lim-Dûl's Vault"
    >>> catalog.find("Ice").notices
    ("'Ice' is the back face of Fire // Ice; the whole card is meant",)
    """

    def __init__(self, own: Iterable[CardFacts] = ()) -> None:
        self._own: dict[str, CardFacts] = {}
        self._found: dict[str, Found | None] = {}
        for card in own:
            key = fold(card.name)
            if key in self._own and self._own[key] != card:
                raise InputError(f"two [[card]] tables are named '{card.name}'; give one of them another name")
            if REPLACES not in card.flags and _rows(load_table(), key):
                raise InputError(
                    f"'{card.name}' is a card of the table; write replaces = true in its [[card]] table to use yours "
                    "instead, or give it another name"
                )
            self._own[key] = card

    def find(self, name: str) -> Found:
        """The card of a name; InputError with near matches if there is none.

        The whole card of that name comes first, then a front face, then (with a notice) a back face.
        """
        found = self._remembered(name)
        if found is None:
            key = fold(name)
            if not key:
                raise InputError("a card name is empty")
            raise InputError(f"no card is called '{name.strip()}'{self._hint(load_table(), key)}")
        return found

    def knows(self, name: str) -> bool:
        """Is there a card of this name? Much cheaper than a failed `find`, which searches near matches.

        >>> Catalog().knows("Opt"), Catalog().knows("Opt (DOM) 60")
        (True, False)
        """
        return self._remembered(name) is not None

    def _remembered(self, name: str) -> Found | None:
        key = fold(name)
        if key not in self._found:
            self._found[key] = self._look_up(name, key)
        return self._found[key]

    def _look_up(self, name: str, key: str) -> Found | None:
        if not key:
            return None
        if key in self._own:
            return Found(self._own[key])
        table = load_table()
        if key in table.whole:
            return Found(_card(table, table.whole[key]))
        if key in table.front:
            return _face(table, table.front[key], name)
        halves = set(key.split(" // "))
        if " // " in key and len(halves) == 1:  # `A // A`: both sides of a card that is printed twice
            return self._look_up(name, halves.pop())
        if key in table.back:
            found = _face(table, table.back[key], name)
            text = f"'{name.strip()}' is the back face of {found.card.full_name}; the whole card is meant"
            return Found(found.card, (text, *found.notices))
        if key.startswith("a-") and (key[2:] in table.whole or key[2:] in table.front):
            whole = table.whole.get(key[2:])
            found = Found(_card(table, whole)) if whole else _face(table, table.front[key[2:]], name)
            text = (
                f"'{name.strip()}' (a rebalanced card) is not in the table; the printed {found.card.full_name} is used"
            )
            return Found(found.card, (text, *found.notices))
        return None

    def _hint(self, table: Table, key: str) -> str:
        near = self.near(key)
        return f"; did you mean {_listed(near)}?" if near else ""

    def near(self, name: str, count: int = 3) -> list[str]:
        """The `count` card names most like `name`, best first."""
        table = load_table()
        keys = [*self._own, *table.whole, *table.front, *table.back]
        names = [self._display(table, key) for key in nearest(name, keys, count)]
        return list(dict.fromkeys(names))

    def search(self, text: str) -> list[str]:
        """The full names of all cards whose name (of the card or of a face) contains `text`, sorted.

        >>> Catalog().search("temple of myst")
        ['Temple of Mystery']
        """
        key = fold(text)
        table = load_table()
        own = [card.name for folded, card in self._own.items() if key in folded]
        hits = [self._display(table, folded) for folded in table.whole if key in folded]
        return sorted(set(own + hits), key=fold)

    def _display(self, table: Table, key: str) -> str:
        """The printed name behind a folded one."""
        if key in self._own:
            return self._own[key].name
        if key in table.whole:
            return read_row(table, table.whole[key][0]).full_name
        return read_row(table, (table.front.get(key) or table.back[key])[0]).name


def _rows(table: Table, key: str) -> list[int]:
    return table.whole.get(key, []) + table.front.get(key, [])


def _card(table: Table, rows: list[int]) -> CardFacts:
    """The card of the first row, under the overlay. Later rows of one name are second listings of the same card."""
    return lay_over(read_row(table, rows[0]))


def _face(table: Table, rows: list[int], name: str) -> Found:
    """The card with such a face; of several the one from a regular set, and a notice that names the others."""
    whole = []
    for row in rows:
        number = table.whole[fold(read_row(table, row).full_name)][0]
        if number not in whole:
            whole.append(number)
    cards = sorted((lay_over(read_row(table, number)) for number in whole), key=lambda card: not card.set_code)
    if len(cards) == 1:
        return Found(cards[0])
    others = _listed([card.full_name for card in cards[1:]])
    return Found(cards[0], (f"'{name.strip()}' was read as {cards[0].full_name}; there is also {others}",))


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
