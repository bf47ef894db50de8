"""The set of castable lines that spends most mana (F13 3), and what doing one action first would leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyzer.cards.gaps import unknown_size
from analyzer.plan.model import Line
from analyzer.rulebook.plans.table import Table

MAX_ITEMS = 12  # castable lines searched; of more the cheapest are dropped
CLASSES = 5  # sees cards every turn, creature, other permanent, look or draw spell, the rest (SEMANTICS 5)

Value = int  # mana, then how many of each class, as the digits of one number
DIGIT = 6  # bits of a class: more than MAX_ITEMS of one are never counted


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
        return (len(self.pips) << DIGIT * CLASSES) + (1 << DIGIT * (CLASSES - 1 - self.sort))


def mana_of(value: Value) -> int:
    """The mana of a value."""
    return value >> DIGIT * CLASSES


def copies(table: Table) -> Counter[int]:
    """Copies in hand by kind that are worth casting: of a legend one, and none beside one in play."""
    held = Counter(card.kind for card in (*table.player.hand, *table.player.command))
    for kind in held:
        if "legendary" in table.plan.kinds[kind].card.types:
            held[kind] = int(table.facts.in_play(kind) == 0)
    return held


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
    items: Sequence[Item], allowed: Counter[int], fits: Callable[[tuple[int, ...]], bool], ties: bool = True
) -> tuple[Value, list[Item]]:
    """The best set of items that `fits` together, at most `allowed[kind]` of a kind; ties go to the earlier ones.

    Sets are built item by item, taking before leaving, so the first of the best is found first.
    """
    values = [item.value if ties else len(item.pips) << DIGIT * CLASSES for item in items]
    rest = [sum(values[at:]) for at in range(len(values) + 1)]
    best: list[tuple[Value, list[Item]]] = [(0, [])]

    def search(at: int, value: Value, pips: tuple[int, ...], taken: list[Item], left: list[Item]) -> None:
        if value + rest[at] <= best[0][0]:
            return
        if at == len(items):
            best[0] = value, taken
            return
        item = items[at]
        used = sum(one.kind == item.kind for one in taken)
        alike_left = any(one.kind == item.kind and one.line == item.line for one in left)
        if used < allowed[item.kind] and not alike_left and fits((*pips, *item.pips)):
            search(at + 1, value + values[at], (*pips, *item.pips), [*taken, item], left)
        search(at + 1, value, pips, taken, [*left, item])

    search(0, 0, (), [], [])
    return best[0]


def castable_items(table: Table, lines: Sequence[tuple[Line, int, int]]) -> list[Item]:
    """One item for each copy in hand of each line: `lines` are (line, X, place of its action in the offer)."""
    found, held = [], table.held
    for line, x, action in lines:
        if not lives(table, line, x):
            continue
        pips = (*table.pips(line), *x_pips(line, x))
        found += [Item(line.kind, line.number, pips, table.known.line(line).sort, action)] * held[line.kind]
    return found


def lives(table: Table, line: Line, x: int) -> bool:
    """Would what is cast live? (A creature of toughness 0 that enters with X counters needs an X.)"""
    card = table.plan.kinds[line.kind].card
    frail = card.is_creature and card.toughness == 0 and not unknown_size(card)
    return not frail or x > 0 or not x_factor(line)


def x_factor(line: Line) -> int:
    """Generic mana that one more X, or one more kick, costs."""
    return len(line.x_pips) or line.x_factor


def x_pips(line: Line, x: int) -> tuple[int, ...]:
    """The pips of X."""
    from analyzer.plan.model import GENERIC

    return (GENERIC,) * (x * x_factor(line))
