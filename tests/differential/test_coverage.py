"""The random plans contain everything the compiled engine does, under every mulligan rule and seat."""

from __future__ import annotations

import pytest

from analyzer.contract import triggers
from tests.differential.coverage import Coverage
from tests.support.random_plans import WIDE


@pytest.mark.ci
def test_every_word_under_every_mulligan_rule_and_seat_and_with_every_other() -> None:
    found = Coverage(range(WIDE, WIDE + 1_000))
    assert not found.empty_cells()
    missing = {f"{word}:" for word in triggers.EVENTS} - set(found.words)
    assert not missing
    assert len(found.empty_pairs()) <= len(found.words) * (len(found.words) - 1) // 200  # rare beside rare
