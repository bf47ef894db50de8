"""Playing a plan on the rulebook in the order of F13: opening, turns, free effects, goals, under the plan's rules.

What is done in a main phase is a function (`Act`), so that the turn does not know how actions are found. `land_actions`
is complete for decks in which nothing can be cast; `unsupported` names what a plan has beyond that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.cards.abilities import Program
from analyzer.cards.ability_tree import Step
from analyzer.contract import actions, moments
from analyzer.contract.streams import CHANCE
from analyzer.errors import InputError, RunError
from analyzer.goals import Goal
from analyzer.goals.evaluate import KEEP, Outcome, Reading, Watch
from analyzer.plan.model import Plan
from analyzer.registry import PythonRule, python_rules
from analyzer.rulebook import combat, mulligan, turn
from analyzer.rulebook.effects import run
from analyzer.rulebook.game import Game, new_card
from analyzer.rulebook.lands import land_plays_left, play_land
from analyzer.rulebook.library import Library, Order
from analyzer.rulebook.objects import Card, Player, StackItem
from analyzer.rulebook.randomness import Branches, BranchingOrder, Stream, StreamOrder
from analyzer.rulebook.readings import GameReading
from analyzer.rulebook.ruled import RuledDecisions
from analyzer.rulebook.stack import before_priority, resolve_all
from analyzer.rulebook.view import RulebookFacts
from analyzer.ruleview import Action as ActionView
from analyzer.ruleview import Game as View

Act = Callable[["Table"], None]
ACTION_BUDGET = 1_000  # actions of one turn (F13.3)


@dataclass
class Table:
    """One game of a plan as it is played: the game, its plan and rules, what the rules may see, who reads goals."""

    plan: Plan
    number: int
    game: Game
    rules: dict[str, PythonRule]
    facts: RulebookFacts
    watches: list[tuple[Watch, Watch | None]]
    land_read: bool = False
    actions_this_turn: int = 0

    @property
    def player(self) -> Player:
        return self.game.players[0]

    def read(self, word: str, early: bool = False) -> None:
        """Read every goal at a moment."""
        reading = Reading(word, self.game.turn if word != KEEP else 0, GameReading(self.plan, self.game), early)
        for watch, given in self.watches:
            watch.read(reading)
            if given is not None:
                given.read(reading)

    def read_land(self) -> None:
        """The moment `land` of this turn, once: after the land drop, or before the first spell."""
        if not self.land_read:
            self.land_read = True
            self.read("land")

    def outcomes(self) -> list[Outcome]:
        return [Outcome(watch.first, given.first if given is not None else 0) for watch, given in self.watches]


def unsupported(plan: Plan) -> list[str]:
    """What a plan has that `land_actions` does not do, by name; empty if it is played in full."""
    found = [f"{kind.name} can be cast" for kind in plan.kinds if kind.lines and not kind.held]
    found += [f"{kind.name} has a muted ability" for kind in plan.kinds if kind.muted]
    found += ["opponent script"] * bool(plan.script) + ["survival chance"] * (plan.survive < 1)
    found += ["start position"] * (plan.start.hand is not None or plan.start.hand_filter is not None)
    return list(dict.fromkeys(found))


def play_game(plan: Plan, number: int, act: Act | None = None, order: Order | None = None) -> Table:
    """Play game `number` of a plan; `order` None: the random numbers of F8. InputError names what is unsupported."""
    order = order or StreamOrder(plan.seed, number, len(plan.slots))
    return _played(plan, number, act, order, python_rules(plan), None)


def exact_rates(plan: Plan, act: Act | None = None) -> list[Fraction]:
    """The exact rate of each goal (of games that meet its condition), over everything that can come up."""
    rules, branches = python_rules(plan), Branches()
    true = [Fraction(0)] * len(plan.goals)
    given = [Fraction(0)] * len(plan.goals)
    while branches.open:
        branches.begin()
        table = _played(plan, 0, act, BranchingOrder(branches), rules, branches)
        for place, outcome in enumerate(table.outcomes()):
            given[place] += branches.weight if outcome.given is not None else 0
            true[place] += branches.weight if outcome.both is not None else 0
        branches.end()
    return [true[place] / given[place] if given[place] else Fraction(0) for place in range(len(plan.goals))]


def _played(
    plan: Plan, number: int, act: Act | None, order: Order, rules: dict[str, PythonRule], branches: Branches | None
) -> Table:
    if act is None:
        missing = unsupported(plan)
        if missing:
            raise InputError(f"the rulebook plays decks without spells so far; this plan has: {', '.join(missing[:5])}")
    table = set_up(plan, number, order, rules, branches)
    mulligan.open_game(table.game, table.player)
    table.read(KEEP)
    for turn_number in range(plan.start.turn, plan.turns + 1):
        play_turn(table, turn_number, act or land_actions)
        if table.game.over:
            table.read("turn", early=True)
            break
    return table


def set_up(
    plan: Plan, number: int, order: Order, rules: dict[str, PythonRule], branches: Branches | None = None
) -> Table:
    """The table before the opening: every slot of the list in the library."""
    decisions = RuledDecisions(rules)
    library = Library(order)
    player = Player("me", library, life=plan.life)
    others = [Player(f"p{seat}", Library(order), life=plan.opponent_life) for seat in range(2, plan.players + 1)]
    game = Game([player, *others], decisions)
    for slot, kind in enumerate(plan.slots):
        if kind >= 0:
            card = new_card(plan.kinds[kind].card, player)
            card.slot, card.kind = slot, kind
            library.middle.append(card)
    game.seat_on_play, game.mulligan_kind = plan.seat == "play", plan.mulligan
    game.free_mulligans, game.starting_hand = plan.free_mulligans, plan.start.hand_size
    game.free_by_players = False
    game.natural_draws, game.opponent_window = plan.draws, plan.opp_window
    game.stop_at_zero_life, game.trigger_order = plan.stop_at_zero, plan.trigger_order
    game.turn, game.step = 0, moments.UNTAP
    decisions.facts = RulebookFacts(plan, game, player, number, branches)
    goals = [goal for goal in plan.goals if isinstance(goal, Goal)]
    watches = [(Watch(goal.expr), Watch(goal.given) if goal.given is not None else None) for goal in goals]
    return Table(plan, number, game, rules, decisions.facts, watches)


def play_turn(table: Table, number: int, act: Act) -> None:
    """F13.2: the moments of one turn of yours and the window after it."""
    game = table.game
    game.turn, table.land_read, table.actions_this_turn = number, False, 0
    for moment in range(len(moments.MOMENTS)):
        turn.enter_moment(game, moment)
        resolve_all(game)
        free_effects(table, moment)
        if moment == moments.DRAW and not game.over:
            table.read("draw")
        if moment in (moments.MAIN1, moments.MAIN2) and not game.over:
            act(table)
        if moment == moments.MAIN1 and not game.over:
            table.read_land()
        if moment == moments.COMBAT and not game.over:
            attack(table)
        if moment == moments.END and not game.over:
            table.read("turn")
        turn.leave_moment(game)
        if game.over:
            return


def free_effects(table: Table, moment: int) -> None:
    """Free effects of this moment in the order of the plan, each with its chance (class 7 of F8)."""
    for number, free in enumerate(table.plan.free):
        if free.moment != moment or table.game.turn not in free.turns or table.game.over:
            continue
        if free.chance < 1:
            word = Stream(table.plan.seed, table.number, CHANCE, 64 * table.game.turn + number).word()
            if word >= int(free.chance * 2**64):
                continue
        run(table.game, StackItem("free", table.player, "free effect", free.program))
        before_priority(table.game)
        resolve_all(table.game)


def attack(table: Table) -> None:
    """Each able creature in order of arrival, if the play rule wants it; then triggers and damage."""
    game = table.game
    wanted = []
    for permanent in combat.able_attackers(game, table.player):
        action = Action(actions.ATTACK, permanent.card.kind)
        if score(table, action) > 0:
            wanted.append((permanent, game.opponents(table.player)[0]))
    if wanted:
        combat.declare(game, table.player, wanted)
        before_priority(game)
        resolve_all(game)
    turn.finish_combat(game)


# --- the main loop


@dataclass
class Action:
    """One action as play rules see it (contract.view.ACTION)."""

    kind: int
    card: int
    line: int = 0
    x: int = 0
    mana: int = 0
    in_best_set: int = 0
    scry: int = 0
    draw: int = 0
    lands: int = 0
    sacrifices: int = 0
    loyalty: int = -1
    tapped: int = 0
    next_payable: int = 0
    turn_mana: int = 0


def score(table: Table, action: Action) -> float:
    """What the play rule thinks of an action."""
    return table.rules["play"](View(table.facts), ActionView(action))


def land_actions(table: Table) -> None:
    """The main loop of F13.3 for decks of which only lands are played: offer, ask, do, until none is wanted."""
    while land_plays_left(table.game, table.player) > 0 and not table.game.over:
        offered = list(_land_offers(table))
        if not offered:
            return
        table.facts.next_decision()
        scores = [score(table, action) for action, _ in offered]
        best = max(range(len(offered)), key=lambda place: (scores[place], -place))
        if not scores[best] > 0:
            return
        table.actions_this_turn += 1
        if table.actions_this_turn > ACTION_BUDGET:
            raise RunError(f"game {table.number}, turn {table.game.turn}: more than {ACTION_BUDGET} actions")
        play_land(table.game, table.player, offered[best][1])
        table.read_land()
        before_priority(table.game)
        resolve_all(table.game)


def _land_offers(table: Table) -> Iterator[tuple[Action, Card]]:
    """One action for each kind of land in hand, in the order of kinds."""
    lands: dict[int, Card] = {}
    for card in table.player.hand:
        if card.facts.is_land:
            lands.setdefault(card.kind, card)
    for kind in sorted(lands):
        card = lands[kind]
        look, draw = looks_of(card)
        tapped = int(card.facts.tapped == "yes" or table.facts.enters_tapped(kind))
        yield Action(actions.LAND, kind, scry=look, draw=draw, tapped=tapped), card


def looks_of(card: Card) -> tuple[int, int]:
    """The largest look of what playing the card does, and the cards it draws."""
    programs: list[Program] = [one.program for one in card.facts.abilities if one.word in ("etb", "enters", "cast")]
    steps: list[Any] = [step for program in programs for step in program if isinstance(step, Step) and step.amount]
    looks = [step.amount.number for step in steps if step.op in ("scry", "surveil", "reorder")]
    return max(looks, default=0), sum(step.amount.number for step in steps if step.op == "draw")
