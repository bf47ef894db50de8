"""A full game against the C yardstick: without sources, and the shipped list with Temples and cantrips."""

from benchmarks.measure import Row, against, build_yardstick, skipped

BAR = 40.0


def rows() -> list[Row]:
    """Measure."""
    from benchmarks.plans import core_player, full_game, temples

    yardstick = build_yardstick()
    if yardstick is None:
        return skipped("full game", "no C compiler")
    found = []
    for name, plan, bar in (("without sources", full_game(), BAR), ("Temples and cantrips", temples(), None)):
        ratio, ns = against(core_player(plan), 40_000, yardstick, 1_000_000)
        found.append(Row(f"full game, {name} / C", ratio, "x", bar, note=f"{ns:.0f} ns a game"))
    return found
