"""Methods of the view that are more than a load: colours, what lands could pay, card sets, expressions, the coin."""

from __future__ import annotations

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, overload_attribute, overload_method

from analyzer.contract.view import NO_SUCH_CARD
from analyzer.kernel import rng
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import ctz, lshr
from analyzer.kernel.layout import (
    A_IN_BEST_SET,
    BEARER_POWER,
    BEST_MANA,
    F_LAND,
    FREE_MULLIGANS,
    HAND,
    HAND_SIZE_START,
    K_FLAGS,
    K_LINE_COUNT,
    K_LINE_FIRST,
    K_MANA_INDEX,
    K_MANA_VALUE,
    K_PRODUCES,
    KINDS,
    KINDS_N,
    L_NEED,
    LINE,
    LINE_STRIDE,
    LOOK_CARD,
    LOOK_RANK,
    LOOKED,
    MANA_WORDS,
    MASK_HAND0,
    MULLIGANS,
    NOT_COMPUTED,
    PLAY,
)  # fmt: skip
from analyzer.kernel.mana import add_vector, clear_vector, covers
from analyzer.kernel.mana_layout import (
    K_FINDS,
    MAX_UNITS,
    S_TYPES,
    S_UNITS,
    SET_OF_TYPES,
    SOURCE,
    SOURCE_STRIDE,
    UNIT_VECTOR,
)  # fmt: skip
from analyzer.kernel.pointer import ViewType, call_unit, state_behind
from analyzer.kernel.rule_layout import (
    CARD_SETS,
    CARD_SETS_N,
    COLOURS_NEEDED,
    EXPRESSION_ROWS_N,
    EXPRESSION_STRIDE,
    EXPRESSIONS,
    HAND_VECTOR,
    MARK_BEST,
    UNIT_CHOICE,
    UNIT_VIEW,
    X_IN_HAND,
    X_SOURCES,
    X_TEST,
    X_TRUE,
)  # fmt: skip
from analyzer.kernel.view import LAZY_ACTION_WORDS, ActionType

# Questions of the view unit: they need the mana code, which is compiled once there and not into every rule.
CASTABLE_NOW, CASTABLE_NEXT, ENTERS_TAPPED = range(3)
UNIT_METHODS = ("castable_now", "castable_next", "enters_tapped")
CHEAP = 3  # mana value up to which a card in hand holds on to its only source (SEMANTICS 5, bottom)


# ---- colours ----------------------------------------------------------------------------------------------------
@helper
def land_colours(s, without):
    """Types that lands in play or hand make, one copy of kind `without` left out (-1: none)."""
    made = 0
    for kind in range(s[KINDS_N]):
        if s[K_FLAGS + kind] & F_LAND and s[HAND + kind] + s[PLAY + kind] > (1 if kind == without else 0):
            made |= s[K_PRODUCES + kind]
    return made


@helper
def colours_wanted(s, most):
    """Types that nonland cards in hand of at most this mana value need."""
    wanted = 0
    for half in range(2):
        left = s[MASK_HAND0 + half]
        while left:
            kind = ctz(left) + 64 * half
            left &= left - 1
            if s[K_MANA_VALUE + kind] <= most and not s[K_FLAGS + kind] & F_LAND:
                wanted |= s[COLOURS_NEEDED + kind]
    return wanted


# ---- what lands and mana can pay ----------------------------------------------------------------------------------
@helper
def gather_lands(s, without):
    """Add up the units of the lands in hand and in play, one copy of kind `without` left out, into HAND_VECTOR.

    A fetch land counts as any land it may find.
    """
    clear_vector(s, HAND_VECTOR)
    for kind in range(s[KINDS_N]):
        copies = s[HAND + kind] + s[PLAY + kind] - (1 if kind == without else 0)
        if s[K_FINDS + kind] and copies > 0:
            if (s[HAND_VECTOR] & 127) + copies <= MAX_UNITS:
                add_vector(s, HAND_VECTOR, UNIT_VECTOR + s[SET_OF_TYPES + s[K_FINDS + kind]] * MANA_WORDS, copies)
        elif s[K_FLAGS + kind] & F_LAND and copies > 0 and s[K_MANA_INDEX + kind] >= 0:
            source = SOURCE + s[K_MANA_INDEX + kind] * SOURCE_STRIDE
            if (s[HAND_VECTOR] & 127) + copies * s[source + S_UNITS] <= MAX_UNITS:
                for unit in range(source + S_TYPES, source + S_TYPES + s[source + S_UNITS]):
                    add_vector(s, HAND_VECTOR, UNIT_VECTOR + s[SET_OF_TYPES + s[unit]] * MANA_WORDS, copies)


