"""Mana turn by turn: written cases of formats F12 and SEMANTICS 7, floating mana, phases, Treasure, changing boards."""

import pytest

from analyzer.cards.model import CardFacts
from analyzer.plan.model import GENERIC, B, C, G, R, U, W
from tests.support import mana_sequences as m
from tests.support.mana_sequences import DORK, LAND, ROCK, Table

UNTAPPED, TAPPED, OLD = 0, 1, 2  # how a permanent enters; OLD: it came in an earlier turn


def table(sources: list[tuple[frozenset[str], str]], *costs: tuple[int, ...]) -> Table:
    return Table(
        [CardFacts(f"S{n}", types=types, produces=text) for n, (types, text) in enumerate(sources)], list(costs)
    )


def enter(kind: int, how: int = UNTAPPED) -> tuple[int, int, int]:
    return m.ENTER, kind, how


# --- the cases of the documents


def test_after_a_cantrip_exactly_one_of_two_colours_is_left() -> None:
    """F12: lands {U/R}, {U/G}; Opt is paid before the card it draws is known, so red and green are not both left."""
    for log in (True, False):
        lands = table([(LAND, "U|R"), (LAND, "U|G")], (U,), (R,), (G,))
        asked = [enter(0), enter(1), (m.PAY, 0, 0), (m.ASK, 1, 0), (m.ASK, 2, 0)]
        assert lands.run(asked, log)[0] == [1, 1, 1]  # nothing learnt yet: both are still possible
        learnt = [*asked[:3], (m.SETTLE, 0, 0), *asked[3:]]
        assert sum(lands.run(learnt, log)[0][1:]) == 1


@pytest.mark.parametrize("log", [True, False])
def test_what_arrives_later_cannot_pay_for_what_was_cast_before(log: bool) -> None:
    """F12: Forest, Island, a {1} spell, then a red Mox, then {G}{U} is refused."""
    one = table([(LAND, "G"), (LAND, "U"), (ROCK, "R")], (GENERIC,), (U, G))
    assert one.run([enter(0), enter(1), (m.PAY, 0, 0), enter(2), (m.ASK, 1, 0)], log)[0] == [1, 0]


@pytest.mark.parametrize("log", [True, False])
def test_sol_ring_costs_a_colour(log: bool) -> None:
    """F12: Plains, Forest: Sol Ring ({1}), then {G}{W} is refused, but {2}{G} is not."""
    ring = table([(LAND, "W"), (LAND, "G"), (ROCK, "CC")], (GENERIC,), (W, G), (G, GENERIC, GENERIC))
    steps = [enter(0), enter(1), (m.PAY, 0, 0), enter(2), (m.ASK, 1, 0), (m.ASK, 2, 0)]
    assert ring.run(steps, log)[0] == [1, 0, 1]


@pytest.mark.parametrize("log", [True, False])
def test_need_within_have_after_each_cast_is_not_enough(log: bool) -> None:
    """SEMANTICS 7: a W/U land, cast {W}; then a W source; then {U} is refused and {W} is not."""
    chain = table([(LAND, "W|U"), (LAND, "W")], (W,), (U,))
    assert chain.run([enter(0), (m.PAY, 0, 0), enter(1), (m.ASK, 1, 0), (m.ASK, 0, 0)], log)[0] == [1, 0, 1]


# --- settling


def test_settling_order_is_the_one_of_the_documents() -> None:
    """Typed pips before generic; for each: fewest types, then most left of that set, then the lowest source."""
    lands = table([(LAND, "W|U"), (LAND, "W"), (LAND, "U"), (LAND, "C")], (W, GENERIC), (U,))
    start = [enter(0), enter(1), enter(2), enter(2), enter(3)]
    settled = lands.run([*start, (m.PAY, 0, 0), (m.SETTLE, 0, 0)])[1]
    assert settled == [(1, W, 0), (4, C, 0)]  # Plains for {W}; Wastes, which can make no type of the deck, for {1}
    settled = lands.run([*start, (m.PAY, 0, 0), (m.PAY, 1, 0), (m.SETTLE, 0, 0)])[1]
    assert settled == [(1, W, 0), (2, U, 0), (4, C, 0)]


def test_a_unit_that_the_rest_needs_is_passed_over() -> None:
    lands = table([(LAND, "W"), (LAND, "W|U")], (GENERIC,), (W,), (U,))
    steps = [enter(0), enter(1), (m.PAY, 0, 0), (m.PAY, 2, 0), (m.SETTLE, 0, 0)]
    assert lands.run(steps) == ([1, 1], [(1, U, 0), (0, W, 0)])


def test_hybrid_is_one_pip_of_two_types() -> None:
    lands = table([(LAND, "W"), (LAND, "U"), (LAND, "G")], (W | U,), (W | U, W | U, W | U))
    assert lands.run([enter(0), enter(1), enter(2), (m.ASK, 1, 0), (m.PAY, 0, 0), (m.PAY, 0, 0), (m.ASK, 0, 0)])[0] == [
        0,
        1,
        1,
        0,
    ]


