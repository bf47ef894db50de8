"""The count unit: plans in which nothing that is cast or played changes what is counted (analyzer/pack_count.py says which).

Same streams, same rules asked in the same order, same tally as the core, without turns, permanents and mana: an order
of kinds in bytes, copies had, and a list of draws, scries and readings that is the same in every game.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from analyzer.contract import reasons
from analyzer.contract.status import OK, TOO_MANY_DEALS
from analyzer.kernel import goals
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.bits import mulhi
from analyzer.kernel.count_layout import (
    CARD_WORDS,
    CARDS,
    DRAW,
    FIRST_CARDS,
    HAND_WORDS_NEEDED,
    KIND_BITS,
    ROW_STRIDE,
    ROWS,
    ROWS_N,
    SCRY,
    VOID,
)
from analyzer.kernel.goal_layout import G_FIRST
from analyzer.kernel.layout import (
    BATCH,
    BOTTOMED,
    CARDS_DRAWN,
    DEAL,
    DECISIONS,
    F_LAND,
    FIRST_SEVEN_LANDS,
    FREE_MULLIGANS,
    GAME,
    GAME_KEY,
    GAME_WORDS,
    HAD,
    HAND,
    HAND_LOAD,
    HAND_SIZE,
    HAND_SIZE_START,
    K_FLAGS,
    K_MANA_VALUE,
    KEPT,
    KEPT_CARDS,
    KEPT_LANDS,
    KEPT_LANDS_HAND,
    KINDS_N,
    KNOWN_BOTTOM,
    KNOWN_TOP,
    LANDS_HAD,
    LANDS_IN_HAND,
    LANDS_ON_TOP,
    LIFE,
    LOG_ROWS,
    LONDON,
    LOOK_CARD,
    LOOK_SLOT,
    LOOKED,
    LOOKED_AT,
    MASK_HAND0,
    MASK_HAND1,
    MAX_DEALS,
    MULLIGAN_RULE,
    MULLIGANS,
    NO_MULLIGAN,
    ORDER_MADE,
    ORDER_NEXT,
    RULES_REGION,
    SCALARS_END,
    SCRY_EVENTS,
    SEED,
    SLOTS_N,
    START_LIFE,
    STATUS,
    TOP_STACK,
    TURN,
)
from analyzer.kernel.library import DEAL_CLASS, hand_remove
from analyzer.kernel.looks import rank, take_highest
from analyzer.kernel.mana_layout import M_DROPS_KEY
from analyzer.kernel.pointer import call_keep, state_of
from analyzer.kernel.rng import batch_word, open_stream, word_at
from analyzer.kernel.rule_layout import RULE_BOTTOM, RULE_KEEP, RULE_RUNNING, RULE_SCRY, RULE_SCRY_LOOK
from analyzer.kernel.rules import COMPULSORY, best_kind, nonsense
from analyzer.kernel.wrap import times

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
    """Fix the next entries of the order (library.mix_batch on bytes)."""
    made, size = s[ORDER_MADE], s[SLOTS_N]
    packed = s[BATCH + size - made]
    word = batch_word(s, packed >> 4)
    for place in range(made, made + (packed & 15)):
        there = FIRST_CARD + place + mulhi(word, size - place)
        word = times(word, size - place)
        card = get_byte(s, FIRST_CARD + place)
        put_byte(s, FIRST_CARD + place, get_byte(s, there))
        put_byte(s, there, card)
    s[ORDER_MADE] = made + (packed & 15)


@helper
def top_card(s):
    """Take the top card: known, else the next of the order."""
    if s[KNOWN_TOP]:
        s[KNOWN_TOP] -= 1
        card = s[TOP_STACK + s[KNOWN_TOP]]
        s[LANDS_ON_TOP] -= card >> 7
        return card
    card = VOID
    while card == VOID:
        if s[ORDER_NEXT] == s[ORDER_MADE]:
            next_batch(s)
        card = get_byte(s, FIRST_CARD + s[ORDER_NEXT])
        s[ORDER_NEXT] += 1
    return card


@helper
def draw(s, n):
    """n cards come to hand."""
    while n > 0 and s[KNOWN_TOP]:
        card = top_card(s)
        s[HAD + (card & KIND_BITS)] += 1
        s[LANDS_HAD] += card >> 7
        n -= 1
    place, made, lands = s[ORDER_NEXT], s[ORDER_MADE], 0
    while n > 0:
        if place == made:
            next_batch(s)
            made = s[ORDER_MADE]
        card = get_byte(s, FIRST_CARD + place)
        place += 1
        if card != VOID:
            s[HAD + (card & KIND_BITS)] += 1
            lands += card >> 7
            n -= 1
    s[ORDER_NEXT] = place
    s[LANDS_HAD] += lands


@helper
def new_deal(s, cards):
    """A new order, and a hand of this many cards."""
    for word in range(s[CARD_WORDS]):
        s[CARDS + word] = s[FIRST_CARDS + word]
    for kind in range(s[KINDS_N]):
        s[HAD + kind] = 0
    s[ORDER_MADE] = s[ORDER_NEXT] = s[LANDS_HAD] = 0
    open_stream(s, DEAL_CLASS + s[DEAL])
    draw(s, cards)
    s[HAND_SIZE], s[LANDS_IN_HAND] = cards, s[LANDS_HAD]


@helper
def fill_hand(s):
    """The words about the hand that rules may ask for, by kind."""
    s[MASK_HAND0] = s[MASK_HAND1] = s[HAND_LOAD] = 0
    for kind in range(s[KINDS_N]):
        copies = s[HAD + kind]
        s[HAND + kind] = copies
        if copies:
            s[MASK_HAND0 + (kind >> 6)] |= 1 << (kind & 63)
            s[HAND_LOAD] += 0 if s[K_FLAGS + kind] & F_LAND else copies * s[K_MANA_VALUE + kind]


@helper
def bottom(s, cards):
    """London: the bottom rule puts cards of the hand back."""
    for _ in range(cards):
        kind = best_kind(s, RULE_BOTTOM, s[MASK_HAND0], s[MASK_HAND1], COMPULSORY)
        hand_remove(s, kind)
        s[HAD + kind] -= 1
        s[LANDS_HAD] -= s[K_FLAGS + kind] & F_LAND
    s[KNOWN_BOTTOM] = cards


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
    while True:
        paid = min(size, max(0, s[MULLIGANS] - s[FREE_MULLIGANS]))
        london = s[MULLIGAN_RULE] == LONDON
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
    """Scry: the rule ranks what is seen; kept cards stay on top in falling rank."""
    for place in range(count):
        card = top_card(s)
        s[LOOK_SLOT + place], s[LOOK_CARD + place] = card, card & KIND_BITS
    s[LOOKED] = count
    s[LOOKED_AT] += count
    s[SCRY_EVENTS] += 1
    rank(s, reasons.SCRY, RULE_SCRY, RULE_SCRY_LOOK)
    stay = s[KEPT]
    for place in range(stay):
        best = take_highest(s) if count > 1 else 0
        s[TOP_STACK + s[KNOWN_TOP] + stay - 1 - place] = s[LOOK_SLOT + best]
        s[LOOK_SLOT + best] = -1
    s[KNOWN_TOP] += stay
    s[LANDS_ON_TOP] += s[KEPT_LANDS]
    s[KNOWN_BOTTOM] += count - stay
    s[BOTTOMED] += count - stay
    s[LOOKED] = s[KEPT] = s[KEPT_LANDS] = 0


@helper
def play_game(s, game, seed_key, out):
    """One game: the opening, then the rows of the table, then the tally."""
    for word in range(GAME_WORDS, SCALARS_END):
        s[word] = 0
    s[GAME], s[GAME_KEY] = game, word_at(seed_key, game + 1)
    s[LIFE], s[M_DROPS_KEY] = s[START_LIFE], -1
    goals.begin_game(s)
    opening(s)
    goals.at_keep(s)
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
    s[STATUS], s[LOG_ROWS] = OK, 0
    seed_key = word_at(s[SEED], 1)
    for game in range(count):
        play_game(s, first + game, seed_key, out)
        if s[STATUS] != OK:
            return game
        if truth.shape[0]:
            for expr in range(truth.shape[1]):
                truth[game, expr] = s[G_FIRST + expr] != 0
    return count
