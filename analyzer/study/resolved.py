"""From plans as written to plans that can be played together: lists aligned slot by slot, groups, all problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analyzer.decks.align import aligned_slots, swap_cards
from analyzer.decks.model import Deck, Notice
from analyzer.errors import InputError
from analyzer.group import check_group, group_id
from analyzer.ledger_chunk import Key
from analyzer.pack import unsupported
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan
from analyzer.plan.resolve import Resolved, own_cards, read_list, resolve
from analyzer.study.expand import Comparison, Entry, Label, expand
from analyzer.study.recipe import Recipe, recipe_of
from analyzer.study.schema import Budget, StudyFile, read_study
from analyzer.versions import slots_by_name

MOST_IN_GROUP = 16  # plans; the base is played once in each group, so small groups repeat it and large ones grow square


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan of a study, ready to run: name, labels of its grid, tags, notices, and how to make it elsewhere."""

    name: str
    plan: Plan
    labels: Mapping[str, Label]
    tags: tuple[str, ...]
    notices: tuple[Notice, ...]
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Unit:
    """What is played in one go: one plan, or a base and others on the same games; names by place."""

    names: tuple[str, ...]
    plans: tuple[Plan, ...]

    @property
    def key(self) -> Key:
        """The key of its chunks: the plan's, or the group's."""
        return Key(self.plans[0].plan_id) if len(self.plans) == 1 else Key(group_id=group_id(self.plans))

    @property
    def label(self) -> str:
        """How progress and messages call it."""
        return self.names[0] if len(self.names) == 1 else f"{self.names[0]} and {len(self.names) - 1} more"


@dataclass(frozen=True, slots=True)
class Study:
    """A study whose plans are resolved."""

    name: str
    planned: tuple[Planned, ...]
    comparisons: tuple[Comparison, ...]
    budget: Budget
    units: tuple[Unit, ...]

    def named(self, name: str) -> Planned:
        """The plan of this name."""
        return next(each for each in self.planned if each.name == name)

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the grids' axes, in order of first appearance."""
        return tuple(dict.fromkeys(axis for each in self.planned for axis in each.labels))


def study_path(reference: str) -> Path:
    """The file that a reference names: a path, or `example:NAME` for a shipped study.

    >>> study_path("example:lands-temples").name
    'lands-temples.toml'
    """
    if not reference.startswith("example:"):
        return Path(reference)
    folder = Path(__file__).parent / "examples"
    path = folder / f"{reference.removeprefix('example:')}.toml"
    if not path.is_file():
        raise InputError(
            f"{reference}: the shipped studies are {', '.join(sorted(p.stem for p in folder.glob('*.toml')))}"
        )
    return path


def load_study(path: Path) -> Study:
    """Read, expand and resolve a study file; one InputError lists all problems of a stage, and nothing is started."""
    written, document = read_study(path)
    entries, comparisons = expand(written, document)
    return resolved_study(written, entries, comparisons, path.resolve().parent, written.name or path.stem)


def resolved_study(
    written: StudyFile, entries: Sequence[Entry], comparisons: Sequence[Comparison], base: Path, name: str
) -> Study:
    """The study of expanded entries; files are relative to `base`."""
    problems: dict[str, None] = {}
    lists = _lists(entries, base, problems)
    found = {each.name: _resolved(each, lists[each.name], base, problems) for each in entries if each.name in lists}
    whole = {each: resolved for each, resolved in found.items() if resolved is not None}
    if not problems:
        whole = _aligned(entries, whole, lists, comparisons)
    planned = {each.name: _planned(each, whole[each.name], base) for each in entries if each.name in whole}
    units: tuple[Unit, ...] = ()
    if not problems:
        units = units_of(tuple(planned.values()), comparisons, problems)
        _check_budget(written.budget, planned.values(), comparisons, problems)
    if problems:
        raise InputError("\n".join(problems))
    return Study(name, tuple(planned.values()), tuple(comparisons), written.budget, units)


def _lists(entries: Sequence[Entry], base: Path, problems: dict[str, None]) -> dict[str, Deck]:
    """Each plan's list before its swaps; equal texts are read once."""
    known: dict[str, Deck] = {}
    found: dict[str, Deck] = {}
    for entry in entries:
        key = repr((entry.written.deck, entry.written.card))
        try:
            if entry.written.deck.file == "-":
                raise InputError("deck.file = '-': a study reads files, not standard input")
            known[key] = known.get(key) or read_list(entry.written, base)
            found[entry.name] = known[key]
        except InputError as wrong:
            problems.setdefault(f"{entry.where}: {entry.name}: {wrong}" if key not in known else str(wrong))
    return found


def _resolved(entry: Entry, deck: Deck, base: Path, problems: dict[str, None]) -> Resolved | None:
    try:
        own = own_cards(entry.written)
        for text in entry.swaps:
            deck = swap_cards(deck, text, own)
        return resolve(entry.written, base, deck)
    except InputError as wrong:
        problems.setdefault(f"{entry.where}: {entry.name}: {wrong}")
        return None


