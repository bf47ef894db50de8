"""Random turns of mana, played by the kernel and by true matching side by side; the first disagreement is returned.

The matcher knows nothing of sets and vectors: it keeps every unit and every pip with its own epoch, finds augmenting
paths, and settles as the text of formats F12 says. Everything that is compiled lies in this one file, because a cached
entry is stamped with the file that defines it.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from analyzer.cards.model import CardFacts
from analyzer.contract import events
from analyzer.kernel import mana
from analyzer.kernel import mana_layout as ml
from analyzer.kernel._jit import compiled, entry, helper
from analyzer.kernel.layout import (
    BLOCK_WORDS,
    ENTERS_TAPPED,
    ENTERS_UNTAPPED,
    F_CREATURE,
    HAD,
    K_FLAGS,
    K_MANA_INDEX,
    K_TAPPED,
    LANDS_HAD,
    LIVE,
    LIVE_LIST,
    LOG_AT,
    LOG_ROWS,
    LOG_USED,
    LOG_WIDTH,
    MANA_WORDS,
    O_ARRIVED,
    O_KIND,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    OBJECTS,
    START_TURN,
    STATUS,
    TURN,
)
from analyzer.kernel.pointer import address_of, state_of
from analyzer.kernel.wrap import plus, times
from analyzer.pack_fetch import write_fetches
from analyzer.pack_mana import ManaTables, build_mana, write_mana
from analyzer.plan.model import GENERIC, Kind, Line, Plan

GENERIC_PIP = GENERIC
# columns of the matcher's units and pips
OBJ, NUMBER, UNIT_TYPES, UNIT_EPOCH, RANK, ONCE, ALIVE, OWNER_KIND = range(8)
PIP_TYPES, PIP_EPOCH = range(2)
# cells of the matcher's own state
(N_UNITS, N_PIPS, NOW, SERIAL, BOARD, ROWS, ASKED) = range(7)
MOST = 200
TYPED = 159  # column of a cost: how many of its pips are typed; 0 need, 1 pips, 2 number of pips, 3 ... the pips


# ---- true matching ---------------------------------------------------------------------------------------------
@helper
def fits(unit, pip):
    """Can this unit pay this pip?"""
    return (
        unit[ALIVE] == 1
        and unit[UNIT_EPOCH] <= pip[PIP_EPOCH]
        and (pip[PIP_TYPES] == GENERIC_PIP or unit[UNIT_TYPES] & pip[PIP_TYPES] != 0)
    )


@helper
def augment(units, n, pips, p, payer, seen, stack, place):
    """Find a unit for pip p by an augmenting path, depth first without recursion."""
    seen[:n] = 0
    depth, stack[0], place[0] = 0, p, 0
    while depth >= 0:
        pip = stack[depth]
        step = -1
        while place[depth] < n:
            u = place[depth]
            place[depth] += 1
            if seen[u] == 0 and fits(units[u], pips[pip]):
                seen[u] = 1
                step = u
                break
        if step < 0:
            depth -= 1
        elif payer[step] < 0:
            payer[step] = pip
            for d in range(depth - 1, -1, -1):
                payer[place[d] - 1] = stack[d]
            return True
        else:
            stack[depth + 1], place[depth + 1] = payer[step], 0
            depth += 1
    return False


@helper
def can_pay(units, n, pips, m, without, work):
    """Is there a payment of the first m pips, leaving out pip `without`?"""
    payer, seen, stack, place = work[0], work[1], work[2], work[3]
    payer[:n] = -1
    paid = True
    for p in range(m):
        paid = paid and (p == without or augment(units, n, pips, p, payer, seen, stack, place))
    return paid


@helper
def bits_of(types):
    """Number of types."""
    found = 0
    for bit in range(6):
        found += (types >> bit) & 1
    return found


@helper
def comes_before(units, n, a, b, pip, asked):
    """F12: floating, one-shot last, fewest of the deck's types, most units of that set left, lowest source index."""
    x, y = units[a], units[b]
    if x[RANK] != y[RANK]:
        return x[RANK] < y[RANK]
    mine, other = x[UNIT_TYPES] & asked, y[UNIT_TYPES] & asked
    if bits_of(mine) != bits_of(other):
        return bits_of(mine) < bits_of(other)
    mine_left, other_left = 0, 0
    for u in range(n):
        if units[u, ALIVE] == 1 and units[u, UNIT_EPOCH] <= pip[PIP_EPOCH]:
            mine_left += units[u, UNIT_TYPES] & asked == mine
            other_left += units[u, UNIT_TYPES] & asked == other
    if mine_left != other_left:
        return mine_left > other_left
    if x[OBJ] != y[OBJ]:
        return x[OBJ] < y[OBJ]
    return x[NUMBER] < y[NUMBER]


