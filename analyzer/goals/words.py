"""The vocabulary of goals: every measure and thing once, with its meaning and what is known about its values."""

from __future__ import annotations

from dataclasses import dataclass

MAX_ATOMS = 64
MAX_DISJUNCTS = 64


@dataclass(frozen=True, slots=True)
class Measure:
    """A named small integer of a game.

    `fixed`: decided at the keep, so a goal may leave out its clause. `binary`: never above 1. `summed`: per turn with
    "on", summed over the turns with "by". `starts_at_zero`: 0 at the keep of an ordinary opening. `bins` is how many
    values a distribution distinguishes.
    """

    name: str
    meaning: str
    fixed: bool = False
    binary: bool = False
    summed: bool = False
    starts_at_zero: bool = True
    bins: int = 32


_TABLE = (
    Measure("lands", "lands you control"),
    Measure("lands had", "land cards that have been in your hand since the keep", starts_at_zero=False),
    Measure("land drops", "turns up to t with a land played"),
    Measure("missed drops", "turns up to t without a land played"),
    Measure("stuck", "nonland cards in hand whose mana value is at most your lands and that are not payable"),
    Measure("mana spent", "mana spent: this turn with 'on', all turns up to t with 'by'", summed=True, bins=96),
    Measure("mana available", "mana you could make: this turn with 'on', all turns with 'by'", summed=True, bins=128),
    Measure("mana wasted", "mana available minus mana spent", summed=True, bins=128),
    Measure("drew land", "1 if the card of turn t's draw step was a land", binary=True, bins=2),
    Measure("cards drawn", "cards drawn since the keep", bins=64),
    Measure("looked at", "cards looked at (scry, surveil, looks)", starts_at_zero=False, bins=64),
    Measure("bottomed", "cards put on the bottom by looks", starts_at_zero=False, bins=64),
    Measure("bottomed drawn", "bottomed cards that were drawn later"),
    Measure("scry events", "times you scried"),
    Measure("surveil events", "times you surveilled"),
    Measure("spells cast", "spells cast", bins=64),
    Measure("hand", "cards in hand", starts_at_zero=False),
    Measure("graveyard", "cards in the graveyard", bins=128),
    Measure("library", "cards in the library", starts_at_zero=False, bins=256),
    Measure("life", "your life (below 0 counts as 0)", starts_at_zero=False, bins=128),
    Measure("opponent life", "the opponent's life (below 0 counts as 0)", starts_at_zero=False, bins=128),
    Measure("damage", "damage dealt to the opponent", bins=128),
    Measure("mulligans", "mulligans taken", fixed=True, starts_at_zero=False, bins=9),
    Measure("kept cards", "cards in the kept hand", fixed=True, starts_at_zero=False, bins=16),
    Measure("kept lands", "lands in the kept hand", fixed=True, starts_at_zero=False, bins=16),
    Measure("first seven lands", "lands in the first seven cards dealt", fixed=True, starts_at_zero=False, bins=16),
    Measure("seat", "0 on the play, 1 on the draw", fixed=True, binary=True, starts_at_zero=False, bins=2),
    Measure("decked", "1 if you lost by drawing from an empty library", binary=True, bins=2),
    Measure("shards made", "Shard tokens made"),
    Measure("shards used", "Shard tokens sacrificed for their ability"),
    Measure("roles made", "Role tokens made"),
    Measure("ring", "times the Ring has tempted you"),
)
MEASURES: dict[str, Measure] = {each.name: each for each in _TABLE}

# Other spellings; the published tables call `lands had` "lands seen".
ALIASES: dict[str, str] = {
    "lands seen": "lands had",
    "cards looked at": "looked at",
    "cards bottomed": "bottomed",
    "hand size": "hand",
    "temptations": "ring",
    "color screw": "colour screw",
}

# Only in a keep expression, where everything is about the hand that may be kept.
KEEP_MEASURES: dict[str, str] = {"n": "kept cards", "hand": "kept cards", "lands": "kept lands"}

THINGS: dict[str, str] = {
    "had": "copies that have been in your hand since the keep",
    "in hand": "copies in hand",
    "in play": "copies on the battlefield",
    "in graveyard": "copies in the graveyard",
    "cast": "times cast",
    "castable": "1 if, at land t, a copy in hand or command zone can be cast with the mana you could make then",
    "entered tapped": "times one entered tapped",
    "entered untapped": "times one entered untapped",
}
BINARY_THINGS = ("castable", "payable")
OTHER_TERMS = ("sources", "payable", "used", "total")
STRUCTURE = ("by", "on", "and", "or", "not", "given", "in", "turn", "draw", "land", "any", "with")
MOMENTS = ("draw", "land", "turn")
COLOURS = "WUBRGC"

# Words that `used` knows beside card names: the tokens that are sources, by the name of their token kind.
TOKEN_SOURCES = {"shard": "shard", "shards": "shard", "role": "role", "roles": "role", "sorcerer": "role"}

NAMED_GOALS = {
    "screw": "lands <= 2 on turn 4",
    "flood": "lands had >= 8 by draw 7",
    "colour screw": "stuck >= 1 on turn 4",
}
NAMED_GOALS_COMMANDER = {
    "screw": "lands <= 3 on turn 5",
    "flood": "lands had >= 9 by draw 8",
    "colour screw": "stuck >= 1 on turn 4",
}
