"""Part of the board unit: instructions of programs about tokens, Roles, the Ring, counters and conditions."""

from __future__ import annotations

from analyzer.contract import events, moments, ops, reasons
from analyzer.contract import triggers as when
from analyzer.kernel._jit import helper
from analyzer.kernel.layout import (
    BEARER,
    BEARER_POWER,
    CURRENT_OBJECT,
    CURRENT_SOURCE,
    CURRENT_X,
    CURSED_KIND,
    DECISIONS,
    F_CREATURE,
    F_DEFENDER,
    F_HASTE,
    K_FLAGS,
    K_POWER,
    KIND_SET,
    LIVE,
    LIVE_LIST,
    MAX_KINDS,
    O_ARRIVED,
    O_ATTACHED,
    O_COUNTERS,
    O_KIND,
    O_POWER,
    O_SOURCE,
    O_TAPPED,
    OBJECT,
    OBJECT_STRIDE,
    REASON,
    RING,
    ROLE_KINDS,
    ROLES,
    ROLES_MADE,
    SHARD_KIND,
    SHARDS,
    SHARDS_MADE,
    STEP,
    TURN,
)  # fmt: skip
from analyzer.kernel.log import event
from analyzer.kernel.permanents import appear, count_in_play, remove
from analyzer.kernel.rule_layout import RULE_PICK
from analyzer.kernel.rules import ask
from analyzer.kernel.system_layout import (
    ATTACK_LOOKS0,
    EMPTY,
    NO_SOURCE,
    RING_FULL,
    RING_SOURCE,
)  # fmt: skip
from analyzer.kernel.triggers import fire


@helper
def at_object(s, place):
    """Record of the live permanent at this place of the arrival order."""
    return OBJECT + s[LIVE_LIST + place] * OBJECT_STRIDE


@helper
def is_role(kind):
    """Is this kind a Role token?"""
    return kind >= MAX_KINDS and ROLE_KINDS >> (kind - MAX_KINDS) & 1 != 0


@helper
def role_on(s, host, but):
    """The Role token attached to a permanent, other than `but`; -1 without one."""
    for place in range(s[LIVE]):
        at = at_object(s, place)
        if s[at + O_ATTACHED] == host and s[LIVE_LIST + place] != but and is_role(s[at + O_KIND]):
            return s[LIVE_LIST + place]
    return -1


@helper
def rank(s, reason, obj):
    """Where the pick rule has no opinion (F13.5): a host without a Role, able to attack, power, looks, old bearer."""
    at = OBJECT + obj * OBJECT_STRIDE
    kind = s[at + O_KIND]
    flags = s[K_FLAGS + kind]
    able = (
        s[STEP] <= moments.COMBAT
        and s[at + O_TAPPED] == 0
        and flags & F_DEFENDER == 0
        and (s[at + O_ARRIVED] < s[TURN] or flags & F_HASTE != 0)
    )
    looks = kind < MAX_KINDS and s[ATTACK_LOOKS0 + (kind >> 6)] >> (kind & 63) & 1 != 0
    order = (able << 30) + (min(max(s[at + O_POWER] + 1000, 0), 100_000) << 4)
    if reason == reasons.HOST:
        return order + (0 if role_on(s, obj, -1) >= 0 else 1 << 40)
    looks = looks or role_on(s, obj, -1) >= 0
    return order + 2 * looks + (s[BEARER] == obj + 1)


@helper
def best_creature(s, reason, but):
    """The creature of yours that the pick rule prefers (one decision), ties by `rank`, then arrival; -1 without any."""
    s[REASON] = reason
    best, top, order = -1, 0.0, 0
    for place in range(s[LIVE]):
        obj = s[LIVE_LIST + place]
        kind = s[at_object(s, place) + O_KIND]
        if s[K_FLAGS + kind] & F_CREATURE and obj != but:
            score = ask(s, RULE_PICK, kind)
            mine = rank(s, reason, obj)
            if best < 0 or score > top or (score == top and mine > order):
                best, top, order = obj, score, mine
    s[DECISIONS] += best >= 0
    return best


@helper
def make_token(s, kind, version):
    """A token of the card whose program runs now; returns its object."""
    obj = appear(s, kind, 0, 0)
    source = s[CURRENT_SOURCE]
    s[OBJECT + obj * OBJECT_STRIDE + O_SOURCE] = (source if source >= 0 else NO_SOURCE) + (version << 8)
    s[SHARDS] += kind == SHARD_KIND
    s[SHARDS_MADE] += kind == SHARD_KIND
    event(s, events.TOKEN, obj, kind, source)
    return obj


