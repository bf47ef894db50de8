"""The random plans contain everything the compiled engine does, under every mulligan rule and seat."""

from __future__ import annotations

import pytest

from analyzer.contract import triggers
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from tests.differential.coverage import Coverage
from tests.differential.real_lists import share_of, table
from tests.support.random_plans import WIDE


@pytest.mark.ci
def test_every_word_under_every_mulligan_rule_and_seat_and_with_every_other() -> None:
    found = Coverage(range(WIDE, WIDE + 1_000))
    assert not found.empty_cells()
    missing = {f"{word}:" for word in triggers.EVENTS} - set(found.words)
    assert not missing
    assert len(found.empty_pairs()) <= len(found.words) * (len(found.words) - 1) // 200  # rare beside rare


def test_the_share_of_a_list_that_is_played() -> None:
    keys = {"deck.text": "20 Island\n4 Opt\n4 Counterspell\n4 Censor\n4 Teferi, Hero of Dominaria",
            "run.goals": ["lands >= 1 by turn 1"]}  # fmt: skip
    share = share_of(resolve(plan_from_options(keys)).plan)
    assert (share.copies, share.kernel) == (36, 28)  # cycling and what Teferi does beyond drawing are left out
    assert share.missing["ability ignored: cycling"] == 4 and share.missing["table: a delay"] == 4
    assert "| all | 36 | 78 % |" in table({"a list": share, "another": "cannot be read"})
