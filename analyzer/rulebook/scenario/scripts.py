"""What a scripted opponent or event does: counter, remove, protect, give, tap, shuffle, block."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.rulebook import combat, zones
from analyzer.rulebook.drawing import shuffle
from analyzer.rulebook.objects import Player
from analyzer.rulebook.scenario.act import Act
from analyzer.rulebook.scenario.names import choose_called
from analyzer.rulebook.scenario.naming import Naming
from analyzer.rulebook.stack import counter_item
from analyzer.tomlfile import nearest

SCRIPTS = ("counter", "remove", "protect", "give", "tap", "untap", "shuffle", "block", "lose")


class Scripts(Naming):
    """Does the acts that begin with `script`."""

    def _script(self, act: Act, player: Player) -> None:
        if not act.words or act.words[0].lower() not in SCRIPTS:
            near = nearest(act.words[0], list(SCRIPTS)) if act.words else ""
            raise act.wrong(f"'{act.text}' names no known script{near}")
        word, rest = act.words[0].lower(), act.words[1:]
        self.game.remark(None, "script", detail=act.rest)
        getattr(self, f"_script_{word}")(act, rest)

    def _script_counter(self, act: Act, rest: list[str]) -> None:
        name, _ = self._name(act, rest, [self.game.stack])
        items = choose_called(name, self.game.stack)
        spells = [item for item in items if item.what == "spell"]
        counter_item(self.game, (spells or items)[-1])

    def _script_remove(self, act: Act, rest: list[str]) -> None:
        for permanent in self._many(act, rest, [self.game.battlefield]):
            zones.leave(self.game, permanent, "graveyard", codes.SCRIPTED)

    def _script_protect(self, act: Act, rest: list[str]) -> None:
        if "from" not in rest:
            raise act.wrong(f"'{act.text}': write script protect NAME from COLOUR")
        at = rest.index("from")
        for permanent in self._many(act, rest[:at], [self.game.battlefield]):
            permanent.lasting.add(f"protection from {rest[at + 1].lower()}")

    def _script_give(self, act: Act, rest: list[str]) -> None:
        if "to" not in rest:
            raise act.wrong(f"'{act.text}': write script give NAME to SEAT")
        at = rest.index("to")
        for permanent in self._many(act, rest[:at], [self.game.battlefield]):
            zones.change_control(self.game, permanent, self._player(act, rest[at + 1]))

    def _script_tap(self, act: Act, rest: list[str]) -> None:
        for permanent in self._many(act, rest, [self.game.battlefield]):
            zones.set_tapped(self.game, permanent, True)

    def _script_untap(self, act: Act, rest: list[str]) -> None:
        for permanent in self._many(act, rest, [self.game.battlefield]):
            zones.set_tapped(self.game, permanent, False)

    def _script_shuffle(self, act: Act, rest: list[str]) -> None:
        shuffle(self.game, self._player(act, rest[0] if rest else "me"))

    def _script_block(self, act: Act, rest: list[str]) -> None:
        """`script block ATTACKER with BLOCKER` (CMB-2)."""
        if "with" not in rest:
            raise act.wrong(f"'{act.text}': write script block ATTACKER with BLOCKER")
        at = rest.index("with")
        attacker = self._many(act, rest[:at], [self.game.battlefield])[0]
        for blocker in self._many(act, rest[at + 1 :], [self.game.battlefield]):
            combat.declare_block(self.game, blocker, attacker)

    def _script_lose(self, act: Act, rest: list[str]) -> None:
        """`script lose 3 SEAT`: life lost without damage."""
        number = int(rest[0]) if rest and rest[0].isdigit() else 1
        zones.change_life(self.game, self._player(act, rest[-1] if len(rest) > 1 else "me"), -number)
