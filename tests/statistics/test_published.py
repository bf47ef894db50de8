"""Published tables: every exact value of the data that `verify` plays computed anew, and what rows share.

`scryworth verify` plays the rows (tests/cli/test_verify.py); here their expectations are derived a second time, by the
closed forms and recursions of `analyzer.exact` from the words in the rows' names and plans.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import pytest

from analyzer.engine import run
from analyzer.exact import digging as dig
from analyzer.exact.hypergeometric import Counts, at_least, chance
from analyzer.exact.landdrops import missed_drops_given_hand
from analyzer.exact.landless import Spell, missed_with_spells
from analyzer.exact.mulligan import Kept, bottom_for, kept_sizes, opening, seen_after, share
from analyzer.exact.sources import (
    KARSTEN_2013,
    KARSTEN_2017,
    KARSTEN_2022,
    KARSTEN_2022_COMMANDER,
    LONDON_LAND_COUNTS,
    kept_hands,
    land_rate,
    mean_opening_hand,
    source_success,
)
from analyzer.plan.resolve import resolve
from analyzer.stats import ladder_point
from analyzer.verify.check import published_fits
from analyzer.verify.rows import Row, chosen, sections
from analyzer.verify.written import file_name
from tests.support.statcheck import assert_histogram

ALARM = 1e-6
GAMES = 200_000


def rows_of(name: str) -> tuple[Row, ...]:
    return chosen([name])[0].rows


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def counts_of(row: Row) -> dict[str, int]:
    """Copies by name of a row's list."""
    parts = row.document["deck"]["counts"].split(", ")
    return {name: int(copies) for copies, _, name in (part.partition(" ") for part in parts)}


def expected(row: Row) -> list[Fraction]:
    return [Fraction(text) for text in row.document["expect"]["exact"]]


def assert_equal(found: list[Fraction], row: Row) -> None:
    """Equal as written: long fractions are written as decimals of sixteen digits."""
    written = expected(row)
    assert len(found) == len(written), row.name
    for ours, theirs in zip(found, written, strict=True):
        assert ours == theirs or abs(ours - theirs) < Fraction(1, 10**14), (row.name, float(ours), float(theirs))


def test_sources_2022() -> None:
    rows = rows_of("sources-2022")
    assert len(rows) == 2 * 76
    for row in rows:
        deck, cost = int(row.name.split()[0]), row.name.split(", ")[1]
        pips, counts = cost.count("U"), counts_of(row)
        value = pips + sum(numbers(cost))
        commander = deck == 99
        edition = KARSTEN_2022_COMMANDER if commander else KARSTEN_2022
        lands = counts["Island"] + counts.get("Mountain", 0)
        assert sum(counts.values()) == deck and lands == {40: 17, 60: 25, 80: 35, 99: 41}[deck]
        draws = value - 1 + commander
        assert_equal([source_success(counts["Island"], lands, deck, draws, pips, value, edition)], row)
        assert f"payable {cost} on draw {value} given lands had >= {value}" == row.document["run"]["goals"][0]


def test_every_minimum_of_2022_stands_between_its_two_rows() -> None:
    """One source less misses the target and the published number reaches it; once, 13 already reach it."""
    rows = rows_of("sources-2022")
    published = [row.document["expect"]["published"][0] for row in rows]
    for below, reached in zip(published[::2], published[1::2], strict=True):
        assert below.startswith("<") and reached.startswith(">=") and below.split()[1] == reached.split()[1]
    assert [row.name for row in rows if row.document["expect"].get("known")] == ["80 cards, {4}{U}, 13 sources"]


def test_payable_is_having_the_sources() -> None:
    row = rows_of("sources-2022")[4]
    twice = {**row.document["run"], "goals": []}
    value = row.document["run"]["turns"]
    pips = row.name.count("U")
    twice["goals"] = [
        *row.document["run"]["goals"],
        f'had "Island" >= {pips} by draw {value} given lands had >= {value}',
    ]
    plan = resolve(Row("", {**row.document, "run": twice, "expect": {}}, row.folder, "").plan_file).plan
    tally = run(plan, GAMES).tally
    assert tally.goal[0].sum() == tally.goal[1].sum()


