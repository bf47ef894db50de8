"""Which plans the count unit takes, and the tables it plays them from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from analyzer.cards.abilities import Step
from analyzer.contract import moments, ops
from analyzer.kernel import count_layout as count
from analyzer.kernel import goal_layout as goals
from analyzer.kernel import layout as at
from analyzer.kernel import mana_layout
from analyzer.kernel.rng import batch_table
from analyzer.plan.model import Kind, Plan, Start
from analyzer.registry import rule_of
from analyzer.rule_compiler import names_in, reachable

# What a rule may ask of a game (contract.view) for the count unit to answer it: at any time ...
ALWAYS = frozenset(
    {
        *(
            "turn",
            "seat",
            "players",
            "reason",
            "game_number",
            "lands_had",
            "mulligans",
            "free_mulligans_left",
            "target",
        ),
        *("deck_size", "deck_lands", "kinds", "had", "mana_value", "power", "produces", "colours_needed", "is_land"),
        *("is_creature", "is_basic", "is_legendary", "is_permanent", "is_instant", "is_held", "is_goal", "in_set"),
        *("looks_or_draws", "keep_size", "target", "first_seven_lands", "life", "opponent_life"),
    }
)
# ... of an opening hand without its cards, of its cards, and of a look.
HAND_SIZES = ALWAYS - {"had"} | {"hand_size", "lands_in_hand", "coin"}
HAND_CARDS = HAND_SIZES | {
    *("had", "holds", "in_hand", "hand_load", "payable_from", "payable_lands", "only_source", "enters_tapped"),
    "missing_colours",
}
LOOK = ALWAYS | {"looked", "kept", "kept_lands", "kept_of", "look_card"}
KEYWORDS = frozenset({"target", "target?"})  # of a card; everything else with a text may act
# Words that goals and measures may read.
COUNTED = frozenset(
    {at.LANDS_HAD, at.KEPT_CARDS, at.KEPT_LANDS_HAND, at.FIRST_SEVEN_LANDS, at.MULLIGANS, at.SEAT, at.LOOKED_AT,
     at.BOTTOMED, at.BOTTOMED_DRAWN, at.SCRY_EVENTS, at.SURVEIL_EVENTS, at.CARDS_DRAWN,
     *range(at.HAD, at.HAD + at.KINDS),
     *range(at.GOAL_STATE_REGION, at.GOAL_STATE_REGION + at.GOAL_STATE_SIZE)}
)  # fmt: skip
COUNTED_JOBS = (goals.JOB_PAYABLE, goals.JOB_TOTAL, goals.JOB_DIFFERENCE)
ASKS_LIFE = (at.UNLESS_LIFE, at.UNLESS_ANY_LIFE)
MOST_TURNS = 200
Row = tuple[int, int, int]


def why_not(plan: Plan, block: Any) -> str:
    """Why the count unit does not play this plan, in a few words; "" if it does.

    It takes plans in which neither cards played nor cards cast change what is counted: no ability but mana, free
    effects that scry or draw a fixed number before the land drop, goals and measures about cards had, the opening and
    looks, lands of fixed behaviour, and rules that ask for nothing it does not keep.
    """
    if plan.mulligan == "vancouver":
        return "the Vancouver look"
    if plan.start != Start(hand_size=plan.start.hand_size):
        return "a start position"
    if len(plan.kinds) > count.MOST_KINDS or len(plan.slots) > count.MOST_SLOTS or plan.turns > MOST_TURNS:
        return "its size"
    if plan.script or plan.stop_at_zero:
        return "an opponent's script"
    if _rows_most(plan) > count.MOST_ROWS:
        return "the number of its turns"
    return _cards(plan, block) or _effects(plan) or _rules(plan) or _goals(block)


def _rows_most(plan: Plan) -> int:
    return 1 + 4 * plan.turns + sum(len(free.turns) for free in plan.free)


def takes(plan: Plan, block: Any) -> bool:
    """Does the count unit play this plan, whose packed block this is?"""
    return not why_not(plan, block)


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
        if _acts(kind):
            return f"{kind.name} does more than make mana"
        if block[at.K_TAPPED + kind.index] in ASKS_LIFE:
            return f"{kind.name} asks about life"
    programs = (block[at.LINE + row * at.LINE_STRIDE + at.L_PROGRAM] for row in range(int(block[at.LINES_N])))
    if block[at.TRIGGERS_N] or any(block[at.PROGRAM + int(first) * ops.WIDTH] != ops.STOP for first in programs):
        return "a spell or trigger"
    return ""


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
        if allowed is None or (choice.role == "scry" and not plan.free):
            continue
        rule = rule_of(choice)
        if names := _asked(rule.function) - allowed:
            return f"{rule.label} asks for {min(names)}"
        if choice.role == "scry" and rule.mark.kind != "scry":
            return f"{rule.label} judges a whole look"
    return ""


def _asked(function: Any) -> set[str]:
    """Names of the contract's view that a rule or a function it calls may use."""
    from analyzer.contract.view import GAME

    known = {row[0] for row in GAME}
    return {name for each in reachable(function) for name in names_in(each) if name in known}


