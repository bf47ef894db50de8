"""What the mana tables of a plan say: types with a bit, packed needs, sources and what of them is named as unused."""

import pytest

from analyzer.cards.model import CardFacts
from analyzer.pack_mana import asked_types, build_mana, pack_need, pack_unit, produces, source_of, words_for
from analyzer.plan.model import GENERIC, B, C, G, Kind, Line, Plan, R, U, W

LAND = frozenset({"land"})


def plan_of(*cards: CardFacts, pips: tuple[int, ...] = (W, U), commanders: tuple[int, ...] = ()) -> Plan:
    spell = CardFacts("Spell", mana_cost="{W}{U}", types=frozenset({"sorcery"}))
    kinds = [Kind(number, card) for number, card in enumerate(cards)]
    kinds.append(Kind(len(cards), spell, (Line(len(cards), 0, "", pips, ()),)))
    return Plan(tuple(range(len(kinds))), tuple(kinds), commanders=commanders)


def counts(words: tuple[int, ...], sets: int) -> list[int]:
    return list(b"".join(word.to_bytes(8, "little") for word in words)[:sets])


def test_need_counts_pips_inside_each_set_and_all_pips_first() -> None:
    need = pack_need((W, U, W | U, GENERIC, GENERIC), (W, U))
    assert counts(need, 4) == [5, 1, 1, 3]
    assert counts(pack_need((R, B | R, R), (B, R)), 4) == [3, 0, 2, 3]
    assert counts(pack_unit(W | G, (W, U)), 4) == [1, 1, 0, 1]
    assert [words_for(range(n)) for n in range(7)] == [1, 1, 1, 1, 2, 4, 8]


def test_types_that_an_activation_or_a_goal_asks_for_get_a_bit_too() -> None:
    rock = CardFacts("Ball", types=frozenset({"artifact"}), effects="activate:{2}{G/B},T:scry1")
    assert asked_types(plan_of(rock)) == (W, U, B, G)
    assert asked_types(plan_of(), (R, GENERIC)) == (W, U, R)


# text -> units, one-shot, words that the remarks must hold
SOURCES = [
    ("W", (W,), False, ()),
    ("W|U", (W | U,), False, ()),
    ("any", (31,), False, ()),
    ("CC", (C, C), False, ()),
    ("GU", (G, U), False, ()),
    ("C|{1}>any", (C,), False, ("further cost",)),
    ("{1}>WU", None, False, ("further cost",)),
    ("C|any!", (C,), False, ("restricted",)),
    ("G|?GG", (G,), False, ("condition",)),
    ("VG", None, False, ("varying",)),
    ("any2same", None, False, ("one chosen type",)),
    ("anymix2", (31, 31), False, ()),
    ("sac>any", (31,), True, ()),
    ("sac>RR", (R, R), True, ()),
    ("C|sac>CC", (C,), False, ("sacrificing",)),
    ("life1>G", None, False, ("further cost",)),
    ("opplands", None, False, ("opponent",)),
    ("chosen", (W,), False, ("chosen colour is W",)),
    ("W|chosen", (W | U,), False, ("chosen colour is U",)),
    ("any|CC", (31,), False, ("other amounts",)),
    ("mylands", (0,), False, ()),
    ("id", None, False, ("no commander",)),
    ("CCCCCCCCCC", (C,) * 8, False, ("more than 8",)),
]


@pytest.mark.parametrize(("text", "units", "one_shot", "words"), SOURCES)
def test_sources_as_the_table_writes_them(
    text: str, units: tuple[int, ...] | None, one_shot: bool, words: tuple[str, ...]
) -> None:
    card = CardFacts("Source", types=LAND, produces=text)
    source, remarks = source_of(card, plan_of(card))
    assert (source.units if source else None) == units
    assert source is None or source.one_shot == one_shot
    assert len(remarks) == len(words) and all(word in remark for word, remark in zip(words, remarks, strict=True))
    notices = build_mana(plan_of(card)).notices
    assert [notice.card for notice in notices] == ["Source"] * len(words)


def test_the_identity_of_the_commander_decides_what_its_tower_makes() -> None:
    tower = CardFacts("Tower", types=LAND, produces="id")
    boss = CardFacts("Boss", types=frozenset({"creature"}), identity="WG")
    assert source_of(tower, plan_of(tower, boss, commanders=(1,)))[0].units == (W | G,)


def test_mana_from_abilities_counts_where_the_facts_name_no_production() -> None:
    own = CardFacts("Own", types=LAND, effects="activate:T:mana(W/U)")
    tables = build_mana(plan_of(own))
    assert tables.sources[0].units == (W | U,) and produces(tables, 0) == W | U and produces(tables, 1) == 0
