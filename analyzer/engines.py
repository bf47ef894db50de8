"""Which engine plays a plan: the compiled one, the rulebook, or (auto) the one that leaves out less, said by name."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyzer.decks.model import Notice
from analyzer.engine import Played, Truth, chunks_of
from analyzer.errors import InputError, NoRoom
from analyzer.group import GroupTally, check_group, group_id, of_outcomes
from analyzer.plan.model import Plan
from analyzer.tally import Tally

KERNEL, RULEBOOK, AUTO = "kernel", "rulebook", "auto"
RULEBOOK_GAMES = 1_000  # that are played by default where every game is played many times over
BLOCK = 50  # games that the rulebook plays of every plan before it tells of them
NAMED = 3  # things the reason names


@dataclass(frozen=True, slots=True)
class Choice:
    """The engine that plays, why, and what it leaves out: (card, how it is treated) pairs."""

    engine: str
    reason: str
    left_out: tuple[tuple[str, str], ...]

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the report says about it."""
        about = [Notice("engine", self.reason)] if self.reason else []
        return (*about, *(Notice("not-modelled", f"{card}: {how}", card=card) for card, how in self.left_out))


def choose(plan: Plan, wanted: str = KERNEL) -> Choice:
    """The engine for a plan; one engine plays all of its games, never a mixture.

    `auto` takes the rulebook when the compiled engine leaves something out and the rulebook leaves out less.
    """
    from analyzer.rulebook.plans.left_out import left_out

    if wanted == KERNEL:
        return Choice(KERNEL, "", kernel_leaves_out(plan))
    missing = left_out(plan)
    if wanted == RULEBOOK:
        return Choice(RULEBOOK, "played by the rulebook, which is slow: some hundred games a second", missing)
    try:
        lacks = kernel_leaves_out(plan)
    except NoRoom as no_room:
        return Choice(RULEBOOK, f"played by the rulebook: {str(no_room).partition(';')[0]}", missing)
    if not lacks or len(missing) >= len(lacks):
        return Choice(KERNEL, "", lacks)
    only = [f"{card} ({how})" for card, how in lacks if card not in {name for name, _ in missing}]
    named = "; ".join((only or [f"{card} ({how})" for card, how in lacks])[:NAMED])
    return Choice(RULEBOOK, f"played by the rulebook, slowly, because the compiled engine leaves out: {named}", missing)


def choose_for(plans: Sequence[Plan], wanted: str = KERNEL) -> Choice:
    """One engine for several plans: with `auto` the rulebook as soon as one of them asks for it."""
    choices = [choose(plan, wanted) for plan in plans]
    if len({each.engine for each in choices}) > 1:
        reason = next(each.reason for each in choices if each.engine == RULEBOOK)
        choices = [replace(choose(plan, RULEBOOK), reason=reason) for plan in plans]
    left_out = tuple(dict.fromkeys(pair for each in choices for pair in each.left_out))
    return replace(choices[0], left_out=left_out)


def rulebook_games(wanted: str, plans: Sequence[Plan], games: int) -> int:
    """Games where none are asked for: few by the rulebook, which is slow, else as many as `games`."""
    return RULEBOOK_GAMES if choose_for(plans, wanted).engine == RULEBOOK else games


def kernel_leaves_out(plan: Plan) -> tuple[tuple[str, str], ...]:
    """What the compiled engine leaves out of a plan."""
    from analyzer.pack import unsupported

    return unsupported(plan)


def play_by_rulebook(
    plans: Plan | Sequence[Plan],
    games: int,
    *,
    first: int = 0,
    threads: int | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Played:
    """As analyzer.engine.run, on the rulebook, in one thread; the same tallies and group to the last number."""
    team = (plans,) if isinstance(plans, Plan) else tuple(plans)
    check_group(team)
    if games < 1:
        raise InputError(f"{games} games: play at least 1")
    started = time.perf_counter()
    tallies: tuple[Tally, ...] = ()
    group, end = None, first
    for at, size in chunks_of(first, games, BLOCK):
        part = _block(team, at, size)
        if part is None:  # interrupted: what was finished counts
            break
        more, together = part
        tallies = tuple(a + b for a, b in zip(tallies, more, strict=True)) if tallies else more
        group = together if group is None or together is None else group + together
        end = at + size
        if on_chunk is not None:
            on_chunk(size)
    if not tallies:
        raise KeyboardInterrupt
    return Played(tallies, group, first, end - first, games, time.perf_counter() - started)


def _block(team: Sequence[Plan], first: int, games: int) -> tuple[tuple[Tally, ...], GroupTally | None] | None:
    """Some games of every plan; None when they were interrupted."""
    truths = outcomes_by_rulebook(team, first, games)
    tallies = tuple(tally for tally, _ in truths)
    if len(tallies) < len(team) or any(tally.games < games for tally in tallies):
        return None
    if len(team) == 1:
        return tallies, None
    shapes = [tally.shape for tally in tallies]
    given = [shape.given for shape in shapes]
    found = of_outcomes(group_id(team), [truth for _, truth in truths], given, len(shapes[0].measures))
    return tallies, found


def outcomes_by_rulebook(team: Sequence[Plan], first: int, games: int) -> list[tuple[Tally, Truth]]:
    """Each plan's tally and what became true in each game (analyzer.group.of_outcomes); fewer when interrupted."""
    from analyzer.goals.shape import shape_of
    from analyzer.rulebook.engine import run

    found = []
    for plan in team:
        shape = shape_of(plan)
        truth = np.zeros((games, len(plan.goals) + shape.conditions + len(shape.measures)), np.uint8)
        try:
            found.append((run(plan, games, first, truth=truth), truth))
        except KeyboardInterrupt:
            break
    return found
