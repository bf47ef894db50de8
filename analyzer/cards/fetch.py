"""What a land may search out onto the battlefield for its own sacrifice: fetch lands, read from the ability language."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cards.abilities import Ability, Choose, Program, Step, Wrap
from analyzer.cards.model import CardFacts

ONTO_BATTLEFIELD = ("bf", "bf-tapped")


@dataclass(frozen=True, slots=True)
class Fetch:
    """A search for one land that costs no mana: `what` is the filter, `tapped` how the land found enters, `life` paid.

    `ability` is its number among the abilities of the card.
    """

    what: str
    tapped: bool
    life: int
    ability: int = 0


def fetch_of(card: CardFacts) -> tuple[Fetch | None, str]:
    """The search of a fetch land, and what of the card's searches for lands is not that ("" for nothing).

    Used are activated abilities of lands that cost nothing but tapping, life and the land itself, and find one card.

    >>> from analyzer.cards.catalog import Catalog
    >>> find = lambda name: fetch_of(Catalog().find(name).card)
    >>> find("Flooded Strand")
    (Fetch(what='plains~island', tapped=False, life=1, ability=0), '')
    >>> find("Evolving Wilds")[0].tapped, find("Bant Panorama")[1], find("Rampant Growth")[0]
    (True, 'a search for a land that costs mana', None)
    """
    found, remark = None, ""
    for number, ability in enumerate(card.abilities):
        if any(_puts_land(step) for step in _steps(ability.program)):
            fetch = _free_search(ability, number) if card.is_land else None
            if fetch is not None and found is None:
                found = fetch
            else:
                costs_mana = any(cost.word == "mana" for cost in ability.costs)
                remark = f"a search for a land{' that costs mana' if card.is_land and costs_mana else ''}"
    return found, remark


def _free_search(ability: Ability, at: int) -> Fetch | None:
    words = {cost.word for cost in ability.costs if not cost.argument}
    first = ability.program[0]
    if ability.kind != "activated" or ability.gate or not isinstance(first, Step) or not _puts_land(first):
        return None
    if "sac" not in words or not words <= {"T", "sac", "life"} or any(cost.argument for cost in ability.costs):
        return None
    what, number, where = (first.argument or "").split(",")
    life = sum(cost.amount.number for cost in ability.costs if cost.word == "life" and cost.amount is not None)
    return Fetch(what, where == "bf-tapped", life, at) if number == "1" else None


def _puts_land(step: Step) -> bool:
    words = (step.argument or "").split(",")
    return step.op == "search" and len(words) == 3 and words[2] in ONTO_BATTLEFIELD


def _steps(program: Program) -> list[Step]:
    found: list[Step] = []
    for part in program:
        if isinstance(part, Step):
            found.append(part)
        elif isinstance(part, Wrap):
            found += _steps(part.program)
        elif isinstance(part, Choose):
            found += [step for mode in part.modes for step in _steps(mode)]
    return found
