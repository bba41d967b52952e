"""The normal form: what is equal is found equal, and what is not never is."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Expr, Integer, Rational, expand, together

from derivations.errors import InputError, UndecidedError
from derivations.language.grammar import parse_expression
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Node
from derivations.proof.normal_form import Field, cancelled, equal, lowest_terms, vanishes

from . import numeric
from .expressions import NOTATION, names, numbers, trees


def of(text: str) -> Expr:
    """An expression in the notation of the random trees."""
    return to_sympy(parse_expression(text), NOTATION)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(x^2 - a^2)/(x - a)", "x + a"),
        ("1/(1/a + 1/b)", "a*b/(a + b)"),
        ("a^(b + c)", "a^b*a^c"),
        ("a^(2*b)", "(a^b)^2"),
        ("a^(b/(b + c))*a^(c/(b + c))", "a"),
        ("a^(-b/(-b - c))", "a^(b/(b + c))"),
        ("(a*b/c)^x", "a^x*b^x/c^x"),
        ("x^(b + 1)", "x*x^b"),
        ("(a/2)^b", "a^b/2^b"),
        ("(4*a/9)^b", "(2/3)^(2*b)*a^b"),
        ("(6*a)^b", "2^b*(3*a)^b"),
        ("sqrt(a)*a^(1/3)", "a^(5/6)"),
        ("sqrt(a/b + 1)", "sqrt(a + b)/sqrt(b)"),
        ("sqrt(a + b)^3", "(a + b)*sqrt(a + b)"),
        ("(sqrt(a + b) - 1)*(sqrt(a + b) + 1)", "a + b - 1"),
        ("1/(sqrt(a + b) - sqrt(a))", "(sqrt(a + b) + sqrt(a))/b"),
        ("sqrt(L)*sqrt(M)", "sqrt(L*M)"),
        ("sqrt(x)^2", "x"),
        ("sqrt(1/(x - a))", "1/sqrt(x - a)"),
        ("sqrt(a^2*b - a^2*c)/a", "sqrt(b - c)"),
        ("sqrt((a*b - a*c)*(a*x - a))", "a*sqrt((b - c)*(x - 1))"),
        ("sqrt((a*b - a*c)/(x - a))", "sqrt(a)*sqrt((b - c)/(x - a))"),
        ("sqrt((b - c)/(a*x - a^2))", "sqrt((b - c)/(x - a))/sqrt(a)"),
        ("(a^3*b - a^3*c)^(1/3)", "a*(b - c)^(1/3)"),
        ("sqrt(8*a - 8*b)", "2*sqrt(2)*sqrt(a - b)"),
        ("(2*a*b - 2*a*c)^x", "2^x*a^x*(b - c)^x"),
        ("max(a*c, b*c)", "c*max(a, b)"),
        ("max(a/c, b/c)/max(a, b)", "1/c"),
        ("max(L*a, L*b)", "max(b*L, a*L)"),
        ("min(a/b, c/b)", "min(c, a)/b"),
        ("max(a - b, a - b)", "a - b"),
        ("log(a*b/c)", "log(a) + log(b) - log(c)"),
        ("log(a^x)", "x*log(a)"),
        ("log(a*x)", "log(a) + log(x)"),
        ("exp(a + b)", "exp(a)*exp(b)"),
        ("exp(-a)*exp(a)", "1"),
        ("(1 - a/b)^(c + 1)", "(b - a)^c*(b - a)/b^(c + 1)"),
    ],
)
def test_identities_are_found(left: str, right: str) -> None:
    assert equal(of(left), of(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("max(x^b*a, x^b*c)", "x^b*max(a, c)"),
        ("max(x*a, x*c)", "x*max(a, c)"),
        ("max(a/(b - c), c/(b - c))", "max(a, c)/(b - c)"),
        ("sqrt((a - b)*(c - x))", "(c - x)*sqrt(a/(c - x) - b/(c - x))"),
        ("sqrt(x^2)", "x"),
        ("sqrt((a - b)^2)", "a - b"),
        ("sqrt(x^2*a)", "x*sqrt(a)"),
        ("sqrt(x^2*a - x^2*b)", "x*sqrt(a - b)"),
        ("sqrt(x*a - x*b)", "sqrt(x)*sqrt(a - b)"),
        ("sqrt(a*b - a*c)", "a*sqrt(b - c)"),
        ("sqrt(8*a - 8*b)", "2*sqrt(a - b)"),
        ("(x^2)^b", "x^(2*b)"),
        ("sqrt(a + b)", "sqrt(a) + sqrt(b)"),
        ("log(a + b)", "log(a) + log(b)"),
        ("log(a*x)", "log(a) + log(a*x)"),
        ("log(a*L)", "log(a) + log(a*L)"),
        ("max(a, b)", "a"),
        ("max(a, b)", "min(a, b)"),
        ("max(a, b) + c", "max(a + b, c)"),
        ("(a + b)^x", "a^x + b^x"),
        ("a^(b*c)", "a^b*a^c"),
        ("(a/2)^b", "a^b/2"),
        ("(6*a)^b", "2^b*(2*a)^b"),
    ],
)
def test_false_identities_are_not_found(left: str, right: str) -> None:
    """Each fails somewhere in the domains: often where a factor that looks positive is not."""
    assert not equal(of(left), of(right))


rational = trees(st.one_of(names, numbers), calls=False)


@given(rational, st.lists(st.tuples(st.integers(0, 4), rational), min_size=1, max_size=2))
def test_rational_functions_are_equal_to_themselves_rewritten(tree: Node, steps: list[tuple[int, Node]]) -> None:
    expression = _usable(tree)
    rewritten = expression
    for kind, other in steps:
        rewritten = _rewritten(rewritten, kind, _usable(other))
    assume(rewritten.is_finite is not False and rewritten.count_ops() < 150)
    assert equal(expression, rewritten)


@given(rational, rational, st.sampled_from("abcLMxfk"), st.integers(-3, 3).filter(bool))
def test_rational_functions_are_not_equal_to_themselves_perturbed(
    tree: Node, other: Node, name: str, amount: int
) -> None:
    expression, factor = _usable(tree), _usable(other)
    assume(not vanishes(factor))
    step = Rational(amount, 7) * NOTATION[name].symbol
    assert not equal(expression, _rewritten(expression, 1, Integer(3)) + step)
    assert not equal(expression, expand(expression) + step * factor)


@given(trees(st.one_of(names, numbers)), st.randoms(use_true_random=False))
def test_lowest_terms_have_the_same_value(tree: Node, random: Random) -> None:
    """Max, min and roots come back as they went in."""
    expression = _usable(tree)
    try:
        over, under = lowest_terms(expression)
        shown = cancelled(expression)
    except UndecidedError:
        assume(False)
    for _ in range(6):
        values = numeric.point(NOTATION, random)
        exact = numeric.value(tree, values)
        if exact is None:
            continue
        point = {NOTATION[name].symbol: Rational(v.numerator, v.denominator) for name, v in values.items()}
        for form in (over / under, shown):
            found = form.xreplace(point).evalf(30)
            if found.is_finite and found.is_real:  # a form may have no value where the tree has one by accident
                assert abs(float(found) - float(exact)) <= 1e-9 * max(1, abs(float(exact)))


def test_roots_of_one_symbol_share_a_generator() -> None:
    own = Field(of("sqrt(a) + a^(1/3)"))
    assert [(str(g.expression), g.root) for g in own.generators.values()] == [("a", 6)]


@pytest.mark.parametrize("text", ["a^300", "(a + b)^250"])
def test_powers_too_large_to_expand_are_undecided(text: str) -> None:
    expression = of("a") ** 300 if text == "a^300" else (of("a") + of("b")) ** 250
    with pytest.raises(UndecidedError, match="too large for the normal form"):
        vanishes(expression)


def test_the_minus_sign_goes_where_it_reads_best() -> None:
    assert str(cancelled(of("-a/(b - c)"))) in ("a/(-b + c)", "a/(c - b)")


def _usable(tree: Node) -> Expr:
    try:
        expression = to_sympy(tree, NOTATION)
    except InputError:
        assume(False)
    assume(expression.count_ops() < 60)
    return expression


def _rewritten(expression: Expr, kind: int, other: Expr) -> Expr:
    """The same function, written in another way."""
    if kind == 0:
        return expand(expression)
    if kind == 1:
        return together(expression + other) - other
    if kind == 2:
        assume(not vanishes(other))
        return expand(expression * other) / other
    if kind == 3:
        assume(not vanishes(expression + other))
        return expand((expression**2 - other**2), power_base=False) / (expression + other) + other
    return expand(together(expression - other)) + other


@pytest.mark.parametrize("text", ["(a^0.1234567 + b)/(a^0.1 + b)", "(a^60.28315 + 1)*b/(a^3.37 + b + 1)"])
def test_exponents_whose_common_divisors_would_take_minutes_are_undecided(text: str) -> None:
    """They become polynomials of a degree in the millions."""
    with pytest.raises(UndecidedError, match="its exponents have too many decimals"):
        vanishes(of(text))


def test_long_exponents_do_not_matter_where_nothing_can_be_cancelled() -> None:
    assert vanishes(of("a^0.123456789012345*b - b*a^0.123456789012345"))
    assert not vanishes(of("a^0.123456789012345*b + b"))
    assert vanishes(of("(a^0.28315 + b)/(a^0.1 + b)*(a^0.1 + b) - a^0.28315 - b"))
