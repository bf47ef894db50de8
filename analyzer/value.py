"""What each source of library selection is worth: versions and ladders played on the same games (SEMANTICS 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from pathlib import Path

from analyzer.bridge import bare
from analyzer.engine import Played
from analyzer.errors import InputError
from analyzer.kinds import with_split
from analyzer.ladders import DEFAULT_UNITS, Unit, parse_unit
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan
from analyzer.runs import Player, player
from analyzer.stats import Estimate, Worth, worth
from analyzer.sums import Sums
from analyzer.versions import NO_SOURCES, VERSIONS, Entry, Source, entries_of, with_replacement, with_versions

ALL = "all sources together"
WHOLE, BARE = "", "bare"  # the place of the plan in which nothing is cast
# What is measured in units, and what is printed as "worth": the better version and the worse one.
PARTS = {"look": ("full", "blind"), "draw": ("blind", "empty"), "tempo": ("empty", "off"), "net": ("full", "off")}
UNANSWERED = 0.5  # chance of permanents to survive in the second figure of rows that need them to


@dataclass(frozen=True, slots=True)
class Asked:
    """What a value run is asked beside the versions full, blind, empty and off.

    `worth` names the part (of PARTS) that is measured in units; `copies`: mute only so many copies of each card;
    `against`: a card that stands in the slots of each source for one more version; `unanswered`: play the looks of
    sources that need permanents once more with these surviving half the time; `bridge`: play the bare plan too.
    """

    units: tuple[Unit, ...] = tuple(map(parse_unit, DEFAULT_UNITS))
    worth: str = "look"
    copies: int | None = None
    against: str = ""
    unanswered: bool = False
    bridge: bool = False


DEFAULT = Asked()


@dataclass(frozen=True, slots=True)
class Team:
    """Plans to be played together and where each version of each row stands among them; the full plan is first.

    `lacking` are (row, unit, why) of ladders that have no rung.
    """

    plans: tuple[Plan, ...]
    place: dict[tuple[str, str], int]  # (row or ALL, version or "cards+1" ...) -> number of the plan
    entries: tuple[Entry, ...] = ()
    asked: Asked = DEFAULT
    lacking: tuple[tuple[str, str, str], ...] = ()

    def at(self, row: str, version: str) -> int:
        """The number of the plan in which a row is in a version."""
        return self.place.get((row, version), 0) if version == "full" else self.place[row, version]


@dataclass(frozen=True, slots=True)
class Worths:
    """One row and one goal: look, draw, tempo, net (shares), and the worth in units.

    `used` is the share of games in which the row's card looked or drew (None where it is not counted), `when_used`
    the worth among these. `against`: full minus the version with another card in its slots. `unanswered`: the look
    while permanents survive half the time.
    """

    source: str
    copies: int
    look: Estimate
    draw: Estimate
    tempo: Estimate
    net: Estimate
    cards: Worth | None
    lands: Worth | None
    needs_survival: bool = False
    is_part: bool = False
    used: float | None = None
    when_used: Estimate | None = None
    units: tuple[tuple[str, Worth], ...] = ()
    against: Estimate | None = None
    unanswered: Estimate | None = None


class _Builder:
    """Collects the plans of a team; equal plans are played once."""

    def __init__(self, plan: Plan, asked: Asked) -> None:
        self.plans: list[Plan] = []
        self.place: dict[tuple[str, str], int] = {}
        self.numbers: dict[str, int] = {}
        self.lacking: list[tuple[str, str, str]] = []
        self.asked = asked
        self.add(ALL, "full", plan)

    def add(self, row: str, version: str, plan: Plan) -> Plan:
        known = identified(plan)
        self.place[row, version] = self.numbers.setdefault(known.plan_id, len(self.plans))
        if self.place[row, version] == len(self.plans):
            self.plans.append(known)
        return known

    def row(self, name: str, full: Plan, chosen: Sequence[Source], longer: int, is_part: bool) -> None:
        """All versions of a row, and its ladders (parts of a card have none)."""
        found = {"full": self.add(name, "full", full)}
        for version in VERSIONS:
            found[version] = self.add(name, version, _version(full, chosen, version, found))
        better, base = PARTS[self.asked.worth]
        if is_part or found[better].plan_id == found[base].plan_id:
            return
        for unit in self.asked.units:
            ladder = unit.ladder(found[base], chosen, longer)
            if not ladder:
                self.lacking.append((name, unit.name, unit.why))
            for rung, variant in ladder:
                self.add(name, f"{unit.name}{rung:+d}", variant)


def _version(full: Plan, chosen: Sequence[Source], version: str, found: dict[str, Plan]) -> Plan:
    """A version of a row; the one before it where it cannot differ."""
    if version == "blind" and not any(each.looks for each in chosen):
        return found["full"]
    if version == "empty" and not any(each.draws for each in chosen):
        return found["blind"]
    return with_versions(full, chosen, version)


def team_of(plan: Plan, sources: Sequence[Source], asked: Asked = DEFAULT) -> Team:
    """The full plan, every row blind, empty and off, all sources together likewise, and the ladders of each row.

    InputError when the plan has no source, or when a source stands in no slot that `against` could take.
    """
    if not sources:
        raise InputError(NO_SOURCES)
    entries = entries_of(sources)
    build = _Builder(plan, asked)
    for entry in entries:
        full, chosen = _split(plan, entry, asked.copies)
        build.row(entry.name, full, chosen, 1, entry.is_part)
        if asked.against and not entry.is_part:
            build.add(entry.name, "against", with_replacement(full, chosen[0], asked.against))
    if rows_of(entries) > 1:
        build.row(ALL, plan, sources, 2, False)
    else:
        build.place.update({(ALL, key): at for (row, key), at in build.place.items() if row == entries[0].name})
    if asked.unanswered and any(each.needs_survival for each in sources):
        _add_unanswered(build, plan, entries)
    if asked.bridge:
        build.add(WHOLE, BARE, bare(plan))
    return Team(tuple(build.plans), build.place, entries, asked, tuple(build.lacking))


def rows_of(entries: Sequence[Entry]) -> int:
    """How many cards and free effects there are, parts of cards not counted."""
    return sum(not entry.is_part for entry in entries)


def _split(plan: Plan, entry: Entry, copies: int | None) -> tuple[Plan, tuple[Source, ...]]:
    """The plan in which only so many copies of the row's card are muted: these are a kind of their own."""
    here = copies_of(plan, entry)
    if copies is None or entry.kind < 0 or copies >= plan.slots.count(entry.kind):
        if copies is not None and copies > here:
            raise InputError(f"--copies {copies}: {entry.name} has {here}")
        return plan, entry.sources
    split, twin = with_split(plan, entry.kind, copies)
    return split, tuple(replace(each, kind=twin) for each in entry.sources)


