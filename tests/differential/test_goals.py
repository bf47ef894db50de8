"""The kernel against the plain-Python evaluator, on random goals and random histories of the words they read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards.model import CardFacts
from analyzer.goals import Goal, Names, bind_goal, parse_goal, parse_measure
from analyzer.goals.addresses import MANA_WORDS_BY_MODE, MEASURE_WORDS, THING_WORDS, TOKEN_KINDS
from analyzer.goals.evaluate import KEEP, MeasureWatch, Reading, evaluate
from analyzer.goals.pack import build_goals, write_goals
from analyzer.goals.words import MEASURES as MEASURES_OF_GOALS
from analyzer.kernel import layout
from analyzer.kernel import mana_layout as ml
from analyzer.kernel._jit import compiled
from analyzer.pack_mana import build_mana, write_mana
from analyzer.plan.lines import lines_of
from analyzer.plan.model import Kind, Plan
from analyzer.tally import Tally, from_numbers
from tests.support import goal_drive
from tests.support.goal_strategies import atoms, cards, every, expressions, terms

TURNS = 4
BIRD = ("creature", "bird")


def card(name: str, types: Sequence[str], cost: str = "", value: int = 0, **more: object) -> CardFacts:
    return CardFacts(name, mana_cost=cost, mana_value=value, types=frozenset(types), **more)  # type: ignore[arg-type]


DECK = (
    card("Island", ("basic", "land"), produces="U"),
    card("Temple", ("land",), produces="U|R", effects="etb:scry1"),
    card("Opt", ("instant",), "{1}", 1, effects="cast:scry1;draw1"),
    card("Owl", ("creature",), "{2}", 2, subtypes=frozenset({"bird"}), power=2, toughness=2),
    card("Rock", ("artifact",), "{2}", 2, produces="C"),
    card("Titan", ("creature",), "{6}", 6, power=6, toughness=6),
)
GROUPS = {"key": (2, 3)}
BASE = Plan(
    slots=(0, 0, 0, 1, 2, 3, 4, 5),
    kinds=tuple(Kind(i, each, lines_of(each, i)[0], held=each.name == "Titan") for i, each in enumerate(DECK)),
    turns=TURNS,
    groups=tuple(GROUPS.items()),
)
NAMES = Names.of(BASE)
COST = {kind.index: kind.card.mana_value for kind in BASE.kinds if kind.lines}
LANDS = (0, 1)
MAKES = {"U": (0, 1), "R": (1,), "C": (4,)}

# What a history changes at random: words with plain meanings, and the highest value they take.
PLAIN = {address: 4 for name, address in MEASURE_WORDS.items() if name not in ("land drops", "life", "opponent life")}
PLAIN |= {layout.LIFE: 3, layout.OPPONENT_LIFE: 3, layout.LAND_DROPS_MADE: TURNS}
PLAIN |= {address: 5 for pair in MANA_WORDS_BY_MODE.values() for address in pair}
PLAIN |= {base + kind: 2 for base in THING_WORDS.values() for kind in range(len(DECK))}
PLAIN |= {layout.USED + kind: 2 for kind in TOKEN_KINDS.values()}
PLAIN |= {layout.SOURCE_LOOKED + 2: 3, layout.SOURCE_BOTTOMED + 2: 3, layout.KEPT_CARDS: 9, ml.SLACK: 5}
LAND_TOTALS = {layout.LANDS_HAD: layout.HAD, layout.LANDS_IN_HAND: layout.HAND, layout.LANDS_IN_PLAY: layout.PLAY}
ADDRESSES = sorted(PLAIN)
# In an ordinary opening everything else is 0 at the keep; the kernel does not look there for what must be false.
AT_KEEP = {address for name, address in MEASURE_WORDS.items() if not MEASURES_OF_GOALS[name].starts_at_zero}
AT_KEEP |= {THING_WORDS[thing] + kind for thing in ("had", "in hand") for kind in range(len(DECK))}

WHICH = cards(st.sampled_from([each.name for each in DECK]), filters=("creature mv<=3", "land basic or bird power>=2"))
TERMS = terms(WHICH, costs=(("1",), ("2",), ("4",)), last=TURNS)
LEAVES = st.one_of(atoms(TERMS, TURNS), every(TURNS))
EXPRESSIONS = expressions(LEAVES, 4)
GOALS = st.builds(Goal, EXPRESSIONS, st.one_of(st.none(), EXPRESSIONS))
MEASURES = (
    "lands", "mana spent", "mana spent on", "mana wasted", "had \"Opt\" by draw", "sources(U) by land",
    "stuck", "castable \"Owl\"", "payable {2} by draw", "total(lands had, 2..3)",
    "total(castable \"Opt\", 1..4) by land", "life", "had \"Opt\" + hand by draw",
)  # fmt: skip
BY = ("kept-cards", "used:Opt", "stuck", "mana wasted")


class Words:
    """A game as the words of the block: what the evaluator asks, answered from them without the kernel."""

    def __init__(self) -> None:
        self.at: dict[int, int] = dict.fromkeys(ADDRESSES, 0)
        self.turn = 0
        self.unpayable: set[int] = set()

    def first_turn(self) -> int:
        return 1

    def measure(self, name: str, summed: bool) -> int:
        if name == "mana wasted":
            return self.measure("mana available", summed) - self.measure("mana spent", summed)
        if name == "stuck":
            reach = [kind for kind in self.unpayable if COST[kind] <= self.at[layout.LANDS_IN_PLAY]]
            return sum(self.at[layout.HAND + kind] for kind in reach)
        return self.at[MANA_WORDS_BY_MODE[name][summed] if name in MANA_WORDS_BY_MODE else MEASURE_WORDS[name]]

    def copies(self, thing: str, kinds: Sequence[int]) -> int:
        return sum(self.at[THING_WORDS[thing] + kind] for kind in kinds)

    def castable(self, kinds: Sequence[int]) -> bool:
        able = [k for k in kinds if k in COST and not BASE.kinds[k].held and self.at[layout.HAND + k]]
        hand = self.at[layout.HAND_SIZE] > 0  # a word of its own here, so that it may contradict the copies in hand
        return hand and any(COST[kind] <= self.at[ml.SLACK] for kind in able)

    def payable(self, kinds: Sequence[int], cost: Sequence[str], with_lands: bool) -> bool:
        costs = [sum(map(int, cost))] if cost else [COST[kind] for kind in kinds if kind in COST]
        return any(each <= self.reach() for each in costs)

    def reach(self) -> int:
        """Units that the best land drops give: no land of this deck enters tapped, no permanent lies there."""
        return min(self.turn, sum(self.at[layout.HAD + kind] for kind in LANDS))

    def sources(self, colour: str, had: bool) -> int:
        base = layout.HAD if had else layout.PLAY
        return sum(self.at[base + kind] for kind in MAKES.get(colour, ()) if not had or kind in LANDS)

    def used(self, kinds: Sequence[int], token: str) -> int:
        return sum(self.at[layout.USED + kind] for kind in ((TOKEN_KINDS[token],) if token else kinds))


class Game:
    """One random game: rows for the driver, and the same readings for the evaluator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.rows: list[tuple[int, int, int]] = [(goal_drive.SET, layout.TURN, 0), (goal_drive.BEGIN, 0, 0)]
        self.now = dict.fromkeys(ADDRESSES, 0)
        self.changes: list[tuple[str, int, dict[int, int], bool]] = []
        self.reason = int(rng.choice([0, 0, 1, 2, 3]))
        end = (int(rng.integers(1, TURNS + 1)), int(rng.integers(0, 4))) if self.reason else (TURNS + 1, 0)
        self.step(KEEP, 0, goal_drive.KEEP, first=True)
        for turn in range(1, TURNS + 1):
            self.rows.append((goal_drive.SET, layout.TURN, turn))
            for place, (moment, row) in enumerate(
                (("draw", goal_drive.DRAW), ("land", goal_drive.LAND), ("turn", goal_drive.TURN))
            ):
                if (turn, place) < end:
                    self.step(moment, turn, row)
            if turn == end[0]:
                break
        self.step("turn", min(end[0], TURNS), goal_drive.END, early=True)

    def step(self, moment: str, turn: int, row: int, first: bool = False, early: bool = False) -> None:
        share = 1.0 if first else 0.15
        changed = {a: int(self.rng.integers(0, PLAIN[a] + 1)) for a in ADDRESSES if self.rng.random() < share}
        if first:
            changed |= dict.fromkeys([a for a in ADDRESSES if a not in AT_KEEP or self.rng.random() < 0.4], 0)
        self.now |= changed
        for total, base in LAND_TOTALS.items():
            changed[total] = self.now[total] = sum(self.now[base + kind] for kind in LANDS)
        masks = {layout.MASK_HAND0: (1 << len(DECK)) - 1, layout.MASK_HAND1: 0, layout.OVER_REASON: self.reason}
        masks[ml.M_DROPS_KEY] = -1  # lands had change here without the count that the kernel remembers them by
        self.rows += [(goal_drive.SET, address, value) for address, value in (changed | masks).items()]
        self.rows.append((row, 0, 0))
        self.changes.append((moment, turn, changed, early))

    def readings(self) -> Iterator[Reading]:
        words = Words()
        for moment, turn, changed, early in self.changes:
            words.at |= changed
            if turn != words.turn:
                words.turn, words.unpayable = turn, set()
            if moment == "draw":
                words.unpayable = {kind for kind, cost in COST.items() if cost > words.reach()}
            if early and not self.reason:
                return
            yield Reading(moment, turn, words, early)

    def last_words(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for _, _, changed, _ in self.changes:
            found |= changed
        return found


def played(plan: Plan, games: Sequence[Game]) -> Tally:
    tables, mana = block_of(plan)
    block = np.zeros(layout.BLOCK_WORDS, np.int64)
    write_mana(block, mana)
    block[layout.TURNS], block[layout.START_TURN] = TURNS, 1
    block[layout.K_FLAGS : layout.K_FLAGS + len(DECK)] = [int(each.is_land) for each in DECK]
    block[layout.K_MANA_VALUE : layout.K_MANA_VALUE + len(DECK)] = [each.mana_value for each in DECK]
    write_goals(block, tables)
    output = np.zeros(tables.output_words, np.int64)
    script = np.array([row for game in games for row in game.rows], np.int64)
    assert compiled(goal_drive.drive)(block, script, output) == 0
    return from_numbers("0" * 16, tables.shape, output)


def block_of(plan: Plan) -> tuple[object, object]:
    mana = build_mana(plan)
    return build_goals(plan, mana), mana


def expect(tally: Tally, plan: Plan, games: Sequence[Game]) -> None:
    """Every number of the tally, counted from the evaluator's answers."""
    outcomes = [[evaluate(goal, game.readings()) for game in games] for goal in plan.goals]  # type: ignore[arg-type]
    for number, (goal, found) in enumerate(zip(plan.goals, outcomes, strict=True)):
        firsts = [each.both for each in found]
        assert tally.goal[number].tolist() == [firsts.count(turn) for turn in range(TURNS + 1)], str(goal)
        met = [each.given for each in found]
        assert tally.given[number].tolist() == [met.count(turn) for turn in range(TURNS + 1)], str(goal)
    for name, bins in tally.shape.measures:
        assert tally.measure[name].tolist() == histogram(name, bins, games), name
    words = [game.last_words() for game in games]
    used = [each[layout.USED + 2] for each in words]
    looked = sum(w[layout.SOURCE_LOOKED + 2] for w, n in zip(words, used, strict=True) if n)
    bottomed = sum(w[layout.SOURCE_BOTTOMED + 2] for w, n in zip(words, used, strict=True) if n)
    assert tally.source["Opt"].tolist() == [sum(used), looked, bottomed, sum(map(bool, used))]
    assert tally.over.tolist() == [sum(game.reason == reason for game in games) for reason in range(4)]
    kept = [min(each[layout.KEPT_CARDS], 8) for each in words]
    assert tally.kept[:, 0].tolist() == [kept.count(size) for size in range(9)]
    for number, found in enumerate(outcomes):
        reached = [size for size, each in zip(kept, found, strict=True) if each.both is not None]
        assert tally.kept[:, 1 + number].tolist() == [reached.count(size) for size in range(9)]
    for name, parts in tally.strata.items():
        values = [strata_value(name, game) for game in games]
        counts = [values.count(value) for value in range(len(parts) - 1)]
        assert [part.games for part in parts] == [*counts, len(games) - sum(counts)], name


def histogram(name: str, bins: int, games: Sequence[Game]) -> list[list[int]]:
    rows = [[0] * bins for _ in range(TURNS + 1)]
    for game in games:
        for turn, value in enumerate(followed(name, game)):
            rows[turn][min(max(value, 0), bins - 1)] += 1
    return rows


def followed(name: str, game: Game) -> list[int]:
    watch = MeasureWatch(parse_measure(name, NAMES), TURNS)
    for reading in game.readings():
        watch.read(reading)
    return watch.values


def strata_value(name: str, game: Game) -> int:
    """A split is read when the game has ended: plain words as they are, worked-out ones as of the last turn's end."""
    words = {"kept cards": layout.KEPT_CARDS, 'used "Opt"': layout.USED + 2}
    return max(0, game.last_words()[words[name]] if name in words else followed(name, game)[-1])


@cache
def games_of(seed: int, count: int) -> tuple[Game, ...]:
    rng = np.random.default_rng(seed)
    return tuple(Game(rng) for _ in range(count))


def agree(goals: list[Goal], seed: int) -> None:
    plan = replace(BASE, goals=tuple(bind_goal(goal, NAMES) for goal in goals))
    games = games_of(seed, 25)
    expect(played(plan, games), plan, games)


@settings(max_examples=15)
@given(st.lists(GOALS, min_size=1, max_size=6), st.integers(0, 20))
def test_random_goals_on_random_histories(goals: list[Goal], seed: int) -> None:
    agree(goals, seed)


@pytest.mark.ci
@settings(max_examples=150)
@given(st.lists(GOALS, min_size=1, max_size=6), st.integers(0, 20))
def test_more_random_goals_on_random_histories(goals: list[Goal], seed: int) -> None:
    agree(goals, seed)


def test_measures_sources_and_strata_on_random_histories() -> None:
    goals = tuple(
        parse_goal(text, NAMES)
        for text in ("land drops by turn 3", "screw", 'castable "Owl" on land 2 given had "Owl"')
    )
    plan = replace(BASE, goals=goals, measures=MEASURES, by=BY)
    games = games_of(99, 300)
    expect(played(plan, games), plan, games)
