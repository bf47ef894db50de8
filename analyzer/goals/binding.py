"""What the cards of a goal mean in a deck: names, filters and groups become indices of the deck's kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.cards.names import fold
from analyzer.errors import InputError
from analyzer.goals.filters import WORDS, filter_test, unknown_words
from analyzer.goals.names import Names
from analyzer.goals.tokens import nearest_words
from analyzer.goals.tree import And, Atom, Cards, Expr, Goal, Not, Or, Term

if TYPE_CHECKING:
    from analyzer.cards.model import CardFacts


def bind_goal(goal: Goal, names: Names) -> Goal:
    """The goal with the kinds of every `Cards` filled in; InputError names what the deck does not have."""
    text = str(goal)
    given = None if goal.given is None else bind_expr(goal.given, names, text)
    return Goal(bind_expr(goal.expr, names, text), given)


def bind_expr(expr: Expr, names: Names, text: str) -> Expr:
    """The expression with the kinds of every `Cards` filled in; `text` is the goal named by errors."""
    if isinstance(expr, Atom):
        return replace(expr, terms=tuple(bind_term(term, names, text) for term in expr.terms))
    if isinstance(expr, Not):
        return Not(bind_expr(expr.body, names, text))
    parts = tuple(bind_expr(part, names, text) for part in expr.parts)
    return And(parts) if isinstance(expr, And) else Or(parts)


def bind_term(term: Term, names: Names, text: str) -> Term:
    """The term with its kinds filled in."""
    if term.inner is not None:
        return replace(term, inner=bind_term(term.inner, names, text))
    if term.cards is None:
        return term
    return replace(term, cards=replace(term.cards, kinds=kinds_of(term.cards, names, text)))


def kinds_of(cards: Cards, names: Names, text: str) -> tuple[int, ...]:
    """The indices of the kinds meant, ascending; InputError for a card, group or filter that the deck does not know."""
    deck = names.kinds or ()
    if cards.form in ("land", "nonland"):
        return tuple(i for i, card in enumerate(deck) if card.is_land == (cards.form == "land"))
    if cards.form == "group":
        if cards.words[0] not in names.groups:
            near = nearest_words(cards.words[0], names.groups)
            known = f"; groups are {', '.join(near)}" if near else "; the plan has no [group]"
            raise InputError(f"goal {text!r}: there is no group {cards.words[0]!r}{known}")
        return tuple(sorted(names.groups[cards.words[0]]))
    if cards.form == "filter":
        return _filtered(cards.words[0], deck, names, text)
    found: list[int] = []
    for name in cards.words:
        kinds = _kinds_called(name, deck)
        if kinds:
            found += kinds
        elif fold(name) not in {fold(each) for each in names.absent}:
            near = nearest_words(name, (card.full_name for card in deck))
            hint = f"; nearest in the deck: {', '.join(near)}" if near else ""
            raise InputError(f"goal {text!r}: {name!r} is not in the deck{hint}")
    return tuple(sorted(set(found)))


def _kinds_called(name: str, deck: tuple[CardFacts, ...]) -> list[int]:
    """Kinds of this name: several where some copies of a card were made a kind of their own."""
    key = fold(name)
    spellings: tuple[Callable[[CardFacts], str], ...] = (
        lambda card: card.full_name,
        lambda card: card.name,
        lambda card: "" if card.other_face is None else card.other_face.name,
    )
    for spelling in spellings:
        found = [index for index, card in enumerate(deck) if fold(spelling(card)) == key]
        if found:
            return [index for index in found if deck[index].full_name == deck[found[0]].full_name]
    return []


def _filtered(text: str, deck: tuple[CardFacts, ...], names: Names, goal: str) -> tuple[int, ...]:
    for word in unknown_words(text, deck):
        types = {each for card in deck for each in (*card.types, *card.subtypes)}
        near = ", ".join(nearest_words(word, (*WORDS, *types)))
        raise InputError(f"goal {goal!r}: {word!r} in [{text}] is no filter word or type of the deck; nearest: {near}")
    test = filter_test(text)
    found = tuple(index for index, card in enumerate(deck) if test(card))
    if not found and not names.absent:
        raise InputError(f"goal {goal!r}: no card of the deck is [{text}]")
    return found
