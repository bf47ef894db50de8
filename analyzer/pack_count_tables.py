"""The tables from which the count unit plays a plan: rows, order, goals that are read once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from analyzer.cards.abilities import Step
from analyzer.contract import moments
from analyzer.errors import NoRoom
from analyzer.kernel import count_layout as count
from analyzer.kernel import goal_layout as goals
from analyzer.kernel import layout as at
from analyzer.kernel import mana_layout as mana
from analyzer.kernel.mana_vectors import ONES
from analyzer.kernel.rng import batch_table
from analyzer.pack import Packed, pack
from analyzer.pack_count import (
    AVAILABLE,
    DROPS,
    HAND_SIZES,
    asked,
    atoms_due,
    jobs_due,
    jobs_of,
    land_units,
    measures_of,
    moments_of,
    read_by_job,
    read_words,
    refused,
    sources_of,
    why_not,
    words_measured,
    words_of,
    zero_words,
)
from analyzer.pack_lands import drops_units
from analyzer.plan.model import Plan
from analyzer.registry import compile_rules, rule_of

ROLES = ("keep", "bottom", "scry")
DRAWN = -1  # a draw among the rows, until it joins the row behind it
Row = tuple[int, int, int]  # what, turn, number (count_layout.R_WHAT ...)


def rows_of(plan: Plan, seat: str, with_drops: bool) -> list[Row]:
    """What happens after the keep, with a reading at every moment; adjoining draws are one row."""
    rows: list[Row] = [(count.READ, 0, goals.TURN_END)]

    def effects(moment: int, turn: int) -> None:
        for free in plan.free:
            step = free.program[0]
            assert isinstance(step, Step) and step.amount is not None
            if free.moment == moment and turn in free.turns and step.amount.number:
                rows.append((count.SCRY if step.op == "scry" else DRAWN, turn, step.amount.number))

    for turn in range(1, plan.turns + 1):
        effects(moments.UPKEEP, turn)
        if plan.draws and not (turn == 1 and seat == "play" and plan.players == 2):
            rows.append((DRAWN, turn, 1))
        effects(moments.DRAW, turn)
        rows.append((count.READ, turn, goals.DRAW))
        effects(moments.MAIN1, turn)
        rows += [(count.DROP, turn, 0)] * with_drops
        rows.append((count.READ, turn, goals.LAND))
        rows += [(count.END, turn, 0)] * with_drops
        rows.append((count.READ, turn, goals.TURN_END))
    return rows


@cache  # the same for every plan of a size, and a third of the work of packing
def batches_of(slots: int) -> tuple[tuple[int, int], ...]:
    """By batch of an order of this many slots: size, product of its counts.

    >>> batches_of(10), batches_of(3)
    (((8, 1814400), (2, 2)), ((3, 6),))
    """
    found, left = [], slots
    table = batch_table()
    while left:
        size = table[left] % 16
        found.append((size, table[left] // 16))
        left -= size
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Once:
    """A goal whose one atom, and whose condition's, is read once, at the same moment."""

    goal: int
    atom: int
    given: int  # -1 without a condition
    given_atom: int


def _readings(block: Any) -> dict[int, list[tuple[int, int]]]:
    """By expression: (address of the record of the moment, atom) of each reading of an atom of one word."""
    found: dict[int, list[tuple[int, int]]] = {}
    for _, _, moment in moments_of(block):
        for atom in atoms_due(block, moment):
            found.setdefault(int(block[atom + goals.A_EXPR]), []).append((moment, atom))
    return found


def once_of(block: Any) -> dict[int, list[Once]]:
    """By address of the record of a moment: the goals that this moment settles. None where there are strata."""
    if block[goals.COPIES_N] > 1:
        return {}
    readings = _readings(block)
    number = int(block[goals.GOALS_N])

    def single(expr: int) -> tuple[int, int] | None:
        """The one reading of an expression that is one atom of one word."""
        each = readings.get(expr, [])
        if len(each) != 1 or block[each[0][1] + goals.A_BIT] or block[each[0][1] + goals.A_COUNT]:
            return None
        return each[0]

    found: dict[int, list[Once]] = {}
    for goal in range(number):
        own = single(goal)
        given = int(block[int(block[goals.EXPRS]) + goal * goals.EXPR_STRIDE + goals.E_GIVEN]) - goals.G_FIRST
        given = given if given < number + int(block[goals.CONDITIONS_N]) else -1  # else a word that is always 1
        other = single(given) if given >= 0 else (own[0], -1) if own else None
        if own is not None and other is not None and own[0] == other[0]:
            found.setdefault(own[0], []).append(Once(goal, own[1], given, other[1]))
    return found


