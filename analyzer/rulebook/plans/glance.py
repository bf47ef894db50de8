"""A view for as long as nothing changes: each fact is worked out once, however many actions are weighed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyzer.contract import view as contract
from analyzer.ruleview import Game

BY_KIND = frozenset(name for name, kind, *_ in contract.GAME if kind == "by kind")


class Answers(dict[int, Any]):
    """Answers about kinds of cards, each asked for once."""

    def __init__(self, ask: Callable[[int], Any]) -> None:
        super().__init__()
        self.ask = ask

    def __missing__(self, card: int) -> Any:
        answer = self[card] = self.ask(card)
        return answer


class Glance:
    """What a rule sees of a game (`ruleview.Game`) during one decision; only names of the contract table exist."""

    def __init__(self, facts: Any) -> None:
        self._view = Game(facts)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._view, name)
        if name in BY_KIND:
            value = Answers(value).__getitem__
        vars(self)[name] = value  # found without __getattr__ from now on
        return value
