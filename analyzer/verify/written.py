"""The rows of `verify` as plan files (JSON) that any other command takes, with the rule files they name beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from analyzer.errors import RunError
from analyzer.tables import write
from analyzer.verify.rows import Row, Section

OWN_RULE = re.compile(r"^(\w+\.py):")


def write_plans(asked: Sequence[Section], folder: Path) -> int:
    """Write every row into a folder of its section; returns how many. RunError when a file cannot be written."""
    number = 0
    for section in asked:
        place = folder / section.name
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise RunError(f"cannot make the folder {place}: {wrong.strerror}; choose another place") from None
        for row in section.rows:
            text = json.dumps(row.document, indent=1, ensure_ascii=False)
            write(place / f"{file_name(row.name)}.json", text + "\n")
            for name in rule_files(row):
                write(place / name, (row.folder / name).read_text(encoding="utf-8"))
            number += 1
    return number


def file_name(name: str) -> str:
    """A row's name as the name of a file.

    >>> file_name("60 cards, {1}{U}{U}, 18 sources")
    '60-cards-1UU-18-sources'
    """
    return re.sub(r"[^\w.+-]+", "-", re.sub(r"[{}]", "", name)).strip("-")


def rule_files(row: Row) -> list[str]:
    """Rule files that a row's strategy names, in its folder."""
    rules = row.document.get("strategy", {}).values()
    return sorted({match[1] for rule in rules if (match := OWN_RULE.match(str(rule)))})