def test_two_mana_at_once_leave_one_floating_that_goes_with_the_phase() -> None:
    ring = table([(ROCK, "CC"), (LAND, "U")], (GENERIC,), (U,), (GENERIC, GENERIC))
    pay = [enter(0, OLD), enter(1), (m.PAY, 0, 0), (m.SETTLE, 0, 0), (m.LEFT, 0, 0)]
    assert ring.run(pay) == ([1, 2], [(1, U, 0)]) or ring.run(pay) == ([1, 2], [(0, C, 0)])
    assert ring.run(pay)[1] == [(0, C, 0)]  # no type of the deck comes before one of its types
    assert ring.run([*pay, (m.END_PHASE, 0, 0), (m.LEFT, 0, 0)])[0] == [1, 2, 1]
    assert ring.run([*pay, (m.PAY, 0, 0), (m.SETTLE, 0, 0), (m.END_PHASE, 0, 0), (m.ASK, 1, 0)])[0] == [1, 2, 1, 1]


@pytest.mark.parametrize("log", [True, False])
def test_ritual_mana_is_used_first_and_expires(log: bool) -> None:
    land = table([(LAND, "R")], (R,), (GENERIC, GENERIC))
    steps = [enter(0), (m.FLOAT, B, 1), (m.ASK, 1, 0), (m.PAY, 0, 0), (m.END_PHASE, 0, 0), (m.LEFT, 0, 0)]
    assert land.run(steps, log)[0] == [1, 1, 0]
    steps = [enter(0), (m.FLOAT, R, 1), (m.PAY, 0, 0), (m.END_PHASE, 0, 0), (m.LEFT, 0, 0)]
    assert land.run(steps, log)[0] == [1, 1]


def test_treasure_is_taken_last_and_is_gone() -> None:
    rocks = table([(ROCK, "sac>any"), (LAND, "U|R")], (U,), (GENERIC,))
    steps = [enter(0), enter(1), (m.PAY, 0, 0), (m.SETTLE, 0, 0), (m.PAY, 1, 0), (m.SETTLE, 0, 0)]
    assert rocks.run(steps) == ([1, 1], [(1, U, 0), (0, W, 1)])
    assert rocks.run([*steps, (m.NEW_TURN, 0, 0), (m.LEFT, 0, 0)])[0] == [1, 1, 1]


def test_summoning_sick_creatures_and_tapped_lands_give_nothing_this_turn() -> None:
    sources = table([(DORK, "G"), (LAND, "G")], (G,), (G, G))
    steps = [enter(0), enter(1, TAPPED), (m.LEFT, 0, 0), (m.NEW_TURN, 0, 0), (m.ASK, 1, 0)]
    assert sources.run(steps)[0] == [0, 1]


def test_a_source_that_leaves_or_is_tapped_takes_its_mana_along() -> None:
    for how in (m.LEAVE, m.TAP):
        dork = table([(DORK, "G"), (LAND, "U")], (G,), (GENERIC,))
        steps = [enter(0, OLD), enter(1), (how, 0, 0), (m.ASK, 0, 0), (m.ASK, 1, 0), (m.NEW_TURN, 0, 0), (m.LEFT, 0, 0)]
        assert dork.run(steps)[0] == [0, 1, 1 if how == m.LEAVE else 2]


def test_reflecting_pools_make_what_other_lands_make() -> None:
    """CLD-2: pools alone make nothing; a land that enters tapped counts as well."""
    pools = table([(LAND, "mylands"), (LAND, "W|U")], (U,), (GENERIC,))
    steps = [enter(0), enter(0), (m.ASK, 1, 0), enter(1, TAPPED), (m.LEFT, 0, 0), (m.PAY, 0, 0), (m.ASK, 0, 0)]
    assert pools.run(steps)[0] == [0, 2, 1, 1]
    assert pools.run([*steps[:4], (m.LEAVE, 2, 0), (m.LEFT, 0, 0)])[0] == [0, 0]


def test_what_one_more_land_would_do() -> None:
    lands = table([(LAND, "W|U"), (LAND, "W")], (W,), (U,), (W, U))
    steps = [enter(0), (m.ASK_WITH_LAND, 2, 1), (m.PAY, 0, 0), (m.ASK_WITH_LAND, 1, 1), (m.ASK_WITH_LAND, 0, 1)]
    assert lands.run(steps)[0] == [1, 1, 0, 1]
    assert lands.run([enter(0, TAPPED), (m.ASK_NEXT, 2, -1), (m.ASK_NEXT, 2, 1), (m.ASK_NEXT, 1, -1)])[0] == [0, 1, 1]


def test_more_than_127_units_are_ignored_not_wrapped() -> None:
    many = table([(LAND, "W")], (W,), (GENERIC,) * 120)
    steps = [enter(0)] * 140
    assert many.run([*steps, (m.LEFT, 0, 0), (m.PAY, 1, 0), (m.LEFT, 0, 0)], log=False)[0] == [127, 1, 7]
    assert many.run([*steps, (m.NEW_TURN, 0, 0), (m.LEFT, 0, 0)], log=False)[0] == [127]
