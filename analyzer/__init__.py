"""Scryworth: Monte Carlo deck statistics for Magic: The Gathering."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# public name -> module; loaded when first used, so that importing the package costs nothing
_LAZY: dict[str, str] = {
    "Deck": "analyzer.decks.model",
    "load_deck": "analyzer.decks.load",
    "Plan": "analyzer.plan.model",
    "plan_of": "analyzer.api",
    "plan_from": "analyzer.api",
    "play": "analyzer.api",
    "rates": "analyzer.api",
    "report_of": "analyzer.api",
    "value_of": "analyzer.api",
    "comparison_of": "analyzer.api",
    "save": "analyzer.api",
    "replay": "analyzer.engine",
    "Tally": "analyzer.tally",
    "Estimate": "analyzer.stats",
    "Table": "analyzer.tables",
    "frame": "analyzer.tables",
    "ScryworthError": "analyzer.errors",
}

__all__ = ["__version__", *_LAZY]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