@helper
def lands_pay(s, kind):
    """Could the units in HAND_VECTOR pay some line of this kind?"""
    first = s[K_LINE_FIRST + kind]
    for line in range(first, first + s[K_LINE_COUNT + kind]):
        if covers(s, HAND_VECTOR, LINE + line * LINE_STRIDE + L_NEED):
            return True
    return False


@helper
def payable_from(s, kind):
    """Nonland cards in hand that the lands in hand and in play without one copy of this kind could still pay."""
    gather_lands(s, kind)
    found = 0
    for half in range(2):
        left = s[MASK_HAND0 + half]
        while left:
            other = ctz(left) + 64 * half
            left &= left - 1
            if not s[K_FLAGS + other] & F_LAND and lands_pay(s, other):
                found += s[HAND + other]
    return found


@helper
def payable_lands(s, kind):
    """Could the lands in hand and in play pay a line of this kind?"""
    gather_lands(s, -1)
    return lands_pay(s, kind)


# ---- the look, card sets, expressions, the coin ------------------------------------------------------------------
@helper
def kept_of(s, kind):
    """Copies of this kind kept so far in the present look (ranks above 0; ranks are 0 before they are asked for)."""
    kept = 0
    for place in range(s[LOOKED]):
        if s[LOOK_CARD + place] == kind and s[LOOK_RANK + place] > 0:  # a positive float64 is a positive word
            kept += 1
    return kept


@helper
def copies_in_hand(s, cards):
    """Cards in hand of the kinds in this mask pair."""
    found = 0
    for half in range(2):
        left = s[MASK_HAND0 + half] & s[cards + half]
        while left:
            found += s[HAND + ctz(left) + 64 * half]
            left &= left - 1
    return found


@helper
def sources_in_hand(s, types):
    """Lands in hand that can make one of these types."""
    found = 0
    for half in range(2):
        left = s[MASK_HAND0 + half]
        while left:
            kind = ctz(left) + 64 * half
            left &= left - 1
            if s[K_FLAGS + kind] & F_LAND and s[K_PRODUCES + kind] & types:
                found += s[HAND + kind]
    return found


@helper
def measured(s, op, a):
    """One number of an expression about the hand (rule_layout: X_...)."""
    if op == X_IN_HAND:
        return copies_in_hand(s, CARD_SETS + 2 * a)
    if op == X_SOURCES:
        return sources_in_hand(s, a)
    return s[a]


@helper
def holds(s, row):
    """Is the expression that begins at this row true? A test leads to lower rows, so it ends."""
    total = 0
    while row >= 0:
        here = EXPRESSIONS + row * EXPRESSION_STRIDE
        if s[here] == X_TEST:
            row = s[here + 3] if s[here + 1] <= total and total <= s[here + 2] else s[here + 4]
            total = 0
        else:
            total += measured(s, s[here], s[here + 1])
            row += 1
    return row == X_TRUE


# ---- answers ------------------------------------------------------------------------------------------------------
def as_number(answer):
    """A rule's answer as float64; True is 1 and False is 0 (generated entries call it)."""
    return float(answer)


@overload(as_number)
def _as_number(answer):
    if isinstance(answer, types.Boolean | types.BooleanLiteral):
        return lambda answer: 1.0 if answer else 0.0
    if isinstance(answer, types.Integer | types.IntegerLiteral | types.Float):
        return lambda answer: np.float64(answer)
    if isinstance(answer, types.Optional) and isinstance(answer.type, types.Number | types.Boolean):
        raise TypingError("rule answer: it returns a number on some paths and nothing on others")
    if isinstance(answer, types.NoneType):
        raise TypingError("rule answer: it returns nothing; a rule must return a number")
    raise TypingError(f"rule answer: it returns {answer}; a rule must return a number")


# ---- as methods -----------------------------------------------------------------------------------------------------
@helper
def checked(card):
    """The card, if there can be such a card."""
    if card < 0 or card >= KINDS:
        raise IndexError(NO_SUCH_CARD)
    return card


@helper
def castable_now(s, kind):
    """Is a line of this kind payable with the mana left? (kernel/view_unit.py)"""
    return call_unit(s[UNIT_VIEW], s, CASTABLE_NOW, kind) != 0


