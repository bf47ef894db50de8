"""Which plans the count unit takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.cards.abilities import Step
from analyzer.contract import moments, ops
from analyzer.kernel import count_layout as count
from analyzer.kernel import goal_layout as goals
from analyzer.kernel import layout as at
from analyzer.kernel import mana_layout as mana
from analyzer.kernel import system_layout as systems
from analyzer.plan.model import Kind, Plan, Start
from analyzer.registry import rule_of
from analyzer.rule_compiler import names_in, reachable
from analyzer.versions import steps_of

# What a rule may ask of a game (contract.view) for the count unit to answer it: at any time ...
ALWAYS = frozenset(
    {
        *("turn", "seat", "players", "reason", "game_number", "lands_had", "mulligans", "free_mulligans_left"),
        *("deck_size", "deck_lands", "kinds", "had", "mana_value", "power", "produces", "colours_needed", "is_land"),
        *("is_creature", "is_basic", "is_legendary", "is_permanent", "is_instant", "is_held", "is_goal", "in_set"),
        *("looks_or_draws", "keep_size", "first_seven_lands", "life", "opponent_life", "target"),
    }
)
# ... of an opening hand without its cards, of its cards, and of a look.
HAND_SIZES = ALWAYS - {"had"} | {"hand_size", "lands_in_hand", "coin"}
HAND_CARDS = HAND_SIZES | {
    *("had", "holds", "in_hand", "hand_load", "payable_from", "payable_lands", "only_source", "enters_tapped"),
    "missing_colours",
}
LOOK = ALWAYS - {"opponent_life"} | {"looked", "kept", "kept_lands", "kept_of", "look_card"}
KEYWORDS = frozenset({"target", "target?"})  # of a card; everything else with a text may act
# Words that goals and measures may read in every plan; what lands in play make known; what is 0 where nothing is cast.
COUNTED = frozenset(
    {at.LANDS_HAD, at.KEPT_CARDS, at.KEPT_LANDS_HAND, at.FIRST_SEVEN_LANDS, at.MULLIGANS, at.SEAT, at.LOOKED_AT,
     at.BOTTOMED, at.BOTTOMED_DRAWN, at.SCRY_EVENTS, at.SURVEIL_EVENTS, at.CARDS_DRAWN,
     *range(at.HAD, at.HAD + at.KINDS),
     *range(at.GOAL_STATE_REGION, at.GOAL_STATE_REGION + at.GOAL_STATE_SIZE)}
)  # fmt: skip
DROPS = frozenset({at.LANDS_IN_PLAY, at.LAND_DROPS_MADE, at.MISSED_DROPS})
AVAILABLE = frozenset({at.MANA_AVAILABLE_TURN, at.MANA_AVAILABLE_TOTAL})
SPENT = frozenset({at.MANA_SPENT_TURN, at.MANA_SPENT_TOTAL, at.SPELLS_TOTAL, *range(at.CAST, at.CAST + at.KINDS)})
NEVER = frozenset({at.BOTTOMED_DRAWN, at.SURVEIL_EVENTS})  # 0 in every plan that is taken
LOOKS = frozenset({at.LOOKED_AT, at.BOTTOMED, at.SCRY_EVENTS})  # 0 without a scry
LAND_EVERY_TURN = frozenset({"spend-mana"})  # shipped rules that play a land whenever they can
COUNTED_JOBS = (goals.JOB_PAYABLE, goals.JOB_TOTAL, goals.JOB_DIFFERENCE)
ASKS_LIFE = (at.UNLESS_LIFE, at.UNLESS_ANY_LIFE)
MOST_TURNS = 200
Row = tuple[int, int, int]


def why_not(plan: Plan, block: Any) -> str:
    """Why the count unit does not play this plan, whose packed block this is, in a few words; "" if it does.

    It takes plans in which neither cards played nor cards cast change what is counted: no ability but mana, free
    effects that scry or draw a fixed number before the land drop, goals and measures about cards had, the opening and
    looks, and rules that ask for nothing it does not keep; about lands in play where a land is played whenever one is
    in hand; about mana spent where nothing is ever cast.
    """
    return refused(plan) or _cards(plan, block) or _goals(plan, block)


def refused(plan: Plan) -> str:
    """As much of `why_not` as can be said before a plan is packed."""
    if plan.mulligan == "vancouver":
        return "the Vancouver look"
    if plan.start != Start(hand_size=plan.start.hand_size):
        return "a start position"
    if len(plan.kinds) > count.MOST_KINDS or len(plan.slots) > count.MOST_SLOTS or plan.turns > MOST_TURNS:
        return "its size"
    if plan.script or plan.stop_at_zero or plan.survive != 1.0:
        return "an opponent"
    if any(step.suffix for free in plan.free for step in steps_of(free.program)):
        return "a look that shows nothing (a version of a source)"
    acting = next((kind.name for kind in plan.kinds if _acts(kind)), "")
    return f"{acting} does more than make mana" if acting else _effects(plan) or _rules(plan)


def nothing_cast(block: Any) -> bool:
    """Is no card of this plan ever cast?"""
    castable = at.CASTABLE + 2 * at.MOST_MANA
    return not block[at.SYSTEMS] & systems.SYS_COMMAND and not block[castable : castable + 2].any()


def drops_known(plan: Plan, block: Any) -> bool:
    """Is a land played in every turn with a land in hand, and no land ever lost?

    Of a hand of at most seven cards and one draw a turn no land is discarded at cleanup: after a land drop either no
    land is left in hand, or every turn had one and the hand has seven cards at most.
    """
    play = rule_of(plan.rule("play"))
    lines = range(at.LINE, at.LINE + int(block[at.LINES_N]) * at.LINE_STRIDE, at.LINE_STRIDE)
    discards = any(block[line + at.L_DISCARD] for line in lines)
    drawn = any(step.op == "draw" for free in plan.free for step in free.program if isinstance(step, Step))
    legends = any(kind.card.is_land and "legendary" in kind.card.types for kind in plan.kinds)
    always = play.shipped and play.mark.name in LAND_EVERY_TURN
    return always and plan.start.hand_size <= 7 and not (discards or drawn or legends)


def land_units(plan: Plan, block: Any) -> bool:
    """Does every land make one mana of fixed types, and enter always tapped or always untapped?"""
    lands = {kind.index for kind in plan.kinds if kind.card.is_land}
    one_unit = set()
    for source in sources_of(block):
        if block[source + mana.S_UNITS] == 1 and block[source + mana.S_TYPES]:
            one_unit.add(int(block[source + mana.S_KIND]))
    fixed = all(block[at.K_TAPPED + kind] <= at.ENTERS_TAPPED for kind in lands)
    return fixed and lands <= one_unit and block[at.DECK_LANDS] <= mana.MAX_UNITS


def sources_of(block: Any) -> range:
    """Addresses of the records of mana sources."""
    return range(mana.SOURCE, mana.SOURCE + int(block[mana.SOURCES_N]) * mana.SOURCE_STRIDE, mana.SOURCE_STRIDE)


def counted_words(plan: Plan, block: Any) -> frozenset[int]:
    """Words of the block that the count unit keeps as the core does, at the moments that read them."""
    found = COUNTED
    if nothing_cast(block):
        found |= SPENT
    if drops_known(plan, block):
        found |= DROPS
        untapped = all(block[at.K_TAPPED + k.index] == at.ENTERS_UNTAPPED for k in plan.kinds if k.card.is_land)
        if block[mana.SIMPLE] and untapped and land_units(plan, block):
            found |= AVAILABLE
    return found


def zero_words(plan: Plan, block: Any) -> frozenset[int]:
    """Words of these that are 0 in every game."""
    scries = any(isinstance(step, Step) and step.op == "scry" for free in plan.free for step in free.program)
    return NEVER | (frozenset() if scries else LOOKS) | (SPENT if nothing_cast(block) else frozenset())


def _acts(kind: Kind) -> bool:
    """May the card do anything but make mana?"""
    for ability in kind.abilities:
        steps_make_mana = all(isinstance(step, Step) and step.op in {"mana", "mana!"} for step in ability.program)
        if ability.kind == "keyword":
            if ability.word not in KEYWORDS:
                return True
        elif ability.kind != "activated" or not ability.program or not steps_make_mana:
            return True
    return False


def _cards(plan: Plan, block: Any) -> str:
    for kind in plan.kinds:
        if block[at.K_TAPPED + kind.index] in ASKS_LIFE:
            return f"{kind.name} asks about life"
    programs = (block[at.LINE + row * at.LINE_STRIDE + at.L_PROGRAM] for row in range(int(block[at.LINES_N])))
    if block[at.TRIGGERS_N] or any(block[at.PROGRAM + int(first) * ops.WIDTH] != ops.STOP for first in programs):
        return "a spell or trigger"
    return "a rarer system" if block[at.SYSTEMS] & systems.SYS_ABILITIES else ""


def _effects(plan: Plan) -> str:
    seen = plan.start.hand_size + plan.turns
    for free in plan.free:
        step = free.program[0] if len(free.program) == 1 else None
        if (
            not isinstance(step, Step)
            or step.op not in {"scry", "draw"}
            or step.who
            or step.amount is None
            or step.amount.kind != "number"
            or free.chance != 1.0
            or free.moment not in (moments.UPKEEP, moments.DRAW, moments.MAIN1)
        ):
            return f"the free effect '{free.text}'"
        if step.amount.number > at.MAX_LOOK:
            return f"the free effect '{free.text}'"
        seen += step.amount.number * len(free.turns)
    return "" if seen <= sum(slot >= 0 for slot in plan.slots) else "a library that may run out"


def _rules(plan: Plan) -> str:
    for choice in plan.strategy:
        allowed = {"keep": HAND_CARDS, "bottom": HAND_CARDS, "scry": LOOK}.get(choice.role)
        rule = rule_of(choice)
        if allowed is None and not rule.shipped:
            return f"{rule.label} may fail"
        if allowed is None or (choice.role == "scry" and not plan.free):
            continue
        if names := asked(rule.function) - allowed:
            return f"{rule.label} asks for {min(names)}"
        if choice.role == "scry" and rule.mark.kind != "scry":
            return f"{rule.label} judges a whole look"
    return ""


def asked(function: Any) -> set[str]:
    """Names of the contract's view that a rule or a function it calls may use."""
    from analyzer.contract.view import GAME

    known = {row[0] for row in GAME}
    return {name for each in reachable(function) for name in names_in(each) if name in known}


