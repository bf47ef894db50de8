"""Charts: which ones a report has, what stands in them, and colours that everybody can tell apart."""

from __future__ import annotations

import colorsys
import itertools
import json

import pytest

from analyzer.errors import InputError
from analyzer.report.charts.chosen import chart_of, charts_of
from analyzer.report.charts.files import rendered, specification
from analyzer.report.charts.kinds import KINDS, charts_of_command, check_kind
from analyzer.report.charts.theme import DARK, LIGHT, MANA, Palette
from analyzer.tables import Row
from tests.support.reports import SCRIPT, report_for, study_for

# Machado, Oliveira and Fernandes 2009, severity 1: how red-, green- and blue-blind readers see linear colours.
BLIND = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def luminance(colour: str) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: tuple[float, ...]) -> tuple[float, ...]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        max(sum(a * max(b, 0.0) for a, b in zip(row, rgb, strict=True)) / w, 1e-9)
        for row, w in zip(rows, white, strict=True)
    )
    fx, fy, fz = ((t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, kind: str) -> float:
    seen = [tuple(sum(a * b for a, b in zip(row, linear(c), strict=True)) for row in BLIND[kind]) for c in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*map(lab, seen), strict=True)) ** 0.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_words_and_marks_stand_out_from_their_ground(palette: Palette) -> None:
    for ground in (palette.surface, palette.raised):
        assert contrast(palette.ink, ground) >= 7
        assert contrast(palette.muted, ground) >= 4.5
        assert contrast(palette.accent, ground) >= 4.5
    assert all(contrast(colour, palette.surface) >= 3 for colour in palette.series)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", BLIND)
def test_colour_blind_readers_tell_the_series_apart(palette: Palette, kind: str) -> None:
    for one, other in itertools.combinations(palette.series, 2):
        assert distance(one, other, kind) >= 15, (one, other)


def test_the_distance_finds_colours_that_red_blind_readers_confuse() -> None:
    assert distance("#b3541e", "#6b7a1e", "deutan") < 15


def test_mana_s_colours_are_for_mana_only() -> None:
    others = {*LIGHT.series, *DARK.series}
    assert not others & set(MANA.values())
    assert all(colorsys.rgb_to_hls(*linear(colour))[1] > 0.45 for colour in MANA.values())
    for command in ("run", "value", "compare"):
        drawn = [json.dumps(specification(chart, "")) for chart in charts_of(report_for(command))]
        assert not [colour for colour in MANA.values() for text in drawn if colour in text]


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ("run", {"curve", "first-turn", "mana", "kept", "mulligans", "convergence"}),
        ("value", {"worth", "difference", "rules", "bridge"}),
        ("compare", {"difference"}),
    ],
)
def test_a_report_has_its_charts(command: str, kinds: set[str]) -> None:
    report = report_for(command)
    found = charts_of(report)
    assert {chart.kind for chart in found} == kinds
    assert kinds <= set(charts_of_command(command))
    rows = {row for table in report.tables for row in table.rows}
    for chart in found:
        assert chart.rows and set(chart.rows) <= rows, chart.kind
        assert len(chart.alt) > 20 and chart.caption.endswith(".")
        spec = specification(chart, "somebody's deck")
        assert "lo" not in json.dumps(spec["config"]) or spec["title"]["subtitle"][0] == "somebody's deck"


def test_every_chart_has_a_command_and_default_goals_have_their_cards() -> None:
    import analyzer

    drawn = {chart.kind for command in ("run", "value", "compare") for chart in charts_of(report_for(command))}
    report = analyzer.report_of(analyzer.plan_of("example:mono-red-burn", settings={"run.turns": 3}), 500)
    drawn |= {chart.kind for chart in charts_of(report)}
    goals = analyzer.plan_of("example:mono-red-burn", ["lands >= 3 by turn 4"], {"run.turns": 4})
    drawn |= {chart.kind for chart in charts_of(analyzer.report_of(goals, 500))}
    assert drawn == set(KINDS) - {"plans", "differences"}


def test_a_study_has_every_plan_and_its_differences(tmp_path) -> None:
    charts = charts_of(study_for(tmp_path))
    assert [chart.kind for chart in charts] == ["plans", "curve", "differences"]
    assert {row.variant for row in charts[0].rows} == {"base", "24-play", "25-play", "24-draw", "25-draw"}


@pytest.mark.parametrize(("suffix", "begins"), [(".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_pictures_are_files_of_their_kind(suffix: str, begins: bytes) -> None:
    chart = chart_of(report_for("value"), "worth")
    content = rendered(chart, suffix, "source")
    assert content.startswith(begins)
    if suffix == ".svg":
        text = content.decode()
        assert "<script" not in text and 'role="img"' in text and "tip:" not in text
        assert "&lt;script&gt;" in text and text.count("±") >= 3


def test_a_chart_that_the_result_lacks_is_named_with_those_it_has() -> None:
    with pytest.raises(InputError, match=r"castable.*it has: curve, first-turn, mana"):
        chart_of(report_for("run"), "castable")
    with pytest.raises(InputError, match="compare draws difference"):
        check_kind("compare", "worth")


def test_the_worth_card_as_one_line() -> None:
    facts = dict(report_for("value").facts)
    line = facts["in one line"]
    assert "\n" not in line and SCRIPT in line and "worth in points: all sources together: look +" in line


def test_the_thin_line_spans_the_look_under_other_rules() -> None:
    report = report_for("value")
    (looks,) = [table.rows for table in report.tables if table.name == "rule looks"]
    rules = {row.source for table in report.tables if table.name == "rules" for row in table.rows}
    assert {row.variant for row in looks} == rules - {"curve"}, "the plan scries by curve itself"
    chart = chart_of(report, "worth")
    assert "thin line" in chart.caption
    drawn = json.dumps(specification(chart, ""))
    ends = [row.value for row in looks if row.source == "all sources together" and row.goal == chart.rows[0].goal]
    own = [r.value for r in chart.rows if (r.source, r.statistic, r.unit) == ("all sources together", "look", "points")]
    assert f'"lo": {min(ends + own)}' in drawn and f'"hi": {max(ends + own)}' in drawn


def test_keep_all_never_looks_better_than_it_is_blind() -> None:
    """A rule that keeps every card does with a look what it does without."""
    (looks,) = [table.rows for table in report_for("value").tables if table.name == "rule looks"]
    kept = [row for row in looks if row.variant == "keep-all"]
    assert kept and all(row.value == 0 for row in kept)


def test_the_card_counts_abilities_of_one_card_once_and_names_units_of_swaps() -> None:
    from analyzer.report.charts.worth_words import sources_of, units_text

    def row(statistic: str, value: float, unit: str = "points", note: str = "", source: str = "Opt") -> Row:
        return Row(source=source, goal="g", statistic=statistic, unit=unit, value=value, low=value - 0.1,
                   high=value + 0.1, interval="paired", note=note)  # fmt: skip

    rows = [
        row("net", 2.0), row("look", 1.0), row("net", 3.0, note="part of a card", source="Opt/cast"),
        row("look", 0.5, "cards"), row("look", 0.7, "count", "in units of Opt<-Island"),
        row("look", 9.0, "lands", "out of reach"), row("look", 9.0, "count", "in units of sources of U; ladder too short"),
    ]  # fmt: skip
    assert sources_of(rows) == ["Opt"]
    assert units_text(rows, "Opt") == (
        "the look is worth 0.50 ± 0.10 cards or 0.70 ± 0.10 Opt<-Island; no number of lands buys it; "
        "in sources of U: ladder too short"
    )
