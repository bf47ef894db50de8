"""The expert quiz rows about whole turns (SEMANTICS 5), played by the kernel from stated positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer import engine
from analyzer.contract import events
from analyzer.contract.moments import MAIN1
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile

DECK = """4 Temple of Enlightenment\n12 Island\n8 Plains\n4 Opt\n4 Fugitive Wizard\n4 Precinct Captain
4 Leonin Vanguard\n4 Coral Merfolk\n4 Divination\n4 Cloudkin Seer\n4 Phantom Monster\n4 Counterspell"""


def turn_of(hand, battlefield=(), turn=1, top=(), **strategy):
    """What happens in one turn from this position: ("land" | "cast" | "draw", name) in order, with the moment."""
    written = {
        "deck": {"text": DECK},
        "strategy": {"scry": "lands-until:lands=4", **strategy},
        "run": {"turns": turn, "goals": [f"lands >= 1 by turn {turn}"]},
        "start": {"hand": hand, "battlefield": list(battlefield), "turn": turn, "library_top": list(top)},
    }
    plan = resolve(PlanFile.model_validate(written), Path.cwd()).plan
    found, moment = [], -1
    for code, _, a, *_ in engine.replay(plan, 0).tolist():
        if code == events.STEP:
            moment = a
        elif code in (events.LAND, events.CAST):
            found.append(("land" if code == events.LAND else "cast", plan.kinds[a].name, moment))
    return found


def names(done):
    return [(what, name) for what, name, _ in done]


def test_quiz_1_temple_when_nothing_is_castable():
    done = turn_of(["Temple of Enlightenment", "Island", "Divination", "Cloudkin Seer"])
    assert names(done) == [("land", "Temple of Enlightenment")]


def test_quiz_2_the_untapped_land_for_a_one_drop():
    done = turn_of(["Temple of Enlightenment", "Island", "Fugitive Wizard"])
    assert names(done) == [("land", "Island"), ("cast", "Fugitive Wizard")]


def test_quiz_3_the_land_that_casts_the_two_drop():
    hand = ["Temple of Enlightenment", "Plains", "Leonin Vanguard", "Coral Merfolk"]
    assert ("cast", "Coral Merfolk") in names(turn_of(hand, ["Island"], 2))
    done = turn_of(["Temple of Enlightenment", "Plains", "Precinct Captain"], ["Plains"], 2, ["Divination"])
    assert names(done) == [("land", "Plains"), ("cast", "Precinct Captain")]


@pytest.mark.parametrize(("top", "lands"), [("Island", ["Island"]), ("Divination", [])])
def test_quiz_4_look_for_the_land_first(top, lands):
    """No land in hand: Opt comes before the land drop; the draw of the turn is a spell."""
    after = ["Phantom Monster", top, *["Cloudkin Seer"] * 3]
    done = turn_of(["Opt", "Divination"], ["Island"], 2, after)
    assert names(done)[0] == ("cast", "Opt") and done[0][2] == MAIN1
    assert [name for what, name in names(done)[1:] if what == "land"][: len(lands)] == lands


def test_quiz_5_the_creature_spends_more():
    done = turn_of(["Island", "Opt", "Coral Merfolk"], ["Island"], 2, ["Divination"])
    assert names(done)[:2] == [("land", "Island"), ("cast", "Coral Merfolk")]
    assert ("cast", "Opt") not in names(done)  # both lands are tapped


def test_quiz_5_a_third_land_pays_for_opt_too():
    done = turn_of(["Island", "Opt", "Coral Merfolk"], ["Island", "Island"], 3, ["Divination", "Phantom Monster"])
    assert names(done) == [("land", "Island"), ("cast", "Coral Merfolk"), ("cast", "Opt")]


def test_quiz_20_a_counterspell_is_held():
    done = turn_of(["Island", "Counterspell"], ["Island", "Island"], 3, ["Phantom Monster"])
    assert ("cast", "Counterspell") not in names(done)


def test_greedy_casts_the_dearest_first():
    """Four lands, two two-drops and a three-drop: the best set is the pair, greedy takes the three-drop."""
    hand, lands = ["Island", "Divination", "Coral Merfolk", "Coral Merfolk"], ["Island", "Island", "Island"]
    best = names(turn_of(hand, lands, 4, ["Leonin Vanguard"]))
    assert best == [("land", "Island"), ("cast", "Coral Merfolk"), ("cast", "Coral Merfolk")]
    greedy = names(turn_of(hand, lands, 4, ["Leonin Vanguard"], play="spend-mana:greedy=yes"))
    assert greedy[:2] == [("land", "Island"), ("cast", "Divination")]
