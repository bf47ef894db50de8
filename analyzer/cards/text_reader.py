"""Reading a short text from left to right: marks, brackets, and errors that name the column."""

from __future__ import annotations

import re
from collections.abc import Iterable

from analyzer.cards.names import nearest
from analyzer.errors import InputError

_BLANK = re.compile(r"\s*")
_CLOSE = {"(": ")", "[": "]", "{": "}"}


class TextReader:
    """A text and the place reached in it.

    >>> reader = TextReader("[a[b]] ; c")
    >>> reader.enclosed("["), reader.take(";"), reader.at
    ('a[b]', True, 9)
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0  # how many programs stand around the place

    def fail(self, what: str, at: int | None = None) -> InputError:
        place = self.at if at is None else at
        return InputError(f"column {place + 1}: {what} (in '{self.text}')")

    def unknown(self, kind: str, word: str, known: Iterable[str], at: int) -> InputError:
        close = nearest(word, known)
        hint = f"; nearest: {', '.join(close)}" if close else ""
        return self.fail(f"unknown {kind} '{word}'{hint}", at)

    def blank(self) -> None:
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]

    def take(self, mark: str) -> bool:
        """Skip blanks; take `mark` and the blanks after it if it stands here."""
        self.blank()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        self.blank()
        return True

    def need(self, mark: str, what: str) -> None:
        if not self.take(mark):
            found = f"'{self.text[self.at]}'" if self.at < len(self.text) else "the end"
            raise self.fail(f"expected '{mark}' {what}, found {found}")

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def enclosed(self, opening: str) -> str | None:
        """The text of a bracket that opens here, inner brackets balanced; None if none opens here."""
        if not self.text.startswith(opening, self.at):
            return None
        start, stack = self.at, []
        for place in range(start, len(self.text)):
            letter = self.text[place]
            if letter in _CLOSE:
                stack.append(_CLOSE[letter])
            elif stack and letter == stack[-1]:
                stack.pop()
                if not stack:
                    self.at = place + 1
                    return self.text[start + 1 : place].strip()
            elif letter in ")]}":
                raise self.fail(f"'{letter}' closes no bracket; expected '{stack[-1]}'", place)
        raise self.fail(f"'{opening}' is never closed", start)

    def expect_end(self) -> None:
        self.blank()
        if self.at < len(self.text):
            raise self.fail(f"'{self.text[self.at]}' does not belong here")
