"""Events that abilities trigger on; the number is the event code of a trigger row (formats F7)."""

(CAST_SELF, ENTER, UPKEEP, DRAW_STEP, END_STEP, LANDFALL, CAST, ENTERS, SCRY, SURVEIL, BEGIN_COMBAT, MAIN) = range(12)
EVENTS = (
    "castself", "etb", "upkeep", "drawstep", "endstep", "landfall", "oncast", "onenter", "onscry", "onsurveil",
    "combat", "main",
)  # fmt: skip

# Order of waiting triggers (F13.4): looks before draws before the rest, or draws before looks.
LOOKS_FIRST, DRAWS_FIRST = 0, 1
