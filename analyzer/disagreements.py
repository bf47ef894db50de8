"""Games in which two plans disagree about a goal, found by playing them again, and two transcripts side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from analyzer.engine import Played, Truth, chunks_of, outcomes, ready
from analyzer.engines import KERNEL, outcomes_by_rulebook
from analyzer.errors import InputError
from analyzer.plan.model import Plan
from analyzer.replays import replay_game
from analyzer.report.model import Disagreement
from analyzer.stats import share, share_text

MOST_NAMED = 20  # disagreeing games that are named, each way
BETTER, WORSE = "better", "worse"
SEARCH = {True: 8_192, False: 50}  # games looked through at once by the compiled engine, by the rulebook


@dataclass(frozen=True, slots=True)
class Apart:
    """What --show-game prints: a goal, the first games that only the first plan (`better`) and only the second (`worse`) wins, and one of them.

    `game` is the first of the side asked for; None when there is none. `lines` are its two transcripts from the first
    difference on, line by line.
    """

    goal: str
    better: tuple[int, ...]
    worse: tuple[int, ...]
    way: str
    game: int | None
    before: str = ""  # the last line that both have
    lines: tuple[tuple[str, str], ...] = ()


def disagreements(first: Plan, second: Plan, games: int, way: str, engine: str = KERNEL) -> tuple[Apart, ...]:
    """For every goal the games among 0 .. games - 1 in which the plans disagree, and one of them written down.

    The engine that played the games plays them again. InputError when there is no goal.
    """
    if way not in (BETTER, WORSE):
        raise InputError(f"--show-game {way}: write {BETTER} or {WORSE}")
    if not first.goals:
        raise InputError("--show-game needs a goal that games can disagree about: give one with -g")
    found: list[tuple[list[int], list[int]]] = [([], []) for _ in first.goals]
    for start, one, two in _played_again(first, second, games, engine):
        for goal, (better, worse) in enumerate(found):
            a, b = (_reached(plan, truth, goal) for plan, truth in ((first, one), (second, two)))
            better += [start + int(game) for game in (a & ~b).nonzero()[0]]
            worse += [start + int(game) for game in (b & ~a).nonzero()[0]]
        if all(len(side) >= MOST_NAMED for sides in found for side in sides):
            break
    return tuple(
        _shown(first, second, str(goal), better[:MOST_NAMED], worse[:MOST_NAMED], way, engine)
        for goal, (better, worse) in zip(first.goals, found, strict=True)
    )


def disagreement(plans: tuple[Plan, Plan], names: tuple[str, str], played: Played, other: int = 1) -> Disagreement:
    """What the first plan of a group and the plan numbered `other` disagree about, by their first goal that they do.

    The game shown is the first in which the difference goes the way in which it goes in most games.
    """
    assert played.group is not None
    for number, goal in enumerate(plans[0].goals):
        S, C = played.group.S[number], played.group.C[number]
        both = int(C[0, other])
        only = int(S[0]) - both, int(S[other]) - both
        if not sum(only):
            continue
        a, b = (share_text(share(each, played.games)) for each in only)
        line = f"{goal}: comes true only {names[0]} in {a} of games, only {names[1]} in {b}"
        game = first_game(plans, number, 0 if only[0] >= only[1] else 1, played.first, played.games)
        return Disagreement(line, game, _transcripts(plans, names, game))
    return Disagreement("They agree about every goal in every game.")


def first_game(plans: tuple[Plan, Plan], goal: int, winner: int, first: int, games: int) -> int:
    """The first game in which only the plan numbered `winner` has the goal; ValueError if there is none."""
    for start, one, two in _played_again(*plans, games, KERNEL, first):
        a, b = (_reached(plan, truth, goal) for plan, truth in zip(plans, (one, two), strict=True))
        found = ((a & ~b) if winner == 0 else (b & ~a)).nonzero()[0]
        if len(found):
            return start + int(found[0])
    raise ValueError(f"no game of {games} differs")


def _transcripts(plans: tuple[Plan, Plan], names: tuple[str, str], game: int) -> tuple[tuple[str, str], ...]:
    return tuple((name, "\n".join(replay_game(plan, game).lines)) for name, plan in zip(names, plans, strict=True))


def _played_again(
    first: Plan, second: Plan, games: int, engine: str, at: int = 0
) -> Iterator[tuple[int, Truth, Truth]]:
    compiled = engine == KERNEL
    team = ready((first, second)) if compiled else None
    for start, size in chunks_of(at, games, SEARCH[compiled]):
        if team is not None:
            one, two = outcomes(team, start, size)
        else:
            (_, one), (_, two) = outcomes_by_rulebook((first, second), start, size)
        yield start, one, two


def _reached(plan: Plan, truth: Truth, goal: int) -> Truth:
    """Games in which a goal was reached, its condition too."""
    conditions = [number for number, each in enumerate(plan.goals) if getattr(each, "given", None) is not None]
    reached = truth[:, goal] != 0
    if goal in conditions:
        reached &= truth[:, len(plan.goals) + conditions.index(goal)] != 0
    return reached


def _shown(first: Plan, second: Plan, goal: str, better: list[int], worse: list[int], way: str, engine: str) -> Apart:
    wanted = better if way == BETTER else worse
    if not wanted:
        return Apart(goal, tuple(better), tuple(worse), way, None)
    one, two = (replay_game(plan, wanted[0], engine).lines for plan in (first, second))
    before, lines = side_by_side(one, two)
    return Apart(goal, tuple(better), tuple(worse), way, wanted[0], before, lines)


def side_by_side(first: list[str], second: list[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The last line that two transcripts share at their beginning, and their lines from there on, turn by turn.

    >>> side_by_side(["Turn 1", "  draws A", "Turn 2", "  z"], ["Turn 1", "  draws B", "  casts B", "Turn 2", "  z"])
    ('Turn 1', (('  draws A', '  draws B'), ('', '  casts B'), ('Turn 2', 'Turn 2'), ('  z', '  z')))
    """
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    turns = zip_longest(_by_turn(first[same:]), _by_turn(second[same:]), fillvalue=())
    lines = tuple(pair for one, two in turns for pair in zip_longest(one, two, fillvalue=""))
    return (first[same - 1] if same else ""), lines


def _by_turn(lines: list[str]) -> list[list[str]]:
    """Lines in parts that begin with a turn; the first part may be the rest of a turn."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if not line.startswith(" "):
            parts.append([])
        parts[-1].append(line)
    return parts
