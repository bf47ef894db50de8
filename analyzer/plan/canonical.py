"""Canonical JSON of a resolved plan and its plan_id (formats F4): what two runs must share to be the same plan."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

from analyzer.cards.abilities import format_program
from analyzer.contract.moments import MOMENTS
from analyzer.plan.model import Kind, Plan, Start
from analyzer.plan.schema import FORMAT_VERSION

# Raised when the same plan would give other results: rules of play, order of actions, random numbers (not speed).
ENGINE_VERSION = 1


def decimal(number: float) -> str:
    """Shortest decimal text of a number, so that the JSON holds integers and strings only.

    >>> decimal(0.5), decimal(1.0)
    ('0.5', '1')
    """
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def described(plan: Plan) -> dict[str, Any]:
    """The plan as nested dictionaries, lists, integers and strings."""
    return {
        "format": FORMAT_VERSION,
        "engine": ENGINE_VERSION,
        "deck": {
            "slots": list(plan.slots),
            "kinds": [_kind(kind) for kind in plan.kinds],
            "commanders": list(plan.commanders),
        },
        "table": {
            "seat": plan.seat,
            "players": plan.players,
            "mulligan": plan.mulligan,
            "free_mulligans": plan.free_mulligans,
            "life": plan.life,
            "opponent_life": plan.opponent_life,
            "draws": int(plan.draws),
            "opp_window": int(plan.opp_window),
            "stop_at_zero": int(plan.stop_at_zero),
            "trigger_order": plan.trigger_order,
            "survive": decimal(plan.survive),
        },
        "start": _start(plan.start),
        "strategy": {
            rule.role: {"name": rule.name, "digest": rule.digest, "knobs": dict(rule.knobs)} for rule in plan.strategy
        },
        "run": {"turns": plan.turns, "seed": plan.seed, "goals": [str(goal) for goal in plan.goals],
                "measures": list(plan.measures), "by": list(plan.by)},
        "group": {word: list(kinds) for word, kinds in plan.groups},
        "free": [
            {"turns": list(each.turns), "at": MOMENTS[each.moment], "do": format_program(each.program),
             "chance": decimal(each.chance)}
            for each in plan.free
        ],
        "script": [list(each) for each in plan.script],
        **({"mute": list(plan.muted)} if plan.muted else {}),
    }  # fmt: skip


def _kind(kind: Kind) -> dict[str, Any]:
    card = kind.card
    return {
        "name": card.full_name,
        "cost": card.mana_cost,
        "types": sorted(card.types | card.subtypes),
        "mana_value": card.card_mana_value,
        "toughness": "" if card.toughness is None else str(card.toughness),
        "power": "" if card.power is None else str(card.power),
        "produces": card.produces,
        "tapped": card.tapped,
        "abilities": card.effects,
        "layer": card.layer,
        "held": int(kind.held),
        "muted": list(kind.muted),
    }


def _start(start: Start) -> dict[str, Any]:
    values = dataclasses.asdict(start)
    return {
        key: list(value) if isinstance(value, tuple) else "" if value is None else value
        for key, value in values.items()
    }


def identified(plan: Plan) -> Plan:
    """The plan with its canonical JSON and plan_id (first 16 hex digits of the SHA-256 of that JSON)."""
    text = json.dumps(described(plan), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return dataclasses.replace(plan, json=text, plan_id=hashlib.sha256(text.encode()).hexdigest()[:16])
