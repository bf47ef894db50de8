"""Writes the fetch lands of a plan into the kernel's mana tables: what each may find, and what that would make."""

from __future__ import annotations

from typing import Any

from analyzer.kernel import layout, mana_layout
from analyzer.pack_filters import mask_of
from analyzer.pack_mana import ManaTables, Source, type_set
from analyzer.plan.fetches import fetches_of, findable
from analyzer.plan.model import Plan


def write_fetches(plan: Plan, block: Any, tables: ManaTables) -> None:
    """The tables FETCH and TARGET, K_FINDS and K_FINDS_NOW, and K_PRODUCES of fetch lands; needs K_TAPPED."""
    lands = {kind.index: kind.card for kind in plan.kinds if kind.card.is_land}
    block[mana_layout.STARTED] = sum(kind in lands for kind in plan.start.battlefield)
    made = {kind: one_unit(source) for kind, source in tables.sources.items() if kind in lands}
    made = {kind: types for kind, types in made.items() if types}
    cards = [kind.card for kind in plan.kinds]
    fetches = {
        kind: (fetch, [other for other in made if (mask_of(cards, fetch.what) or 0) >> other & 1])
        for kind, fetch in fetches_of(plan).items()
    }
    fetches = {kind: pair for kind, pair in fetches.items() if pair[1]}
    wanted = dict.fromkeys(other for _, found in fetches.values() for other in found)
    places = {kind: place for place, kind in enumerate(list(wanted)[: mana_layout.MAX_TARGETS])}
    copies = findable(plan, {kind: made[kind] for kind in places})
    targets = [(kind, copies[kind], type_set(made[kind], tables.types)) for kind in places]
    for number, (kind, (fetch, found)) in enumerate(fetches.items()):
        mask = sum(1 << places[other] for other in found if other in places)
        bits = _types(made, found)
        if kind in made and len(targets) < mana_layout.MAX_TARGETS:
            mask |= 1 << len(targets)
            targets.append((kind, -1 - number, type_set(made[kind], tables.types)))
            bits |= made[kind]
        record = mana_layout.FETCH + number * mana_layout.FETCH_STRIDE
        started = plan.start.battlefield.count(kind)
        block[record : record + mana_layout.FETCH_STRIDE] = (kind, mask, fetch.life, int(not fetch.tapped), started)
        block[mana_layout.K_FINDS + kind] = bits
        untapped = [other for other in found if block[layout.K_TAPPED + other] != layout.ENTERS_TAPPED]
        at_once = not fetch.tapped and block[layout.K_TAPPED + kind] != layout.ENTERS_TAPPED
        block[mana_layout.K_FINDS_NOW + kind] = (
            _types(made, untapped) | made.get(kind, 0) if at_once and untapped else 0
        )
        block[layout.K_PRODUCES + kind] |= bits
    for place, target in enumerate(targets):
        record = mana_layout.TARGET + place * mana_layout.TARGET_STRIDE
        block[record : record + mana_layout.TARGET_STRIDE] = target
    block[mana_layout.FETCHES_N], block[mana_layout.TARGETS_N] = len(fetches), len(targets)


def one_unit(source: Source) -> int:
    """The fixed types of a land's one mana; 0 for a land that makes several, or what the board decides."""
    return source.units[0] if len(source.units) == 1 else 0


def _types(made: dict[int, int], kinds: list[int]) -> int:
    bits = 0
    for kind in kinds:
        bits |= made[kind]
    return bits