def test_sources_2013() -> None:
    rows = rows_of("sources-2013")
    assert len(rows) == 2 * 18
    for row in rows:
        pips, turn = row.name.split()[0].count("C"), row.document["run"]["turns"]
        good = counts_of(row)["Island"]
        assert_equal([source_success(good, 24, 60, turn - 1, pips, pips, KARSTEN_2013)], row)


def test_land_drops_2017() -> None:
    rows = [row for row in rows_of("land-drops-2017") if re.fullmatch(r"\d+ lands, on the \w+", row.name)]
    assert len(rows) == 24
    for row in rows:
        lands, on_the_draw = numbers(row.name)[0], row.name.endswith("draw")
        found = [land_rate(lands, 60, k - 1 + on_the_draw, k, KARSTEN_2017) for k in (2, 3, 4, 5)]
        if on_the_draw:
            found.append(land_rate(lands, 60, 7, 8, KARSTEN_2017))
        else:
            (mean, _) = row.document["expect"]["means"]["kept cards"]
            assert abs(Fraction(mean) - mean_opening_hand(lands, 60, KARSTEN_2017)) < Fraction(1, 10**14)
        assert_equal(found, row)


def test_what_the_look_of_2017_adds_and_how_many_hands_are_kept() -> None:
    rows = {row.name: row for row in rows_of("land-drops-2017")}
    classes = (25, 0, 35)
    hands = kept_hands(classes, KARSTEN_2017)
    for seat in ("play", "draw"):
        found = [
            share(seen_after(classes, hands, k - 1 + (seat == "draw")), lambda had, k=k: had[0] >= k)  # type: ignore[misc]
            for k in (2, 3, 4, 5)
        ]
        assert_equal(found, rows[f"25 lands without the look, on the {seat}"])
    sizes = kept_sizes(hands)
    row = rows["25 lands, mulligans"]
    assert_equal([1 - sizes[7], sizes[6], sizes[5], sizes[4]], row)
    tally = run(resolve(row.plan_file).plan, GAMES).tally
    assert_histogram([int(tally.kept[size, 0]) for size in sizes], list(sizes.values()), ALARM)


def test_land_drops_are_lands_had() -> None:
    """With one draw and one drop a turn the same games make their drops and have their lands."""
    rows = rows_of("land-drops-london")
    assert len(rows) == 2 * 19
    for row in rows:
        deck, lands = numbers(row.name)
        exact = land_rate(lands, deck, 3 + row.name.endswith("draw"), 4, LONDON_LAND_COUNTS)
        assert_equal([exact, exact], row)
    tally = run(resolve(rows[8].plan_file).plan, GAMES).tally
    assert tally.goal[0].sum() == tally.goal[1].sum()


def package(deck: Counts, event: Callable[[Counts], bool], rule: str, smallest: int) -> list[Fraction]:
    """Chance of keeping a hand with the event down to 7, 6, ... `smallest` cards when all others go back."""
    start = opening(deck, lambda hand, taken: event(hand), rule=rule, bottom=bottom_for(event))
    found = kept_sizes({kept: weight for kept, weight in start.items() if event(kept.hand)})
    return [
        sum((found.get(n, Fraction(0)) for n in range(size, 8)), Fraction(0)) for size in range(7, smallest - 1, -1)
    ]


