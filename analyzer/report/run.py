"""What `run` says about a plan that was played: headline, bridge, curves, cards, mana, looks, mulligans, strata."""

from __future__ import annotations

import math
from dataclasses import replace

from analyzer import __version__
from analyzer.bridge import Bridge, bridges
from analyzer.decks.model import Notice
from analyzer.engine import Played
from analyzer.estimates import (
    Rate,
    goal_curve,
    goal_rate,
    kept_sizes,
    mean_kept_size,
    mean_share,
    measure_mean,
    strata,
)
from analyzer.exact.planned import Exact
from analyzer.goals.defaults import CAST_TURN, MANA_TURNS, Defaults
from analyzer.plan.model import Plan
from analyzer.plan.resolve import Resolved
from analyzer.report.model import Block, Report
from analyzer.report.rows import picture_tables
from analyzer.stats import Estimate, plus_minus, rounded, share_mixture, share_text
from analyzer.tables import Row, Table, estimate_row
from analyzer.tally import Tally

LOOKS = (
    ("scry events + surveil events", "looks (scry and surveil events)"),
    ("looked at", "cards looked at"),
    ("bottomed", "cards put on the bottom by them"),
    ("bottomed drawn", "bottomed cards drawn later"),
)
BOTH = ("both", "seat")  # seat of a plan that plays both, and the stratum that tells them apart
MOST_CURVES = 8  # goals whose curve is printed; all are in the tables


def run_report(
    resolved: Resolved,
    played: Played,
    default: Defaults | None,
    notices: tuple[Notice, ...] = (),
    *,
    precision: float | None = None,
    weights: tuple[float, float] = (0.5, 0.5),
    exacts: tuple[Exact, ...] = (),
) -> Report:
    """The report of a run; `played` is the plan alone, or the plan and its bare plan (for the bridge).

    `precision` is the half-width that was asked for (a share); `weights` of play and draw count where both are played.
    `exacts`: the exact chance of each goal, if it was asked for.
    """
    plan, tally = resolved.plan, played.tally
    rows = default.rows if default is not None else ()
    general = range(default.general if default is not None else len(plan.goals))
    steps = bridges(plan, played)
    blocks = [_goals_block(plan, tally, general), *_exact_blocks(plan, tally, general, exacts)]
    blocks += _seat_blocks(plan, tally, general, weights)
    blocks += [bridge_block(bridge) for bridge in steps[:3] if default is None]
    if plan.turns > 1:
        blocks.append(_curve_block(plan, tally, list(general)[:MOST_CURVES]))
    if rows:
        blocks.append(_cards_block(plan, tally, default))
    blocks += [_mana_block(plan, tally), *_look_blocks(plan, tally), _mulligan_block(plan, tally, general)]
    blocks += [_strata_block(plan, tally, name, general) for name, _ in tally.shape.by if (plan.seat, name) != BOTH]
    return Report(
        command="run",
        title=title_of(resolved),
        headline=tuple(_headline(plan, played, number) for number in list(general)[:3] if default is None),
        blocks=tuple(block for block in blocks if block.rows),
        tables=(
            *tables_of(plan, played, steps, weights),
            *_exact_tables(plan, exacts),
            *picture_tables(plan, played, default),
        ),
        notices=(*resolved.notices, *notices, *_ended(plan, tally)),
        facts=(*facts_of(plan, played), *_reached(tally, precision)),
        plan_id=plan.plan_id,
        plan_json=plan.json,
        is_partial=played.is_partial,
        seconds=played.seconds,
    )


def title_of(resolved: Resolved) -> str:
    """Deck and table in one line."""
    plan = resolved.plan
    size = sum(1 for kind in plan.slots if kind >= 0)
    lands = sum(1 for kind in plan.slots if kind >= 0 and plan.kinds[kind].card.is_land)
    seat = {"play": "on the play", "draw": "on the draw", "both": "play and draw"}[plan.seat]
    mulligan = "no mulligans" if plan.mulligan == "none" else f"{plan.mulligan.capitalize()} mulligan"
    free = f" ({plan.free_mulligans} free)" if plan.free_mulligans and plan.mulligan != "none" else ""
    return f"{resolved.deck.name}: {size} cards, {lands} lands; {seat}, {plan.players} players, {mulligan}{free}"