@helper
def power_given(s, role, host_kind):
    """What a Role of this kind adds to the power of its creature; a cursed creature has base power 1."""
    return 1 - s[K_POWER + host_kind] if role == CURSED_KIND else s[K_POWER + role]


@helper
def change_power(s, obj, change):
    """More or less power for a permanent; the view of the bearer follows."""
    s[OBJECT + obj * OBJECT_STRIDE + O_POWER] += change
    s[BEARER_POWER] += change * (s[BEARER] == obj + 1)


@helper
def make_role(s, who, kind, version):
    """A Role on its host, the older one of that creature goes (ROL-5); none where the host is gone (ROL-7)."""
    host = s[CURRENT_OBJECT] if who == ops.HOST_SELF else s[CURRENT_X]
    if who == ops.HOST_CHOSEN or who == ops.HOST_OTHER:
        host = best_creature(s, reasons.HOST, s[CURRENT_OBJECT] if who == ops.HOST_OTHER else -1)
    at = OBJECT + host * OBJECT_STRIDE
    if host < 0 or s[at + O_TAPPED] < 0 or s[K_FLAGS + s[at + O_KIND]] & F_CREATURE == 0:
        return
    role = make_token(s, kind, version)
    s[OBJECT + role * OBJECT_STRIDE + O_ATTACHED] = host
    s[ROLES] += 1
    s[ROLES_MADE] += 1
    event(s, events.ATTACH, role, host, 0)
    change_power(s, host, power_given(s, kind, s[at + O_KIND]))
    older = role_on(s, host, role)
    if older >= 0:
        remove(s, older, events.STATE_BASED)


@helper
def tempt(s, version):
    """The Ring tempts you (RNG-1): its abilities grow, a bearer is chosen if there is a creature, then triggers."""
    s[RING] += 1
    if version != EMPTY:
        s[RING_FULL] += 1
        s[RING_SOURCE] = s[CURRENT_SOURCE]
    event(s, events.RING, s[RING], min(s[RING], 4), 0)
    chosen = best_creature(s, reasons.BEARER, -1)
    if chosen >= 0:
        event(s, events.BEARER, chosen, s[BEARER] != chosen + 1, 0)
        s[BEARER], s[BEARER_POWER] = chosen + 1, s[OBJECT + chosen * OBJECT_STRIDE + O_POWER] + 1
    fire(s, when.ON_RING, -1, chosen + 1)
    if chosen >= 0:
        fire(s, when.ON_BEARER, -1, chosen + 1)


@helper
def holds(s, condition, number):
    """Does the condition of an IF row hold?"""
    if condition == ops.IF_BEARER_OTHER:  # the trigger was told who was chosen
        return s[CURRENT_X] > 0 and s[CURRENT_X] - 1 != s[CURRENT_OBJECT]
    if condition == ops.IF_YOUR_TURN:
        return s[STEP] != moments.OPP
    if condition == ops.IF_TEMPTED:
        return s[RING] >= number
    if condition == ops.IF_BEARER or condition == ops.IF_NO_BEARER:
        return (s[BEARER] > 0) == (condition == ops.IF_BEARER)
    found = count_in_play(s, s[KIND_SET + 2 * number], s[KIND_SET + 2 * number + 1], 0)
    return (found > 0) == (condition == ops.IF_CONTROL)


@helper
def counter_each(s, n, kinds):
    """A number of +1/+1 counters on each creature of yours of a kind set."""
    for place in range(s[LIVE]):
        obj = s[LIVE_LIST + place]
        kind = s[at_object(s, place) + O_KIND]
        if kind < MAX_KINDS and s[KIND_SET + 2 * kinds + (kind >> 6)] >> (kind & 63) & 1:
            s[OBJECT + obj * OBJECT_STRIDE + O_COUNTERS] += n
            change_power(s, obj, n)


@helper
def carry_out(s, row, n):
    """One instruction of this unit; returns how many rows after it are skipped."""
    op = s[row]
    if op == ops.TOKEN:
        for _ in range(n):
            make_token(s, s[row + 2], s[row + 3])
    elif op == ops.ROLE:
        make_role(s, n, s[row + 2], s[row + 3])
    elif op == ops.RING:
        for _ in range(n):
            tempt(s, s[row + 3])
    elif op == ops.COUNTER_EACH:
        counter_each(s, n, s[row + 2])
    elif op == ops.IF:
        return 0 if holds(s, s[row + 2], s[row + 3]) else n
    return 0
