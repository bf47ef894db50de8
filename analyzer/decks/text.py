"""From the bytes of a list to clean numbered lines, whatever editor or web page they went through."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from analyzer.decks.model import Notice
from analyzer.errors import InputError

# A list of 1,000 different cards is about 40 kB; more than this is the wrong file.
MAX_BYTES = 1_000_000

_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_BLANKS = re.compile(r"\s+")
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16: its mark begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: its number (from 1), its text as written, and the same cleaned of invisible characters."""

    number: int
    raw: str
    text: str


def decode(data: bytes, name: str) -> tuple[str, tuple[Notice, ...]]:
    """The text of a list and what had to be assumed to read it.

    UTF-8 with or without mark, UTF-16 and UTF-32 with a mark, else Windows-1252 (which contains Latin-1) with a
    notice. Raises InputError for anything that is not text; `name` is how the message calls the input.

    >>> decode(b"1 Lim-D\\xfbl's Vault", "list")[0]
    "1 Lim-Dûl's Vault"
    """
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: larger than {MAX_BYTES:,} bytes; a list has a few thousand: is it the right file?")
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), ()
            except UnicodeDecodeError:
                raise InputError(f"{name}: broken {encoding.upper()} text; save the list as UTF-8 text") from None
    _refuse_binary(data, name)
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as wrong:
        line = len(_LINE_END.findall(data[: wrong.start].decode("latin-1"))) + 1
        notice = Notice("encoding", "not UTF-8 from here on: the list is read as Windows-1252 (Latin-1)", line=line)
        return data.decode("cp1252", errors="replace"), (notice,)


def _refuse_binary(data: bytes, name: str) -> None:
    """Raise InputError when so many control bytes occur that this cannot be text; a stray NUL or two may pass."""
    control = sum(data.count(byte) for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")
    if control > 2 and control * 20 > len(data):
        raise InputError(f"{name}: a binary file, not a decklist; export the list as plain text (UTF-8)")


def split_lines(text: str) -> tuple[Line, ...]:
    """Numbered lines; CRLF, LF, a lone CR and the Unicode line ends all end a line, a last empty one is not counted.

    >>> [(line.number, line.text) for line in split_lines("4\\u00a0Opt \\r\\n\\r20 Island\\r")]
    [(1, '4 Opt'), (2, ''), (3, '20 Island')]
    """
    parts = _LINE_END.split(text.removeprefix("\ufeff"))
    if parts and parts[-1] == "":
        parts.pop()
    return tuple(Line(number, raw, clean(raw)) for number, raw in enumerate(parts, start=1))


def clean(raw: str) -> str:
    """One line without what cannot be seen: format and control characters go, all white space becomes one blank.

    Full-width and styled forms become plain ones, so that `４　Ｏｐｔ` is `4 Opt`; other letters stay as written.

    >>> clean("\\u200f４\\u3000Ｏｐｔ\\u200b\\x00")
    '4 Opt'
    """
    if raw.isascii() and raw.isprintable():
        return _BLANKS.sub(" ", raw).strip()
    return _BLANKS.sub(" ", "".join(_plain(mark) for mark in raw)).strip()


def _plain(mark: str) -> str:
    if mark.isspace():
        return " "
    if unicodedata.category(mark) in ("Cf", "Cc"):
        return ""
    styled = unicodedata.decomposition(mark).startswith(("<wide>", "<narrow>", "<font>"))
    return unicodedata.normalize("NFKC", mark) if styled else mark
