"""Two lists, or one list under two conditions, on the same games: paired differences and where they disagree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.decks.align import align
from analyzer.decks.model import Notice
from analyzer.disagreements import Apart, disagreements
from analyzer.engine import Played
from analyzer.engines import KERNEL, RULEBOOK, choose_for, play_by_rulebook
from analyzer.errors import InputError
from analyzer.plan.canonical import described, identified
from analyzer.plan.resolve import Resolved, read_list, resolve
from analyzer.runs import OnChunk, player
from analyzer.stats import Estimate
from analyzer.versions import slots_by_name

if TYPE_CHECKING:
    from analyzer.plan.schema import PlanFile


@dataclass(frozen=True, slots=True)
class Compared:
    """The two plans, their games, and what they disagree about.

    `better` and `worse` are, for each goal, the shares of games in which only the first (only the second) plan has it.
    """

    first: Resolved
    second: Resolved
    played: Played
    differences: tuple[Estimate, ...]
    better: tuple[float, ...]
    worse: tuple[float, ...]
    header: tuple[str, ...]  # every key in which the plans differ
    notices: tuple[Notice, ...] = ()  # who played, and what was left out
    shown: tuple[Apart, ...] = ()


def resolve_pair(first: PlanFile, second: PlanFile, base: Path | None = None) -> tuple[Resolved, Resolved]:
    """Both plans with slots aligned (formats F8): equal cards meet in equal places; goals may name cards of either.

    InputError where the plans cannot be played on the same games.
    """
    base = base or Path.cwd()
    lists = read_list(first, base), read_list(second, base)
    names = tuple({*lists[0].facts, *lists[1].facts})
    one, two = (
        resolve(written, base, deck, absent=names) for written, deck in zip((first, second), lists, strict=True)
    )
    slots = align(*lists)
    return tuple(_aligned(each, names) for each, names in zip((one, two), slots, strict=True))  # type: ignore[return-value]


def _aligned(resolved: Resolved, slots: tuple[str | None, ...]) -> Resolved:
    plan = identified(replace(resolved.plan, slots=slots_by_name(resolved.plan, slots), plan_id="", json=""))
    return replace(resolved, plan=plan)


def compare(
    first: Resolved,
    second: Resolved,
    games: int,
    *,
    threads: int | None = None,
    on_chunk: OnChunk | None = None,
    on_compile: Callable[[], None] | None = None,
    ledger: Path | None = None,
    engine: str = KERNEL,
    show: str = "",
) -> Compared:
    """Play both plans on the same games; each goal of the first is compared with the same goal of the second.

    One engine plays both. `show` ("better" or "worse"): also find games in which they disagree and write one down.
    InputError when the goals differ or nothing differs at all.
    """
    if tuple(map(str, first.plan.goals)) != tuple(map(str, second.plan.goals)):
        raise InputError("the two plans ask different goals; give goals for both with -g")
    header = tuple(differing(described(first.plan), described(second.plan)))
    if not header:
        raise InputError("the two plans are the same; change something with --a or --b, such as --b table.seat=draw")
    told = (lambda now: on_chunk(now, games)) if on_chunk is not None else None
    team = (first.plan, second.plan)
    choice = choose_for(team, engine)
    if choice.engine == RULEBOOK and ledger is not None:
        raise InputError("the rulebook keeps no ledger; leave --ledger out, or use --engine kernel")
    play = play_by_rulebook if choice.engine == RULEBOOK else player(ledger)
    played = play(team, games, threads=threads, on_chunk=told, on_compile=on_compile)
    assert played.group is not None
    goals = range(len(first.plan.goals))
    comparisons = max(1, len(first.plan.goals))
    differences = tuple(played.group.difference(goal, 0, 1, comparisons=comparisons) for goal in goals)
    only = [_only(played, goal) for goal in goals]
    shown = disagreements(*team, played.games, show, choice.engine) if show else ()
    better, worse = tuple(a for a, _ in only), tuple(b for _, b in only)
    return Compared(first, second, played, differences, better, worse, header, choice.notices, shown)


def _only(played: Played, goal: int) -> tuple[float, float]:
    assert played.group is not None
    S, C, games = played.group.S[goal], played.group.C[goal], played.games
    return (int(S[0]) - int(C[0, 1])) / games, (int(S[1]) - int(C[0, 1])) / games


def differing(first: Mapping[str, Any], second: Mapping[str, Any], path: str = "") -> list[str]:
    """Every key in which two plans differ, with both values; lists of cards as cards more and fewer.

    >>> differing({"table": {"seat": "play"}}, {"table": {"seat": "draw"}})
    ['table.seat: play | draw']
    """
    found: list[str] = []
    for key in first.keys() | second.keys():
        where = f"{path}.{key}" if path else key
        a, b = first.get(key, ""), second.get(key, "")
        if a == b or where == "deck.slots":
            continue
        if where == "deck.kinds":
            continue
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            found += differing(a, b, where)
        else:
            found.append(f"{where}: {a} | {b}")
    if not path:
        found = _cards(first, second) + sorted(found)
    return found


def _cards(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    counts = [_counts(each) for each in (first, second)]
    names = sorted(counts[0].keys() | counts[1].keys())
    changed = [(name, counts[0].get(name, 0), counts[1].get(name, 0)) for name in names]
    return [f"{name}: {a} | {b}" for name, a, b in changed if a != b]


def _counts(plan: Mapping[str, Any]) -> dict[str, int]:
    deck = plan.get("deck")
    counts: dict[str, int] = {}
    if isinstance(deck, Mapping):
        for kind in deck["slots"]:
            if kind >= 0:
                name = deck["kinds"][kind]["name"]
                counts[name] = counts.get(name, 0) + 1
    return counts
