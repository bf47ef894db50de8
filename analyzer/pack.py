"""Plan -> the kernel's block: kinds, slots, lines, programs, triggers, free effects; and what the kernel leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards.gaps import unknown_size
from analyzer.contract import moments, triggers
from analyzer.errors import InputError, NoRoom
from analyzer.goals.pack import build_goals, cost_pips, write_goals
from analyzer.kernel import layout as at
from analyzer.kernel import rule_layout, system_layout
from analyzer.kernel.rng import batch_table, signed
from analyzer.pack_abilities import KindPrograms, Trigger, pack_abilities
from analyzer.pack_actions import write_records
from analyzer.pack_fetch import write_fetches
from analyzer.pack_lands import drops_units, write_drops, write_tapped
from analyzer.pack_mana import ManaTables, build_mana, produces, write_mana
from analyzer.pack_programs import Book, Gist, mask_of
from analyzer.pack_systems import problems_of, token_triggers, write_abilities, write_systems
from analyzer.plan.lines import is_aura
from analyzer.plan.model import GENERIC, Kind, Line, Plan
from analyzer.registry import compile_rules
from analyzer.rule_values import deck_target, goal_kinds, looks_or_draws
from analyzer.tally import Shape
from analyzer.versions import played_line

Block = NDArray[np.int64]
MULLIGANS = {"london": at.LONDON, "vancouver": at.VANCOUVER, "paris": at.PARIS, "none": at.NO_MULLIGAN}
TYPE_FLAGS = {
    "land": at.F_LAND, "creature": at.F_CREATURE, "artifact": at.F_ARTIFACT, "enchantment": at.F_ENCHANTMENT,
    "planeswalker": at.F_PLANESWALKER, "instant": at.F_INSTANT, "sorcery": at.F_SORCERY, "legendary": at.F_LEGENDARY,
    "basic": at.F_BASIC,
}  # fmt: skip
MOMENT_OF_EVENT = {
    triggers.UPKEEP: moments.UPKEEP, triggers.DRAW_STEP: moments.DRAW, triggers.MAIN: moments.MAIN1,
    triggers.BEGIN_COMBAT: moments.COMBAT, triggers.END_STEP: moments.END,
}  # fmt: skip
# Weights in ties of the best set (SEMANTICS 5), best first, a byte each.
TIES = tuple(1 << 8 * (4 - place) for place in range(5))


@dataclass(frozen=True, slots=True)
class Packed:
    """A block ready to be copied and played, the size and shape of its tally, and code that must outlive it."""

    block: Block
    output_words: int
    shape: Shape
    left_out: tuple[tuple[str, str], ...]
    code: tuple[Any, ...]
    counted: bool = False  # for the count unit (analyzer/pack_count_tables.py), not for the core


def pack(plan: Plan, with_code: bool = True) -> Packed:
    """Write a plan into a block. NoRoom names what the kernel has no room for; what it leaves out is in `left_out`.

    The block is int64[layout.BLOCK_WORDS]; rules and units are compiled (or loaded) on the way, unless only the tables
    are wanted: such a block cannot be played.
    """
    check_room(plan)
    block: Block = np.zeros(at.BLOCK_WORDS, np.int64)
    book = Book(tuple(kind.card for kind in plan.kinds))
    packed = _abilities(plan, book)
    tables = build_mana(plan, (*cost_pips(plan), *(pip for costs in book.costs for pip in costs.pips)))
    write_mana(block, tables)
    _head(plan, block)
    _kinds(plan, block, tables, packed)
    _slots(plan, block)
    _lines(plan, block, tables, book, packed)
    _free(plan, block, book)
    write_abilities(plan, block, tables, book, packed)
    _triggers(block, packed, token_triggers(book, plan.trigger_order == "looks-first"))
    write_tapped(plan, block, book)
    write_fetches(plan, block, tables)
    write_drops(plan, block)
    write_systems(plan, block, book, packed)
    write_records(plan, block)
    _start(plan, block)
    _book(block, book)
    goals = build_goals(plan, tables)
    write_goals(block, goals)
    code = _code(plan, block, book) if with_code else ()
    return Packed(block, goals.output_words, goals.shape, _unique(problems_of(plan, book)), code)


def unsupported(plan: Plan) -> tuple[tuple[str, str], ...]:
    """What of a plan the kernel leaves out, before anything is compiled: (card, how it is treated) pairs."""
    check_room(plan)
    block: Block = np.zeros(at.BLOCK_WORDS, np.int64)
    book = Book(tuple(kind.card for kind in plan.kinds))
    packed = _abilities(plan, book)
    tables = build_mana(plan, cost_pips(plan))
    _lines(plan, block, tables, book, packed)
    _free(plan, block, book)
    write_tapped(plan, block, book)
    mana = [(notice.card or "", notice.text.removeprefix(f"{notice.card}: ")) for notice in tables.notices]
    return _unique([*problems_of(plan, book), *mana])


def check_room(plan: Plan) -> None:
    """NoRoom when the kernel has no room for the list; InputError when an opening hand cannot be dealt."""
    for what, size, room in (
        ("different cards", len(plan.kinds), at.MAX_KINDS),
        ("cards", len(plan.slots), at.MAX_SLOTS),
        ("ways to cast its cards", sum(len(kind.lines) for kind in plan.kinds), at.MAX_LINES),
        ("turns", plan.turns, 1000),
        ("free effects", sum(len(_runs(free.turns)) for free in plan.free), at.MAX_FREE),
    ):
        if size > room:
            raise NoRoom(f"the plan has {size} {what}; there is room for {room}")
    library = sum(1 for kind in plan.slots if kind >= 0)
    if plan.start.hand is None and library < plan.start.hand_size:
        raise InputError(f"{library} cards are fewer than an opening hand of {plan.start.hand_size}; see --hand")


def _unique(problems: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys(problems))


def _abilities(plan: Plan, book: Book) -> list[KindPrograms]:
    return [pack_abilities(kind, book, plan.trigger_order == "looks-first") for kind in plan.kinds]


@cache  # the same for every plan, and a third of the work of packing
def _batches() -> Block:
    return np.array(batch_table(), np.int64)


def _head(plan: Plan, block: Block) -> None:
    words = {
        at.SEED: signed(plan.seed % (1 << 64)), at.SALT_FROM: -1, at.SEAT: int(plan.seat == "draw"),
        at.SEAT_MIXED: int(plan.seat == "both"),
        at.PLAYERS: plan.players, at.TURNS: plan.turns, at.FREE_MULLIGANS: plan.free_mulligans,
        at.MULLIGAN_RULE: MULLIGANS[plan.mulligan], at.HAND_SIZE_START: plan.start.hand_size,
        at.NATURAL_DRAWS: int(plan.draws), at.OPP_WINDOW: int(plan.opp_window), at.STOP_AT_ZERO: int(plan.stop_at_zero),
        at.MAX_HAND: 7, at.START_LIFE: plan.life, at.START_OPPONENT_LIFE: plan.opponent_life,
        at.START_MULLIGANS: plan.start.mulligans, at.SLOTS_N: len(plan.slots), at.KINDS_N: len(plan.kinds),
        at.DECK_TARGET: deck_target(plan), at.DECK_CAP: deck_target(plan) + 1,
        at.DECK_SIZE: sum(1 for kind in plan.slots if kind >= 0),
        at.DECK_LANDS: sum(1 for kind in plan.slots if kind >= 0 and plan.kinds[kind].card.is_land),
        at.START_TURN: plan.start.turn,
    }  # fmt: skip
    for word, value in words.items():
        block[word] = value
    block[at.BATCH : at.BATCH + at.MAX_SLOTS + 1] = _batches()


def kind_flags(kind: Kind, in_goal: bool, packed: KindPrograms, makes_mana: bool) -> int:
    """Bits of K_FLAGS."""
    card = kind.card
    flags = sum(flag for word, flag in TYPE_FLAGS.items() if word in card.types)
    flags |= at.F_HASTE * ("haste" in card.keywords) | at.F_VIGILANCE * ("vigilance" in card.keywords)
    flags |= at.F_FRAIL * (card.is_creature and card.toughness == 0 and not unknown_size(card))
    flags |= at.F_AURA * is_aura(card)
    flags |= at.F_LIFELINK * ("lifelink" in card.keywords) | at.F_DEFENDER * ("defender" in card.keywords)
    flags |= at.F_PERMANENT * card.is_permanent | at.F_HELD * kind.held | at.F_GOAL * in_goal
    flags |= at.F_INSTANT * any(line.instant_speed for line in kind.lines)
    flags |= at.F_LOOKS_OR_DRAWS * looks_or_draws(kind) | at.F_EVERY_TURN * packed.every_turn
    return flags | at.F_MANA_SOURCE * makes_mana


def _kinds(plan: Plan, block: Block, tables: ManaTables, packed: Sequence[KindPrograms]) -> None:
    named = goal_kinds(plan)
    masks = {at.LANDS0: 0, at.INSTANTS0: 0} | {at.CASTABLE + 2 * mana: 0 for mana in range(at.MOST_MANA + 1)}
    for kind in plan.kinds:
        i = kind.index
        block[at.K_FLAGS + i] = kind_flags(kind, i in named, packed[i], i in tables.sources)
        block[at.K_MANA_VALUE + i] = kind.card.card_mana_value
        block[at.K_POWER + i] = kind.card.power or 0
        block[at.K_PRODUCES + i] = produces(tables, i)
        block[at.K_LOOK + i], block[at.K_DRAW + i] = packed[i].entering.look, packed[i].entering.draws
        castable = not kind.held and any(is_offered(line) for line in kind.lines)
        masks[at.LANDS0] |= kind.card.is_land << i
        cheapest = min((len(line.pips) for line in kind.lines if is_offered(line)), default=0)
        for mana in range(min(cheapest, at.MOST_MANA), at.MOST_MANA + 1):
            masks[at.CASTABLE + 2 * mana] |= castable << i
        masks[at.INSTANTS0] |= (castable and any(line.instant_speed for line in kind.lines)) << i
    for word, mask in masks.items():
        _write_mask(block, word, mask)
    block[at.K_FLAGS + at.MAX_KINDS : at.K_FLAGS + at.KINDS] = at.F_TOKEN
    for token in range(at.MAX_KINDS, at.KINDS):
        block[at.K_FLAGS + token] |= at.F_ENCHANTMENT * (at.ROLE_KINDS >> (token - at.MAX_KINDS) & 1)
    block[at.K_FLAGS + at.SHARD_KIND] |= at.F_ENCHANTMENT
    block[at.K_FLAGS + at.TREASURE_KIND] |= at.F_ARTIFACT | at.F_MANA_SOURCE


def _write_mask(block: Block, word: int, mask: int) -> None:
    block[word], block[word + 1] = signed(mask & (1 << 64) - 1), signed(mask >> 64)


def _slots(plan: Plan, block: Block) -> None:
    """The list and each kind's slots."""
    block[at.SLOT_KIND : at.SLOT_KIND + len(plan.slots)] = plan.slots
    block[at.LIST_ORDER : at.LIST_ORDER + len(plan.slots)] = range(len(plan.slots))
    first = 0
    for kind in plan.kinds:
        own = [slot for slot, each in enumerate(plan.slots) if each == kind.index]
        block[at.K_SLOT_FIRST + kind.index], block[at.K_SLOT_COUNT + kind.index] = first, len(own)
        block[at.SLOTS_BY_KIND + first : at.SLOTS_BY_KIND + first + len(own)] = own
        first += len(own)


