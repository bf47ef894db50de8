"""The turn (F13.2): its moments in order, the opponent's window, cleanup; free effects at any moment."""

from __future__ import annotations

from analyzer.contract import events, moments, reasons
from analyzer.contract import triggers as when
from analyzer.contract.streams import CHANCE, CLASS
from analyzer.kernel import goals, mana
from analyzer.kernel._jit import helper, inlined, within
from analyzer.kernel.actions import act, read_land, window
from analyzer.kernel.bits import below, unlikely
from analyzer.kernel.effects import check_over, discard, run, run_waiting, set_source
from analyzer.kernel.layout import (
    ACTIONS,
    BUSY,
    CHANGED,
    DEAL_WORDS,
    DREW_LAND,
    F_LAND,
    FREE,
    FREE_N,
    FREE_STRIDE,
    HAND_SIZE,
    INSTANTS0,
    INSTANTS1,
    K_FLAGS,
    K_MANA_INDEX,
    LAND_DROPS_LEFT,
    LANDS_PLAYED,
    LIVE,
    LIVE_LIST,
    MANA,
    MANA_AVAILABLE_TOTAL,
    MANA_AVAILABLE_TURN,
    MANA_LEFT,
    MASK_HAND0,
    MASK_HAND1,
    MAX_HAND,
    MISSED_DROPS,
    NATURAL_DRAWS,
    O_KIND,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    OPP_WINDOW,
    OVER,
    PLAYERS,
    SEAT,
    START_TURN,
    STATUS,
    STEP,
    SURVIVE,
    SYSTEMS,
    TURN,
    TURN_WORDS,
    TURNS,
)  # fmt: skip
from analyzer.kernel.library import draw_card
from analyzer.kernel.log import event
from analyzer.kernel.mana_layout import M_DUE, M_FLOATING, M_GONE, M_OPEN
from analyzer.kernel.permanents import remove, sweep
from analyzer.kernel.pointer import call_unit
from analyzer.kernel.rng import stream_key, word_at
from analyzer.kernel.rule_layout import UNIT_BOARD, UNIT_COMBAT
from analyzer.kernel.system_layout import (
    ATTACKER,
    DEAL_DAMAGE,
    DECLARE,
    LORE,
    REMOVALS,
    SYS_ABILITIES,
    SYS_COMBAT,
    SYS_LORE,
    SYS_MANA_CREATURES,
    SYS_REMOVAL,
)
from analyzer.kernel.triggers import fire

FREE_FIRST, FREE_LAST, FREE_MOMENT, FREE_PROGRAM, FREE_CHANCE, FREE_NUMBER = range(6)
CHANCE_CLASS = CHANCE * CLASS


@helper
def happens(s, free):
    """Does this free effect happen now (class 7)?"""
    threshold = s[free + FREE_CHANCE]
    if threshold == 0:
        return True
    return below(word_at(stream_key(s, CHANCE_CLASS + 64 * s[TURN] + s[free + FREE_NUMBER]), 1), threshold)


@helper
def free_effects(s, moment):
    """Free effects of this moment, in the order of the plan."""
    for i in range(s[FREE_N]):
        free = FREE + i * FREE_STRIDE
        if (
            s[free + FREE_MOMENT] == moment
            and s[free + FREE_FIRST] <= s[TURN] <= s[free + FREE_LAST]
            and happens(s, free)
        ):
            set_source(s, -1, -1, 0)
            run(s, s[free + FREE_PROGRAM])
            run_waiting(s)
            if s[OVER]:
                return


@inlined
def step(s, moment, trigger):
    """Enter a moment: its row, what triggers on it (-1: nothing), its free effects."""
    s[STEP] = moment
    if s[BUSY] >> moment & 1:
        busy_step(s, moment, trigger)


