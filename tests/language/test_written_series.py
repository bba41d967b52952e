"""Rounding up, factorials, and sums and products over an index, in every written form."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import DimensionError, GrammarError, InputError, UndecidedError, WritingError
from derivations.language.counting import index_symbol
from derivations.language.dimensional_analysis import dimension_of
from derivations.language.from_sympy import from_sympy
from derivations.language.grammar import parse_expression
from derivations.language.latex_reading.reader import parse_latex_expression
from derivations.language.printing.latex import SlashedPrinter, to_latex
from derivations.language.printing.mathml import to_mathml
from derivations.language.printing.pretty import to_pretty
from derivations.language.printing.python_code import to_python
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import (
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    names,
    replace_names,
)

from .strategies import steady

NOTATION = Notation.of("""
    a [] first
    b [] (nonnegative) second
    x [] (real) third
    T [s] time
    n [] (integer) count
    k [] (integer) index
    j [] (integer) other index
""")
LETTERS = {quantity.name: quantity.name for quantity in NOTATION}


def _read(text: str) -> Node:
    return parse_expression(text, LETTERS)


def _sympy(text: str) -> sympy.Expr:
    return to_sympy(_read(text), NOTATION)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("ceil(a/b)", r"\left\lceil \frac{a}{b}\right\rceil"),
        ("factorial(n)", "n!"),
        ("factorial(n + 1)/factorial(4)", r"\frac{\left(n + 1\right)!}{4!}"),
        ("factorial(n)^2", r"\left(n!\right)^{2}"),
        ("factorial(factorial(n))", r"\left(n!\right)!"),
        ("sum(a*k, k, 1, n)", r"\sum_{k=1}^{n} a\,k"),
        ("a*sum(k + 1, k, 1, n)", r"a\,\sum_{k=1}^{n} \left(k + 1\right)"),
        ("sum(k, k, 1, n)*a", r"\left(\sum_{k=1}^{n} k\right)\,a"),
        ("1 - product(a/(a + j), j, 0, n - 1)", r"1 - \prod_{j=0}^{n - 1} \frac{a}{a + j}"),
    ],
)
def test_latex_shows_what_is_counted_over(text: str, latex: str) -> None:
    """A large sign reaches to the end of its product, so that one before a factor stands in parentheses."""
    assert to_latex(_read(text), LETTERS) == latex


def test_an_index_has_no_value_of_its_own() -> None:
    """Where values stand for names, the index stays a letter, also if there is a quantity of that name."""
    tree = _read("k + sum(a*k, k, 1, n)")
    assert to_latex(tree, LETTERS, {"k": "8", "a": "2", "n": "5"}) == r"8 + \sum_{k=1}^{5} 2 \times k"
    assert to_text(tree, {"k": "8", "a": "2", "n": "5"}) == "8 + sum(2 × k, k, 1, 5)"
    assert to_mathml(tree, {}, {"k": "<mn>8</mn>"}).count(">8</mn>") == 1


def test_mathml_puts_limits_above_and_below() -> None:
    found = to_mathml(_read("sum(a*k, k, 1, n)"), {})
    assert "<munderover>" in found
    assert "∑" in found
    assert "⌈" in to_mathml(_read("ceil(a)"), {})
    assert to_mathml(_read("factorial(a + 1)"), {}).count("(") == 1


def test_the_terminal_draws_limits_and_brackets() -> None:
    assert to_pretty(_read("a*sum(k/n, k, 1, n)")) == "   n  k\na⋅ ∑  ─\n  k=1 n"
    assert to_pretty(_read("ceil(a) + factorial(n)")) == "⌈a⌉ + n!"
    assert to_pretty(_read("ceil(a/b)")) == "⎡a⎤\n⎢─⎥\n⎣b⎦".replace("⎣", "⎢").replace("⎦", "⎥")


def test_a_line_of_text_sets_them_without_stacking() -> None:
    assert SlashedPrinter(LETTERS).write(_read("ceil(a/b)*factorial(n)")) == r"\lceil a/b\rceil\,n!"
    assert SlashedPrinter(LETTERS).write(_read("sum(a/k, k, 1, n)")) == r"\sum_{k=1}^{n} a/k"


@pytest.mark.parametrize("text", ["ceil(a/b)*n", "factorial(n + 1)/factorial(n)", "2^ceil(a)", "-ceil(x - 1)^2"])
def test_latex_reads_back(text: str) -> None:
    tree = _read(text)
    assert parse_latex_expression(to_latex(tree, LETTERS), LETTERS) == tree


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\sum_{k=1}^{n} k", "sums and products over an index are not read"),
        (r"\lfloor a \rfloor", "rounding down is not read"),
        ("a^{2}!", "two ways"),
        ("n!!", "two ways"),
        ("a != b", "a relation is one of"),
        (r"\lceil a", "never closed"),
        (r"\log n!", "needs its arguments in parentheses"),
    ],
)
def test_latex_that_could_be_misread_is_refused(latex: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        parse_latex_expression(latex, LETTERS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sum(a, k, 1)", "write sum"),
        ("sum(a, 2*k, 1, n)", "write sum"),
        ("product(k)", "write product"),
        ("ceil(a, b)", "takes one argument"),
        ("sum + 1", "needs its arguments"),
    ],
)
def test_calls_of_another_form_are_refused(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        _read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sum(a, b, 1, n)", "b cannot count"),
        ("sum(sum(k, k, 1, n), k, 1, n)", "counts twice"),
        ("sum(k, k, 1, k)", "occurs in its own limits"),
        ("ceil(sqrt(2))", "no fraction"),
        ("ceil(exp(9^60))", "no fraction"),
        ("factorial(1e9)", "digits"),
        ("factorial(n - n + 1e20)", "digits"),
        ("factorial(factorial(9))", "digits"),
        ("9^factorial(30)", "no factorial"),
        ("max(sum(k, k, 1, 1e60), 3)", "counts over 1,000 numbers or more"),
        ("log(product(1/k, k, 1, n - n + 1e20))", "counts over 1,000 numbers or more"),
        ("factorial(-1)", "no finite value"),
        ("sum(1/(k - k), k, 1, n)", "no finite value"),
    ],
)
def test_what_cannot_be_worked_with_is_refused(text: str, message: str) -> None:
    """At once, whatever its size would be."""
    with pytest.raises(InputError, match=message):
        _sympy(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ceil(T)", "ceil takes a pure number"),
        ("factorial(T)", "factorial takes a pure number"),
        ("sum(a, k, 1, T)", "what counts is a pure number"),
        ("product(T, k, 1, n)", "a product takes pure numbers"),
    ],
)
def test_counts_are_pure(text: str, message: str) -> None:
    with pytest.raises(DimensionError, match=message):
        dimension_of(_read(text), NOTATION)


def test_a_sum_measures_what_its_terms_do() -> None:
    assert str(dimension_of(_read("sum(T*k, k, 1, n)"), NOTATION)) == "s"


def test_an_index_is_free_nowhere() -> None:
    """Neither among the names of a tree nor among the symbols of a relation, and it is not the quantity."""
    assert names(_read("sum(a*k, k, 1, n)")) == {"a", "n"}
    item = relation("x = k + sum(a*k, k, 1, n)", NOTATION)
    assert {symbol.name for symbol in item.symbols} == {"x", "k", "a", "n"}
    assert {symbol.name for symbol in relation("x = sum(a*k, k, 1, n)", NOTATION).symbols} == {"x", "a", "n"}
    assert item.rhs.xreplace({NOTATION["k"].symbol: sympy.Integer(7)}) == 7 + _sympy("sum(a*k, k, 1, n)")


def test_what_is_replaced_is_not_counted_with() -> None:
    """The index stays; a replacement that holds its letter is refused rather than captured."""
    tree = _read("sum(a*k, k, 1, n)")
    assert replace_names(tree, {"k": Name("x"), "a": Name("b"), "n": Name("j")}) == _read("sum(b*k, k, 1, j)")
    with pytest.raises(UndecidedError, match="rename the index"):
        replace_names(tree, {"a": _read("2*k")})
    assert replace_names(tree, {"n": _read("2*k")}) == _read("sum(a*k, k, 1, 2*k)")
    captured = _sympy("sum(a*k, k, 1, n)").xreplace({NOTATION["a"].symbol: NOTATION["k"].symbol})
    assert captured != _sympy("sum(k^2, k, 1, n)")
    with pytest.raises(WritingError, match="something else"):
        from_sympy(captured, NOTATION.order)


def test_python_loops_over_the_index() -> None:
    assert to_python(_read("ceil(a/b)")) == "np.ceil(a/b - np.minimum(1e-12*np.abs(a/b), 0.25))"
    assert to_python(_read("sum(a*k, k, 1, n - 1)")) == "np.sum([a*k for k in range(int(1), int(n - 1) + 1)])"
    namespace: dict[str, object] = {"a": 0.5, "n": 5}
    exec("import numpy as np", namespace)
    for text, wanted in [
        ("sum(a*k, k, 1, n)", 15.0 * 0.5), ("product(k/2, k, 1, n)", 3.75),
        ("sum(k, k, 1, 0)", 0.0), ("product(k, k, 1, 0)", 1.0), ("ceil(a)", 1.0),
    ]:
        assert eval(to_python(_read(text)), namespace) == wanted


def test_python_has_no_factorials() -> None:
    """Floats hold none beyond that of 170, and no number says so in time."""
    with pytest.raises(InputError, match="no factorial beyond"):
        to_python(_read("factorial(n)"))


_leaves: st.SearchStrategy[Node] = st.sampled_from(
    [Name("a"), Name("n"), Name("x"), Number(Fraction(2)), Number(Fraction(1, 2))]
)


def _wider(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Sums over k inside, over j outside, so that no index is used twice."""
    with_index = st.builds(lambda part, number: Product((part, Power(Name("k"), Number(Fraction(number))))), parts,
                           st.integers(1, 3))
    return st.one_of(
        st.builds(lambda part: Call("ceil", (part,)), parts),
        st.builds(lambda step: Call("factorial", (Sum((Name("n"), Number(Fraction(step)))),)), st.integers(0, 3)),
        st.builds(lambda kind, term: Call(kind, (term, Name("k"), Number(Fraction(1)), Name("n"))),
                  st.sampled_from(["sum", "product"]), with_index),
        st.tuples(parts, parts).map(Sum), st.tuples(parts, parts).map(Product), st.builds(Quotient, parts, parts),
        st.builds(Negative, parts),
    )


counted = st.recursive(_leaves, _wider, max_leaves=6)


def _twice(tree: Node) -> bool:
    try:
        to_sympy(tree, NOTATION)
    except InputError:
        return True
    return False


@steady
@given(counted)
def test_text_reads_back(tree: Node) -> None:
    assert parse_expression(to_text(tree)) == tree


@steady
@given(counted)
def test_sympy_reads_back_what_it_is_written_as(tree: Node) -> None:
    """Out of SymPy and in again, through text."""
    if _twice(tree):
        return
    expression = to_sympy(tree, NOTATION)
    again = to_text(from_sympy(expression, NOTATION.order))
    assert to_sympy(parse_expression(again), NOTATION) == expression
    assert names(from_sympy(expression, NOTATION.order)) == {symbol.name for symbol in expression.free_symbols}


def test_the_index_is_a_whole_number_and_nothing_more() -> None:
    assert index_symbol("k") != NOTATION["k"].symbol
    assert _sympy("sum(sqrt(k^2), k, 1, n)") != _sympy("sum(k, k, 1, n)")
