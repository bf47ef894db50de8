"""What a source of mana gives and when a land enters tapped, read from the short codes of the card table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from analyzer.cards.ability_parser import parse_amount, parse_costs
from analyzer.cards.ability_tree import Ability, Amount, Cost, Step, Wrap
from analyzer.cards.costs import COLOURS, TYPES
from analyzer.errors import InputError

# Types that depend on the board: the commander's colours, types or colours lands could make, a choice.
BOARD_WORDS = ("mylands", "opplands", "mycolors", "produced", "chosen", "id")

_ANY = re.compile(r"any(?:mix(\d+|X)|(\d+|X)same|(V\S*))?$")
_BOARD = re.compile(rf"({'|'.join(BOARD_WORDS)})(\d*)$")
_MIX = re.compile(r"mix(\d+|X)\((.*)\)$")
_LETTERS = re.compile(rf"[{TYPES}]+$")
_VARYING = re.compile(rf"(V(?:=[a-z]+(?:\([^()]*\))?|=X/\d+)?|X)([{TYPES}]+)$")


@dataclass(frozen=True, slots=True)
class ManaOption:
    """One way in which a source makes mana.

    `units`: one entry for each mana made at once. Capital letters are the types it may have ("W", "WUBRG");
    a small word (`BOARD_WORDS`) is a type that depends on the board.
    `same`: all units have one type, chosen together. `amount`: the units are made that many times (X or V).
    `costs`: what must be paid beside tapping. `conditional`: only under a condition that the ability text names.
    `restricted`: may be spent on some things only. `odd`: mana of a joke card, which pays for nothing.
    """

    units: tuple[str, ...]
    same: bool = False
    amount: Amount | None = None
    costs: tuple[Cost, ...] = ()
    conditional: bool = False
    restricted: bool = False
    odd: bool = False

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """Short reasons why this option cannot be played as printed; empty if it can."""
        found = []
        if self.odd:
            found.append("mana of a joke card")
        if self.amount is not None and not self.amount.is_known:
            found.append("a varying amount of mana")
        if any(cost.word == "cost?" for cost in self.costs):
            found.append("a cost")
        return tuple(found)


@lru_cache(maxsize=4096)
def mana_units(produces: str, separator: str = "|") -> tuple[ManaOption, ...]:
    """The alternatives in a `produces` text; with `separator="/"` those in the argument of a `mana(..)` step.

    Raises InputError for text that is no mana.

    >>> [option.units for option in mana_units("W|U")], mana_units("CC")[0].units
    ([('W',), ('U',)], ('C', 'C'))
    >>> [str(cost) for cost in mana_units("C|{1}>any")[1].costs], mana_units("any3same")[0].same
    (['{1}'], True)
    >>> str(mana_units("V=count(creature)G")[0].amount), mana_units("?CC")[0].conditional
    ('V=count(creature)', True)
    """
    return tuple(_option(part, produces) for part in _split(produces, separator)) if produces else ()


def _split(text: str, separator: str) -> list[str]:
    """Split at a mark that stands outside brackets and is not part of a hybrid symbol or of X/2."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == separator and depth == 0 and not text.startswith("X/2", place - 1):
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def _option(text: str, whole: str) -> ManaOption:
    conditional = text.startswith("?")
    restricted = text.endswith("!")
    cost_text, _, mana = _split_cost(text.removeprefix("?").removesuffix("!"))
    costs = parse_costs(cost_text) if cost_text else ()
    units, same, amount, odd = _mana(mana, whole)
    return ManaOption(units, same, amount, costs, conditional, restricted, odd)


def _split_cost(text: str) -> tuple[str, str, str]:
    """Cost, mark and mana of `{1},sac>any`; the mark inside a bracket (mixX(..>..)) does not count."""
    head = _split(text, ">")
    return ("", "", text) if len(head) == 1 else (head[0], ">", ">".join(head[1:]))


def _mana(text: str, whole: str) -> tuple[tuple[str, ...], bool, Amount | None, bool]:
    """Units, sameness, amount and oddness of a mana text without cost and marks."""
    if _LETTERS.match(text):
        return tuple(text), False, None, False
    if found := _BOARD.match(text):
        return (found[1],) * int(found[2] or 1), False, None, False
    if found := _VARYING.match(text):
        return tuple(found[2]), False, parse_amount(found[1]), False
    if found := _ANY.match(text):
        mixed, same, varying = found.groups()
        if varying:
            return (COLOURS,), True, parse_amount(varying), False
        if "X" in (mixed, same):
            return (COLOURS,), same == "X", Amount("X"), False
        return (COLOURS,) * int(mixed or same or 1), int(same or 0) > 1, None, False
    if found := _MIX.match(text):
        letters = "".join(part.rpartition(">")[2] for part in re.split(r"[|/]", found[2]))
        types = "".join(letter for letter in TYPES if letter in letters)
        if found[1] == "X":
            return (types,), False, Amount("X"), False
        return (types,) * int(found[1]), False, None, False
    if re.fullmatch(r"(\{[^{}]*\})+", text):
        return (), False, None, True
    raise InputError(f"'{text}' in '{whole}' is no mana; write for example W, GU, any, any2same, mylands or {{1}}>any")


