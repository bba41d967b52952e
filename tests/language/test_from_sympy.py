"""SymPy expressions are written as a person would write them, and mean the same when read back."""

import pytest
from hypothesis import assume, given
from sympy import E, Expr, Float, Function, Max, Min, Mul, Piecewise, Rational, Symbol, exp, log, pi, sqrt, symbols, zoo

from derivations.errors import InputError
from derivations.language.from_sympy import from_sympy
from derivations.language.grammar import parse_expression
from derivations.language.limits import check_size
from derivations.language.literal import UNIT_SYMBOLS
from derivations.language.printing.text import to_text
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Node

from .strategies import NOTATION, expressions, steady, trees

READING_ORDER = ("t", "phi", "n", "B", "N_active", "C", "b_w", "N_total", "W", "kappa", "L", "q", "alpha", "x")
t, phi, n, B, N_active, C, b_w, N_total, W, kappa, L, q, alpha, x = symbols(READING_ORDER, positive=True)
ORDER = {name: place for place, name in enumerate(READING_ORDER)}
FLOP, byte, parameter, token, s = (UNIT_SYMBOLS[name] for name in ("FLOP", "byte", "parameter", "token", "s"))
other, another = symbols("zz aa", positive=True)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (B * N_active * n * phi / C, "phi*n*B*N_active/C"),
        (N_total * b_w / W + B * L * kappa / W, "B*kappa*L/W + b_w*N_total/W"),
        (C * N_total * b_w / (N_active * W * n * phi), "C*b_w*N_total/(phi*n*N_active*W)"),
        (x - 1, "x - 1"),
        (1 - x, "1 - x"),
        (-B - x - 2, "-B - x - 2"),
        (x**2 + x + 1, "x^2 + x + 1"),
        (-3 * x / 2, "-3*x/2"),
        (Rational(-1, 3) * x, "-x/3"),
        (Rational(1, 3), "1/3"),
        (Rational(-2, 3), "-2/3"),
        (x ** Rational(17, 50), "x^0.34"),
        (Rational(21, 20) * x, "1.05*x"),
        (x / 20, "x/20"),
        (3 * x / 4, "3*x/4"),
        (2 * x * (q + 1), "2*x*(q + 1)"),
        (x * (q + 1) / (alpha - 1), "x*(q + 1)/(alpha - 1)"),
        (x ** (-q - 2), "x^(-q - 2)"),
        (x**-alpha, "1/x^alpha"),
        (B * x ** (-2 * q), "B/x^(2*q)"),
        (sqrt(x), "sqrt(x)"),
        (1 / sqrt(x), "1/sqrt(x)"),
        (sqrt(B * L / W), "sqrt(B*L/W)"),
        (sqrt(2 * B * L / W), "sqrt(2*B*L/W)"),
        (x / sqrt(B * L), "x/sqrt(B*L)"),
        (x ** Rational(3, 2), "x^(3/2)"),
        (exp(-x) * B, "B*exp(-x)"),
        (E, "exp(1)"),
        (abs(Symbol("p", real=True)), "sqrt(p^2)"),
        (log(x / B), "log(x/B)"),
        (Max(x - 1, 0), "max(x - 1, 0)"),
        (Min(x + 1, B), "min(B, x + 1)"),
        (other * another * B, "B*aa*zz"),
        (2**x * 3, "3*2^x"),
        (sqrt(2) * x, "sqrt(2)*x"),
        (2 * FLOP / (parameter * token), "2[FLOP/parameter/token]"),
        (2 * FLOP / (parameter * token) * N_active, "2[FLOP/parameter/token]*N_active"),
        (n * B / token, "n*B/1[token]"),
        (n * B / (3 * token), "n*B/3[token]"),
        (2 * n * B / (3 * token * s), "2*n*B/3[token·s]"),
        (5 / s, "5[1/s]"),
        (token * x / 3, "1[token]*x/3"),
        (x + byte, "x + 1[byte]"),
        (sqrt(byte) * x, "sqrt(1[byte])*x"),
        ((N_total / parameter) ** alpha, "(N_total/1[parameter])^alpha"),
        (byte**2 * x, "1[byte^2]*x"),
        (byte**20, "1[byte]^20"),
    ],
)
def test_writing(expression: Expr, text: str) -> None:
    """One fraction bar, numbers first, the author's order, positive terms first, units in literals."""
    assert to_text(from_sympy(expression, ORDER)) == text


@pytest.mark.parametrize(
    "expression",
    [
        zoo,
        pi,
        Float("0.5"),
        Function("f")(x),
        Piecewise((x, x > 1), (1, True)),
        Symbol("a b"),
        Symbol("_x"),
        x > 1,
    ],
)
def test_what_the_grammar_lacks_is_refused(expression: Expr) -> None:
    """Nothing is written that could not be read back."""
    with pytest.raises(InputError, match="in the grammar of formulas"):
        from_sympy(expression, {})


@steady
@given(expressions)
def test_the_tree_means_the_expression(expression: Expr) -> None:
    """Whatever SymPy made, its tree converts back to the identical expression, and its text to the tree."""
    assume(_is_settled(expression))
    tree = from_sympy(expression, NOTATION.order)
    assume(_fits(tree))
    assert _converted(tree) == expression
    assert parse_expression(to_text(tree)) == tree


@steady
@given(trees)
def test_rewriting_is_stable(tree: Node) -> None:
    """Writing what was read from a written form changes nothing more."""
    expression = _converted(tree)
    assume(_is_settled(expression))
    written = from_sympy(expression, NOTATION.order)
    assume(_fits(written))
    assert _converted(written) == expression
    assert from_sympy(_converted(written), NOTATION.order) == written


def test_every_base_unit_has_its_place() -> None:
    """Units are written in the order in which they are said; none is forgotten."""
    product = Mul(*UNIT_SYMBOLS.values())
    assert to_text(from_sympy(product, {})) == "1[FLOP·byte·J·dollar·parameter·token·sequence·GPU·s]"


def _converted(tree: Node) -> Expr:
    """The expression of a tree; a tree without a real value is not looked at further."""
    try:
        return to_sympy(tree, NOTATION)
    except InputError as error:
        assume("not a real number" not in str(error) and "no finite value" not in str(error))
        raise


def _is_settled(expression: Expr) -> bool:
    """False for the few products of numeric roots that SymPy itself changes when it rebuilds them."""
    return bool(expression == expression.replace(lambda part: bool(part.args), lambda part: part.func(*part.args)))


def _fits(tree: Node) -> bool:
    """False for the few expressions beyond the bounds of the grammar, such as powers in exponents."""
    try:
        check_size(tree)
    except InputError:
        return False
    return True
