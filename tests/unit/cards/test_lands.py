"""Mana and entering tapped: every value that stands in the table, and what it means."""

from __future__ import annotations

import pytest

from analyzer.cards.abilities import parse_abilities
from analyzer.cards.lands import BOARD_WORDS, mana_text, mana_units, tapped_condition
from analyzer.cards.table import COLUMNS, load_table
from analyzer.errors import InputError


def _column(name: str) -> set[str]:
    place = COLUMNS.index(name)
    return {line.split("\t")[place] for line in load_table().lines}


def test_every_mana_text_of_the_table_is_understood():
    values = _column("produces")
    assert len(values) > 450
    for text in values - {""}:
        for option in mana_units(text):
            assert option.units or option.odd, text
            for unit in option.units:
                assert unit in BOARD_WORDS or set(unit) <= set("WUBRGC"), text


def test_every_tapped_text_of_the_table_is_understood_and_one_only_is_not_modelled():
    values = _column("tapped")
    assert {text for text in values if tapped_condition(text).not_modelled} == {"cond:?"}
    for text in values - {"", "yes", "cond:?"}:
        rule = tapped_condition(text)
        assert rule.kind == "unless" and all(one.word != "?" for one in rule.conditions), text


def test_abilities_and_the_mana_column_agree_over_the_table():
    """The two were made from one text; the differences are listed so that a new one is noticed."""
    different = []
    for line in load_table().lines:
        row = line.split("\t")
        given = mana_text(parse_abilities(row[COLUMNS.index("effects")]))
        if given and given != row[COLUMNS.index("produces")]:
            different.append(row[0])
    # The column lost a bracket (storage lands, lumberjacks), has a basic land type (Bosk), or two abilities in one.
    assert different == [
        "Calciform Pools",
        "Dreadship Reef",
        "Fungal Reaches",
        "Goblin Clearcutter",
        "Molten Slagheap",
        "Murmuring Bosk",
        "Orcish Lumberjack",
        "Saltcrusted Steppe",
        "Tarnation Vista",
    ]


@pytest.mark.parametrize(
    ("text", "units", "same"),
    [
        ("W", [("W",)], False),
        ("W|U", [("W",), ("U",)], False),
        ("GU", [("G", "U")], False),
        ("CC", [("C", "C")], False),
        ("any", [("WUBRG",)], False),
        ("any3same", [("WUBRG",) * 3], True),
        ("anymix2", [("WUBRG",) * 2], False),
        ("any1same", [("WUBRG",)], False),
        ("mylands", [("mylands",)], False),
        ("chosen4", [("chosen",) * 4], False),
        ("UU|UB|BB", [("U", "U"), ("U", "B"), ("B", "B")], False),
        ("sac(forest)>mix3(R|sac(forest)>G)", [("RG",) * 3], False),
    ],
)
def test_mana_texts_mean_units(text, units, same):
    options = mana_units(text)
    assert [option.units for option in options] == units
    assert options[0].same is same


def test_marks_costs_and_varying_amounts_are_kept():
    plain, odd = mana_units("C|?life1>any!")
    assert not plain.conditional and not plain.restricted and not plain.costs
    assert odd.conditional and odd.restricted and [str(cost) for cost in odd.costs] == ["life1"]
    assert mana_units("VG")[0].not_modelled == ("a varying amount of mana",)
    assert mana_units("V=count(creature)G")[0].not_modelled == ()
    assert str(mana_units("anyXsame")[0].amount) == "X" and mana_units("anyXsame")[0].same
    assert mana_units("VCC")[0].units == ("C", "C")
    assert mana_units("cost?>B")[0].not_modelled == ("a cost",)
    assert mana_units("{∞}")[0].odd
    assert mana_units("") == ()


def test_mana_steps_use_slashes():
    assert [option.units for option in mana_units("W/U", "/")] == [("W",), ("U",)]
    assert [option.units for option in mana_units("mixX(B/R)", "/")] == [("BR",)]


@pytest.mark.parametrize("wrong", ["w", "Q", "any4", "any2different", "W||U", "anything", "W/U", "{1}>", "mix2"])
def test_what_is_no_mana_is_refused(wrong):
    with pytest.raises(InputError, match="no mana"):
        mana_units(wrong)


@pytest.mark.parametrize("wrong", ["sometimes", "cond:lands=2", "cond:ctrl()", "cond:", "Yes"])
def test_what_is_no_tapped_rule_is_refused(wrong):
    with pytest.raises(InputError):
        tapped_condition(wrong)


def test_the_kinds_of_conditions():
    def shape(text):
        return [(one.word, one.compare, one.number, one.kinds) for one in tapped_condition(text).conditions]

    assert shape("cond:life2") == [("life", "", 2, ())]
    assert shape("cond:basics>=2") == [("basics", ">=", 2, ())]
    assert shape("cond:ctrl(island~swamp)") == [("ctrl", ">=", 1, ("island", "swamp"))]
    assert shape("cond:ctrl>=3(island)") == [("ctrl", ">=", 3, ("island",))]
    assert shape("cond:reveal(soldier)~ctrl(soldier)") == [
        ("reveal", ">=", 1, ("soldier",)),
        ("ctrl", ">=", 1, ("soldier",)),
    ]
    assert shape("cond:yourturn") == [("yourturn", "", 0, ())]
