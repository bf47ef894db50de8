"""Kinds of actions in the order in which they are offered (formats F13), and the words of one action record."""

LAND, LINE, ACTIVATE, TOKEN, ATTACK, MAY, PASS = range(7)
ACTION_KINDS = ("land", "line", "activate", "token", "attack", "may", "pass")