@helper
def pay_pip(me, units, pips, p, rows, work):
    """Settle pip p with the first unit that leaves the rest payable."""
    n, m = me[N_UNITS], me[N_PIPS]
    refused = work[4]
    refused[:n] = 0
    while True:
        chosen = -1
        for u in range(n):
            free = fits(units[u], pips[p]) and refused[u] == 0
            if free and (chosen < 0 or comes_before(units, n, u, chosen, pips[p], me[ASKED])):
                chosen = u
        if chosen < 0:
            return False
        units[chosen, ALIVE] = 0
        if can_pay(units, n, pips, m, p, work):
            break
        units[chosen, ALIVE] = 1
        refused[chosen] = 1
    unit = units[chosen]
    taken = unit[UNIT_TYPES] & pips[p, PIP_TYPES]
    rows[me[ROWS], 0], rows[me[ROWS], 1], rows[me[ROWS], 2] = unit[OBJ], taken & -taken, unit[ONCE]
    me[ROWS] += 1
    if unit[RANK] > 0:
        for u in range(n):
            if units[u, ALIVE] == 1 and units[u, OBJ] == unit[OBJ]:
                units[u, RANK] = 0
    return True


@helper
def next_pip(me, pips):
    """The pip that is settled next, -1 without one."""
    for size in range(1, 7):
        for p in range(me[N_PIPS]):
            if pips[p, PIP_TYPES] != GENERIC_PIP and bits_of(pips[p, PIP_TYPES]) == size:
                return p
    return 0 if me[N_PIPS] else -1


@helper
def true_settle(me, units, pips, rows, work):
    """Settle every open pip; False if one finds no unit (a mistake of whoever allowed the payment)."""
    p = next_pip(me, pips)
    while p >= 0:
        if not pay_pip(me, units, pips, p, rows, work):
            return False
        for q in range(p, me[N_PIPS] - 1):
            pips[q, 0], pips[q, 1] = pips[q + 1, 0], pips[q + 1, 1]
        me[N_PIPS] -= 1
        p = next_pip(me, pips)
    return True


@helper
def true_arrival(me, units, pips, rows, work):
    """A new epoch begins: settle first if payments are open from more than one earlier epoch."""
    for p in range(1, me[N_PIPS]):
        if pips[p, PIP_EPOCH] != pips[0, PIP_EPOCH]:
            true_settle(me, units, pips, rows, work)
            break
    me[NOW] += 1


@helper
def true_unit(me, units, obj, number, types, rank, once, kind):
    """One more unit of the present epoch."""
    row = units[me[N_UNITS]]
    row[OBJ], row[NUMBER], row[UNIT_TYPES], row[UNIT_EPOCH] = obj, number, types, me[NOW]
    row[RANK], row[ONCE], row[ALIVE], row[OWNER_KIND] = rank, once, 1, kind
    me[N_UNITS] += 1


@helper
def true_source(s, me, units, obj, kind):
    """All units of a permanent, read from the source table."""
    source = ml.SOURCE + s[K_MANA_INDEX + kind] * ml.SOURCE_STRIDE
    once = 1 if s[source + ml.S_FLAGS] & ml.SF_ONE_SHOT else 0
    for number in range(s[source + ml.S_UNITS]):
        types = s[source + ml.S_TYPES + number]
        if types == 0:
            types = me[BOARD] & s[source + ml.S_BOARD]
        if types:
            true_unit(me, units, obj, number, types, 2 if once else 1, once, kind)


