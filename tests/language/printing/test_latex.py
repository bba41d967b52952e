"""LaTeX for an article: the author's order and grouping, and nothing that TeX stumbles over."""

import re
from fractions import Fraction

import pytest
from hypothesis import given

from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.latex import number_latex, relation_latex, to_latex, unit_latex
from derivations.language.tree import Node

from ..strategies import NOTATION, steady, trees

NAMES = {
    "t_m": "t_{m}",
    "b_w": "b_{w}",
    "phi": r"\phi",
    "kappa": r"\kappa",
    "N_total": r"N_{\mathrm{total}}",
    "N_active": r"N_{\mathrm{active}}",
    "B_star": "B^{*}",
}


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        (
            "(C/W)*(b_w/phi)*(N_total/N_active)",
            r"\frac{C}{W}\,\frac{b_{w}}{\phi}\,\frac{N_{\mathrm{total}}}{N_{\mathrm{active}}}",
        ),
        ("a + b^2", "a + b^{2}"),
        ("(a + b)^2", r"\left(a + b\right)^{2}"),
        ("-a*b - (c - d)", r"-a\,b - \left(c - d\right)"),
        ("a*(b + c)*(-d)", r"a\,\left(b + c\right)\,\left(-d\right)"),
        ("a*(b*c)", r"a\,\left(b\,c\right)"),
        ("(a + b)/(c + d)", r"\frac{a + b}{c + d}"),
        ("max(a, min(b, c))", r"\max\!\left(a,\ \min\!\left(b,\ c\right)\right)"),
        ("sqrt(a/b)", r"\sqrt{\frac{a}{b}}"),
        ("sqrt(a)^2", r"\left(\sqrt{a}\right)^{2}"),
        ("exp(-a)*log(b)", r"\exp\!\left(-a\right)\,\log\!\left(b\right)"),
        ("a^(1/2)", "a^{1/2}"),
        ("a^-2", "a^{-2}"),
        ("a^(-q - 2)", "a^{-q - 2}"),
        ("a^(b/(c*d))", r"a^{b/\left(c\,d\right)}"),
        ("a^(1/1.5e12)", r"a^{1/\left(1.5 \times 10^{12}\right)}"),
        ("a^(1/1e12)", "a^{1/10^{12}}"),
        ("a^((b + 1)/c)", r"a^{\left(b + 1\right)/c}"),
        ("(1 - k/E)^(n*B/1[token])", r"\left(1 - \frac{k}{E}\right)^{n\,B/\left(1\,\mathrm{token}\right)}"),
        ("B_star^2", r"\left(B^{*}\right)^{2}"),
        ("b_w^2", "b_{w}^{2}"),
        ("(a/b)^2", r"\left(\frac{a}{b}\right)^{2}"),
        ("(a^2)^b", r"\left(a^{2}\right)^{b}"),
        ("2*3*a", r"2 \times 3\,a"),
        ("a*2^b", r"a \times 2^{b}"),
        ("1e12*a", r"10^{12}\,a"),
        ("1e12^2", r"\left(10^{12}\right)^{2}"),
        ("5354^2", r"\left(5{,}354\right)^{2}"),
        ("12^2", "12^{2}"),
        (
            "2[FLOP/parameter/token]*N_total",
            r"2\,\mathrm{FLOP}/\mathrm{parameter}/\mathrm{token} \times N_{\mathrm{total}}",
        ),
        ("L*1[token/sequence]", r"L \times 1\,\mathrm{token}/\mathrm{sequence}"),
        ("some_name", r"\mathrm{some\_name}"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    """Fractions stand, factors are set close, numbers are multiplied with a cross."""
    assert to_latex(parse_expression(text), NAMES) == latex


@pytest.mark.parametrize(("typed", "sign"), [("=", "="), (">=", r"\ge"), ("<=", r"\le"), (">", ">"), ("<", "<")])
def test_relations(typed: str, sign: str) -> None:
    """Relation signs are those of LaTeX."""
    assert relation_latex(parse_relation(f"t_m {typed} S"), NAMES) == f"t_{{m}} {sign} S"


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (Fraction(0), "0"),
        (Fraction(999), "999"),
        (Fraction(5354), "5{,}354"),
        (Fraction(123_456_789), "123{,}456{,}789"),
        (Fraction(10_001, 10), "1{,}000.1"),
        (Fraction(10**12), "10^{12}"),
        (Fraction(15 * 10**11), r"1.5 \times 10^{12}"),
        (Fraction(1, 10**6), "10^{-6}"),
    ],
)
def test_numbers(value: Fraction, latex: str) -> None:
    """Thousands are set apart without the space that TeX puts after a comma."""
    assert number_latex(value) == latex


@pytest.mark.parametrize(
    ("unit", "latex"),
    [
        ("byte/s", r"\mathrm{byte}/\mathrm{s}"),
        ("TFLOP/(s·GPU)", r"\mathrm{TFLOP}/(\mathrm{s}{\cdot}\mathrm{GPU})"),
        ("s^-2", r"\mathrm{s}^{-2}"),
        ("%", r"\%"),
        ("$/h", r"\$/\mathrm{h}"),
        ("1/s", r"1/\mathrm{s}"),
        ("µs", r"\mathrm{\mu s}"),
    ],
)
def test_units(unit: str, latex: str) -> None:
    """Units are upright, and their special characters are escaped."""
    assert unit_latex(unit) == latex


def test_values_in_place_of_names() -> None:
    """The formula with its numbers: a cross between all factors, a sign in parentheses."""
    values = {"r": r"295.2\,\mathrm{token}", "s": "18.14", "x": "-3", "k": "8"}
    assert to_latex(parse_expression("r*s*n"), NAMES, values) == r"295.2\,\mathrm{token} \times 18.14 \times n"
    assert to_latex(parse_expression("r - x"), NAMES, values) == r"295.2\,\mathrm{token} - \left(-3\right)"
    assert to_latex(parse_expression("x*k"), NAMES, values) == r"\left(-3\right) \times 8"
    assert to_latex(parse_expression("r^2*k^2"), NAMES, values) == (
        r"\left(295.2\,\mathrm{token}\right)^{2} \times 8^{2}"
    )
    assert to_latex(parse_expression("2^-x"), NAMES, values) == r"2^{-\left(-3\right)}"
    assert to_latex(parse_expression("2^(k/r)"), NAMES, values) == r"2^{8/\left(295.2\,\mathrm{token}\right)}"
    assert to_latex(parse_expression("2^(1/x)"), NAMES, values) == r"2^{1/\left(-3\right)}"
    assert to_latex(parse_expression("2^(1/k)"), NAMES, values) == "2^{1/8}"
    assert to_latex(parse_expression("r/k"), NAMES, values) == r"\frac{295.2\,\mathrm{token}}{8}"


@steady
@given(trees)
def test_latex_is_well_formed(tree: Node) -> None:
    """Braces and delimiters balance, and no letter carries two superscripts."""
    latex = to_latex(tree, {quantity.name: quantity.latex for quantity in NOTATION})
    depth = 0
    for character in re.sub(r"\\[{}]", "", latex):
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    assert latex.count(r"\left(") == latex.count(r"\right)")
    assert not re.search(r"\^\{[^{}]*\}\s*\^", latex)
