"""Distributions: a scenario played over all arrangements of what is unknown (exact), or over many games."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from math import erfc, sqrt
from typing import Any

from analyzer.errors import InputError
from analyzer.rulebook.library import Order
from analyzer.rulebook.randomness import Branches, BranchingOrder, StreamOrder
from analyzer.rulebook.scenario import run
from analyzer.rulebook.scenario.optimum import FixedChoices, TooLargeError, solve
from analyzer.rulebook.scenario.policy import Bound, Recorder
from analyzer.rulebook.scenario.reader import Scenario
from analyzer.rulebook.scenario.run import Result

MOST_BRANCHES = 500_000
FEW_BRANCHES = 5_000  # fewer are walked through even where games are asked for


class Shares:
    """Adds up, branch by branch, how often each goal of a scenario came true."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.bound = Bound(scenario)
        self.total = Fraction(0)
        self.sums: dict[int, Fraction] = {}
        self.given: dict[int, Fraction] = {}
        self.orders: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        self.wants_orders = any("what" in share for share in scenario.data.get("share", []))
        self.branches = 0
        self.problem: Result | None = None

    def add(self, number: int, weight: Fraction, truth: bool, condition: bool) -> None:
        self.sums[number] = self.sums.get(number, Fraction(0)) + (weight if truth and condition else 0)
        self.given[number] = self.given.get(number, Fraction(0)) + (weight if condition else 0)

    def share(self, number: int) -> Fraction:
        given = self.given.get(number, Fraction(0))
        return self.sums.get(number, Fraction(0)) / given if given else Fraction(0)


def run_distribution(scenario: Scenario) -> Result:
    """Every [[share]] against its value: exact fractions, or |estimate - p| within the stated false-alarm rate."""
    table = scenario.data.get("distribution", {})
    if table.get("arrangements", "all") != "all":
        raise scenario.wrong(
            'arrangements = "all" is the only kind; or give games = 1000000', "distribution", "arrangements"
        )
    games = table.get("games")
    try:
        # what can be enumerated quickly need not be sampled; the tolerance of the file still applies
        shares = all_branches(scenario, MOST_BRANCHES if games is None or "arrangements" in table else FEW_BRANCHES)
        exact = True
    except TooLargeError:
        if games is None or "arrangements" in table:
            raise scenario.wrong(f"more than {MOST_BRANCHES} branches; give games = 100000", "distribution") from None
        shares, exact = Shares(scenario), False
        for number in range(games):
            one_branch(scenario, shares, StreamOrder(table.get("seed", 1), number, run.SLOTS), None, number)
    return _result(scenario, shares, exact, games, float(table.get("alarm", 1e-6)))


def all_branches(scenario: Scenario, most: int = MOST_BRANCHES) -> Shares:
    """Every arrangement of what is unknown, with its weight; TooLargeError for more than `most`."""
    shares, branches = Shares(scenario), Branches()
    while branches.open:
        branches.begin()
        one_branch(scenario, shares, BranchingOrder(branches), branches, 0)
        branches.end()
        if shares.branches > most:
            raise TooLargeError
    return shares


def exact_shares(scenario: Scenario) -> list[Fraction]:
    """The exact share of each goal of a scenario, over all arrangements."""
    shares = all_branches(scenario)
    return [shares.share(number) for number in range(len(shares.bound.goals))]


def best_shares(scenario: Scenario) -> list[Fraction]:
    """The exact share of each goal under best play of looks and picks (optimum.py)."""
    shares = Shares(scenario)
    goals = range(sum("goal" in share for share in scenario.data.get("share", [])))
    return [solve(partial(_true_in, scenario, shares.bound, number)) for number in goals]


def _true_in(scenario: Scenario, bound: Bound, number: int, choices: FixedChoices) -> bool:
    """Is goal `number` true in the play with these choices?"""
    recorder = Recorder(bound, best=choices)
    run.play(scenario, BranchingOrder(choices), recorder, forced=bool(scenario.data.get("shuffles")))
    return recorder.outcome(number)[0]


