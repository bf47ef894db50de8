"""The shipped rules against their published tables, and the expert quiz rows that one view decides (SEMANTICS 5)."""

from __future__ import annotations

from itertools import product

import pytest

from analyzer.contract import reasons
from analyzer.ruleview import Game
from strategies import bottom, keep, pick, scry
from tests.support.views import TEMPLES, Table, bottomed, kept_of_look, plan_of

PLAN = plan_of(TEMPLES)
COUNTS = plan_of("24 land, 4 key, 32 blank")


class Hand:
    """Just the size of a hand and its lands, for rules that ask nothing else."""

    def __init__(self, size, lands, free=0):
        self.hand_size, self.lands_in_hand, self.free_mulligans_left = size, lands, free


def kept(rule, *knobs):
    """{hand size: numbers of lands that are kept} as the rule says."""
    return {
        size: [lands for lands in range(size + 1) if rule(Game(Hand(size, lands)), *knobs)] for size in range(7, 0, -1)
    }


def test_keep_karsten_2022():
    assert kept(keep.karsten_2022) == {
        7: [2, 3, 4, 5], 6: [2, 3, 4], 5: [2, 3, 4], 4: [0, 1, 2, 3, 4], 3: [0, 1, 2, 3], 2: [0, 1, 2], 1: [0, 1],
    }  # fmt: skip
    free = [lands for lands in range(8) if keep.karsten_2022(Game(Hand(7, lands, free=1)))]
    assert free == [3, 4, 5]


@pytest.mark.parametrize("rule", [keep.karsten_2018, keep.karsten_2013])
def test_keep_vancouver_and_paris_tables(rule):
    """Mulligan 7 with 0, 1, 6, 7 lands, 6 with 0, 1, 5, 6, 5 with 0 or 5; keep any 4."""
    table = kept(rule)
    mulligans = {size: [lands for lands in range(size + 1) if lands not in table[size]] for size in table}
    assert mulligans == {7: [0, 1, 6, 7], 6: [0, 1, 5, 6], 5: [0, 5], 4: [], 3: [], 2: [], 1: []}


def test_lands_between_has_a_range_for_each_size():
    from analyzer.rules import Span

    table = kept(keep.lands_between, Span(1, 1), Span(2, 2), Span(3, 3), Span(4, 4), Span(0, 0))
    assert [table[size] for size in (7, 6, 5, 4, 3)] == [[1], [2], [3], [4], [0, 1, 2, 3]]
    assert keep.lands_between(Game(Hand(7, 0, free=1)), Span(1, 1), Span(2, 2), Span(3, 3), Span(4, 4), Span(0, 0))


@pytest.mark.parametrize(
    ("hand", "fields", "keeps"),
    [
        ("2 Island, Opt, Preordain, 3 Serra Angel", {"seat": 0}, True),  # two cheap cards that look
        ("2 Island, Opt, 4 Serra Angel", {"seat": 0}, False),  # one
        ("2 Mountain, Opt, Preordain, 3 Serra Angel", {"seat": 0}, False),  # not payable
        ("2 Mountain, Opt, Preordain, 3 Serra Angel", {"seat": 1}, True),  # on the draw two lands do
        ("5 Island, Divination, Serra Angel", {"seat": 0}, True),
        ("5 Island, 2 Air Elemental", {"seat": 0}, False),  # nothing of mana value 4 or less
        ("1 Island, 4 Opt, 2 Preordain", {"seat": 1}, False),  # 24 lands are too many for a one-lander
        ("3 Island, 4 Serra Angel", {"seat": 0}, True),
        ("6 Island, Opt", {"seat": 1}, False),
    ],
)
def test_keep_castable(hand, fields, keeps):
    table = Table(PLAN, hand=hand, **fields)
    table.seat = fields["seat"]
    assert bool(keep.castable(table.game)) is keeps


def test_keep_castable_one_lander_of_a_deck_with_few_lands():
    plan = plan_of("20 Island\n10 Opt\n30 Air Elemental")
    three_digs, two_digs = "Island, 3 Opt, 3 Air Elemental", "Island, 2 Opt, 4 Air Elemental"
    for seat, hand, keeps in [(1, three_digs, True), (0, three_digs, False), (1, two_digs, False)]:
        table = Table(plan, hand=hand)
        table.seat = seat
        assert bool(keep.castable(table.game)) is keeps, (seat, hand)


# ---- bottom --------------------------------------------------------------------------------------
def karsten_bottoms(spells, cards):
    """Karsten's code as published_numbers tells it: how many spells go to the bottom."""
    table = {1: (0, 0, 0, 0, 1), 2: (0, 0, 0, 1, 2), 3: (0, 0, 1, 2, 3)}
    return table[cards][min(spells, 4)]