def _words(block: Any, first: int, n: int) -> Iterator[int]:
    """Addresses that a sum reads (kernel.goals.total_of)."""
    yield from ([first] if n == 0 else (int(block[at_]) for at_ in range(first, first + n)))


def _read(block: Any) -> Iterator[int]:
    """Addresses of all words that tests, measures and strata read."""
    for kind in (goals.DRAW, goals.LAND, goals.TURN_END):
        for turn in range(int(block[at.TURNS]) + 1):
            moment = int(block[goals.MOMENT_AT + kind]) + turn * goals.MOMENT_STRIDE
            plain = range(int(block[moment + goals.MO_PLAIN]), int(block[moment + goals.MO_PLAIN_END]))
            other = range(int(block[moment + goals.MO_TEST]), int(block[moment + goals.MO_TEST_END]))
            for atom in (*(int(block[test]) for test in plain), *(int(block[test]) >> 1 for test in other)):
                yield from _words(block, int(block[atom + goals.A_FROM]), int(block[atom + goals.A_COUNT]))
            first, last = int(block[moment + goals.MO_MEASURE]), int(block[moment + goals.MO_MEASURE_END])
            for measure in range(first, last, goals.MEASURE_STRIDE):
                yield from _words(block, int(block[measure + goals.M_FROM]), int(block[measure + goals.M_COUNT]))
    for copy in range(int(block[goals.COPIES_N])):
        record = int(block[goals.COPIES]) + copy * goals.COPY_STRIDE
        yield from _words(block, int(block[record + goals.C_FROM]), int(block[record + goals.C_COUNT]))


def _jobs(block: Any) -> Iterator[int]:
    """Records of all jobs."""
    for kind in (goals.DRAW, goals.LAND, goals.TURN_END):
        for turn in range(int(block[at.TURNS]) + 1):
            moment = int(block[goals.MOMENT_AT + kind]) + turn * goals.MOMENT_STRIDE
            first, last = int(block[moment + goals.MO_JOB]), int(block[moment + goals.MO_JOB_END])
            yield from range(first, last, goals.JOB_STRIDE)


def _goals(block: Any) -> str:
    read = set(_read(block))
    for job in _jobs(block):
        op = int(block[job + goals.J_OP])
        if op not in COUNTED_JOBS:
            return "a goal about the table"
        first, n = int(block[job + goals.J_FROM]), int(block[job + goals.J_COUNT])
        if op == goals.JOB_PAYABLE and not block[job + goals.J_MORE] and not block[mana_layout.SIMPLE]:
            return "mana permanents"
        if op == goals.JOB_TOTAL:
            read.update(_words(block, first, n))
        elif op == goals.JOB_DIFFERENCE:
            read.update((first, n))
    tables = range(at.GOAL_TABLE_REGION, at.GOAL_TABLE_REGION + at.GOAL_TABLE_SIZE)  # a word that is always 0
    return "" if all(word in COUNTED or word in tables for word in read) else "a goal or measure about the table"


# --- the tables