def _start(plan: Plan, block: Block) -> None:
    start = plan.start
    where = [0 if kind >= 0 else at.VOID for kind in plan.slots]

    def take(kind: int, place: int) -> int:
        for slot, each in enumerate(plan.slots):
            if each == kind and where[slot] == 0:
                where[slot] = place
                return slot
        return -1

    hand = start.hand or ()
    for kind in (*hand, *start.battlefield):
        take(kind, at.OUT)
    known = [take(kind, 1) for kind in start.library_top] + [take(kind, 2) for kind in start.library_bottom]
    if -1 in known:
        raise InputError("start.library_top and start.library_bottom name more copies of a card than the list has left")
    block[at.SLOT_START : at.SLOT_START + len(where)] = where
    block[at.START_FIXED_HAND] = start.hand is not None
    block[at.START_HAND_N], block[at.START_FIELD_N] = len(hand), len(start.battlefield)
    block[at.START_TOP_N], block[at.START_BOTTOM_N] = len(start.library_top), len(start.library_bottom)
    listed = [*hand, *start.battlefield, *known]
    block[at.START_LIST : at.START_LIST + len(listed)] = listed
    if start.hand_filter is not None:
        size, lands = start.hand_filter
        block[at.START_RANDOM_HAND], block[at.START_HAND_LANDS], block[at.START_HAND_OTHERS] = 1, lands, size - lands
    middle = [kind for slot, kind in enumerate(plan.slots) if where[slot] == 0]
    block[at.START_UNSEEN], block[at.START_LIBRARY] = len(middle), len(middle) + len(known)
    block[at.START_UNSEEN_LANDS] = sum(plan.kinds[kind].card.is_land for kind in middle)
    for kind in middle:
        block[at.K_UNSEEN + kind] += 1


