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
from analyzer.rulebook import casting, combat, mulligan, turn, zones
from analyzer.rulebook.costs import Announcement
from analyzer.rulebook.drawing import put_onto_battlefield, shuffle
from analyzer.rulebook.effects import run
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.lands import play_land
from analyzer.rulebook.objects import Card, Permanent, Player, StackItem
from analyzer.rulebook.scenario.board import place, step_of
from analyzer.rulebook.scenario.names import Names, choose_called, longest_name, short_forms, unknown_name
from analyzer.rulebook.scenario.reader import SEATS, Scenario
from analyzer.rulebook.stack import before_priority, counter_item, resolve_all, resolve_top
from analyzer.rulebook.targets import requirements
from analyzer.tomlfile import nearest

VERBS = (
    "mulligan", "keep", "advance", "play", "put", "attack", "cast", "activate", "cycle", "free", "resolve", "pass",
    "script",
)  # fmt: skip
SCRIPTS = ("counter", "remove", "protect", "give", "tap", "untap", "shuffle", "block", "lose")
MODS = (
    "on", "kicked", "buyback", "mode", "modes", "splice", "flashback", "alternative", "without", "paying", "with",
    "sacrificing", "discarding", "at", "targeting", "for",
)  # fmt: skip
_X = re.compile(r"X\s*=\s*(\d+)$", re.IGNORECASE)
_NUMBER = re.compile(r"#(\d+)$")
OPPONENT_WORDS = {"opponent": 1, "opponents": 1, "you": 0, "player": 1}


class Act:
    """One act: its seat, verb and the words after it."""

    def __init__(self, scenario: Scenario, number: int, text: str) -> None:
        self.scenario, self.number, self.text = scenario, number, text.strip()
        words = self.text.split()
        self.seat = words.pop(0).lower() if words and words[0].lower() in SEATS else "me"
        if not words or words[0].lower() not in (*VERBS, "try"):
            near = nearest(words[0], list(VERBS)) if words else ""
            raise self.wrong(f"'{text}' begins with no known act{near}")
        self.tries = words[0].lower() == "try"
        if self.tries:
            words.pop(0)
        if not words or words[0].lower() not in VERBS:
            raise self.wrong(f"'{text}': write an act after try")
        self.verb = words[0].lower()
        self.words = words[1:]

    def wrong(self, text: str) -> InputError:
        return self.scenario.wrong(text, "do", self.number, "act")

    @property
    def rest(self) -> str:
        return " ".join(self.words)


def answers(later: list[Act], game: Game) -> bool:
    """Do the next acts want what is on the stack (or the attack) to wait for them?

    `resolve` and `pass` do, and scripts before one of them; a script that counters something on the stack, or touches
    a target of it; a spell or ability aimed at something on the stack; anything scripted or free during an attack.
    """
    if not later:
        return False
    act = later[0]
    if act.verb in ("resolve", "pass"):
        return True
    if act.verb == "script":
        return _script_answers(act, later, game)
    if act.verb in ("cast", "activate", "cycle") and game.stack:
        targeted = {form for item in game.stack for form in short_forms(item.name)}
        _, _, tail = act.rest.partition(" on ")
        return any(f"{tail.strip().lower()} ".startswith(f"{form} ") for form in targeted)
    return act.verb == "free" and bool(game.attackers)


def _script_answers(act: Act, later: list[Act], game: Game) -> bool:
    following = next((one for one in later if one.verb != "script"), None)
    if game.attackers or (following is not None and following.verb in ("resolve", "pass")):
        return True
    word, _, rest = act.rest.partition(" ")
    if word == "counter":
        return True
    targets = [one for item in game.stack for group in item.targets for one in group.objects]
    named = rest.partition(" from ")[0].partition(" to ")[0].strip()
    return any(choose_called(named, [one]) for one in targets if isinstance(one, Permanent))


