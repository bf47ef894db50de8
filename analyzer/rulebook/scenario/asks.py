"""Questions of a scenario (`[[ask]]`): costs, castability, mana, hand sizes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from analyzer.errors import InputError
from analyzer.rulebook import casting, mana, mulligan
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.costs import Announcement, total_costs
from analyzer.rulebook.game import Game
from analyzer.rulebook.illegal import Illegal
from analyzer.rulebook.objects import Card, Player, StackItem
from analyzer.rulebook.payment import Payment, find
from analyzer.rulebook.scenario.act import Act
from analyzer.rulebook.scenario.acts import Doer
from analyzer.rulebook.scenario.board import make_card
from analyzer.rulebook.scenario.names import choose_called, longest_name
from analyzer.rulebook.scenario.reader import SEATS
from analyzer.tomlfile import nearest

QUESTIONS = ("total cost", "castable", "lands needed", "could produce", "tap for", "mana value", "hand sizes", "power")
NO = ("", "none", "nothing", "no", "0", "false", "not castable", "impossible", "-")


def answer(doer: Doer, ask: dict[str, Any], where: str) -> list[str]:
    """The differences between the answer and `is` (none if it is right)."""
    what = str(ask["what"]).lower().replace("_", " ").strip()
    if what not in QUESTIONS:
        raise InputError(f"{where}: '{ask['what']}' is no question{nearest(what, list(QUESTIONS))}")
    of = str(ask.get("of", ""))
    words = of.split()
    player = doer.game.players[0]
    if words and words[0].lower() in SEATS:
        seat = doer.game.seat(words[0].lower())
        if seat is None:
            raise InputError(f"{where}: {words[0]} does not play in this game")
        player, words = seat, words[1:]
    function = {
        "total cost": _total_cost, "castable": _castable, "lands needed": _lands_needed, "could produce":
        _could_produce, "tap for": _tap_for, "mana value": _mana_value, "hand sizes": _hand_sizes, "power": _power,
    }[what]  # fmt: skip
    found, right = function(doer, player, words, ask["is"], where)
    return [] if right else [f"{what} of {of or 'this table'}: expected {ask['is']}, found {found}"]


def _spell(doer: Doer, player: Player, words: list[str], where: str) -> tuple[Card, str, Announcement]:
    """The card named (in hand, else a new one that is put there for the question) and what is said about it."""
    act = Act(doer.scenario, 0, "cast " + " ".join(words))
    zones = [player.hand, player.command, player.graveyard]
    try:
        card, face, used = doer._spell(act, player, zones)
    except (Illegal, InputError):
        name, used = longest_name(words, doer.names.knows)
        if not used:
            raise InputError(f"{where}: '{' '.join(words)}' names no card") from None
        card, face = make_card(doer.names, player, name), ""
    return card, face, doer._mods(act, player, words[used:], card)


def _total_cost(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    card, face, said = _spell(doer, player, words, where)
    facts = casting.face_of(card, face)
    item = casting.announce(doer.game, player, card, facts, said)
    item.x = said.x or 0
    found = total_costs(doer.game, player, item, facts, said)[0].text
    return found, _symbols(found) == _symbols(str(wanted))


def _symbols(text: str) -> list[str]:
    inside = text.replace("{", " ").replace("}", " ").upper().split()
    parts = [part for part in inside if part != "0"]
    return sorted(parts)


def _payment(doer: Doer, player: Player, words: list[str], where: str) -> Payment | None:
    """A payment for the spell if it could be cast now, with the fewest permanents."""
    card, face, said = _spell(doer, player, words, where)
    game, facts = doer.game, casting.face_of(card, face)
    here = [card in zone for zone in (player.hand, player.command, player.graveyard)]
    if not any(here):
        player.hand.append(card)
    try:
        return _try(game, player, card, facts, said)
    except Illegal:
        return None
    finally:
        if not any(here):
            player.hand.remove(card)


def _try(game: Game, player: Player, card: Card, facts: Any, said: Announcement) -> Payment | None:
    casting.check_timing(game, player, facts)
    item: StackItem = casting.announce(game, player, card, facts, said)
    item.x = said.x or 0
    if said.targets is not None or not _needs_no_words(item, facts):
        casting.choose_targets(game, item, facts, said)
    casting.lock_and_find(game, player, item, facts, said)
    best: Payment | None = None
    for total in total_costs(game, player, item, facts, said):
        for demand in total.demands:
            found = find(game, player, [demand], item, said.using, said.life)
            if found is not None and (best is None or found.permanents < best.permanents):
                best = found
    return best


def _needs_no_words(item: StackItem, facts: Any) -> bool:
    """Up to N targets may be none, so a question need not name any (TGT-4)."""
    from analyzer.rulebook.targets import requirements, spec_of

    wanted = requirements(item.program, spec_of(facts.abilities), item.kicked, item.modes, {"x": item.x})
    return all(one.at_least == 0 for one in wanted)


def _castable(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    found = _payment(doer, player, words, where) is not None
    expects = wanted if isinstance(wanted, bool) else str(wanted).lower() not in NO
    return ("yes" if found else "no"), found == expects


def _lands_needed(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    payment = _payment(doer, player, words, where)
    if payment is None:
        return "not castable", wanted is False or str(wanted).lower() in NO
    return str(payment.permanents), not isinstance(wanted, bool) and str(wanted) == str(payment.permanents)


def _permanent(doer: Doer, player: Player, words: list[str], where: str) -> Any:
    text = " ".join(words)
    mine = choose_called(text, doer.game.controlled(player)) or choose_called(text, doer.game.battlefield)
    if not mine:
        raise InputError(f"{where}: '{text}' is no permanent here")
    return mine[0]


def _could_produce(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    permanent = _permanent(doer, player, words, where)
    types = mana.could_produce(doer.game)[permanent.number]
    found = "".join(letter for letter in "WUBRGC" if letter in types)
    return found or "none", set(_letters(wanted)) == set(found)


def _letters(wanted: Any) -> str:
    text = str(wanted).strip()
    if text.lower() in NO or wanted == []:
        return ""
    joined = "".join(map(str, wanted)) if isinstance(wanted, list) else text
    return "".join(letter for letter in joined.upper() if letter in "WUBRGC")


def _tap_for(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    """What tapping it for mana gives in the end: letters, alternatives split by `/`; a number counts units."""
    permanent = _permanent(doer, player, words, where)
    results = {"".join(sorted(way.units, key="WUBRGC".index)) for way in mana.ways(doer.game, permanent) if way.taps}
    found = "/".join(sorted(results - {""})) or "nothing"
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        return found, {len(one) for one in results or {""}} == {wanted}
    parts = wanted if isinstance(wanted, list) else str(wanted).replace(" or ", "/").split("/")
    expected = {"".join(sorted(_letters(part), key="WUBRGC".index)) for part in parts}
    return found, expected - {""} == results - {""}


def _mana_value(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    """Of a spell on the stack, a permanent, else a card (XPM-1, CST-10); `NAME on the stack` says which."""
    text = " ".join(words)
    place = ""
    for ending in (" on the stack", " on the battlefield", " in hand"):
        if text.lower().endswith(ending):
            text, place = text[: -len(ending)], ending
    groups: list[list[Any]] = [doer.game.stack, doer.game.battlefield, player.hand]
    if place:
        groups = {" on the stack": groups[:1], " on the battlefield": groups[1:2], " in hand": groups[2:]}[place]
    for group in groups:
        found = choose_called(text, group)
        if found:
            return str(now.mana_value(found[-1])), str(wanted) == str(now.mana_value(found[-1]))
    card, _, said = _spell(doer, player, text.split(), where)
    value = card.facts.mana_value + (said.x or 0) * card.facts.mana_cost.count("{X}")
    return str(value), str(wanted) == str(value)


def _power(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    found = "/".join(map(str, now.size(doer.game, _permanent(doer, player, words, where))))
    return found, str(wanted) == found


def _hand_sizes(doer: Doer, player: Player, words: list[str], wanted: Any, where: str) -> tuple[str, bool]:
    """MUL-2 to MUL-6: hand sizes after 1, 2, ... mulligans at this table, as many as `is` lists."""
    sizes = wanted if isinstance(wanted, list) else [int(part) for part in str(wanted).replace(",", " ").split()]
    number = next((int(word) for word in words if word.isdigit()), len(sizes))
    found = [mulligan.hand_size_after(doer.game, taken) for taken in range(1, number + 1)]
    assert all(first >= second for first, second in pairwise(found))
    return " ".join(map(str, found)), found == sizes
