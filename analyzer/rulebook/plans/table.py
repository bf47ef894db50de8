"""One game of a plan as it is played: its state, rows of events (formats F7), its rules, and who reads goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from analyzer.cards.abilities import Choose, Program, Step
from analyzer.contract import events as codes
from analyzer.contract import moments, triggers
from analyzer.errors import RunError
from analyzer.goals.evaluate import KEEP, MeasureWatch, Outcome, Reading, Watch
from analyzer.plan.lines import TYPES
from analyzer.plan.model import GENERIC, Line, Plan
from analyzer.registry import PythonRule
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game, Waiting, new_card
from analyzer.rulebook.library import Library, Order
from analyzer.rulebook.objects import Permanent, Player, StackItem
from analyzer.rulebook.plans.gist import FOR_YOURSELF, best_modes
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.plans.payments import FLOATING, ManaUnit, Payments
from analyzer.rulebook.plans.sources import ManaSource
from analyzer.rulebook.randomness import Branches, Stream, StreamOrder
from analyzer.rulebook.readings import GameReading
from analyzer.rulebook.ruled import RuledDecisions
from analyzer.rulebook.view import RulebookFacts

Row = tuple[int, int, int, int, int]
SEAT_CLASS = 8
EVENT_CODES = {word: number for number, word in enumerate(triggers.EVENTS)} | {
    "eachupkeep": triggers.UPKEEP, "eachdrawstep": triggers.DRAW_STEP, "eachend": triggers.END_STEP,
}  # fmt: skip
COMMANDER_TAX = 2
NO_CARD = 255  # comes after every kind


@dataclass(eq=False)
class PlanGame(Game):
    """A game in the order of formats F13: floating payments, triggers that wait for the program, rows of F7."""

    known: Known | None = None
    rows: list[Row] | None = field(default_factory=list)  # None keeps no rows
    sources: dict[int, ManaSource] = field(init=False)
    payments: Payments = field(init=False)
    me: Player = field(init=False)
    used_up: list[Permanent] = field(default_factory=list)  # one-shot sources whose mana has been used
    board: int = 0  # types that lands in play make
    best_mana: int = 0
    table: Table | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.known is not None
        self.log, self.arrivals, self.plan_order = None, -1, True
        self.sources, self.kinds = self.known.all_sources, self.known.plan.kinds
        self.payments = Payments(self.known.asked, self.settled)
        self.me = self.players[0]

    # -- rows
    def write(
        self, code: int, player: Player | None, a: int = 0, b: int = 0, c: int = 0,
        names: tuple[str, ...] = (), detail: str = "",
    ) -> None:  # fmt: skip
        """A row of F7; what has no row, and what opponents do with nothing, is left out."""
        if code != codes.STEP:
            self.changes += 1
        own = player is None or player is self.me or code in (codes.DAMAGE, codes.LIFE)
        if self.rows is not None and own and code not in (0, codes.OVER, codes.TRIGGER):
            self.rows.append((code, self.turn, a, b, c))

    def row(self, code: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Write a row down as it is."""
        if self.rows is not None:
            self.rows.append((code, self.turn, a, b, c))

    # -- triggers
    def wait(self, waiting: Waiting) -> None:
        """F13 4: it waits until the program is over; a trigger that does nothing here has no row."""
        if waiting.controller is not self.me:
            return
        assert self.known is not None
        deed = self.known.deed(waiting.program)
        code = EVENT_CODES.get(waiting.event, -1)
        waiting.context["order"] = (deed.place, *self.whose(waiting), code)
        self.waiting.append(waiting)
        self.changes += 1
        if deed.felt:
            self.row(codes.TRIGGER, waiting.context["order"][2], code)

    def whose(self, waiting: Waiting) -> tuple[int, int]:
        """Kind and object of a trigger: of a Role the card that made it and the creature it is on (ROL-1)."""
        source = waiting.source
        if "on" in waiting.context:  # the Ring
            maker = int(waiting.context["maker"])
            return maker if maker >= 0 else NO_CARD, waiting.context["on"].number
        if source is None:
            card = getattr(waiting.context.get("it"), "card", None)
            return (card.kind if card is not None and waiting.event == "castself" else NO_CARD), -1
        kind = source.made_by if source.token else source.card.kind
        on = source.host if waiting.event.startswith("attached") and source.host is not None else source
        return kind if kind >= 0 else NO_CARD, on.number

    # -- mana
    def settled(self, unit: ManaUnit, taken: int, owner: str) -> None:
        """A unit is really used: its permanent is tapped, or goes when it is one-shot."""
        if self.table is not None:
            self.table.facts.say(lambda: f"for {owner}:" if owner else "")
        self.row(codes.SETTLE, -1 if unit.source is None else unit.source.number, taken, int(unit.once))
        if unit.source is not None and unit.rank != FLOATING:
            unit.source.tapped = True
            if unit.once:
                self.used_up.append(unit.source)

    def before_learning(self) -> None:
        self.payments.settle()

    def source(self, permanent: Permanent) -> ManaSource | None:
        return self.sources.get(permanent.card.kind) if permanent.controller is self.me else None

    def able(self, permanent: Permanent) -> bool:
        """May it be tapped for mana now (SIC-1, SIC-3)?"""
        if permanent.tapped or self.source(permanent) is None:
            return False
        sick = now.is_creature(self, permanent) and not permanent.settled
        return not sick or "haste" in now.keywords(self, permanent)

    def able_sources(self, but: Permanent | None = None) -> Iterator[tuple[Permanent, ManaSource, int]]:
        for permanent in self.controlled(self.me):
            source = self.source(permanent)
            if source is not None and permanent is not but and self.able(permanent):
                yield permanent, source, self.board

    def board_types(self, but: Permanent | None = None) -> int:
        """CLD-2: types that the lands in play make; lands that ask for this add nothing of their own."""
        bits = 0
        for permanent in self.controlled(self.me):
            source = self.source(permanent)
            if source is not None and now.is_land(permanent) and permanent is not but:
                for unit in source.units:
                    bits |= unit
        return bits

    def _board_changed(self, but: Permanent | None, gone: bool) -> None:
        before, self.board = self.board, self.board_types(but if gone else None)
        assert self.known is not None
        if self.known.asks_board and self.board != before:
            self.payments.board_changed(self.able_sources(but))

    def entered(self, permanent: Permanent) -> None:
        """Its mana can be used from now on."""
        source = self.source(permanent)
        if source is None:
            return
        if now.is_land(permanent):
            self._board_changed(permanent, gone=False)
        if self.able(permanent):
            self.payments.arrive(permanent, source, self.board)

    def leaving(self, permanent: Permanent) -> None:
        """Open payments are settled before a source goes."""
        if self.source(permanent) is None or permanent in self.used_up:
            return
        self.payments.leave(permanent)
        if now.is_land(permanent):
            self._board_changed(permanent, gone=True)

    def makes_mana(self, text: str) -> bool:
        """Mana of a spell floats in the payments."""
        if text == "any" or (text.startswith("anymix") and text[6:].isdigit()):
            self.payments.add_floating(31, 1 if text == "any" else int(text[6:]))
            return True
        ways = text.split("/")
        if text and all(len(way) == 1 and way in TYPES for way in ways):
            self.payments.add_floating(sum(TYPES[way] for way in set(ways)), 1)
        elif len(ways) == 1 and text and set(text) <= set(TYPES):
            for letter in TYPES:
                if letter in text:
                    self.payments.add_floating(TYPES[letter], text.count(letter))
        else:
            self.note_missing(f"mana of a spell not modelled: {text}")
        return True

    def points_at_you(self, step: Step) -> bool:
        return step.op.rstrip("!?") in FOR_YOURSELF or step.op == "damage"

    def best_modes(self, choice: Choose) -> tuple[int, ...]:
        return best_modes(choice)

    def pays_now(self, item: StackItem, costs: str, program: Program) -> bool:
        """`maypay[..]` with floating payments."""
        from analyzer.rulebook.plans.casting import pays_now

        assert self.table is not None
        return pays_now(self.table, item, costs, program)

    def sweep(self) -> None:
        """One-shot sources whose mana has been used are gone (F12)."""
        from analyzer.rulebook.zones import leave

        if not self.used_up:
            return
        for permanent in list(self.used_up):
            leave(self, permanent, "graveyard", codes.SACRIFICED)
            self.used_up.remove(permanent)


