"""The ability language: parse, write, describe abilities, and say what in them is not modelled.

The grammar is formats F6. One ability is `event:program`, `activate:costs:program` or `keyword:text`; abilities are
split by `|`, steps by `;`. Words that stand in the language beside those of the card table:

| word | meaning |
|---|---|
| `enters:PROGRAM` | done as the permanent enters, not a trigger: `enters:counterX(+1/+1,self)` |
| filter `theirs`, `anyone` | `oncast[any.theirs.nomana]`: an opponent casts a spell without spending mana; `anyone`: any player |
| filter words | types, subtypes, colours, keywords, `non...`, `other`, `attached`; after full stops: `yours`, `theirs`, `gy`, `hand`, `mv<=3`, `power>=4`, `power<source` |
| `ontapmana[filter]` | a mana trigger: such a permanent of yours is tapped for mana and made some; `[attached]` is the permanent this Aura is on |
| `onbearer` | a trigger: you choose a creature as your Ring-bearer |
| filter `once ...` | the trigger happens only once each turn: `onscry[once]`, `onenter[once creature.mv<=3]` |
| `damageN(target)` | damage to the target; `(target creature)`, `(each opponent)` |
| `pump+P/+T(self)` | until end of turn; `(target)`, `(each yours elf)` |
| `gain(haste,self)` | the keyword until end of turn |
| `counterN(kind,self)` | N counters of the kind; `(+1/+1,target creature)`, `(+1/+1,each yours wraith)` |
| `tap(target N filter)` | tap that many targets; `<=N` means up to N, `<=looked` as many as were looked at; without filter the card's `target:` says what |
| `notuntap(target)` | those do not untap in their controllers' next untap steps; without argument: this permanent |
| `untapN(filter)` | untap up to N of your permanents; `(it)` is the permanent just put onto the battlefield |
| `gaincontrol(..)`, `exile(..)`, `destroy(..)` | of the object named: `target [<=]N filter`, `self`, `each filter` |
| `return(target,hand)` | return the object to `hand` or (after exile) to `bf` |
| `counterspell`, `counterspell(unless {X})`, `counterspell(hand)` | counter the target spell; unless that is paid; to its owner's hand |
| `sacrificeN(filter)` | you sacrifice that many of your permanents |
| `regrowtop(filter)` | a card of that kind from your graveyard on top of your library |
| `topself` | put this permanent on top of its owner's library |
| `tokenN(P/T words)` | N tokens: `token3(1/1 white spirit flying)` |
| `role(name,host)` | the Role goes onto `self`, `it` (the creature that entered) or a target; without host: a creature of yours |
| `discardN(unless filter)`, `discardN(random)` | discard N cards, or one of that kind instead; at random |
| `static:cost-N(filter)`, `static:cost+N(filter)` | spells of that kind cost {N} less or more |
| `static:manaxN(filter)` | mana of such permanents tapped for mana is multiplied by N |
| `static:manais(filter,mana)` | such lands tapped for mana make that mana instead; `.amount>=2`: only if they make two or more |
| `static:scry+1`, `static:scry>draw` | your scrys are larger; you draw that many instead |
| `static:pump+1/+1(filter)`, `static:gain(haste,filter)`, `static:base1(attached)` (1/1) | lasting changes of such permanents |
| `static:grant(filter,ability)` | such permanents have the ability |
| `reflexive(..)` | a trigger of its own, "when you do": targets are chosen now |
| `static:if[condition](notcreature)` | it is no creature while the condition holds |
| `mana(produced)` | one mana of a type that the tapped permanent produced |
| costs `sorcery`, `exile-hand1(filter)` | only as a sorcery; exile a card from hand |
| amounts `V=count(filter)` | your permanents of that kind; `counters(kind)` on it, `devotion(colour)`, `looked` (cards looked at), `snow` (snow mana spent), `kicks`, `spells` (others cast this turn), `discarded` (this way), `power`, `temptations`, `X/2` rounded down |
| conditions | `bearerother` another creature was chosen as bearer; `nomana` no mana was spent on the spell; `notattacked`; `untapped` this permanent is; `topland` the top card is a land; `devotion(blue)<5`, `counters(kind)>=7`, `temptations>=4`; `not ...` |
"""

