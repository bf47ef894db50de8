"""Colours and sizes of every picture: series that colour-blind readers tell apart, light, dark, and mana's own five."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one ground. `series` differ in lightness and hue for every kind of colour vision."""

    ink: str
    muted: str
    grid: str
    surface: str
    raised: str
    accent: str
    series: tuple[str, ...]


LIGHT = Palette(
    "#1b1f24", "#535d68", "#d8dde3", "#ffffff", "#f4f6f8", "#005c91",
    ("#0072b2", "#d1495b", "#949400", "#4b2e83", "#7a3b00", "#1b1f24"),
)  # fmt: skip
DARK = Palette(
    "#e8ecf1", "#aab4bf", "#343c46", "#12161c", "#1b2129", "#7cc4f5",
    ("#4aa8e8", "#ff9552", "#35d0a2", "#e58fc6", "#ffffff", "#f7d9a0"),
)  # fmt: skip
# Magic's own colours, for mana symbols and nothing else; the letters on them are dark on every ground.
MANA = {"W": "#f8f1cf", "U": "#aedcf5", "B": "#c5bdb6", "R": "#f7b39b", "G": "#a8d8b0", "C": "#d5d1cf"}
DASHES = ((1, 0), (7, 3), (2, 3), (9, 3, 2, 3), (4, 4), (12, 4))
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
FONT = "system-ui, 'Segoe UI', 'Liberation Sans', Arial, sans-serif"
FILE_FONT = "Liberation Sans, Arial, sans-serif"
FILE_WIDTH = 640


def variables(palette: Palette) -> dict[str, str]:
    """A palette as CSS variables.

    >>> variables(LIGHT)["--series-1"]
    '#0072b2'
    """
    plain = {f"--{name}": colour for name, colour in asdict(palette).items() if name != "series"}
    return {**plain, **{f"--series-{n}": colour for n, colour in enumerate(palette.series, start=1)}}


def _page() -> Palette:
    series = tuple(f"var(--series-{n})" for n in range(1, len(LIGHT.series) + 1))
    plain = {name: f"var(--{name})" for name in asdict(LIGHT) if name != "series"}
    return Palette(**plain, series=series)


PAGE = _page()  # colours that the page's style sheet chooses, so that one picture serves light, dark and print


@dataclass(frozen=True, slots=True)
class Style:
    """How a chart is drawn: colours, width in pixels (0: as wide as its place), and whether it says whose it is."""

    palette: Palette
    width: int
    font: str
    with_title: bool

    @property
    def size(self) -> int | str:
        return self.width or "container"


ON_PAGE = Style(PAGE, 0, FONT, False)
IN_FILE = Style(LIGHT, FILE_WIDTH, FILE_FONT, True)


def config(style: Style) -> dict[str, Any]:
    """Vega-Lite's configuration."""
    look = style.palette
    words = {"font": style.font, "color": look.ink}
    return {
        "background": look.surface if style.with_title else None,
        "font": style.font,
        "aria": False,  # the words of a chart are its alt text; those of each mark would be noise
        "view": {"stroke": None},
        "axis": {
            "labelColor": look.ink, "titleColor": look.muted, "gridColor": look.grid, "domainColor": look.muted,
            "tickColor": look.muted, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal",
            "labelLimit": 150,
        },
        "legend": {
            "labelColor": look.ink, "labelFontSize": 12, "titleColor": look.muted, "labelLimit": {"expr": "max(width - 40, 120)"},
            "orient": "top",
            "direction": "vertical", "title": None, "symbolStrokeWidth": 2.5, "symbolOpacity": 1, "symbolSize": 80, "offset": 8,
        },
        "title": {
            "anchor": "start", "color": look.ink, "fontSize": 15, "subtitleColor": look.muted, "subtitleFontSize": 12,
            "font": style.font, "subtitleFont": style.font, "subtitleLineHeight": 16, "offset": 12, "limit": FILE_WIDTH,
        },
        "text": {**words, "fontSize": 12},
    }  # fmt: skip
