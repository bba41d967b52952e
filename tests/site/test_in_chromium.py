"""The built site in a real browser without a network: accessible, nothing fetched, nothing clipped."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import find_claim

from ..pages_in_chromium import Page
from .conftest import Site

KINDS = (
    "index", "ledger", "premises", "accelerators", "models", "prices", "tiers", "sources", "notation", "optimal-batch",
    "kv-bytes", "optimal-batch-derivation", "change-an-assumption", "audit-a-write-up",
)
PHONE, WIDE = (400, False), (1400, True)  # width, and whether it is dark
QUICK = {"index": (PHONE,), "accelerators": (PHONE,), "kv-bytes": (WIDE,)}  # the others are for make test-long
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


@pytest.fixture
def here(request: pytest.FixtureRequest) -> Site:
    """The small site for what is quick, the whole one for what is long."""
    found: Site = request.getfixturevalue("whole_site" if request.node.get_closest_marker("long") else "small_site")
    return found


def pages(names: Sequence[str]) -> list[Any]:
    """Parameters for pages: the others of these kinds are for `make test-long`, on the whole site."""
    return [*names, *(pytest.param(name, marks=pytest.mark.long) for name in KINDS if name not in names)]


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "screens"), [
    *(pytest.param(name, screens, id=f"{name}-quick") for name, screens in QUICK.items()),
    *(pytest.param(name, tuple(each for each in (PHONE, WIDE) if each not in QUICK.get(name, ())), id=name,
                   marks=pytest.mark.long) for name in KINDS),
])
def test_accessible_and_nothing_wider_than_the_page(
    name: str, screens: tuple[tuple[int, bool], ...], browser: Page, here: Site
) -> None:
    """On a phone and on a wide screen, light and dark: no violation that axe-core knows, no page to scroll sideways."""
    browser.open(here.folder / f"{name}.html", width=screens[0][0], dark=screens[0][1])
    for width, dark in screens:
        browser.seen(width, dark=dark)
        assert (browser.run(WIDER), browser.run(CUT), browser.run(CLIPPED)) == (0, [], 0)
    assert browser.violations_on(*screens) == []


@pytest.mark.parametrize(("fault", "rule"), [
    ('<img src="x.png">', "image-alt"), ('<span class="faint" style="color: #ddd">faint</span>', "color-contrast"),
])
def test_a_fault_far_down_is_seen(fault: str, rule: str, browser: Page, tmp_path: Path) -> None:
    """In a row after many that are alike: it is of a kind that none of them is."""
    rows = "".join(f"<tr><td>{row}</td></tr>" for row in range(40))
    page = tmp_path / "page.html"
    page.write_text(f'<!DOCTYPE html><html lang="en"><title>Rows</title><main><h1>Rows</h1><table>{rows}'
                    f"<tr><td>{fault}</td></tr></table></main></html>", encoding="utf-8")
    browser.open(page, width=400)
    found = browser.violations_on(PHONE)
    assert browser.run("document.querySelectorAll('tr').length") == 3
    assert {line.partition(":")[0] for line in found} == {rule}


@pytest.mark.long
@pytest.mark.parametrize("name", ["optimal-batch", pytest.param("ledger", marks=pytest.mark.long)])
def test_what_opens_is_accessible_too(name: str, browser: Page, here: Site) -> None:
    """With every part opened that opens on demand."""
    browser.open(here.folder / f"{name}.html", width=400)
    browser.run("document.querySelectorAll('main details').forEach(part => { part.open = true; })")
    assert browser.run(WIDER) == 0
    assert browser.violations_on(PHONE) == []


@pytest.mark.some(1)
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
    """On the page of a claim, and on one about all claims."""
    browser.open(here.folder / "optimal-batch.html")
    browser.run("""document.querySelector('main [data-q="N_total"]').dispatchEvent(
        new Event('mouseover', {bubbles: true}))""")
    assert "671 billion parameters" in browser.run("document.getElementById('tip').textContent")
    browser.open(here.folder / "ledger.html")
    browser.run("""document.querySelector('main [data-q="L_kv"]').dispatchEvent(
        new Event('mouseover', {bubbles: true}))""")
    meaning = find_claim("optimal-batch").notation["L_kv"].meaning
    assert meaning in browser.run("document.getElementById('tip').textContent")


@pytest.mark.long
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
    source = """document.querySelector('[id="eq:optimal-batch:arithmetic-time"] .behind .source')"""
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


@pytest.fixture(scope="module")
def measured(browser: Page, small_site: Site) -> dict[str, tuple[list[float], list[float], float]]:
    """Of each claim where what answers ends on a phone and on a desktop, and how long its page is on a desktop."""
    ends = """['h1', '.in-words', '.chips', '#live .number-now', '#live .live-plot'].map(
        part => document.querySelector(part).getBoundingClientRect().bottom)"""
    found = {}
    for name in small_site.claims:
        browser.open(small_site.folder / f"{name}.html", width=400, height=800)
        on_phone = browser.run(ends)
        browser.seen(1400)
        found[name] = (on_phone, browser.run(ends), browser.run("document.documentElement.scrollHeight"))
    return found


def test_the_first_screen_answers(measured: dict[str, tuple[list[float], list[float], float]]) -> None:
    """Question, answer, verdicts, formula, number, condition and the picture, without scrolling."""
    for name, (on_phone, on_desktop, _) in measured.items():
        assert max(on_phone) <= 800, name
        assert max(on_desktop) <= 900, name


@pytest.mark.long
def test_claims_are_short(measured: dict[str, tuple[list[float], list[float], float]]) -> None:
    """Under 6,000 pixels on a desktop, before what is folded."""
    assert {name: height for name, (*_, height) in measured.items() if height >= 6000} == {}


@pytest.mark.long
@pytest.mark.parametrize("name", ["optimal-batch", "ledger"])
@pytest.mark.parametrize("width", [400, 1400])
def test_pictures_can_be_taken(name: str, width: int, browser: Page, here: Site, tmp_path: Path) -> None:
    """As wide as the screen and as long as the page, to be looked at."""
    browser.open(here.folder / f"{name}.html", width=width)
    picture = tmp_path / f"{name}-{width}.png"
    browser.picture(picture)
    size = [int.from_bytes(picture.read_bytes()[at : at + 4]) for at in (16, 20)]
    assert size == [width, browser.run("document.documentElement.scrollHeight")]
