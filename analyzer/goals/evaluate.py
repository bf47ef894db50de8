"""When goals become true, in plain Python: for the rulebook, for keep expressions, and as the oracle of the kernel.

A game is read at the keep (turn 0) and at moments `draw`, `land`, `turn` of turns 1, 2, ... Every atom is unknown at
first and is then, once and for all, true or false:

- `A on M t` is decided at moment M of turn t, by what holds then.
- `A by M t` becomes true at the first reading, among the keep and moments M of turns 1 to t, at which A holds; if A
  held at none of them it becomes false at moment M of turn t. So `A by draw t` is read at draws only, and the share
  of games in which it is true after turn s is exactly the share of `A by draw s`.
- `not A by M t` is therefore true exactly when A was not true by then, and known at that moment.
- Turn 0 is the keep: `A on turn 0` and `A by turn 0` are read there. What is fixed at the keep is always read there.
- `land drops by turn t` is decided at the end of turn t (`by land t`: after its land drop): true if a land was played
  on each turn from the first of the game to t.
- `castable X` is worked out at `land t` and stays so for the rest of turn t; `payable ..` likewise at `draw t`, and
  with it whether a card counts as `stuck`. In a turn that did not come to that moment all three are 0.
- `total(M, a..b)` adds M's value of each turn from a to b, read at the clause's own moments (mana: of that turn).
- A game that ends early in turn t (decked, life, kill) is read once more as `turn t` if the end of that turn was not
  read yet; goals that are not true then are false, and measures keep their last value.

An expression is true as soon as its known atoms make it so. A goal's first turn is the turn of that reading (0: at the
keep). With `given`, the game counts for the condition if the condition ever became true, and for both if the goal did
too; the first turn of both is the later of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from analyzer.goals.reading import MeasureText
from analyzer.goals.tree import Atom, Expr, Goal, Term
from analyzer.goals.truth import truth_of
from analyzer.goals.words import MEASURES

KEEP = "keep"
LATCHED_AT = {"castable": "land", "payable": "draw"}  # worked out at this moment, the same for the rest of the turn


class GameState(Protocol):
    """What the evaluator asks of a game at one moment; kinds are indices of the deck's kinds."""

    def measure(self, name: str, summed: bool) -> int:
        """A measure of `words.MEASURES`; mana of this turn, or `summed` over the turns so far."""

    def copies(self, thing: str, kinds: Sequence[int]) -> int:
        """Copies for "had", "in hand", "in play", "in graveyard", "cast", "entered tapped", "entered untapped"."""

    def castable(self, kinds: Sequence[int]) -> bool:
        """Could one of these kinds be cast now from hand or command zone? Asked at `land t` only."""

    def payable(self, kinds: Sequence[int], cost: Sequence[str], with_lands: bool) -> bool:
        """Could a kind, or a cost, be paid this turn with the best land drops? Asked at `draw t` only."""

    def sources(self, colour: str, had: bool) -> int:
        """Lands and mana permanents in play that can make the colour; `had`: lands had."""

    def used(self, kinds: Sequence[int], token: str) -> int:
        """Times these kinds, or the token source ("shard", "role"), have looked or drawn."""

    def first_turn(self) -> int:
        """The first turn of the game: 1 unless the start position says otherwise."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One moment at which goals are read: `moment` is "keep", "draw", "land" or "turn"; `early` the end of a game."""

    moment: str
    turn: int
    state: GameState
    early: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The turn in which goal and condition became true first; None for never. Without `given`: condition at 0."""

    first: int | None
    given: int | None

    @property
    def both(self) -> int | None:
        """The turn in which both were true; None for never."""
        return None if self.first is None or self.given is None else max(self.first, self.given)


def evaluate(goal: Goal, history: Iterable[Reading]) -> Outcome:
    """When a (bound) goal and its condition became true in a game; `history` is in order and begins at the keep."""
    watches = [Watch(goal.expr)] + ([Watch(goal.given)] if goal.given is not None else [])
    for reading in history:
        for watch in watches:
            watch.read(reading)
    return Outcome(watches[0].first, watches[1].first if len(watches) > 1 else 0)


def holds(expr: Expr, state: GameState) -> bool:
    """Does a (bound) keep expression hold for the hand of this state?"""
    truth = truth_of(expr)
    true = sum(
        1 << i for i, atom in enumerate(truth.atoms) if atom.holds(sum(_now(t, state, False) for t in atom.terms))
    )
    return truth.holds(true, ~true)


class Numbers:
    """Values of terms at the readings of one game: remembers what is worked out at other moments, and sums over turns.

    `terms` are (term, kind of moment at which it is read).
    """

    def __init__(self, terms: Iterable[tuple[Term, str]]) -> None:
        self.terms = tuple(dict.fromkeys(terms))
        self.turn = 0
        self.latched: dict[Term, int] = {}
        self.sums: dict[tuple[Term, str], int] = {}

    def read(self, reading: Reading) -> None:
        """Take what is worked out at this moment; before anything is asked of it."""
        if reading.turn != self.turn:
            self.turn, self.latched = reading.turn, {}
        for term, _ in self.terms:
            for leaf in term.leaves:
                if LATCHED_AT.get(leaf.op) == reading.moment:
                    self.latched[leaf] = _latched_value(leaf, reading.state)
        for term, moment in self.terms:
            if term.inner is not None and moment == reading.moment and term.first <= reading.turn <= term.last:
                so_far = self.sums.get((term, moment), 0)
                self.sums[term, moment] = so_far + self.value(term.inner, moment, reading.state, False)

    def value(self, term: Term, moment: str, state: GameState, summed: bool) -> int:
        """The term now; `summed`: mana of all turns so far instead of this one."""
        if term.inner is not None:
            return self.sums.get((term, moment), 0)
        return self.latched.get(term, 0) if term.op in ("castable", "payable") else _now(term, state, summed)


class Watch:
    """Follows one expression through a game; `first` is the turn in which it became true, None until then."""

    def __init__(self, expr: Expr) -> None:
        self.truth = truth_of(expr)
        self.first: int | None = None
        self.true = self.false = 0
        self.last_read = -1
        atoms = self.truth.atoms
        self.numbers = Numbers((term, atom.when.moment if atom.when else KEEP) for atom in atoms for term in atom.terms)

    def read(self, reading: Reading) -> bool:
        """Take one reading; True if the expression became true at it."""
        if reading.early and self.last_read >= reading.turn:
            return False
        self.numbers.read(reading)
        for number, atom in enumerate(self.truth.atoms):
            if not (self.true | self.false) >> number & 1:
                self._decide(atom, 1 << number, reading)
        if reading.moment == "turn":
            self.last_read = reading.turn
        if self.first is None and self.truth.holds(self.true, self.false):
            self.first = reading.turn
            return True
        return False

    def _decide(self, atom: Atom, bit: int, reading: Reading) -> None:
        due, last = _due(atom, reading)
        if not due:
            return
        if atom.every:
            drops = reading.state.measure("land drops", False)
            true = drops == reading.turn - reading.state.first_turn() + 1
        else:
            summed = atom.when is not None and atom.when.mode == "by"
            moment = atom.when.moment if atom.when is not None else KEEP
            true = atom.holds(sum(self.numbers.value(term, moment, reading.state, summed) for term in atom.terms))
        if true:
            self.true |= bit
        elif last:
            self.false |= bit


class MeasureWatch:
    """Follows one measure through a game: `values` by turn, 0 the keep."""

    def __init__(self, measure: MeasureText, turns: int) -> None:
        self.measure = measure
        self.values = [0] * (turns + 1)
        self.last_read = -1
        self.numbers = Numbers((term, measure.moment) for term in measure.terms)
        latched = {LATCHED_AT[leaf.op] for term in measure.terms for leaf in term.leaves if leaf.op in LATCHED_AT}
        self.moments = frozenset((KEEP, measure.moment)) | latched  # the others tell it nothing

    def read(self, reading: Reading) -> None:
        """Take one reading; after an early end the rest of the turns keep the last value."""
        if reading.early and self.last_read >= reading.turn:
            self._keep_last()
            return
        self.numbers.read(reading)
        if reading.moment in (KEEP, self.measure.moment):
            terms, moment, summed = self.measure.terms, self.measure.moment, self.measure.mode == "by"
            self.values[reading.turn] = sum(self.numbers.value(term, moment, reading.state, summed) for term in terms)
            self.last_read = reading.turn
        if reading.early:
            self._keep_last()

    def _keep_last(self) -> None:
        for turn in range(self.last_read + 1, len(self.values)):
            self.values[turn] = self.values[self.last_read]


def _due(atom: Atom, reading: Reading) -> tuple[bool, bool]:
    """Is the atom read at this reading, and is it its last?"""
    when, at_keep = atom.when, reading.moment == KEEP
    if when is None:
        return at_keep, at_keep
    here = at_keep if when.turn == 0 else reading.moment == when.moment
    if here and reading.turn == when.turn:
        return True, True
    earlier = when.mode == "by" and not atom.every and reading.turn <= when.turn
    return earlier and (at_keep or reading.moment == when.moment), False


def _latched_value(term: Term, state: GameState) -> int:
    kinds = term.cards.kinds or () if term.cards is not None else ()
    if term.op == "castable":
        return int(state.castable(kinds))
    return int(state.payable(kinds, term.cost, term.with_lands))


def _now(term: Term, state: GameState, summed: bool) -> int:
    kinds = term.cards.kinds or () if term.cards is not None else ()
    if term.op == "measure":
        return state.measure(term.name, summed and MEASURES[term.name].summed)
    if term.op.startswith("sources"):
        return state.sources(term.name, term.op == "sources had")
    if term.op == "used":
        return state.used(kinds, term.name)
    return state.copies(term.op, kinds)