@dataclass
class Table:
    """One game of a plan: the game, its plan and rules, what the rules may see, who reads goals and measures."""

    known: Known
    number: int
    game: PlanGame
    rules: dict[str, PythonRule]
    facts: RulebookFacts
    reading: GameReading
    watches: list[tuple[Watch, Watch | None]]
    measures: list[MeasureWatch] = field(default_factory=list)
    branches: Branches | None = None
    land_read: bool = False
    script_next: int = 0  # lines of the opponent's script that are over
    blockers: int = 0
    actions_this_turn: int = 0
    held: Counter[int] = field(default_factory=Counter)  # copies in hand worth casting, of the present offer

    def __post_init__(self) -> None:
        self.plan, self.player = self.known.plan, self.game.me

    @property
    def rows(self) -> list[Row]:
        """The events so far (code, turn, a, b, c)."""
        return self.game.rows or []

    def pips(self, line: Line) -> tuple[int, ...]:
        """What a line costs now: a commander {2} more for each earlier cast from the command zone (903.8)."""
        casts = self.player.commander_casts[self.plan.kinds[line.kind].card.name] if self.player.commander_casts else 0
        if not casts or any(card.kind == line.kind for card in self.player.hand):
            return line.pips
        return (*line.pips, *(GENERIC,) * (COMMANDER_TAX * casts))

    def read(self, word: str, early: bool = False) -> None:
        """Read every goal and measure at a moment."""
        self.reading.at(word)
        reading = Reading(word, self.game.turn if word != KEEP else 0, self.reading, early)
        for place, (watch, given) in enumerate(self.watches):
            if watch.read(reading):
                self.game.row(codes.GOAL, place, 1)
            if given is not None:
                given.read(reading)
        for measure in self.measures:
            if early or word in measure.moments:
                measure.read(reading)

    def read_land(self) -> None:
        """The moment `land` of this turn, once: after the land drop, or before the first spell."""
        if not self.land_read:
            self.land_read = True
            self.read("land")

    def outcomes(self) -> list[Outcome]:
        return [Outcome(watch.first, given.first if given is not None else 0) for watch, given in self.watches]

    def fail(self, why: str) -> RunError:
        """The error of a game that cannot go on."""
        return RunError(f"game {self.number}, turn {self.game.turn}: {why}", game=self.number)


