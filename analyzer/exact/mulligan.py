"""Opening hands under every mulligan rule, by exact recursion over classes of cards, and what is seen after draws.

A deck is a tuple of class sizes (good lands, other lands, spells ...); a hand is a tuple of the same length. The
player's rules are functions of such hands, so any keep and bottom rule that looks only at classes is exact here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from analyzer.exact.hypergeometric import Counts, check_draw, hands

# keep(hand, mulligans taken): keep this hand? With London it is asked after bottoming.
Keep = Callable[[Counts, int], bool]
# bottom(seven, number): the cards of these seven to put on the bottom.
Bottom = Callable[[Counts, int], Counts]
# look(hand, class of the top card): leave it on top? The look after a Vancouver mulligan.
Look = Callable[[Counts, int], bool]

RULES = ("london", "vancouver", "paris", "none")


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept hand: mulligans taken, cards in hand and cards put on the bottom, by class."""

    taken: int
    hand: Counts
    bottomed: Counts

    @property
    def size(self) -> int:
        """Cards in the kept hand."""
        return sum(self.hand)


Opening = dict[Kept, Fraction]


def opening(
    deck: Sequence[int],
    keep: Keep,
    *,
    rule: str = "london",
    bottom: Bottom | None = None,
    free: int = 0,
    hand: int = 7,
) -> Opening:
    """Distribution of the kept hand.

    `rule` is london (seven cards each time, then `bottom`, then `keep`), vancouver and paris (one card fewer each
    time) or none (the first hand is kept, `keep` is not asked). The first `free` mulligans cost no card. A hand of no
    cards is always kept. The chances add up to one.

    >>> two_to_five = lambda cards, taken: 2 <= cards[0] <= 5 or sum(cards) <= 5
    >>> sizes = {}
    >>> for kept, chance in opening((24, 36), two_to_five, rule="paris").items():
    ...     sizes[kept.size] = sizes.get(kept.size, 0) + chance
    >>> sizes[7]
    Fraction(137172, 162545)
    """
    if rule not in RULES:
        raise ValueError(f"mulligan rule {rule!r} is not one of {', '.join(RULES)}")
    if rule == "london" and bottom is None:
        raise ValueError("London needs a rule for the bottom")
    whole = tuple(deck)
    check_draw(sum(whole), hand)
    nothing = (0,) * len(whole)
    out: Opening = {}
    reach = Fraction(1)
    taken = 0
    while reach:
        cost = max(0, taken - free)
        dealt = hand if rule in ("london", "none") else hand - cost
        total = comb(sum(whole), dealt)
        kept_ways = 0
        weights: dict[Kept, int] = {}
        for seven, ways in hands(whole, dealt):
            away = _bottomed(bottom, seven, cost) if rule == "london" and bottom and cost else nothing
            cards = tuple(a - b for a, b in zip(seven, away, strict=True))
            if rule == "none" or hand - cost == 0 or keep(cards, taken):
                kept = Kept(taken, cards, away)
                weights[kept] = weights.get(kept, 0) + ways
                kept_ways += ways
        for kept, count in weights.items():
            out[kept] = reach * Fraction(count, total)
        reach *= Fraction(total - kept_ways, total)
        taken += 1
    return out


def _bottomed(bottom: Bottom, seven: Counts, number: int) -> Counts:
    away = tuple(bottom(seven, number))
    if len(away) != len(seven) or sum(away) != number or any(not 0 <= b <= a for a, b in zip(seven, away, strict=True)):
        raise ValueError(f"the bottom rule put {away} of {seven} on the bottom, {number} cards were asked for")
    return away


def bottom_in_order(order: Sequence[int]) -> Bottom:
    """Bottom rule that puts classes away in a fixed order of preference.

    >>> bottom_in_order([1, 0])((3, 4), 5)
    (1, 4)
    """

    def bottom(seven: Counts, number: int) -> Counts:
        away = [0] * len(seven)
        for kind in order:
            away[kind] = min(seven[kind], number - sum(away))
        return tuple(away)

    return bottom


