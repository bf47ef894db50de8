"""Tokens (rules section 2): their facts and abilities as data, and creating them."""

from __future__ import annotations

import re
from functools import lru_cache

from analyzer.cards.model import CardFacts
from analyzer.contract import events as codes
from analyzer.contract.view import FIRST_TOKEN
from analyzer.errors import InputError
from analyzer.rulebook.filters import COLORS
from analyzer.rulebook.game import Game, new_card
from analyzer.rulebook.objects import Permanent, Player
from analyzer.rulebook.zones import enter

# name -> (types, subtypes, abilities); SHD-1: a Shard is an enchantment, no artifact, no creature, mana value 0.
TOKENS: dict[str, tuple[str, str, str]] = {
    "shard": ("enchantment", "shard", "activate:{2},sac:scry1;draw1"),
    "clue": ("artifact", "clue", "activate:{2},sac:draw1"),
    "blood": ("artifact", "blood", "activate:{1},T,discard1,sac:draw1"),
    "treasure": ("artifact", "treasure", "activate:T,sac:mana(any)"),
    "gold": ("artifact", "gold", "activate:sac:mana(any)"),
    "food": ("artifact", "food", "activate:{2},T,sac:life+3"),
    "powerstone": ("artifact", "powerstone", "activate:T:mana!(C)"),
    "map": ("artifact", "map", "activate:{1},T,sac:explore1"),
    "lander": ("artifact", "lander", "activate:{2},T,sac:search(basic,1,bf-tapped)"),
    "junk": ("artifact", "junk", "activate:T,sac:impulse1(turn)"),
}
CREATURE_TOKENS = {
    "spawn": ("Eldrazi Spawn", "0/1 colorless eldrazi spawn", "activate:sac:mana(C)"),
    "scion": ("Eldrazi Scion", "1/1 colorless eldrazi scion", "activate:sac:mana(C)"),
}
# Roles (rules section 3): what each gives the creature it is on.
ROLES: dict[str, str] = {
    "sorcerer": "static:pump+1/+1(attached)|attached-attack:scry1",
    "monster": "static:pump+1/+1(attached);gain(trample,attached)",
    "royal": "static:pump+1/+1(attached);gain(ward,attached)",
    "cursed": "static:base1(attached)",
    "wicked": "static:pump+1/+1(attached)|ltb:opp:life-1",
    "young hero": "attached-attack:if[hosttoughness<=3](counter1(+1/+1,attached))",
    "virtuous": "static:pump+V=count(enchantment)/+V=count(enchantment)(attached)",
}
# Numbers of tokens beside the kinds of a plan (contract.view)
TOKEN_NUMBERS = {
    "treasure": FIRST_TOKEN,
    "shard": FIRST_TOKEN + 1,
    "clue": FIRST_TOKEN + 3,
    "blood": FIRST_TOKEN + 4,
    "lander": FIRST_TOKEN + 5,
}
_SIZE = re.compile(r"(\d+)/(\d+)\s*(.*)")
_KEYWORDS = (
    "flying",
    "vigilance",
    "haste",
    "trample",
    "lifelink",
    "deathtouch",
    "reach",
    "menace",
    "defender",
    "first strike",
)


@lru_cache(maxsize=256)
def token_facts(name: str) -> CardFacts:
    """The facts of a named token or Role; InputError for a name that is neither.

    >>> token_facts("shard").mana_value, sorted(token_facts("sorcerer role").subtypes)
    (0, ['aura', 'role'])
    """
    key = name.lower().removesuffix(" token").strip()
    role = key.removesuffix(" role").removesuffix("-role")
    if role in ROLES and key not in TOKENS:
        return _facts(f"{role.title()} Role", "enchantment", "aura role", ROLES[role])
    if key in TOKENS:
        types, subtypes, abilities = TOKENS[key]
        return _facts(key.title(), types, subtypes, abilities)
    if key in CREATURE_TOKENS:
        title, words, abilities = CREATURE_TOKENS[key]
        return creature_facts(words, title, abilities)
    raise InputError(f"no token is called '{name}'; known are {', '.join([*TOKENS, *CREATURE_TOKENS, *ROLES])}")


def is_token_name(name: str) -> bool:
    key = name.lower()
    return key in TOKENS or key in CREATURE_TOKENS or (key.endswith(" role") and key.removesuffix(" role") in ROLES)


def _facts(name: str, types: str, subtypes: str, abilities: str) -> CardFacts:
    from analyzer.cards.abilities import format_abilities, parse_abilities

    return CardFacts(
        name, types=frozenset(types.split()), subtypes=frozenset(subtypes.split()), layer="own",
        effects=format_abilities(parse_abilities(abilities)),
    )  # fmt: skip


@lru_cache(maxsize=256)
def creature_facts(words: str, name: str = "", abilities: str = "") -> CardFacts:
    """The facts of a creature described in words: `2/2`, `1/1 white spirit flying`, `3/3 elf legendary`.

    >>> bear = creature_facts("2/2 green bear")
    >>> bear.power, bear.colors, sorted(bear.subtypes)
    (2, 'G', ['bear'])
    """
    found = _SIZE.fullmatch(words.strip())
    if not found:
        raise InputError(f"'{words}' is no creature: write power/toughness first, for example 2/2 green bear flying")
    rest = found.group(3).lower()
    held = frozenset(word for word in _KEYWORDS if word in rest)
    for word in held:
        rest = rest.replace(word, " ")
    left = rest.split()
    colors = "".join(letter for letter in "WUBRG" if letter in {COLORS[word] for word in left if word in COLORS})
    types = {"creature"} | {word for word in left if word in ("artifact", "legendary", "enchantment", "snow")}
    subtypes = [word for word in left if word not in COLORS and word not in types | {"colorless", "token", "creature"}]
    title = name or " ".join(word.title() for word in subtypes) or "Creature"
    return CardFacts(
        title, types=frozenset(types), subtypes=frozenset(subtypes), power=int(found.group(1)),
        toughness=int(found.group(2)), colors=colors, keywords=held, effects=abilities, layer="own",
    )  # fmt: skip


def create(
    game: Game, player: Player, name: str, number: int, tapped: bool, source: str, kind: int = -1
) -> list[Permanent]:
    """Create tokens of a known name, made by a card of this kind; each is a permanent of its own."""
    return [_arrive(game, player, token_facts(name), tapped, source, kind) for _ in range(number)]


def create_creature(game: Game, player: Player, words: str, number: int, tapped: bool, source: str) -> list[Permanent]:
    """Create creature tokens described in words."""
    return [_arrive(game, player, creature_facts(words), tapped, source) for _ in range(number)]


def _arrive(game: Game, player: Player, facts: CardFacts, tapped: bool, source: str, kind: int = -1) -> Permanent:
    card = new_card(facts, player, token=True)
    card.kind = TOKEN_NUMBERS.get(facts.name.lower(), -1)
    permanent = enter(game, card, player, tapped)
    permanent.made_by = kind
    player.counts["tokens"] += 1
    player.counts[f"{facts.name.lower()}s_made"] += 1
    game.write(codes.TOKEN, player, permanent.number, card.kind, kind, names=(facts.name,), detail=f"from {source}")
    return permanent
