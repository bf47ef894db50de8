"""Single machine instructions that numba has no words for: bit counts, logical shift, high products, unsigned compare.

Everything is int64, as the block is: numba turns a mixture of int64 and uint64 into float64.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)
WIDE = ir.IntType(128)


@intrinsic
def ctz(typingctx: Any, word: Any) -> Any:
    """Number of the lowest set bit; 64 for 0."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

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
