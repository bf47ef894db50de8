"""Missed land drops with free spells that look or draw when no land is in hand: exact, by recursion over turns.

The rule is that of `dig-when-landless`: a land every turn; one spell a turn, and only with no land in hand, before the
drop or after it; a look keeps lands and sends everything else to the bottom, where it stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb


@dataclass(frozen=True, slots=True)
class Spell:
    """What such a spell does: look at so many cards, then draw so many."""

    look: int = 0
    draws: int = 0


@dataclass(frozen=True, slots=True)
class _State:
    """Lands and spells in hand, lands known on top; lands, spells and all cards that are unseen."""

    lands: int
    spells: int
    top: int
    unseen_lands: int
    unseen_spells: int
    unseen: int


def missed_with_spells(
    lands: int, deck: int, copies: int, spell: Spell, turns: int = 5, *, more_than: int = 1, low: int = 2, high: int = 5
) -> Fraction:
    """Chance of more than so many missed drops by the last turn, on the play, given `low` to `high` lands in seven cards.

    >>> round(100 * float(missed_with_spells(17, 40, 0, Spell())), 2)
    13.93
    """
    met = total = Fraction(0)
    for held in range(low, high + 1):
        for spells in range(min(copies, 7 - held) + 1):
            ways = comb(lands, held) * comb(copies, spells) * comb(deck - lands - copies, 7 - held - spells)
            if ways:
                state = _State(held, spells, 0, lands - held, copies - spells, deck - 7)
                total += ways
                met += ways * _missed(state, spell, 1, turns, more_than)
    return met / total


@cache
def _missed(state: _State, spell: Spell, turn: int, turns: int, left: int) -> Fraction:
    """Chance that more than `left` of the drops from this turn on are missed."""
    if left < 0:
        return Fraction(1)
    if turn > turns:
        return Fraction(0)
    found = Fraction(0)
    for chance, drawn in _drawn(state) if turn > 1 else [(Fraction(1), state)]:
        first = drawn.lands == 0 and drawn.spells > 0
        for more, ready in _used(drawn, spell) if first else [(Fraction(1), drawn)]:
            missed = ready.lands == 0
            after = ready if missed else replace(ready, lands=ready.lands - 1)
            again = not first and after.lands == 0 and after.spells > 0
            for last, end in _used(after, spell) if again else [(Fraction(1), after)]:
                found += chance * more * last * _missed(end, spell, turn + 1, turns, left - missed)
    return found


def _drawn(state: _State) -> Iterator[tuple[Fraction, _State]]:
    """The states after one draw, with their chances."""
    if state.top:
        yield Fraction(1), replace(state, top=state.top - 1, lands=state.lands + 1)
        return
    for chance, lands, spells in _seen(state, 1):
        held = _without(state, 1, lands, spells)
        yield chance, replace(held, lands=held.lands + lands, spells=held.spells + spells)


def _used(state: _State, spell: Spell) -> Iterator[tuple[Fraction, _State]]:
    """The states after a spell: its look, then its draws."""
    count = max(0, spell.look - state.top)
    for chance, lands, spells in _seen(state, count):
        looked = _without(replace(state, spells=state.spells - 1, top=state.top + lands), count, lands, spells)
        ends = [(chance, looked)]
        for _ in range(spell.draws):
            ends = [(one * more, after) for one, before in ends for more, after in _drawn(before)]
        yield from ends


def _seen(state: _State, count: int) -> Iterator[tuple[Fraction, int, int]]:
    """Lands and spells among the next unseen cards, with their chances."""
    others = state.unseen - state.unseen_lands - state.unseen_spells
    every = comb(state.unseen, count)
    for lands in range(count + 1):
        for spells in range(count - lands + 1):
            rest = count - lands - spells
            ways = comb(state.unseen_lands, lands) * comb(state.unseen_spells, spells) * comb(others, rest)
            if ways:
                yield Fraction(ways, every), lands, spells


def _without(state: _State, count: int, lands: int, spells: int) -> _State:
    return replace(
        state,
        unseen=state.unseen - count,
        unseen_lands=state.unseen_lands - lands,
        unseen_spells=state.unseen_spells - spells,
    )
