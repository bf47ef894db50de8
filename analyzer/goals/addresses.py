"""Which words of the kernel's block hold what a term of a goal asks for."""

from __future__ import annotations

from analyzer.goals.tree import Term
from analyzer.kernel import layout

MEASURE_WORDS: dict[str, int] = {
    "lands": layout.LANDS_IN_PLAY,
    "lands had": layout.LANDS_HAD,
    "land drops": layout.LAND_DROPS_MADE,
    "missed drops": layout.MISSED_DROPS,
    "drew land": layout.DREW_LAND,
    "cards drawn": layout.CARDS_DRAWN,
    "looked at": layout.LOOKED_AT,
    "bottomed": layout.BOTTOMED,
    "bottomed drawn": layout.BOTTOMED_DRAWN,
    "scry events": layout.SCRY_EVENTS,
    "surveil events": layout.SURVEIL_EVENTS,
    "spells cast": layout.SPELLS_TOTAL,
    "hand": layout.HAND_SIZE,
    "graveyard": layout.GRAVEYARD_SIZE,
    "library": layout.LIBRARY_SIZE,
    "life": layout.LIFE,
    "opponent life": layout.OPPONENT_LIFE,
    "damage": layout.DAMAGE_DONE,
    "mulligans": layout.MULLIGANS,
    "kept cards": layout.KEPT_CARDS,
    "kept lands": layout.KEPT_LANDS_HAND,
    "first seven lands": layout.FIRST_SEVEN_LANDS,
    "seat": layout.SEAT,
    "decked": layout.FAILED_DRAW,
    "shards made": layout.SHARDS_MADE,
    "shards used": layout.SHARDS_USED,
    "roles made": layout.ROLES_MADE,
    "ring": layout.RING,
}
# this turn, all turns so far
MANA_WORDS_BY_MODE: dict[str, tuple[int, int]] = {
    "mana spent": (layout.MANA_SPENT_TURN, layout.MANA_SPENT_TOTAL),
    "mana available": (layout.MANA_AVAILABLE_TURN, layout.MANA_AVAILABLE_TOTAL),
}
THING_WORDS: dict[str, int] = {
    "had": layout.HAD,
    "in hand": layout.HAND,
    "in play": layout.PLAY,
    "in graveyard": layout.GRAVE,
    "cast": layout.CAST,
    "entered tapped": layout.ENTERED_TAPPED,
    "entered untapped": layout.ENTERED_UNTAPPED,
    "used": layout.USED,
}
TOKEN_KINDS: dict[str, int] = {"shard": layout.SHARD_KIND, "role": layout.SORCERER_KIND}
LAND_SUMS: dict[str, int] = {"had": layout.LANDS_HAD, "in hand": layout.LANDS_IN_HAND, "in play": layout.LANDS_IN_PLAY}


def plain_words(term: Term, summed: bool) -> tuple[int, ...] | None:
    """The addresses whose sum is the term (bound to a deck); None when it must be worked out."""
    if term.op == "measure":
        if term.name in MANA_WORDS_BY_MODE:
            return (MANA_WORDS_BY_MODE[term.name][summed],)
        return (MEASURE_WORDS[term.name],) if term.name in MEASURE_WORDS else None
    if term.op not in THING_WORDS:
        return None
    if term.name:
        return (THING_WORDS[term.op] + TOKEN_KINDS[term.name],)
    assert term.cards is not None and term.cards.kinds is not None, f"{term} is not bound to a deck"
    if term.cards.form == "land" and term.op in LAND_SUMS:
        return (LAND_SUMS[term.op],)
    return tuple(THING_WORDS[term.op] + kind for kind in term.cards.kinds)