def tron(rule: str) -> list[Fraction]:
    """Down to 7, 6, 5, 4 cards: three Tron lands, or two and a Map, or two, an egg and a Scrying; and a payoff."""

    def needs(hand: Counts) -> int:
        lands, (finder, payoff, egg, scrying) = sum(n > 0 for n in hand[:3]), hand[3:7]
        if payoff == 0 or lands < 2:
            return 8
        return 4 if lands == 3 or finder else 5 if egg and scrying else 8

    missed, out = Fraction(1), []
    for size in (7, 6, 5, 4):
        dealt = 7 if rule == "london" else size
        missed *= 1 - chance((4, 4, 4, 4, 8, 8, 4, 24), dealt, lambda hand, size=size: needs(hand) <= size)  # type: ignore[misc]
        out.append(1 - missed)
    return out


def two_or_three(hand: Counts) -> bool:
    return 2 <= hand[0] <= 3 and hand[1] >= 2


def test_london_against_vancouver() -> None:
    for row in rows_of("london-against-vancouver"):
        rule, counts = row.document["table"]["mulligan"], counts_of(row)
        smallest = 8 - len(expected(row))
        if row.name.startswith("Tron"):
            found = tron(rule)
        elif "four-of" in row.name:
            found = package((4, 56), lambda hand: hand[0] >= 1, rule, smallest)
        elif "8 A" in row.name:
            found = package((8, 8, 20, 24), lambda h: h[0] >= 1 and h[1] >= 1 and h[2] >= 2, rule, smallest)
        elif len(expected(row)) == 1:
            found = package((counts["land"], 60 - counts["land"]), two_or_three, rule, 5)[-1:]
        else:
            found = package((21, 39), two_or_three, rule, smallest)
        assert_equal(found, row)


def mikonen(row: Row) -> Fraction:
    """Mulligan until the package is found, keep any five; on the draw these see a card more, Vancouver looks before."""
    needs = [int(n) for n in re.findall(r">= (\d)", row.document["run"]["goals"][0])]
    deck = tuple(counts_of(row).values())
    rule, on_the_draw = row.document["table"]["mulligan"], row.document["table"]["seat"] == "draw"

    def event(hand: Counts) -> bool:
        return all(n >= need for n, need in zip(hand, needs, strict=False))

    def nearly(seven: Counts, number: int) -> Counts:
        """Keeps what the package needs and nothing else that could be in the way of it."""
        away, kept = [0] * len(seven), list(seven)
        for kind in (len(seven) - 1, *range(len(needs))):
            spare = max(0, kept[kind] - (needs[kind] if kind < len(needs) else 0))
            away[kind] = min(spare, number - sum(away))
        return tuple(away)

    start = opening(deck, lambda h, taken: event(h) or sum(h) == 5, rule=rule, bottom=nearly)
    found = sum((weight for kept, weight in start.items() if kept.size > 5), Fraction(0))
    fives = {kept: weight for kept, weight in start.items() if kept.size == 5}
    if not on_the_draw:
        return found + sum((weight for kept, weight in fives.items() if event(kept.hand)), Fraction(0))
    # a full hand of no weight stands beside the fives, so that they count as smaller than a first hand
    full = Kept(0, (*[0] * (len(deck) - 1), 7), (0,) * len(deck))
    marked = {**fives, full: Fraction(0)}

    def completes(hand: Counts, top: int) -> bool:
        return event(tuple(n + (kind == top) for kind, n in enumerate(hand)))

    return found + share(seen_after(deck, marked, 1, completes if rule == "vancouver" else None), event)


def test_packages() -> None:
    rows = rows_of("packages")
    assert len(rows) == 20
    for row in rows:
        assert_equal([mikonen(row)], row)


def gold(first: int, second: int, duals: int, lands: int) -> Fraction:
    """Chance that so many of these lands can make CCDD."""
    met = sum(
        comb(first, c) * comb(second, d) * comb(duals, lands - c - d)
        for c in range(lands + 1)
        for d in range(lands + 1 - c)
        if max(0, 2 - c) + max(0, 2 - d) <= lands - c - d
    )
    return Fraction(met, comb(first + second + duals, lands))