def bottom_for(event: Callable[[Counts], bool]) -> Bottom:
    """Bottom rule that keeps a hand with the event whenever some choice of cards allows it.

    >>> bottom_for(lambda hand: hand[0] >= 1 and hand[1] >= 2)((1, 3, 3), 4)
    (0, 1, 3)
    """

    def bottom(seven: Counts, number: int) -> Counts:
        first: Counts | None = None
        for away, _ in hands(seven, number):
            first = first or away
            if event(tuple(a - b for a, b in zip(seven, away, strict=True))):
                return away
        assert first is not None
        return first

    return bottom


def seen_after(
    deck: Sequence[int], start: Mapping[Kept, Fraction], draws: int, look: Look | None = None
) -> dict[Counts, Fraction]:
    """Distribution of the cards had, by class, after `draws` draws: kept hand plus draws.

    Bottomed cards cannot be drawn: draws come from the deck without every card of the last deal. With `look`, a hand
    smaller than the first one looks at the top card before the first draw (Vancouver); if it does not stay it goes to
    the bottom.

    >>> none = opening((24, 36), lambda hand, taken: True, rule="none")
    >>> sum(p for had, p in seen_after((24, 36), none, 3).items() if had[0] >= 4)
    Fraction(3265655, 5168931)
    """
    largest = max((kept.size for kept in start), default=0)
    # Integer weights over one common denominator: adding thousands of fractions one by one would be slow.
    common = lcm(*(chance.denominator for chance in start.values()))
    by_total: dict[int, dict[Counts, int]] = {}
    for kept, chance in start.items():
        library = tuple(d - h - b for d, h, b in zip(deck, kept.hand, kept.bottomed, strict=True))
        check_draw(sum(library), draws)
        weight = chance.numerator * (common // chance.denominator)
        total, drawings = _draws(library, kept.hand, draws, look if kept.size < largest else None)
        table = by_total.setdefault(common * total, {})
        for drawn, ways in drawings:
            had = tuple(a + b for a, b in zip(kept.hand, drawn, strict=True))
            table[had] = table.get(had, 0) + weight * ways
    result: dict[Counts, Fraction] = {}
    for total, table in by_total.items():
        for had, weight in table.items():
            result[had] = result.get(had, Fraction(0)) + Fraction(weight, total)
    return result


def _draws(library: Counts, hand: Counts, draws: int, look: Look | None) -> tuple[int, Iterable[tuple[Counts, int]]]:
    """Draws with integer weights, and what the weights add up to."""
    left = sum(library)
    # Who draws the whole library draws the same cards wherever the top card went.
    if look is None or draws in (0, left):
        return comb(left, draws), hands(library, draws)
    stays, leaves = comb(left - 1, draws - 1), comb(left - 1, draws)
    drawings: list[tuple[Counts, int]] = []
    for kind, copies in enumerate(library):
        if copies:
            top = tuple(int(other == kind) for other in range(len(library)))
            rest = tuple(a - b for a, b in zip(library, top, strict=True))
            if look(hand, kind):
                for drawn, ways in hands(rest, draws - 1):
                    drawings.append((tuple(a + b for a, b in zip(drawn, top, strict=True)), copies * ways * leaves))
            else:
                drawings += [(drawn, copies * ways * stays) for drawn, ways in hands(rest, draws)]
    return left * stays * leaves, drawings


def share(had: Mapping[Counts, Fraction], event: Callable[[Counts], bool]) -> Fraction:
    """Chance of an event about the cards had.

    >>> share({(1, 0): Fraction(1, 3), (0, 1): Fraction(2, 3)}, lambda cards: cards[0] >= 1)
    Fraction(1, 3)
    """
    return sum((chance for cards, chance in had.items() if event(cards)), Fraction(0))


def kept_sizes(start: Mapping[Kept, Fraction]) -> dict[int, Fraction]:
    """Chance of each kept hand size, largest first.

    >>> kept_sizes(opening((24, 36), lambda hand, taken: True, rule="none"))
    {7: Fraction(1, 1)}
    """
    sizes: dict[int, Fraction] = {}
    for kept, chance in start.items():
        sizes[kept.size] = sizes.get(kept.size, Fraction(0)) + chance
    return dict(sorted(sizes.items(), reverse=True))
