"""What cannot be read from LaTeX, or not in one way only, and what the error says about it."""

import pytest

from derivations.errors import GrammarError, InputError
from derivations.language.latex_reading.reader import parse_latex_expression, parse_latex_relation

from ..letters import LETTERS


@pytest.mark.parametrize(
    ("latex", "column", "message"),
    [
        ("", 1, "the formula ends where a letter, a number or a parenthesis is expected"),
        ("a +", 4, "the formula ends where"),
        ("a = b", 3, "an expression holds none of = >= <= > <"),
        (r"\frac{N_{activ}}{a}", 7, r"unknown letter 'N_{activ}'; did you mean N_{\mathrm{active}}?"),
        (r"a\,\text{Ntotal}", 4, r"unknown letter '\text{Ntotal}'; did you mean N_{\mathrm{total}}?"),
        ("N_totl", 1, r"unknown letter 'N_totl'; did you mean N_{\mathrm{total}}?"),
        (r"\kappa_x", 1, r"unknown letter '\kappa_x'; did you mean \kappa or \kappa_{\mathrm{stored}}?"),
        (r"\Omega", 1, r"unknown letter '\Omega'; known: a, b, c"),
        ("a^{2} z", 7, "unknown letter 'z'; known: a, b, c"),
        ("Foo", 1, "unknown letter 'Foo'"),
        ("a^*", 1, "unknown letter 'a^*'; did you mean a?"),
        ("a'", 1, "unknown letter 'a''; did you mean a?"),
        ("nBW", 1, "the letters in 'nBW' can be told apart in several ways; put spaces between them"),
        (r"\frac{dT}{dB}", 7, "unknown letter 'd'; derivatives are not read"),
        (r"e^{a}", 1, r"unknown letter 'e'; write an exponential as \exp(..)"),
        (r"\int a", 1, r"cannot read \int: integrals are not read"),
        (r"\sum_{i} a", 1, r"cannot read \sum: sums and products over an index are not read"),
        (r"\frac{\partial T}{\partial B}", 7, r"cannot read \partial: derivatives are not read"),
        (r"a \pm b", 3, r"cannot read \pm: write one relation for each sign"),
        (r"|a|", 1, "cannot read '|': absolute values and conditions are not read"),
        (r"a \over b", 3, r"cannot read \over: write a fraction as \frac{..}{..}"),
        (r"\SI{2}{\furlong}", 8, r"unknown unit \furlong; write the unit in letters"),
        (r"\SI{2} a", 7, "the number has no unit in braces behind it"),
        (r"\num{1,5}", 1, r"unknown command \num"),
        (r"\farc{a}{b}", 1, r"unknown command \farc; did you mean \frac"),
        (r"\$", 1, "a dollar sign follows a number"),
        (r"\qwxyz", 1, r"unknown command \qwxyz; formulas are written with"),
        (r"\newcommand{\a}{b}", 1, r"cannot read \newcommand: macros are not expanded"),
        (r"a \\ b", 3, r"cannot read \\: give one formula on one line"),
        (r"$a$ + $b$", 3, "cannot read '$': give one formula"),
        (r"\begin{cases} a \end{cases}", 1, r"cannot read \begin: give the one formula inside"),
        ("5% of", 2, r"cannot read '%': write \% for percent"),
        ("a/b c", 5, r"what the slash divides by can be read in two ways; write \frac{..}{..}"),
        (r"a/1.5 \times 10^{6}", 3, "what the slash divides by can be read in two ways"),
        (r"a/2\,\mathrm{s}", 3, "what the slash divides by can be read in two ways"),
        ("10^12", 4, "without braces TeX takes the first digit alone; put the number in braces"),
        ("a^-2", 3, "without braces TeX takes '-' alone; put all of it in braces"),
        ("a^(b)", 3, "without braces TeX takes '(' alone"),
        ("a^{b}^{c}", 6, "a second exponent"),
        ("2^2^2", 4, "a second exponent"),
        ("(a)_b", 4, "a subscript belongs to a letter"),
        ("(a)'", 4, "a prime belongs to a letter"),
        ("a 2", 3, r"write \cdot or \times before a number"),
        ("2 3", 3, r"write \cdot or \times before a number"),
        ("1,234", 2, "write thousands as 1{,}234"),
        ("1e3", 2, "write a power of ten as 10^{..}"),
        (".5", 1, "a number needs digits on both sides of its point"),
        ("007", 1, "superfluous 0"),
        ("1" * 61, 1, "a number has more than 60 digits"),
        ("T(B)", 2, "a letter before parentheses looks like a function"),
        ("L(N, a + b)", 2, "a letter before parentheses looks like a function"),
        (r"a + 3 \quad (1)", 13, "a number alone in parentheses"),
        ("2[s]", 2, r"write a unit as 2\,\mathrm{s}"),
        (r"2\,\text{FLOPs}", 4, "'FLOPs' is a letter and a unit"),
        (r"n\,\mathrm{s}", 4, "what is set like a unit stands right after its number"),
        (r"2\,\mathrm{byte}/\mathrm{s}\,\mathrm{GPU}", 30, "this unit can be read in two ways"),
        (r"5\%^2", 4, "an exponent after a unit"),
        (r"\log_2(a)", 5, "only the natural logarithm is read"),
        (r"\log a b", 1, r"\log needs its arguments in parentheses"),
        (r"\log 2 \times 10^{3}", 1, r"\log needs its arguments in parentheses"),
        (r"\max_{a} b", 1, r"\max needs its arguments in parentheses"),
        (r"\max(a)", 1, "max needs at least two arguments"),
        (r"\sqrt{a, b}", 8, "a comma only separates the arguments of max and min"),
        (r"(a", 1, "a parenthesis is never closed"),
        (r"(a]", 3, "] closes what was never opened"),
        (r"\left(a\right.", 8, r"cannot read \right"),
        (r"{a", 1, "a brace is never closed"),
        (r"a}", 2, "this brace was never opened"),
        (r"\max(a = b, c)", 8, "= cannot stand inside parentheses"),
        (r"\frac{a}{1 - 1}", 9, "division by zero"),
        (r"a/0", 3, "division by zero"),
        (r"\sqrt[0]{a}", 6, "division by zero"),
        ("a & b", 3, "unexpected '&'"),
        ("+a", 1, "a sign + is not written before a term"),
        (r"a \cdot /b", 9, "expected a letter, a number or a parenthesis, not /"),
        ("(" * 41 + "a" + ")" * 41, 41, "nested more than 40 deep"),
        (r"\frac" * 50, 206, "nested more than 40 deep"),
        ("-" * 50 + "a", 42, "more than 40 minus signs in a row"),
    ],
)
def test_errors_point_at_their_column(latex: str, column: int, message: str) -> None:
    """What cannot be read, or not in one way only, is one line that names it."""
    with pytest.raises(GrammarError) as caught:
        parse_latex_expression(latex, LETTERS)
    assert message in str(caught.value)
    assert caught.value.column == column
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        ("a", "a relation needs one of = >= <= > <"),
        ("a = b = c", "a relation holds only one of = >= <= > <"),
        ("0 < a < b", "a relation holds only one of"),
        (r"a \approx b", "write = : an approximate equality is no relation to prove"),
        (r"a/b \sim 300", "write = : an approximate equality is no relation to prove"),
        (r"a \propto b", "a proportion is no relation to prove"),
        (r"a \neq b", "a relation is one of = >= <= > <"),
        (r"a \gg b", "write < or >"),
        ("a := b", "cannot read ':': write ="),
        (r"a = b \quad \text{where } b > 1", "unknown letter"),
    ],
)
def test_relation_errors(latex: str, message: str) -> None:
    """A relation has two sides and one sign that can be proven."""
    with pytest.raises(GrammarError) as caught:
        parse_latex_relation(latex, LETTERS)
    assert message in str(caught.value)


def test_towers_are_refused() -> None:
    """The bounds of the text grammar hold here as well."""
    for tower in (r"9^{9^{9}}", r"(a+b+c)^{200}", r"{9^{64}}^{64}", r"\exp(\exp(a))", r"10^{99}"):
        with pytest.raises(InputError):
            parse_latex_expression(tower, LETTERS)
