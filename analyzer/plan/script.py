"""What a plan's opponent does (`[[script]]`, formats F4), read once for both engines."""

from __future__ import annotations

import re
from typing import NamedTuple

from analyzer.contract.script import REMOVE_BEST, REMOVE_KIND, SET_BLOCKERS
from analyzer.errors import InputError
from analyzer.plan.model import Plan
from analyzer.tomlfile import nearest


class Scripted(NamedTuple):
    """One line: when, what, and the kind of card to remove or the number of blockers."""

    turn: int
    moment: int  # contract.moments
    what: int
    about: int


def script_of(plan: Plan) -> tuple[Scripted, ...]:
    """The lines in the order in which they happen; InputError names what is not understood and what there is."""
    return tuple(
        sorted(Scripted(turn, moment, *_read(text.strip().lower(), plan)) for turn, moment, text in plan.script)
    )


def _read(text: str, plan: Plan) -> tuple[int, int]:
    if text == "remove best creature":
        return REMOVE_BEST, 0
    if found := re.fullmatch(r"block (\d{1,3})", text):
        return SET_BLOCKERS, int(found[1])
    names = {kind.name.lower(): kind.index for kind in plan.kinds}
    wanted = text.removeprefix("remove ").strip('"')
    if text.startswith("remove ") and wanted in names:
        return REMOVE_KIND, names[wanted]
    known = nearest(wanted, list(names)) if text.startswith("remove ") else ""
    raise InputError(
        f"{text!r} is not understood{known}; write 'remove best creature', 'remove CARD' or 'block N' "
        "(the N weakest attackers do not connect from then on)"
    )
