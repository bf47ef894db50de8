"""Games in which two plans do not agree about a goal: how many, the first of them, and how each plan played it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.engine import Played, Ready, play, ready
from analyzer.report.model import Disagreement
from analyzer.stats import share, share_text

if TYPE_CHECKING:
    from analyzer.plan.model import Plan

FIRST_LOOK = 256  # games that are searched at first; twice as many each time after


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
        return Disagreement(line, game, tuple(zip(names, _transcripts(plans, game), strict=True)))
    return Disagreement("They agree about every goal in every game.")


def first_game(plans: tuple[Plan, Plan], goal: int, winner: int, first: int, games: int) -> int:
    """The first game in which only the plan numbered `winner` has the goal; ValueError if there is none."""
    team, at, size = ready(plans), first, FIRST_LOOK
    while at < first + games:
        size = min(size, first + games - at)
        if _differs(team, goal, winner, at, size):
            break
        at, size = at + size, size * 2
    else:
        raise ValueError(f"no game of {games} differs")
    while size > 1:
        half = size // 2
        if _differs(team, goal, winner, at, half):
            size = half
        else:
            at, size = at + half, size - half
    return at


def _differs(team: Ready, goal: int, winner: int, first: int, games: int) -> bool:
    group = play(team, first, games).group
    assert group is not None
    return int(group.S[goal, winner]) > int(group.C[goal, 0, 1])


def _transcripts(plans: Sequence[Plan], game: int) -> list[str]:
    from analyzer.replays import replay_game

    return ["\n".join(replay_game(plan, game).lines) for plan in plans]
