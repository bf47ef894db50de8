"""One game as text: event rows of formats F7, from either engine, written as a player would write them down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from analyzer.contract import events as codes
from analyzer.contract import moments, triggers
from analyzer.contract.view import FIRST_TOKEN
from analyzer.plan.model import Plan
from analyzer.versions import is_muted

Row = Sequence[int]
DESTINATIONS = ("the graveyard", "the battlefield", "hand", "exile", "the top of the library")
LEAVING = ("is sacrificed", "goes to the graveyard", "is removed by the opponent", "leaves")
DISCARD_REASONS = ("cleanup", "loot", "as a cost", "an effect")
LOOKING = {codes.LOOK, codes.TOTOP, codes.TOBOTTOM, codes.MILL}
TOKENS = (
    "Treasure", "Shard", "Sorcerer Role", "Clue", "Blood", "Lander", "Monster Role", "Royal Role", "Cursed Role",
    "Wicked Role", "Young Hero Role", "Virtuous Role", "Role", "the Ring", "a creature", "a creature",
)  # fmt: skip
MOMENTS_SHOWN = (moments.UPKEEP, moments.MAIN1, moments.COMBAT, moments.MAIN2, moments.END, moments.OPP)
# The statement of rules.md by which a row happens.
STATEMENTS = {
    codes.KEEP: "MUL-2", codes.MULLIGAN: "MUL-2", codes.BOTTOM: "MUL-2", codes.FAILDRAW: "DRW-2", codes.SHUFFLE: "SRC-2",
    codes.SEARCH: "SRC-1", codes.LAND: "TRN-5", codes.CAST: "CST-8", codes.FIZZLE: "TGT-2", codes.COUNTERED: "BOR-4",
    codes.ATTACK: "CMB-1", codes.RING: "RNG-1", codes.BEARER: "RNG-1", codes.SETTLE: "CST-7",
    codes.TRIGGER: "FRM-4",
}  # fmt: skip
TYPES = {1: "W", 2: "U", 4: "B", 8: "R", 16: "G", 32: "C"}


def transcript(plan: Plan, rows: Sequence[Row], told: Sequence[tuple[int, str]] = ()) -> list[str]:
    """The lines of one game: opening, then each turn with what happened in it; a look is one line.

    `rows` are (code, turn, a, b, c); slots and kinds are named by the plan's cards. `told` are sentences about what a
    rule saw and answered, each with the number of the row before which it stands.
    """
    return list(_lines(_Writer(plan), rows, told))


def _lines(writer: _Writer, rows: Sequence[Row], told: Sequence[tuple[int, str]]) -> Iterator[str]:
    turn, place, said = 0, 0, 0
    while place < len(rows):
        row = rows[place]
        code, number = int(row[0]), int(row[1])
        if number != turn:
            turn = number
            yield f"Turn {turn}"
        upto = place + 1 + _run(rows, place + 1, LOOKING) if code in (codes.SCRY, codes.SURVEIL) else place + 1
        while said < len(told) and told[said][0] < upto:
            yield f"    {told[said][1]}"
            said += 1
        if code == codes.DEAL:
            size = _run(rows, place + 1, {codes.TAKE})
            yield f"  hand: {writer.slots(rows[place + 1 : place + 1 + size])}"
            place += 1 + size
        elif code in (codes.SCRY, codes.SURVEIL):
            size = _run(rows, place + 1, LOOKING)
            yield "  " + writer.look(row, rows[place + 1 : place + 1 + size])
            place += 1 + size
        else:
            text = writer.write(row)
            if text:
                statement = STATEMENTS.get(code, "")
                yield f"  {text}{f' [{statement}]' if statement else ''}"
            place += 1


def _run(rows: Sequence[Row], start: int, kinds: set[int]) -> int:
    """How many rows from `start` on have one of these codes."""
    size = 0
    while start + size < len(rows) and int(rows[start + size][0]) in kinds:
        size += 1
    return size


def name_of(plan: Plan, kind: int) -> str:
    """A kind of the plan, or a token, by name."""
    if 0 <= kind < len(plan.kinds):
        return plan.kinds[kind].name
    return "a free effect" if kind < 0 else TOKENS[min(kind - FIRST_TOKEN, len(TOKENS) - 1)]


class _Writer:
    """Names cards and writes single rows."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.objects = [plan.kinds[kind].name for kind in plan.start.battlefield]  # permanents by number

    def kind(self, kind: int) -> str:
        return name_of(self.plan, kind)

    def object(self, number: int) -> str:
        """A permanent by its number of arrival."""
        return self.objects[number] if 0 <= number < len(self.objects) else "mana in the pool"

    def note(self, row: Row) -> None:
        """Permanents are numbered as they come."""
        code, _, a, b, _ = (int(number) for number in row)
        if code == codes.LAND or (code == codes.RESOLVE and b == codes.TO_BATTLEFIELD):
            self.objects.append(self.kind(a))
        elif code == codes.TOKEN:
            self.objects += ["a token"] * (a + 1 - len(self.objects))
            self.objects[a] = self.kind(b)

    def slot(self, slot: int) -> str:
        return self.kind(self.plan.slots[slot]) if 0 <= slot < len(self.plan.slots) else "a card"

    def slots(self, rows: Sequence[Row]) -> str:
        return ", ".join(self.slot(int(row[2])) for row in rows) or "nothing"

    def look(self, row: Row, following: Sequence[Row]) -> str:
        """A scry or surveil with what was seen and where it went."""
        word = "scry" if int(row[0]) == codes.SCRY else "surveil"
        parts: list[str] = []
        for code, label in (
            (codes.LOOK, "sees"), (codes.TOTOP, "top"), (codes.TOBOTTOM, "bottom"), (codes.MILL, "graveyard"),
        ):  # fmt: skip
            chosen = [one for one in following if int(one[0]) == code]
            if chosen:
                parts.append(f"{label} {self.slots(chosen)}")
        nothing = "shows nothing (muted)" if is_muted(self.plan, int(row[4])) else "the library is empty"
        statement = "SCRY-1" if word == "scry" else "SRV-1"
        return f"{word} {int(row[2])} ({self.kind(int(row[4]))}): {'; '.join(parts) or nothing} [{statement}]"

    def write(self, row: Row) -> str:
        """One row; "" for rows that a player would not write down."""
        self.note(row)
        code, _, a, b, c = (int(number) for number in row)
        writers: dict[int, Callable[[], str]] = {
            codes.TAKE: lambda: f"{'draw' if c == codes.DRAW else 'to hand'} {self.slot(a)}",
            codes.KEEP: lambda: f"keep {a} cards",
            codes.MULLIGAN: lambda: f"mulligan {a}",
            codes.BOTTOM: lambda: f"to the bottom: {self.kind(a)}",
            codes.FAILDRAW: lambda: "draws from an empty library",
            codes.LOOK: lambda: f"sees {self.slot(a)}",
            codes.TOTOP: lambda: f"on top: {self.slot(a)}",
            codes.TOBOTTOM: lambda: f"to the bottom: {self.slot(a)}",
            codes.MILL: lambda: f"to the graveyard: {self.slot(a)}",
            codes.SHUFFLE: lambda: f"shuffles {b} cards",
            codes.SEARCH: lambda: f"finds {self.slot(a)} for {DESTINATIONS[b]}",
            codes.LAND: lambda: f"{'plays' if c else 'puts'} {self.kind(a)}{' tapped' if b else ''}",
            codes.STEP: lambda: f"[{moments.MOMENTS[a]}]" if a in MOMENTS_SHOWN else "",
            codes.CAST: lambda: f"casts {self.kind(a)}{self.label(a, b)}{f' with X = {c}' if c else ''}",
            codes.RESOLVE: lambda: f"  {self.kind(a)} resolves, to {DESTINATIONS[b]}",
            codes.ACTIVATE: lambda: f"uses {self.object(a)}{f' with X = {c}' if c else ''}",
            codes.TRIGGER: lambda: f"triggers: {self.object(a) if a >= 0 else 'the spell'} ({_event(b)})",
            codes.LEAVE: lambda: f"{self.object(a)} {LEAVING[min(b, 3)]}",
            codes.ATTACH: lambda: f"{self.object(a)} on {self.object(b)}",
            codes.BEARER: lambda: f"{self.object(a)} bears the Ring",
            codes.SPENT: lambda: f"  for {a} mana{f' and {b} life' if b else ''}" if a or b else "",
            codes.SETTLE: lambda: f"  paid: one {TYPES.get(b, 'mana')} from {self.object(a)}",
            codes.FIZZLE: lambda: f"{self.kind(a)} has no legal target left",
            codes.COUNTERED: lambda: f"{self.kind(a)} is countered",
            codes.LIFE: lambda: f"{'you' if a == 0 else f'opponent {a}'}: {b:+d} life",
            codes.DAMAGE: lambda: f"{b} damage to {'you' if a == 0 else f'opponent {a}'}",
            codes.RING: lambda: f"the Ring tempts you ({a})",
            codes.DISCARD: lambda: f"discards {self.kind(a)} ({DISCARD_REASONS[b]})",
            codes.ATTACK: lambda: f"{self.object(a)} attacks with power {b}",
            codes.TOKEN: lambda: f"makes a token: {self.kind(b)}",
            codes.GOAL: lambda: f"goal {a + 1} comes true: {self.plan.goals[a]}",
            codes.OVER: lambda: f"the game is over: {codes.OVER_REASONS[a]}",
        }
        return writers[code]() if code in writers else ""

    def label(self, kind: int, line: int) -> str:
        """Which way a card was cast, where it has several."""
        lines = self.plan.kinds[kind].lines if 0 <= kind < len(self.plan.kinds) else ()
        return f" ({lines[line].label})" if line < len(lines) and lines[line].label else ""


def _event(code: int) -> str:
    return triggers.EVENTS[code] if 0 <= code < len(triggers.EVENTS) else "an event"
