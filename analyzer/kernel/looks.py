"""Looks: scry, surveil and the Vancouver look, arranged by the scry rule; a look is one decision."""

from __future__ import annotations

from analyzer.contract import events, reasons
from analyzer.kernel._jit import helper
from analyzer.kernel.bits import unlikely
from analyzer.kernel.layout import (
    BOTTOMED,
    CURRENT_SOURCE,
    DECISIONS,
    F_LAND,
    GRAVE,
    GRAVEYARD_SIZE,
    K_FLAGS,
    KEPT,
    KEPT_LANDS,
    KNOWN_TOP,
    LAST_LOOKED,
    LIBRARY_SIZE,
    LOOK_CARD,
    LOOK_RANK,
    LOOK_SLOT,
    LOOKED,
    LOOKED_AT,
    MARK_BOTTOMED,
    PLACE_BITS,
    REASON,
    RULES_REGION,
    SCRY_EVENTS,
    SLOT_KIND,
    SOURCE_BOTTOMED,
    SOURCE_LOOKED,
    SURVEIL_EVENTS,
    TOP_STACK,
    WHERE,
)  # fmt: skip
from analyzer.kernel.library import count_top, leave, look, push_bottom
from analyzer.kernel.log import event
from analyzer.kernel.pointer import call_keep, load_float, store_float
from analyzer.kernel.rule_layout import RULE_RUNNING, RULE_SCRY, RULE_SCRY_LOOK
from analyzer.kernel.rules import ask, nonsense


@helper
def rank(s, reason, rule, whole_rule):
    """Let the rule rank the present look: above 0 stays on top. KEPT and KEPT_LANDS follow, card by card."""
    s[REASON] = reason
    s[KEPT] = s[KEPT_LANDS] = 0
    for place in range(s[LOOKED]):
        s[LOOK_RANK + place] = 0
    if s[whole_rule]:
        s[RULE_RUNNING] = whole_rule - RULES_REGION + 1
        call_keep(s[whole_rule], s)
    for place in range(s[LOOKED]):
        if s[whole_rule] == 0:
            store_float(s, LOOK_RANK + place, ask(s, rule, s[LOOK_CARD + place]))
        score = load_float(s, LOOK_RANK + place)
        if unlikely(score != score):
            nonsense(s)
        if score > 0.0:
            s[KEPT] += 1
            s[KEPT_LANDS] += s[K_FLAGS + s[LOOK_CARD + place]] & F_LAND
    s[DECISIONS] += 1


@helper
def take_highest(s):
    """Place in the look of the highest ranked card not placed yet, ties as seen."""
    best = 0
    while s[LOOK_SLOT + best] < 0:
        best += 1
    for place in range(best + 1, s[LOOKED]):
        if s[LOOK_SLOT + place] >= 0 and load_float(s, LOOK_RANK + place) > load_float(s, LOOK_RANK + best):
            best = place
    return best


@helper
def to_graveyard(s, slot):
    """A card of the library goes to the graveyard."""
    leave(s, slot)
    s[GRAVE + s[SLOT_KIND + slot]] += 1
    s[GRAVEYARD_SIZE] += 1
    event(s, events.MILL, slot, 0, 0)


@helper
def place_look(s, to_grave):
    """Kept cards go on top in falling rank, the others to the bottom or the graveyard; returns how many went."""
    kept = s[KEPT]
    base = TOP_STACK + s[KNOWN_TOP] + kept - 1
    for place in range(s[LOOKED]):
        best = take_highest(s)
        slot = s[LOOK_SLOT + best]
        s[LOOK_SLOT + best] = -1
        if place < kept:
            s[base - place] = slot
            count_top(s, slot, 1)
            s[WHERE + slot] = s[WHERE + slot] & ~PLACE_BITS | 1
            event(s, events.TOTOP, slot, place, 0)
        elif to_grave:
            to_graveyard(s, slot)
        else:
            s[WHERE + slot] |= MARK_BOTTOMED
            push_bottom(s, slot)
            event(s, events.TOBOTTOM, slot, place - kept, 0)
    gone = s[LOOKED] - kept
    s[LOOKED] = s[KEPT] = s[KEPT_LANDS] = 0
    return gone


@helper
def blind(s, count, surveil):
    """The event of a scry or surveil without the look (version `blind`): no card is shown, none moves."""
    s[LAST_LOOKED] = min(count, s[LIBRARY_SIZE])
    event(s, events.SURVEIL if surveil else events.SCRY, count, 0, s[CURRENT_SOURCE])
    s[SURVEIL_EVENTS if surveil else SCRY_EVENTS] += 1


@helper
def scry(s, count, surveil):
    """Scry or surveil `count` (701.22, 701.25): 0 is no event, an empty library is one. The caller fires triggers."""
    looked = min(count, s[LIBRARY_SIZE])
    event(s, events.SURVEIL if surveil else events.SCRY, count, looked, s[CURRENT_SOURCE])
    s[SURVEIL_EVENTS if surveil else SCRY_EVENTS] += 1
    s[LAST_LOOKED] = look(s, count)
    s[LOOKED_AT] += looked
    rank(s, reasons.SURVEIL if surveil else reasons.SCRY, RULE_SCRY, RULE_SCRY_LOOK)
    gone = place_look(s, surveil)
    s[BOTTOMED] += 0 if surveil else gone
    if s[CURRENT_SOURCE] >= 0:
        s[SOURCE_LOOKED + s[CURRENT_SOURCE]] += looked
        s[SOURCE_BOTTOMED + s[CURRENT_SOURCE]] += gone
