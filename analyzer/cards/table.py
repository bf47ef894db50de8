"""The shipped table of card facts: reading it and finding rows by name.

The packed table (0.9 MB) is unpacked and indexed in memory in about a twentieth of a second, so there is no cache to
build, to lock or to go stale, and read-only installs and processes without a home work like any other.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from analyzer.cards.model import CardFacts
from analyzer.cards.names import fold
from analyzer.errors import RunError

_HEAD = (
    "name face_of side layout mana_cost mv type_line power toughness loyalty colors identity produces tapped flags "
    "keywords effects unmodelled set src"
)
COLUMNS = _HEAD.split()
DATA = Path(__file__).parent / "data" / "card_facts.tsv.gz"
_GZIP = 31  # zlib's window size that means a gzip header
_TWO_WORD_SUBTYPES = ("time lord",)


@dataclass(frozen=True, slots=True)
class Table:
    """The lines of the table, and the numbers of the lines in which a folded name stands.

    `whole`: names of whole cards (`A // B` too); `front` and `back`: names of faces of two-faced cards.
    """

    lines: tuple[str, ...]
    whole: dict[str, list[int]] = field(default_factory=dict)
    front: dict[str, list[int]] = field(default_factory=dict)
    back: dict[str, list[int]] = field(default_factory=dict)


@lru_cache(maxsize=1)
def load_table() -> Table:
    """The shipped table, read once in a process. Raises RunError if the file is damaged or missing.

    >>> table = load_table()
    >>> len(table.lines), [table.lines[row].split("\\t")[4] for row in table.whole["opt"]]
    (35783, ['{U}'])
    """
    try:
        packed = DATA.read_bytes()
        head, *lines = zlib.decompress(packed, _GZIP).decode("utf-8").rstrip("\n").split("\n")
    except (OSError, zlib.error, UnicodeDecodeError) as wrong:
        raise RunError(
            f"the card table of this installation cannot be read ({wrong}); install scryworth again"
        ) from wrong
    if head.split("\t") != COLUMNS:
        raise RunError(
            "the card table of this installation has other columns than this program; install scryworth again"
        )
    table = Table(tuple(lines))
    whole, front, back = table.whole, table.front, table.back
    for number, line in enumerate(lines):
        name, card, side, layout, _ = line.split("\t", 4)
        # Nearly all names are plain; the full folding is ten times slower and this loop is most of a cold start.
        key = name.lower() if name.isascii() and "/" not in name else fold(name)
        if not card:
            whole.setdefault(key, []).append(number)
        elif layout == "meld":
            # A meld card is one card with one face; its table row names the card it can become.
            whole.setdefault(key, []).append(number)
            whole.setdefault(fold(card), []).append(number)
        elif side == "a":
            whole.setdefault(fold(_once(card)), []).append(number)
            front.setdefault(key, []).append(number)
        else:
            back.setdefault(key, []).append(number)
    return table


def _once(card: str) -> str:
    """`A // B` for a card that the sources list as `A // B // A // B`."""
    parts = card.split(" // ")
    half = len(parts) // 2
    return " // ".join(parts[:half]) if half > 1 and parts[:half] == parts[half:] else card


def read_row(table: Table, number: int) -> CardFacts:
    """The card of one line, its other face with it.

    >>> table = load_table()
    >>> card = read_row(table, table.whole["fire // ice"][0])
    >>> card.name, card.other_face.name, card.mana_value, card.card_mana_value
    ('Fire', 'Ice', 2, 4)
    """
    row = dict(zip(COLUMNS, table.lines[number].split("\t"), strict=True))
    other = None
    if row["side"] == "a" and row["layout"] != "meld":
        backs = table.back.get(fold(row["face_of"].split(" // ")[1]), [])
        partner = [back for back in backs if table.lines[back].split("\t", 2)[1] == row["face_of"]]
        other = _facts(dict(zip(COLUMNS, table.lines[partner[0]].split("\t"), strict=True)), None) if partner else None
    return _facts(row, other)


def _facts(row: dict[str, str], other: CardFacts | None) -> CardFacts:
    types, subtypes = split_types(row["type_line"])
    gaps = [topic for topic in row["unmodelled"].split(",") if topic]
    if "creature" in types and not (_number(row["power"]) and _number(row["toughness"])):
        gaps.append("power")
    card = "" if row["layout"] == "meld" else _once(row["face_of"])
    if card.count(" // ") > 1:
        gaps.append("faces")
    return CardFacts(
        name=row["name"],
        face_of=card,
        side="" if row["layout"] == "meld" else row["side"],
        layout=row["layout"],
        mana_cost=row["mana_cost"],
        mana_value=int(float(row["mv"])),
        type_line=row["type_line"],
        types=types,
        subtypes=subtypes,
        power=_integer(row["power"]),
        toughness=_integer(row["toughness"]),
        loyalty=_integer(row["loyalty"]),
        colors=row["colors"],
        identity=row["identity"],
        produces=row["produces"],
        tapped=row["tapped"],
        flags=frozenset(flag for flag in row["flags"].split(",") if flag),
        keywords=frozenset(word for word in row["keywords"].split(",") if word),
        effects=row["effects"],
        unmodelled=tuple(gaps),
        layer="table",
        set_code=row["set"],
        other_face=other,
    )


def _number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _integer(text: str) -> int | None:
    return int(text) if _number(text) else None


def split_types(type_line: str) -> tuple[frozenset[str], frozenset[str]]:
    """Types with supertypes, and subtypes, in small letters; a hyphen between blanks counts as the dash.

    >>> types, subtypes = split_types("Legendary Creature — Time Lord Doctor")
    >>> sorted(types), sorted(subtypes)
    (['creature', 'legendary'], ['doctor', 'time lord'])
    """
    head, _, tail = type_line.lower().replace(" - ", " — ").partition("—")
    subtypes = set()
    for pair in _TWO_WORD_SUBTYPES:
        if pair in tail:
            subtypes.add(pair)
            tail = tail.replace(pair, " ")
    return frozenset(head.split()), frozenset(subtypes | set(tail.split()))
