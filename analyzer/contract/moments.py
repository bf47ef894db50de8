"""Moments of a turn (formats F1), in order; the index is the code that both engines use."""

UNTAP, UPKEEP, DRAW, MAIN1, COMBAT, MAIN2, END, CLEANUP, OPP = range(9)
MOMENTS = ("untap", "upkeep", "draw", "main1", "combat", "main2", "end", "cleanup", "opp")
