"""The count unit: plans in which nothing cast or played changes what is counted (analyzer/pack_count.py says which).

Same streams, same rules asked in the same order, same tally as the core, without turns, permanents and mana: an order
of kinds in bytes, copies had, and a list of draws, scries and readings that is the same in every game.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

# isort: off
from analyzer.contract import reasons
from analyzer.contract.status import OK, TOO_MANY_DEALS
from analyzer.kernel import goals
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.bits import mulhi, popcount
from analyzer.kernel.count_layout import (
    BATCH_STRIDE, BATCHES, CARD_WORDS, CARDS, DRAW, FIRST_CARDS, HAND_WORDS_NEEDED, KIND_BITS, LAND_PLACES, NEXT_BATCH,
    ONLY_LANDS, ROW_STRIDE, ROWS, ROWS_N, SCRY, VOID,
)  # fmt: skip
from analyzer.kernel.goal_layout import G_FIRST, M_VALUES, MEASURE_STRIDE, MEASURES, MEASURES_N
from analyzer.kernel.layout import (
    BOTTOMED, CARDS_DRAWN, DEAL, DECISIONS, FIRST_SEVEN_LANDS, FREE_MULLIGANS, F_LAND, GAME, GAME_KEY,
    GAME_WORDS, HAD, HAND, HAND_LOAD, HAND_SIZE, HAND_SIZE_START, KEPT, KEPT_CARDS, KEPT_LANDS, KEPT_LANDS_HAND,
    KINDS_N, K_FLAGS, K_MANA_VALUE, LANDS_HAD, LANDS_IN_HAND, LIFE, LOG_ROWS, LONDON, LOOKED, LOOKED_AT,
    LOOK_CARD, LOOK_RANK, LOOK_SLOT, MASK_HAND0, MASK_HAND1, MAX_DEALS, MULLIGANS, MULLIGAN_RULE, NO_MULLIGAN,
    ORDER_MADE, ORDER_NEXT,
    REASON, RULES_REGION, SCALARS_END, SCRY_EVENTS, SEED, SLOTS_N, START_LIFE, STATUS, STREAM_KEY, STREAM_WORD, TURN,
    TURNS,
)  # fmt: skip
from analyzer.kernel.library import DEAL_CLASS, hand_remove
from analyzer.kernel.looks import rank, take_highest
from analyzer.kernel.mana_layout import M_DROPS_KEY
from analyzer.kernel.pointer import call_keep, state_of
from analyzer.kernel.rng import batch_word, word_at
from analyzer.kernel.rule_layout import RULE_BOTTOM, RULE_KEEP, RULE_RUNNING, RULE_SCRY, RULE_SCRY_LOOK
from analyzer.kernel.rules import COMPULSORY, ask, best_kind, nonsense
from analyzer.kernel.wrap import times
# isort: on

BYTE = ir.IntType(8)
FIRST_CARD = 8 * CARDS  # bytes count from the beginning of the block


def _byte(builder: Any, args: Any) -> Any:
    return builder.gep(builder.bitcast(args[0], BYTE.as_pointer()), [args[1]], inbounds=True)


@intrinsic
def get_byte(typingctx: Any, state: Any, index: Any) -> Any:
    """The byte at this place of the block, 0..255."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.zext(builder.load(_byte(builder, args)), ir.IntType(64))

    return types.int64(state, types.int64), generate


