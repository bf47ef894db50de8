"""Charts as files: SVG, PNG and PDF by vl-convert, without a browser; and what a missing extra is told as."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from analyzer.errors import InputError

if TYPE_CHECKING:
    from analyzer.report.charts.model import Chart

SUFFIXES = (".svg", ".png", ".pdf")
PNG_SCALE = 2.0  # pixels for each of the 640 units of width
LINE = 105  # characters of a line of words above a picture
MODULES = {"altair": "altair", "vl_convert": "vl-convert-python"}


def check_plots() -> None:
    """InputError with the pip command where the libraries for pictures are not installed."""
    missing = [package for module, package in MODULES.items() if find_spec(module) is None]
    if missing:
        raise InputError(f"pictures need {' and '.join(missing)}: pip install 'scryworth[plots]'")


def check_suffix(path: Path) -> None:
    """InputError for an ending that no picture has.

    >>> check_suffix(Path("worth.svg"))
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{path}: the ending {path.suffix or '(none)'} is not one of {', '.join(SUFFIXES)}")


def specification(chart: Chart, source: str) -> dict[str, Any]:
    """The Vega-Lite specification of a chart that stands alone; `source` says whose numbers it shows."""
    from analyzer.report.charts.theme import FILE_FONT, FILE_WIDTH, IN_FILE, LIGHT, config

    drawn = chart.draw(IN_FILE).properties(width=FILE_WIDTH, title=_title(chart, source))
    found: dict[str, Any] = drawn.to_dict(validate=False)
    found["config"] = config(IN_FILE)
    found["padding"] = 16
    found["usermeta"] = {"font": FILE_FONT, "background": LIGHT.surface}
    return found


def _title(chart: Chart, source: str) -> dict[str, Any]:
    """Title, whose numbers these are, and what the picture means: it has to speak for itself."""
    return {"text": chart.title, "subtitle": [*wrap(source, LINE), *wrap(chart.caption, LINE)]}


def rendered(chart: Chart, suffix: str, source: str) -> bytes:
    """The chart as the bytes of a file with this ending."""
    import vl_convert

    spec = specification(chart, source)
    if suffix == ".svg":
        return _accessible(str(vl_convert.vegalite_to_svg(spec)), chart.alt).encode()
    if suffix == ".png":
        return bytes(vl_convert.vegalite_to_png(spec, scale=PNG_SCALE))
    return bytes(vl_convert.vegalite_to_pdf(spec))


def _accessible(svg: str, alt: str) -> str:
    """The picture's words inside its own file, for readers who do not see it."""
    from html import escape

    head, sign, rest = svg.partition(">")
    return f'{head} role="img"{sign}<title>{escape(alt)}</title>{rest}'


def fragment(chart: Chart) -> str:
    """The chart as SVG text for a notebook."""
    return rendered(chart, ".svg", "").decode()