def _words(block: Any, first: int, n: int) -> Iterator[int]:
    """Addresses that a sum reads (kernel.goals.total_of)."""
    yield from ([first] if n == 0 else (int(block[at_]) for at_ in range(first, first + n)))


def moments_of(block: Any) -> Iterator[tuple[int, int, int]]:
    """Kind of moment, turn, and address of the record of each moment."""
    for kind in (goals.DRAW, goals.LAND, goals.TURN_END):
        for turn in range(int(block[at.TURNS]) + 1):
            yield kind, turn, int(block[goals.MOMENT_AT + kind]) + turn * goals.MOMENT_STRIDE


def words_of(block: Any, record: int) -> set[int]:
    """Addresses that an atom reads."""
    return set(_words(block, int(block[record + goals.A_FROM]), int(block[record + goals.A_COUNT])))


def words_measured(block: Any, record: int) -> set[int]:
    """Addresses that a measure reads."""
    return set(_words(block, int(block[record + goals.M_FROM]), int(block[record + goals.M_COUNT])))


def measures_of(block: Any) -> range:
    """Addresses of the records of measures."""
    first = int(block[goals.MEASURES])
    return range(first, first + int(block[goals.MEASURES_N]) * goals.MEASURE_STRIDE, goals.MEASURE_STRIDE)


