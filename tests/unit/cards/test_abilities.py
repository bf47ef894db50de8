"""The ability language: the whole table, round trips, errors with column and nearest words, gaps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards import ability_words as words
from analyzer.cards.abilities import (
    Ability,
    Amount,
    Choose,
    Cost,
    Step,
    Wrap,
    describe,
    format_abilities,
    keyword_costs,
    not_modelled,
    parse_abilities,
    parse_program,
)
from analyzer.cards.table import load_table
from analyzer.errors import InputError


def _effects() -> list[str]:
    return [text for line in load_table().lines if (text := line.split("\t")[16])]


def test_every_ability_of_the_table_is_read_and_written_back_unchanged():
    texts = _effects()
    parsed = [parse_abilities(text) for text in texts]
    assert sum(map(len, parsed)) == 28_826
    assert [format_abilities(abilities) for abilities in parsed] == texts


def test_every_ability_of_the_table_can_be_described_and_judged():
    for text in _effects():
        for ability in parse_abilities(text):
            assert describe(ability)
            assert isinstance(not_modelled(ability), tuple)
            keyword_costs(ability)


# --- property: whatever tree is built from the grammar survives writing and reading

FILTERS = st.sampled_from(["creature", "instant/sorcery", "creature.mv<=3", "other elf.yours", "any.theirs.nomana"])
AMOUNTS = st.one_of(
    st.integers(0, 99).map(lambda n: Amount("number", n)),
    st.sampled_from([Amount("X"), Amount("V")]),
    st.sampled_from(["looked", "snow", "kicks", "X/2", "X/3"]).map(lambda word: Amount("V", measure=word)),
    FILTERS.map(lambda of: Amount("V", measure="count", of=of)),
)
WHO = st.sampled_from(["", "", "tp", "all", "opp"])
ARGUMENTS = st.one_of(
    st.none(), st.sampled_from(["target", "self", "basic,1,bf-tapped", "+1/+1,each elf.yours", "W/U"])
)
PLAIN = st.builds(
    Step,
    op=st.sampled_from(sorted(set(words.STEPS) - {"pump", "did?"})),
    amount=st.one_of(st.none(), AMOUNTS),
    argument=ARGUMENTS,
    who=WHO,
)
TOKENS = st.builds(Step, op=st.just("treasure"), amount=AMOUNTS, tapped=st.booleans(), who=WHO)
PUMPS = st.builds(
    Step,
    op=st.just("pump"),
    amount=AMOUNTS,
    second=AMOUNTS,
    signs=st.sampled_from(["++", "+-", "-+", "--"]),
    argument=ARGUMENTS,
    who=WHO,
)
NOTHING = st.builds(Step, op=st.sampled_from(["?", "-"]), who=WHO)
LEAVES = st.one_of(PLAIN, TOKENS, PUMPS, NOTHING)


def _inner(steps: st.SearchStrategy) -> st.SearchStrategy:
    program = st.lists(steps, min_size=1, max_size=3).map(tuple)
    wrap = st.builds(
        Wrap,
        word=st.sampled_from(sorted(set(words.WRAPPERS) - {"did?"})),
        program=program,
        condition=st.one_of(st.none(), st.sampled_from(["{1}", "life2", "ctrl>=3(lands)", "hand=0"])),
        who=WHO,
    )
    choose = st.builds(
        Choose,
        count=st.one_of(st.none(), st.integers(0, 4)),
        modes=st.lists(program, min_size=1, max_size=3).map(tuple),
        at_most=st.booleans(),
        or_more=st.booleans(),
        who=WHO,
    )
    return st.one_of(wrap, choose)


PROGRAMS = st.lists(st.recursive(LEAVES, _inner, max_leaves=6), min_size=1, max_size=4).map(tuple)
COSTS = st.one_of(
    st.lists(st.sampled_from(["1", "U", "W/U", "2/W", "G/U/P", "X"]), min_size=1, max_size=3).map(
        lambda symbols: Cost("mana", symbols=tuple(symbols))
    ),
    st.builds(
        Cost,
        word=st.sampled_from(sorted(words.COSTS)),
        amount=st.one_of(st.none(), AMOUNTS),
        argument=st.one_of(st.none(), st.sampled_from(["creature", "1 elf", "+1/+1"])),
    ),
)
GATES = st.sampled_from(["", "", "L2[{2}{U}]", "L3", "L?", "solved", "maxspeed"])
ABILITIES = st.one_of(
    st.builds(
        Ability,
        kind=st.just("event"),
        word=st.sampled_from(sorted(words.EVENTS)),
        filter=st.one_of(st.none(), FILTERS),
        program=PROGRAMS,
        gate=GATES,
    ),
    st.builds(
        Ability,
        kind=st.just("activated"),
        word=st.sampled_from(words.ACTIVATED),
        costs=st.lists(COSTS, min_size=1, max_size=3).map(tuple),
        program=PROGRAMS,
        gate=GATES,
    ),
    st.builds(
        Ability,
        kind=st.just("keyword"),
        word=st.sampled_from(sorted(words.KEYWORDS)),
        filter=st.one_of(st.none(), FILTERS),
        text=st.one_of(st.none(), st.sampled_from(["{2}{U}", "creature.mv<=2", "3", "3,{R}"])),
        gate=GATES,
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ABILITIES, min_size=1, max_size=3).map(tuple))
def test_any_tree_survives_writing_and_reading(abilities):
    assert parse_abilities(format_abilities(abilities)) == abilities


# --- reading what people type


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        (" cast : scry 1 ; draw 1 ", "cast:scry1;draw1"),
        ("cast:scry1;draw1 | buyback: {2}", "cast:scry1;draw1|buyback:{2}"),
        ("activate: {2} , sac : scry1; draw1", "activate:{2},sac:scry1;draw1"),
        ("etb: may( draw 1 ; discard 1 )", "etb:may(draw1;discard1)"),
        ("cast:choose1{ scry2 // draw1 }", "cast:choose1{scry2//draw1}"),
        ("activate:{w/g}:draw1", "activate:{G/W}:draw1"),
        ("", ""),
    ],
)
def test_blanks_and_small_letters_in_symbols_are_allowed(typed, canonical):
    assert format_abilities(parse_abilities(typed)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "cast:damage2(target);scry2|target:any",
        "onscry:pump+V=looked/+V=looked(self)",
        "enters:counterX(+1/+1,self)|activate:rm1(+1/+1):damage1(target any)",
        "castself:life+V=X/2;drawV=X/2",
        "cast:scryV=snow;draw3",
        "cast:tap(target 2);notuntap(target);scry1|target?:creature",
        "static:cost-1(instant/sorcery)|static:cost+V=spells(any)",
        "static:manax2(permanent)|static:manax3(permanent)",
        "static:scry+1|static:scry>draw",
        "ontapmana[attached]:mana(G)|onbearer:maypay[life2](draw1)",
        "etb:gaincontrol(target creature);exile(target);destroy(target);return(target,hand)",
        "cast:counterspell|etb:counter1(+1/+1,each elf.yours)",
    ],
)
def test_the_added_words_are_read(text):
    assert format_abilities(parse_abilities(text)) == text
    assert not any(reason for ability in parse_abilities(text) for reason in not_modelled(ability))


@pytest.mark.parametrize(
    ("text", "column", "parts"),
    [
        ("cast:scri1", 6, ["'scri'", "scry"]),
        ("etb:scry1;drow1", 11, ["'drow'", "draw"]),
        ("csat:scry1", 1, ["'csat'", "cast"]),
        ("attac:scry1", 1, ["'attac'", "attack"]),
        ("activate:{2},sacrifise:scry1", 14, ["'sacrifise'"]),
        ("activate:{2},{Q/Z}:scry1", 14, ["{Q/Z}", "not a mana symbol"]),
        ("cast:may(draw1", 15, ["')'", "the end"]),
        ("cast:draw1)", 11, ["')'"]),
        ("cast:choose1{draw1/draw2}", 19, ["//"]),
        ("cast", 5, ["':'", "cast"]),
        ("cast:", 6, ["nothing stands after 'cast:'"]),
        ("activate:T:", 12, ["nothing stands after the costs"]),
        ("activate:T", 11, ["':'"]),
        ("activate::draw1", 10, ["cost"]),
        ("cast:drawV=cuont(creature)", 12, ["'cuont'", "count"]),
        ("cast:drawV=count", 17, ["count(creature)"]),
        ("cast:pump1/1(self)", 10, ["pump+1/+1(self)"]),
        ("cast:pump+1(self)", 12, ["'/'"]),
        ("cast:mana(W", 10, ["never closed"]),
        ("buyback:{Ü}", 9, ["{Ü}"]),
        ("cast:draw1-sideways", 12, ["'sideways'"]),
        ("cast:draw1||etb:draw1", 12, ["an ability begins with a word"]),
        ("7:draw1", 1, ["an ability begins with a word"]),
    ],
)
def test_errors_name_column_word_and_nearest_words(text, column, parts):
    with pytest.raises(InputError) as wrong:
        parse_abilities(text)
    message = str(wrong.value)
    assert f"column {column}:" in message, message
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("cast:" + "may(" * 5000 + "draw1" + ")" * 5000, "deep inside"),
        ("cast:draw" + "9" * 5000, "too many"),
        ("cast:draw1000", "too many"),
        ("cast:drawV=X/0", "expected what V is"),
        ("cast:draw\u0663", "does not belong"),
    ],
)
def test_monstrous_texts_are_refused_in_one_line(text, part):
    with pytest.raises(InputError, match=part):
        parse_abilities(text)


_MARKS = """cast: etb: activate: static: when?: kicker: L2 / | ; , : ( ) [ ] { } {2} {W/U} T sac scry draw mana may
    choose pump+ 1 X V V= = ? - + count looked t é // <= > tp:"""
