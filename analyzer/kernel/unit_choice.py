"""The choice unit: the set of castable lines that spends most mana, and what playing a land first would allow.

A set is better when it spends more mana; then by what it casts (SEMANTICS 5): permanents that look or draw every turn,
creatures, other permanents, look and draw spells, the rest, by the number of each in this order; then the set that
holds the earlier actions. Sets are built action by action, taking before leaving, and cut where even all later ones
could not make it better, so that the first best set found is the answer.
"""

from __future__ import annotations

from analyzer.contract import actions, moments
from analyzer.kernel import mana
from analyzer.kernel._jit import entry, helper, within
from analyzer.kernel.bits import ctz, drop_lowest, highest
from analyzer.kernel.layout import (
    A_CARD,
    A_IN_BEST_SET,
    A_KIND,
    A_MANA,
    A_NEXT,
    A_ROW,
    A_TAPPED,
    A_TURN_MANA,
    A_X,
    ACTION,
    ACTION_STRIDE,
    ACTIONS,
    BEST_CUT,
    BEST_MANA,
    CASTABLE,
    CHOICES_CUT,
    F_LEGENDARY,
    HAND,
    HAND_SIZE,
    I_FIRST,
    I_KIND,
    I_NEED,
    I_RECORD,
    I_VALUE,
    ITEM_STRIDE,
    ITEMS,
    K_FLAGS,
    K_LINE_COUNT,
    K_LINE_FIRST,
    K_MANA_INDEX,
    L_FLAGS,
    L_MANA,
    L_NEED,
    L_TIE,
    L_X_FACTOR,
    LF_HELD,
    LINE,
    LINE_STRIDE,
    LINES_DUE,
    MANA_LEFT,
    MASK_HAND0,
    MAX_ACTIONS,
    MAX_ITEMS,
    MOST_MANA,
    NOT_COMPUTED,
    PLAIN_LINES,
    PLAN_WORDS_N,
    PLAY,
    REST,
    STEP,
    TRIED_NEED,
)  # fmt: skip
from analyzer.kernel.mana_layout import K_FINDS, K_FINDS_NOW, M_LAND_UNITS, S_UNITS, SLACK, SOURCE, SOURCE_STRIDE, WORK
from analyzer.kernel.mana_vectors import HIGH, clear_vector, copy_vector, covers
from analyzer.kernel.permanents import lives
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.system_layout import COMMAND0, COMMANDERS_N
from analyzer.kernel.wrap import minus, plus, times

VALUE_SHIFT = 40
NO_CARD = ACTION + (MAX_ACTIONS - 1) * ACTION_STRIDE  # record that stands for no card of the hand
TIE_BITS = (1 << VALUE_SHIFT) - 1


@helper
def copies(s, kind):
    """Copies of this kind in hand that are worth casting: of a legend one, and none beside one in play."""
    if s[K_FLAGS + kind] & F_LEGENDARY:
        return 1 if s[PLAY + kind] == 0 else 0
    return s[HAND + kind]


@helper
def add_item(s, count, record, kind, row, x):
    """Append an item; of more than MAX_ITEMS the cheapest is dropped. Returns how many there are."""
    at, line = ITEMS + count * ITEM_STRIDE, LINE + row * LINE_STRIDE
    generic = x * s[line + L_X_FACTOR]
    s[at + I_RECORD], s[at + I_KIND], s[at + I_NEED] = record, kind, line + L_NEED
    s[at + I_VALUE] = (s[line + L_MANA] + generic << VALUE_SHIFT) + s[line + L_TIE]
    s[at + I_FIRST] = s[line + L_NEED] + min(generic, 127 - (s[line + L_NEED] & 127))
    if count < MAX_ITEMS:
        return count + 1
    s[CHOICES_CUT] += 1
    s[BEST_CUT] = 1
    cheapest = MAX_ITEMS
    for i in range(MAX_ITEMS):
        if s[ITEMS + i * ITEM_STRIDE + I_VALUE] < s[ITEMS + cheapest * ITEM_STRIDE + I_VALUE]:
            cheapest = i
    for word in range(cheapest * ITEM_STRIDE, MAX_ITEMS * ITEM_STRIDE):
        s[ITEMS + word] = s[ITEMS + word + ITEM_STRIDE]
    return count


