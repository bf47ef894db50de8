"""The count unit: plans in which nothing cast or played changes what is counted (analyzer/pack_count.py says which).

Same streams, same rules asked in the same order, same tally as the core, without turns, permanents and mana: an order
of kinds in bytes, copies had, and a list of draws, scries, land drops and readings that is the same in every game.
"""

from __future__ import annotations

from numba import types

# isort: off
from analyzer.contract import reasons
from analyzer.contract.status import OK, TOO_MANY_DEALS
from analyzer.contract.streams import CLASS
from analyzer.contract.streams import SEAT as SEAT_STREAM
from analyzer.kernel import goals
from analyzer.kernel._jit import entry, helper, within
from analyzer.kernel.bits import lshr
from analyzer.kernel.count_layout import (
    BATCHES, BATCH_END, CARDS, CARD_WORDS, CELL_ROW, CLEARED, COUNTING, DROP, FIRST_CARDS, HAND_WORDS_NEEDED, HAVE,
    HAVE_WORDS, KIND_BITS, KIND_WORDS, LANDS_ONLY, LAND_DROPPED, LINE_WORDS, MOVING, MOVING_END, NEXT_BATCH, READ,
    REST, REST_END, ROWS, ROWS_END, ROW_STRIDE, R_DRAWN, R_MOMENT, R_NUMBER, R_PAYABLE, R_PAYABLE_END, R_TURN,
    R_WHAT, SCRY, VOID, WHOLE_TALLY,
)  # fmt: skip
from analyzer.kernel.goal_layout import (
    CELLS, G_FIRST, G_READ, KEPT_SIZES, MEASURES, MEASURES_N, MEASURE_STRIDE, M_VALUES, O_KEPT,
)  # fmt: skip
from analyzer.kernel.layout import (
    BOTTOMED, CARDS_DRAWN, DEAL, DECISIONS, FIRST_SEVEN_LANDS, FREE_MULLIGANS, F_LAND, GAME, GAME_KEY, GAME_WORDS,
    HAD, HAND, HAND_LOAD, HAND_SIZE, HAND_SIZE_START, KEPT, KEPT_CARDS, KEPT_LANDS, KEPT_LANDS_HAND, K_FLAGS,
    K_MANA_VALUE, LANDS_HAD, LANDS_IN_HAND, LANDS_IN_PLAY, LAND_DROPS_MADE, LIFE, LOG_ROWS, LONDON, LOOKED,
    LOOKED_AT, LOOK_CARD, LOOK_RANK, LOOK_SLOT, MANA_AVAILABLE_TOTAL, MANA_AVAILABLE_TURN, MASK_HAND0, MASK_HAND1,
    MAX_DEALS, MISSED_DROPS, MULLIGANS, MULLIGAN_RULE, NO_MULLIGAN, OPPONENT_LIFE, ORDER_MADE, ORDER_NEXT, REASON,
    RULES_REGION, SCALARS_END, SCRY_EVENTS, SEAT, SEAT_MIXED, SEED, START_LIFE, START_OPPONENT_LIFE, STATUS,
    STREAM_KEY, STREAM_WORD, TURN, TURNS,
)  # fmt: skip
from analyzer.kernel.count_order import FIRST_CARD, add_have, clear_line, copy_line, draw, get_byte, make_more, put_byte
from analyzer.kernel.count_goals import read_due, read_once, read_payable, tally_chunk, tally_rest, tally_strata
from analyzer.kernel.library import DEAL_CLASS, hand_remove
from analyzer.kernel.looks import rank, take_highest
from analyzer.kernel.mana_layout import M_DROPS_KEY
from analyzer.kernel.pointer import address_of, call_keep, state_at, state_of
from analyzer.kernel.rng import word_at
from analyzer.kernel.rule_layout import RULE_BOTTOM, RULE_KEEP, RULE_RUNNING, RULE_SCRY, RULE_SCRY_LOOK
from analyzer.kernel.rules import COMPULSORY, ask, best_kind, nonsense
# isort: on

SEAT_CLASS = SEAT_STREAM * CLASS


# ---- the opening -----------------------------------------------------------------------------------------------------
@within
def clear_kinds(s, first):
    """Set a table by kind to 0: up to 24 kinds without a call."""
    clear_line(s, first)
    clear_line(s, first + LINE_WORDS)
    clear_line(s, first + 2 * LINE_WORDS)
    for kind in range(3 * LINE_WORDS, s[KIND_WORDS], LINE_WORDS):
        clear_line(s, first + kind)


