"""Combat (rules section 15): who may attack, attack triggers, scripted blocks, damage to players."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.rulebook import characteristics as now
from analyzer.rulebook import ring
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Permanent, Player
from analyzer.rulebook.triggers import fire
from analyzer.rulebook.zones import deal_damage, set_tapped


def check_attacker(game: Game, player: Player, permanent: Permanent) -> None:
    """Illegal, with the statement, for a permanent that may not attack."""
    reason = bar_to_attack(game, player, permanent)
    if reason is not None:
        statement, why = reason
        raise Illegal(statement, f"{permanent.name} {why}")


def bar_to_attack(game: Game, player: Player, permanent: Permanent) -> tuple[str, str] | None:
    """ROL-9, CMB-1, SIC-1: an untapped creature under control continuously since the turn began, or with haste.

    None where it may attack, else the statement that forbids it and why.
    """
    if permanent.controller is not player:
        return "ROL-9 CMB-1", f"is not controlled by {player.seat}"
    if not now.is_creature(game, permanent):
        return "ROL-9 CMB-1", "is no creature"
    if permanent.tapped:
        return "CMB-1 ROL-9", "is tapped and cannot attack"
    held = now.keywords(game, permanent)
    if "defender" in held:
        return "CMB-1 ROL-9", "has defender"
    if not permanent.settled and "haste" not in held:
        return "ROL-9 SIC-1 CMB-1 SIC-4", "came under control this turn and has no haste"
    return None


def able_attackers(game: Game, player: Player) -> list[Permanent]:
    """The creatures that may attack, in order of arrival."""
    return [one for one in game.controlled(player) if bar_to_attack(game, player, one) is None]


def declare(game: Game, player: Player, attackers: list[tuple[Permanent, Player]]) -> None:
    """508.1: all attackers are declared together; ROL-2: abilities that trigger on attacking trigger now."""
    if game.active is not player or game.step != moments.COMBAT or game.stack:
        raise Illegal("CMB-1 TRN-1", "attackers are declared in the own declare attackers step with an empty stack")
    if game.attackers:
        raise Illegal("CMB-1 TRN-1", "attackers have been declared in this combat")
    for permanent, _ in attackers:
        check_attacker(game, player, permanent)
    for permanent, at in attackers:
        game.attackers.append((permanent, at))
        player.counts["attacks"] += 1
        game.write(
            codes.ATTACK,
            player,
            permanent.number,
            now.power(game, permanent),
            names=(permanent.name,),
            detail=f"at {at.seat}",
        )
    for permanent, _ in attackers:
        if "vigilance" not in now.keywords(game, permanent):
            set_tapped(game, permanent, True)
    if attackers:
        player.counts["attacked_turn"] = game.turn
    for permanent, _ in attackers:
        fire(game, "attack", permanent, player, {"it": permanent})
        fire(game, "attached-attack", permanent, player, {"it": permanent})
        ring.bearer_attacks(game, player, permanent)
    if attackers:
        fire(game, "onattack", None, player)


def declare_block(game: Game, blocker: Permanent, attacker: Permanent) -> None:
    """CMB-2 (script): a block; RNG-2 (1): not by a creature with more power than the Ring-bearer."""
    if not any(one is attacker for one, _ in game.attackers):
        raise Illegal("CMB-2", f"{attacker.name} is not attacking")
    if blocker.tapped or not now.is_creature(game, blocker) or blocker.controller is attacker.controller:
        raise Illegal("CMB-2", f"{blocker.name} cannot block")
    if "flying" in now.keywords(game, attacker) and not {"flying", "reach"} & now.keywords(game, blocker):
        raise Illegal("CMB-2", f"{blocker.name} cannot block a flying creature")
    if not ring.may_block(game, attacker, blocker):
        raise Illegal("RNG-2 CMB-2", f"{blocker.name} has more power than the Ring-bearer and cannot block it")
    game.blocks.setdefault(attacker.number, []).append(blocker)
    game.remark(blocker.controller, "block", (blocker.name, attacker.name))


def damage(game: Game, first: bool) -> None:
    """One damage step: `first` for first and double strike; unblocked damage equals power now (CMB-1)."""
    hits: list[tuple[Permanent, Permanent | Player, int]] = []
    for attacker, at in game.attackers:
        if not _strikes(game, attacker, first):
            continue
        blockers = [one for one in game.blocks.get(attacker.number, []) if one.on_battlefield]
        hits.extend(_assigned(game, attacker, at, blockers))
    for attacker, _ in game.attackers:
        for blocker in game.blocks.get(attacker.number, []):
            if blocker.on_battlefield and _strikes(game, blocker, first):
                hits.append((blocker, attacker, now.power(game, blocker)))
    for source, who, amount in hits:
        deal_damage(game, who, amount, combat=True)
        if amount > 0 and "lifelink" in now.keywords(game, source):
            from analyzer.rulebook.zones import change_life

            change_life(game, source.controller, amount)
    for source, who, amount in hits:  # all damage is dealt at once (510.2); what triggers on it comes after
        if amount > 0:
            _after_hit(game, source, who)


def _strikes(game: Game, creature: Permanent, first: bool) -> bool:
    held = now.keywords(game, creature)
    early = bool({"first strike", "first-strike", "double strike", "double-strike"} & held)
    return early if first else not early or bool({"double strike", "double-strike"} & held)


def _assigned(
    game: Game, attacker: Permanent, at: Player, blockers: list[Permanent]
) -> list[tuple[Permanent, Permanent | Player, int]]:
    """CMB-2: damage to blockers in order, lethal first; the rest tramples over. A blocked attacker hits no player."""
    power = now.power(game, attacker)
    if attacker.number not in game.blocks:
        return [(attacker, at, power)]
    found: list[tuple[Permanent, Permanent | Player, int]] = []
    trample = "trample" in now.keywords(game, attacker)
    for place, blocker in enumerate(blockers):
        lethal = max(0, now.size(game, blocker)[1] - blocker.damage)
        if "deathtouch" in now.keywords(game, attacker):
            lethal = min(1, lethal)
        last = place == len(blockers) - 1 and not trample
        given = power if last else min(power, lethal)
        found.append((attacker, blocker, given))
        power -= given
    if trample and power > 0:
        found.append((attacker, at, power))
    return found


def _after_hit(game: Game, source: Permanent, who: Permanent | Player) -> None:
    held = now.keywords(game, source)
    if isinstance(who, Player):
        fire(game, "combatdamage", source, source.controller, {"it": source, "player": who})
        fire(game, "attached-combatdamage", source, source.controller, {"it": source})
        fire(game, "on-combatdamage", source, source.controller, {"it": source, "player": who})
        ring.bearer_hits(game, source.controller, source)
    elif "deathtouch" in held and who.on_battlefield:
        who.damage = max(who.damage, now.size(game, who)[1])


def has_first_strike(game: Game) -> bool:
    """Is there a first damage step at all?"""
    fighters = [one for one, _ in game.attackers] + [one for blockers in game.blocks.values() for one in blockers]
    return any(_strikes(game, one, True) for one in fighters)


def end(game: Game, player: Player) -> None:
    """End of combat: the Ring's third ability, then creatures leave combat."""
    for attacker, _ in list(game.attackers):
        ring.blockers_of_bearer(game, player, attacker, game.blocks.get(attacker.number, []))
    game.attackers, game.blocks, game.in_combat = [], {}, False