@helper
def true_leave(me, units, obj):
    """Units of a permanent that have not left it are gone."""
    for u in range(me[N_UNITS]):
        if units[u, OBJ] == obj and units[u, RANK] > 0:
            units[u, ALIVE] = 0


@helper
def true_expire(me, units):
    """Floating mana is gone."""
    for u in range(me[N_UNITS]):
        if units[u, RANK] == 0:
            units[u, ALIVE] = 0


@helper
def true_board(s, me, units, pips, rows, work, but, gone):
    """Lands have changed: what they can make, and the units of sources that ask for it (all settled first)."""
    types = 0
    for i in range(s[LIVE]):
        obj = s[LIVE_LIST + i]
        source = ml.SOURCE + s[K_MANA_INDEX + s[OBJECT + obj * OBJECT_STRIDE + O_KIND]] * ml.SOURCE_STRIDE
        if obj != gone and s[source + ml.S_FLAGS] & ml.SF_LAND:
            for number in range(s[source + ml.S_UNITS]):
                types |= s[source + ml.S_TYPES + number]
    if types == me[BOARD] or s[ml.BOARD_PLAN] == 0:
        return
    true_settle(me, units, pips, rows, work)
    me[BOARD] = types
    for i in range(s[LIVE]):
        obj = s[LIVE_LIST + i]
        kind = s[OBJECT + obj * OBJECT_STRIDE + O_KIND]
        source = ml.SOURCE + s[K_MANA_INDEX + kind] * ml.SOURCE_STRIDE
        if obj != but and obj != gone and s[source + ml.S_BOARD]:
            used = (
                0  # a permanent that has no living unit of its own although it may be tapped has none for want of types
            )
            for u in range(me[N_UNITS]):
                used |= units[u, OBJ] == obj and units[u, ALIVE] == 0 and units[u, UNIT_TYPES] != 0
            for u in range(me[N_UNITS]):
                if units[u, OBJ] == obj and units[u, RANK] > 0:
                    units[u, ALIVE], units[u, UNIT_TYPES] = 0, 0
            sick = s[K_FLAGS + kind] & F_CREATURE and s[OBJECT + obj * OBJECT_STRIDE + O_ARRIVED] == s[TURN]
            if not used and not sick and s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] == 0:
                true_source(s, me, units, obj, kind)


# ---- one random turn -------------------------------------------------------------------------------------------
@helper
def pick(rng, n):
    """A random number below n."""
    rng[0] = plus(times(rng[0], 6364136223846793005), 1442695040888963407)
    return ((rng[0] >> 33) & 0x3FFFFFFF) % n


@helper
def new_object(s, kind, tapped, arrived):
    """A permanent on the live list."""
    obj = s[OBJECTS]
    at = OBJECT + obj * OBJECT_STRIDE
    s[at + O_KIND], s[at + O_TAPPED], s[at + O_ARRIVED] = kind, tapped, arrived
    s[LIVE_LIST + s[LIVE]] = obj
    s[OBJECTS] += 1
    s[LIVE] += 1
    return obj


@helper
def forget_object(s, obj):
    """Take a permanent off the live list."""
    kept = 0
    for i in range(s[LIVE]):
        if s[LIVE_LIST + i] != obj:
            s[LIVE_LIST + kept] = s[LIVE_LIST + i]
            kept += 1
    s[LIVE] = kept


@helper
def bury(s):
    """What the owner of the permanents does with used-up one-shot sources."""
    while s[ml.M_GONE]:
        s[ml.M_GONE] -= 1
        obj = s[ml.GONE + s[ml.M_GONE]]
        mana.leave(s, obj)
        forget_object(s, obj)


