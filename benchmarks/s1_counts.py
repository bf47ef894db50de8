"""S1: W1 through the count unit against the C yardstick."""

from benchmarks.measure import Row, against, build_yardstick, skipped

BAR = 2.0


def rows() -> list[Row]:
    """Measure."""
    from benchmarks.plans import count_player, w1

    yardstick = build_yardstick()
    if yardstick is None:
        return skipped("S1 counts", "no C compiler")
    ratio, ns = against(count_player(w1()), 1_000_000, yardstick, 1_000_000)
    return [Row("S1 counts (W1), count unit / C", ratio, "x", BAR, note=f"{ns:.0f} ns a game")]
