"""What `report.explore` shows: the panel of a claim's page in a frame, with sliders for what is asked for."""

import re
import shlex
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from derivations import InputError, Report, UnknownNameError, derive
from derivations.site.nbconvert_exporter import PageExporter

from ..lecture_balance import LECTURE_BALANCE
from ..pages_in_chromium import Page
from ..reports import plain

MOVES = 200
SAID = "document.querySelector('.{}').textContent"
MOVE = """(() => {{ const slider = document.querySelector('#live-{}'); slider.value = {};
    slider.dispatchEvent(new Event('input')); }})()"""


@pytest.fixture(scope="module")
def on_rack() -> Report:
    """The balance on the blackboard on a rack, where a context of 8k has one no more."""
    return derive(LECTURE_BALANCE, accelerator="gb200", values={"L": "1k token/sequence"})


@pytest.fixture
def opened(browser: Page, tmp_path: Path) -> Callable[[Any], Page]:
    """Opens the page inside the frame of what is explored."""
    def open_(explorer: Any) -> Page:
        (tmp_path / "inside.html").write_text(explorer.page, encoding="utf-8")
        browser.open(tmp_path / "inside.html", width=1000)
        assert browser.said == []
        return browser

    return open_


def sliders(page: Page) -> list[str]:
    """The quantities that have a slider."""
    found: list[str] = page.run("[...document.querySelectorAll('input[type=range]')].map(each => each.id.slice(5))")
    return found


def test_it_is_a_frame_that_nothing_comes_out_of() -> None:
    """No script of it reaches the page around it or a network; what takes no frame shows the number as text."""
    shown = plain("optimal-batch").explore("L")._repr_html_()
    frame = re.fullmatch(r'<iframe sandbox="allow-scripts" [^>]*srcdoc="([^"]*)">([^<]*)</iframe>', shown)
    assert frame is not None
    assert unescape(frame[2]) == str(plain("optimal-batch").explore("L")) == (
        "How many sequences should share a forward pass? 2,422 sequences. "
        "Trust the notebook, or run the cell, to see its sliders.")
    inside = unescape(frame[1])
    assert "default-src 'none'" in inside
    assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)="(?!data:)', inside)


@pytest.mark.long
def test_in_a_notebook_s_page_it_runs_without_a_kernel(browser: Page, tmp_path: Path) -> None:
    """As nbconvert writes it, with our exporter as with its own."""
    nbconvert, nbformat = pytest.importorskip("nbconvert"), pytest.importorskip("nbformat")
    shown = nbformat.v4.new_output("execute_result", {"text/html": plain("optimal-batch").explore("L")._repr_html_()})
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("report.explore('L')", outputs=[shown])])
    for exporter in (PageExporter(), nbconvert.HTMLExporter()):
        written, _ = exporter.from_notebook_node(notebook)
        assert "srcdoc=" in written
        (tmp_path / "page.html").write_text(written, encoding="utf-8")
        browser.open(tmp_path / "page.html")
        assert browser.run("document.querySelector('iframe').contentDocument") is None  # of another origin
        assert [each for each in browser.said if "ERR_INTERNET_DISCONNECTED" not in each] == []  # MathJax of theirs


def test_a_slider_moves_the_number(opened: Callable[[Any], Page]) -> None:
    """Those asked for have one, in that order, and no other; the number is the report's at another place, too."""
    page = opened(plain("optimal-batch").explore("n", "L", "B"))
    assert sliders(page) == ["n", "L"]
    assert page.run(SAID.format("number-now")) == "2,422 sequences"
    page.run(MOVE.format("L", 0))
    least = page.run("document.querySelector('#live-L').getAttribute('aria-valuetext')").split()[0]
    there = derive("optimal-batch", values={"L": f"{least.replace(',', '')} token/sequence"})
    assert page.run(SAID.format("number-now")) == there.result.result


def test_without_names_it_is_the_panel_of_the_page(opened: Callable[[Any], Page]) -> None:
    """With its cards."""
    page = opened(plain("optimal-batch").explore())
    assert {"L", "n"} <= {*sliders(page)}
    assert page.run("[...document.querySelectorAll('select')].map(each => each.id)") == [
        "live-accelerator", "live-model"]


