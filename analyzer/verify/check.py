"""Playing a row and judging its numbers: exact tails for shares, normal tails for means, differences and worths.

All cells of a run share one false-alarm budget (SEMANTICS 3, 14): a cell is red when its two-sided tail is below
BUDGET divided by the number of cells that ship, so that a section alone is judged as strictly as the whole.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist

from analyzer.engine import Played, run
from analyzer.enumerated import exact_rates
from analyzer.errors import InputError
from analyzer.estimates import goal_rate, mean_kept_size, measure_mean
from analyzer.exact.planned import Exact
from analyzer.plan.read import changed
from analyzer.plan.resolve import Resolved, resolve
from analyzer.plan.schema import ExpectTable, validate
from analyzer.stats import LEVEL, Estimate, z_value
from analyzer.stats.tails import FOUND_IN, two_sided_tail
from analyzer.tomlfile import Document
from analyzer.verify.rows import Row, Section, value_of

BUDGET = 0.001  # chance that a right program is called wrong, all cells together
QUICK_GAMES = 50_000
PUBLISHED = re.compile(r"(<|>=)?\s*(\d+(?:\.(\d+))?)(?:\s*\((\d+) games\))?")
AS_WRITTEN = Fraction(1, 10**14)  # exact values with long fractions are written as decimals
NET_IN_LANDS = "net in lands"
SIMULATION_ERRORS = 4.0  # standard errors that a published simulation may lie from the exact value


@dataclass(frozen=True, slots=True)
class Verdict:
    """One number: what it is, exact and published value, ours, and how it was judged.

    `known`: why the published value differs. `unit`: share, points, cards or lands. `tail`: chance of being at least so far off. `finds`: the error found in 999
    of 1,000 runs. `published_fits`: None where nothing was published. `form`: how the exact value was found once more
    by `run --exact`, "" where it has no form; `form_fits`: did that give the same?
    """

    row: str
    what: str
    exact: Fraction
    published: str
    known: str
    ours: Estimate
    unit: str
    tail: float
    finds: float
    alarm: float
    published_fits: bool | None
    source: str
    plan_id: str
    form: str = ""
    form_fits: bool = True

    @property
    def is_green(self) -> bool:
        """Do ours and a second derivation agree with the exact value, and the published one unless it is known why not?"""
        return self.tail >= self.alarm and self.form_fits and (self.published_fits is not False or bool(self.known))


@dataclass(frozen=True, slots=True)
class Checked:
    """Verdicts of a section; `is_partial` when it was interrupted before its last row."""

    section: Section
    verdicts: tuple[Verdict, ...]
    is_partial: bool = False


def games_of(row: Row, is_quick: bool) -> int:
    """Games that a row is played with: those of its plan, fewer for a quick look."""
    games = int(row.document.get("run", {}).get("games", 1_000_000))
    return min(games, QUICK_GAMES) if is_quick else games


def check_all(
    chosen: Sequence[Section],
    cells: int,
    *,
    is_quick: bool = False,
    threads: int | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Iterator[Checked]:
    """Every section in turn; after an interruption the one that it hit, with the rows that were finished, is the last.

    `cells`: numbers among which the budget is divided.
    """
    alarm = BUDGET / max(1, cells)
    for section in chosen:
        found: list[Verdict] = []
        for row in section.rows:
            try:
                verdicts = check_row(row, games_of(row, is_quick), alarm, threads, on_chunk, on_compile)
            except KeyboardInterrupt:
                verdicts = None
            if verdicts is None:
                yield Checked(section, tuple(found), is_partial=True)
                return
            found += verdicts
        yield Checked(section, tuple(found))


def check_row(
    row: Row,
    games: int,
    alarm: float,
    threads: int | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> list[Verdict] | None:
    """The verdicts of a row; None when it was interrupted, since games of another number are another test."""
    written = row.plan_file
    expect = written.expect
    resolved = resolve(written, row.folder)
    team = [resolved.plan]
    if expect.minus:
        team.append(_minus(row, expect).plan)
    played = run(team, games, threads=threads, on_chunk=on_chunk, on_compile=on_compile)
    if played.is_partial:
        return None
    judge = _Judge(row, resolved.plan.plan_id, alarm)
    verdicts = list(_goals(judge, expect, resolved, played))
    for name, (exact, *published) in expect.means.items():
        ours = (
            mean_kept_size(played.tally)
            if name == "kept cards"
            else measure_mean(played.tally, name, resolved.plan.turns)
        )
        verdicts.append(judge.normal(f"mean {name}", exact, ours.estimate, "cards", "".join(published)))
    if expect.worth:
        verdicts += _worth(judge, expect.worth, resolved, games, threads)
    return verdicts


def _minus(row: Row, expect: ExpectTable) -> Resolved:
    """The plan whose rates are taken off."""
    data = {key: value for key, value in row.document.items() if key != "expect"}
    return resolve(validate(Document(changed(data, expect.minus), "", f"{row.where}, minus")), row.folder)


def _goals(judge: _Judge, expect: ExpectTable, resolved: Resolved, played: Played) -> Iterator[Verdict]:
    forms = exact_rates(resolved.plan) if played.group is None and expect.exact else ()
    if expect.exact and len(expect.exact) != len(resolved.plan.goals):
        raise InputError(f"{judge.row.where}: {len(expect.exact)} exact values for {len(resolved.plan.goals)} goals")
    for number, text in enumerate(expect.exact):
        goal = str(resolved.plan.goals[number])
        published = expect.published[number] if number < len(expect.published) else ""
        if played.group is not None:
            yield judge.normal(f"{goal} (difference)", text, played.group.difference(number, 0, 1), "points", published)
        else:
            rate = goal_rate(played.tally, number)
            verdict = judge.share(goal, text, rate.successes, rate.games, rate.share, published)
            yield _compared(verdict, forms[number])


def _compared(verdict: Verdict, form: Exact) -> Verdict:
    """The verdict with the exact value found a second time, if there is a form."""
    if form.value is None:
        return verdict
    return replace(verdict, form=form.how, form_fits=abs(form.value - verdict.exact) < AS_WRITTEN)


def _worth(
    judge: _Judge, wanted: Mapping[str, str], resolved: Resolved, games: int, threads: int | None
) -> Iterator[Verdict]:
    """The worth of the plan's looks, as `value` gives it for the first goal."""
    from analyzer.sums import goal_sums
    from analyzer.value import ALL, Asked, overlap, play_team, shapley, subsets_team, team_of, worths
    from analyzer.versions import sources_of

    sources = sources_of(resolved.plan)
    team = team_of(resolved.plan, sources, Asked(worth="net" if NET_IN_LANDS in wanted else "look"))
    numbers = goal_sums(_whole(play_team(team, games, threads=threads)), 0)
    rows = worths(team, sources, numbers, resolved.plan)
    for what, exact in wanted.items():
        if what == "shapley":
            subsets = subsets_team(resolved.plan, sources)
            ours = shapley(subsets, len(sources), goal_sums(_whole(play_team(subsets, games, threads=threads)), 0))[0]
        elif what == "overlap":
            ours = overlap(team, sources, numbers)
        elif what == ALL:
            ours = rows[-1].look
        elif what in ("lands", NET_IN_LANDS) and rows[0].lands is not None:
            ours = rows[0].lands.estimate
        elif what == "look":
            ours = rows[0].look
        else:
            known = f"look, lands, {NET_IN_LANDS}, overlap, shapley, {ALL}"
            raise InputError(f"{judge.row.where}: no worth {what!r}; there are {known}")
        yield judge.normal(f"worth: {what}", exact, ours, "lands" if what.endswith("lands") else "points")


