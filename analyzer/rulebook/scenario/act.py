"""One act of a scenario: its seat, its verb, its words; and whether it answers what waits on the stack."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Permanent
from analyzer.rulebook.scenario.names import choose_called, short_forms
from analyzer.rulebook.scenario.reader import SEATS, Scenario
from analyzer.tomlfile import nearest

VERBS = (
    "mulligan", "keep", "advance", "play", "put", "attack", "cast", "activate", "cycle", "free", "resolve", "pass",
    "script",
)  # fmt: skip


class Act:
    """One act: its seat, verb and the words after it."""

    def __init__(self, scenario: Scenario, number: int, text: str) -> None:
        self.scenario, self.number, self.text = scenario, number, text.strip()
        words = self.text.split()
        self.seat = words.pop(0).lower() if words and words[0].lower() in SEATS else "me"
        if not words or words[0].lower() not in (*VERBS, "try"):
            near = nearest(words[0], list(VERBS)) if words else ""
            raise self.wrong(f"'{text}' begins with no known act{near}")
        self.tries = words[0].lower() == "try"
        if self.tries:
            words.pop(0)
        if not words or words[0].lower() not in VERBS:
            raise self.wrong(f"'{text}': write an act after try")
        self.verb = words[0].lower()
        self.words = words[1:]

    def wrong(self, text: str) -> InputError:
        return self.scenario.wrong(text, "do", self.number, "act")

    @property
    def rest(self) -> str:
        return " ".join(self.words)


def answers(later: list[Act], game: Game) -> bool:
    """Do the next acts want what is on the stack (or the attack) to wait for them?

    `resolve` and `pass` do, and scripts before one of them; a script that counters something on the stack, or touches
    a target of it; a spell or ability aimed at something on the stack; anything scripted or free during an attack.
    """
    if not later:
        return False
    act = later[0]
    if act.verb in ("resolve", "pass"):
        return True
    if act.verb == "script":
        return _script_answers(act, later, game)
    if act.verb in ("cast", "activate", "cycle") and game.stack:
        targeted = {form for item in game.stack for form in short_forms(item.name)}
        _, _, tail = act.rest.partition(" on ")
        return any(f"{tail.strip().lower()} ".startswith(f"{form} ") for form in targeted)
    return act.verb == "free" and bool(game.attackers)


def _script_answers(act: Act, later: list[Act], game: Game) -> bool:
    following = next((one for one in later if one.verb != "script"), None)
    if game.attackers or (following is not None and following.verb in ("resolve", "pass")):
        return True
    word, _, rest = act.rest.partition(" ")
    if word == "counter":
        return True
    targets = [one for item in game.stack for group in item.targets for one in group.objects]
    named = rest.partition(" from ")[0].partition(" to ")[0].strip()
    return any(choose_called(named, [one]) for one in targets if isinstance(one, Permanent))
