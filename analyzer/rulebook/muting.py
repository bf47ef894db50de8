"""Versions of sources (SEMANTICS 2): what an ability of a muted card, its tokens and its Ring really carry out.

The printed program stays what the rules of play are told; only the carrying out changes.
"""

from __future__ import annotations

from analyzer.cards.abilities import Program
from analyzer.plan.model import Kind
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import StackItem
from analyzer.versions import versioned

LOOT_FROM = 2  # temptations that are not muted before the Ring loots


def carried_out(game: Game, item: StackItem, program: Program) -> Program:
    """The program of an item in the versions of its plan; unchanged outside plans and without muted cards."""
    if not game.kinds:
        return program
    if "maker" in item.context:  # the Ring
        return program if item.controller.ring_full >= LOOT_FROM else versioned(program, "empty")
    if item.source is not None and item.source.token:
        version = item.source.version
        return versioned(program, version) if version else program
    card = item.card or (item.source.card if item.source is not None else getattr(item.context.get("it"), "card", None))
    if card is None or not 0 <= card.kind < len(game.kinds) or not game.kinds[card.kind].muted:
        return program
    for version in _versions(game.kinds[card.kind], item):
        program = versioned(program, version)
    return program


def _versions(kind: Kind, item: StackItem) -> list[str]:
    """The versions of the ability that runs: of a spell its `cast` abilities, else the ability itself."""
    found = []
    for number, version in kind.muted:
        ability = kind.abilities[number]
        if ability == item.ability or (item.ability is None and ability.word == "cast"):
            found.append(version)
    return found
