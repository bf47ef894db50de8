"""Op-codes of programs: rows of four integers (op, a, b, c) that the kernel interprets in printed order."""

WIDTH = 4

# An amount operand: n >= 0 is n itself, else one of these.
AMOUNT_X, AMOUNT_LOOKED, AMOUNT_HALF_X = -1, -2, -3
AMOUNT_COUNT = -16  # AMOUNT_COUNT - i: number of your permanents in kind set i

(STOP, SCRY, SURVEIL, DRAW, DISCARD, SHUFFLE, DAMAGE, LIFE, TREASURE, MANA, EXTRALAND, MAY, IFKICKED, MAYPAY, COUNTER,
 MILL, REORDER, PUTBACK, TUCK, DIG, SEARCH, PUTLAND, TOKEN, ROLE, RING, COUNTER_EACH, IF) = range(27)  # fmt: skip
LIBRARY_FIRST = MILL  # from here on instructions belong to the library unit,
BOARD_FIRST = TOKEN  # from here on to the board unit

# Who gets a Role, and conditions of IF.
YOU, OPPONENT, OPPONENTS, EVERYONE = range(4)  # whose life: yours, the first opponent's, every opponent's, everyone's
HOST_SELF, HOST_CHOSEN, HOST_OTHER, HOST_IT = range(4)
IF_BEARER_OTHER, IF_TEMPTED, IF_CONTROL, IF_NO_CONTROL, IF_BEARER, IF_NO_BEARER, IF_YOUR_TURN = range(7)

# op -> (name, a, b, c); programs end with STOP. MAY, MAYPAY, IFKICKED and IF guard the next a rows.
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
    DAMAGE: ("damage to players", "amount", "whom (YOU ...)", "-"),
    LIFE: ("life of players", "amount", "1 or -1", "whose (YOU ...)"),
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
    MAYPAY: ("may pay the costs of line record b: skip the next a rows unless they are payable and the play rule wants",
             "rows", "line record", "cards drawn + 256 * (largest look)"),
    COUNTER: ("put +1/+1 counters on the source", "amount", "-", "-"),
    TOKEN: ("make tokens", "amount", "token kind", "version of what they do (0 full, 1 blind, 2 empty)"),
    ROLE: ("make a Role token on a creature you control", "who (HOST_...)", "token kind", "version, as TOKEN"),
    RING: ("the Ring tempts you", "amount", "-", "version, as TOKEN"),
    COUNTER_EACH: ("put +1/+1 counters on each of your creatures of kind set b", "amount", "kind set", "-"),
    IF: ("skip the next a rows unless condition b (IF_...) holds", "rows", "condition", "number or kind set"),
}  # fmt: skip
