"""A rulebook game as goals read it (SEMANTICS 1): measures and copies at the keep, draw, land and turn moments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from analyzer.cards.lands import Condition, tapped_condition
from analyzer.plan.lines import TYPES, cost_payments
from analyzer.plan.model import Line
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.filters import means_kind
from analyzer.rulebook.game import Game
from analyzer.rulebook.lands import LIFE_KEPT
from analyzer.rulebook.objects import Player
from analyzer.rulebook.plans.drops import Lands, lands_pay
from analyzer.rulebook.plans.fetches import brought
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.plans.sources import ManaSource
from analyzer.rulebook.view import would_enter_tapped

# measure -> counter of the player
COUNTERS = {
    "lands had": "lands_had", "land drops": "land_drops", "cards drawn": "cards_drawn", "looked at": "looked_at",
    "bottomed": "bottomed", "bottomed drawn": "bottomed_drawn", "scry events": "scry_events",
    "surveil events": "surveil_events", "spells cast": "spells_cast", "kept cards": "kept_cards",
    "kept lands": "kept_lands", "first seven lands": "first_seven_lands", "shards made": "shards_made",
    "shards used": "shards_used", "roles made": "roles_made", "ring": "ring", "drew land": "drew_land",
    "missed drops": "missed_drops", "damage": "damage",
}  # fmt: skip
THINGS = {"had": "had", "cast": "cast", "entered tapped": "entered_tapped", "entered untapped": "entered_untapped"}
TOKEN_KINDS = {"shard": 129, "role": 130}


class GameReading:
    """The state that goals ask (analyzer.goals.evaluate.GameState) for the first player of a game."""

    def __init__(self, known: Known, game: Game) -> None:
        self.plan, self.game = known.plan, game
        self.sources_by_kind, self.fetching = known.sources, known.fetching
        self.began_with = sum(known.plan.kinds[kind].card.is_land for kind in known.plan.start.battlefield)
        self.unpayable: frozenset[int] = frozenset()
        self.known: dict[object, Any] | None = None  # worked out at the present moment; None: nothing is remembered
        self.meant: dict[tuple[str, ...], list[int]] = {}  # filters of conditions -> kinds
        self.asks_stuck = known.asks_stuck

    @property
    def player(self) -> Player:
        return self.game.players[0]

    def at(self, moment: str) -> None:
        """A moment has come: at a draw it is worked out which kinds could not be paid this turn."""
        self.known = {}
        if moment == "draw" and self.asks_stuck:
            spells = [kind.index for kind in self.plan.kinds if kind.lines and not kind.card.is_land]
            self.unpayable = frozenset(kind for kind in spells if not self._payable_kind(kind))

    def _payable_kind(self, kind: int) -> bool:
        lines = [line for line in self.plan.kinds[kind].lines if not line.kicked and line.alternative == ""]
        return any(self._best_drops(line.pips, False) for line in lines)

    def measure(self, name: str, summed: bool) -> int:
        player, game = self.player, self.game
        if name in COUNTERS:
            return player.counts[COUNTERS[name]]
        if name.startswith("mana "):
            spent = player.counts["mana_spent" if summed else "mana_spent_turn"]
            available = player.counts["mana_available" if summed else "mana_available_turn"]
            return {"spent": spent, "available": available, "wasted": available - spent}[name[5:]]
        values = {
            "lands": lambda: self.lands(),
            "hand": lambda: len(player.hand), "graveyard": lambda: len(player.graveyard),
            "library": lambda: len(player.library), "life": lambda: player.life,
            "opponent life": lambda: game.players[1].life if len(game.players) > 1 else 0,
            "mulligans": lambda: player.mulligans, "seat": lambda: int(not game.seat_on_play),
            "decked": lambda: int("decked" in player.lost), "stuck": self.stuck,
        }  # fmt: skip
        return values[name]()

    def lands(self) -> int:
        return sum(now.is_land(one) for one in self.game.controlled(self.player))

    def stuck(self) -> int:
        """Nonland cards in hand whose mana value the lands reach and that could not be paid at this turn's draw."""
        lands = self.lands()
        return sum(one.kind in self.unpayable and one.facts.card_mana_value <= lands for one in self.player.hand)

    def copies(self, thing: str, kinds: Sequence[int]) -> int:
        player = self.player
        if thing in THINGS:
            return sum(player.counts[f"{THINGS[thing]} {kind}"] for kind in kinds)
        zone = {"in hand": player.hand, "in graveyard": player.graveyard}.get(thing)
        if zone is not None:
            return sum(one.kind in kinds for one in zone)
        return sum(one.card.kind in kinds for one in self.game.controlled(self.player))

    def _lines(self, kinds: Sequence[int]) -> list[Line]:
        """Lines that use a card from hand; a kicked cast costs more and says nothing new."""
        lines = [line for kind in kinds for line in self.plan.kinds[kind].lines]
        return [line for line in lines if not line.kicked and line.alternative in ("", "evoke")]

    def castable(self, kinds: Sequence[int]) -> bool:
        player = self.player
        held = {one.kind for one in (*player.hand, *player.command) if not self.plan.kinds[one.kind].held}
        lines = [line for line in self._lines([kind for kind in kinds if kind in held]) if not line.unpayable]
        payments = getattr(self.game, "payments", None)
        if payments is None:
            from analyzer.rulebook.ruled import castable

            return any(castable(self.game, player, self.plan.kinds[line.kind].card) for line in lines)
        fetched = self._fetched()
        return any(
            line.life <= player.life
            and line.discard < len(player.hand)
            and any(payments.payable(self._pips(line), more) for more in fetched)
            for line in lines
        )

    def _fetched(self) -> list[list[int]]:
        """What the fetch lands in play could bring untapped now, nothing included."""
        game, library = self.game, Counter(card.kind for card in self.player.library.cards())
        ready = [
            self.fetching.lands[one.card.kind]
            for one in game.controlled(self.player)
            if one.card.kind in self.fetching.lands and not one.tapped
        ]
        ready = [one for one in ready if not one.fetch.tapped and one.fetch.life <= self.player.life]

        def untapped(kind: int) -> bool:
            return not would_enter_tapped(game, self.player, self.plan.kinds[kind].card)

        return list(brought(ready, dict(library), self.fetching.makes, untapped))

    def _pips(self, line: Line) -> tuple[int, ...]:
        """What a line costs now, a commander's tax included."""
        table = getattr(self.game, "table", None)
        return line.pips if table is None else table.pips(line)  # type: ignore[no-any-return]

    def payable(self, kinds: Sequence[int], cost: Sequence[str], with_lands: bool) -> bool:
        """The best land drops: t lands or fewer of those had, one untapped on entering if all t are needed."""
        ways = [pips for pips, _ in cost_payments(tuple(cost))[0]] if cost else []
        return any(self._best_drops(pips, with_lands) for pips in ways or [line.pips for line in self._lines(kinds)])

    # -- the best land drops
    def _once(self, key: object, work_out: Callable[[], Any]) -> Any:
        """What a moment needs only once."""
        if self.known is None:
            return work_out()
        if key not in self.known:
            self.known[key] = work_out()
        return self.known[key]

    def _best_drops(self, pips: tuple[int, ...], with_lands: bool) -> bool:
        return bool(self._once((pips, with_lands), lambda: self._drops_pay(pips, with_lands)))

    def _drops_pay(self, pips: tuple[int, ...], with_lands: bool) -> bool:
        had, many, lands, board = self._once("lands", self._lands_that_were_had)
        others = self._once(("others", with_lands), lambda: self._free_units(with_lands))
        turn = self.drops_so_far()
        for chosen in product(*(range(min(had[kind], turn) + 1) for kind in many)):
            taken = sum(chosen)
            picked = [(kind, number) for kind, number in zip(many, chosen, strict=True) if number]
            untapped = any(self._may_be_untapped(kind) for kind, _ in picked)
            most_tapped = turn - taken - (0 if untapped else 1)
            if taken > turn or (most_tapped < 0 and taken):
                continue
            more = [t for kind, number in picked for t in self.sources_by_kind[kind].types(board) * number]
            may = self._may_be_untapped
            if lands_pay(pips, [*others, *more], lands, turn - taken, max(most_tapped, 0), may):
                return True
        return False

    def drops_so_far(self) -> int:
        """Land drops of this game up to this turn."""
        return self.game.turn - self.first_turn() + 1

    def _lands_that_were_had(self) -> tuple[dict[int, int], list[int], Lands, int]:
        """Copies by kind, the kinds of several mana, all other lands, and all types together."""
        had = self._had_lands()
        board = 0
        for kind in had:
            for unit in self.sources_by_kind[kind].units:
                board |= unit
        many = [k for k in had if len(self.sources_by_kind[k].units) > 1 and k not in self.fetching.lands]
        single: list[tuple[int, bool]] = []
        for kind, copies in had.items():
            if kind not in many and kind not in self.fetching.lands:
                untapped = self._may_be_untapped(kind)
                single += [(types, untapped) for types in self.sources_by_kind[kind].types(board)] * copies
        return had, many, self._lands(single, {k: self.player.counts[f"had {k}"] for k in self.fetching.lands}), board

    def _lands(self, single: Sequence[tuple[int, bool]], fetch_lands: Mapping[int, int]) -> Lands:
        """These lands, with so many fetch lands by kind, which find what never was in hand."""
        fetching, counts = self.fetching, self.player.counts
        fetches = [(fetching.lands[kind], copies) for kind, copies in fetch_lands.items() if copies]
        start = Counter(self.plan.start.battlefield)
        began = [(fetcher, start[kind]) for kind, fetcher in fetching.lands.items() if start[kind]]
        left = {kind: max(copies - counts[f"had {kind}"], 0) for kind, copies in fetching.copies.items()}
        return Lands(single, fetches, left, fetching.makes, began, self.player.life)

    def _had_lands(self) -> dict[int, int]:
        counts = self.player.counts
        had = {kind.index: counts[f"had {kind.index}"] for kind in self.plan.kinds if kind.card.is_land}
        return {kind: number for kind, number in had.items() if number and kind in self.sources_by_kind}

    def _free_units(self, lands_only: bool) -> list[int]:
        """Units of the mana permanents in play that are not summoning sick: of lands those the game began with."""
        board = getattr(self.game, "board", 63)
        found: list[int] = []
        for one in self.game.controlled(self.player):
            source = self._source(one.card.kind)
            if source is None:
                continue
            if now.is_land(one):
                began = one.number < len(self.plan.start.battlefield) and one.card.kind not in self.fetching.lands
                found += source.types(board) if began else []
            elif not lands_only:
                sick = now.is_creature(self.game, one) and not one.settled and "haste" not in one.facts.keywords
                found += [] if sick else source.types(board)
        return found

    def _source(self, kind: int) -> ManaSource | None:
        known: dict[int, ManaSource] = getattr(self.game, "sources", self.sources_by_kind)
        return known.get(kind)

    def _may_be_untapped(self, kind: int) -> bool:
        """Could it enter untapped as this turn's drop, with a land for each turn before?

        Lands that ask for other lands are believed when such a land was had.
        """
        rule = tapped_condition(self.plan.kinds[kind].card.tapped)
        if rule.kind != "unless":
            return rule.kind == "never"
        return any(self._could_hold(one) for one in rule.conditions)

    def _could_hold(self, one: Condition) -> bool:
        player = self.player
        others = self.drops_so_far() - 1 + self.began_with
        if one.word in ("ctrl", "reveal"):
            if one.kinds not in self.meant:
                kinds = [kind for kind in self.plan.kinds if any(means_kind(text, kind.card) for text in one.kinds)]
                self.meant[one.kinds] = [kind.index for kind in kinds]
            return any(self._had_or_in_play(kind) for kind in self.meant[one.kinds])
        if one.word == "life":
            return player.life > LIFE_KEPT
        basics = sum(
            self._had_or_in_play(kind.index) for kind in self.plan.kinds
            if kind.card.is_land and "basic" in kind.card.types
        )  # fmt: skip
        values = {
            "lands": others, "basics": min(basics, others), "turn": self.game.turn,
            "opponents": len(self.game.players) - 1, "opplands": 0,
            "anylife": min(player.life, *(other.life for other in self.game.players[1:])) if others >= 0 else 0,
        }  # fmt: skip
        if one.word == "yourturn":
            return True
        if one.word not in values:
            return False
        value = values[one.word]
        return value <= one.number if one.compare == "<=" else value >= one.number

    def _had_or_in_play(self, kind: int) -> int:
        return max(self.player.counts[f"had {kind}"], self.copies("in play", (kind,)))

    # -- sources
    def sources(self, colour: str, had: bool) -> int:
        bit = TYPES[colour]
        board = getattr(self.game, "board", 63)
        if had:
            kinds = [kind.index for kind in self.plan.kinds if kind.card.is_land]
            makers = [kind for kind in kinds if self._makes(kind, bit, board)]
            return sum(self.player.counts[f"had {kind}"] for kind in makers)
        return sum(self._makes(one.card.kind, bit, board) for one in self.game.controlled(self.player))

    def _makes(self, kind: int, bit: int, board: int) -> bool:
        source = self._source(kind)
        return source is not None and bool(source.makes(board) & bit)

    def used(self, kinds: Sequence[int], token: str) -> int:
        counts = self.player.counts
        return sum(counts[f"used {kind}"] for kind in kinds) + (counts[f"used {TOKEN_KINDS[token]}"] if token else 0)

    def first_turn(self) -> int:
        return max(1, self.plan.start.turn)
