"""Arithmetic modulo 2**64 on int64 words.

numba tells LLVM that its own int64 `+ - *` never overflow; where they do, the optimiser may answer anything (seen: a
packed minimum that came out as 0). Words that are bit patterns, not numbers, must be added with these.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic
def plus(typingctx: Any, a: Any, b: Any) -> Any:
    """a + b modulo 2**64."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.add(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def minus(typingctx: Any, a: Any, b: Any) -> Any:
    """a - b modulo 2**64."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sub(args[0], args[1])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def times(typingctx: Any, a: Any, b: Any) -> Any:
    """a * b modulo 2**64."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.mul(args[0], args[1])

    return types.int64(types.int64, types.int64), generate
