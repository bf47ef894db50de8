"""What one line of a list can be: blank, comment, heading, note about the deck, or so many copies of a card.

Nothing here knows a card: a card line yields every reading of its name, longest first, and the caller takes the
first that is a card. So `(331)`, `*F*` or `#tag` never change a card, and `Hazmat Suit (Used)` stays whole.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

# The longest card name has 141 characters; marks and tags may double that.
MAX_LENGTH = 500

# heading -> section; "out" is left out of the deck with a notice, "about" holds notes instead of cards.
SECTIONS: dict[str, str] = {
    **dict.fromkeys(("deck", "decklist", "main", "maindeck", "main deck", "mainboard", "main board"), "main"),
    **dict.fromkeys(("sideboard", "side board", "side", "sb"), "side"),
    **dict.fromkeys(("commander", "commanders", "cmdr", "oathbreaker", "signature spell"), "commander"),
    **dict.fromkeys(("companion", "companions"), "companion"),
    **dict.fromkeys(
        ("maybeboard", "maybe board", "maybe", "considering", "tokens", "token", "display commander"), "out"
    ),
    **dict.fromkeys(("scheme deck", "schemes", "planar deck", "planes", "attractions", "attraction deck"), "out"),
    **dict.fromkeys(("stickers", "sticker sheets", "contraptions", "dungeon", "dungeons", "avatar"), "out"),
    **dict.fromkeys(("about", "metadata"), "about"),
}

# Headings that group the cards of a section by type and say nothing about the section itself.
_TYPES = (
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "land",
    "nonland",
    "other",
    "planeswalker",
    "spell",
)
GROUPINGS = frozenset(
    {
        *_TYPES,
        *(f"{word}s" for word in _TYPES),
        "sorcery",
        "sorceries",
        "instants and sorceries",
        "instants & sorceries",
    }
    | {"basic lands", "nonbasic lands", "other spells"}
)

_COUNTED = re.compile(r"(\d{1,9})(?:\s*[xX×]\s+|[xX×]|\s+)(\S.*)")
_COUNT_FIRST_X = re.compile(r"[xX×]\s?(\d{1,9})\s+(\S.*)")
_COUNT_LAST = re.compile(r"(\S.*?)\s+[xX×]\s?(\d{1,9})")
_BULLET = re.compile(r"[-*+•·–—]\s+(?=\S)")
_NOT_WHOLE = re.compile(r"[-+]?\d+[.,]\d+[xX×]?\s|-\d+[xX×]?\s|\d{10,}[xX×]?\s")
_HEADING = re.compile(
    r"(?P<word>[^\d()\[\]:|/]*[^\s\d()\[\]:|/])\s*(?:[(\[]\s*(?P<inner>\d{1,9})(?:\s*cards?)?\s*[)\]])?"
    r"\s*(?P<colon>:\s*(?P<after>\d{1,9})?)?",
    re.IGNORECASE,
)
_NOTE = re.compile(r"(name)\s+(\S.*)|(\w[^=]*?)\s*=\s*(.*)", re.IGNORECASE)
_PREFIX = re.compile(r"([A-Za-z][A-Za-z ]*?)\s*:\s*(\S.*)")
_RULE = re.compile(r"[-=*~#/]{2,}")
_XML = re.compile(r"<\s*([/?!]?\w+)([^<>]*)>")
_ATTRIBUTE = re.compile(r'(\w+)\s*=\s*"([^"]*)"')

# What export formats write around a name. A set code has no blank in it; names in parentheses mostly do.
_LEADING = re.compile(r"\[[A-Za-z0-9_:#*-]{1,16}\]\s*(?=\S)")
_TRAILING = re.compile(
    r"""\s+(?:
          \#(?P<tags>.*)                            # tags, or a comment:  #ramp #draw,  # !Commander,  # why
        | \*(?P<star>[A-Za-z]+)\*                  # marks:           *F*  *CMDR*
        | \^[^^]*\^                                # colour labels:   ^Have,#37d67a^
        | \[(?P<label>[^\[\]]*)\]                  # set or category: [DOM:65] [foil] [Maybeboard{noDeck}]
        | <[^<>]*>                                 # printing:        <331>
        | \((?P<set>[A-Za-z0-9_:-]{1,16})\)(?:\s+[^\s*\#^()<>\[\]]{1,12})?  # set, number: (PLST) RAV-46, (331)
        )\s*$""",
    re.VERBOSE,
)
_FORGE = re.compile(r"\s*\|.*")


@dataclass(frozen=True, slots=True)
class Item:
    """What a line was read as; `kind` is blank, comment, heading, note, card or wrong.

    A heading has `section` (None: grouping by type, "?": a category of the user's own) and perhaps `total`, the
    number of cards it promises. A card has `readings`: pairs of copies and name to try in turn; its `section`
    overrides the heading it stands under. A note may give the deck's `name`; a wrong line has `reason`.
    """

    kind: str
    section: str | None = None
    total: int | None = None
    readings: tuple[tuple[int, str], ...] = ()
    tags: tuple[str, ...] = ()
    name: str | None = None
    reason: str = ""
    word: str = ""


def read_item(text: str, section: str = "main") -> Item:
    """Read one cleaned line that stands under `section`.

    >>> read_item("SB: 2 Duress (M20) 97").section, read_item("Creatures (26)").total
    ('side', 26)
    >>> read_item("4 x Opt *F* #cheap").readings
    ((4, 'Opt *F* #cheap'), (4, 'Opt *F*'), (4, 'Opt'), (1, '4 x Opt *F* #cheap'))
    """
    if not text:
        return Item("blank")
    if text.startswith(("#", "//", ";")):
        return _comment(text)
    if len(text) > MAX_LENGTH:
        return Item("wrong", reason=f"{len(text):,} characters in one line; write one card a line")
    if text.startswith("<"):
        return _element(text)
    if section == "about" and (note := _NOTE.fullmatch(text)):
        is_name = note[1] or note[3].lower() == "name"
        return Item("note", name=(note[2] or note[4]).strip() or None if is_name else None)
    if _RULE.fullmatch(text):
        return Item("comment")
    if text.startswith(("LAYOUT ", "NAME:")):  # a saved deck of XMage
        return Item("note", name=text[5:].strip() if text.startswith("NAME:") else None)
    if heading := _heading(text):
        return heading
    if (prefix := _PREFIX.fullmatch(text)) and prefix[1].lower() in SECTIONS:
        return _card(prefix[2], SECTIONS[prefix[1].lower()])
    return _card(text, None)


def _comment(text: str) -> Item:
    """A comment; when all it says is the name of a section, that heading; `// NAME: x` names the deck."""
    inner = text.strip("#/; ")
    heading = _heading(inner) if inner else None
    if heading and heading.section not in ("?", None, "about"):
        return heading
    named = re.fullmatch(r"(?:deck\s*)?name\s*:\s*(\S.*)", inner, re.IGNORECASE)
    return Item("comment", name=named[1] if named else None)


def _heading(text: str) -> Item | None:
    """The heading that this line is, if it is one."""
    found = _HEADING.fullmatch(text[1:-1] if text[0] == "[" and text[-1] == "]" else text)
    if not found:
        return None
    word = found["word"].strip()
    total = found["inner"] or found["after"]
    number = int(total) if total else None
    if word.lower() in SECTIONS:
        return Item("heading", SECTIONS[word.lower()], number, word=word)
    if word.lower() in GROUPINGS:
        return Item("heading", None, number, word=word)
    if found["colon"] or number is not None:  # `Removal (8)`: the caller checks that it is no card
        return Item("heading", "?", number, readings=((1, text), (1, word)), word=word)
    return None


def _element(text: str) -> Item:
    """A line of an XML list (MTGO .dek, Cockatrice .cod): elements that name a card are cards, the rest is frame."""
    found = _XML.match(text)
    if not found:
        return Item("wrong", reason=f"'{text}' is neither a card nor a heading")
    values = {key.lower(): html.unescape(value) for key, value in _ATTRIBUTE.findall(found[2])}
    copies = values.get("quantity", values.get("number", ""))
    if found[1].lower() in ("card", "cards") and "name" in values:
        if not copies.isdecimal() or len(copies) > 9:
            return Item("wrong", reason=f"'{text}' has no whole number of copies")
        side = "side" if values.get("sideboard", "").lower() == "true" else None
        return Item("card", side, readings=((int(copies), values["name"]),))
    if found[1].lower() == "zone":
        return Item("heading", SECTIONS.get(values.get("name", "").lower(), "main"))
    return Item("comment")


def _card(text: str, section: str | None) -> Item:
    """A card line: how many copies, every reading of the name, tags, and the section its marks ask for."""
    text = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
    if _NOT_WHOLE.match(text):
        return Item("wrong", reason=f"'{text}': the number of copies must be a whole number from 1 on, as in '4 Opt'")
    if counted := _COUNTED.fullmatch(text):
        copies, rest, other = int(counted[1]), counted[2], (1, text)  # the name itself may begin with a number
    elif counted := _COUNT_FIRST_X.fullmatch(text):
        copies, rest, other = int(counted[1]), counted[2], (1, text)
    elif counted := _COUNT_LAST.fullmatch(text):
        copies, rest, other = int(counted[2]), counted[1], (1, text)
    else:
        copies, rest, other = 1, text, None
    names, tags, marked = _peel(rest)
    readings = tuple((copies, name) for name in names)
    return Item("card", marked or section, readings=(*readings, other) if other else readings, tags=tags)


def _peel(rest: str) -> tuple[list[str], tuple[str, ...], str | None]:
    """Take what is written around a name off, one piece at a time: names longest first, tags, asked section."""
    names: list[str] = [rest]
    tags: list[str] = []
    section = None
    while True:
        if found := _TRAILING.search(rest):
            words = _tags(found["tags"] or "")
            section = _asked(words, found["star"] or "", found["label"] or "") or section
            tags = [tag.lower() for tag in words if not tag.startswith("!")] + tags
            rest = rest[: found.start()]
        elif leading := _LEADING.match(rest):
            rest = rest[leading.end() :]
        elif forge := _FORGE.search(rest):
            rest = rest[: forge.start()]
        else:
            return names, tuple(tags), section
        if not rest:
            return names, tuple(tags), section
        names.append(rest)


def _tags(text: str) -> list[str]:
    """The tags after the first `#`; with a blank after it that is a comment, unless it says `!Commander`."""
    if text.startswith(" ") and not text.lstrip().startswith("!"):
        return []
    return [tag.strip() for tag in text.split("#") if tag.strip()]


def _asked(tags: list[str], star: str, label: str) -> str | None:
    """The section that the marks of one card ask for, whatever heading it stands under."""
    words = {star.lower(), *(tag.lower().lstrip("!") for tag in tags if tag.startswith("!"))}
    first = re.split(r"[{,]", label.lower())[0].strip()
    if "{nodeck}" in label.lower().replace(" ", ""):
        return "side" if first == "sideboard" else "out"
    if words & {"cmdr", "commander"} or first == "commander":
        return "commander"
    return {"maybeboard": "out", "sideboard": "side", "companion": "companion"}.get(first)