from __future__ import annotations

import re

from analyzer.cards import ability_words as words
from analyzer.cards.ability_parser import parse_abilities, parse_costs, parse_program
from analyzer.cards.ability_tree import (
    Ability,
    Amount,
    Choose,
    Cost,
    Instruction,
    Program,
    Step,
    Wrap,
    format_abilities,
    format_program,
)

__all__ = [
    "Ability",
    "Amount",
    "Choose",
    "Cost",
    "Instruction",
    "Program",
    "Step",
    "Wrap",
    "describe",
    "format_abilities",
    "format_program",
    "keyword_costs",
    "not_modelled",
    "parse_abilities",
    "parse_costs",
    "parse_program",
    "program_not_modelled",
]

_TILDE = re.compile(r"~(?![^(]*\))")  # not inside brackets
_TRIGGER = "the trigger of an ability"
_BARE_V = re.compile(r"V(?!=)")


def keyword_costs(ability: Ability) -> tuple[tuple[Cost, ...], ...]:
    """The costs in a keyword's text (kicker, buyback, flashback, altcost ...), one entry for each alternative.

    Empty for keywords that carry no cost. `suspend:3,{R}` and `awaken:4` count as carrying none.

    >>> [[str(cost) for cost in costs] for costs in keyword_costs(parse_abilities("addcost:sac(creature)~{3}{B}")[0])]
    [['sac(creature)'], ['{3}{B}']]
    """
    if ability.kind != "keyword" or ability.word not in words.COST_KEYWORDS or not ability.text:
        return ()
    if ability.text.isdigit():
        return ()
    return tuple(parse_costs(part) for part in _TILDE.split(ability.text))


def not_modelled(ability: Ability) -> tuple[str, ...]:
    """Short reasons why parts of the ability are not modelled, each with its event; empty if all of it is.

    >>> not_modelled(parse_abilities("etb:scry2;?")[0])
    ('a step (when it enters)',)
    >>> not_modelled(parse_abilities("etb:scry2")[0])
    ()
    """
    place = _place(ability)
    found = []
    if ability.word == "when?":
        found.append(_TRIGGER)
    if ability.gate == "L?":
        found.append("its level")
    if any(cost.word == "cost?" for cost in ability.costs):
        found.append("a cost")
    if any(cost.amount is not None and not cost.amount.is_known for cost in ability.costs):
        found.append("a varying cost")
    if ability.kind == "keyword" and ability.word != "target?":
        text = ability.text or ""
        if ability.word.startswith("selfcost"):
            found.append("a varying cost")
        elif ability.word.endswith("?"):
            found.append("its condition")
        if "cost?" in text:
            found.append("a cost")
    found.extend(program_not_modelled(ability.program))
    return tuple(reason if reason == _TRIGGER else f"{reason} ({place})" for reason in dict.fromkeys(found))


def program_not_modelled(program: Program) -> tuple[str, ...]:
    """Short reasons why a program is not modelled in full, in order, without repeats.

    >>> program_not_modelled(parse_program("if?(drawV)"))
    ('a condition', 'a varying amount')
    """
    found: list[str] = []
    for step in program:
        found.extend(_step_not_modelled(step))
    return tuple(dict.fromkeys(found))


_WRAP_REASONS = {"if?": "a condition", "else?": "a condition", "ifdo?": "a step", "later?": "a delay"}


def _step_not_modelled(step: Instruction) -> list[str]:
    if isinstance(step, Choose):
        inner = [reason for mode in step.modes for reason in program_not_modelled(mode)]
        return ["a number of modes", *inner] if step.count is None else inner
    if isinstance(step, Wrap):
        own = _WRAP_REASONS.get(step.word)
        return ([own] if own else []) + list(program_not_modelled(step.program))
    found = []
    if step.op in {"?", "did?"}:
        found.append("a step")
    elif step.op == "other":
        found.append("an effect")
    elif step.op == "choose":
        found.append("a choice as it enters")
    amounts = [amount for amount in (step.amount, step.second) if amount is not None]
    varying = step.op in {"mana", "mana!"} and _BARE_V.search(step.argument or "")
    if varying or not all(amount.is_known for amount in amounts):
        found.append("a varying amount")
    return found


