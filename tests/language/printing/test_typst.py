"""Typst: the author's order and grouping, and nothing that its compiler stumbles over."""

import pytest
import typst
from hypothesis import given

from derivations.language.grammar import parse_expression
from derivations.language.printing.typst import letter_typst, to_typst, value_typst
from derivations.language.tree import Node

from ..strategies import NOTATION, trees

NAMES = {
    "phi": r"\phi", "N_total": r"N_{\mathrm{total}}", "B_star": "B^{*}", "t_in": r"\bar t'_{\mathrm{in}}",
}


def compiled(text: str) -> bytes:
    """The PDF of a Typst document."""
    made = typst.compile(text.encode(), format="pdf")
    assert isinstance(made, bytes)
    return made


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a + b^2", 'a + b^("2")'),
        ("(a + b)^2", '(a + b)^("2")'),
        ("-a*b - (c - d)", "−a thin b − (c − d)"),
        ("a*(b + c)*(-d)", "a thin (b + c) thin (−d)"),
        ("(a + b)/(c + d)", "frac(a + b, c + d)"),
        ("max(a, min(b, c))", "max(a, min(b, c))"),
        ("sqrt(a/b)", "sqrt(frac(a, b))"),
        ("ceil(a)", "ceil(a)"),
        ("a^(1/2)", 'a^("1" \\/ "2")'),
        ("sum(k*a, k, 1, n)", 'sum_(k = "1")^(n) k thin a'),
        ("2[FLOP/parameter/token]*N_total", '"2" thin "FLOP/parameter/token" times N_("total")'),
        ("5354*B_star^2", '"5,354" thin (B^("*"))^("2")'),
        ("some_name + t_in", '"some_name" + macron(t)\'_("in")'),
    ],
)
def test_typst(text: str, written: str) -> None:
    """Fractions stand, factors are set close, numbers and words are quoted."""
    assert to_typst(parse_expression(text), NAMES) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [("-3.5 ms", '−"3.5" thin "ms"'), ("1/3,906", '"1" \\/ "3,906"'), ("37 billion parameter",
     '"37" thin "billion parameter"'), ("1.25e-7", '"1.25" times 10^("−7")'), ("no balance", '"no balance"')],
)
def test_values(value: str, written: str) -> None:
    """As they are printed for people."""
    assert value_typst(value) == written


def test_a_letter_that_is_none_is_a_word() -> None:
    """Nothing in it sets Typst going."""
    assert letter_typst(r'\unknown{"#}') == r'"\\unknown{\"#}"'


@given(trees)
def test_every_formula_compiles(tree: Node) -> None:
    """Whatever is nested in what."""
    compiled(f"$ {to_typst(tree, NOTATION.latex_names)} $")
