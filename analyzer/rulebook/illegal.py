"""Illegal: an action that the rules forbid, with the statements of the rules brief that forbid it."""

from __future__ import annotations

from analyzer.errors import RunError


class Illegal(RunError):  # noqa: N818 - the word of the rules
    """A refused action; nothing has changed. `statements` are the forbidding statements, the chief one first.

    >>> str(Illegal("TRN-5", "no land play is left this turn"))
    'TRN-5: no land play is left this turn'
    >>> Illegal("ROL-9 CMB-1", "Bear is tapped").forbids("CMB-1")
    True
    """

    def __init__(self, statements: str, text: str) -> None:
        self.statements = tuple(statements.split())
        self.text = text
        super().__init__(f"{self.statements[0]}: {text}")

    def forbids(self, statement: str) -> bool:
        """Does one of the forbidding statements have this name?"""
        return statement.upper() in self.statements