def read_words(block: Any) -> set[int]:
    """Addresses of all words that tests, measures, strata, totals and differences read."""
    read: set[int] = set()
    for _, _, moment in moments_of(block):
        for atom in atoms_due(block, moment):
            read |= words_of(block, atom)
    for measure in measures_of(block):
        read |= words_measured(block, measure)
    for copy in range(int(block[goals.COPIES_N])):
        record = int(block[goals.COPIES]) + copy * goals.COPY_STRIDE
        read.update(_words(block, int(block[record + goals.C_FROM]), int(block[record + goals.C_COUNT])))
    for job in jobs_of(block):
        read |= read_by_job(block, job)
    return read


def read_by_job(block: Any, job: int) -> set[int]:
    """Addresses that a total or a difference reads."""
    first, n = int(block[job + goals.J_FROM]), int(block[job + goals.J_COUNT])
    if block[job + goals.J_OP] == goals.JOB_TOTAL:
        return set(_words(block, first, n))
    return {first, n} if block[job + goals.J_OP] == goals.JOB_DIFFERENCE else set()


def atoms_due(block: Any, moment: int) -> list[int]:
    """Addresses of the atoms that a moment tests."""
    plain = range(int(block[moment + goals.MO_PLAIN]), int(block[moment + goals.MO_PLAIN_END]))
    other = range(int(block[moment + goals.MO_TEST]), int(block[moment + goals.MO_TEST_END]))
    return [int(block[test]) for test in plain] + [int(block[test]) >> 1 for test in other]


def jobs_due(block: Any, moment: int) -> range:
    """Addresses of the records of the jobs of a moment."""
    return range(int(block[moment + goals.MO_JOB]), int(block[moment + goals.MO_JOB_END]), goals.JOB_STRIDE)


def jobs_of(block: Any) -> Iterator[int]:
    """Addresses of the records of all jobs."""
    for _, _, moment in moments_of(block):
        yield from jobs_due(block, moment)


def _goals(plan: Plan, block: Any) -> str:
    for job in jobs_of(block):
        if block[job + goals.J_OP] not in COUNTED_JOBS:
            return "a goal about the table"
        needs_lands = block[job + goals.J_OP] == goals.JOB_PAYABLE and not block[job + goals.J_MORE]
        if needs_lands and not block[mana.SIMPLE]:
            return "mana permanents"
    tables = range(at.GOAL_TABLE_REGION, at.GOAL_TABLE_REGION + at.GOAL_TABLE_SIZE)  # a word that is always 0
    counted = counted_words(plan, block)
    unknown = any(word not in counted and word not in tables for word in read_words(block))
    return "a goal or measure about the table" if unknown else ""