def facts_of(plan: Plan, played: Played) -> tuple[tuple[str, str], ...]:
    """How the numbers came about, enough to make them again."""
    rules = ", ".join(
        f"{rule.role.replace('_', ' ')} {rule.name}" + "".join(f" {name}={value}" for name, value in rule.knobs)
        for rule in plan.strategy
    )
    games = f"{played.games:,}" + (f" of {played.asked:,} (partial: interrupted)" if played.is_partial else "")
    return (
        ("rules of play", rules),
        ("games", f"{games} (numbers {played.first:,} to {played.first + played.games - 1:,}), seed {plan.seed}"),
        ("made with", f"scryworth {__version__}, plan {plan.plan_id}"),
        ("intervals", "95 %, each by itself; '+-' is sampling error only, other rules of play move the number further"),
    )


def _headline(plan: Plan, played: Played, goal: int) -> str:
    rate = goal_rate(played.tally, goal)
    given = f" ({rate.successes:,} of {rate.games:,} games)" if played.tally.shape.given[goal] >= 0 else ""
    return f"{plan.goals[goal]}: {share_text(rate.share)}{given}"


def _goals_block(plan: Plan, tally: Tally, goals: range) -> Block:
    rows = []
    for number in goals:
        rate = goal_rate(tally, number)
        rows.append((str(plan.goals[number]), share_text(rate.share), f"{rate.successes:,}", f"{rate.games:,}"))
    bars = tuple(goal_rate(tally, number).share.value for number in goals)
    return Block("Goals", ("goal", "chance", "games with it", "of games"), tuple(rows), bars=bars)


def _exact_blocks(plan: Plan, tally: Tally, goals: range, exacts: tuple[Exact, ...]) -> list[Block]:
    """Exact value beside the estimate, and how far apart they are; or why there is no exact value."""
    rows = []
    for number in goals if exacts else ():
        exact, rate = exacts[number], goal_rate(tally, number)
        text = "none" if exact.value is None else f"{100 * float(exact.value):.4f} %"
        rows.append((str(plan.goals[number]), text, share_text(rate.share), _apart(exact, rate), exact.how))
    return [Block("Exact", ("goal", "exact", "estimate", "standard errors apart", "how, or why not"), tuple(rows))]


def _apart(exact: Exact, rate: Rate) -> str:
    if exact.value is None or not rate.games:
        return ""
    error = math.sqrt(float(exact.value * (1 - exact.value)) / rate.games)
    if error == 0:
        return "0" if rate.share.value == exact.value else "not equal"
    return f"{(rate.share.value - float(exact.value)) / error:+.1f}"


def _exact_tables(plan: Plan, exacts: tuple[Exact, ...]) -> tuple[Table, ...]:
    rows = []
    for goal, exact in zip(plan.goals, exacts, strict=False):
        note = f"none: {exact.how}" if exact.value is None else f"{exact.value} by {exact.how}"
        row = Row(plan=plan.plan_id, goal=str(goal), statistic="exact", unit="share", note=note)
        value = None if exact.value is None else float(exact.value)
        rows.append(row if value is None else replace(row, value=value, interval="exact"))
    return (Table("exact", tuple(rows)),) if rows else ()


def _seat_rates(tally: Tally, goal: int, weights: tuple[float, float]) -> tuple[Estimate, Estimate, Estimate]:
    """Play, draw, and their mixture; the seats are independent strata (SEMANTICS 3, 7)."""
    parts = [goal_rate(part, goal) for part in tally.strata["seat"][:2]]
    mixed = share_mixture([(w, rate.successes, rate.games) for w, rate in zip(weights, parts, strict=True)])
    return parts[0].share, parts[1].share, mixed


def _seat_blocks(plan: Plan, tally: Tally, goals: range, weights: tuple[float, float]) -> list[Block]:
    if plan.seat != "both":
        return []
    rows = tuple((str(plan.goals[n]), *map(share_text, _seat_rates(tally, n, weights))) for n in goals)
    note = f"mixture: {100 * weights[0]:g} % on the play, {100 * weights[1]:g} % on the draw; each game has one seat"
    return [Block("Seats", ("goal", "on the play", "on the draw", "mixture"), rows, note)]


def _reached(tally: Tally, precision: float | None) -> tuple[tuple[str, str], ...]:
    """Asked and reached half-widths (SEMANTICS 3, 10)."""
    if precision is None:
        return ()
    widest = max(goal_rate(tally, goal).share.half_width for goal in range(len(tally.shape.goals)))
    return (
        (
            "precision",
            f"asked +- {100 * precision:g} points, reached +- {100 * widest:.2g} (widest goal); pilot of 20,000 games",
        ),
    )


