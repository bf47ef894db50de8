"""Reading the terms of a goal: measures, cards, costs, sources and totals, from tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from analyzer.cards.costs import parse_cost
from analyzer.errors import InputError
from analyzer.goals.filters import check_filter
from analyzer.goals.names import Names
from analyzer.goals.tokens import GoalError, Token, nearest_words, tokenize, unquoted
from analyzer.goals.tree import Cards, Term
from analyzer.goals.words import ALIASES, COLOURS, KEEP_MEASURES, MEASURES, OTHER_TERMS, THINGS, TOKEN_SOURCES
from analyzer.plan.lines import VARIABLE, payments

NOT_IN_KEEP = "is not known when a hand is kept; use n, kept lands, had, sources(..) had"
MAX_TURN = 1000
CARD_FORMS = 'a card: "Name", any("A", "B"), [filter], @land, @nonland or @group:word'


class TermReader:
    """Walks over the tokens of one text and reads terms; `keep` reads them as about a hand that may be kept."""

    def __init__(self, text: str, names: Names, keep: bool = False) -> None:
        self.text, self.names, self.keep = text, names, keep
        self.tokens, self.place = tokenize(text), 0

    # -- tokens ----------------------------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.token
        self.place += token.kind != "end"
        return token

    def at(self, *texts: str) -> bool:
        return self.token.text in texts and self.token.kind in ("word", "sign", "dots")

    def fail(self, reason: str, known: tuple[str, ...] = (), token: Token | None = None) -> NoReturn:
        token = token or self.token
        if token.kind == "end":
            raise GoalError(self.text, token.column, "", f"the goal ends here, but {reason}")
        raise GoalError(self.text, token.column, token.text, reason, nearest_words(token.text, known) if known else ())

    def expect(self, text: str, why: str) -> None:
        if not self.at(text):
            self.fail(
                f"stands where {text!r} is needed {why}" if self.token.kind != "end" else f"{text!r} is needed {why}"
            )
        self.take()

    def integer(self, what: str) -> int:
        if self.token.kind != "int":
            self.fail(
                f"{'' if self.token.kind == 'end' else 'stands where '}{what} is needed, a whole number such as 4"
            )
        return int(self.take().text)

    def longest(self, known: tuple[str, ...]) -> str:
        """The longest known phrase that begins here; empty when none does."""
        best = ""
        if self.token.kind != "word":
            return best
        for each in known:
            if len(each) <= len(best) or not each.startswith(self.token.text):
                continue
            words = each.split(" ")
            here = self.tokens[self.place : self.place + len(words)]
            if [(t.kind, t.text) for t in here] == [("word", word) for word in words]:
                best = each
        return best

    def skip(self, phrase: str) -> None:
        self.place += len(phrase.split(" "))

    # -- terms -----------------------------------------------------------------------------------------------------

    def vocabulary(self) -> tuple[str, ...]:
        extra = tuple(KEEP_MEASURES) if self.keep else ()
        return (*MEASURES, *(each for each in ALIASES if ALIASES[each] in MEASURES), *THINGS, *OTHER_TERMS, *extra)

    def term(self) -> Term:
        start = self.token
        known = self.vocabulary()
        word = self.longest(known)
        if not word:
            self.unknown_term((*known, *(() if self.keep else self.names.goals)))
        self.skip(word)
        if word == "total":
            term = self.total()
        elif word == "sources":
            term = self.sources()
        elif word == "payable":
            term = self.payable()
        elif word == "used":
            term = self.used()
        elif word in THINGS and not (self.keep and word in KEEP_MEASURES):
            term = Term(word, cards=self.cards(word))
        else:
            term = Term("measure", ALIASES.get(word, word))
        return self.in_keep(term, start) if self.keep else term

    def unknown_term(self, known: tuple[str, ...]) -> NoReturn:
        """Refuse what is no term: name the word, or the run of words when its beginning could be right."""
        start = self.token
        if start.kind != "word":
            self.fail(
                "stands where a measure such as lands had is needed" if start.kind != "end" else "a measure is needed"
            )
        run = [start.text]
        for token in self.tokens[self.place + 1 : self.place + 3]:
            if token.kind != "word" or token.text in ("by", "on", "and", "or", "given", "not", "in"):
                break
            run.append(token.text)
        begins = any(each.split(" ")[0] == start.text for each in known)
        word = " ".join(run) if begins else start.text
        near = tuple(dict.fromkeys((*nearest_words(" ".join(run), known, 2), *nearest_words(start.text, known))))[:3]
        raise GoalError(self.text, start.column, word, "is not a measure or name of the goal language", near)

    def span(self) -> tuple[int, int]:
        low = self.integer("a number")
        self.expect("..", "in a range such as 2..5")
        return low, self.integer("a number")

    def total(self) -> Term:
        self.expect("(", "after 'total'")
        start = self.token
        inner = self.term()
        if inner.op == "total":
            self.fail("cannot be summed again", token=start)
        if inner.is_fixed:
            self.fail("is fixed at the keep; a sum over turns says nothing", token=start)
        self.expect(",", "before the turns of a total")
        start = self.token
        first, last = self.span()
        if not 1 <= first <= last <= MAX_TURN:
            self.fail(f"..{last} are no turns to sum over; write for example 1..7", token=start)
        self.expect(")", "to close the total")
        return Term("total", inner=inner, first=first, last=last)

    def sources(self) -> Term:
        self.expect("(", "after 'sources'")
        letter = self.token
        if letter.kind != "word" or len(letter.text) != 1 or letter.text.upper() not in COLOURS:
            self.fail("is no colour; write one of W, U, B, R, G, C")
        self.take()
        self.expect(")", "after the colour")
        had = self.at("had")
        if had:
            self.take()
        return Term("sources had" if had else "sources", letter.text.upper())

    def payable(self) -> Term:
        token = self.token
        cards: Cards | None = None
        cost: tuple[str, ...] = ()
        if token.kind == "cost":
            try:
                cost = parse_cost(self.take().text)
            except InputError as wrong:
                raise GoalError(self.text, token.column, token.text, f"is no mana cost: {wrong}") from None
            odd = [symbol for symbol in cost if symbol in VARIABLE or not payments(symbol)]
            if odd:
                what = "is a number that is not chosen here" if odd[0] in VARIABLE else "cannot be paid with mana"
                reason = f"{{{odd[0]}}} {what}; write numbers, W, U, B, R, G, C or hybrid symbols, such as {{1}}{{U}}"
                raise GoalError(self.text, token.column, token.text, reason)
        else:
            cards = self.cards("payable", " or a cost such as {1}{U}{U}")
        with_lands = self.at("with")
        if with_lands:
            self.take()
            if not self.at("lands"):
                self.fail("stands where 'lands' is needed after 'with'", ("lands",))
            self.take()
        return Term("payable", cards=cards, cost=cost, with_lands=with_lands)

    def used(self) -> Term:
        if self.token.kind != "word" or self.at("any"):
            return Term("used", cards=self.cards("used", " or shard or role"))
        if self.token.text not in TOKEN_SOURCES:
            self.fail('is no source; write a card as "Name", or shard or role', tuple(TOKEN_SOURCES))
        return Term("used", name=TOKEN_SOURCES[self.take().text])

    def cards(self, word: str, more: str = "") -> Cards:
        token = self.token
        if token.kind == "string":
            return Cards("names", (unquoted(self.take().text),))
        if token.kind == "filter":
            text = check_filter(self.take().text[1:-1], self.text, token.column + 1)
            return Cards("filter", (text,))
        if token.kind == "at":
            return self.group()
        if self.at("any"):
            self.take()
            self.expect("(", "after 'any'")
            found = [self.name()]
            while self.at(","):
                self.take()
                found.append(self.name())
            self.expect(")", "to close any(..)")
            return Cards("names", tuple(dict.fromkeys(found)))
        self.fail(f"{'' if token.kind == 'end' else 'stands where '}{word!r} needs {CARD_FORMS}{more}")

    def name(self) -> str:
        if self.token.kind != "string":
            self.fail(
                'stands where a quoted name such as "Opt" is needed' if self.token.kind != "end" else "a name is needed"
            )
        return unquoted(self.take().text)

    def group(self) -> Cards:
        token = self.take()
        word = token.text[1:].lower()
        if word in ("land", "nonland"):
            return Cards(word)
        if not word.startswith("group:"):
            known = ("@land", "@nonland", *(f"@group:{each}" for each in self.names.groups))
            self.fail("is not known", known, token=token)
        return Cards("group", (word.removeprefix("group:"),))

    def in_keep(self, term: Term, start: Token) -> Term:
        """The term of a keep expression in terms of the hand that may be kept."""
        if term.op == "had":
            return replace(term, op="in hand")
        if term.op == "measure":
            name = "kept lands" if term.name == "lands had" else KEEP_MEASURES.get(term.name, term.name)
            if MEASURES[name].fixed:
                return Term("measure", name)
        elif term.op in ("in hand", "sources had"):
            return term
        self.fail(NOT_IN_KEEP, token=Token("word", str(term), start.column))
