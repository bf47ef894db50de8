"""Setting up the game that a scenario describes: players, zones, permanents with their states."""

from __future__ import annotations

import re
from typing import Any

from analyzer.cards.names import fold
from analyzer.cards.own import own_card
from analyzer.contract import moments
from analyzer.errors import InputError
from analyzer.rulebook.decisions import Decisions
from analyzer.rulebook.filters import COLORS
from analyzer.rulebook.game import Game, new_card
from analyzer.rulebook.library import ForcedOrder, Library, Order
from analyzer.rulebook.objects import Card, Mana, Permanent, Player
from analyzer.rulebook.scenario.names import LETTER, Names, split_names
from analyzer.rulebook.scenario.reader import SEATS, Scenario
from analyzer.rulebook.tokens import creature_facts, is_token_name
from analyzer.tomlfile import nearest

_COUNT = re.compile(r"(\d+)\s+(.*)$")
_CREATURE = re.compile(r"(?:creature\s+)?(\d+/\d+)\b\s*(.*)$")
_SETTING = re.compile(r"(\S+)=(\S+)$")
STATES = ("tapped", "untapped", "sick", "bearer", "attacking")
UNKNOWN_WORDS = {
    "land": "L",
    "lands": "L",
    "key": "K",
    "keys": "K",
    "blank": "S",
    "blanks": "S",
    "nonland": "S",
    "spell": "S",
}


def names_of(scenario: Scenario) -> Names:
    """Letters, own cards and labels of a scenario."""
    names = Names()
    for number, table in enumerate(scenario.data.get("card", [])):
        facts = own_card(table, scenario.where("card", number))
        names.own[fold(facts.name)] = facts
    for letter, value in scenario.data.get("letter", {}).items():
        if not isinstance(value, str) or not LETTER.match(letter):
            raise scenario.wrong('a letter is written L = "Forest"', "letter", letter)
        names.letters[letter] = value
    for word, cards in scenario.data.get("group", {}).items():
        names.groups[word.lower()] = [cards] if isinstance(cards, str) else list(cards)
    return names


def set_up(scenario: Scenario, names: Names, decisions: Decisions, fallback: Order, forced: bool = True) -> Game:
    """The game at the moment where the scenario begins; `fallback` orders what no list orders."""
    data = scenario.data
    table = data.get("table", {})
    seats = [seat for seat in SEATS if seat in data or seat in ("me", "p2")]
    for seat in SEATS[: table.get("players", len(seats))]:
        if seat not in seats:
            seats.append(seat)
    if table.get("players", 2) == 1:
        seats = ["me"]
    shuffles = [split_names(text, names.knows) for text in data.get("shuffles", [])] if forced else []
    players = [_player(scenario, names, seat, fallback, shuffles if seat == "me" else []) for seat in seats]
    game = Game(players, decisions)
    game.log = []
    _table(scenario, game, table)
    game.starting_hand = data.get("me", {}).get("hand_size", 7)
    game.turn = _integer(scenario, data, "turn", 1)
    game.step = step_of(scenario, data.get("step", "main1"))
    for player in players:
        _permanents(scenario, names, game, player)
        _start(scenario, game, player)
    return game


def _table(scenario: Scenario, game: Game, table: dict[str, Any]) -> None:
    game.seat_on_play = table.get("seat", "play") == "play"
    if table.get("seat", "play") not in ("play", "draw"):
        raise scenario.wrong('seat is "play" or "draw"', "table", "seat")
    game.mulligan_kind = table.get("mulligan", "london")
    if game.mulligan_kind not in ("london", "vancouver", "paris", "none"):
        raise scenario.wrong("mulligan is london, vancouver, paris or none", "table", "mulligan")
    game.free_mulligans = table.get("free_mulligans", 0)
    game.natural_draws = table.get("draws", True)
    game.opponent_window = table.get("opp_window", True)
    game.stop_at_zero_life = table.get("stop_at_zero", False)
    game.brawl = table.get("format") == "brawl"
    game.trigger_order = scenario.data.get("strategy", {}).get("trigger_order", "looks-first")
    if game.trigger_order not in ("looks-first", "draws-first"):
        raise scenario.wrong("trigger_order is looks-first or draws-first", "strategy", "trigger_order")