@helper
def ask(s, me, units, pips, costs, i, work):
    """Do both say the same about cost i? Returns -1 if not, else the answer."""
    m = me[N_PIPS]
    for j in range(costs[i, 2]):
        pips[m + j, PIP_TYPES], pips[m + j, PIP_EPOCH] = costs[i, 3 + j], me[NOW]
    truth = can_pay(units, me[N_UNITS], pips, m + costs[i, 2], -1, work)
    return -1 if mana.payable(s, costs[i, 0]) != truth else (1 if truth else 0)


@helper
def alive_units(me, units):
    """Units that are not used up."""
    found = 0
    for u in range(me[N_UNITS]):
        found += units[u, ALIVE]
    return found


@helper
def start_turn(s, me, units, rng, kinds_n):
    """Some permanents from earlier turns, then the turn begins."""
    s[OBJECTS] = s[LIVE] = s[STATUS] = s[LOG_USED] = 0
    me[N_UNITS] = me[N_PIPS] = me[NOW] = me[BOARD] = me[ROWS] = 0
    s[TURN] = 1
    mana.begin_game(s)
    for _ in range(pick(rng, 6)):
        mana.arrive(s, new_object(s, pick(rng, kinds_n), 0, 0))
    me[BOARD] = s[ml.M_BOARD_TYPES]
    s[TURN] = 2
    mana.begin_turn(s)
    for i in range(s[LIVE]):
        true_source(s, me, units, s[LIVE_LIST + i], s[OBJECT + s[LIVE_LIST + i] * OBJECT_STRIDE + O_KIND])


@helper
def enter(s, me, units, pips, rows, work, rng, kinds_n):
    """A permanent enters, one time in four tapped."""
    kind = pick(rng, kinds_n)
    obj = new_object(s, kind, 1 if pick(rng, 4) == 0 else 0, 2)
    mana.arrive(s, obj)
    sick = s[K_FLAGS + kind] & F_CREATURE != 0
    source = ml.SOURCE + s[K_MANA_INDEX + kind] * ml.SOURCE_STRIDE
    if s[source + ml.S_FLAGS] & ml.SF_LAND:
        true_board(s, me, units, pips, rows, work, obj, -1)
    if s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] == 0 and not sick:
        true_arrival(me, units, pips, rows, work)
        true_source(s, me, units, obj, kind)


@helper
def go(s, me, units, pips, rows, work, rng, leaves):
    """A permanent leaves or is tapped for another reason."""
    obj = s[LIVE_LIST + pick(rng, s[LIVE])]
    true_settle(me, units, pips, rows, work)
    true_leave(me, units, obj)
    if leaves:
        mana.leave(s, obj)
        true_board(s, me, units, pips, rows, work, -1, obj)
        forget_object(s, obj)
    else:
        mana.tap(s, obj)
        s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] = 1


@helper
def one_step(s, me, units, pips, rows, work, rng, costs, kinds_n):
    """One random step of a turn in both; 0 or the number of what differs."""
    what = pick(rng, 20)
    if what < 9:
        i = pick(rng, costs.shape[0])
        answer = ask(s, me, units, pips, costs, i, work)
        if answer < 0:
            return 1
        if answer == 1:
            mana.pay(s, costs[i, 0], costs[i, 1], costs[i, TYPED])
            me[N_PIPS] += costs[i, 2]
    elif what < 13 and s[LIVE] < 9:
        enter(s, me, units, pips, rows, work, rng, kinds_n)
    elif what < 15:
        mana.settle(s)
        true_settle(me, units, pips, rows, work)
    elif what == 15:
        types, n = 1 << pick(rng, 6), 1 + pick(rng, 3)
        mana.add_floating(s, types, n)
        true_arrival(me, units, pips, rows, work)
        for _ in range(n):
            true_unit(me, units, -1, me[SERIAL], types, 0, 1, -1)
            me[SERIAL] += 1
    elif what < 18 and s[LIVE] > 0:
        go(s, me, units, pips, rows, work, rng, what == 16)
    elif what == 18:
        mana.end_phase(s)
        true_settle(me, units, pips, rows, work)
        true_expire(me, units)
    elif what == 19 and s[LIVE] > 0 and s[ml.SIMPLE] == 0:
        obj = s[LIVE_LIST + pick(rng, s[LIVE])]
        at = OBJECT + obj * OBJECT_STRIDE
        if s[at + O_TAPPED] and s[K_FLAGS + s[at + O_KIND]] & F_CREATURE == 0:
            s[at + O_TAPPED] = 0
            mana.available(s, obj)
            true_arrival(me, units, pips, rows, work)
            for u in range(me[N_UNITS]):  # what it gave before it untapped is past
                if units[u, OBJ] == obj and units[u, ALIVE] == 0:
                    units[u, UNIT_TYPES] = 0
            true_source(s, me, units, obj, s[at + O_KIND])
    bury(s)
    if mana.left(s) != alive_units(me, units) - me[N_PIPS]:
        return 2
    return 3 if ask(s, me, units, pips, costs, pick(rng, costs.shape[0]), work) < 0 else 0


