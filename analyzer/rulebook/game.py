"""The whole state of one game, and the small questions that every chapter of the rules asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyzer.cards.ability_tree import Ability, Choose, Program, Step
from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.plan.model import Kind
from analyzer.rulebook.events import Event
from analyzer.rulebook.objects import Battlefield, Card, Permanent, Player, StackItem

if TYPE_CHECKING:
    from analyzer.rulebook.decisions import Decisions


@dataclass(eq=False, slots=True)
class Waiting:
    """A triggered ability that waits to be put on the stack (FRM-4)."""

    controller: Player
    name: str
    event: str
    program: Program
    source: Permanent | None = None
    ability: Ability | None = None
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Game:
    """All players, zones and clocks of one game. `log` None keeps no events (counts are always kept).

    `stop_at_zero_life` False lets a player go on at 0 life or less (FRM-6); a failed draw always loses.
    """

    players: list[Player]
    decisions: Decisions
    turn: int = 1
    step: int = moments.MAIN1
    active: Player = field(init=False)
    battlefield: Battlefield = field(default_factory=Battlefield)
    stack: list[StackItem] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    attackers: list[tuple[Permanent, Player]] = field(default_factory=list)
    blocks: dict[int, list[Permanent]] = field(default_factory=dict)  # attacker's number -> blockers
    arrivals: int = 0
    log: list[Event] | None = field(default_factory=list)
    changes: int = 0  # grows with everything that happens; state-based actions are checked only after changes
    checked: int = -1
    notes: dict[str, None] = field(default_factory=dict)  # what is not modelled or not exercised, by name
    seat_on_play: bool = True
    brawl: bool = False
    mulligan_kind: str = "london"
    free_mulligans: int = 0
    starting_hand: int = 7
    free_by_players: bool = True  # MUL-4 gives the free mulligan; a plan has it in free_mulligans already
    natural_draws: bool = True
    opponent_window: bool = True
    stop_at_zero_life: bool = True
    trigger_order: str = "looks-first"
    commander_format: bool = False
    in_combat: bool = False
    observer: Callable[[int], None] | None = None  # told each moment as it is left
    land_sets: dict[str, str] = field(default_factory=dict)  # seat -> assumed types of its lands (CLD-4)
    plan_order: bool = False  # a plan is played: cards are chosen one by one, in the order of formats F13
    kinds: tuple[Kind, ...] = ()  # of the plan that is played; some may be muted (analyzer.rulebook.muting)
    looking: list[Card] = field(default_factory=list)  # cards of the present look that have not been placed yet
    question: tuple[StackItem, Program] | None = None  # what a "may" is about

    def __post_init__(self) -> None:
        self.active = self.players[0]

    @property
    def over(self) -> bool:
        """Has the first player (whose game this is) lost?"""
        return bool(self.players[0].lost)

    def in_turn_order(self) -> list[Player]:
        """Active player first, then in turn order: APNAP."""
        start = self.players.index(self.active)
        return [*self.players[start:], *self.players[:start]]

    def opponents(self, player: Player) -> list[Player]:
        return [other for other in self.players if other is not player]

    def controlled(self, player: Player) -> list[Permanent]:
        """The permanents of one player in order of arrival."""
        return [permanent for permanent in self.battlefield if permanent.controller is player]

    def attached_to(self, host: Permanent) -> Iterator[Permanent]:
        return (permanent for permanent in self.battlefield if permanent.host is host)

    def note_missing(self, text: str) -> None:
        """Remember something that the report must not hide (FRM-7)."""
        self.notes.setdefault(text)

    def write(
        self,
        code: int,
        player: Player | None,
        a: int = 0,
        b: int = 0,
        c: int = 0,
        names: tuple[str, ...] = (),
        detail: str = "",
    ) -> None:
        """Write an event down (a row of F7)."""
        if code != codes.STEP:
            self.changes += 1
        if self.log is not None:
            self.log.append(Event(code, self.turn, a, b, c, player.seat if player else "", names, detail))

    def remark(self, player: Player | None, word: str, names: tuple[str, ...] = (), detail: str = "") -> None:
        """Write down something that has no row in F7 (tapping, counters, decisions)."""
        self.write(0, player, names=names, detail=f"{word} {detail}".rstrip())

    # -- what the game of a plan does beside (rulebook/plans/table.py)
    def wait(self, waiting: Waiting) -> None:
        """An ability has triggered."""
        self.waiting.append(waiting)

    def before_learning(self) -> None:
        """Something is about to be looked at, drawn, searched or shuffled."""

    def entered(self, permanent: Permanent) -> None:
        """A permanent has come; its abilities have not triggered yet."""

    def leaving(self, permanent: Permanent) -> None:
        """A permanent is about to leave."""

    def makes_mana(self, text: str) -> bool:
        """Mana of a spell (`mana(..)`): does the game keep it itself, without a pool?"""
        return False

    def points_at_you(self, step: Step) -> bool:
        """In a plan: is a step for a "target player" best pointed at yourself (or does it hurt an opponent)?"""
        return True

    def best_modes(self, choice: Choose) -> tuple[int, ...]:
        """The modes of a trigger in the game of a plan, in which no rule is asked about them."""
        raise NotImplementedError

    def pays_now(self, item: StackItem, costs: str, program: Program) -> bool:
        """May the costs of `maypay[..]` be paid, and are they? Only asked of the game of a plan."""
        raise NotImplementedError

    def seat(self, name: str) -> Player | None:
        return next((player for player in self.players if player.seat == name), None)


def new_card(facts: Any, owner: Player, label: str = "", token: bool = False) -> Card:
    """A card that belongs to `owner`."""
    return Card(facts, owner, label, token=token)
