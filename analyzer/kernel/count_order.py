"""The order of cards in the count unit: one byte a slot, fixed as it is needed; draws, counted by lands or by kind."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

# isort: off
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import mulhi
from analyzer.kernel.count_layout import (
    BATCH_END, BATCH_STRIDE, BATCH_WORD, BY_KIND, CARDS, COUNTING, HAVE, HAVE_WORDS, KIND_BITS, KIND_HAVE,
    LANDS_ONLY, LINE_WORDS, NEXT_BATCH, PLACES, VOID,
)  # fmt: skip
from analyzer.kernel.layout import HAD, LANDS_HAD, ORDER_MADE, ORDER_NEXT, SLOTS_N
from analyzer.kernel.pointer import WORD
from analyzer.kernel.rng import batch_word
from analyzer.kernel.wrap import times
# isort: on

BYTE = ir.IntType(8)
LINE = ir.VectorType(WORD, LINE_WORDS)
FIRST_CARD = 8 * CARDS  # bytes count from the beginning of the block


def _byte(builder: Any, args: Any) -> Any:
    return builder.gep(builder.bitcast(args[0], BYTE.as_pointer()), [args[1]], inbounds=True)


def _line(builder: Any, state: Any, index: Any) -> Any:
    return builder.bitcast(builder.gep(state, [index], inbounds=True), LINE.as_pointer())


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


@intrinsic
def copy_line(typingctx: Any, state: Any, to: Any, source: Any) -> Any:
    """Copy LINE_WORDS words of the block."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        line = builder.load(_line(builder, args[0], args[2]), align=8)
        builder.store(line, _line(builder, args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.none(state, types.int64, types.int64), generate


@intrinsic
def clear_line(typingctx: Any, state: Any, to: Any) -> Any:
    """Set LINE_WORDS words of the block to 0."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(ir.Constant(LINE, None), _line(builder, args[0], args[1]), align=8)
        return context.get_dummy_value()

    return types.none(state, types.int64), generate


# ---- the order -------------------------------------------------------------------------------------------------------
@within
def next_batch(s):
    """Open the next batch of the order: its word, which after i counts has been multiplied by their product.

    With these products in a table no index waits for another.
    """
    batch = s[NEXT_BATCH]
    s[BATCH_WORD] = batch_word(s, s[batch + 1])
    s[BATCH_END], s[NEXT_BATCH] = s[batch], batch + BATCH_STRIDE


@within
def make_order(s, last):
    """Fix the entries of the order before place `last`: library.mix_batch on bytes, card by card.

    Places are fixed by fours, so that a card kept by a scry seldom changes the number of steps, which processors guess.
    """
    place, last = s[ORDER_MADE], min(last, s[SLOTS_N])
    while place < last:
        if place == s[BATCH_END]:
            next_batch(s)
        word, end = s[BATCH_WORD], min(s[BATCH_END], (last + 3) & ~3)
        while place < end:
            pair = PLACES + 2 * place
            there = FIRST_CARD + place + mulhi(times(word, s[pair]), s[pair + 1])
            card = get_byte(s, there)
            put_byte(s, there, get_byte(s, FIRST_CARD + place))
            put_byte(s, FIRST_CARD + place, card)
            place += 1
    s[ORDER_MADE] = place


@helper
def make_more(s):
    """Fix the next entries of the order, where it is not known how many will be needed."""
    make_order(s, s[ORDER_MADE] + 1)


@helper
def add_have(s, kind, copies):
    """Lands had give other mana."""
    first = s[KIND_HAVE] + kind * s[HAVE_WORDS]
    for word in range(s[HAVE_WORDS]):
        s[HAVE + word] += copies * s[first + word]


@within
def draw(s, n):
    """n cards come to hand; copies by kind are counted where something asks for them."""
    place, lands, how = s[ORDER_NEXT], s[LANDS_HAD], s[COUNTING]
    if place + n > s[ORDER_MADE]:
        make_order(s, place + n)
    first, last = FIRST_CARD + place, FIRST_CARD + place + n
    if how == LANDS_ONLY:
        for each in range(first, last):
            lands += get_byte(s, each) >> 7
    elif how == BY_KIND:
        untapped, tapped, table = s[HAVE], s[HAVE + 1], s[KIND_HAVE]
        for each in range(first, last):
            card = get_byte(s, each)
            kind = card & KIND_BITS
            lands += card >> 7
            s[HAD + kind] += 1
            untapped += s[table + 2 * kind]
            tapped += s[table + 2 * kind + 1]
        s[HAVE], s[HAVE + 1] = untapped, tapped
    else:
        take(s, place, n)
        return
    s[LANDS_HAD], s[ORDER_NEXT] = lands, place + n


@helper
def take(s, place, n):
    """Count n cards from this place of the order on, of a list with void slots or of many colours."""
    while n > 0:
        if place == s[ORDER_MADE]:  # void slots among those that were made
            make_more(s)
        card = get_byte(s, FIRST_CARD + place)
        place += 1
        if card != VOID:
            n -= 1
            s[LANDS_HAD] += card >> 7
            s[HAD + (card & KIND_BITS)] += 1
            add_have(s, card & KIND_BITS, 1)
    s[ORDER_NEXT] = place
