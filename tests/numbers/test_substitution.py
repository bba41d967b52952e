"""Numbers of what is rounded, summed and multiplied up: exact, or enclosed until the digits are sure."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Rational, nan

from derivations.errors import UndecidedError
from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy
from derivations.numbers.substitution import as_fraction, filled

from ..language.strategies import steady

NOTATION = Notation.of("""
    a [] first
    b [] second
    m [] mean
    n [] (integer) count
    k [] (integer) index
    j [] (integer) other index
    E [] (integer) experts
    R [] (integer) ranks
""")
CAPPED = "n - sum((n - j)*exp(-m)*m^j/factorial(j), j, 0, n - 1)"


def _filled(text: str, **values: object) -> Expr:
    known = {NOTATION[name].symbol: Rational(value) for name, value in values.items()}
    return filled(to_sympy(parse_expression(text), NOTATION), known)


def test_a_quotient_is_rounded_up_exactly() -> None:
    assert _filled("ceil(a/b)", a=500_000_000, b=128_000) == 3907
    assert _filled("ceil(a/b)", a=512_000_000, b=128_000) == 4000


@pytest.mark.some(1)
@pytest.mark.parametrize("count", [1, 3, 2000])
def test_a_poisson_count_that_is_capped(count: int) -> None:
    """Its mean, against plain arithmetic with logarithms of factorials."""
    found, exact = as_fraction(_filled(CAPPED, m=count, n=count))
    weights = (math.exp(-count + j * math.log(count) - math.lgamma(j + 1)) for j in range(count))
    plain = count - math.fsum((count - j) * weight for j, weight in enumerate(weights))
    assert abs(float(found) - plain) < 1e-9
    assert not exact


def test_a_chance_without_putting_back_is_exact() -> None:
    found, exact = as_fraction(_filled("1 - product((E/R - j)/(E - j), j, 0, k - 1)", E=256, R=2, k=8))
    assert found == 1 - Fraction(math.comb(128, 8), math.comb(256, 8))
    assert exact


@pytest.mark.parametrize(
    ("text", "values", "wanted"),
    [
        ("ceil(sqrt(a)*3)", {"a": 2}, 5),
        ("ceil(exp(a))", {"a": 100}, 26881171418161354484126255515800135873611119),
        ("ceil(-sqrt(a))", {"a": 2}, -1),
        ("ceil(a^0.5*a^0.5)", {"a": 2}, 2),
        ("ceil(a^b*1e20)", {"a": 7123, "b": "0.3478"}, None),
        ("ceil(1e30*sqrt(a)/1e30)", {"a": 2}, 2),
    ],
)
def test_irrational_numbers_are_rounded_by_enclosure(text: str, values: dict[str, object], wanted: int | None) -> None:
    found = _filled(text, **values)
    assert found.is_Integer
    if wanted is None:  # 7123^0.3478 to the fifth power of ten thousand
        low, high = (Fraction(int(found) - less, 10**20) for less in (1, 0))
        assert low**5000 < Fraction(7123) ** 1739 <= high**5000
    else:
        assert found == wanted


def test_what_is_a_whole_number_in_disguise_is_not_guessed() -> None:
    with pytest.raises(UndecidedError, match="cannot tell which way to round"):
        _filled("ceil((sqrt(a) + sqrt(3))^2 - 2*sqrt(6))", a=2)


def test_no_digits_are_lost_where_a_sum_nearly_cancels() -> None:
    """The tail of a Poisson count far out: its terms from there on, added up."""
    found = _filled("1 - sum(exp(-m)*m^j/factorial(j), j, 0, n)", m=5, n=200)
    tail = math.fsum(math.exp(-5 + j * math.log(5) - math.lgamma(j + 1)) for j in range(201, 260))
    assert float(found) == pytest.approx(tail, rel=1e-9)


def test_alternating_terms_of_either_sign() -> None:
    found = _filled("sum((-a)^j/factorial(j), j, 0, n)", a=20, n=120)
    assert float(found) == pytest.approx(math.exp(-20), rel=1e-12)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("factorial(a)", {"a": "1/2"}),
        ("sum(a, j, 1, a)", {"a": "3/2"}),
        ("sum(1/(j - 3), j, 1, n)", {"n": 5}),
        ("sum(sqrt(3 - j), j, 1, n)", {"n": 5}),
        ("ceil(sqrt(1 - a))", {"a": 2}),
    ],
)
def test_where_there_is_no_value_it_is_no_number(text: str, values: dict[str, object]) -> None:
    found = _filled(text, **values)
    assert found is nan or found.is_real is False


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("sum(j, j, 1, n)", {"n": 10**7}, "10,000,000 terms are too many"),
        ("sum(exp(-a*j), j, 1, n)", {"n": 10**9, "a": 1}, "terms are too many"),
        ("factorial(n)", {"n": 10**9}, "too large to work with"),
    ],
)
def test_what_would_take_too_long_is_refused(text: str, values: dict[str, object], message: str) -> None:
    with pytest.raises(UndecidedError, match=message):
        _filled(text, **values)


@pytest.mark.long
def test_many_terms_are_added_in_decimals() -> None:
    """A few thousand rational terms are exact, more are not, and say so."""
    assert as_fraction(_filled("sum(1/j, j, 1, n)", n=2000))[1]
    found, exact = as_fraction(_filled("sum(1/j, j, 1, n)", n=20000))
    assert not exact
    assert float(found) == pytest.approx(math.fsum(1 / j for j in range(1, 20001)), rel=1e-13)


def test_what_is_not_known_stays() -> None:
    found = _filled("b*sum(a*j, j, 1, n) + ceil(a/b)", a=2)
    assert {symbol.name for symbol in found.free_symbols} == {"b", "n"}
    assert filled(found, {NOTATION["b"].symbol: Rational(3), NOTATION["n"].symbol: Rational(4)}) == 61


small = st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9)


@steady
@given(small, small, st.integers(1, 7))
def test_numbers_agree_with_floats(a: Fraction, b: Fraction, n: int) -> None:
    values = {"a": str(a), "b": str(b), "n": n}
    for text, plain in [
        ("sum(a^(1/2)*exp(-b*j)/factorial(j), j, 0, n)",
         math.fsum(math.sqrt(a) * math.exp(-b * j) / math.factorial(j) for j in range(n + 1))),
        ("product(a + exp(j*b/9), j, 1, n)", math.prod(a + math.exp(j * b / 9) for j in range(1, n + 1))),
        ("ceil(a^(1/2) + b)*1.5", math.ceil(math.sqrt(a) + b) * 1.5),
    ]:
        assert float(_filled(text, **values)) == pytest.approx(float(plain), rel=1e-9)