def _add_unanswered(build: _Builder, plan: Plan, entries: Sequence[Entry]) -> None:
    """Full and blind once more, with permanents that survive half the time."""
    half = replace(plan, survive=UNANSWERED)
    build.add(ALL, "full unanswered", half)
    for entry in entries:
        if any(each.needs_survival and each.looks for each in entry.sources):
            build.add(entry.name, "blind unanswered", with_versions(half, entry.sources, "blind"))
    everything = [source for entry in entries if not entry.is_part for source in entry.sources]
    build.add(ALL, "blind unanswered", with_versions(half, everything, "blind"))


def play_team(
    team: Team,
    games: int,
    *,
    threads: int | None = None,
    on_chunk: Callable[[int], None] | None = None,
    on_compile: Callable[[], None] | None = None,
    ledger: Path | None = None,
    play: Player | None = None,
) -> Played:
    """Play all plans of a team on the same games, behind a ledger if one is named, or by another engine (`play`)."""
    play = play or player(ledger)
    plans = team.plans if len(team.plans) > 1 else team.plans * 2  # a group has at least two plans
    return play(plans, games, threads=threads, on_chunk=on_chunk, on_compile=on_compile)


def worths(
    team: Team, sources: Sequence[Source], numbers: Sums, plan: Plan, used: dict[str, int] | None = None
) -> tuple[Worths, ...]:
    """The row of every card and source, then that of all sources together; `used`: games by row in which it was."""
    found = [_worths(team, each.name, numbers, plan, each, (used or {}).get(each.name)) for each in team.entries]
    if rows_of(team.entries) > 1:
        whole = Entry(ALL, tuple(sources))
        found.append(_worths(team, ALL, numbers, plan, whole, None))
    return tuple(found)


def copies_of(plan: Plan, entry: Entry | Source) -> int:
    """Copies of a source's card in the list; 1 for a free effect."""
    return plan.slots.count(entry.kind) + plan.commanders.count(entry.kind) if entry.kind >= 0 else 1


