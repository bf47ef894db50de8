"""The main loop (F13.3): which actions there are, which the play rule wants, doing it, until it wants none."""

from __future__ import annotations

# isort: off
from analyzer.contract import actions
from analyzer.contract.status import ACTION_BUDGET, TOO_MANY_ACTIONS
from analyzer.kernel import goals, mana
from analyzer.kernel._jit import helper, within
from analyzer.kernel.bits import copy_words, ctz, drop_lowest, lshr, unlikely
from analyzer.kernel.casting import activate, cast, play_land
from analyzer.kernel.layout import (
    A_CARD, A_DRAW, A_IN_BEST_SET, A_KIND, A_LANDS, A_LINE, A_MANA, A_NEXT, A_ROW, A_SCRY, A_STEADY, A_TAPPED,
    A_TURN_MANA, A_X, ACTION, ACTION_STRIDE, ACTIONS, ACTIONS_THIS_TURN, ALWAYS, B_ANSWER, B_BITS, B_CLASSES, B_COPIES, B_ROOM, B_SLACK, BEST, BEST_BITS, BEST_CUT, BEST_MANA, BEST_STRIDE, CASTABLE,
    CHANGED, CLASS_BITS, COST_CLASS, DECISIONS, F_LEGENDARY, F_VANILLA, HAND, HAND_SIZE, INSTANTS0, INSTANTS1, K_FLAGS, L_KIND,
    KINDS_N,
    K_LINE_COUNT, K_LINE_FIRST, K_TAPPED, KIND_SET, L_DISCARD, L_FLAGS, L_LIFE, L_MANA, L_NEED, L_TARGET, L_X_FACTOR,
    L_X_MAX, LAND_DROPS_LEFT, LAND_PLAYED, LAND_READ, LAND_RECORD, LANDS0, LANDS_IN_HAND, LF_HELD, LF_INSTANT_SPEED,
    LF_MANA_ONLY, LIFE, LINE, LINE_STRIDE, LINES_DUE, MANA_LEFT, MASK_HAND0, MASK_HAND1, MASK_PLAY0, MASK_PLAY1,
    MAX_ACTIONS, MAX_ACTIONS_A_TURN, MAX_ITEMS, MOST_MANA, NEVER, NOT_COMPUTED, OVER, PLAIN_LINES, PLAN_WORDS_N,
    PLAY, RECORD, SCORE, SCORED_LINES, SCORED_TURNS, STATUS, SYSTEMS, TURN, UNLESS_LIFE, WITH_LAND, X_NEED,
)  # fmt: skip
from analyzer.kernel.mana_layout import M_DUE, MAX_UNITS, SLACK
from analyzer.kernel.mana_vectors import HIGH, covers, least_bytes
from analyzer.kernel.permanents import SHOCK_LIFE, enters_tapped
from analyzer.kernel.pointer import call_unit, load_float, store_float
from analyzer.kernel.rng import M1, M2, G
from analyzer.kernel.rule_layout import (
    MARK_BEST, RULE_LANDS_FIRST, RULE_PLAY, RULE_STEADY, UNIT_ABILITIES, UNIT_CHOICE, UNIT_COMBAT,
)  # fmt: skip
from analyzer.kernel.rules import ask
from analyzer.kernel.system_layout import (
    ABILITY_CHEAPEST, ABILITY_COUNT, ABILITY_FIRST, ABILITY_MASK, COMMAND0, COMMAND1, COUNT_LOOKS, OFFER, SYS_ABILITIES, SYS_COMBAT, WINDOW_MASK,
)  # fmt: skip
from analyzer.kernel.wrap import minus, plus, times
# isort: on

PASS_RECORD = ACTION + (MAX_ACTIONS - 2) * ACTION_STRIDE


@helper
def new_record(s, record):
    """Append a copy of the action record at this offset; the fields that depend on the moment are the caller's."""
    at = ACTION + s[ACTIONS] * ACTION_STRIDE
    if unlikely(s[ACTIONS] == MAX_ACTIONS - 2):
        s[STATUS] = TOO_MANY_ACTIONS
        return at
    s[ACTIONS] += 1
    copy_words(s, at, record, ACTION_STRIDE)
    return at