@helper
def busy_step(s, moment, trigger):
    """A moment in which something may happen."""
    if s[OVER] == 0:
        event(s, events.STEP, moment, 0, 0)
        if moment == moments.MAIN1 and s[SYSTEMS] & SYS_LORE:  # no trigger: the counters come first (SAG-1)
            call_unit(s[UNIT_BOARD], s, LORE, 0)
        if trigger >= 0:
            fire(s, trigger, -1, 0)
            if moment == moments.MAIN1 and s[SYSTEMS] & SYS_LORE:
                call_unit(s[UNIT_BOARD], s, LORE, 1)
            run_waiting(s)
        if s[SYSTEMS] & SYS_REMOVAL and moment != moments.UNTAP and s[OVER] == 0:
            removals(s, moment)
        if s[FREE_N] and s[OVER] == 0:
            free_effects(s, moment)


@helper
def removals(s, moment):
    """What does not survive (untap) or is removed by the opponent's script; what that triggers resolves."""
    while True:
        obj = call_unit(s[UNIT_BOARD], s, REMOVALS, moment)
        if obj < 0:
            break
        if moment != moments.UNTAP:
            mana.leave(s, obj)
        remove(s, obj, events.SCRIPTED)
    run_waiting(s)


@helper
def combat(s):
    """Combat: what triggers at its beginning, attackers and their triggers, free effects, damage (CMB-1)."""
    s[STEP] = moments.COMBAT
    if s[BUSY] >> moments.COMBAT & 1:
        event(s, events.STEP, moments.COMBAT, 0, 0)
        fire(s, when.BEGIN_COMBAT, -1, 0)
        run_waiting(s)
        if s[SYSTEMS] & SYS_COMBAT and s[OVER] == 0:
            attack(s)
        if s[SYSTEMS] & SYS_REMOVAL and s[OVER] == 0:
            removals(s, moments.COMBAT)
        if s[FREE_N] and s[OVER] == 0:
            free_effects(s, moments.COMBAT)
        if s[SYSTEMS] & SYS_COMBAT and s[OVER] == 0:
            call_unit(s[UNIT_COMBAT], s, DEAL_DAMAGE, 0)
            run_waiting(s)


@helper
def attack(s):
    """Attackers are declared; those whose mana is still there lose it, as they tap."""
    if s[SYSTEMS] & SYS_MANA_CREATURES:
        mana.settle(s)
    for i in range(call_unit(s[UNIT_COMBAT], s, DECLARE, 0)):
        at = OBJECT + s[ATTACKER + i] * OBJECT_STRIDE
        if s[at + O_TAPPED] and s[K_MANA_INDEX + s[at + O_KIND]] >= 0:
            mana.tap(s, s[ATTACKER + i])
    run_waiting(s)


@inlined
def end_phase(s):
    """Floating mana goes at the end of a phase (MAN-1), and with it one-shot sources that were used."""
    if s[M_OPEN] + s[M_FLOATING] and s[M_DUE] == 0:  # what is due has seen the end of a phase
        end_payments(s)


@within
def end_payments(s):
    """The end of a phase with open payments or floating mana."""
    before = s[MANA_LEFT]
    mana.end_phase(s)
    if unlikely(s[M_GONE] != 0):
        sweep(s)
    # what was offered may have counted on units that are settled now
    s[CHANGED] |= (before != s[MANA_LEFT]) | (s[ACTIONS] > 0)


@within
def natural_draw(s):
    """The card of the draw step (TRN-3)."""
    s[STEP] = moments.DRAW
    event(s, events.STEP, moments.DRAW, 0, 0)
    skipped = s[TURN] == 1 and s[SEAT] == 0 and s[PLAYERS] == 2
    if s[NATURAL_DRAWS] and not skipped:
        kind = draw_card(s, events.DRAW)
        if kind >= 0:
            s[DREW_LAND] = s[K_FLAGS + kind] & F_LAND
        else:
            check_over(s)