def _worths(team: Team, name: str, numbers: Sums, plan: Plan, entry: Entry, used: int | None) -> Worths:
    def minus(first: str, second: str) -> Estimate:
        return numbers.minus(team.at(name, first), team.at(name, second))

    units = tuple(
        (unit.name, found)
        for unit in team.asked.units
        if (found := _in_units(team, name, unit.name, numbers)) is not None
    )
    by_name = dict(units)
    copies = 0 if name == ALL else min(copies_of(plan, entry), team.asked.copies or 10**9)
    return Worths(
        name,
        copies,
        look=minus("full", "blind"),
        draw=minus("blind", "empty"),
        tempo=minus("empty", "off"),
        net=minus("full", "off"),
        cards=by_name.get("cards"),
        lands=by_name.get("lands"),
        needs_survival=all(each.needs_survival for each in entry.sources),
        is_part=entry.is_part,
        used=None if used is None else used / numbers.games,
        when_used=_when_used(team, name, numbers, used),
        units=units,
        against=minus("full", "against") if (name, "against") in team.place else None,
        unanswered=_unanswered(team, name, numbers),
    )


def _when_used(team: Team, name: str, numbers: Sums, used: int | None) -> Estimate | None:
    """The worth among the games in which the row looked or drew; elsewhere these versions are the same game."""
    better, worse = PARTS[team.asked.worth]
    if used is None or "off" in (better, worse):
        return None
    first, second = team.at(name, better), team.at(name, worse)
    return numbers.among(first, second, used) if first != second else None


def _unanswered(team: Team, name: str, numbers: Sums) -> Estimate | None:
    if (name, "blind unanswered") not in team.place:
        return None
    return numbers.minus(team.place[ALL, "full unanswered"], team.place[name, "blind unanswered"])


def _in_units(team: Team, name: str, unit: str, numbers: Sums) -> Worth | None:
    """The worth of a row in a unit: where the ladder over its worse version meets the better one."""
    better, base = (team.at(name, version) for version in PARTS[team.asked.worth])
    rungs = [(0, base)] + [
        (int(version.removeprefix(unit)), place)
        for (source, version), place in team.place.items()
        if source == name and version.startswith((f"{unit}+", f"{unit}-"))
    ]
    if len(rungs) == 1:
        return None
    return worth(numbers.games, numbers.sums, numbers.products, better, sorted(rungs))


def overlap(team: Team, sources: Sequence[Source], numbers: Sums) -> Estimate:
    """Together minus the sum of the left-out values (SEMANTICS 2), of looks."""
    names = [each.name for each in team.entries if not each.is_part]
    weights: dict[int, float] = {}
    terms = [(team.at(ALL, "full"), 1.0), (team.at(ALL, "blind"), -1.0)]
    for name in names:
        terms += [(team.at(name, "full"), -1.0), (team.at(name, "blind"), 1.0)]
    for place, weight in terms:
        weights[place] = weights.get(place, 0.0) + weight
    return numbers.difference(weights)


# ---- Shapley shares --------------------------------------------------------------------------------------------------
MOST_SHAPLEY = 6


def subsets_team(plan: Plan, sources: Sequence[Source]) -> Team:
    """The plan with every set of sources blind; place[("", "110")] has the first two looking. InputError above six."""
    if not 1 <= len(sources) <= MOST_SHAPLEY:
        raise InputError(
            f"Shapley shares need 1 to {MOST_SHAPLEY} sources, not {len(sources)}; name some with --source"
        )
    plans: list[Plan] = []
    place: dict[tuple[str, str], int] = {}
    everything = range(len(sources))
    for size in range(len(sources), -1, -1):
        for looking in combinations(everything, size):
            blind = [sources[i] for i in everything if i not in looking]
            place["", _bits(looking, len(sources))] = len(plans)
            plans.append(identified(with_versions(plan, blind, "blind")))
    return Team(tuple(plans), place)


def _bits(looking: Sequence[int], number: int) -> str:
    return "".join("1" if i in looking else "0" for i in range(number))


def shapley(team: Team, number: int, numbers: Sums) -> tuple[Estimate, ...]:
    """Shapley share of each of `number` sources: its mean contribution over all orders of adding them."""
    shares = []
    for source in range(number):
        weights: dict[int, float] = {}
        for (_, bits), place in team.place.items():
            size = bits.count("1") - (bits[source] == "1")
            weight = 1 / (number * comb(number - 1, size))
            weights[place] = weight if bits[source] == "1" else -weight
        shares.append(numbers.difference(weights))
    return tuple(shares)