def is_offered(line: Line) -> bool:
    """Can the kernel offer this line at all?"""
    return not (line.unpayable or line.sacrifice or line.buyback or line.alternative or line.target.endswith(".gy"))


def _lines(plan: Plan, block: Block, tables: ManaTables, book: Book, packed: Sequence[KindPrograms]) -> None:
    number = 0
    for kind in plan.kinds:
        block[at.K_LINE_FIRST + kind.index], block[at.K_LINE_COUNT + kind.index] = number, len(kind.lines)
        for line in kind.lines:
            if not is_offered(line):
                why = line.unpayable or line.sacrifice or line.alternative or line.target or "buyback"
                book.problems.append((kind.name, f"a way to cast it is not offered: {line.label or why}"))
            _line(kind, line, block, at.LINE + number * at.LINE_STRIDE, tables, book, packed[kind.index])
            number += 1
    block[at.LINES_N] = number


def _line(
    kind: Kind, line: Line, block: Block, record: int, tables: ManaTables, book: Book, packed: KindPrograms
) -> None:
    key = (kind.index, line.number)
    program, gist = book.program(played_line(kind, line), kind.name)[0], book.gist(line.program)
    if kind.card.is_permanent:
        program, gist = packed.as_it_enters, gist + packed.entering
    kicks = line.x_pips != ()
    generic = all(pip == GENERIC for pip in line.x_pips)
    if kicks and not generic:
        book.problems.append((kind.name, "kicked more than once with coloured mana is not offered"))
    flags = at.LF_INSTANT_SPEED * line.instant_speed | at.LF_PERMANENT * kind.card.is_permanent
    flags |= at.LF_HELD * (kind.held or not is_offered(line))
    words = {
        at.L_KIND: kind.index, at.L_FLAGS: flags, at.L_MANA: len(line.pips), at.L_PROGRAM: program,
        at.L_X_FACTOR: (len(line.x_pips) if generic else 0) if kicks else line.x_factor, at.L_X_MAX: line.x_max,
        at.L_LIFE: line.life, at.L_KICKED: -1 if kicks else line.kicked, at.L_LOOK: gist.look, at.L_DRAWS: gist.draws,
        at.L_LANDS: gist.lands, at.L_TIE: TIES[tie_place(kind, gist, packed)], at.L_PIP_FIRST: tables.pips[key][0],
        at.L_PIP_COUNT: tables.pips[key][1], at.L_TARGET: _target(line, book), at.L_DISCARD: line.discard,
    }  # fmt: skip
    for word, value in words.items():
        block[record + word] = value
    block[record + at.L_NEED : record + at.L_NEED + at.MANA_WORDS] = tables.needs[key]


