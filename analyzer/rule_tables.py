"""The tables that knobs of compiled rules point at: card sets and expressions, numbered as rules are bound."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.contract.view import FIRST_TOKEN
from analyzer.errors import InputError
from analyzer.goals.tree import And, Atom, Expr, Not, Term
from analyzer.kernel import layout
from analyzer.kernel import rule_layout as at
from analyzer.plan.lines import TYPES

# Measures of a keep expression -> words of the block.
WORDS = {
    "kept cards": layout.HAND_SIZE,
    "kept lands": layout.LANDS_IN_HAND,
    "mulligans": layout.MULLIGANS,
    "first seven lands": layout.FIRST_SEVEN_LANDS,
    "seat": layout.SEAT,
}
OPEN = 1 << 40  # beyond any sum

Row = tuple[int, int, int, int, int]


@dataclass(slots=True)
class Tables:
    """Card sets and expression rows collected while the rules of one plan are bound."""

    sets: list[frozenset[int]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def card_set(self, kinds: frozenset[int]) -> int:
        """The number of this card set; equal sets share one. InputError for more than the kernel has room for."""
        if kinds not in self.sets:
            if len(self.sets) == at.MAX_CARD_SETS:
                raise InputError(f"the rules name more than {at.MAX_CARD_SETS} card sets; use fewer")
            self.sets.append(kinds)
        return self.sets.index(kinds)

    def expression(self, expr: Expr) -> int:
        """The first row of this expression."""
        first = self._add(expr, at.X_TRUE, at.X_FALSE)
        if len(self.rows) > at.MAX_EXPRESSION_ROWS:
            raise InputError(f"the expressions of the rules are too long ({len(self.rows)} rows); shorten them")
        return first

    def words(self) -> list[tuple[int, int]]:
        """(offset, value) of every word of the tables."""
        found = [(at.CARD_SETS_N, len(self.sets)), (at.EXPRESSION_ROWS_N, len(self.rows))]
        for number, kinds in enumerate(self.sets):
            for half in range(2):
                mask = sum(1 << (kind - 64 * half) for kind in kinds if 64 * half <= kind < 64 * (half + 1))
                found.append((at.CARD_SETS + 2 * number + half, signed(mask)))
        for number, row in enumerate(self.rows):
            found += [(at.EXPRESSIONS + number * at.EXPRESSION_STRIDE + word, value) for word, value in enumerate(row)]
        return found

    def _add(self, expr: Expr, on_true: int, on_false: int) -> int:
        """Append the rows of an expression that goes on at these rows; returns its first row.

        Parts are added last first, because a part must know where the next one begins: a test leads to lower rows.
        """
        if isinstance(expr, Not):
            return self._add(expr.body, on_false, on_true)
        if isinstance(expr, Atom):
            return self._add_atom(expr, on_true, on_false)
        next_true, next_false = on_true, on_false
        for part in reversed(expr.parts):
            first = self._add(part, next_true, next_false)
            if isinstance(expr, And):
                next_true = first
            else:
                next_false = first
        return first

    def _add_atom(self, atom: Atom, on_true: int, on_false: int) -> int:
        if atom.complement:
            on_true, on_false = on_false, on_true
        first = len(self.rows)
        self.rows += [self._term(term) for term in atom.terms]
        self.rows.append((at.X_TEST, max(atom.low, -OPEN), min(atom.high, OPEN), on_true, on_false))
        return first

    def _term(self, term: Term) -> Row:
        if term.op == "measure" and term.name in WORDS:
            return (at.X_WORD, WORDS[term.name], 0, 0, 0)
        if term.op == "in hand" and term.cards is not None:
            return (at.X_IN_HAND, self.card_set(frozenset(term.cards.kinds or ())), 0, 0, 0)
        if term.op == "sources had":
            return (at.X_SOURCES, TYPES[term.name], 0, 0, 0)
        raise InputError(f"{term} is not known when a hand is kept")


def signed(mask: int) -> int:
    """The int64 with the bits of this unsigned word."""
    return mask - (1 << 64) if mask >> 63 else mask


assert layout.MAX_KINDS == FIRST_TOKEN
