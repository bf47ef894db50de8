"""Event rows (formats F7): code, turn, a, b, c; what both engines write down."""

WIDTH = 5
DEAL, TAKE, KEEP, MULLIGAN, BOTTOM, STEP, FAILDRAW = 1, 2, 3, 4, 5, 6, 7
SCRY, LOOK, TOTOP, TOBOTTOM, SURVEIL, MILL, SHUFFLE, SEARCH = 10, 11, 12, 13, 14, 15, 16, 17
LAND, CAST, SPENT, RESOLVE, FIZZLE, COUNTERED, ACTIVATE, TRIGGER, SETTLE = 20, 21, 22, 23, 24, 25, 26, 27, 29
TOKEN, LEAVE, ATTACH, ATTACK, DAMAGE, LIFE = 30, 31, 32, 33, 34, 35
RING, BEARER, DISCARD, GOAL, OVER = 40, 41, 42, 50, 60

# code -> (name, meaning of a, of b, of c); "-" is always 0.
EVENTS = {
    DEAL: ("deal", "deal number", "-", "-"),
    TAKE: ("take", "slot", "from (0 top, 1 middle, 2 bottom)", "why (0 hand, 1 draw)"),
    KEEP: ("keep", "hand size", "-", "-"),
    MULLIGAN: ("mulligan", "taken", "-", "-"),
    BOTTOM: ("bottom", "kind", "-", "-"),
    STEP: ("step", "moment", "-", "-"),
    FAILDRAW: ("faildraw", "-", "-", "-"),
    SCRY: ("scry", "asked", "looked", "source kind"),
    LOOK: ("look", "slot", "place in look", "-"),
    TOTOP: ("totop", "slot", "place", "-"),
    TOBOTTOM: ("tobottom", "slot", "place", "-"),
    SURVEIL: ("surveil", "asked", "looked", "source kind"),
    MILL: ("mill", "slot", "-", "-"),
    SHUFFLE: ("shuffle", "shuffle number", "library size", "-"),
    SEARCH: ("search", "slot", "destination", "-"),
    LAND: ("land", "kind", "tapped", "played (1) or put (0)"),
    CAST: ("cast", "kind", "line", "x"),
    SPENT: ("spent", "mana units", "life", "-"),
    RESOLVE: ("resolve", "kind", "destination", "-"),
    FIZZLE: ("fizzle", "kind", "destination", "-"),
    COUNTERED: ("countered", "kind", "destination", "-"),
    ACTIVATE: ("activate", "object", "ability", "x"),
    TRIGGER: ("trigger", "object", "event code", "-"),
    SETTLE: ("settle", "source (object)", "type taken", "one-shot"),
    TOKEN: ("token", "object", "token kind", "source kind"),
    LEAVE: ("leave", "object", "cause (0 sacrifice, 1 state, 2 script)", "-"),
    ATTACH: ("attach", "object", "host", "-"),
    ATTACK: ("attack", "object", "power", "-"),
    DAMAGE: ("damage", "who", "amount", "-"),
    LIFE: ("life", "who", "change", "-"),
    RING: ("ring", "temptations", "abilities", "-"),
    BEARER: ("bearer", "object", "changed", "-"),
    DISCARD: ("discard", "kind", "why (0 cleanup, 1 loot, 2 cost, 3 effect)", "-"),
    GOAL: ("goal", "index", "1", "-"),
    OVER: ("over", "reason (0 turns, 1 decked, 2 life, 3 kill)", "-", "-"),
}

HAND, DRAW = 0, 1  # why of TAKE
TOP, MIDDLE, BOTTOM_OF_LIBRARY = 0, 1, 2  # from of TAKE
TO_GRAVEYARD, TO_BATTLEFIELD, TO_HAND, TO_EXILE, TO_LIBRARY_TOP = range(5)  # destination of RESOLVE, SEARCH, ...
CLEANUP_DISCARD, LOOT_DISCARD, COST_DISCARD, EFFECT_DISCARD = range(4)
SACRIFICED, STATE_BASED, SCRIPTED = range(3)
TURNS, DECKED, LIFE_LOST, KILL = range(4)
OVER_REASONS = ("turns", "decked", "life", "kill")