def bridge_block(bridge: Bridge, others: str = "") -> Block:
    """The steps from the hypergeometric number to the rate as played; `others` says what other rules would give."""
    rows: list[tuple[str, str]] = []
    for number, step in enumerate(bridge.steps):
        points = step.change.scaled(100)
        value = f"{points.value:.2f} %" if number == 0 else _signed(points)
        rows.append((step.label, value))
    rows.append((f"as played{others}", share_text(bridge.played)))
    return Block(f"Bridge: {bridge.goal}", ("step", "chance, points"), tuple(rows), place="bridge")


def _signed(points: Estimate) -> str:
    value, spread = rounded(points.value, points.half_width)
    sign = "" if value.startswith("-") else "+"
    return f"{sign}{value} +- {spread}"


def _curve_block(plan: Plan, tally: Tally, goals: list[int]) -> Block:
    """When goals become true; a goal that can only do so in one turn has nothing to show here."""
    columns = ("true by turn", *(str(turn) for turn in range(1, plan.turns + 1)))
    rows = []
    for number in goals:
        if sum(1 for count in tally.goal[number] if count) > 1:
            curve = goal_curve(tally, number)
            rows.append((str(plan.goals[number]), *(_percent(rate) for rate in curve[1:])))
    return Block("By turn", columns, tuple(rows), "per cent; intervals (pointwise) are in the tables")


def _percent(rate: Rate) -> str:
    if rate.successes in (0, rate.games):
        return "-" if not rate.games else "0" if not rate.successes else "100"
    return rounded(100 * rate.share.value, 100 * rate.share.half_width)[0]


def _cards_block(plan: Plan, tally: Tally, default: Defaults | None) -> Block:
    assert default is not None
    rows = []
    for row in sorted(default.rows, key=lambda each: (each.turn, plan.kinds[each.kind].name)):
        cells = [
            "held"
            if goal is None and plan.kinds[row.kind].held
            else "-"
            if goal is None
            else _percent(goal_rate(tally, goal))
            for goal in (row.payable, row.castable, row.cast)
        ]
        rows.append((plan.kinds[row.kind].name, str(row.turn), *cells))
    columns = ("card", "turn", "payable", "castable if had", f"cast by turn {min(CAST_TURN, plan.turns)}")
    note = "per cent; payable: with the best land drops on the turn of its mana value, held or not"
    return Block("Cards", columns, tuple(rows), note)


def _mana_block(plan: Plan, tally: Tally) -> Block:
    rows = []
    for turn in MANA_TURNS:
        if turn <= plan.turns and "mana spent" in tally.measure:
            spent = measure_mean(tally, "mana spent", turn).estimate
            available = measure_mean(tally, "mana available", turn).estimate
            part = mean_share(tally, "mana spent", "mana available", turn).value
            share = f"{100 * part:.0f} %" if part == part else "-"
            rows.append((f"by turn {turn}", plus_minus(spent), plus_minus(available), share))
    return Block("Mana", ("", "spent", "available", "spent of available"), tuple(rows))


def _look_blocks(plan: Plan, tally: Tally) -> list[Block]:
    present = [(name, label) for name, label in LOOKS if name in tally.measure]
    if not any(sum(tally.measure[name][plan.turns][1:]) for name, _ in present):
        return []
    rows = tuple((label, plus_minus(measure_mean(tally, name, plan.turns).estimate)) for name, label in present)
    return [Block("Library selection, a game", ("", "mean"), rows)]


def _mulligan_block(plan: Plan, tally: Tally, goals: range) -> Block:
    shown = list(goals)[:3]
    rows = []
    for size in kept_sizes(tally):
        label = f"{size.cards} cards" if size.cards < 8 else "8 or more cards"
        rows.append((label, share_text(size.share), *(_percent(size.rates[goal]) for goal in shown)))
    mean_size = plus_minus(mean_kept_size(tally).estimate)
    note = f"mean kept size {mean_size}; rates by kept size describe, they do not explain (chosen by the outcome)"
    columns = ("kept", "share of games", *(f"{plan.goals[goal]}, %" for goal in shown))
    return Block("Mulligans", columns, tuple(rows), note)


def _strata_block(plan: Plan, tally: Tally, name: str, goals: range) -> Block:
    shown = list(goals)[:4]
    rows = tuple(
        (each.label, f"{each.tally.games:,}", *(_percent(goal_rate(each.tally, goal)) for goal in shown))
        for each in strata(tally, name)
    )
    decided = "" if name in ("seat",) else "chosen by the outcome: describes, does not explain"
    return Block(f"By {name}", (name, "games", *(f"{plan.goals[goal]}, %" for goal in shown)), rows, decided)