@helper
def items_of_actions(s, but):
    """Items of the LINE actions offered now, one for each copy in hand, one copy less of the record `but`."""
    count = 0
    for i in range(s[ACTIONS]):
        at = ACTION + i * ACTION_STRIDE
        if s[at + A_KIND] == actions.LINE and lives(s, at):
            kind = s[at + A_CARD]
            for _ in range(copies(s, kind) - (1 if but and s[but + A_CARD] == kind else 0)):
                count = add_item(s, count, at, kind, s[at + A_ROW], s[at + A_X])
    return count


@helper
def units_of(s, land, finds):
    """Mana units that a land of this kind adds; `finds`: what fetch lands may find (K_FINDS or K_FINDS_NOW)."""
    if s[finds + land]:
        return 1
    index = s[K_MANA_INDEX + land]
    return s[SOURCE + index * SOURCE_STRIDE + S_UNITS] if index >= 0 else 0


@helper
def prepare(s, land):
    """Let `enough` ask about one more land of this kind, untapped (-1: none)."""
    if land < 0:
        mana.left(s)
    else:
        mana.one_more_land(s, land)


@helper
def enough(s, land, need):
    """Is the need payable, with the land that was prepared?"""
    return covers(s, SLACK if land < 0 else WORK, need)


@helper
def items_of_hand(s, land):
    """Items of everything in hand that is payable with one more land of this kind (-1: none), X counted as 0."""
    count = 0
    most = s[MANA_LEFT] + (0 if land < 0 else units_of(s, land, K_FINDS_NOW))
    castable = CASTABLE + 2 * min(most, MOST_MANA)
    for half in range(2):
        mask = (s[MASK_HAND0 + half] | s[COMMAND0 + half]) & s[castable + half]
        while mask:
            kind = 64 * half + ctz(mask)
            mask = drop_lowest(mask)
            for i in range(s[K_LINE_FIRST + kind], s[K_LINE_FIRST + kind] + s[K_LINE_COUNT + kind]):
                line = LINE + i * LINE_STRIDE
                if s[line + L_MANA] <= most and s[line + L_FLAGS] & LF_HELD == 0 and enough(s, land, line + L_NEED):
                    for _ in range(copies(s, kind)):
                        count = add_item(s, count, -1, kind, i, 0)
    return count


@within
def seen_at_once(s, slack, but):
    """Most mana that lines of the hand, one copy less of the record `but`, can spend on top of what is tried, or -1.

    -1 leaves it to a search. None is needed where one line takes all mana, or everything payable is payable together.
    """
    have, need, spent = minus(s[slack], s[TRIED_NEED]), 0, 0
    if s[PLAN_WORDS_N] > 1 or s[HAND_SIZE] > MAX_ITEMS or s[COMMANDERS_N]:
        return -1
    castable = CASTABLE + 2 * min(have & 127, MOST_MANA)
    for half in range(2):
        mask = s[MASK_HAND0 + half] & s[castable + half]
        while mask:
            kind = 64 * half + ctz(mask)
            mask = drop_lowest(mask)
            line = LINE + s[K_LINE_FIRST + kind] * LINE_STRIDE
            if s[K_LINE_COUNT + kind] != 1 or s[line + L_FLAGS] & LF_HELD:
                return -1
            one = s[line + L_NEED]
            if minus(have | HIGH, one) & HIGH == HIGH:
                number = copies(s, kind) - (1 if but and s[but + A_CARD] == kind else 0)
                if number > 0 and one & 127 == have & 127:
                    return one & 127
                need = plus(need, times(number, one))
                spent += number * (one & 127)
    return spent if spent <= have & 127 and minus(have | HIGH, need) & HIGH == HIGH else -1


@helper
def copy_left(s, i, but, taken):
    """Is a copy left for item i beside those taken? Items of a kind follow each other."""
    kind = s[ITEMS + i * ITEM_STRIDE + I_KIND]
    used, j = 0, i - 1
    while j >= 0 and s[ITEMS + j * ITEM_STRIDE + I_KIND] == kind:
        used += taken >> j & 1
        j -= 1
    return used < copies(s, kind) - (1 if but and s[but + A_CARD] == kind else 0)