@intrinsic
def put_byte(typingctx: Any, state: Any, index: Any, value: Any) -> Any:
    """Store the low byte of a word at this place of the block."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(builder.trunc(args[2], BYTE), _byte(builder, args))
        return context.get_dummy_value()

    return types.none(state, types.int64, types.int64), generate


@helper
def next_batch(s):
    """Fix the next entries of the order: library.mix_batch on bytes.

    After i counts the word has been multiplied by the product of these counts; with the products in a table no index
    waits for another.
    """
    made, batch = s[ORDER_MADE], s[NEXT_BATCH]
    word = batch_word(s, s[batch + 1])
    end = made + s[batch]
    lands = s[LAND_PLACES]
    for place in range(made, end):
        there = FIRST_CARD + place + mulhi(times(word, s[batch + 2 + place - made]), s[SLOTS_N] - place)
        card = get_byte(s, there)
        put_byte(s, there, get_byte(s, FIRST_CARD + place))
        put_byte(s, FIRST_CARD + place, card)
        lands |= (card >> 7) << place if place < 64 else 0
    s[ORDER_MADE], s[NEXT_BATCH], s[LAND_PLACES] = end, batch + BATCH_STRIDE, lands


@helper
def draw(s, n):
    """n cards come to hand; copies by kind are counted where something asks for them."""
    place = s[ORDER_NEXT]
    while s[ORDER_MADE] < min(place + n, s[SLOTS_N]):
        next_batch(s)
    if s[ONLY_LANDS] and place + n < 64:
        lands = popcount((s[LAND_PLACES] >> place) & ((1 << n) - 1))
        place += n
    else:
        lands = 0
        while n > 0:
            if place == s[ORDER_MADE]:
                next_batch(s)
            card = get_byte(s, FIRST_CARD + place)
            place += 1
            if card != VOID:
                lands += card >> 7
                n -= 1
                s[HAD + (card & KIND_BITS)] += 1
    s[ORDER_NEXT] = place
    s[LANDS_HAD] += lands


@helper
def new_deal(s, cards):
    """A new order, and a hand of this many cards."""
    for word in range(s[CARD_WORDS]):
        s[CARDS + word] = s[FIRST_CARDS + word]
    if s[ONLY_LANDS] == 0:
        for kind in range(s[KINDS_N]):
            s[HAD + kind] = 0
    s[ORDER_MADE] = s[ORDER_NEXT] = s[LANDS_HAD] = 0
    s[NEXT_BATCH], s[LAND_PLACES] = BATCHES, 0
    s[STREAM_KEY], s[STREAM_WORD] = word_at(s[GAME_KEY], DEAL_CLASS + s[DEAL] + 1), 0
    draw(s, cards)
    s[HAND_SIZE], s[LANDS_IN_HAND] = cards, s[LANDS_HAD]


@helper
def fill_hand(s):
    """The words about the hand by kind that rules may ask for, and copies had."""
    for kind in range(s[KINDS_N]):
        s[HAND + kind] = 0
    for place in range(s[ORDER_NEXT]):
        card = get_byte(s, FIRST_CARD + place)
        if card != VOID:
            s[HAND + (card & KIND_BITS)] += 1
    s[MASK_HAND0] = s[MASK_HAND1] = s[HAND_LOAD] = 0
    for kind in range(s[KINDS_N]):
        copies = s[HAND + kind]
        s[HAD + kind] = copies
        s[MASK_HAND0 + (kind >> 6)] |= (1 if copies else 0) << (kind & 63)
        s[HAND_LOAD] += (1 - (s[K_FLAGS + kind] & F_LAND)) * copies * s[K_MANA_VALUE + kind]


@helper
def bottom(s, cards):
    """London: the bottom rule puts cards of the hand back."""
    for _ in range(cards):
        kind = best_kind(s, RULE_BOTTOM, s[MASK_HAND0], s[MASK_HAND1], COMPULSORY)
        hand_remove(s, kind)
        s[HAD + kind] -= 1
        s[LANDS_HAD] -= s[K_FLAGS + kind] & F_LAND


@helper
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


@helper
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
        if london:
            bottom(s, paid)
        if kept(s) or s[STATUS] != OK:
            break
        s[MULLIGANS] += 1
        s[DEAL] += 1
        if s[DEAL] == MAX_DEALS:
            s[STATUS] = TOO_MANY_DEALS
            break
    s[KEPT_CARDS], s[KEPT_LANDS_HAND] = s[HAND_SIZE], s[LANDS_IN_HAND]


@helper
def scry(s, count):
    """Scry: the rule ranks what is seen. Kept cards go back to the front of the order, in falling rank."""
    looked = 0
    while looked < count:
        if s[ORDER_NEXT] == s[ORDER_MADE]:
            next_batch(s)
        card = get_byte(s, FIRST_CARD + s[ORDER_NEXT])
        s[ORDER_NEXT] += 1
        if card != VOID:
            s[LOOK_SLOT + looked], s[LOOK_CARD + looked] = card, card & KIND_BITS
            looked += 1
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
            bit = 1 << (place & 63) if place < 64 else 0
            s[LAND_PLACES] = (s[LAND_PLACES] | bit) ^ (0 if s[LOOK_SLOT + best] >> 7 else bit)
            s[LOOK_SLOT + best] = -1
    s[ORDER_NEXT] -= stay
    s[BOTTOMED] += count - stay
    s[LOOKED] = s[KEPT] = s[KEPT_LANDS] = 0


@helper
def play_game(s, game, seed_key, out):
    """One game: the opening, then the rows of the table, then the tally."""
    s[GAME], s[GAME_KEY] = game, word_at(seed_key, game + 1)
    s[DEAL] = s[DECISIONS] = s[MULLIGANS] = s[LOOKED_AT] = s[SCRY_EVENTS] = s[BOTTOMED] = s[CARDS_DRAWN] = s[TURN] = 0
    s[M_DROPS_KEY] = -1
    goals.begin_game(s)
    opening(s)
    for row in range(ROWS, ROWS + s[ROWS_N] * ROW_STRIDE, ROW_STRIDE):
        s[TURN] = s[row + 1]
        if s[row] == DRAW:
            draw(s, s[row + 2])
            s[CARDS_DRAWN] += s[row + 2]
        elif s[row] == SCRY:
            scry(s, s[row + 2])
        else:
            goals.read_moment(s, s[row + 2])
    if s[STATUS] == OK:
        goals.end_game(s, out)


@entry(types.int64(types.int64[::1], types.int64, types.int64, types.int64[::1], types.uint8[:, ::1]))
def play_counts(block, first, count, output, truth):
    """As games.play_games for a block whose count tables are written; without forced orders and without a log."""
    s, out = state_of(block), state_of(output)
    for word in range(GAME_WORDS, SCALARS_END):
        s[word] = 0
    s[STATUS], s[LOG_ROWS], s[LIFE] = OK, 0, s[START_LIFE]
    seed_key = word_at(s[SEED], 1)
    for game in range(count):
        play_game(s, first + game, seed_key, out)
        if s[STATUS] != OK:
            return game
        if truth.shape[0]:
            exprs = truth.shape[1] - s[MEASURES_N]
            for expr in range(exprs):
                truth[game, expr] = s[G_FIRST + expr] != 0
            for number in range(s[MEASURES_N]):
                value = s[s[s[MEASURES] + number * MEASURE_STRIDE + M_VALUES] + s[TURNS]]
                truth[game, exprs + number] = min(max(value, 0), 255)
    return count
