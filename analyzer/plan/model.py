"""The resolved plan: all cards looked up, all lines enumerated, all defaults written out; what engines are given."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.cards.abilities import Ability, Program
from analyzer.cards.model import CardFacts

# Types of mana as bits; a pip is the set of types that can pay it.
W, U, B, R, G, C = 1, 2, 4, 8, 16, 32
GENERIC = 63


@dataclass(frozen=True, slots=True)
class Line:
    """One way to cast or use a card (CST-2): modes, kicker, Phyrexian and hybrid choices fixed; X has a range.

    `pips` are the pips of the total cost at X = 0, one bit set each (GENERIC = any type); `x_factor` is the number of
    generic pips that one more X costs (for multikicker: pips of one more kick lie in `x_pips`).
    """

    kind: int
    number: int  # within the kind, from 0
    label: str  # "", "kicked", "2 life", "mode 1+3", ...
    pips: tuple[int, ...]
    program: Program  # `ifkicked` and modes already decided
    x_factor: int = 0
    x_pips: tuple[int, ...] = ()
    x_max: int = 0  # largest X offered; 0 without X
    life: int = 0
    kicked: int = 0
    modes: tuple[int, ...] = ()
    discard: int = 0  # cards discarded as a cost
    sacrifice: str = ""  # filter of a permanent sacrificed as a cost
    buyback: bool = False
    alternative: str = ""  # "flashback", "evoke", ... "" for the mana cost
    target: str = ""  # "creature", "land", ...: needs one that you control (TGT-8); "" needs nothing
    unpayable: str = ""  # additional cost that no engine can pay: the line is never offered
    instant_speed: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A distinct card of the deck; `lines` empty for lands and for cards that cannot be cast."""

    index: int
    card: CardFacts
    lines: tuple[Line, ...] = ()
    held: bool = False  # needs a target that this game does not have (TGT-8, TGT-9)
    unmodelled: tuple[str, ...] = ()
    muted: tuple[tuple[int, str], ...] = ()  # (number of an ability, version); not told to the rules

    @property
    def name(self) -> str:
        """The full name of the card, both faces."""
        return self.card.full_name

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """The card's abilities."""
        return self.card.abilities


@dataclass(frozen=True, slots=True)
class Free:
    """A free effect: a program at a moment of stated turns, optionally with a probability (formats F4)."""

    turns: tuple[int, ...]
    moment: int  # contract.moments
    program: Program
    text: str
    chance: float = 1.0


@dataclass(frozen=True, slots=True)
class Start:
    """Start position (SEMANTICS 1); empty fields mean an ordinary opening."""

    hand: tuple[int, ...] | None = None  # kinds; None = deal
    hand_filter: tuple[int, int] | None = None  # "7 cards with 2 lands" = (7, 2)
    hand_size: int = 7
    library_top: tuple[int, ...] = ()  # next card first
    library_bottom: tuple[int, ...] = ()  # last card last
    battlefield: tuple[int, ...] = ()  # kinds, untapped, under control since before the game
    turn: int = 1
    mulligans: int = 0


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One rule of play in force: `role` in keep, bottom, scry, play, pick, mull_look; knobs as canonical text."""

    role: str
    name: str  # registry name, "module:function" or "file.py:function"
    knobs: tuple[tuple[str, str], ...] = ()
    digest: str = ""  # of the rule's sources
    path: str = ""  # file of a user's rule, to find it again; no part of the plan_id


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that determines results; `games`, threads, chunks and output options are not part of it."""

    slots: tuple[int, ...]  # kind of each slot, -1 void
    kinds: tuple[Kind, ...]
    turns: int = 7
    seed: int = 1
    seat: str = "play"
    players: int = 2
    mulligan: str = "london"
    free_mulligans: int = 0
    life: int = 20
    opponent_life: int = 20
    draws: bool = True
    opp_window: bool = True
    stop_at_zero: bool = False
    trigger_order: str = "looks-first"
    survive: float = 1.0
    commanders: tuple[int, ...] = ()
    companion: tuple[int, ...] = ()
    strategy: tuple[RuleChoice, ...] = ()
    goals: tuple[object, ...] = ()  # analyzer.goals.Goal
    measures: tuple[str, ...] = ()  # measures whose distribution by turn is tallied
    by: tuple[str, ...] = ()  # strata: measures that split every table
    groups: tuple[tuple[str, tuple[int, ...]], ...] = ()  # word -> kinds
    free: tuple[Free, ...] = ()
    start: Start = field(default_factory=Start)
    muted: tuple[str, ...] = ()  # sources that are blind, empty or off, in words
    script: tuple[tuple[int, int, str], ...] = ()  # turn, moment, text
    plan_id: str = ""
    json: str = ""  # canonical JSON of the resolved plan

    def rule(self, role: str) -> RuleChoice:
        """The rule in force for a role; KeyError without one."""
        for choice in self.strategy:
            if choice.role == role:
                return choice
        raise KeyError(role)