# --- mana abilities of a card


def mana_text(abilities: tuple[Ability, ...]) -> str:
    """The `produces` text that the activated mana abilities amount to, for cards that give abilities only.

    >>> from analyzer.cards.abilities import parse_abilities
    >>> mana_text(parse_abilities("activate:T:mana(C)|activate:{1},T:mana(W/U)"))
    'C|{1}>W|{1}>U'
    """
    options = []
    for ability in abilities:
        if ability.kind != "activated" or ability.word != "activate":
            continue
        costs = ",".join(str(cost) for cost in ability.costs if cost.word not in {"T", "once", "sorcery"})
        for step, conditional in _mana_steps(ability):
            for part in _split(step.argument or "", "/"):
                mark = "!" if step.op == "mana!" else ""
                options.append(f"{'?' if conditional else ''}{costs + '>' if costs else ''}{part}{mark}")
    return "|".join(dict.fromkeys(options))


def _mana_steps(ability: Ability) -> list[tuple[Step, bool]]:
    """The mana steps of an ability, each with whether a condition stands before it."""
    found: list[tuple[Step, bool]] = []
    for step in ability.program:
        if isinstance(step, Step) and step.op in {"mana", "mana!"}:
            found.append((step, False))
        elif isinstance(step, Wrap) and step.word in {"if", "if?"}:
            inner = [part for part in step.program if isinstance(part, Step) and part.op in {"mana", "mana!"}]
            found.extend((part, True) for part in inner)
    return found


# --- entering tapped


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition under which a land enters untapped.

    `word`: "life" (pay `number` life), "lands" (other lands of yours), "basics", "ctrl" (`number` or more permanents
    matching `kinds`), "reveal" (a card of `kinds` from hand), "turn", "opponents", "anylife", "opplands", "yourturn",
    or "?" (not modelled). `compare` is "<=" or ">=".
    """

    word: str
    compare: str = ""
    number: int = 0
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TappedRule:
    """When a land enters tapped: "never", "always", or "unless" any one of the conditions holds."""

    kind: str
    conditions: tuple[Condition, ...] = ()

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """A reason if a condition is not modelled; empty if all are."""
        return ("a condition for entering untapped",) if any(c.word == "?" for c in self.conditions) else ()


_CONDITION = re.compile(r"(lands|basics|turn|opponents|anylife|opplands)(<=|>=)(\d+)$")
_KINDS = re.compile(r"(ctrl|reveal)(?:>=(\d+))?\(([^()]+)\)$")
_LIFE = re.compile(r"life(\d+)$")


@lru_cache(maxsize=512)
def tapped_condition(tapped: str) -> TappedRule:
    """The rule in a `tapped` text ("", "yes" or "cond:..."); raises InputError for any other text.

    >>> tapped_condition("cond:lands<=2").conditions[0]
    Condition(word='lands', compare='<=', number=2, kinds=())
    >>> [c.word for c in tapped_condition("cond:reveal(dragon)~ctrl(dragon)").conditions]
    ['reveal', 'ctrl']
    >>> tapped_condition("").kind, tapped_condition("yes").kind
    ('never', 'always')
    """
    if tapped in {"", "no"}:
        return TappedRule("never")
    if tapped == "yes":
        return TappedRule("always")
    if not tapped.startswith("cond:"):
        raise InputError(f"'{tapped}' does not say when a land enters tapped; write yes or for example cond:lands<=2")
    return TappedRule("unless", tuple(_condition(part) for part in _split(tapped[5:], "~")))


def _condition(text: str) -> Condition:
    if text in {"?", "yourturn"}:
        return Condition(text)
    if found := _LIFE.match(text):
        return Condition("life", number=int(found[1]))
    if found := _CONDITION.match(text):
        return Condition(found[1], found[2], int(found[3]))
    if found := _KINDS.match(text):
        return Condition(found[1], ">=", int(found[2] or 1), tuple(found[3].split("~")))
    raise InputError(
        f"'{text}' is no condition for entering untapped; known are life2, lands<=2, lands>=2, basics>=2, "
        "ctrl(island~swamp), ctrl>=3(island), reveal(elf), turn<=3, opponents>=2, anylife<=13, opplands>=8, yourturn"
    )
