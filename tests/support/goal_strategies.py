"""Random goals: every kind of term, comparison, clause and expression, for tests of reading and evaluating."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from analyzer.goals import And, Atom, Cards, Expr, Not, Or, Term, When
from analyzer.goals.tree import OPEN_HIGH, OPEN_LOW
from analyzer.goals.words import MEASURES, THINGS

FILTERS = ("creature mv<=3", "land basic or not (bird power>=2)")
COSTS: tuple[tuple[str, ...], ...] = (("1", "U", "U"), ("2/W", "G/P"))
NAME = st.text("ABC'\"\\ ,-", min_size=1, max_size=6)


def cards(
    names: st.SearchStrategy[str] = NAME, groups: Sequence[str] = ("key",), filters: Sequence[str] = FILTERS
) -> st.SearchStrategy[Cards]:
    """Every form of cards."""
    return st.one_of(
        st.lists(names, min_size=1, max_size=3, unique=True).map(lambda each: Cards("names", tuple(each))),
        st.sampled_from(["land", "nonland"]).map(Cards),
        st.sampled_from(groups).map(lambda word: Cards("group", (word,))),
        st.sampled_from(filters).map(lambda text: Cards("filter", (text,))),
    )


def terms(
    which: st.SearchStrategy[Cards], costs: Sequence[tuple[str, ...]] = COSTS, last: int = 3
) -> st.SearchStrategy[Term]:
    """Every kind of term; totals run from turn 1 to `last` at most."""
    simple = st.one_of(
        st.sampled_from(sorted(MEASURES)).map(lambda name: Term("measure", name)),
        st.tuples(st.sampled_from(sorted(THINGS)), which).map(lambda pair: Term(pair[0], cards=pair[1])),
        st.tuples(st.sampled_from(["sources", "sources had"]), st.sampled_from("WUBRGC")).map(lambda p: Term(*p)),
        st.tuples(which, st.booleans()).map(lambda pair: Term("payable", cards=pair[0], with_lands=pair[1])),
        st.sampled_from(costs).map(lambda cost: Term("payable", cost=cost)),
        st.sampled_from(["shard", "role"]).map(lambda name: Term("used", name)),
        which.map(lambda each: Term("used", cards=each)),
    )
    inner = simple.filter(lambda term: not term.is_fixed)
    turns = st.tuples(st.integers(1, last), st.integers(1, last)).map(sorted)
    totals = st.tuples(inner, turns).map(lambda p: Term("total", inner=p[0], first=p[1][0], last=p[1][1]))
    return st.one_of(simple, simple, totals)


RANGES = st.one_of(
    st.integers(0, 9).map(lambda n: (n, OPEN_HIGH, False)),
    st.integers(-3, 9).map(lambda n: (OPEN_LOW, n, False)),
    st.tuples(st.integers(0, 9), st.booleans()).map(lambda pair: (pair[0], pair[0], pair[1])),
    st.tuples(st.integers(0, 4), st.integers(5, 9)).map(lambda pair: (*pair, False)),
)


@st.composite
def atoms(draw: st.DrawFn, of: st.SearchStrategy[Term], turns: int = 9) -> Atom:
    """Atoms that the parser can give: legal clauses up to turn `turns`, no impossible comparison."""
    found = tuple(draw(st.lists(of, min_size=1, max_size=3)))
    low, high, complement = draw(RANGES)
    if len(found) == 1 and found[0].is_binary:
        low, high, complement = 1, OPEN_HIGH, False
    late = any(leaf.op == "castable" for term in found for leaf in term.leaves)
    moment = draw(st.sampled_from(["land", "turn"] if late else ["draw", "land", "turn"]))
    first = max((term.last for term in found), default=0)
    when = When(draw(st.sampled_from(["by", "on"])), moment, draw(st.integers(first, turns)))
    atom = Atom(found, low, high, complement, when)
    return Atom(found, low, high, complement) if atom.is_fixed else atom


def every(turns: int = 9) -> st.SearchStrategy[Atom]:
    """The bare `land drops`."""
    drops = (Term("measure", "land drops"),)
    when = st.builds(When, st.sampled_from(["by", "on"]), st.sampled_from(["land", "turn"]), st.integers(1, turns))
    return when.map(lambda each: Atom(drops, when=each, every=True))


def expressions(leaves: st.SearchStrategy[Atom], most: int = 6) -> st.SearchStrategy[Expr]:
    """Trees of not, and, or over these atoms."""

    def joined(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        several = st.lists(parts, min_size=2, max_size=3).map(tuple)
        return st.one_of(parts.map(Not), several.map(And), several.map(Or))

    return st.recursive(leaves, joined, max_leaves=most)
