"""Pages of every command in a real browser, opened from disk with the network off."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from analyzer.report.charts.chosen import charts_of
from analyzer.report.charts.theme import DARK, LIGHT
from analyzer.report.pages.page import page
from tests.conftest import BROWSERS
from tests.support.reports import LONG, SCRIPT, report_for, study_for

NEEDS = ("chromium", "playwright")
pytestmark = pytest.mark.ci

COMMANDS = ("run", "value", "compare", "study")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
# Pixels of a colour on a canvas, counted in the page from a screenshot: there is no picture library in the tests.
COUNT = """async ([png, colour]) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const data = context.getImageData(0, 0, image.width, image.height).data;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    count += Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 6;
  return count;
}"""


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    path = next(found for name in BROWSERS if (found := shutil.which(name)))
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS), headless=True)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    found = {command: report_for(command) for command in COMMANDS if command != "study"}
    return {**found, "study": study_for(tmp_path_factory.mktemp("study"))}


@pytest.fixture(scope="module")
def pages(reports, tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {command: folder / f"{command} page.html" for command in COMMANDS}
    for command, place in found.items():
        place.write_text(page(reports[command]), encoding="utf-8")
    return found


@pytest.fixture
def opened(browser, pages):
    """Opens a page and returns it with everything the browser said or asked of the network."""
    contexts = []

    def open_(command: str, width: int = 900, scheme: str = "light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)
        contexts.append(context)
        tab, said = context.new_page(), []
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("dialog", lambda dialog: (said.append("dialog"), dialog.dismiss()))
        tab.on("request", lambda request: said.append(request.url) if request.url.startswith("http") else None)
        tab.goto(pages[command].as_uri())
        tab.wait_for_function("[...document.querySelectorAll('.chart')].every((each) => each.querySelector('svg'))")
        return tab, said

    yield open_
    for context in contexts:
        context.close()


def pixels(tab, counter, selector: str, colour: str) -> int:
    import base64

    png = base64.b64encode(tab.locator(selector).first.screenshot()).decode()
    return counter.evaluate(COUNT, [png, colour])


@pytest.fixture(scope="module")
def counter(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1000])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_opens_without_a_word_and_fits(opened, command: str, width: int, scheme: str) -> None:
    tab, said = opened(command, width, scheme)
    assert said == []
    tab.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    wide = tab.evaluate(
        "[...document.querySelectorAll('.chart svg')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert wide == 0


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
@pytest.mark.parametrize("command", COMMANDS)
def test_marks_are_drawn_in_the_theme_s_colours(opened, counter, reports, command: str, scheme: str, palette) -> None:
    tab, _ = opened(command, 900, scheme)
    assert tab.locator(".chart svg").count() == len(charts_of(reports[command]))
    for number, chart in enumerate(charts_of(reports[command]), start=1):
        marks = palette.series[:2]  # the steps of a bridge have the second colour where they lead down
        drawn = [pixels(tab, counter, f"#chart-{number}", colour) for colour in marks]
        assert sum(drawn) >= 15, chart.kind
        other = DARK if palette is LIGHT else LIGHT
        assert pixels(tab, counter, f"#chart-{number}", other.series[0]) == 0, chart.kind


def test_print_is_light(opened, counter) -> None:
    tab, _ = opened("value", 900, "dark")
    tab.emulate_media(media="print", color_scheme="dark")
    assert pixels(tab, counter, "#chart-1", LIGHT.series[0]) >= 200
    assert pixels(tab, counter, "body", LIGHT.surface) > 10_000
    assert not tab.locator(".all").is_visible()


def test_charts_follow_the_width_of_the_window(opened) -> None:
    tab, _ = opened("value", 1000)
    wide = tab.evaluate("document.querySelector('.chart svg').getBoundingClientRect().width")
    tab.set_viewport_size({"width": 390, "height": 900})
    tab.wait_for_function("document.querySelector('.chart svg').getBoundingClientRect().width <= 390")
    assert wide > 600


@pytest.mark.parametrize("command", ["run", "value", "compare"])
def test_hostile_names_are_shown_as_text(opened, command: str) -> None:
    tab, said = opened(command)
    assert said == [] and tab.locator("main b").count() == 0
    assert SCRIPT in tab.locator("body").inner_text()
    if command == "value":
        drawn = tab.locator("#chart-1").text_content() or ""
        assert SCRIPT[:20] in drawn and LONG[:15] in drawn


@pytest.mark.parametrize("command", COMMANDS)
def test_every_chart_has_words_and_a_table(opened, command: str) -> None:
    tab, _ = opened(command)
    figures = tab.locator("figure")
    for number in range(figures.count()):
        figure = figures.nth(number)
        chart = figure.locator(".chart")
        assert chart.get_attribute("role") == "img" and len(chart.get_attribute("aria-label") or "") > 20
        assert figure.locator("figcaption").inner_text().strip()
        assert figure.locator("tbody tr").count() >= 2
