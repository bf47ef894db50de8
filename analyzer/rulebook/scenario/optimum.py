"""Best play of a scenario, exactly: chance nodes are averaged, decisions about cards take their best option.

Everything random in a scenario becomes known to the player when it is decided (a hand, a look, a draw), so the plays
of a scenario form a tree of chance and decision nodes, and its value is found by playing again from the start with
one more choice fixed each time. Bottom orders are decisions only in small libraries (SCRY-12).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from analyzer.contract import reasons
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.ruled import RuledDecisions

SMALL_LIBRARY = 12  # up to this size the order on the bottom is a decision too
MOST_NODES = 4_000


class _ForkError(Exception):
    """A play reached a choice that is not fixed yet."""

    def __init__(self, weights: Sequence[int] | None, options: int) -> None:
        super().__init__()
        self.weights, self.options = weights, options


class TooLargeError(Exception):
    """The tree has more nodes than are worked through."""


class FixedChoices:
    """Choices of one play: the fixed ones, then a fork. Stands in for Branches."""

    def __init__(self, fixed: Sequence[int]) -> None:
        self.fixed = fixed
        self.depth = 0

    def choose(self, weights: Sequence[int]) -> int:
        return self._next(weights, len(weights))

    def decide(self, options: int) -> int:
        return 0 if options == 1 else self._next(None, options)

    def _next(self, weights: Sequence[int] | None, options: int) -> int:
        if self.depth == len(self.fixed):
            raise _ForkError(weights, options)
        self.depth += 1
        return self.fixed[self.depth - 1]


def solve(play: Callable[[FixedChoices], bool]) -> Fraction:
    """The best chance of `play` being True; TooLargeError beyond MOST_NODES plays.

    >>> def play(choices):  # guess a coin that lies open: always right
    ...     coin = choices.choose([1, 1])
    ...     return choices.decide(2) == coin
    >>> solve(play)
    Fraction(1, 1)
    """
    nodes = 0

    def value(fixed: tuple[int, ...]) -> Fraction:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise TooLargeError
        try:
            return Fraction(int(play(FixedChoices(fixed))))
        except _ForkError as fork:
            weights, options = fork.weights, fork.options
        if weights is None:
            best = Fraction(0)
            for place in range(options):
                best = max(best, value((*fixed, place)))
                if best == 1:
                    break
            return best
        total = sum(weights)
        return sum(
            (Fraction(weight, total) * value((*fixed, place)) for place, weight in enumerate(weights) if weight),
            Fraction(0),
        )

    return value(())


class BestDecisions(RuledDecisions):
    """Decisions about cards are the tree's; everything else is answered as the rules of play answer it."""

    def __init__(self, rules: Any, choices: FixedChoices) -> None:
        super().__init__(rules)
        self.choices = choices

    def look(self, game: Game, player: Player, reason: int, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        if player is not game.players[0]:
            return super().look(game, player, reason, cards)
        ordered = reason != reasons.SURVEIL and len(player.library) <= SMALL_LIBRARY
        options = placements(cards, ordered)
        return options[self.choices.decide(len(options))]

    def arrange(self, game: Game, player: Player, cards: list[Card]) -> list[Card]:
        options = distinct_orders(cards)
        return options[self.choices.decide(len(options))]

    def pick(
        self, game: Game, player: Player, reason: int, options: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        if (
            reason == reasons.CLEANUP
            or player is not game.players[0]
            or not all(isinstance(one, Card) for one in options)
        ):
            return super().pick(game, player, reason, options, at_least, at_most)
        choices: dict[tuple[str, ...], list[Any]] = {}
        for number in range(at_least, at_most + 1):
            for chosen in combinations(options, number):
                choices.setdefault(tuple(sorted(one.name for one in chosen)), list(chosen))
        listed = list(choices.values())
        return listed[self.choices.decide(len(listed))]


def distinct_orders(cards: Sequence[Card]) -> list[list[Card]]:
    """All orders that differ in names."""
    found: dict[tuple[str, ...], list[Card]] = {}
    for order in permutations(cards):
        found.setdefault(tuple(card.name for card in order), list(order))
    return list(found.values())


def placements(cards: Sequence[Card], ordered_bottom: bool) -> list[tuple[list[Card], list[Card]]]:
    """All ways to put looked-at cards on top in any order and away, that differ in names."""
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[list[Card], list[Card]]] = {}
    for number in range(len(cards) + 1):
        for kept in combinations(range(len(cards)), number):
            away = [card for place, card in enumerate(cards) if place not in kept]
            for top in distinct_orders([cards[place] for place in kept]):
                for bottom in distinct_orders(away) if ordered_bottom else [away]:
                    names = tuple(card.name for card in top), tuple(card.name for card in bottom)
                    found.setdefault(names, (top, bottom))
    return list(found.values())