PIECES = st.sampled_from([*_MARKS.split(), " ", "\n"])


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_any_text_is_read_or_refused_with_its_column(text):
    try:
        abilities = parse_abilities(text)
    except InputError as wrong:
        assert str(wrong).startswith("column ")
    else:
        assert parse_abilities(format_abilities(abilities)) == abilities


def test_a_program_alone_is_read_and_an_empty_one_refused():
    assert parse_program("scry1") == (Step("scry", Amount("number", 1)),)
    for wrong in ("", " ", "scry1 draw1", "cast:scry1"):
        with pytest.raises(InputError):
            parse_program(wrong)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("etb:scry2", 0),
        ("etb:?", 1),
        ("when?:draw1", 1),
        ("when?:?", 2),
        ("onscry:other", 1),
        ("cast:drawV", 1),
        ("cast:drawV=count(elf)", 0),
        ("activate:T:mana(VG)", 1),
        ("activate:T:mana(V=count(elf)G)", 0),
        ("activate:cost?:draw1", 1),
        ("cast:if?(draw1)", 1),
        ("cast:if[hand=0](draw1)", 0),
        ("cast:may(may(?))", 1),
        ("cast:choose1{draw1//?}", 1),
        ("cast:choose{draw1//scry1}", 1),
        ("selfcost-:{1}?", 1),
        ("altcostif?:{U}", 1),
        ("target?:creatures", 0),
        ("addcost:cost?", 1),
        ("static:choose", 1),
        ("L?/activate:T:draw1", 1),
        ("cast:did?;draw1", 1),
        ("etb:later?(draw1)", 1),
    ],
)
def test_what_is_not_modelled_is_found_in_each_ability(text, count):
    assert len(not_modelled(parse_abilities(text)[0])) == count


def test_costs_of_keywords_are_read_with_their_alternatives():
    (ability,) = parse_abilities("addcost:sac(creature),cost?~life4")
    assert [[str(cost) for cost in costs] for costs in keyword_costs(ability)] == [
        ["sac(creature)", "cost?"],
        ["life4"],
    ]
    assert keyword_costs(parse_abilities("target:creature")[0]) == ()
    assert [str(cost) for cost in keyword_costs(parse_abilities("buyback:discard2")[0])[0]] == ["discard2"]


def test_an_ability_cannot_be_changed():
    ability = parse_abilities("cast:scry1")[0]
    with pytest.raises(AttributeError):
        ability.word = "etb"  # type: ignore[misc]
