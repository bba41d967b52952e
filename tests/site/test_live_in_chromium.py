"""The live part of a page in a real browser: what an address, a key, a card and a button do, and without script."""

import shlex
from collections.abc import Callable
from typing import Any

import pytest

from derivations import derive

from ..conftest import Outcome
from ..pages_in_chromium import Page
from .conftest import Site

NOW = "document.querySelector('#live .number-now').dataset.value"
SHOWN_NOW = "document.querySelector('#live .number-now').textContent"
WHY = "document.querySelector('#live .condition-now').textContent"
WARNING = "Warning: these numbers contradict the premises: "
MISSED = "(document.querySelector('.missed') || {textContent: ''}).textContent"
CONTRADICTS = "document.querySelector('#live .contradicts-now').textContent"
COMMAND = "document.querySelector('#live .command-now').textContent"
SHOWN = "getComputedStyle(document.querySelector('#live .controls')).display !== 'none'"


def test_an_address_is_a_scenario(browser: Page, small_site: Site, command: Callable[..., Outcome]) -> None:
    """The number that it gives is that of the command beside it, and the way back is the page as it was."""
    browser.open(small_site.folder / "optimal-batch.html")
    before = browser.run(NOW)
    browser.go("L=2000")
    assert browser.run(NOW) != before
    written = browser.run(COMMAND)
    assert written == 'derive show optimal-batch --set L="2000 token/sequence"'
    assert f"= {browser.run(NOW)}\n" in command(*shlex.split(written)[1:], "--brief").out.replace("\n      ", " ")
    browser.run("document.querySelector('#live .reset').click()")
    assert browser.run(NOW) == before


def test_beyond_the_condition_there_is_a_reason(browser: Page, small_site: Site) -> None:
    """No number, and the words of the engine; back within it the condition with the numbers of now."""
    browser.open(small_site.folder / "optimal-batch.html")
    browser.go("accelerator=gb200%20fp8&L=9000")
    assert browser.run(NOW) == ""
    assert browser.run(SHOWN_NOW) == "no balance"
    assert browser.run(WHY).startswith("no balance: L = 9,000 tokens per sequence is not below ")
    browser.go("accelerator=gb200%20fp8&L=1000")
    assert browser.run(WHY).startswith("holds, as L = 1,000 tokens per sequence is below ")


def test_what_does_not_fit_is_told_beside_the_number(
    browser: Page, small_site: Site, command: Callable[..., Outcome]
) -> None:
    """As the command tells it: the weights alone fill more than eight H100 have."""
    browser.open(small_site.folder / "optimal-batch.html")
    assert browser.run(CONTRADICTS) == ""
    browser.go("accelerator=h100%20fp8")
    assert browser.run(CONTRADICTS) == f"{WARNING}weights and KV cache do not fit in memory"
    assert browser.run("document.querySelector('#live').classList.contains('contradicted')")
    words = shlex.split(browser.run(COMMAND))[1:]
    assert "Warning: these numbers contradict the premises:" in command(*words, "--brief").out


def test_memory_that_binds_first_is_told_beside_the_number(browser: Page, small_site: Site) -> None:
    """The balance is beyond what memory holds, and the page says how many sequences fit."""
    browser.open(small_site.folder / "optimal-batch.html")
    browser.go("L=9000")
    told = browser.run(CONTRADICTS)
    assert not browser.run("document.querySelector('#live').classList.contains('contradicted')")
    room = derive("optimal-batch", values={"L": "9000 token/sequence"}).numbers("batch-that-fits").result
    assert told == f"Memory binds first: it holds {room}"


def test_a_link_within_the_page_leaves_the_scenario(browser: Page, small_site: Site) -> None:
    """An equation's number leads to it, and the numbers stay those of the address."""
    browser.open(small_site.folder / "optimal-batch.html")
    browser.go("L=2000")
    before = browser.run(NOW)
    browser.go("eq:optimal-batch:balance")
    assert browser.run(NOW) == before


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("place", "told"),
    [("accelerator=h100", ""), ("accelerator=nobody", "accelerator nobody is none of those here"),
     ("L=100000", "L goes from 800 tokens per sequence to"), ("x=1", "x is nothing that moves here")],
)
def test_an_address_says_what_it_cannot_have(browser: Page, small_site: Site, place: str, told: str) -> None:
    """A card without its format has the usual one; what is not there is not passed over in silence."""
    browser.open(small_site.folder / "optimal-batch.html")
    browser.go(place)
    assert told in browser.run(MISSED)
    chosen = browser.run("document.querySelector('#live-accelerator').value")
    assert (chosen == "h100 fp8") == (place == "accelerator=h100")


