"""The main loop (F13.3): which actions there are, which the play rule wants, doing it, until it wants none."""

from __future__ import annotations

from analyzer.contract import actions
from analyzer.contract.status import ACTION_BUDGET, TOO_MANY_ACTIONS
from analyzer.kernel import goals, mana
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import ctz, drop_lowest
from analyzer.kernel.casting import activate, cast, play_land
from analyzer.kernel.layout import (
    A_CARD,
    A_DRAW,
    A_IN_BEST_SET,
    A_KIND,
    A_LANDS,
    A_LINE,
    A_LOYALTY,
    A_MANA,
    A_NEXT,
    A_OBJECT,
    A_ROW,
    A_SACRIFICES,
    A_SCRY,
    A_SORCERY,
    A_TAPPED,
    A_TURN_MANA,
    A_X,
    ACTION,
    ACTION_STRIDE,
    ACTIONS,
    ACTIONS_THIS_TURN,
    BEST_CUT,
    BEST_MANA,
    CASTABLE,
    CHANGED,
    DECISIONS,
    F_LEGENDARY,
    F_VANILLA,
    HAND,
    HAND_SIZE,
    INSTANTS0,
    K_DRAW,
    K_FLAGS,
    K_LINE_COUNT,
    K_LINE_FIRST,
    K_LOOK,
    K_TAPPED,
    KIND_SET,
    L_DISCARD,
    L_DRAWS,
    L_FLAGS,
    L_LANDS,
    L_LIFE,
    L_LOOK,
    L_MANA,
    L_NEED,
    L_TARGET,
    L_X_FACTOR,
    L_X_MAX,
    LAND_DROPS_LEFT,
    LAND_READ,
    LANDS0,
    LANDS_IN_HAND,
    LF_HELD,
    LF_INSTANT_SPEED,
    LIFE,
    LINE,
    LINE_STRIDE,
    LINES_DUE,
    MANA_LEFT,
    MASK_HAND0,
    MASK_PLAY0,
    MASK_PLAY1,
    MAX_ACTIONS,
    MAX_ACTIONS_A_TURN,
    MOST_MANA,
    NOT_COMPUTED,
    OVER,
    PLAIN,
    PLAY,
    STATUS,
    SYSTEMS,
    UNLESS_LIFE,
    X_NEED,
)  # fmt: skip
from analyzer.kernel.permanents import SHOCK_LIFE, enters_tapped, lives
from analyzer.kernel.pointer import call_unit
from analyzer.kernel.rule_layout import RULE_LANDS_FIRST, RULE_PLAY, UNIT_ABILITIES, UNIT_COMBAT
from analyzer.kernel.rules import ask
from analyzer.kernel.system_layout import COMMAND0, COUNT_LOOKS, OFFER, SYS_ABILITIES, SYS_COMBAT

PASS_RECORD = ACTION + (MAX_ACTIONS - 2) * ACTION_STRIDE


@helper
def new_record(s, kind, card, line):
    """Append an action record; its fields are the caller's to fill."""
    at = ACTION + s[ACTIONS] * ACTION_STRIDE
    if s[ACTIONS] == MAX_ACTIONS - 2:
        s[STATUS] = TOO_MANY_ACTIONS
        return at
    s[ACTIONS] += 1
    s[at + A_KIND], s[at + A_CARD], s[at + A_LINE], s[at + A_OBJECT] = kind, card, line, -1
    s[at + A_X] = s[at + A_MANA] = s[at + A_IN_BEST_SET] = s[at + A_TAPPED] = s[at + A_LANDS] = s[at + A_SACRIFICES] = 0
    s[at + A_LOYALTY], s[at + A_SORCERY] = -1, 0
    s[at + A_NEXT] = s[at + A_TURN_MANA] = NOT_COMPUTED
    return at


@within
def offer_land(s, kind):
    """Playing this land: once, or paying 2 life (line 0) and tapped (line 1)."""
    tapped = enters_tapped(s, kind)
    ways = 2 if s[K_TAPPED + kind] == UNLESS_LIFE and tapped == 0 else 1
    for way in range(ways):
        at = new_record(s, actions.LAND, kind, way)
        s[at + A_X] = SHOCK_LIFE if ways == 2 and way == 0 else 0
        s[at + A_TAPPED] = tapped | way
        s[at + A_SCRY], s[at + A_DRAW] = s[K_LOOK + kind], s[K_DRAW + kind]