@within
def new_deal(s, cards):
    """A new order, and a hand of this many cards."""
    copy_line(s, CARDS, FIRST_CARDS)  # up to 64 cards without the call that a compiler makes of such a loop
    for word in range(LINE_WORDS, s[CARD_WORDS], LINE_WORDS):
        copy_line(s, CARDS + word, FIRST_CARDS + word)
    if s[COUNTING] != LANDS_ONLY:
        clear_kinds(s, HAD)
        s[HAVE] = s[HAVE + 1] = 0
        for word in range(2, s[HAVE_WORDS]):
            s[HAVE + word] = 0
    s[ORDER_MADE] = s[ORDER_NEXT] = s[BATCH_END] = s[LANDS_HAD] = 0
    s[NEXT_BATCH] = BATCHES
    s[STREAM_KEY], s[STREAM_WORD] = word_at(s[GAME_KEY], DEAL_CLASS + s[DEAL] + 1), 0
    draw(s, cards)
    s[HAND_SIZE], s[LANDS_IN_HAND] = cards, s[LANDS_HAD]


@helper
def fill_hand(s):
    """The words about the hand by kind that rules may ask for, and copies had."""
    clear_kinds(s, HAND)
    clear_kinds(s, HAD)
    mask0, mask1, load = 0, 0, 0
    for place in range(s[ORDER_NEXT]):
        card = get_byte(s, FIRST_CARD + place)
        if card != VOID:
            kind = card & KIND_BITS
            s[HAND + kind] += 1
            s[HAD + kind] += 1
            bit = 1 << (kind & 63)
            mask0 |= bit if kind < 64 else 0
            mask1 |= 0 if kind < 64 else bit
            load += (1 - (card >> 7)) * s[K_MANA_VALUE + kind]
    s[MASK_HAND0], s[MASK_HAND1], s[HAND_LOAD] = mask0, mask1, load


@helper
def bottom(s, cards):
    """London: the bottom rule puts cards of the hand back."""
    for _ in range(cards):
        kind = best_kind(s, RULE_BOTTOM, s[MASK_HAND0], s[MASK_HAND1], COMPULSORY)
        hand_remove(s, kind)
        s[HAD + kind] -= 1
        s[LANDS_HAD] -= s[K_FLAGS + kind] & F_LAND
        add_have(s, kind, -1)


@within
def kept(s):
    """Does the keep rule keep this hand?"""
    if s[HAND_SIZE] == 0 or s[MULLIGAN_RULE] == NO_MULLIGAN:
        return True
    s[RULE_RUNNING] = RULE_KEEP - RULES_REGION + 1
    answer = call_keep(s[RULE_KEEP], s)
    s[DECISIONS] += 1
    if answer != answer:
        nonsense(s)
    return answer != 0.0


@within
def opening(s):
    """Deal until a hand is kept."""
    size = s[HAND_SIZE_START]
    london = s[MULLIGAN_RULE] == LONDON
    while True:
        paid = min(size, max(0, s[MULLIGANS] - s[FREE_MULLIGANS]))
        new_deal(s, size if london else size - paid)
        if s[DEAL] == 0:
            s[FIRST_SEVEN_LANDS] = s[LANDS_IN_HAND]
        if s[HAND_WORDS_NEEDED] or (paid and london):
            fill_hand(s)
        if paid and london:
            bottom(s, paid)
        if kept(s) or s[STATUS] != OK:
            break
        s[MULLIGANS] += 1
        s[DEAL] += 1
        if s[DEAL] == MAX_DEALS:
            s[STATUS] = TOO_MANY_DEALS
            break
    # not a copy of HAND_SIZE: two words copied at once, just after they were stored one by one, make processors wait
    s[KEPT_CARDS], s[KEPT_LANDS_HAND] = size - paid, s[LANDS_IN_HAND]


# ---- the turns -------------------------------------------------------------------------------------------------------
@within
def see(s, count):
    """The next cards of the order come into the look."""
    looked, place = 0, s[ORDER_NEXT]
    while looked < count:
        if place == s[ORDER_MADE]:
            make_more(s)
        card = get_byte(s, FIRST_CARD + place)
        place += 1
        if card != VOID:
            s[LOOK_SLOT + looked], s[LOOK_CARD + looked] = card, card & KIND_BITS
            looked += 1
    s[ORDER_NEXT] = place


@within
def scry(s, count):
    """Scry: the rule ranks what is seen. Kept cards go back to the front of the order, in falling rank."""
    see(s, count)
    s[LOOKED] = count
    s[LOOKED_AT] += count
    s[SCRY_EVENTS] += 1
    if count == 1:
        s[REASON], s[KEPT], s[KEPT_LANDS], s[LOOK_RANK] = reasons.SCRY, 0, 0, 0
        stay = 1 if ask(s, RULE_SCRY, s[LOOK_CARD]) > 0.0 else 0
        s[DECISIONS] += 1
        put_byte(s, FIRST_CARD + s[ORDER_NEXT] - 1, s[LOOK_SLOT])
    else:
        rank(s, reasons.SCRY, RULE_SCRY, RULE_SCRY_LOOK)
        stay = s[KEPT]
        for place in range(s[ORDER_NEXT] - stay, s[ORDER_NEXT]):
            best = take_highest(s)
            put_byte(s, FIRST_CARD + place, s[LOOK_SLOT + best])
            s[LOOK_SLOT + best] = -1
    s[ORDER_NEXT] -= stay
    s[BOTTOMED] += count - stay
    s[LOOKED] = s[KEPT] = s[KEPT_LANDS] = 0


