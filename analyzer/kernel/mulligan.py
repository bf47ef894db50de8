"""The opening: deals, bottoming, keep questions under four mulligan rules, start positions (F13.1)."""

from __future__ import annotations

from analyzer.contract import events, reasons
from analyzer.contract.status import TOO_MANY_DEALS
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import copy_words, unlikely
from analyzer.kernel.layout import (
    BOTTOM_FIRST,
    BOTTOM_QUEUE,
    DEAL,
    DEAL_WORDS,
    DECISIONS,
    F_LAND,
    FIRST_SEVEN_LANDS,
    FREE_MULLIGANS,
    HAD,
    HAND,
    HAND_SIZE,
    HAND_SIZE_START,
    K_FLAGS,
    K_UNSEEN,
    KEPT_CARDS,
    KEPT_LANDS_HAND,
    KINDS_N,
    KNOWN_BOTTOM,
    LANDS_HAD,
    LANDS_IN_HAND,
    LIBRARY_SIZE,
    LIST_ORDER,
    LONDON,
    MARK_BOTTOMED,
    MASK_HAND0,
    MASK_HAND1,
    MAX_DEALS,
    MULLIGAN_RULE,
    MULLIGANS,
    NO_MULLIGAN,
    ORDER,
    ORDER_MADE,
    ORDER_NEXT,
    ORDER_SIZE,
    RULES_REGION,
    SCALARS_END,
    SLOT_KIND,
    SLOT_START,
    SLOTS_N,
    START_BOTTOM_N,
    START_FIELD_N,
    START_FIXED_HAND,
    START_HAND_LANDS,
    START_HAND_N,
    START_HAND_OTHERS,
    START_LIBRARY,
    START_LIST,
    START_RANDOM_HAND,
    START_TOP_N,
    START_UNSEEN,
    START_UNSEEN_LANDS,
    STATUS,
    TOP_OF,
    UNSEEN,
    UNSEEN_LANDS,
    UNSEEN_OF,
    VANCOUVER,
    WHERE,
)  # fmt: skip
from analyzer.kernel.library import (
    DEAL_CLASS,
    WRAP,
    bring_back,
    compact,
    count_unseen,
    draw_card,
    forced_row,
    hand_add,
    hand_remove,
    leave,
    look,
    push_bottom,
    push_top,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.looks import place_look, rank
from analyzer.kernel.pointer import call_keep
from analyzer.kernel.rng import open_stream
from analyzer.kernel.rule_layout import (
    RULE_BOTTOM,
    RULE_KEEP,
    RULE_MULL_LOOK,
    RULE_MULL_LOOK_WHOLE,
    RULE_RUNNING,
    RULE_SCRY,
    RULE_SCRY_LOOK,
)  # fmt: skip
from analyzer.kernel.rules import COMPULSORY, best_kind, nonsense


@helper
def new_deal(s):
    """All cards of the list lie in the library, in a new hidden order."""
    event(s, events.DEAL, s[DEAL], 0, 0)
    for word in range(DEAL_WORDS, SCALARS_END):
        s[word] = 0
    for kind in range(s[KINDS_N]):
        s[UNSEEN_OF + kind] = s[K_UNSEEN + kind]
        s[HAND + kind] = s[HAD + kind] = s[TOP_OF + kind] = 0
    copy_words(s, WHERE, SLOT_START, s[SLOTS_N])
    copy_words(s, ORDER, LIST_ORDER, s[SLOTS_N])
    s[LIBRARY_SIZE], s[UNSEEN], s[UNSEEN_LANDS] = s[START_LIBRARY], s[START_UNSEEN], s[START_UNSEEN_LANDS]
    s[ORDER_MADE] = s[ORDER_NEXT] = 0
    s[ORDER_SIZE] = s[SLOTS_N]
    open_stream(s, DEAL_CLASS + s[DEAL])
    forced_row(s)
    bottom = START_LIST + s[START_HAND_N] + s[START_FIELD_N] + s[START_TOP_N]
    for place in range(s[START_BOTTOM_N]):
        push_bottom(s, s[bottom + place])


@helper
def take_hand(s, cards):
    """The opening hand of this deal: `cards` unseen ones, or a start position's own; then its known top is laid."""
    for i in range(s[START_HAND_N]):
        hand_add(s, s[START_LIST + i], 1)
    if unlikely(s[START_RANDOM_HAND] != 0):
        take_filtered(s, s[START_HAND_LANDS], s[START_HAND_OTHERS])
    elif s[START_FIXED_HAND] == 0:
        for _ in range(cards):
            draw_card(s, events.HAND)
    top = START_LIST + s[START_HAND_N] + s[START_FIELD_N]
    for place in range(top + s[START_TOP_N] - 1, top - 1, -1):
        push_top(s, s[place])


@helper
def take_filtered(s, lands, others):
    """The first `lands` lands and `others` other cards of the hidden order; the rest is ordered anew."""
    s[ORDER_NEXT] = 0
    compact(s)
    for place in range(s[ORDER_SIZE]):
        slot = s[ORDER + place]
        kind = s[SLOT_KIND + slot]
        land = s[K_FLAGS + kind] & F_LAND
        if (lands if land else others) > 0:
            lands -= land
            others -= 1 - land
            count_unseen(s, slot, -1)
            event(s, events.TAKE, slot, events.MIDDLE, events.HAND)
            leave(s, slot)
            hand_add(s, kind, 1)
    compact(s)
    s[ORDER_MADE] = 0


@helper
def bottom_one(s):
    """London: one card of the hand, chosen by the bottom rule, goes to the bottom."""
    kind = best_kind(s, RULE_BOTTOM, s[MASK_HAND0], s[MASK_HAND1], COMPULSORY)
    hand_remove(s, kind)
    s[HAD + kind] -= 1
    s[LANDS_HAD] -= s[K_FLAGS + kind] & F_LAND
    push_bottom(s, bring_back(s, kind, 0))
    event(s, events.BOTTOM, kind, 0, 0)


@helper
def kept(s):
    """Is this hand kept? Nobody is asked about an empty hand, or where there are no mulligans."""
    if s[HAND_SIZE] == 0 or s[MULLIGAN_RULE] == NO_MULLIGAN or s[START_FIXED_HAND] or s[START_RANDOM_HAND]:
        return True
    s[RULE_RUNNING] = RULE_KEEP - RULES_REGION + 1
    answer = call_keep(s[RULE_KEEP], s)
    s[DECISIONS] += 1
    if unlikely(answer != answer):
        nonsense(s)
    return answer != 0.0


@helper
def vancouver_look(s):
    """MUL-5: a kept hand smaller than the starting one looks at the top card; no scry event."""
    look(s, 1)
    if s[RULE_MULL_LOOK] or s[RULE_MULL_LOOK_WHOLE]:
        rank(s, reasons.LOOK, RULE_MULL_LOOK, RULE_MULL_LOOK_WHOLE)
    else:
        rank(s, reasons.LOOK, RULE_SCRY, RULE_SCRY_LOOK)
    if place_look(s, False):  # what is counted as bottomed are looks of the game itself
        s[WHERE + s[BOTTOM_QUEUE + (s[BOTTOM_FIRST] + s[KNOWN_BOTTOM] - 1 & WRAP)]] &= ~MARK_BOTTOMED


@helper
def opening(s):
    """Deal until a hand is kept."""
    while s[STATUS] == 0:
        size = s[HAND_SIZE_START]
        paid = min(size, max(0, s[MULLIGANS] - s[FREE_MULLIGANS]))
        new_deal(s)
        take_hand(s, size if s[MULLIGAN_RULE] == LONDON else size - paid)
        if s[DEAL] == 0:
            s[FIRST_SEVEN_LANDS] = s[LANDS_IN_HAND]
        if s[MULLIGAN_RULE] == LONDON and s[START_FIXED_HAND] + s[START_RANDOM_HAND] == 0:
            for _ in range(paid):
                bottom_one(s)
        if kept(s):
            break
        s[MULLIGANS] += 1
        s[DEAL] += 1
        event(s, events.MULLIGAN, s[MULLIGANS], 0, 0)
        if s[DEAL] == MAX_DEALS:
            s[STATUS] = TOO_MANY_DEALS
    event(s, events.KEEP, s[HAND_SIZE], 0, 0)
    s[KEPT_CARDS], s[KEPT_LANDS_HAND] = s[HAND_SIZE], s[LANDS_IN_HAND]
    if unlikely(s[MULLIGAN_RULE] == VANCOUVER) and s[HAND_SIZE] < s[HAND_SIZE_START] and s[START_FIXED_HAND] == 0:
        vancouver_look(s)
