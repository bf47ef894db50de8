"""Who decides: the questions the rules put to a player (STRAT statements), and the plainest answers to them."""

from __future__ import annotations

from typing import Any, Protocol

from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.objects import Card, Permanent, Player


class Decisions(Protocol):
    """Answers for every player of a game; a scenario answers from its file, a plan from its rules of play."""

    def look(self, game: Game, player: Player, reason: int, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        """SCRY-1, SRV-1: (cards that stay on top, first uppermost; cards that go, in order)."""
        ...

    def arrange(self, game: Game, player: Player, cards: list[Card]) -> list[Card]:
        """LOK-1: the cards that were looked at, in the order in which they go back on top."""
        ...

    def pick(
        self, game: Game, player: Player, reason: int, options: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        """Choose between at_least and at_most of the options (contract.reasons): discard, bearer, sacrifice, ..."""
        ...

    def may(self, game: Game, player: Player, what: str) -> bool:
        """Take an optional action?"""
        ...

    def keep(self, game: Game, player: Player) -> bool:
        """MUL-7: keep this opening hand (asked after bottoming)?"""
        ...

    def bottom(self, game: Game, player: Player, number: int) -> list[Card]:
        """MUL-2: this many cards of the opening hand, in the order in which they go to the bottom."""
        ...

    def order(self, game: Game, player: Player, waiting: list[Waiting]) -> list[Waiting]:
        """SEQ-4: several own triggers in the order in which they will resolve."""
        ...

    def option(self, game: Game, player: Player, what: str, options: list[str]) -> int:
        """Choose one of several named things (a mode, a colour, a replacement)."""
        ...

    def targets(
        self, game: Game, player: Player, name: str, candidates: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        """TGT-1: targets of an ability that is put on the stack (spells name theirs when they are cast)."""
        ...


LOOK_WORDS = ("scry", "surveil", "look", "reorder", "dig", "search")


def is_look(waiting: Waiting) -> bool:
    """Does the waiting ability look at cards before it does anything else?"""
    return str(waiting.program[0] if waiting.program else "").startswith(LOOK_WORDS)


class PlainDecisions:
    """The plainest player: keeps every card as seen, accepts everything, takes the first options offered."""

    def look(self, game: Game, player: Player, reason: int, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        return list(cards), []

    def arrange(self, game: Game, player: Player, cards: list[Card]) -> list[Card]:
        return list(cards)

    def pick(
        self, game: Game, player: Player, reason: int, options: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        return options[: max(at_least, min(1, at_most))] if at_least or options else []

    def may(self, game: Game, player: Player, what: str) -> bool:
        return True

    def keep(self, game: Game, player: Player) -> bool:
        return True

    def bottom(self, game: Game, player: Player, number: int) -> list[Card]:
        return player.hand[:number]

    def order(self, game: Game, player: Player, waiting: list[Waiting]) -> list[Waiting]:
        """ROL-10: `looks-first` (default) lets looks resolve before draws and loots; `draws-first` the reverse."""
        first = game.trigger_order == "looks-first"
        return sorted(waiting, key=lambda one: is_look(one) != first)

    def option(self, game: Game, player: Player, what: str, options: list[str]) -> int:
        return 0

    def targets(
        self, game: Game, player: Player, name: str, candidates: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        """Own creatures of most power first, else the first candidates."""
        from analyzer.rulebook.characteristics import power

        mine = [one for one in candidates if isinstance(one, Permanent) and one.controller is player]
        return sorted(mine, key=lambda one: -power(game, one))[:at_most] or candidates[:at_least]
