"""Payments that float until something is learnt (formats F12, SEMANTICS 7), decided by true matching.

A unit is one mana that a source can still give this turn; a pip is one mana that a cast owes. A unit that arrived
after a cast cannot pay for it. Which unit pays which pip is decided by `settle` only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from analyzer.plan.model import GENERIC
from analyzer.rulebook.objects import Permanent
from analyzer.rulebook.plans.sources import ManaSource

FLOATING, ORDINARY, ONE_SHOT = range(3)


@dataclass(eq=False, slots=True)
class ManaUnit:
    """One mana that can still be used: its types (bits), when it arrived, whose it is (None: ritual mana)."""

    types: int
    epoch: int
    rank: int
    source: Permanent | None
    number: int  # within its source, or of ritual mana this turn
    once: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """Lowest source first; ritual mana before all."""
        return (-1 if self.source is None else self.source.number, self.number)


class Pip(NamedTuple):
    """One mana owed: the types that pay it, and the latest arrival that may."""

    types: int
    epoch: int

    def takes(self, unit: ManaUnit) -> bool:
        return unit.epoch <= self.epoch and bool(self.types & unit.types or self.types == GENERIC)


Mana = tuple[int, int]  # types and arrival of a unit: what alone decides whether pips are payable


def all_paid(pips: Iterable[Pip], units: Iterable[Mana]) -> bool:
    """Is there a unit of its own for every pip?"""
    return matched(tuple(sorted(pips)), tuple(sorted(units)))


@lru_cache(maxsize=1 << 16)
def matched(pips: tuple[Pip, ...], units: tuple[Mana, ...]) -> bool:
    """The same for sorted pips and units; found by augmenting paths, once for each such sum of pips and units."""
    if len(pips) > len(units):
        return False
    latest = max((epoch for _, epoch in units), default=0)
    # generic pips that may take any unit need only enough units
    wanted = [pip for pip in pips if pip.types != GENERIC or pip.epoch < latest]
    taken: list[Pip | None] = [None] * len(units)

    def place(pip: Pip, tried: set[int]) -> bool:
        for at, (types, epoch) in enumerate(units):
            if at not in tried and epoch <= pip.epoch and (pip.types & types or pip.types == GENERIC):
                tried.add(at)
                holder = taken[at]
                if holder is None or place(holder, tried):
                    taken[at] = pip
                    return True
        return False

    return all(place(pip, set()) for pip in wanted)


class Payments:
    """Mana of the present turn. `settled` is told each unit that is really used, with the type taken from it."""

    def __init__(self, asked: int, settled: Callable[[ManaUnit, int, str], None]) -> None:
        self.asked, self.settled = asked, settled
        self.begin_turn(())

    def begin_turn(self, sources: Iterable[tuple[Permanent, ManaSource, int]]) -> None:
        """All untapped, able sources: (permanent, what it gives, types that lands in play make)."""
        self.units: list[ManaUnit] = []
        self.open: list[Pip] = []
        self.owners: list[str] = []  # of each open pip: what it pays for
        self.epoch = self.serial = 0
        self.answers: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}  # since the last change
        for permanent, source, board in sources:
            self._add(permanent, source, board)
        self.total = len(self.units)

    @property
    def left(self) -> int:
        """Mana that no payment needs."""
        return len(self.units) - len(self.open)

    def _add(self, permanent: Permanent, source: ManaSource, board: int) -> None:
        rank = ONE_SHOT if source.one_shot else ORDINARY
        for number, unit in enumerate(source.units):
            if unit or board:
                self.units.append(ManaUnit(unit or board, self.epoch, rank, permanent, number, source.one_shot))

    # -- asking and paying
    def payable_without(self, pips: Sequence[int], source: Permanent) -> bool:
        """Could these pips be paid on top of all open payments if this source is itself tapped or sacrificed for them?"""
        units = [(unit.types, unit.epoch) for unit in self.units if unit.source is not source or unit.rank == FLOATING]
        return all_paid([*self.open, *(Pip(pip, self.epoch) for pip in pips)], units)

    def payable(self, pips: Sequence[int], more: Sequence[int] = ()) -> bool:
        """Could these pips be paid on top of all open payments, with units of the types `more` arriving first?"""
        if len(pips) > len(self.units) - len(self.open) + len(more):
            return False
        key = tuple(pips), tuple(more)
        answer = self.answers.get(key)
        if answer is None:
            epoch = self.epoch + bool(more)
            units = [(unit.types, unit.epoch) for unit in self.units] + [(types, epoch) for types in more]
            answer = self.answers[key] = all_paid([*self.open, *(Pip(pip, epoch) for pip in pips)], units)
        return answer

    def pay(self, pips: Sequence[int], owner: str = "") -> None:
        """Owe these pips, which `payable` allowed, for `owner`."""
        self.owners += [owner] * len(pips)
        self.open += [Pip(pip, self.epoch) for pip in pips]
        self.answers = {}

    # -- arriving and leaving
    def _before_arrival(self) -> None:
        """At most two epochs are ever open."""
        if len({pip.epoch for pip in self.open}) > 1:
            self.settle()
        self.epoch += 1
        self.answers = {}

    def arrive(self, permanent: Permanent, source: ManaSource, board: int) -> None:
        """A source that can be tapped has come."""
        self._before_arrival()
        before = len(self.units)
        self._add(permanent, source, board)
        self.total += len(self.units) - before

    def add_floating(self, types: int, number: int) -> None:
        """Mana of a spell or ability, each of one of these types; it is gone when the phase ends."""
        self._before_arrival()
        for _ in range(number):
            self.units.append(ManaUnit(types, self.epoch, FLOATING, None, self.serial, True))
            self.serial += 1
        self.total += number

    def set_apart(self, source: Permanent) -> None:
        """The units of a source will not be used; what is open stays open, which `payable_without` has allowed."""
        self.units = [unit for unit in self.units if unit.source is not source or unit.rank == FLOATING]
        self.answers = {}

    def leave(self, permanent: Permanent) -> None:
        """A source leaves or is tapped for something else: what it could still give is gone."""
        self.settle()
        self.units = [unit for unit in self.units if unit.source is not permanent or unit.rank == FLOATING]
        self.answers = {}

    def board_changed(self, sources: Iterable[tuple[Permanent, ManaSource, int]]) -> None:
        """Lands make other types now: everything that is not floating is counted anew."""
        self.settle()
        before = len(self.units)
        self.units = [unit for unit in self.units if unit.rank == FLOATING]
        for permanent, source, board in sources:
            self._add(permanent, source, board)
        self.total += len(self.units) - before
        self.answers = {}

    # -- settling
    def end_phase(self) -> None:
        """MAN-1: what is owed is settled, then floating mana is gone."""
        self.settle()
        self.units = [unit for unit in self.units if unit.rank != FLOATING]
        self.answers = {}

    def settle(self) -> None:
        """Use up units: coloured pips before generic, fewest types first, then in order of casting."""
        if not self.open:
            return
        owed = sorted(
            zip(self.open, self.owners, strict=True),
            key=lambda one: (one[0].types == GENERIC, one[0].types.bit_count()),
        )
        waiting = [pip for pip, _ in owed]
        for pip, owner in owed:
            waiting.pop(0)
            unit = next(unit for unit in self._in_order(pip) if all_paid(waiting, self._without(unit)))
            self._use(unit, pip, owner)
        self.open, self.owners, self.answers = [], [], {}

    def _without(self, unit: ManaUnit) -> list[Mana]:
        return [(other.types, other.epoch) for other in self.units if other is not unit]

    def _in_order(self, pip: Pip) -> list[ManaUnit]:
        """Units that can pay a pip: floating first, fewest of the deck's types, most left alike, lowest source."""
        alike = Counter(unit.types & self.asked for unit in self.units if unit.epoch <= pip.epoch)

        def place(unit: ManaUnit) -> tuple[int, int, int, tuple[int, int]]:
            own = unit.types & self.asked
            return unit.rank, own.bit_count(), -alike[own], unit.place

        return sorted((unit for unit in self.units if pip.takes(unit)), key=place)

    def _use(self, unit: ManaUnit, pip: Pip, owner: str) -> None:
        """The unit is used up; what else its source makes with the same tap floats."""
        self.units.remove(unit)
        taken = unit.types & pip.types
        self.settled(unit, taken & -taken, owner)
        if unit.rank != FLOATING:
            for other in self.units:
                if other.source is unit.source:
                    other.rank = FLOATING
