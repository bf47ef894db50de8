"""Events that abilities trigger on; the number is the event code of a trigger row (formats F7)."""

(CAST_SELF, ENTER, UPKEEP, DRAW_STEP, END_STEP, LANDFALL, CAST, ENTERS, SCRY, SURVEIL, BEGIN_COMBAT, MAIN, ATTACK,
 ATTACHED_ATTACK, ON_ATTACK, COMBAT_DAMAGE, ATTACHED_DAMAGE, ON_DAMAGE, DIES, LEAVES, ON_DIES, CHAPTER, ON_RING,
 ON_BEARER) = range(24)  # fmt: skip
EVENTS = (
    "castself", "etb", "upkeep", "drawstep", "endstep", "landfall", "oncast", "onenter", "onscry", "onsurveil",
    "combat", "main", "attack", "attached-attack", "onattack", "combatdamage", "attached-combatdamage",
    "on-combatdamage", "dies", "ltb", "ondies", "chapter", "onring", "onbearer",
)  # fmt: skip

# Order of waiting triggers (F13.4): looks before draws before the rest, or draws before looks.
LOOKS_FIRST, DRAWS_FIRST = 0, 1
