"""The public contract test of rules of play: legal answers, compiled = Python, no peeking, repeatable.

Many random situations of a small real deck are shown to the rule twice over: as a block to its compiled form, as a
plain view to the Python form. What a rule must not know (the order of unseen cards, where each slot lies) is then
changed, and the answers must stay the same.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from analyzer.contract import actions, reasons
from analyzer.contract.moments import COMBAT, END, MAIN1, MAIN2, OPP
from analyzer.contract.streams import CLASS, DECISION
from analyzer.errors import InputError, RunError
from analyzer.plan.model import Plan
from analyzer.registry import PythonRule, Rule
from analyzer.rule_values import bound_value
from analyzer.ruleview import Action, Game, PlanFacts

VIEWS = 300  # situations shown by default
DECK = """4 Temple of Enlightenment\n6 Island\n6 Plains\n2 Glacial Fortress\n4 Opt\n4 Preordain\n3 Omen of the Sea
4 Thraben Inspector\n4 Wall of Omens\n3 Deputy of Detention\n3 Niko Aris\n4 Dovin's Veto\n3 Shark Typhoon
2 Llanowar Elves\n4 Arcane Signet\n4 Mirrodin Besieged"""


GOLDEN, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
LOOKS = (reasons.SCRY, reasons.SURVEIL, reasons.LOOK, reasons.ARRANGE)
PICKS = tuple(reason for reason in reasons.REASONS if reason not in LOOKS)


Answer: TypeAlias = "tuple[float, ...] | Exception"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a rule does that breaks the contract: which demand, what happened."""

    demand: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What the contract test found; `compiled` is False for a rule that only the rulebook can run."""

    label: str
    views: int
    compiled: bool
    remark: str
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Does the rule keep the contract?"""
        return not self.findings


def mixed(word: int) -> int:
    """The splitmix64 finaliser (formats F8)."""
    word &= MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return word ^ word >> 31


