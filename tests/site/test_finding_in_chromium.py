"""Finding one's way in a real browser: menus, the search, filters, and tables that go on to the right."""


import pytest

from derivations.claims.index import find_claim

from ..pages_in_chromium import Page
from .conftest import Site

OPEN = "[...document.querySelectorAll('header.site details')].filter(menu => menu.open).length"
SHOWN = "[...document.querySelectorAll('{}')].filter(part => part.getClientRects().length).length"
TYPE = """(text => {{ const field = document.getElementById('{}'); field.focus(); field.value = text;
    field.dispatchEvent(new Event('input', {{bubbles: true}})); }})({!r})"""
SAID = "document.querySelector('#found [role=status]').textContent"
HITS = "[...document.querySelectorAll('#found a')].map(hit => hit.getAttribute('href').split('/').pop())"


def found(browser: Page, words: str) -> list[str]:
    """Where the search leads with these words, best first."""
    browser.run(f"{SAID} = ''")
    browser.run(TYPE.format("search", words))
    browser.until(SAID)
    return list(browser.run(HITS))


@pytest.mark.long
def test_menus_close_on_escape_and_on_clicks_elsewhere(browser: Page, small_site: Site) -> None:
    """One is open at a time, and Escape leaves the focus on its entry."""
    browser.open(small_site.folder / "models.html")
    menu = "document.querySelectorAll('header.site summary')"
    browser.run(f"{menu}[0].click()")
    browser.run(f"{menu}[2].click()")
    assert browser.run(OPEN) == 1
    browser.press("Escape")
    assert browser.run(OPEN) == 0
    assert browser.run("document.activeElement.textContent") == "Evidence"
    browser.run(f"{menu}[0].click()")
    browser.run("document.querySelector('main').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
    assert browser.run(OPEN) == 0


@pytest.mark.some(1)
@pytest.mark.parametrize("width", [400, 1400])
def test_open_menus_are_accessible_and_within_the_page(width: int, browser: Page, small_site: Site) -> None:
    """On a phone as on a wide screen."""
    browser.open(small_site.folder / "models.html", width=width)
    for place in (0, 4):
        browser.run(f"document.querySelectorAll('header.site details')[{place}].open = true")
        box = browser.run("""(() => { const box = document.querySelector('header.site details[open] .menu')
            .getBoundingClientRect(); return [box.left, innerWidth - box.right]; })()""")
        assert min(box) >= 0
    assert browser.violations() == []


@pytest.mark.long
def test_the_search_finds_from_a_file(browser: Page, small_site: Site) -> None:
    """Loaded where it is first used: a name, a typing error, a number as it was said, a card, a letter, a premise."""
    batch = find_claim("optimal-batch")
    browser.open(small_site.folder / "models.html")
    assert not any("minisearch" in address for address in browser.requested)
    assert found(browser, batch.title)[0] == "optimal-batch.html"
    assert any("minisearch" in address for address in browser.requested)
    assert "chinchilla.html" in found(browser, "chinchila")
    assert "ledger.html#optimal-batch" in found(browser, "2,400")
    assert found(browser, "H200")[0].startswith("accelerators.html#")
    assert "notation.html#kappa" in found(browser, "kappa")
    assert "premises.html#kv-fetch" in found(browser, "kv-fetch")
    assert found(browser, "kv cache")[0] in found(browser, "kv cahe")  # a typing error in a short word
    assert "optimal-batch.html" in found(browser, f"zwieback: {batch.question}")  # with a word that stands nowhere
    assert found(browser, "xylophone zwieback") == []
    assert browser.violations() == []


def test_results_are_reached_by_the_keyboard(browser: Page, small_site: Site) -> None:
    """Down to the first, up again to the field, and away with Escape."""
    browser.open(small_site.folder / "index.html", width=400)
    found(browser, "sequences")
    browser.press("ArrowDown")
    assert browser.run("document.activeElement.tagName") == "A"
    browser.press("Escape")
    assert browser.run("document.activeElement.id") == "search"
    assert browser.run("document.getElementById('found').hidden")
    assert browser.run("document.documentElement.scrollWidth") == 400


def test_the_index_is_filtered_by_words(browser: Page, small_site: Site) -> None:
    """Chapters without a claim left go, too, and how many are left is said."""
    browser.open(small_site.folder / "index.html")
    browser.run(TYPE.format("words", "KV cache"))
    shown = browser.run(SHOWN.format(".claim-line"))
    assert 0 < shown < len(small_site.claims)
    assert browser.run("document.querySelector('#filter [role=status]').textContent").startswith(f"{shown} claim")
    assert browser.run(SHOWN.format(".chapter")) <= shown
    browser.run(TYPE.format("words", ""))
    assert browser.run(SHOWN.format(".claim-line")) == len(small_site.claims)


def test_the_ledger_opens_on_the_numbers_of_a_kind(browser: Page, small_site: Site) -> None:
    """Claims with such a number open on it, the others go; a link to a claim opens it."""
    browser.open(small_site.folder / "ledger.html")
    assert browser.run("document.querySelectorAll('.entry[open]').length") == 0
    browser.run("""(() => { const kind = document.getElementById('kind'); kind.value = 'differs';
        kind.dispatchEvent(new Event('change')); })()""")
    kinds = browser.run("""[...document.querySelectorAll('tr[data-kind]')].filter(
        row => row.getClientRects().length).map(row => row.dataset.kind)""")
    assert set(kinds) == {"differs"}
    browser.go("kv-bytes")
    assert browser.run("document.getElementById('kv-bytes').open")


def test_premises_are_a_page_of_topics(browser: Page, small_site: Site) -> None:
    """Folded, so that the page is short; a link to a premise opens its topic, and so does a word that is sought."""
    browser.open(small_site.folder / "premises.html", width=1400)
    assert browser.run("document.documentElement.scrollHeight") < 6000
    topic = "document.getElementById('kv-fetch').closest('details')"
    browser.go("kv-fetch-top-k")
    assert browser.run(f"{topic}.open")
    browser.run(f"{topic}.open = false")
    browser.run(TYPE.format("words", "pooled-memory"))
    assert browser.run(SHOWN.format("section.premise")) == 1


@pytest.mark.some(1)
@pytest.mark.parametrize("width", [400, 1400])
def test_no_label_of_a_picture_is_cut(width: int, browser: Page, small_site: Site) -> None:
    """Of premises and of the balance: every word lies within its picture."""
    for name, picture in (("premises", "svg.premises"), ("index", "svg.balance")):
        browser.open(small_site.folder / f"{name}.html", width=width)
        cut = browser.run(f"""[...document.querySelectorAll('{picture} text')].filter(text => {{
            const box = text.getBBox(), view = text.ownerSVGElement.viewBox.baseVal;
            return box.x < 0 || box.y < 0 || box.x + box.width > view.width || box.y + box.height > view.height;
        }}).map(text => text.textContent)""")
        assert cut == []
        assert browser.run(f"document.querySelectorAll('{picture} text').length") > 5


@pytest.mark.long
def test_a_wide_table_says_that_it_goes_on(browser: Page, small_site: Site) -> None:
    """While there is more to the right, and no longer at its end."""
    browser.open(small_site.folder / "prices.html", width=400)
    box = "document.querySelector('div.table:not(:has(.stacked))')"
    browser.until(f"{box}.className === 'table more-right'")
    assert browser.run(f"getComputedStyle({box}, '::before').content") == '"more columns →"'
    browser.run(f"{box}.scrollLeft = 9999")
    browser.until(f"{box}.className === 'table more-left'")


@pytest.mark.long
def test_the_search_asks_for_nothing_elsewhere(browser: Page, small_site: Site) -> None:
    """Its two files lie beside the page."""
    browser.open(small_site.folder / "sources.html")
    found(browser, "roofline")
    beside = small_site.folder.resolve().as_uri()
    assert [address for address in browser.requested if not address.startswith(f"{beside}/")] == []
