"""`payable` with the best land drops against trying every choice of lands and every payment (SEMANTICS 1)."""

from itertools import combinations

import numpy as np
import pytest

from analyzer.cards.model import CardFacts
from analyzer.kernel.layout import ENTERS_TAPPED, ENTERS_UNTAPPED, K_TAPPED
from analyzer.plan.model import GENERIC, B, C, G, R, U, W
from tests.support import mana_sequences as m
from tests.support.mana_sequences import DORK, LAND, ROCK, Table, costs_of

TYPE_SETS = ((U,), (W, U), (U, R, G), (W, U, B, R, G, C))
LETTERS = {"W": W, "U": U, "B": B, "R": R, "G": G, "C": C}
LANDS = ("W", "U", "W|U", "U|R", "R|G", "any", "C", "CC", "GU", "WU")
PERMANENTS = ((ROCK, "C"), (ROCK, "CC"), (DORK, "G"), (DORK, "any"))


def units(text: str) -> list[int]:
    """Units of a source text of this file."""
    if text == "any":
        return [31]
    if "|" in text:
        return [sum(LETTERS[part] for part in text.split("|"))]
    return [LETTERS[letter] for letter in text]


def can_pay(pips: tuple[int, ...], have: list[int]) -> bool:
    """Is there a payment? Each pip in turn tries every unit."""
    if not pips:
        return True
    return any(
        (pips[0] == GENERIC or unit & pips[0]) and can_pay(pips[1:], have[:place] + have[place + 1 :])
        for place, unit in enumerate(have)
    )


def by_hand(pips: tuple[int, ...], lands: list[tuple[str, bool]], free: list[int], turn: int) -> bool:
    """Try every choice of at most `turn` lands, one of them untapped on entering if there are `turn` of them."""
    return any(
        can_pay(pips, free + [unit for text, _ in chosen for unit in units(text)])
        for size in range(min(turn, len(lands)) + 1)
        for chosen in combinations(lands, size)
        if size < turn or turn == 0 or not all(tapped for _, tapped in chosen)
    )


@pytest.mark.parametrize("types", TYPE_SETS)
def test_best_drops_are_the_best_of_all_choices(types: tuple[int, ...]) -> None:
    rng = np.random.default_rng(7 + len(types))
    lands = [(text, tapped) for text in LANDS for tapped in (False, True)]
    rows = [(LAND, text) for text, _ in lands] + list(PERMANENTS)
    costs = costs_of(types, 3, 30)
    table = Table([CardFacts(f"S{n}", types=kinds, produces=text) for n, (kinds, text) in enumerate(rows)], costs)
    for kind, (_, tapped) in enumerate(lands):
        table.block[K_TAPPED + kind] = ENTERS_TAPPED if tapped else ENTERS_UNTAPPED
    seen = {True: 0, False: 0}
    for _ in range(250):
        had = [int(kind) for kind in rng.integers(0, len(lands), int(rng.integers(0, 6)))]
        field = [int(kind) + len(lands) for kind in rng.integers(0, len(PERMANENTS), int(rng.integers(0, 3)))]
        sick = [bool(flag) for flag in rng.integers(0, 2, len(field))]
        turn = int(rng.integers(0, 5))
        free = [
            unit
            for kind, new in zip(field, sick, strict=True)
            for unit in units(rows[kind][1])
            if not (new and rows[kind][0] == DORK)
        ]
        script = [(m.TURN_IS, turn, 0)]
        script += [(m.ENTER, kind, 0 if new else 2) for kind, new in zip(field, sick, strict=True)]
        script += [(m.HAD_NOW, kind, 1) for kind in had]
        asked = [int(i) for i in rng.integers(0, len(costs), 4)]
        script += [(m.ASK_DROPS, i, only) for i in asked for only in (0, 1)]
        wanted = [
            by_hand(costs[i], [lands[kind] for kind in had], [] if only else free, turn)
            for i in asked
            for only in (0, 1)
        ]
        assert table.run(script)[0] == [int(each) for each in wanted], (types, turn, had, field, sick, asked)
        for each in wanted:
            seen[each] += 1
    assert min(seen.values()) > 200


def test_the_last_drop_must_be_untapped_only_if_all_are_needed() -> None:
    table = Table(
        [CardFacts("Temple", types=LAND, produces="W|U"), CardFacts("Island", types=LAND, produces="U")],
        [(U,), (W, U), (W,)],
    )
    table.block[K_TAPPED] = ENTERS_TAPPED
    first = [(m.TURN_IS, 1, 0), (m.HAD_NOW, 0, 1), (m.ASK_DROPS, 2, 0), (m.TURN_IS, 2, 0), (m.ASK_DROPS, 2, 0)]
    assert table.run(first)[0] == [0, 1]
    both = [(m.TURN_IS, 2, 0), (m.HAD_NOW, 0, 2), (m.ASK_DROPS, 1, 0), (m.HAD_NOW, 1, 1), (m.ASK_DROPS, 1, 0)]
    assert table.run(both)[0] == [0, 1]
