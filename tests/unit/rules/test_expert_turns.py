"""The expert quiz rows about whole turns (SEMANTICS 5), played by the kernel from stated positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer import engine
from analyzer.contract import events
from analyzer.contract.moments import COMBAT, MAIN1, MAIN2, OPP
from analyzer.plan.resolve import resolve
from analyzer.plan.schema import PlanFile

DECK = """4 Temple of Enlightenment\n12 Island\n8 Plains\n4 Opt\n4 Fugitive Wizard\n4 Precinct Captain
4 Leonin Vanguard\n4 Coral Merfolk\n4 Divination\n4 Cloudkin Seer\n4 Phantom Monster\n4 Counterspell
4 Wind Drake\n4 Omenspeaker
4 Prismatic Vista\n4 Evolving Wilds"""


def turn_of(hand, battlefield=(), turn=1, top=(), free=(), last=None, goal=None, **strategy):
    """What happens from this turn to the last: (what, name) in order, with the moment; `free` effects in its upkeep."""
    written = {
        "deck": {"text": DECK},
        "strategy": {"scry": "lands-until:lands=4", **strategy},
        "run": {"turns": last or turn, "goals": [goal or f"lands >= 1 by turn {turn}"]},
        "free": [{"turns": [turn], "at": "upkeep", "do": do} for do in free],
        "start": {"hand": hand, "battlefield": list(battlefield), "turn": turn, "library_top": list(top)},
    }
    plan = resolve(PlanFile.model_validate(written), Path.cwd()).plan
    found, moment = [], -1
    for code, _, a, *_ in engine.replay(plan, 0).tolist():
        if code == events.STEP:
            moment = a
        elif code in (events.LAND, events.CAST):
            found.append(("land" if code == events.LAND else "cast", plan.kinds[a].name, moment))
        elif code in OTHERS:
            found.append((OTHERS[code], "", moment))
    return found


OTHERS = {events.ACTIVATE: "use", events.ATTACK: "attack", events.SCRY: "scry", events.DISCARD: "discard"}


def acts(done):
    return [what for what, _, _ in done]


def names(done):
    return [(what, name) for what, name, _ in done if what in ("land", "cast")]


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


def test_quiz_6_the_creature_before_the_shard():
    done = turn_of(["Wind Drake"], ["Island"] * 3, 4, ["Phantom Monster", "Cloudkin Seer"], ["shard1"])
    assert names(done)[0] == ("cast", "Wind Drake") and "use" not in acts(done)


def test_quiz_7_the_shard_before_a_two_drop():
    top = ["Phantom Monster", "Island", *["Cloudkin Seer"] * 3]
    done = turn_of(["Coral Merfolk"], ["Island"] * 2, 3, top, ["shard1"])
    assert acts(done)[:2] == ["use", "scry"] and done[0][2] == MAIN1
    assert ("land", "Island") in names(done)


def test_quiz_8_the_shard_in_the_opponents_turn():
    done = turn_of(["Island", "Phantom Monster"], ["Island"] * 5, 5, ["Phantom Monster"], ["shard1"])
    assert names(done)[:2] == [("land", "Island"), ("cast", "Phantom Monster")]
    assert done[2] == ("use", "", OPP)


def test_quiz_13_attack_then_the_second_main_phase():
    """No land in hand, drop unused: the Sorcerer Role finds the land, which is played after combat."""
    top = ["Phantom Monster", "Divination", "Island", "Island"]
    done = turn_of(["Phantom Monster"], ["Leonin Vanguard", "Island", "Island"], 3, top,
                   ["role(sorcerer)", "ring1", "ring1"])  # fmt: skip
    assert acts(done)[:2] == ["attack", "scry"] and done[0][2] == COMBAT
    assert ("land", "Island", MAIN2) in done


def test_a_land_waits_for_the_attack_trigger_if_nothing_becomes_castable():
    hand = ["Island", "Phantom Monster", "Phantom Monster"]
    done = turn_of(hand, ["Leonin Vanguard", "Plains"], 2, ["Phantom Monster"], ["role(sorcerer)"])
    assert [each for each in done if each[0] == "land"] == [("land", "Island", MAIN2)]
    done = turn_of([*hand[:2], "Coral Merfolk"], ["Leonin Vanguard", "Plains"], 2, ["Phantom Monster"],
                   ["role(sorcerer)"])  # fmt: skip
    assert names(done)[:2] == [("land", "Island"), ("cast", "Coral Merfolk")] and done[0][2] == MAIN1


def test_quiz_14_scry_before_loot():
    done = turn_of(["Phantom Monster"], ["Leonin Vanguard"], 3, ["Divination", "Island"],
                   ["role(sorcerer)", "ring1", "ring1"], goal='had "Opt" by turn 3')  # fmt: skip
    assert acts(done)[:3] == ["attack", "scry", "discard"]


def test_quiz_18_temple_first_then_the_fetch_before_the_look():
    hand = ["Prismatic Vista", "Temple of Enlightenment", "Omenspeaker", "Phantom Monster"]
    done = turn_of(hand, (), 1, ["Phantom Monster", "Phantom Monster"], last=2)
    assert names(done)[0] == ("land", "Temple of Enlightenment")
    after = [each for each in done if each[0] in ("land", "use", "scry", "cast")][2:]
    assert [each[:2] for each in after[:2]] == [("land", "Prismatic Vista"), ("use", "")]
    assert ("cast", "Omenspeaker") in [each[:2] for each in after[2:]]


def test_a_fetch_land_that_pays_at_once_comes_before_a_land_that_enters_tapped():
    """As an Island would (SEMANTICS 5, land choice 1); one that finds a tapped land does not."""
    for fetch, first in (("Prismatic Vista", "Prismatic Vista"), ("Evolving Wilds", "Temple of Enlightenment")):
        done = turn_of([fetch, "Temple of Enlightenment", "Opt", "Phantom Monster"], (), 1, ["Phantom Monster"])
        assert names(done)[0] == ("land", first)


def test_quiz_19_a_wanted_card_on_top_stays():
    hand = ["Island", "Counterspell", "Island"]
    done = turn_of(hand, ["Prismatic Vista", "Island", "Island"], 3, ["Counterspell", "Coral Merfolk"])
    assert "use" not in acts(done)
    # its mana is needed, or nothing is known
    hand[1] = "Phantom Monster"
    done = turn_of(hand, ["Prismatic Vista", "Island", "Island"], 3, ["Phantom Monster", "Coral Merfolk"])
    assert "use" in acts(done) and ("cast", "Phantom Monster") in names(done)
    assert "use" in acts(turn_of(["Island"], ["Prismatic Vista"], 3))


def test_loyalty_the_library_ability_while_loyalty_is_left():
    deck = "4 Niko Aris\n20 Island\n36 Phantom Monster"
    written = {
        "deck": {"text": deck}, "run": {"turns": 6, "goals": ["lands >= 1 by turn 3"]},
        "start": {"hand": [], "battlefield": ["Niko Aris"], "turn": 3}, "strategy": {"scry": "keep-all"},
    }  # fmt: skip
    plan = resolve(PlanFile.model_validate(written), Path.cwd()).plan
    used = [(turn, ability) for code, turn, _, ability, _ in engine.replay(plan, 0).tolist()
            if code == events.ACTIVATE and ability > 0]  # fmt: skip
    assert used == [(3, 2), (4, 2), (5, 1), (6, 2)]


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
