"""Acceptance cases of groups B, C, F, I, L as plan files: exact fractions by enumeration, else exact binomial tails."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from analyzer.contract import events
from analyzer.engine import load_kernel, replay
from analyzer.enumerated import orders_of
from analyzer.pack import pack
from analyzer.plan.model import Plan
from tests.support.plans import (
    EXPECTED,
    exact_rates,
    fractions,
    is_small,
    resolved,
    sampled,
)
from tests.support.statcheck import assert_share, upper_tail

# Chance of a false alarm of each sampled comparison; fewer than 300 in both tiers: below 3e-4 for all together.
ALARM = 1e-6
QUICK, FULL = 200_000, 1_000_000  # games of the default and of the ci tier
OTHER_RULES = (
    "auto",
    "curve",
    "keep-all",
    "bottom-all",
    "find:cards=@land",
    *(f"lands-until:lands={k}" for k in range(1, 6)),
)
SMALL = [name for name in EXPECTED if is_small(resolved(name).plan)]
SAMPLED = [name for name in EXPECTED if name not in SMALL]
SLOW = ("C-01a",)  # seven seconds; the ci tier plays it in full
WITH_OPTIMUM = [name for name, values in EXPECTED.items() if "optimum" in values]


def _check_sample(name: str, games: int) -> None:
    case = resolved(name)
    wanted = fractions(EXPECTED[name]["exact"])
    assert case.games >= FULL or set(wanted) <= {0, 1}
    for (met, given), value in zip(sampled(case.plan, min(games, case.games)), wanted, strict=True):
        assert_share(met, given, value, ALARM)


@pytest.mark.parametrize("name", [name for name in EXPECTED if name not in SLOW])
def test_case(name: str) -> None:
    if name in SMALL:
        assert exact_rates(resolved(name).plan) == fractions(EXPECTED[name]["exact"])
    else:
        _check_sample(name, QUICK)


@pytest.mark.ci
@pytest.mark.parametrize("name", SAMPLED)
def test_case_in_a_million_games(name: str) -> None:
    _check_sample(name, FULL)


@pytest.mark.ci
@pytest.mark.parametrize("name", SMALL)
def test_games_agree_with_all_arrangements(name: str) -> None:
    """Small libraries once more with shuffled games, so that the shuffles are checked and not only the play."""
    _check_sample(name, FULL)


def test_every_plan_file_has_its_values() -> None:
    for name, values in EXPECTED.items():
        assert len(values["exact"]) == len(resolved(name).plan.goals), name
    assert len(SMALL) >= 13


@pytest.mark.parametrize("name", [name for name in WITH_OPTIMUM if name in SMALL])
@pytest.mark.parametrize("rule", OTHER_RULES)
def test_no_rule_beats_the_optimum(name: str, rule: str) -> None:
    """No scry rule that ships may exceed what the best policy reaches."""
    rates = exact_rates(resolved(name, strategy__scry=rule).plan)
    assert all(rate <= best for rate, best in zip(rates, fractions(EXPECTED[name]["optimum"]), strict=True))


@pytest.mark.ci
@pytest.mark.parametrize("name", [name for name in WITH_OPTIMUM if name in SAMPLED])
def test_no_rule_beats_the_optimum_in_games(name: str) -> None:
    for rule in OTHER_RULES:
        counts = sampled(resolved(name, strategy__scry=rule).plan, QUICK)
        for (met, games), best in zip(counts, fractions(EXPECTED[name]["optimum"]), strict=True):
            assert upper_tail(met, games, float(best)) >= ALARM, f"{rule}: {met} of {games} against {float(best)}"


def test_b_01_has_120_library_orders() -> None:
    """Before the draw 120 library orders are possible, each with probability 1/120."""
    plan = resolved("B-01-orders").plan
    orders = np.array(list(orders_of(plan)), np.int64)
    packed = pack(plan)
    log = np.zeros((50 * len(orders), events.WIDTH), np.int64)
    output, truth = np.zeros(packed.output_words, np.int64), np.zeros((0, 1), np.uint8)
    assert load_kernel()(packed.block.copy(), 0, len(orders), orders, log, output, truth) == len(orders) == 720
    taken = log[log[:, 0] == events.TAKE][:, 2].reshape(len(orders), 6)
    found = Counter(tuple(row) for row in taken.tolist())
    assert len(found) == 120 and set(found.values()) == {6}


# ---- mulligans, draws, cleanup, land plays: the events of single games ----------------------------------------------
LETTERS = "ABCDEFGHIJKM"
SHUFFLES = ("ABCDEFGHIJKM", "MIBCKJADEFGH", "ABCDEFGHMIKJ")


def _rows(plan: Plan, *shuffles: str) -> list[tuple[int, ...]]:
    orders = np.array([[LETTERS.index(card) for card in shuffle] for shuffle in shuffles], np.int64)
    return [tuple(row) for row in (replay(plan, 0, orders=orders) if shuffles else replay(plan, 0)).tolist()]


def _only(rows: list[tuple[int, ...]], code: int) -> list[tuple[int, ...]]:
    """Rows of one code, from the turn on."""
    return [row[1:] for row in rows if row[0] == code]


def _drawn(rows: list[tuple[int, ...]]) -> str:
    """Cards drawn after the opening, in order."""
    return "".join(LETTERS[slot] for _, slot, _, why in _only(rows, events.TAKE) if why == events.DRAW)


def _deals(rows: list[tuple[int, ...]]) -> list[str]:
    """The hand of each deal after bottoming, in the order in which its cards were taken."""
    hands: list[str] = []
    for row in rows:
        if row[0] == events.DEAL:
            hands.append("")
        elif row[0] == events.TAKE and row[4] == events.HAND:
            hands[-1] += LETTERS[row[2]]
        elif row[0] == events.BOTTOM:
            hands[-1] = hands[-1].replace(LETTERS[row[2]], "")
    return hands


def test_l_01_hands_and_libraries() -> None:
    rows = _rows(resolved("L-01").plan, *SHUFFLES)
    assert _deals(rows) == ["ABCDEFG", "MIBKJA", "CDEFG"]
    assert _drawn(rows) == "HMIKJBA"
    assert [LETTERS[kind] for _, kind, _, _ in _only(rows, events.BOTTOM)] == ["C", "B", "A"]
    once = _rows(resolved("L-01-one").plan, *SHUFFLES[:2])
    assert _deals(once)[-1] == "MIBKJA" and _drawn(once) == "DEFGHC"


@pytest.mark.parametrize(
    "who, sizes",
    [("four-players", [7, 6, 5]), ("two-players", [6, 5, 4]), ("commander", [6, 5, 4]), ("brawl", [7, 6, 5])],
)
def test_l_04_hand_sizes_after_each_mulligan(who: str, sizes: list[int]) -> None:
    rows = _rows(resolved(f"L-04-{who}-3").plan)
    dealt: list[int] = []
    for row in rows:
        if row[0] == events.DEAL:
            dealt.append(0)
        dealt[-1] += (row[0] == events.TAKE and row[4] == events.HAND) - (row[0] == events.BOTTOM)
        if row[0] == events.KEEP:
            assert row[2] == dealt[-1]
            break
    assert dealt == [7, *sizes]


@pytest.mark.parametrize("name, drawn", [("L-05a", ""), ("L-05b", "A"), ("L-05c", "A")])
def test_l_05_first_draw(name: str, drawn: str) -> None:
    plan = resolved(name).plan
    taken = [plan.kinds[plan.slots[slot]].name for _, slot, _, _ in _only(_rows(plan), events.TAKE)]
    assert "".join(taken) == drawn


def test_l_06_one_card_goes_and_none_in_an_opponents_turn() -> None:
    plan = resolved("L-06a").plan
    first = [row for row in _only(_rows(plan), events.DISCARD) if row[0] == 1]
    assert [(plan.kinds[kind].name, why) for _, kind, why, _ in first] == [("Dear", events.CLEANUP_DISCARD)]
    # two more cards in the opponent's turn: the next discards are those of the own cleanup, 9 + 1 - 7
    later = _only(_rows(resolved("L-06b").plan), events.DISCARD)
    assert Counter(turn for turn, *_ in later) == {1: 1, 2: 3, 3: 1}


@pytest.mark.parametrize("name, last", [("L-07a", 55), ("L-07b", 54)])
def test_l_07_the_game_is_lost_in_the_draw_step(name: str, last: int) -> None:
    rows = _rows(resolved(name).plan)
    assert [turn for turn, *_ in _only(rows, events.FAILDRAW)] == [last]
    assert [row[:2] for row in _only(rows, events.OVER)] == [(last, events.DECKED)]


def test_l_08_one_land_is_played_a_turn() -> None:
    rows = _rows(resolved("L-08").plan)
    assert Counter((turn, played) for turn, _, _, played in _only(rows, events.LAND)) == {
        (1, 1): 1,
        (2, 1): 1,
        (2, 0): 1,
    }


def test_f_05_order_of_events() -> None:
    """Scry, look, draw, failed draw, life, and only then the game is over."""
    rows = _rows(resolved("F-05").plan)
    order = [events.SCRY, events.LOOK, events.TAKE, events.FAILDRAW, events.LIFE, events.OVER]
    assert [row[0] for row in rows if row[0] in order] == order


def test_expected_values_are_probabilities() -> None:
    for name, values in EXPECTED.items():
        assert all(0 <= Fraction(text) <= 1 for text in (*values["exact"], *values.get("optimum", ()))), name
