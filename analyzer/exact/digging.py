"""Exact value of a sequence of scries, draws and shuffles, for a fixed scry rule or for best play.

The library is a known top, an unseen middle in unknown order and a known bottom, so a state is also all the player
knows. Values are fractions, by recursion over these states; meant for few classes of cards and short programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import comb

from analyzer.exact.hypergeometric import Counts, check_draw, hands

Cards = tuple[int, ...]
# Scry rule: (cards looked at in order, hand by class) -> (cards kept on top in order, cards to the bottom in order).
ScryRule = Callable[[Cards, Counts], tuple[Cards, Cards]]
Goal = Callable[[Counts], bool]

KINDS = ("draw", "scry", "arrange", "take", "putback", "shuffle", "may shuffle", "need")


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: what, how many cards, how many of them are taken (`take`), what must hold (`need`)."""

    kind: str
    number: int = 1
    take: int = 0
    check: Goal | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"step {self.kind!r} is not one of {', '.join(KINDS)}")


@dataclass(frozen=True, slots=True)
class State:
    """Known top (first card first), counts of the unseen middle, known bottom (first card first), hand by class."""

    top: Cards
    middle: Counts
    bottom: Cards
    hand: Counts


def draw(number: int = 1) -> Step:
    """Draw cards; drawing from an empty library does nothing."""
    return Step("draw", number)


def scry(number: int) -> Step:
    """Look at the top cards; any of them to the bottom, the rest back on top, both in any order."""
    return Step("scry", number)


def need(check: Goal) -> Step:
    """The goal fails unless `check` holds for the hand at this moment (a land drop, for instance)."""
    return Step("need", check=check)


def arrange(number: int) -> Step:
    """Look at the top cards and put them back in any order (Ponder)."""
    return Step("arrange", number)


def take(look: int, taken: int = 1) -> Step:
    """Look at the top cards, put some into the hand and the rest on the bottom in any order (Impulse)."""
    return Step("take", look, taken)


def put_back(number: int) -> Step:
    """Put cards from the hand on top of the library in any order (Brainstorm)."""
    return Step("putback", number)


SHUFFLE = Step("shuffle", 0)
MAY_SHUFFLE = Step("may shuffle", 0)


def lands_until(lands: int) -> ScryRule:
    """Class 0 are lands: a land stays while lands in hand and kept are fewer than `lands`, a nonland otherwise.

    >>> lands_until(2)((1, 0, 0), (1, 5))
    ((0,), (1, 0))
    """

    def rule(looked: Cards, hand: Counts) -> tuple[Cards, Cards]:
        kept: list[int] = []
        away: list[int] = []
        for card in looked:
            enough = hand[0] + kept.count(0) >= lands
            (kept if (card == 0) != enough else away).append(card)
        return tuple(kept), tuple(away)

    return rule


def find(*classes: int) -> ScryRule:
    """Cards of these classes stay, everything else goes to the bottom, both in the order seen.

    >>> find(0)((1, 0, 1), (0, 0))
    ((0,), (1, 1))
    """

    def rule(looked: Cards, hand: Counts) -> tuple[Cards, Cards]:
        return tuple(c for c in looked if c in classes), tuple(c for c in looked if c not in classes)

    return rule


def keep_all(looked: Cards, hand: Counts) -> tuple[Cards, Cards]:
    """Everything stays as it is."""
    return looked, ()


def bottom_all(looked: Cards, hand: Counts) -> tuple[Cards, Cards]:
    """Everything goes to the bottom in the order seen."""
    return (), looked


def value(
    deck: Sequence[int], steps: Sequence[Step], goal: Goal, *, hand: int = 0, rule: ScryRule | None = None
) -> Fraction:
    """Chance that the goal holds for the hand after all steps, starting with a random hand of `hand` cards.

    `deck` gives the size of each class. With `rule` every scry follows it; without, all decisions are the best ones
    for this goal. Decisions other than scry are always the best ones.

    >>> value((4, 6), [scry(1), draw()], lambda hand: hand[0] >= 1, rule=find(0))
    Fraction(2, 3)
    >>> value((4, 6), [scry(1), draw()], lambda hand: hand[0] >= 1)
    Fraction(2, 3)
    """
    check_draw(sum(deck), hand)
    solver = _Solver(tuple(steps), goal, rule)
    total = Fraction(0)
    for cards, ways in hands(deck, hand):
        middle = tuple(d - h for d, h in zip(deck, cards, strict=True))
        total += ways * solver.value(0, State((), middle, (), cards))
    return total / comb(sum(deck), hand)


