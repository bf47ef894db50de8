"""Scry on small and real libraries: every value as the fraction it was published with."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import factorial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analyzer.exact.digging import (
    MAY_SHUFFLE,
    SHUFFLE,
    Goal,
    ScryRule,
    Step,
    arrange,
    bottom_all,
    draw,
    find,
    keep_all,
    lands_until,
    need,
    put_back,
    scry,
    take,
    value,
)
from analyzer.exact.enumeration import arrangements
from analyzer.exact.hypergeometric import at_least
from analyzer.stats import ladder_point

F = Fraction
BLIND_60 = (24, 36)


def lands(number: int) -> Goal:
    return lambda hand: hand[0] >= number


def exactly(number: int) -> Goal:
    return lambda hand: hand[0] == number


def drops(*by_turn: list[Step]) -> list[Step]:
    """Steps of turns 1, 2, ... on the play, each followed by the land drop of that turn."""
    steps: list[Step] = []
    for turn, extra in enumerate(by_turn, start=1):
        steps += [draw()] * (turn > 1) + extra + [need(lands(turn))]
    return steps


def always(hand: tuple[int, ...]) -> bool:
    return True


# --- group B: small libraries ---


def test_b01_scry_three_of_six_distinct_cards() -> None:
    def alphabetical(looked: tuple[int, ...], hand: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        first, *rest = sorted(looked)
        return (first,), tuple(rest)

    expected = [F(1, 2), F(3, 10), F(3, 20), F(1, 20), F(0), F(0)]
    for card, chance in enumerate(expected):
        assert value((1,) * 6, [scry(3), draw()], lambda hand, card=card: hand[card] == 1, rule=alphabetical) == chance
    libraries: Counter[tuple[int, ...]] = Counter()
    for order in arrangements([1] * 6):
        top, bottom = alphabetical(order[:3], ())
        libraries[top + order[3:] + bottom] += 1
    assert len(libraries) == 120 and set(libraries.values()) == {factorial(6) // 120}


@pytest.mark.parametrize("number, chance", [(0, F(1, 70)), (1, F(2, 5)), (2, F(41, 70))])
def test_b02_scry_two_draw_two(number: int, chance: F) -> None:
    assert value((4, 4), [scry(2), draw(2)], exactly(number), rule=find(0)) == chance


@pytest.mark.parametrize(
    "steps, chance",
    [([scry(1), scry(1), draw(2)], F(15, 56)), ([scry(2), draw(2)], F(5, 14)), ([draw(2)], F(3, 28))],
)
def test_b03_two_scry_one_are_not_a_scry_two(steps: list[Step], chance: F) -> None:
    assert value((3, 5), steps, lands(2)) == chance
    if steps[:1] == [scry(1)]:
        assert value((3, 5), steps, lands(2), rule=find(0)) == chance


@pytest.mark.parametrize("turns, chance", [(1, F(2, 7)), (2, F(4, 7)), (3, F(6, 7)), (4, F(1))])
def test_b04_bottomed_cards_come_round_again(turns: int, chance: F) -> None:
    assert value((1, 6), [scry(1), draw()] * turns, lands(1), rule=find(0)) == chance


@pytest.mark.parametrize(
    "steps, chance",
    [
        ([scry(1), draw()], F(2, 3)),
        ([scry(1), draw(2)], F(5, 6)),
        ([draw(), scry(1), draw()], F(5, 6)),
        ([draw(2)], F(2, 3)),
    ],
)
def test_b05_scry_before_or_after_the_first_draw(steps: list[Step], chance: F) -> None:
    assert value((4, 6), steps, lands(1), rule=lands_until(1)) == chance


@pytest.mark.parametrize("rule", [keep_all, bottom_all])
def test_b06_a_blind_scry_changes_nothing(rule: ScryRule) -> None:
    assert value(BLIND_60, [scry(1), draw()], lands(1), rule=rule) == F(2, 5)


def test_b07_a_shuffle_erases_the_scry() -> None:
    assert value((1, 9), [scry(1), SHUFFLE, draw()], lands(1), rule=find(0)) == F(1, 10)
    assert value((1, 9), [scry(1), draw()], lands(1), rule=find(0)) == F(1, 5)


# --- group C: real decks ---

C01 = [scry(1), draw(3)]


@pytest.mark.parametrize(
    "steps, rule, chance",
    [
        ([draw(3)], None, F(3265655, 5168931)),
        (C01, lands_until(4), F(1172018291, 1679902575)),
        (C01, lands_until(3), F(56830769, 88415925)),
        (C01, None, F(1172018291, 1679902575)),
    ],
)
def test_c01_one_scry_on_turn_one(steps: list[Step], rule: ScryRule | None, chance: F) -> None:
    assert value(BLIND_60, steps, lands(4), hand=7, rule=rule) == chance
    as_drops = drops([s for s in steps if s.kind == "scry"], [], [], [])
    assert value(BLIND_60, as_drops, always, hand=7, rule=rule) == chance, "C-02: the same as four land drops"


def test_c03_scry_on_three_turns() -> None:
    steps = drops([scry(1)], [scry(1)], [scry(1)], [])
    assert value(BLIND_60, steps, always, hand=7, rule=lands_until(4)) == F(1365520787, 1679902575)
    assert value(BLIND_60, steps, always, hand=7) == F(1365520787, 1679902575)


def test_c04_three_kinds_of_cards() -> None:
    def both(looked: tuple[int, ...], hand: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        (card,) = looked
        wanted = (card == 0 and hand[0] < 4) or (card == 1 and hand[1] == 0)
        return ((card,), ()) if wanted else ((), (card,))

    deck = (24, 4, 32)
    plain, steps = drops([], [], [], []), drops([scry(1)], [scry(1)], [], [])

    def key(hand: tuple[int, ...]) -> bool:
        return hand[1] >= 1

    assert value(deck, plain, key, hand=7) == F(26199323, 87871827)
    assert value(deck, steps, key, hand=7, rule=lands_until(4)) == F(7837632302113, 20990382674625)
    assert value(deck, steps, key, hand=7, rule=both) == F(408556352341, 999542032125)
    assert value(deck, steps, key, hand=7) == F(408556352341, 999542032125)


@pytest.mark.parametrize("first", [[scry(2), draw()], [draw(), scry(2)]])
def test_c05_scry_two_and_draw_in_either_order(first: list[Step]) -> None:
    steps = drops(first, [], [], [])
    assert value(BLIND_60, steps, always, hand=7, rule=lands_until(4)) == F(336891097, 405493725)
    assert value(BLIND_60, steps, always, hand=7) == F(336891097, 405493725)
    assert value(BLIND_60, drops([draw()], [], [], []), always, hand=7) == F(8410019, 11585535)


@pytest.mark.parametrize(
    "steps, both, first",
    [
        ([scry(2), draw(2)], F(13294, 32509), F(1354, 1711)),
        ([draw(), scry(2), draw()], F(50738, 162545), F(2, 5)),
        ([draw(2)], F(46, 295), F(2, 5)),
    ],
)
def test_c06_where_the_order_matters(steps: list[Step], both: F, first: F) -> None:
    assert value(BLIND_60, steps, lands(2)) == both
    shortened = [scry(2), draw()] if steps[0].kind == "scry" else [draw()]
    assert value(BLIND_60, shortened, lands(1)) == first


# --- other groups whose cases are closed form ---


def test_d03_and_d04_shards() -> None:
    assert value(BLIND_60, [scry(1), draw()], lands(1), rule=find(0)) == F(38, 59)
    expected = {1: F(23, 177), 2: F(8023, 32509), 3: F(57128, 162545)}
    for shards, chance in expected.items():
        assert value((4, 56), [scry(1), draw()] * shards, lands(1), rule=find(0)) == chance


def test_e03_and_e04_sorcerer_roles() -> None:
    attack = [draw(), scry(1)]
    steps = [draw(), *attack, *attack, *attack, draw()]
    assert value(BLIND_60, [draw(5)], lands(5), hand=7) == F(46446821, 81098745)
    assert value(BLIND_60, steps, lands(5), hand=7, rule=lands_until(5)) == F(54277763, 71917755)
    assert value(BLIND_60, steps, lands(5), hand=7) == F(54277763, 71917755)
    two = [draw(2), scry(1), scry(1), draw(), scry(1), scry(1), draw()]
    one = [draw(2), scry(2), draw(), scry(2), draw()]
    assert value(BLIND_60, two, lands(5), hand=7) == F(10775624957, 15791084205)
    assert value(BLIND_60, one, lands(5), hand=7) == F(10928469341, 15791084205)
    assert value(BLIND_60, [draw(4)], lands(5), hand=7) == F(156927367, 335980515)


def test_g06_loot_and_scry_in_one_combat() -> None:
    for steps, chance in (
        ([scry(1), draw()], F(1, 3)),
        ([draw(), scry(1)], F(1, 6)),
        ([scry(1), draw(), draw()], F(1, 2)),
        ([draw(), scry(1), draw()], F(1, 2)),
    ):
        assert value((1, 5), steps, lands(1), rule=find(0)) == chance


def c01_value(scried_turns: tuple[int, ...], deck: tuple[int, int] = BLIND_60) -> F:
    steps = drops(*[[scry(1)] if turn in scried_turns else [] for turn in (1, 2, 3, 4)])
    return value(deck, steps, always, hand=7, rule=lands_until(4))


def test_v01_and_v03_value_of_one_look_in_points_and_lands() -> None:
    look = c01_value((1,)) - c01_value(())
    assert look == F(36893472, 559967525)
    rungs = [(k, c01_value((), (24 + k, 36 - k)) - c01_value(())) for k in range(4)]
    assert ladder_point(look, rungs) == F(27981, 18125)
    assert round(float(look / rungs[1][1]), 4) == 1.5120


def test_v05_three_looks_together_and_apart() -> None:
    turns = (1, 2, 3)
    rate = {chosen: c01_value(chosen) for size in range(4) for chosen in combinations(turns, size)}
    for turn in turns:
        others = tuple(t for t in turns if t != turn)
        assert rate[turns] - rate[others] == F(30368096, 559967525)
        assert rate[(turn,)] - rate[()] == F(36893472, 559967525)
    assert rate[turns] - rate[()] == F(101394304, 559967525)
    shapley = (rate[turns] - rate[()]) / 3
    assert round(100 * float(shapley), 4) == 6.0357
    overlap = rate[turns] - rate[()] - 3 * F(30368096, 559967525)
    assert round(100 * float(overlap), 4) == 1.8376


def test_v07_lists_of_different_size() -> None:
    assert at_least(17, 40, 10, 4) - at_least(17, 41, 10, 4) == F(16905, 611351)


def test_v09_exactly_four_lands_by_best_play() -> None:
    before, after = [scry(2), draw(4)], [draw(), scry(2), draw(3)]
    assert value(BLIND_60, before, exactly(4), hand=7) == F(1389120788, 3919772675)
    assert value(BLIND_60, after, exactly(4), hand=7) == F(299696716, 783954535)
    for steps, share in ((before, 0.6466), (after, 0.6898)):
        assert round(float(value(BLIND_60, steps, lambda hand: 4 <= hand[0] <= 5, hand=7)), 4) == share


def test_best_play_is_never_beaten_and_blind_play_is_worth_nothing() -> None:
    for steps in ([scry(2), draw(2)], [draw(), scry(1), draw()], [scry(1), scry(2), draw()]):
        for goal in (lands(1), lands(2), exactly(1)):
            best = value((5, 7), steps, goal)
            draws_only = [step for step in steps if step.kind == "draw"]
            blind = value((5, 7), draws_only, goal)
            for rule in (find(0), find(1), lands_until(1), keep_all, bottom_all):
                assert value((5, 7), steps, goal, rule=rule) <= best
            assert value((5, 7), steps, goal, rule=keep_all) == value((5, 7), steps, goal, rule=bottom_all) == blind


RULES = [find(0), find(1, 2), lands_until(1), bottom_all, keep_all]
STEPS = st.lists(st.sampled_from([draw(), draw(2), scry(1), scry(2), scry(3)]), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None)
@example((2, 1, 0), 0, [scry(1), draw(), scry(1), draw()], lands_until(1))  # a nonland lies above a land at the bottom
@given(st.tuples(*[st.integers(0, 2)] * 3), st.integers(0, 2), STEPS, st.sampled_from(RULES))
def test_values_equal_playing_out_every_order(
    deck: tuple[int, ...], hand_size: int, steps: list[Step], rule: ScryRule
) -> None:
    """A list of cards instead of top, middle and bottom: every arrangement is played, bottomed cards come round."""
    hand_size = min(hand_size, sum(deck))
    results: Counter[tuple[int, ...]] = Counter()
    for order in arrangements(deck):
        held, library = list(order[:hand_size]), list(order[hand_size:])
        for step in steps:
            seen, library = library[: step.number], library[step.number :]
            if step.kind == "draw":
                held += seen
            else:
                top, away = rule(tuple(seen), tuple(held.count(kind) for kind in range(3)))
                library = [*top, *library, *away]
        results[tuple(held.count(kind) for kind in range(3))] += 1
    total = sum(results.values())
    for counts, times in results.items():
        assert value(deck, steps, lambda hand, counts=counts: hand == counts, hand=hand_size, rule=rule) == F(
            times, total
        )


def test_a_rule_that_loses_a_card_is_refused() -> None:
    with pytest.raises(ValueError, match="scry rule"):
        value((2, 2), [scry(1), draw()], lands(1), rule=lambda looked, hand: ((), ()))
    with pytest.raises(ValueError, match="step"):
        Step("mill")


# --- published digging table: chance of a hit now, and by the next natural draw, in per cent ---

PONDER = [arrange(3), MAY_SHUFFLE, draw()]
DIGGING = {
    "draw a card": ([draw()], [7.55, 37.74, 15.38], [14.66, 61.68, 28.66]),
    "Temple": ([scry(1)], [0, 0, 0], [14.66, 61.68, 28.66]),
    "scry 2": ([scry(2)], [0, 0, 0], [21.35, 76.71, 40.07]),
    "Opt": ([scry(1), draw()], [14.66, 61.68, 28.66], [21.35, 76.71, 40.07]),
    "Sleight of Hand": ([take(2)], [14.66, 61.68, 28.66], [21.35, 76.71, 40.07]),
    "Preordain": ([scry(2), draw()], [21.35, 76.71, 40.07], [27.64, 86.03, 49.86]),
    "Serum Visions": ([draw(), scry(2)], [7.55, 37.74, 15.38], [27.64, 86.03, 49.86]),
    "Anticipate": ([take(3)], [21.35, 76.71, 40.07], [27.64, 86.03, 49.86]),
    "Ponder": (PONDER, [27.29, 85.50, 49.29], [32.88, 91.08, 57.25]),
    "Brainstorm": ([draw(3), put_back(2)], [21.35, 76.71, 40.07], [21.35, 76.71, 40.07]),
    "Brainstorm, fetch": ([draw(3), put_back(2), SHUFFLE], [21.35, 76.71, 40.07], [27.40, 85.67, 49.47]),
    "Impulse": ([take(4)], [27.64, 86.03, 49.86], [33.55, 91.73, 58.21]),
}


@pytest.mark.parametrize("name", DIGGING)
def test_digging_table(name: str) -> None:
    steps, now, later = DIGGING[name]
    for column, deck in enumerate(((4, 49), (20, 33), (8, 44))):
        assert round(100 * float(value(deck, steps, lands(1))), 2) == now[column]
        assert round(100 * float(value(deck, [*steps, draw()], lands(1))), 2) == later[column]


def test_digging_identities() -> None:
    """Serum Visions now is a blank draw and by next turn Preordain; scry 1 then draw is one extra look."""
    for deck in ((4, 49), (20, 33)):
        visions, preordain = [draw(), scry(2), draw()], [scry(2), draw(), draw()]
        assert value(deck, visions, lands(1)) == value(deck, preordain, lands(1))
        assert value(deck, [scry(2), draw()], lands(1)) == at_least(deck[0], sum(deck), 3)
    assert round(100 * float(value((23, 27), [draw(3), put_back(2)], lands(1))), 2) == 85.08  # High Tide question
    assert round(100 * float(value((16, 24), [scry(1), draw()], lands(1))), 2) == 64.62  # Thassa, fresh deck
