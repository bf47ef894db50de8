"""CardFacts: what is known about one Magic card, in the form every other part of the program reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.cards.abilities import Ability

PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})

# Cards whose characteristics outside the stack are those of both halves together (CR 709.4).
JOINED_LAYOUTS = frozenset({"split", "aftermath", "room"})


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts of one card, or of one face of it.

    A two-faced card is its front face with the back in `other_face` (whose own `other_face` is None).
    `mana_value` is the face's own; `card_mana_value` is what the card has in hand and library.
    `power`, `toughness` and `loyalty` are None where the card has none or prints a variable.
    `effects` is ability text in canonical form, after the overlay; `unmodelled` names what it leaves out.

    >>> opt = CardFacts("Opt", mana_cost="{U}", mana_value=1, type_line="Instant", types=frozenset({"instant"}),
    ...                 effects="cast:scry1;draw1")
    >>> opt.is_instant, opt.is_permanent, opt.full_name, len(opt.abilities)
    (True, False, 'Opt', 1)
    """

    name: str
    face_of: str = ""  # "A // B" for a card with two faces
    side: str = ""  # "a", "b" or ""
    layout: str = "normal"
    mana_cost: str = ""
    mana_value: int = 0
    type_line: str = ""
    types: frozenset[str] = frozenset()  # lower-case words before the dash, e.g. {"legendary", "creature"}
    subtypes: frozenset[str] = frozenset()  # lower-case words after the dash
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    colors: str = ""
    identity: str = ""
    produces: str = ""
    tapped: str = ""
    flags: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    effects: str = ""
    unmodelled: tuple[str, ...] = ()
    layer: str = "table"  # "table", "overlay", "own" or "counts"
    set_code: str = ""
    other_face: CardFacts | None = None

    @property
    def full_name(self) -> str:
        """The name of the whole card: `A // B` for two faces, else the name. Unique, so decks key cards by it."""
        return self.face_of or self.name

    @property
    def card_mana_value(self) -> int:
        """Mana value in hand, library and graveyard: both halves of a split card together, else the front face's."""
        if self.layout in JOINED_LAYOUTS and self.other_face is not None:
            return self.mana_value + self.other_face.mana_value
        return self.mana_value

    @property
    def is_land(self) -> bool:
        """Is this face a land card? (A spell with a land on its back is not.)"""
        return "land" in self.types

    @property
    def is_creature(self) -> bool:
        """Is this face a creature card?"""
        return "creature" in self.types

    @property
    def is_instant(self) -> bool:
        """Is this face an instant?"""
        return "instant" in self.types

    @property
    def is_permanent(self) -> bool:
        """Does this face stay on the battlefield?"""
        return not PERMANENT_TYPES.isdisjoint(self.types)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """The parsed abilities (the parser remembers texts, so asking again costs nothing)."""
        from analyzer.cards.abilities import parse_abilities

        return parse_abilities(self.effects)
