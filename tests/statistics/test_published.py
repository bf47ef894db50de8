"""Published tables played as plans: every sampled cell against its exact value, and both sides of published minima."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from analyzer.engine import run
from analyzer.exact.hypergeometric import at_least
from analyzer.exact.landdrops import missed_drops_given_hand
from analyzer.exact.mulligan import kept_sizes
from analyzer.exact.sources import (
    KARSTEN_2013,
    KARSTEN_2017,
    KARSTEN_2022,
    KARSTEN_2022_COMMANDER,
    LONDON_LAND_COUNTS,
    kept_hands,
    land_rate,
    source_success,
)
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from tests.support.statcheck import assert_histogram, assert_share

# Chance of a false alarm of each comparison; about 200 of them on both tiers: below 2e-4 for all together.
ALARM = 1e-6
QUICK, FULL = 200_000, 500_000


@dataclass(frozen=True)
class Cell:
    """One number of a table: the goal that asks for it, its exact value, and what was printed (per cent)."""

    goal: str
    exact: Fraction
    printed: str = ""


def plan_of(counts: str, cells: Sequence[Cell], turns: int, **options: Any) -> Plan:
    """The plan of a table's cells; an option `table__seat` is the key `table.seat`."""
    changes = {"deck.counts": counts, "run.turns": turns, "run.goals": [cell.goal for cell in cells]}
    changes |= {key.replace("__", "."): value for key, value in options.items()}
    return resolve(plan_from_options(changes)).plan


def check(plan: Plan, cells: Sequence[Cell], games: int) -> Any:
    """Play and compare; printed values must be the exact ones, rounded as they were printed. Returns the tally."""
    tally = run(plan, games).tally
    for number, cell in enumerate(cells):
        if cell.printed:
            digits = len(cell.printed.partition(".")[2])
            assert round(100 * float(cell.exact), digits) == float(cell.printed), cell
        assert_share(int(tally.goal[number].sum()), int(tally.given[number].sum()), cell.exact, ALARM)
    return tally


