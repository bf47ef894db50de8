"""Decisions of a scenario: the `decide` texts in order, else the strategy of the file, else an error with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from analyzer.contract import reasons
from analyzer.errors import InputError
from analyzer.rulebook.decisions import Decisions, PlainDecisions
from analyzer.rulebook.game import Game, Waiting
from analyzer.rulebook.objects import Card, Player
from analyzer.rulebook.scenario.names import called, choose_called, longest_name, short_forms
from analyzer.rulebook.scenario.reader import SEATS, Scenario
from analyzer.tomlfile import nearest

WORDS = ("scry", "surveil", "bottom", "discard", "bearer", "may", "choose", "order")
# which words of `decide` answer a pick for which reason; `choose` answers any
PICK_WORDS = {
    reasons.DISCARD: "discard", reasons.LOOT: "discard", reasons.CLEANUP: "discard", reasons.BEARER: "bearer",
    reasons.PUTBACK: "bottom",
}  # fmt: skip


@dataclass
class Decision:
    """One text of `decide`, its seat, word and the rest, and where it stands."""

    seat: str
    word: str
    rest: str
    text: str
    where: str
    act: int = 0


@dataclass
class ScriptedDecisions:
    """Takes decisions from the file in order (for each seat); `strategy` answers what no text answers."""

    scenario: Scenario
    strategy: Decisions | None = None
    queue: list[Decision] = field(default_factory=list)
    doing: str = ""
    used: list[str] = field(default_factory=list)

    def load(self, number: int, texts: Any) -> None:
        """Append the decisions of one [[do]]."""
        listed = [texts] if isinstance(texts, str) else texts
        for place, text in enumerate(listed or []):
            self.queue.append(self._read(str(text), number, place))

    def _read(self, text: str, number: int, place: int) -> Decision:
        where = self.scenario.where("do", number, "decide")
        words = text.split()
        seat = words.pop(0).lower() if words and words[0].lower() in SEATS else "me"
        if not words or words[0].lower() not in WORDS:
            near = nearest(words[0], list(WORDS)) if words else ""
            raise InputError(f"{where}: decision {place + 1} '{text}' begins with no known word{near}")
        return Decision(seat, words[0].lower(), " ".join(words[1:]), text, where, number)

    def forget(self, number: int) -> None:
        """A refused act asks for nothing: its decisions go with it."""
        self.queue = [one for one in self.queue if one.act != number]

    def check_empty(self, number: int) -> None:
        """A decision that nothing asked for is an error."""
        if self.queue:
            left = self.queue[0]
            raise InputError(
                f"{left.where}: the decision '{left.text}' is left over: nothing asked for it ({self.doing})"
            )

    # --- taking

    def next_for(self, player: Player) -> Decision | None:
        return next((one for one in self.queue if one.seat == player.seat), None)

    def take(self, player: Player, *words: str) -> Decision | None:
        """The next decision of this seat if it begins with one of these words."""
        found = self.next_for(player)
        if found is None or found.word not in words:
            return None
        self.queue.remove(found)
        return found

    def missing(self, player: Player, wanted: str) -> InputError:
        found = self.next_for(player)
        where = found.where if found else self.scenario.where("do", self.number, "act")
        seat = "" if player.seat == "me" else f"{player.seat} "
        instead = f", but the next decision is '{found.text}'" if found else ""
        return InputError(f"{where}: a decision is missing for '{self.doing}': expected '{seat}{wanted}'{instead}")

    number: int = 0

    # --- answers

    def look(self, game: Game, player: Player, reason: int, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        away = {reasons.SURVEIL: "graveyard"}.get(reason, "bottom")
        words = {reasons.SURVEIL: ("surveil",), reasons.LOOK: ("scry", "bottom")}.get(reason, ("scry",))
        found = self.take(player, *words)
        if found is None:
            if not cards:
                return [], []
            if self.strategy is not None:
                return self.strategy.look(game, player, reason, cards)
            looked = " ".join(card.name for card in cards)
            raise self.missing(player, f"{words[0]} top .. {away} ..' for the cards {looked} '".strip(" '"))
        if found.word == "bottom":
            gone = self._cards(found, found.rest, cards)
            return [card for card in cards if card not in gone], gone
        return self._placed(found, cards, away)

    def _placed(self, found: Decision, cards: list[Card], away: str) -> tuple[list[Card], list[Card]]:
        """Cards named for the top and for elsewhere; if only one list is given, the others go the other way as seen."""
        parts: dict[str, list[str]] = {}
        current = ""
        for word in found.rest.split():
            if word.lower() in ("top", away):
                current = word.lower()
                parts[current] = []
            elif not current:
                raise InputError(f"{found.where}: '{found.text}': write top or {away} before the cards")
            else:
                parts[current].append(word)
        top = self._cards(found, " ".join(parts["top"]), cards) if "top" in parts else None
        left = [card for card in cards if top is None or card not in top]
        gone = self._cards(found, " ".join(parts[away]), left) if away in parts else None
        if top is None:
            gone = gone or []
            top = [card for card in cards if card not in gone]
        elif gone is None:
            gone = left
        unnamed = [card.name for card in cards if card not in top and card not in gone]
        if unnamed:
            raise InputError(f"{found.where}: '{found.text}' does not say where {', '.join(unnamed)} goes")
        return top, gone

    def _cards(self, found: Decision, text: str, options: list[Any]) -> list[Any]:
        """The options that a text names, each at most once."""
        left = list(options)
        chosen = []
        for name in self._split(found, text, left):
            match = choose_called(name, left)
            if not match:
                offered = ", ".join(one.name for one in options) or "nothing (no card was offered)"
                raise InputError(f"{found.where}: '{found.text}': {name} is not among {offered}")
            chosen.append(match[0])
            left.remove(match[0])
        return chosen

    def _split(self, found: Decision, text: str, options: list[Any]) -> list[str]:
        forms = {form for one in options for form in short_forms(one.name)}
        words = [word for word in text.replace(",", " ").split() if word.lower() != "and"]
        names, place = [], 0
        while place < len(words):
            name, used = longest_name(
                words[place:], lambda part: part.lower() in forms or any(called(part, one.name) for one in options)
            )
            if not used:
                name, used = words[place], 1
            names.append(name)
            place += used
        return names

    def arrange(self, game: Game, player: Player, cards: list[Card]) -> list[Card]:
        found = self.take(player, "order", "choose", "scry")
        if found is None:
            if len(cards) < 2:
                return list(cards)
            if self.strategy is not None:
                return self.strategy.arrange(game, player, cards)
            raise self.missing(player, f"order {' '.join(card.name for card in cards)}")
        rest = found.rest.removeprefix("top ") if found.word == "scry" else found.rest
        chosen = self._cards(found, rest, cards)
        return [*chosen, *(card for card in cards if card not in chosen)]

    def pick(
        self, game: Game, player: Player, reason: int, options: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        word = PICK_WORDS.get(reason, "choose")
        found = self.take(player, word, "choose")
        if found is not None:
            none = found.rest.lower() in ("none", "nothing")
            chosen = [] if none else self._cards(found, found.rest, options)
            while len(chosen) < at_least and (more := self.take(player, found.word)) is not None:
                chosen += self._cards(more, more.rest, [one for one in options if one not in chosen])
            if not at_least <= len(chosen) <= at_most:
                number = str(at_least) if at_least == at_most else f"{at_least} to {at_most}"
                raise InputError(f"{found.where}: '{found.text}': {number} of them are chosen here, not {len(chosen)}")
            return chosen
        ordered = reason == reasons.PUTBACK and at_least > 1
        if len(options) == at_least and (not ordered or len({one.name for one in options}) == 1):
            return list(options)
        if at_least == at_most and len({self._alike(one) for one in options}) == 1:
            return options[:at_least]
        if self.strategy is not None:
            return self.strategy.pick(game, player, reason, options, at_least, at_most)
        raise self.missing(player, f"{word} {' / '.join(dict.fromkeys(one.name for one in options))}")

    def keep(self, game: Game, player: Player) -> bool:
        return True if self.strategy is None else self.strategy.keep(game, player)

    def bottom(self, game: Game, player: Player, number: int) -> list[Card]:
        found = self.next_for(player)
        if (found is None or found.word not in ("bottom", "choose")) and self.strategy is not None:
            return self.strategy.bottom(game, player, number)
        return self.pick(game, player, reasons.PUTBACK, list(player.hand), number, number)

    def _alike(self, one: Any) -> tuple[Any, ...]:
        return (one.name, type(one), getattr(one, "tapped", None), str(getattr(one, "counters", "")))

    def may(self, game: Game, player: Player, what: str) -> bool:
        found = self.take(player, "may")
        if found is not None:
            answer = found.rest.lower().strip()
            if answer not in ("yes", "no"):
                raise InputError(f"{found.where}: '{found.text}': write may yes or may no")
            return answer == "yes"
        if self.next_for(player) is not None and self.next_for(player).word not in ("may", "order"):  # type: ignore[union-attr]
            return True  # a decision about what may be done follows: it is done
        if self.strategy is not None:
            return self.strategy.may(game, player, what)
        raise self.missing(player, f"may yes' or 'may no ({what})")

    def order(self, game: Game, player: Player, waiting: list[Waiting]) -> list[Waiting]:
        """Triggers named in the order in which they resolve: by source, or by what they do (`scry`, `draw`, `loot`)."""
        found = self.take(player, "order")
        if found is None:
            return (self.strategy or PlainDecisions()).order(game, player, waiting)
        left = list(waiting)
        chosen: list[Waiting] = []
        words = found.rest.replace(",", " ").split()
        while words and left:
            name, used = longest_name(words, lambda part: any(_means(part, one) for one in left))
            if not used:
                raise InputError(
                    f"{found.where}: '{found.text}': '{words[0]}' is none of {', '.join(one.name for one in left)}"
                )
            match = next(one for one in left if _means(name, one))
            chosen.append(match)
            left.remove(match)
            words = words[used:]
        return [*chosen, *left]

    def option(self, game: Game, player: Player, what: str, options: list[str]) -> int:
        found = self.take(player, "choose")
        if found is None:
            if self.strategy is not None:
                return self.strategy.option(game, player, what, options)
            raise self.missing(player, f"choose {' / '.join(options)}' for '{what}")
        wanted = found.rest.strip().lower().strip("{}")
        colours = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g", "colorless": "c"}
        wanted = colours.get(wanted, wanted)
        if wanted.isdigit() and 1 <= int(wanted) <= len(options):
            return int(wanted) - 1
        for place, option in enumerate(options):
            if option.lower() == wanted:
                return place
        for place, option in enumerate(options):
            if wanted in option.lower():
                return place
        raise InputError(f"{found.where}: '{found.text}': choose one of {', '.join(options)} ({what})")

    def targets(
        self, game: Game, player: Player, name: str, candidates: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        found = self.take(player, "choose")
        if found is None:
            if self.strategy is not None:
                return self.strategy.targets(game, player, name, candidates, at_least, at_most)
            others = [one for one in candidates if isinstance(one, Player) and one is not player]
            if len(others) == 1 and all(isinstance(one, Player) for one in candidates):
                return others  # what may point at a player points at the only opponent
            offered = " / ".join(dict.fromkeys(_label(one) for one in candidates))
            raise self.missing(player, f"choose {offered}' as the target of '{name}")
        if found.rest.lower() in ("none", "nothing"):
            return []
        named = [_Named(one) for one in candidates]
        return [one.thing for one in self._cards(found, found.rest, named)]


class _Named:
    """A candidate with a name, whatever it is."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing
        self.name = _label(thing)


def _label(thing: Any) -> str:
    return thing.seat if isinstance(thing, Player) else thing.name


def _means(text: str, waiting: Waiting) -> bool:
    """Does the text name the source of a trigger, or what it does?"""
    from analyzer.cards.abilities import format_program

    program = format_program(waiting.program)
    word = text.lower()
    if called(text, waiting.name):
        return True
    return (word == "loot" and "discard" in program) or (word.isalpha() and program.startswith(word))
