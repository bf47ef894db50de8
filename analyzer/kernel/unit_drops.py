"""The drops unit: what could be paid where lands make several mana, or fetch lands stand for the lands they find."""

from __future__ import annotations

from analyzer.kernel import mana
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.mana_fetch import count_ready, linked
from analyzer.kernel.mana_layout import LINKED, TARGET, TARGET_COUNT, TARGET_STRIDE, TARGETS_N, TG_KIND
from analyzer.kernel.permanents import enters_tapped
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.rule_layout import BY_FETCHING


@helper
def payable_by_fetching(s, need):
    """Could the need be paid with the lands that fetch lands in play could find, untapped, now?"""
    if count_ready(s) == 0:
        return False
    for i in range(s[TARGETS_N]):
        if enters_tapped(s, s[TARGET + i * TARGET_STRIDE + TG_KIND]):
            s[TARGET_COUNT + i] = 0
    linked(s, LINKED)
    return mana.payable_with(s, LINKED, need)


@entry(UNIT_SIGNATURE, vectorize=False)
def drops(s, need, how):
    """1 if the packed need is payable: BY_FETCHING now, else this turn with the best drops (`how`: 1 lands only)."""
    if how == BY_FETCHING:
        return 1 * payable_by_fetching(s, need)
    return 1 * mana.payable_best_drops(s, need, how)
