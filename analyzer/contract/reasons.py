"""Why a rule is asked: `game.reason` of scry and pick rules (formats F5)."""

SCRY, SURVEIL, LOOK, ARRANGE = range(4)
DISCARD, LOOT, CLEANUP, PUTBACK, TAKE, SEARCH, SACRIFICE, HOST, BEARER = range(8, 17)
REASONS = {
    SCRY: "scry", SURVEIL: "surveil", LOOK: "look", ARRANGE: "arrange", DISCARD: "discard", LOOT: "loot",
    CLEANUP: "cleanup", PUTBACK: "put back", TAKE: "take", SEARCH: "search", SACRIFICE: "sacrifice", HOST: "host",
    BEARER: "bearer",
}  # fmt: skip
