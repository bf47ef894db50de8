"""From goal text to goals: a recursive descent over formats F3, and the binding of `by` and `on` clauses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn, TypeAlias

from analyzer.goals.names import Names
from analyzer.goals.terms import MAX_TURN, TermReader
from analyzer.goals.tokens import GoalError, Token
from analyzer.goals.tree import OPEN_HIGH, OPEN_LOW, And, Atom, Expr, Not, Or, Term, When
from analyzer.goals.words import ALIASES, MOMENTS


@dataclass(slots=True)
class Draft:
    """An atom while its clause is still being looked for."""

    atom: Atom
    column: int
    bound: bool = False


# While a goal is read, an expression is a draft or a tuple ("not" | "and" | "or", parts).
Node: TypeAlias = "Draft | tuple[str, list[Node]]"


def drafts_of(node: Node) -> list[Draft]:
    """The drafts of a node, in the order written."""
    return [node] if isinstance(node, Draft) else [draft for part in node[1] for draft in drafts_of(part)]


def settled(node: Node) -> Expr:
    """The immutable expression."""
    if isinstance(node, Draft):
        return node.atom
    word, parts = node
    if word == "not":
        return Not(settled(parts[0]))
    return (And if word == "and" else Or)(tuple(settled(part) for part in parts))


class Parser(TermReader):
    """Reads one goal text; `keep` reads expressions about a hand, which have no clauses."""

    def __init__(self, text: str, names: Names, keep: bool = False, inside: tuple[str, ...] = ()) -> None:
        super().__init__(text, names, keep)
        self.inside = inside
        self.last_clause: When | None = None

    # -- expressions -----------------------------------------------------------------------------------------------

    def expression(self) -> Node:
        parts = [self.conjunction()]
        while self.at("or"):
            self.take()
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else ("or", parts)

    def conjunction(self) -> Node:
        units = [self.unit([])]
        while self.at("and"):
            self.take()
            units.append(self.unit(units))
        parts = [node for node, _ in units]
        return parts[0] if len(parts) == 1 else ("and", parts)

    def unit(self, left: list[tuple[Node, bool]]) -> tuple[Node, bool]:
        """A unit and whether it is a bracket; its clause also binds what it may of the units to its left."""
        negations = 0
        while self.at("not"):
            self.take()
            negations += 1
        bracket = self.at("(")
        if bracket:
            self.take()
            node = self.expression()
            self.expect(")", "to close the bracket")
        else:
            node = self.atom()
        if self.at("by", "on"):
            self.clause(node, left)
        for _ in range(negations):
            node = ("not", [node])
        return node, bracket

    def clause(self, node: Node, left: list[tuple[Node, bool]]) -> None:
        start = self.token
        if self.keep:
            self.fail("begins a clause, but a keep expression is about the hand only; leave the clause out")
        mode = self.take().text
        if not self.at(*MOMENTS):
            self.fail(f"stands where 'turn', 'draw' or 'land' is needed after {mode!r}", MOMENTS)
        moment = self.take().text
        number = self.token
        turn = self.integer("a turn")
        if not 0 <= turn <= MAX_TURN:
            self.fail(f"is no turn; turns are 0 (the kept hand) to {MAX_TURN}", token=number)
        self.last_clause = When(mode, moment, turn)
        targets = drafts_of(node)
        for other, bracket in reversed(left):
            if bracket:
                break
            targets += drafts_of(other)
        free = [draft for draft in targets if not draft.bound]
        if not free:
            self.fail("begins a clause that binds nothing: everything to its left has its own moment", token=start)
        for draft in free:
            bind(self.text, draft, self.last_clause)

    # -- atoms -----------------------------------------------------------------------------------------------------

    def atom(self) -> Node:
        start = self.token
        name = None if self.keep else self.named()
        if name is not None:
            return name
        terms = [self.term()]
        while self.at("+"):
            self.take()
            terms.append(self.term())
        low, high, complement, bare = self.comparison()
        atom = Atom(tuple(terms), low, high, complement, every=bare and terms == [Term("measure", "land drops")])
        if bare is False and len(terms) == 1 and terms[0].is_binary and low > 1 and not complement:
            advice = f"for a count write total({terms[0]}, 1..4)" if terms[0].op == "measure" else "it is not a count"
            self.fail(f"is 0 or 1 and never reaches {low}; {advice}", token=Token("word", str(terms[0]), start.column))
        return Draft(atom, start.column, bound=self.keep)

    def named(self) -> Node | None:
        """A named goal in place of an atom, as the expression that it stands for."""
        start = self.token
        name = self.longest((*self.names.goals, *(each for each, to in ALIASES.items() if to in self.names.goals)))
        if not name or len(name) < len(self.longest(self.vocabulary())):
            return None
        self.skip(name)
        name = ALIASES.get(name, name)
        if name in self.inside:
            self.fail(f"is defined by itself: {' -> '.join((*self.inside, name))}", token=start)
        reader = Parser(self.names.goals[name], self.names, inside=(*self.inside, name))
        node = reader.expression()
        if reader.token.kind != "end":
            reader.unexpected()
        self.last_clause = reader.last_clause or self.last_clause
        for draft in drafts_of(node):
            draft.column = start.column
        return node

    def comparison(self) -> tuple[int, int, bool, bool]:
        """(low, high, complement, whether there was none)."""
        if self.token.kind == "cmp":
            sign = self.take().text
            number = self.integer("a number")
            low = {">=": number, ">": number + 1, "==": number, "!=": number}.get(sign, OPEN_LOW)
            high = {"<=": number, "<": number - 1, "==": number, "!=": number}.get(sign, OPEN_HIGH)
            return low, high, sign == "!=", False
        if self.at("in"):
            self.take()
            start = self.token
            low, high = self.span()
            if low > high:
                self.fail(f"to {high} is an empty range; write the lower end first", token=start)
            return low, high, False, False
        return 1, OPEN_HIGH, False, True

    def unexpected(self) -> NoReturn:
        """Refuse what stands after a complete expression."""
        if self.at(")"):
            self.fail("closes a bracket that was not opened")
        if self.at("given"):
            self.fail("may stand only once, after the whole goal, outside brackets and named goals")
        known = ("and", "or", "given") if self.keep else ("by", "on", "and", "or", "given", "in")
        self.fail("does not continue the goal; a comparison, by, on, and, or, given may stand here", known)


def bind(text: str, draft: Draft, when: When) -> None:
    """Give a draft its clause; what is fixed at the keep needs none and drops it."""
    draft.bound = True
    if draft.atom.is_fixed:
        return
    leaves = [leaf for term in draft.atom.terms for leaf in term.leaves]
    for term in draft.atom.terms:
        if term.op == "total" and term.last > when.turn:
            reason = f"sums up to turn {term.last}, but its clause is '{when}'; end the sum or the clause elsewhere"
            raise GoalError(text, draft.column, str(term), reason)
    if when.moment == "draw" and any(leaf.op == "castable" for leaf in leaves):
        reason = "is read after the land drop; write 'land' or 'turn' instead of 'draw'"
        raise GoalError(text, draft.column, str(draft.atom), reason)
    if when.moment == "draw" and draft.atom.every:
        reason = "come after the draw; write 'by turn' or 'by land' instead of 'draw'"
        raise GoalError(text, draft.column, str(draft.atom), reason)
    if draft.atom.every and when.turn == 0:
        raise GoalError(text, draft.column, str(draft.atom), "begin on turn 1")
    draft.atom = replace(draft.atom, when=when)
