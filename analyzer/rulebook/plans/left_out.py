"""What of a plan's cards the rulebook does not play in a whole game, by name, before the game (I6)."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cards.abilities import Ability, Choose, Program, Step, Wrap
from analyzer.cards.lands import ManaOption, mana_text, mana_units
from analyzer.contract import triggers
from analyzer.plan.model import Kind, Plan
from analyzer.rulebook.effects import EFFECTS
from analyzer.rulebook.plans.abilities import costs_of

# Events that the rulebook notices in a plan; those of opponents' actions never happen in a goldfish.
FIRED = frozenset(triggers.EVENTS) | frozenset(
    ("eachupkeep", "eachdrawstep", "eachend", "ondraw", "ondraw2", "ondiscard", "onlifegain", "onsac", "onoppcast",
     "attached-dies", "tapped", "untapped", "ontapmana", "static", "cast", "enters", "loyalty")
)  # fmt: skip
NEVER_HERE = frozenset(("damaged", "ondamaged", "oncrime", "targeted"))
LINES_DEAL_WITH = frozenset(("kicker", "multikicker", "target", "addcost", "keywords", "choose"))
ALTERNATIVES = frozenset(
    ("aftermath", "assist", "bargain", "cascade", "conspire", "convoke", "delve", "demonstrate", "fuse", "improvise",
     "jump-start", "ravenous", "rebound", "retrace", "riot", "storm", "undaunted")
)  # fmt: skip
PAST = frozenset(("", "-", "target"))
KNOWN_WRAPS = frozenset(("may", "maypay", "ifkicked", "if", "instead", "reflexive", "foreach"))


def left_out(plan: Plan) -> tuple[tuple[str, str], ...]:
    """(card, how it is treated) pairs."""
    found = [(kind.name, text) for kind in plan.kinds for text in _of_kind(kind)]
    found += [(f"free effect '{free.text}'", text) for free in plan.free for text in _unknown(free.program)]
    return tuple(dict.fromkeys(found))


def _of_kind(kind: Kind) -> Iterator[str]:
    from analyzer.rulebook.plans.known import is_offered

    for line in kind.lines:
        if not is_offered(line):
            why = line.label or line.unpayable or line.sacrifice or line.alternative or line.target
            yield f"a way to cast it is not offered: {why}"
    for ability in kind.abilities:
        yield from _of_ability(ability)
    if kind.card.is_permanent:
        for option in mana_units(kind.card.produces or mana_text(kind.abilities)):
            why = _mana(option)
            if why:
                yield f"{why} for mana is not used"


def _mana(option: ManaOption) -> str:
    if option.odd or option.conditional:
        return "a condition"
    if option.restricted:
        return "restricted mana"
    if option.amount is not None or (option.same and len(option.units) > 1):
        return "a varying amount or choice"
    return "a further cost" if option.costs and [cost.word for cost in option.costs] != ["sac"] else ""


def _of_ability(ability: Ability) -> Iterator[str]:
    text = str(ability)[:80]
    if ability.kind == "keyword":
        plain = ability.text is None and ability.filter is None and ability.word not in ALTERNATIVES
        if ability.word.rstrip("?+-") not in LINES_DEAL_WITH and not plain:
            yield f"ability ignored: {text}"
    elif ability.kind == "activated":
        makes_mana = all(isinstance(step, Step) and step.op in ("mana", "mana!") for step in ability.program)
        if not makes_mana and (ability.word == "channel" or ability.gate or costs_of(ability.costs) is None):
            yield f"ability ignored: {text}"
        elif not makes_mana:
            yield from _unknown(ability.program)
    elif ability.word not in NEVER_HERE and ".theirs" not in (ability.filter or ""):
        if ability.word not in FIRED:
            yield f"ability ignored: {text}"
        yield from _unknown(ability.program)


def _unknown(program: Program) -> Iterator[str]:
    """Steps that nothing carries out."""
    import analyzer.rulebook.effects_board
    import analyzer.rulebook.effects_hand
    import analyzer.rulebook.effects_library  # noqa: F401 - they register their effects

    for part in program:
        if isinstance(part, Wrap):
            if part.word not in KNOWN_WRAPS:
                yield f"'{part}' is ignored"
            else:
                yield from _unknown(part.program)
        elif isinstance(part, Choose):
            for mode in part.modes:
                yield from _unknown(mode)
        elif part.op in ("?", "other") or (part.op not in EFFECTS and part.op not in PAST):
            yield "a step that is not modelled is ignored"
        elif part.amount is not None and not part.amount.is_known:
            yield f"'{part}' is ignored: its amount is not modelled"
