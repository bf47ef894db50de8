"""Two lists on the same slots, so that their games can be compared pair by pair (formats F8, F11)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from analyzer.cards.catalog import Catalog
from analyzer.cards.model import CardFacts
from analyzer.decks.model import Deck
from analyzer.errors import InputError

Slots = tuple[str | None, ...]

_SWAP = re.compile(r"\s*(?:(\d{1,4})\s*x?\s+)?(\S.*?)\s*(?:->|→)\s*(?:(\d{1,4})\s*x?\s+)?(\S.*?)\s*", re.IGNORECASE)


def align(first: Deck, second: Deck) -> tuple[Slots, Slots]:
    """Both lists slot by slot, None for a void slot; both answers have the length of the longer list.

    The first list keeps its order. Of the second, equal kinds keep their slots; left-over cards take left-over
    slots, land for land first, then whichever pair is nearest in mana value (ties: lower slot, then list order).
    What the first lacks stands at its end; what the second lacks stays void where the first has a card.

    >>> facts = {name: CardFacts(name, mana_value=n) for name, n in (("Opt", 1), ("Divination", 3), ("Shock", 1))}
    >>> align(Deck("a", ("Divination", "Opt"), facts), Deck("b", ("Opt", "Shock", "Opt"), facts))
    (('Divination', 'Opt', None), ('Shock', 'Opt', 'Opt'))
    """
    left = Counter(second.slots)
    slots: list[str | None] = []
    for name in first.slots:
        keep = left[name] > 0
        left[name] -= keep
        slots.append(name if keep else None)
    cards = _last_copies(second.slots, left)
    free = [place for place, name in enumerate(slots) if name is None]
    for place, card in _pairs(free, cards, first, second):
        slots[place] = card
        cards.remove(card)
    slots += cards
    longest = max(first.size, len(slots))
    return _padded(first.slots, longest), _padded(slots, longest)


def _last_copies(slots: Sequence[str], left: Counter[str]) -> list[str]:
    """The cards still to be placed, `left[name]` of each, in list order (the last copies of a kind)."""
    still, found = Counter(left), []
    for name in reversed(slots):
        if still[name] > 0:
            still[name] -= 1
            found.append(name)
    return found[::-1]


def _pairs(free: list[int], cards: list[str], first: Deck, second: Deck) -> list[tuple[int, str]]:
    """Which left-over card takes which left-over slot: lands with lands, then the nearest mana values."""
    taken_slots: set[int] = set()
    taken_cards: set[int] = set()

    def distance(place: int, card: int) -> tuple[bool, int, int, int]:
        old, new = first.facts[first.slots[place]], second.facts[cards[card]]
        both_lands = old.is_land and new.is_land
        return (not both_lands, 0 if both_lands else abs(old.card_mana_value - new.card_mana_value), place, card)

    pairs = []
    for _, _, place, card in sorted(distance(place, card) for place in free for card in range(len(cards))):
        if place not in taken_slots and card not in taken_cards:
            taken_slots.add(place)
            taken_cards.add(card)
            pairs.append((place, cards[card]))
    return pairs


def _padded(slots: Iterable[str | None], length: int) -> Slots:
    known = tuple(slots)
    return known + (None,) * (length - len(known))


def parse_swap(text: str) -> tuple[int, str, str]:
    """Copies, the card that leaves and the card that comes, of `Island -> Opt` or `2 Island -> 2 Opt`.

    >>> parse_swap("Island -> Opt"), parse_swap("2 Island -> Opt")
    ((1, 'Island', 'Opt'), (2, 'Island', 'Opt'))
    """
    found = _SWAP.fullmatch(text)
    if not found or "->" in found[4]:
        raise InputError(f"swap '{text}': write 'Island -> Opt' or '2 Island -> 2 Opt'")
    copies = int(found[1] or found[3] or 1)
    if copies == 0 or int(found[3] or copies) != copies:
        raise InputError(f"swap '{text}': as many cards must come as leave, at least one")
    return copies, found[2], found[4]


def swap(slots: Sequence[str | None], text: str) -> Slots:
    """The slots after `Island -> Opt`: the new card takes the slot of the last copy, so all others stay paired.

    Names must be written as in `slots`, capitals aside. InputError when there are not enough copies.

    >>> swap(("Island", "Opt", "Island"), "Island -> Preordain")
    ('Island', 'Opt', 'Preordain')
    """
    copies, old, new = parse_swap(text)
    places = [place for place, name in enumerate(slots) if name is not None and name.casefold() == old.casefold()]
    if len(places) < copies:
        has = f"only {len(places)} of {copies} copies are" if places else "no copy is"
        raise InputError(f"swap '{text}': {has} in the main deck{_near(old, slots) if not places else ''}")
    known = {name.casefold(): name for name in slots if name is not None}
    changed = list(slots)
    for place in places[-copies:]:
        changed[place] = known.get(new.casefold(), new)
    return tuple(changed)


def _near(name: str, slots: Sequence[str | None]) -> str:
    from analyzer.tomlfile import nearest

    return nearest(name, tuple(dict.fromkeys(each for each in slots if each is not None)))


def swap_cards(deck: Deck, text: str, own_cards: Iterable[CardFacts] = ()) -> Deck:
    """The deck after a swap; both names are looked up as in a list, so front faces and plain accents will do."""
    copies, leaves, comes = _found(deck, text, own_cards)
    slots = swap(deck.slots, f"{copies} {leaves.full_name} -> {comes.full_name}")
    facts = {**deck.facts, comes.full_name: comes}
    return replace(deck, slots=tuple(name for name in slots if name is not None), facts=facts)


def _found(deck: Deck, text: str, own_cards: Iterable[CardFacts]) -> tuple[int, CardFacts, CardFacts]:
    copies, old, new = parse_swap(text)
    catalog = Catalog(own=(*own_cards, *(card for card in deck.facts.values() if card.layer in ("own", "counts"))))
    return copies, catalog.find(old).card, catalog.find(new).card


def aligned_slots(first: Deck, second: Deck, swaps: Sequence[str], own_cards: Iterable[CardFacts] = ()) -> Slots:
    """Slots of the second list after its swaps, aligned to the first list before any of its own.

    A swap takes the slot of the card that left, also where the aligned list has void slots, so that lists that
    differ by swaps alone differ in these slots alone.

    >>> facts = {name: CardFacts(name) for name in ("Island", "Opt")}
    >>> deck = Deck("a", ("Island", "Opt", "Island"), facts)
    >>> aligned_slots(deck, deck, ["Island -> Opt"])
    ('Island', 'Opt', 'Opt')
    """
    own = tuple(own_cards)
    slots = align(first, second)[1]
    for text in swaps:
        copies, leaves, comes = _found(second, text, own)
        slots = swap(slots, f"{copies} {leaves.full_name} -> {comes.full_name}")
    return slots
