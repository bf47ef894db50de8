"""S2: W2 through goals and the count unit against a kernel written by hand for it, in the same run."""

from benchmarks.measure import Row, against

BAR = 2.0


def rows() -> list[Row]:
    """Measure."""
    from benchmarks.plans import count_player, w2
    from benchmarks.w2_kernel import hand_written

    ratio, ns = against(count_player(w2()), 300_000, hand_written(), 600_000)
    note = f"{ns:.0f} ns a game, by hand {ns / ratio:.0f} ns"
    return [Row("S2 on curve (W2), count unit / hand-written", ratio, "x", BAR, note=note)]
