"""Small studies and ledgers for tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from analyzer.ledger_chunk import Chunk, Key, chunk_of
from analyzer.study.resolved import Study, load_study

# Two seats of counts-only lists, one of them longer, compared with the first; one goal.
PAIR = """format = 1
[defaults]
deck.counts = "24 land, 36 blank"
run.turns = 4
run.goals = ["lands had >= 4 by draw 4"]
[[plan]]
name = "base"
[[grid]]
name = "{lands}-{seat}"
from = "base"
over.seat = { key = "table.seat", values = ["play", "draw"] }
over.lands = { key = "swap", labels = [24, 25], values = [[], ["blank -> land"]] }
[[compare]]
base = "base"
to = "*-*"
[budget]
games = GAMES
"""
SINGLE = """format = 1
[defaults]
deck.counts = "24 land, 36 blank"
run.turns = 4
run.goals = ["lands had >= 4 by draw 4"]
[[plan]]
name = "one"
[budget]
games = GAMES
"""


def study_file(folder: Path, text: str = PAIR, games: int = 100_000, name: str = "study.toml") -> Path:
    """Write a study file."""
    path = folder / name
    path.write_text(text.replace("GAMES", str(games)), encoding="utf-8")
    return path


def study(folder: Path, text: str = PAIR, games: int = 100_000) -> Study:
    """A resolved study."""
    return load_study(study_file(folder, text, games))


def chunk(
    plan: str = "p", first: int = 0, games: int = 65_536, value: int = 7, origin: str = "here", group: str = ""
) -> Chunk:
    """A made-up chunk of two numbers, the games and a value."""
    key = Key(group_id=group) if group else Key(plan)
    return chunk_of(key, first, np.array([games, value], np.int64), origin=origin, seconds=0.5)
