"""The parser of the ability language (formats F6): text to tree, with errors that name column and word."""

from __future__ import annotations

import re
from functools import lru_cache

from analyzer.cards import ability_words as words
from analyzer.cards.ability_tree import Ability, Amount, Choose, Cost, Instruction, Program, Step, Wrap
from analyzer.cards.costs import SYMBOL_IN_TEXT, check_symbol
from analyzer.cards.text_reader import TextReader
from analyzer.errors import InputError

_WORD = re.compile(r"[A-Za-z]+(?:-[a-z]+)*")
_OP = re.compile(r"scry>draw|[a-z]+(?:-[a-z]+)*[+-]?[?!]?")
_COST_WORD = re.compile(r"[A-Za-z]+?(?:-[a-z]+)*\??(?=[^A-Za-z?-]|[XV](?:$|[^A-Za-z])|$)")
_GATE = re.compile(r"L\?|L[0-9]?|solved|maxspeed")
_EVENT_DIGITS = re.compile(r"[0-9]*")
_AMOUNT = re.compile(r"[0-9]+|X|V")
_MEASURE = re.compile(r"X/[1-9]|[a-z]+(?:-[a-z]+)*")
_CHOOSE = re.compile(r"choose(<=)?([0-9])?(\+)?(?=\{)")
MAX_AMOUNT = 999
MAX_DEPTH = 30  # of wrappers and modes inside each other; deeper text would exhaust Python's stack
_WHO = re.compile(r"(tp|all|opp)\s*:\s*")


@lru_cache(maxsize=8192)
def parse_abilities(text: str) -> tuple[Ability, ...]:
    """Parse ability text, e.g. `cast:scry2;draw1|flashback:{2}{U}`; blanks around marks and before amounts are allowed.

    Raises InputError with the column, the word and the nearest known words.

    >>> [str(ability) for ability in parse_abilities("cast: scry 2; draw 1 | target:any")]
    ['cast:scry2;draw1', 'target:any']
    """
    reader = _Reader(text)
    return reader.abilities()


@lru_cache(maxsize=1024)
def parse_costs(text: str) -> tuple[Cost, ...]:
    """Parse a list of costs split by commas, as it stands after `activate:` or after kicker, buyback, flashback ...

    A number alone (the time counters of `suspend:3,{R}`) is not a cost.

    >>> [str(cost) for cost in parse_costs("{1}{G}, life3")]
    ['{1}{G}', 'life3']
    """
    reader = _Reader(text)
    costs = reader.costs()
    reader.expect_end()
    return costs


def parse_amount(text: str) -> Amount:
    """Parse an amount alone: `3`, `X`, `V`, `V=count(creature)`.

    >>> parse_amount("V=X/2").measure
    'X/2'
    """
    reader = _Reader(text)
    amount = reader.amount()
    if amount is None:
        raise reader.fail("expected an amount: a number, X or V=count(..)")
    reader.expect_end()
    return amount


@lru_cache(maxsize=1024)
def parse_program(text: str) -> Program:
    """Parse a bare program (a free effect), e.g. `scry1` or `draw2;discard1`.

    >>> parse_program("scry1")[0].op
    'scry'
    """
    reader = _Reader(text)
    program = reader.program("")
    reader.expect_end()
    if program == (Step(""),):
        raise InputError("a program is empty; write for example scry1 or draw2;discard1")
    return program


