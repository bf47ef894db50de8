"""`scryworth strategies`: which rules of play there are, what one does, and whether a rule keeps the contract."""

from __future__ import annotations

import inspect
import json
import textwrap
from typing import TYPE_CHECKING, Any

import click

from analyzer.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from analyzer.registry import Rule

KINDS = ("keep", "bottom", "scry", "scry_look", "play", "pick")
_FORMAT = click.option(
    "--format", "shape", type=click.Choice(["table", "json"]), default="table", help="How to print.", show_default=True
)
_KIND = click.option("--kind", type=click.Choice(KINDS), help="Which kind of rule, where a name has several.")


@click.group()
def command() -> None:
    """List, show and check rules of play."""


@command.command("list")
@click.option("--kind", type=click.Choice(KINDS), help="Only rules of this kind.")
@_FORMAT
def list_rules(kind: str | None, shape: str) -> None:
    """List the rules that are installed, by kind, with their first sentence.

    \b
    Examples:
      scryworth strategies list
      scryworth strategies list --kind scry --format json
    """
    from analyzer.rule_files import first_sentence, listed

    rows = [
        {"kind": each.kind, "name": each.name, "rule": each.target, "text": first_sentence(each.target)}
        for each in sorted(listed(), key=lambda each: (KINDS.index(each.kind) if each.kind in KINDS else 9, each.name))
        if kind in (None, each.kind)
    ]
    if kind in (None, "scry"):
        rows.append({"kind": "scry", "name": "auto", "rule": "analyzer.auto:resolve_auto", "text": AUTO})
    if shape == "json":
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        click.echo(f"{row['kind']:<9}  {row['name']:<{width}}  {row['text']}")


AUTO = "What fits the goals of the plan: lands-until, find or curve, printed as what it became."


@command.command()
@click.argument("name")
@_KIND
@_FORMAT
def show(name: str, kind: str | None, shape: str) -> None:
    """Print what the rule NAME does, its knobs, and how to set them.

    NAME is a name from the list, module:function, or file.py:function (current folder first).

    \b
    Examples:
      scryworth strategies show lands-until
      scryworth strategies show karsten-2022 --kind bottom
      scryworth strategies show my_rules.py:keep_two_landers
    """
    records = [_record(rule) for rule in find_rules(name, kind)]
    if shape == "json":
        click.echo(json.dumps(records, ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join(_paragraph(record) for record in records))


@command.command()
def view() -> None:
    """Print every name that a rule may use: what `game` and `action` know, and what each means."""
    from analyzer.contract.view import ACTION, GAME

    calls = {"field": "", "method": "()", "set": "(set, card)", "expression": "(expression)", "of look": "(i)"}
    for title, rows in (("game", GAME), ("action (play rules)", ACTION)):
        click.echo(title)
        names = [(f"{name}{calls.get(kind, '(card)')}", meaning) for name, kind, _, meaning in rows]
        width = max(len(name) for name, _ in names) + 2
        for name, meaning in names:
            click.echo(f"  {name:{width}}{meaning}")


@command.command()
@click.argument("name")
@_KIND
@click.option("--views", type=click.IntRange(1, 100_000), default=300, show_default=True, help="Random situations.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Which random situations.")
def check(name: str, kind: str | None, views: int, seed: int) -> None:
    """Run the contract test on the rule NAME: legal answers, compiled = Python, no peeking, repeatable.

    Exit code 1 when the rule breaks the contract.

    \b
    Examples:
      scryworth strategies check lands-until
      scryworth strategies check my_rules.py:my_scry --views 2000
    """
    from analyzer.rulecheck import check_rule

    failed = []
    for rule in find_rules(name, kind):
        report = check_rule(rule, views, seed)
        if report.remark:
            click.echo(f"note: {report.remark}", err=True)
        for finding in report.findings:
            click.echo(f"{report.label}: broken: {finding.demand}: {finding.text}")
        if report.passed:
            how = "compiled and as plain Python" if report.compiled else "as plain Python only"
            click.echo(f"{report.label}: keeps the contract on {report.views} random situations, {how}")
        else:
            failed.append(report.label)
    if failed:
        raise CheckFailed(f"{', '.join(failed)} breaks the contract for rules of play")


def find_rules(name: str, kind: str | None) -> list[Rule]:
    """All rules of this name (an installed name may stand for one of each kind); InputError when there is none."""
    from analyzer.knobs import split_rule
    from analyzer.registry import find
    from analyzer.rule_files import listed
    from analyzer.tomlfile import nearest

    name, knobs = split_rule(name)
    if knobs:
        raise InputError(f"leave the knobs out: {name}, not {name}:{knobs}")
    if ":" in name:
        return [_found_by_place(name, kind)]
    kinds = [each.kind for each in listed() if each.name == name and kind in (None, each.kind)]
    if not kinds:
        known = sorted({each.name for each in listed() if kind in (None, each.kind)})
        raise InputError(f"there is no {kind + ' ' if kind else ''}rule {name!r}{nearest(name, known)}")
    return [find(_role(each), name) for each in kinds]


def _role(kind: str) -> str:
    return "scry" if kind == "scry_look" else kind


def _found_by_place(name: str, kind: str | None) -> Rule:
    """A rule named by file or module: its own mark says which kind it is."""
    from analyzer.registry import find_any

    rule = find_any(name)
    if kind not in (None, rule.mark.kind):
        raise InputError(f"{name} is a {rule.mark.kind} rule, not a {kind} rule")
    return rule


def _record(rule: Rule) -> dict[str, Any]:
    from analyzer.knobs import write_value
    from analyzer.rules import KNOB_TYPES

    return {
        "kind": rule.mark.kind,
        "name": rule.name,
        "file": rule.path.name,
        "digest": rule.digest,
        "text": inspect.getdoc(rule.function) or "",
        "knobs": [
            {"name": knob.name, "allowed": KNOB_TYPES[knob.type], "default": write_value(knob.default)}
            for knob in rule.mark.knobs
        ],
    }


def _paragraph(record: dict[str, Any]) -> str:
    lines = [f"{record['kind'].replace('_', ' ')} rule {record['name']}  ({record['file']}, {record['digest']})", ""]
    lines += [textwrap.indent(record["text"] or "(no description)", "  ")]
    if record["knobs"]:
        lines += ["", "  knobs"]
        width = max(len(knob["name"]) for knob in record["knobs"])
        for knob in record["knobs"]:
            default = knob["default"] or "(none)"
            lines.append(f"    {knob['name']:<{width}}  {knob['allowed']}; unless set: {default}")
        first = record["knobs"][0]
        option = record["kind"].removesuffix("_look")
        lines += ["", f"  set with --{option} '{record['name']}:{first['name']}={first['default'] or '...'}'"]
    return "\n".join(lines)
