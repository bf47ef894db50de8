"""Op-codes of programs: rows of four integers (op, a, b, c) that the kernel interprets in printed order."""

WIDTH = 4

# An amount operand: n >= 0 is n itself, else one of these.
AMOUNT_X, AMOUNT_LOOKED, AMOUNT_HALF_X = -1, -2, -3
AMOUNT_COUNT = -16  # AMOUNT_COUNT - i: number of your permanents in kind set i

(STOP, SCRY, SURVEIL, DRAW, DISCARD, MILL, REORDER, PUTBACK, TUCK, DIG, SHUFFLE, DAMAGE, LIFE, TREASURE, MANA, EXTRALAND,
 MAYSHUFFLE, MAY, IFKICKED, SEARCH, PUTLAND, SHARD, ROLE, RING, COUNTER) = range(25)  # fmt: skip

# op -> (name, a, b, c); programs end with STOP. MAY and IFKICKED guard the next a rows.
OPS = {
    STOP: ("stop", "-", "-", "-"),
    SCRY: ("scry", "amount", "-", "-"),
    SURVEIL: ("surveil", "amount", "-", "-"),
    DRAW: ("draw", "amount", "-", "-"),
    DISCARD: ("discard", "amount", "why (contract.events)", "-"),
    MILL: ("mill", "amount", "-", "-"),
    REORDER: ("look at the top cards, put them back in any order", "amount", "-", "-"),
    PUTBACK: ("put cards from hand on top", "amount", "-", "-"),
    TUCK: ("put cards from hand on the bottom", "amount", "-", "-"),
    DIG: ("look at a cards, b of them to hand, the rest to c (0 bottom any order, 1 graveyard, 2 bottom random order)",
          "amount", "number + 256 * (kind set + 1, 0 any)", "rest"),
    SHUFFLE: ("shuffle", "-", "-", "-"),
    DAMAGE: ("damage to the opponent", "amount", "-", "-"),
    LIFE: ("life of the player", "change (signed)", "-", "-"),
    TREASURE: ("make Treasure tokens", "amount", "tapped (0/1)", "-"),
    MANA: ("add mana of one unit type", "units", "mana group", "-"),
    EXTRALAND: ("additional land plays this turn", "amount", "-", "-"),
    MAYSHUFFLE: ("may shuffle", "-", "-", "-"),
    MAY: ("may: skip the next a rows unless the play rule wants them", "rows", "-", "-"),
    IFKICKED: ("skip the next a rows unless kicked", "rows", "-", "-"),
    SEARCH: ("search for b cards of kind set a, to c (0 hand, 1 battlefield, 2 battlefield tapped, 3 top, 4 graveyard)",
             "kind set", "number", "destination"),
    PUTLAND: ("put a land from hand onto the battlefield", "tapped (0/1)", "-", "-"),
    SHARD: ("make Shard tokens", "amount", "-", "-"),
    ROLE: ("make a Role token on a creature you control", "role", "who (0 self, 1 chosen)", "-"),
    RING: ("the Ring tempts you", "-", "-", "-"),
    COUNTER: ("put +1/+1 counters on the source", "amount", "-", "-"),
}  # fmt: skip
