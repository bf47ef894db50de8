"""Card names: one folded key for every spelling, and the names nearest to a wrong one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

_SLASHES = re.compile(r"\s*/+\s*")
_BLANKS = re.compile(r"\s+")
# Letters that the compatibility decomposition leaves whole, and marks that are typed in several ways.
_LETTERS = str.maketrans(
    {
        "’": "'", "‘": "'", "‛": "'", "`": "'", "´": "'", "ʼ": "'",
        "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "꞉": ":", "⁄": "/",
        "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ß": "ss", "®": "", "™": "",
        "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "", "\u200e": "", "\u200f": "", "\u2060": "", "\ufeff": "",
    }
)  # fmt: skip


def fold(name: str) -> str:
    """The key of a name: case, accents, curly quotes, dashes, slashes and every kind of blank made alike.

    >>> fold("  LÓRIEN\\u00a0REVEALED "), fold("Turn/Burn"), fold("Dusk /// Dawn"), fold("Urza’s Saga")
    ('lorien revealed', 'turn // burn', 'dusk // dawn', "urza's saga")
    """
    if name.isascii():
        plain = name.lower()
    else:
        # Translated before and after: some marks (´, ™) decompose into something else, some appear by decomposing.
        spread = unicodedata.normalize("NFKD", name.translate(_LETTERS).casefold())
        plain = "".join(letter for letter in spread if not unicodedata.combining(letter)).translate(_LETTERS)
    if "/" in plain:
        plain = _SLASHES.sub(" // ", plain)
    return _BLANKS.sub(" ", plain).strip()


def nearest(word: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The `count` known words most like `word`, best first; those that are not alike at all are left out.

    >>> nearest("scri", ["scry", "draw", "surveil"])
    ['scry']
    """
    key = fold(word)
    if not key:
        return []
    # Shared letter groups first, because comparing 35,000 names letter by letter takes seconds.
    padded = f" {key} "
    groups = {padded[place : place + 2] for place in range(len(padded) - 1)}
    rough = []
    for name in known:
        text = f" {fold(name)} "
        if abs(len(text) - len(padded)) <= max(3, len(padded) // 2):
            shared = sum(group in text for group in groups)
            if 3 * shared >= len(groups):
                rough.append((2 * shared / (len(groups) + len(text) - 1), name))
    rough.sort(key=lambda item: (-item[0], item[1]))
    scored = [(_likeness(key, fold(name)), name) for _, name in rough[:40]]
    scored.sort(key=lambda item: (-item[0], item[1]))
    return [name for score, name in scored if score >= 0.6][:count]


def _likeness(word: str, name: str) -> float:
    """0 to 1; letters that only changed places count as nearly equal, because that is the commonest slip."""
    ratio = SequenceMatcher(None, word, name).ratio()
    return max(ratio, 0.99) if sorted(word) == sorted(name) else ratio