@pytest.mark.parametrize(("spells", "cards"), list(product(range(8), (1, 2, 3))))
def test_bottom_karsten_2022_is_the_published_code(spells, cards):
    spells_held = f"{min(spells, 4)} key, {spells - 4} blank" if spells > 4 else f"{spells} key"
    table = Table(COUNTS, hand=", ".join(filter(None, (f"{7 - spells} land" if spells < 7 else "", spells_held)))
                  if spells else "7 land", mulligans=cards)  # fmt: skip
    gone = bottomed(bottom.karsten_2022, table, cards, 3, frozenset())
    assert sum(name != "land" for name in gone) == karsten_bottoms(spells, cards)


def test_bottom_karsten_2022_keeps_the_good_lands():
    table = Table(PLAN, hand="3 Island, 2 Plains, 2 Opt", mulligans=2)
    good = frozenset({table.kind("Island")})
    assert bottomed(bottom.karsten_2022, table, 2, 3, good) == ["Plains", "Plains"]


def test_bottom_lands_above():
    table = Table(COUNTS, hand="5 land, 2 blank", mulligans=3)
    assert bottomed(bottom.lands_above, table, 3, 3) == ["land", "land", "blank"]


def test_bottom_costliest_leaves_the_lands():
    table = Table(PLAN, hand="4 Island, Opt, Serra Angel, Divination", mulligans=4)
    assert bottomed(bottom.costliest, table, 4) == ["Serra Angel", "Divination", "Opt", "Island"]


def test_bottom_keep_package():
    table = Table(PLAN, hand="2 Opt, 3 Preordain, Serra Angel, Island", mulligans=5)
    sets = frozenset({table.kind("Opt")}), frozenset({table.kind("Preordain")})
    gone = bottomed(bottom.keep_package, table, 5, sets[0], 1, sets[1], 2, frozenset(), 0)
    # what the package does not need goes first, the dearest first; then the package gives way
    assert gone[0] == "Serra Angel" and sorted(gone[:4]) == ["Island", "Opt", "Preordain", "Serra Angel"]
    assert gone[4] in ("Opt", "Preordain")


# ---- the expert quiz -----------------------------------------------------------------------------
QUIZ_9 = [("Island", True), ("Phantom Monster", False), ("Thraben Inspector", False)]


@pytest.mark.parametrize(("card", "keeps"), QUIZ_9)
def test_quiz_9_three_lands_had(card, keeps):
    """Scry 1 (curve), three lands had, {4} and {3} cards in hand: keep a land, bottom a four-drop and a one-drop."""
    table = Table(PLAN, play="2 Island, Plains", hand="Phantom Monster, Divination", look=card)
    assert table.target == 4
    assert bool(kept_of_look(scry.curve, table)) is keeps


@pytest.mark.parametrize(("card", "keeps"), [("Island", False), ("Divination", True)])
def test_quiz_10_six_lands_had(card, keeps):
    table = Table(PLAN, play="3 Island, 2 Plains, Mountain", hand="Thraben Inspector, Divination", look=card)
    assert bool(kept_of_look(scry.curve, table)) is keeps


def test_quiz_11_a_missing_colour():
    table = Table(PLAN, play="2 Plains, 2 Mountain", hand="3 Divination", look="Island")
    assert kept_of_look(scry.curve, table) == ["Island"]
    with_blue = Table(PLAN, play="Plains, 2 Mountain, Island", hand="Opt", look="Island")
    assert kept_of_look(scry.curve, with_blue) == []


@pytest.mark.parametrize(("hand", "number"), [("2 Serra Angel", 2), ("Divination, Opt", 1)])
def test_quiz_12_two_lands_on_top(hand, number):
    """Scry 2 (curve), three lands had: both stay if load >= 9, else one."""
    table = Table(PLAN, play="2 Island, Plains", hand=hand, look="Island, Plains")
    assert len(kept_of_look(scry.curve, table)) == number


def test_quiz_16_the_last_plains_stays():
    table = Table(PLAN, hand="3 Island, Plains, Knight of the White Orchid, Opt, Divination", mulligans=1)
    assert bottomed(bottom.balance, table, 1) == ["Island"]


def test_quiz_17_the_goal_card_stays():
    plan = plan_of(TEMPLES, 'had "Air Elemental" by turn 4')
    table = Table(plan, hand="3 Island, Air Elemental, 2 Serra Angel, Opt", mulligans=2)
    gone = bottomed(bottom.balance, table, 2)
    assert "Air Elemental" not in gone and len(gone) == 2


def test_balance_keeps_a_tenth_more_than_the_share_of_lands():
    for size, lands in [(7, 3), (6, 3), (5, 2), (4, 2)]:  # 24 of 60: 3.08, 2.64, 2.2, 1.76
        assert bottom.wanted_lands(Game(Table(COUNTS, mulligans=7 - size))) == lands