def _aligned(
    entries: Sequence[Entry],
    found: Mapping[str, Resolved],
    lists: Mapping[str, Deck],
    comparisons: Sequence[Comparison],
) -> dict[str, Resolved]:
    """Plans that are compared get slots aligned to the first base, as many as the longest list (formats F8)."""
    result = dict(found)
    by_name = {each.name: each for each in entries}
    for team in _teams(comparisons):
        slots: dict[str, tuple[int, ...]] = {}
        for name in team:
            own = own_cards(by_name[name].written)
            names = aligned_slots(lists[team[0]], lists[name], by_name[name].swaps, own)
            slots[name] = slots_by_name(found[name].plan, names)
        longest = max(max(len(each) for each in slots.values()), *(len(found[name].plan.slots) for name in team))
        for name in team:
            padded = slots[name] + (-1,) * (longest - len(slots[name]))
            plan = identified(replace(found[name].plan, slots=padded, plan_id="", json=""))
            result[name] = replace(found[name], plan=plan)
    return result


def _teams(comparisons: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """Names that comparisons connect, directly or not, the first base first.

    >>> _teams([Comparison("a", ("b",)), Comparison("c", ("d",)), Comparison("b", ("e",))])
    [('a', 'b', 'e'), ('c', 'd')]
    """
    teams: list[tuple[str, ...]] = []
    for each in comparisons:
        names = (each.base, *each.others)
        joined = [team for team in teams if not set(team).isdisjoint(names)]
        whole = tuple(dict.fromkeys(name for team in (*joined, names) for name in team))
        place = teams.index(joined[0]) if joined else len(teams)
        teams = [team for team in teams if team not in joined]
        teams.insert(place, whole)
    return teams


def _planned(entry: Entry, resolved: Resolved, base: Path) -> Planned:
    recipe = recipe_of(resolved.plan, entry.written, entry.swaps, base)
    left_out = tuple(Notice("not-modelled", f"{card}: {how}", card=card) for card, how in unsupported(resolved.plan))
    return Planned(
        entry.name, resolved.plan, entry.labels, tuple(entry.written.tags), (*resolved.notices, *left_out), recipe
    )


def units_of(
    planned: Sequence[Planned], comparisons: Sequence[Comparison], problems: dict[str, None]
) -> tuple[Unit, ...]:
    """Groups of a base and at most 15 others for what is compared, single plans for the rest; equal work once."""
    by_name = {each.name: each.plan for each in planned}
    units: dict[Key, Unit] = {}
    grouped: set[str] = set()
    for each in comparisons:
        for names in groups_of(each):
            unit = Unit(names, tuple(by_name[name] for name in names))
            try:
                check_group(unit.plans)
                _check_same_questions(unit)
                units.setdefault(unit.key, unit)
            except InputError as wrong:
                problems.setdefault(f"compare {each.base}: {wrong}")
            grouped.update(plan.plan_id for plan in unit.plans)
    for one in planned:
        if one.plan.plan_id not in grouped:
            unit = Unit((one.name,), (one.plan,))
            units.setdefault(unit.key, unit)
    return tuple(units.values())


def _check_same_questions(unit: Unit) -> None:
    """InputError unless all plans ask the same goals and measures, which are compared one by one."""
    for what, asked in (
        ("goals", [[str(goal) for goal in plan.goals] for plan in unit.plans]),
        ("measures", [list(plan.measures) for plan in unit.plans]),
    ):
        for name, each in zip(unit.names, asked, strict=True):
            if each != asked[0]:
                odd = sorted(set(each) ^ set(asked[0])) or ["their order"]
                raise InputError(
                    f"plans that are compared need equal {what}; {name} and {unit.names[0]} differ in {odd[0]}: "
                    f"write run.{what} in [defaults]"
                )


def groups_of(comparison: Comparison) -> list[tuple[str, ...]]:
    """The groups of a comparison: the base, then up to 15 others.

    >>> groups_of(Comparison("a", ("b", "c")))
    [('a', 'b', 'c')]
    """
    size = MOST_IN_GROUP - 1
    others = comparison.others
    return [(comparison.base, *others[at : at + size]) for at in range(0, len(others), size)]


def _check_budget(
    budget: Budget, planned: Iterable[Planned], comparisons: Sequence[Comparison], problems: dict[str, None]
) -> None:
    if budget.mode == "sequence" and budget.precision is None:
        problems.setdefault("budget: mode = 'sequence' needs a precision to stop at")
    if budget.mode == "sequence" and budget.of == "differences":
        problems.setdefault("budget: of = 'differences' goes with mode = 'fresh'")
    if budget.of == "differences" and not comparisons:
        problems.setdefault("budget: of = 'differences', but nothing is compared")
    for each in planned:
        goals = [str(goal) for goal in each.plan.goals]
        if budget.goal and budget.goal not in goals:
            problems.setdefault(
                f"budget: goal {budget.goal!r} is none of {each.name}; its goals are {'; '.join(goals[:5])}"
            )
