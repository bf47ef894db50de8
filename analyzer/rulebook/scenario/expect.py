"""Comparing the game with what a scenario expects: every difference is one line."""

from __future__ import annotations

from collections import Counter
from typing import Any

from analyzer.cards.names import fold
from analyzer.contract import moments
from analyzer.errors import InputError
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Permanent, Player
from analyzer.rulebook.roles import roles_on
from analyzer.rulebook.scenario.board import _parts
from analyzer.rulebook.scenario.counts import count_of, event_matches
from analyzer.rulebook.scenario.names import Names, called, choose_called, short_forms, split_names
from analyzer.rulebook.scenario.reader import SEATS
from analyzer.tomlfile import nearest

ZONES = ("library", "hand", "graveyard", "exile", "command")
NOT_LOST = ("", "no", "none", "not", "nothing")


class Expectation:
    """Compares one [expect] table with a game."""

    def __init__(self, names: Names, game: Game) -> None:
        self.names, self.game = names, game
        self.differences: list[str] = []
        self.checked = 0
        self.key = ""  # the key that is being compared

    def check(self, table: dict[str, Any], player: Player | None = None) -> list[str]:
        """All differences, each `key: expected .., found ..`."""
        owner = player or self.game.players[0]
        prefix = f"{owner.seat}." if player else ""
        for key, value in table.items():
            self.key = key
            if key in SEATS:
                found = self.game.seat(key)
                if found is None:
                    raise InputError(f"expect: {key} does not play in this game")
                self.check(value, found)
            elif key in ZONES:
                self._zone(prefix, owner, key, value)
            else:
                getattr(self, f"_{key}")(prefix, owner, value)
        return self.differences

    def same(self, key: str, expected: Any, found: Any, shown: str | None = None) -> None:
        self.checked += 1
        if expected != found:
            text = shown if shown is not None else found
            self.differences.append(f"{key}: expected {_show(expected)}, found {_show(text)}")

    # --- zones

    def _zone(self, prefix: str, player: Player, key: str, value: Any) -> None:
        cards = player.library.cards() if key == "library" else getattr(player, key)
        found = [card.name for card in cards]
        expected = self._listed(value, [*found, *(card.facts.name for card in cards)])
        expected = [_as_in(name, found) for name in expected]
        if key != "library":
            self._multiset(f"{prefix}{key}", expected, found)
        elif player.library.order.shows(player.library):
            self.same(f"{prefix}{key}", expected, found)
        else:
            self._half_known(prefix, player, expected)

    def _half_known(self, prefix: str, player: Player, expected: list[str]) -> None:
        """After a shuffle whose order nobody forced: known places exactly, the unseen middle as a set."""
        library = player.library
        top = [card.name for card in library.top]
        bottom = [card.name for group in library.bottom for card in group]
        middle = [card.name for card in library.middle]
        self.same(f"{prefix}library, known top", expected[: len(top)], top)
        self.same(f"{prefix}library, known bottom", expected[len(expected) - len(bottom) :], bottom)
        self._multiset(f"{prefix}library, unseen", expected[len(top) : len(expected) - len(bottom)], middle)

    def _listed(self, value: Any, known: list[str]) -> list[str]:
        forms = {form for name in known for form in short_forms(name)}
        texts = value if isinstance(value, list) else [value]
        found: list[str] = []
        for text in texts:
            found.extend(split_names(str(text), lambda part: self.names.knows(part) or part.lower() in forms))
        return found

    def _multiset(self, key: str, expected: list[str], found: list[str]) -> None:
        self.checked += 1
        if Counter(map(fold, expected)) != Counter(map(fold, found)):
            self.differences.append(f"{key}: expected {_show(expected)}, found {_show(found)}")

    def _battlefield(self, prefix: str, player: Player, value: Any) -> None:
        mine = self.game.controlled(player)
        found = [permanent.name for permanent in mine]
        phrases = value if isinstance(value, list) else None
        if phrases is None:
            expected = [_as_in(name, found) for name in self._listed(value, found)]
            self._multiset(f"{prefix}battlefield", expected, found)
            return
        expected = []
        for phrase in phrases:
            number, name, states, _ = _parts(str(phrase).split(" on ")[0] if " on " in str(phrase) else str(phrase))
            names = [_as_in(each, found) for each in self._listed(name, found)]
            expected.extend(names * number)
            for each in names if states else []:
                self._tapped_number(prefix, mine, each, number, "tapped" in states)
        self._multiset(f"{prefix}battlefield", expected, found)

    def _stack(self, prefix: str, player: Player, value: Any) -> None:
        found = [item.name for item in reversed(self.game.stack)]
        expected = [_as_in(name, found) for name in self._listed(value, found)]
        self.same("stack", expected, found)

    # --- permanents

    def _tapped(self, prefix: str, player: Player, value: Any, tapped: bool = True) -> None:
        listed = value if isinstance(value, list) else [value]
        word = "tapped" if tapped else "untapped"
        if not listed:
            found = [one.name for one in self.game.controlled(player) if one.tapped == tapped]
            self.same(f"{prefix}{word}", [], found)
        names: Counter[str] = Counter()
        exact: dict[str, int] = {}
        pool = self.game.battlefield
        for text in listed:
            number, name, _, _ = _parts(str(text))
            for each in self._listed(name, [one.name for one in pool]):
                names[each] += number
                if str(text)[:1].isdigit():
                    exact[each] = names[each]
        for name, number in names.items():
            self._tapped_number(prefix, pool, name, exact.get(name, number), tapped, name in exact)

    def _tapped_number(
        self, prefix: str, pool: list[Permanent], name: str, number: int, tapped: bool, exactly: bool = True
    ) -> None:
        matching = choose_called(name, pool)
        count = sum(one.tapped == tapped for one in matching)
        word = "tapped" if tapped else "untapped"
        self.checked += 1
        if count < number or (exactly and count != number):
            self.differences.append(
                f"{prefix}{word}: expected {number} {name} {word}, found {count} of {len(matching)}"
            )

    def _untapped(self, prefix: str, player: Player, value: Any) -> None:
        self._tapped(prefix, player, value, tapped=False)

    def _permanent(self, name: str) -> Permanent | None:
        matching = choose_called(name, self.game.battlefield)
        return matching[0] if matching else None

    def _power(self, prefix: str, player: Player, value: Any) -> None:
        for name, expected in value.items():
            permanent = self._permanent(name)
            found = "not there" if permanent is None else "/".join(map(str, now.size(self.game, permanent)))
            self.same(f"power.{name}", str(expected), found if "/" in str(expected) else found.split("/")[0])

    def _counters(self, prefix: str, player: Player, value: Any) -> None:
        for name, table in value.items():
            permanent = self._permanent(name)
            for kind, number in table.items() if isinstance(table, dict) else [("", table)]:
                held = 0
                if permanent is not None:
                    held = permanent.counters[kind] if kind else sum(permanent.counters.values())
                self.same(f"counters.{name} {kind}".strip(), number, held)

    def _legendary(self, prefix: str, player: Player, value: Any) -> None:
        found = [one.name for one in self.game.battlefield if "legendary" in now.types(self.game, one)]
        self._multiset("legendary", [_as_in(name, found) for name in self._listed(value, found)], found)

    def _role(self, prefix: str, player: Player, value: Any) -> None:
        for name, expected in value.items():
            permanent = self._permanent(name)
            roles = roles_on(self.game, permanent) if permanent else []
            if isinstance(expected, int):
                self.same(f"role.{name}", expected, len(roles))
            else:
                self._multiset(
                    f"role.{name}", self._listed(expected, [one.name for one in roles]), [one.name for one in roles]
                )

    # --- players

    def _life(self, prefix: str, player: Player, value: Any) -> None:
        self.same(f"{prefix}life", value, player.life)

    def _mana(self, prefix: str, player: Player, value: Any) -> None:
        found = "".join(sorted(unit.type for unit in player.pool))
        expected = str(value).replace("{", "").replace("}", "").replace(" ", "").upper()
        self.same(f"{prefix}mana", "".join(sorted(expected)), found)

    def _lost(self, prefix: str, player: Player, value: Any) -> None:
        wanted = "" if value is False or str(value).lower() in NOT_LOST else str(value).lower()
        reasons = set(player.lost.split(" and ")) if player.lost else set()
        if value is True:
            self.same(f"{prefix}lost", True, bool(reasons))
        elif not wanted:
            self.same(f"{prefix}lost", "", player.lost)
        else:
            parts = {part.strip() for part in wanted.replace("+", " and ").replace(",", " and ").split(" and ")}
            self.checked += 1
            if not parts <= reasons:
                self.differences.append(f"{prefix}lost: expected {wanted}, found {player.lost or 'not lost'}")

    def _lost_turn(self, prefix: str, player: Player, value: Any) -> None:
        self.same(f"{prefix}lost_turn", value, player.lost_turn if player.lost else 0)

    def _ring(self, prefix: str, player: Player, value: Any) -> None:
        table = value if isinstance(value, dict) else {"temptations": value}
        found = {
            "temptations": player.temptations,
            "abilities": player.ring_abilities,
            "bearer": player.bearer.name if player.bearer else "",
            "emblem": int(player.temptations > 0),
        }
        for key, expected in table.items():
            if key not in found:
                raise InputError(f"expect: ring has no '{key}'{nearest(key, list(found))}")
            if key == "bearer":
                wanted = "" if str(expected).lower() in ("", "none", "nobody", "false") else str(expected)
                shown = player.bearer.name if player.bearer else ""
                self.checked += 1
                if (wanted == "") != (shown == "") or (wanted and not called(wanted, shown)):
                    self.differences.append(
                        f"{prefix}ring.bearer: expected {wanted or 'none'}, found {shown or 'none'}"
                    )
            else:
                self.same(f"{prefix}ring.{key}", expected, found[key])

    def _bearer(self, prefix: str, player: Player, value: Any) -> None:
        self._ring(prefix, player, {"bearer": value})

    def _turn(self, prefix: str, player: Player, value: Any) -> None:
        self.same("turn", value, self.game.turn)

    def _step(self, prefix: str, player: Player, value: Any) -> None:
        self.same("step", value, moments.MOMENTS[self.game.step])

    def _notes(self, prefix: str, player: Player, value: Any) -> None:
        """Texts that the report must contain (CLD-4, FRM-7)."""
        said = " | ".join(self.game.notes)
        for text in value if isinstance(value, list) else [value]:
            self.checked += 1
            if str(text).lower() not in said.lower():
                self.differences.append(f"notes: expected one that says '{text}', found {said or 'none'}")

    # --- events

    def _count(self, prefix: str, player: Player, value: Any) -> None:
        for key, expected in value.items():
            self.same(f"count.{key}", expected, count_of(self.game, player, key))

    def _order(self, prefix: str, player: Player, value: Any) -> None:
        """A subsequence of the events."""
        log = self.game.log or []
        place = 0
        self.checked += 1
        for number, pattern in enumerate(value):
            found = next((at for at in range(place, len(log)) if event_matches(log[at], str(pattern))), None)
            if found is None:
                after = f" after '{value[number - 1]}'" if number else ""
                earlier = any(event_matches(event, str(pattern)) for event in log[:place])
                why = "it happens only earlier" if earlier else "it never happens"
                self.differences.append(f"order: expected '{pattern}'{after}, but {why}")
                return
            place = found + 1


def _as_in(name: str, found: list[str]) -> str:
    """The full name among those found that a short name means."""
    exact = [one for one in found if fold(one) == fold(name)]
    matching = exact or [one for one in found if called(name, one)]
    return matching[0] if matching else name


def _show(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) if value else "nothing"
    return "nothing" if value == "" else str(value)
