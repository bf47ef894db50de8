"""Pages without a browser: order, escaping, tables equal to the JSON document, size, what a notebook gets."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from analyzer.report.pages.page import page, script_json
from analyzer.report.terminal import as_document
from analyzer.tables import Row, cell_text
from tests.support.reports import LONG, NAMES, RIGHT, SCRIPT, report_for, study_for

ORDER = (
    "In pictures", "In numbers", "How sure is this", "By other rules of play", "If unanswered", "Held and not modelled",
    "How to make it again", "Every number",
)  # fmt: skip


class Reader(HTMLParser):
    """Tables by name (their cells' texts and full numbers), headings, tags, and all text outside scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[tuple[str, str]]]] = {}
        self.heads: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._table: list[list[tuple[str, str]]] | None = None
        self._open: list[str] = []
        self._number = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.append((tag, values))
        self._open.append(tag)
        if tag == "table":
            self._table = self.tables.setdefault(values["data-table"], []) if "data-table" in values else None
            if self._table:
                self._table = []  # the same rows behind a chart and in the list of every number
        if self._table is not None and tag == "tr":
            self._table.append([])
        if self._table is not None and tag == "td":
            self._table[-1].append(("", ""))
        if tag == "data":
            self._number = values["value"] or ""

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass
        if tag == "table":
            self._table = None

    def handle_data(self, data):
        if "script" in self._open or "style" in self._open:
            return
        self.text += data
        if "h2" in self._open:
            self.heads.append(data)
        if self._table is not None and "td" in self._open:
            before, number = self._table[-1][-1]
            self._table[-1][-1] = (before + data, self._number or number)
            self._number = ""


def test_a_page_asks_in_the_player_s_order_and_needs_no_network() -> None:
    for command in ("run", "value", "compare"):
        html = page(report_for(command))
        read = Reader(html)
        heads = [head for head in read.heads if head in ORDER]
        assert tuple(heads) == ORDER, command
        assert html.index('class="headline"') < html.index("<h2>")
        outside = [(tag, values) for tag, values in read.tags if {"src", "href"} & set(values)]
        assert outside == [("link", {"rel": "icon", "href": "data:,"})]
        assert len(html.encode()) <= 3_000_000
        assert html.count("vegaEmbed=") == 1 or html.count("window.vegaEmbed") == 1


@pytest.mark.parametrize("command", ["run", "value", "compare"])
def test_tables_say_what_the_json_document_says(command: str) -> None:
    report = report_for(command)
    read = Reader(page(report))
    tables = as_document(report)["tables"]
    assert set(tables) <= set(read.tables)  # type: ignore[arg-type]
    for name, table in tables.items():  # type: ignore[attr-defined]
        rows = [Row(**dict(zip(table["columns"], cells, strict=True))) for cells in table["rows"]]
        shown = [row for row in read.tables[name] if row]
        assert len(shown) == len(rows), name
        for row, cells in zip(rows, shown, strict=True):
            for column in ("value", "low", "high"):
                exact, text = getattr(row, column), cell_text(row, column)
                if exact is not None and text:
                    assert (text, repr(exact)) in cells, (name, column)
            assert row.goal in [text for text, _ in cells] or not row.goal


@pytest.mark.parametrize("command", ["run", "value", "compare"])
def test_hostile_names_are_text(command: str) -> None:
    report = report_for(command)
    html = page(report)
    read = Reader(html)
    assert [values for tag, values in read.tags if tag == "b"] == []
    assert sum(tag == "script" for tag, _ in read.tags) == 3
    assert SCRIPT in read.text
    if command != "compare":
        assert RIGHT in read.text
    if command == "value":
        assert all(name in read.text for name in NAMES) and LONG in read.text
    data = re.search(r'<script type="application/json" id="charts">(.*?)</script>', html, re.DOTALL)
    assert data is not None and "<" not in data[1]
    assert json.loads(data[1])


def test_json_in_a_script_cannot_end_it() -> None:
    text = script_json({"a": "</script><!-- &amp; \u2028"})
    assert "<" not in text and "\u2028" not in text and json.loads(text)["a"].startswith("</script>")


def test_mana_symbols_keep_their_text() -> None:
    html = page(report_for("run"))
    assert '<span class="pip pip-U">{U}</span>' in html and "payable {U}{U} by turn 3" in Reader(html).text


def test_a_partial_run_says_so() -> None:
    assert "stopped early" in page(replace(report_for("run"), is_partial=True))
    assert "stopped early" not in page(report_for("run"))


def test_a_study_and_two_transcripts(tmp_path) -> None:
    read = Reader(page(study_for(tmp_path)))
    assert "Every plan" in read.text and "lands had >= 4 by draw 4" in read.text
    compared = report_for("compare")
    assert compared.disagreement is not None and len(compared.disagreement.transcripts) == 2
    html = page(compared)
    assert "Where they disagree" in html and html.index("<details><summary>One such game") > html.index("Held and")


def test_a_notebook_gets_pictures_without_scripts(monkeypatch) -> None:
    html = report_for("value")._repr_html_()
    assert "<script" not in html and html.count("<svg") >= 2 and "&lt;script&gt;" in html
    from analyzer.report.charts import files

    monkeypatch.setattr(files, "find_spec", lambda name: None)
    bare = report_for("value")._repr_html_()
    assert "<svg" not in bare and "pip install" in bare and "<table>" in bare
