"""Which engine plays a plan: the compiled one, the rulebook, or (auto) the one that leaves out less, said by name."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyzer.decks.model import Notice
from analyzer.engine import Played
from analyzer.errors import InputError, RunError
from analyzer.plan.model import Plan

KERNEL, RULEBOOK, AUTO = "kernel", "rulebook", "auto"
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
    InputError when the rulebook is asked for and does not play the plan.
    """
    from analyzer.rulebook.plans.left_out import left_out
    from analyzer.rulebook.play import unsupported as refused

    if wanted == KERNEL:
        return Choice(KERNEL, "", kernel_leaves_out(plan))
    unable, missing = refused(plan), left_out(plan)
    if wanted == RULEBOOK:
        if unable:
            raise InputError(f"the rulebook does not play this in a plan: {', '.join(unable)}; use --engine kernel")
        return Choice(RULEBOOK, "played by the rulebook, which is slow: some hundred games a second", missing)
    try:
        lacks = kernel_leaves_out(plan)
    except RunError as no_room:
        if unable:
            raise
        return Choice(RULEBOOK, f"played by the rulebook: {no_room}", missing)
    if not lacks or unable or len(missing) >= len(lacks):
        return Choice(KERNEL, "", lacks)
    only = [f"{card} ({how})" for card, how in lacks if card not in {name for name, _ in missing}]
    named = "; ".join((only or [f"{card} ({how})" for card, how in lacks])[:NAMED])
    return Choice(RULEBOOK, f"played by the rulebook, slowly, because the compiled engine leaves out: {named}", missing)


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
    """As analyzer.engine.run for one plan, on the rulebook, in one thread; the same tally to the last number."""
    from analyzer.rulebook.engine import run

    team = (plans,) if isinstance(plans, Plan) else tuple(plans)
    if len(team) != 1:
        raise InputError("the rulebook plays one plan at a time; compare and value need --engine kernel")
    if games < 1:
        raise InputError(f"{games} games: play at least 1")
    started = time.perf_counter()
    tally = run(team[0], games, first, on_chunk)
    return Played((tally,), None, first, tally.games, games, time.perf_counter() - started)
