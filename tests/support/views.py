"""Situations for tests of rules of play: a real deck, cards put where the test wants them, as a plain view."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from analyzer.contract.moments import MAIN1
from analyzer.pack_mana import source_of
from analyzer.plan.model import Plan
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile
from analyzer.ruleview import Game, PlanFacts

TEMPLES = """4 Temple of Epiphany\n10 Island\n6 Plains\n4 Mountain\n4 Opt\n4 Preordain\n4 Thraben Inspector
4 Knight of the White Orchid\n4 Divination\n4 Air Elemental\n4 Serra Angel\n4 Cloudkin Seer\n4 Phantom Monster"""


@cache
def plan_of(deck: str, *goals: str, **table: Any) -> Plan:
    """A resolved plan of this decklist or counts text; `table` keys are those of formats F4."""
    where = "counts" if deck[0].isdigit() and "," in deck and "\n" not in deck else "text"
    written = {"deck": {where: deck}, "run": {"goals": list(goals)}, "table": table, "strategy": {"scry": "curve"}}
    return resolve(PlanFile.model_validate(written), Path.cwd()).plan


class Table(PlanFacts):
    """A source whose cards lie where a test puts them; every number not given is 0."""

    def __init__(self, plan: Plan, hand: str = "", play: str = "", look: str = "", **fields: Any) -> None:
        units = {kind.index: source_of(kind.card, plan)[0] for kind in plan.kinds if kind.card.is_permanent}
        super().__init__(plan, {kind: source.units for kind, source in units.items() if source})
        self.hand, self.play = self._cards(hand), self._cards(play)
        self.look = self._cards(look)
        self.fields = {"turn": 1, "step": MAIN1, "mulligans": 0, "life": 20, "opponent_life": 20, **fields}

    def _cards(self, text: str) -> list[int]:
        """Kinds of `2 Island, Opt`."""
        found = []
        for item in filter(None, (part.strip() for part in text.split(","))):
            number, _, name = item.partition(" ") if item[0].isdigit() else ("1", "", item)
            found += [kind.index for kind in self.plan.kinds if kind.card.full_name == name] * int(number)
            assert name in {kind.card.full_name for kind in self.plan.kinds}, name
        return found

    def kind(self, name: str) -> int:
        """The number of the card of this name."""
        return self._cards(name)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("fields", "plan"):
            raise AttributeError(name)
        if name == "lands_had":
            return self.fields.get(name, self.lands_in_hand + self.lands_in_play)
        return self.fields.get(name, 0)

    def in_hand(self, card: int) -> int:
        return self.hand.count(card)

    def in_play(self, card: int) -> int:
        return self.play.count(card)

    def in_graveyard(self, card: int) -> int:
        return 0

    def had(self, card: int) -> int:
        return self.hand.count(card) + self.play.count(card)

    def unseen_of(self, card: int) -> int:
        return self.plan.slots.count(card) - self.hand.count(card) - self.play.count(card)

    def top_of(self, card: int) -> int:
        return 0

    def castable_now(self, card: int) -> bool:
        return self._pay(card, [land for land in self.play if self.is_land(land)])

    def castable_next(self, card: int) -> bool:
        lands = [land for land in self.play if self.is_land(land)]
        more = [[land] for land in set(self.hand) if self.is_land(land)]
        return any(self._pay(card, lands + one) for one in [[], *more])

    def enters_tapped(self, card: int) -> bool:
        return self.plan.kinds[card].card.tapped == "yes"

    def coin(self) -> int:
        return 1

    @property
    def game(self) -> Game:
        """The view."""
        return Game(self)


def kept_of_look(rule: Any, table: Table, *knobs: Any) -> list[str]:
    """Names of the cards of the present look that a scry rule keeps, asked card by card as an engine does."""
    kept = []
    table.ranks = []
    for card in table.look:
        rank = float(rule(table.game, card, *knobs))
        table.ranks = [*table.ranks, rank]
        if rank > 0:
            kept.append(table.plan.kinds[card].card.full_name)
    return kept


def bottomed(rule: Any, table: Table, number: int, *knobs: Any) -> list[str]:
    """Names of the cards that a bottom rule puts back, one after the other."""
    gone = []
    for _ in range(number):
        kinds = sorted(set(table.hand))
        card = max(kinds, key=lambda kind: (float(rule(table.game, kind, *knobs)), -kind))
        table.hand.remove(card)
        gone.append(table.plan.kinds[card].card.full_name)
    return gone
