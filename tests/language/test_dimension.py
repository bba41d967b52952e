"""Dimensions: powers of bases that are never mixed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.language.dimension import BASES, PURE, Dimension

dimensions = st.builds(
    Dimension.of, st.dictionaries(st.sampled_from(BASES), st.fractions(-3, 3, max_denominator=4), max_size=4)
)


def test_bases_are_all_different() -> None:
    """Bytes are no parameters, tokens no sequences, and a count of GPUs is no pure number."""
    assert len({Dimension.base(base) for base in BASES}) == len(BASES) == 9
    assert PURE not in {Dimension.base(base) for base in BASES}


@pytest.mark.parametrize(
    ("powers", "text"),
    [
        ({}, "1"),
        ({"byte": 1}, "byte"),
        ({"byte": 1, "s": -1}, "byte/s"),
        ({"FLOP": 1, "token": -1, "parameter": -1}, "FLOP/(token·parameter)"),
        ({"s": -1}, "1/s"),
        ({"token": 2}, "token^2"),
        ({"token": Fraction(1, 2)}, "token^(1/2)"),
        ({"GPU": 1, "dollar": 1}, "GPU·dollar"),
        ({"J": 1, "token": -1}, "J/token"),
    ],
)
def test_text(powers: dict[str, Fraction | int], text: str) -> None:
    assert str(Dimension.of(powers)) == text


@given(dimensions, dimensions)
def test_multiplication_and_division_undo_each_other(first: Dimension, second: Dimension) -> None:
    assert first * second / second == first
    assert first * second == second * first
    assert (first / first).is_pure


@given(dimensions, st.fractions(-3, 3, max_denominator=4))
def test_powers_multiply_exponents(dimension: Dimension, exponent: Fraction) -> None:
    assert (dimension**exponent).powers() == {b: e * exponent for b, e in dimension.powers().items() if exponent}
    assert dimension**2 == dimension * dimension
    assert (dimension**0).is_pure


def test_only_other_exponents_than_zero_are_listed() -> None:
    assert Dimension.of({"byte": 1, "s": 0}).powers() == {"byte": 1}
