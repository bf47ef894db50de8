"""Tallies (formats F9): integer counts of any set of games of one plan, which add up, and their bytes and digests."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import RunError

Counts = NDArray[np.int64]
KEPT_SIZES = 9  # 0 to 7 kept cards, 8 or more
SOURCE_COLUMNS = ("used", "looked", "bottomed", "games")  # `games`: games in which it was used


@dataclass(frozen=True, slots=True)
class Shape:
    """What a plan counts, and in which order the numbers lie; it follows from the plan alone.

    `given[g]` is the number of goal g's condition, -1 without one. `measures` are (name, bins); the last bin counts
    everything from bins - 1 on. `by` are (name, strata); the last stratum holds everything from strata - 1 on.
    """

    goals: tuple[str, ...]
    given: tuple[int, ...]
    turns: int
    measures: tuple[tuple[str, int], ...] = ()
    sources: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ("turns",)
    by: tuple[tuple[str, int], ...] = ()

    @property
    def conditions(self) -> int:
        """Number of goals with a condition."""
        return sum(number >= 0 for number in self.given)

    @property
    def cells(self) -> int:
        """Entries of a row of `kept`: games, goals, conditions."""
        return 1 + len(self.goals) + self.conditions

    def blocks(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The parts of one tally in their order, with their shapes."""
        yield "games", (1,)
        yield "goal", (len(self.goals), self.turns + 1)
        yield "given", (self.conditions, self.turns + 1)
        for name, bins in self.measures:
            yield f"measure {name}", (self.turns + 1, bins)
        yield "source", (len(self.sources), len(SOURCE_COLUMNS))
        yield "over", (len(self.reasons),)
        yield "kept", (KEPT_SIZES, self.cells)

    def offset(self, block: str) -> int:
        """Where a part of a tally begins."""
        place = 0
        for name, shape in self.blocks():
            if name == block:
                return place
            place += int(np.prod(shape))
        raise KeyError(block)

    def measure_offset(self, number: int) -> int:
        """Where the histogram of measure `number` begins."""
        return self.offset(f"measure {self.measures[number][0]}")

    @property
    def size(self) -> int:
        """Numbers in one tally."""
        return sum(int(np.prod(shape)) for _, shape in self.blocks())

    @property
    def output_words(self) -> int:
        """Numbers in the whole and all strata."""
        return self.size * (1 + sum(strata for _, strata in self.by))


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of `games` games of the plan `plan_id`.

    goal[g, t]: games in which goal g (with its condition, if it has one) became true first in turn t; [g, 0]: it was
    true at the keep already. given[g, t]: the same for the condition; without one every game counts at [g, 0]. So a
    goal's rate is goal[g].sum() / given[g].sum(), and its curve the cumulative sum over t.
    measure[name][t, v]: games in which the measure was v at turn t (0: at the keep); the last v is "and more".
    source[name]: times used, cards looked at, cards bottomed, games in which it was used. over[r]: games by how they
    ended. kept[c]: by kept cards (0 to 7, 8 and more) the games, goals and conditions. strata[name]: one tally a value,
    without strata of their own; they add up to the whole.
    """

    plan_id: str
    shape: Shape
    games: int
    goal: Counts
    given: Counts
    measure: Mapping[str, Counts]
    source: Mapping[str, Counts]
    over: Counts
    kept: Counts
    strata: Mapping[str, tuple[Tally, ...]] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        """Counts of both sets of games; RunError when they are not of the same plan."""
        if not isinstance(other, Tally):
            return NotImplemented
        if (self.plan_id, self.shape) != (other.plan_id, other.shape):
            raise RunError(_difference(self, other))
        return from_numbers(self.plan_id, self.shape, to_numbers(self) + to_numbers(other))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        same = (self.plan_id, self.shape) == (other.plan_id, other.shape)
        return same and bool(np.array_equal(to_numbers(self), to_numbers(other)))

    __hash__ = None  # type: ignore[assignment]

    def to_bytes(self) -> bytes:
        """Level-6 zlib over little-endian int64, in the order of formats F9; shapes follow from the plan."""
        return zlib.compress(to_numbers(self).astype("<i8").tobytes(), 6)

    @property
    def digest(self) -> str:
        """Hex SHA-256 of the plan_id and the numbers (not of the compressed bytes, which depend on zlib's version)."""
        return hashlib.sha256(self.plan_id.encode() + to_numbers(self).astype("<i8").tobytes()).hexdigest()


def zero(plan_id: str, shape: Shape) -> Tally:
    """The tally of no games.

    >>> shape = Shape(goals=("lands >= 1 by turn 1",), given=(-1,), turns=1)
    >>> none = zero("0" * 16, shape)
    >>> none + none == none, none.goal.shape
    (True, (1, 2))
    """
    return from_numbers(plan_id, shape, np.zeros(shape.output_words, np.int64))


def from_numbers(plan_id: str, shape: Shape, numbers: Counts) -> Tally:
    """The tally in a kernel's output array (int64, `shape.output_words` long); the array is copied.

    RunError when strata do not add up to the whole, which proves damage or a bug.
    """
    if numbers.shape != (shape.output_words,):
        raise RunError(f"a tally of this plan has {shape.output_words} numbers, not {numbers.size}")
    rows = np.array(numbers, np.int64).reshape(-1, shape.size)
    strata: dict[str, tuple[Tally, ...]] = {}
    place = 1
    for name, count in shape.by:
        part = rows[place : place + count]
        if not np.array_equal(part.sum(axis=0), rows[0]):
            raise RunError(f"the strata by {name} do not add up to the whole tally of plan {plan_id}")
        strata[name] = tuple(_one(plan_id, replace(shape, by=()), row) for row in part)
        place += count
    return _one(plan_id, shape, rows[0], strata)


def from_bytes(plan_id: str, shape: Shape, blob: bytes) -> Tally:
    """The tally that `to_bytes` wrote; RunError for bytes that are damaged or of another plan."""
    try:
        raw = zlib.decompress(blob)
        numbers = np.frombuffer(raw, "<i8").astype(np.int64)
    except (zlib.error, ValueError) as wrong:
        raise RunError(f"the stored tally of plan {plan_id} is damaged: {wrong}") from None
    return from_numbers(plan_id, shape, numbers)


def to_numbers(tally: Tally) -> Counts:
    """All numbers of a tally, strata after the whole, in the order of the kernel's output array."""
    parts = [_flat(tally)]
    for name, _ in tally.shape.by:
        parts += [_flat(each) for each in tally.strata[name]]
    return np.concatenate(parts)


def _flat(tally: Tally) -> Counts:
    conditional = [row for row, number in zip(tally.given, tally.shape.given, strict=True) if number >= 0]
    parts: list[Counts] = [np.array([tally.games]), tally.goal.ravel(), *conditional]
    parts += [tally.measure[name].ravel() for name, _ in tally.shape.measures]
    parts += [tally.source[name] for name in tally.shape.sources]
    return np.concatenate([*parts, tally.over, tally.kept.ravel()]).astype(np.int64)


def _one(plan_id: str, shape: Shape, row: Counts, strata: Mapping[str, tuple[Tally, ...]] | None = None) -> Tally:
    found: dict[str, Counts] = {}
    place = 0
    for name, size in shape.blocks():
        count = int(np.prod(size))
        found[name] = row[place : place + count].reshape(size)
        place += count
    games = int(found["games"][0])
    given = np.zeros_like(found["goal"])
    for goal, number in enumerate(shape.given):
        if number >= 0:
            given[goal] = found["given"][number]
        else:
            given[goal, 0] = games
    return Tally(
        plan_id,
        shape,
        games,
        found["goal"],
        given,
        {name: found[f"measure {name}"] for name, _ in shape.measures},
        dict(zip(shape.sources, found["source"], strict=True)),
        found["over"],
        found["kept"],
        strata or {},
    )


def _difference(first: Tally, second: Tally) -> str:
    """Why two tallies cannot be added."""
    words = [f"tallies of plan {first.plan_id} and plan {second.plan_id} cannot be added"]
    for each in fields(Shape):
        mine, other = getattr(first.shape, each.name), getattr(second.shape, each.name)
        if mine != other:
            words.append(f"{each.name} differ: {mine!r} and {other!r}")
    if len(words) == 1:
        words.append("they count the same things but were played by different rules, decks or seeds")
    return "; ".join(words)
