"""A rulebook game as goals read it (SEMANTICS 1): measures and copies at the keep, draw, land and turn moments."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.plan.model import Plan
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Player
from analyzer.rulebook.view import tap_units
from analyzer.ruleview import payable

# measure -> counter of the player
COUNTERS = {
    "lands had": "lands_had", "land drops": "land_drops", "cards drawn": "cards_drawn", "looked at": "looked_at",
    "bottomed": "bottomed", "bottomed drawn": "bottomed_drawn", "scry events": "scry_events",
    "surveil events": "surveil_events", "spells cast": "spells_cast", "damage": "damage", "kept cards": "kept_cards",
    "kept lands": "kept_lands", "first seven lands": "first_seven_lands", "shards made": "shards_made",
    "shards used": "shards_used", "roles made": "roles_made", "ring": "ring", "drew land": "drew_land",
}  # fmt: skip
THINGS = {"had": "had", "cast": "cast", "entered tapped": "entered_tapped", "entered untapped": "entered_untapped"}


class GameReading:
    """The state that goals ask (analyzer.goals.evaluate.GameState) for the first player of a game."""

    def __init__(self, plan: Plan, game: Game) -> None:
        self.plan, self.game = plan, game

    @property
    def player(self) -> Player:
        return self.game.players[0]

    def measure(self, name: str, summed: bool) -> int:
        player, game = self.player, self.game
        if name in COUNTERS:
            return player.counts[COUNTERS[name]]
        if name.startswith("mana "):
            spent = player.counts["mana_spent" if summed else "mana_spent_turn"]
            available = player.counts["mana_available" if summed else "mana_available_turn"]
            return {"spent": spent, "available": available, "wasted": available - spent}[name[5:]]
        values = {
            "lands": sum(now.is_land(one) for one in game.controlled(player)),
            "missed drops": max(0, game.turn - self.first_turn() + 1 - player.counts["land_drops"]),
            "hand": len(player.hand), "graveyard": len(player.graveyard), "library": len(player.library),
            "life": max(0, player.life), "opponent life": max(0, game.players[-1].life if len(game.players) > 1 else 0),
            "mulligans": player.mulligans, "seat": int(not game.seat_on_play), "decked": int("decked" in player.lost),
            "stuck": player.counts["stuck"],
        }  # fmt: skip
        return values[name]

    def copies(self, thing: str, kinds: Sequence[int]) -> int:
        player = self.player
        if thing in THINGS:
            return sum(player.counts[f"{THINGS[thing]} {kind}"] for kind in kinds)
        zone = {"in hand": player.hand, "in graveyard": player.graveyard}.get(thing)
        if zone is not None:
            return sum(one.kind in kinds for one in zone)
        return sum(one.card.kind in kinds for one in self.game.controlled(player))

    def castable(self, kinds: Sequence[int]) -> bool:
        from analyzer.rulebook.ruled import castable

        held = [one for one in (*self.player.hand, *self.player.command) if one.kind in kinds]
        return any(not self.plan.kinds[one.kind].held and castable(self.game, self.player, one.facts) for one in held)

    def payable(self, kinds: Sequence[int], cost: Sequence[str], with_lands: bool) -> bool:
        """The best land drops: t lands or fewer of those had, one untapped on entering if all t are needed."""
        lines: list[tuple[int, ...]] = [line.pips for kind in kinds for line in self.plan.kinds[kind].lines]
        if cost:
            from analyzer.plan.lines import cost_payments

            lines.extend(pips for (pips, life) in cost_payments(tuple(cost))[0] if life < self.player.life)
        return any(self._best_drops(pips, with_lands) for pips in lines)

    def _best_drops(self, pips: tuple[int, ...], with_lands: bool) -> bool:
        from itertools import combinations

        player = self.player
        lands = [
            kind.index
            for kind in self.plan.kinds
            if kind.card.is_land
            for _ in range(player.counts[f"had {kind.index}"])
        ]
        others = [
            unit for one in self.game.controlled(player)
            if not now.is_land(one) and (one.settled or not now.is_creature(self.game, one))
            for unit in tap_units(one.facts)
        ]  # fmt: skip
        turn = max(1, self.game.turn)
        for size in range(min(turn, len(lands)) + 1):
            for chosen in set(combinations(lands, size)):
                if size == turn and all(self.plan.kinds[kind].card.tapped == "yes" for kind in chosen):
                    continue
                units = [unit or 63 for kind in chosen for unit in tap_units(self.plan.kinds[kind].card)]
                if payable(pips, units if with_lands else [*units, *others]):
                    return True
        return False

    def sources(self, colour: str, had: bool) -> int:
        from analyzer.plan.lines import TYPES

        bit = TYPES[colour]
        if had:
            return sum(
                self.player.counts[f"had {kind.index}"] for kind in self.plan.kinds
                if kind.card.is_land and any((unit or 63) & bit for unit in tap_units(kind.card))
            )  # fmt: skip
        return sum(
            any((unit or 63) & bit for unit in tap_units(one.facts)) for one in self.game.controlled(self.player)
        )

    def used(self, kinds: Sequence[int], token: str) -> int:
        counts = self.player.counts
        return sum(counts[f"used {kind}"] for kind in kinds) + (counts[f"{token}s_used"] if token else 0)

    def first_turn(self) -> int:
        return max(1, self.plan.start.turn)
