"""Goals and measures of a plan as words of the kernel's block, and the shape of the tally they fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyzer.contract.events import OVER_REASONS
from analyzer.errors import NoRoom
from analyzer.goals.addresses import MANA_WORDS_BY_MODE, plain_words
from analyzer.goals.filters import steps_of
from analyzer.goals.names import Names
from analyzer.goals.reading import MeasureText, parse_by, parse_measure
from analyzer.goals.shape import source_kinds
from analyzer.goals.tree import Atom, Expr, Goal, Term
from analyzer.goals.truth import truth_of
from analyzer.goals.words import MEASURES
from analyzer.kernel import goal_layout as at
from analyzer.kernel import layout
from analyzer.pack_mana import pack_need
from analyzer.plan.lines import cost_payments
from analyzer.tally import Shape

if TYPE_CHECKING:
    from analyzer.pack_mana import ManaTables
    from analyzer.plan.model import Line, Plan

MOMENT_KINDS = {"draw": at.DRAW, "land": at.LAND, "turn": at.TURN_END}
TYPES = "WUBRGC"
MAX_STRATA = 32
# Within a moment jobs are done in this order: a total may sum any of the others.
JOB_ORDER = (at.JOB_UNPAYABLE, at.JOB_PAYABLE, at.JOB_CASTABLE, at.JOB_SOURCES, at.JOB_DIFFERENCE, at.JOB_STUCK,
             at.JOB_TOTAL)  # fmt: skip
# 0 in a game in which nothing looks at cards
LOOK_WORDS = frozenset(
    (layout.LOOKED_AT, layout.BOTTOMED, layout.BOTTOMED_DRAWN, layout.SCRY_EVENTS, layout.SURVEIL_EVENTS)
)
Span = tuple[int, int]  # words as the kernel reads them: (address of the list, entries), or (the word itself, 0)
Moment = tuple[int, int]  # kind of moment, turn


@dataclass(frozen=True, slots=True)
class GoalTables:
    """Words of GOAL_TABLE_REGION, size of the output array in words, and the shape of the tally in it."""

    region: tuple[int, ...]
    output_words: int
    shape: Shape


def cost_pips(plan: Plan) -> tuple[int, ...]:
    """Pips (WUBRGC bits) of the costs that goals and measures name: the mana tables must know their types."""
    terms = [term for goal in plan.goals for atom in _goal(goal).atoms for term in atom.terms]
    names = Names.of(plan)
    terms += [term for text in plan.measures for term in parse_measure(text, names).terms]
    terms += [term for text in plan.by for term in parse_by(text, names).terms]
    leaves = [leaf for term in terms for leaf in term.leaves if leaf.cost]
    return tuple(pip for leaf in leaves for pips, _ in cost_payments(leaf.cost)[0] for pip in pips)


def build_goals(plan: Plan, mana: ManaTables) -> GoalTables:
    """The goal tables of a plan; NoRoom names what the kernel has no room for."""
    return _Packer(plan, mana).tables()


def write_goals(block: Any, tables: GoalTables) -> None:
    """Write the tables into a block (int64 array)."""
    block[layout.GOAL_TABLE_REGION : layout.GOAL_TABLE_REGION + len(tables.region)] = tables.region


def _goal(goal: object) -> Goal:
    assert isinstance(goal, Goal)
    return goal


def _signed(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask


@dataclass(slots=True)
class _Packer:
    """Collects words while the parts of a plan's goals are laid out one after another."""

    plan: Plan
    mana: ManaTables
    words: list[int] = field(default_factory=lambda: [0] * (at.GOAL_TABLE_FREE - layout.GOAL_TABLE_REGION))
    state: int = at.G_FIRST
    lists: dict[tuple[int, ...], int] = field(default_factory=dict)
    targets: dict[tuple[object, ...], tuple[int, list[int]]] = field(default_factory=dict)  # job key -> address, record
    due: dict[Moment, dict[tuple[object, ...], None]] = field(default_factory=dict)  # jobs by moment
    plain: dict[Moment, list[int]] = field(default_factory=dict)
    tests: dict[Moment, list[int]] = field(default_factory=dict)
    noted: dict[int, int] = field(default_factory=dict)  # by kind: word of the goal that its first cast settles
    logged: dict[Moment, list[int]] = field(default_factory=dict)  # the plain tests of all goals

    # -- room ------------------------------------------------------------------------------------------------------

    def put(self, words: Iterable[int]) -> int:
        """Append words to the table; their address."""
        address = layout.GOAL_TABLE_REGION + len(self.words)
        self.words.extend(words)
        if len(self.words) > layout.GOAL_TABLE_SIZE:
            raise NoRoom("the goals of this plan are more than there is room for")
        return address

    def put_once(self, words: tuple[int, ...]) -> int:
        if words not in self.lists:
            self.lists[words] = self.put(words)
        return self.lists[words]

    def cells(self, count: int) -> int:
        """Words of the state region."""
        address = self.state
        self.state += count
        if self.state > at.GOAL_STATE_END:
            raise NoRoom("goals and measures of this plan need more state than there is room for")
        return address

    def span(self, words: tuple[int, ...]) -> Span:
        """Words to be summed, as the kernel reads them; of no words the sum is a word that is 0."""
        if not words:
            return self.put_once((0,)), 0
        return (words[0], 0) if len(words) == 1 else (self.put_once(words), len(words))

    # -- numbers that are worked out ---------------------------------------------------------------------------------

    def value(self, terms: tuple[Term, ...], summed: bool, moments: list[Moment]) -> Span:
        """The words of a sum of terms that is read at these moments; what must be worked out is put on the lists."""
        found: tuple[int, ...] = ()
        for term in terms:
            words = plain_words(term, summed)
            found += (self.worked_out(term, summed, moments),) if words is None else words
        return self.span(found)

    def worked_out(self, term: Term, summed: bool, moments: list[Moment]) -> int:
        if term.op == "total":
            return self.total(term, moments)
        turns = sorted({turn for _, turn in moments if turn})
        if term.op == "payable":
            make: Callable[[], list[int]] = lambda: self.payable(term)  # noqa: E731
            return self.job((term,), at.JOB_PAYABLE, make, [(at.DRAW, turn) for turn in turns])
        if term.op == "castable":
            return self.job((term,), at.JOB_CASTABLE, lambda: self.castable(term), [(at.LAND, turn) for turn in turns])
        if term.op.startswith("sources"):
            return self.job((term,), at.JOB_SOURCES, lambda: self.sources(term), moments)
        if term.name == "stuck":
            masks = self.job(("unpayable",), at.JOB_UNPAYABLE, self.unpayable, [(at.DRAW, turn) for turn in turns], 2)
            return self.job(("stuck",), at.JOB_STUCK, lambda: [masks, 0, 0, 0], [m for m in moments if m[1]])
        assert term.name == "mana wasted", f"{term} has no words"
        spent, made = MANA_WORDS_BY_MODE["mana spent"][summed], MANA_WORDS_BY_MODE["mana available"][summed]
        return self.job(("wasted", summed), at.JOB_DIFFERENCE, lambda: [made, spent, 0, 0], moments)

    def total(self, term: Term, moments: list[Moment]) -> int:
        """A running sum; one for each kind of moment at which it is read."""
        assert term.inner is not None
        kind = next((kind for kind, turn in moments if turn), at.TURN_END)
        days = [(kind, turn) for turn in range(term.first, min(term.last, self.plan.turns) + 1)]
        inner = self.value((term.inner,), False, days)
        return self.job((term, kind), at.JOB_TOTAL, lambda: [*inner, 0, 0], days)

    def job(
        self, key: tuple[object, ...], op: int, make: Callable[[], list[int]], moments: list[Moment], size: int = 1
    ) -> int:
        """Have a job done at these moments; the address of its result. Equal keys share the job."""
        if key not in self.targets:
            address = self.cells(size)
            self.targets[key] = (address, [op, address, *make()])
        for moment in moments:
            self.due.setdefault(moment, {})[key] = None
        return self.targets[key][0]

    def payable(self, term: Term) -> list[int]:
        if term.cost:
            needs = [pack_need(pips, self.mana.types) for pips, _ in cost_payments(term.cost)[0]]
        else:
            needs = [self.mana.needs[line.kind, line.number] for line in self.lines(term)]
        needs = list(dict.fromkeys(needs))
        return [self.put(word for need in needs for word in need), len(needs), int(term.with_lands), 0]

    def lines(self, term: Term) -> list[Line]:
        """The lines of the kinds meant that use the card from hand; a kicked cast costs more and says nothing new."""
        assert term.cards is not None and term.cards.kinds is not None, f"{term} is not bound to a deck"
        lines = [line for kind in term.cards.kinds for line in self.plan.kinds[kind].lines]
        return [line for line in lines if not line.kicked and line.alternative in ("", "evoke")]

    def castable(self, term: Term) -> list[int]:
        """Held kinds have no target in this game, so they are not castable (TGT-9)."""
        usable = [each for each in self.lines(term) if not self.plan.kinds[each.kind].held and not each.unpayable]
        records = dict.fromkeys(self.record(line) for line in usable)
        return [self.put(word for record in records for word in record), len(records), 0, 0]

    def record(self, line: Line) -> tuple[int, ...]:
        commander = at.COMMANDER if line.kind in self.plan.commanders else 0
        return (line.kind + commander, line.life, line.discard, *self.mana.needs[line.kind, line.number])

    def unpayable(self) -> list[int]:
        lines = [line for kind in self.plan.kinds if not kind.card.is_land for line in kind.lines]
        lines = [line for line in lines if not line.kicked and line.alternative == ""]
        records = dict.fromkeys((line.kind, 0, 0, *self.mana.needs[line.kind, line.number]) for line in lines)
        return [self.put(word for record in records for word in record), len(records), 0, 0]

    def sources(self, term: Term) -> list[int]:
        bit = 1 << TYPES.index(term.name)
        had = term.op == "sources had"
        base = layout.HAD if had else layout.PLAY
        usable = {
            k: s
            for k, s in self.mana.sources.items()
            if not had or (k < len(self.plan.kinds) and self.plan.kinds[k].card.is_land)
        }
        fixed = tuple(base + kind for kind, source in usable.items() if any(unit & bit for unit in source.units))
        board = tuple(base + kind for kind, source in usable.items() if source.board & bit and base + kind not in fixed)
        return [*self.span(fixed), bit if board else 0, self.put((len(board), *board)) if board else 0]

    # -- expressions -------------------------------------------------------------------------------------------------

    def expression(self, expr: Expr, number: int, text: str) -> list[int]:
        """Lay out the tests of an expression; its record without the condition."""
        truth = truth_of(expr, text)
        alone = truth.pairs == ((1, 0),) and len(truth.atoms) == 1
        known = 0 if alone else self.cells(2)
        for index, atom in enumerate(truth.atoms):
            done = at.G_FIRST + number if alone else self.cells(1)
            self.atom(atom, done, number, 0 if alone else _signed(1 << index))
        pairs = [_signed(mask) for pair in truth.pairs for mask in pair]
        first = self.put(pairs)
        return [known, first, first + len(pairs)]

    def atom(self, atom: Atom, done: int, expr: int, bit: int) -> None:
        """List the readings of an atom; the rule is that of analyzer.goals.evaluate."""
        when = atom.when
        if when is None or when.turn == 0:
            moments, last = [], (at.TURN_END, 0)
        else:
            kind = MOMENT_KINDS[when.moment]
            last = (kind, when.turn)
            each = when.mode == "by" and not atom.every
            moments = [(kind, turn) for turn in range(1, when.turn)] if each else []
            if each and self.may_hold_at_keep(atom):
                moments = [(at.TURN_END, 0), *moments]
        words = self.value(atom.terms, when is not None and when.mode == "by", [*moments, last])
        low, high = atom.low, atom.high
        if atom.every:
            assert when is not None
            low = high = when.turn - self.plan.start.turn + 1
        address = self.put((done, *words, low, high - low, int(atom.complement), expr, bit))
        if bit == 0 and words[1] == 0:
            kind = words[0] - layout.CAST
            noted = self.settled_by_cast(atom, kind, last) and self.noted.setdefault(kind, done) == done
            for moment in [*moments, last]:
                self.logged.setdefault(moment, []).append(address)
                if not noted:
                    self.plain.setdefault(moment, []).append(address)
            return
        for moment in moments:
            self.tests.setdefault(moment, []).append(2 * address)
        self.tests.setdefault(last, []).append(2 * address + 1)

    def settled_by_cast(self, atom: Atom, kind: int, last: Moment) -> bool:
        """Does this test become true with the first cast of this kind, which is never cast in the opponent's turn?"""
        if (
            atom.when is None
            or not 0 <= kind < len(self.plan.kinds)
            or any(line.instant_speed for line in self.plan.kinds[kind].lines)
        ):
            return False
        at_least_one = atom.low == 1 and atom.high >= layout.MAX_SLOTS and not atom.complement
        return at_least_one and atom.when.mode == "by" and not atom.every and last == (at.TURN_END, self.plan.turns)

    def may_hold_at_keep(self, atom: Atom) -> bool:
        return atom.holds(0) or not all(self.zero_at_keep(term) for term in atom.terms)

    def zero_at_keep(self, term: Term) -> bool:
        if term.op in ("had", "in hand", "sources had"):
            return False
        if self.plan.start.battlefield and term.op in ("measure", "in play", "sources"):
            return False
        return term.op != "measure" or MEASURES[term.name].starts_at_zero

    # -- the whole ---------------------------------------------------------------------------------------------------

    def tables(self) -> GoalTables:
        goals = [_goal(goal) for goal in self.plan.goals]
        given = [place for place, goal in enumerate(goals) if goal.given is not None]
        condition = {place: len(goals) + number for number, place in enumerate(given)}
        self.cells(len(goals) + len(given))  # the words at G_FIRST
        exprs_of = [(goal.expr, str(goal)) for goal in goals]
        exprs_of += [(g.given, str(g)) for g in (goals[place] for place in given) if g.given is not None]
        records = [self.expression(expr, number, text) for number, (expr, text) in enumerate(exprs_of)]
        always = self.put_once((1,))
        owners = [at.G_FIRST + condition[place] if place in condition else always for place in range(len(records))]
        exprs = self.put(w for record, own in zip(records, owners, strict=True) for w in (*record, own))
        names = Names.of(self.plan)
        by = [parse_by(text, names) for text in self.plan.by]
        shape = Shape(
            goals=tuple(map(str, goals)),
            given=tuple(condition.get(place, len(goals) - 1) - len(goals) for place in range(len(goals))),
            turns=self.plan.turns,
            measures=tuple((str(m), m.bins + 1) for m in self.measures(names)),
            sources=tuple(name for name, _ in source_kinds(self.plan)),
            reasons=OVER_REASONS,
            by=tuple((str(each), min(each.bins + 1, MAX_STRATA)) for each in by),
        )
        measures, ranges = self.measure_records(shape, names)
        copies = self.copies(shape, by)
        sources = self.put(kind for _, kind in source_kinds(self.plan))
        moments = self.moments(ranges)
        noted = self.put(self.noted.get(kind, 0) for kind in range(layout.KINDS))
        head = {
            at.GOALS_N: len(goals), at.CONDITIONS_N: len(given), at.ZERO_N: self.state - at.G_READ,
            at.MEASURES_N: len(shape.measures),
            at.SOURCES_N: len(shape.sources), at.COPIES_N: 1 + len(by), at.COPIES: copies, at.EXPRS: exprs,
            at.MEASURES: measures, at.MEASURES_END: ranges[2][1], at.NOTED: noted, at.SOURCES: sources, at.CELLS: shape.cells, at.O_GOAL: shape.offset("goal"),
            at.O_GIVEN: shape.offset("given"), at.O_SOURCE: shape.offset("source"), at.O_OVER: shape.offset("over"),
            at.O_KEPT: shape.offset("kept"), at.TALLY_SIZE: shape.size,
            **{at.MOMENT_AT + kind: address for kind, address in enumerate(moments)},
        }  # fmt: skip
        for address, word in head.items():
            self.words[address - layout.GOAL_TABLE_REGION] = word
        return GoalTables(tuple(self.words), shape.output_words, shape)

    def measures(self, names: Names) -> list[MeasureText]:
        """The plan's measures by kind of moment, so that each kind's records lie together."""
        found = [parse_measure(text, names) for text in self.plan.measures]
        return sorted(dict.fromkeys(found), key=lambda measure: MOMENT_KINDS[measure.moment])

    def measure_records(self, shape: Shape, names: Names) -> tuple[int, list[Span]]:
        """Address of the records, and by kind of moment the addresses of its first record and behind its last."""
        words: list[int] = []
        ends = [0, 0, 0]
        for place, measure in enumerate(self.measures(names)):
            kind = MOMENT_KINDS[measure.moment]
            moments = [(at.TURN_END, 0), *((kind, turn) for turn in range(1, self.plan.turns + 1))]
            span = self.value(measure.terms, measure.mode == "by", moments)
            values = self.cells(self.plan.turns + 1)
            words += [*span, values, shape.measure_offset(place), measure.bins + 1, kind]
            if not (self.looks_at_nothing() and set(self.words_of(span)) <= LOOK_WORDS):
                ends[kind] = place + 1
        address = self.put(words)
        ends[1], ends[2] = max(ends[:2]), max(ends)
        edges = [address + end * at.MEASURE_STRIDE for end in (0, *ends)]
        return address, [(edges[kind], edges[kind + 1]) for kind in range(3)]

    def words_of(self, span: Span) -> Sequence[int]:
        """The words that a span adds up."""
        first, count = span
        return (first,) if count == 0 else self.words[first - layout.GOAL_TABLE_REGION :][:count]

    def looks_at_nothing(self) -> bool:
        """Can nothing of this plan look at a card, so that these measures stay 0?"""
        steps = {step for kind in self.plan.kinds for step in steps_of(kind.abilities)}
        return steps <= {"mana"} and not self.plan.free and not self.plan.script and self.plan.mulligan != "vancouver"

    def copies(self, shape: Shape, by: list[MeasureText]) -> int:
        turns = [(at.TURN_END, turn) for turn in range(1, self.plan.turns + 1)]
        words = [*self.span(()), 1, 0]
        offset = shape.size
        for measure, (_, tallies) in zip(by, shape.by, strict=True):
            words += [*self.value(measure.terms, True, turns), tallies, offset]
            offset += tallies * shape.size
        return self.put(words)

    def moments(self, measure_ranges: list[Span]) -> list[int]:
        """Addresses of the records of turn 0 of every kind of moment."""
        everything = (measure_ranges[0][0], measure_ranges[2][1])
        addresses = []
        for kind in range(3):
            records: list[int] = []
            for turn in range(self.plan.turns + 1):
                keys = sorted(self.due.get((kind, turn), ()), key=lambda key: JOB_ORDER.index(self.targets[key][1][0]))
                measures = (everything if kind == at.TURN_END else (0, 0)) if turn == 0 else measure_ranges[kind]
                logged, tests = (lists.get((kind, turn), []) for lists in (self.logged, self.tests))
                if not (keys or logged or tests or measures[0] < measures[1]):
                    records += [0] * at.MOMENT_STRIDE
                    continue
                jobs = self.put(word for key in keys for word in self.targets[key][1])
                records += [jobs, jobs + len(keys) * at.JOB_STRIDE]
                first = self.put(self.plain.get((kind, turn), []))
                records += [first, layout.GOAL_TABLE_REGION + len(self.words)]
                self.put(logged)
                first = self.put(tests)
                records += [first, layout.GOAL_TABLE_REGION + len(self.words)]
                records += measures
            addresses.append(self.put(records))
        return addresses
