"""The ability language as immutable data (formats F6), and the one canonical way to write it down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Program: TypeAlias = "tuple[Instruction, ...]"
Instruction: TypeAlias = "Step | Choose | Wrap"


@dataclass(frozen=True, slots=True)
class Amount:
    """How many: a number, the X that was paid, or a varying amount V, whose `measure` says of what if it is known.

    >>> str(Amount("V", measure="count", of="creature")), str(Amount("number", 2)), str(Amount("V"))
    ('V=count(creature)', '2', 'V')
    """

    kind: str  # "number", "X" or "V"
    number: int = 0
    measure: str = ""  # "" for a V that is not modelled, else "count", "snow", "X/2", "looked" ...
    of: str = ""  # what is counted

    def __str__(self) -> str:
        if self.kind == "number":
            return str(self.number)
        if self.kind == "X" or not self.measure:
            return self.kind
        return f"V={self.measure}({self.of})" if self.of else f"V={self.measure}"

    @property
    def is_known(self) -> bool:
        """Can the amount be worked out in play?"""
        return self.kind != "V" or self.measure != ""


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: `scry2`, `life+3`, `treasure1t`, `pump+1/+1(self)`.

    `op` is the word with its sign or mark (`life+`, `mana!`); "?" is a step that is not modelled, "-" and "" do
    nothing of interest. `second` is the toughness part of a pump; `who` is "tp", "all", "opp" or "".
    """

    op: str
    amount: Amount | None = None
    tapped: bool = False
    argument: str | None = None
    suffix: str = ""
    who: str = ""
    second: Amount | None = None
    signs: str = ""  # of a pump: "++", "+-", "-+" or "--"

    def __str__(self) -> str:
        prefix = f"{self.who}:" if self.who else ""
        if self.signs:
            size = f"{self.signs[0]}{self.amount}/{self.signs[1]}{self.second}"
        else:
            size = "" if self.amount is None else str(self.amount)
        argument = "" if self.argument is None else f"({self.argument})"
        suffix = f"-{self.suffix}" if self.suffix else ""
        return f"{prefix}{self.op}{size}{'t' if self.tapped else ''}{argument}{suffix}"


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice of modes: `choose2{draw1//scry2//-}`; `count` None means a number that is not modelled."""

    count: int | None
    modes: tuple[Program, ...]
    at_most: bool = False
    or_more: bool = False
    who: str = ""

    def __str__(self) -> str:
        prefix = f"{self.who}:" if self.who else ""
        count = "" if self.count is None else str(self.count)
        modes = "//".join(format_program(mode) for mode in self.modes)
        return f"{prefix}choose{'<=' if self.at_most else ''}{count}{'+' if self.or_more else ''}{{{modes}}}"


@dataclass(frozen=True, slots=True)
class Wrap:
    """Instructions under a condition, a choice or a delay: `may(draw1)`, `maypay[{1}](scry1)`."""

    word: str
    program: Program
    condition: str | None = None
    who: str = ""

    def __str__(self) -> str:
        prefix = f"{self.who}:" if self.who else ""
        condition = "" if self.condition is None else f"[{self.condition}]"
        return f"{prefix}{self.word}{condition}({format_program(self.program)})"


@dataclass(frozen=True, slots=True)
class Cost:
    """One part of an activation cost: mana (`symbols`), or a word with an amount and an argument (`sac(creature)`)."""

    word: str  # "mana" for mana, else "T", "Q", "sac", "life", "exile-gy", "cost?" ...
    symbols: tuple[str, ...] = ()
    amount: Amount | None = None
    argument: str | None = None

    def __str__(self) -> str:
        if self.word == "mana":
            return "".join(f"{{{symbol}}}" for symbol in self.symbols)
        argument = "" if self.argument is None else f"({self.argument})"
        return f"{self.word}{'' if self.amount is None else self.amount}{argument}"


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability: a triggered event, `activate` or `channel` with costs, or a keyword with its text.

    `kind` is "event", "activated" or "keyword"; `word` the event, "activate"/"channel", or the keyword.
    `filter` is the text in square brackets (None where there is none); `text` a keyword's text after the colon.
    `gate` says from when on it works: "L2[{2}{U}]", "L?", "solved", "maxspeed" or "".
    """

    kind: str
    word: str
    filter: str | None = None
    costs: tuple[Cost, ...] = ()
    program: Program = ()
    text: str | None = None
    gate: str = ""

    def __str__(self) -> str:
        gate = f"{self.gate}/" if self.gate else ""
        filtered = "" if self.filter is None else f"[{self.filter}]"
        if self.kind == "activated":
            return f"{gate}{self.word}:{','.join(map(str, self.costs))}:{format_program(self.program)}"
        if self.kind == "event":
            return f"{gate}{self.word}{filtered}:{format_program(self.program)}"
        return f"{gate}{self.word}{filtered}{'' if self.text is None else ':' + self.text}"


def all_steps(program: Program) -> Iterator[Step]:
    """All steps of a program, those inside wrappers and modes too, in printed order."""
    for part in program:
        if isinstance(part, Step):
            yield part
        elif isinstance(part, Wrap):
            yield from all_steps(part.program)
        else:
            for mode in part.modes:
                yield from all_steps(mode)


def format_program(program: Program) -> str:
    """The canonical text of a program: steps split by semicolons.

    >>> format_program((Step("scry", Amount("number", 2)), Step("draw", Amount("number", 1))))
    'scry2;draw1'
    """
    return ";".join(map(str, program))


def format_abilities(abilities: tuple[Ability, ...]) -> str:
    """The canonical text of abilities: `parse_abilities(format_abilities(a)) == a`.

    >>> format_abilities((Ability("event", "etb", program=(Step("scry", Amount("number", 1)),)),))
    'etb:scry1'
    """
    return "|".join(map(str, abilities))