def _due(block: Any, kind: int, turn: int) -> bool:
    moment = int(block[goals.MOMENT_AT + kind]) + turn * goals.MOMENT_STRIDE
    lists = (goals.MO_JOB, goals.MO_PLAIN, goals.MO_TEST, goals.MO_MEASURE)  # the end of each follows its beginning
    return any(block[moment + each] < block[moment + each + 1] for each in lists)


def rows_of(plan: Plan, block: Any) -> list[Row]:
    """What the count unit does after the keep: (DRAW, SCRY or READ, turn, number); adjoining draws are one row."""
    rows: list[Row] = []
    if _due(block, goals.TURN_END, 0):
        rows.append((count.READ, 0, goals.TURN_END))

    def add(what: int, turn: int, number: int) -> None:
        if what == count.DRAW and rows and rows[-1][0] == count.DRAW:
            rows[-1] = (what, turn, rows[-1][2] + number)
        else:
            rows.append((what, turn, number))

    def effects(moment: int, turn: int) -> None:
        for free in plan.free:
            step = free.program[0]
            assert isinstance(step, Step) and step.amount is not None
            if free.moment == moment and turn in free.turns and step.amount.number:
                add(count.SCRY if step.op == "scry" else count.DRAW, turn, step.amount.number)

    for turn in range(1, plan.turns + 1):
        effects(moments.UPKEEP, turn)
        if plan.draws and not (turn == 1 and plan.seat == "play" and plan.players == 2):
            add(count.DRAW, turn, 1)
        effects(moments.DRAW, turn)
        if _due(block, goals.DRAW, turn):
            add(count.READ, turn, goals.DRAW)
        effects(moments.MAIN1, turn)
        for kind in (goals.LAND, goals.TURN_END):
            if _due(block, kind, turn):
                add(count.READ, turn, kind)
    return rows


def _by_kind(plan: Plan, block: Any) -> bool:
    """Does a goal, a measure, or the keep or scry rule ask for copies had of some kind?"""
    by_kind = range(at.HAD, at.HAD + at.KINDS)
    asked = [_asked(rule_of(plan.rule(role)).function) for role in ("keep", "scry")]
    return (
        any("had" in names for names in asked)
        or any(word in by_kind for word in _read(block))
        or any(True for _ in _jobs(block))
    )


def batches_of(slots: int) -> list[list[int]]:
    """By batch of an order of this many slots: size, product of its counts, products of its first 0, 1, ... counts.

    >>> [row[:2] for row in batches_of(10)], batches_of(3)[0][2:6]
    ([[8, 1814400], [2, 2]], [1, 3, 6, 0])
    """
    found, left = [], slots
    table = batch_table()
    while left:
        size = table[left] % 16
        products = [math.perm(left, i) for i in range(size)]
        found.append([size, table[left] // 16, *products, *[0] * (count.BATCH_STRIDE - 2 - size)])
        left -= size
    return found


def write_count(plan: Plan, block: Any) -> None:
    """Write the tables of the count unit into the block of a plan that it takes."""
    rows = rows_of(plan, block)
    cards = bytearray()
    for kind in plan.slots:
        land = kind >= 0 and plan.kinds[kind].card.is_land
        cards.append(count.VOID if kind < 0 else kind | count.LAND_BIT * land)
    cards.extend(b"\0" * (-len(cards) % 8))
    words = [int.from_bytes(cards[i : i + 8], "little", signed=True) for i in range(0, len(cards), 8)]
    keep = rule_of(plan.rule("keep"))
    block[count.HAND_WORDS_NEEDED] = bool(_asked(keep.function) - HAND_SIZES)
    block[count.ONLY_LANDS] = not _by_kind(plan, block) and min(plan.slots) >= 0
    block[count.CARD_WORDS] = len(words)
    block[count.ROWS_N] = len(rows)
    block[count.FIRST_CARDS : count.FIRST_CARDS + len(words)] = words
    batches = [word for batch in batches_of(len(plan.slots)) for word in batch]
    block[count.BATCHES : count.BATCHES + len(batches)] = batches
    for number, row in enumerate(rows):
        place = count.ROWS + number * count.ROW_STRIDE
        block[place : place + count.ROW_STRIDE] = row
