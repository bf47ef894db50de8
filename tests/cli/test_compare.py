"""`scryworth compare --plan`: which lists meet, and that the plan file's conditions hold for both."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import scryworth

PLAN = 'deck.file = "old.txt"\ntable.mulligan = "none"\nrun.goals = ["lands had >= 4 by draw 4"]\n'


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "old.txt").write_text("24 Island\n36 Memnite\n")
    (tmp_path / "new.txt").write_text("20 Island\n40 Memnite\n")
    (tmp_path / "plans" / "plan.toml").write_text(PLAN)
    return tmp_path / "plans" / "plan.toml"


@pytest.mark.parametrize(
    ("lists", "more", "lands"),
    [
        (["new.txt"], [], (24, 20)),
        (["new.txt", "plans/old.txt"], [], (20, 24)),
        ([], ["--b", "table.seat=draw"], (24, 24)),
    ],
)
def test_the_plan_s_list_meets_another(plan: Path, lists: list[str], more: list[str], lands: tuple[int, int]) -> None:
    words = [str(plan.parent.parent / name) for name in lists]
    told = scryworth("compare", "--plan", str(plan), *words, *more, "--games", "500", "--quiet", cwd=plan.parent.parent)
    assert told.code == 0, told.err
    first = told.out.splitlines()[0]
    assert first.count("no mulligans") == 2
    assert f"{lands[0]} lands" in first.split("|")[0] and f"{lands[1]} lands" in first.split("|")[1]


def test_without_a_list_or_a_plan_it_says_what_is_wanted() -> None:
    done = scryworth("compare", "--b", "table.seat=draw")
    assert done.code == 2 and "name a DECK or --plan FILE" in done.err
