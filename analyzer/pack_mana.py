"""Turns costs and sources of a plan into the mana tables of the kernel's block, and names the sources it cannot use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.cards.lands import ManaOption, mana_text, mana_units
from analyzer.cards.model import CardFacts
from analyzer.decks.model import Notice
from analyzer.errors import NoRoom
from analyzer.kernel import layout, mana_layout
from analyzer.plan.lines import cost_payments
from analyzer.plan.model import GENERIC, Plan

TYPES = "WUBRGC"
COLOUR_BITS = 31
Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """What a kind gives when it is tapped once: `units`, WUBRGC bits each; 0 is a unit whose types the board decides.

    `board` are the types that count for such a unit. `one_shot`: the permanent goes with the mana.
    """

    units: tuple[int, ...]
    one_shot: bool = False
    board: int = 0


@dataclass(frozen=True, slots=True)
class ManaTables:
    """The mana tables of a plan.

    `types` are the WUBRGC bits that have a bit of their own, lowest first; `words` the words of a packed vector.
    `needs` and `pips` (first word, count of typed pips) are by (kind, line); `kick_needs` and `kick_pips` the same for
    one more X or kick. `left_out` names what a source could do and the kernel does not use, by kind.
    """

    types: tuple[int, ...]
    words: int
    region: tuple[int, ...]
    sources: Mapping[int, Source]
    needs: Mapping[tuple[int, int], Vector]
    pips: Mapping[tuple[int, int], tuple[int, int]]
    kick_needs: Mapping[tuple[int, int], Vector]
    kick_pips: Mapping[tuple[int, int], tuple[int, int]]
    notices: tuple[Notice, ...]


# --- costs


def type_set(bits: int, types: Sequence[int]) -> int:
    """The set (one bit for each of `types`) of these WUBRGC bits.

    >>> type_set(2 | 16, (2, 16)), type_set(1, (2, 16))
    (3, 0)
    """
    return sum(1 << place for place, bit in enumerate(types) if bits & bit)


def words_for(types: Sequence[int]) -> int:
    """Words of a packed vector with a byte for each set of these types."""
    return max(1, (1 << len(types)) // 8)


def pack_bytes(counts: Sequence[int]) -> Vector:
    """Eight counts a word, first in the lowest byte; MANA_WORDS words.

    >>> pack_bytes([3, 1])[:2]
    (259, 0)
    """
    raw = bytes(min(count, 127) for count in counts).ljust(8 * layout.MANA_WORDS, b"\0")
    return tuple(int.from_bytes(raw[at : at + 8], "little") for at in range(0, len(raw), 8))


def pack_need(pips: Iterable[int], types: Sequence[int]) -> Vector:
    """The packed need of pips (WUBRGC bits each, GENERIC = any): byte U counts typed pips inside U, byte 0 all pips.

    >>> pack_need((1, 3, GENERIC), (1, 2))[0].to_bytes(8, "little")[:4]
    b'\\x03\\x01\\x00\\x02'
    """
    pips = tuple(pips)
    sets = [type_set(pip, types) for pip in pips if pip != GENERIC]
    inside = [sum(1 for each in sets if each & ~wanted == 0) for wanted in range(1 << len(types))]
    return pack_bytes([len(pips), *inside[1:]])


def pack_unit(bits: int, types: Sequence[int]) -> Vector:
    """The packed vector of one unit of these WUBRGC bits: byte U is 1 where it meets U, byte 0 always."""
    own = type_set(bits, types)
    return pack_bytes([1, *(int(own & wanted != 0) for wanted in range(1, 1 << len(types)))])


def typed(pips: Iterable[int]) -> tuple[int, ...]:
    """The pips that are not generic, in printed order."""
    return tuple(pip for pip in pips if pip != GENERIC)


def asked_types(plan: Plan, more: Iterable[int] = ()) -> tuple[int, ...]:
    """WUBRGC bits that some typed pip of the plan's lines and abilities, or of `more` pips, asks for; lowest first."""
    asked = 0
    for kind in plan.kinds:
        for line in kind.lines:
            for pip in typed((*line.pips, *line.x_pips)):
                asked |= pip
        for ability in kind.abilities:
            for cost in ability.costs:
                for pips, _ in cost_payments(cost.symbols)[0] if cost.symbols else ():
                    for pip in typed(pips):
                        asked |= pip
    for pip in typed(more):
        asked |= pip
    return tuple(1 << place for place in range(6) if asked >> place & 1)


# --- sources


def _bits(letters: str) -> int:
    return sum(1 << TYPES.index(letter) for letter in set(letters))


def _chosen(plan: Plan, beside: int) -> int:
    """The colour a "choose a colour" source is given: the one most pips ask for that it does not make already."""
    asked: Counter[int] = Counter()
    for slot in plan.slots:
        for line in plan.kinds[slot].lines[:1] if slot >= 0 else ():
            asked.update(bit for pip in typed(line.pips) for bit in (1, 2, 4, 8, 16) if pip & bit)
    best = max((bit for bit in (1, 2, 4, 8, 16) if not bit & beside), key=lambda bit: (asked[bit], -bit))
    return best


