"""Numbers of a row as people read them in a picture or a sentence: as many digits as the interval supports."""

from __future__ import annotations

import re
from collections.abc import Sequence

from analyzer.stats import rounded
from analyzer.tables import Row


def number(row: Row, factor: float = 1.0, sign: bool = False) -> str:
    """Value with its half-width, as many digits as the interval supports.

    >>> number(Row(value=0.928061, low=0.92755, high=0.92857), 100)
    '92.81 ± 0.05'
    """
    if row.value is None:
        return "unknown"
    if row.low is None or row.high is None or row.low == row.high:
        text = f"{factor * row.value:.4g}"
    else:
        value, spread = rounded(factor * row.value, factor * (row.high - row.low) / 2)
        text = f"{value} ± {spread}"
    bare = text.startswith("-") or not any(digit in text.split(" ")[0] for digit in "123456789")
    return text if bare or not sign else f"+{text}"


def joined(parts: Sequence[str]) -> str:
    """A list in a sentence.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


_TOTAL = re.compile(r"^mean total\((.+), (\d+)\.\.(\d+)\)$")


def plain_measure(name: str) -> str:
    """The name of a measure's mean in words; other names stay as they are.

    >>> plain_measure("mean total(mana spent, 1..5)")
    'mean mana spent in turns 1 to 5'
    """
    return _TOTAL.sub(r"mean \1 in turns \2 to \3", name)
