"""What pages and pictures of `value` show besides its table: looks by turn, looks under other rules, a game, one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from analyzer import registry
from analyzer.disagreements import disagreement
from analyzer.engine import Played, run
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan, RuleChoice
from analyzer.report.charts.worth_words import one_line
from analyzer.report.model import Report
from analyzer.report.rows import difference_rows
from analyzer.tables import Row, Table, estimate_row

LEAST_GAMES, PART = 10_000, 8  # looks under other rules are played with an eighth of the games, at least so many


def with_pictures(
    report: Report,
    played: Played,
    plans: Sequence[Plan],
    blind: Mapping[str, int],
    *,
    is_drawn: bool = False,
    threads: int | None = None,
) -> Report:
    """A value report with what its pictures need.

    `plans` were played as a group, the plan as it is first; `blind` says at which place each source is blind, all
    together last. `is_drawn`: also what takes more games, looks under the other rules of the report and a game in which
    the looks decide.
    """
    plan = plans[0]
    places = {name: place for name, place in blind.items() if place}  # place 0: the source does not look
    by_turn = [
        difference_rows(plan, played, goal, place, source=name)
        for goal in range(len(plan.goals))
        for name, place in places.items()
    ]
    tables = [*report.tables, Table("by turn", tuple(row for rows in by_turn for row in rows))]
    game = None
    if is_drawn and places and plan.goals:
        last = list(places.values())[-1]
        game = disagreement((plan, plans[last]), ("with the looks", "with every look blind"), played, last)
        games = min(played.games, max(LEAST_GAMES, played.games // PART))
        looks = _rule_looks(plans, places, _other_rules(report, plan), games, threads)
        tables.append(Table("rule looks", tuple(looks)))
    line = one_line(report)
    facts = (*report.facts, *((("in one line", line),) if line else ()))
    return replace(report, tables=tuple(each for each in tables if each.rows), facts=facts, disagreement=game)


def _other_rules(report: Report, plan: Plan) -> dict[str, RuleChoice]:
    """The scry rules of the report's table, without the plan's own."""
    texts = dict.fromkeys(row.source for table in report.tables if table.name == "rules" for row in table.rows)
    choices = {text: registry.choose("scry", text, plan) for text in texts}
    return {text: choice for text, choice in choices.items() if choice != plan.rule("scry")}


def _rule_looks(
    plans: Sequence[Plan], places: Mapping[str, int], rules: Mapping[str, RuleChoice], games: int, threads: int | None
) -> Iterator[Row]:
    """The look of every source when another rule scries."""
    for text, choice in rules.items():
        team = [_with_rule(plans[place], choice) for place in (0, *places.values())]
        group = run(team, games, threads=threads).group
        assert group is not None
        for number, goal in enumerate(plans[0].goals):
            for place, name in enumerate(places, start=1):
                yield estimate_row(
                    group.difference(number, 0, place).scaled(100), plan=team[0].plan_id, variant=text, source=name,
                    goal=str(goal), statistic="look", unit="points", note="by itself",
                )  # fmt: skip


def _with_rule(plan: Plan, choice: RuleChoice) -> Plan:
    rules = tuple(choice if each.role == choice.role else each for each in plan.strategy)
    return identified(replace(plan, strategy=rules, plan_id="", json=""))