def _identity(plan: Plan) -> int:
    cards = [plan.kinds[kind].card for kind in plan.commanders]
    return _bits("".join(sorted({letter for card in cards for letter in card.identity})))


def _why_not(option: ManaOption) -> str:
    """Why an option is not used; "" if it is."""
    if option.odd:
        return "mana of a joke card"
    if option.conditional:
        return "a condition"
    if option.restricted:
        return "restricted mana"
    if option.amount is not None:
        return "a varying amount of mana"
    if option.same and len(option.units) > 1:
        return "several mana of one chosen type"
    if option.costs and [cost.word for cost in option.costs] != ["sac"]:
        return "a further cost"
    return ""


def _unit_bits(word: str, plan: Plan, beside: int) -> tuple[int, str]:
    """Types of one unit and a remark; 0 without remark: the board decides."""
    if word == "mylands":
        return 0, ""
    if word == "id":
        found = _identity(plan)
        return (found, "") if found else (-1, "no commander, so it makes nothing")
    if word == "chosen":
        found = _chosen(plan, beside)
        return found, f"the chosen colour is {TYPES[found.bit_length() - 1]}"
    if word.isupper():
        return _bits(word), ""
    return -1, "the opponent has no lands, so it makes nothing" if word == "opplands" else f"'{word}' is not used"


def source_of(card: CardFacts, plan: Plan) -> tuple[Source | None, tuple[str, ...]]:
    """What the kernel lets a card give, and remarks: what of it is left out and what was chosen for the player.

    Alternatives of one mana each are one unit with several types; of alternatives that make different numbers of mana
    the one of a single mana is used, else the first. A sacrifice of the source itself is used if nothing else is there.
    """
    options = mana_units(card.produces or mana_text(card.abilities))
    remarks = [f"{reason} for mana is not used" for reason in map(_why_not, options) if reason]
    good = [option for option in options if not _why_not(option)]
    lasting = [option for option in good if not option.costs]
    if lasting and len(lasting) < len(good):
        remarks.append("sacrificing it for mana is not used")
    used = lasting or good
    single = [option for option in used if len(option.units) == 1]
    several = [option for option in used if len(option.units) > 1]
    if several and (single or len(several) > 1):
        remarks.append("other amounts of mana are not used" if single else "other mixes of mana are not used")
    units: list[int] = []
    board = 0
    if single:
        fixed = _bits("".join({unit for (unit,) in (option.units for option in single) if unit.isupper()}))
        found = [_unit_bits(option.units[0], plan, fixed) for option in single]
        remarks += [remark for _, remark in found if remark]
        bits = 0
        for each, _ in found:
            bits |= max(each, 0)
        if any(each == 0 for each, _ in found):
            if bits:
                remarks.append("types that other lands make are not used")
            else:
                board = COLOUR_BITS | 32
        units = [bits] if bits or board else []
    elif several:
        found = [_unit_bits(word, plan, 0) for word in several[0].units]
        remarks += [remark for _, remark in found if remark]
        units = [bits for bits, _ in found if bits > 0]
        if any(bits == 0 for bits, _ in found):
            remarks.append("types that other lands make are not used")
    if len(units) > mana_layout.MAX_SOURCE_UNITS:
        remarks.append(f"more than {mana_layout.MAX_SOURCE_UNITS} mana at once are not used")
        units = units[: mana_layout.MAX_SOURCE_UNITS]
    return (Source(tuple(units), not lasting, board) if units else None), tuple(dict.fromkeys(remarks))


TREASURE = Source((COLOUR_BITS,), one_shot=True)


# --- the whole


def build_mana(plan: Plan, more_pips: Iterable[int] = ()) -> ManaTables:
    """Tables of a plan; `more_pips` are pips of costs that only goals or abilities of tokens name."""
    types = asked_types(plan, more_pips)
    notices: list[Notice] = []
    sources: dict[int, Source] = {}
    for kind in plan.kinds:
        if not (kind.card.is_permanent and (kind.card.produces or kind.card.effects)):
            continue
        source, remarks = source_of(kind.card, plan)
        if source is not None:
            sources[kind.index] = source
        notices += [Notice("mana", f"{kind.name}: {remark}", card=kind.name) for remark in remarks]
    sources[layout.TREASURE_KIND] = TREASURE
    return _tables(plan, types, sources, tuple(notices))


