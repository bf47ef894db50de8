"""Recipes: a plan with everything it needs to be made again elsewhere (list, rule sources), checked by its plan_id."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from analyzer.decks.align import swap_cards
from analyzer.decks.load import read_bytes
from analyzer.decks.text import decode
from analyzer.errors import InputError, RunError
from analyzer.plan.canonical import identified
from analyzer.plan.model import Plan
from analyzer.plan.resolve import own_cards, read_list, resolve
from analyzer.plan.schema import PlanFile
from analyzer.rule_files import sources_of


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make a plan again: keys as written (the list as text), swaps, slots, rule sources, canonical JSON."""

    plan_id: str
    written: Mapping[str, Any]
    swaps: tuple[str, ...]
    slots: tuple[int, ...]
    sources: Mapping[str, str]
    json: str

    def to_text(self) -> str:
        """JSON text, keys sorted."""
        return json.dumps(self.as_mapping(), sort_keys=True, ensure_ascii=False)

    def as_mapping(self) -> dict[str, Any]:
        """Nested dictionaries and lists, as provenance holds them."""
        return {
            "plan_id": self.plan_id, "written": dict(self.written), "swaps": list(self.swaps),
            "slots": list(self.slots), "sources": dict(self.sources), "json": self.json,
        }  # fmt: skip


def from_mapping(data: Mapping[str, Any]) -> Recipe:
    """The recipe that `as_mapping` wrote; InputError when it is none."""
    try:
        return Recipe(
            str(data["plan_id"]), dict(data["written"]), tuple(data["swaps"]), tuple(map(int, data["slots"])),
            {str(name): str(text) for name, text in data["sources"].items()}, str(data["json"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise InputError(f"the provenance of a plan is damaged ({wrong})") from None


def recipe_of(plan: Plan, written: PlanFile, swaps: Sequence[str], base: Path) -> Recipe:
    """The recipe of a resolved plan; files are read relative to `base`."""
    data = written.model_dump(mode="json", exclude_unset=True)
    if written.deck.file is not None:
        text, _ = decode(read_bytes(base / written.deck.file), written.deck.file)
        deck = {key: value for key, value in data["deck"].items() if key != "file"}
        data = {**data, "deck": {**deck, "text": text}}
    sources: dict[str, str] = {}
    strategy = dict(data.get("strategy", {}))
    for rule in plan.strategy:
        if rule.path:  # a file of the user's; its neighbours come along
            named = str(strategy.get(rule.role, ""))
            place = named[: named.index(".py:") + 3] if ".py:" in named else ""
            strategy[rule.role] = named.replace(place, Path(rule.path).name, 1)
            sources |= {each.name: each.read_text(encoding="utf-8") for each in sources_of(Path(rule.path))}
    if sources:
        data = {**data, "strategy": strategy}
    return Recipe(plan.plan_id, data, tuple(swaps), plan.slots, sources, plan.json)


def rebuilt(recipe: Recipe) -> Plan:
    """The plan of a recipe; RunError says what is different here when it is not the same plan.

    Rule sources are written to a folder of their own, which is kept until the process ends (rules are read again).
    """
    base = Path.cwd()
    if recipe.sources:
        base = Path(tempfile.mkdtemp(prefix="scryworth-rules-"))
        atexit.register(shutil.rmtree, base, ignore_errors=True)
    for name, text in recipe.sources.items():
        (base / Path(name).name).write_text(text, encoding="utf-8")
    try:
        plan = _resolved(recipe, base)
    except (InputError, ValidationError) as wrong:
        raise RunError(f"plan {recipe.plan_id} cannot be made on this machine: {wrong}") from None
    if plan.plan_id != recipe.plan_id:
        raise RunError(f"plan {recipe.plan_id} is another plan here: {differences(recipe.json, plan.json)}")
    return plan


def _resolved(recipe: Recipe, base: Path) -> Plan:
    # by whole path: a file of that name in the current folder would come first
    rules = {
        role: f"{base / str(text).partition(':')[0]}:{str(text).partition(':')[2]}" if _brought(text, recipe) else text
        for role, text in dict(recipe.written.get("strategy", {})).items()
    }
    written = PlanFile.model_validate({**recipe.written, **({"strategy": rules} if rules else {})})
    own = own_cards(written)
    deck = read_list(written, base)
    for text in recipe.swaps:
        deck = swap_cards(deck, text, own)
    return identified(replace(resolve(written, base, deck).plan, slots=recipe.slots, plan_id="", json=""))


def _brought(text: object, recipe: Recipe) -> bool:
    """Does this name a rule in a file that the recipe brings along?"""
    return str(text).partition(":")[0] in recipe.sources


def differences(first: str, second: str) -> str:
    """Which parts of two canonical plans differ, at most three of them, in words.

    >>> differences('{"engine":1,"run":{"seed":1}}', '{"engine":2,"run":{"seed":1}}')
    'engine is 1 there and 2 here'
    """
    found = list(_differing(json.loads(first), json.loads(second), ""))
    return "; ".join(found[:3]) + (f"; and {len(found) - 3} more" if len(found) > 3 else "")


def _differing(there: Any, here: Any, path: str) -> list[str]:
    if isinstance(there, dict) and isinstance(here, dict):
        label = f"{path} {there['name']}" if isinstance(there.get("name"), str) else path
        keys = sorted(there.keys() | here.keys())
        return [each for key in keys for each in _differing(there.get(key), here.get(key), f"{label} {key}".strip())]
    if isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        return [each for a, b in zip(there, here, strict=True) for each in _differing(a, b, path)]
    return [] if there == here else [f"{path} is {_short(there)} there and {_short(here)} here"]


def _short(value: Any) -> str:
    text = "missing" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