@helper
def same_rows(s, me, rows, log):
    """Are the rows of event 29 the same?"""
    n = 0
    for i in range(s[LOG_USED]):
        if log[i, 0] == events.SETTLE:
            if n >= me[ROWS] or log[i, 2] != rows[n, 0] or log[i, 3] != rows[n, 1] or log[i, 4] != rows[n, 2]:
                return False
            n += 1
    return n == me[ROWS]


@helper
def one_turn(s, me, units, pips, rows, work, rng, costs, kinds_n, log):
    """One random turn; 0 or the number of what differs."""
    start_turn(s, me, units, rng, kinds_n)
    for _ in range(3 + pick(rng, 12)):
        wrong = one_step(s, me, units, pips, rows, work, rng, costs, kinds_n)
        if wrong:
            return wrong
    mana.settle(s)
    if not true_settle(me, units, pips, rows, work):
        return 4
    bury(s)
    for i in range(costs.shape[0]):
        if ask(s, me, units, pips, costs, i, work) < 0:
            return 5
    if s[STATUS] or s[ml.M_UNITS_LEFT] != alive_units(me, units):
        return 6
    return 7 if s[LOG_ROWS] and not same_rows(s, me, rows, log) else 0


# ---- a written turn --------------------------------------------------------------------------------------------
(ENTER, ASK, PAY, SETTLE, FLOAT, LEAVE, TAP, END_PHASE, NEW_TURN, LEFT, ASK_WITH_LAND, ASK_NEXT, ASK_DROPS, HAD_NOW,
 UNTAP, TURN_IS) = range(16)  # fmt: skip


@helper
def do(s, costs, what, a, b):
    """One step of a written turn; what it answers, -1 for nothing."""
    answer = -1
    if what == ENTER:
        mana.arrive(s, new_object(s, a, b & 1, s[TURN] - (b >> 1)))
    elif what in (ASK, PAY):
        answer = 1 if mana.payable(s, costs[a, 0]) else 0
        if what == PAY and answer:
            mana.pay(s, costs[a, 0], costs[a, 1], costs[a, TYPED])
    elif what == SETTLE:
        mana.settle(s)
    elif what == FLOAT:
        mana.add_floating(s, a, b)
    elif what == LEAVE:
        mana.leave(s, a)
        forget_object(s, a)
    elif what == TAP:
        mana.tap(s, a)
        s[OBJECT + a * OBJECT_STRIDE + O_TAPPED] = 1
    elif what == UNTAP:
        s[OBJECT + a * OBJECT_STRIDE + O_TAPPED] = 0
        mana.available(s, a)
    elif what == END_PHASE:
        mana.end_phase(s)
    elif what == NEW_TURN:
        s[TURN] += 1
        for i in range(s[LIVE]):
            s[OBJECT + s[LIVE_LIST + i] * OBJECT_STRIDE + O_TAPPED] = 0
        mana.begin_turn(s)
    elif what == LEFT:
        answer = mana.left(s)
    elif what == ASK_WITH_LAND:
        answer = 1 if mana.payable_with_land(s, b, costs[a, 0]) else 0
    elif what == ASK_NEXT:
        answer = 1 if mana.next_turn_payable(s, b, costs[a, 0]) else 0
    elif what == ASK_DROPS:
        answer = 1 if mana.payable_best_drops(s, costs[a, 0], b) else 0
    elif what == HAD_NOW:
        s[HAD + a] += b
        s[LANDS_HAD] += b
    elif what == TURN_IS:
        s[TURN] = a
    bury(s)
    return answer


