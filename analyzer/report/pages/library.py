"""The chart library inside a page, as one script, and charts as it reads them: a page needs no network."""

from __future__ import annotations

import contextlib
import os
from importlib.metadata import version
from pathlib import Path
from typing import Any

SNIPPET = "window.vegaEmbed = vegaEmbed;"


def vega_script() -> str:
    """Vega, Vega-Lite and vega-embed; made once a machine (some seconds) and kept in the user's cache where that can be written."""
    import vl_convert

    place = _folder() / f"vega-{version('vl-convert-python')}.js"
    with contextlib.suppress(OSError):
        return place.read_text(encoding="utf-8")
    script: str = vl_convert.javascript_bundle(SNIPPET)
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        beside.write_text(script, encoding="utf-8")
        beside.replace(place)
    return script


def _folder() -> Path:
    from platformdirs import user_cache_path

    named = os.environ.get("SCRYWORTH_CACHE")
    return Path(named) if named else user_cache_path("scryworth")


def specification(drawn: Any, config: dict[str, Any]) -> dict[str, Any]:
    """An Altair chart as a Vega-Lite specification that is as wide as its place."""
    spec: dict[str, Any] = drawn.properties(width="container").to_dict(validate=False)
    spec["config"] = config
    spec["autosize"] = {"type": "fit-x", "contains": "padding"}
    return spec
