"""The three readers: goals, measures (sums that are tallied by turn) and keep expressions; and remarks on odd goals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.goals.binding import bind_expr, bind_goal, bind_term
from analyzer.goals.names import Names
from analyzer.goals.parser import Draft, Parser, bind, drafts_of, settled
from analyzer.goals.tokens import GoalError, quoted
from analyzer.goals.tree import Expr, Goal, Term, When
from analyzer.goals.truth import truth_of
from analyzer.goals.words import MEASURES, MOMENTS, TOKEN_SOURCES

MAX_BINS = 256
ANY_CLAUSE = When("by", "turn", 100)
THING_BINS = 16


@dataclass(frozen=True, slots=True)
class MeasureText:
    """A sum of terms that is tallied by turn: read at `moment` of every turn; `mode` "by" sums mana over turns.

    >>> str(parse_measure("mana_spent")), str(parse_measure("mana spent on")), str(parse_measure("LANDS_HAD by draw"))
    ('mana spent', 'mana spent on', 'lands had by draw')
    """

    terms: tuple[Term, ...]
    mode: str = "by"
    moment: str = "turn"

    def __str__(self) -> str:
        words = " + ".join(map(str, self.terms))
        if self.moment != "turn":
            return f"{words} {self.mode} {self.moment}"
        return words if self.mode == "by" else f"{words} on"

    @property
    def is_summed(self) -> bool:
        """Does the mode matter?"""
        return any(leaf.op == "measure" and MEASURES[leaf.name].summed for term in self.terms for leaf in (term,))

    @property
    def bins(self) -> int:
        """Values that the tally tells apart (0 to bins - 1); one more bin counts everything above."""
        return min(MAX_BINS, sum(_bins(term) for term in self.terms))


def _bins(term: Term) -> int:
    if term.op == "total":
        return MAX_BINS
    if term.op == "measure":
        return MEASURES[term.name].bins
    return 2 if term.is_binary else THING_BINS


def parse_goal(text: str, names: Names | None = None) -> Goal:
    """The goal of a text, bound to the deck when `names` has one.

    GoalError (an InputError) gives column, word and nearest words; InputError names cards that the deck lacks and
    limits that are exceeded.

    >>> str(parse_goal("Lands_had >= 4 and had @group:key by draw 4"))
    'lands had >= 4 by draw 4 and had @group:key by draw 4'
    """
    names = names or Names()
    parser = Parser(text, names)
    if parser.token.kind == "end":
        raise InputError("a goal is empty; write for example 'lands >= 4 by turn 4'")
    node = parser.expression()
    given = None
    if parser.at("given"):
        last = parser.last_clause
        parser.take()
        given = parser.expression()
        for draft in drafts_of(given):
            if not draft.bound and last is not None:
                bind(text, draft, last)
    if parser.token.kind != "end":
        parser.unexpected()
    parts = [node] if given is None else [node, given]
    for draft in (draft for part in parts for draft in drafts_of(part)):
        _must_have_clause(text, draft)
    goal = Goal(settled(node), None if given is None else settled(given))
    for part in (goal.expr, goal.given):
        if part is not None:
            truth_of(part, text)
    return bind_goal(goal, names) if names.kinds is not None else goal


def check_named(names: Names, mine: Iterable[str]) -> None:
    """Read these named goals although no goal may use them; InputError names the one that is wrong."""
    for name in mine:
        text = names.goals[name]
        try:
            parser = Parser(text, names, inside=(name,))
            node = parser.expression()
            if parser.token.kind != "end":
                parser.unexpected()
            for draft in drafts_of(node):
                if not draft.bound:  # the goal that uses it gives the clause
                    bind(text, draft, ANY_CLAUSE)
            expr = settled(node)
            truth_of(expr, text)
            if names.kinds is not None:
                bind_expr(expr, names, text)
        except InputError as wrong:
            raise InputError(f"names: {name}: {wrong}") from None


def _must_have_clause(text: str, draft: Draft) -> None:
    if not draft.bound and not draft.atom.is_fixed:
        reason = (
            "has no 'by' or 'on' clause; write for example 'by turn 4' after it "
            "(a clause reaches back to the nearest bracket, 'or', 'given' or the start)"
        )
        raise GoalError(text, draft.column, str(draft.atom), reason)


def parse_measure(text: str, names: Names | None = None) -> MeasureText:
    """The measure of a text, bound to the deck when `names` has one; errors as `parse_goal`."""
    if not text.strip():
        raise InputError("a measure is empty; write for example 'lands had' or 'mana spent'")
    try:
        return _measure_of(text, names or Names())
    except GoalError as wrong:
        raise wrong.about("measure") from None


def _measure_of(text: str, names: Names) -> MeasureText:
    parser = Parser(text, names)
    terms = [parser.term()]
    while parser.at("+"):
        parser.take()
        terms.append(parser.term())
    mode, moment = "by", "turn"
    if parser.at("by", "on"):
        mode = parser.take().text
        moment = parser.take().text if parser.at(*MOMENTS) else "turn"
    if parser.token.kind != "end":
        parser.fail("does not continue the measure; 'by' or 'on' with 'turn', 'draw' or 'land' may stand here")
    if moment == "draw" and any(leaf.op == "castable" for term in terms for leaf in term.leaves):
        raise InputError(f"measure {text!r}: castable is read after the land drop; write 'land' instead of 'draw'")
    if names.kinds is not None:
        terms = [bind_term(term, names, text) for term in terms]
    measure = MeasureText(tuple(terms), mode, moment)
    return measure if measure.is_summed else MeasureText(tuple(terms), "by", moment)


def parse_by(text: str, names: Names | None = None) -> MeasureText:
    """What a run is split by (`--by kept-cards`, `seat`, `used:Opt`, any measure), read at the end of the game.

    >>> str(parse_by("kept-cards")), str(parse_by("used:Opt")), str(parse_by("lands_had"))
    ('kept cards', 'used "Opt"', 'lands had')
    """
    word, colon, source = text.partition(":")
    if colon and word.strip().lower() == "used":
        source = source.strip()
        known = source.lower() in TOKEN_SOURCES or source.startswith('"')
        return parse_measure(f"used {source if known else quoted(source)}", names)
    return parse_measure(re.sub(r"(?<=[A-Za-z])-(?=[A-Za-z])", " ", text) if '"' not in text else text, names)


def parse_keep(text: str, names: Names | None = None) -> Expr:
    """A keep expression (`--keep 'when:EXPR'`): the goal language over the hand that may be kept, without clauses.

    `n` is the number of its cards, `kept lands` its lands, `had X` the copies in it.

    >>> str(parse_keep('n >= 7 and lands in 2..5 or had any("A", "B")'))
    'kept cards >= 7 and kept lands in 2..5 or in hand any("A", "B")'
    """
    try:
        return _keep_of(text, names or Names())
    except GoalError as wrong:
        raise wrong.about("keep expression") from None


def _keep_of(text: str, names: Names) -> Expr:
    parser = Parser(text, names, keep=True)
    if parser.token.kind == "end":
        raise InputError("a keep expression is empty; write for example 'n >= 7 and kept lands in 2..5'")
    node = parser.expression()
    if parser.token.kind != "end":
        parser.unexpected()
    expr = settled(node)
    truth_of(expr, text)
    return bind_expr(expr, names, text) if names.kinds is not None else expr


def remarks(goal: Goal) -> tuple[str, ...]:
    """What a reader should be told about a goal that can be read but says little.

    >>> remarks(parse_goal("missed drops == 0 by turn 4"))[0][:58]
    "'missed drops == 0 by turn 4' is true from the keep on; to"
    """
    found = []
    for atom in goal.atoms:
        zero = all(leaf.op not in ("measure", "had", "in hand", "sources had") or
                   (leaf.op == "measure" and MEASURES[leaf.name].starts_at_zero)
                   for term in atom.terms for leaf in term.leaves)  # fmt: skip
        if atom.when is not None and atom.when.mode == "by" and zero and not atom.every and atom.holds(0):
            at = f"on {atom.when.moment} {atom.when.turn}"
            found.append(f"'{atom}' is true from the keep on; to ask about that moment write '{at}'")
    return tuple(found)
