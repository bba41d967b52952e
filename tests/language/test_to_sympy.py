"""The SymPy expression of a tree is exact, real and finite, or there is none."""

import pytest
from sympy import Add, Expr, Max, Min, Pow, Rational, Symbol, exp, log, sqrt

from derivations.errors import InputError, UnknownNameError
from derivations.language import to_sympy as conversion
from derivations.language.grammar import parse_expression
from derivations.language.literal import UNIT_SYMBOLS
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Name, Negative

NOTATION = Notation.of("a [] x\nb [] x\nc [] x\np [] (real) x\nz [] (nonnegative) x\nN_total [parameter] x")
a, b, c, p = (NOTATION[name].symbol for name in ("a", "b", "c", "p"))
FLOP, parameter, token = (UNIT_SYMBOLS[name] for name in ("FLOP", "parameter", "token"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b^2", a + b**2),
        ("a*0.1", a / 10),
        ("1.5e-3", Rational(3, 2000)),
        ("-a^2", -(a**2)),
        ("a - (b - c)", a - b + c),
        ("a/b/c", a / (b * c)),
        ("a^(-p - 2)", a ** (-p - 2)),
        ("max(a, min(b, 2))", Max(a, Min(b, 2))),
        ("sqrt(a*b)/exp(c)*log(2)", sqrt(a * b) * exp(-c) * log(2)),
        ("2[FLOP/parameter/token]", 2 * FLOP / (parameter * token)),
        ("50[%]*a", a / 2),
        ("(a/1[token])^p", (a / token) ** p),
    ],
)
def test_expressions(text: str, expected: Expr) -> None:
    """Names become the symbols of the notation, numbers become rationals, units become symbols."""
    assert to_sympy(parse_expression(text), NOTATION) == expected


def test_a_number_is_not_spread_over_a_sum() -> None:
    """SymPy turns 2*(a + b) into 2*a + 2*b; with more factors around it the sum stays whole."""
    expression = to_sympy(parse_expression("2*(a + b)/c"), NOTATION)
    assert any(isinstance(factor, Add) for factor in expression.args)
    assert not isinstance(expression, Add)
    negated = to_sympy(parse_expression("-(2*(a + b)/c)"), NOTATION)
    assert negated == -expression


def test_powers_are_powers() -> None:
    """A power keeps its base and its exponent."""
    expression = to_sympy(parse_expression("a^2"), NOTATION)
    assert isinstance(expression, Pow)
    assert expression.args == (a, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/(a - a)", "1/(a - a) has no finite value"),
        ("1/(a - 1/(b - b))", "1/(b - b) has no finite value"),
        ("0^-1", "0^-1 has no finite value"),
        ("log(0)", "log(0) has no finite value"),
        ("max(a, 1/(b - b))", "1/(b - b) has no finite value"),
        ("sqrt(-1)", "sqrt(-1) is not a real number"),
        ("(-8)^(1/3)", "(-8)^(1/3) is not a real number"),
        ("(-z)^(1/3)", "(-z)^(1/3) is not a real number"),
        ("log(-a)", "log(-a) is not a real number"),
        ("max(1, log(-a - b))", "log(-a - b) is not a real number"),
        ("a^0.5*(-b)^0.5", "(-b)^0.5 is not a real number"),
    ],
)
def test_what_has_no_real_value_is_refused(text: str, message: str) -> None:
    """The error names the part."""
    with pytest.raises(InputError) as caught:
        to_sympy(parse_expression(text), NOTATION)
    assert message in str(caught.value)


def test_failures_of_sympy_are_input_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """SymPy fails assertions of its own on rare expressions; the user sees one line."""

    def failing(_: Expr) -> Expr:
        raise AssertionError

    monkeypatch.setitem(conversion._CALLS, "log", failing)
    with pytest.raises(InputError, match=r"SymPy cannot work with 1 \+ log\(a\): AssertionError"):
        to_sympy(parse_expression("1 + log(a)"), NOTATION)


def test_unknown_names() -> None:
    """A name outside the notation is answered with the nearest one."""
    with pytest.raises(UnknownNameError, match="unknown quantity 'N_totl'; did you mean N_total"):
        to_sympy(Name("N_totl"), NOTATION)


def test_a_tree_from_elsewhere_is_measured() -> None:
    """A tree that never was a text has the same bounds."""
    tree: object = Name("a")
    for _ in range(60):
        tree = Negative(tree)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="nested more than 40 deep"):
        to_sympy(tree, NOTATION)  # type: ignore[arg-type]


def test_symbols_are_those_of_the_notation() -> None:
    """A symbol of the same name without assumptions is another symbol."""
    assert to_sympy(Name("a"), NOTATION) != Symbol("a")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("841369000000000^0.28315", 841369000000000**0.28315),
        ("8.41369e14^428.315[%]", 8.41369e14**4.28315),
        ("(841369000000000/7)^0.28315", (841369000000000 / 7) ** 0.28315),
        ("(1/841369000000000)^0.28315", 841369000000000**-0.28315),
        ("67139e9^-3.28315", 67139e9**-3.28315),
        ("(841369000000000^0.28315)^0.71318", 841369000000000 ** (0.28315 * 0.71318)),
        ("3^0.123456789", 3**0.123456789),
    ],
)
def test_a_number_to_a_decimal_power_is_taken_factor_by_factor(text: str, value: float) -> None:
    """SymPy by itself would look for the factors of a whole number that is a million bits long."""
    found = to_sympy(parse_expression(text), NOTATION)
    assert found.is_number
    assert not found.is_Float
    assert float(found) == pytest.approx(value, rel=1e-12)


def test_a_number_in_a_base_comes_out_of_its_power() -> None:
    """Whatever else stands there, and whichever its sign."""
    power = to_sympy(parse_expression("(841369000000000*a*p)^0.28315"), NOTATION)
    assert power.has(p ** Rational(28315, 100000))
    value = float(power.xreplace({a: Rational(2), p: Rational(3)}))
    assert value == pytest.approx((841369e9 * 6) ** 0.28315, rel=1e-12)
    turned = to_sympy(parse_expression("(-841369000000000*p)^0.28315"), NOTATION)
    assert float(turned.xreplace({p: Rational(-3)})) == pytest.approx((841369e9 * 3) ** 0.28315, rel=1e-12)
