"""Value: rows, versions and units of small plans; what is counted, what is the same plan, what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

import analyzer
from analyzer.compared import compare, resolve_pair
from analyzer.disagreements import disagreements
from analyzer.engine import run
from analyzer.engines import play_by_rulebook
from analyzer.errors import InputError
from analyzer.estimates import goal_rate, source_uses
from analyzer.ladders import colour_ladder, parse_unit, swap_ladder
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan
from analyzer.plan.read import parse_free, plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.sums import goal_sums, measure_sums
from analyzer.value import ALL, PARTS, Asked, play_team, team_of, worths
from analyzer.valued import Wanted, games_used, value_plan, valued
from analyzer.versions import entries_of, find_sources, sources_of, with_version

GAMES = 4_000
SHARDS = "17 Plains, 6 Island, 4 Niko Aris, 4 Opt, 29 blank"
ROLES = "20 Island, 8 Faerie Seer, 4 Spellbook Vendor, 4 Plains, 24 blank"


def plan_of(deck: str, goal: str = "lands had >= 4 by draw 4", **settings: object) -> Plan:
    keys = {key.replace("__", "."): value for key, value in settings.items()}
    return analyzer.plan_of(deck, [goal], {"table.mulligan": "none", **keys}).plan


# ---- what is counted as used -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "deck, maker, turns", [(SHARDS, "Niko Aris", 7), (ROLES, "Spellbook Vendor", 7), ("30 Island, 30 Opt", "Opt", 7)]
)
def test_tokens_are_used_by_their_makers_and_only_then_full_and_blind_differ(deck: str, maker: str, turns: int) -> None:
    plan = plan_of(deck, "lands had >= 6 by draw 7", run__turns=turns)
    sources = [each for each in sources_of(plan) if each.name.startswith(maker)]
    team = team_of(plan, sources, Asked(units=()))
    played = play_team(team, GAMES)
    row = team.entries[0]
    used = games_used(team, played, plan)[row.name]
    assert 0 < used <= GAMES
    name = {each.name for each in source_uses(played.tally)}
    assert maker in name and "Shard" not in name and "Sorcerer Role" not in name
    # games in which it was not used are the same game in both versions
    one, two = (replace(team.plans[team.at(row.name, v)], by=(f'used "{maker}"',)) for v in ("full", "blind"))
    tallies = run((identified(one), identified(two)), GAMES).tallies
    unused = [tally.strata[next(iter(tally.strata))][0] for tally in tallies]
    assert unused[0].games == GAMES - used == unused[1].games
    assert unused[0].goal.tolist() == unused[1].goal.tolist()


def test_tokens_count_as_used_in_goals_of_both_engines() -> None:
    plan = plan_of(SHARDS, "used shard >= 1 by turn 7")
    kernel, rulebook = run(plan, 150), play_by_rulebook(plan, 150)
    assert int(kernel.tally.goal.sum()) > 0
    assert kernel.tally.goal.tolist() == rulebook.tally.goal.tolist()
    roles = plan_of(ROLES, "used role >= 2 by turn 7")
    kernel, rulebook = run(roles, 150), play_by_rulebook(roles, 150)
    assert int(kernel.tally.goal.sum()) > 0
    assert kernel.tally.goal.tolist() == rulebook.tally.goal.tolist()


def test_a_search_is_a_use() -> None:
    plan = plan_of("20 Evolving Wilds, 10 Island, 30 blank")
    (use,) = source_uses(run(plan, GAMES).tally)
    assert use.name == "Evolving Wilds" and use.games.value > 0.9


def test_value_when_used_is_the_value_over_the_share_of_games() -> None:
    plan = plan_of("24 Island, 4 Opt, 32 blank", strategy__scry="lands-until:lands=4")
    team = team_of(plan, sources_of(plan), Asked(units=()))
    played = play_team(team, GAMES)
    (row,) = worths(team, sources_of(plan), goal_sums(played, 0), plan, games_used(team, played, plan))
    assert row.used is not None and row.when_used is not None
    assert row.when_used.value * row.used == pytest.approx(row.look.value, abs=0.001)
    assert row.when_used.games == round(row.used * GAMES)


# ---- rows and versions -----------------------------------------------------------------------------------------------
def test_a_card_with_two_sources_has_a_row_and_two_parts() -> None:
    plan = plan_of("24 Island, 4 Omen of the Sea, 32 blank")
    entries = entries_of(sources_of(plan))
    names = [(each.name, each.is_part) for each in entries]
    assert names == [("Omen of the Sea", False), ("Omen of the Sea/etb", True), ("Omen of the Sea/activate", True)]
    assert [each.name for each in find_sources(plan, "omen of the sea")] == [name for name, part in names if part]
    team = team_of(plan, sources_of(plan), Asked(units=()))
    assert team.at(ALL, "blind") == team.at("Omen of the Sea", "blind")


def test_a_role_that_does_not_look_is_no_source() -> None:
    plan = plan_of("24 Plains, 4 Besotted Knight // Betroth the Beast, 32 blank")
    assert not [each for each in sources_of(plan) if "Knight" in each.name]


@pytest.mark.parametrize("card", ["Opt", "Temple of Enlightenment", "Thraben Inspector", "Niko Aris", "Crystal Ball"])
def test_versions_are_different_plans(card: str) -> None:
    plan = plan_of(f"20 Island, 6 Plains, 4 {card}, 30 blank")
    source = sources_of(plan)[0]
    ids = {identified(with_version(plan, source, version)).plan_id for version in ("empty", "off")}
    assert len(ids | {plan.plan_id}) == 3


def test_only_some_copies_are_muted_and_the_full_plan_stays_the_same_game() -> None:
    plan = plan_of("24 Island, 4 Opt, 32 blank", 'had "Opt" >= 2 by turn 5')
    team = team_of(plan, sources_of(plan), Asked(units=(), copies=1))
    played = play_team(team, GAMES)
    split = team.at("Opt/cast", "full")
    assert split != 0
    rates = [goal_rate(played.tallies[place], 0).successes for place in (0, split)]
    assert rates[0] == rates[1] > 0
    one = games_used(team, played, plan)["Opt/cast"]
    assert 0 < one < source_uses(played.tally)[0].games.value * GAMES


def test_against_another_card_is_another_deck() -> None:
    plan = plan_of("24 Island, 4 Opt, 32 blank", strategy__scry="lands-until:lands=4")
    team = team_of(plan, sources_of(plan), Asked(units=(), against="Preordain"))
    other = team.plans[team.at("Opt/cast", "against")]
    assert sum(other.kinds[kind].name == "Preordain" for kind in other.slots) == 4
    (row,) = worths(team, sources_of(plan), goal_sums(play_team(team, GAMES), 0), plan)
    assert row.against is not None and row.against.value < 0
    with pytest.raises(InputError, match="free effect"):
        free = plan_of("24 land, 36 blank", free=[parse_free("scry 1 on turn 1 main")])
        team_of(free, sources_of(free), Asked(against="Opt"))


# ---- conditions ------------------------------------------------------------------------------------------------------
def test_conditional_goals_have_the_interval_of_the_group() -> None:
    plan = plan_of(
        "20 Island, 4 Opt, 36 blank",
        "lands had >= 5 by draw 5 given lands had >= 3",
        strategy__scry="lands-until:lands=5",
    )
    team = team_of(plan, sources_of(plan), Asked(units=()))
    played = play_team(team, GAMES)
    assert played.group is not None
    blind = team.at("Opt/cast", "blind")
    ours, theirs = goal_sums(played, 0).minus(0, blind), played.group.difference(0, 0, blind)
    assert ours.value == pytest.approx(theirs.value, abs=1e-12)
    assert ours.half_width == pytest.approx(theirs.half_width, rel=1e-6)
    rates = [goal_rate(played.tallies[place], 0).share.value for place in (0, blind)]
    assert ours.value == pytest.approx(rates[0] - rates[1], abs=1e-12)


def test_a_condition_that_is_never_met_is_refused() -> None:
    resolved = analyzer.plan_of("24 Island, 4 Opt, 32 blank", ["lands >= 2 by turn 2 given lands had >= 30"])
    with pytest.raises(InputError, match="met in none of"):
        valued(resolved, value_plan(resolved.plan, default_goals=False), 500, Wanted(other_rules=False))


# ---- units -----------------------------------------------------------------------------------------------------------
def test_sources_of_a_colour_are_lands_that_also_make_it() -> None:
    plan = plan_of("12 Island, 8 Plains, 4 Opt, 36 blank", "sources(W) had >= 3 by draw 4")
    rungs = dict(colour_ladder(plan, sources_of(plan), (-1, 1, 2, 13), "W"))
    assert sorted(rungs) == [1, 2]  # a Plains makes nothing else, and there are twelve Islands
    kinds = [rungs[2].kinds[kind].card for kind in rungs[2].slots]
    assert [card.produces for card in kinds if card.name == "Island"].count("U|W") == 2
    assert len([1 for card in kinds if card.is_land]) == 20
    first, second = ({slot for slot, kind in enumerate(rungs[k].slots) if kind != plan.slots[slot]} for k in (1, 2))
    assert first < second
    rates = [goal_rate(run(each, GAMES).tally, 0).share.value for each in (plan, rungs[1], rungs[2])]
    assert rates[0] < rates[1] < rates[2]


def test_a_swap_puts_copies_into_slots() -> None:
    plan = plan_of("20 Island, 4 Opt, 36 blank")
    rungs = dict(swap_ladder(plan, (), (-2, -1, 1, 2), "Preordain", "Island"))
    assert sorted(rungs) == [1, 2]
    names = [rungs[2].kinds[kind].name for kind in rungs[2].slots]
    assert (names.count("Preordain"), names.count("Island")) == (2, 18)
    both = dict(swap_ladder(plan, (), (-1, 1), "Opt", "Island"))
    assert [sum(both[rung].kinds[k].name == "Opt" for k in both[rung].slots) for rung in (-1, 1)] == [3, 5]


def test_a_swap_of_the_muted_card_brings_whole_copies() -> None:
    plan = plan_of("20 Island, 4 Opt, 36 blank", 'had "Opt" >= 1 by turn 3')
    (source,) = sources_of(plan)
    blind = with_version(plan, source, "blind")
    ((_, rung),) = swap_ladder(blind, (source,), (1,), "Opt", "Island")
    opts = [rung.kinds[kind] for kind in rung.slots if rung.kinds[kind].name == "Opt"]
    assert sorted(bool(kind.muted) for kind in opts) == [False, True, True, True, True]
    (goal,) = rung.goals
    assert len(goal.kinds) == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["potatoes", "sources of purple", "<-Island"])
def test_units_that_do_not_exist_are_named(text: str) -> None:
    with pytest.raises(InputError, match="cards, lands, 'sources of U'"):
        parse_unit(text)


def test_a_ladder_without_a_land_to_add_is_named() -> None:
    resolved = analyzer.plan_of("24 Island, 36 Opt", ["lands had >= 4 by draw 4"])
    plan = value_plan(resolved.plan, default_goals=False)
    report = valued(resolved, plan, 500, Wanted(other_rules=False))
    assert any("no worth in lands: every nonland is a source" in each.text for each in report.notices)
    with pytest.raises(InputError, match="every nonland is a source"):
        valued(resolved, plan, 500, Wanted(units=("lands",)))


def test_parts_name_what_is_measured_in_units() -> None:
    plan = plan_of("17 land, 4 Free Cantrip, 19 blank", card=[
        {"name": "Free Cantrip", "cost": "{0}", "types": "Sorcery", "abilities": "cast:draw1"}
    ])  # fmt: skip
    for worth, (_, base) in PARTS.items():
        team = team_of(plan, sources_of(plan), Asked(worth=worth))
        has_units = any(version.startswith("lands") for _, version in team.place)
        assert has_units == (worth != "look"), (worth, base)


# ---- other words -----------------------------------------------------------------------------------------------------
def test_rows_that_need_permanents_have_a_second_figure() -> None:
    plan = plan_of(ROLES, "lands had >= 6 by draw 7", strategy__scry="lands-until:lands=6")
    sources = sources_of(plan)
    team = team_of(plan, sources, Asked(units=(), unanswered=True))
    rows = worths(team, sources, goal_sums(play_team(team, 20_000), 0), plan)
    vendor = next(row for row in rows if row.source.startswith("Spellbook Vendor"))
    assert vendor.needs_survival and vendor.unanswered is not None
    assert 0 < vendor.unanswered.value < vendor.look.value
    seer = next(row for row in rows if row.source.startswith("Faerie Seer"))
    assert seer.unanswered is None


def test_the_bridge_adds_up_to_the_rate_as_played() -> None:
    resolved = analyzer.plan_of("24 Island, 4 Opt, 4 Divination, 28 blank", ["lands had >= 4 by draw 4"])
    report = valued(resolved, value_plan(resolved.plan, default_goals=False), GAMES, Wanted(other_rules=False))
    (bridge,) = [table for table in report.tables if table.name == "bridge"]
    *steps, played = (row.value or 0 for row in bridge.rows)
    assert len(steps) == 4 and sum(steps) == pytest.approx(played, abs=1e-9)


def test_games_that_disagree_are_found_and_written_side_by_side() -> None:
    pair = resolve_pair(*(
        plan_from_options({"deck.counts": "24 Island, 4 Opt, 32 blank", "run.goals": ["lands had >= 4 by draw 4"],
                           "strategy.scry": rule}) for rule in ("lands-until:lands=4", "bottom-all")
    ))  # fmt: skip
    found = compare(*pair, 3_000, show="better")
    (shown,) = found.shown
    better, worse = round(found.better[0] * 3_000), round(found.worse[0] * 3_000)
    assert (len(shown.better), len(shown.worse)) == (min(20, better), min(20, worse)) and better > 0
    assert shown.game == shown.better[0] and shown.lines[0][0] != shown.lines[0][1]
    for game in shown.better[:3]:
        reached = [int(run(each.plan, 1, first=game).tally.goal.sum()) for each in pair]
        assert reached == [1, 0]
    with pytest.raises(InputError, match="better or worse"):
        disagreements(pair[0].plan, pair[1].plan, 10, "best")


def test_one_engine_plays_all_versions_and_the_rulebook_agrees() -> None:
    plan = replace(plan_of(SHARDS, "lands had >= 5 by draw 6 given lands had >= 3"), measures=("mana spent",))
    team = team_of(identified(plan), sources_of(plan), Asked(units=()))
    kernel, rulebook = play_team(team, 60), play_team(team, 60, play=play_by_rulebook)
    assert kernel.group is not None and rulebook.group is not None
    assert kernel.group.S.tolist() == rulebook.group.S.tolist()
    assert kernel.group.C.tolist() == rulebook.group.C.tolist()
    assert measure_sums(kernel, 0).products == measure_sums(rulebook, 0).products
    for one, two in zip(kernel.tallies, rulebook.tallies, strict=True):
        assert one.source.keys() == two.source.keys()
        assert all(one.source[name].tolist() == two.source[name].tolist() for name in one.source)


def test_sources_that_do_not_exist_are_named_with_those_that_do() -> None:
    plan = plan_of("24 Island, 4 Opt, 4 Preordain, 28 blank")
    with pytest.raises(InputError, match=r"no source 'Optt'.*did you mean Opt"):
        find_sources(plan, "Optt")
    with pytest.raises(InputError, match="sources are Opt/cast, Preordain/cast"):
        find_sources(plan, "Jace")
    with pytest.raises(InputError, match="add a free effect"):
        find_sources(plan_of("24 land, 36 blank"), "Opt")


def test_the_default_looks_aim_at_the_land_drops_unless_a_rule_is_named() -> None:
    """SEMANTICS 5: `auto` is resolved for a goal; of `value`'s own goals the land drops say what to look for."""
    for options, rule in (
        ({}, "lands-until"),
        ({"strategy.scry": "auto"}, "lands-until"),
        ({"strategy.scry": "curve"}, "curve"),
        ({"run.turns": 3}, "curve"),
    ):
        resolved = resolve(plan_from_options({"deck.example": "azorius-temples", **options}))
        plan = value_plan(resolved.plan, default_goals=not resolved.has_goals, auto=resolved.auto_roles)
        choice = plan.rule("scry")
        assert choice.name == rule and (rule == "curve" or dict(choice.knobs)["lands"] == "4"), options
