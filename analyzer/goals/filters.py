"""The filter language `[creature mv<=3]`: reading it, writing it in one way, and asking it about a card."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from analyzer.goals.tokens import GoalError, nearest_words

if TYPE_CHECKING:
    from analyzer.cards.abilities import Ability
    from analyzer.cards.model import CardFacts

# filter = both { "or" both } ; both = { ["and"] ["not"] ( word | field cmp int | "(" filter ")" ) }
_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[()])|(?P<cmp>>=|<=|==|!=|>|<|=)|(?P<int>\d+)|(?P<word>[^\W\d_][\w'-]*)|(?P<bad>\S))"
)
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, "=": operator.eq, "!=": operator.ne, ">": operator.gt,
    "<": operator.lt,
}  # fmt: skip
CARD_TYPES = ("artifact", "battle", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery")
SUPERTYPES = ("basic", "legendary", "snow")
COLOUR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
OTHER_WORDS = ("permanent", "nonland", "colourless", "multicoloured", "draws", "looks", "scries", "surveils", "tapped")
FIELDS = ("mv", "power", "toughness", "loyalty")
LOOK_STEPS = ("scry", "surveil", "dig", "reorder", "look")
WORDS = (*CARD_TYPES, *SUPERTYPES, *COLOUR_WORDS, *OTHER_WORDS, *FIELDS)

Test = Callable[["CardFacts"], bool]


def steps_of(abilities: tuple[Ability, ...]) -> Iterator[str]:
    """The step words of every program of these abilities, wrapped and chosen ones included."""
    from analyzer.cards.abilities import Choose, Step

    waiting = [step for ability in abilities for step in ability.program]
    while waiting:
        step = waiting.pop()
        if isinstance(step, Step):
            if step.who != "opp":
                yield step.op
        elif isinstance(step, Choose):
            waiting.extend(each for mode in step.modes for each in mode)
        else:
            waiting.extend(step.program)


def _has_step(*words: str) -> Test:
    return lambda card: any(op.rstrip("+-?!") in words for op in steps_of(card.abilities))


def _word_test(word: str) -> Test:
    word = {"color": "colour", "colorless": "colourless", "multicolored": "multicoloured"}.get(word, word)
    special: dict[str, Test] = {
        "permanent": lambda card: card.is_permanent,
        "nonland": lambda card: not card.is_land,
        "colourless": lambda card: not card.colors,
        "multicoloured": lambda card: len(card.colors) > 1,
        "draws": _has_step("draw", "loot"),
        "looks": _has_step(*LOOK_STEPS),
        "scries": _has_step("scry"),
        "surveils": _has_step("surveil"),
        "tapped": lambda card: card.tapped == "yes",
    }
    if word in special:
        return special[word]
    if word in COLOUR_WORDS:
        return lambda card: COLOUR_WORDS[word] in card.colors
    return lambda card: word in card.types or word in card.subtypes


class _Reader:
    def __init__(self, text: str, goal: str, column: int) -> None:
        self.goal, self.column = goal, column
        self.tokens = [
            (str(m.lastgroup), m.group(str(m.lastgroup)), m.start(str(m.lastgroup))) for m in _TOKEN.finditer(text)
        ]
        self.tokens.append(("end", "", len(text)))
        self.place = 0

    def fail(self, reason: str, known: tuple[str, ...] = ()) -> None:
        _, word, place = self.tokens[self.place]
        near = nearest_words(word, known) if known and word else ()
        raise GoalError(self.goal, self.column + place, word, reason, near)

    def take(self) -> tuple[str, str]:
        kind, text, _ = self.tokens[self.place]
        self.place += kind != "end"
        return kind, text.lower()

    def peek(self) -> str:
        return self.tokens[self.place][1].lower()

    def either(self) -> tuple[Test, str]:
        tests = [self.both()]
        while self.peek() == "or":
            self.take()
            tests.append(self.both())
        if len(tests) == 1:
            return tests[0]
        return (lambda card: any(test(card) for test, _ in tests)), " or ".join(text for _, text in tests)

    def both(self) -> tuple[Test, str]:
        tests: list[tuple[Test, str]] = []
        while self.peek() not in ("or", ")") and self.tokens[self.place][0] != "end":
            if self.peek() == "and":
                if not tests:
                    self.fail("has nothing before it in the filter")
                self.take()
            tests.append(self.one())
        if not tests:
            self.fail("a filter needs a word such as creature here" if self.peek() == "" else "needs a word before it")
        return (lambda card: all(test(card) for test, _ in tests)), " ".join(text for _, text in tests)

    def one(self) -> tuple[Test, str]:
        kind, word = self.tokens[self.place][0], self.peek()
        if word == "not":
            self.take()
            test, text = self.one()
            return (lambda card: not test(card)), f"not {text}"
        if word == "(":
            self.take()
            test, text = self.either()
            if self.peek() != ")":
                self.fail("stands where ) is needed in the filter" if self.peek() else "the filter needs a ) here")
            self.take()
            return test, f"({text})"
        if kind != "word" or word in ("and", "or"):
            self.fail(
                "is no word of a filter; write for example creature mv<=3" if word else "the filter ends too early"
            )
        self.take()
        if word in FIELDS:
            return self.compared(word)
        return _word_test(word), word

    def compared(self, field: str) -> tuple[Test, str]:
        if self.tokens[self.place][0] != "cmp":
            self.fail(
                f"stands where a comparison is needed after {field}" if self.peek() else f"{field} needs a comparison"
            )
        sign = self.take()[1]
        sign = "==" if sign == "=" else sign
        if self.tokens[self.place][0] != "int":
            self.fail("stands where a whole number is needed" if self.peek() else "a whole number is needed")
        number = int(self.take()[1])

        def test(card: CardFacts) -> bool:
            value = card.card_mana_value if field == "mv" else getattr(card, field)
            return value is not None and _COMPARE[sign](value, number)

        return test, f"{field}{sign}{number}"


def check_filter(text: str, goal: str, column: int) -> str:
    """The filter in its one spelling; GoalError (columns within `goal`) for what cannot be read.

    >>> check_filter("Creature and mv <= 3 or basic land", "", 1)
    'creature mv<=3 or basic land'
    """
    return _read(text, goal, column)[1]


def filter_test(text: str) -> Test:
    """The question a filter asks about a card.

    >>> from analyzer.cards.model import CardFacts
    >>> filter_test("land basic")(CardFacts("Island", types=frozenset({"basic", "land"})))
    True
    """
    return _read(text, f"[{text}]", 2)[0]


def unknown_words(text: str, cards: tuple[CardFacts, ...]) -> list[str]:
    """Words of a filter that are neither in the fixed vocabulary nor a type or subtype of these cards."""
    known = {*WORDS, "colorless", "multicolored", "and", "or", "not"}
    known.update(word for card in cards for word in (*card.types, *card.subtypes))
    return [m.group("word") for m in _TOKEN.finditer(text) if m.group("word") and m.group("word").lower() not in known]


def _read(text: str, goal: str, column: int) -> tuple[Test, str]:
    reader = _Reader(text, goal, column)
    found = reader.either()
    if reader.tokens[reader.place][0] != "end":
        reader.fail("does not continue the filter")
    return found
