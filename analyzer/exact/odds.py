"""Questions that a hypergeometric calculator answers, put in Magic's words: copies, turns, seats, packages, lands."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from analyzer.errors import InputError
from analyzer.exact.hypergeometric import Counts, Have, cards_seen, chance, joint
from analyzer.exact.mulligan import bottom_for, kept_sizes, opening

if TYPE_CHECKING:
    from analyzer.decks.model import Deck

_CLAUSE = re.compile(r"(?:(\d+)\s+)?(.+?)\s*(?:(>=|<=|==|=|>|<)\s*(\d+)|\bin\s+(\d+)\s*\.\.\s*(\d+))?")
MAX_CLASSES = 8


@dataclass(frozen=True, slots=True)
class Clause:
    """A wanted number of cards: which ("of 24 land"), the classes that hold them, fewest and most (None: no end)."""

    name: str
    members: frozenset[int]
    low: int = 1
    high: int | None = None

    def holds(self, hand: Counts) -> bool:
        """Does a hand (cards by class) have that number?"""
        number = sum(hand[i] for i in self.members)
        return self.low <= number and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"at least {self.low} {self.name}"
        if self.low == self.high:
            return f"exactly {self.low} {self.name}"
        return f"at most {self.high} {self.name}" if self.low == 0 else f"{self.low} to {self.high} {self.name}"


@dataclass(frozen=True, slots=True)
class Question:
    """A deck as class sizes (the last class is everything else) and clauses that must all hold."""

    sizes: Counts
    clauses: tuple[Clause, ...]
    hand: int = 7
    players: int = 2
    extra: int = 0

    def __post_init__(self) -> None:
        if self.hand > self.deck:
            raise InputError(f"a hand of {self.hand} cannot be dealt from {self.deck} cards; give a smaller --hand")

    @property
    def deck(self) -> int:
        """Cards in the deck."""
        return sum(self.sizes)

    def holds(self, hand: Counts) -> bool:
        """Do all clauses hold?"""
        return all(clause.holds(hand) for clause in self.clauses)

    def __str__(self) -> str:
        return " and ".join(map(str, self.clauses))


@dataclass(frozen=True, slots=True)
class Odds:
    """One answer: seat (empty when it makes no difference), turn (None outside turns), cards seen, exact chance."""

    seat: str
    turn: int | None
    cards: int
    chance: Fraction


def bounds(sign: str, number: int) -> tuple[int, int | None]:
    """Fewest and most cards of a comparison.

    >>> bounds(">=", 3), bounds("<", 3), bounds("==", 3)
    ((3, None), (0, 2), (3, 3))
    """
    if sign == "<" and number == 0:
        raise InputError("fewer than 0 cards is never true")
    return {
        ">=": (number, None),
        ">": (number + 1, None),
        "<=": (0, number),
        "<": (0, number - 1),
        "==": (number, number),
        "=": (number, number),
    }[sign]


def read_clause(text: str) -> tuple[int | None, str, int, int | None]:
    """Copies (if given), name, fewest and most of a clause like "24 land >= 3", "4 Opt" or "24 land in 2..5".

    >>> read_clause("24 land >= 3"), read_clause("4 Opt"), read_clause("land in 2..5")
    ((24, 'land', 3, None), (4, 'Opt', 1, None), (None, 'land', 2, 5))
    """
    match = _CLAUSE.fullmatch(text.strip())
    if match is None or not match[2].strip("\"' ") or re.search(r"[<>=!]|\.\.", match[2]):
        raise InputError(
            f"--have {text!r} is not understood; write it like '24 land >= 3', '4 Opt' or '24 land in 2..5'"
        )
    copies = None if match[1] is None else int(match[1])
    low, high = 1, None
    if match[3]:
        low, high = bounds(match[3], int(match[4]))
    elif match[5]:
        low, high = int(match[5]), int(match[6])
        if high < low:
            raise InputError(f"--have {text!r}: {low}..{high} is empty; the smaller number comes first")
    return copies, match[2].strip("\"' "), low, high


def question_of_counts(deck: int, clauses: Sequence[tuple[int | None, str, int, int | None]], **rest: int) -> Question:
    """A question about a deck of which only numbers are known; every clause is a class of its own."""
    sizes: list[int] = []
    wanted: list[Clause] = []
    for copies, name, low, high in clauses:
        if copies is None:
            raise InputError(f"--have {name!r}: say how many there are in the deck, as in '4 {name}', or give a list")
        wanted.append(Clause(f"of {copies} {name}".strip(), frozenset({len(sizes)}), low, high))
        sizes.append(copies)
    others = deck - sum(sizes)
    if others < 0:
        raise InputError(f"{deck - others} cards are named but the deck has {deck}; give its size with --deck")
    return _checked(Question((*sizes, others), tuple(wanted), **rest))


def question_of_deck(deck: Deck, clauses: Sequence[str], **rest: int) -> Question:
    """A question about a list: clauses name cards (several with |), `land` or `nonland`, and may overlap."""
    wanted = [_deck_clause(deck, text) for text in clauses]
    # Kinds that the same clauses want form one class, so overlapping clauses stay exact.
    classes: dict[tuple[bool, ...], int] = {}
    for kind, copies in deck.counts.items():
        signature = tuple(kind in kinds for _, kinds, _, _ in wanted)
        classes[signature] = classes.get(signature, 0) + copies
    nothing = (False,) * len(wanted)
    signatures = [s for s in classes if s != nothing] + [nothing]
    return _checked(
        Question(
            tuple(classes.get(s, 0) for s in signatures),
            tuple(
                Clause(
                    f"of {sum(deck.counts[kind] for kind in kinds)} {name}",
                    frozenset(c for c, s in enumerate(signatures) if s[i]),
                    low,
                    high,
                )
                for i, (name, kinds, low, high) in enumerate(wanted)
            ),
            **rest,
        )
    )


def _checked(question: Question) -> Question:
    if not question.clauses:
        raise InputError("nothing is asked for; give a number of copies or --have '24 land >= 3'")
    if len(question.sizes) > MAX_CLASSES + 1:
        raise InputError(f"{len(question.sizes) - 1} different groups of cards are too many for an exact answer (8)")
    return question


def _deck_clause(deck: Deck, text: str) -> tuple[str, frozenset[str], int, int | None]:
    copies, name, low, high = read_clause(text)
    if copies is not None:
        whole = f"{copies} {name}"
        if not any(kind.casefold() == whole.casefold() for kind in deck.kinds):
            raise InputError(f"--have {text!r}: leave the number {copies} out, the list says how many there are")
        name = whole
    kinds: set[str] = set()
    for part in (part.strip("\"' ") for part in name.split("|")):
        kinds |= _kinds_called(deck, part)
    return name, frozenset(kinds), low, high


def _kinds_called(deck: Deck, name: str) -> set[str]:
    folded = name.casefold()
    exact = {kind for kind in deck.kinds if kind.casefold() == folded}
    if exact:
        return exact
    if folded in ("land", "lands", "nonland", "nonlands"):
        return {kind for kind in deck.kinds if deck.facts[kind].is_land == (not folded.startswith("non"))}
    if folded in deck.groups:
        return set(deck.groups[folded]) & set(deck.kinds)
    near = difflib.get_close_matches(name, [*deck.kinds, "land", "nonland"], 3, 0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "name a card of the list, land or nonland"
    raise InputError(f"--have {name!r}: the main deck has no such card; {hint}")


def chance_among(question: Question, cards: int) -> Fraction:
    """Exact chance that all clauses hold among so many cards.

    >>> chance_among(question_of_counts(60, [(24, "land", 4, None)]), 10)
    Fraction(3265655, 5168931)
    """
    if cards > question.deck:
        raise InputError(f"{cards} cards are to be seen but the deck has {question.deck}; ask for an earlier turn")
    if all(clause.members == {i} for i, clause in enumerate(question.clauses)):
        wanted = [
            Have(question.sizes[i], clause.low, question.sizes[i] if clause.high is None else clause.high)
            for i, clause in enumerate(question.clauses)
        ]
        return joint(question.deck, cards, wanted)
    return chance(question.sizes, cards, question.holds)


def seats_of(question: Question, seat: str) -> tuple[str, ...]:
    """Seats to answer for: both unless one is named; one nameless seat when everybody draws on turn 1."""
    if question.players > 2:
        return ("",)
    return ("play", "draw") if seat == "both" else (seat,)


def by_turns(question: Question, turns: Sequence[int], seat: str = "both") -> list[Odds]:
    """Answers by the draw of each turn (turn 0: the opening hand) for each seat, turn by turn."""
    answers = []
    for turn in turns:
        seats = seats_of(question, seat) if turn else ("",)
        for name in seats:
            # Extra cards come after the opening hand.
            extra = question.extra if turn else 0
            seen = cards_seen(turn, name or "draw", players=question.players, hand=question.hand, extra=extra)
            answers.append(Odds(name, turn, seen, chance_among(question, seen)))
    return answers


def last_turn(question: Question, seat: str, wanted: int) -> int:
    """The last turn up to `wanted` for which the deck has enough cards in every seat asked for."""
    later = "draw" if seats_of(question, seat)[-1] in ("", "draw") else "play"
    turn = wanted
    while (
        turn and cards_seen(turn, later, players=question.players, hand=question.hand) + question.extra > question.deck
    ):
        turn -= 1
    return turn


def by_mulligans(question: Question, rule: str, down_to: int, free: int = 0) -> list[Odds]:
    """Chance that the opening hand has it when every other hand is mulliganed, down to each size in turn.

    `cards` of an answer is the smallest hand size that is still kept; London puts back whatever is not needed.

    >>> key = question_of_counts(60, [(4, "key", 1, None)])
    >>> [round(100 * float(odds.chance), 2) for odds in by_mulligans(key, "london", 5)]
    [39.95, 63.94, 78.35]
    """
    if not 0 <= down_to <= question.hand:
        raise InputError(f"--down-to {down_to} must lie between 0 and the hand of {question.hand}")
    start = opening(
        question.sizes,
        lambda hand, taken: question.holds(hand),
        rule=rule,
        bottom=bottom_for(question.holds),
        free=free,
        hand=question.hand,
    )
    found = kept_sizes({kept: share for kept, share in start.items() if question.holds(kept.hand)})
    total, answers = Fraction(0), []
    for size in range(question.hand, down_to - 1, -1):
        total += found.get(size, Fraction(0))
        answers.append(Odds("", None, size, total))
    return answers


def parts_alone(question: Question, cards: int) -> tuple[list[Fraction], Fraction]:
    """The chance of each clause by itself and their product, which is not the joint chance."""
    alone = [chance(question.sizes, cards, _one(clause)) for clause in question.clauses]
    product = Fraction(1)
    for part in alone:
        product *= part
    return alone, product


def _one(clause: Clause) -> Callable[[Counts], bool]:
    return clause.holds


def as_mapping(question: Question) -> Mapping[str, object]:
    """The question in plain values, for the JSON document."""
    return {
        "deck": question.deck,
        "hand": question.hand,
        "players": question.players,
        "extra": question.extra,
        "classes": list(question.sizes),
        "wanted": [
            {"name": c.name, "classes": sorted(c.members), "low": c.low, "high": c.high} for c in question.clauses
        ],
    }