class Doer:
    """Does acts in one game."""

    def __init__(self, scenario: Scenario, names: Names, game: Game) -> None:
        self.scenario, self.names, self.game = scenario, names, game

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
            wanted_turn = game.turn if moment > game.step or game.turn == 0 else game.turn + 1
            if moment == game.step and game.turn > 0:
                return
            wanted_turn = max(1, wanted_turn)
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
        if game.step < moments.COMBAT and game.active is player and not game.stack:
            while game.step < moments.COMBAT:
                turn.next_moment(game)
            resolve_all(game)
        at = game.opponents(player)[0] if game.opponents(player) else player
        words = list(act.words)
        if "at" in words:
            place_of = words.index("at")
            at = self._player(act, words[place_of + 1])
            words = words[:place_of]
        if [word.lower() for word in words] in (["all"], ["everything"]):
            attackers = combat.able_attackers(game, player)
        else:
            attackers = self._many(act, words, [game.controlled(player)])
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
            casting.activate_card(self.game, player, thing, said)
            return
        before = self.game.arrivals
        casting.activate(self.game, player, thing, number, said)
        if "shard" in thing.facts.subtypes and not thing.on_battlefield and self.game.arrivals == before:
            player.counts["shards_used"] += 1

    def _best(self, found: list[Any]) -> Any:
        """Of several things of one name an untapped, settled one is meant."""
        return min(found, key=lambda one: (getattr(one, "tapped", False), not getattr(one, "settled", True)))

    def _cycle(self, act: Act, player: Player) -> None:
        name, used = self._name(act, act.words, [player.hand])
        said = self._mods(act, player, act.words[used:], None)
        casting.cycle(self.game, player, choose_called(name, player.hand)[0], said)

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

    # --- the script

    def _script(self, act: Act, player: Player) -> None:
        if not act.words or act.words[0].lower() not in SCRIPTS:
            near = nearest(act.words[0], list(SCRIPTS)) if act.words else ""
            raise act.wrong(f"'{act.text}' names no known script{near}")
        word, rest = act.words[0].lower(), act.words[1:]
        self.game.remark(None, "script", detail=act.rest)
        getattr(self, f"_script_{word}")(act, rest)

    def _script_counter(self, act: Act, rest: list[str]) -> None:
        name, _ = self._name(act, rest, [self.game.stack])
        items = choose_called(name, self.game.stack)
        spells = [item for item in items if item.what == "spell"]
        counter_item(self.game, (spells or items)[-1])

    def _script_remove(self, act: Act, rest: list[str]) -> None:
        for permanent in self._many(act, rest, [self.game.battlefield]):
            zones.leave(self.game, permanent, "graveyard", codes.SCRIPTED)

    def _script_protect(self, act: Act, rest: list[str]) -> None:
        if "from" not in rest:
            raise act.wrong(f"'{act.text}': write script protect NAME from COLOUR")
        at = rest.index("from")
        for permanent in self._many(act, rest[:at], [self.game.battlefield]):
            permanent.lasting.add(f"protection from {rest[at + 1].lower()}")

    def _script_give(self, act: Act, rest: list[str]) -> None:
        if "to" not in rest:
            raise act.wrong(f"'{act.text}': write script give NAME to SEAT")
        at = rest.index("to")
        for permanent in self._many(act, rest[:at], [self.game.battlefield]):
            zones.change_control(self.game, permanent, self._player(act, rest[at + 1]))

    def _script_tap(self, act: Act, rest: list[str]) -> None:
        for permanent in self._many(act, rest, [self.game.battlefield]):
            zones.set_tapped(self.game, permanent, True)

    def _script_untap(self, act: Act, rest: list[str]) -> None:
        for permanent in self._many(act, rest, [self.game.battlefield]):
            zones.set_tapped(self.game, permanent, False)

    def _script_shuffle(self, act: Act, rest: list[str]) -> None:
        shuffle(self.game, self._player(act, rest[0] if rest else "me"))

    def _script_block(self, act: Act, rest: list[str]) -> None:
        """`script block ATTACKER with BLOCKER` (CMB-2)."""
        if "with" not in rest:
            raise act.wrong(f"'{act.text}': write script block ATTACKER with BLOCKER")
        at = rest.index("with")
        attacker = self._many(act, rest[:at], [self.game.battlefield])[0]
        for blocker in self._many(act, rest[at + 1 :], [self.game.battlefield]):
            combat.declare_block(self.game, blocker, attacker)

    def _script_lose(self, act: Act, rest: list[str]) -> None:
        """`script lose 3 SEAT`: life lost without damage."""
        number = int(rest[0]) if rest and rest[0].isdigit() else 1
        zones.change_life(self.game, self._player(act, rest[-1] if len(rest) > 1 else "me"), -number)

    # --- reading objects

    def _player(self, act: Act, word: str) -> Player:
        name = word.lower().strip(",.")
        place_of = OPPONENT_WORDS.get(name)
        found = self.game.seat(name) if place_of is None else self.game.players[place_of]
        if found is None:
            raise act.wrong(
                f"'{act.text}': '{word}' is no seat{nearest(name, [one.seat for one in self.game.players])}"
            )
        return found

    def _name(self, act: Act, words: list[str], groups: list[Any]) -> tuple[str, int]:
        things = [one for group in groups for one in group]
        forms = {form for one in things for form in short_forms(one.name)}
        forms |= {form for one in things for form in short_forms(one.facts.name if hasattr(one, "facts") else one.name)}
        name, used = longest_name(words, lambda part: part.lower() in forms or bool(choose_called(part, things)))
        if not used:
            listed = list(dict.fromkeys(one.name for one in things))
            raise act.wrong(
                f"'{act.text}': '{' '.join(words)}' names nothing that is there ({', '.join(listed[:12]) or 'nothing'})"
                f"{unknown_name(' '.join(words), listed)}"
            )
        return name, used

    def _one(self, act: Act, player: Player, words: list[str], groups: list[Any]) -> Any:
        things = [one for group in groups for one in group]
        name, used = longest_name(words, lambda part: bool(choose_called(part, things)))
        if not used:
            if self.names.knows(" ".join(words)):
                raise Illegal("TRN-5 CST-1 FRM-1", f"{' '.join(words)} is not in hand")
            name, used = self._name(act, words, groups)
        if used < len(words):
            raise act.wrong(f"'{act.text}': '{' '.join(words[used:])}' does not belong here")
        return choose_called(name, things)[0]

    def _many(self, act: Act, words: list[str], groups: list[Any]) -> list[Any]:
        """Things named one after another; a number in front takes several of a name."""
        left = [one for group in groups for one in group]
        found: list[Any] = []
        words = [word for word in words if word.strip(",").lower() != "and"]
        while words:
            number = int(words.pop(0)) if words[0].isdigit() and len(words) > 1 else 1
            name, used = self._name(act, words, [left])
            for _ in range(number):
                matching = choose_called(name, left)
                if not matching:
                    raise act.wrong(f"'{act.text}': there are not {number} of {name}")
                chosen = min(matching, key=lambda one: getattr(one, "tapped", False))
                found.append(chosen)
                left.remove(chosen)
            words = words[used:]
        return found

    # --- modifiers

    def _mods(self, act: Act, player: Player, words: list[str], card: Card | None) -> Announcement:
        """Everything after the name: targets, X, kicker, buyback, modes, splice, ways of paying."""
        said = Announcement()
        words = list(words)
        while words:
            word = words.pop(0)
            x = _X.match(word)
            lower = word.lower().strip(",")
            if x:
                said.x = int(x.group(1))
            elif lower == "x" and words[:1] == ["="]:
                said.x = int(words[1])
                words = words[2:]
            elif lower in ("on", "targeting", "at"):
                words = self._targets(act, player, words, said, card)
            elif lower == "kicked":
                said.kicked = int(words.pop(0)) if words and words[0].isdigit() else 1
            elif lower in ("buyback", "flashback", "alternative"):
                setattr(said, lower, True)
            elif lower in ("mode", "modes"):
                words = self._modes(words, said)
            elif lower == "without":
                words = words[1:] if words[:1] == ["paying"] else words
                said.free = True
            elif lower == "paying":
                words = self._paying(act, words, said)
            elif lower == "with" and words and words[0].lower() in MODS:
                continue  # "with buyback"
            elif lower in ("splice", "with", "sacrificing", "discarding"):
                words = self._things(act, player, lower, words, said, card)
            elif lower in ("times", "time", "and", "its", "their", "mana", "cost", "costs", "paid", ""):
                continue
            else:
                raise act.wrong(f"'{act.text}': '{word}' is no known modifier{nearest(lower, [*MODS, 'X=2'])}")
        return said

    def _modes(self, words: list[str], said: Announcement) -> list[str]:
        while words and words[0].strip(",").isdigit():
            said.modes = (*said.modes, int(words.pop(0).strip(",")))
        return words

    def _paying(self, act: Act, words: list[str], said: Announcement) -> list[str]:
        if not words or not words[0].isdigit():
            raise act.wrong(f"'{act.text}': write paying NUMBER life")
        said.life = int(words[0])
        return words[2:] if words[1:2] and words[1].lower() == "life" else words[1:]

    def _run(self, words: list[str], knows: Any) -> tuple[list[str], list[str]]:
        """Names up to the next modifier: (names, words left)."""
        names: list[str] = []
        while words:
            if words[0].strip(",").lower() == "and":
                words = words[1:]
                continue
            number = 1
            if words[0].isdigit() and len(words) > 1 and longest_name(words[1:], knows)[1]:
                number, words = int(words[0]), words[1:]
            name, used = longest_name(words, knows)
            if not used:
                break
            names.extend([name] * number)
            words = words[used:]
        return names, words

    def _targets(self, act: Act, player: Player, words: list[str], said: Announcement, card: Card | None) -> list[str]:
        if words and words[0].lower() in ("none", "nothing"):
            said.targets = said.targets or []
            return words[1:]
        things: list[Any] = [
            *self.game.battlefield, *reversed(self.game.stack),
            *(one for owner in self.game.players for one in owner.graveyard if one is not card),
        ]  # fmt: skip
        seats = {one.seat for one in self.game.players} | set(OPPONENT_WORDS)

        def knows(part: str) -> bool:
            return part.lower() in seats or bool(choose_called(part, things))

        names, words = self._run(words, knows)
        if not names:
            raise act.wrong(f"'{act.text}': '{' '.join(words)}' names nothing to target; write on NAMES or on none")
        found: list[Any] = list(said.targets or [])
        for name in names:
            if name.lower() in seats:
                found.append(self._player(act, name))
                continue
            matching = [one for one in choose_called(name, things) if one not in found] or choose_called(name, things)
            found.append(matching[0])
        said.targets = found
        return words

    def _things(
        self, act: Act, player: Player, word: str, words: list[str], said: Announcement, card: Card | None
    ) -> list[str]:
        pools: dict[str, list[Any]] = {
            "splice": player.hand, "discarding": player.hand, "sacrificing": self.game.controlled(player),
            "with": [*self.game.controlled(player), *player.hand, *player.graveyard],
        }  # fmt: skip
        things = [one for one in pools[word] if one is not card]
        names, words = self._run(words, lambda part: bool(choose_called(part, things)))
        if not names:
            raise act.wrong(f"'{act.text}': '{' '.join(words)}' names nothing after {word}")
        found: list[Any] = {
            "splice": said.splice,
            "discarding": said.discarding,
            "sacrificing": said.sacrificing,
            "with": said.using,
        }[word]
        for name in names:
            matching = [one for one in choose_called(name, things) if one not in found] or choose_called(name, things)
            found.append(min(matching, key=lambda one: getattr(one, "tapped", False)))
        return words


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
