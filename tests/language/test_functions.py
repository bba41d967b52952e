"""Functions about which nothing is known, and the exclusive or, inside SymPy expressions."""

import pytest
from sympy import Eq, Function, Integer, Lambda, Symbol, diff
from sympy.abc import t

from derivations.errors import InputError, UndecidedError
from derivations.language.functions import Applied, ExclusiveOr, applications, is_bit, outside_indices
from derivations.language.relation import relation
from derivations.proof.normal_form import equal

from ..proof.functions import NOTATION


def of(text: str) -> object:
    """The right side of an equation for r."""
    return relation(f"r = {text}", NOTATION).rhs


def test_an_applied_function_knows_what_its_domain_says() -> None:
    assert of("pos(r)").is_positive
    assert of("h(r)").is_real
    assert of("h(r)").is_positive is None
    assert of("F(a)").is_integer
    assert of("F(a)").is_nonnegative


def test_the_function_is_among_the_symbols() -> None:
    assert {symbol.name for symbol in relation("x(k + 1) = f(k, r)", NOTATION).symbols} == {"x", "f", "k", "r"}


def test_a_concrete_function_takes_its_place() -> None:
    assert of("h(h(r))").xreplace({NOTATION["h"].symbol: Lambda(t, t + 1)}) == NOTATION["r"].symbol + 2


def test_sympys_own_functions_are_bound_to_those_of_the_notation() -> None:
    r, h = Symbol("r"), Function("h")
    assert relation(Eq(r, h(h(r) + 1)), NOTATION) == relation("r = h(h(r) + 1)", NOTATION)
    with pytest.raises(InputError, match="h takes 1 arguments, not 2"):
        relation(Eq(r, h(r, r)), NOTATION)


def test_equal_arguments_make_equal_functions() -> None:
    assert equal(of("h((r^2 - s^2)/(r - s))"), of("h(s + r)"))
    assert not equal(of("h(r)"), of("h(s)"))


def test_sympy_finds_no_derivative() -> None:
    with pytest.raises(UndecidedError, match="h is any function"):
        diff(of("h(r)"), NOTATION["r"].symbol)


def test_inner_functions_come_first() -> None:
    inner, outer = applications(of("h(1 + h(r))"))
    assert outer.has(inner)
    assert isinstance(outer, Applied)
    assert outer.arguments == (inner + 1,)


def test_only_what_stands_in_an_index_is_not_outside() -> None:
    names = {symbol.name for symbol in outside_indices(of("r*h(s) + f(k, x(i)) + t"))}
    assert names == {"r", "s", "t"}


def test_what_occurs_twice_cancels() -> None:
    a, b = (NOTATION[name].symbol for name in "ab")
    assert ExclusiveOr(a, b, a) == b
    assert ExclusiveOr(a, a) == 0
    assert ExclusiveOr(a, 1, 1, 0) == a
    assert ExclusiveOr(b, ExclusiveOr(a, 1)) == ExclusiveOr(1, a, b)
    assert [ExclusiveOr(Integer(x), Integer(y)) for x in (0, 1) for y in (0, 1)] == [0, 1, 1, 0]


def test_only_bits_are_bits() -> None:
    bits = {NOTATION[name].symbol for name in ("a", "b", "F")}
    assert is_bit(of("xor(a, F(b), 1)"), bits)
    assert not is_bit(of("a + b"), bits)
    assert not is_bit(of("h(a)"), bits)
