"""The main loop (F13 3): which actions there are, what the play rule thinks of each, doing the best, until none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from analyzer.cards.lands import tapped_condition
from analyzer.contract import actions
from analyzer.plan.model import GENERIC, Line
from analyzer.rulebook.filters import matches
from analyzer.rulebook.lands import land_plays_left
from analyzer.rulebook.plans import choice, telling
from analyzer.rulebook.plans.abilities import activations
from analyzer.rulebook.plans.casting import activate, cast, play_land
from analyzer.rulebook.plans.glance import Glance
from analyzer.rulebook.plans.table import Table
from analyzer.rulebook.plans.waiting import is_over
from analyzer.ruleview import Action as ActionView
from analyzer.ruleview import Game as View

ACTION_BUDGET = 1_000  # actions of one turn


@dataclass(eq=False)
class Action:
    """One action as play rules see it (contract.view.ACTION); the last two are worked out when they are asked for."""

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
    sorcery: int = 0
    tapped: int = 0
    about: Any = None  # the Line, or the permanent and its ability
    ask_next: Callable[[], int] = field(default=int)
    ask_turn: Callable[[], int] = field(default=int)
    known: dict[str, int] = field(default_factory=dict)

    @property
    def next_payable(self) -> int:
        if "next" not in self.known:
            self.known["next"] = self.ask_next()
        return self.known["next"]

    @property
    def turn_mana(self) -> int:
        if "turn" not in self.known:
            self.known["turn"] = self.ask_turn()
        return self.known["turn"]


def score(table: Table, action: Action, view: Glance | None = None) -> float:
    """What the play rule thinks of an action; of several at once each sees the same view."""
    return table.rules["play"](view or View(table.facts), ActionView(action))


def act(table: Table, window: bool = False) -> None:
    """Offer, ask and do until the play rule wants nothing more."""
    while not is_over(table.game):
        offered = offer(table, window)
        action = choose(table, offered) if offered else None
        if action is None:
            if not window:
                table.facts.say(partial(telling.withheld, table, offered))
            return
        table.actions_this_turn += 1
        if table.actions_this_turn > ACTION_BUDGET:
            raise table.fail(f"more than {ACTION_BUDGET:,} actions in one turn")
        do(table, action, window)


def choose(table: Table, offered: list[Action]) -> Action | None:
    """The highest score above 0, ties the first; passing is asked only when something scores above 0."""
    table.facts.next_decision()
    best, top = None, 0.0
    view = Glance(table.facts)
    scores = [score(table, action, view) for action in offered]
    for action, value in zip(offered, scores, strict=True):
        if value > top:
            best, top = action, value
    if best is not None and score(table, Action(actions.PASS, -1), view) > top:
        best = None
    table.facts.say(lambda: telling.choice_told(table, offered, scores, best))
    return best


def do(table: Table, action: Action, window: bool) -> None:
    """Carry out an action; the moment `land` is read before the first thing that is not done to find a land."""
    if action.kind == actions.LAND:
        play_land(table, action.card, bool(action.tapped), action.x)
        table.read_land()
        return
    finds = action.scry + action.draw + action.lands > 0
    fetches = action.kind == actions.ACTIVATE and action.lands > 0 and action.mana == 0  # no spell
    if not window and not fetches and (table.facts.lands_in_hand or not finds):
        table.read_land()
    if action.kind == actions.LINE:
        cast(table, action.about, action.x, action.mana)
    else:
        permanent, ability, costs = action.about
        activate(table, permanent, ability, costs, action.line, action.x, action.mana)


# --- what is offered


def offer(table: Table, window: bool) -> list[Action]:
    """All actions of this moment in the order of F13 3, the best set marked."""
    found: list[Action] = []
    table.held = choice.copies(table)
    if not window and land_plays_left(table.game, table.player) > 0:
        found += land_offers(table)
    lines = list(line_offers(table, window))
    found += lines
    items = mark_best(table, found)
    abilities = activations(table, window, Action)
    for action in abilities:
        _, _, costs = action.about
        first = (*costs.pips, *costs.x_pips(action.x))
        action.ask_turn = partial(turn_mana, table, action.mana, first, items, -1)
    return found + abilities


def land_offers(table: Table) -> Iterator[Action]:
    """Every kind of land in hand: once, or paying 2 life untapped (line 0) and tapped (line 1)."""
    for kind in _kinds_in_hand(table, lands=True):
        card = table.plan.kinds[kind].card
        tapped = int(table.facts.enters_tapped(kind))
        pays = any(one.word == "life" for one in tapped_condition(card.tapped).conditions) and not tapped
        gist = table.known.entering[kind]
        for way in range(2 if pays else 1):
            action = Action(actions.LAND, kind, way, LIFE_PAID if pays and way == 0 else 0)
            action.scry, action.draw, action.tapped = gist.look, gist.draws, tapped | way
            action.ask_next = partial(next_payable, table, kind)
            action.ask_turn = partial(land_turn_mana, table, kind, bool(action.tapped))
            yield action


LIFE_PAID = 2


def _kinds_in_hand(table: Table, lands: bool) -> list[int]:
    return sorted({card.kind for card in table.player.hand if card.facts.is_land == lands})


def _castable_kinds(table: Table) -> list[int]:
    """Kinds of nonlands in hand and in the command zone."""
    command = [card.kind for card in table.player.command]
    return sorted({*_kinds_in_hand(table, lands=False), *command}) if command else _kinds_in_hand(table, lands=False)


def line_offers(table: Table, window: bool) -> Iterator[Action]:
    """Every line that can be cast now; of X the highest payable one."""
    for kind in _castable_kinds(table):
        for line in table.plan.kinds[kind].lines:
            if can_cast(table, line, window):
                x = highest_x(table, line)
                gist = table.known.line(line).gist
                mana = len(table.pips(line)) + x * choice.x_factor(line)
                action = Action(actions.LINE, kind, line.number, x, mana, about=line)
                action.scry, action.draw, action.lands = gist.look, gist.draws, gist.lands
                yield action


def can_cast(table: Table, line: Line, window: bool) -> bool:
    """Timing, target, life, cards to discard, and mana by true matching."""
    if not table.known.line(line).offered or (window and not line.instant_speed):
        return False
    hand = table.player.hand
    others = len(hand) - any(card.kind == line.kind for card in hand)  # a commander is not in hand
    if line.life > table.player.life or line.discard > others:
        return False
    if line.target and not any(
        matches(table.game, line.target, one, table.player) for one in table.game.controlled(table.player)
    ):
        return False
    return table.game.payments.payable(table.pips(line))


def highest_x(table: Table, line: Line) -> int:
    """The highest payable X, or number of kicks."""
    factor = choice.x_factor(line)
    if not factor or any(pip != GENERIC for pip in line.x_pips):
        return 0
    payments, pips = table.game.payments, table.pips(line)
    x = min(line.x_max, (payments.left - len(pips)) // factor)
    while x > 0 and not payments.payable((*pips, *choice.x_pips(line, x))):
        x -= 1
    return max(x, 0)


# --- the best set, and what an action leaves


def mark_best(table: Table, offered: list[Action]) -> list[choice.Item]:
    """Mark the actions of the best set; note the mana it spends. Returns the items it was chosen from."""
    items = _items(table, offered)
    payments = table.game.payments
    value, taken = choice.best_set(items, table.held, payments.payable)
    table.game.best_mana = choice.mana_of(value)
    for item in taken:
        offered[item.action].in_best_set = 1
    for action in offered:
        if action.kind == actions.LINE:
            pips = (*table.pips(action.about), *choice.x_pips(action.about, action.x))
            action.ask_turn = partial(turn_mana, table, action.mana, pips, items, action.card)
    return items


def _items(table: Table, offered: list[Action]) -> list[choice.Item]:
    lines = [(one.about, one.x, place) for place, one in enumerate(offered) if one.kind == actions.LINE]
    return choice.trimmed(choice.castable_items(table, lines))


def turn_mana(table: Table, mana: int, first: tuple[int, ...], items: list[choice.Item], used: int) -> int:
    """Most mana that can be spent this turn when `first` is paid first; `used` is the kind whose copy that takes."""
    payments = table.game.payments
    allowed = table.held.copy()
    allowed[used] -= 1
    less = _one_copy_less(items, used)
    value, _ = choice.best_set(less, allowed, lambda pips: payments.payable((*first, *pips)), ties=False)
    return mana + choice.mana_of(value)


def _one_copy_less(items: list[choice.Item], kind: int) -> list[choice.Item]:
    """Of every line of this kind one copy fewer."""
    seen: set[int] = set()
    kept = []
    for item in items:
        if item.kind == kind and item.line not in seen:
            seen.add(item.line)
            continue
        kept.append(item)
    return kept


def land_turn_mana(table: Table, land: int, tapped: bool) -> int:
    """Most mana that can be spent this turn when this land is played first; X counts as 0."""
    if tapped:
        return table.game.best_mana
    payments, more = table.game.payments, table.facts.land_unit_now(land)
    lines = [
        (line, 0, -1)
        for kind in _castable_kinds(table)
        for line in table.plan.kinds[kind].lines
        if table.known.line(line).offered and payments.payable(table.pips(line), more)
    ]
    items = choice.trimmed(choice.castable_items(table, lines))
    fits = partial(payments.payable, more=more)
    return choice.mana_of(choice.best_set(items, table.held, fits, ties=False)[0])


def next_payable(table: Table, land: int) -> int:
    """Cards in hand payable next turn with the lands in play and this one."""
    from analyzer.ruleview import payable

    units = [*table.facts.land_units(), *table.facts.land_unit(land)]
    return sum(
        table.facts.in_hand(kind)
        for kind in _kinds_in_hand(table, lands=False)
        if table.known.castable[kind] and any(payable(line.pips, units) for line in table.plan.kinds[kind].lines)
    )
