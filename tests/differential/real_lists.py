"""How much of real lists each engine plays: `python -m tests.differential.real_lists FOLDER`, a markdown table.

A copy is played in full when nothing of its text is left out, neither by the engine nor by the card table. Held copies
(no target against nobody) are played as an expert plays them: not at all; they count as played.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import ScryworthError
from analyzer.pack import unsupported
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve
from analyzer.rulebook.plans.left_out import left_out


@dataclass(frozen=True)
class Share:
    """Copies of a list, those played in full by the kernel and by the rulebook, and what is missing, by copies."""

    copies: int
    kernel: int
    rulebook: int
    missing: Counter[str]


def share_of(plan: Plan) -> Share:
    """The shares of one plan."""
    copies = Counter(plan.kinds[kind].name for kind in (*plan.slots, *plan.commanders))
    gaps = {kind.name for kind in plan.kinds if kind.unmodelled}
    by_kernel, by_rulebook = unsupported(plan), left_out(plan)
    missing: Counter[str] = Counter()
    for name, how in {(name, _sort(how)) for name, how in by_kernel if name in copies}:
        missing[how] += copies[name]
    for kind in plan.kinds:
        for text in set(kind.unmodelled):
            missing[f"table: {_sort(text)}"] += copies[kind.name]
    played = [
        sum(number for name, number in copies.items() if name not in gaps | {each for each, _ in left})
        for left in (by_kernel, by_rulebook)
    ]
    return Share(copies.total(), *played, missing)


def _sort(text: str) -> str:
    """The sort of a remark: without names, numbers and whole abilities."""
    text = re.sub(r"'(\w+?)\d*[^a-z'].*?'", r"'\1 ...'", text)
    text = re.sub(r"(ability ignored: \S+).*", r"\1", text)
    return re.sub(r" \(.*\)", "", text)


def table(shares: Mapping[str, Share | str]) -> str:
    """Markdown: a row a list, then what is missing most."""
    lines = ["| list | copies | kernel | rulebook |", "| --- | ---: | ---: | ---: |"]
    missing: Counter[str] = Counter()
    for name, share in shares.items():
        if isinstance(share, str):
            lines.append(f"| {name} | {share} | | |")
            continue
        missing += share.missing
        kernel, rulebook = (f"{100 * part / share.copies:.0f} %" for part in (share.kernel, share.rulebook))
        lines.append(f"| {name} | {share.copies} | {kernel} | {rulebook} |")
    known = [share for share in shares.values() if isinstance(share, Share)]
    if known:
        total = sum(share.copies for share in known)
        parts = (sum(share.kernel for share in known), sum(share.rulebook for share in known))
        lines.append(f"| all | {total} | {100 * parts[0] / total:.0f} % | {100 * parts[1] / total:.0f} % |")
    lines += ["", "| missing in the kernel or in the table | copies |", "| --- | ---: |"]
    return "\n".join([*lines, *(f"| {text} | {number} |" for text, number in missing.most_common(30))])


def shares_of(files: Iterable[Path]) -> dict[str, Share | str]:
    """By list; a sentence for one that cannot be read."""
    found: dict[str, Share | str] = {}
    for path in files:
        try:
            keys = {"deck.file": str(path), "run.goals": ["lands >= 1 by turn 1"]}
            found[path.name] = share_of(resolve(plan_from_options(keys)).plan)
        except ScryworthError as wrong:
            found[path.name] = str(wrong).splitlines()[0][:80]
    return found


if __name__ == "__main__":
    print(table(shares_of(sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix in (".txt", ".dck")))))
