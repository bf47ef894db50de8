"""Whole games of the kernel: openings, turns, decking, effects, exact shares over all orders, forks, chunks."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from analyzer import engine
from analyzer.contract import events, moments
from analyzer.errors import InputError
from analyzer.kernel import layout as at
from analyzer.pack import pack, unsupported
from tests.support.kernel_plans import card, counted, only, packed_once, plan, rows, rule, shares, takes

LETTERS = "ABCDEFGHIJKM"
TWELVE = [card(f"Letter {letter}", cost="{9}") for letter in LETTERS]
TWELVE_TEXT = "\n".join(f"1 Letter {letter}" for letter in LETTERS)
IDLE = {"strategy__play": rule("nothing")}


def free(do: str, turns: list[int], moment: str = "main1", chance: float = 1.0) -> dict[str, object]:
    return {"do": do, "turns": turns, "at": moment, "chance": chance}


def slots(text: str) -> list[int]:
    return [LETTERS.index(letter) for letter in text.split()]


# ---- openings ------------------------------------------------------------------------------------------------------
def test_l_01_london_step_by_step():
    deck = plan(TWELVE_TEXT, TWELVE, table__mulligan="london", run__turns=5, strategy__keep=rule("keep_after_two"),
                strategy__bottom=rule("written"), **IDLE)  # fmt: skip
    orders = [slots("A B C D E F G H I J K M"), slots("M I B C K J A D E F G H"), slots("A B C D E F G H M I K J")]
    found = rows(deck, order=orders)
    dealt = takes(found)
    assert [dealt[7 * deal : 7 * deal + 7] for deal in range(3)] == [order[:7] for order in orders]
    assert [row[1] for row in only(found, events.BOTTOM)] == slots("C B A")
    assert [row[1] for row in only(found, events.KEEP)] == [5]
    # the natural draws of turns 2 to 5 come from H M I K, then J, then the bottomed B and A
    assert dealt[21:] == slots("H M I K")
    longer = plan(TWELVE_TEXT, TWELVE, table__mulligan="london", run__turns=8, strategy__keep=rule("keep_after_two"),
                  strategy__bottom=rule("written"), **IDLE)  # fmt: skip
    assert takes(rows(longer, order=orders))[21:] == slots("H M I K J B A")


@pytest.mark.parametrize(
    ("mulligan", "free_mulligans", "dealt", "bottomed", "kept"),
    [
        ("london", 0, 21, 3, 5),
        ("london", 1, 21, 1, 6),
        ("vancouver", 0, 18, 0, 5),
        ("paris", 0, 18, 0, 5),
        ("paris", 1, 20, 0, 6),
    ],
)
def test_each_mulligan_rule_deals_and_bottoms_its_number_of_cards(mulligan, free_mulligans, dealt, bottomed, kept):
    deck = plan(TWELVE_TEXT, TWELVE, table__mulligan=mulligan, table__free_mulligans=free_mulligans, run__turns=1,
                strategy__keep=rule("keep_after_two"), strategy__bottom=rule("written"), **IDLE)  # fmt: skip
    found = rows(deck)
    assert (len(takes(found)), len(only(found, events.BOTTOM)), only(found, events.KEEP)[0][1]) == (
        dealt,
        bottomed,
        kept,
    )
    # MUL-5: the Vancouver look shows one card and is no scry event
    assert counted(found)[events.LOOK] == (mulligan == "vancouver") and counted(found)[events.SCRY] == 0


@pytest.mark.parametrize(("players", "seat", "drawn"), [(2, "play", 0), (2, "draw", 1), (4, "play", 1)])
def test_l_05_who_skips_the_draw(players, seat, drawn):
    deck = plan(
        "10 land, 30 blank", table__players=players, table__seat=seat, table__free_mulligans=0, run__turns=1, **IDLE
    )
    assert len(takes(rows(deck))) == 7 + drawn


def test_a_start_position_puts_cards_where_it_says():
    deck = plan("10 land, 5 key, 10 blank", start__hand=["key", "land"], start__library_top=["blank", "key"],
                start__library_bottom=["key"], start__battlefield=["land", "land"], start__turn=3, run__turns=4,
                run__goals=["in play @land >= 2 on turn 3", "in hand @nonland >= 3 on turn 4"], **IDLE)  # fmt: skip
    found = rows(deck)
    kind_of = {slot: deck.kinds[kind].name for slot, kind in enumerate(deck.slots)}
    assert only(found, events.STEP)[0][0] == 3
    assert [kind_of[slot] for slot in takes(found)] == ["blank", "key"]
    assert [row[1] for row in only(found, events.GOAL)] == [0, 1]


def test_a_hand_with_stated_lands_is_that_hand_and_leaves_every_card_equally_likely():
    deck = plan("4 land, 6 blank", start__hand="3 cards with 2 lands", run__turns=2, **IDLE)
    kinds = [deck.kinds[kind].card.is_land for kind in deck.slots]
    next_card = np.zeros(10, int)
    for game in range(300):
        taken = takes(rows(deck, game))
        assert sum(kinds[slot] for slot in taken[:3]) == 2
        next_card[taken[3]] += 1
    assert next_card.min() > 5  # each of the ten cards can come next


# ---- turns ---------------------------------------------------------------------------------------------------------
def test_l_06_cleanup_discards_to_seven_in_your_own_turn_only():
    deck = plan("1 Letter A\n39 Letter B", [card("Letter A", cost="{9}"), card("Letter B", cost="{1}")], run__turns=1,
                table__seat="draw", free=[free("draw1", [1], "opp")],
                strategy__pick=rule("dearest"), **IDLE)  # fmt: skip
    found = rows(deck, order=list(range(40)))
    assert only(found, events.DISCARD) == [(1, 0, events.CLEANUP_DISCARD, 0)]
    assert len(takes(found)) == 9  # seven, the draw, and the card of the opponent's turn, which stays


@pytest.mark.parametrize(("seat", "lost"), [("play", 55), ("draw", 54)])
def test_l_07_decking(seat, lost):
    deck = plan("24 land, 36 blank", table__seat=seat, run__turns=60, run__goals=["library <= 0 by turn 60"], **IDLE)
    found = rows(deck)
    assert only(found, events.FAILDRAW) == [(lost, 0, 0, 0)]
    assert only(found, events.OVER) == [(lost, events.DECKED, 0, 0)]
    assert only(found, events.GOAL) == [(lost - 1, 0, 1, 0)]


def test_l_08_one_land_play_a_turn_and_lands_put_beside_it():
    deck = plan("3 Island\n37 Trinket", [card("Trinket", "Artifact", "{9}")], run__turns=2,
                free=[free("putland", [2], "main1")], start__hand=["Island"] * 3,
                strategy__play=rule("everything"))  # fmt: skip
    played = [(row[0], row[3]) for row in only(rows(deck), events.LAND)]
    assert played == [(1, 1), (2, 0), (2, 1)]


def test_every_moment_of_a_turn_comes_once_and_in_order():
    deck = plan("24 land, 36 blank", run__turns=2, **IDLE)
    assert [row[:2] for row in only(rows(deck), events.STEP)] == [(turn, m) for turn in (1, 2) for m in range(9)]


@pytest.mark.parametrize("moment", moments.MOMENTS)
def test_a_free_effect_happens_in_its_moment(moment):
    deck = plan("24 land, 36 blank", run__turns=2, free=[free("scry1", [2], moment)], **IDLE)
    found = rows(deck)
    place = [row[0] for row in found].index(events.SCRY)
    assert [row[2] for row in found[:place] if row[0] == events.STEP][-1] == moments.MOMENTS.index(moment)
    assert found[place][1:4] == (2, 1, 1)
    if moment == "draw":
        assert len(takes(found[:place])) == 8


def test_chance_is_decided_by_its_own_stream():
    deck = plan("24 land, 36 blank", run__turns=1, free=[free("scry1", [1], "main1", 0.25)], **IDLE)
    games = 4000
    happened = sum(counted(rows(deck, game))[events.SCRY] for game in range(200))
    tally = engine.run(deck, games, threads=1).tally
    assert tally.games == games and 20 <= happened <= 85  # 200 games at 1/4: outside once in 10 million
    assert [takes(rows(deck, game))[:7] for game in range(5)] == [
        takes(rows(plan("24 land, 36 blank", run__turns=1, **IDLE), game))[:7] for game in range(5)
    ]


# ---- casting and effects -------------------------------------------------------------------------------------------
def test_f_05_the_spell_finishes_before_the_game_is_lost():
    deck = plan("3 Swamp\n1 Read the Bones\n2 Island", table__life=2, run__turns=1, strategy__scry="keep-all",
                start__hand=["Read the Bones"], start__battlefield=["Swamp", "Swamp", "Swamp", "Island"],
                start__library_top=["Island"], strategy__play=rule("everything"))  # fmt: skip
    found = rows(deck)
    assert only(found, events.SCRY) == [(1, 2, 1, 1)]
    assert counted(found)[events.LOOK] == 1 and len(takes(found)) == 1 and counted(found)[events.FAILDRAW] == 1
    assert only(found, events.LIFE) == [(1, 0, -2, 0)]
    order = [
        row[0] for row in found if row[0] in (events.CAST, events.FAILDRAW, events.LIFE, events.RESOLVE, events.OVER)
    ]
    assert order == [events.CAST, events.FAILDRAW, events.LIFE, events.RESOLVE, events.OVER]
    assert only(found, events.OVER) == [(1, events.DECKED, 0, 0)]


def test_opt_and_a_scry_land_event_by_event():
    deck = plan("10 Temple of Epiphany\n10 Opt\n20 Island", run__turns=2, strategy__scry="lands-until:lands=9",
                start__hand=["Temple of Epiphany", "Island", "Opt"], strategy__play=rule("everything"))  # fmt: skip
    lands = [slot for slot, kind in enumerate(deck.slots) if deck.kinds[kind].name == "Island"]
    spells = [slot for slot, kind in enumerate(deck.slots) if deck.kinds[kind].name == "Opt"]
    order = [spells[2], lands[3], spells[4], lands[5]]
    order += [slot for slot in range(40) if slot not in order]
    found = [
        row
        for row in rows(deck, order=order)
        if row[0] not in (events.STEP, events.OVER, events.DEAL, events.KEEP, events.GOAL)
    ]
    temple, opt, island = (
        next(k.index for k in deck.kinds if k.name == n) for n in ("Temple of Epiphany", "Opt", "Island")
    )
    # no card of the deck asks for red, so both lands are alike to it and the elder one pays
    assert found == [
        (events.LAND, 1, temple, 1, 1), (events.TRIGGER, 1, 0, 1, 0), (events.SCRY, 1, 1, 1, temple),
        (events.LOOK, 1, spells[2], 0, 0), (events.TOBOTTOM, 1, spells[2], 0, 0),
        (events.TAKE, 2, lands[3], 1, 1), (events.LAND, 2, island, 0, 1),
        (events.CAST, 2, opt, 0, 0), (events.SPENT, 2, 1, 0, 0), (events.SETTLE, 2, 0, 2, 0),
        (events.SCRY, 2, 1, 1, opt), (events.LOOK, 2, spells[4], 0, 0), (events.TOBOTTOM, 2, spells[4], 0, 0),
        (events.TAKE, 2, lands[5], 1, 1), (events.RESOLVE, 2, opt, 0, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("mill2", {events.MILL: 2}),
        ("surveil2", {events.SURVEIL: 1, events.LOOK: 2}),
        ("scry0", {events.SCRY: 0}),
        ("draw2;discard1", {events.TAKE: 9, events.DISCARD: 2}),  # one more at cleanup
        ("reorder3", {events.LOOK: 3, events.TOTOP: 3, events.SCRY: 0}),
        ("putback1", {events.TOTOP: 1}),
        ("tuck2", {events.TOBOTTOM: 2}),
        ("dig(4,1,bottom)", {events.LOOK: 4, events.TAKE: 8, events.TOBOTTOM: 3}),
        ("dig(3,1,gy)", {events.LOOK: 3, events.TAKE: 8, events.MILL: 2}),
        ("search(any,1,hand)", {events.SEARCH: 1, events.SHUFFLE: 1}),
        ("search(basic,1,bf-tapped)", {events.SEARCH: 1, events.SHUFFLE: 1, events.LAND: 1}),
        ("search(any,1,top)", {events.SEARCH: 1, events.SHUFFLE: 1}),
        ("shuffle", {events.SHUFFLE: 1}),
        ("damage3(target any);life+2", {events.DAMAGE: 1, events.LIFE: 1}),
        ("treasure2", {events.TOKEN: 2}),
        ("may(draw1)", {events.TAKE: 7}),
    ],
)
def test_each_instruction_does_what_it_says_and_no_card_is_lost(program, expected):
    deck = plan("17 Island\n23 Filler", [card("Filler", cost="{5}")], run__turns=1, free=[free(program, [1])], **IDLE)
    found = counted(rows(deck))
    assert {code: found[code] for code in expected} == expected
    assert_conserved(deck, played(deck, 50))


def played(deck, games: int, first: int = 0) -> np.ndarray:
    """The block after some games."""
    packed = packed_once(deck)
    block, output = packed.block.copy(), np.zeros(packed.output_words, np.int64)
    assert engine.load_kernel()(block, first, games, engine.NO_ROWS, engine.NO_LOG, output, engine.NO_TRUTH) == games
    return block


def assert_conserved(deck, block: np.ndarray) -> None:
    """Each kind's copies lie in exactly one zone, and every count agrees with the slots and objects."""
    bottom = [
        int(block[at.BOTTOM_QUEUE + (block[at.BOTTOM_FIRST] + i) % (2 * at.MAX_SLOTS)])
        for i in range(block[at.KNOWN_BOTTOM])
    ]
    for kind in deck.kinds:
        own = [slot for slot, each in enumerate(deck.slots) if each == kind.index]
        where = [int(block[at.WHERE + slot]) & at.PLACE_BITS for slot in own]
        zones = sum(int(block[table + kind.index]) for table in (at.HAND, at.PLAY, at.GRAVE, at.EXILE))
        assert zones == where.count(at.OUT), kind.name
        assert where.count(0) == block[at.UNSEEN_OF + kind.index] and where.count(1) == block[at.TOP_OF + kind.index]
        assert where.count(2) == sum(deck.slots[slot] == kind.index for slot in bottom)
    assert block[at.LIBRARY_SIZE] == block[at.UNSEEN] + block[at.KNOWN_TOP] + block[at.KNOWN_BOTTOM]
    assert block[at.HAND_SIZE] == sum(block[at.HAND : at.HAND + at.KINDS])
    assert block[at.LIVE] == sum(block[at.PLAY : at.PLAY + at.KINDS])


