"""One game of a plan written down: who played it, its event rows, and the lines that a player would write."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.contract.events import EVENTS
from analyzer.engines import AUTO, RULEBOOK, Choice, choose
from analyzer.errors import InputError, RunError
from analyzer.plan.model import Plan
from analyzer.rulebook.transcript import transcript

SALT = 0x5DEECE66D  # what a fork salts hidden words with


@dataclass(frozen=True, slots=True)
class Replay:
    """One game: the plan, its number, who played it, its rows (code, turn, a, b, c), what was decided before each row.

    `told` are (row, sentence) pairs: what a rule saw and answered, before the row of this number was written.
    `failure`: the game could not be played on from there.
    """

    plan: Plan
    game: int
    choice: Choice
    rows: tuple[tuple[int, ...], ...]
    told: tuple[tuple[int, str], ...] = ()
    fork: int | None = None
    failure: RunError | None = None

    @property
    def title(self) -> str:
        forked = f", hidden cards forked from draw {self.fork} on" if self.fork is not None else ""
        return f"game {self.game}, seed {self.plan.seed}, plan {self.plan.plan_id}, {self.choice.engine}{forked}"

    @property
    def lines(self) -> list[str]:
        """The transcript."""
        return transcript(self.plan, self.rows, self.told)


def replay_game(plan: Plan, game: int, engine: str = AUTO, fork: int | None = None) -> Replay:
    """Play one game again. `auto`: the rulebook, which also tells what each rule saw.

    With `fork` the cards that are unseen at that draw (counted from 0, opening hands included) lie in another order.
    InputError for a negative number.
    """
    if game < 0:
        raise InputError(f"game {game}: games are numbered from 0")
    if fork is not None and fork < 0:
        raise InputError(f"--fork {fork}: draws are numbered from 0")
    choice = _chosen(plan, engine)
    if choice.engine == RULEBOOK:
        from analyzer.rulebook.engine import told

        salt = None if fork is None else (SALT, fork)
        rows, sentences, failure = told(plan, game, salt)
        return Replay(plan, game, choice, tuple(map(tuple, rows)), tuple(sentences), fork, failure)
    from analyzer.engine import replay

    found = replay(plan, game) if fork is None else replay(plan, game, salt=SALT, salt_from=fork)
    return Replay(plan, game, choice, tuple(tuple(map(int, row)) for row in found), (), fork)


def _chosen(plan: Plan, engine: str) -> Choice:
    if engine != AUTO:
        return choose(plan, engine)
    return Choice(RULEBOOK, "", choose(plan, RULEBOOK).left_out)


def written(replay: Replay, format: str) -> str:
    """The game as text, Markdown or JSON; the text of each format ends with a line end."""
    if format == "json":
        return json.dumps(as_json(replay), indent=1, ensure_ascii=False) + "\n"
    notes = [f"{card}: {how}" for card, how in replay.choice.left_out]
    notes = [replay.choice.reason, *notes] if replay.choice.reason else notes
    if format == "markdown":
        body = [f"# {replay.title}", "", *(f"> {note}" for note in notes), *([""] if notes else [])]
        return "\n".join([*body, *_markdown(replay.lines)]) + "\n"
    return "\n".join([replay.title, *(f"note: {note}" for note in notes), *replay.lines]) + "\n"


def _markdown(lines: Sequence[str]) -> list[str]:
    """Turns as headings, what happened as lists."""
    found = []
    for line in lines:
        depth = (len(line) - len(line.lstrip())) // 2
        found.append(f"\n## {line}\n" if depth == 0 else f"{'  ' * (depth - 1)}- {line.strip()}")
    return found


def as_json(replay: Replay) -> dict[str, Any]:
    """The game as JSON: rows with their names, and the transcript."""
    return {
        "command": "replay",
        "plan_id": replay.plan.plan_id,
        "game": replay.game,
        "engine": replay.choice.engine,
        "reason": replay.choice.reason,
        "fork": replay.fork,
        "left_out": [list(pair) for pair in replay.choice.left_out],
        "columns": ["event", "code", "turn", "a", "b", "c"],
        "rows": [[EVENTS[row[0]][0], *row] for row in replay.rows],
        "decisions": [{"row": row, "text": text} for row, text in replay.told],
        "transcript": replay.lines,
    }