@helper
def castable_next(s, kind):
    """Is a line of this kind payable next turn with the lands in play and one more from hand? (kernel/view_unit.py)"""
    return call_unit(s[UNIT_VIEW], s, CASTABLE_NEXT, kind) != 0


@helper
def tapped(s, kind):
    """Would it enter tapped now? (kernel/view_unit.py)"""
    return call_unit(s[UNIT_VIEW], s, ENTERS_TAPPED, kind) != 0


@helper
def only_source(s, kind):
    """Does it make a colour that a cheap card in hand needs and that no other land in play or hand makes?"""
    return s[K_PRODUCES + kind] & colours_wanted(s, CHEAP) & ~land_colours(s, kind) != 0


@helper
def in_set(s, cards, kind):
    """Does the kind belong to this card set?"""
    if cards < 0 or cards >= s[CARD_SETS_N]:
        raise IndexError("game.in_set needs a card-set knob")
    return kind < 128 and lshr(s[CARD_SETS + 2 * cards + (kind >> 6)], kind & 63) & 1 != 0


@helper
def asked(s, row):
    """`holds` of an expression knob."""
    if row < 0 or row >= s[EXPRESSION_ROWS_N]:
        raise IndexError("game.holds needs an expression knob")
    return holds(s, row)


@helper
def free_mulligans_left(s):
    """Mulligans that would still cost no card."""
    return max(s[FREE_MULLIGANS] - s[MULLIGANS], 0)


@helper
def keep_size(s):
    """Cards this hand has when it is kept."""
    return max(s[HAND_SIZE_START] - max(s[MULLIGANS] - s[FREE_MULLIGANS], 0), 0)


@helper
def missing_colours(s):
    """Types that cards in hand need and no land in play or hand makes."""
    return colours_wanted(s, 1 << 30) & ~land_colours(s, -1)


def _of_game(name, ask):
    """A method without argument."""
    overload_method(ViewType, name)(lambda game: lambda game: ask(state_behind(game)))


def _of_card(name, ask):
    """A method of a card."""
    overload_method(ViewType, name)(lambda game, card: lambda game, card: ask(state_behind(game), checked(card)))


_of_game("land_colours", helper(lambda s: land_colours(s, -1)))
_of_game("coin", rng.coin)
_of_game("missing_colours", missing_colours)
for _name, _ask in (
    ("kept_of", kept_of), ("castable_now", castable_now), ("castable_next", castable_next),
    ("enters_tapped", tapped), ("payable_lands", payable_lands), ("payable_from", payable_from),
    ("only_source", only_source),
):  # fmt: skip
    _of_card(_name, _ask)
overload_method(ViewType, "holds")(lambda game, knob: lambda game, knob: asked(state_behind(game), knob))
overload_method(ViewType, "in_set")(
    lambda game, knob, card: lambda game, knob, card: in_set(state_behind(game), knob, checked(card))
)


@helper
def worked_out(s, action, field):
    """A field of an action that is worked out when it is first asked for (kernel/unit_choice.py)."""
    if s[action + field] == NOT_COMPUTED:
        call_unit(s[UNIT_CHOICE], s, action, 0)
    return s[action + field]


def _of_action(name, field):
    """An attribute of Action that is worked out on demand."""
    overload_attribute(ActionType, name)(lambda action: lambda action: worked_out(action._state, action._offset, field))


@helper
def best_mana(s):
    """Mana that the best set spends; the set is marked when somebody first asks for it (kernel/unit_choice.py)."""
    if s[BEST_MANA] == NOT_COMPUTED:
        call_unit(s[UNIT_CHOICE], s, MARK_BEST, 0)
    return s[BEST_MANA]


@helper
def in_best_set(s, action):
    """1 if the action belongs to the best set, else 0."""
    best_mana(s)
    return 1 if s[action + A_IN_BEST_SET] > 0 else 0


overload_attribute(ViewType, "best_mana")(lambda game: lambda game: best_mana(state_behind(game)))
overload_attribute(ActionType, "in_best_set")(lambda action: lambda action: in_best_set(action._state, action._offset))
for _name, _field in LAZY_ACTION_WORDS.items():
    _of_action(_name, _field)
overload_attribute(ViewType, "free_mulligans_left")(lambda game: lambda game: free_mulligans_left(state_behind(game)))
# The word is the power plus 1, so that a game that begins with zeroes has no bearer.
overload_attribute(ViewType, "bearer_power")(lambda game: lambda game: state_behind(game)[BEARER_POWER] - 1)
overload_attribute(ViewType, "keep_size")(lambda game: lambda game: keep_size(state_behind(game)))