@pytest.mark.parametrize("name", ["azorius-temples", "opt-preordain-tempo"])
def test_no_card_is_lost_in_games_of_real_lists(name):
    from analyzer.decks.load import load_deck

    deck = load_deck(f"example:{name}")
    text = "\n".join(f"{count} {card_name}" for card_name, count in deck.counts.items())
    real = plan(text, table__mulligan="london", run__turns=9)
    for game in range(60):
        assert_conserved(real, played(real, 1, game))


# ---- exact shares over all orders ------------------------------------------------------------------------------------
def no_hand(deck: str, cards: list[dict[str, object]], effects: list[str], goals: list[str], **more: object):
    """Free effects of turn 1 with an empty opening hand and no natural draw."""
    return plan(deck, cards, start__hand=[], table__draws=False, run__turns=max(1, len(effects)), run__goals=goals,
                free=[free(effect, [turn + 1]) for turn, effect in enumerate(effects)], **IDLE, **more)  # fmt: skip


SIX = [card(f"Letter {letter}", cost="{9}") for letter in "ABCDEF"]


def test_b_01_scry_three_of_six():
    goals = [f'had "Letter {letter}" by turn 1' for letter in "ABCDEF"]
    deck = no_hand("\n".join(f"1 Letter {letter}" for letter in "ABCDEF"), SIX, ["scry3;draw1"], goals,
                   strategy__scry=rule("first_kind"))  # fmt: skip
    found = shares(deck, permutations(range(6)))
    assert found == [Fraction(1, 2), Fraction(3, 10), Fraction(3, 20), Fraction(1, 20), 0, 0]


