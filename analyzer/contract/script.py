"""What a line of the opponent's script does; both engines share the numbers."""

REMOVE_BEST, REMOVE_KIND, SET_BLOCKERS = range(3)