@within
def drop(s):
    """The land drop of this turn, if a land is in hand: lands had less lands in play."""
    made = min(s[LANDS_HAD] - s[LANDS_IN_PLAY], 1)
    s[LAND_DROPPED] = made
    s[LANDS_IN_PLAY] += made
    s[LAND_DROPS_MADE] += made


@within
def end_turn(s):
    """What the core counts at the end of a turn."""
    s[MISSED_DROPS] += 1 - s[LAND_DROPPED]
    s[MANA_AVAILABLE_TURN] = s[LANDS_IN_PLAY]
    s[MANA_AVAILABLE_TOTAL] += s[LANDS_IN_PLAY]


@within
def play_rows(s, first, last, out):
    """Everything after the keep."""
    row = first
    while row < last:
        s[TURN] = s[row + R_TURN]
        what, drawn = s[row + R_WHAT], s[row + R_DRAWN]
        if drawn:
            draw(s, drawn)
            s[CARDS_DRAWN] += drawn
        if what <= READ:
            if what == READ:
                if s[row + R_PAYABLE] < s[row + R_PAYABLE_END]:
                    read_payable(s, s[row + R_PAYABLE], s[row + R_PAYABLE_END])
                if s[row + R_MOMENT]:
                    read_due(s, s[row + R_MOMENT])
            read_once(s, row, out)
        elif what == SCRY:
            scry(s, s[row + R_NUMBER])
        elif what == DROP:
            drop(s)
        else:
            end_turn(s)
        row += ROW_STRIDE


@within
def play_game(s, game, seed_key, out):
    """One game: the opening, then the rows of the table, then the tally."""
    s[GAME], s[GAME_KEY] = game, word_at(seed_key, game + 1)
    s[DEAL] = s[DECISIONS] = s[MULLIGANS] = s[LOOKED_AT] = s[SCRY_EVENTS] = s[BOTTOMED] = s[CARDS_DRAWN] = s[TURN] = 0
    s[LANDS_IN_PLAY] = s[LAND_DROPS_MADE] = s[MISSED_DROPS] = s[MANA_AVAILABLE_TURN] = s[MANA_AVAILABLE_TOTAL] = 0
    s[M_DROPS_KEY] = -1
    for word in range(G_READ, G_READ + s[CLEARED]):
        s[word] = 0
    if s[SEAT_MIXED]:
        s[SEAT] = lshr(word_at(word_at(s[GAME_KEY], SEAT_CLASS + 1), 1), 63)
    opening(s)
    s[CELL_ROW] = s[O_KEPT] + min(s[KEPT_CARDS], KEPT_SIZES - 1) * s[CELLS]
    play_rows(s, s[ROWS + 2 * s[SEAT]], s[ROWS_END + 2 * s[SEAT]], out)
    if s[WHOLE_TALLY]:
        tally_strata(s, out)
    else:
        out[s[CELL_ROW]] += 1
        if s[REST] < s[REST_END]:
            tally_rest(s, out)
        if s[MOVING] < s[MOVING_END]:
            goals.tally_measures(s, out, 0, s[MOVING], s[MOVING_END])


@helper
def write_truth(s, truth, at, expressions):
    """A byte for each expression (1 + its first turn, or 1 where one turn settles it; 0: never), then each measure at last."""
    for expr in range(expressions):
        put_byte(truth, at + expr, min(s[G_FIRST + expr], 255))
    for number in range(s[MEASURES_N]):
        value = s[s[s[MEASURES] + number * MEASURE_STRIDE + M_VALUES] + s[TURNS]]
        put_byte(truth, at + expressions + number, min(max(value, 0), 255))


@entry(types.int64(types.int64[::1], types.int64, types.int64, types.int64[::1], types.uint8[:, ::1]), vectorize=False)
def play_counts(block, first, count, output, truth):
    """As games.play_games for a block whose count tables are written; without forced orders and without a log.

    When fewer than `count` games are played (one failed) the output is of no use.
    """
    s, out = state_of(block), state_of(output)
    for word in range(GAME_WORDS, SCALARS_END):
        s[word] = 0
    s[STATUS], s[LOG_ROWS], s[LIFE], s[OPPONENT_LIFE] = OK, 0, s[START_LIFE], s[START_OPPONENT_LIFE]
    seed_key = word_at(s[SEED], 1)
    for game in range(count):
        play_game(s, first + game, seed_key, out)
        if s[STATUS] != OK:
            return game
        if truth.shape[0]:
            write_truth(s, state_at(address_of(truth)), game * truth.shape[1], truth.shape[1] - s[MEASURES_N])
    if s[WHOLE_TALLY]:
        goals.finish(s, out)
    else:
        tally_chunk(s, out, count)
    return count
