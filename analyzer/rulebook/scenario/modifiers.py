"""What may follow the name in an act: targets, X, kicker, buyback, modes, splice, ways of paying."""

from __future__ import annotations

import re
from typing import Any

from analyzer.rulebook.costs import Announcement
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.scenario.act import Act
from analyzer.rulebook.scenario.names import choose_called, longest_name
from analyzer.rulebook.scenario.naming import OPPONENT_WORDS, Naming
from analyzer.tomlfile import nearest

MODS = (
    "on", "kicked", "buyback", "mode", "modes", "splice", "flashback", "alternative", "without", "paying", "with",
    "sacrificing", "discarding", "at", "targeting", "for",
)  # fmt: skip
_X = re.compile(r"X\s*=\s*(\d+)$", re.IGNORECASE)


class Modifiers(Naming):
    """Reads the modifiers of an act into an announcement."""

    def _mods(self, act: Act, player: Player, words: list[str], card: Card | None) -> Announcement:
        """Everything after the name: targets, X, kicker, buyback, modes, splice, ways of paying."""
        said = Announcement()
        words = list(words)
        while words:
            word = words.pop(0)
            x = _X.match(word)
            lower = word.lower().strip(",")
            if x:
                said.x = int(x.group(1))
            elif lower == "x" and words[:1] == ["="]:
                said.x = int(words[1])
                words = words[2:]
            elif lower in ("on", "targeting", "at"):
                words = self._targets(act, player, words, said, card)
            elif lower == "kicked":
                said.kicked = int(words.pop(0)) if words and words[0].isdigit() else 1
            elif lower in ("buyback", "flashback", "alternative"):
                setattr(said, lower, True)
            elif lower in ("mode", "modes"):
                words = self._modes(words, said)
            elif lower == "without":
                words = words[1:] if words[:1] == ["paying"] else words
                said.free = True
            elif lower == "paying":
                words = self._paying(act, words, said)
            elif lower == "with" and words and words[0].lower() in MODS:
                continue  # "with buyback"
            elif lower in ("splice", "with", "sacrificing", "discarding"):
                words = self._things(act, player, lower, words, said, card)
            elif lower in ("times", "time", "and", "its", "their", "mana", "cost", "costs", "paid", ""):
                continue
            else:
                raise act.wrong(f"'{act.text}': '{word}' is no known modifier{nearest(lower, [*MODS, 'X=2'])}")
        return said

    def _modes(self, words: list[str], said: Announcement) -> list[str]:
        while words and words[0].strip(",").isdigit():
            said.modes = (*said.modes, int(words.pop(0).strip(",")))
        return words

    def _paying(self, act: Act, words: list[str], said: Announcement) -> list[str]:
        if not words or not words[0].isdigit():
            raise act.wrong(f"'{act.text}': write paying NUMBER life")
        said.life = int(words[0])
        return words[2:] if words[1:2] and words[1].lower() == "life" else words[1:]

    def _run(self, words: list[str], knows: Any) -> tuple[list[str], list[str]]:
        """Names up to the next modifier: (names, words left)."""
        names: list[str] = []
        while words:
            if words[0].strip(",").lower() == "and":
                words = words[1:]
                continue
            number = 1
            if words[0].isdigit() and len(words) > 1 and longest_name(words[1:], knows)[1]:
                number, words = int(words[0]), words[1:]
            name, used = longest_name(words, knows)
            if not used:
                break
            names.extend([name] * number)
            words = words[used:]
        return names, words

    def _targets(self, act: Act, player: Player, words: list[str], said: Announcement, card: Card | None) -> list[str]:
        if words and words[0].lower() in ("none", "nothing"):
            said.targets = said.targets or []
            return words[1:]
        things: list[Any] = [
            *self.game.battlefield, *reversed(self.game.stack),
            *(one for owner in self.game.players for one in owner.graveyard if one is not card),
        ]  # fmt: skip
        seats = {one.seat for one in self.game.players} | set(OPPONENT_WORDS)

        def knows(part: str) -> bool:
            return part.lower() in seats or bool(choose_called(part, things))

        names, words = self._run(words, knows)
        if not names:
            raise act.wrong(f"'{act.text}': '{' '.join(words)}' names nothing to target; write on NAMES or on none")
        found: list[Any] = list(said.targets or [])
        for name in names:
            if name.lower() in seats:
                found.append(self._player(act, name))
                continue
            matching = [one for one in choose_called(name, things) if one not in found] or choose_called(name, things)
            found.append(matching[0])
        said.targets = found
        return words

    def _things(
        self, act: Act, player: Player, word: str, words: list[str], said: Announcement, card: Card | None
    ) -> list[str]:
        pools: dict[str, list[Any]] = {
            "splice": player.hand, "discarding": player.hand, "sacrificing": self.game.controlled(player),
            "with": [*self.game.controlled(player), *player.hand, *player.graveyard],
        }  # fmt: skip
        things = [one for one in pools[word] if one is not card]
        names, words = self._run(words, lambda part: bool(choose_called(part, things)))
        if not names:
            raise act.wrong(f"'{act.text}': '{' '.join(words)}' names nothing after {word}")
        found: list[Any] = {
            "splice": said.splice,
            "discarding": said.discarding,
            "sacrificing": said.sacrificing,
            "with": said.using,
        }[word]
        for name in names:
            matching = [one for one in choose_called(name, things) if one not in found] or choose_called(name, things)
            found.append(min(matching, key=lambda one: getattr(one, "tapped", False)))
        return words
