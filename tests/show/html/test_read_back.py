"""Formulas of ours on a page are recognised by printing back to the very same LaTeX."""

import re

import pytest
from sympy import Product, Sum

from derivations import derive
from derivations.language.functions import applications
from derivations.lecture.index import CLAIMS
from derivations.search.step_data import letters_data
from derivations.show.html.markdown import display_mathml, mathml, read_back

LETTERS = {
    name: {"latex": latex, "unit": "", "meaning": ""}
    for name, latex in {"B": "B", "r": "r", "s": "s", "n": "n", "L_x": r"L_{\times}"}.items()
}


@pytest.mark.parametrize("name", CLAIMS)
def test_every_relation_of_a_claim_is_read_back(name: str) -> None:
    """Steps, conditions and the result with its numbers, as a notebook stores them."""
    report = derive(name)
    letters = letters_data(report.derivation.letters)
    shown = [step.relation for step in report.derivation if step.relation is not None]
    shown += [condition for step in report.derivation for condition in step.conditions]
    assert len(shown) > 20
    # functions, exclusive or, sums and products are left to latex2mathml
    shown = [item for item in shown if not applications(item.lhs, item.rhs) and "xor(" not in str(item)]
    shown = [item for item in shown if not item.rhs.has(Sum, Product)]
    assert [item.latex for item in shown if read_back(item.latex, letters) is None] == []


def test_chain_with_units_is_one_piece_for_each_link() -> None:
    """A page can break before each sign."""
    pieces = read_back(r"B = \frac{r\,s}{n} = \frac{295.2\,\mathrm{token}}{2} = 5{,}354\,\mathrm{sequence}", LETTERS)
    assert pieces is not None
    assert [re.sub("<[^>]*>", "", piece) for piece in pieces] == ["B", "=r&#x2062;sn", "=295.2token2", "=5,354sequence"]


@pytest.mark.parametrize("latex", [r"B = r s", r"B = \sum_i r", r"B = \frac{r}{q}", r"x = 2", r"B = r +", "B = ", "="])
def test_other_formulas_are_left_to_latex2mathml(latex: str) -> None:
    """Written another way, in other letters, or beyond our grammar."""
    assert read_back(latex, LETTERS) is None


def test_a_letter_of_two_quantities_is_not_guessed() -> None:
    """Where two quantities share a letter the formula does not say which is meant."""
    twice = {**LETTERS, "other": {"latex": "B", "unit": "", "meaning": ""}}
    assert read_back("B = r", twice) is None
    assert read_back("B = r", LETTERS) is not None


def test_pages_use_it() -> None:
    """Ours says what its letters are; anything else converts as before."""
    assert 'data-q="L_x"' in mathml(r"B < L_{\times}", LETTERS)
    assert display_mathml(r"B = \frac{r\,s}{n}", LETTERS).count("<math") == 2
    assert "data-q" not in mathml(r"\sum B", LETTERS)
    assert "<math" in mathml(r"\sum B", LETTERS)
