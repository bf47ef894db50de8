"""What the random plans of the differential test contain: `python -m tests.differential.coverage [FIRST] [COUNT]`.

Counted are plans: a word of the ability language (a step, a trigger, a cost) under each mulligan rule and seat, and two
words in one plan. A cell with 0 is a combination that no game of these plans can have compared.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from analyzer.cards.model import CardFacts
from analyzer.plan.model import Plan
from analyzer.versions import steps_of
from tests.support.random_plans import WIDE, random_plan

MULLIGANS = ("london", "vancouver", "paris", "none")
SEATS = ("play", "draw")


def words_of(card: CardFacts) -> set[str]:
    """Triggers, costs, keywords and steps of a card; a step has its word without numbers."""
    found: set[str] = set()
    for ability in card.abilities:
        found.add(f"{ability.word}:")
        found |= {f"{cost.op}," for cost in ability.costs if getattr(cost, "op", "")}
        found |= {step.op for step in steps_of(ability.program) if step.op not in ("", "-", "?")}
    return found


def words_of_plan(plan: Plan) -> set[str]:
    """Those of the cards of a list and of its free effects."""
    found: set[str] = set()
    for kind in {*plan.slots, *plan.commanders}:
        found |= words_of(plan.kinds[kind].card)
    for effect in plan.free:
        found |= {step.op for step in steps_of(effect.program)}
    return found


class Coverage:
    """Counts of plans by word, mulligan rule and seat, and by pairs of words."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.cells: Counter[tuple[str, str, str]] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.plans = 0
        for plan in map(random_plan, numbers):
            self.plans += 1
            words = sorted(words_of_plan(plan))
            seats = SEATS if plan.seat == "both" else (plan.seat,)
            self.cells.update((word, plan.mulligan, seat) for word in words for seat in seats)
            self.pairs.update(combinations(words, 2))

    @property
    def words(self) -> list[str]:
        return sorted({word for word, _, _ in self.cells})

    def empty_cells(self) -> list[tuple[str, str, str]]:
        """Words that no plan has under some mulligan rule and seat."""
        every = ((word, rule, seat) for word in self.words for rule in MULLIGANS for seat in SEATS)
        return [cell for cell in every if not self.cells[cell]]

    def empty_pairs(self) -> list[tuple[str, str]]:
        """Two words that no plan has together."""
        return [pair for pair in combinations(self.words, 2) if not self.pairs[pair]]


def table(found: Coverage) -> str:
    """The counts as a markdown table."""
    columns = [(rule, seat) for rule in MULLIGANS for seat in SEATS]
    lines = [
        f"{found.plans:,} plans, {len(found.words)} words; pairs of words in no plan: {len(found.empty_pairs())} of "
        f"{len(found.words) * (len(found.words) - 1) // 2}",
        "",
        "| word | " + " | ".join(f"{rule}, {seat}" for rule, seat in columns) + " |",
        "| --- |" + " ---: |" * len(columns),
    ]
    for word in found.words:
        lines.append(f"| `{word}` | " + " | ".join(str(found.cells[word, *column]) for column in columns) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    first, count = (int(word) for word in (*sys.argv[1:], WIDE, 2_000)[:2])
    print(table(Coverage(range(first, first + count))))
