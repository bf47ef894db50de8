"""What a game is made of: cards, permanents, things on the stack, players; state only, no rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyzer.cards.ability_tree import Ability, Program
from analyzer.cards.model import CardFacts
from analyzer.rulebook.profile import Profile, profile_of

if TYPE_CHECKING:
    from analyzer.rulebook.library import Library

MANA_TYPES = "WUBRGC"
# What state-based actions ask about (704.5): a permanent without any of these, counters and animation never goes.
MORTAL_TYPES = frozenset(("creature", "planeswalker", "legendary"))
MORTAL_SUBTYPES = frozenset(("aura", "role", "saga"))


@dataclass(eq=False, slots=True)
class Card:
    """A physical card (or the body of a token): facts that never change, and who owns it.

    `label` is the name a scenario gave it; `slot` and `kind` are places in the deck list (-1 outside a deck).
    """

    facts: CardFacts
    owner: Player
    label: str = ""
    slot: int = -1
    kind: int = -1
    token: bool = False
    bottomed: bool = False  # put on the bottom by a look, and not left the library since
    commander: bool = False
    was_held: bool = False  # in the library, after it had been in hand since the keep

    @property
    def name(self) -> str:
        return self.label or self.facts.name


@dataclass(eq=False, slots=True)
class Permanent:
    """A card or token on the battlefield. `number` counts arrivals in the game and is its timestamp.

    `settled` is True when its controller has had it continuously since the turn began (SIC-1).
    """

    number: int
    card: Card
    controller: Player
    tapped: bool = False
    settled: bool = False
    counters: Counter[str] = field(default_factory=Counter)
    host: Permanent | None = None
    damage: int = 0
    skips_untap: bool = False
    x: int = 0
    power_bonus: int = 0  # until end of turn
    toughness_bonus: int = 0
    granted: set[str] = field(default_factory=set)  # keywords until end of turn
    lasting: set[str] = field(default_factory=set)  # keywords and qualities without an end
    animated: frozenset[str] = frozenset()  # added types, e.g. an animated land
    loyalty_used: bool = False
    triggered_once: set[int] = field(default_factory=set)  # abilities that trigger only once each turn and have
    kicked: int = 0
    chosen: str = ""  # a colour or word chosen as it entered
    on_battlefield: bool = True
    last_power: int = 0  # last known when it left
    made_by: int = -1  # kind of the card that made a token
    version: str = ""  # of the card that made a token: "", blind or empty
    arrived: int = 0  # turn in which it came
    facts: CardFacts = field(init=False)
    profile: Profile = field(init=False)
    inert: bool = field(init=False)  # no state-based action asks about what is printed on it

    def __post_init__(self) -> None:
        facts = self.facts = self.card.facts
        self.profile = profile_of(facts)
        self.inert = MORTAL_TYPES.isdisjoint(facts.types) and MORTAL_SUBTYPES.isdisjoint(facts.subtypes)

    @property
    def owner(self) -> Player:
        return self.card.owner

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def token(self) -> bool:
        return self.card.token


class Battlefield(list[Permanent]):
    """Permanents in order of arrival, with those that have continuous effects and how many watch each event."""

    def __init__(self) -> None:
        super().__init__()
        self.with_statics: list[Permanent] = []
        self.watched: Counter[str] = Counter()
        self.granting = 0  # permanents that give abilities to others
        self.auras = self.sagas = 0

    def append(self, permanent: Permanent) -> None:
        super().append(permanent)
        self._note(permanent, 1)
        if permanent.profile.statics:
            self.with_statics.append(permanent)

    def remove(self, permanent: Permanent) -> None:
        super().remove(permanent)
        self._note(permanent, -1)
        if permanent.profile.statics:
            self.with_statics.remove(permanent)

    def _note(self, permanent: Permanent, change: int) -> None:
        for word in permanent.profile.words:
            self.watched[word] += change
        self.granting += change * ("grant" in permanent.profile.ops)
        self.auras += change * ("aura" in permanent.facts.subtypes or "role" in permanent.facts.subtypes)
        self.sagas += change * ("saga" in permanent.facts.subtypes)


@dataclass(frozen=True, slots=True)
class Mana:
    """One unit of mana: its type, whether a snow source made it, and what it may be spent on ("" for anything)."""

    type: str
    snow: bool = False
    only_for: str = ""


@dataclass(slots=True)
class TargetGroup:
    """Targets chosen together for one requirement (TGT-1): the filter they must still meet, and the objects."""

    wants: str
    objects: list[Any]
    at_least: int
    at_most: int


@dataclass(eq=False, slots=True)
class StackItem:
    """A spell, an activated ability or a triggered ability on the stack."""

    what: str  # "spell", "activated" or "triggered"
    controller: Player
    name: str
    program: Program
    card: Card | None = None
    source: Permanent | None = None
    ability: Ability | None = None
    ability_index: int = 0
    targets: list[TargetGroup] = field(default_factory=list)
    splice_targets: list[list[TargetGroup]] = field(default_factory=list)
    spliced: list[Card] = field(default_factory=list)
    modes: tuple[int, ...] = ()
    x: int = 0
    kicked: int = 0
    buyback: bool = False
    flashback: bool = False
    free: bool = False
    alternative: bool = False
    mana_spent: int = 0
    snow_spent: int = 0
    life_paid: int = 0
    countered: bool = False
    is_copy: bool = False
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Player:
    """One player: seat name, zones, life, land plays, the Ring, and what is counted about the game."""

    seat: str
    library: Library
    life: int = 20
    hand: list[Card] = field(default_factory=list)
    graveyard: list[Card] = field(default_factory=list)
    exile: list[Card] = field(default_factory=list)
    command: list[Card] = field(default_factory=list)
    pool: list[Mana] = field(default_factory=list)
    land_plays: int = 1
    lands_played: int = 0
    temptations: int = 0
    bearer: Permanent | None = None
    ring_full: int = 0  # temptations that count for the loot
    ring_source: int = -1  # kind of the card of a plan that tempted last
    mulligans: int = 0
    failed_draw: bool = False
    lost: str = ""
    lost_turn: int = 0
    spells_this_turn: int = 0
    draws_this_turn: int = 0
    no_hand_limit: bool = False
    deck: list[Card] = field(default_factory=list)  # all cards of a plan's list, wherever they are
    commander_casts: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def ring_abilities(self) -> int:
        """RNG-1 (b): the emblem has its first n abilities, n = min(4, temptations)."""
        return min(4, self.temptations)