def test_beyond_its_condition_nothing_is_said_to_hold(on_rack: Report, opened: Callable[[Any], Page]) -> None:
    """The reason alone; the part of the picture without a result says so."""
    page = opened(on_rack.explore("L"))
    assert "Holds, as" in page.run(SAID.format("condition-now")).capitalize()
    page.run(MOVE.format("L", 1000))
    assert page.run(SAID.format("number-now")) == "no balance"
    reason = page.run(SAID.format("condition-now"))
    assert reason.startswith("no balance: L = 10,000 tokens per sequence is not below")
    assert "holds" not in reason.lower()
    assert page.run("document.querySelector('.none-label').textContent") == "no balance"
    assert page.run(SAID.format("slider output")) == "10,000 tokens per sequence"


def test_what_is_copied_makes_the_same_number(
    opened: Callable[[Any], Page], command: Callable[..., Any]
) -> None:
    """With cards, premises and numbers of the report, and those that the reader moved in their place."""
    report = derive("optimal-batch", accelerator="h100", premises={"roofline": "T >= max(t_c, t_w) + t_kv"},
                    values={"L": "4k token/sequence"})
    page = opened(report.explore("L", "n"))
    for moves in ((), (("L", 600), ("n", 300))):
        for name, place in moves:
            page.run(MOVE.format(name, place))
        number = page.run(SAID.format("number-now"))
        program, *words = shlex.split(page.run(SAID.format("command-now")))
        assert program == "derive"
        assert number in " ".join(command(*words, "--brief").out.split())
        known: dict[str, Any] = {}
        exec(page.run("document.querySelector('.copy-python').dataset.copy").replace("print(", "found = ("), known)
        assert known["found"].result == number


def test_another_card_takes_the_place_of_what_was_changed(opened: Callable[[Any], Page]) -> None:
    """A number that the report gives and the card has is the card's; others stay."""
    page = opened(derive("optimal-batch", values={"C_gpu": "900 TFLOP/s/GPU", "L": "4k token/sequence"}).explore())
    assert '--set C_gpu="900 TFLOP/s/GPU"' in page.run(SAID.format("command-now"))
    page.run("""(() => { const select = document.querySelector('#live-model'); select.value = 'llama-3.1-70b bf16';
        select.dispatchEvent(new Event('change')); })()""")
    assert page.said == []
    told = page.run(SAID.format("command-now"))
    assert "--model llama-3.1-70b --cache bf16" in told
    assert '--set C_gpu="900 TFLOP/s/GPU" --set L="4000 token/sequence"' in told


def test_moves_leave_nothing_in_memory(opened: Callable[[Any], Page]) -> None:
    """After hundreds of moves the page holds as much as after one; a kernel has no part in it."""
    page = opened(plain("optimal-batch").explore("L", "n"))

    def held() -> dict[str, float]:
        page.send("HeapProfiler.collectGarbage")
        return {item["name"]: item["value"] for item in page.send("Performance.getMetrics")["metrics"]}

    page.send("Performance.enable")
    for place in range(10):
        page.run(MOVE.format("L", place))
    before = held()
    for place in range(MOVES):
        page.run(MOVE.format("n" if place % 2 else "L", 5 * place))
    after = held()
    assert after["Nodes"] <= before["Nodes"] + 50
    assert after["JSEventListeners"] <= before["JSEventListeners"]
    assert after["JSHeapUsedSize"] < before["JSHeapUsedSize"] + 300_000


@pytest.mark.parametrize(("claim", "options", "names", "told"), [
    ("optimal-batch", {}, ("LL",), "did you mean L"),
    ("optimal-batch", {"as_said": True}, (), r"No sliders here: C_attn_gpu has no value\. `derive show"),
])
def test_what_does_not_move_is_told(claim: str, options: dict[str, Any], names: tuple[str, ...], told: str) -> None:
    """With the nearest name; and a result without numbers for what it rests on."""
    with pytest.raises((InputError, UnknownNameError), match=told):
        derive(claim, **options).explore(*names)


def test_without_jinja_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence."""
    from derivations.writers.html.template import _environment

    _environment.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[html\]'"):
        plain("optimal-batch").explore("L")
