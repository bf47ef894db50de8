"""What befalls a plan's permanents: the opponent's script, and what does not survive its first turn (`--survive`)."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.contract.script import REMOVE_BEST, SET_BLOCKERS
from analyzer.contract.streams import SCRIPT
from analyzer.plan.script import Scripted
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.objects import Permanent
from analyzer.rulebook.plans.table import Table
from analyzer.rulebook.plans.waiting import check, is_over, settle_down
from analyzer.rulebook.randomness import Stream
from analyzer.rulebook.zones import leave


def removals(table: Table, moment: int) -> None:
    """Lines of the script that are due by this moment, in order; then what they trigger (at `untap`: nothing yet)."""
    game, script = table.game, table.known.script
    if moment == moments.UNTAP or is_over(game):
        return
    acted = False
    while table.script_next < len(script) and (script[table.script_next][:2] <= (game.turn, moment)):
        line = script[table.script_next]
        table.script_next += 1
        if line.what == SET_BLOCKERS:
            table.blockers = line.about
            continue
        victim = victim_of(table, line)
        if victim is not None:
            leave(game, victim, "graveyard", codes.SCRIPTED)
            check(game)
            acted = True
    if acted:
        settle_down(game)


def victim_of(table: Table, line: Scripted) -> Permanent | None:
    """The strongest creature, or the strongest permanent of a kind; the older one on ties."""
    game = table.game
    mine = game.controlled(table.player)
    if line.what == REMOVE_BEST:
        mine = [one for one in mine if now.is_creature(game, one)]
    else:
        mine = [one for one in mine if one.card.kind == line.about and not one.token]
    return max(mine, key=lambda one: (now.power(game, one), -one.number), default=None)


def unanswered(table: Table) -> None:
    """SEMANTICS 2: creatures and what looks or draws every turn, come last turn, survive it with a chance (class 5)."""
    game, plan = table.game, table.plan
    if plan.survive >= 1:
        return
    threshold = max(round(plan.survive * 2**64), 1)
    for one in game.controlled(table.player):
        due = one.arrived == game.turn - 1 and one.arrived > 0 and needs_to_survive(table, one)
        if due and one.on_battlefield and Stream(plan.seed, table.number, SCRIPT, one.number).word() >= threshold:
            leave(game, one, "graveyard", codes.SCRIPTED)
            check(game)  # one after the other: what was on it goes before the next
    settle_down(game)


def needs_to_survive(table: Table, permanent: Permanent) -> bool:
    kind = permanent.card.kind
    creature = "creature" in permanent.facts.types
    return creature or (0 <= kind < len(table.plan.kinds) and table.known.every_turn[kind])


def blocked_attackers(table: Table) -> None:
    """CMB-2: the weakest attackers, as many as the script has blockers, do not connect; the first declared on ties."""
    game = table.game
    weakest = sorted(game.attackers, key=lambda pair: now.power(game, pair[0]))[: table.blockers]
    stopped = [attacker for attacker, _ in weakest]
    game.attackers = [pair for pair in game.attackers if pair[0] not in stopped]
