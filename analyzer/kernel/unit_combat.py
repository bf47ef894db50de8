"""The combat unit (CMB-1): attackers by the play rule, their triggers, damage to the opponent."""

from __future__ import annotations

from analyzer.contract import actions, events, moments
from analyzer.contract import triggers as when
from analyzer.kernel._jit import entry, helper
from analyzer.kernel.layout import (
    A_CARD,
    A_DRAW,
    A_KIND,
    A_OBJECT,
    A_SCRY,
    ACTION,
    ACTION_STRIDE,
    BEARER,
    CHANGED,
    DAMAGE_DONE,
    DECISIONS,
    F_CREATURE,
    F_DEFENDER,
    F_HASTE,
    F_LIFELINK,
    F_VIGILANCE,
    K_FLAGS,
    K_TRIGGER_FIRST,
    LIFE,
    LIVE,
    LIVE_LIST,
    MASK_PLAY0,
    MASK_PLAY1,
    MAX_ACTIONS,
    MAX_KINDS,
    O_ARRIVED,
    O_ATTACHED,
    O_KIND,
    O_POWER,
    O_SOURCE,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    OPPONENT_LIFE,
    RING,
    RING_KIND,
    ROLES,
    SORCERER_KIND,
    STEP,
    TRIGGER,
    TRIGGER_STRIDE,
    TURN,
    USED,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.pointer import UNIT_SIGNATURE
from analyzer.kernel.rule_layout import COMBAT_LOOKS, RULE_PLAY
from analyzer.kernel.rules import ask
from analyzer.kernel.system_layout import (
    ATTACK_LOOKS0,
    ATTACKER,
    ATTACKERS,
    BLOCKERS,
    COUNT_LOOKS,
    DECLARE,
    EMPTY,
    NO_SOURCE,
    RING_FULL,
    RING_SOURCE,
)  # fmt: skip
from analyzer.kernel.triggers import fire, fire_own, wait

ATTACK_RECORD = ACTION + (MAX_ACTIONS - 1) * ACTION_STRIDE
LOOT_FROM, DRAIN_FROM = 2, 4  # temptations from which the Ring loots, drains (RNG-2)
LOOT_VERSIONS = 3  # triggers of the Ring: the loot in each version, then the drain


@helper
def may_attack(s, at):
    """May the creature with this record attack (ROL-9)?"""
    flags = s[K_FLAGS + s[at + O_KIND]]
    return (
        flags & (F_CREATURE | F_DEFENDER) == F_CREATURE
        and s[at + O_TAPPED] == 0
        and (s[at + O_ARRIVED] < s[TURN] or flags & F_HASTE != 0)
    )


@helper
def looks_itself(s, kind):
    """Has the kind an attack trigger of its own that looks or draws?"""
    return kind < MAX_KINDS and s[ATTACK_LOOKS0 + (kind >> 6)] >> (kind & 63) & 1 != 0


@helper
def sorcerers_on(s, obj):
    """Sorcerer Roles attached to a creature."""
    found = 0
    for place in range(s[LIVE] if s[ROLES] else 0):
        at = OBJECT + s[LIVE_LIST + place] * OBJECT_STRIDE
        found += s[at + O_ATTACHED] == obj and s[at + O_KIND] == SORCERER_KIND
    return found


@helper
def loots(s, obj):
    """Would this attacker loot, being the bearer (RNG-7)?"""
    return s[BEARER] == obj + 1 and s[RING] >= LOOT_FROM


@helper
def count_looks(s):
    """Attack triggers that may still look, loot or draw this turn (the view's `combat_looks`)."""
    found = 0
    if s[STEP] < moments.COMBAT and (
        s[ROLES] or s[RING] >= LOOT_FROM or (s[ATTACK_LOOKS0] & s[MASK_PLAY0]) | (s[ATTACK_LOOKS0 + 1] & s[MASK_PLAY1])
    ):
        for place in range(s[LIVE]):
            obj = s[LIVE_LIST + place]
            at = OBJECT + obj * OBJECT_STRIDE
            if may_attack(s, at):
                found += sorcerers_on(s, obj) + looks_itself(s, s[at + O_KIND]) + loots(s, obj)
    s[COMBAT_LOOKS] = found


@helper
def declare(s):
    """Ask the play rule about each creature that may attack, in order of arrival; they tap; their triggers wait."""
    s[ATTACKERS] = s[COMBAT_LOOKS] = 0
    asked = 0
    for place in range(s[LIVE]):
        obj = s[LIVE_LIST + place]
        at = OBJECT + obj * OBJECT_STRIDE
        if may_attack(s, at):
            for field in range(ACTION_STRIDE):
                s[ATTACK_RECORD + field] = 0
            s[ATTACK_RECORD + A_KIND], s[ATTACK_RECORD + A_CARD] = actions.ATTACK, s[at + O_KIND]
            s[ATTACK_RECORD + A_OBJECT], s[ATTACK_RECORD + A_DRAW] = obj, loots(s, obj)
            s[ATTACK_RECORD + A_SCRY] = min(sorcerers_on(s, obj) + looks_itself(s, s[at + O_KIND]), 1)
            asked = 1
            if ask(s, RULE_PLAY, ATTACK_RECORD) > 0.0:
                s[ATTACKER + s[ATTACKERS]] = obj
                s[ATTACKERS] += 1
    s[DECISIONS] += asked
    for i in range(s[ATTACKERS]):
        at = OBJECT + s[ATTACKER + i] * OBJECT_STRIDE
        event(s, events.ATTACK, s[ATTACKER + i], s[at + O_POWER], 0)
        s[at + O_TAPPED] = s[K_FLAGS + s[at + O_KIND]] & F_VIGILANCE == 0
    for i in range(s[ATTACKERS]):
        own_and_attached(s, s[ATTACKER + i], when.ATTACK, when.ATTACHED_ATTACK)
    if s[ATTACKERS]:
        s[CHANGED] = 1
        fire(s, when.ON_ATTACK, -1, 0)
    return s[ATTACKERS]


@helper
def own_and_attached(s, obj, own, attached):
    """What triggers on an attack or a hit: the creature's own abilities, what is on it, the Ring."""
    fire_own(s, own, s[OBJECT + obj * OBJECT_STRIDE + O_KIND], obj, 0)
    for place in range(s[LIVE]):
        on = OBJECT + s[LIVE_LIST + place] * OBJECT_STRIDE
        if s[on + O_ATTACHED] == obj:
            kind = s[on + O_KIND]
            if kind < MAX_KINDS:
                fire_own(s, attached, kind, obj, 0)
            elif own == when.ATTACK and kind == SORCERER_KIND:  # the trigger is the creature's (ROL-1), of the
                trigger = s[K_TRIGGER_FIRST + kind] + (s[on + O_SOURCE] >> 8)  # version of the card that made the Role
                wait(s, TRIGGER + trigger * TRIGGER_STRIDE, s[on + O_SOURCE] & NO_SOURCE, obj, 0)
                s[USED + kind] += 1
    if own == when.ATTACK and loots(s, obj):
        version = 0 if s[RING_FULL] >= LOOT_FROM else EMPTY
        wait(s, TRIGGER + (s[K_TRIGGER_FIRST + RING_KIND] + version) * TRIGGER_STRIDE, tempter(s), obj, 0)


@helper
def tempter(s):
    """The kind whose ability tempted last."""
    return s[RING_SOURCE] if s[RING_SOURCE] >= 0 else NO_SOURCE


@helper
def deal_damage(s):
    """Attackers that are still there and not blocked deal their power; what triggers on it waits."""
    for _ in range(s[BLOCKERS]):  # the weakest attackers do not connect
        weakest = -1
        for i in range(s[ATTACKERS]):
            obj = s[ATTACKER + i]
            if (obj >= 0 and s[OBJECT + obj * OBJECT_STRIDE + O_TAPPED] >= 0) and (
                weakest < 0
                or s[OBJECT + obj * OBJECT_STRIDE + O_POWER]
                < s[OBJECT + s[ATTACKER + weakest] * OBJECT_STRIDE + O_POWER]
            ):
                weakest = i
        if weakest >= 0:
            s[ATTACKER + weakest] = -1
    for i in range(s[ATTACKERS]):
        obj = s[ATTACKER + i]
        at = OBJECT + obj * OBJECT_STRIDE
        if obj >= 0 and s[at + O_TAPPED] >= 0 and s[at + O_POWER] > 0:
            hit(s, obj, s[at + O_KIND], s[at + O_POWER])
        else:
            s[ATTACKER + i] = -1
    for i in range(s[ATTACKERS]):
        obj = s[ATTACKER + i]
        if obj >= 0:
            own_and_attached(s, obj, when.COMBAT_DAMAGE, when.ATTACHED_DAMAGE)
            fire(s, when.ON_DAMAGE, min(s[OBJECT + obj * OBJECT_STRIDE + O_KIND], MAX_KINDS - 1), 0)
            if s[BEARER] == obj + 1 and s[RING] >= DRAIN_FROM:
                drain = s[K_TRIGGER_FIRST + RING_KIND] + LOOT_VERSIONS
                wait(s, TRIGGER + drain * TRIGGER_STRIDE, tempter(s), obj, 0)
    return 0


@helper
def hit(s, obj, kind, power):
    """Damage to the opponent."""
    s[OPPONENT_LIFE] -= power
    s[DAMAGE_DONE] += power
    event(s, events.DAMAGE, 1, power, 0)
    if s[K_FLAGS + kind] & F_LIFELINK:
        s[LIFE] += power
        event(s, events.LIFE, 0, power, 0)


@entry(UNIT_SIGNATURE, vectorize=False)
def combat(s, what, _):
    """DECLARE: attackers (returns how many); DEAL_DAMAGE; COUNT_LOOKS: bring COMBAT_LOOKS up to date."""
    if what == COUNT_LOOKS:
        count_looks(s)
        return 0
    return declare(s) if what == DECLARE else deal_damage(s)
