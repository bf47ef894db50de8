"""Decisions by rules of play: the rulebook's questions put to keep, bottom, scry, pick and play rules (F5, F13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from analyzer.cards.abilities import Program, format_program
from analyzer.cards.model import CardFacts
from analyzer.contract import actions, moments, reasons
from analyzer.registry import PythonRule
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.costs import announced_symbols, lock
from analyzer.rulebook.decisions import PlainDecisions
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Card, Permanent, Player, StackItem
from analyzer.rulebook.payment import find
from analyzer.rulebook.view import RulebookFacts
from analyzer.ruleview import Action as ActionView
from analyzer.ruleview import Game as View


def castable(game: Game, player: Player, facts: CardFacts) -> bool:
    """Could the card's own mana cost be paid with the mana left?"""
    from analyzer.cards.costs import parse_cost

    if not facts.mana_cost or facts.is_land:
        return False
    demands = [lock(choice, 0, 0, 0) for choice in announced_symbols(parse_cost(facts.mana_cost))]
    return find(game, player, sorted(demands, key=lambda one: (one.life, one.mana))) is not None


class RuledDecisions(PlainDecisions):
    """Answers of one player's rules; `facts` are set once the game exists. What no rule answers is answered plainly."""

    def __init__(self, rules: Mapping[str, PythonRule]) -> None:
        self.rules = rules
        self.facts: RulebookFacts | None = None

    def _asked(self, player: Player) -> RulebookFacts | None:
        """The view for this player, for a new decision; opponents are answered plainly (FRM-6)."""
        if self.facts is None or player is not self.facts.player:
            return None
        self.facts.next_decision()
        return self.facts

    # -- opening

    def keep(self, game: Game, player: Player) -> bool:
        facts = self._asked(player)
        if facts is None or "keep" not in self.rules:
            return True
        answer = bool(self.rules["keep"](View(facts)))
        rule, lands, size = self.rules["keep"].label, facts.lands_in_hand, facts.hand_size
        facts.say(lambda: f"{rule}: {lands} lands in {size} cards: {'keep' if answer else 'mulligan'}")
        return answer

    def bottom(self, game: Game, player: Player, number: int) -> list[Card]:
        """The highest score goes, once for each card; ties the lowest kind (formats F5)."""
        facts = self.facts
        if facts is None or "bottom" not in self.rules:
            return self.pick(game, player, reasons.PUTBACK, list(player.hand), number, number)
        gone: list[Card] = []
        hand = list(player.hand)
        for _ in range(number):
            facts.next_decision()
            scores = {
                kind: self.rules["bottom"](View(facts), kind) for kind in sorted({one.kind for one in player.hand})
            }
            best = max(scores, key=lambda kind: (scores[kind], -kind))
            facts.say(lambda scores=scores: f"{self.rules['bottom'].label}: {_scores(facts, scores.items())}")  # type: ignore[misc]
            card = next(one for one in player.hand if one.kind == best)
            player.hand.remove(card)
            gone.append(card)
        player.hand[:] = hand
        return gone

    # -- looks

    def ranks(self, rule: PythonRule, facts: RulebookFacts, cards: Sequence[Card], reason: int) -> list[float]:
        """One rank a card: more than 0 keeps; a card-by-card rule sees what was kept so far in this look."""
        facts.reason, facts.look = reason, [card.kind for card in cards]
        facts.game.looking = list(cards)
        answers: list[float] = []
        facts.ranks = answers
        if rule.mark.kind == "scry_look":
            answers.extend(rule.ranks(View(facts), list(facts.look)))
        else:
            for card in cards:
                answers.append(rule(View(facts), card.kind))
        sees = f"{facts.lands_had} lands had, {facts.lands_in_play} in play, {facts.lands_in_hand} in hand"
        pairs = list(zip(facts.look, answers, strict=True))
        facts.say(lambda: f"{rule.label}: {sees}: {_scores(facts, pairs)}")
        facts.look, facts.ranks, facts.game.looking = (), (), []
        return answers

    def look(self, game: Game, player: Player, reason: int, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        """Kept cards in falling order of rank, the others in falling order too, ties as seen (formats F5)."""
        role = "mull_look" if reason == reasons.LOOK and "mull_look" in self.rules else "scry"
        facts = self._asked(player)
        if facts is None or role not in self.rules or not cards:
            return list(cards), []
        answers = self.ranks(self.rules[role], facts, cards, reason)
        order = sorted(range(len(cards)), key=lambda place: -answers[place])
        return [cards[at] for at in order if answers[at] > 0], [cards[at] for at in order if not answers[at] > 0]

    def arrange(self, game: Game, player: Player, cards: list[Card]) -> list[Card]:
        facts = self._asked(player)
        if facts is None or "scry" not in self.rules or len(cards) < 2:
            return list(cards)
        answers = self.ranks(self.rules["scry"], facts, cards, reasons.ARRANGE)
        return [cards[at] for at in sorted(range(len(cards)), key=lambda place: -answers[place])]

    # -- what may be done

    def may(self, game: Game, player: Player, what: str) -> bool:
        """The play rule says whether it wants what an ability offers (an action of kind MAY)."""
        if game.question is None or "play" not in self.rules or self.facts is None:
            return True
        item, program = game.question
        return self.may_pay(game, player, item, program, 0)

    def may_pay(self, game: Game, player: Player, item: StackItem, program: Program, mana: int) -> bool:
        """The same for so much mana."""
        from analyzer.rulebook.plans.loop import Action

        if self.facts is None:
            return True
        deed = self.facts.known.deed(program)
        if not deed.code:  # nothing that a goldfish notices
            return True
        facts = self._asked(player)
        if facts is None:
            return True
        source = -1 if item.source is None else item.source.made_by if item.source.token else item.source.card.kind
        action = Action(actions.MAY, item.card.kind if item.card is not None else source, deed.code, mana=mana)
        gist = deed.gist
        action.scry, action.draw, action.lands = gist.look, gist.draws, 0 if mana else gist.lands
        answer = self.rules["play"](View(facts), ActionView(action))
        facts.say(lambda: f"{self.rules['play'].label}: may {format_program(program)}: {answer:g}")
        return answer > 0

    # -- picks

    def pick(
        self, game: Game, player: Player, reason: int, options: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        """Highest scores first; compulsory picks take the highest whatever its sign, optional ones need > 0."""
        facts = self._asked(player)
        if facts is None or "pick" not in self.rules:
            return self._plain_pick(game, player, reason, options, at_least, at_most)
        chosen: list[Any] = []
        left = list(options)
        facts.look = [card.kind for card in game.looking]
        while left and len(chosen) < at_most:
            facts.reason = reason
            asked = {kind: self._score(game, facts, kind) for kind in sorted({_kind(one) for one in left})}
            scores = [asked[_kind(one)] for one in left]
            best = min(
                range(len(left)),
                key=lambda at: (-scores[at], creature_order(game, player, reason, left[at]), _kind(left[at]), at),
            )
            self._say_pick(facts, reason, asked)
            if len(chosen) >= at_least and not scores[best] > 0:
                break
            chosen.append(left.pop(best))
        facts.look = ()
        return chosen

    def _say_pick(self, facts: RulebookFacts, reason: int, asked: dict[int, float]) -> None:
        rule = self.rules["pick"].label
        facts.say(lambda: f"{rule}, {reasons.REASONS.get(reason, '')}: {_scores(facts, asked.items())}")

    def _score(self, game: Game, facts: RulebookFacts, kind: int) -> float:
        return self.rules["pick"](View(facts), kind) if 0 <= kind < facts.kinds else 0.0

    def _plain_pick(
        self, game: Game, player: Player, reason: int, options: list[Any], at_least: int, at_most: int
    ) -> list[Any]:
        """RNG-9: the strongest creature, the bearer on ties; discards: goal cards and lands last, dearest first."""
        if reason in (reasons.BEARER, reasons.HOST):
            ordered = sorted(options, key=lambda one: (-now.power(game, one), one is not player.bearer, one.number))
            return ordered[: max(at_least, 1)]
        if reason in (reasons.DISCARD, reasons.LOOT, reasons.CLEANUP) and self.facts is not None:
            facts = self.facts
            ordered = sorted(
                options, key=lambda one: (facts.is_goal(one.kind), one.facts.is_land, -one.facts.mana_value)
            )
            return ordered[:at_least]
        return options[: max(at_least, min(1, at_most))]


def creature_order(game: Game, player: Player, reason: int, one: Any) -> tuple[int, ...]:
    """Where the pick rule has no opinion about a Role's host or the bearer (F13.5), the best first.

    A host without a Role; able to attack this turn; power; for the bearer one with a look on attack, then the present
    bearer; arrival.
    """
    from analyzer.rulebook.combat import able_attackers
    from analyzer.rulebook.roles import roles_on

    if reason not in (reasons.BEARER, reasons.HOST):
        return ()
    able = game.step <= moments.COMBAT and one in able_attackers(game, player)
    roles = bool(roles_on(game, one))
    if reason == reasons.HOST:
        return int(roles), -int(able), -now.power(game, one), one.number
    looks = roles or any(ability.word == "attack" for ability in one.facts.abilities)
    return -int(able), -now.power(game, one), -int(looks), -int(one is player.bearer), one.number


def _kind(one: Any) -> int:
    return one.card.kind if isinstance(one, Permanent) else getattr(one, "kind", -1)


def _scores(facts: RulebookFacts, pairs: Iterable[tuple[int, float]]) -> str:
    """Cards with what a rule answered about each."""
    return ", ".join(f"{facts.name(kind)} {score:g}" for kind, score in pairs)