class _Solver:
    """Memory of one problem: the value of each state before each step."""

    def __init__(self, steps: tuple[Step, ...], goal: Goal, rule: ScryRule | None) -> None:
        self.steps = steps
        self.goal = goal
        self.rule = rule
        self.known: dict[tuple[int, State], Fraction] = {}
        # Cards that the steps from i on can reach; beyond them the order at the bottom cannot matter.
        self.reach = [
            sum(s.number for s in steps[i:] if s.kind not in ("need", "putback")) for i in range(len(steps) + 1)
        ]
        self.shuffled_later = [any("shuffle" in s.kind for s in steps[i:]) for i in range(len(steps) + 1)]

    def value(self, i: int, state: State) -> Fraction:
        if not self.shuffled_later[i] and self.reach[i] <= len(state.top) + sum(state.middle):
            state = replace(state, bottom=())
        if i == len(self.steps):
            return Fraction(self.goal(state.hand))
        key = (i, state)
        if key not in self.known:
            self.known[key] = self._after(i, state)
        return self.known[key]

    def _after(self, i: int, state: State) -> Fraction:
        step = self.steps[i]
        if step.kind == "need":
            assert step.check is not None
            return self.value(i + 1, state) if step.check(state.hand) else Fraction(0)
        if step.kind == "shuffle":
            return self.value(i + 1, _shuffled(state))
        if step.kind == "may shuffle":
            return max(self.value(i + 1, state), self.value(i + 1, _shuffled(state)))
        if step.kind == "putback":
            return max(self.value(i + 1, after) for after in _put_backs(state, step.number))
        return sum(
            (chance * self._decided(i, step, looked, rest) for looked, rest, chance in _looks(state, step.number)),
            Fraction(0),
        )

    def _decided(self, i: int, step: Step, looked: Cards, rest: State) -> Fraction:
        """Value once the cards looked at are known; `rest` is the library without them."""
        if step.kind == "draw":
            return self.value(i + 1, replace(rest, hand=_with(rest.hand, looked)))
        if step.kind == "scry" and self.rule is not None:
            top, away = self.rule(looked, rest.hand)
            if sorted(top + away) != sorted(looked):
                raise ValueError(f"the scry rule turned {looked} into {top} and {away}")
            return self.value(i + 1, replace(rest, top=tuple(top) + rest.top, bottom=rest.bottom + tuple(away)))
        best = Fraction(0)
        for order in set(permutations(looked)):
            for after in _placings(step, order, rest):
                best = max(best, self.value(i + 1, after))
        return best


def _placings(step: Step, order: Cards, rest: State) -> Iterator[State]:
    """What a player may do with the cards looked at, taken in this order."""
    if step.kind == "arrange":
        yield replace(rest, top=order + rest.top)
    elif step.kind == "take":
        taken, away = order[: step.take], order[step.take :]
        yield replace(rest, bottom=rest.bottom + away, hand=_with(rest.hand, taken))
    else:
        for kept in range(len(order) + 1):
            yield replace(rest, top=order[:kept] + rest.top, bottom=rest.bottom + order[kept:])


def _looks(state: State, number: int) -> Iterator[tuple[Cards, State, Fraction]]:
    """The next cards from the top with their chance, fewer if the library ends, and the library without them."""
    if number == 0 or not (state.top or any(state.middle) or state.bottom):
        yield (), state, Fraction(1)
        return
    if state.top:
        firsts = [(state.top[0], replace(state, top=state.top[1:]), Fraction(1))]
    elif any(state.middle):
        unseen = sum(state.middle)
        firsts = [
            (card, replace(state, middle=_with(state.middle, (card,), -1)), Fraction(copies, unseen))
            for card, copies in enumerate(state.middle)
            if copies
        ]
    else:
        firsts = [(state.bottom[0], replace(state, bottom=state.bottom[1:]), Fraction(1))]
    for card, rest, chance in firsts:
        for more, after, further in _looks(rest, number - 1):
            yield (card, *more), after, chance * further


def _put_backs(state: State, number: int) -> Iterator[State]:
    held = [card for card, count in enumerate(state.hand) for _ in range(min(count, number))]
    for cards in set(permutations(held, min(number, len(held)))):
        yield replace(state, top=cards + state.top, hand=_with(state.hand, cards, -1))


def _shuffled(state: State) -> State:
    return State((), _with(state.middle, state.top + state.bottom), (), state.hand)


def _with(counts: Counts, cards: Cards, sign: int = 1) -> Counts:
    out = list(counts)
    for card in cards:
        out[card] += sign
    return tuple(out)
