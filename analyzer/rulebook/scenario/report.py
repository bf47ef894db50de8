"""What a scenario run prints: title, acts with their events, differences, a summary line."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.contract import events as codes
from analyzer.rulebook.scenario.run import Result

QUIET = {codes.SPENT}


def lines_of(result: Result, log: bool) -> Iterator[str]:
    """The report of one scenario, line by line; without `log` only the verdict and what is wrong."""
    data = result.scenario.data
    verdict = "ok" if result.met else "NOT MET"
    title = data.get("title", "")
    yield f"{verdict:8}{result.scenario.id}  {title}".rstrip()
    if log or not result.met:
        if data.get("rule"):
            rules = data["rule"]
            yield f"        rule {', '.join(rules) if isinstance(rules, list) else rules}"
        for number, step in enumerate(result.steps, 1):
            yield f"    {number}. {step.title}"
            for event in step.events:
                if event.code not in QUIET:
                    yield f"         {event}"
            for difference in step.differences:
                yield f"       - {difference}"
        for line in result.answers:
            yield f"    ? {line}"
        for note in result.notes:
            yield f"    note: {note}"
    for difference in result.differences:
        yield f"       - {difference}"


def summary(results: list[Result]) -> str:
    """The last line: how many scenarios were met."""
    met = sum(result.met for result in results)
    compared = sum(result.checked for result in results)
    unmet = [result.scenario.id for result in results if not result.met]
    tail = f"; not met: {', '.join(unmet)}" if unmet else ""
    return f"{met} of {len(results)} scenarios met, {compared} comparisons{tail}"
