"""The stack (608): resolving the top object, countering, and checking before anyone gets priority."""

from __future__ import annotations

from analyzer.contract import events as codes
from analyzer.rulebook import characteristics as now
from analyzer.rulebook import state_based, triggers
from analyzer.rulebook.casting import spell_program
from analyzer.rulebook.effects import run
from analyzer.rulebook.game import Game
from analyzer.rulebook.objects import Permanent, StackItem
from analyzer.rulebook.targets import MAIN, spec_of, still_legal
from analyzer.rulebook.zones import enter, move_to

LIMIT = 1_000  # rounds of checks, or objects resolved in a row, before the game is called endless


def before_priority(game: Game) -> None:
    """704.3, 603.3: state-based actions until none is left, then waiting triggers, and again until nothing happens."""
    for _ in range(LIMIT):
        acted = False
        if game.changes != game.checked:
            game.checked = game.changes
            acted = state_based.check(game)
        if not acted and not game.waiting:
            return
        if not acted:
            triggers.put_on_stack(game)
    raise RuntimeError("state-based actions and triggers never come to rest")


def resolve_top(game: Game) -> None:
    """The top object resolves; TGT-2: with all targets illegal it does not, and nothing at all happens."""
    item = game.stack[-1]
    if not still_legal(game, item):
        game.stack.remove(item)
        _off_stack(game, item, "graveyard", codes.FIZZLE)
        before_priority(game)
        return
    if item.what == "spell":
        _resolve_spell(game, item)
    else:
        run(game, item)
        if item in game.stack:
            game.stack.remove(item)
    before_priority(game)


def resolve_all(game: Game) -> None:
    """Resolve until the stack is empty."""
    before_priority(game)
    for _ in range(LIMIT):
        if not game.stack:
            return
        resolve_top(game)
    raise RuntimeError("the stack never becomes empty")


def _resolve_spell(game: Game, item: StackItem) -> None:
    """FRM-4: the text in printed order, then spliced text (SPL-1); last, the card goes where it belongs (BUY-1)."""
    assert item.card is not None
    facts = item.card.facts
    if facts.is_permanent:
        game.stack.remove(item)
        host = _aura_host(item) if "aura" in facts.subtypes else None
        physical = item.context.get("physical", item.card)
        card = physical if physical.facts is facts else item.card
        kind, name = item.card.kind, item.name
        game.write(codes.RESOLVE, item.controller, kind, codes.TO_BATTLEFIELD, names=(name,), detail="to battlefield")
        permanent = enter(game, card, item.controller, x=item.x, kicked=item.kicked, host=host)
        if host is not None:
            game.write(codes.ATTACH, item.controller, permanent.number, host.number, names=(facts.name, host.name))
        return
    run(game, item)
    _run_spliced(game, item)
    if item in game.stack:
        game.stack.remove(item)
        zone = "exile" if item.flashback else "hand" if item.buyback else "graveyard"
        _off_stack(game, item, zone, codes.RESOLVE)


def _aura_host(item: StackItem) -> Permanent | None:
    chosen = [one for group in item.targets for one in group.objects if isinstance(one, Permanent)]
    return chosen[0] if chosen else None


def _run_spliced(game: Game, item: StackItem) -> None:
    """SPL-1: the texts of the revealed cards follow, in the chosen order, each with its own targets."""
    for card, groups in zip(item.spliced, item.splice_targets, strict=True):
        part = StackItem(
            "spell", item.controller, item.name, spell_program(card.facts), source=item.source, targets=groups
        )
        wants, _ = spec_of(card.facts.abilities)
        part.context = {"keys": [MAIN if wants else "tp"] * len(groups), "x": 0, "kicked": 0}
        run(game, part)


ZONES = {
    "graveyard": codes.TO_GRAVEYARD, "exile": codes.TO_EXILE, "hand": codes.TO_HAND, "library": codes.TO_LIBRARY_TOP,
}  # fmt: skip


def _off_stack(game: Game, item: StackItem, zone: str, code: int) -> None:
    """A spell leaves the stack; flashback exiles it wherever it would go; copies and abilities cease to exist."""
    if item.what != "spell" or item.card is None or item.is_copy:
        if code == codes.FIZZLE:
            game.write(code, item.controller, names=(item.name,), detail="all its targets are illegal (TGT-2)")
        return
    if item.flashback:
        zone = "exile"
    card = item.context.get("physical", item.card)
    move_to(game, card, zone)
    why = "all its targets are illegal (TGT-2), " if code == codes.FIZZLE else ""
    game.write(code, item.controller, card.kind, ZONES[zone], names=(item.name,), detail=f"{why}to {zone}")


def counter_item(game: Game, item: StackItem, zone: str = "graveyard") -> None:
    """BOR-4: the card goes to the graveyard; buyback does not save it; it was still cast."""
    if "cannot be countered" in (now.keywords(game, item.source) if item.source else ()):
        return
    game.stack.remove(item)
    item.countered = True
    item.controller.counts["countered"] += 1
    if item.what == "spell":
        _off_stack(game, item, zone, codes.COUNTERED)
    else:
        game.write(codes.COUNTERED, item.controller, names=(item.name,), detail="ability")