def _whole(played: Played) -> Played:
    """All games that were asked for; KeyboardInterrupt if there are fewer."""
    if played.is_partial:
        raise KeyboardInterrupt
    return played


@dataclass(frozen=True, slots=True)
class _Judge:
    """What all verdicts of a row have in common."""

    row: Row
    plan_id: str
    alarm: float

    def share(self, what: str, text: str, successes: int, games: int, ours: Estimate, published: str = "") -> Verdict:
        """A share of games, by its exact binomial tail; 0 and 1 must be met exactly, and no games prove nothing."""
        exact = value_of(text, self.row.where)
        tail = two_sided_tail(successes, games, exact) if games else 0.0
        spread = math.sqrt(float(exact * (1 - exact)) / games) if games else math.nan
        return self._verdict(what, exact, published, ours, "share", tail, spread)

    def normal(self, what: str, text: str, ours: Estimate, unit: str, published: str = "") -> Verdict:
        """A mean or contrast, by the normal tail of its own standard error."""
        exact = value_of(text, self.row.where)
        error = ours.half_width / z_value(LEVEL)
        away = abs(ours.value - float(exact))
        tail = 2 * NormalDist().cdf(-away / error) if error > 0 else float(away < 1e-12)
        return self._verdict(what, exact, published, ours, unit, tail, error)

    def _verdict(
        self, what: str, exact: Fraction, published: str, ours: Estimate, unit: str, tail: float, error: float
    ) -> Verdict:
        finds = error * (-NormalDist().inv_cdf(self.alarm / 2) + NormalDist().inv_cdf(FOUND_IN))
        fits = published_fits(published, exact, 1 if unit == "cards" else 100) if published else None
        known = self.row.document["expect"].get("known", "") if fits is False else ""
        return Verdict(
            self.row.name, what, exact, published, known, ours, unit, tail, finds, self.alarm, fits,
            self.row.source if published else "", self.plan_id,
        )  # fmt: skip


def published_fits(text: str, exact: Fraction, scale: int) -> bool:
    """Is the exact value what was printed: rounded as there, on that side of a bound, or near a simulation?

    >>> published_fits("95.6", Fraction(9558, 10_000), 100), published_fits(">= 92", Fraction(91, 100), 100)
    (True, False)
    >>> published_fits("13.87 (1000000 games)", Fraction(1393, 10_000), 100)
    True
    """
    match = PUBLISHED.fullmatch(text.strip())
    if match is None:
        raise InputError(f"published {text!r}: write 95.6, '>= 92', '< 92' or '13.87 (1000000 games)'")
    sign, printed, decimals, games = match.groups()
    value = exact * scale
    if sign:
        return (value >= Fraction(printed)) == (sign == ">=")
    half_step = Fraction(1, 2 * 10 ** len(decimals or ""))
    error = math.sqrt(float(exact * (1 - exact)) / int(games)) * scale * SIMULATION_ERRORS if games else 0.0
    return abs(value - Fraction(printed)) <= half_step + Fraction(error)
