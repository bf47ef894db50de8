"""Numba types of one pointer each: State (the kernel's block, `s[i]` loads and stores) and View (what rules see).

An array argument makes numba count references at every helper boundary; one raw pointer does not. Only entry points see
arrays; they turn the block into a State with `state_of`. Rules and units are called by address: the address lies in the
block, and an exception raised behind it reaches the Python caller.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model

WORD = ir.IntType(64)


class Pointer(types.Type):
    """Base of the pointer types."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class StateType(Pointer):
    """The kernel's block."""


class ViewType(Pointer):
    """What a rule sees of the game."""


class ActionType(Pointer):
    """What a play rule sees of one action."""


State = StateType("scryworth.State")
View = ViewType("scryworth.View")
Action = ActionType("scryworth.Action")


class _PointerModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, WORD.as_pointer())


for _type in (StateType, ViewType, ActionType):
    register_model(_type)(_PointerModel)


@infer_global(operator.getitem)
class _StateGet(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], StateType) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _StateSet(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 3 and isinstance(args[0], StateType) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, types.int64)
        return None


@lower_builtin(operator.getitem, StateType, types.Integer)
def _state_get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(builder.gep(args[0], [args[1]], inbounds=True))


@lower_builtin(operator.setitem, StateType, types.Integer, types.Any)
def _state_set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], builder.gep(args[0], [args[1]], inbounds=True))
    return context.get_dummy_value()


@intrinsic
def state_of(typingctx: Any, block: Any) -> Any:
    """State at the first word of an int64 array; the caller keeps the array alive."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        array = context.make_array(sig.args[0])(context, builder, args[0])
        return builder.bitcast(array.data, WORD.as_pointer())

    return State(block), generate


@intrinsic
def address_of(typingctx: Any, array: Any) -> Any:
    """Address of the first word of an int64 array, for the block; the caller keeps the array alive."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ptrtoint(context.make_array(sig.args[0])(context, builder, args[0]).data, WORD)

    return types.int64(array), generate


def _cast(target: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return args[0]

    return target, generate


@intrinsic
def view_of(typingctx: Any, state: Any) -> Any:
    """The block as a View."""
    target, generate = _cast(View)
    return target(state), generate


@intrinsic
def state_behind(typingctx: Any, view: Any) -> Any:
    """The block behind a View or Action pointer; for the generated view code only, never for rules."""
    target, generate = _cast(State)
    return target(view), generate


@intrinsic
def action_at(typingctx: Any, view: Any, offset: Any) -> Any:
    """Action whose record begins at this word of the block."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]], inbounds=True)

    return Action(view, types.int64), generate


@intrinsic
def load_float(typingctx: Any, state: Any, index: Any) -> Any:
    """The float64 whose bits lie in this word."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = builder.load(builder.gep(args[0], [args[1]], inbounds=True))
        return builder.bitcast(word, ir.DoubleType())

    return types.float64(state, types.int64), generate


@intrinsic
def store_float(typingctx: Any, state: Any, index: Any, value: Any) -> Any:
    """Put the bits of a float64 into this word."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(builder.bitcast(args[2], WORD), builder.gep(args[0], [args[1]], inbounds=True))
        return context.get_dummy_value()

    return types.none(state, types.int64, types.float64), generate


@intrinsic
def state_at(typingctx: Any, address: Any) -> Any:
    """A pointer to the words at this address (the log, forced orders); the caller keeps them alive."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], WORD.as_pointer())

    return State(types.int64), generate


def _native_call(context: Any, builder: Any, result: Any, kinds: tuple[Any, ...], address: Any, args: list[Any]) -> Any:
    shape = context.call_conv.get_function_type(result, kinds).as_pointer()
    function = builder.inttoptr(address, shape)
    status, value = context.call_conv.call_function(builder, function, result, kinds, args)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return value


@intrinsic
def call_keep(typingctx: Any, address: Any, state: Any) -> Any:
    """Call a rule of signature float64(View) by address."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _native_call(context, builder, types.float64, (View,), args[0], [args[1]])

    return types.float64(types.int64, state), generate


@intrinsic
def call_rule(typingctx: Any, address: Any, state: Any, number: Any) -> Any:
    """Call a rule float64(View, int64) by address; `number` is a kind or the offset of an action record."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _native_call(context, builder, types.float64, (View, types.int64), args[0], [args[1], args[2]])

    return types.float64(types.int64, state, types.int64), generate


@intrinsic
def call_unit(typingctx: Any, address: Any, state: Any, a: Any, b: Any) -> Any:
    """Call a unit of signature int64(State, int64, int64) by address."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kinds = (State, types.int64, types.int64)
        return _native_call(context, builder, types.int64, kinds, args[0], [args[1], args[2], args[3]])

    return types.int64(types.int64, state, types.int64, types.int64), generate


KEEP_SIGNATURE = types.float64(View)
RULE_SIGNATURE = types.float64(View, types.int64)
UNIT_SIGNATURE = types.int64(State, types.int64, types.int64)
