"""The set of castable lines that spends most mana (F13 3), and what doing one action first would leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyzer.plan.model import Line
from analyzer.rulebook.plans.table import Table

MAX_ITEMS = 12  # castable lines searched; of more the cheapest are dropped
CLASSES = 5  # sees cards every turn, creature, other permanent, look or draw spell, the rest (SEMANTICS 5)

Value = tuple[int, ...]  # mana, then how many of each class


@dataclass(frozen=True, slots=True)
class Item:
    """One copy in hand with one of its lines: what it costs and what sort it is; `action` is its place in the offer."""

    kind: int
    line: int
    pips: tuple[int, ...]
    sort: int
    action: int = -1

    @property
    def value(self) -> Value:
        return (len(self.pips), *(int(place == self.sort) for place in range(CLASSES)))


def copies(table: Table, kind: int) -> int:
    """Copies in hand that are worth casting: of a legend one, and none beside one in play."""
    if "legendary" in table.plan.kinds[kind].card.types:
        return int(table.facts.in_play(kind) == 0 and table.facts.in_hand(kind) > 0)
    return table.facts.in_hand(kind)


def trimmed(items: Sequence[Item]) -> list[Item]:
    """At most twelve items: of more the least valuable goes, the newest where that is no better than any."""
    kept: list[Item] = []
    for item in items:
        kept.append(item)
        if len(kept) > MAX_ITEMS:
            least = min(one.value for one in kept)
            kept.remove(item) if item.value == least else kept.pop([one.value for one in kept].index(least))
    return kept


def best_set(
    items: Sequence[Item], allowed: Callable[[int], int], fits: Callable[[tuple[int, ...]], bool], ties: bool = True
) -> tuple[Value, list[Item]]:
    """The best set of items that `fits` together, at most `allowed(kind)` of a kind; ties go to the earlier ones.

    Sets are built item by item, taking before leaving, so the first of the best is found first.
    """
    none: Value = (0,) * (1 + CLASSES) if ties else (0,)
    values = [item.value if ties else item.value[:1] for item in items]
    rest = [none]
    for value in reversed(values):
        rest.insert(0, _sum(value, rest[0]))
    best: list[tuple[Value, list[Item]]] = [(none, [])]

    def search(at: int, value: Value, pips: tuple[int, ...], taken: list[Item], left: list[Item]) -> None:
        if _sum(value, rest[at]) <= best[0][0]:
            return
        if at == len(items):
            best[0] = value, taken
            return
        item = items[at]
        used = sum(one.kind == item.kind for one in taken)
        alike_left = any(one.kind == item.kind and one.line == item.line for one in left)
        if used < allowed(item.kind) and not alike_left and fits((*pips, *item.pips)):
            search(at + 1, _sum(value, values[at]), (*pips, *item.pips), [*taken, item], left)
        search(at + 1, value, pips, taken, [*left, item])

    search(0, none, (), [], [])
    return best[0]


def _sum(first: Value, second: Value) -> Value:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def castable_items(table: Table, lines: Sequence[tuple[Line, int, int]], sorts: Callable[[Line], int]) -> list[Item]:
    """One item for each copy in hand of each line: `lines` are (line, X, place of its action in the offer)."""
    found = []
    for line, x, action in lines:
        pips = (*line.pips, *x_pips(line, x))
        found += [Item(line.kind, line.number, pips, sorts(line), action)] * copies(table, line.kind)
    return found


def x_factor(line: Line) -> int:
    """Generic mana that one more X, or one more kick, costs."""
    return len(line.x_pips) or line.x_factor


def x_pips(line: Line, x: int) -> tuple[int, ...]:
    """The pips of X."""
    from analyzer.plan.model import GENERIC

    return (GENERIC,) * (x * x_factor(line))