def set_up(
    known: Known, number: int, order: Order, rules: dict[str, PythonRule], branches: Branches | None = None
) -> Table:
    """The table before the opening: every slot of the list in the library, permanents of a start position in play."""
    plan = known.plan
    decisions = RuledDecisions(rules)
    player = Player("me", Library(order), life=plan.life)
    others = [Player(f"p{seat}", Library(order), life=plan.opponent_life) for seat in range(2, plan.players + 1)]
    game = PlanGame([player, *others], decisions, known=known)
    for slot, kind in enumerate(plan.slots):
        if kind >= 0:
            card = new_card(plan.kinds[kind].card, player)
            card.slot, card.kind = slot, kind
            player.deck.append(card)
            player.library.middle.append(card)
    for kind in plan.commanders:
        card = new_card(plan.kinds[kind].card, player)
        card.kind, card.commander = kind, True
        player.command.append(card)
    game.seat_on_play, game.mulligan_kind = on_the_play(plan, number), plan.mulligan
    game.free_mulligans, game.starting_hand = plan.free_mulligans, plan.start.hand_size
    game.free_by_players = False
    game.natural_draws, game.opponent_window = plan.draws, plan.opp_window
    game.stop_at_zero_life, game.trigger_order = plan.stop_at_zero, plan.trigger_order
    game.turn, game.step = 0, moments.UNTAP
    facts = decisions.facts = RulebookFacts(known, game, player, number, branches)
    watches = [(Watch(goal.expr), Watch(goal.given) if goal.given is not None else None) for goal in known.goals]
    table = Table(known, number, game, rules, facts, GameReading(known, game), watches, branches=branches)
    game.table = table
    return table


def on_the_play(plan: Plan, number: int) -> bool:
    """The seat of a game; of the mixture the top bit of word 1 of its stream (class 8)."""
    if plan.seat == "both":
        return Stream(plan.seed, number, SEAT_CLASS).word() >> 63 == 0
    return plan.seat == "play"


def stream_order(plan: Plan, number: int, salt: tuple[int, int] | None = None) -> StreamOrder:
    """The hidden orders of a game by the streams of formats F8; `salt` (word, draw): the fork of invariant I1."""
    return StreamOrder(plan.seed, number, len(plan.slots), salt)


def context_of(waiting: Waiting) -> dict[str, Any]:
    """What a trigger was told, without its place in the order."""
    return {key: value for key, value in waiting.context.items() if key != "order"}