@entry(
    numba.int64(
        numba.int64[::1],
        numba.int64[:, ::1],
        numba.int64[:, ::1],
        numba.int64[::1],
        numba.int64[:, ::1],
        numba.int64[::1],
    )
)
def play_mana(block, costs, log, how, script, answers):
    """Play a script (its answers are written down), or without one the sequences how[0]..how[1]-1.

    how: first, last + 1, kinds, types that have a bit; how[4] counts settled units. Returns sequence * 10 + fault of
    the first disagreement, -1 if there is none.
    """
    s = state_of(block)
    s[LOG_AT] = address_of(log)
    me = np.zeros(8, np.int64)
    units, pips = np.zeros((MOST, 8), np.int64), np.zeros((MOST, 2), np.int64)
    rows, work = np.zeros((MOST, 3), np.int64), np.zeros((6, MOST), np.int64)
    rng = np.zeros(1, np.int64)
    me[ASKED] = how[3]
    if script.shape[0]:
        s[OBJECTS] = s[LIVE] = s[STATUS] = s[LOG_USED] = s[LANDS_HAD] = 0
        for kind in range(how[2]):
            s[HAD + kind] = 0
        s[TURN], s[LOG_ROWS] = 1, how[1]
        mana.begin_game(s)
        for i in range(script.shape[0]):
            answers[i] = do(s, costs, script[i, 0], script[i, 1], script[i, 2])
        return s[STATUS]
    for number in range(how[0], how[1]):
        rng[0] = times(number + 1, 7046029254386353131)
        s[LOG_ROWS] = 0 if number % 2 else log.shape[0]
        me[SERIAL] = 0
        wrong = one_turn(s, me, units, pips, rows, work, rng, costs, how[2], log)
        how[4] += me[ROWS]
        if wrong:
            return number * 10 + wrong
    return -1


# ---- decks of sources and costs --------------------------------------------------------------------------------
W, U, B, R, G, C = 1, 2, 4, 8, 16, 32
LAND, DORK, ROCK = frozenset({"land"}), frozenset({"creature"}), frozenset({"artifact"})
LANDS = ("W", "U", "B", "R", "G", "C", "W|U", "U|B", "R|G", "W|G", "any")
MANY = ("CC", "GU", "WW", "W|U|R", "C|W")


def card(number: int, types: frozenset[str], produces: str) -> CardFacts:
    """A card that only makes mana."""
    return CardFacts(f"Source {number}", types=types, produces=produces)


def sources(style: str) -> list[CardFacts]:
    """Cards of a style: "simple" lands of one mana, "several" mana at once, "mixed" all sorts, "board" with mylands."""
    rows = [(LAND, text) for text in LANDS]
    if style != "simple":
        rows += [(LAND, text) for text in MANY]
    if style in ("mixed", "board"):
        rows += [
            (DORK, "G"),
            (DORK, "any"),
            (ROCK, "C"),
            (ROCK, "CC"),
            (ROCK, "sac>any"),
            (ROCK, "sac>RR"),
            (ROCK, "U"),
        ]
    if style == "board":
        rows += [(LAND, "mylands"), (DORK, "mylands")]
    return [card(number, types, text) for number, (types, text) in enumerate(rows)]


def costs_of(types: tuple[int, ...], seed: int, count: int = 40) -> list[tuple[int, ...]]:
    """Costs of one to five pips in these types: plain, hybrid and generic ones, smaller ones more often."""
    rng = np.random.default_rng(seed)
    found = [(bit,) for bit in types] + [(GENERIC,)]
    while len(found) < count:
        pips = []
        for _ in range(int(rng.choice([1, 2, 2, 3, 3, 4, 5]))):
            chosen = rng.choice(types, size=min(len(types), int(rng.choice([1, 1, 1, 2]))), replace=False)
            pips.append(GENERIC if rng.random() < 0.35 else int(np.bitwise_or.reduce(chosen)))
        found.append(tuple(sorted(pips)))
    return found


