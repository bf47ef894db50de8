"""Filters of the ability language: which cards, permanents, spells and players `creature.yours` and the like mean."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from analyzer.cards.ability_tree import Amount
from analyzer.cards.model import CardFacts
from analyzer.errors import InputError
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Permanent, Player, StackItem

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_NUMBER = re.compile(r"(mv|power|toughness)(<=|>=|<|>|=)(\d+|source)$")
_PLURALS = {"elves": "elf", "wolves": "wolf", "dwarves": "dwarf", "sorceries": "sorcery", "allies": "ally"}
_BASIC_TYPES = {"plains", "island", "swamp", "mountain", "forest"}
_ANYONE = {"any", "card", "permanent", "thing", "object", "spell"}


@lru_cache(maxsize=4096)
def parse_filter(text: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Alternatives (each a tuple of words) and the qualifiers after full stops, which bind all alternatives.

    >>> parse_filter("instant/sorcery.yours")
    ((('instant',), ('sorcery',)), ('yours',))
    >>> parse_filter("nonland-permanent.mv<=2")
    ((('nonland', 'permanent'),), ('mv<=2',))
    """
    base, *qualifiers = text.lower().strip().split(".")
    alternatives = re.split(r"/|~| or ", base)
    words = tuple(tuple(re.split(r"[\s-]+", part.strip())) for part in alternatives if part.strip())
    if words and words[0][0] == "basic" and all(each in _BASIC_TYPES for way in words[1:] for each in way):
        words = (words[0], *(("basic", *way) for way in words[1:]))  # "basic forest~plains": both are basic
    return words or (("any",),), tuple(part.strip() for part in qualifiers if part.strip())


def matches(game: Game, text: str, thing: Any, you: Player, source: Permanent | Card | None = None) -> bool:
    """Does the filter `text`, read by the player `you` (and its source), hold for `thing`?

    Words: card types, supertypes, subtypes, colours, keywords, non..., any, permanent, card, spell, player, token,
    nontoken, other, tapped, untapped, attacking, basic, historic; qualifiers: yours, theirs, anyone, gy, mv<=3,
    power<=2, power<source, nomana, kicked. A word that nothing knows is simply a subtype nobody has.
    """
    alternatives, qualifiers = parse_filter(text)
    if not all(_holds(game, word, thing, you, source) for word in qualifiers):
        return False
    return any(all(_holds(game, word, thing, you, source) for word in words if word) for words in alternatives)


def _holds(game: Game, word: str, thing: Any, you: Player, source: Any) -> bool:
    if isinstance(thing, Player):
        return word in ("any", "player", "tp", "anyone") or (word in ("opponent", "opp", "theirs") and thing is not you)
    sized = _NUMBER.match(word)
    if sized:
        return _compare(game, sized, thing, source)
    special = _special(game, word, thing, you, source)
    if special is not None:
        return special
    if word.startswith("non") and word not in ("non",):
        return not _plain(game, word[3:], thing)
    return _plain(game, word, thing)


def _compare(game: Game, sized: re.Match[str], thing: Any, source: Any) -> bool:
    what, sign, bound = sized.groups()
    value = now.mana_value(thing) if what == "mv" else now.size(game, thing)[what == "toughness"]
    source_power = now.power(game, source) if isinstance(source, Permanent) else 0
    limit = source_power if bound == "source" else int(bound)
    return {"<=": value <= limit, ">=": value >= limit, "<": value < limit, ">": value > limit, "=": value == limit}[
        sign
    ]