def arrangements(counts: list[int]) -> list[tuple[int, ...]]:
    """One order of slots for each arrangement of kinds, kinds in list order."""
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    found = []
    for pattern in sorted(set(permutations(kinds))):
        free_slots = {kind: [slot for slot, each in enumerate(kinds) if each == kind] for kind in set(kinds)}
        found.append(tuple(free_slots[kind].pop(0) for kind in pattern))
    return found


def test_b_02_scry_two_draw_two():
    deck = no_hand("4 land, 4 blank", [], ["scry2;draw2"], [f"lands had == {lands} on turn 1" for lands in range(3)],
                   strategy__scry="lands-until:lands=9")  # fmt: skip
    assert shares(deck, arrangements([4, 4])) == [Fraction(1, 70), Fraction(2, 5), Fraction(41, 70)]


@pytest.mark.parametrize(
    ("program", "share"), [("scry1;scry1;draw2", (15, 56)), ("scry2;draw2", (5, 14)), ("draw2", (3, 28))]
)
def test_b_03_two_scry_one_are_not_a_scry_two(program, share):
    deck = no_hand("3 land, 5 blank", [], [program], ["lands had == 2 on turn 1"], strategy__scry="lands-until:lands=9")
    assert shares(deck, arrangements([3, 5])) == [Fraction(*share)]