# --- plain words


def describe(ability: Ability) -> str:
    """The ability in plain words, for people.

    >>> describe(parse_abilities("activate:{2},sac:scry1;draw1")[0])
    '{2}, sacrifice it: scry 1, then draw 1'
    >>> describe(parse_abilities("oncast[instant/sorcery]:maypay[{1}](scry2)")[0])
    'when you cast a spell (instant/sorcery): you may pay {1}: if you do (scry 2)'
    """
    gate = f"from {ability.gate} on: " if ability.gate else ""
    if ability.kind == "keyword":
        named = ability.word if ability.filter is None else f"{ability.word} ({ability.filter})"
        return gate + (named if ability.text is None else f"{named} {ability.text}")
    return f"{gate}{_place(ability)}: {_describe_program(ability.program)}"


def _place(ability: Ability) -> str:
    if ability.kind == "activated":
        costs = ", ".join(_describe_cost(cost) for cost in ability.costs)
        return costs if ability.word == "activate" else f"from hand: {costs}"
    if ability.kind == "keyword":
        return ability.word
    phrase = words.EVENTS[ability.word]
    return phrase if ability.filter is None else f"{phrase} ({ability.filter})"


def _describe_cost(cost: Cost) -> str:
    if cost.word == "mana":
        return str(cost)
    number = "" if cost.amount is None else _describe_amount(cost.amount)
    of = cost.argument or ("it" if cost.word == "sac" else "")
    return _fill(words.COSTS[cost.word], n=number, of=of)


def _describe_amount(amount: Amount) -> str:
    if amount.kind == "number":
        return str(amount.number)
    if amount.kind == "X":
        return "X"
    if not amount.measure:
        return "(a varying number)"
    meaning = words.MEASURES.get(amount.measure, "half of X, rounded down")
    return f"({meaning}{': ' + amount.of if amount.of else ''})"


def _describe_program(program: Program) -> str:
    return ", then ".join(_describe_step(step) for step in program)


_WHO = {"tp": "target player: ", "all": "each player: ", "opp": "each opponent: ", "": ""}


def _describe_step(step: Instruction) -> str:
    who = _WHO[step.who]
    if isinstance(step, Choose):
        count = "some" if step.count is None else f"{'up to ' if step.at_most else ''}{step.count}"
        modes = "; or ".join(_describe_program(mode) for mode in step.modes)
        return f"{who}choose {count}{' or more' if step.or_more else ''} ({modes})"
    if isinstance(step, Wrap):
        phrase = _fill(words.WRAPPERS[step.word], condition=step.condition or "")
        return f"{who}{phrase} ({_describe_program(step.program)})"
    if step.op in {"", "-"}:
        return f"{who}(nothing of interest)"
    if step.op == "?":
        return f"{who}(not modelled)"
    size = _describe_pump(step)
    number = "1" if step.amount is None else _describe_amount(step.amount)
    of = step.argument or ("it" if step.op in {"pump", "gain", "tap", "exile", "destroy", "return"} else "")
    text = _fill(words.STEPS[step.op], n=number, of=of, size=size)
    ending = f" {words.SUFFIXES[step.suffix]}" if step.suffix else ""
    return f"{who}{text}{' tapped' if step.tapped else ''}{ending}"


def _describe_pump(step: Step) -> str:
    """`+1/+1`, or `+N/+N (N = ...)` where both parts are the same varying amount."""
    if step.amount is None or step.second is None:
        return ""
    power, toughness = step.signs[0], step.signs[1]
    if step.amount == step.second and step.amount.measure:
        return f"{power}N/{toughness}N (N = {_describe_amount(step.amount).strip('()')})"
    return f"{power}{_describe_amount(step.amount)}/{toughness}{_describe_amount(step.second)}"


def _fill(template: str, **parts: str) -> str:
    """Put the parts into a template and drop the blanks that empty parts leave behind."""
    for name, text in parts.items():
        template = template.replace(f"{{{name}}}", text)
    return template.replace(" ()", "").strip()
