"""Goals as immutable data, and the one canonical way to write them down: parse_goal(str(goal)) == goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from analyzer.goals.tokens import quoted
from analyzer.goals.words import BINARY_THINGS, MEASURES

OPEN_LOW, OPEN_HIGH = -(1 << 40), 1 << 40


@dataclass(frozen=True, slots=True)
class Cards:
    """Which cards: `form` is "names", "filter", "land", "nonland" or "group"; `words` the names, text or group word.

    `kinds` are the indices of the deck's kinds meant, filled in when the goal is bound to a deck; they do not take
    part in comparisons, because the same text may mean other indices in another deck.

    >>> str(Cards("names", ("Opt", "Preordain")))
    'any("Opt", "Preordain")'
    """

    form: str
    words: tuple[str, ...] = ()
    kinds: tuple[int, ...] | None = field(default=None, compare=False)

    def __str__(self) -> str:
        if self.form == "names":
            names = ", ".join(map(quoted, self.words))
            return names if len(self.words) == 1 else f"any({names})"
        if self.form == "filter":
            return f"[{self.words[0]}]"
        return f"@group:{self.words[0]}" if self.form == "group" else f"@{self.form}"


@dataclass(frozen=True, slots=True)
class Term:
    """One number of a game: a measure (`name`), copies of cards, sources of a colour, a payable cost, or a sum.

    `op` is "measure", "sources", "sources had", "payable", "used", "total" or a thing such as "in hand".
    """

    op: str
    name: str = ""  # of a measure, a colour, or a token source
    cards: Cards | None = None
    cost: tuple[str, ...] = ()  # of payable {..}
    with_lands: bool = False
    inner: Term | None = None  # of total
    first: int = 0
    last: int = 0

    def __str__(self) -> str:
        if self.op == "measure":
            return self.name
        if self.op.startswith("sources"):
            return f"sources({self.name}){self.op.removeprefix('sources')}"
        if self.op == "total":
            return f"total({self.inner}, {self.first}..{self.last})"
        if self.op == "payable":
            what = "".join(f"{{{symbol}}}" for symbol in self.cost) if self.cost else str(self.cards)
            return f"payable {what}{' with lands' if self.with_lands else ''}"
        return f"{self.op} {self.name or self.cards}"

    @property
    def is_fixed(self) -> bool:
        """Is it decided at the keep?"""
        return self.op == "measure" and MEASURES[self.name].fixed

    @property
    def is_binary(self) -> bool:
        """Is it never above 1?"""
        return self.op in BINARY_THINGS or (self.op == "measure" and MEASURES[self.name].binary)

    @property
    def leaves(self) -> tuple[Term, ...]:
        """The term itself, or what a total sums."""
        return (self.inner,) if self.inner is not None else (self,)


@dataclass(frozen=True, slots=True)
class When:
    """`by` or `on` a moment of a turn; turn 0 is the keep."""

    mode: str
    moment: str
    turn: int

    def __str__(self) -> str:
        return f"{self.mode} {self.moment} {self.turn}"


@dataclass(frozen=True, slots=True)
class Atom:
    """A sum of terms compared with a range: true when low <= sum <= high (`complement`: when not).

    `every` is the bare `land drops`: a land played on each turn from the first of the game to the clause's turn.
    `when` is None for what is fixed at the keep, and in keep expressions.
    """

    terms: tuple[Term, ...]
    low: int = 1
    high: int = OPEN_HIGH
    complement: bool = False
    when: When | None = None
    every: bool = False

    def __str__(self) -> str:
        words = " + ".join(map(str, self.terms))
        if not self.every:
            words += self._comparison()
        return words if self.when is None else f"{words} {self.when}"

    def _comparison(self) -> str:
        plain = len(self.terms) == 1 and (self.terms[0].op not in ("measure", "total") or self.terms[0].is_binary)
        if (self.low, self.high, self.complement) == (1, OPEN_HIGH, False) and plain:
            return ""
        if self.low == self.high:
            return f" {'!=' if self.complement else '=='} {self.low}"
        if self.high >= OPEN_HIGH:
            return f" >= {self.low}"
        return f" <= {self.high}" if self.low <= OPEN_LOW else f" in {self.low}..{self.high}"

    def holds(self, value: int) -> bool:
        """Does the comparison hold for this sum?"""
        return (self.low <= value <= self.high) != self.complement

    @property
    def is_fixed(self) -> bool:
        """Is it decided at the keep?"""
        return all(term.is_fixed for term in self.terms)


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary of an expression, known when the expression is known."""

    body: Expr

    def __str__(self) -> str:
        return f"not {_inside(self.body)}"


@dataclass(frozen=True, slots=True)
class And:
    """All parts."""

    parts: tuple[Expr, ...]

    def __str__(self) -> str:
        return " and ".join(map(_inside, self.parts))


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part."""

    parts: tuple[Expr, ...]

    def __str__(self) -> str:
        return " or ".join(_inside(part) if isinstance(part, Or) else str(part) for part in self.parts)


Expr: TypeAlias = "Atom | Not | And | Or"


@dataclass(frozen=True, slots=True)
class Goal:
    """A statement about a game, optionally only about the games that meet a condition (`given`)."""

    expr: Expr
    given: Expr | None = None

    def __str__(self) -> str:
        return str(self.expr) if self.given is None else f"{self.expr} given {self.given}"

    @property
    def last_turn(self) -> int:
        """The last turn that the goal asks about; 0 for what is known at the keep."""
        return max((atom.when.turn for atom in self.atoms if atom.when is not None), default=0)

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms of goal and condition, in the order written."""
        return (*atoms_of(self.expr), *(atoms_of(self.given) if self.given is not None else ()))

    @property
    def kinds(self) -> tuple[int, ...]:
        """The deck's kinds that the goal names one by one (not by @land, @nonland), ascending; after binding."""
        found: set[int] = set()
        for leaf in (leaf for atom in self.atoms for term in atom.terms for leaf in term.leaves):
            if leaf.cards is not None and leaf.cards.form in ("names", "group"):
                found.update(leaf.cards.kinds or ())
        return tuple(sorted(found))


def _inside(expr: Expr) -> str:
    return str(expr) if isinstance(expr, Atom | Not) else f"({expr})"


def atoms_of(expr: Expr) -> Iterator[Atom]:
    """The atoms of an expression, in the order written."""
    if isinstance(expr, Atom):
        yield expr
    elif isinstance(expr, Not):
        yield from atoms_of(expr.body)
    else:
        for part in expr.parts:
            yield from atoms_of(part)
