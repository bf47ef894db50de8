"""Finding the things of a game that the words of an act name."""

from __future__ import annotations

from typing import Any

from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Player
from analyzer.rulebook.scenario.act import Act
from analyzer.rulebook.scenario.names import Names, choose_called, longest_name, short_forms, unknown_name
from analyzer.rulebook.scenario.reader import Scenario
from analyzer.tomlfile import nearest

OPPONENT_WORDS = {"opponent": 1, "opponents": 1, "you": 0, "player": 1}


class Naming:
    """Looks names up in one game."""

    def __init__(self, scenario: Scenario, names: Names, game: Game) -> None:
        self.scenario, self.names, self.game = scenario, names, game

    def _player(self, act: Act, word: str) -> Player:
        name = word.lower().strip(",.")
        place_of = OPPONENT_WORDS.get(name)
        found = self.game.seat(name) if place_of is None else self.game.players[place_of]
        if found is None:
            raise act.wrong(
                f"'{act.text}': '{word}' is no seat{nearest(name, [one.seat for one in self.game.players])}"
            )
        return found

    def _name(self, act: Act, words: list[str], groups: list[Any]) -> tuple[str, int]:
        things = [one for group in groups for one in group]
        forms = {form for one in things for form in short_forms(one.name)}
        forms |= {form for one in things for form in short_forms(one.facts.name if hasattr(one, "facts") else one.name)}
        name, used = longest_name(words, lambda part: part.lower() in forms or bool(choose_called(part, things)))
        if not used:
            listed = list(dict.fromkeys(one.name for one in things))
            raise act.wrong(
                f"'{act.text}': '{' '.join(words)}' names nothing that is there ({', '.join(listed[:12]) or 'nothing'})"
                f"{unknown_name(' '.join(words), listed)}"
            )
        return name, used

    def _one(self, act: Act, player: Player, words: list[str], groups: list[Any]) -> Any:
        things = [one for group in groups for one in group]
        name, used = longest_name(words, lambda part: bool(choose_called(part, things)))
        if not used:
            if self.names.knows(" ".join(words)):
                raise Illegal("TRN-5 CST-1 FRM-1", f"{' '.join(words)} is not in hand")
            name, used = self._name(act, words, groups)
        if used < len(words):
            raise act.wrong(f"'{act.text}': '{' '.join(words[used:])}' does not belong here")
        return choose_called(name, things)[0]

    def _many(self, act: Act, words: list[str], groups: list[Any]) -> list[Any]:
        """Things named one after another; a number in front takes several of a name."""
        left = [one for group in groups for one in group]
        found: list[Any] = []
        words = [word for word in words if word.strip(",").lower() != "and"]
        while words:
            number = int(words.pop(0)) if words[0].isdigit() and len(words) > 1 else 1
            name, used = self._name(act, words, [left])
            for _ in range(number):
                matching = choose_called(name, left)
                if not matching:
                    raise act.wrong(f"'{act.text}': there are not {number} of {name}")
                chosen = min(matching, key=lambda one: getattr(one, "tapped", False))
                found.append(chosen)
                left.remove(chosen)
            words = words[used:]
        return found
