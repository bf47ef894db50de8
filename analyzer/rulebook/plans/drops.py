"""What the best land drops pay (SEMANTICS 1, "payable"), found as a flow: lands had, and what fetch lands had find."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from analyzer.plan.model import GENERIC
from analyzer.rulebook.plans.fetches import Fetcher

Edges = dict[tuple[object, object], int]


@dataclass(frozen=True, slots=True)
class Lands:
    """Lands that may be dropped: one mana each as (types, may enter untapped); fetch lands and what they may find.

    `fetches` are (fetch land, copies), `left` the copies of each kind that a fetch land may find, `makes` their types.
    `life`: what the player has, of which the last fetch land takes some. `began`: fetch lands that the game began with, which are no drops; what they find is counted apart.
    """

    single: Sequence[tuple[int, bool]] = ()
    fetches: Sequence[tuple[Fetcher, int]] = ()
    left: Mapping[int, int] = field(default_factory=dict)
    makes: Mapping[int, int] = field(default_factory=dict)
    began: Sequence[tuple[Fetcher, int]] = ()
    life: int = 20


def lands_pay(
    pips: Sequence[int], others: Sequence[int], lands: Lands, most: int, most_tapped: int,
    untapped: Callable[[int], bool] = lambda kind: True,
) -> bool:  # fmt: skip
    """Can the pips be paid by `others` and at most `most` lands, of which at most `most_tapped` enter tapped?

    A fetch land counts as one that enters tapped; where all are needed, one that finds a land which may enter
    `untapped` is tried as the last drop.

    >>> lands_pay((1, 2), (), Lands(((1, True), (2, False))), 2, 1)
    True
    >>> lands_pay((1, 2), (), Lands(((1, False), (2, False))), 2, 1)
    False
    """
    if _pays(pips, others, lands, most, most_tapped):
        return True
    if most_tapped == most or not lands.fetches or not _pays(pips, others, lands, most, most):
        return False
    for place, (fetcher, copies) in enumerate(lands.fetches):
        if not untapped(fetcher.kind):
            continue
        fewer = [*lands.fetches[:place], (fetcher, copies - 1), *lands.fetches[place + 1 :]]
        if fetcher.own and _pays(pips, [*others, fetcher.own], replace(lands, fetches=fewer), most - 1, most - 1):
            return True
        finds_now = not fetcher.fetch.tapped and fetcher.fetch.life <= lands.life
        for kind in fetcher.finds if finds_now else ():
            if lands.left[kind] > 0 and untapped(kind):
                rest = replace(lands, fetches=fewer, left={**lands.left, kind: lands.left[kind] - 1})
                if _pays(pips, [*others, lands.makes[kind]], rest, most - 1, most - 1):
                    return True
    return False


def _pays(pips: Sequence[int], others: Sequence[int], lands: Lands, most: int, most_tapped: int) -> bool:
    """As `lands_pay`, every fetch land tapped. Every pip goes through a unit, lands through what is left of the drops.

    A fetch land's unit goes through a copy of what it finds and the fetch land itself.
    """
    room: Edges = {("tapped", "lands"): most_tapped, ("lands", "paid"): most}
    for at, types in enumerate(others):
        _enter(room, pips, ("other", at), types, "paid", 1)
    for at, (types, untapped) in enumerate(lands.single):
        _enter(room, pips, ("land", at), types, "lands" if untapped else "tapped", 1)
    for when, fetches, to in (("had", lands.fetches, "tapped"), ("began", lands.began, "paid")):
        for fetcher, copies in fetches:
            node = (when, "fetch", fetcher.kind)
            room[node, to] = copies
            if fetcher.own:
                _enter(room, pips, (when, "own", fetcher.kind), fetcher.own, node, copies)
            for kind in fetcher.finds:
                _enter(room, pips, (when, "found", kind), lands.makes[kind], (when, "copies", kind), lands.left[kind])
                room[(when, "copies", kind), node] = copies
    return all(_flows(room, ("pip", place), set()) for place in range(len(pips)))


def _enter(room: Edges, pips: Sequence[int], unit: object, types: int, to: object, copies: int) -> None:
    """So many units of these types, each for one pip."""
    room[unit, to] = copies
    for place, pip in enumerate(pips):
        if pip == GENERIC or types & pip:
            room[("pip", place), unit] = 1


def _flows(room: Edges, start: object, seen: set[object]) -> bool:
    """Send one more unit from `start` to "paid" along edges with room left; what was sent may be taken back."""
    if start == "paid":
        return True
    seen.add(start)
    for (here, there), left in list(room.items()):
        if here == start and left > 0 and there not in seen and _flows(room, there, seen):
            room[here, there] -= 1
            room[there, here] = room.get((there, here), 0) + 1
            return True
    return False