def test_an_address_is_not_overwritten_before_it_is_read(browser: Page, small_site: Site) -> None:
    """What a slider was about to write into the address comes between a new address and the page's being told of it."""
    browser.open(small_site.folder / "optimal-batch.html")
    browser.run("window.setTimeout = later => { window.later = later; return 0; }, true")
    browser.run("document.querySelector('#live .reset').click()")
    browser.run("""new Promise(done => { addEventListener('hashchange', () => done(true), {once: true});
        location.hash = 'L=100000'; window.later(); })""")
    assert "L goes from 800 tokens per sequence to" in browser.run(MISSED)


@pytest.mark.some(1)
@pytest.mark.parametrize("place", ["L=nonsense", "L=-1e400", "L=", "accelerator=nobody", "%", "x=1&L", "L=1e9"])
def test_a_broken_address_does_no_harm(browser: Page, small_site: Site, place: str) -> None:
    """A page with a number, or a reason."""
    browser.open(small_site.folder / "optimal-batch.html")
    browser.go(place)
    assert browser.run(SHOWN_NOW)
    assert "NaN" not in browser.run("document.querySelector('#live').textContent")
    assert browser.run(SHOWN)


@pytest.mark.long
def test_keys_move_a_slider(browser: Page, small_site: Site) -> None:
    """And what it stands at is said in words with its unit."""
    browser.open(small_site.folder / "optimal-batch.html")
    before = browser.run(NOW)
    browser.run("document.querySelector('#live-L').focus()")
    for _ in range(30):
        browser.press("ArrowRight")
    assert browser.run(NOW) != before
    told = browser.run("document.querySelector('#live-L').getAttribute('aria-valuetext')")
    assert told.endswith(" tokens per sequence")
    assert browser.run("document.activeElement.id") == "live-L"


def test_a_card_brings_its_numbers(browser: Page, small_site: Site, command: Callable[..., Outcome]) -> None:
    """The command beside it gives the same."""
    browser.open(small_site.folder / "optimal-batch.html")
    choose = "const s = document.querySelector('#live-accelerator'); s.value = 'mi325x fp8';"
    browser.run(f"{{ {choose} s.dispatchEvent(new Event('change')); }}")
    written = browser.run(COMMAND)
    assert written == "derive show optimal-batch --accelerator mi325x --compute fp8 --weights fp8"
    assert f"= {browser.run(NOW)}\n" in command(*shlex.split(written)[1:], "--brief").out.replace("\n      ", " ")


@pytest.mark.long
def test_without_script_the_page_is_whole(browser: Page, small_site: Site) -> None:
    """Formula, number, condition and picture, and nothing that cannot be used."""
    browser.open(small_site.folder / "optimal-batch.html", script=False)
    page: Any = small_site.read("optimal-batch.html")
    assert any(held.get("class") == "number-now" for _, held in page.elements)
    text = small_site.pages["optimal-batch.html"]
    panel = text.partition('id="live"')[2].partition("</section>")[0]
    assert "<svg" in panel
    assert "holds, as" in panel
    assert "alive" not in panel


@pytest.mark.long
@pytest.mark.parametrize(("name", "place"), [("tensor-parallel", "t_step_on=2e-6"), ("replicas", "n_models=3")])
def test_whole_numbers_follow_the_sliders(
    name: str, place: str, browser: Page, whole_site: Site, command: Callable[..., Outcome]
) -> None:
    """As the page is read, and at another place, with the words of the command beside them."""
    beside = "document.querySelector('#live .whole-now').textContent"
    browser.open(whole_site.folder / f"{name}.html")
    before = browser.run(beside)
    for where in (f"{name}.html", f"{name}.html#{place}"):
        browser.go(where.partition("#")[2])
        told = command(*shlex.split(browser.run(COMMAND))[1:], "--brief").out
        assert browser.run(beside) in " ".join(told.split())
    assert browser.run(beside) not in ("", before)


@pytest.mark.long
def test_the_live_part_is_small(small_site: Site) -> None:
    """Script, functions and cards of a page together."""
    script = (small_site.folder / "assets" / "live.js").stat().st_size
    for name in small_site.claims:
        functions = small_site.pages[f"{name}.html"].partition("const LIVE = ")[2].partition("</script>")[0]
        assert script + len(functions.encode()) < 60_000