class Situation(PlanFacts):
    """One random situation of the sample deck: the source of a plain view, and what a block is filled from."""

    def __init__(self, plan: Plan, units: dict[int, tuple[int, ...]], chance: random.Random, kind: str) -> None:
        super().__init__(plan, units)
        self.chance = chance
        self.zones = self._deal(chance)
        self.counts = Counter(zip(plan.slots, self.zones, strict=True))  # (kind, zone) -> copies
        self._fields(chance, kind)
        self.library = [slot for slot, zone in enumerate(self.zones) if zone == "unseen"]
        chance.shuffle(self.library)
        self.answers = {
            (question, card): chance.random() < 0.5 for question in range(3) for card in range(len(plan.kinds))
        }
        self.key = chance.getrandbits(63)

    def _deal(self, chance: random.Random) -> list[str]:
        """A zone for each slot: an opening hand, or a later turn with cards everywhere."""
        zones = ["unseen"] * len(self.plan.slots)
        order = list(range(len(zones)))
        chance.shuffle(order)
        early = chance.random() < 0.4
        counts = [("hand", chance.randint(1, 9))]
        counts += [] if early else [("play", chance.randint(0, 9)), ("grave", chance.randint(0, 6))]
        counts += [("look", chance.choice((0, 1, 1, 2, 3, 5))), ("top", chance.choice((0, 0, 0, 1, 2)))]
        counts += [] if early else [("bottom", chance.choice((0, 0, 1, 4)))]
        for zone, number in counts:
            for _ in range(number):
                zones[order.pop()] = zone
        return zones

    def _fields(self, chance: random.Random, kind: str) -> None:
        self.turn, self.step = chance.randint(0, 9), chance.choice((MAIN1, COMBAT, MAIN2, END, OPP))
        self.seat = chance.randrange(2)
        self.reason = chance.choice(PICKS if kind == "pick" else LOOKS)
        self.game_number = chance.randrange(10**6)
        self.mulligans = chance.choice((0, 0, 1, 2, 3))
        self.first_seven_lands = chance.randint(0, 7)
        self.look = [self.plan.slots[slot] for slot, zone in enumerate(self.zones) if zone == "look"]
        self.ranks = [chance.choice((-1.0, 0.0, 1.0, 2.5)) for _ in self.look[: chance.randint(0, len(self.look))]]
        self.lands_on_top = sum(self._lands_in("top"))
        self.lands_had = self.lands_in_hand + self.lands_in_play + chance.randint(0, 2)
        self.land_played = chance.randrange(2)
        self.mana = self.lands_in_play + chance.randint(0, 2)
        self.mana_left = chance.randint(0, self.mana)
        self.best_mana = chance.randint(0, self.mana_left)
        self.spells_this_turn, self.combat_looks = chance.randint(0, 3), chance.choice((0, 0, 1, 2))
        self.known_top, self.known_bottom = self.zones.count("top"), self.zones.count("bottom")
        self.shards, self.roles, self.ring = chance.randint(0, 3), chance.randint(0, 2), chance.randint(0, 4)
        self.bearer_power, self.life = chance.randint(-1, 5), chance.randint(1, 20)
        self.opponent_life = chance.randint(1, 20)

    def _lands_in(self, zone: str) -> Iterator[bool]:
        return (self.is_land(self.plan.slots[slot]) for slot, where in enumerate(self.zones) if where == zone)

    def _count(self, card: int, *zones: str) -> int:
        return sum(self.counts[card, zone] for zone in zones)

    def in_hand(self, card: int) -> int:
        return self._count(card, "hand")

    def in_play(self, card: int) -> int:
        return self._count(card, "play")

    def in_graveyard(self, card: int) -> int:
        return self._count(card, "grave")

    def had(self, card: int) -> int:
        return self._count(card, "hand", "play", "grave")

    def unseen_of(self, card: int) -> int:
        return self._count(card, "unseen")

    def top_of(self, card: int) -> int:
        return self._count(card, "top")

    def castable_now(self, card: int) -> bool:
        return self.answers.get((0, card), False)

    def castable_next(self, card: int) -> bool:
        return self.answers.get((1, card), False)

    def enters_tapped(self, card: int) -> bool:
        return self.answers.get((2, card), False)

    def coin(self) -> int:
        return mixed(mixed(self.key + GOLDEN * (DECISION * CLASS + 1)) + GOLDEN) >> 63

    def hide(self) -> None:
        """Change what a rule must not know: the order of the unseen cards."""
        self.chance.shuffle(self.library)

    def asked(self, kind: str) -> list[Any]:
        """What the rule is asked about here: cards, or action records; one None for a keep rule or a whole look."""
        if kind in ("keep", "scry_look"):
            return [None]
        if kind == "play":
            return [self._record() for _ in range(4)]
        if kind == "scry":
            return list(self.look) or [self.chance.randrange(self.kinds)]
        held = [card for card in range(self.kinds) if self.in_hand(card)]
        return held or [self.chance.randrange(self.kinds)]

    def _record(self) -> Record:
        chance = self.chance
        best = chance.randrange(2)
        return Record(
            kind=chance.choice(
                (actions.LAND, actions.LINE, actions.ACTIVATE, actions.TOKEN, actions.ATTACK, actions.MAY)
            ),
            card=chance.randrange(self.kinds),
            line=0,
            x=chance.choice((0, 0, 2)),
            mana=chance.randint(0, 6),
            in_best_set=best,
            scry=chance.choice((0, 0, 1, 2)),
            draw=chance.choice((0, 0, 1)),
            lands=0,
            sacrifices=chance.randrange(2),
            sorcery=chance.randrange(2),
            loyalty=chance.randrange(-1, 6),
            tapped=chance.randrange(2),
            next_payable=chance.randint(0, 5),
            turn_mana=chance.randint(0, 6),
        )


@dataclass(frozen=True, slots=True)
class Record:
    """One random action."""

    kind: int
    card: int
    line: int
    x: int
    mana: int
    in_best_set: int
    scry: int
    draw: int
    lands: int
    sacrifices: int
    sorcery: int
    loyalty: int
    tapped: int
    next_payable: int
    turn_mana: int


# ---- the test -------------------------------------------------------------------------------------------------
def check_rule(rule: Rule, views: int = VIEWS, seed: int = 1) -> Report:
    """Put a rule through the contract test on this many random situations, its knobs at their defaults.

    Never raises for what a rule does: exceptions, NaN and answers that are no numbers are findings.

    >>> from analyzer.registry import find
    >>> check_rule(find("scry", "lands-until"), views=20).passed
    True
    """
    plan = sample_plan()
    kind = rule.mark.kind
    values = tuple(bound_value(knob.default, knob, plan, rule.label) for knob in rule.mark.knobs)
    python = PythonRule(rule.label, rule.function, rule.mark, values)
    remark, native = "", None
    try:
        from analyzer.rulecheck_kernel import Native

        native = Native(rule, plan, values)
    except InputError as wrong:
        remark = str(wrong)
    findings: dict[str, Finding] = {}
    chance = random.Random(seed)
    units = sample_units(plan)
    for number in range(views):
        situation = Situation(plan, units, random.Random(chance.random()), kind)
        for each in situation.asked(kind):
            for finding in _judge(situation, each, python, native, f"situation {number}"):
                findings.setdefault(finding.demand, finding)
    return Report(rule.label, views, native is not None, remark, tuple(findings.values()))


