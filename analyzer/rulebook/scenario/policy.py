"""Strategies of scenarios: rules of play by name, bound to the cards that the scenario holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from analyzer import registry
from analyzer.cards.gaps import gaps
from analyzer.cards.model import CardFacts
from analyzer.contract import moments
from analyzer.errors import InputError
from analyzer.goals import Goal, Names, parse_goal
from analyzer.goals.evaluate import KEEP, Reading, Watch
from analyzer.plan.lines import is_held, lines_of
from analyzer.plan.model import Kind, Plan, Start
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.randomness import Branches
from analyzer.rulebook.readings import GameReading
from analyzer.rulebook.ruled import RuledDecisions
from analyzer.rulebook.scenario.optimum import BestDecisions, FixedChoices
from analyzer.rulebook.scenario.reader import Scenario
from analyzer.rulebook.view import RulebookFacts

ROLES = ("keep", "bottom", "scry", "play", "pick", "mull_look")


def plan_of(scenario: Scenario, game: Game) -> tuple[Plan, list[Goal]]:
    """The scenario as a plan: kinds by name in order of appearance, goals bound to them, rules looked up."""
    player = game.players[0]
    cards = [*player.library.cards(), *player.hand, *player.graveyard, *player.exile, *player.command]
    cards += [one.card for one in game.battlefield if one.owner is player and not one.token]
    kinds: dict[str, CardFacts] = {}
    for card in cards:
        kinds.setdefault(card.name, replace(card.facts, name=card.name, face_of=""))
    order = list(kinds)
    plan = Plan(
        slots=tuple(order.index(card.name) for card in [*player.library.cards(), *player.hand]),
        kinds=tuple(_kind(index, facts) for index, facts in enumerate(kinds.values())),
        seat="play" if game.seat_on_play else "draw",
        players=len(game.players),
        mulligan=game.mulligan_kind,
        free_mulligans=max(game.free_mulligans, int(len(game.players) >= 3 or game.brawl)),
        trigger_order=game.trigger_order,
        seed=scenario.data.get("distribution", {}).get("seed", 1),
        start=Start(turn=max(1, scenario.data.get("turn", 1))),
        groups=_groups(scenario, order),
    )
    number_cards(game, order)
    goals = [
        _goal(scenario, number, share, plan)
        for number, share in enumerate(scenario.data.get("share", []))
        if "goal" in share
    ]
    plan = replace(plan, goals=tuple(goals))
    chosen = []
    for role in ROLES:
        text = scenario.data.get("strategy", {}).get(role)
        if text is not None:
            try:
                chosen.append(registry.choose(role, str(text), plan, Path(scenario.document.name).parent))
            except InputError as wrong:
                raise scenario.wrong(str(wrong), "strategy", role) from None
    return replace(plan, strategy=tuple(chosen)), goals


def _kind(index: int, facts: CardFacts) -> Kind:
    lines, _ = lines_of(facts, index) if facts.layer != "counts" else ((), ())
    return Kind(index, facts, lines, held=is_held(facts), unmodelled=gaps(facts) if facts.layer != "counts" else ())


def _groups(scenario: Scenario, order: list[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    groups = {
        "key": tuple(
            place for place, name in enumerate(order) if name[:1] == "K" and name[1:].isdigit() | (name == "K")
        )
    }
    for word, names in scenario.data.get("group", {}).items():
        listed = [names] if isinstance(names, str) else names
        groups[word.lower()] = tuple(order.index(name) for name in listed if name in order)
    return tuple(groups.items())


def _goal(scenario: Scenario, number: int, share: dict[str, object], plan: Plan) -> Goal:
    try:
        return parse_goal(str(share["goal"]), Names.of(plan))
    except InputError as wrong:
        raise scenario.wrong(str(wrong), "share", number, "goal") from None


def number_cards(game: Game, order: list[str]) -> None:
    """Give every card of the first player its kind; what is in hand has been had."""
    player = game.players[0]
    everything: list[Card] = [
        *player.library.cards(), *player.hand, *player.graveyard, *player.exile, *player.command,
        *(one.card for one in game.battlefield if one.owner is player and not one.token),
    ]  # fmt: skip
    for card in everything:
        card.kind = order.index(card.name)
    for card in player.hand:
        player.counts[f"had {card.kind}"] += 1


RANK = {"draw": moments.DRAW, "land": moments.MAIN1, "turn": moments.END}
WORDS = {rank: word for word, rank in RANK.items()}


class Bound:
    """Plan, goals and rules of a scenario: worked out in its first play, the same in all."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.plan: Plan | None = None
        self.known: Known
        self.goals: list[Goal] = []
        self.rules: dict[str, registry.PythonRule] = {}

    def to(self, game: Game) -> Plan:
        """The plan; the cards of this game are numbered by its kinds."""
        if self.plan is None:
            self.plan, self.goals = plan_of(self.scenario, game)
            self.rules = registry.python_rules(self.plan)
            self.known = Known(self.plan)
        else:
            number_cards(game, [kind.card.name for kind in self.plan.kinds])
        return self.plan


class Recorder:
    """Binds rules and goals to one play of a scenario and reads the goals at their moments."""

    def __init__(
        self, bound: Bound, branches: Branches | None = None, number: int = 0, best: FixedChoices | None = None
    ) -> None:
        self.best = best
        self.bound, self.branches, self.number = bound, branches, number
        self.watches: list[tuple[Watch, Watch | None]] = []
        self.last = (-1, -1)

    def begin(self, game: Game) -> RuledDecisions | None:
        """Bind rules and goals; a scenario without strategy has no rules, so that missing decisions are errors."""
        self.game = game
        plan = self.bound.to(game)
        self.state = GameReading(self.bound.known, game)
        self.watches = [
            (Watch(goal.expr), Watch(goal.given) if goal.given is not None else None) for goal in self.bound.goals
        ]
        if not plan.strategy and "distribution" not in self.bound.scenario.data:
            return None
        if self.best is not None:
            strategy: RuledDecisions = BestDecisions(self.bound.rules, self.best)
        else:
            strategy = RuledDecisions(self.bound.rules)
        strategy.facts = RulebookFacts(self.bound.known, game, game.players[0], self.number, self.branches)
        return strategy

    def kept(self) -> None:
        """Read at the keep; a scenario that begins after its draw step has had that reading too."""
        self._read(KEEP, 0)
        if self.game.turn > 0 and self.game.step >= moments.DRAW:
            self._read("draw", self.game.turn)

    def at_moment(self, moment: int) -> None:
        """The reading that belongs to a moment, as it is left (the turn is read before the cleanup discard)."""
        if moment in WORDS:
            self._read(WORDS[moment], self.game.turn)

    def finish(self) -> None:
        """The end of the acts counts as the end of the turn."""
        turn = max(1, self.game.turn)
        for word, rank in RANK.items():
            if (turn, rank) > self.last:
                self._read(word, turn)

    def _read(self, word: str, turn: int) -> None:
        self.last = max(self.last, (turn, RANK.get(word, -1)))
        reading = Reading(word, turn, self.state)
        for watch, given in self.watches:
            watch.read(reading)
            if given is not None:
                given.read(reading)

    def outcome(self, at: int) -> tuple[bool, bool]:
        """Is goal `at` true, and did its condition hold?"""
        watch, given = self.watches[at]
        return watch.first is not None, given is None or given.first is not None