@helper
def add_rest(s, item, times):
    """Add the words of an item's need after the first to those tried, or take them away."""
    for word in range(1, s[PLAN_WORDS_N]):
        s[TRIED_NEED + word] += times * s[s[item + I_NEED] + word]


@helper
def rest_covers(s, slack, item):
    """As `mana_vectors.covers`, for the words after the first of what is tried and this item."""
    for word in range(1, s[PLAN_WORDS_N]):
        if minus(s[slack + word] | HIGH, s[TRIED_NEED + word] + s[s[item + I_NEED] + word]) & HIGH != HIGH:
            return False
    return True


@helper
def all_fit(s, count, slack, need):
    """Is everything payable together, `need` being its first word (the usual case early in a game)?"""
    if minus(s[slack] | HIGH, need) & HIGH != HIGH:
        return False
    for word in range(1, s[PLAN_WORDS_N]):
        total = s[TRIED_NEED + word]
        for item in range(ITEMS, ITEMS + count * ITEM_STRIDE, ITEM_STRIDE):
            total += s[s[item + I_NEED] + word]
        if minus(s[slack + word] | HIGH, total) & HIGH != HIGH:
            return False
    return True


@helper
def best_set(s, count, land, but, mark):
    """Value of the best set of `count` items on top of the need that is tried; with `mark` its actions are marked."""
    value, pips, need = 0, s[TRIED_NEED] & 127, s[TRIED_NEED]
    alike, shared = 0, False  # items that are another copy of the one before; a kind's copies have several lines
    kind, line = -1, 0
    for i in range(count):
        item = ITEMS + i * ITEM_STRIDE
        if s[item + I_KIND] == kind:
            alike |= (s[item + I_NEED] == line) << i
            shared |= s[item + I_NEED] != line
        kind, line = s[item + I_KIND], s[item + I_NEED]
        value += s[item + I_VALUE]
        pips += s[item + I_FIRST] & 127
        need = plus(need, s[item + I_FIRST])
    slack = SLACK if land < 0 else WORK
    if not shared and (count == 0 or (count == 1 and but == 0) or (pips <= 127 and all_fit(s, count, slack, need))):
        if mark:
            mark_taken(s, (1 << count) - 1)
        return value
    limit = s[MANA_LEFT] + (0 if land < 0 else units_of(s, land, K_FINDS_NOW)) - (s[TRIED_NEED] & 127)
    return search(s, count, slack, but, mark, shared, alike, limit)


@helper
def search(s, count, slack, but, mark, shared, alike, limit):
    """As `best_set`, trying sets in turn: bit i of `taken` is item i. Without `mark` only mana counts, up to `limit`."""
    ties = -1 if mark else ~TIE_BITS
    s[REST + count] = 0
    for i in range(count - 1, -1, -1):
        s[REST + i] = s[REST + i + 1] + (s[ITEMS + i * ITEM_STRIDE + I_VALUE] & ties)
    best, chosen, value, taken, i = 0, 0, 0, 0, 0
    need, have = s[TRIED_NEED], s[slack] | HIGH
    while True:
        reach = value + s[REST + i]
        if reach >> VALUE_SHIFT > limit:
            reach = (limit << VALUE_SHIFT) + (reach & TIE_BITS)
        if i < count and reach > best:
            item = ITEMS + i * ITEM_STRIDE
            more = s[item + I_FIRST]
            if (
                (need & 127) + (more & 127) <= 127
                and minus(have, plus(need, more)) & HIGH == HIGH
                and (alike >> i & 1 == 0 or taken >> (i - 1) & 1)
                and not (shared and not copy_left(s, i, but, taken))
                and rest_covers(s, slack, item)
            ):
                taken |= 1 << i
                value += s[item + I_VALUE] & ties
                need = plus(need, more)
                add_rest(s, item, 1)
            i += 1
        else:
            if i == count and value > best:
                best, chosen = value, taken
                if not mark and best >> VALUE_SHIFT >= limit:
                    break
            if taken == 0:
                break
            i = highest(taken)  # leave what was taken last
            item = ITEMS + i * ITEM_STRIDE
            taken ^= 1 << i
            value -= s[item + I_VALUE] & ties
            need = minus(need, s[item + I_FIRST])
            add_rest(s, item, -1)
            i += 1
    if mark and best:
        mark_taken(s, chosen)
    return best


