"""The ways to cast a card (CST-2), listed outside the engines: modes, kicker, Phyrexian and monohybrid choices, X."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from analyzer.cards.abilities import Ability, Choose, Cost, Program, Step, Wrap, keyword_costs
from analyzer.cards.costs import parse_cost
from analyzer.cards.model import CardFacts
from analyzer.plan.model import GENERIC, B, C, G, Line, R, U, W

TYPES = {"W": W, "U": U, "B": B, "R": R, "G": G, "C": C}
MAX_LINES = 32
UNLIMITED_X = 99
VARIABLE = ("X", "Y", "Z")  # symbols of a cost whose size is chosen

Payment = tuple[tuple[int, ...], int]  # pips, life

# A mandatory target of these sorts is there in every game; of the others only where an opponent's script offers one.
ALWAYS_THERE = ("any", "player", "players", "opponent", "opponents", "your", "you")


def payments(symbol: str) -> tuple[Payment, ...]:
    """Every way to pay one mana symbol: pips (bit sets of types) and life.

    >>> payments("2/W"), payments("U/P"), payments("G/W"), payments("2")
    ((((1,), 0), ((63, 63), 0)), (((2,), 0), ((), 2)), (((17,), 0),), (((63, 63), 0),))
    """
    if symbol.isdigit():
        return (((GENERIC,) * int(symbol), 0),)
    parts = symbol.split("/")
    colours = sum(TYPES[part] for part in parts if part in TYPES)
    ways: list[Payment] = [((colours,), 0)] if colours else []
    if parts[0].isdigit():
        ways.append(((GENERIC,) * int(parts[0]), 0))
    if parts[-1] == "P":
        ways.append(((), 2))
    if symbol == "S":  # snow: reported as paid with any mana
        ways.append(((GENERIC,), 0))
    return tuple(ways)


def cost_payments(symbols: tuple[str, ...]) -> tuple[tuple[Payment, ...], int]:
    """All different payments of a cost, mana before life, and the number of X symbols in it."""
    x_factor = sum(1 for symbol in symbols if symbol in VARIABLE)
    fixed = [payments(symbol) for symbol in symbols if symbol not in VARIABLE]
    found: dict[Payment, None] = {}
    for ways in product(*fixed):
        pips = tuple(sorted(pip for way in ways for pip in way[0]))
        found.setdefault((pips, sum(way[1] for way in ways)))
    return tuple(sorted(found, key=lambda way: (way[1], len(way[0])))), x_factor


def chosen_programs(program: Program) -> Iterator[tuple[tuple[int, ...], Program]]:
    """Every way to choose the modes of a program (MOD-1), with the numbers (from 1) of the modes chosen."""
    choices = [step for step in program if isinstance(step, Choose)]
    if not choices:
        yield (), program
        return
    choice = choices[0]
    at = program.index(choice)
    count = choice.count or 1
    low = 0 if choice.at_most else count
    high = len(choice.modes) if choice.or_more else min(count, len(choice.modes))
    for size in range(low, high + 1):
        for numbers in combinations(range(len(choice.modes)), size):
            picked = tuple(step for number in numbers for step in choice.modes[number])
            for more, rest in chosen_programs(program[at + 1 :]):
                yield (*(number + 1 for number in numbers), *more), (*program[:at], *picked, *rest)


def when_kicked(program: Program, kicked: bool) -> Program:
    """The program with `ifkicked` decided.

    >>> from analyzer.cards.abilities import parse_abilities
    >>> from analyzer.cards.abilities import format_program
    >>> format_program(when_kicked(parse_abilities("cast:scry1;ifkicked(draw1)")[0].program, True))
    'scry1;draw1'
    """
    steps: list[Step | Choose | Wrap] = []
    for step in program:
        if isinstance(step, Wrap) and step.word == "ifkicked":
            steps.extend(step.program if kicked else ())
        else:
            steps.append(step)
    return tuple(steps)


def keyword(card: CardFacts, word: str) -> Ability | None:
    """The keyword ability of this name, if the card has it."""
    for ability in card.abilities:
        if ability.kind == "keyword" and ability.word == word:
            return ability
    return None


def is_held(card: CardFacts) -> bool:
    """Does casting it need a target that a goldfish never has (TGT-8): a spell, or an opposing permanent?

    Spells that point at "a creature" are held too unless they are Auras: the table does not tell a removal spell
    from a trick, and nobody kills his own creature for the mana.
    """
    target = keyword(card, "target")
    if target is None or "aura" in card.subtypes or target.text is None:
        return False
    noun, *qualifiers = target.text.split(".")
    own = "yours" in qualifiers or "gy" in qualifiers or "anygy" in qualifiers
    return not own and not any(noun.split("~")[0].startswith(word) for word in ALWAYS_THERE)


def wants_own(card: CardFacts) -> str:
    """What of your own it must point at: "creature", "land", "card.gy" ... or "" (checked when it is cast)."""
    target = keyword(card, "target")
    is_aura = "aura" in card.subtypes
    if target is None or target.text is None:
        return "creature" if is_aura else ""
    noun, *qualifiers = target.text.split(".")
    return noun.removesuffix("s") if is_aura or "yours" in qualifiers else ""


def is_aura(card: CardFacts) -> bool:
    """Does it enchant a creature of yours? (Auras on other permanents stay by themselves.)"""
    return "aura" in card.subtypes and wants_own(card) == "creature"


@dataclass(frozen=True, slots=True)
class _Extra:
    """One way to pay what comes on top of the mana cost: an additional cost or a kicker."""

    label: str = ""
    symbols: tuple[str, ...] = ()
    life: int = 0
    discard: int = 0
    sacrifice: str = ""
    unpayable: str = ""
    kicked: int = 0


def lines_of(card: CardFacts, kind: int) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """Lines of a card in a fixed order (mana before life, not kicked before kicked, modes as printed), and remarks.

    Lands and cards without a mana cost have none. Of more than 32 lines only the first 32, and a remark that says so.
    """
    if card.is_land or not card.mana_cost:
        return (), () if card.is_land else ("no mana cost: never cast",)
    symbols = parse_cost(card.mana_cost)
    remarks = ["{S} is paid with any mana"] if "S" in symbols else []
    program = next((each.program for each in card.abilities if each.kind == "event" and each.word == "cast"), ())
    multi = next(iter(_costs_of(card, "multikicker")), ())
    more = cost_payments(tuple(symbol for cost in multi for symbol in cost.symbols))[0][0][0] if multi else ()
    found: list[Line] = []
    for extra in _extras(card, remarks):
        ways, x_factor = cost_payments((*symbols, *extra.symbols))
        for modes, chosen in _distinct(chosen_programs(program)):
            for pips, life in ways:
                paid = f"{life} life" if life else ""
                words = (extra.label, paid, "mode " + "+".join(map(str, modes)) if modes else "")
                found.append(
                    Line(
                        kind,
                        len(found),
                        ", ".join(word for word in words if word),
                        pips,
                        when_kicked(chosen, extra.kicked > 0),
                        x_factor=x_factor,
                        x_pips=more,
                        x_max=UNLIMITED_X if x_factor or more else 0,
                        life=life + extra.life,
                        kicked=extra.kicked,
                        modes=modes,
                        discard=extra.discard,
                        sacrifice=extra.sacrifice,
                        unpayable=extra.unpayable,
                        instant_speed=card.is_instant or "flash" in card.keywords,
                        target=wants_own(card),
                    )
                )
    if len(found) > MAX_LINES:
        remarks.append(f"{len(found) - MAX_LINES} of {len(found)} ways to cast it are left out")
    return tuple(found[:MAX_LINES]), tuple(dict.fromkeys(remarks))


def _distinct(ways: Iterator[tuple[tuple[int, ...], Program]]) -> list[tuple[tuple[int, ...], Program]]:
    first: dict[Program, tuple[int, ...]] = {}
    for modes, program in ways:
        interesting = tuple(step for step in program if not (isinstance(step, Step) and step.op in ("", "-")))
        first.setdefault(interesting, modes)
    return [(modes, program) for program, modes in first.items()]


def _costs_of(card: CardFacts, word: str) -> tuple[tuple[Cost, ...], ...]:
    ability = keyword(card, word)
    return keyword_costs(ability) if ability is not None else ()


def _extras(card: CardFacts, remarks: list[str]) -> list[_Extra]:
    """Every combination of one additional cost (if the card has any) with no kicker or one of its kickers."""
    additional = [_extra(costs, remarks, "additional cost") for costs in _costs_of(card, "addcost")] or [_Extra()]
    kickers = [_extra(costs, remarks, "kicker") for costs in _costs_of(card, "kicker")]
    found = list(additional)
    for base in additional:
        for number, kicker in enumerate(kickers, 1):
            if not kicker.unpayable and not base.unpayable:
                label = "kicked" if len(kickers) == 1 else f"kicked with kicker {number}"
                found.append(
                    _Extra(
                        ", ".join(word for word in (base.label, label) if word),
                        base.symbols + kicker.symbols,
                        base.life + kicker.life,
                        base.discard + kicker.discard,
                        base.sacrifice or kicker.sacrifice,
                        kicked=1,
                    )
                )
    return found


def _extra(costs: tuple[Cost, ...], remarks: list[str], what: str) -> _Extra:
    extra = _Extra(label="" if what == "kicker" else " ".join(map(str, costs)))
    for cost in costs:
        number = cost.amount.number if cost.amount is not None and cost.amount.kind == "number" else 0
        if cost.word == "mana" and "X" not in cost.symbols:
            extra = replace(extra, symbols=extra.symbols + cost.symbols)
        elif cost.word == "life" and number:
            extra = replace(extra, life=extra.life + number)
        elif cost.word == "discard" and number and cost.argument is None:
            extra = replace(extra, discard=extra.discard + number)
        elif cost.word == "sac" and cost.argument and not extra.sacrifice:
            extra = replace(extra, sacrifice=cost.argument)
        else:
            extra = replace(extra, unpayable=str(cost))
            remarks.append(f"{what} {cost} is not modelled: never paid")
    return extra