@helper
def draw_step(s):
    """The natural draw, then what triggers on the step."""
    natural_draw(s)
    if s[BUSY] >> moments.DRAW & 1 and s[OVER] == 0:
        fire(s, when.DRAW_STEP, -1, 0)
        run_waiting(s)
        if s[FREE_N] and s[OVER] == 0:
            free_effects(s, moments.DRAW)
    if s[OVER] == 0:
        goals.at_draw(s)


@helper
def main_phase(s, moment, trigger):
    """A main phase: what happens in it by itself, then lands and lines."""
    step(s, moment, trigger)
    if s[CHANGED] or s[ACTIONS]:
        act(s, 0)
    if s[OVER] == 0:
        end_phase(s)


@helper
def end_of_turn(s):
    """End step, the moment `turn` of goals, cleanup (TRN-6), then the window in the opponent's turn (TRN-9)."""
    step(s, moments.END, when.END_STEP)
    if s[OVER]:
        return
    s[MISSED_DROPS] += s[LANDS_PLAYED] == 0
    s[MANA_AVAILABLE_TURN] = s[MANA]
    s[MANA_AVAILABLE_TOTAL] += s[MANA]
    goals.at_turn(s)
    step(s, moments.CLEANUP, -1)
    while s[HAND_SIZE] > s[MAX_HAND] and s[STATUS] == 0:
        discard(s, reasons.CLEANUP, events.CLEANUP_DISCARD)
    step(s, moments.OPP, -1)
    if s[OPP_WINDOW] and (
        s[SYSTEMS] & SYS_ABILITIES or (s[MASK_HAND0] & s[INSTANTS0]) | (s[MASK_HAND1] & s[INSTANTS1]) != 0
    ):
        window(s)
    end_phase(s)


@helper
def begin_turn(s, turn):
    """Everything untaps; mana of this turn."""
    for word in range(TURN_WORDS, DEAL_WORDS):
        s[word] = 0
    s[TURN], s[LAND_DROPS_LEFT], s[CHANGED] = turn, 1, 1
    if unlikely(s[SYSTEMS] & SYS_REMOVAL != 0) and s[SURVIVE]:
        removals(s, moments.UNTAP)
    for i in range(s[LIVE]):
        s[OBJECT + s[LIVE_LIST + i] * OBJECT_STRIDE + O_TAPPED] = 0
    mana.begin_turn(s)


@helper
def play_turn(s, turn):
    """One turn of yours and the window after it; it stops where the game is over."""
    begin_turn(s, turn)
    step(s, moments.UNTAP, -1)
    step(s, moments.UPKEEP, when.UPKEEP)
    if s[OVER]:
        return
    end_phase(s)
    draw_step(s)
    if s[OVER]:
        return
    end_phase(s)
    main_phase(s, moments.MAIN1, when.MAIN)
    if s[OVER]:
        return
    read_land(s)
    combat(s)
    if s[OVER]:
        return
    main_phase(s, moments.MAIN2, -1)
    if s[OVER] == 0:
        end_of_turn(s)


@within
def quiet_turn(s, turn):
    """As `play_turn`, where nothing happens but draws, main phases and the opponent's window, and no event is logged."""
    begin_turn(s, turn)
    natural_draw(s)
    if unlikely(s[OVER] != 0):
        return
    goals.at_draw(s)
    for second in range(2):
        s[STEP] = moments.MAIN2 if second else moments.MAIN1
        if s[CHANGED] or s[ACTIONS]:
            act(s, 0)
        if unlikely(s[OVER] != 0):
            return
        end_phase(s)
        read_land(s)
    end_of_turn(s)


@helper
def play_turns(s):
    """All turns of the plan, until the game is over or fails."""
    quiet = s[BUSY] == 0 and s[SYSTEMS] & (SYS_COMBAT | SYS_REMOVAL | SYS_LORE) == 0
    for turn in range(s[START_TURN], s[TURNS] + 1):
        if quiet:
            quiet_turn(s, turn)
        else:
            play_turn(s, turn)
        if s[OVER] or s[STATUS]:
            return