@helper
def mark_taken(s, taken):
    """Count in each action its copies in the set that is taken."""
    for i in range(s[ACTIONS]):
        s[ACTION + i * ACTION_STRIDE + A_IN_BEST_SET] = 0
    while taken:
        s[s[ITEMS + ctz(taken) * ITEM_STRIDE + I_RECORD] + A_IN_BEST_SET] += 1
        taken = drop_lowest(taken)


@helper
def start_from(s, need):
    """What is tried at first: nothing, or (need not 0) what must be paid before all else."""
    if need:
        copy_vector(s, TRIED_NEED, need)
    else:
        clear_vector(s, TRIED_NEED)


@helper
def find_best(s):
    """Mark the best set and note BEST_MANA; where lines are not offered yet only the latter."""
    s[BEST_CUT] = 0
    prepare(s, -1)
    start_from(s, 0)
    if s[LINES_DUE]:
        spent = seen_at_once(s, SLACK, 0)
        value = spent << VALUE_SHIFT if spent >= 0 else best_set(s, items_of_hand(s, -1), -1, 0, False)
    else:
        value = best_set(s, items_of_actions(s, 0), -1, 0, True)
    s[BEST_MANA] = value >> VALUE_SHIFT


@helper
def turn_mana(s, record):
    """Most mana that lines of the hand can spend this turn when this action is done first."""
    if s[record + A_KIND] == actions.LAND:
        start_from(s, 0)
        if s[record + A_TAPPED]:
            if s[BEST_MANA] == NOT_COMPUTED:
                find_best(s)
            return s[BEST_MANA]
        prepare(s, s[record + A_CARD])
        spent = seen_at_once(s, WORK, 0)
        return (
            spent
            if spent >= 0
            else best_set(s, items_of_hand(s, s[record + A_CARD]), s[record + A_CARD], 0, False) >> VALUE_SHIFT
        )
    line = LINE + s[record + A_ROW] * LINE_STRIDE
    prepare(s, -1)
    mana.add_generic(s, line + L_NEED, s[record + A_X] * s[line + L_X_FACTOR], TRIED_NEED)
    but = record
    if s[record + A_KIND] != actions.LINE:  # no card of the hand is used up
        but, s[NO_CARD + A_CARD] = NO_CARD, -1
    spent = seen_at_once(s, SLACK, but) if s[PLAIN_LINES] and s[STEP] != moments.OPP else -1
    if spent >= 0:
        return s[record + A_MANA] + spent
    count = items_of_hand(s, -1) if s[LINES_DUE] else items_of_actions(s, but)
    return s[record + A_MANA] + (best_set(s, count, -1, but, False) >> VALUE_SHIFT)


@helper
def next_payable(s, land):
    """Cards in hand that are payable next turn with the lands in play and one more land of this kind."""
    found = 0
    mana.next_turn(s, land)
    castable = CASTABLE + 2 * min(s[M_LAND_UNITS] + units_of(s, land, K_FINDS), MOST_MANA)
    for half in range(2):
        mask = s[MASK_HAND0 + half] & s[castable + half]
        while mask:
            kind = 64 * half + ctz(mask)
            mask = drop_lowest(mask)
            line = LINE + s[K_LINE_FIRST + kind] * LINE_STRIDE
            end = line + s[K_LINE_COUNT + kind] * LINE_STRIDE
            while line < end:  # `range` would count its turns first
                if covers(s, WORK, line + L_NEED):
                    found += s[HAND + kind]
                    break
                line += LINE_STRIDE
    return found


@entry(UNIT_SIGNATURE, vectorize=False)
def choice(s, record, _):
    """Fill in the lazy fields of an action record; of no record (-1): mark the best set and note BEST_MANA."""
    if record < 0:
        find_best(s)
    else:
        kind = s[record + A_KIND]
        s[record + A_TURN_MANA] = turn_mana(s, record) if kind <= actions.TOKEN else 0
        s[record + A_NEXT] = next_payable(s, s[record + A_CARD]) if kind == actions.LAND else 0
    return 0
