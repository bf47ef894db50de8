"""What follows from a plan alone, worked out once for all its games: mana sources, what programs and lines do."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.cards.abilities import Ability, Program
from analyzer.goals import Goal
from analyzer.goals.reading import MeasureText
from analyzer.goals.shape import measures_of, source_kinds, strata_of
from analyzer.plan.model import Line, Plan
from analyzer.plan.script import script_of
from analyzer.rulebook.plans.fetches import fetching
from analyzer.rulebook.plans.gist import (
    Gist,
    entering_gist,
    felt_steps,
    first_code,
    gist_of,
    line_gist,
    makes_draws,
    sees_every_turn,
    trigger_place,
)
from analyzer.rulebook.plans.sources import TREASURE, ManaSource, asked_types, sources_of
from analyzer.rulebook.tokens import TOKEN_NUMBERS
from analyzer.ruleview import PlanFacts

MOST_DEEDS = 4_096


@dataclass(frozen=True, slots=True)
class Deed:
    """What a program does: its gist, whether anything of it is felt, its first op-code, its place among triggers."""

    program: Program
    gist: Gist
    felt: bool
    code: int
    place: int
    later: Gist  # with a look and a draw for tokens that it makes


@dataclass(frozen=True, slots=True)
class LineDeed:
    """What casting a line does, and its place in ties of the best set (SEMANTICS 5)."""

    line: Line
    gist: Gist
    sort: int
    offered: bool  # can it be cast by a goldfish at all?


def is_offered(line: Line) -> bool:
    """Can this line be cast by a goldfish at all?"""
    return not (line.unpayable or line.sacrifice or line.buyback or line.alternative or line.target.endswith(".gy"))


@dataclass(eq=False)
class Known:
    """The answers, by plan. Programs and lines never change, so each object is asked about once."""

    plan: Plan
    deeds: dict[int, Deed] = field(default_factory=dict)  # by identity
    lines: dict[int, LineDeed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        plan = self.plan
        self.sources: dict[int, ManaSource] = sources_of(plan)
        self.all_sources = self.sources | {TOKEN_NUMBERS["treasure"]: TREASURE}
        self.asks_board = any(0 in source.units for source in self.sources.values())
        self.asked = asked_types(plan)
        self.fetching = fetching(plan, self.sources)
        self.tapped_units = {kind: source.units for kind, source in self.sources.items()}
        fetched = {kind: (self.fetching.types(kind),) for kind in self.fetching.lands}
        self.deck = PlanFacts(plan, self.tapped_units | fetched)
        self.entering = [entering_gist(kind, plan) for kind in plan.kinds]
        self.castable = [not kind.held and any(map(is_offered, kind.lines)) for kind in plan.kinds]
        self.goals = [goal for goal in plan.goals if isinstance(goal, Goal)]
        self.measures: list[MeasureText] = measures_of(plan)
        self.strata: list[MeasureText] = strata_of(plan)
        self.source_kinds = source_kinds(plan)
        self.every_turn = [sees_every_turn(kind, plan) for kind in plan.kinds]
        self.script = script_of(plan)
        texts = [str(goal) for goal in plan.goals] + list(plan.measures) + list(plan.by)
        self.asks_stuck = any("stuck" in text for text in texts)

    def deed(self, program: Program) -> Deed:
        """What a program does."""
        found = self.deeds.get(id(program))
        if found is None:
            if len(self.deeds) > MOST_DEEDS:  # programs that were put together in a game do not pile up
                self.deeds.clear()
            gist = gist_of(program, self.plan)
            found = self.deeds[id(program)] = Deed(
                program, gist, any(True for _ in felt_steps(program)), first_code(program),
                trigger_place(program, self.plan), gist + Gist(1, 1) if makes_draws(program) else gist,
            )  # fmt: skip
        return found

    def ability_gist(self, ability: Ability) -> Gist:
        """What an ability does; making a token that looks or draws later counts as that."""
        return self.deed(ability.program).later

    def line(self, line: Line) -> LineDeed:
        """What casting a line does."""
        found = self.lines.get(id(line))
        if found is None:
            kind = self.plan.kinds[line.kind]
            gist = line_gist(kind, line, self.plan)
            offered = is_offered(line) and not kind.held
            found = self.lines[id(line)] = LineDeed(line, gist, self._sort(line, gist), offered)
        return found

    def _sort(self, line: Line, gist: Gist) -> int:
        kind = self.plan.kinds[line.kind]
        if self.every_turn[line.kind]:
            return 0
        if kind.card.is_creature:
            return 1
        if kind.card.is_permanent:
            return 2
        return 3 if gist.look + gist.draws else 4