def _tables(
    plan: Plan, types: tuple[int, ...], sources: Mapping[int, Source], notices: tuple[Notice, ...]
) -> ManaTables:
    needs, kick_needs, pips, kick_pips = {}, {}, {}, {}
    words: list[int] = []

    def put(cost: tuple[int, ...]) -> tuple[int, int]:
        first = mana_layout.PIPS + len(words)
        words.extend(type_set(pip, types) for pip in typed(cost))
        return first, len(typed(cost))

    for kind in plan.kinds:
        for line in kind.lines:
            key = (kind.index, line.number)
            kick = line.x_pips or (GENERIC,) * line.x_factor
            needs[key], kick_needs[key] = pack_need(line.pips, types), pack_need(kick, types)
            pips[key], kick_pips[key] = put(line.pips), put(kick)
    if mana_layout.PIPS + len(words) > mana_layout.PIPS_END:
        raise NoRoom(f"the lines of this deck have {len(words)} typed pips, more than the kernel has room for")
    lands = {kind.index for kind in plan.kinds if kind.card.is_land}
    region = _region(types, sources, lands, words, taps_matter(plan))
    return ManaTables(types, words_for(types), region, sources, needs, pips, kick_needs, kick_pips, notices)


def taps_matter(plan: Plan) -> bool:
    """Does some card or free effect of the plan make Treasure, untap something or keep it tapped?"""
    texts = [kind.card.effects for kind in plan.kinds] + [free.text for free in plan.free]
    return any("treasure" in text or "untap" in text for text in texts)


def _region(
    types: tuple[int, ...], sources: Mapping[int, Source], lands: set[int], pips: list[int], taps: bool
) -> tuple[int, ...]:
    """All words of MANA_TABLE_REGION."""
    at = mana_layout.SIMPLE
    region = [0] * layout.MANA_TABLE_SIZE
    in_deck = {kind: source for kind, source in sources.items() if kind != layout.TREASURE_KIND}
    simple = not taps and all(
        kind in lands and not source.board and not source.one_shot for kind, source in in_deck.items()
    )
    region[mana_layout.SIMPLE - at] = int(simple)
    region[mana_layout.BOARD_PLAN - at] = int(any(source.board for source in sources.values()))
    region[mana_layout.SOURCES_N - at] = len(sources)
    region[mana_layout.PIPS_USED - at] = len(pips)
    for bits in range(64):
        region[mana_layout.SET_OF_TYPES - at + bits] = type_set(bits, types)
    for number in range(1 << len(types)):
        bits = sum(bit for place, bit in enumerate(types) if number >> place & 1)
        region[mana_layout.TYPES_OF_SET - at + number] = bits
        region[mana_layout.SET_SIZE - at + number] = number.bit_count()
        first = mana_layout.UNIT_VECTOR - at + number * layout.MANA_WORDS
        region[first : first + layout.MANA_WORDS] = pack_unit(bits, types)
        first = mana_layout.PIP_VECTOR - at + number * layout.MANA_WORDS
        region[first : first + layout.MANA_WORDS] = pack_need((bits if number else GENERIC,), types)
    for place, (kind, source) in enumerate(sources.items()):
        record = mana_layout.SOURCE - at + place * mana_layout.SOURCE_STRIDE
        flags = mana_layout.SF_LAND * (kind in lands) | mana_layout.SF_ONE_SHOT * source.one_shot
        region[record + mana_layout.S_KIND] = kind
        region[record + mana_layout.S_FLAGS] = flags | mana_layout.SF_BOARD * bool(source.board)
        region[record + mana_layout.S_UNITS] = len(source.units)
        region[record + mana_layout.S_BOARD] = source.board
        if len(source.units) == 1 and source.units[0]:
            unit = type_set(source.units[0], types)
            region[record + mana_layout.S_VECTOR] = mana_layout.UNIT_VECTOR + unit * layout.MANA_WORDS
        region[record + mana_layout.S_TYPES : record + mana_layout.S_TYPES + len(source.units)] = source.units
    region[mana_layout.PIPS - at : mana_layout.PIPS - at + len(pips)] = pips
    return tuple(region)


def write_mana(block: Any, tables: ManaTables) -> None:
    """Write the tables into a block: the mana tables, COLOURS_N, PLAN_WORDS_N and K_MANA_INDEX of every kind.

    Needs and pips of lines lie in `tables` by (kind, line); who writes the line records copies them from there.
    """
    at = mana_layout.SIMPLE
    block[at : at + len(tables.region)] = tables.region
    block[layout.COLOURS_N] = len(tables.types)
    block[layout.PLAN_WORDS_N] = tables.words
    block[layout.K_MANA_INDEX : layout.K_MANA_INDEX + layout.KINDS] = -1
    for place, kind in enumerate(tables.sources):
        block[layout.K_MANA_INDEX + kind] = place


def produces(tables: ManaTables, kind: int) -> int:
    """WUBRGC bits that a kind can make: the word K_PRODUCES; a source that asks the board counts as all types."""
    source = tables.sources.get(kind)
    if source is None:
        return 0
    bits = source.board
    for unit in source.units:
        bits |= unit
    return bits