def test_gold_cards() -> None:
    rows = rows_of("gold-cards")
    assert len(rows) == 18
    for row in rows:
        counts = counts_of(row)
        duals, lands = numbers(row.name)
        assert counts.get("Volcanic Island", 0) == duals and sum(counts.values()) == 17
        assert_equal([gold(counts["Island"], counts["Mountain"], duals, lands)], row)


STEPS = {
    "draw a card": [dig.draw()],
    "a Temple's scry 1": [dig.scry(1)],
    "scry 2": [dig.scry(2)],
    "Opt": [dig.scry(1), dig.draw()],
    "Consider": [dig.scry(1), dig.draw()],
    "Sleight of Hand": [dig.take(2)],
    "Preordain": [dig.scry(2), dig.draw()],
    "Serum Visions": [dig.draw(), dig.scry(2)],
    "Anticipate": [dig.take(3)],
    "Ponder": [dig.arrange(3), dig.MAY_SHUFFLE, dig.draw()],
    "Brainstorm, no shuffle": [dig.draw(3), dig.put_back(2)],
    "Brainstorm, then a fetch": [dig.draw(3), dig.put_back(2), dig.SHUFFLE],
    "Impulse": [dig.take(4)],
}


def test_digging() -> None:
    rows = rows_of("digging")
    assert len(rows) == 3 * len(STEPS)
    for row in rows:
        effect, hits, size = re.fullmatch(r"(.+), (\d+) hits in (\d+)", row.name).groups()  # type: ignore[union-attr]
        deck = (int(hits), int(size) - int(hits))
        steps = STEPS[effect]
        now, later = (dig.value(deck, each, lambda hand: hand[0] >= 1) for each in (steps, [*steps, dig.draw()]))
        assert_equal([now, later], row)


SPELLS = {"Free Cantrip": Spell(draws=1), "Free Look": Spell(look=1), "Free Long Look": Spell(look=2)}


def test_mana_screw() -> None:
    rates = {n: missed_drops_given_hand(n, 40, 5, "play", more_than=1, low=2, high=5) for n in range(16, 21)}
    ladder = [(lands - 17, rate - rates[17]) for lands, rate in rates.items()]
    worths = []
    for row in rows_of("mana-screw"):
        counts = counts_of(row)
        spells = [(SPELLS[name], copies) for name, copies in counts.items() if name in SPELLS]
        spell, copies = spells[0] if spells else (Spell(), 0)
        rate = missed_with_spells(counts["land"], 40, copies, spell)
        assert spells or rate == rates[counts["land"]]
        assert_equal([rate], row)
        if spells:
            worths.append(ladder_point(rate - rates[17], ladder))
            assert float(worths[-1]) == pytest.approx(float(row.document["expect"]["worth"]["net in lands"]), abs=1e-12)
    # what was worked out from published rates, with their own error of a hundredth of a land
    printed = [0.58, 1.76, 0.42, 1.21, 0.73, 2.11]
    assert [float(each) for each in worths] == pytest.approx(printed, abs=0.01)


def killed_by(mountains: int, turns: int) -> list[Fraction]:
    """Chance of seven Bolts by each turn: a Mountain and all Bolts that the Mountains pay, every turn, on the play."""
    spells = 60 - mountains
    start = opening((mountains, spells), lambda hand, taken: 1 <= hand[0] <= 3 or sum(hand) <= 4, rule="paris")

    @lru_cache(None)
    def after(turn: int, held: int, bolts: int, played: int, cast: int) -> tuple[Fraction, ...]:
        """Killed by this turn, the next ..., with lands and Bolts in hand, lands in play, Bolts cast."""
        if turn > turns:
            return ()
        lands, others = mountains - held - played, spells - bolts - cast
        chances: list[tuple[int, int, Fraction]] = [(held, bolts, Fraction(1))]
        if turn > 1:
            drawn = Fraction(lands, lands + others)
            chances = [(held + 1, bolts, drawn), (held, bolts + 1, 1 - drawn)]
        found = [Fraction(0)] * (turns - turn + 1)
        for land, bolt, weight in chances:
            in_play = played + (land > 0)
            now = min(in_play, bolt)
            if cast + now >= 7:
                rest: tuple[Fraction, ...] = (Fraction(1),) * len(found)
            else:
                rest = (Fraction(0), *after(turn + 1, land - (land > 0), bolt - now, in_play, cast + now))
            found = [total + weight * each for total, each in zip(found, rest, strict=True)]
        return tuple(found)

    totals = [Fraction(0)] * turns
    for kept, weight in start.items():
        ways = after(1, *kept.hand, 0, 0)
        totals = [total + weight * each for total, each in zip(totals, ways, strict=True)]
    return totals


