"""Running one scenario: acts in order, decisions, expectations, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from analyzer.errors import InputError
from analyzer.rulebook import mulligan
from analyzer.rulebook.decisions import Decisions
from analyzer.rulebook.events import Event
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.library import Order
from analyzer.rulebook.randomness import StreamOrder
from analyzer.rulebook.scenario.act import Act, answers
from analyzer.rulebook.scenario.acts import Doer
from analyzer.rulebook.scenario.asks import answer
from analyzer.rulebook.scenario.board import names_of, set_up
from analyzer.rulebook.scenario.decide import ScriptedDecisions
from analyzer.rulebook.scenario.expect import Expectation
from analyzer.rulebook.scenario.reader import Scenario

SLOTS = 512  # more than a scenario ever holds


@dataclass
class Step:
    """One act and what happened in it."""

    title: str
    events: list[Event]
    differences: list[str] = field(default_factory=list)


@dataclass
class Result:
    """What came of one scenario: its steps, unmet expectations, questions, and how many things were compared."""

    scenario: Scenario
    steps: list[Step] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)  # lines that tell questions and shares with what was found
    notes: list[str] = field(default_factory=list)
    checked: int = 0
    game: Game | None = None

    @property
    def met(self) -> bool:
        return not self.differences and not any(step.differences for step in self.steps)


def run(scenario: Scenario) -> Result:
    """Run a scenario: a play with expectations, or a distribution (formats F10)."""
    if "distribution" in scenario.data or scenario.data.get("share"):
        from analyzer.rulebook.scenario.distribution import run_distribution

        return run_distribution(scenario)
    from analyzer.rulebook.scenario.policy import Bound, Recorder

    return play(scenario, StreamOrder(1, 0, SLOTS), Recorder(Bound(scenario)))


class Observer(Protocol):
    """Sees a game as it is played: binds rules of play to it and reads goals at their moments."""

    def begin(self, game: Game) -> Decisions | None:
        """The game stands; returns the strategy that answers what the file does not."""

    def kept(self) -> None:
        """The opening is over."""

    def at_moment(self, moment: int) -> None:
        """A moment is left."""

    def finish(self) -> None:
        """The acts are over."""


def play(scenario: Scenario, order: Order, observer: Observer, forced: bool = True) -> Result:
    """Play the acts once; a difference ends nothing, so that one run shows all of them."""
    names = names_of(scenario)
    decisions = ScriptedDecisions(scenario)
    game = set_up(scenario, names, decisions, order, forced)
    decisions.strategy = observer.begin(game)
    doer = Doer(scenario, names, game)
    result = Result(scenario, game=game)
    try:
        _opening(scenario, game, result)
        observer.kept()
        game.observer = observer.at_moment
        _acts(scenario, doer, decisions, result)
        observer.finish()
    except ValueError as wrong:  # a forced shuffle that does not fit
        raise scenario.wrong(str(wrong), "shuffles") from None
    if "expect" in scenario.data:
        expectation = Expectation(names, game)
        result.differences.extend(_checked(scenario, expectation, scenario.data["expect"], "expect"))
        result.checked += expectation.checked
    for number, ask in enumerate(scenario.data.get("ask", [])):
        _ask(scenario, doer, ask, ("ask", number), result)
    result.notes = list(game.notes)
    return result


def _opening(scenario: Scenario, game: Game, result: Result) -> None:
    """Scenarios with `mulligan` or `keep` and no hand begin with a dealt hand (deal 0)."""
    verbs = {str(do.get("act", "")).split(" ")[0] for do in scenario.data.get("do", [])}
    player = game.players[0]
    if verbs & {"mulligan", "keep"} and "hand" not in scenario.data.get("me", {}):
        if "turn" not in scenario.data:
            game.turn = 0
        mulligan.deal(game, player)
        result.steps.append(Step("opening hand", _since(game, 0)))
    elif verbs & {"mulligan", "keep"} and "turn" not in scenario.data:
        game.turn = 0
    elif "keep" in scenario.data.get("strategy", {}) and "hand" not in scenario.data.get("me", {}):
        if "turn" not in scenario.data:
            game.turn = 0
        mulligan.open_game(game, player)
        result.steps.append(Step("opening", _since(game, 0)))


def _since(game: Game, place: int) -> list[Event]:
    return list((game.log or [])[place:])


def _acts(scenario: Scenario, doer: Doer, decisions: ScriptedDecisions, result: Result) -> None:
    game = doer.game
    listed = scenario.data.get("do", [])
    acts = [Act(scenario, number, do["act"]) for number, do in enumerate(listed)]
    for number, (act, do) in enumerate(zip(acts, listed, strict=True)):
        decisions.number, decisions.doing = number, act.text
        decisions.load(number, do.get("decide"))
        before = len(game.log or [])
        step = Step(act.text, [])
        hold = _one(doer, act, do, acts[number + 1 :], step, decisions)
        step.events = _since(game, before)
        result.steps.append(step)
        if not hold:
            decisions.check_empty(number)
        if "expect" in do:
            expectation = Expectation(doer.names, game)
            step.differences.extend(_checked(scenario, expectation, do["expect"], "do", number, "expect"))
            result.checked += expectation.checked
        for each, ask in enumerate(do.get("ask", [])):
            _ask(scenario, doer, ask, ("do", number, "ask", each), result)
        result.checked += "illegal" in do


def _one(doer: Doer, act: Act, do: dict[str, Any], later: list[Act], step: Step, decisions: ScriptedDecisions) -> bool:
    """Do one act and finish it; returns whether something is left waiting for the next act."""
    game = doer.game
    refused = do.get("illegal")
    try:
        doer.do(act)
    except Illegal as illegal:
        if act.tries and refused is None:
            game.remark(None, "refused", detail=str(illegal))
        elif refused is None:
            step.differences.append(f"'{act.text}' is illegal: {illegal}")
        elif refused is not True and not illegal.forbids(str(refused)):
            listed = ", ".join(illegal.statements)
            step.differences.append(
                f"'{act.text}': expected to be refused by {refused}, was refused by {listed}: {illegal.text}"
            )
        else:
            game.remark(None, "refused", detail=str(illegal))
        decisions.forget(act.number)
        return bool(game.stack or game.attackers)
    if refused is not None:
        step.differences.append(f"'{act.text}': expected to be refused by {refused}, but it is legal")
    from analyzer.rulebook.stack import before_priority

    before_priority(game)
    hold = bool(game.stack or game.attackers) and answers(later, game)
    doer.finish(hold)
    return hold


def _checked(scenario: Scenario, expectation: Expectation, table: dict[str, Any], *path: str | int) -> list[str]:
    try:
        return expectation.check(table)
    except InputError as wrong:
        raise scenario.wrong(str(wrong), *path, expectation.key) from None


def _ask(scenario: Scenario, doer: Doer, ask: dict[str, Any], path: tuple[str | int, ...], result: Result) -> None:
    where = scenario.where(*path)
    try:
        differences = answer(doer, ask, where)
    except Illegal as illegal:
        differences = [f"{ask['what']} of {ask.get('of', '')}: {illegal}"]
    result.checked += 1
    result.differences.extend(differences)
    result.answers.append(f"{ask['what']} of {ask.get('of', '')}: {ask['is']}" if not differences else differences[0])