def _ended(plan: Plan, tally: Tally) -> tuple[Notice, ...]:
    ended = dict(zip(tally.shape.reasons, (int(count) for count in tally.over), strict=True))
    return tuple(
        Notice("game-over", f"{count:,} of {tally.games:,} games ended early: {reason}; they count as they stood")
        for reason, count in ended.items()
        if reason != "turns" and count
    )


def tables_of(
    plan: Plan, played: Played, steps: tuple[Bridge, ...], weights: tuple[float, float] = (0.5, 0.5)
) -> tuple[Table, ...]:
    """Every number of the run as tidy rows."""
    tally = played.tally
    tables = [
        Table("goals", tuple(_goal_rows(plan, tally))),
        Table("curves", tuple(row for goal in range(len(plan.goals)) for row in _curve_rows(plan, tally, goal))),
        Table("bridge", tuple(row for bridge in steps for row in bridge_rows(plan, bridge))),
        Table("measures", tuple(row for name in tally.measure for row in _measure_rows(plan, tally, name))),
        Table("mulligans", tuple(_kept_rows(plan, tally))),
    ]
    if plan.seat == "both":
        tables.append(Table("seats", tuple(_seat_rows(plan, tally, weights))))
    for name, _ in tally.shape.by:
        rows = [
            row for each in strata(tally, name) for row in _goal_rows(plan, each.tally, variant=f"{name}={each.label}")
        ]
        tables.append(Table(f"by {name}", tuple(rows)))
    return tuple(table for table in tables if table.rows)


def _goal_rows(plan: Plan, tally: Tally, variant: str = "") -> list[Row]:
    rows = []
    for number, goal in enumerate(plan.goals):
        rate = goal_rate(tally, number)
        turn = getattr(goal, "last_turn", None)
        given = rate.games if tally.shape.given[number] >= 0 else None
        rows.append(
            estimate_row(
                rate.share, plan=plan.plan_id, variant=variant, goal=str(goal), turn=turn, statistic="rate",
                unit="share", games=tally.games, given_games=given,
            )
        )  # fmt: skip
    return rows


def _seat_rows(plan: Plan, tally: Tally, weights: tuple[float, float]) -> list[Row]:
    return [
        estimate_row(rate, plan=plan.plan_id, variant=seat, goal=str(goal), statistic="rate", unit="share")
        for number, goal in enumerate(plan.goals)
        for seat, rate in zip(("play", "draw", "mixture"), _seat_rates(tally, number, weights), strict=True)
    ]


def _curve_rows(plan: Plan, tally: Tally, goal: int) -> list[Row]:
    return [
        estimate_row(
            rate.share, plan=plan.plan_id, goal=str(plan.goals[goal]), turn=turn, statistic="true by turn",
            unit="share", games=tally.games, note="pointwise",
            given_games=rate.games if tally.shape.given[goal] >= 0 else None,
        )
        for turn, rate in enumerate(goal_curve(tally, goal))
    ]  # fmt: skip


def bridge_rows(plan: Plan, bridge: Bridge) -> list[Row]:
    """The steps of a bridge as rows of a tidy table."""
    rows = [
        estimate_row(
            step.change, plan=plan.plan_id, goal=bridge.goal, statistic="draws alone" if number == 0 else "step",
            unit="share", note=step.label,
        )
        for number, step in enumerate(bridge.steps)
    ]  # fmt: skip
    return [
        *rows,
        estimate_row(bridge.played, plan=plan.plan_id, goal=bridge.goal, statistic="as played", unit="share"),
    ]


def _measure_rows(plan: Plan, tally: Tally, name: str) -> list[Row]:
    rows = []
    for turn in range(plan.turns + 1):
        mean = measure_mean(tally, name, turn)
        note = f"{mean.above} games above the last bin" if mean.above else ""
        rows.append(
            estimate_row(
                mean.estimate, plan=plan.plan_id, source=name, turn=turn, statistic="mean", unit="count", note=note
            )
        )
    return rows


def _kept_rows(plan: Plan, tally: Tally) -> list[Row]:
    rows = [estimate_row(mean_kept_size(tally).estimate, plan=plan.plan_id, statistic="mean kept cards", unit="cards")]
    for size in kept_sizes(tally):
        variant = f"kept cards={size.cards}"
        rows.append(estimate_row(size.share, plan=plan.plan_id, variant=variant, statistic="share kept", unit="share"))
        rows += [
            estimate_row(
                rate.share,
                plan=plan.plan_id,
                variant=variant,
                goal=str(plan.goals[number]),
                statistic="rate",
                unit="share",
            )
            for number, rate in enumerate(size.rates)
        ]
    return rows
