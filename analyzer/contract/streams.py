"""Purposes of the random-number streams (formats F8); a purpose is class * 2**32 + index."""

DEAL, SHUFFLE, DECISION, BOTTOM, SCRIPT, LADDER, CHANCE, SEAT = range(1, 9)
CLASS = 1 << 32
