"""What rules of play see of a rulebook game (FRM-2): counts and facts, never the order of unseen cards."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cards.abilities import Ability
from analyzer.cards.lands import mana_text, mana_units
from analyzer.cards.model import CardFacts
from analyzer.plan.lines import TYPES
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.game import Game
from analyzer.rulebook.lands import LIFE_KEPT, land_plays_left
from analyzer.rulebook.library import Library
from analyzer.rulebook.objects import Card, Permanent, Player
from analyzer.rulebook.payment import most_mana
from analyzer.rulebook.plans.known import Known
from analyzer.rulebook.plans.payments import Payments
from analyzer.rulebook.randomness import Branches, Stream
from analyzer.ruleview import PlanFacts, payable


def tap_units(card: CardFacts) -> tuple[int, ...]:
    """What one tap of a permanent gives for nothing more: a bit set of types for each mana; 0 is decided by the board.

    >>> from analyzer.cards.catalog import Catalog
    >>> tap_units(Catalog().find("Temple of Mystery").card), tap_units(Catalog().find("Sol Ring").card)
    ((18,), (32, 32))
    """
    options = [one for one in mana_units(card.produces or mana_text(card.abilities)) if not one.costs and not one.odd]
    options = [one for one in options if not one.restricted and not one.conditional and one.amount is None]
    several = [one for one in options if len(one.units) > 1]
    if several:
        return tuple(_bits(unit) for unit in several[0].units)
    bits = 0
    for one in options:
        if not one.units[0].isupper():
            return (0,)
        bits |= _bits(one.units[0])
    return (bits,) if bits else ()


def _bits(unit: str) -> int:
    return sum(TYPES[letter] for letter in unit) if unit.isupper() else 0


def _sees(ability: Ability) -> bool:
    from analyzer.rulebook.plans.gist import felt_steps

    words = ("scry", "surveil", "reorder", "dig", "draw")
    return ability.word in ("attack", "onattack", "attached-attack") and any(
        step.op in words for step in felt_steps(ability.program)
    )


class RulebookFacts(PlanFacts):
    """The source of a rule's view for one player of a game; `kind` of a card is its place in the plan's kinds."""

    def __init__(
        self, known: Known, game: Game, player: Player, number: int = 0, branches: Branches | None = None
    ) -> None:
        vars(self).update(vars(known.deck))  # what PlanFacts works out is the same in every game
        self.known = known
        self.fetching, self.tapped_units = known.fetching, known.tapped_units
        self.game, self.player, self.game_number, self.branches = game, player, number, branches
        if known.plan.seat == "both":
            self.seat = int(not game.seat_on_play)
        self.reason = 0
        self.decision = -1
        self.tell: Callable[[str], None] | None = None  # is told what a rule saw and answered
        self._coin: int | None = None

    def next_decision(self) -> None:
        """A new decision begins; `coin` gives one answer within it (formats F8)."""
        self.decision += 1
        self._coin = None

    def coin(self) -> int:
        if self._coin is None:
            if self.branches is not None:
                self._coin = self.branches.choose([1, 1])
            else:
                self._coin = Stream(self.plan.seed, self.game_number, 3, self.decision).word() >> 63
        return self._coin

    @property
    def payments(self) -> Payments | None:
        """The floating payments of a plan's game; None in a scenario, which taps for real."""
        return getattr(self.game, "payments", None)

    def say(self, text: Callable[[], str]) -> None:
        """Tell whoever listens what a rule saw and answered."""
        if self.tell is not None and (words := text()):
            self.tell(words)

    def name(self, kind: int) -> str:
        from analyzer.rulebook.transcript import name_of

        return name_of(self.plan, kind)

    # -- counts of kinds
    def in_hand(self, card: int) -> int:
        return sum(one.kind == card for one in self.player.hand)

    def in_play(self, card: int) -> int:
        return sum(one.card.kind == card for one in self.game.controlled(self.player))

    def in_graveyard(self, card: int) -> int:
        return sum(one.kind == card for one in self.player.graveyard)

    def had(self, card: int) -> int:
        return self.player.counts[f"had {card}"]

    def unseen_of(self, card: int) -> int:
        return sum(one.kind == card for one in self.library.middle)

    def top_of(self, card: int) -> int:
        return sum(one.kind == card for one in self._on_top())

    def _on_top(self) -> list[Card]:
        """Known cards on top that are not in the present look."""
        looking = set(map(id, self.game.looking))
        return [one for one in self.library.top if id(one) not in looking]

    @property
    def library(self) -> Library:
        return self.player.library

    # -- fields
    @property
    def turn(self) -> int:
        return self.game.turn

    @property
    def step(self) -> int:
        return self.game.step

    @property
    def lands_had(self) -> int:
        return self.player.counts["lands_had"]

    @property
    def lands_in_play(self) -> int:
        return sum(now.is_land(one) for one in self.game.controlled(self.player))

    @property
    def lands_in_hand(self) -> int:
        return sum(one.facts.is_land for one in self.player.hand)

    @property
    def hand_size(self) -> int:
        return len(self.player.hand)

    @property
    def lands_on_top(self) -> int:
        return sum(one.facts.is_land for one in self._on_top())

    @property
    def land_played(self) -> int:
        return int(land_plays_left(self.game, self.player) <= 0)

    @property
    def mana_left(self) -> int:
        if self.payments is not None:
            return self.payments.left
        return most_mana(self.game, self.player)

    @property
    def mana(self) -> int:
        if self.payments is not None:
            return self.payments.total
        return self.mana_left + self.player.counts["mana_spent_turn"]

    @property
    def best_mana(self) -> int:
        if self.payments is not None:
            return self.game.best_mana  # type: ignore[attr-defined,no-any-return]
        costs = [self.mana_value(one.kind) for one in self.player.hand if self.castable_now(one.kind)]
        return max(costs, default=0)

    @property
    def spells_this_turn(self) -> int:
        return self.player.spells_this_turn

    @property
    def known_top(self) -> int:
        return len(self._on_top())

    @property
    def known_bottom(self) -> int:
        return sum(map(len, self.library.bottom))

    @property
    def mulligans(self) -> int:
        return self.player.mulligans

    @property
    def first_seven_lands(self) -> int:
        return self.player.counts["first_seven_lands"]

    @property
    def shards(self) -> int:
        return sum("shard" in one.facts.subtypes for one in self.game.controlled(self.player))

    @property
    def roles(self) -> int:
        return sum("role" in one.facts.subtypes for one in self.game.controlled(self.player))

    @property
    def ring(self) -> int:
        return self.player.temptations

    @property
    def bearer_power(self) -> int:
        return -1 if self.player.bearer is None else now.power(self.game, self.player.bearer)

    @property
    def combat_looks(self) -> int:
        from analyzer.rulebook.combat import able_attackers

        able = able_attackers(self.game, self.player)
        sorcerers = sum(
            role.host in able and "scry" in role.facts.effects
            for role in self.game.controlled(self.player)
            if "role" in role.facts.subtypes
        )
        own = sum(any(a.word == "attack" for a in now.abilities(self.game, one)) for one in able)
        loot = self.player.ring_abilities >= 2 and self.player.bearer in able
        return sorcerers + own + int(loot)

    def attack_looks(self, creature: Permanent) -> int:
        """1 if an attack trigger of the creature, or of what is on it, looks or draws."""
        found = any(_sees(ability) for ability in now.abilities(self.game, creature) if ability.word == "attack")
        return int(found or any(_sees(a) for on in self.game.attached_to(creature) for a in on.facts.abilities))

    def attack_draws(self, creature: Permanent) -> int:
        """1 if the Ring would let its bearer loot."""
        return int(self.player.bearer is creature and self.player.ring_abilities >= 2)

    @property
    def life(self) -> int:
        return self.player.life

    @property
    def opponent_life(self) -> int:
        others = self.game.opponents(self.player)
        return others[0].life if others else 0

    # -- what needs the engine's own mana
    def castable_now(self, card: int) -> bool:
        from analyzer.rulebook.ruled import castable

        if card >= self.kinds:
            return False
        if self.payments is not None:
            return any(self.payments.payable(line.pips) for line in self.plan.kinds[card].lines)
        return castable(self.game, self.player, self.plan.kinds[card].card)

    def castable_next(self, card: int) -> bool:
        """Payable next turn with the lands in play and the best one land from hand, or none."""
        if card >= self.kinds:
            return False
        units = self.land_units()
        extra = [(), *(self.land_unit(one.kind) for one in self.player.hand if one.facts.is_land)]
        lines = self.plan.kinds[card].lines
        return any(payable(line.pips, [*units, *more]) for more in extra for line in lines)

    def land_units(self) -> list[int]:
        """Types of every mana that the lands in play give, tapped or not."""
        lands = [one for one in self.game.controlled(self.player) if now.is_land(one)]
        return [types for one in lands for types in self._made(self.tapped_units.get(one.card.kind, ()))]

    def land_unit(self, kind: int) -> tuple[int, ...]:
        """Types of the mana that a land of this kind would give next turn; a fetch land as any land it may find."""
        return self._made(self.units.get(kind, ()))

    def land_unit_now(self, kind: int) -> tuple[int, ...]:
        """As `land_unit`, in the turn in which the land is played."""
        found = self.fetching.types_now(kind, self.plan)
        return (found,) if found else self._made(self.tapped_units.get(kind, ()))

    def _made(self, units: tuple[int, ...]) -> tuple[int, ...]:
        board = getattr(self.game, "board", 63)
        return tuple(types for types in (unit or board for unit in units) if types)

    def enters_tapped(self, card: int) -> bool:
        """A land that asks for 2 life counts as untapped while more than 4 are left."""
        return card < self.kinds and would_enter_tapped(self.game, self.player, self.plan.kinds[card].card)


def would_enter_tapped(game: Game, player: Player, facts: CardFacts) -> bool:
    """Would a card enter tapped now? Nothing is paid: 2 life count as paid while more than 4 are left."""
    from analyzer.cards.lands import tapped_condition
    from analyzer.rulebook.game import new_card
    from analyzer.rulebook.lands import enters_tapped

    rule = tapped_condition(facts.tapped)
    if rule.kind != "unless":
        return rule.kind == "always"
    if any(one.word == "life" for one in rule.conditions):
        return player.life <= LIFE_KEPT
    return enters_tapped(game, new_card(facts, player), player)
