"""Equation blocks: mathematics first, everything readable without a script, links that lead somewhere."""

import re

import pytest

from derivations import Report, derive
from derivations.derivation.step import step_data
from derivations.numbers.numbers_line import numbers_data
from derivations.writers.html.equation import EquationPlace, numbers_block
from derivations.writers.html.template import equation_block

from ...fixed_claims import EVEN_ROUND
from ...lecture_balance import LECTURE_BALANCE


@pytest.fixture(scope="module")
def as_built() -> Report:
    """The balance on the blackboard."""
    return derive(LECTURE_BALANCE)


@pytest.fixture(scope="module")
def long_context() -> Report:
    """The same at a context of 128k, where nothing balances."""
    return derive(LECTURE_BALANCE, values={"L": "128k token/sequence"})

ANCHOR = "eq:lecture-balance:balance-batch"
PLACES = {
    "batch": EquationPlace("12", "#eq:lecture-balance:batch"),
    "ridge": EquationPlace("14", "other.html#eq:lecture-balance:ridge"),
}


@pytest.fixture
def block(as_built: Report) -> str:
    """The block of the result; of two steps that it rests on the place is known."""
    return equation_block(step_data(as_built["balance-batch"]), ANCHOR, places=PLACES)


def test_block_has_what_a_reader_needs() -> None:
    """The formula comes first, then the condition and the reason; check and origin are folded."""
    block = equation_block(step_data(derive(EVEN_ROUND)["even-round"]), "eq:even-round:even-round")
    order = ("<math", "(11)", "if <math", "machine, format, model &amp; what is kept", "<details", "rests on", "check")
    places = [block.index(text) for text in order]
    assert places == sorted(places)
    assert '<span class="unseen">proven:</span>' in block


def test_number_links_to_itself_and_to_what_it_rests_on(block: str) -> None:
    """Only steps of which the place is known are links, on this page or on another."""
    assert f'id="{ANCHOR}"' in block
    assert re.findall('href="#([^"]*)"', block) == [ANCHOR, "eq:lecture-balance:batch"]
    assert '<a href="other.html#eq:lecture-balance:ridge">(14)&nbsp;ridge</a>' in block
    assert "sparsity" in block


def test_copies_are_hidden_until_a_script_shows_them(block: str) -> None:
    """Without the script there is no button that does nothing."""
    assert '<p class="copy" hidden>' in block
    assert 'data-copy="B = r*s/(n*(1 - L/L_x))"' in block
    assert r'data-copy="B = \frac{r\,s}{n\,\left(1 - \frac{L}{L_{\times}}\right)}"' in block


def test_reject_is_mathematics_where_it_parses(as_built: Report) -> None:
    """A wrong formula is shown as a formula, with the letters of the page."""
    data = step_data(as_built["flop-per-byte"])
    letters = step_data(as_built["ridge"])["letters"]
    assert '<span class="mark refuted"' in equation_block(data, "eq:a:b", letters=letters)
    data["statement"] = "B = <nonsense>"
    assert "<code>B = &lt;nonsense&gt;</code>" in equation_block(data, "eq:a:b")


def test_text_cannot_break_out(as_built: Report) -> None:
    """Everything that a reader may have written is escaped."""
    bad = '"><script>alert(1)</script>'
    data = step_data(as_built["balance-batch"])
    for field in ("name", "rule", "because", "note", "source", "replaces", "label"):
        data[field] = bad
    data["verdict"] = {"finding": bad, "text": bad, "at": bad}
    data["inputs"] = data["within"] = [bad]
    assert "<script" not in equation_block(data, f"eq:a:{bad}", places={bad: EquationPlace(bad, bad)})


def test_numbers_block(as_built: Report, long_context: Report) -> None:
    """Formula, numbers and result; without a number the reason."""
    told = re.sub("<[^>]*>", "", numbers_block(numbers_data(as_built.result)))
    assert told.startswith("B=r&#x2062;sn&#x2062;(1−LL×)=206.1token×18.14")
    assert told.endswith("=3,738sequences")
    reason = numbers_block(numbers_data(long_context.result))
    assert "sequence</mtext>" not in reason
    assert '<p class="remark">' in reason