def one_branch(scenario: Scenario, shares: Shares, order: Order, branches: Branches | None, number: int) -> None:
    """Play the acts once and read the goals."""
    recorder = Recorder(shares.bound, branches, number)
    result = run.play(scenario, order, recorder, forced=bool(scenario.data.get("shuffles")))
    if shares.wants_orders:
        assert result.game is not None
        library = result.game.players[0].library
        library.look(len(library))
        shares.orders[tuple(card.name for card in library.cards())] += branches.weight if branches else Fraction(1)
    weight = branches.weight if branches is not None else Fraction(1)
    shares.branches += 1
    shares.total += weight
    if not result.met and shares.problem is None:
        shares.problem = result
    for at in range(len(shares.bound.goals)):
        shares.add(at, weight, *recorder.outcome(at))


def _result(scenario: Scenario, shares: Shares, exact: bool, games: int | None, alarm: float) -> Result:
    """Compare each share: for equality, or (where the file asks for games) within the stated false-alarm rate."""
    result = Result(scenario)
    goals = [at for at, share in enumerate(scenario.data.get("share", [])) if "goal" in share]
    for number, at in enumerate(goals):
        share = scenario.data["share"][at]
        wanted = _fraction(scenario, share["is"], at)
        bound = bool(share.get("optimum"))
        found = shares.share(number)
        if bound and exact:
            found, bound = _optimum(scenario, shares, number, found)
        result.checked += 1
        shown = f"{found} = {float(found):.10f}" if exact else f"{float(found):.6f} of {games} games"
        told = (
            " by this strategy (the optimum is a bound)" if bound else " by best play" if share.get("optimum") else ""
        )
        result.answers.append(f"share of '{share['goal']}': {shown}{told}")
        if not _agrees(found, wanted, str(share["is"]), games, alarm, bound):
            word = f"{'at most' if bound else 'expected'} {share['is']} = {float(wanted):.10f}"
            result.differences.append(f"share of '{share['goal']}': {word}, found {shown}{told}")
    for share in scenario.data.get("share", []):
        if "what" in share:
            _other(scenario, shares, share, result)
    result.answers.append(f"{shares.branches} {'branches' if exact else 'games'} played")
    if shares.problem is not None:
        result.steps = shares.problem.steps
        result.differences.extend(shares.problem.differences)
    return result


def _optimum(scenario: Scenario, shares: Shares, number: int, reached: Fraction) -> tuple[Fraction, bool]:
    """The value of best play; (what the strategy reaches, True: only a bound) where the tree is too large."""
    if shares.bound.goals[number].given is not None:
        return reached, True
    try:
        return solve(partial(_true_in, scenario, shares.bound, number)), False
    except TooLargeError:
        return reached, True


def _fraction(scenario: Scenario, text: Any, number: int) -> Fraction:
    try:
        return Fraction(str(text).replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        raise scenario.wrong(f"'{text}' is no fraction such as 41/70", "share", number, "is") from None


def _agrees(found: Fraction, wanted: Fraction, text: str, games: int | None, alarm: float, bound: bool) -> bool:
    """Equal (a decimal: to its last digit), or within what so many games can tell; a bound is not exceeded."""
    digits = len(text.partition(".")[2]) if "/" not in text else 0
    if found == wanted or (digits >= 4 and round(float(found), digits) == float(wanted)) or (bound and found < wanted):
        return True
    p = float(wanted)
    if games is None or p in (0.0, 1.0):
        return False
    deviation = (float(found) - p) / sqrt(p * (1 - p) / games)
    return erfc(abs(deviation) / sqrt(2)) >= alarm


def _other(scenario: Scenario, shares: Shares, share: dict[str, Any], result: Result) -> None:
    what = str(share["what"]).lower()
    if what not in ("orders", "library orders", "distinct orders"):
        raise InputError(f'{scenario.document.name}: a [[share]] has a goal, or what = "orders"')
    number = len(shares.orders)
    result.checked += 1
    result.answers.append(f"distinct library orders: {number}")
    if len(set(shares.orders.values())) > 1:
        result.differences.append("the library orders are not equally likely")
    if str(share["is"]) not in (str(number), f"{number}/1"):
        result.differences.append(f"distinct library orders: expected {share['is']}, found {number}")
