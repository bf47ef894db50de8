"""Op-codes of programs: rows of four integers (op, a, b, c) that the kernel interprets in printed order."""

WIDTH = 4

# An amount operand: n >= 0 is n itself, else one of these.
AMOUNT_X, AMOUNT_LOOKED, AMOUNT_HALF_X = -1, -2, -3
AMOUNT_COUNT = -16  # AMOUNT_COUNT - i: number of your permanents in kind set i

(STOP, SCRY, SURVEIL, DRAW, DISCARD, SHUFFLE, DAMAGE, LIFE, TREASURE, MANA, EXTRALAND, MAY, IFKICKED, SHARD, ROLE, RING,
 COUNTER, MILL, REORDER, PUTBACK, TUCK, DIG, SEARCH, PUTLAND) = range(24)  # fmt: skip
LIBRARY_FIRST = MILL  # from here on instructions belong to the library unit

# op -> (name, a, b, c); programs end with STOP. MAY and IFKICKED guard the next a rows.
OPS = {
    STOP: ("stop", "-", "-", "-"),
    SCRY: ("scry", "amount", "1: only the event happens", "-"),
    SURVEIL: ("surveil", "amount", "1: only the event happens", "-"),
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
    LIFE: ("life of the player", "amount", "1 or -1", "-"),
    TREASURE: ("make Treasure tokens", "amount", "tapped (0/1)", "-"),
    MANA: ("add mana", "units", "types each may have (bit set WUBRGC)", "-"),
    EXTRALAND: ("additional land plays this turn", "amount", "-", "-"),
    MAY: ("may: skip the next a rows unless the play rule wants them (action MAY; its line is the op of the first row)",
          "rows", "largest look among them", "cards drawn + 256 * lands put or found"),
    IFKICKED: ("skip the next a rows unless kicked", "rows", "-", "-"),
    SEARCH: ("search for a card of kind set b, to c (0 hand, 1 battlefield, 2 battlefield tapped, 3 top, 4 graveyard);"
             " top: shuffles in between; else the SHUFFLE row follows", "-", "kind set + 256 * (must be found)",
             "destination"),
    PUTLAND: ("put a land from hand onto the battlefield", "tapped (0/1)", "-", "-"),
    SHARD: ("make Shard tokens", "amount", "-", "-"),
    ROLE: ("make a Role token on a creature you control", "role", "who (0 self, 1 chosen)", "-"),
    RING: ("the Ring tempts you", "-", "-", "-"),
    COUNTER: ("put +1/+1 counters on the source", "amount", "-", "-"),
}  # fmt: skip
