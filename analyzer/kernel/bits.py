"""What numba has no words for: bit counts, logical shift, high products, unsigned compare, clearing and copying words.

Everything is int64, as the block is: numba turns a mixture of int64 and uint64 into float64.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)
WIDE = ir.IntType(128)
BYTES = ir.IntType(8).as_pointer()


@intrinsic
def ctz(typingctx: Any, word: Any) -> Any:
    """Number of the lowest set bit; 64 for 0."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def highest(typingctx: Any, word: Any) -> Any:
    """Number of the highest set bit; -1 for 0."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sub(ir.Constant(WORD, 63), builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0)))

    return types.int64(types.int64), generate


@intrinsic
def drop_lowest(typingctx: Any, word: Any) -> Any:
    """The word without its lowest set bit. (`word - 1` may overflow, which numba calls undefined.)"""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.sub(args[0], ir.Constant(WORD, 1)))

    return types.int64(types.int64), generate


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """Number of set bits."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def lshr(typingctx: Any, word: Any, places: Any) -> Any:
    """Shift right, filling with zeros."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def mulhi(typingctx: Any, a: Any, b: Any) -> Any:
    """High word of the product of two unsigned words."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        product = builder.mul(builder.zext(args[0], WIDE), builder.zext(args[1], WIDE))
        return builder.trunc(builder.lshr(product, ir.Constant(WIDE, 64)), WORD)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def below(typingctx: Any, a: Any, b: Any) -> Any:
    """Is a < b, both read as unsigned words?"""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.icmp_unsigned("<", args[0], args[1])

    return types.boolean(types.int64, types.int64), generate


@intrinsic
def remainder(typingctx: Any, a: Any, b: Any) -> Any:
    """a modulo b, both read as unsigned words."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.urem(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def unlikely(typingctx: Any, condition: Any) -> Any:
    """The condition, which holds so rarely that what hangs on it is put out of the way of everything else."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic("llvm.expect", [bit], ir.FunctionType(bit, [bit, bit]))
        return builder.call(expect, [args[0], ir.Constant(bit, 0)])

    return types.boolean(types.boolean), generate


def _length(builder: Any, words: Any) -> Any:
    return builder.mul(words, ir.Constant(WORD, 8))


@intrinsic
def clear_words(typingctx: Any, state: Any, to: Any, words: Any) -> Any:
    """Set so many words at offset `to` to 0."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        place = builder.bitcast(builder.gep(args[0], [args[1]], inbounds=True), BYTES)
        clear = builder.module.declare_intrinsic("llvm.memset", [BYTES, WORD])
        byte, no = ir.Constant(ir.IntType(8), 0), ir.Constant(ir.IntType(1), 0)
        builder.call(clear, [place, byte, _length(builder, args[2]), no])
        return context.get_dummy_value()

    return types.none(state, types.int64, types.int64), generate


@intrinsic
def copy_words(typingctx: Any, state: Any, to: Any, source: Any, words: Any) -> Any:
    """Copy so many words from offset `source` to offset `to`; they must not overlap."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = [builder.bitcast(builder.gep(args[0], [arg], inbounds=True), BYTES) for arg in args[1:3]]
        copy = builder.module.declare_intrinsic("llvm.memcpy", [BYTES, BYTES, WORD])
        builder.call(copy, [*places, _length(builder, args[3]), ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return types.none(state, types.int64, types.int64, types.int64), generate