def test_bolts() -> None:
    means = {12: 5.0572, 13: 4.9835, 14: 4.9359, 15: 4.9120, 16: 4.9106, 17: 4.9311, 18: 4.9730, 20: 5.1217, 22: 5.3593}
    for row in rows_of("bolts"):
        mountains = counts_of(row)["Mountain"]
        by_turn = killed_by(mountains, 40)
        assert_equal(by_turn[2:8], row)
        assert round(1 + float(sum(1 - each for each in by_turn)), 4) == means.pop(mountains)
    assert not means


def test_seen_cards_of_the_rules() -> None:
    """No draw on turn 1 on the play: seven cards and eight by turn 2; one more on the draw and with four players."""
    rows = {row.name: row for row in rows_of("rules")}
    assert_equal([at_least(4, 40, 7), at_least(4, 40, 8)], rows["no draw on turn 1 on the play"])
    assert_equal([at_least(4, 40, 8), at_least(4, 40, 9)], rows["a draw on turn 1 on the draw"])
    assert_equal([at_least(4, 40, 8)], rows["a draw on turn 1 with four players"])


def test_bottomed_cards_of_the_rules() -> None:
    rows = {row.name: row for row in rows_of("rules")}
    for name, deck, size, draws in (
        ("bottomed lands stay at the bottom", (24, 36), 4, 3),
        ("bottomed lands stay at the bottom, 40 cards", (10, 30), 3, 9),
    ):
        lands_first = lambda seven, number: (min(seven[0], number), number - min(seven[0], number))  # noqa: E731
        start = opening(deck, lambda hand, taken, size=size: sum(hand) <= size, bottom=lands_first)  # type: ignore[misc]
        had = seen_after(deck, start, draws)
        assert_equal([share(had, lambda hand, k=k: hand[0] >= k) for k in (1, 2, 3)], rows[name])  # type: ignore[misc]


def published_cells() -> Iterator[tuple[Row, str, Fraction, int]]:
    for section in sections():
        for row in section.rows:
            expect: dict[str, Any] = dict(row.document["expect"])
            for text, exact in zip(expect.get("published", ()), expect.get("exact", ()), strict=False):
                if text:
                    yield row, text, Fraction(exact), 100
            for exact, *printed in expect.get("means", {}).values():
                for text in printed:
                    yield row, text, Fraction(exact), 1


def test_published_numbers_are_the_exact_ones_but_for_named_reasons() -> None:
    """Every reason is needed, and there is an author and a title for each printed number."""
    differ = set()
    cells = list(published_cells())
    for row, text, exact, scale in cells:
        assert row.source, row.name
        if not published_fits(text, exact, scale):
            assert row.document["expect"].get("known"), (row.name, text, float(exact))
            differ.add(row.name)
    named = {row.name for section in sections() for row in section.rows if row.document["expect"].get("known")}
    assert differ == named and len(named) == 3 and len(cells) > 350


@pytest.mark.parametrize("section", [section for section in sections() if section.rows], ids=lambda each: each.name)
def test_rows_have_names_of_their_own(section: Any) -> None:
    names = [row.name for row in section.rows]
    assert len(names) == len(set(names))
    assert len({file_name(name) for name in names}) == len(names)
