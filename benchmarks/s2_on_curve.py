"""S2: W2 through goals and the count unit against the C yardstick.

The bar of 2.0 is against a hand-written numba kernel for W2 that took 60 ns where the yardstick took 39.5 ns.
"""

from benchmarks.measure import Row, against, build_yardstick, skipped

HAND_WRITTEN = 60 / 39.5
BAR = 2.0


def rows() -> list[Row]:
    """Measure."""
    from benchmarks.plans import count_player, w2

    yardstick = build_yardstick()
    if yardstick is None:
        return skipped("S2 on curve", "no C compiler")
    ratio, ns = against(count_player(w2()), 300_000, yardstick, 1_000_000)
    return [
        Row("S2 on curve (W2), count unit / hand-written", ratio / HAND_WRITTEN, "x", BAR, note=f"{ns:.0f} ns a game")
    ]