def _judge(situation: Situation, asked: Any, python: PythonRule, native: Any, where: str) -> Iterator[Finding]:
    """The findings of one question: each form twice, then once more with everything hidden in another order."""
    first, again = (_answer(lambda: _python_answer(python, situation, asked)) for _ in range(2))
    yield from _legal(first, where)
    if not _same(first, again):
        yield Finding("repeatable", f"{where}: the same view was answered {_told(first)}, then {_told(again)}")
        return
    if native is not None:
        yield from _judge_native(situation, asked, first, native, where)
    situation.hide()
    hidden = _answer(lambda: _python_answer(python, situation, asked))
    if not _same(first, hidden):
        yield Finding("no peeking", f"{where}: {_told(first)}, but {_told(hidden)} when unseen cards change places")


def _judge_native(situation: Situation, asked: Any, python: Answer, native: Any, where: str) -> Iterator[Finding]:
    block, again = (_answer(lambda: native.answer(situation, asked)) for _ in range(2))
    if not _same(block, again):
        yield Finding("repeatable", f"{where}: compiled it answers {_told(block)}, then {_told(again)}")
        return
    if not _same(python, block):
        yield Finding("compiled = Python", f"{where}: compiled {_told(block)}, as plain Python {_told(python)}")
    peeked = _answer(lambda: native.answer(situation, asked, hide=True))
    if not _same(block, peeked):
        yield Finding("no peeking", f"{where}: {_told(block)}, but {_told(peeked)} when unseen cards change places")


def _python_answer(rule: PythonRule, situation: Situation, asked: Any) -> tuple[float, ...]:
    game = Game(situation)
    if rule.mark.kind == "scry_look":
        return tuple(rule.ranks(game, situation.look))
    return (rule(game),) if asked is None else (rule(game, Action(asked) if isinstance(asked, Record) else asked),)


def _answer(ask: Callable[[], tuple[float, ...]]) -> Answer:
    try:
        return ask()
    except Exception as wrong:
        return wrong


def _same(one: Answer, other: Answer) -> bool:
    """Equal answers; two failures count as equal, because they are a finding already."""
    return one == other or (isinstance(one, Exception) and isinstance(other, Exception))


def _told(answer: Answer) -> str:
    if isinstance(answer, Exception):
        return f"{type(answer).__name__} ({answer})"
    return str(answer[0] if len(answer) == 1 else answer)


def _legal(answer: Answer, where: str) -> Iterator[Finding]:
    if isinstance(answer, RunError):
        yield Finding("legal answers", f"{where}: {answer}")
    elif isinstance(answer, Exception):
        yield Finding("legal answers", f"{where}: {_told(answer)}")
    elif any(math.isinf(each) for each in answer):
        yield Finding("legal answers", f"{where}: it answered {_told(answer)}; ranks must be finite")


# ---- the sample -----------------------------------------------------------------------------------------------
@cache
def sample_plan() -> Plan:
    """A two-colour deck of real cards with lands that enter tapped, looks, draws, mana artifacts, and a goal."""
    from analyzer.plan.resolve import resolve
    from analyzer.plan.schema import PlanFile

    written = PlanFile.model_validate(
        {
            "deck": {"text": DECK},
            "strategy": {"scry": "curve"},
            "run": {"goals": ['had "Niko Aris" by turn 4']},
            "group": {"key": ["Niko Aris"]},
        }
    )
    return resolve(written, Path.cwd()).plan


def sample_units(plan: Plan) -> dict[int, tuple[int, ...]]:
    """What one tap of each kind gives."""
    from analyzer.pack_mana import source_of

    found = {kind.index: source_of(kind.card, plan)[0] for kind in plan.kinds if kind.card.is_permanent}
    return {kind: source.units for kind, source in found.items() if source is not None}
