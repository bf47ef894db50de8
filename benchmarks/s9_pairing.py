"""S9: the variance of a paired difference over that of unpaired games, against exact values."""

from __future__ import annotations

from benchmarks.measure import Row

GAMES = 1_000_000
WITHIN = 5.0  # per cent
# A land becomes a spell, 24 of 60 lands, no mulligan (DESIGN, bars).
CASES = (
    ("4 lands by turn 4, play", "play", 4, 0.092),
    ("4 lands by turn 4, draw", "draw", 4, 0.099),
    ("5 lands by turn 5, draw", "draw", 5, 0.101),
)


def rows() -> list[Row]:
    """Measure."""
    found = []
    for name, seat, turn, exact in CASES:
        ratio = _ratio(seat, turn, ("24 land, 36 blank", "23 land, 37 blank"), 60)
        off = abs(ratio / exact - 1) * 100
        found.append(Row(f"S9 {name}: from exact {exact}", off, "%", WITHIN, note=f"variance ratio {ratio:.4f}"))
    ratio = _ratio("play", 4, ("17 land, 23 blank", "17 land, 24 blank"), 41)
    return [*found, Row("S9 40 against 41 cards", ratio, "", 0.10, note="variance ratio")]


def _ratio(seat: str, turn: int, lists: tuple[str, str], slots: int) -> float:
    from analyzer.engine import run
    from benchmarks.plans import plan_of
    from benchmarks.variance import difference_variance, rate_variance

    plans = [
        plan_of(
            {
                "deck": {"counts": counts, "slots": slots},
                "table": {"seat": seat, "mulligan": "none"},
                "run": {"turns": turn, "goals": [f"lands had >= {turn} by draw {turn}"]},
            }
        )
        for counts in lists
    ]
    played = run(plans, GAMES)
    return difference_variance(played) / (rate_variance(played) + rate_variance(played, 1))