def test_balance_bottoms_the_tapped_land_on_a_tie():
    table = Table(PLAN, hand="3 Island, Temple of Epiphany, Opt, Preordain, Divination", mulligans=1)
    assert bottomed(bottom.balance, table, 1) == ["Temple of Epiphany"]


def test_balance_orders_the_nonlands():
    table = Table(
        PLAN, hand="2 Island, Opt, Divination, Serra Angel, Knight of the White Orchid, Air Elemental", mulligans=4
    )
    gone = bottomed(bottom.balance, table, 4)
    # too dear for two lands (5 > 2 + 2), the highest first; then the unpayable Knight; then the dearest payable
    assert set(gone[:2]) == {"Serra Angel", "Air Elemental"} and gone[2:] == [
        "Divination",
        "Knight of the White Orchid",
    ]


# ---- scry ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("had", "look", "lands", "keeps"),
    [
        (3, "land, land, blank", 4, ["land", "blank"]),
        (4, "land, blank", 4, ["blank"]),
        (0, "blank, key", 1, []),
        (0, "land, land, key", 1, ["land", "key"]),
    ],
)
def test_lands_until_is_the_acceptance_rule(had, look, lands, keeps):
    table = Table(COUNTS, look=look, lands_had=had)
    assert kept_of_look(scry.lands_until, table, lands) == keeps


def test_find_keeps_all_copies_and_nothing_else():
    table = Table(COUNTS, look="key, blank, land, key")
    assert kept_of_look(scry.find, table, frozenset({table.kind("key")}), 0, 0, False, False) == ["key", "key"]
    lands = frozenset({table.kind("land")})
    assert kept_of_look(scry.find, table, lands, 0, 0, False, False) == ["land"]


def test_find_with_a_floor_and_one_copy():
    """C-04 (c): a land while fewer than four lands seen, K while none seen, nothing else."""
    table = Table(COUNTS, hand="3 land", look="land, land, key, key, blank")
    knobs = (frozenset({table.kind("key")}), 4, 1, True, True)
    assert kept_of_look(scry.find, table, *knobs) == ["land", "key"]
    had = Table(COUNTS, hand="4 land, key", look="land, key, blank")
    assert kept_of_look(scry.find, had, *knobs) == []


def test_find_keeps_the_colour_its_card_needs():
    table = Table(PLAN, play="4 Island", look="Plains, Island, Mountain")
    knobs = (frozenset({table.kind("Knight of the White Orchid")}), 2, 1, True, False)
    assert kept_of_look(scry.find, table, *knobs) == ["Plains"]


def test_find_keeps_a_dig_that_can_be_cast():
    table = Table(PLAN, play="4 Island", look="Opt, Serra Angel, Divination")
    knobs = (frozenset({table.kind("Serra Angel")}), 0, 1, False, True)
    assert kept_of_look(scry.find, table, *knobs) == ["Opt", "Serra Angel", "Divination"]


def test_the_plain_scry_rules():
    table = Table(COUNTS, look="land, blank")
    assert kept_of_look(scry.karsten_2018, table) == ["land"]
    assert kept_of_look(scry.keep_all, table) == ["land", "blank"]
    assert kept_of_look(scry.bottom_all, table) == []


# ---- pick ----------------------------------------------------------------------------------------
def picked(table, reason):
    """The name that the pick rule chooses among the cards in hand."""
    table.fields["reason"] = reason
    best = max(sorted(set(table.hand)), key=lambda kind: (pick.default(table.game, kind), -kind))
    return table.plan.kinds[best].name


def test_quiz_15_discard_the_sixth_land():
    table = Table(PLAN, play="3 Island, 2 Plains", hand="Island, Divination", turn=5)
    assert picked(table, reasons.LOOT) == "Island"


def test_discard_what_cannot_be_cast_soon():
    table = Table(PLAN, play="Island, Plains", hand="Island, Opt, Serra Angel", turn=2)
    assert picked(table, reasons.CLEANUP) == "Serra Angel"


def test_goal_cards_are_discarded_last():
    plan = plan_of(TEMPLES, 'had "Serra Angel" by turn 4')
    table = Table(plan, play="Island, Plains", hand="Island, Opt, Serra Angel", turn=2)
    assert picked(table, reasons.DISCARD) == "Opt"


def test_take_a_land_when_none_is_in_hand():
    table = Table(PLAN, play="2 Island", hand="Opt, Plains, Serra Angel", turn=2)
    table.hand = [kind for kind in table.hand if kind != table.kind("Plains")]
    ranks = {name: pick.default(Game(_taking(table)), table.kind(name)) for name in ("Plains", "Opt", "Serra Angel")}
    assert max(ranks, key=lambda name: ranks[name]) == "Plains"


def _taking(table):
    table.fields["reason"] = reasons.TAKE
    return table