def _special(game: Game, word: str, thing: Any, you: Player, source: Any) -> bool | None:
    controller = thing.owner if isinstance(thing, Card) else thing.controller
    if word in _ANYONE:
        if word == "permanent":
            return isinstance(thing, Permanent) or (isinstance(thing, Card) and thing.facts.is_permanent)
        return word != "spell" or (isinstance(thing, StackItem) and thing.what == "spell")
    if word in ("yours", "you", "own"):
        return controller is you
    if word in ("theirs", "opp", "opponent"):
        return controller is not you
    if word in ("other", "another"):
        return thing is not source
    if word in ("gy", "anygy", "anyone", "cards", "permanents", "once", "do", "all", "spells", "tokens?"):
        return True
    if word == "self":
        return thing is source
    if word == "chosen":
        return isinstance(source, Permanent) and bool(source.chosen) and source.chosen in now.colors(thing)
    if word == "attached":
        return isinstance(source, Permanent) and source.host is thing
    if isinstance(thing, StackItem):
        if word == "nomana":
            return thing.mana_spent == 0
        if word == "kicked":
            return thing.kicked > 0
        if word == "second":
            return thing.controller.spells_this_turn == 2
        if word == "ability":
            return thing.what != "spell"
    if isinstance(thing, Permanent):
        if word in ("tapped", "untapped"):
            return thing.tapped == (word == "tapped")
        if word == "attacking":
            return any(attacker is thing for attacker, _ in game.attackers)
        if word in ("token", "tokens", "nontoken"):
            return thing.token != (word == "nontoken")
        if word == "bearer":
            return thing.controller.bearer is thing
    if word == "nontoken":
        return True
    return None


def _plain(game: Game, word: str, thing: Any) -> bool:
    facts = thing.card.facts if isinstance(thing, StackItem) and thing.card else getattr(thing, "facts", None)
    if facts is None:
        return False
    if word in COLORS:
        return COLORS[word] in now.colors(thing)
    if word == "colorless":
        return not now.colors(thing)
    if word == "multicolored":
        return len(now.colors(thing)) > 1
    if word == "historic":
        return bool({"legendary", "artifact"} & now.types(game, thing)) or "saga" in facts.subtypes
    for form in {word, _PLURALS.get(word, word), word.removesuffix("s")}:
        if form in now.types(game, thing) or form in facts.subtypes or form in facts.keywords:
            return True
        if isinstance(thing, Permanent) and form in now.keywords(game, thing):
            return True
    return False


def means_kind(text: str, facts: CardFacts) -> bool:
    """Does a filter mean this card wherever it is?

    >>> from analyzer.cards.catalog import Catalog
    >>> means_kind("basic", Catalog().find("Island").card), means_kind("basic", Catalog().find("Opt").card)
    (True, False)
    """
    card: Any = Card(facts, None)  # type: ignore[arg-type]
    return matches(None, text, card, None)  # type: ignore[arg-type]


def count(
    game: Game, amount: Amount, you: Player, source: Permanent | None = None, context: dict[str, Any] | None = None
) -> int:
    """The value of a varying amount (formats F6 part 2): `count(..)`, `looked`, `snow`, `X/2`, `power(self)`, ..."""
    context = context or {}
    measure, of = amount.measure, amount.of
    if measure == "looked":
        return int(context.get("looked", 0))
    if measure.startswith("X/"):
        return int(context.get("x", 0)) // int(measure[2:])
    if measure == "count":
        zone = parse_filter(of)[1]
        if "gy" in zone:
            return sum(matches(game, of, card, you, source) for card in you.graveyard)
        if "hand" in zone:
            bare = of.replace(".hand", "")
            return sum(matches(game, bare, card, you, source) for card in you.hand)
        yours = of if {"yours", "theirs", "anyone"} & set(zone) else f"{of}.yours"
        return sum(matches(game, yours, permanent, you, source) for permanent in game.battlefield)
    if measure == "snow":
        return int(context.get("snow", 0))
    if measure == "kicks":
        return int(context.get("kicked", source.kicked if source else 0))
    if measure == "spells":
        return max(0, you.spells_this_turn - 1)
    if measure == "discarded":
        return int(context.get("discarded", 0))
    if measure == "counters":
        return source.counters[of] if source else int(context.get("counters", {}).get(of, 0))
    if measure == "power":
        return now.power(game, source) if source else 0
    if measure == "temptations":
        return you.temptations
    if measure == "devotion":
        return sum(
            permanent.facts.mana_cost.count(letter) for permanent in game.controlled(you) for letter in of.upper()
        )
    raise InputError(f"the amount '{amount}' is not known to the rulebook")
