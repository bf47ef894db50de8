"""S3: the full game with every kind of source against the C yardstick, under a scry rule written by a user."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import Row, against, build_yardstick, skipped

BAR = 40.0
GAMES = 40_000
COUNTED = 200  # games whose events are counted
# Four scry lands, four cantrips, four makers of Shards, four makers of Roles, creatures without abilities.
DECK = """4 Temple of Enlightenment
10 Island
10 Plains
4 Opt
4 Niko, Light of Hope
4 Spellbook Vendor
4 Savannah Lions
4 Merfolk of the Pearl Trident
4 Glory Seeker
4 Coral Merfolk
4 Pearled Unicorn
4 Giant Octopus"""
RULE = """from analyzer.rules import scry_rule


@scry_rule("four-lands")
def four_lands(game, card, lands=4):
    have = game.lands_had + game.kept_lands
    if game.is_land(card):
        return have < lands
    return have >= lands
"""


def rows() -> list[Row]:
    """Measure; the note names the events of a game."""
    from analyzer.engine import replay
    from benchmarks.plans import core_player, plan_of

    yardstick = build_yardstick()
    if yardstick is None:
        return skipped("S3 full game with sources", "no C compiler")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_text(RULE)
        scry = {"scry": f"{path}:four_lands"}
        plan = plan_of({"deck": {"text": DECK}, "strategy": scry, "run": {"turns": 7}})
        ratio, ns = against(core_player(plan), GAMES, yardstick, 1_000_000)
        events = sum(len(replay(plan, game)) for game in range(COUNTED)) / COUNTED
    return [Row("S3 full game with sources / C", ratio, "x", BAR, note=f"{ns:.0f} ns, {events:.0f} events a game")]