@dataclass(slots=True)
class _Writer:
    """Writes the tables of a plan; those of no fixed size lie behind the goal tables."""

    plan: Plan
    block: Any
    free: int
    readers: Counter[int] = field(default_factory=Counter)  # by word of the goals' state: readings of it

    def put(self, words: Iterable[int]) -> tuple[int, int]:
        """Append words; their address and the address behind them."""
        listed = list(words)
        first, self.free = self.free, self.free + len(listed)
        if self.free > goals.GOAL_TABLE_END:
            raise NoRoom("the goals of this plan are more than there is room for")
        self.block[first : self.free] = listed
        return first, self.free

    def copy(self, records: Iterable[int], size: int) -> tuple[int, int]:
        """Append copies of records."""
        return self.put(int(word) for record in records for word in self.block[record : record + size])

    def order(self) -> None:
        """The list of cards, and the batches of its orders."""
        plan, block = self.plan, self.block
        cards = bytearray(
            count.VOID if kind < 0 else kind | count.LAND_BIT * plan.kinds[kind].card.is_land for kind in plan.slots
        )
        cards.extend(b"\0" * (-len(cards) % (8 * count.LINE_WORDS)))
        words = [int.from_bytes(cards[i : i + 8], "little", signed=True) for i in range(0, len(cards), 8)]
        block[count.CARD_WORDS] = len(words)
        block[count.FIRST_CARDS : count.FIRST_CARDS + len(words)] = words
        block[count.KIND_WORDS] = len(plan.kinds) + -len(plan.kinds) % count.LINE_WORDS
        place, left = 0, len(plan.slots)
        for number, (size, product) in enumerate(batches_of(left)):
            for i in range(size):
                pair = count.PLACES + 2 * (place + i)
                block[pair : pair + 2] = math.perm(left - place, i), left - place - i
            place += size
            batch = count.BATCHES + number * count.BATCH_STRIDE
            block[batch : batch + count.BATCH_STRIDE] = place, product

    def have(self) -> bool:
        """What lands give by kind, if payable goals can be read from sums; can they?"""
        plan, block = self.plan, self.block
        asked_for = any(block[job + goals.J_OP] == goals.JOB_PAYABLE for job in jobs_of(block))
        if not (asked_for and land_units(plan, block)):
            return False
        words = int(block[at.PLAN_WORDS_N])
        vectors = [[0] * (2 * words) for _ in plan.kinds]
        for source in sources_of(block):
            kind = int(block[source + mana.S_KIND])
            if kind < len(plan.kinds) and plan.kinds[kind].card.is_land:
                types = int(block[mana.SET_OF_TYPES + int(block[source + mana.S_TYPES])])
                unit = block[mana.UNIT_VECTOR + types * at.MANA_WORDS :][:words]
                half = words if block[at.K_TAPPED + kind] == at.ENTERS_TAPPED else 0
                vectors[kind][half : half + words] = [int(word) for word in unit]
        block[count.HAVE_WORDS] = 2 * words
        block[count.KIND_HAVE] = self.put(word for vector in vectors for word in vector)[0]
        return True

    def payable(self, moment: int, alone: dict[int, int]) -> tuple[int, int]:
        """The payable jobs of a moment, without those whose answer a goal of this moment works out for itself."""
        block, words = self.block, int(self.block[at.PLAN_WORDS_N])
        found: list[int] = []
        for job in jobs_due(block, moment):
            if block[job + goals.J_OP] == goals.JOB_PAYABLE and int(block[job + goals.J_TO]) not in alone:
                for number in range(int(block[job + goals.J_COUNT])):
                    need = int(block[job + goals.J_FROM]) + number * at.MANA_WORDS
                    found += [int(block[job + goals.J_TO]), int(number > 0)]
                    found += [int(word) for word in block[need : need + words]]
        return self.put(found)

    def alone(self, moment: int, settled: list[Once]) -> dict[int, int]:
        """Answers of payable jobs of one need of one word that nothing but goals settled here reads: word -> need."""
        block = self.block
        if block[at.PLAN_WORDS_N] > 1:
            return {}
        jobs = {int(block[job + goals.J_TO]): job for job in jobs_due(block, moment)}
        read = [int(block[each.atom + goals.A_FROM]) for each in settled if self.asks_one(each.atom)]
        found = {}
        for word in read:
            job = jobs.get(word)
            if job is None or block[job + goals.J_OP] != goals.JOB_PAYABLE or block[job + goals.J_COUNT] != 1:
                continue
            if self.readers[word] == read.count(word):
                found[word] = int(block[int(block[job + goals.J_FROM])])
        return found

    def asks_one(self, atom: int) -> bool:
        """Is this the test that a word of 0 or 1 is 1?"""
        low, span = int(self.block[atom + goals.A_LOW]), int(self.block[atom + goals.A_SPAN])
        return low == 1 and span >= 0 and not self.block[atom + goals.A_COMPLEMENT]

    def once(self, listed: list[Once], alone: dict[int, int]) -> tuple[int, int, int]:
        """Records of goals that are read here and nowhere else: those of needs, those of words, and the end."""
        needs: list[int] = []
        words: list[int] = []
        for each in listed:
            own = self.interval(each.atom)
            given = self.interval(each.given_atom) if each.given >= 0 else (0, 0, 0)
            if own[0] in alone:
                needs += [each.goal, alone[own[0]], 0, 0, each.given, *given]
            else:
                words += [each.goal, *own, each.given, *given]
        return (*self.put(needs), self.put(words)[1])

    def interval(self, atom: int) -> tuple[int, int, int]:
        """Word, low and span of an atom; what lies outside a range lies inside another, modulo 2**64."""
        word, low, span = (int(self.block[atom + part]) for part in (goals.A_FROM, goals.A_LOW, goals.A_SPAN))
        if self.block[atom + goals.A_COMPLEMENT]:
            low, span = low + span + 1, -2 - span
        return word, low, span

    def sums(self, once: dict[tuple[int, int], list[Once]]) -> None:
        """Where the rows by turn lie of goals that are read once, and of their conditions."""
        block, width, number = self.block, self.plan.turns + 1, int(self.block[goals.GOALS_N])
        words: list[int] = []
        for (_, turn), listed in once.items():
            for each in listed:
                words += [each.goal, int(block[goals.O_GOAL]) + each.goal * width + turn]
                if each.given >= 0:
                    words += [each.given, int(block[goals.O_GIVEN]) + (each.given - number) * width + turn]
        block[count.SUMS], block[count.SUMS_END] = self.put(words)

    def rest(self, kind: int, turn: int, moment: int, fast: bool, settled: list[Once]) -> int:
        """The record of what else is due at a moment; 0 for nothing."""
        block = self.block
        done = {each.atom for each in settled} | {each.given_atom for each in settled}
        jobs = [job for job in jobs_due(block, moment) if not (fast and block[job + goals.J_OP] == goals.JOB_PAYABLE)]
        plain = [int(test) for test in block[block[moment + goals.MO_PLAIN] : block[moment + goals.MO_PLAIN_END]]]
        tests = [int(test) for test in block[block[moment + goals.MO_TEST] : block[moment + goals.MO_TEST_END]]]
        plain = [atom for atom in plain if atom not in done]
        first, last = self.moving_due(kind, turn)
        if not jobs and not plain and not tests and first == last:
            return 0
        record = [*self.copy(jobs, goals.JOB_STRIDE), *self.put(plain), *self.put(tests), first, last]
        return self.put(record)[0]

    def measures(self) -> None:
        """Measures that are 0 in every game are counted once for all games; the others' records are copied."""
        block = self.block
        zero = zero_words(self.plan, block)
        fixed = [record for record in measures_of(block) if words_measured(block, record) <= zero]
        moving = [record for record in measures_of(block) if record not in fixed]
        block[count.MOVING], block[count.MOVING_END] = self.copy(moving, goals.MEASURE_STRIDE)
        block[count.FIXED], block[count.FIXED_END] = self.put(fixed)

    def moving_due(self, kind: int, turn: int) -> tuple[int, int]:
        """The stretch of measures that a moment reads: at the keep all, else those of its kind, which lie together."""
        first, last = int(self.block[count.MOVING]), int(self.block[count.MOVING_END])
        if turn == 0:
            return (first, last) if kind == goals.TURN_END else (first, first)
        kinds = [int(self.block[record + goals.M_KIND]) for record in range(first, last, goals.MEASURE_STRIDE)]
        begin = first + sum(each < kind for each in kinds) * goals.MEASURE_STRIDE
        return begin, begin + kinds.count(kind) * goals.MEASURE_STRIDE

    def rows(self, seat: str, with_drops: bool, due: dict[tuple[int, int], list[int]]) -> tuple[int, int]:
        """The rows of one seat; moments at which nothing is due are left out, draws join the row behind them."""
        words: list[int] = []
        drawn = 0
        for what, turn, number in rows_of(self.plan, seat, with_drops):
            if what == DRAWN:
                drawn += number
            elif what != count.READ or (number, turn) in due:
                listed = due[number, turn] if what == count.READ else [0] * 7
                if what == count.READ and listed[0] == listed[1] and not listed[-1]:
                    what = count.ONCE
                words += [turn, drawn, what, number, *listed]
                drawn = 0
        return self.put(words)

    def count_readers(self) -> None:
        """How often a word is read: by tests at moments, by totals, differences and measures."""
        block = self.block
        for _, _, moment in moments_of(block):
            for atom in atoms_due(block, moment):
                self.readers.update(words_of(block, atom))
        for record in measures_of(block):
            self.readers.update(words_measured(block, record))
        for job in jobs_of(block):
            if block[job + goals.J_OP] != goals.JOB_PAYABLE:
                self.readers.update(read_by_job(block, job))

    def write(self) -> None:
        """Write everything."""
        plan, block = self.plan, self.block
        self.order()
        self.measures()
        fast = self.have()
        due: dict[tuple[int, int], list[int]] = {}
        once: dict[tuple[int, int], list[Once]] = {}
        by_moment = once_of(block)
        self.count_readers()
        for kind, turn, moment in list(moments_of(block)):
            settled = once[kind, turn] = by_moment.get(moment, [])
            alone = self.alone(moment, settled) if fast else {}
            payable = self.payable(moment, alone) if fast else (0, 0)
            rest = self.rest(kind, turn, moment, fast, settled)
            if payable[0] < payable[1] or settled or rest:
                most = min(turn, mana.MAX_UNITS) * ONES
                due[kind, turn] = [*payable, *self.once(settled, alone), most, rest]
        self.sums(once)
        settled_goals = {each.goal for listed in once.values() for each in listed}
        rest_goals = [goal for goal in range(int(block[goals.GOALS_N])) if goal not in settled_goals]
        read = read_words(block)
        drops = bool(read & (DROPS | AVAILABLE))
        block[count.ROWS], block[count.ROWS_END] = self.rows("play", drops, due)
        block[count.ROWS_DRAW], block[count.ROWS_DRAW_END] = self.rows("draw", drops, due)
        block[count.REST], block[count.REST_END] = self.put(rest_goals)
        block[count.WHOLE_TALLY] = block[goals.COPIES_N] > 1
        whole = bool(rest_goals or any(each[-1] for each in due.values()) or block[count.WHOLE_TALLY])
        block[count.CLEARED] = block[goals.ZERO_N] if whole else 0
        self.counting(read)
        keep = rule_of(plan.rule("keep"))
        block[count.HAND_WORDS_NEEDED] = bool(asked(keep.function) - HAND_SIZES)

    def counting(self, read: set[int]) -> None:
        """How drawn cards are counted."""
        block, plan = self.block, self.plan
        by_kind = range(at.HAD, at.HAD + at.KINDS)
        rules = [asked(rule_of(plan.rule(role)).function) for role in ("keep", "scry")]
        payable = any(block[job + goals.J_OP] == goals.JOB_PAYABLE for job in jobs_of(block))
        copies = payable or any("had" in names for names in rules) or any(word in by_kind for word in read)
        if min(plan.slots) < 0 or block[count.HAVE_WORDS] > 2:
            block[count.COUNTING] = count.ANYHOW
        else:
            block[count.COUNTING] = count.BY_KIND if copies else count.LANDS_ONLY
        if not block[count.HAVE_WORDS]:
            block[count.HAVE_WORDS] = 2
            block[count.KIND_HAVE] = self.put([0] * (2 * len(plan.kinds)))[0]


def write_count(plan: Plan, block: Any) -> None:
    """Write the tables of the count unit into the block of a plan that it takes; the core can still play the block."""
    used = max(int(block[goals.MOMENT_AT + kind]) for kind in range(3))
    _Writer(plan, block, used + (plan.turns + 1) * goals.MOMENT_STRIDE).write()


def pack_count(plan: Plan) -> Packed | None:
    """The plan packed for the count unit, with the rules it asks; None when the unit does not take it."""
    if refused(plan):
        return None
    from analyzer.kernel._jit import address, compiled

    packed = pack(plan, with_code=False)
    if why_not(plan, packed.block):
        return None
    write_count(plan, packed.block)
    rules = compile_rules(plan, ROLES)
    for word, value in rules.words:
        packed.block[word] = value
    units = drops_units(packed.block)
    for word, unit in units:
        packed.block[word] = address(compiled(unit))
    return replace(packed, code=(rules, *(unit for _, unit in units)), counted=True)
