"""Mana symbols and costs: every kind of symbol, values, colours, errors, and the whole table."""

from __future__ import annotations

import pytest

from analyzer.cards.costs import ODD_SYMBOLS, check_symbol, colours_of, format_cost, mana_value, parse_cost, pip
from analyzer.cards.table import COLUMNS, load_table
from analyzer.errors import InputError


@pytest.mark.parametrize(
    ("cost", "value", "colours", "pips"),
    [
        ("{2/W}", 2, "W", [("typed", "W", 2, 0)]),
        ("{W/U}", 1, "WU", [("typed", "WU", 0, 0)]),
        ("{C}", 1, "", [("typed", "C", 0, 0)]),
        ("{S}", 1, "", [("snow", "WUBRGC", 0, 0)]),
        ("{G/W}{G/W}", 2, "WG", [("typed", "GW", 0, 0)] * 2),
        ("{X}{R}{R}", 2, "R", [("variable", "", 0, 0), ("typed", "R", 0, 0), ("typed", "R", 0, 0)]),
        ("{1}{U/P}", 2, "U", [("generic", "", 1, 0), ("typed", "U", 0, 2)]),
        ("{G/U/P}", 1, "UG", [("typed", "GU", 0, 2)]),
        ("{C/W}", 1, "W", [("typed", "CW", 0, 0)]),
        ("{15}", 15, "", [("generic", "", 15, 0)]),
        ("{0}", 0, "", [("generic", "", 0, 0)]),
        ("", 0, "", []),
    ],
)
def test_symbols_say_what_may_pay_for_them(cost, value, colours, pips):
    symbols = parse_cost(cost)
    assert format_cost(symbols) == cost
    assert mana_value(symbols) == value
    assert colours_of(symbols) == colours
    assert [(one.kind, one.types, one.generic, one.life) for one in map(pip, symbols)] == pips


def test_x_counts_on_the_stack_for_each_symbol():
    assert mana_value(parse_cost("{X}{X}"), x=3) == 6
    assert mana_value(parse_cost("{X}{G}{U}"), x=5) == 7


@pytest.mark.parametrize(
    ("typed", "printed"),
    [("u/w", "W/U"), ("W/G", "G/W"), ("w/2", "2/W"), ("P/B", "B/P"), ("w/g/p", "G/W/P"), ("w/c", "C/W"), ("007", "7")],
)
def test_symbols_are_put_into_their_printed_form(typed, printed):
    assert check_symbol(typed) == printed
    assert check_symbol(printed) == printed


@pytest.mark.parametrize(
    "wrong", ["", "Q/W", "W/W", "P", "W/U/B", "2/2", "2/P", "-1", "1.5", "WU", "½", "2/W/P", "12345678"]
)
def test_what_is_no_symbol_is_refused_by_name(wrong):
    with pytest.raises(InputError, match="not a mana symbol"):
        check_symbol(wrong)


@pytest.mark.parametrize(("text", "column"), [("1U", 1), ("{1}U", 4), ("{1", 1), ("{1} {U}", 4), ("}{", 1)])
def test_what_is_no_cost_is_refused_with_its_column(text, column):
    with pytest.raises(InputError, match=f"column {column} "):
        parse_cost(text)


def test_every_cost_of_the_table_is_read_and_has_the_printed_value():
    different = []
    for line in load_table().lines:
        row = dict(zip(COLUMNS, line.split("\t"), strict=True))
        symbols = parse_cost(row["mana_cost"])
        assert format_cost(symbols) == row["mana_cost"]
        if row["mana_cost"] and not ODD_SYMBOLS & set(symbols) and mana_value(symbols) != int(float(row["mv"])):
            different.append(row["name"])
    assert different == []