@within
def offer_land(s, kind):
    """Playing this land: once, or paying 2 life (line 0) and tapped (line 1)."""
    tapped = enters_tapped(s, kind)
    ways = 2 if s[K_TAPPED + kind] == UNLESS_LIFE and tapped == 0 else 1
    for way in range(ways):
        at = new_record(s, LAND_RECORD + kind * ACTION_STRIDE)
        s[at + A_LINE] = way
        s[at + A_X] = SHOCK_LIFE if ways == 2 and way == 0 else 0
        s[at + A_TAPPED] = tapped | way


@helper
def has_target(s, kinds):
    """Is a permanent of this kind set (offset of its masks) in play?"""
    return (s[MASK_PLAY0] & s[kinds]) | (s[MASK_PLAY1] & s[kinds + 1]) != 0


@helper
def set_highest_x(s, at, line, slack):
    """The highest X of a line that `slack` pays at X = 0, and its mana with that, into an action record."""
    x = min(s[line + L_X_MAX], (s[MANA_LEFT] - s[line + L_MANA]) // s[line + L_X_FACTOR]) if s[line + L_X_FACTOR] else 0
    while x > 0:
        mana.add_generic(s, line + L_NEED, x * s[line + L_X_FACTOR], X_NEED)
        if covers(s, slack, X_NEED):
            break
        x -= 1
    s[at + A_X], s[at + A_MANA] = max(x, 0), s[line + L_MANA] + max(x, 0) * s[line + L_X_FACTOR]


@helper
def other_costs_met(s, line):
    """May a line be cast whose mana can be paid?"""
    return (
        s[line + L_MANA] <= s[MANA_LEFT]
        and s[line + L_FLAGS] & LF_HELD == 0
        and s[line + L_LIFE] <= s[LIFE]
        and s[line + L_DISCARD] < s[HAND_SIZE] + (s[HAND + s[line + L_KIND]] == 0)  # a commander is not in hand
        and (s[line + L_TARGET] == 0 or has_target(s, KIND_SET + 2 * s[line + L_TARGET] - 2))
    )


@within
def offer_lines(s, kind, window):
    """Every line of this kind that can be cast now; in the opponent's turn those of instant speed only."""
    for row in range(s[K_LINE_FIRST + kind], s[K_LINE_FIRST + kind] + s[K_LINE_COUNT + kind]):
        line = LINE + row * LINE_STRIDE
        flags = s[line + L_FLAGS]
        if (
            covers(s, SLACK, line + L_NEED)
            and (flags & LF_MANA_ONLY or other_costs_met(s, line))
            and (window == 0 or flags & LF_INSTANT_SPEED)
        ):
            at = new_record(s, RECORD + row * ACTION_STRIDE)
            if flags & LF_MANA_ONLY == 0:
                set_highest_x(s, at, line, SLACK)


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
    s[LINES_DUE] = s[ACTIONS] > 0 and s[PLAIN_LINES] and s[RULE_LANDS_FIRST]
    if s[LINES_DUE] == 0:
        offer_all_lines(s, window)
    if s[SYSTEMS]:
        offer_systems(s, window)


@within
def find_set(s, lands):
    """The best set of the lines that are offered, after so many lands, where it is seen at once or was searched before.

    It is left to the choice unit where a card has several lines or costs more than mana, and for rules that may never
    ask.
    """
    need, cost, most, classes, copies, number, before = 0, 0, 0, 0, 0, 0, -1
    remembers = s[RULE_STEADY] != 0
    at, end = ACTION + lands * ACTION_STRIDE, ACTION + s[ACTIONS] * ACTION_STRIDE
    while at < end:
        kind, line = s[at + A_CARD], LINE + s[at + A_ROW] * LINE_STRIDE
        if kind == before or s[line + L_FLAGS] & LF_MANA_ONLY == 0:
            return
        before = kind
        more = s[HAND + kind]
        if s[K_FLAGS + kind] & F_LEGENDARY:
            more = 1 * (s[PLAY + kind] == 0)
        s[at + A_IN_BEST_SET] = more
        cost += more * s[at + A_MANA]
        most += more
        need = plus(need, times(more, s[line + L_NEED]))
        known = s[COST_CLASS + s[at + A_ROW]]
        remembers &= known > 0
        classes |= known << CLASS_BITS * number
        copies |= more << B_BITS * number
        number += 1
        at += ACTION_STRIDE
    if most <= 1:
        s[BEST_MANA], s[BEST_CUT] = cost, 0
    elif s[PLAN_WORDS_N] == 1 and most <= MAX_ITEMS:
        if cost <= s[MANA_LEFT] and minus(s[SLACK] | HIGH, need) & HIGH == HIGH:
            s[BEST_MANA], s[BEST_CUT] = cost, 0
        elif remembers and most < 1 << B_BITS and number <= B_ROOM and cost <= MAX_UNITS:
            # no set needs more than all lines together
            remembered_set(s, lands, classes, copies, least_bytes(s[SLACK], need))


@within
def remembered_set(s, lands, classes, copies, slack):
    """As `find_set`, from the table of sets that were searched; otherwise it is searched and put there."""
    number = lshr(times(plus(times(plus(times(classes, G), copies), M1), slack), M2), 64 - BEST_BITS)
    known = BEST + number * BEST_STRIDE
    first, end = ACTION + lands * ACTION_STRIDE, ACTION + s[ACTIONS] * ACTION_STRIDE
    if s[known + B_CLASSES] == classes and s[known + B_COPIES] == copies and s[known + B_SLACK] == slack:
        answer = s[known + B_ANSWER]
        s[BEST_MANA], s[BEST_CUT] = answer >> B_ROOM * B_BITS, 0
        while first < end:
            s[first + A_IN_BEST_SET] = answer & (1 << B_BITS) - 1
            answer >>= B_BITS
            first += ACTION_STRIDE
    else:
        call_unit(s[UNIT_CHOICE], s, MARK_BEST, 0)
        answer, place = s[BEST_MANA] << B_ROOM * B_BITS, 0
        while first < end:
            answer |= s[first + A_IN_BEST_SET] << place
            place += B_BITS
            first += ACTION_STRIDE
        s[known + B_CLASSES], s[known + B_COPIES], s[known + B_SLACK] = classes, copies, slack
        s[known + B_ANSWER] = answer


@helper
def affordable(s, kind):
    """Can the mana of an ability of this kind be paid?"""
    line = LINE + s[ABILITY_FIRST + kind] * LINE_STRIDE
    end = line + s[ABILITY_COUNT + kind] * LINE_STRIDE
    while line < end:
        if covers(s, SLACK, line + L_NEED):
            return True
        line += LINE_STRIDE
    return False


@helper
def usable(s, masks):
    """Is one of the kinds (offset of three mask words) in play, and mana for one of its abilities left?"""
    if s[MANA_LEFT] < s[ABILITY_CHEAPEST]:
        return False
    for part in range(3):
        mask = s[masks + part]
        if part < 2:
            mask &= s[MASK_PLAY0] if part == 0 else s[MASK_PLAY1]
        while mask:
            kind = 64 * part + ctz(mask)
            mask = drop_lowest(mask)
            if s[PLAY + kind] and affordable(s, kind):
                return True
    return False


@within
def offer_systems(s, window):
    """List what the rarer systems offer."""
    if s[SYSTEMS] & SYS_ABILITIES and usable(s, WINDOW_MASK if window else ABILITY_MASK):
        call_unit(s[UNIT_ABILITIES], s, OFFER, window)
    if s[SYSTEMS] & SYS_COMBAT:
        call_unit(s[UNIT_COMBAT], s, COUNT_LOOKS, 0)


@helper
def offer_all_lines(s, window):
    """List the lines that can be cast, after what is offered already."""
    first = s[ACTIONS]
    s[LINES_DUE] = 0
    s[BEST_MANA] = NOT_COMPUTED
    castable = CASTABLE + 2 * min(s[MANA_LEFT], MOST_MANA)
    for half in range(1 if s[KINDS_N] <= 64 else 2):
        mask = (s[MASK_HAND0 + half] | s[COMMAND0 + half]) & s[castable + half]
        if window:
            mask &= s[INSTANTS0 + half]
        if mask and s[M_DUE]:
            mana.finish_phase(s)
        while mask:
            offer_lines(s, 64 * half + ctz(mask), window)
            mask = drop_lowest(mask)
    find_set(s, first)


@helper
def still_offered(s, action):
    """After a cast that taught nothing: lines that are still payable stay offered, and the best set is the rest of it.

    Whatever set is payable now was payable together with what was cast, so no other set can have become better.
    """
    at, kept, lines = ACTION, ACTION, 0
    known = s[BEST_MANA] != NOT_COMPUTED and s[BEST_CUT] == 0 and s[action + A_IN_BEST_SET] > 0
    s[action + A_IN_BEST_SET] -= known
    s[BEST_MANA] = s[BEST_MANA] - s[action + A_MANA] if known else NOT_COMPUTED
    end = ACTION + s[ACTIONS] * ACTION_STRIDE
    while at < end and s[at + A_KIND] == actions.LINE:
        s[at + A_IN_BEST_SET] *= known
        if s[HAND + s[at + A_CARD]] and (
            s[at + A_IN_BEST_SET]
            or (s[at + A_MANA] <= s[MANA_LEFT] and mana.payable(s, LINE + s[at + A_ROW] * LINE_STRIDE + L_NEED))
        ):
            s[at + A_NEXT] = s[at + A_TURN_MANA] = NOT_COMPUTED
            if kept < at:
                copy_words(s, kept, at, ACTION_STRIDE)
            kept += ACTION_STRIDE
            lines += 1
        at += ACTION_STRIDE
    s[ACTIONS], s[CHANGED] = lines, 0
    if not known:
        find_set(s, 0)
    if s[SYSTEMS]:
        offer_systems(s, 0)


@within
def steady_score(s, at):
    """The rule's score of a line about which it answers alike until the turn is over: it is asked once a run."""
    if s[BEST_MANA] == NOT_COMPUTED:
        call_unit(s[UNIT_CHOICE], s, MARK_BEST, 0)
    place = SCORE + 2 * (s[TURN] * SCORED_LINES + s[at + A_ROW]) + (s[at + A_IN_BEST_SET] > 0)
    if unlikely(s[place] == NOT_COMPUTED):
        score = ask(s, RULE_PLAY, at)
        if s[STATUS]:
            return 0.0
        store_float(s, place, score)
    return load_float(s, place)


@helper
def choose(s, window):
    """The record with the highest score of the play rule, ties the first; 0 when it wants none of them."""
    best, top, at, end, land = 0, 0.0, ACTION, ACTION + s[ACTIONS] * ACTION_STRIDE, False
    asked = ALWAYS  # lines up to this (A_STEADY) are asked about anew
    if s[RULE_STEADY] and window == 0 and s[TURN] < SCORED_TURNS:
        asked = NEVER if s[LANDS_IN_HAND] or s[LAND_PLAYED] else WITH_LAND
    while at < end:
        kind = s[at + A_KIND]
        if not (land and kind == actions.LINE):
            score = steady_score(s, at) if s[at + A_STEADY] > asked else ask(s, RULE_PLAY, at)
            # lines that had to wait come before abilities all the same
            if score > top or (score == top and best and kind < s[best + A_KIND]):
                best, top = at, score
            land |= kind == actions.LAND and score > 0.0 and s[RULE_LANDS_FIRST] > 0
        at += ACTION_STRIDE
        if at == end and s[LINES_DUE] and not land:
            offer_all_lines(s, 0)
            end = ACTION + s[ACTIONS] * ACTION_STRIDE
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
        action = choose(s, window)
        if action == 0:
            return
        s[ACTIONS_THIS_TURN] += 1
        if unlikely(s[ACTIONS_THIS_TURN] > MAX_ACTIONS_A_TURN):
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
                if not (window or teaches) and s[PLAIN_LINES] and s[ACTION + A_KIND] == actions.LINE:
                    still_offered(s, action)
            else:
                activate(s, action)


@helper
def window(s):
    """The window in the opponent's turn, if there could be anything to do in it."""
    instants = CASTABLE + 2 * min(s[MANA_LEFT], MOST_MANA)
    mask0 = (s[MASK_HAND0] | s[COMMAND0]) & s[INSTANTS0] & s[instants]
    mask1 = (s[MASK_HAND1] | s[COMMAND1]) & s[INSTANTS1] & s[instants + 1]
    if mask0 | mask1 or (s[SYSTEMS] & SYS_ABILITIES and usable(s, WINDOW_MASK)):
        act(s, 1)
    else:
        s[ACTIONS] = s[CHANGED] = s[BEST_MANA] = s[LINES_DUE] = 0
