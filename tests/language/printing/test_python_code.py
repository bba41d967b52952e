"""Trees as Python: read by Python as they are meant, with nothing but NumPy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.language.grammar import parse_expression
from derivations.language.printing.python_code import python_name, python_text, to_python
from derivations.language.tree import Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum

np = pytest.importorskip("numpy")

VALUES = {"a": Fraction(3), "b": Fraction(5, 2), "lambda": Fraction(7), "np": Fraction(1, 4)}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a*b/lambda", "a*b/lambda_"),
        ("(a/b)*np", "a/b*np_"),
        ("a/(b*np)", "a/(b*np_)"),
        ("-a^2", "-a**2"),
        ("(-a)^2", "(-a)**2"),
        ("a^-b", "a**-b"),
        ("a^(1/3)", "a**(1/3)"),
        ("10^30*a", "10.0**30*a"),
        ("20[ms]/a", "0.02/a"),
        ("a/1[1/min]", "a/(1/60)"),
        ("2[FLOP/parameter/token]*a", "2*a"),
        ("min(a, b, np)", "np.minimum(a, np.minimum(b, np_))"),
        ("sqrt(exp(a) + log(b))", "np.sqrt(np.exp(a) + np.log(b))"),
        ("a - (b - np) - -1", "a - (b - np_) - (-1)"),
        ("123456789012345678*a", "123456789012345678.0*a"),
        ("1e30*a", "1e30*a"),
    ],
)
def test_the_grouping_is_kept(text: str, code: str) -> None:
    """As few parentheses as keep the tree, numbers in base units, and whole numbers that stay floats."""
    assert to_python(parse_expression(text)) == code


def test_names_that_python_has() -> None:
    """Keywords, and the name of NumPy."""
    assert [python_name(name) for name in ("lambda", "match", "np", "B")] == ["lambda_", "match_", "np_", "B"]


@given(st.text(max_size=30))
def test_a_text_is_read_back(text: str) -> None:
    """Whatever it holds."""
    import ast

    assert ast.literal_eval(python_text(text)) == text


def _value(node: Node) -> Fraction:
    match node:
        case Number(value):
            return value
        case Name(name):
            return VALUES[name]
        case Negative(operand):
            return -_value(operand)
        case Sum(terms):
            return sum(map(_value, terms), Fraction(0))
        case Product(factors):
            result = Fraction(1)
            for factor in factors:
                result *= _value(factor)
            return result
        case Quotient(a, b):
            return _value(a) / _value(b)
        case Power(base, exponent):
            return _value(base) ** int(_value(exponent))
        case Call("max", arguments):
            return max(map(_value, arguments))
        case Call(_, arguments):
            return min(map(_value, arguments))


_LEAVES = st.one_of(
    st.sampled_from(sorted(VALUES)).map(Name),
    st.sampled_from([Fraction(2), Fraction(1, 3), Fraction(1, 8)]).map(Number),
)
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        inner.map(Negative),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Sum(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Product(tuple(parts))),
        st.tuples(inner, _LEAVES).map(lambda pair: Quotient(*pair)),
        st.tuples(_LEAVES, st.sampled_from([2, 3])).map(lambda p: Power(p[0], Number(Fraction(p[1])))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Call("max", tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Call("min", tuple(parts))),
    ),
    max_leaves=10,
)


@given(_TREES)
def test_python_computes_what_the_tree_says(tree: Node) -> None:
    """Against exact fractions."""
    given = {python_name(name): float(value) for name, value in VALUES.items()}
    exact = float(_value(tree))
    assert float(eval(to_python(tree), {"np": np}, given)) == pytest.approx(exact, rel=1e-9, abs=1e-9)
