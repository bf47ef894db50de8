"""The events of a game (rows of formats F7) with the names a reader needs beside the numbers."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.contract import events as codes


@dataclass(frozen=True, slots=True)
class Event:
    """One row of F7 (code, turn, a, b, c), whose it is, and the names of the things it speaks of.

    >>> str(Event(codes.TAKE, 1, 3, 0, 1, "me", ("Opt",), "from the top"))
    'me take Opt from the top'
    """

    code: int
    turn: int
    a: int = 0
    b: int = 0
    c: int = 0
    seat: str = ""
    names: tuple[str, ...] = ()
    detail: str = ""

    @property
    def word(self) -> str:
        """The name of the event, e.g. "take"; events without a row in F7 carry their word in front of `detail`."""
        return codes.EVENTS[self.code][0] if self.code else self.detail.split(" ", 1)[0]

    def __str__(self) -> str:
        detail = self.detail if self.code else self.detail.partition(" ")[2]
        return " ".join(part for part in (self.seat, self.word, ", ".join(self.names), detail) if part)
