"""Acts of a scenario: reading `act` texts and doing them through the rulebook."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from analyzer.cards.abilities import parse_program
from analyzer.cards.ability_tree import Instruction, Step
from analyzer.contract import events as codes
from analyzer.contract import moments
from analyzer.errors import InputError
from analyzer.rulebook import activating, casting, combat, mulligan, turn, zones
from analyzer.rulebook.drawing import put_onto_battlefield
from analyzer.rulebook.effects import run
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.lands import play_land
from analyzer.rulebook.objects import Card, Permanent, Player, StackItem
from analyzer.rulebook.scenario.act import Act
from analyzer.rulebook.scenario.board import place, step_of
from analyzer.rulebook.scenario.modifiers import Modifiers
from analyzer.rulebook.scenario.names import choose_called, longest_name, unknown_name
from analyzer.rulebook.scenario.scripts import Scripts
from analyzer.rulebook.stack import before_priority, resolve_all, resolve_top
from analyzer.rulebook.targets import requirements

_NUMBER = re.compile(r"#(\d+)$")


class Doer(Modifiers, Scripts):
    """Does acts in one game."""

    arrived = True  # at a moment to which no act has advanced

    def do(self, act: Act) -> None:
        """Do one act; Illegal if the rules forbid it (then nothing has changed)."""
        player = self.game.seat(act.seat)
        if player is None:
            raise act.wrong(f"{act.seat} does not play in this game")
        if player.lost and act.verb not in ("script", "resolve", "pass", "advance"):
            raise Illegal("DRW-2 SEQ-3", f"{act.seat} has lost ({player.lost})")
        getattr(self, f"_{act.verb}")(act, player)

    def finish(self, hold: bool) -> None:
        """The end of an act: triggers go on the stack; unless the next act answers, everything resolves."""
        before_priority(self.game)
        if hold:
            return
        resolve_all(self.game)
        if self.game.attackers and self.game.step == moments.COMBAT:
            turn.finish_combat(self.game)
            turn.next_moment(self.game)
            self.arrived = True

    # --- opening and time

    def _mulligan(self, act: Act, player: Player) -> None:
        mulligan.mulligan(self.game, player)

    def _keep(self, act: Act, player: Player) -> None:
        mulligan.keep(self.game, player)

    def _advance(self, act: Act, player: Player) -> None:
        words = [word.lower() for word in act.words]
        if words[:1] == ["to"]:
            words = words[1:]
        wanted_turn = None
        if "turn" in words:
            at = words.index("turn")
            if at + 1 >= len(words) or not words[at + 1].isdigit():
                raise act.wrong(f"'{act.text}': write advance to MOMENT of turn NUMBER")
            wanted_turn = int(words[at + 1])
            words = [word for word in words[:at] if word != "of"]
        moment = step_of(self.scenario, " ".join(words))
        self.advance_to(act, moment, wanted_turn)

    def advance_to(self, act: Act, moment: int, wanted_turn: int | None) -> None:
        """Moment after moment, with what happens in each, until the wanted one (the next of that name)."""
        game = self.game
        if wanted_turn is None:
            if moment == game.step and game.turn > 0 and self.arrived:
                return  # the scenario begins here, or an attack has just led here
            wanted_turn = max(1, game.turn if moment > game.step or game.turn == 0 else game.turn + 1)
        self.arrived = False
        if (wanted_turn, moment) < (game.turn, game.step) and game.turn > 0:
            raise act.wrong(f"'{act.text}': that moment is over; it is turn {game.turn}, {moments.MOMENTS[game.step]}")
        if game.turn == 0:
            game.turn = 1
            turn.enter_moment(game, moments.UNTAP)
        resolve_all(game)
        while (game.turn, game.step) != (wanted_turn, moment) and not game.over:
            turn.next_moment(game)

    # --- things of the own turn

    def _play(self, act: Act, player: Player) -> None:
        card = self._one(act, player, act.words, [player.hand])
        play_land(self.game, player, card)

    def _put(self, act: Act, player: Player) -> None:
        """An effect puts something onto the battlefield: a card from a zone, else something new (not cast)."""
        phrase = act.rest
        name, used = longest_name(
            act.words, lambda part: any(choose_called(part, zone) for zone in self._zones(player))
        )
        if used and "=" not in phrase:
            states = [word.lower() for word in act.words[used:]]
            for zone in self._zones(player):
                found = choose_called(name, zone)
                if found:
                    zone.remove(found[0])
                    put_onto_battlefield(self.game, player, found[0], True if "tapped" in states else None)
                    return
        before = len(self.game.battlefield)
        for permanent in place(self.names, self.game, player, phrase, settled=False):
            self._enter_again(permanent)
        assert len(self.game.battlefield) >= before

    def _enter_again(self, permanent: Permanent) -> None:
        """Something new enters properly, with its triggers."""
        game = self.game
        game.battlefield.remove(permanent)
        tapped = True if permanent.tapped else None
        entered = zones.enter(game, permanent.card, permanent.controller, tapped, host=permanent.host)
        entered.counters.update(permanent.counters)
        entered.chosen = permanent.chosen
        if permanent.controller.bearer is permanent:
            permanent.controller.bearer = entered
        if permanent.token:
            game.write(codes.TOKEN, permanent.controller, entered.number, names=(entered.name,))
        else:
            game.remark(permanent.controller, "enter", (entered.name,))

    def _zones(self, player: Player) -> list[list[Card]]:
        return [player.hand, player.graveyard, player.exile, player.command]

    def _attack(self, act: Act, player: Player) -> None:
        game = self.game
        at = game.opponents(player)[0] if game.opponents(player) else player
        words = list(act.words)
        if "at" in words:
            place_of = words.index("at")
            at = self._player(act, " ".join(words[place_of + 1 : place_of + 2]))
            words = words[:place_of]
        if [word.lower() for word in words] in (["all"], ["everything"]):
            attackers = combat.able_attackers(game, player)
        else:
            attackers = self._many(act, words, [game.controlled(player)])
        if game.step < moments.COMBAT and game.active is player and not game.stack:
            if not any("combat" in one.profile.words for one in game.battlefield):
                for attacker in attackers:  # refused before anything happens
                    combat.check_attacker(game, player, attacker)
            while game.step < moments.COMBAT:
                turn.next_moment(game)
            resolve_all(game)
        combat.declare(game, player, [(attacker, at) for attacker in attackers])

    def _cast(self, act: Act, player: Player) -> None:
        zone_order: list[list[Card]] = [player.hand, player.command, player.graveyard, player.exile]
        card, face, used = self._spell(act, player, zone_order)
        said = self._mods(act, player, act.words[used:], card)
        if said.flashback:
            card = self._in_zone(card, player.graveyard)
        casting.cast(self.game, player, card, said, face, timing=player is self.game.active and not said.free)

    def _in_zone(self, card: Card, zone: list[Card]) -> Card:
        return next((one for one in zone if one.facts is card.facts or one.name == card.name), card)

    def _spell(self, act: Act, player: Player, order: list[list[Card]]) -> tuple[Card, str, int]:
        def face_names(card: Card) -> list[str]:
            other = card.facts.other_face
            return [card.name, card.facts.name, *([other.name] if other else [])]

        def known(part: str) -> bool:
            return any(choose_called(part, face_names(card), str) for zone in order for card in zone)

        name, used = longest_name(act.words, known)
        if not used:
            listed = [card.name for zone in order for card in zone]
            if self.names.knows(act.words[0] if act.words else ""):
                raise Illegal("CST-1 FRM-1", f"{act.words[0]} is not in hand")
            raise act.wrong(f"'{act.text}': no card of that name can be cast{unknown_name(act.rest, listed)}")
        for zone in order:
            for card in zone:
                faces = choose_called(name, face_names(card), str)
                if faces:
                    other = card.facts.other_face
                    return card, (other.name if other and faces[0] == other.name else ""), used
        raise AssertionError("a name that is known is in a zone")

    def _activate(self, act: Act, player: Player) -> None:
        mine = self.game.controlled(player)
        pool: list[list[Any]] = [mine, player.hand, player.graveyard, self.game.battlefield]
        name, used = self._name(act, act.words, pool)
        rest = act.words[used:]
        number = None
        if rest and _NUMBER.match(rest[0]):
            number = int(rest.pop(0)[1:])
        elif len(rest) > 1 and rest[0] == "#" and rest[1].isdigit():
            number, rest = int(rest[1]), rest[2:]
        said = self._mods(act, player, rest, None)
        for group in pool:
            found = choose_called(name, group)
            if found:
                thing = self._best(found)
                break
        if isinstance(thing, Card):
            activating.activate_card(self.game, player, thing, said)
            return
        before = self.game.arrivals
        activating.activate(self.game, player, thing, number, said)
        if "shard" in thing.facts.subtypes and not thing.on_battlefield and self.game.arrivals == before:
            player.counts["shards_used"] += 1

    def _best(self, found: list[Any]) -> Any:
        """Of several things of one name an untapped, settled one is meant."""
        return min(found, key=lambda one: (getattr(one, "tapped", False), not getattr(one, "settled", True)))

    def _cycle(self, act: Act, player: Player) -> None:
        name, used = self._name(act, act.words, [player.hand])
        said = self._mods(act, player, act.words[used:], None)
        activating.cycle(self.game, player, choose_called(name, player.hand)[0], said)

    def _free(self, act: Act, player: Player) -> None:
        """A free effect: the program happens now, without a card and without a cost."""
        text, mods = _split_program(act.rest)
        try:
            program = parse_program(text.strip("\"'"))
        except InputError as wrong:
            raise act.wrong(f"'{act.text}': {wrong}") from None
        said = self._mods(act, player, mods.split(), None)
        item = StackItem("free", player, "free effect", program, x=said.x or 0)
        if said.targets is not None and not requirements(program, ("", False)):
            item.program = tuple(_targeted(part) for part in program)
        wanted = requirements(item.program, ("", False), 0, (), {"x": item.x})
        left = None if said.targets is None else list(said.targets)
        casting.assign(self.game, item, wanted, left, "the free effect", None)
        run(self.game, item)

    def _resolve(self, act: Act, player: Player) -> None:
        if self.game.stack:
            resolve_top(self.game)
        else:
            self.game.remark(player, "resolve-nothing", detail="the stack is empty")

    def _pass(self, act: Act, player: Player) -> None:
        """Everybody passes: the top of the stack resolves, or the game moves on."""
        game = self.game
        if game.stack:
            resolve_top(game)
        elif game.attackers:
            turn.finish_combat(game)
            turn.next_moment(game)
        else:
            turn.next_moment(game)


def _split_program(text: str) -> tuple[str, str]:
    """Program and modifiers of a free effect: the first ` on ` or ` X=` outside brackets ends the program."""
    depth = 0
    for place_of, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and letter == " " and re.match(r" (on\b|X\s*=|with\b)", text[place_of:]):
            return text[:place_of].strip(), text[place_of:].strip()
    return text.strip(), ""


def _targeted(part: Instruction) -> Instruction:
    """A step whose object was named by `on`: `role(sorcerer)` becomes `role(sorcerer,target any)`."""
    if not isinstance(part, Step):
        return part
    if part.op in ("role", "counter", "gain") and part.argument and "target" not in part.argument:
        return replace(part, argument=f"{part.argument.split(',')[0]},target permanent")
    if part.op in ("damage", "pump", "tap", "untap", "notuntap", "gaincontrol", "exile", "destroy", "return"):
        kind = "any" if part.op == "damage" else "permanent"
        return replace(part, argument=f"target {kind}")
    if part.op in ("scry", "surveil", "draw", "discard", "life+", "life-", "mill", "ring", "shuffle") and not part.who:
        return replace(part, who="tp")
    return part
