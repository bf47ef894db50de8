"""What a card's ability text holds, worked out once per text: abilities, continuous effects, watched events."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from analyzer.cards.abilities import parse_abilities
from analyzer.cards.ability_tree import Ability, Step, Wrap
from analyzer.cards.model import CardFacts

ALL_LAND_TYPES = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}


@dataclass(frozen=True, slots=True)
class Profile:
    """The abilities of a text and what to look for in them.

    `statics` are (gate, condition, step) of its `static:` abilities; `ops` their words; `words` the events and
    keywords of all abilities; `gated` whether some ability works only from some level on.
    """

    abilities: tuple[Ability, ...]
    statics: tuple[tuple[str, str | None, Step], ...]
    ops: frozenset[str]
    words: frozenset[str]
    gated: bool


def profile_of(facts: CardFacts) -> Profile:
    """The profile of a card.

    >>> from analyzer.cards.catalog import Catalog
    >>> forest, matoya = (Catalog().find(name).card for name in ("Forest", "Matoya, Archon Elder"))
    >>> [str(ability) for ability in profile_of(forest).abilities], sorted(profile_of(matoya).words)
    (['activate:T:mana(G)'], ['onscry', 'onsurveil'])
    """
    land_types = facts.subtypes if "land" in facts.types else frozenset()
    return _profile(facts.effects, land_types)


@lru_cache(maxsize=8192)
def _profile(effects: str, land_types: frozenset[str]) -> Profile:
    """LND-2: a basic land type gives its mana ability (305.6) where the card's own text does not."""
    abilities = parse_abilities(effects)
    if land_types and not any(map(_makes_mana, abilities)):
        made = "/".join(letter for name, letter in ALL_LAND_TYPES.items() if name in land_types)
        abilities = (*abilities, *parse_abilities(f"activate:T:mana({made})")) if made else abilities
    statics = tuple(_statics(abilities))
    return Profile(
        abilities, statics, frozenset(step.op for _, _, step in statics), frozenset(one.word for one in abilities),
        any(one.gate for one in abilities),
    )  # fmt: skip


def _makes_mana(ability: Ability) -> bool:
    return ability.kind == "activated" and any(isinstance(step, Step) and step.op == "mana" for step in ability.program)


def _statics(abilities: tuple[Ability, ...]) -> list[tuple[str, str | None, Step]]:
    found: list[tuple[str, str | None, Step]] = []
    for ability in abilities:
        if ability.kind != "event" or ability.word != "static":
            continue
        for step in ability.program:
            if isinstance(step, Step):
                found.append((ability.gate, None, step))
            elif isinstance(step, Wrap) and step.word == "if":
                found.extend((ability.gate, step.condition, inner) for inner in step.program if isinstance(inner, Step))
    return found
