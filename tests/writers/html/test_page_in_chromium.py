"""The page of a claim in a real browser: nothing is fetched or clipped, brackets stretch, and it is accessible."""

from pathlib import Path

import pytest

from derivations import derive
from derivations.claims.index import CLAIMS, find_claim
from derivations.export.page import report_html

from ...pages_in_chromium import Page
from ...reports import OF_EVERY_FORM, few, plain

PAGES = (*CLAIMS, "changed")
QUICK = ("optimal-batch", "feistel")  # one in the dark
ASKED_OF = (*OF_EVERY_FORM, "feistel", "changed")

CLIPPED = """[...document.querySelectorAll('.formula')].filter(
    box => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'auto').length"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Pages:
    """The pages of claims as files, and one of changed premises with long formulas; each made when it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> Path:
        path = self._folder / f"{name}.html"
        if not path.exists():
            long = {"weight-fetch": "touched-experts"}
            report = derive("optimal-batch", premises=long) if name == "changed" else plain(name)
            path.write_text(report_html(report), encoding="utf-8")
        return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages, by the name of the claim."""
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few(PAGES, QUICK))
def test_nothing_wider_than_the_page_and_accessible(name: str, browser: Page, files: Pages) -> None:
    """On a phone and on a wide screen: no page to scroll sideways, no formula cut off.

    Light for one page, dark for the next, no violation that axe-core knows, on pages that have every kind of block. The
    pages of the site, of which it is asked too, have the same blocks.
    """
    browser.open(files[name], width=400)
    for width in (400, 1400):
        browser.seen(width)
        assert (browser.run(WIDER), browser.run(CLIPPED)) == (0, 0)
    if name in ASKED_OF:
        dark = PAGES.index(name) % 2 == 1
        assert browser.violations_on((1400 if dark else 400, dark)) == []


@pytest.mark.long
def test_nothing_is_fetched_and_the_font_is_there(browser: Page, files: Pages) -> None:
    """The page opens from disk, and its own font sets the mathematics."""
    browser.open(files["optimal-batch"])
    assert [each for each in browser.requested if not each.startswith(("file:///", "data:font/woff2"))] == []
    assert browser.run("[...document.fonts].map(font => font.status).join()") == "loaded"


def test_brackets_stretch(browser: Page, files: Pages) -> None:
    """Around a fraction a bracket is much taller than one around a letter."""
    browser.open(files["optimal-batch"])
    heights = browser.run("""[...document.querySelectorAll(
        '[id="eq:optimal-batch:balance-batch"] .formula mo[stretchy="true"], .formula math mi')].map(
        sign => [sign.textContent, sign.getBoundingClientRect().height])""")
    bracket = max(height for sign, height in heights if sign == "(")
    letter = max(height for sign, height in heights if sign == "B")
    assert bracket > 1.5 * letter


def test_letter_tells_what_it_is_by_keyboard(browser: Page, files: Pages) -> None:
    """One stop for a formula, arrows from letter to letter, Escape closes."""
    browser.open(files["optimal-batch"])
    block = "document.getElementById('eq:optimal-batch:sparsity')"
    sparsity = find_claim("optimal-batch").notation["s"].meaning
    assert browser.run(f"{block}.querySelectorAll('.q[tabindex=\"0\"]').length") == 1
    browser.run(f"{block}.querySelector('.q').focus()")
    assert sparsity in browser.run("document.getElementById('tip').textContent")
    browser.press("ArrowRight")
    assert "671 billion parameters" in browser.run("document.getElementById('tip').textContent")
    browser.press("Escape")
    assert browser.run("document.getElementById('tip').textContent") == ""


@pytest.mark.long
def test_buttons_copy(browser: Page, files: Pages) -> None:
    """With the script there are buttons, and they say what they did."""
    browser.open(files["optimal-batch"])
    browser.run("document.querySelector('details.behind').open = true")
    assert browser.run("document.querySelectorAll('.copy[hidden]').length") == 0
    browser.run("""(() => {
        document.execCommand = () => { window.copied = document.activeElement.value || getSelection().toString(); };
        Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}});
        document.querySelector('[data-copy]').click(); })()""")
    assert browser.until("window.copied").startswith(r"t_{\mathrm{compute}} = \frac")


@pytest.mark.long
def test_without_a_script_everything_reads(browser: Page, files: Pages, tmp_path: Path) -> None:
    """Mathematics is there, details open, and no button is shown that would do nothing."""
    browser.open(files["optimal-batch"], script=False)
    tree = browser.send("DOM.getDocument")["root"]["nodeId"]

    def count(selector: str) -> int:
        return len(browser.send("DOM.querySelectorAll", nodeId=tree, selector=selector)["nodeIds"])

    assert count("math") > 100
    assert count(".copy:not([hidden])") == 0
    assert count("#tip") == 0
    browser.printed(tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")
