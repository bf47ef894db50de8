"""What of a card is not modelled, in short words for reports."""

from __future__ import annotations

from analyzer.cards.abilities import not_modelled
from analyzer.cards.lands import mana_units, tapped_condition
from analyzer.cards.model import CardFacts

# Topics of the table's `unmodelled` column: text on them exists that has no code.
TOPICS: dict[str, str] = {
    "cast": "text about casting, playing or copying",
    "clue": "text about Clues",
    "cost": "text about costs",
    "discard": "text about discarding",
    "draw": "text about drawing",
    "faces": "more faces than two",
    "face-text-missing": "all its text (only the name is known)",
    "hand": "text about the hand",
    "land": "text about lands",
    "mana": "text about mana",
    "mill": "text about milling",
    "power": "its power or toughness varies",
    "ring": "text about the Ring",
    "role": "text about Roles",
    "scry": "text about scrying",
    "search": "text about searching",
    "seek": "text about seeking or conjuring",
    "surveil": "text about surveilling",
    "top": "text about the library",
    "treasure": "text about Treasures",
    "trigger": "the trigger of an ability",
    "untap": "text about untapping",
}


def unknown_size(card: CardFacts) -> bool:
    """Is it not known what keeps this creature alive: counters that it enters with, or a size that varies?

    True of creatures with printed toughness 0 or none, unless a modelled ability lets them enter with counters or
    somebody wrote the card by hand.

    >>> from analyzer.cards.catalog import Catalog
    >>> [unknown_size(Catalog().find(name).card) for name in ("Endless One", "Arcbound Bruiser", "Grizzly Bears")]
    [False, True, False]
    """
    if not card.is_creature or (card.toughness or 0) > 0:
        return False
    counters = any(
        ability.word == "enters" and ability.program and not not_modelled(ability) for ability in card.abilities
    )
    return card.toughness is None or not (counters or card.layer in ("own", "overlay"))


def gaps(card: CardFacts) -> tuple[str, ...]:
    """What is not modelled of a card face: topics of text without a code, then gaps inside its abilities.

    >>> gaps(CardFacts("A", effects="etb:scry1;?", unmodelled=("hand",)))
    ('text about the hand', 'a step (when it enters)')
    >>> gaps(CardFacts("Forest", produces="G"))
    ()
    """
    found = [TOPICS.get(topic, topic) for topic in card.unmodelled]
    for ability in card.abilities:
        found.extend(not_modelled(ability))
    for option in mana_units(card.produces):
        found.extend(f"{reason} (mana)" for reason in option.not_modelled)
    found.extend(tapped_condition(card.tapped).not_modelled)
    if unknown_size(card) and "power" not in card.unmodelled:
        found.append("what it enters with or how large it is: it stays in play")
    return tuple(dict.fromkeys(found))
