"""Counters and event patterns of scenarios: what `count` and `order` may name."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.errors import InputError
from analyzer.rulebook import characteristics as now
from analyzer.rulebook.events import Event
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Player
from analyzer.rulebook.scenario.names import called
from analyzer.rulebook.scenario.reader import SEATS
from analyzer.tomlfile import nearest

# counters of a player by other names; blanks, underscores and hyphens are alike
ALIASES = {
    "scrys": "scry_events", "scries": "scry_events", "scry": "scry_events", "looked": "looked_at", "looks":
    "looked_at", "cards_looked_at": "looked_at", "scry_bottomed": "bottomed", "cards_bottomed": "bottomed", "draws":
    "cards_drawn", "drawn": "cards_drawn", "spells": "spells_cast", "casts": "spells_cast", "temptations": "ring",
    "discarded": "discards", "cards_discarded": "discards", "sacrificed": "sacrifices", "shards": "shards_made",
    "roles": "roles_made", "surveils": "surveil_events", "faildraws": "failed_draws", "tokens_made": "tokens", "mill":
    "milled",
}  # fmt: skip
COUNTS = (
    "scry_events", "scry_looked", "looked_at", "bottomed", "surveil_events", "surveil_looked", "cards_drawn",
    "failed_draws", "spells_cast", "spells_this_turn", "shuffles", "discards", "milled", "sacrifices", "tokens",
    "shards_made", "shards_used", "roles_made", "ring", "bearers_chosen", "ring_triggers", "land_drops", "lands_put",
    "lands_had", "attacks", "damage", "damage_taken", "mana_spent", "mana_made", "activations", "countered",
    "entered_tapped", "entered_untapped", "kept_cards", "kept_lands",
)  # fmt: skip
# event words by other names: (word of the log, text its line must contain)
EVENT_WORDS = {
    "draw": ("take", "draw"), "sacrifice": ("leave", "sacrifice"), "dies": ("leave", "graveyard"), "top": ("totop",
    ""), "bottomed": ("tobottom", ""), "fizzles": ("fizzle", ""), "counter": ("counter", ""), "played": ("land",
    "played"),
}  # fmt: skip


def count_of(game: Game, player: Player, key: str) -> int:
    """A counter by name, a size of a zone, or the number of events that a pattern matches."""
    words = key.split()
    if words and words[0].lower() in SEATS and len(words) > 1:
        owner = game.seat(words[0].lower())
        if owner is None:
            raise InputError(f"expect: {words[0]} does not play in this game")
        return count_of(game, owner, " ".join(words[1:]))
    name = "_".join(key.lower().replace("-", " ").replace("_", " ").split())
    name = ALIASES.get(name, name)
    sizes = {
        "hand": len(player.hand), "library": len(player.library), "graveyard": len(player.graveyard),
        "life": player.life,
        "exile": len(player.exile), "mulligans": player.mulligans, "spells_this_turn": player.spells_this_turn,
        "lands": sum(now.is_land(one) for one in game.controlled(player)), "decked": int("decked" in player.lost),
        "emblems": int(player.temptations > 0), "emblem": int(player.temptations > 0), "turn": game.turn,
        "missed_drops": max(0, game.turn - player.counts["land_drops"]), "triggers": _events(game, "trigger"),
    }  # fmt: skip
    if name in sizes:
        return sizes[name]
    if name in COUNTS:
        return player.counts[name]
    return _events(game, key)


def _events(game: Game, pattern: str) -> int:
    word = pattern.split()[0].lower()
    known = {entry[0] for entry in codes.EVENTS.values()} | REMARKS | set(EVENT_WORDS)
    if word not in known:
        raise InputError(f"expect: '{pattern}' is no counter and no event{nearest(word, sorted({*known, *COUNTS}))}")
    return sum(event_matches(event, pattern) for event in game.log or [])


REMARKS = {
    "tap", "untap", "counter", "control", "pump", "gain", "mana", "empties", "announce", "may", "reveal", "return",
    "exile", "enter", "removed", "no-role", "block", "cycle", "script", "zero", "search",
}  # fmt: skip


def event_matches(event: Event, pattern: str) -> bool:
    """Does `[seat] word names` describe this event?"""
    words = pattern.split()
    if words[0].lower() in SEATS and len(words) > 1:
        if event.seat != words[0].lower():
            return False
        words = words[1:]
    word, contains = EVENT_WORDS.get(words[0].lower(), (words[0].lower(), ""))
    if event.word != word or contains not in str(event):
        return False
    rest = " ".join(words[1:])
    if not rest:
        return True
    whole = str(event).lower()
    return any(called(rest, name) for name in event.names) or all(
        any(called(part, name) for name in event.names) or part.lower().strip(",") in whole.replace(",", " ").split()
        for part in words[1:]
    )
