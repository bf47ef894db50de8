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
- `castable X` is worked out at `land t` and keeps that value until the next; `payable ..` likewise at `draw t`, and
  with it whether a card counts as `stuck`. Before the first of these moments all three are 0.
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

from analyzer.goals.tree import Atom, Expr, Goal, Term
from analyzer.goals.truth import truth_of
from analyzer.goals.words import MEASURES

KEEP = "keep"


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


class Watch:
    """Follows one expression through a game; `first` is the turn in which it became true, None until then.

    `end` must be told when a game ends early, unless the end is part of the readings.
    """

    def __init__(self, expr: Expr) -> None:
        self.truth = truth_of(expr)
        self.first: int | None = None
        self.true = self.false = 0
        self.latched: dict[Term, int] = {}
        self.sums: dict[tuple[Term, str], int] = {}
        self.last_read = -1

    def read(self, reading: Reading) -> bool:
        """Take one reading; True if the expression became true at it."""
        if reading.early and self.last_read >= reading.turn:
            return False
        self._latch(reading)
        for number, atom in enumerate(self.truth.atoms):
            if not (self.true | self.false) >> number & 1:
                self._decide(atom, 1 << number, reading)
        if reading.moment == "turn":
            self.last_read = reading.turn
        if self.first is None and self.truth.holds(self.true, self.false):
            self.first = reading.turn
            return True
        return False

    def _latch(self, reading: Reading) -> None:
        terms = [(atom, term) for atom in self.truth.atoms for term in atom.terms]
        for atom, term in terms:
            for leaf in term.leaves:
                moment = {"castable": "land", "payable": "draw"}.get(leaf.op)
                if moment == reading.moment:
                    self.latched[leaf] = _latched_value(leaf, reading.state)
            here = atom.when is not None and atom.when.moment == reading.moment
            if term.inner is not None and here and term.first <= reading.turn <= term.last:
                self.sums.setdefault((term, reading.moment), 0)
        for (term, moment), so_far in self.sums.items():
            if moment == reading.moment and term.first <= reading.turn <= term.last and term.inner is not None:
                self.sums[term, moment] = so_far + self._value(term.inner, reading.state, False, moment)

    def _value(self, term: Term, state: GameState, summed: bool, moment: str) -> int:
        if term.inner is not None:
            return self.sums.get((term, moment), 0)
        if term.op in ("castable", "payable"):
            return self.latched.get(term, 0)
        return _now(term, state, summed)

    def _decide(self, atom: Atom, bit: int, reading: Reading) -> None:
        when, turn = atom.when, reading.turn
        if when is None:
            here = last = reading.moment == KEEP
        else:
            at_keep = reading.moment == KEEP
            last = turn == when.turn and (at_keep if when.turn == 0 else reading.moment == when.moment)
            here = last or (
                when.mode == "by"
                and not atom.every
                and (at_keep or reading.moment == when.moment)
                and turn <= when.turn
            )
        if not here:
            return
        summed = when is not None and when.mode == "by"
        moment = when.moment if when is not None else KEEP
        if atom.every:
            drops = reading.state.measure("land drops", False)
            true = drops == turn - reading.state.first_turn() + 1
        else:
            true = atom.holds(sum(self._value(term, reading.state, summed, moment) for term in atom.terms))
        if true:
            self.true |= bit
        elif last:
            self.false |= bit


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
