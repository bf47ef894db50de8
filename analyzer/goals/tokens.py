"""Tokens of the goal language (formats F3), and the one shape of its errors: column, word, nearest words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from analyzer.errors import InputError

NEAREST = 3
_TOKEN = re.compile(
    r"""(?P<blank>\s+)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<filter>\[[^\[\]]*\])
      | (?P<cost>(?:\{[^{}]*\})+)
      | (?P<at>@[A-Za-z]+(?::[\w-]+)?)
      | (?P<dots>\.\.)
      | (?P<int>-?\d+)
      | (?P<word>[^\W\d_]+(?:_+[^\W_]+)*)
      | (?P<cmp>>=|<=|==|!=|>|<|=)
      | (?P<sign>[()+,])
    """,
    re.VERBOSE,
)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"'})
# Openers whose partner is missing: the error names the opener, not the text after it.
_UNCLOSED = {'"': 'a quoted name without its closing "', "[": "a filter without its ]", "{": "a cost without its }"}


class GoalError(InputError):
    """A goal that cannot be read: `column` counts from 1, `word` is the offending text, `near` the nearest words.

    >>> str(GoalError("lnds >= 4", 1, "lnds", "is not a word of the goal language", ("lands",)))
    "goal 'lnds >= 4', column 1: 'lnds' is not a word of the goal language; nearest: lands"
    """

    def __init__(
        self, text: str, column: int, word: str, reason: str, near: tuple[str, ...] = (), what: str = "goal"
    ) -> None:
        hint = f"; nearest: {', '.join(near)}" if near else ""
        super().__init__(f"{what} {text!r}, column {column}: {f'{word!r} ' if word else ''}{reason}{hint}")
        self.text, self.column, self.word, self.reason, self.near = text, column, word, reason, near

    def about(self, what: str) -> GoalError:
        """The same error in another text of the goal language: a measure, a keep expression."""
        reason = self.reason.replace("the goal ends here", f"the {what} ends here")
        return GoalError(self.text, self.column, self.word, reason, self.near, what)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of goal text; `column` counts from 1. A word written with underscores becomes several tokens."""

    kind: str  # string, filter, cost, at, dots, int, word, cmp, sign or end
    text: str
    column: int


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of a goal, words in lower case and split at underscores, then one `end` token.

    >>> [token.text for token in tokenize('Lands_had >= 4 by draw 4')]
    ['lands', 'had', '>=', '4', 'by', 'draw', '4', '']
    """
    plain = text.replace("≥", ">=").replace("≤", "<=").translate(_QUOTES)
    found: list[Token] = []
    place = 0
    while place < len(plain):
        match = _TOKEN.match(plain, place)
        if match is None:
            letter = plain[place]
            reason = f"is {_UNCLOSED[letter]}" if letter in _UNCLOSED else "is not part of the goal language"
            word = plain[place:] if letter in _UNCLOSED else letter
            raise GoalError(text, place + 1, word, reason)
        kind = str(match.lastgroup)
        if kind == "word":
            for part in re.finditer(r"[^_]+", match.group()):
                found.append(Token("word", part.group().lower(), place + part.start() + 1))
        elif kind == "cmp" and match.group() == "=":
            raise GoalError(text, place + 1, "=", "is no comparison; write == for 'exactly'")
        elif kind != "blank":
            found.append(Token(kind, match.group(), place + 1))
        place = match.end()
    return (*found, Token("end", "", len(plain) + 1))


def nearest_words(word: str, known: Iterable[str], count: int = NEAREST) -> tuple[str, ...]:
    """The known words most like `word`, best first; always `count` of them when there are that many.

    >>> nearest_words("lands hed", ["lands had", "hand", "life", "lands"])
    ('lands had', 'lands', 'hand')
    """
    folded = word.lower().replace("_", " ")
    scored = sorted((-SequenceMatcher(None, folded, each.lower()).ratio(), each) for each in set(known))
    return tuple(each for _, each in scored[:count])


def quoted(name: str) -> str:
    """A name as the goal language writes it.

    >>> quoted('"Ach! Hans, Run!"')
    '"\\\\"Ach! Hans, Run!\\\\""'
    """
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(text: str) -> str:
    """The name inside a string token.

    >>> unquoted(quoted('a "b"'))
    'a "b"'
    """
    return re.sub(r"\\(.)", r"\1", text[1:-1])