def quick_and_full(quick: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Parameters: the first ones with few games on the default tier, all of them in full on the ci tier."""
    full = [pytest.param(*each, FULL, marks=pytest.mark.ci, id=f"{_name(each)}-full") for each in (*quick, *others)]
    return [pytest.param(*each, QUICK, id=_name(each)) for each in quick] + full


def _name(parameters: Sequence[Any]) -> str:
    return "-".join(str(each) for each in parameters)


# ---- Karsten 2017: land drops under Vancouver, with the look; 45 cells ----------------------------------------------
DROPS_2017 = {
    17: "96.81 95.58 77.23 69.13 51.11 41.03 28.83 20.83 1.21",
    20: "98.91 98.35 86.36 79.55 65.75 55.20 44.15 33.72 3.93",
    24: "99.76 99.59 93.47 88.72 80.61 71.32 63.77 52.21 12.16",
    25: "99.83 99.70 94.63 90.37 83.47 74.74 68.16 56.71 15.23",
    28: "99.94 99.88 97.12 94.19 90.25 83.40 79.51 69.23 26.78",
}
VANCOUVER = {"table__mulligan": "vancouver", "strategy__keep": "karsten-2018", "strategy__mull_look": "karsten-2018"}


@pytest.mark.parametrize(
    "lands, seat, games",
    quick_and_full([(24, "draw")], [(n, s) for n in DROPS_2017 for s in ("play", "draw") if (n, s) != (24, "draw")]),
)
def test_land_drops_2017(lands: int, seat: str, games: int) -> None:
    on_the_draw = seat == "draw"
    printed = DROPS_2017[lands].split()
    cells = [
        Cell(
            f"lands had >= {k} by draw {k}",
            land_rate(lands, 60, k - 1 + on_the_draw, k, KARSTEN_2017),
            printed[2 * place + (not on_the_draw)],
        )
        for place, k in enumerate((2, 3, 4, 5))
    ]
    if on_the_draw:
        cells.append(Cell("lands had >= 8 by draw 7", land_rate(lands, 60, 7, 8, KARSTEN_2017), printed[8]))
    plan = plan_of(f"{lands} land, {60 - lands} blank", cells, 7, table__seat=seat, **VANCOUVER)
    tally = check(plan, cells, games)
    sizes = kept_sizes(kept_hands((lands, 0, 60 - lands), KARSTEN_2017))
    assert_histogram([int(tally.kept[size, 0]) for size in sizes], list(sizes.values()), ALARM)
    # with one draw and one drop a turn the same games make their land drops
    drops = plan_of(
        f"{lands} land, {60 - lands} blank",
        [Cell("land drops by turn 5", Fraction(1))],
        7,
        table__seat=seat,
        **VANCOUVER,
    )
    assert int(run(drops, 20_000).tally.goal[0].sum()) == int(run(plan, 20_000).tally.goal[3].sum())


# ---- Karsten 2022: coloured sources under London, both sides of each minimum; 48 cells ------------------------------
LANDS_2022 = {40: 17, 60: 25, 80: 35, 99: 41}
# cost: pips, mana value, published minimum in 40, 60, 80, 99 cards
SOURCES_2022 = {
    "{U}": (1, 1, 9, 14, 19, 19),
    "{U}{U}": (2, 2, 14, 21, 28, 30),
    "{1}{U}{U}": (2, 3, 12, 18, 25, 28),
    "{U}{U}{U}": (3, 3, 16, 23, 32, 36),
    "{3}{U}": (1, 4, 7, 10, 15, 16),
    "{2}{U}{U}{U}": (3, 5, 13, 19, 26, 30),
}


@pytest.mark.parametrize(
    "cost, deck, games",
    quick_and_full(
        [("{1}{U}{U}", 60), ("{3}{U}", 99)],
        [(c, d) for c in SOURCES_2022 for d in LANDS_2022 if (c, d) not in (("{1}{U}{U}", 60), ("{3}{U}", 99))],
    ),
)
def test_sources_2022(cost: str, deck: int, games: int) -> None:
    pips, value, *minima = SOURCES_2022[cost]
    lands, commander = LANDS_2022[deck], deck == 99
    minimum = minima[list(LANDS_2022).index(deck)]
    edition = KARSTEN_2022_COMMANDER if commander else KARSTEN_2022
    table = {"table__players": 4, "table__free_mulligans": 1} if commander else {}
    rates = []
    for good in (minimum - 1, minimum):
        exact = source_success(good, lands, deck, value - 1 + commander, pips, value, edition)
        given = f"given lands had >= {value}"
        cells = [
            Cell(f"payable {cost} on draw {value} {given}", exact),
            Cell(f'had "Island" >= {pips} by draw {value} {given}', exact),
        ]
        plan = plan_of(
            f"{good} Island, {lands - good} Mountain, {deck - lands} blank",
            cells,
            value,
            strategy__keep="karsten-2022",
            strategy__bottom="karsten-2022:good=Island",
            **table,
        )
        tally = check(plan, cells, games)
        assert tally.goal[0].sum() == tally.goal[1].sum()
        rates.append((exact, int(tally.goal[0].sum()) / int(tally.given[0].sum())))
    target = Fraction(89 + value, 100)
    assert rates[0][0] < target <= rates[1][0]
    if games == FULL and min(abs(exact - target) for exact, _ in rates) > Fraction(3, 1000):
        assert rates[0][1] < target <= rates[1][1]


# ---- Karsten 2013: coloured sources under Paris, both sides of each minimum; 16 cells -------------------------------
SOURCES_2013 = {(1, 1): 14, (1, 4): 11, (1, 7): 9, (2, 2): 20, (2, 4): 18, (2, 7): 14, (3, 3): 22, (3, 7): 19}


@pytest.mark.parametrize(
    "pips, turn, games", quick_and_full([(2, 4)], [each for each in SOURCES_2013 if each != (2, 4)])
)
def test_sources_2013(pips: int, turn: int, games: int) -> None:
    published = SOURCES_2013[pips, turn]
    for good in (published - 1, published):
        exact = source_success(good, 24, 60, turn - 1, pips, pips, KARSTEN_2013)
        assert (exact >= Fraction(9, 10)) == (good == published)
        cells = [Cell(f'had "Island" >= {pips} by draw {turn} given lands had >= {pips}', exact)]
        plan = plan_of(
            f"{good} Island, {24 - good} Mountain, 36 blank",
            cells,
            turn,
            table__mulligan="paris",
            strategy__keep="karsten-2013",
        )
        check(plan, cells, games)


# ---- London land drops: 14 cells ------------------------------------------------------------------------------------
LONDON = {
    (60, 21): "60.73 71.10",
    (60, 24): "71.99 81.16",
    (60, 28): "83.76 90.50",
    (80, 33): "74.29 82.93",
    (99, 36): "64.13 73.95",
    (99, 42): "76.34 84.52",
    (40, 17): "77.42 86.00",
}


@pytest.mark.parametrize(
    "deck, lands, games", quick_and_full([(60, 24)], [each for each in LONDON if each != (60, 24)])
)
def test_london_land_drops(deck: int, lands: int, games: int) -> None:
    for seat, printed in zip(("play", "draw"), LONDON[deck, lands].split(), strict=True):
        exact = land_rate(lands, deck, 3 + (seat == "draw"), 4, LONDON_LAND_COUNTS)
        cells = [Cell("land drops by turn 4", exact, printed), Cell("lands had >= 4 by draw 4", exact, printed)]
        plan = plan_of(
            f"{lands} land, {deck - lands} blank",
            cells,
            4,
            table__seat=seat,
            strategy__keep="karsten-2022",
            strategy__bottom="karsten-2022:spells=2",
        )
        check(plan, cells, games)


# ---- mulligans for a card, London against Vancouver (Karsten 2019, Mikonen 2019): 20 cells --------------------------
FOUR_OF = {
    "london": "39.95 63.94 78.35 87.00 92.19 95.31 97.18",
    "vancouver": "39.95 61.06 72.76 79.48 83.38 85.54 86.50",
}


def package(rule: str, smallest: int) -> Fraction:
    """Chance of one of four in 60 in hand when every hand without it goes back, down to so many cards."""
    missed = Fraction(1)
    for size in range(7, smallest - 1, -1):
        missed *= 1 - at_least(4, 60, 7 if rule == "london" else size, 1)
    return 1 - missed


@pytest.mark.parametrize("rule, games", quick_and_full([("london",)], [("vancouver",)]))
def test_four_of_in_the_opening_hand(rule: str, games: int) -> None:
    cells = [
        Cell(f'had "key" on turn 0 and kept cards >= {size}', package(rule, size), printed)
        for size, printed in zip(range(7, 0, -1), FOUR_OF[rule].split(), strict=True)
    ]
    plan = plan_of(
        "4 key, 56 blank",
        cells,
        1,
        table__mulligan=rule,
        strategy__keep='when:had "key" >= 1',
        strategy__bottom="keep-package:a=key",
        strategy__scry="keep-all",
    )
    check(plan, cells, games)


@pytest.mark.ci
@pytest.mark.parametrize("rule", ["london", "vancouver"])
@pytest.mark.parametrize("seat", ["play", "draw"])
def test_package_with_a_draw(rule: str, seat: str) -> None:
    """A four-of, any five kept; on the draw the last five see one card more, after Vancouver's look two."""
    printed = {("vancouver", "play"): "72.76", ("london", "play"): "78.35"}
    printed |= {("vancouver", "draw"): "76.61", ("london", "draw"): "79.98"}
    missed = 1 - package(rule, 5)
    if seat == "draw":
        missed *= Fraction(49, 53) if rule == "london" else Fraction(51 * 50, 55 * 54)
    # a hand of five without the card draws on the play too, but only on turn 2
    cells = [Cell('had "key" by draw 1', 1 - missed, printed[rule, seat])]
    plan = plan_of(
        "4 key, 56 blank",
        cells,
        1,
        table__mulligan=rule,
        table__seat=seat,
        strategy__keep='when:n <= 5 or had "key" >= 1',
        strategy__bottom="keep-package:a=key",
        strategy__scry="find:cards=key",
    )
    check(plan, cells, FULL)


# ---- gold cards: CCDD from four or five lands with duals: 18 cells --------------------------------------------------
GOLD = {
    0: "42.35 70.59",
    1: "51.76 77.83",
    2: "59.71 82.92",
    3: "67.65 88.01",
    4: "73.95 91.24",
    5: "80.25 94.47",
    6: "84.87 96.25",
    7: "89.50 98.03",
    8: "92.52 98.80",
}


def gold(first: int, second: int, duals: int, lands: int) -> Fraction:
    """Chance that so many of these lands can make CCDD."""
    met = sum(
        comb(first, c) * comb(second, d) * comb(duals, lands - c - d)
        for c in range(lands + 1)
        for d in range(lands + 1 - c)
        if max(0, 2 - c) + max(0, 2 - d) <= lands - c - d
    )
    return Fraction(met, comb(first + second + duals, lands))


@pytest.mark.parametrize(
    "duals, lands, games", quick_and_full([(4, 5)], [(n, k) for n in GOLD for k in (4, 5) if (n, k) != (4, 5)])
)
def test_gold_cards(duals: int, lands: int, games: int) -> None:
    single = 17 - duals
    first, second = single - single // 2, single // 2
    exact = gold(first, second, duals, lands)
    cells = [Cell(f"payable {{U}}{{U}}{{R}}{{R}} on draw {lands}", exact, GOLD[duals].split()[lands - 4])]
    deck = f"{first} Island, {second} Mountain" + (f", {duals} Volcanic Island" if duals else "")
    plan = plan_of(deck, cells, lands, table__mulligan="none", table__draws=False, start__hand_size=lands)
    check(plan, cells, games)


# ---- selection: one card of the effect in an unknown library, a hit now or by the next draw: 26 cells ---------------
# per cent now and by the next natural draw, for 4 hits in 53, 20 in 53, 8 in 52
DIGS = {
    "draw1": ("7.55 14.66", "37.74 61.68", "15.38 28.66"),
    "scry1": ("0 14.66", "0 61.68", "0 28.66"),
    "scry2": ("0 21.35", "0 76.71", "0 40.07"),
    "scry1;draw1": ("14.66 21.35", "61.68 76.71", "28.66 40.07"),
    "scry2;draw1": ("21.35 27.64", "76.71 86.03", "40.07 49.86"),
    "draw1;scry2": ("7.55 27.64", "37.74 86.03", "15.38 49.86"),
    "dig(3,1,bottom)": ("21.35 27.64", "76.71 86.03", "40.07 49.86"),
    "dig(4,1,bottom)": ("27.64 33.55", "86.03 91.73", "49.86 58.21"),
    "draw3;putback2": ("21.35 21.35", "76.71 76.71", "40.07 40.07"),
    "reorder3;may(shuffle);draw1": ("27.29 32.88", "85.50 91.08", "49.29 57.25"),
}
HITS = ((4, 53), (20, 53), (8, 52))
# cards that a hit may be among, now and by the next draw; after a shuffle that many others
DEPTH = {"draw1": (1, 2), "scry1": (0, 2), "scry2": (0, 3), "scry1;draw1": (2, 3), "scry2;draw1": (3, 4)}
DEPTH |= {"draw1;scry2": (1, 4), "dig(3,1,bottom)": (3, 4), "dig(4,1,bottom)": (4, 5), "draw3;putback2": (3, 3)}
PONDER = "reorder3;may(shuffle);draw1"
DEPTH[PONDER] = (1, 2)


@pytest.mark.parametrize(
    "program, games", quick_and_full([("scry2;draw1",)], [(program,) for program in DIGS if program != "scry2;draw1"])
)
def test_selection(program: str, games: int) -> None:
    for (hits, size), printed in zip(HITS, DIGS[program], strict=True):
        cells = []
        for moment, depth, text in zip(("turn 1", "draw 2"), DEPTH[program], printed.split(), strict=True):
            exact = Fraction(at_least(hits, size, depth, 1))
            if program == PONDER:  # all three missed: shuffled, and as many cards more
                found = at_least(hits, size, 3, 1)
                exact = found + (1 - found) * exact
            cells.append(Cell(f'had "key" by {moment}', exact, text))
        plan = plan_of(
            f"{hits} key, {size - hits} blank",
            cells,
            2,
            table__mulligan="none",
            start__hand_size=0,
            strategy__scry="find:cards=key",
            free=[{"turns": [1], "do": program}],
        )
        check(plan, cells, games)


# ---- mana screw of 40 cards: five rows ------------------------------------------------------------------------------
@pytest.mark.parametrize("lands, games", quick_and_full([(17,)], [(16,), (18,), (19,), (20,)]))
def test_screw_given_the_opening_hand(lands: int, games: int) -> None:
    printed = {16: "18.06", 17: "13.93", 18: "10.50", 19: "7.71", 20: "5.51"}[lands]
    exact = missed_drops_given_hand(lands, 40, 5, "play", more_than=1, low=2, high=5)
    cells = [Cell("missed drops >= 2 by turn 5 given first seven lands in 2..5", exact, printed)]
    plan = plan_of(f"{lands} land, {40 - lands} blank", cells, 5, table__mulligan="none")
    check(plan, cells, games)