def step_of(scenario: Scenario, text: Any) -> int:
    """A moment by name (formats F1)."""
    word = str(text).lower().strip()
    word = {"main": "main1", "precombat main": "main1", "postcombat main": "main2", "end step": "end"}.get(word, word)
    word = word.removesuffix(" step").removesuffix(" phase")
    if word not in moments.MOMENTS:
        raise scenario.wrong(f"'{text}' is no moment{nearest(word, list(moments.MOMENTS))}", "step")
    return moments.MOMENTS.index(word)


def _integer(scenario: Scenario, table: dict[str, Any], key: str, default: int) -> int:
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise scenario.wrong(f"{key} is a whole number, not {value!r}", key)
    return value


def _player(scenario: Scenario, names: Names, seat: str, fallback: Order, shuffles: list[list[str]]) -> Player:
    table = scenario.data.get(seat, {})
    life = scenario.data.get("table", {}).get("life", 20)
    library = Library(ForcedOrder(shuffles, fallback))
    player = Player(seat, library, life=table.get("life", life))
    for zone in ("hand", "graveyard", "exile", "command"):
        cards = zone_cards(scenario, names, player, table.get(zone, ""), seat, zone)
        getattr(player, zone).extend(cards)
    for card in player.command:
        card.commander = True
    library.middle = zone_cards(scenario, names, player, table.get("library", ""), seat, "library")
    if "unknown" in table:
        known, library.middle = library.middle, []
        library.top = known
        library.middle = unknown_cards(scenario, names, player, table["unknown"], seat)
        library.order.forced = False  # type: ignore[attr-defined]
    for slot, card in enumerate([*library.cards(), *player.hand]):
        card.slot = slot
    return player


def zone_cards(scenario: Scenario, names: Names, player: Player, value: Any, seat: str, zone: str) -> list[Card]:
    """The cards of a zone: a text of names, or a list of names."""
    texts = value if isinstance(value, list) else [value]
    found = []
    for text in texts:
        if not isinstance(text, str):
            raise scenario.wrong("a zone is a text of names, or a list of names", seat, zone)
        try:
            for name in split_names(text, names.knows):
                found.append(make_card(names, player, name))
        except InputError as wrong:
            raise scenario.wrong(str(wrong), seat, zone) from None
    return found


def make_card(names: Names, player: Player, name: str) -> Card:
    """A new card of a name, label or letter; letters that stand for a card keep their letter as a label."""
    facts = names.facts(name)
    return new_card(facts, player, name if LETTER.match(name) and facts.name != name else "")


def unknown_cards(scenario: Scenario, names: Names, player: Player, text: Any, seat: str) -> list[Card]:
    """`4 land, 4 blank`, `1 key, 9 blank` or names and letters with numbers: cards in an unknown order."""
    found: list[Card] = []
    for part in str(text).split(","):
        counted = _COUNT.match(part.strip())
        number, name = (int(counted.group(1)), counted.group(2).strip()) if counted else (1, part.strip())
        if not name:
            continue
        letter = UNKNOWN_WORDS.get(name.lower(), name)
        try:
            for each in [letter] if names.knows(letter) else split_names(name, names.knows):
                found.extend(make_card(names, player, each) for _ in range(number))
        except InputError as wrong:
            raise scenario.wrong(str(wrong), seat, "unknown") from None
    return found


# --- permanents


def _permanents(scenario: Scenario, names: Names, game: Game, player: Player) -> None:
    value = scenario.data.get(player.seat, {}).get("battlefield", [])
    phrases = value if isinstance(value, list) else split_phrases(names, value)
    for phrase in phrases:
        try:
            place(names, game, player, str(phrase))
        except InputError as wrong:
            raise scenario.wrong(str(wrong), player.seat, "battlefield") from None


def split_phrases(names: Names, text: str) -> list[str]:
    """A battlefield written as one text: phrases split by semicolons or commas, commas of card names left alone."""
    found: list[str] = []
    for part in re.split(r";|,", text):
        piece = part.strip()
        if found and piece:
            joined = f"{found[-1]}, {piece}"
            _, name, _, _ = _parts(_label(joined)[1])
            if names.knows(name):
                found[-1] = joined
                continue
        if piece:
            found.append(piece)
    return found


