"""What was understood of a deck, counted: sections, lands, curve, colours and their sources, gaps of the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.cards.costs import COLOURS, TYPES, parse_cost, pip
from analyzer.cards.gaps import gaps
from analyzer.cards.lands import mana_units, tapped_condition
from analyzer.cards.model import CardFacts
from analyzer.decks.model import Deck

WIDEST_CURVE = 7  # mana values from here on share one column


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over the main deck (copies, not kinds); commanders are counted in `gaps` only."""

    cards: int
    kinds: int
    lands: int
    lands_tapped: int  # always enter tapped
    lands_conditional: int  # enter tapped under a condition
    curve: Mapping[int, int]  # mana value, WIDEST_CURVE and more together -> nonland cards
    mean_mana_value: float | None  # of nonland cards; None without any
    pips: Mapping[str, int]  # colour -> symbols in costs that only or also this colour pays
    land_sources: Mapping[str, int]  # type of mana -> lands that can make it
    other_sources: Mapping[str, int]  # type of mana -> nonland cards that can make it
    gaps: tuple[tuple[str, int, tuple[str, ...]], ...]  # name, copies, what is not modelled


def summarise(deck: Deck) -> Summary:
    """Count a deck.

    >>> from analyzer.decks.load import load_deck
    >>> summary = summarise(load_deck("20 Island, 4 Temple of Epiphany, 32 Opt, 4 Fire // Ice"))
    >>> summary.lands, summary.lands_tapped, dict(summary.curve), dict(summary.land_sources)
    (24, 4, {1: 32, 4: 4}, {'U': 24, 'R': 4})
    """
    cards = [(deck.facts[name], copies) for name, copies in deck.counts.items()]
    lands = [(card, copies) for card, copies in cards if card.is_land]
    spells = [(card, copies) for card, copies in cards if not card.is_land and not _is_blank(card)]
    curve: Counter[int] = Counter()
    for card, copies in spells:
        curve[min(card.card_mana_value, WIDEST_CURVE)] += copies
    total = sum(copies for _, copies in spells)
    entering = Counter({"never": 0, "always": 0, "unless": 0})
    for card, copies in lands:
        entering[tapped_condition(card.tapped).kind] += copies
    identity = _identity(deck)
    return Summary(
        cards=deck.size,
        kinds=len(cards),
        lands=sum(copies for _, copies in lands),
        lands_tapped=entering["always"],
        lands_conditional=entering["unless"],
        curve=dict(sorted(curve.items())),
        mean_mana_value=sum(card.card_mana_value * copies for card, copies in spells) / total if total else None,
        pips=_pips(spells),
        land_sources=_sources(lands, identity),
        other_sources=_sources(spells, identity),
        gaps=tuple(_gaps(deck)),
    )


def _is_blank(card: CardFacts) -> bool:
    """Is this a kind of a counts text, which has no cost to count?"""
    return card.layer == "counts"


def _identity(deck: Deck) -> str:
    """Colours of the commanders together: what `Command Tower` can make."""
    letters = {letter for name in deck.commanders for letter in deck.facts[name].identity}
    return "".join(colour for colour in COLOURS if colour in letters)


def faces(card: CardFacts) -> tuple[CardFacts, ...]:
    """The card's face, or both where it has two."""
    return (card,) if card.other_face is None else (card, card.other_face)


def _pips(spells: list[tuple[CardFacts, int]]) -> dict[str, int]:
    """Coloured symbols of front faces and of both halves of split cards, by colour."""
    counted: Counter[str] = Counter()
    for card, copies in spells:
        for face in faces(card) if card.layout in ("split", "aftermath", "room") else (card,):
            for symbol in parse_cost(face.mana_cost):
                what = pip(symbol)
                if what.kind == "typed":
                    counted.update(dict.fromkeys(what.types, copies))
    return {colour: counted[colour] for colour in TYPES if counted[colour]}


def _sources(cards: list[tuple[CardFacts, int]], identity: str) -> dict[str, int]:
    """Copies that can make each type of mana; a colour that is chosen, or that other lands decide, may be any."""
    counted: Counter[str] = Counter()
    for card, copies in cards:
        types: set[str] = set()
        for face in faces(card):
            for option in mana_units(face.produces):
                for unit in option.units:
                    types |= set(identity if unit == "id" else unit if unit[0].isupper() else COLOURS)
        counted.update(dict.fromkeys(types, copies))
    return {letter: counted[letter] for letter in TYPES if counted[letter]}


def _gaps(deck: Deck) -> list[tuple[str, int, tuple[str, ...]]]:
    """Kinds of the main deck and commanders of which something is not modelled, with what."""
    counts = {**dict.fromkeys(deck.commanders, 1), **deck.counts}
    found = []
    for name, copies in counts.items():
        reasons = tuple(dict.fromkeys(reason for face in faces(deck.facts[name]) for reason in gaps(face)))
        if reasons:
            found.append((name, copies, reasons))
    return found
