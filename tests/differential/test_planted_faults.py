"""The planted faults are still there to plant, and one of them really is caught in every run of the tests."""

from __future__ import annotations

import pytest

from tests.differential.planted_faults import FAULTS, ROOT, Fault, caught


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_text_that_a_fault_changes_is_there_once(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old) == 1
    assert (ROOT / fault.test).exists() and fault.new != fault.old


def test_there_are_at_least_thirty() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 30


def test_a_planted_fault_is_caught() -> None:
    assert caught(next(fault for fault in FAULTS if fault.name == "scry 0 is an event"))


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_planted_fault_is_caught(fault: Fault) -> None:
    assert caught(fault)
