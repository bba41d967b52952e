"""Bounds refuse what would keep the engine busy, and let ordinary formulas through."""

import pytest

from derivations.errors import GrammarError, InputError
from derivations.language.grammar import parse_expression
from derivations.language.limits import check_length, check_size
from derivations.language.tree import Name, Negative, Node, Product, Quotient


@pytest.mark.parametrize(
    "text",
    [
        "phi*n*B*N_active/C",
        "(1 - k/E)^(n*B/1[token])",
        "(a + b)^64",
        "x^(-q - 2)",
        "(N/1[parameter])^-alpha",
        "2^(k + 1)",
        "(a + b + c)^20*(a - b)",
        "1e60/1e-60",
        "exp(-x^2)",
        "max(a, b, c, d, min(e, f, g))",
    ],
)
def test_ordinary_formulas_pass(text: str) -> None:
    """Nothing that a derivation needs is refused."""
    parse_expression(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a^65", "an exponent is larger than 64"),
        ("a^-65", "an exponent is larger than 64"),
        ("a^(60 + 5)", "an exponent is larger than 64"),
        ("(a + b + c + d + e + f + g)^64", "more than 5,000 terms"),
        ("(a + b + c + d + e + f + g)^(x/x*64)", "more than 5,000 terms"),
        ("((a^60)^60)^2", "the degree, once expanded, is more than 256"),
        ("((9^60)^60)^60", "a number could grow beyond 1,200 digits"),
        ("9^(1e20*x/x)", "a number could grow beyond 1,200 digits"),
        ("9^(x/x/(1 - 0.99999999999999999999))", "a number could grow beyond 1,200 digits"),
        ("9^(9^9)", "an exponent may hold no power"),
        ("9^sqrt(1e40)", "an exponent may hold no power, root, exp or log"),
        ("exp(1e50*log(9))", "exp may hold no exp or log"),
        ("max(1, (3*a - 2)^17)", "a root, log, max or min of a sum of degree more than 16"),
        ("max(1, (3[1/s] - 2)^17)", "a root, log, max or min of a sum of degree more than 16"),
        ("((3*a - 2)^64 - 1)^0.5", "a root, log, max or min of a sum of degree more than 16"),
        ("exp(exp(9))", "exp may hold no exp or log"),
        ("a" + "/b" * 50, "nested more than 40 deep"),
        ("max(" + ", ".join("abcdefghijklmnopq") + ")", "more than 16 arguments in all"),
    ],
)
def test_explosions_are_refused(text: str, message: str) -> None:
    """Powers, products and towers are measured before SymPy sees them, also where names could cancel."""
    with pytest.raises(InputError) as caught:
        parse_expression(text)
    assert message in str(caught.value)


def test_length_is_bounded() -> None:
    """The two thousandth character is the last."""
    check_length("a" * 2_000)
    with pytest.raises(GrammarError, match=r"longer than 2,000 characters") as caught:
        check_length("a" * 2_001)
    assert caught.value.column == 2_001


def test_deep_trees_are_refused_without_recursion() -> None:
    """A tree of twenty thousand levels is refused like any other."""
    for wrap in (Negative, lambda node: Quotient(Name("a"), node), lambda node: Product((Name("a"), node))):
        node: Node = Name("a")
        for _ in range(20_000):
            node = wrap(node)
        with pytest.raises(InputError, match="nested more than 40 deep"):
            check_size(node)
        _dismantle(node)


def _dismantle(node: Node) -> None:
    """Take a deep tree apart from the top, so that the interpreter need not recurse to free it."""
    while not isinstance(node, Name):
        match node:
            case Negative(inner) | Quotient(_, inner) | Product((_, inner)):
                node = inner