def place(names: Names, game: Game, player: Player, phrase: str, settled: bool = True) -> list[Permanent]:
    """Put the permanents of one phrase onto the battlefield: `3 Island tapped`, `Bear = creature 2/2 sick`."""
    label, rest = _label(phrase.strip())
    host_text, rest = _host(names, rest)
    number, name, states, settings = _parts(rest)
    facts_name = name
    creature = _CREATURE.match(name)
    if creature and not names.knows(name):
        facts = creature_facts(f"{creature.group(1)} {creature.group(2)}", label or "Creature")
    elif names.knows(name) and name not in names.labels:
        facts = names.facts(name)
    else:
        facts = names.facts(name)
    if label:
        names.labels.add(label)
    own_label = label or (facts_name if LETTER.match(facts_name) else "")
    found = []
    for _ in range(number):
        found.append(
            _arrive(
                game, player, new_card(facts, player, own_label, token=_is_token(facts_name, facts)), states, settled
            )
        )
    for permanent in found:
        _settings(permanent, settings)
        if host_text:
            permanent.host = _find_host(game, host_text)
        if "bearer" in states:
            player.bearer = permanent
    return found


def _is_token(name: str, facts: Any) -> bool:
    return is_token_name(name) and facts.layer == "own"


def _arrive(game: Game, player: Player, card: Card, states: list[str], settled: bool) -> Permanent:
    """It simply is there: no event, no trigger."""
    game.arrivals += 1
    permanent = Permanent(
        game.arrivals, card, player, tapped="tapped" in states, settled=settled and "sick" not in states
    )
    if card.facts.loyalty is not None:
        permanent.counters["loyalty"] = card.facts.loyalty
    game.battlefield.append(permanent)
    return permanent


def _label(phrase: str) -> tuple[str, str]:
    """`Bear = creature 2/2`: the label and what it is; "" without one (`charge=2` is written without blanks)."""
    label, mark, rest = phrase.partition(" = ")
    if not mark:
        label, mark, rest = phrase.partition("=creature ")
        rest = f"creature {rest}"
    return (label.strip(), rest.strip()) if mark else ("", phrase)


def _host(names: Names, text: str) -> tuple[str, str]:
    """The last ` on NAME` that is not part of a card's own name."""
    if names.knows(text):
        return "", text
    head, mark, tail = text.rpartition(" on ")
    return (tail.strip(), head.strip()) if mark else ("", text)


def _find_host(game: Game, text: str) -> Permanent:
    from analyzer.rulebook.scenario.names import choose_called

    found = choose_called(text, game.battlefield)
    if not found:
        raise InputError(f"'{text}' is no permanent that stands before this one")
    return found[0]


def _parts(text: str) -> tuple[int, str, list[str], list[tuple[str, str]]]:
    """Number, name, states and settings of a phrase without label and host."""
    counted = _COUNT.match(text)
    number, rest = (int(counted.group(1)), counted.group(2)) if counted else (1, text)
    words = rest.split()
    states: list[str] = []
    settings: list[tuple[str, str]] = []
    while len(words) > 1:
        setting = _SETTING.match(words[-1])
        if words[-1].lower().strip(",") in STATES:
            states.append(words.pop().lower().strip(","))
        elif setting:
            settings.append((setting.group(1), setting.group(2)))
            words.pop()
        else:
            break
    return number, " ".join(words).rstrip(","), states, settings


def _settings(permanent: Permanent, settings: list[tuple[str, str]]) -> None:
    for key, value in settings:
        if key in ("chosen", "color", "colour"):
            permanent.chosen = COLORS.get(value.lower(), value.upper())
        elif value.isdigit():
            permanent.counters[key] = int(value)
        else:
            raise InputError(f"'{key}={value}': a number of counters is wanted, for example charge=2")


def _start(scenario: Scenario, game: Game, player: Player) -> None:
    """Land plays, the Ring, floating mana, lands had: what the keys of a player say about the past."""
    table = scenario.data.get(player.seat, {})
    if table.get("land_played", False):
        player.lands_played = 1
    ring = table.get("ring", {})
    if isinstance(ring, int):
        ring = {"temptations": ring}
    player.temptations = ring.get("temptations", 0)
    if ring.get("bearer"):
        player.bearer = _find_host(game, ring["bearer"])
    player.mulligans = table.get("mulligans", 0)
    player.pool = [Mana(letter) for letter in table.get("mana", "").upper() if letter in "WUBRGC"]
    if "lands" in table:
        game.land_sets[player.seat] = str(table["lands"]).upper()
    player.counts["lands_had"] = sum(card.facts.is_land for card in player.hand)
    player.counts["kept_cards"] = len(player.hand)
    player.counts["kept_lands"] = player.counts["lands_had"]