def test_b_04_bottomed_cards_come_round_again():
    goals = [f"had @group:key by turn {turn}" for turn in (1, 2, 3, 4)]
    deck = no_hand(
        "1 key, 6 blank", [], ["scry1;draw1"] * 4, goals, group={"key": ["key"]}, strategy__scry="find:cards=key"
    )
    assert shares(deck, arrangements([1, 6])) == [Fraction(2, 7), Fraction(4, 7), Fraction(6, 7), 1]


@pytest.mark.parametrize(
    ("program", "share"),
    [("scry1;draw1", (2, 3)), ("scry1;draw2", (5, 6)), ("draw1;scry1;draw1", (5, 6)), ("draw2", (2, 3))],
)
def test_b_05_ten_cards(program, share):
    deck = no_hand("4 land, 6 blank", [], [program], ["lands had >= 1 by turn 1"], strategy__scry="lands-until:lands=1")
    assert shares(deck, arrangements([4, 6])) == [Fraction(*share)]


@pytest.mark.parametrize("scry", ["keep-all", "bottom-all"])
def test_b_06_a_blind_scry_changes_nothing(scry):
    deck = no_hand("4 land, 6 blank", [], ["scry1;draw1"], ["lands had >= 1 by turn 1"], strategy__scry=scry)
    assert shares(deck, arrangements([4, 6])) == [Fraction(2, 5)]