def tie_place(kind: Kind, gist: Gist, packed: KindPrograms) -> int:
    """Place in ties of the best set: 0 sees cards every turn, 1 creature, 2 permanent, 3 look or draw, 4 other."""
    if packed.every_turn:
        return 0
    if kind.card.is_creature:
        return 1
    if kind.card.is_permanent:
        return 2
    return 3 if gist.look + gist.draws else 4


def _target(line: Line, book: Book) -> int:
    """Kind set (plus 1) of which a permanent of yours is needed to point at; 0 for none."""
    if not line.target or line.target.endswith(".gy"):
        return 0
    mask = mask_of(book.cards, line.target)
    return 1 + book.kind_set(mask or 0)


def _triggers(block: Block, packed: Sequence[KindPrograms], of_tokens: Sequence[tuple[int, Trigger]]) -> None:
    rows = [(kind, each) for kind, programs in enumerate(packed) for each in programs.triggers] + list(of_tokens)
    if len(rows) > at.MAX_TRIGGERS:
        raise NoRoom(
            f"the cards of this deck have {len(rows)} triggers; the compiled engine has room for {at.MAX_TRIGGERS}"
        )
    masks: dict[int, int] = {}
    for number, (kind, each) in enumerate(rows):
        record = at.TRIGGER + number * at.TRIGGER_STRIDE
        block[record : record + at.TRIGGER_STRIDE] = (
            each.event, each.watches, each.program, each.place, int(each.once),
        )  # fmt: skip
        if block[at.K_TRIGGER_COUNT + kind] == 0:
            block[at.K_TRIGGER_FIRST + kind] = number
        block[at.K_TRIGGER_COUNT + kind] += 1
        if kind < at.MAX_KINDS:
            masks[each.event] = masks.get(each.event, 0) | 1 << kind
    for event, mask in masks.items():
        _write_mask(block, at.EVENT_MASKS + 2 * event, mask)
    block[at.TRIGGERS_N] = len(rows)
    block[at.BUSY_MOMENTS] |= sum(1 << moment for event, moment in MOMENT_OF_EVENT.items() if event in masks)


