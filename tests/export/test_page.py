"""A claim as one HTML file: whole, self-contained, and every link leads somewhere."""

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from derivations import Report, derive
from derivations.errors import UnknownNameError
from derivations.export.page import report_html

from ..reports import of_every_form, plain

_EMPTY = {"meta", "link", "br", "wbr", "hr", "img", "input"}


class Tags(HTMLParser):
    """The ids, the links and the open elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")


@cache
def page_of(name: str) -> str:
    """The page of a claim."""
    return report_html(plain(name))


@pytest.mark.some(1)
@pytest.mark.parametrize("name", of_every_form())
def test_page_is_whole(name: str) -> None:
    """Every element is closed, every id is there once, and every link within the page leads to one."""
    tags = Tags(page_of(name))
    assert (tags.open, tags.wrong) == ([], [])
    assert [each for each, count in Counter(tags.ids).items() if count > 1] == []
    assert [link for link in tags.links if link.startswith("#") and link[1:] not in tags.ids] == []
    assert [link for link in tags.links if not link.startswith(("#", "https://", "http://"))] == []
    assert not re.search(r"<(?:script|img|link)[^>]* (?:src|href)=", page_of(name))


@pytest.mark.some(1)
@pytest.mark.parametrize("name", of_every_form())
def test_every_formula_is_our_own_and_well_formed(name: str) -> None:
    """No LaTeX is left, and a letter is never told as a word where it has a sign."""
    formulas = re.findall(r"<math.*?</math>", page_of(name), flags=re.DOTALL)
    assert len(formulas) > 40
    for formula in formulas:
        ElementTree.fromstring(formula.replace("&#x2062;", "").replace("&#x2061;", ""))
        assert "\\" not in formula


def test_page_has_all_parts(as_built: Report) -> None:
    """From the question to the letters; every step has its block."""
    page = page_of("optimal-batch")
    order = (
        as_built.claim.title, f"Result, {as_built.scenario.title}", "Verdicts", "Against measurement", "Numbers",
        "Premises", "Derivation", "Rejected", "As said and as built", "Published numbers", "Letters", "Sources",
    )
    page = page.replace("<strong>Derivation</strong>", "")
    places = [page.index(f">{title}<") for title in order]
    assert places == sorted(places)
    for step in (*as_built.derivation.trace, *as_built.derivation.rejects):
        assert f'id="eq:optimal-batch:{step.name}"' in page
    assert "2,422" in page


def test_sources_are_links() -> None:
    """A number leads to the document that states it, with how far that can be trusted."""
    part = page_of("optimal-batch").partition('id="numbers"')[2].partition("</section>")[0]
    assert re.search(r'<a href="https://[^"]+" rel="noreferrer">', part)
    assert "read in the primary source" in part


def test_changes_are_told_first(no_overlap: Report) -> None:
    """A page of changed premises says so before the result, with what was replaced."""
    page = report_html(no_overlap)
    assert page.index(">Changed<") < page.index(">Result")
    changed = page.partition('id="changed"')[2].partition("</section>")[0]
    assert "roofline" in changed
    assert "in place of" in changed


@pytest.mark.long
def test_several_values_are_a_table_in_the_result() -> None:
    """And the page says for which of them everything else is."""
    page = report_html(derive("optimal-batch", values={"L": "1k,2k token/sequence"}))
    result = page.partition('id="result"')[2].partition("</section>")[0]
    assert result.count("<tr>") == 3
    assert "the first" in result


@pytest.mark.long
def test_result_that_does_not_follow(long_context: Report) -> None:
    """Where nothing balances the page says why."""
    page = report_html(long_context)
    result = page.partition('id="result"')[2].partition("</section>")[0]
    assert "2,422" not in result
    assert "balance" in result


def test_key_steps_link_past_what_is_left_out(as_built: Report) -> None:
    """A block names only steps that are shown."""
    page = report_html(as_built, steps="key")
    tags = Tags(page)
    assert page.count('class="equation"') < len(as_built.derivation.trace)
    assert [link for link in tags.links if link.startswith("#") and link[1:] not in tags.ids] == []


def test_result_alone_is_a_formula(as_built: Report) -> None:
    """For a pipe: one element and nothing else."""
    text = report_html(as_built, steps="result")
    assert ElementTree.fromstring(text.replace("&#x2062;", "")).tag == "math"
    assert text.endswith("</math>\n")
    with pytest.raises(UnknownNameError):
        report_html(as_built, steps="some")


@pytest.mark.long
def test_what_a_reader_writes_cannot_break_out() -> None:
    """A study's title and a quantity's meaning are text."""
    report = derive(
        "optimal-batch",
        symbols="mfu [] (fraction) </script><script>alert(1)</script>",
        premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"},
        values={"mfu": "40%"},
    )
    page = report_html(report)
    assert "<script>alert" not in page
    assert page.count("<script") == 2


@pytest.mark.long
def test_same_report_same_page(as_built: Report) -> None:
    """Nothing in a page tells when it was made."""
    assert report_html(as_built) == report_html(as_built)