@pytest.mark.parametrize("scry", ["by_coin", "even_games"])
def test_b_06_nor_does_a_coin_or_the_game_number(scry):
    # every arrangement is played by four games in a row
    deck = no_hand("4 land, 6 blank", [], ["scry1;draw1"], ["lands had >= 1 by turn 1"], strategy__scry=rule(scry))
    games = 200_000
    found = int(engine.run(deck, games, threads=1).tally.goal[0].sum())
    assert abs(found - games * 2 / 5) < 4.9 * (games * 0.24) ** 0.5  # false alarm 1e-6


@pytest.mark.parametrize(("program", "share"), [("scry1;shuffle;draw1", (1, 10)), ("scry1;draw1", (1, 5))])
def test_b_07_a_shuffle_erases_the_scry(program, share):
    deck = no_hand(
        "1 key, 9 blank",
        [],
        [program],
        ["had @group:key by turn 1"],
        group={"key": ["key"]},
        strategy__scry="find:cards=key",
    )
    first = arrangements([1, 9])
    forced = [order for one in first for two in first for order in (one, two)]
    assert shares(deck, forced, rows_a_game=2) == [Fraction(*share)]


def test_z_01_opt_mini_game():
    cards = [card("Bear", "Creature", "{1}{U}", power=2, toughness=2)]
    goals = [f'cast "Bear" by turn {turn}' for turn in (2, 3, 4)]
    deck = plan("5 Island\n2 Opt\n3 Bear", cards, start__hand_size=3, run__turns=4, run__goals=goals,
                table__opp_window=False, strategy__play=rule("island_then_line"),
                strategy__scry=rule("z_01"))  # fmt: skip
    assert shares(deck, arrangements([5, 2, 3])) == [Fraction(323, 420), Fraction(101, 105), Fraction(251, 252)]


