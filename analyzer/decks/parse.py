"""From the lines of a list to a deck: headings, sections and names, with every problem told at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from analyzer.cards.catalog import Catalog, Found
from analyzer.cards.model import CardFacts
from analyzer.decks.dialects import Item, read_item
from analyzer.decks.model import Deck, Notice
from analyzer.decks.own import read_own_cards, split_own_cards
from analyzer.decks.sections import Entry, place_by_blank_line
from analyzer.decks.text import Line, split_lines
from analyzer.errors import InputError

MAX_CARDS = 1000  # in the main deck; more is a slip of the pen, not a deck
MAX_SHOWN = 200  # problems that are printed in full
MAX_HINTS = 40  # problems with near matches; each takes a tenth of a second


@dataclass(frozen=True, slots=True)
class Reading:
    """A deck, and what became of each line: `fates[i]` is the fate of line i + 1.

    A fate is blank, comment, heading, note, card, left-out or own-card: no line is ever without one.
    """

    deck: Deck
    fates: tuple[str, ...]
    lines: tuple[str, ...]
    left_out: tuple[tuple[int, str], ...] = ()


@dataclass(slots=True)
class _Work:
    """The state of reading one list from top to bottom."""

    catalog: Catalog
    section: str = "main"
    headings: int = 0
    name: str | None = None
    fates: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    facts: dict[str, CardFacts] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    promises: list[tuple[int, Item]] = field(default_factory=list)  # headings, in order


def parse_deck(
    text: str,
    name: str = "list",
    own_cards: Iterable[CardFacts] = (),
    title: str | None = None,
    notices: Iterable[Notice] = (),
) -> Reading:
    """Read the text of a list in any known dialect.

    `name` is how messages call the text, `title` the deck's name unless the list gives one. `own_cards` are
    cards that come before the table; those in `[[card]]` tables of the text come before both.
    Raises one InputError that names every line that is not understood.

    >>> reading = parse_deck("Deck\\n4 Opt (DOM) 60\\n1x Island # the last one\\n")
    >>> reading.deck.counts, reading.fates
    ({'Opt': 4, 'Island': 1}, ('heading', 'card', 'card'))
    """
    lines, toml = split_own_cards(split_lines(text))
    own = read_own_cards(toml, name)
    replaced = {card.full_name for card in own}
    others = (card for card in own_cards if card.full_name not in replaced)
    return read_lines(lines, toml, name, title or name, Catalog(own=(*own, *others)), notices)


def read_lines(
    lines: tuple[Line, ...], toml: tuple[Line, ...], name: str, title: str, catalog: Catalog, notices: Iterable[Notice]
) -> Reading:
    """Read lines with a given catalog; `toml` are the lines of own cards, already dealt with."""
    work = _Work(catalog, notices=list(notices))
    for line in lines:
        _note_control_characters(work, line)
        work.fates.append(_read(work, line, read_item(line.text, work.section)))
    _check_promises(work)
    entries = place_by_blank_line(work.entries, lines, work.headings, work.facts, work.notices)
    _check_sizes(work, entries)
    _raise(name, work.problems)
    deck = _deck(work.name or title, entries, work)
    left_out = tuple((e.copies, e.name) for e in entries if e.section == "out")
    every = (*lines, *toml)
    return Reading(deck, (*work.fates, *("own-card" for _ in toml)), tuple(line.raw for line in every), left_out)


def _read(work: _Work, line: Line, item: Item) -> str:
    """Deal with one line; answers its fate."""
    if item.kind == "card":
        return _card(work, line, item)
    if item.kind == "heading":
        return _heading(work, line, item)
    if item.kind == "wrong":
        work.problems.append((line.number, item.reason))
        return "problem"
    if item.kind == "blank" and work.section == "about":
        work.section = "main"
    if item.name and work.name is None:
        work.name = item.name
    return item.kind


def _heading(work: _Work, line: Line, item: Item) -> str:
    """Enter the section of a heading. A grouping ends commander, companion and left-out sections."""
    if item.section == "?" and any(work.catalog.knows(name) for _, name in item.readings):
        return _card(work, line, Item("card", readings=item.readings))  # `Plains (331)` is one card after all
    if item.section in (None, "?"):
        work.section = work.section if work.section in ("main", "side") else "main"
    else:
        work.section = item.section or "main"
        work.headings += 1
    work.promises.append((line.number, item))
    return "heading"


def _card(work: _Work, line: Line, item: Item) -> str:
    """Take the first reading of a card line that is a card."""
    section = item.section or ("main" if work.section == "about" else work.section)
    if section == "out":
        copies, name = item.readings[-2] if len(item.readings) > 1 else item.readings[0]
        work.entries.append(Entry(line.number, copies, name, "out", item.section is not None))
        return "left-out"
    for copies, name in item.readings:
        if work.catalog.knows(name):
            return _accept(work, line, item, section, copies, work.catalog.find(name))
    plain = [name for _, name in item.readings if name != line.text] or [line.text]
    work.problems.append((line.number, _unknown(work, plain[-1])))
    return "problem"


def _accept(work: _Work, line: Line, item: Item, section: str, copies: int, found: Found) -> str:
    """Enter so many copies of a card that was found."""
    name = found.card.full_name
    if copies == 0:
        work.notices.append(Notice("no-copies", f"0 copies of {name}: the line changes nothing", line.number, name))
        return "left-out"
    work.facts.setdefault(name, found.card)
    seen = {(n.text, n.card) for n in work.notices}
    work.notices += [Notice("name", text, line.number, name) for text in found.notices if (text, name) not in seen]
    if section == "companion" and any(entry.section == "companion" for entry in work.entries):
        work.problems.append((line.number, f"a second companion, {name}; a deck has one"))
    work.entries.append(Entry(line.number, copies, name, section, item.section is not None, item.tags))
    return "card"


def _unknown(work: _Work, name: str) -> str:
    """What to say of a name that is no card; near matches are searched for the first names only."""
    if len(work.problems) >= MAX_HINTS:
        return f"no card is called '{name}'"
    try:
        work.catalog.find(name)
    except InputError as wrong:
        return str(wrong)
    return f"'{name}' stands here as a heading; write '1 {name}' for the card"


def _note_control_characters(work: _Work, line: Line) -> None:
    if any(ord(mark) < 32 and mark not in "\t\v\f" for mark in line.raw):
        work.notices.append(Notice("control-characters", "control characters were taken out", line.number))


def _check_promises(work: _Work) -> None:
    """Compare the numbers in headings with the cards below them; a misspelt card must not pass as a heading.

    A section's number covers the groupings inside it, a grouping's number ends at the next heading.
    """
    for place, (number, item) in enumerate(work.promises):
        after = work.promises[place + 1 :]
        ends = (line for line, other in after if item.section in (None, "?") or other.section not in (None, "?"))
        end = next(ends, float("inf"))
        copies = sum(entry.copies for entry in work.entries if number < entry.line < end)
        if item.section == "?" and item.total != copies and (item.total is not None or copies == 0):
            work.problems.append((number, _unknown(work, item.word)))
            work.fates[number - 1] = "problem"
        elif item.total is not None and item.total != copies:
            text = f"the heading '{item.word}' says {item.total}, {copies} were read below it"
            work.notices.append(Notice("heading-count", text, number))


def _check_sizes(work: _Work, entries: list[Entry]) -> None:
    """Refuse an empty main deck and one beyond all sense; the line at fault is named."""
    main = [entry for entry in entries if entry.section == "main"]
    size = sum(entry.copies for entry in main)
    if size > MAX_CARDS:
        most = max(main, key=lambda entry: entry.copies)
        text = (
            f"{most.copies:,} copies of {most.name}: the main deck has {size:,} cards; at most {MAX_CARDS:,} are read"
        )
        work.problems.append((most.line, text))
    elif size == 0 and not work.problems:
        rest = f" ({len(entries)} lines belong to other sections)" if entries else ""
        work.problems.append((0, f"the list is empty: no card stands in the main deck{rest}; write lines like '4 Opt'"))


def _raise(name: str, problems: list[tuple[int, str]]) -> None:
    """Raise one InputError with every problem, in the order of the lines; nothing when there is none."""
    if not problems:
        return
    ordered = sorted(problems, key=lambda problem: problem[0])
    shown = [f"line {number}: {text}" if number else text for number, text in ordered[:MAX_SHOWN]]
    if rest := ordered[MAX_SHOWN:]:
        shown.append(f"and {len(rest)} more: lines {', '.join(str(number) for number, _ in rest)}")
    if len(shown) == 1:
        raise InputError(f"{name}: {shown[0]}")
    raise InputError("\n  ".join([f"{name}: {len(ordered)} problems", *shown]))


def _deck(name: str, entries: list[Entry], work: _Work) -> Deck:
    """The deck of all entries, with notices on what is left out."""
    parts: dict[str, list[Entry]] = {part: [] for part in ("main", "side", "commander", "companion", "out")}
    for entry in entries:
        parts[entry.section].append(entry)
    if parts["out"]:
        copies = sum(entry.copies for entry in parts["out"])
        cards = "1 card is" if copies == 1 else f"{copies} cards are"
        text = f"{cards} left out: maybeboard, tokens, schemes and the like are not part of the deck"
        work.notices.append(Notice("left-out", text, parts["out"][0].line))
    side: Counter[str] = Counter()
    for entry in parts["side"]:
        side[entry.name] += entry.copies
    deck = Deck(
        name,
        slots=tuple(entry.name for entry in parts["main"] for _ in range(entry.copies)),
        facts=work.facts,
        commanders=tuple(entry.name for entry in parts["commander"] for _ in range(entry.copies)),
        companion=parts["companion"][0].name if parts["companion"] else None,
        sideboard=tuple((copies, name) for name, copies in side.items()),
        groups=_groups(entries),
        notices=tuple(sorted(work.notices, key=lambda notice: notice.line or 0)),
    )
    return replace(deck, notices=(*deck.notices, *_commander_hint(deck)))


def _groups(entries: list[Entry]) -> dict[str, tuple[str, ...]]:
    """Tags of card lines (`#ramp`) as groups for goals (`@group:ramp`)."""
    groups: dict[str, dict[str, None]] = {}
    for entry in entries:
        for tag in entry.tags:
            groups.setdefault("-".join(tag.split()), {})[entry.name] = None
    return {word: tuple(names) for word, names in groups.items()}


def _commander_hint(deck: Deck) -> tuple[Notice, ...]:
    """A hundred different cards and no commander is a Commander list whose commander was not marked."""
    spells = [copies for name, copies in deck.counts.items() if "basic" not in deck.facts[name].types]
    if deck.size != 100 or deck.commanders or max(spells, default=2) > 1:
        return ()
    text = (
        "100 different cards and no commander: all 100 are shuffled; write 'Commander' above its line to set it aside"
    )
    return (Notice("no-commander", text),)
