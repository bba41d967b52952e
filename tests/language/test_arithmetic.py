"""The value of a written tree is that of its SymPy expression, exactly, or arithmetic on fractions tells none."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from derivations.errors import InputError, UndecidedError
from derivations.language.arithmetic import NotPlainError, exact_value
from derivations.language.grammar import parse_expression
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Node, names
from derivations.numbers.substitution import as_fraction, filled, rational

from .strategies import NOTATION, steady, trees

NUMBERS = {"x": Fraction(9, 4), "y": Fraction(-3), "n": Fraction(4), "z": Fraction(0), "w": Fraction(10**300)}
SIZES = st.fixed_dictionaries({
    "a": st.fractions(Fraction(1, 50), 50), "b": st.fractions(0, 50), "k": st.integers(1, 9).map(Fraction),
    "p": st.fractions(-3, 3, max_denominator=4), "N_total": st.fractions(1, 10**12),
    "eta": st.fractions(Fraction(1, 9), 1),
})


def value(text: str) -> Fraction:
    """The value of a text at the numbers above."""
    return exact_value(parse_expression(text), NUMBERS.__getitem__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x + y*2 - 1/4", Fraction(-4)), ("sqrt(x)*x^(3/2)", Fraction(81, 16)), ("2[GB]/4[kB]", Fraction(500_000)),
        ("max(x, y, 1) + min(x, y)", Fraction(-3, 4)), ("x^(-1/2)", Fraction(2, 3)), ("y^n", Fraction(81)),
        ("exp(z) + log(x/x)", Fraction(1)), ("ceil(x) + ceil(-x)", Fraction(1)), ("factorial(n)", Fraction(24)),
        ("sum(1/i, i, 1, n)", Fraction(25, 12)), ("product(i + x - x, i, 1, n)", Fraction(24)),
        ("sum(i, i, n, 1)", Fraction(0)), ("product(i, i, n, 1)", Fraction(1)), ("xor(n, 6, 3)", Fraction(1)),
        ("sum(sum(i*n, n, 1, i), i, 1, 2)", Fraction(7)), ("z^0", Fraction(1)), ("27^(1/3)", Fraction(3)),
    ],
)
def test_values(text: str, expected: Fraction) -> None:
    """Everything of the grammar that may be a fraction, units in base units, what counts hidden from outside."""
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(2)", "y^(1/2)", "z^(-1)", "1/z", "exp(1)", "log(2)", "log(z)", "factorial(x)", "xor(x, 1)",
        "2^(n*251)", "x^(1/13)", "sum(i, i, 1, 5000)", "sum(i, i, 1, x)", "factorial(n*500)", "w^(n*200)",
        "(1000001*1000001 + 1)^(1/2)",
    ],
)
def test_what_is_left_to_others(text: str) -> None:
    """No fraction, none that is short, or no value at all: none of it is guessed."""
    with pytest.raises(NotPlainError):
        value(text)


@steady
@given(trees, SIZES)
def test_it_is_what_sympy_makes_of_the_tree(tree: Node, sizes: dict[str, Fraction]) -> None:
    """To thirty digits where SymPy works with decimals, else exactly."""
    try:
        found = exact_value(tree, sizes.__getitem__)
        expression = to_sympy(tree, NOTATION)
    except (NotPlainError, InputError):
        assume(False)
    known = {NOTATION[name].symbol: rational(sizes[name]) for name in names(tree)}
    try:
        size, exact = as_fraction(filled(expression.xreplace(UNITS_TO_ONE), known))
    except UndecidedError:
        assume(False)
    assert size == found if exact else abs(size - found) <= abs(found) / 10**29