class _Reader(TextReader):
    """Each method reads one rule of the grammar."""

    # --- abilities

    def abilities(self) -> tuple[Ability, ...]:
        self.blank()
        if self.at == len(self.text):
            return ()
        found = [self.ability()]
        while self.take("|"):
            found.append(self.ability())
        self.expect_end()
        return tuple(found)

    def ability(self) -> Ability:
        gate = self.gate()
        start = self.at
        head = self.match(_WORD)
        if not head:
            raise self.fail("an ability begins with a word such as cast, etb, activate or kicker")
        word = head.group()
        if word in words.ACTIVATED and self.take(":"):
            return self.activated(word, gate)
        if word == "when" and self.text.startswith("?", self.at):
            self.at += 1
            word = "when?"
        else:
            word += self.match(_EVENT_DIGITS).group()  # type: ignore[union-attr]
            if self.at < len(self.text) and self.text[self.at] in "?+-":
                word += self.text[self.at]
                self.at += 1
        if word in words.EVENTS:
            return self.event(word, gate)
        if word in words.KEYWORDS:
            return self.keyword(word, gate)
        raise self.unknown("ability", word, [*words.EVENTS, *words.ACTIVATED, *words.KEYWORDS], start)

    def gate(self) -> str:
        """The part before a slash that says from when on the ability works; "" if there is none."""
        start = self.at
        found = self.match(_GATE)
        if not found:
            return ""
        gate = found.group()
        inside = self.enclosed("[") if gate[0] == "L" and gate != "L?" else None
        if not self.take("/"):
            self.at = start
            return ""
        return gate if inside is None else f"{gate}[{inside}]"

    def activated(self, word: str, gate: str) -> Ability:
        costs = self.costs()
        self.need(":", "after the costs")
        start = self.at
        program = self.program("|")
        if program == (Step(""),):
            raise self.fail("nothing stands after the costs; write for example activate:{2},T:scry1", start)
        return Ability("activated", word, costs=costs, program=program, gate=gate)

    def event(self, word: str, gate: str) -> Ability:
        chosen = self.enclosed("[")
        self.need(":", f"after the event '{word}'")
        start = self.at
        program = self.program("|")
        if program == (Step(""),):
            raise self.fail(f"nothing stands after '{word}:'; write for example {word}:scry1", start)
        return Ability("event", word, filter=chosen, program=program, gate=gate)

    def keyword(self, word: str, gate: str) -> Ability:
        chosen = self.enclosed("[")
        text = None
        if self.take(":"):
            start = self.at
            end = self.text.find("|", start)
            self.at = len(self.text) if end < 0 else end
            text = self.text[start : self.at].strip()
            for symbol in SYMBOL_IN_TEXT.finditer(text):
                self.symbol(symbol.group(1), start + symbol.start())
        return Ability("keyword", word, filter=chosen, text=text, gate=gate)

    # --- costs

    def costs(self) -> tuple[Cost, ...]:
        found = [self.cost()]
        while self.take(","):
            found.append(self.cost())
        return tuple(found)

    def cost(self) -> Cost:
        self.blank()
        start = self.at
        symbols = []
        while (symbol := self.enclosed("{")) is not None:
            symbols.append(self.symbol(symbol, start))
        if symbols:
            return Cost("mana", symbols=tuple(symbols))
        head = self.match(_COST_WORD)
        if not head:
            raise self.fail("expected a cost such as {1}{U}, T, sac or life2")
        word = head.group()
        if word not in words.COSTS:
            raise self.unknown("cost", word, words.COSTS, start)
        amount = self.amount()
        return Cost(word, amount=amount, argument=self.enclosed("("))

    def symbol(self, symbol: str, at: int) -> str:
        try:
            return check_symbol(symbol)
        except InputError as wrong:
            raise self.fail(str(wrong), at) from None

    # --- programs

    def program(self, stop: str) -> Program:
        """Steps up to a mark of `stop` (or the end): "|" for an ability, ")" in a wrapper, "/" and "}" in modes."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail(f"programs stand more than {MAX_DEPTH} deep inside each other")
        steps = [self.step()]
        while self.take(";"):
            steps.append(self.step())
        self.depth -= 1
        self.blank()
        if self.at < len(self.text) and (not stop or self.text[self.at] not in stop):
            raise self.fail(f"'{self.text[self.at]}' does not belong here; steps are split by ';'")
        return tuple(steps)

    def step(self) -> Instruction:
        self.blank()
        asked = self.match(_WHO)
        who = asked.group(1) if asked else ""
        start = self.at
        if self.at == len(self.text) or self.text[self.at] in ";|)}/":
            return Step("", who=who)
        if self.text[self.at] in "?-" and not self.text[self.at + 1 : self.at + 2].isalnum():
            self.at += 1
            return Step(self.text[start], who=who)
        choice = self.match(_CHOOSE)
        if choice:
            return self.choose(choice, who)
        head = self.match(_OP)
        if not head:
            raise self.fail("expected a step such as scry2, draw1 or may(..)", start)
        word = head.group()
        if word in words.WRAPPERS and self.text[self.at : self.at + 1] in {"(", "["}:
            return self.wrap(word, who)
        if word.rstrip("+-") == "pump":
            self.at = start + len("pump")
            return self.pump(who)
        if word not in words.STEPS:
            raise self.unknown("step", word, [*words.STEPS, *words.WRAPPERS, "choose"], start)
        return self.plain_step(word, who)

    def choose(self, choice: re.Match[str], who: str) -> Choose:
        self.need("{", "after choose")
        modes = [self.program("/}")]
        while self.take("//"):
            modes.append(self.program("/}"))
        self.need("}", "after the modes, which are split by '//'")
        count = int(choice.group(2)) if choice.group(2) else None
        return Choose(count, tuple(modes), bool(choice.group(1)), bool(choice.group(3)), who)

    def wrap(self, word: str, who: str) -> Wrap:
        condition = self.enclosed("[")
        self.need("(", f"after '{word}'")
        program = self.program(")")
        self.need(")", f"at the end of '{word}'")
        return Wrap(word, program, condition, who)

    def pump(self, who: str) -> Step:
        signs, sizes = "", []
        for part in ("power", "toughness"):
            if part == "toughness":
                self.need("/", "between power and toughness")
            if self.text[self.at : self.at + 1] not in {"+", "-"}:
                raise self.fail("a pump is written pump+1/+1(self): a sign stands before each number")
            signs += self.text[self.at]
            self.at += 1
            size = self.amount()
            if size is None:
                raise self.fail(f"expected the {part} of the pump: a number, X or V=..")
            sizes.append(size)
        return Step("pump", sizes[0], argument=self.enclosed("("), who=who, second=sizes[1], signs=signs)

    def plain_step(self, word: str, who: str) -> Step:
        amount = self.amount()
        tapped = False
        if amount is not None and re.match(r"t(?![a-z])", self.text[self.at :]):
            tapped = True
            self.at += 1
        argument = self.enclosed("(")
        suffix = ""
        if self.text.startswith("-", self.at):
            tail = re.compile(r"-([a-z]+)").match(self.text, self.at)
            if not tail:
                raise self.fail("expected a word after '-'")
            suffix, self.at = tail.group(1), tail.end()
            if suffix not in words.SUFFIXES:
                raise self.unknown("ending", suffix, words.SUFFIXES, tail.start(1))
        return Step(word, amount, tapped, argument, suffix, who)

    def amount(self) -> Amount | None:
        place = self.at
        self.blank()
        found = self.match(_AMOUNT)
        if not found:
            self.at = place
            return None
        if found.group().isdigit():
            if len(found.group()) > 9 or int(found.group()) > MAX_AMOUNT:
                raise self.fail(f"{found.group()} is too many; amounts go up to {MAX_AMOUNT}", place)
            return Amount("number", int(found.group()))
        if found.group() == "X":
            return Amount("X")
        if not self.text.startswith("=", self.at):
            return Amount("V")
        self.at += 1
        start = self.at
        measure = self.match(_MEASURE)
        if not measure:
            raise self.fail("expected what V is: count(..), snow, looked or X/2")
        word = measure.group()
        if word not in words.MEASURES and word.removesuffix("t") in words.MEASURES:
            # `treasureV=lookedt`: the t says that the tokens enter tapped.
            word = word.removesuffix("t")
            self.at -= 1
        if not word.startswith("X/") and word not in words.MEASURES:
            raise self.unknown("amount", word, [*words.MEASURES, "X/2"], start)
        of = (self.enclosed("(") or "") if word in words.MEASURES_OF else ""
        if word in words.MEASURES_OF and not of:
            raise self.fail(f"'{word}' needs what it counts, e.g. {word}(creature)")
        return Amount("V", measure=word, of=of)
