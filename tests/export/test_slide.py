"""A claim on one slide: question, answer, formula, number, condition, verdicts and picture, with what was changed."""

import re
from pathlib import Path

import pytest

from derivations import derive
from derivations.export.slide import slide_html

from ..pages_in_chromium import Page
from ..reports import few, plain

FITS = "(box => box.scrollHeight <= box.clientHeight + 1)(document.querySelector('.inside'))"

WIDER = """[...document.querySelectorAll('.formula')].filter(box => box.scrollWidth > box.clientWidth + 1)
    .map(box => box.textContent.slice(0, 60))"""


def main(page: str) -> str:
    """What is on the slide."""
    return page.partition("<main")[2].partition("</main>")[0]


@pytest.mark.long
def test_it_says_what_a_slide_is_for() -> None:
    """And needs nothing from anywhere."""
    report = plain("optimal-batch")
    page = report.to_slides()
    slide = main(page)
    assert f"<h1>{report.claim.question}</h1>" in slide
    assert f"<p>{report.answer}</p>" in slide.replace("\N{NO-BREAK SPACE}", " ")
    assert "<math" in slide.partition('class="result"')[2]
    assert "<mn>2,422</mn>" in slide
    assert "Holds if" in slide
    assert '<svg role="img"' in slide
    assert [words for words in ("Derivation", "As said", "On hardware", "Measured")
            if f"<strong>{words}</strong>" not in slide] == []
    assert not re.search(r'(?:src|href)="(?:https?:|//)', page)


@pytest.mark.long
def test_what_is_changed_stands_on_it() -> None:
    """A premise under which the result has no number takes the picture away, and nothing else."""
    slide = main(slide_html(derive("optimal-batch", premises={"roofline": "no-overlap"})))
    assert "Changed" in slide
    assert "premise roofline" in slide
    assert "<svg" not in slide
    assert "Waiting for batch" in slide


@pytest.mark.long
def test_of_several_values_it_has_the_table_and_their_picture() -> None:
    slide = main(slide_html(derive("optimal-batch", values={"L": "1k, 8k token/sequence"})))
    assert slide.count("<tr>") == 3
    assert "<svg" in slide


@pytest.mark.long
def test_letters_are_those_of_the_reader() -> None:
    assert 'data-q="s">Q</mi>' in main(plain("optimal-batch").to_slides(symbols={"s": "Q"}))


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few(kept=("optimal-batch", "chinchilla")))
def test_every_claim_fits(name: str, browser: Page, tmp_path: Path) -> None:
    """Whole on one screen, no formula wider than its box, and nothing goes wrong in its script."""
    path = tmp_path / "slide.html"
    path.write_text(plain(name).to_slides(), encoding="utf-8")
    browser.open(path, width=1280, height=720)
    assert browser.run(FITS)
    assert browser.run(WIDER) == []
    assert browser.said == []
