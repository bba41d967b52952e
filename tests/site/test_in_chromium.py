"""The built site in a real browser without a network: accessible, nothing fetched, nothing clipped."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ..pages_in_chromium import Page, chromium
from .conftest import Site

KINDS = (
    "index", "ledger", "premises", "accelerators", "models", "prices", "tiers", "sources", "notation", "optimal-batch",
    "kv-bytes", "optimal-batch-derivation", "change-an-assumption", "audit-a-write-up",
)
# the others are for make test-full
QUICK = {("index", 400), ("accelerators", 400), ("kv-bytes", 1400)}
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# what reaches out of the page, or is cut off, and stands in nothing that scrolls
CUT = """[...document.querySelectorAll('main *')].filter(part => {
    if (part.closest('.unseen, caption, svg, math')) return false;
    if (part.getBoundingClientRect().right <= innerWidth + 1) return false;
    for (let at = part; at; at = at.parentElement) if (getComputedStyle(at).overflowX === 'auto') return false;
    return true;
}).map(part => part.outerHTML.slice(0, 80))"""
CLIPPED = """[...document.querySelectorAll('.formula')].filter(
    box => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'auto').length"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    """One browser for all of these tests."""
    with chromium() as page:
        yield page


@pytest.fixture
def here(request: pytest.FixtureRequest) -> Site:
    """The small site for what is in the quick run, the whole one for what is in the full run."""
    found: Site = request.getfixturevalue("whole_site" if request.node.get_closest_marker("full") else "small_site")
    return found


def pages(names: Sequence[str]) -> list[Any]:
    """Parameters for pages: the others of these kinds are for `make test-full`, on the whole site."""
    return [*names, *(pytest.param(name, marks=pytest.mark.full) for name in KINDS if name not in names)]


@pytest.mark.parametrize(
    ("name", "width", "dark"),
    [pytest.param(name, width, dark, marks=() if (name, width) in QUICK else pytest.mark.full)
     for width, dark in ((400, False), (1400, True)) for name in KINDS],
)
def test_accessible_and_nothing_wider_than_the_page(
    name: str, width: int, dark: bool, browser: Page, here: Site
) -> None:
    """On a phone and on a wide screen, light and dark: no violation that axe-core knows, no page to scroll sideways."""
    browser.open(here.folder / f"{name}.html", width=width, dark=dark)
    assert (browser.run(WIDER), browser.run(CUT), browser.run(CLIPPED)) == (0, [], 0)
    assert browser.violations() == []


@pytest.mark.parametrize("name", ["optimal-batch", pytest.param("ledger", marks=pytest.mark.full)])
def test_what_opens_is_accessible_too(name: str, browser: Page, here: Site) -> None:
    """With every part opened that opens on demand."""
    browser.open(here.folder / f"{name}.html", width=400)
    browser.run("document.querySelectorAll('main details').forEach(part => { part.open = true; })")
    assert browser.violations() == []
    assert browser.run(WIDER) == 0


@pytest.mark.parametrize("name", pages(["premises", "kv-bytes", "audit-a-write-up"]))
def test_nothing_is_fetched(name: str, browser: Page, here: Site) -> None:
    """A page asks for files beside it and for nothing else, and its own font sets the mathematics."""
    browser.open(here.folder / f"{name}.html")
    beside = here.folder.resolve().as_uri()
    assert [address for address in browser.requested if not address.startswith((f"{beside}/", "data:"))] == []
    assert f"{beside}/assets/page.css" in browser.requested
    if "<math" in here.pages[f"{name}.html"]:
        assert browser.run("[...document.fonts].map(font => font.status).join()") == "loaded"


@pytest.mark.parametrize("name", ["optimal-batch", "optimal-batch-derivation", "premises"])
def test_brackets_stretch(name: str, browser: Page, here: Site) -> None:
    """A bracket around a fraction is much taller than a letter."""
    browser.open(here.folder / f"{name}.html")
    bracket, letter = browser.run("""(() => {
        const heights = (kind, text) => [...document.querySelectorAll(`main .formula ${kind}`)].filter(
            sign => sign.textContent === text).map(sign => sign.getBoundingClientRect().height);
        return [Math.max(...heights('mo', '(')), Math.max(...heights('mi', 'B'))]; })()""")
    assert bracket > 1.5 * letter > 0


def test_without_a_script_the_mathematics_is_there(browser: Page, here: Site) -> None:
    """As tall as it is with one, and nothing is shown that would do nothing."""
    for name in ("optimal-batch", "ledger"):
        browser.open(here.folder / f"{name}.html", script=False)
        tree = browser.send("DOM.getDocument")["root"]["nodeId"]

        def found(selector: str, tree: int = tree) -> list[int]:
            return list(browser.send("DOM.querySelectorAll", nodeId=tree, selector=selector)["nodeIds"])

        formulas = found("main .formula math")
        assert len(formulas) >= 5
        assert all(browser.send("DOM.getBoxModel", nodeId=each)["model"]["height"] > 8 for each in formulas[:5])
        assert found(".copy:not([hidden])") == found("#tip") == found("#filter *") == found("#search") == []


def test_letters_tell_what_they_are(browser: Page, here: Site) -> None:
    """Also in a table that a notebook printed, and on a page about all claims."""
    browser.open(here.folder / "optimal-batch.html")
    browser.run("""document.querySelector('td [data-q="N_total"]').dispatchEvent(
        new Event('mouseover', {bubbles: true}))""")
    assert "671 billion parameters" in browser.run("document.getElementById('tip').textContent")
    browser.open(here.folder / "ledger.html")
    browser.run("""document.querySelector('main [data-q="L_x"]').dispatchEvent(
        new Event('mouseover', {bubbles: true}))""")
    assert "context at which the KV fetch" in browser.run("document.getElementById('tip').textContent")


def test_copy_buttons_show_beside_what_has_the_focus(browser: Page, here: Site) -> None:
    """Quiet until an equation is pointed at or has the focus; on a phone where the step is opened."""
    shown = """(() => { const row = document.querySelector('[id="eq:optimal-batch:batch"] .copy');
        const style = getComputedStyle(row); return style.display !== 'none' && style.opacity !== '0'; })()"""
    whole = here.folder / "optimal-batch-derivation.html"
    browser.open(whole, width=1400)
    assert not browser.run(shown)
    browser.run("document.querySelector('[id=\"eq:optimal-batch:batch\"] .number').focus()")
    assert browser.run(shown)
    browser.open(whole, width=400)
    assert not browser.run(shown)
    browser.run("document.querySelector('[id=\"eq:optimal-batch:batch\"] details').open = true")
    assert browser.run(shown)


def test_print_tells_conditions_and_sources(browser: Page, here: Site) -> None:
    """What is folded on a screen, and a reader of paper needs, is there; buttons and navigation are not."""
    browser.open(here.folder / "optimal-batch-derivation.html", width=800)
    browser.send("Emulation.setEmulatedMedia", media="print", features=[])
    source = """document.querySelector('[id="eq:optimal-batch:compute-time"] .behind .source')"""
    shown = """[...document.querySelectorAll('header.site, .copy, details.code')].filter(
        part => part.getClientRects().length)"""
    try:
        assert browser.run(f"{source}.getBoundingClientRect().height") > 8
        assert browser.run(f"{shown}.length") == 0
        assert browser.run("document.querySelector('.conditions').getClientRects().length") == 1
        dark = [{"name": "prefers-color-scheme", "value": "dark"}]
        browser.send("Emulation.setEmulatedMedia", media="print", features=dark)
        paper = "getComputedStyle(document.querySelector('.picture [style*=\"fill: #ffffff\"]')).fill"
        assert browser.run(paper) == "rgb(255, 255, 255)"
    finally:
        browser.send("Emulation.setEmulatedMedia", media="", features=[])


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (400, 800)])
def test_the_first_screen_answers(width: int, height: int, browser: Page, here: Site) -> None:
    """Question, answer, verdicts, formula, number, condition and the picture, without scrolling."""
    for name in here.claims:
        browser.open(here.folder / f"{name}.html", width=width, height=height)
        ends = browser.run("""['h1', '.in-words', '.chips', '#live .number-now', '#live .live-plot'].map(
            part => document.querySelector(part).getBoundingClientRect().bottom)""")
        assert max(ends) <= height, name


def test_claims_are_short(browser: Page, here: Site) -> None:
    """Under 6,000 pixels on a desktop, before what is folded."""
    for name in here.claims:
        browser.open(here.folder / f"{name}.html", width=1400)
        assert browser.run("document.documentElement.scrollHeight") < 6000, name


@pytest.mark.full
@pytest.mark.parametrize("name", ["optimal-batch", "ledger"])
@pytest.mark.parametrize("width", [400, 1400])
def test_pictures_can_be_taken(name: str, width: int, browser: Page, here: Site, tmp_path: Path) -> None:
    """As wide as the screen and as long as the page, to be looked at."""
    browser.open(here.folder / f"{name}.html", width=width)
    picture = tmp_path / f"{name}-{width}.png"
    browser.picture(picture)
    size = [int.from_bytes(picture.read_bytes()[at : at + 4]) for at in (16, 20)]
    assert size == [width, browser.run("document.documentElement.scrollHeight")]