@helper
def has_target(s, kinds):
    """Is a permanent of this kind set (offset of its masks) in play?"""
    return (s[MASK_PLAY0] & s[kinds]) | (s[MASK_PLAY1] & s[kinds + 1]) != 0


@helper
def highest_x(s, line):
    """The highest payable X of a line that is payable at X = 0."""
    x = min(s[line + L_X_MAX], (s[MANA_LEFT] - s[line + L_MANA]) // s[line + L_X_FACTOR])
    while x > 0:
        mana.add_generic(s, line + L_NEED, x * s[line + L_X_FACTOR], X_NEED)
        if mana.payable(s, X_NEED):
            return x
        x -= 1
    return 0


@within
def offer_lines(s, kind, window):
    """Every line of this kind that can be cast now; in the opponent's turn those of instant speed only."""
    first = s[K_LINE_FIRST + kind]
    for i in range(first, first + s[K_LINE_COUNT + kind]):
        line = LINE + i * LINE_STRIDE
        if (
            s[line + L_MANA] <= s[MANA_LEFT]
            and s[line + L_FLAGS] & LF_HELD == 0
            and (window == 0 or s[line + L_FLAGS] & LF_INSTANT_SPEED)
            and s[line + L_LIFE] <= s[LIFE]
            and s[line + L_DISCARD] < s[HAND_SIZE]
            and (s[line + L_TARGET] == 0 or has_target(s, KIND_SET + 2 * s[line + L_TARGET] - 2))
            and mana.payable(s, line + L_NEED)
        ):
            at = new_record(s, actions.LINE, kind, i - first)
            x = highest_x(s, line) if s[line + L_X_FACTOR] else 0
            s[at + A_ROW], s[at + A_X], s[at + A_MANA] = i, x, s[line + L_MANA] + x * s[line + L_X_FACTOR]
            s[at + A_SCRY], s[at + A_DRAW], s[at + A_LANDS] = s[line + L_LOOK], s[line + L_DRAWS], s[line + L_LANDS]


@helper
def offer(s, window):
    """List the actions of this moment in the order of F13.3.

    Lines may wait until no land is wanted, where the rule plays lands first and lines are alike at all times.
    """
    s[ACTIONS] = s[CHANGED] = 0
    s[BEST_MANA] = NOT_COMPUTED
    if window == 0 and s[LAND_DROPS_LEFT] > 0 and s[LANDS_IN_HAND]:
        for half in range(2):
            mask = s[MASK_HAND0 + half] & s[LANDS0 + half]
            while mask:
                offer_land(s, 64 * half + ctz(mask))
                mask = drop_lowest(mask)
    s[LINES_DUE] = s[ACTIONS] > 0 and s[PLAIN] and s[RULE_LANDS_FIRST]
    if s[LINES_DUE] == 0:
        offer_others(s, window)


@helper
def only_one(s, lands):
    """Of one line alone, after so many lands, and one copy nobody need ask which set is best."""
    only = ACTION + lands * ACTION_STRIDE
    if s[ACTIONS] == lands:
        s[BEST_MANA] = 0
        return
    alone = s[ACTIONS] == lands + 1 and s[only + A_KIND] == actions.LINE and s[HAND + s[only + A_CARD]] == 1
    if (
        alone
        and lives(s, only)
        and (s[K_FLAGS + s[only + A_CARD]] & F_LEGENDARY == 0 or s[PLAY + s[only + A_CARD]] == 0)
    ):
        s[only + A_IN_BEST_SET] = 1
        s[BEST_MANA] = s[only + A_MANA]


@helper
def offer_others(s, window):
    """List lines and what the rarer systems offer, after the lands."""
    lands = s[ACTIONS]
    s[LINES_DUE] = 0
    s[BEST_MANA] = NOT_COMPUTED
    castable = CASTABLE + 2 * min(s[MANA_LEFT], MOST_MANA)
    for half in range(2):
        mask = (s[MASK_HAND0 + half] | s[COMMAND0 + half]) & s[castable + half]
        if window:
            mask &= s[INSTANTS0 + half]
        while mask:
            offer_lines(s, 64 * half + ctz(mask), window)
            mask = drop_lowest(mask)
    if s[SYSTEMS]:
        if s[SYSTEMS] & SYS_ABILITIES:
            call_unit(s[UNIT_ABILITIES], s, OFFER, window)
        if s[SYSTEMS] & SYS_COMBAT:
            call_unit(s[UNIT_COMBAT], s, COUNT_LOOKS, 0)
    only_one(s, lands)


@helper
def still_offered(s, action):
    """After a cast that taught nothing: what is still payable stays offered, and the best set is the rest of it.

    Whatever set is payable now was payable together with what was cast, so no other set can have become better.
    """
    at, kept = ACTION, ACTION
    known = s[BEST_MANA] != NOT_COMPUTED and s[BEST_CUT] == 0 and s[action + A_IN_BEST_SET] > 0
    s[action + A_IN_BEST_SET] -= known
    s[BEST_MANA] = s[BEST_MANA] - s[action + A_MANA] if known else NOT_COMPUTED
    for _ in range(s[ACTIONS]):
        s[at + A_IN_BEST_SET] *= known
        if s[HAND + s[at + A_CARD]] and (
            s[at + A_IN_BEST_SET]
            or (s[at + A_MANA] <= s[MANA_LEFT] and mana.payable(s, LINE + s[at + A_ROW] * LINE_STRIDE + L_NEED))
        ):
            s[at + A_NEXT] = s[at + A_TURN_MANA] = NOT_COMPUTED
            if kept < at:
                for word in range(ACTION_STRIDE):
                    s[kept + word] = s[at + word]
            kept += ACTION_STRIDE
        else:
            s[ACTIONS] -= 1
        at += ACTION_STRIDE
    s[CHANGED] = 0
    only_one(s, 0)


@helper
def choose(s):
    """The record with the highest score of the play rule, ties the first; 0 when it wants none of them."""
    best, top, at, land = 0, 0.0, ACTION, False
    while True:
        if at == ACTION + s[ACTIONS] * ACTION_STRIDE and best == 0 and s[LINES_DUE]:
            offer_others(s, 0)
        if at == ACTION + s[ACTIONS] * ACTION_STRIDE:
            break
        if not (land and s[at + A_KIND] == actions.LINE):
            score = ask(s, RULE_PLAY, at)
            if score > top:
                best, top = at, score
                land = s[RULE_LANDS_FIRST] and s[at + A_KIND] == actions.LAND
        at += ACTION_STRIDE
    if best and s[RULE_LANDS_FIRST] == 0:
        s[PASS_RECORD + A_KIND], s[PASS_RECORD + A_CARD] = actions.PASS, -1
        if ask(s, RULE_PLAY, PASS_RECORD) > top:
            best = 0
    s[DECISIONS] += 1
    return best


@helper
def read_land(s):
    """The moment `land` of this turn, once."""
    if s[LAND_READ] == 0:
        s[LAND_READ] = 1
        goals.at_land(s)


@helper
def act(s, window):
    """Offer, ask and do until the play rule wants nothing more; what was offered stays valid while nothing changes."""
    while s[OVER] == 0 and s[STATUS] == 0:
        if s[CHANGED] or window:
            offer(s, window)
        if s[ACTIONS] == 0:
            return
        action = choose(s)
        if action == 0:
            return
        s[ACTIONS_THIS_TURN] += 1
        if s[ACTIONS_THIS_TURN] > MAX_ACTIONS_A_TURN:
            s[STATUS] = ACTION_BUDGET
            return
        if s[action + A_KIND] == actions.LAND:
            play_land(s, action)
            read_land(s)
        else:
            # before the first spell of the turn, unless it is cast to find a land; a fetch land is no spell
            fetches = s[action + A_LANDS] and s[action + A_KIND] == actions.ACTIVATE and s[action + A_MANA] == 0
            digs = s[action + A_SCRY] + s[action + A_DRAW] + s[action + A_LANDS] > 0
            if window == 0 and not fetches and not (digs and s[LANDS_IN_HAND] == 0):
                read_land(s)
            if s[action + A_KIND] == actions.LINE:
                teaches = s[K_FLAGS + s[action + A_CARD]] & F_VANILLA == 0
                cast(s, action)
                if not (window or teaches) and s[PLAIN] and s[ACTION + A_KIND] == actions.LINE:
                    still_offered(s, action)
            else:
                activate(s, action)
