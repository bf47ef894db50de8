"""The view as plain Python: what rules of play see in the rulebook and in tests, generated from the contract table.

An engine hands a rule `Game(source)` and, to play rules, `Action(record)`. The source is any object with an attribute
for each "field" of the contract table and a method for each other row; `PlanFacts` is a base for one that computes all
that follows from the plan and from a few counts. A record is any object with the attributes of an action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from analyzer.contract import view as contract
from analyzer.goals.tree import And, Atom, Expr, Not, Term
from analyzer.plan.lines import TYPES
from analyzer.plan.model import GENERIC, Plan
from analyzer.rule_values import deck_target, goal_kinds, looks_or_draws, needed_types
from analyzer.tomlfile import nearest


# ---- Game and Action ------------------------------------------------------------------------------------------------
class _View:
    """What Game and Action share: one hidden source, and errors that name the nearest word."""

    __slots__ = ("_source",)
    WHAT = "a view"
    NAMES: tuple[str, ...] = ()

    def __init__(self, source: Any) -> None:
        self._source = source

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self.WHAT} has no {name!r}{nearest(name, self.NAMES)}")


class Game(_View):
    """What a rule may know of the game; only names of the contract table exist."""

    __slots__ = ()
    WHAT = "a game"
    NAMES = tuple(name for name, *_ in contract.GAME)


class Action(_View):
    """What a play rule may know of one action."""

    __slots__ = ()
    WHAT = "an action"
    NAMES = tuple(name for name, *_ in contract.ACTION)


TYPES_OF_ANSWERS: dict[str, Callable[[Any], Any]] = {"int": int, "bool": bool}


def _field(name: str, convert: Callable[[Any], Any], meaning: str) -> property:
    return property(lambda self: convert(getattr(self._source, name)), doc=meaning)


def _of_card(name: str, convert: Callable[[Any], Any]) -> Callable[..., Any]:
    def ask(self: Any, card: int) -> Any:
        if not 0 <= card < contract.CARDS:
            raise IndexError(contract.NO_SUCH_CARD)
        return convert(getattr(self._source, name)(card))

    return ask


def _of_look(name: str, convert: Callable[[Any], Any]) -> Callable[..., Any]:
    def ask(self: Any, place: int) -> Any:
        if not 0 <= place < self._source.looked:
            raise IndexError(contract.NO_SUCH_LOOK)
        return convert(getattr(self._source, name)(place))

    return ask


def _of_game(name: str, convert: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda self: convert(getattr(self._source, name)())


def _in_set(name: str, convert: Callable[[Any], Any]) -> Callable[..., Any]:
    def ask(self: Any, cards: frozenset[int], card: int) -> bool:
        if not 0 <= card < contract.CARDS:
            raise IndexError(contract.NO_SUCH_CARD)
        return card in cards

    return ask


def _holds(name: str, convert: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda self, expr: holds(expr, self)


MAKERS = {"by kind": _of_card, "of look": _of_look, "method": _of_game, "set": _in_set, "expression": _holds}


def _fill(view: type, table: Iterable[contract.Row]) -> None:
    """Give a view class the names of a table. A record of an action holds integers already."""
    for name, kind, answer, meaning in table:
        convert = TYPES_OF_ANSWERS[answer]
        if kind == "field" and view is Action and convert is int:
            setattr(view, name, property(attrgetter(f"_source.{name}"), doc=meaning))
        elif kind == "field":
            setattr(view, name, _field(name, convert, meaning))
        else:
            method = MAKERS[kind](name, convert)
            method.__name__, method.__doc__ = name, meaning
            setattr(view, name, method)


_fill(Game, contract.GAME)
_fill(Action, contract.ACTION)


# ---- expressions over the hand ---------------------------------------------------------------------------------------
FIELDS = {
    "kept cards": "hand_size",
    "kept lands": "lands_in_hand",
    "mulligans": "mulligans",
    "first seven lands": "first_seven_lands",
    "seat": "seat",
}


def holds(expr: Expr, game: Any) -> bool:
    """Is a keep expression true of the hand that this game shows?"""
    if isinstance(expr, Not):
        return not holds(expr.body, game)
    if isinstance(expr, Atom):
        return expr.holds(sum(_measured(term, game) for term in expr.terms))
    return (all if isinstance(expr, And) else any)(holds(part, game) for part in expr.parts)


def _measured(term: Term, game: Any) -> int:
    if term.op == "measure":
        return int(getattr(game, FIELDS[term.name]))
    if term.cards is not None:
        return sum(game.in_hand(card) for card in term.cards.kinds or ())
    lands = (card for card in range(game.kinds) if game.is_land(card) and game.produces(card) & TYPES[term.name])
    return sum(game.in_hand(card) for card in lands)


# ---- what follows from the plan ---------------------------------------------------------------------------------
def payable(pips: Sequence[int], units: Sequence[int]) -> bool:
    """Can the units (a bit set of types each) pay the pips (bit sets; GENERIC is any)? Found by matching.

    >>> payable((1, 2), (3, 1)), payable((2, 2), (3, 1)), payable((GENERIC, 1), (2, 1))
    (True, False, True)
    """
    typed = [pip for pip in pips if pip != GENERIC]
    taken: dict[int, int] = {}  # unit -> pip

    def place(pip: int, seen: set[int]) -> bool:
        for unit, types in enumerate(units):
            if types & typed[pip] and unit not in seen:
                seen.add(unit)
                if unit not in taken or place(taken[unit], seen):
                    taken[unit] = pip
                    return True
        return False

    return len(pips) <= len(units) and all(place(pip, set()) for pip in range(len(typed)))


class PlanFacts:
    """Base of a source: everything of the contract table that follows from the plan and from counts of cards.

    A subclass gives the counts in_hand, in_play, in_graveyard, had, unseen_of, top_of (methods of a kind), `look` (the
    kinds of the present look) and `ranks` (the answers so far, one a card asked), and the fields turn, step, reason,
    game_number, lands_had, lands_on_top, land_played, mana, mana_left, best_mana, spells_this_turn, known_top,
    known_bottom, mulligans, first_seven_lands, shards, roles, ring, bearer_power, combat_looks, life, opponent_life,
    and castable_now, castable_next, enters_tapped (of a kind) and coin, which need the engine's own mana and streams.

    `units` says for each kind that makes mana what one tap gives, a bit set of types for each mana; an empty bit set
    is mana whose type the board decides.
    """

    def __init__(self, plan: Plan, units: Mapping[int, tuple[int, ...]]) -> None:
        self.plan, self.units = plan, units
        self.kinds = len(plan.kinds)
        self.seat = int(plan.seat == "draw")
        self.players = plan.players
        self.target = deck_target(plan)
        self.deck_size = sum(1 for slot in plan.slots if slot >= 0)
        self.deck_lands = sum(1 for slot in plan.slots if slot >= 0 and plan.kinds[slot].card.is_land)
        self._goal = goal_kinds(plan)
        self._lands = frozenset(kind.index for kind in plan.kinds if kind.card.is_land)
        self.look: Sequence[int] = ()
        self.ranks: Sequence[float] = ()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self).__name__} does not give {name!r}, which a rule asked for")

    # -- counts ------------------------------------------------------------------------------------------------------
    def _all(self, counts: Callable[[int], int], among: Iterable[int] | None = None) -> int:
        return sum(counts(card) for card in (range(self.kinds) if among is None else among))

    @property
    def hand_size(self) -> int:
        return self._all(self.in_hand)

    @property
    def lands_in_hand(self) -> int:
        return self._all(self.in_hand, self._lands)

    @property
    def lands_in_play(self) -> int:
        return self._all(self.in_play, self._lands)

    @property
    def unseen(self) -> int:
        return self._all(self.unseen_of)

    @property
    def unseen_lands(self) -> int:
        return self._all(self.unseen_of, self._lands)

    @property
    def hand_load(self) -> int:
        return sum(self.in_hand(card) * self.mana_value(card) for card in range(self.kinds) if not self.is_land(card))

    @property
    def looked(self) -> int:
        return len(self.look)

    @property
    def kept(self) -> int:
        return sum(rank > 0 for rank in self.ranks)

    @property
    def kept_lands(self) -> int:
        return sum(rank > 0 and card in self._lands for card, rank in zip(self.look, self.ranks, strict=False))

    def kept_of(self, card: int) -> int:
        return sum(rank > 0 and other == card for other, rank in zip(self.look, self.ranks, strict=False))

    def look_card(self, place: int) -> int:
        return self.look[place]

    @property
    def free_mulligans_left(self) -> int:
        return max(self.plan.free_mulligans - self.mulligans, 0)

    @property
    def keep_size(self) -> int:
        return max(self.plan.start.hand_size - max(self.mulligans - self.plan.free_mulligans, 0), 0)

    # -- facts of a kind -----------------------------------------------------------------------------------------------
    def is_land(self, card: int) -> bool:
        return card in self._lands

    def is_creature(self, card: int) -> bool:
        return self._is(card, "creature")

    def is_basic(self, card: int) -> bool:
        return self._is(card, "basic") and card in self._lands

    def is_legendary(self, card: int) -> bool:
        return self._is(card, "legendary")

    def is_permanent(self, card: int) -> bool:
        return card < self.kinds and self.plan.kinds[card].card.is_permanent

    def is_instant(self, card: int) -> bool:
        return card < self.kinds and any(line.instant_speed for line in self.plan.kinds[card].lines)

    def is_held(self, card: int) -> bool:
        return card < self.kinds and self.plan.kinds[card].held

    def is_goal(self, card: int) -> bool:
        return card in self._goal

    def looks_or_draws(self, card: int) -> bool:
        return card < self.kinds and looks_or_draws(self.plan.kinds[card])

    def mana_value(self, card: int) -> int:
        return self.plan.kinds[card].card.card_mana_value if card < self.kinds else 0

    def power(self, card: int) -> int:
        return (self.plan.kinds[card].card.power or 0) if card < self.kinds else 0

    def _is(self, card: int, word: str) -> bool:
        return card < self.kinds and word in self.plan.kinds[card].card.types

    def produces(self, card: int) -> int:
        bits = 0
        for types in self.units.get(card, ()):
            bits |= types or 63
        return bits

    def colours_needed(self, card: int) -> int:
        return needed_types(self.plan.kinds[card]) if card < self.kinds else 0

    # -- colours and payments ----------------------------------------------------------------------------------------
    def _lands_without(self, card: int) -> list[int]:
        """Kinds of the lands in hand and in play, one entry a copy, one copy of `card` left out (-1: none)."""
        copies = {land: self.in_hand(land) + self.in_play(land) - (land == card) for land in self._lands}
        return [land for land, number in sorted(copies.items()) for _ in range(number)]

    def _types_of(self, lands: Iterable[int]) -> int:
        bits = 0
        for land in lands:
            bits |= self.produces(land)
        return bits

    def _wanted(self, most: int) -> int:
        bits = 0
        for card in range(self.kinds):
            if self.in_hand(card) and not self.is_land(card) and self.mana_value(card) <= most:
                bits |= self.colours_needed(card)
        return bits

    def land_colours(self) -> int:
        return self._types_of(self._lands_without(-1))

    def missing_colours(self) -> int:
        return self._wanted(10**6) & ~self.land_colours()

    def only_source(self, card: int) -> bool:
        return bool(self.produces(card) & self._wanted(3) & ~self._types_of(self._lands_without(card)))

    def _pay(self, card: int, lands: Sequence[int]) -> bool:
        units = [types for land in lands for types in self.units.get(land, ())]
        return card < self.kinds and any(payable(line.pips, units) for line in self.plan.kinds[card].lines)

    def payable_lands(self, card: int) -> bool:
        return self._pay(card, self._lands_without(-1))

    def payable_from(self, card: int) -> int:
        lands = self._lands_without(card)
        spells = (other for other in range(self.kinds) if self.in_hand(other) and not self.is_land(other))
        return sum(self.in_hand(other) for other in spells if self._pay(other, lands))
