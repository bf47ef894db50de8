"""The rulebook as an engine: the same tallies and event rows as the compiled one, game by game, slowly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from analyzer.errors import RunError
from analyzer.goals.evaluate import MeasureWatch, Outcome
from analyzer.goals.reading import MeasureText
from analyzer.goals.shape import shape_of
from analyzer.plan.model import Plan
from analyzer.registry import PythonRule, python_rules
from analyzer.rulebook.library import Order
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.plans.table import Row, Table, set_up, stream_order
from analyzer.rulebook.plans.waiting import over_reason
from analyzer.rulebook.play import play_on
from analyzer.tally import KEPT_SIZES, Shape, Tally, from_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray


def run(
    plan: Plan,
    games: int,
    first: int = 0,
    on_games: Callable[[int], None] | None = None,
    report_every: int = 50,
    truth: NDArray[np.uint8] | None = None,
) -> Tally:
    """Play games first .. first + games - 1; the tally is the one that the compiled engine gives.

    `truth` (a row a game) is filled as the compiled engine fills it (analyzer.group.of_outcomes).
    `on_games` is told now and then how many more games are finished. A KeyboardInterrupt ends the run early with the
    games finished by then.
    """
    shape, rules, known = shape_of(plan), python_rules(plan), Known(plan)
    numbers = np.zeros(shape.output_words, np.int64)
    for game in range(first, first + games):
        try:
            table = prepared(known, game, rules, rows=False)
        except KeyboardInterrupt:
            if game == first:
                raise
            break
        add_game(numbers, shape, table)
        if truth is not None:
            truth[game - first] = _truths(shape, table)
        if on_games is not None and (game - first + 1) % report_every == 0:
            on_games(report_every)
    if on_games is not None and games % report_every:
        on_games(int(numbers[0]) % report_every)
    return from_numbers(plan.plan_id, shape, numbers)


def _truths(shape: Shape, table: Table) -> list[int]:
    """Whether each goal and each condition became true, then the measures at the last turn (at most 255)."""
    outcomes = table.outcomes()
    values = [watch.values[-1] for watch in table.measures[: len(shape.measures)]]
    return [
        *(int(outcome.first is not None) for outcome in outcomes),
        *(int(outcome.given is not None) for outcome in _conditions(shape, outcomes)),
        *(min(max(value, 0), 255) for value in values),
    ]


def replay(plan: Plan, game: int, salt: tuple[int, int] | None = None, order: Order | None = None) -> list[Row]:
    """The events of one game (code, turn, a, b, c; formats F7); `salt` (word, draw): the fork of invariant I1."""
    return prepared(Known(plan), game, python_rules(plan), True, order or stream_order(plan, game, salt)).rows


def told(
    plan: Plan, game: int, salt: tuple[int, int] | None = None
) -> tuple[list[Row], list[tuple[int, str]], RunError | None]:
    """The events of one game, what each rule saw and answered (row that follows, sentence), and what ended it early."""
    rules = python_rules(plan)
    table = set_up(Known(plan), game, stream_order(plan, game, salt), rules)
    sentences: list[tuple[int, str]] = []
    table.facts.tell = lambda text: sentences.append((len(table.rows), text))
    try:
        return play_on(table).rows, sentences, None
    except RunError as failure:
        return list(table.game.rows or ()), sentences, failure


def prepared(known: Known, game: int, rules: dict[str, PythonRule], rows: bool, order: Order | None = None) -> Table:
    """A game played to its end, with the measures that are tallied; without `rows` no events are kept."""
    plan = known.plan
    table = set_up(known, game, order or stream_order(plan, game), rules)
    if not rows:
        table.game.rows = None
        table.measures = [MeasureWatch(measure, plan.turns) for measure in (*known.measures, *known.strata)]
    return play_on(table)


def add_game(numbers: NDArray[np.int64], shape: Shape, table: Table) -> None:
    """Add a finished game to the whole and to its stratum of every `by`."""
    tallied = len(shape.measures)
    offsets = [0]
    place = shape.size
    for (_, strata), watch, text in zip(shape.by, table.measures[tallied:], table.known.strata, strict=True):
        stratum = min(max(value_now(watch, text, table), 0), strata - 1)
        offsets.append(place + stratum * shape.size)
        place += strata * shape.size
    for offset in offsets:
        add_to(numbers[offset : offset + shape.size], shape, table)


def value_now(watch: MeasureWatch, text: MeasureText, table: Table) -> int:
    """A measure at the end of the game, summed over its turns."""
    return sum(watch.numbers.value(term, text.moment, table.reading, True) for term in text.terms)


def add_to(numbers: NDArray[np.int64], shape: Shape, table: Table) -> None:
    """Add a finished game to one tally."""
    numbers[0] += 1
    outcomes, counts = table.outcomes(), table.player.counts
    cells = [1]
    goals = part(numbers, shape, "goal", (len(shape.goals), shape.turns + 1))
    given = part(numbers, shape, "given", (shape.conditions, shape.turns + 1))
    for goal, outcome in enumerate(outcomes):
        cells.append(int(outcome.both is not None))
        if outcome.both is not None:
            goals[goal, outcome.both] += 1
    for condition, outcome in enumerate(_conditions(shape, outcomes)):
        cells.append(int(outcome.given is not None))
        if outcome.given is not None:
            given[condition, outcome.given] += 1
    for (name, bins), watch in zip(shape.measures, table.measures, strict=False):
        rows = part(numbers, shape, f"measure {name}", (shape.turns + 1, bins))
        for turn, value in enumerate(watch.values):
            rows[turn, min(max(value, 0), bins - 1)] += 1
    used = part(numbers, shape, "source", (len(shape.sources), 4))
    for place, (_, kind) in enumerate(table.known.source_kinds):
        if counts[f"used {kind}"]:
            used[place] += [counts[f"used {kind}"], counts[f"looked {kind}"], counts[f"bottomed {kind}"], 1]
    part(numbers, shape, "over", (len(shape.reasons),))[over_reason(table.game)] += 1
    kept = part(numbers, shape, "kept", (KEPT_SIZES, shape.cells))
    kept[min(counts["kept_cards"], KEPT_SIZES - 1)] += cells


def _conditions(shape: Shape, outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome, number in zip(outcomes, shape.given, strict=True) if number >= 0]


def part(numbers: NDArray[np.int64], shape: Shape, block: str, size: tuple[int, ...]) -> NDArray[np.int64]:
    """A part of a tally as a table that writes through."""
    first = shape.offset(block)
    return numbers[first : first + prod(size)].reshape(size)