def make_plan(cards: list[CardFacts], costs: list[tuple[int, ...]], copies: int = 1) -> Plan:
    """A plan whose only spell has a line for each cost; so many copies of every source."""
    spell = CardFacts("Spell", types=frozenset({"sorcery"}), mana_cost="{0}")
    lines = tuple(Line(len(cards), number, "", cost, ()) for number, cost in enumerate(costs))
    kinds = [Kind(number, each) for number, each in enumerate(cards)]
    return Plan(tuple(range(len(cards))) * copies, (*kinds, Kind(len(cards), spell, lines)))


class Table:
    """A block with the mana tables of a plan and, for each cost, offset of its need and of its pips."""

    def __init__(self, cards: list[CardFacts], costs: list[tuple[int, ...]], rows: int = 512, copies: int = 1) -> None:
        self.plan = make_plan(cards, costs, copies)
        self.tables: ManaTables = build_mana(self.plan)
        self.block = np.zeros(BLOCK_WORDS + len(costs) * MANA_WORDS, np.int64)
        write_mana(self.block, self.tables)
        self.block[START_TURN] = 1
        for number, each in enumerate(cards):
            self.block[K_TAPPED + number] = ENTERS_TAPPED if each.tapped else ENTERS_UNTAPPED
        write_fetches(self.plan, self.block, self.tables)
        self.cards = cards
        for number, each in enumerate(cards):
            self.block[K_FLAGS + number] = F_CREATURE if each.is_creature else 0
        self.costs = np.zeros((len(costs), TYPED + 1), np.int64)
        for number, cost in enumerate(costs):
            first, typed = self.tables.pips[len(cards), number]
            need = BLOCK_WORDS + number * MANA_WORDS
            self.block[need : need + MANA_WORDS] = self.tables.needs[len(cards), number]
            self.costs[number, :3] = need, first, len(cost)
            self.costs[number, 3 : 3 + len(cost)] = cost
            self.costs[number, TYPED] = typed
        self.log = np.zeros((rows, LOG_WIDTH), np.int64)

    def play(self, first: int, last: int) -> tuple[int, int]:
        """Play sequences; (-1, units settled) if both agree everywhere, else (sequence * 10 + fault, ...)."""
        how = np.array([first, last, len(self.cards), sum(self.tables.types), 0], np.int64)
        none = np.zeros((0, 3), np.int64)
        return int(compiled(play_mana)(self.block, self.costs, self.log, how, none, none[:, 0].copy())), int(how[4])

    def run(self, script: list[tuple[int, int, int]], log: bool = True) -> tuple[list[int], list[tuple[int, int, int]]]:
        """Play a written turn: its answers (without those of -1) and the settled units (object, type, one-shot)."""
        how = np.array([0, len(self.log) if log else 0, len(self.cards), sum(self.tables.types), 0], np.int64)
        answers = np.zeros(len(script), np.int64)
        assert compiled(play_mana)(self.block, self.costs, self.log, how, np.array(script, np.int64), answers) == 0
        rows = self.log[: self.block[LOG_USED]]
        settled = [(int(a), int(b), int(c)) for code, _, a, b, c in rows if code == events.SETTLE]
        return [int(answer) for answer in answers if answer >= 0], settled


STYLES = ("simple", "several", "mixed", "board")
TYPE_SETS = ((U,), (W, U), (W, U, G), (W, U, B, R), (W, U, B, R, G), (W, U, B, R, G, C), (R, C), (U, R, G))


def all_tables() -> list[tuple[Any, Table]]:
    """Every style with every set of types."""
    return [
        ((style, types), Table(sources(style), costs_of(types, seed)))
        for style in STYLES
        for seed, types in enumerate(TYPE_SETS)
    ]
