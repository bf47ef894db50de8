"""Fetch lands as mana in the rulebook: what each may find, by kind, and what could be paid with what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.cards.fetch import Fetch
from analyzer.cards.lands import tapped_condition
from analyzer.plan.fetches import fetches_of, findable
from analyzer.plan.model import Plan
from analyzer.rulebook.filters import means_kind
from analyzer.rulebook.plans.sources import ManaSource


@dataclass(frozen=True, slots=True)
class Fetcher:
    """A kind of fetch land: its search, the kinds it may find, and the types of the mana it makes itself (0: none)."""

    kind: int
    fetch: Fetch
    finds: tuple[int, ...]
    own: int


@dataclass(frozen=True, slots=True)
class Fetching:
    """The fetch lands of a plan by kind, the types of the one mana of each land they find, and its copies."""

    lands: Mapping[int, Fetcher]
    makes: Mapping[int, int]
    copies: Mapping[int, int]

    def types(self, kind: int) -> int:
        """Every type that a fetch land of this kind could bring (0: it is none)."""
        fetcher = self.lands.get(kind)
        return self._of(fetcher.finds) | fetcher.own if fetcher else 0

    def types_now(self, kind: int, plan: Plan) -> int:
        """As `types`, in the turn in which it is played."""
        fetcher = self.lands.get(kind)
        if fetcher is None or fetcher.fetch.tapped or always_tapped(plan, kind):
            return 0
        found = self._of(tuple(other for other in fetcher.finds if not always_tapped(plan, other)))
        return found | fetcher.own if found else 0

    def _of(self, kinds: tuple[int, ...]) -> int:
        bits = 0
        for kind in kinds:
            bits |= self.makes[kind]
        return bits


def always_tapped(plan: Plan, kind: int) -> bool:
    return tapped_condition(plan.kinds[kind].card.tapped).kind == "always"


def fetching(plan: Plan, sources: Mapping[int, ManaSource]) -> Fetching:
    """The fetch lands of a plan that find something which makes one mana of fixed types."""
    lands = [kind for kind in plan.kinds if kind.card.is_land]
    makes = {kind.index: sources[kind.index].units[0] for kind in lands if len(_units(sources, kind.index)) == 1}
    makes = {kind: types for kind, types in makes.items() if types}
    found = {}
    for kind, fetch in fetches_of(plan).items():
        finds = tuple(other for other in makes if means_kind(fetch.what, plan.kinds[other].card))
        if finds:
            found[kind] = Fetcher(kind, fetch, finds, makes.get(kind, 0))
    return Fetching(found, makes, findable(plan, makes))


def _units(sources: Mapping[int, ManaSource], kind: int) -> tuple[int, ...]:
    return sources[kind].units if kind in sources else ()


def brought(
    waiting: list[Fetcher], left: dict[int, int], makes: Mapping[int, int], enters: Callable[[int], bool]
) -> Iterator[list[int]]:
    """The types of what so many fetch lands could bring at once, each choice of different types once."""
    if not waiting:
        yield []
        return
    first, *rest = waiting
    seen = set()
    for kind in first.finds:
        if left.get(kind, 0) > 0 and makes[kind] not in seen and enters(kind):
            seen.add(makes[kind])
            left[kind] -= 1
            for more in brought(rest, left, makes, enters):
                yield [makes[kind], *more]
            left[kind] += 1
    yield from brought(rest, left, makes, enters)
