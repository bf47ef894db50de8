"""The compiled view: attributes and methods of View and Action, generated from the contract table.

Most names are one load from the block; the others are small helpers below. A rule can reach nothing else through a
view, and no word that is reached tells the order of unseen cards (FRM-2).
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import intrinsic, make_attribute_wrapper, models, register_model

from analyzer.contract import view as contract
from analyzer.kernel import layout as at
from analyzer.kernel import rule_layout as rules_at
from analyzer.kernel.pointer import WORD, Pointer, State, ViewType, _cast, _PointerModel

assert contract.CARDS == at.KINDS and contract.FIRST_TOKEN == at.MAX_KINDS and contract.MOST_LOOKED == at.MAX_LOOK

# Fields that are a word of the block.
GAME_WORDS = {
    "turn": at.TURN, "step": at.STEP, "seat": at.SEAT, "players": at.PLAYERS, "reason": at.REASON,
    "game_number": at.GAME, "hand_size": at.HAND_SIZE, "lands_in_hand": at.LANDS_IN_HAND,
    "lands_in_play": at.LANDS_IN_PLAY, "lands_had": at.LANDS_HAD, "looked": at.LOOKED, "kept": at.KEPT,
    "kept_lands": at.KEPT_LANDS, "lands_on_top": at.LANDS_ON_TOP, "land_played": at.LAND_PLAYED, "mana": at.MANA,
    "mana_left": at.MANA_LEFT, "best_mana": at.BEST_MANA, "spells_this_turn": at.SPELLS_THIS_TURN,
    "unseen": at.UNSEEN, "unseen_lands": at.UNSEEN_LANDS, "known_top": at.KNOWN_TOP, "known_bottom": at.KNOWN_BOTTOM,
    "mulligans": at.MULLIGANS, "first_seven_lands": at.FIRST_SEVEN_LANDS,
    "shards": at.SHARDS, "roles": at.ROLES, "ring": at.RING,
    "combat_looks": rules_at.COMBAT_LOOKS, "life": at.LIFE,
    "opponent_life": at.OPPONENT_LIFE, "target": at.DECK_TARGET, "deck_size": at.DECK_SIZE,
    "deck_lands": at.DECK_LANDS, "hand_load": at.HAND_LOAD, "kinds": at.KINDS_N,
}  # fmt: skip
# Methods of a card that are a word of a table by kind.
KIND_WORDS = {
    "in_hand": at.HAND, "in_play": at.PLAY, "in_graveyard": at.GRAVE, "had": at.HAD, "unseen_of": at.UNSEEN_OF,
    "top_of": at.TOP_OF, "mana_value": at.K_MANA_VALUE, "power": at.K_POWER, "produces": at.K_PRODUCES,
    "colours_needed": rules_at.COLOURS_NEEDED,
}  # fmt: skip
# Methods of a card that are a bit of its flags.
KIND_FLAGS = {
    "is_land": at.F_LAND, "is_creature": at.F_CREATURE, "is_basic": at.F_BASIC, "is_legendary": at.F_LEGENDARY,
    "is_permanent": at.F_PERMANENT, "is_instant": at.F_INSTANT, "is_held": at.F_HELD, "is_goal": at.F_GOAL,
    "looks_or_draws": at.F_LOOKS_OR_DRAWS,
}  # fmt: skip
ACTION_WORDS = {
    "kind": at.A_KIND, "card": at.A_CARD, "line": at.A_LINE, "x": at.A_X, "mana": at.A_MANA,
    "in_best_set": at.A_IN_BEST_SET, "scry": at.A_SCRY, "draw": at.A_DRAW, "lands": at.A_LANDS,
    "tapped": at.A_TAPPED, "sacrifices": at.A_SACRIFICES, "sorcery": at.A_SORCERY,
    "loyalty": at.A_LOYALTY,
}  # fmt: skip


# Fields of an action that are worked out when a rule first asks for them (kernel/view_methods.py).
LAZY_ACTION_WORDS = {"next_payable": at.A_NEXT, "turn_mana": at.A_TURN_MANA}
BEST_SET = ("best_mana", "in_best_set")  # words that are not right before the best set has been worked out


class ActionType(types.Type):
    """One action as a play rule sees it: the block, and the offset of the action's record in it."""


Action = ActionType("scryworth.Action")


@register_model(ActionType)
class _ActionModel(models.StructModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, [("state", State), ("offset", types.int64)])


make_attribute_wrapper(ActionType, "state", "_state")  # for the generated code only; the registry refuses such names
make_attribute_wrapper(ActionType, "offset", "_offset")