# ---- invariants ------------------------------------------------------------------------------------------------------
FORKED = {"run__turns": 8, "table__mulligan": "london"}


@pytest.mark.parametrize("draw", [0, 5, 7, 9, 12, 16])
def test_i1_what_happens_before_a_fork_is_the_same_and_after_it_something_else(draw):
    deck = plan("24 land, 36 blank", free=[free("scry1", [1, 3, 5])], **FORKED)
    differs = 0
    for game in range(30):
        plain, forked = rows(deck, game), rows(deck, game, salt=12345, salt_from=draw)
        hidden = [
            i
            for i, row in enumerate(plain)
            if row[0] in (events.TAKE, events.LOOK) and (row[0] == events.LOOK or row[3] == 1)
        ]
        if len(hidden) > draw:
            assert plain[: hidden[draw]] == forked[: hidden[draw]]
            differs += plain != forked
    assert differs > 20 or draw >= 16
    assert rows(deck, 3, salt=7, salt_from=draw) == rows(deck, 3, salt=7, salt_from=draw)


@pytest.mark.parametrize("chunk", [100, 1000, 4096])
def test_i2_the_tally_does_not_depend_on_chunks_or_threads(chunk):
    deck = plan(
        "17 Island\n23 Opt",
        free=[free("shuffle", [3], "upkeep", 0.5)],
        run__goals=["lands had >= 4 by draw 4"],
        table__mulligan="london",
    )
    whole = engine.run(deck, 4000, threads=1, chunk=4000).tally
    assert engine.run(deck, 4000, threads=2, chunk=chunk).tally == whole


LOTUS = "14 Forest\n4 Lotus Petal\n22 Grizzly Bears"
GUILDS = "6 Plains\n6 Forest\n4 Selesnya Guildgate\n8 Elvish Warrior\n8 Savannah Lions\n8 Centaur Courser"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("17 Island\n23 Opt", {}),
        (LOTUS, {}),  # sacrificed for mana as the phase ends
        (GUILDS, {"strategy__play": rule("whimsical")}),  # lands after spells of the first main phase, spells left over
    ],
)
def test_the_log_changes_nothing_but_is_written(text, options):
    deck = plan(text, run__goals=["lands had >= 4 by draw 4", "mana spent >= 6 by turn 4"],
                table__mulligan="london", run__turns=7, **options)  # fmt: skip
    packed = packed_once(deck)
    plain, logged = (np.zeros(packed.output_words, np.int64) for _ in range(2))
    log = np.zeros((400_000, events.WIDTH), np.int64)
    engine.load_kernel()(packed.block.copy(), 0, 1000, engine.NO_ROWS, engine.NO_LOG, plain, engine.NO_TRUTH)
    assert engine.load_kernel()(packed.block.copy(), 0, 1000, engine.NO_ROWS, log, logged, engine.NO_TRUTH) == 1000
    assert plain.tolist() == logged.tolist()


def test_a_full_log_and_too_many_mulligans_are_errors_by_name():
    packed = pack(plan("17 Island\n23 Opt"))
    block, output = packed.block.copy(), np.zeros(packed.output_words, np.int64)
    log = np.zeros((20, events.WIDTH), np.int64)
    assert engine.load_kernel()(block, 0, 5, engine.NO_ROWS, log, output, engine.NO_TRUTH) == 0
    assert engine.STATUS[int(block[at.STATUS])].startswith("more events")


def test_a_list_smaller_than_the_hand_is_refused():
    with pytest.raises(InputError, match="--hand"):
        pack(plan("3 land, 3 blank"))


def test_what_the_kernel_leaves_out_is_named():
    cards = [card("Odd", "Creature", "{1}", "attack:scry1|cycling:{2}", power=1, toughness=1)]
    found = dict(unsupported(plan("20 Island\n20 Odd", cards)))
    assert "cycling" in found["Odd"]
    assert len([name for name, _ in unsupported(plan("20 Island\n20 Odd", cards)) if name == "Odd"]) == 1