def _runs(turns: Sequence[int]) -> list[tuple[int, int]]:
    """Unbroken runs of turns, first and last of each.

    >>> _runs((1, 2, 3, 5))
    [(1, 3), (5, 5)]
    """
    runs: list[tuple[int, int]] = []
    for turn in sorted(set(turns)):
        if runs and runs[-1][1] == turn - 1:
            runs[-1] = (runs[-1][0], turn)
        else:
            runs.append((turn, turn))
    return runs


def _free(plan: Plan, block: Block, book: Book) -> None:
    number = 0
    for place, free in enumerate(plan.free):
        program, _ = book.program(free.program, f"free effect '{free.text}'")
        chance = round(free.chance * (1 << 64))
        if chance <= 0 or program == 0:
            continue
        for first, last in _runs(free.turns):
            record = at.FREE + number * at.FREE_STRIDE
            threshold = 0 if chance >= 1 << 64 else signed(chance)
            block[record : record + 6] = (first, last, free.moment, program, threshold, place)
            number += 1
    block[at.FREE_N] = number
    block[at.BUSY_MOMENTS] |= sum({1 << free.moment for free in plan.free})


def _book(block: Block, book: Book) -> None:
    rows = np.array(book.rows, np.int64).ravel()
    block[at.PROGRAM : at.PROGRAM + len(rows)] = rows
    for number, mask in enumerate(book.sets):
        _write_mask(block, at.KIND_SET + 2 * number, mask)


def _code(plan: Plan, block: Block, book: Book) -> tuple[Any, ...]:
    """Compile (or load) rules and units and write their addresses."""
    from analyzer.kernel._jit import address, compiled
    from analyzer.kernel.unit_choice import choice
    from analyzer.kernel.unit_library import library_step

    rules = compile_rules(plan)
    for word, value in rules.words:
        block[word] = value
    units = [(rule_layout.UNIT_CHOICE, choice)]
    units += [*_systems(int(block[at.SYSTEMS])), *drops_units(block)]
    if book.needs_library:
        units.append((rule_layout.UNIT_LIBRARY, library_step))
    for word, unit in units:
        block[word] = address(compiled(unit))
    return (rules, *(unit for _, unit in units))


def _systems(systems: int) -> list[tuple[int, Any]]:
    """The units of the rarer systems that the deck needs, with the words of their addresses."""
    units: list[tuple[int, Any]] = []
    if systems & system_layout.SYS_BOARD:
        from analyzer.kernel.unit_board import board

        units.append((rule_layout.UNIT_BOARD, board))
    if systems & system_layout.SYS_ABILITIES:
        from analyzer.kernel.unit_abilities import abilities

        units.append((rule_layout.UNIT_ABILITIES, abilities))
    if systems & system_layout.SYS_COMBAT:
        from analyzer.kernel.unit_combat import combat

        units.append((rule_layout.UNIT_COMBAT, combat))
    return units
