"""The compiled side of the contract test: random situations as blocks, asked of compiled rules."""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer import rule_compiler as compiler
from analyzer.kernel import _jit, check_unit, layout
from analyzer.kernel import rule_layout as rules_at
from analyzer.kernel import view as view_words
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.pack import pack
from analyzer.plan.model import Plan
from analyzer.registry import Rule, as_number
from analyzer.rule_tables import Tables
from analyzer.rule_values import needed_types
from analyzer.rulecheck import sample_plan

if TYPE_CHECKING:
    from analyzer.rulecheck import Situation

RECORD = layout.ACTION  # where the action that is asked about is written
# Counts by kind that a situation gives, and the words they go to.
COUNTS = ("in_hand", "in_play", "in_graveyard", "had", "unseen_of", "top_of")
# Fields that are tables of the plan; everything else of GAME_WORDS is written for each situation.
OF_PLAN = ("target", "deck_size", "deck_lands", "kinds")


@cache
def _packed(plan_id: str) -> Any:
    """The block of the sample plan."""
    assert sample_plan().plan_id == plan_id
    return pack(sample_plan(), with_code=False).block


class Native:
    """A compiled rule and a block to show it situations in. InputError when the rule cannot be compiled."""

    def __init__(self, rule: Rule, plan: Plan, values: tuple[Any, ...]) -> None:
        self.kind = rule.mark.kind
        self.shown: Situation | None = None
        role = "scry" if self.kind == "scry_look" else self.kind
        tables = Tables()
        words = compiler.knob_words(tuple(as_number(value, tables) for value in values), role, self.kind)
        self.code = [compiler.compile_rule(rule.function, role, rule.shipped, rule.label)]
        self.address = _jit.address(self.code[0])
        self.ask = _jit.compiled(check_unit.ask_whole if self.kind in ("keep", "scry_look") else check_unit.ask_each)
        self.block = _packed(plan.plan_id).copy()
        words += tables.words()
        words += [(rules_at.COLOURS_NEEDED + kind.index, needed_types(kind)) for kind in plan.kinds]
        words.append((rules_at.UNIT_VIEW, _jit.address(check_unit.answer, UNIT_SIGNATURE)))
        for offset, value in words:
            self.block[offset] = value

    def answer(self, situation: Situation, asked: Any, hide: bool = False) -> tuple[float, ...]:
        """The rule's answers in this situation; with `hide`, everything it must not know is filled with noise."""
        if self.shown is not situation or self.kind == "scry_look":  # a whole-look rule overwrites the ranks
            self._write(situation)
            self.shown = situation
        if hide:
            noise = np.random.default_rng(situation.game_number)
            self.block[layout.LIBRARY : layout.LOOK_SLOT] = noise.integers(0, 60, layout.LOOK_SLOT - layout.LIBRARY)
        number = RECORD
        if self.kind == "play":
            for name, offset in (*view_words.ACTION_WORDS.items(), *view_words.LAZY_ACTION_WORDS.items()):
                self.block[RECORD + offset] = getattr(asked, name)
        elif asked is not None:
            number = asked
        answer = float(self.ask(self.block, self.address, number))
        if self.kind != "scry_look":
            return (answer,)
        ranks = self.block[layout.LOOK_RANK : layout.LOOK_RANK + len(situation.look)]
        return tuple(float(each) for each in ranks.view(np.float64))

    def _write(self, situation: Situation) -> None:
        block = self.block
        for name, word in view_words.GAME_WORDS.items():
            if name not in OF_PLAN:
                block[word] = getattr(situation, name)
        for name in COUNTS:
            first = view_words.KIND_WORDS[name]
            for card in range(situation.kinds):
                block[first + card] = getattr(situation, name)(card)
        for half in range(2):
            kinds = range(64 * half, min(64 * (half + 1), situation.kinds))
            mask = sum(1 << (card - 64 * half) for card in kinds if situation.in_hand(card))
            block[layout.MASK_HAND0 + half] = mask - (1 << 64) if mask >> 63 else mask
        for place, card in enumerate(situation.look):
            block[layout.LOOK_CARD + place] = card
            asked = self.kind != "scry_look" and place < len(situation.ranks)
            rank = situation.ranks[place] if asked else 0.0
            block[layout.LOOK_RANK + place] = struct.unpack("<q", struct.pack("<d", rank))[0]
        for (question, card), yes in situation.answers.items():
            block[check_unit.ANSWERS + question * layout.KINDS + card] = yes
        block[layout.GAME_KEY], block[layout.DECISIONS] = situation.key, 0
        block[layout.BEARER_POWER] = situation.bearer_power + 1
        block[layout.FREE_MULLIGANS] = situation.plan.free_mulligans
        block[layout.HAND_SIZE_START] = situation.plan.start.hand_size
