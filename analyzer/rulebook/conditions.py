"""Conditions of the ability language: the text in `if[..]`, read against the game."""

from __future__ import annotations

import re
from typing import Any

from analyzer.rulebook.characteristics import size
from analyzer.rulebook.filters import COLORS, count, matches
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Permanent, Player

_CONTROL = re.compile(r"ctrl(?:(>=|<=|=)(\d+))?\((.*)\)$")
_COMPARE = re.compile(r"(hand|gy|life|library|devotion\(\w+\)|counters\([^)]*\)|temptations|turn)(>=|<=|=|<|>)(\d+)$")


def holds(game: Game, text: str, you: Player, source: Permanent | None, context: dict[str, Any]) -> bool:
    """Is the condition true for the player `you` now? An unknown condition is false and noted by name (FRM-7).

    `bearerother`: a creature other than the source was chosen as bearer (RNG-5); `nomana`: no mana was spent on the
    spell (BOR-1); `notattacked`; `yourturn`; `ctrl(filter)`, `ctrl>=3(filter)`; `hand=0`; `gy>=7`; `temptations>=4`.
    """
    text = text.strip().lower()
    if text.startswith("not "):
        return not holds(game, text[4:], you, source, context)
    if text == "bearerother":
        bearer = context.get("bearer")
        return bearer is not None and bearer is not source
    if text == "nomana":
        spell = context.get("it")
        return spell is not None and spell.mana_spent == 0
    if text == "notattacked":
        return not you.counts["attacked_turn"] or you.counts["attacked_turn"] != game.turn
    if text == "attacked":
        return bool(you.counts["attacked_turn"]) and you.counts["attacked_turn"] == game.turn
    if text in ("untapped", "tapped"):
        return source is not None and source.tapped == (text == "tapped")
    if text == "yourturn":
        return game.active is you
    if text.startswith("hosttoughness<="):
        host = source.host if source else None
        return host is not None and size(game, host)[1] <= int(text.partition("<=")[2])
    if text in ("topland", "land on top"):
        top = you.library.look(1)
        return bool(top) and top[0].facts.is_land
    control = _CONTROL.match(text)
    if control:
        return _controls(game, control, you, source)
    compare = _COMPARE.match(text)
    if compare:
        return _compared(game, compare, you, source)
    game.note_missing(f"condition not modelled: {text}")
    return False


def _controls(game: Game, control: re.Match[str], you: Player, source: Permanent | None) -> bool:
    sign, bound, what = control.groups()
    found = sum(matches(game, what, permanent, you, source) for permanent in game.controlled(you))
    return _signed(sign or ">=", found, int(bound or 1))


def _compared(game: Game, compare: re.Match[str], you: Player, source: Permanent | None) -> bool:
    what, sign, bound = compare.groups()
    if what.startswith("devotion"):
        from analyzer.cards.ability_tree import Amount

        colour = what[9:-1]
        value = count(game, Amount("V", measure="devotion", of=COLORS.get(colour, colour)), you, source)
    elif what.startswith("counters"):
        value = source.counters[what[9:-1]] if source else 0
    else:
        value = {
            "hand": len(you.hand), "gy": len(you.graveyard), "life": you.life, "library": len(you.library),
            "temptations": you.temptations, "turn": game.turn,
        }[what]  # fmt: skip
    return _signed(sign, value, int(bound))


def _signed(sign: str, value: int, bound: int) -> bool:
    return {">=": value >= bound, "<=": value <= bound, "=": value == bound, "<": value < bound, ">": value > bound}[
        sign
    ]