@intrinsic
def action_at(typingctx: Any, view: Any, offset: Any) -> Any:
    """Action whose record begins at this word of the block."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        action = cgutils.create_struct_proxy(sig.return_type)(context, builder)
        action.state, action.offset = args
        return action._getvalue()

    return Action(view, types.int64), generate


# ---- loads ------------------------------------------------------------------------------------------------------
def _load(builder: Any, pointer: Any, index: Any) -> Any:
    return builder.load(builder.gep(pointer, [index], inbounds=True))


def _refuse_outside(context: Any, builder: Any, number: Any, limit: Any, text: str) -> None:
    """Raise IndexError when `number` is negative or not below `limit`: a view must not reach other words."""
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", number, limit)):
        context.call_conv.return_user_exc(builder, IndexError, (text,))


METHODS: dict[str, Any] = {}  # methods of View that `_loading_method` makes


@infer_getattr
class _GameFields(AttributeTemplate):
    key = ViewType

    def generic_resolve(self, typ: Any, attr: str) -> Any:  # type: ignore[override]
        if attr in BEST_SET:
            return None
        return types.int64 if attr in GAME_WORDS else METHODS.get(attr, lambda _: None)(typ)


@lower_getattr_generic(ViewType)
def _load_game_field(context: Any, builder: Any, typ: Any, value: Any, attr: str) -> Any:
    if attr not in GAME_WORDS:  # a method: the value is the pointer itself
        return value
    return _load(builder, value, ir.Constant(WORD, GAME_WORDS[attr]))


@infer_getattr
class _ActionFields(AttributeTemplate):
    key = ActionType

    def generic_resolve(self, typ: Any, attr: str) -> Any:  # type: ignore[override]
        return types.int64 if attr in ACTION_WORDS and attr not in BEST_SET else None


@lower_getattr_generic(ActionType)
def _load_action_field(context: Any, builder: Any, typ: Any, value: Any, attr: str) -> Any:
    action = cgutils.create_struct_proxy(typ)(context, builder, value=value)
    return _load(builder, action.state, builder.add(action.offset, ir.Constant(WORD, ACTION_WORDS[attr])))


def _loading_method(name: str, generate: Any, result: Any) -> None:
    """Give View a method of one number, whose code is `generate(context, builder, view, number)`."""
    key = f"scryworth.View.{name}"

    class Method(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 1 and not kws and isinstance(args[0], types.Integer | types.IntegerLiteral):
                return signature(result, types.int64, recvr=self.this)  # type: ignore[attr-defined]
            return None

    Method.key = key  # type: ignore[attr-defined]
    METHODS[name] = lambda typ: types.BoundFunction(Method, typ)

    @lower_builtin(key, ViewType, types.Integer)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return generate(context, builder, args[0], args[1])


def _kind_word(offset: int, flag: int = 0) -> Any:
    """Code of a method of a card: a word of a table by kind, or whether a bit of it is set."""

    def generate(context: Any, builder: Any, view: Any, card: Any) -> Any:
        _refuse_outside(context, builder, card, ir.Constant(WORD, at.KINDS), contract.NO_SUCH_CARD)
        word = _load(builder, view, builder.add(card, ir.Constant(WORD, offset)))
        if not flag:
            return word
        return builder.icmp_unsigned("!=", builder.and_(word, ir.Constant(WORD, flag)), ir.Constant(WORD, 0))

    return generate


def _look_card(context: Any, builder: Any, view: Any, number: Any) -> Any:
    _refuse_outside(context, builder, number, _load(builder, view, ir.Constant(WORD, at.LOOKED)), contract.NO_SUCH_LOOK)
    return _load(builder, view, builder.add(number, ir.Constant(WORD, at.LOOK_CARD)))


for _name, _offset in KIND_WORDS.items():
    _loading_method(_name, _kind_word(_offset), types.int64)
for _name, _flag in KIND_FLAGS.items():
    _loading_method(_name, _kind_word(at.K_FLAGS, _flag), types.boolean)
_loading_method("look_card", _look_card, types.int64)


# ---- a whole look: `cards` and `out` of scry_look rules ------------------------------------------------------------
class LookCardsType(Pointer):
    """The cards of the present look, in the order seen."""


class LookRanksType(Pointer):
    """The ranks a whole-look rule fills in."""


LookCards = LookCardsType("scryworth.LookCards")
LookRanks = LookRanksType("scryworth.LookRanks")
for _type in (LookCardsType, LookRanksType):
    register_model(_type)(_PointerModel)


@intrinsic
def look_cards(typingctx: Any, view: Any) -> Any:
    """The present look as a row of kinds."""
    target, generate = _cast(LookCards)
    return target(view), generate


@intrinsic
def look_ranks(typingctx: Any, view: Any) -> Any:
    """The ranks of the present look as a row of float64."""
    target, generate = _cast(LookRanks)
    return target(view), generate


def _look_place(context: Any, builder: Any, look: Any, number: Any, offset: int) -> Any:
    _refuse_outside(context, builder, number, _load(builder, look, ir.Constant(WORD, at.LOOKED)), contract.NO_SUCH_LOOK)
    return builder.gep(look, [builder.add(number, ir.Constant(WORD, offset))], inbounds=True)


@infer_global(operator.getitem)
class _LookGet(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], LookCardsType | LookRanksType) and isinstance(args[1], types.Integer):
            result = types.int64 if isinstance(args[0], LookCardsType) else types.float64
            return signature(result, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _LookSet(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 3 and isinstance(args[0], LookRanksType) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, types.float64)
        return None


@infer_global(len)
class _LookLength(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], LookCardsType | LookRanksType):
            return signature(types.int64, args[0])
        return None


@lower_builtin(operator.getitem, LookCardsType, types.Integer)
def _cards_get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_look_place(context, builder, args[0], args[1], at.LOOK_CARD))


@lower_builtin(operator.getitem, LookRanksType, types.Integer)
def _ranks_get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.bitcast(builder.load(_look_place(context, builder, args[0], args[1], at.LOOK_RANK)), ir.DoubleType())


@lower_builtin(operator.setitem, LookRanksType, types.Integer, types.Float)
def _ranks_set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    place = _look_place(context, builder, args[0], args[1], at.LOOK_RANK)
    builder.store(builder.bitcast(args[2], WORD), place)
    return context.get_dummy_value()


@lower_builtin(len, LookCardsType)
@lower_builtin(len, LookRanksType)
def _look_length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _load(builder, args[0], ir.Constant(WORD, at.LOOKED))
