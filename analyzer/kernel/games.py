"""The entry of the compiled engine: plays a range of games of the plan that lies in the block."""

from __future__ import annotations

from numba import types

from analyzer.contract import events
from analyzer.contract.status import OK
from analyzer.contract.streams import CLASS
from analyzer.contract.streams import SEAT as SEAT_STREAM
from analyzer.kernel import goals, mana
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.bits import lshr
from analyzer.kernel.goal_layout import G_FIRST, M_VALUES, MEASURE_STRIDE, MEASURES, MEASURES_N
from analyzer.kernel.layout import (
    BUSY,
    BUSY_MOMENTS,
    CAST,
    DEAL_WORDS,
    ENTERED_TAPPED,
    ENTERED_UNTAPPED,
    EXILE,
    F_AURA,
    F_CREATURE,
    FIRST_GAME,
    GAME_WORDS,
    GRAVE,
    K_FLAGS,
    KINDS_N,
    LIFE,
    LOG_AT,
    LOG_ROWS,
    LOG_USED,
    MAX_KINDS,
    MULLIGANS,
    O_ATTACHED,
    O_KIND,
    OBJECT,
    OBJECT_STRIDE,
    OBJECTS,
    OPPONENT_LIFE,
    ORDERS_AT,
    ORDERS_ROWS,
    OVER_REASON,
    PLAY,
    SEAT,
    SEAT_MIXED,
    SOURCE_BOTTOMED,
    SOURCE_LOOKED,
    START_FIELD_N,
    START_HAND_N,
    START_LIFE,
    START_LIST,
    START_MULLIGANS,
    START_OPPONENT_LIFE,
    STATUS,
    SYSTEMS,
    TOKEN_KINDS,
    TURNS,
    USED,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.mulligan import opening
from analyzer.kernel.permanents import enter
from analyzer.kernel.pointer import address_of, call_unit, state_of
from analyzer.kernel.rng import begin_game, stream_key, word_at
from analyzer.kernel.rule_layout import UNIT_BOARD
from analyzer.kernel.system_layout import BEGIN_GAME, SYS_BOARD
from analyzer.kernel.turn import play_turns

SEAT_CLASS = SEAT_STREAM * CLASS


@helper
def reset(s, game):
    """Every word of a game begins at 0, or as the start position says."""
    for word in range(GAME_WORDS, DEAL_WORDS):
        s[word] = 0
    for kind in range(s[KINDS_N]):
        s[PLAY + kind] = s[GRAVE + kind] = s[EXILE + kind] = s[CAST + kind] = s[USED + kind] = 0
        s[SOURCE_LOOKED + kind] = s[SOURCE_BOTTOMED + kind] = 0
        s[ENTERED_TAPPED + kind] = s[ENTERED_UNTAPPED + kind] = 0
    for kind in range(MAX_KINDS, MAX_KINDS + TOKEN_KINDS):
        s[PLAY + kind] = s[USED + kind] = 0
    begin_game(s, game)
    if s[SEAT_MIXED]:
        s[SEAT] = lshr(word_at(stream_key(s, SEAT_CLASS), 1), 63)
    s[LIFE], s[OPPONENT_LIFE], s[MULLIGANS] = s[START_LIFE], s[START_OPPONENT_LIFE], s[START_MULLIGANS]
    goals.begin_game(s)
    mana.begin_game(s)
    if s[SYSTEMS] & SYS_BOARD:
        call_unit(s[UNIT_BOARD], s, BEGIN_GAME, 0)


@helper
def enchant(s):
    """Auras of a start position are on its first creature."""
    host = -1
    for obj in range(s[OBJECTS]):
        if host < 0 and s[K_FLAGS + s[OBJECT + obj * OBJECT_STRIDE + O_KIND]] & F_CREATURE:
            host = obj
    for obj in range(s[OBJECTS]):
        if s[K_FLAGS + s[OBJECT + obj * OBJECT_STRIDE + O_KIND]] & F_AURA:
            s[OBJECT + obj * OBJECT_STRIDE + O_ATTACHED] = host


@helper
def play_game(s, game, out):
    """One game from the first deal to its last turn, added to the tally unless it failed."""
    reset(s, game)
    for i in range(s[START_FIELD_N]):
        enter(s, s[START_LIST + s[START_HAND_N] + i], 0, 0)
    if s[START_FIELD_N]:
        enchant(s)
    opening(s)
    if s[STATUS] == OK:
        goals.at_keep(s)
        play_turns(s)
    if s[STATUS] == OK:
        event(s, events.OVER, s[OVER_REASON], 0, 0)
        goals.end_game(s, out)


ROWS = types.int64[:, ::1]


@entry(
    types.int64(types.int64[::1], types.int64, types.int64, ROWS, ROWS, types.int64[::1], types.uint8[:, ::1]),
    vectorize=False,
)
def play_games(block, first, count, orders, log, output, truth):
    """Play games first .. first + count - 1; returns how many were played whole.

    Fewer than `count` means that the next one failed; s[STATUS] (contract.status) says why. `output` collects the
    tally. `log` gets event rows (formats F7), LOG_USED of them; no rows: off. `orders` forces hidden orders: each row
    holds all slots of the plan, next card first; a game has len(orders) // count rows, and each of its deals and
    shuffles takes the next of them (a row that begins with a negative number leaves that one to the streams, as do
    orders beyond the last row). `truth`, if it has rows, gets one a game: for each goal, then each condition, 1 + the
    turn in which it became true (0: never), then the value of each measure at the last turn (all at most 255).
    """
    s, out = state_of(block), state_of(output)
    s[STATUS] = OK
    s[LOG_AT], s[LOG_ROWS], s[LOG_USED] = address_of(log), log.shape[0], 0
    s[BUSY] = -1 if s[LOG_ROWS] else s[BUSY_MOMENTS]
    s[ORDERS_AT], s[ORDERS_ROWS], s[FIRST_GAME] = address_of(orders), orders.shape[0] // max(count, 1), first
    game = 0
    while game < count:
        play_game(s, first + game, out)
        if s[STATUS] != OK:
            break
        if truth.shape[0]:
            exprs = truth.shape[1] - s[MEASURES_N]
            for expr in range(exprs):
                truth[game, expr] = min(s[G_FIRST + expr], 255)
            for number in range(s[MEASURES_N]):
                value = s[s[s[MEASURES] + number * MEASURE_STRIDE + M_VALUES] + s[TURNS]]
                truth[game, exprs + number] = min(max(value, 0), 255)
        game += 1
    goals.finish(s, out)
    return game
