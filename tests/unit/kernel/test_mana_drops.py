"""`payable` with the best land drops against trying every choice of lands and every payment (SEMANTICS 1)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from analyzer.cards.model import CardFacts
from analyzer.kernel.layout import ENTERS_TAPPED, ENTERS_UNTAPPED, K_TAPPED, LIFE
from analyzer.plan.model import GENERIC, B, C, G, R, U, W
from analyzer.rulebook.decisions import PlainDecisions
from analyzer.rulebook.game import Game
from analyzer.rulebook.library import Library
from analyzer.rulebook.objects import Player
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.randomness import StreamOrder
from analyzer.rulebook.readings import GameReading
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


# ---- fetch lands -------------------------------------------------------------------------------------------------
def land(name: str, produces: str = "", effects: str = "", tapped: bool = False, types: str = "") -> CardFacts:
    return CardFacts(
        name, types=LAND, subtypes=frozenset(types.split()), produces=produces, effects=effects,
        tapped="yes" if tapped else "",
    )  # fmt: skip


def search(what: str, where: str = "bf") -> str:
    return f"activate:T,life1,sac:search({what},1,{where})"


FETCH_DECK = [
    land("Plains", "W", types="plains"),
    land("Island", "U", types="island"),
    land("Vents", "U|R", types="island mountain"),
    land("Tower", "W|U|B", types="plains island swamp", tapped=True),
    land("Temple", "W|R", tapped=True),
    land("Strand", "", search("plains~island")),
    land("Tarn", "", search("island~mountain")),
    land("Delta", "", search("island~swamp")),
    land("Wilds", "", search("plains~mountain", "bf-tapped")),
    land("Slow", "", search("plains~island"), tapped=True),
    land("Scape", "C", search("plains~swamp", "bf-tapped").replace("life1,", "")),
    land("Twin", "GU", tapped=True),
]
FINDS = {"Strand": "plains island", "Tarn": "island mountain", "Delta": "island swamp", "Wilds": "plains mountain",
         "Slow": "plains island", "Scape": "plains swamp"}  # fmt: skip


def ways(chosen: tuple[int, ...], left: Counter[int]) -> Iterator[tuple[list[int], bool]]:
    """Every way to use the chosen lands: the mana of each, and whether one of them was untapped in time."""
    if not chosen:
        yield [], False
        return
    card, rest = FETCH_DECK[chosen[0]], chosen[1:]
    uses: list[tuple[list[int], bool, int]] = []
    if card.produces:
        uses.append((units(card.produces), not card.tapped, -1))
    for kind, found in enumerate(FETCH_DECK):
        if left[kind] and not found.subtypes.isdisjoint(FINDS.get(card.name, "").split()):
            in_time = not card.tapped and "bf-tapped" not in card.effects and not found.tapped
            uses.append((units(found.produces), in_time, kind))
    for made, untapped, kind in uses or [([], not card.tapped, -1)]:
        left[kind] -= 1
        for more, early in ways(rest, left):
            yield made + more, untapped or early
        left[kind] += 1


def by_fetching(pips: tuple[int, ...], had: list[int], copies: int, turn: int) -> bool:
    """Try every choice of lands had and everything that the fetch lands among them may find, no copy twice."""
    count = Counter(had)
    left = Counter({kind: max(copies - count[kind], 0) for kind in range(len(FETCH_DECK))})
    left[-1] = 10**6
    return any(
        (size < turn or untapped) and can_pay(pips, made)
        for size in range(min(turn, len(had)) + 1)
        for chosen in sorted(set(combinations(sorted(had), size)))
        for made, untapped in ways(chosen, left)
    )


@pytest.mark.parametrize("types", [(U, R), (W, B), (W, U, B), (W, U, B, R, C)])
@pytest.mark.parametrize("copies", [1, 2])
def test_fetch_lands_stand_for_what_they_find(types: tuple[int, ...], copies: int) -> None:
    """Both engines against trying everything; of every land one copy or two, so that copies run out."""
    rng = np.random.default_rng(11 + len(types))
    costs = costs_of(types, 5, 24)
    table = Table(FETCH_DECK, costs, copies=copies)
    table.block[LIFE] = 20
    reading = GameReading(Known(table.plan), Game([Player("me", Library(StreamOrder(1, 0, 24)))], PlainDecisions()))
    seen = {True: 0, False: 0}
    for _ in range(120):
        had = [int(kind) for kind in rng.integers(0, len(FETCH_DECK), int(rng.integers(1, 5)))]
        turn = int(rng.integers(1, 5))
        asked = [int(i) for i in rng.integers(0, len(costs), 3)]
        wanted = [by_fetching(costs[i], had, copies, turn) for i in asked]
        script = [(m.TURN_IS, turn, 0), *((m.HAD_NOW, kind, 1) for kind in had)]
        answers = table.run([*script, *((m.ASK_DROPS, i, 1) for i in asked)])[0]
        assert answers == [int(each) for each in wanted], (turn, had, [costs[i] for i in asked])
        reading.game.turn = turn
        reading.player.counts.clear()
        reading.player.counts.update({f"had {kind}": number for kind, number in Counter(had).items()})
        assert [reading._best_drops(costs[i], True) for i in asked] == wanted
        for each in wanted:
            seen[each] += 1
    assert min(seen.values()) > 60
