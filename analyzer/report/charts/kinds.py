"""Names of the charts, what each shows, and which command draws it; nothing heavy is imported here."""

from __future__ import annotations

from analyzer.errors import InputError

# name -> (what it shows, commands that draw it; the first chart of a command is its own)
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "worth": ("what each source is worth: look, draw and tempo", ("value",)),
    "curve": ("chance of each goal by turn, with bands", ("run", "study")),
    "difference": ("paired difference by turn, with bands", ("compare", "value")),
    "bridge": ("from the hypergeometric number to the number as played", ("run", "value")),
    "castable": ("each card: payable, castable and cast, with intervals", ("run",)),
    "first-turn": ("in which turn a goal first comes true, and never", ("run",)),
    "mana": ("mana available and spent by turn", ("run",)),
    "kept": ("how many cards the kept hands have", ("run",)),
    "mulligans": ("chance of each goal by cards kept", ("run",)),
    "convergence": ("how the chance settled as games were played", ("run",)),
    "rules": ("chance of each goal under other scry rules", ("value",)),
    "plans": ("chance of each goal in every plan of a study", ("study",)),
    "differences": ("difference of every plan of a study from its base", ("study",)),
}
OWN = {"run": "curve", "value": "worth", "compare": "difference", "study": "plans"}


def charts_of_command(command: str) -> tuple[str, ...]:
    """Names of the charts that a command can draw.

    >>> charts_of_command("compare")
    ('difference',)
    """
    return tuple(name for name, (_, commands) in KINDS.items() if command in commands)


def check_kind(command: str, name: str | None) -> str:
    """The chart asked for, or the command's own; InputError names the charts that the command draws.

    >>> check_kind("value", None)
    'worth'
    """
    known = charts_of_command(command)
    if name is None:
        return OWN[command]
    if name not in known:
        raise InputError(f"--chart {name}: {command} draws {', '.join(known)}")
    return name
