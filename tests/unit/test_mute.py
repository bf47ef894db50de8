"""`[[mute]]` of a plan file: it applies the version that `value` plays, or is refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer import engine
from analyzer.compared import resolve_pair
from analyzer.engines import play_by_rulebook
from analyzer.errors import InputError
from analyzer.plan.canonical import identified
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.versions import find_source, with_version
from tests.support.command import scryworth
from tests.support.kernel_plans import plan

DECK = "8 Temple of Epiphany\n16 Island\n4 Opt\n4 Wall of Omens\n4 Lone Missionary\n24 Grizzly Bears"
GOALS = ["lands >= 4 by turn 4", "looked at >= 1 by turn 4", "scry events >= 1 by turn 4",
         'entered tapped "Temple of Epiphany" by turn 4']  # fmt: skip
TEMPLE = "Temple of Epiphany/etb"


def muted(*mutes: dict[str, Any]) -> Any:
    return plan(DECK, run__goals=GOALS, run__turns=4, mute=list(mutes))


@pytest.mark.parametrize("version", ["blind", "empty", "off"])
@pytest.mark.parametrize("copies", [None, 3])
def test_a_muted_source_is_the_version_of_value(version: str, copies: int | None) -> None:
    whole = muted()
    by_file = muted({"source": TEMPLE, "version": version, **({"copies": copies} if copies else {})})
    by_value = identified(with_version(whole, find_source(whole, TEMPLE), version, copies))
    assert by_file.plan_id == by_value.plan_id != whole.plan_id and by_file.slots == by_value.slots


def test_what_a_muted_source_does_not_do() -> None:
    reached = {v: engine.run(muted({"source": TEMPLE, "version": v}, {"source": "Opt/cast", "version": v}), 500)
               .tally.goal.sum(axis=1).tolist() for v in ("blind", "empty", "off")}  # fmt: skip
    assert [reached[v][1] for v in reached] == [0, 0, 0]  # no card is looked at
    assert reached["blind"][2] == reached["empty"][2] > 0 == reached["off"][2]  # but the event happens
    assert reached["blind"][3] > 0 == reached["off"][3]  # a land that is off enters untapped


def test_every_version_of_every_source_is_a_plan_of_its_own() -> None:
    ids = [muted().plan_id] + [
        muted({"source": source, "version": version}).plan_id
        for source in (TEMPLE, "Opt/cast", "Wall of Omens/etb")
        for version in ("blind", "empty", "off")
    ]
    assert len(set(ids)) == len(ids)


def test_any_ability_may_be_off() -> None:
    """Lone Missionary's life is no library selection."""
    off = muted({"source": "Lone Missionary/etb"})
    assert off.kinds[4].card.effects == "" and off.muted == ("Lone Missionary/etb off",)


@pytest.mark.parametrize(
    ("mutes", "words"),
    [
        ([{"source": "Temple of Epiphony"}], ("no source", TEMPLE)),
        ([{"source": "Lone Missionary/etb", "version": "blind"}], ("neither looks nor draws", "off")),
        ([{"source": TEMPLE}, {"source": "temple of epiphany", "version": "blind"}], ("twice",)),
        ([{"source": TEMPLE, "copies": 9}], ("9 copies", "8")),
        ([{"source": TEMPLE, "version": "deaf"}], ("version", "blind")),
        ([{"source": TEMPLE, "kopies": 1}], ("kopies", "copies")),
    ],
)
def test_what_cannot_be_muted_is_refused(mutes: list[dict[str, Any]], words: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as wrong:
        muted(*mutes)
    assert all(word in str(wrong.value) for word in words)


@pytest.mark.parametrize("version", ["blind", "empty", "off"])
def test_the_rulebook_mutes_as_the_compiled_engine_does(version: str) -> None:
    plan = muted({"source": TEMPLE, "version": version})
    one, two = engine.run(plan, 60).tally, play_by_rulebook(plan, 60).tally
    assert one.goal.tolist() == two.goal.tolist()
    assert {name: counts.tolist() for name, counts in one.source.items()} == {
        name: counts.tolist() for name, counts in two.source.items()
    }


def test_plans_that_differ_by_a_mute_can_be_compared() -> None:
    written = {"deck.text": DECK, "run.goals": GOALS}
    mute = {"mute": [{"source": TEMPLE, "version": "off", "copies": 2}]}
    first, second = resolve_pair(plan_from_options(written), plan_from_options(written | mute))
    assert second.plan == resolve(plan_from_options(written | mute)).plan != first.plan


def test_the_report_names_what_is_muted(tmp_path: Any) -> None:
    text = 'deck.counts = "24 land, 36 blank"\nfree = [{turns=[1], do="scry1"}]\nmute = [{source="free/1"}]\n'
    (tmp_path / "plan.toml").write_text(text + 'run.goals = ["lands >= 2 by turn 2"]\n')
    done = scryworth("run", "--plan", str(tmp_path / "plan.toml"), "--games", "1000")
    assert done.code == 0 and "muted: free/1 off" in done.out + done.err
    (tmp_path / "plan.toml").write_text(text.replace("free/1", "free/2"))
    for command in ("run", "value", "replay"):
        done = scryworth(command, "--plan", str(tmp_path / "plan.toml"))
        assert done.code == 2 and "free/1" in done.err
