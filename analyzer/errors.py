"""Errors that end a command with one clear line and a documented exit code."""

from __future__ import annotations


class ScryworthError(Exception):
    """A failure that a person can mend: says what, where and what to do.

    `exit_code` is the exit status of the command line: 1 a check or expectation failed, 2 bad input,
    3 the run itself failed (a rule raised or answered nonsense, a file could not be written), 130 interrupted.

    >>> str(ScryworthError("line 3: no card is called 'Optt'; did you mean Opt?"))
    "line 3: no card is called 'Optt'; did you mean Opt?"
    """

    exit_code = 2


class InputError(ScryworthError):
    """Something that was handed in (list, goal, plan, option, rule name) is wrong."""


class NoRoom(InputError):  # noqa: N818 - the input is right, only large
    """A plan that is larger than the tables of the compiled engine: known before anything is played.

    >>> str(NoRoom("the plan has 195 different cards; there is room for 128"))[-39:]
    'limits: scryworth run --engine rulebook'
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"{text}; leave some out, or play it slowly without such limits: {RULEBOOK}")


RULEBOOK = "scryworth run --engine rulebook"


class CheckFailed(ScryworthError):  # noqa: N818 - a check that failed is an answer, not a mistake
    """A check that was asked for did not hold."""

    exit_code = 1


class RunError(ScryworthError):
    """The run failed: a rule raised or answered nonsense, a capacity was exceeded, output could not be written.

    `game` is the number of the game in which it happened, if it was in one.
    """

    exit_code = 3

    def __init__(self, text: str, game: int | None = None) -> None:
        super().__init__(text)
        self.game = game
