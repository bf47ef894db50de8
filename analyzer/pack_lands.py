"""How a land enters the battlefield, as the kernel's codes (LND-1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.cards.lands import Condition, TappedRule, tapped_condition
from analyzer.cards.model import CardFacts
from analyzer.kernel import layout as at
from analyzer.kernel import mana_layout, rule_layout
from analyzer.pack_programs import Book
from analyzer.plan.model import Plan

# Word of a condition -> code of the kernel
UNLESS = {
    "life": at.UNLESS_LIFE, "lands<=": at.UNLESS_FEW_LANDS, "lands>=": at.UNLESS_MANY_LANDS,
    "basics>=": at.UNLESS_BASICS, "ctrl>=": at.UNLESS_CONTROL, "reveal>=": at.UNLESS_REVEAL, "turn<=": at.UNLESS_EARLY,
    "opponents>=": at.UNLESS_OPPONENTS, "anylife<=": at.UNLESS_ANY_LIFE, "yourturn": at.ENTERS_UNTAPPED,
}  # fmt: skip


def write_tapped(plan: Plan, block: Any, book: Book) -> None:
    """K_TAPPED, K_TAPPED_ARG and K_TAPPED_SET of every permanent."""
    for kind in plan.kinds:
        if kind.card.is_permanent:
            code, number, kinds = tapped_code(tapped_condition(kind.card.tapped), kind.card, book)
            block[at.K_TAPPED + kind.index], block[at.K_TAPPED_ARG + kind.index] = code, number
            block[at.K_TAPPED_SET + kind.index] = kinds


def tapped_code(rule: TappedRule, card: CardFacts, book: Book) -> tuple[int, int, int]:
    """How a kind enters: (code, number, kind set).

    Of several conditions the first is used; one that is not modelled never holds; both are noted in the book.
    """
    if rule.kind == "never":
        return at.ENTERS_UNTAPPED, 0, 0
    known = [(UNLESS[each.word + each.compare], each) for each in rule.conditions if each.word + each.compare in UNLESS]
    # an opponent without lands never has the lands that a condition asks for
    unknown = [each for each in rule.conditions if each.word + each.compare not in UNLESS and each.word != "opplands"]
    if unknown or len(known) > 1:
        book.problems.append((card.name, "a condition for entering untapped is not used"))
    if not known:
        return at.ENTERS_TAPPED, 0, 0
    return _coded(known[0][0], known[0][1], card, book)


def _coded(code: int, condition: Condition, card: CardFacts, book: Book) -> tuple[int, int, int]:
    if not condition.kinds:
        return code, condition.number, 0
    mask = book.mask("~".join(condition.kinds))
    if mask is None:
        book.problems.append((card.name, "a condition for entering untapped is not understood: it enters tapped"))
        return at.ENTERS_TAPPED, 0, 0
    return code, condition.number, book.kind_set(mask)


def write_drops(plan: Plan, block: Any) -> None:
    """S_DROP, when sources, K_TAPPED and fetch lands are in the block: lands that always enter the same way."""
    if len(plan.slots) > mana_layout.MAX_UNITS:  # their sums might not stay within a byte
        return
    for place in range(int(block[mana_layout.SOURCES_N])):
        source = mana_layout.SOURCE + place * mana_layout.SOURCE_STRIDE
        kind = int(block[source + mana_layout.S_KIND])
        lasting = block[source + mana_layout.S_FLAGS] & mana_layout.SF_LAND and not block[mana_layout.K_FINDS + kind]
        if lasting and block[source + mana_layout.S_VECTOR] and block[at.K_TAPPED + kind] <= at.ENTERS_TAPPED:
            tapped = block[at.K_TAPPED + kind] == at.ENTERS_TAPPED
            block[source + mana_layout.S_DROP] = mana_layout.DROPS_TAPPED if tapped else mana_layout.DROPS_UNTAPPED


def drops_units(block: Any) -> list[tuple[int, Any]]:
    """The drops unit, with the word of its address, for lists with fetch lands or lands that make several mana."""
    sources = mana_layout.SOURCE + np.arange(block[mana_layout.SOURCES_N]) * mana_layout.SOURCE_STRIDE
    lands = sources[block[sources + mana_layout.S_FLAGS] & mana_layout.SF_LAND > 0]
    if not block[mana_layout.FETCHES_N] and not (block[lands + mana_layout.S_UNITS] > 1).any():
        return []
    from analyzer.kernel.unit_drops import drops

    return [(rule_layout.UNIT_DROPS, drops)]
