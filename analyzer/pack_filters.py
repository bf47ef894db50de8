"""What a filter of the ability language means in a deck: the kinds that it takes in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from analyzer.cards.model import CardFacts

BASIC_TYPES = frozenset(("plains", "island", "swamp", "mountain", "forest"))
_QUALIFIER = re.compile(r"(mv|power|toughness)(<=|>=|==|<|>)(\d+)")
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": int.__le__, ">=": int.__ge__, "==": int.__eq__, "<": int.__lt__, ">": int.__gt__,
}  # fmt: skip


def mask_of(cards: Iterable[CardFacts], text: str) -> int | None:
    """Kinds (a bit each) that a filter means: alternatives by ~ or /, words and qualifiers all of which must hold.

    >>> opt = CardFacts("Opt", types=frozenset({"instant"}))
    >>> isle = CardFacts("Island", types=frozenset({"basic", "land"}), subtypes=frozenset({"island"}))
    >>> mask_of([opt, isle], "basic"), mask_of([opt, isle], "instant/sorcery"), mask_of([opt], "creature.power<source")
    (2, 1, None)
    """
    ways = re.split(r"[~/]", text.strip())
    first = ways[0].split()
    if len(first) > 1 and first[0] == "basic" and all(way.split(".")[0] in BASIC_TYPES for way in ways[1:]):
        ways = [ways[0], *(f"basic {way}" for way in ways[1:])]
    tests = [_way(way) for way in ways]
    if any(test is None for test in tests):
        return None
    return sum(1 << i for i, card in enumerate(cards) if any(test(card) for test in tests if test is not None))


def _way(text: str) -> Callable[[CardFacts], bool] | None:
    words, *qualifiers = text.split(".")
    tests = [_word(word) for word in words.split()]
    for qualifier in qualifiers:
        if qualifier == "yours":
            continue
        found = _QUALIFIER.fullmatch(qualifier)
        if not found:
            return None
        tests.append(_qualified(*found.groups()))
    known = [test for test in tests if test is not None]
    return (lambda card: all(test(card) for test in known)) if len(known) == len(tests) else None


def _qualified(what: str, sign: str, number: str) -> Callable[[CardFacts], bool]:
    def test(card: CardFacts) -> bool:
        value = card.card_mana_value if what == "mv" else getattr(card, what)
        return value is not None and bool(_COMPARE[sign](value, int(number)))

    return test


def _word(word: str) -> Callable[[CardFacts], bool] | None:
    if word in ("other", "once", "theirs", "anyone", "attached", "nontoken", "token"):
        return None
    if word in ("any", "card", "spell"):
        return lambda card: True
    if word == "permanent":
        return lambda card: card.is_permanent
    if word == "historic":
        return lambda card: not card.types.isdisjoint({"artifact", "legendary"}) or "saga" in card.subtypes
    if word.startswith("non") and len(word) > 3:
        inner = _word(word[3:])
        return None if inner is None else lambda card: not inner(card)
    return lambda card: word in card.types or word in card.subtypes
